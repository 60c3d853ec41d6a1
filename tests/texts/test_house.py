"""What the house says itself can be said: in both languages, with the same parameters."""

from __future__ import annotations

import pytest

from tts_tool.catalog import Schema, lint, load
from tts_tool.kernel.rejection import LANGUAGES, Rejection
from tts_tool.texts import FOLDER, by_language, house, say

SPEAKERS = sorted(file.stem for file in FOLDER.glob("*.toml"))
ALIKE = {"ranked"}
"""What reads the same in English and German."""


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
