"""What players read that no game says: the house's own texts, a file for each who speaks.

A text is written as on a card, as `[messages.code]` in English and German; those that a game says
stand with its cards. A file is read when somebody first says something of it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from tts_tool.kernel.rejection import LANGUAGES, Rejection, Wordings, render

__all__ = ["FOLDER", "NO_GAME", "by_language", "house", "say"]

FOLDER: Final = Path(__file__).parent
NO_GAME: Final[Wordings] = MappingProxyType({})


@cache
def house(*speakers: str) -> Wordings:
    """Give the texts of some who speak; where two have the same code, the last has its way.

    >>> house("kernel")["unknown-seat"]["en"]
    'There is no seat named {seat}.'
    """
    found: dict[str, Mapping[str, str]] = {}
    for speaker in speakers:
        text = (FOLDER / f"{speaker}.toml").read_text(encoding="utf-8")
        found |= tomllib.loads(text)["messages"]
    return MappingProxyType(found)


def by_language(speaker: str) -> dict[str, dict[str, str]]:
    """Give the texts of somebody by language, as a table is told them."""
    texts = house(speaker).items()
    return {language: {code: text[language] for code, text in texts} for language in LANGUAGES}


def say(  # noqa: PLR0913  # as what and how a text is filled in
    what: Rejection,
    language: str = "en",
    *,
    by: tuple[str, ...] = ("kernel",),
    game: Wordings = NO_GAME,
    name: Callable[[str], str] = str,
    written: Callable[[str, str], str] = "{}.{}".format,
) -> str:
    """Say something in the words of a game, or else in those of who speaks for the house.

    >>> say(Rejection("unknown-seat", {"seat": "pink"}), "de")
    'Es gibt keinen Platz namens pink.'
    """
    words = game if what.code in game else house(*by)
    return render(what, words, language, name, written)
