"""What cards say: conditions, results, what abilities do, what side quests count.

All of it is data.  A condition and a result together are the effect of an action card; results
also stand on story cards, extra-effort cards and abilities.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from tts_tool.catalog.records import Operation

Symbol = Literal["magic", "diplomacy", "exploration", "combat"]
Colour = Literal["red", "green", "blue", "yellow"]
SymbolRef = Literal[
    "magic", "diplomacy", "exploration", "combat", "left", "right", "any-active", "any-inactive"
]
"""A symbol by name, that of a path in this chapter, or one of the owner's choice."""

SYMBOLS: tuple[Symbol, ...] = ("magic", "diplomacy", "exploration", "combat")  # PD-SYM-01
COLOURS: tuple[Colour, ...] = ("red", "green", "blue", "yellow")
SIDES = ("left", "right")
HIGHEST_STEP = 3  # cards print three steps

Amount = Annotated[int, Meta(ge=1, le=9)]  # cards say 5 at most: more is a slip


class Condition(Operation):
    """What an effect of an action card wants or takes before it gives."""

    @property
    def scaled(self) -> bool:
        """Tell whether it is met by steps, one to three."""
        return isinstance(
            self, LoseSymbolScaled | LoseInactiveScaled | ColourScaled | InactiveScaled
        )


class HaveSymbol(Condition):
    """Have one of a symbol; nothing is lost."""

    symbol: Symbol


class HaveColour(Condition):
    """Have one card of a colour."""

    colour: Colour


class LoseSymbol(Condition):
    """Lose one of a symbol."""

    symbol: Symbol


class LoseSymbolScaled(Condition):
    """Lose as many of a symbol as there are, up to three: so many are the step."""

    symbol: Symbol


class LoseInactiveScaled(Condition):
    """Lose as many inactive symbols as there are, up to three, of the owner's choice."""


class ColourAtLeast(Condition):
    """Have so many cards of a colour, or more."""

    colour: Colour
    count: Annotated[int, Meta(ge=2, le=3)]


class ColourExactly(Condition):
    """Have so many cards of a colour, and no more."""

    colour: Colour
    count: Annotated[int, Meta(ge=1, le=2)]


class ColourScaled(Condition):
    """The number of cards of a colour, up to three, is the step."""

    colour: Colour


class InactiveScaled(Condition):
    """The number of inactive symbols, up to three, is the step."""


class Result(Operation):
    """What somebody gains or loses."""

    @property
    def scaled(self) -> bool:
        """Tell whether it gives by steps, one to three."""
        return isinstance(self, GainXpScaled | GainSymbolScaled)


class GainVp(Result):
    """Gain victory points."""

    amount: Amount


class GainXp(Result):
    """Gain experience."""

    amount: Amount


class LoseXp(Result):
    """Lose experience, down to nothing."""

    amount: Amount


class GainXpScaled(Result):
    """Gain as much experience as the step says."""


class GainSymbol(Result):
    """Gain so many of a symbol."""

    symbol: SymbolRef
    amount: Amount = 1


class GainSymbolScaled(Result):
    """Gain as many of a symbol as the step says."""

    symbol: SymbolRef


class GainEachActive(Result):
    """Gain so many of each of the two active symbols."""

    amount: Amount = 1


class GainShown(Result):
    """Gain the two symbols shown, active or not."""

    symbols: Annotated[tuple[Symbol, ...], Meta(min_length=2, max_length=2)]


class Deed(Operation):
    """What an ability does beside giving something."""


class RemoveCover(Deed):
    """Take covers off own printed symbols."""

    count: Amount = 1


class SwapRows(Deed):
    """Let the pairs of two rows of the display change places."""


class DrawCards(Deed):
    """Draw cards from the main deck, then discard as many from the hand."""

    count: Amount


class ReturnCard(Deed):
    """Take a card of the own timeline into the hand and lay one of the hand in its place."""


class RepeatEffect(Deed):
    """Resolve the effect of a card of the own timeline once more."""


class ChangeOrder(Deed):
    """Go up so many places on the initiative track."""

    places: Amount


class ExtraCard(Deed):
    """Add the top card of the main deck to the own timeline and resolve its effect."""


class IgnoreCondition(Deed):
    """Carry out an effect although its condition is not met, as if it were at this step."""

    step: Annotated[int, Meta(ge=1, le=3)] = 2


class Scoring(Operation):
    """What a side quest counts in the hand that is left at the end."""


class PerColour(Scoring):
    """Points for every card of a colour."""

    colour: Colour
    vp: Amount


class PerSymbol(Scoring):
    """Points for every card with a symbol."""

    symbol: Symbol
    vp: Amount


class PerDifferentColour(Scoring):
    """Points for every different colour."""

    vp: Amount


class PerDifferentSymbol(Scoring):
    """Points for every different symbol."""

    vp: Amount


class PerSet(Scoring):
    """Points for every complete set of certain symbols; a card is part of one set."""

    symbols: Annotated[tuple[Symbol, ...], Meta(min_length=2, max_length=4)]
    vp: Amount


class ColourThreshold(Scoring):
    """Points once, for so many cards of a colour or more."""

    colour: Colour
    count: Amount
    vp: Amount


class SymbolThreshold(Scoring):
    """Points once, for so many cards with a symbol or more."""

    symbol: Symbol
    count: Amount
    vp: Amount


CONDITIONS: tuple[type[Condition], ...] = (
    HaveSymbol,
    HaveColour,
    LoseSymbol,
    LoseSymbolScaled,
    LoseInactiveScaled,
    ColourAtLeast,
    ColourExactly,
    ColourScaled,
    InactiveScaled,
)
SCORINGS: tuple[type[Scoring], ...] = (
    PerColour,
    PerSymbol,
    PerDifferentColour,
    PerDifferentSymbol,
    PerSet,
    ColourThreshold,
    SymbolThreshold,
)
RESULTS: tuple[type[Result], ...] = (
    GainVp,
    GainXp,
    LoseXp,
    GainXpScaled,
    GainSymbol,
    GainSymbolScaled,
    GainEachActive,
    GainShown,
)
DEEDS: tuple[type[Deed], ...] = (
    RemoveCover,
    SwapRows,
    DrawCards,
    ReturnCard,
    RepeatEffect,
    ChangeOrder,
    ExtraCard,
    IgnoreCondition,
)
