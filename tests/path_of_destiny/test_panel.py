"""The panel at the table: words that fit, in both languages, and the rule behind a refusal."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.old_world.test_panel_on_the_screen import SCREENS, panel, press, within
from tests.path_of_destiny.real_table import Sat, begun, open_table
from tests.path_of_destiny.test_bindings import GESTURES
from tests.path_of_destiny.test_every_question_by_hand import SELDOM, deeds
from tts_tool.kernel.decisions import Move
from tts_tool.kernel.rejection import LANGUAGES
from tts_tool.referee.presenting import title
from tts_tool.referee.session import Session
from tts_tool.referee.table.drafts import Drafts
from tts_tool.referee.table.panel import questions

NO_WORDS = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*\.[a-z]|\b[a-z]+-\d|\{|\}|_|None")
"""What a person never reads: names of the rules, braces."""


@pytest.fixture(scope="module")
def table() -> Iterator[Sat]:
    """Open the table once for all moments."""
    with open_table(begun(5, "first")) as sat:
        yield sat


@pytest.mark.soak(sample=2, full=1_000)
@pytest.mark.timeout(900)
def test_every_question_has_room(table: Sat, rounds: int) -> None:
    """In both languages and every size all words have room, on small and on large screens."""
    asked = {deed.question: deed for deed in deeds()}
    widest = sorted(asked, key=lambda name: name not in ("return-card", "cards-to-play"))
    for name in widest[:rounds]:
        deed = asked[name]
        colour = table.colours[deed.seat]
        for language in LANGUAGES:
            table.lay(deed.game.fork(), language)
            for _ in range(3):
                press(table, colour, "size")
                boxes = panel(table, colour)
                assert [box.lines for box in boxes if box.overflows] == [], name
                for screen, sizes in SCREENS.items():
                    within(panel(table, colour, screen), screen, sizes)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_reads_like_one(language: str) -> None:
    """A title of its own that is a sentence; parts and options in words, and no ids."""
    found: dict[str, str] = {}
    for deed in deeds():
        session = Session(deed.game.fork())
        reader = session.reader(deed.seat, language)
        decision = deed.decision(session.timeline)
        found[deed.question] = title(deed.question, reader)
        read = [
            text
            for each in questions(decision, Drafts(), reader)
            for text in (
                *(each.title, each.part, each.wants),
                *(word for button in each.buttons for word in (button.label, button.why_not)),
            )
        ]
        assert [text for text in read if NO_WORDS.search(text.partition(" [")[0])] == []
    assert {*found} >= {*GESTURES} - SELDOM
    assert len({*found.values()}) == len(found)
    assert [text for text in found.values() if not (text[0].isupper() and text[-1] == "?")] == []


@pytest.mark.parametrize(
    ("language", "why", "said"),
    [
        ("en", "!why", "Row 1 was taken in this round. [PD-DRAFT-08]"),
        ("de", "!warum", "Reihe 1 ist in dieser Runde schon vergeben. [PD-DRAFT-08]"),
    ],
)
def test_why(table: Sat, language: str, why: str, said: str) -> None:
    """Whoever takes what somebody has taken is told so, and can have the rule read."""
    game = next(d.game for d in deeds() if d.question == "take").fork()
    table.lay(game, language)
    (first,) = (each for each in game.decisions() if each.name == "take")
    table.answer(first.seat, first, "row.1")
    while (second := table.session.open("*")[0]).name != "take":
        table.answer(second.seat, second, "pass")
    figure = table.session.state.places["initiative"][0]
    since = len(table.top.table.chat)
    table.hands(second.seat).do(Move(figure, "spot.row.1"))
    table.settle()
    assert table.heard(second.seat, since) == [said]
    assert table.top.drift() == {}
    since = len(table.top.table.chat)
    table.player(second.seat).say(why)
    table.settle()
    (told,) = table.heard(second.seat, since)
    assert told.startswith("PD-DRAFT-08: ")
    assert not table.heard(first.seat, since)
