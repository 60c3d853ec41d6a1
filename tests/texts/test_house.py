"""What the house says itself can be said: in both languages, with the same parameters."""

from __future__ import annotations

import re

import pytest

from tts_tool.catalog import Schema, lint, load, uses
from tts_tool.catalog.sayings import wrongly_said
from tts_tool.kernel.rejection import LANGUAGES, Rejection
from tts_tool.referee.table.commands import COMMANDS
from tts_tool.resources import lua_templates_dir
from tts_tool.texts import FOLDER, by_language, house, say

SPEAKERS = sorted(file.stem for file in FOLDER.glob("*.toml"))
ALIKE = {"asked", "chose", "fold", "out", "ranked", "unfold"}
"""What reads the same in English and German."""
PACKAGE = FOLDER.parent
ROOMS = {
    "kernel": ("referee", "kernel"),
    "journal": ("journal",),
    "referee": ("kernel", "referee", "meeting", "lobby", "chronicle", "journal"),
    "cli": ("kernel", "referee", "chronicle", "terminal"),
}
"""Whose texts are said in a room; what the kernel refuses and tells, the referee says."""
UNSAID = {"named-already"}
"""Why a bot does not name an answer again, which nobody hears."""


@pytest.mark.parametrize("speaker", SPEAKERS)
def test_texts_are_whole(speaker: str) -> None:
    """A file of texts is a card file without a fault, and German is not English."""
    catalogue = load([FOLDER / f"{speaker}.toml"], Schema())
    assert lint(catalogue) == ()
    assert catalogue.wordings == house(speaker)
    same = {code for code, text in house(speaker).items() if text["en"] == text["de"]}
    assert same <= ALIKE


@pytest.mark.parametrize("speaker", SPEAKERS)
def test_a_table_is_told_by_language(speaker: str) -> None:
    """Each language has all texts."""
    told = by_language(speaker)
    assert tuple(told) == LANGUAGES
    assert all(told[tongue].keys() == house(speaker).keys() for tongue in LANGUAGES)


def test_what_texts_say_can_be_typed() -> None:
    """A command that a text names is one, in the language of the text where that has its own."""
    named = {"en": set[str](), "de": set[str]()}
    for speaker in SPEAKERS:
        for text in house(speaker).values():
            for language, said in text.items():
                named[language] |= {*re.findall(r"!([^\W\d]+)", said)}
    assert named["en"] | named["de"] <= COMMANDS.keys()
    assert len(named["de"]) > len({*COMMANDS.values()}) / 2
    english = {COMMANDS[word] for word in named["en"] & named["de"]}
    assert english <= {"pause", "bot"}


def test_whose_text_it_is() -> None:
    """A game's words come before those of the house, and of the house the last who speaks."""
    closed, few = Rejection("closed"), Rejection("too-few", {"least": 2})
    game = {"closed": {"en": "Our own closed.", "de": "Unser zu."}}
    assert say(closed, game=game) == "Our own closed."
    assert say(few, game=game) == "Choose at least 2."
    assert say(few, "de", game=game) == "Wähle mindestens 2."
    assert say(Rejection("agree"), by=("terminal", "referee")) == "agree"
    assert say(Rejection("agree", {"seat": "Ann"}), by=("referee", "terminal"))[:3] == "Ann"
    assert say(Rejection("odd"), by=("terminal",)) == "odd"


@pytest.mark.parametrize("room", ROOMS)
def test_whatever_is_said_has_a_text(room: str) -> None:
    """There is a text for each code in the sources, and whoever says it gives what it asks for."""
    wrong = wrongly_said(uses(PACKAGE / room).said, house(*ROOMS[room]))
    told = [each for each in wrong if not any(code in each.message for code in UNSAID)]
    assert told == []


@pytest.mark.parametrize("speaker", SPEAKERS)
def test_whatever_has_a_text_is_said(speaker: str) -> None:
    """A code that stands nowhere in the sources of its rooms, or in Lua, is nobody's."""
    rooms = [room for room, speakers in ROOMS.items() if speaker in speakers] or ["kernel"]
    scripts = [lua_templates_dir() / "lib"] if speaker in {"table", "desk"} else []
    used = [uses(PACKAGE / room, scripts) for room in rooms]
    unread = {
        code
        for code in house(speaker)
        if not any(code in each.strings | each.attributes for each in used)
        and not any(said.means(code) for each in used for said in each.said)
        and not any(re.fullmatch(word, code) for each in used for word in each.spoken)
    }
    assert unread == set()
