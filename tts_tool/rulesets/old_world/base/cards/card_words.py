"""How an Action card is told in one line: what it does, and what it costs."""

from __future__ import annotations

from collections.abc import Callable

from tts_tool.kernel.game import Game
from tts_tool.rulesets.old_world.base.box.box import Card, card
from tts_tool.rulesets.old_world.base.box.records import Symbols
from tts_tool.rulesets.old_world.base.words import LANGUAGES, Words, name, phrase

__all__ = ["card_label"]

SYMBOLS = {
    "damage": "symbol-damage",
    "shield": "symbol-shield",
    "draw": "symbol-draw",
    "fetch": "symbol-fetch",
}


def card_label(
    g: Game, cost: Callable[[str], int | None] | None = None
) -> Callable[[object], Words | None]:
    """Make the labels of questions about Action cards: what each does, and what it costs."""

    def label(value: object) -> Words | None:
        if not isinstance(value, str) or not isinstance(known(g, value), Card):
            return None
        price = None if cost is None else cost(value)
        return {language: told(g, value, language, price) for language in LANGUAGES}

    return label


def known(g: Game, component: str) -> object:
    """Give what is printed on a component, if it is one."""
    return g.composition.inventory.cards.get(component)


def told(g: Game, component: str, language: str, cost: int | None) -> str:
    """Say what an Action card does: colour, terrain, its fight ability and its tabs."""
    printed = card(g, component)
    tabs = [
        " ".join([name(g, f"{tab.colour}-card", language), *symbols(g, tab.effect, language)])
        for tab in printed.extensions
    ]
    parts = [name(g, f"{printed.colour}-card", language), name(g, printed.face.terrain, language)]
    parts += symbols(g, printed.fight, language)
    parts += [f"→ {' / '.join(tabs)}"] if tabs else []
    parts += [] if cost is None else [phrase(g, "label-cost", cost=cost)[language]]
    return f"{name(g, printed.kind, language)} ({', '.join(parts)})"


def symbols(g: Game, shown: Symbols, language: str) -> list[str]:
    """Name the symbols of an ability, each with its number."""
    counts = [(getattr(shown, symbol), code) for symbol, code in SYMBOLS.items()]
    named = [
        f"{'+' * (count > 0)}{phrase(g, code, count=count)[language]}"
        for count, code in counts
        if count
    ]
    return named + ([name(g, "back", language)] if shown.back else [])
