"""Every question reads like one, in both languages, wherever it is put."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
import pytest

from tests.old_world.gestures import asked
from tests.old_world.referee_table import Refereed
from tests.old_world.table import catalogue, new
from tts_tool.kernel.decisions import Decision
from tts_tool.kernel.rejection import LANGUAGES
from tts_tool.playtest.bots import RandomBot, bot_for
from tts_tool.referee.presenting import title
from tts_tool.referee.session import Session
from tts_tool.referee.table.drafts import Drafts
from tts_tool.referee.table.panel import questions
from tts_tool.referee.telling import question
from tts_tool.rulesets.old_world import RULESET

NO_WORDS = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*\.[a-z]|\b[a-z]+-\d|\{|\}|_|None")
"""What a person never reads: names of the rules, braces."""
UNCOUNTED = re.compile(
    r"\b1 (?:cards|Karten|Potions|Tränke|dice)\b|\b[2-9] (?:card|Karte|Trank|Potion)\b"
)


def moments(games: int) -> Iterator[tuple[Session, Decision[object]]]:
    """Give every question that is open at some moment of random games."""
    for seed in range(games):
        session = Session.new(RULESET, catalogue(), seats=2 + seed % 4, seed=str(seed))
        bots = {seat: RandomBot(f"{seed}/{seat}") for seat in session.seats}
        while not session.over:
            decision = session.open("*")[0]
            yield session, decision
            session.choose(decision, bots[decision.seat].answer(decision))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_has_a_title(language: str) -> None:
    """A title of its own, which is a sentence, and no other question's."""
    reader = Session(new(5).timeline).reader("red", language)
    names = {each.name for each in asked() if "*" not in each.name} | {"first-reaction"}
    found = {name: title(name, reader) for name in names}
    assert sorted(name for name, text in found.items() if reader.name(f"ask-{name}") != text) == []
    assert len({*found.values()}) == len(found)
    assert all(text[0].isupper() for text in found.values())


@pytest.mark.soak(sample=1, full=40)
def test_the_same_words_in_panel_and_protocol(rounds: int) -> None:
    """Title, parts and options are called alike, count in words that fit, and hold no ids."""
    seen: set[str] = set()
    for session, decision in moments(rounds):
        if decision.name in seen and len(seen) > 4:
            continue
        seen.add(decision.name)
        for language in LANGUAGES:
            reader = session.reader(decision.seat, language)
            panel = list(questions(decision, Drafts(), reader))
            told = msgspec.to_builtins(question(session, decision, reader))
            assert panel[0].title == told["title"]
            assert [each.part for each in panel if each.part] == list(
                told.get("parts", {}).values()
            )
            texts = [told["title"], told.get("wants", ""), *told.get("parts", {}).values()]
            for each in panel:
                texts += [
                    each.wants,
                    *(text for b in each.buttons for text in (b.label, b.why_not)),
                ]
            wrong = [
                t for t in texts if NO_WORDS.search(t.partition(" [")[0]) or UNCOUNTED.search(t)
            ]
            assert wrong == []
    assert len(seen) > 10


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_log_of_the_panel_is_in_words(language: str) -> None:
    """Where real dice fall and real decks are shuffled, it says what fell, and names no stream."""
    r = Refereed(new(3), "automate", language, bots=lambda seat: bot_for(RULESET.name, seat))
    bots = {seat: bot_for(RULESET.name, seat) for seat in r.session.seats}
    lines: list[str] = []
    while len(lines) < 150:
        decision = next(each for each in r.session.open("*") if each.seat)
        r.session.choose(decision, bots[decision.seat].answer(decision))
        r.say("Red", "!")
        lines += [line.text for line in r.host.headings["Blue"].log]
    shuffled = {"en": "is shuffled", "de": "wird gemischt"}[language]
    assert any(shuffled in line for line in lines)
    assert [each for each in lines if NO_WORDS.search(each) or each.startswith(" ·")] == []
