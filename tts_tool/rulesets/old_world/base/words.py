"""What things are called that are no cards, and how options are told in words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from tts_tool.catalog.records import Word
from tts_tool.kernel.game import Game
from tts_tool.kernel.rejection import LANGUAGES, filled
from tts_tool.rulesets.old_world.base.module import base

__all__ = ["LANGUAGES", "Words", "name", "phrase"]

Words = Mapping[str, str]
"""A text by language."""


base.record("word")(Word)


def name(g: Game, record: str, language: str) -> str:
    """Name a record of the catalogue."""
    return str(getattr(g.setup.cards.record(record).name, language))


def phrase(g: Game, code: str, **params: str | int) -> Words:
    """Say something in the words of a message; what is a record's id gets its name."""
    return {
        language: filled(
            g.setup.cards.wordings[code][language], params, partial(name, g, language=language)
        )
        for language in LANGUAGES
    }
