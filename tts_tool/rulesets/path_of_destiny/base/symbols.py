"""Symbols: printed in a timeline or lying as tokens in the pool, counted, gained, lost, covered."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from tts_tool.kernel.decisions import Gesture, Press
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import Choice
from tts_tool.rulesets.path_of_destiny.base.box import card
from tts_tool.rulesets.path_of_destiny.base.words import cards_told

CHAPTER = "end of chapter"
Cards = tuple[str, ...]


def covered(g: Game) -> frozenset[str]:
    """Name the cards of which the symbol is covered."""
    return frozenset(each for seat in g.seats for each in covers(g, seat))


def covers(g: Game, seat: Seat) -> Cards:
    """Give the cards of a timeline on which covers lie, from the left."""
    lying = enumerate(timeline(g, seat), 1)
    return tuple(each for number, each in lying if g.track(f"cover.{number}.{seat}"))


def over(g: Game, seat: Seat, component: str) -> str:
    """Name the track that says whether a cover lies on a card of a timeline."""
    return f"cover.{timeline(g, seat).index(component) + 1}.{seat}"


def timeline(g: Game, seat: Seat) -> Cards:
    """Give the cards of a timeline, from the left."""
    return g.cards(f"timeline.{seat}")  # PD-FATE-08 PD-CHAPTER-21


def count(g: Game, seat: Seat, symbol: str, cards: Cards | None = None) -> int:
    """Count a symbol: tokens, and what is printed and uncovered in the timeline or a part of it."""
    lying = timeline(g, seat) if cards is None else cards
    tokens = g.track(f"{symbol}.{seat}")  # PD-SYM-02
    return tokens + len(printed(g, lying, (symbol,)))


def printed(g: Game, cards: Iterable[str], symbols: Iterable[str]) -> list[str]:
    """List the cards that show one of some symbols, uncovered."""
    gone, wanted = covered(g), tuple(symbols)
    return [
        c for c in cards if c not in gone and card(g, c).symbol in wanted
    ]  # PD-SYM-05 PD-FATE-09 PD-END-10


def of_colour(g: Game, cards: Iterable[str], colour: str) -> int:
    """Count the cards of a colour; one of several is of each, and no cover changes that."""
    return sum(colour in card(g, c).colours for c in cards)  # PD-SYM-06 PD-SYM-10 PD-EFFECT-23


def gain(g: Game, seat: Seat, symbol: str, amount: int, rule: str = "PD-SYM-03") -> None:
    """Put tokens of a kind into the pool."""
    g.add(f"{symbol}.{seat}", amount, rule)  # PD-SYM-03


def lose(g: Game, seat: Seat, symbols: tuple[str, ...], amount: int, reach: Cards) -> Flow[None]:
    """Lose symbols of some kinds, one after the other, each by a token or under a cover."""
    for _ in range(amount):
        way = yield from g.ask(
            seat,
            "lose",
            partial(ways, g, seat, symbols, reach),
            why="PD-SYM-04",
            bind=partial(shown_by, g, seat),
            label=cards_told(g),
        )
        if way.startswith("token."):
            g.add(f"{way.removeprefix('token.')}.{seat}", -1, "PD-SYM-04")
        else:
            cover(g, seat, way)


def shown_by(g: Game, seat: Seat, way: str) -> Gesture:
    """Take a token out of the pool, or lay a cover on a card."""
    symbol = way.removeprefix("token.")
    return Press(over(g, seat, way) if symbol == way else f"{symbol}.{seat}")


def ways(g: Game, seat: Seat, symbols: tuple[str, ...], reach: Cards) -> Choice[str]:
    """Offer all ways to lose one of some symbols."""
    tokens = [f"token.{symbol}" for symbol in symbols if g.track(f"{symbol}.{seat}")]
    beyond = [each for each in timeline(g, seat) if each not in reach]

    def too_far(way: str) -> Rejection | None:
        far = way in beyond  # PD-EFFECT-24
        return Rejection("out-of-reach", rule="PD-EFFECT-24") if far else None

    shown = printed(g, (*reach, *beyond), symbols)
    return Choice((*tokens, *shown), too_far)  # PD-SYM-04 PD-EFFECT-25


def cover(g: Game, seat: Seat, component: str) -> None:
    """Lay a cover on the symbol of a card; it stays as long as the card lies there."""
    g.set(over(g, seat, component), 1, "PD-SYM-05")  # PD-SYM-05
