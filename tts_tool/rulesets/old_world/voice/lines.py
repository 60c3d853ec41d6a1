"""The texts that are read to players, with what they are to be and where they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from tts_tool.catalog.records import Text
from tts_tool.catalog.schema import Cards
from tts_tool.rulesets.old_world.base.story.stories import (
    WAYS,
    End,
    Event,
    Exploration,
    Tale,
    outcomes,
)

__all__ = ["LANGUAGES", "Language", "Sort", "StoryLine", "VoiceFault", "lines_of", "tales", "words"]

Language = Literal["en", "de"]
LANGUAGES: tuple[Language, ...] = ("en", "de")
Sort = Literal["introduction", "kept", "label", "ending", "page", "last page"]
"""`kept` introduces a card that somebody keeps; pages are those of a long story."""


class StoryLine(NamedTuple):
    """One text in both languages: the card it is of, where it stands there, what it is."""

    card: str
    path: str
    sort: Sort
    text: Text
    deck: str = ""
    """Which texts it is heard among."""

    def said(self, language: Language) -> str:
        """Give it in a language."""
        return self.text.en if language == "en" else self.text.de


class VoiceFault(NamedTuple):
    """What is wrong with a text, by which rule; without a language it is both together."""

    rule: str
    line: StoryLine
    message: str
    language: Language | None = None
    fix: str | None = None


def tales(cards: Cards) -> Iterator[Tale]:
    """Give every card that tells something, in the order of the files."""
    yield from cards.of(Exploration).values()
    yield from cards.of(Event).values()


def deck_of(card: Tale) -> str:
    """Name the deck among whose cards a card is heard."""
    return card.deck if isinstance(card, Exploration) else "events"


def lines_of(card: Tale) -> Iterator[StoryLine]:
    """Give the texts of a card, in the order in which they may be heard."""
    kept = isinstance(card, Event) and card.kept is not None
    deck = deck_of(card)
    yield StoryLine(
        card.id, "introduction", "kept" if kept else "introduction", card.introduction, deck
    )
    for number, way in enumerate(card.ways):
        yield StoryLine(card.id, f"ways[{number}].label", "label", way.label, deck)
    for end in outcomes(card):
        if end.result.ending is not None:
            yield StoryLine(card.id, place_of(card, end), "ending", end.result.ending, deck)


def place_of(card: Tale, end: End) -> str:
    """Say where an ending stands in its card: `ways[0].effects[0].outcomes[2].ending`."""
    way = "" if end.way is None else f"ways[{WAYS.index(end.name[0])}]."
    if end.way is end.result:
        return f"{way}ending"
    effects = getattr(card, "effects", ()) if end.way is None else end.way.effects
    number = int(end.name.rpartition(".")[2])
    return f"{way}effects[{len(effects) - 1}].outcomes[{number - 1}].ending"


_WORD = re.compile(r"\w+(?:[’-]\w+)*")


def words(text: str) -> list[str]:
    """Give the words of a text as one hears them.

    >>> words("The reeve’s key-ring, he says.")
    ['the', 'reeve’s', 'key-ring', 'he', 'says']
    """
    return _WORD.findall(text.lower())
