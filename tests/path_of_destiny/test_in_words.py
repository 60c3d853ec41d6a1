"""Everything that is asked and told has words, in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.path_of_destiny.table import at, plain_match
from tts_tool.cli.play import at_the_table
from tts_tool.kernel.rejection import LANGUAGES
from tts_tool.kernel.spaces import Record
from tts_tool.kernel.timeline import Timeline
from tts_tool.kernel.views import EVERYTHING
from tts_tool.proof.match import shipped_cards
from tts_tool.proof.open_points import open_points
from tts_tool.proof.play import random_play
from tts_tool.proof.subject import Subject
from tts_tool.referee.session import Session
from tts_tool.referee.wording import Reader
from tts_tool.rulesets import path_of_destiny
from tts_tool.rulesets.path_of_destiny import RULESET
from tts_tool.rulesets.path_of_destiny.base.readings import standing

RAW = re.compile(r"\b[a-z-]+\.[a-z][\w.-]*|\{|\}")
"""What is no word: an id, a place left open."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_is_told_in_words(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    """From the set-up to the last sentence of the ending, without an id in it."""
    with Session.new(RULESET, shipped_cards(RULESET), seats=3, seed="words") as session:
        at_the_table(session, (), language, quiet=False, bot="random")
        told = capsys.readouterr().out
    raw = sorted({line for line in told.splitlines() if RAW.search(line)})
    assert raw == []
    ending = "On the map" if language == "en" else "Karte"
    assert len(told.splitlines()) > 300
    assert ending in told or "PD-END-07" in told


def test_every_question_and_its_parts_have_a_name() -> None:
    """No question is asked by its id, nor a field of one, nor an answer."""
    nameless = set()
    for seats in (2, 5):
        for seed in (0, 2):
            for game in random_play(plain_match(seats), seed):
                nameless |= {each for each in spoken(game) if not named(game, each)}
    assert nameless == set()


def spoken(game: Timeline) -> set[str]:
    """List what is to be said of the questions that are open."""
    words: set[str] = set()
    for decision in game.decisions():
        if decision.kind == "chance":
            continue
        space = decision.space()
        words.add(decision.name)
        words |= set(space.fields) if isinstance(space, Record) else set()
        options = [option.value for option in space.options() if isinstance(option.value, str)]
        words |= {value for value in options if not decision.words(value)}
    return words


def named(game: Timeline, word: str) -> bool:
    """Tell whether something has a name in both languages."""
    cards = game.game.setup.cards
    return all(Reader(cards, game.state, EVERYTHING, each).name(word) for each in LANGUAGES)


def test_what_the_rulebook_leaves_open_is_settled() -> None:
    """Each point that a rule names, once."""
    subject = Subject.of(RULESET, Path(str(path_of_destiny.__file__)).parent)
    found = open_points(subject)
    assert found.problems == ()
    assert len(found.points) == 21


def test_points_and_experience_are_said_at_a_glance() -> None:
    """Of each seat, once the book is open."""
    t = at("draft", {"row.1": ["red-none-1", "red-none-2"]}, tracks={"vp.red": 3, "xp.blue": 4})
    told = [each.params for each in standing(t.g)]
    assert told == [{"seat": "red", "vp": 3, "xp": 0}, {"seat": "blue", "vp": 0, "xp": 4}]
