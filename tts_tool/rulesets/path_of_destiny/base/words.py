"""How cards are told in a question: what they show, and what their effect does."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import msgspec

from tts_tool.catalog.records import Operation
from tts_tool.kernel.decisions import Label
from tts_tool.kernel.game import Game
from tts_tool.kernel.rejection import LANGUAGES, filled
from tts_tool.rulesets.path_of_destiny.base import vocabulary as v
from tts_tool.rulesets.path_of_destiny.base.records import Ability, Action

__all__ = ["cards_told", "name", "phrase"]

SAID: dict[type[Operation], str] = {
    v.HaveSymbol: "when-have-symbol",
    v.HaveColour: "when-have-colour",
    v.LoseSymbol: "when-lose-symbol",
    v.LoseSymbolScaled: "when-lose-symbol-scaled",
    v.LoseInactiveScaled: "when-lose-inactive-scaled",
    v.ColourAtLeast: "when-colour-at-least",
    v.ColourExactly: "when-colour-exactly",
    v.ColourScaled: "when-colour-scaled",
    v.InactiveScaled: "when-inactive-scaled",
    v.GainVp: "then-gain-vp",
    v.GainXp: "then-gain-xp",
    v.LoseXp: "then-lose-xp",
    v.GainXpScaled: "then-gain-xp-scaled",
    v.GainSymbol: "then-gain-symbol",
    v.GainSymbolScaled: "then-gain-symbol-scaled",
    v.GainEachActive: "then-gain-each-active",
    v.GainShown: "then-gain-shown",
}
"""In which words an operation is told."""
ON_A_PATH: dict[type[Operation], str] = {
    v.GainSymbol: "then-gain-on-path",
    v.GainSymbolScaled: "then-gain-on-path-scaled",
}
"""In which words, if its symbol is that of a path."""


def name(g: Game, record: str, language: str) -> str:
    """Name a record of the catalogue, or say a word that is none as it is."""
    known = g.setup.cards
    return str(getattr(known.record(record).name, language)) if record in known else record


def phrase(g: Game, code: str, language: str, **params: str | int) -> str:
    """Say something in the words of a message; what is a record's id gets its name."""
    wording: Mapping[str, str] = g.setup.cards.wordings[code]
    return filled(wording[language], params, partial(name, g, language=language))


def said(g: Game, operation: Operation, language: str) -> str:
    """Say in a few words what an operation wants or gives."""
    params = msgspec.structs.asdict(operation)
    if isinstance(operation, v.GainShown):
        first, second = operation.symbols
        params = {"first": first, "second": second}
    of_a_path = params.get("symbol") in v.SIDES
    code = ON_A_PATH[type(operation)] if of_a_path else SAID[type(operation)]
    return phrase(g, code, language, **params)


def cards_told(g: Game) -> Label:
    """Tell each card in a question with what it shows and does; an ability with its text."""

    def label(value: object) -> dict[str, str] | None:
        printed = g.composition.inventory.cards.get(value) if isinstance(value, str) else None
        if isinstance(printed, Ability):
            return {
                each: f"{getattr(printed.name, each)}: {getattr(printed.text, each)}"
                for each in LANGUAGES
            }
        if not isinstance(printed, Action):
            return None
        return {language: action(g, printed, language) for language in LANGUAGES}

    return label


def action(g: Game, printed: Action, language: str) -> str:
    """Tell an action card: its name, its colours, its symbol, its effect."""
    shows = [name(g, colour, language) for colour in printed.colours]
    shows += [name(g, printed.symbol, language)] if printed.symbol else []
    told = f"{getattr(printed.name, language)} ({', '.join(shows)}"
    if printed.effect is None:
        return f"{told})"
    when, then = (said(g, each, language) for each in (printed.effect.when, printed.effect.then))  # type: ignore[arg-type]  # the slot holds operations
    return f"{told}; {when} → {then})"
