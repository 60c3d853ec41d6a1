"""What players read that is on no ware, and how a ware is told in a question."""

from __future__ import annotations

import msgspec

from tts_tool.catalog.records import Effect
from tts_tool.kernel.decisions import Label
from tts_tool.kernel.game import Game
from tts_tool.kernel.rejection import LANGUAGES, filled
from tts_tool.rulesets.night_market.wares import Earn, Glow, Shine, Sift, Squeeze, Ware

__all__ = ["wares_told"]

DOES: dict[type[Effect], str] = {
    Earn: "op-earn",
    Shine: "op-shine",
    Squeeze: "op-squeeze",
    Sift: "op-sift",
    Glow: "op-glow",
}
"""In which words an operation is told."""


def wares_told(g: Game) -> Label:
    """Tell each ware in a question with what it is worth and what it does."""

    def label(value: object) -> dict[str, str] | None:
        printed = g.composition.inventory.cards.get(value) if isinstance(value, str) else None
        if not isinstance(printed, Ware):
            return None
        return {language: _told(g, printed, language) for language in LANGUAGES}

    return label


def _told(g: Game, printed: Ware, language: str) -> str:
    parts = [_phrase(g, "worth", language, worth=printed.worth)]
    parts += [_phrase(g, "cloth", language)] if printed.cloth else []
    parts += [_phrase(g, "rivalry", language)] if printed.rival else []
    parts += [
        _phrase(g, DOES[type(effect)], language, **msgspec.to_builtins(effect))
        for effect in printed.effects
        if type(effect) in DOES  # a box may bring others
    ]
    return f"{getattr(printed.name, language)} ({', '.join(parts)})"


def _phrase(g: Game, code: str, language: str, **params: str | int) -> str:
    said: str = g.setup.cards.wordings[code][language]
    return filled(said, params)
