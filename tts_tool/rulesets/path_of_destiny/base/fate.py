"""The fate token: each seat's symbols vote for a path, whether anybody wants it or not."""

from __future__ import annotations

from tts_tool.kernel.game import Flow, Game
from tts_tool.rulesets.path_of_destiny.base.abilities import moment
from tts_tool.rulesets.path_of_destiny.base.box import card, rows
from tts_tool.rulesets.path_of_destiny.base.course import ROUNDS, Course, active, course, order
from tts_tool.rulesets.path_of_destiny.base.symbols import count
from tts_tool.rulesets.path_of_destiny.base.vocabulary import SIDES

WITH_DISPLAY = 2
"""With so many seats the display votes, too."""


def fate(g: Game) -> Flow[str]:
    """Count the votes and place the token of this round."""
    for seat in order(g):  # PD-ABIL-05
        yield from moment(g, seat, "before-fate")
    now = course(g)
    voted = votes(g)  # PD-FATE-02
    left, right = (voted.count(side) for side in SIDES)
    side = "aside" if left == right else SIDES[right > left]  # PD-FATE-04 PD-FATE-05 PD-FATE-06
    g.move(f"fate.{now.round}", "fate", f"fate.{side}", rule="PD-FATE-04")  # PD-FATE-07
    if now.round == ROUNDS:  # PD-CHAPTER-01
        return "main"
    g.note(Course, "PD-ROUND-01", round=now.round + 1, played=())
    return "refresh"


def votes(g: Game) -> list[str]:
    """Give the votes: a side for each voter who has more of its symbol."""
    both = [tuple(count(g, seat, active(g, side)) for side in SIDES) for seat in g.seats]
    if len(g.seats) == WITH_DISPLAY:  # PD-FATE-10 PD-FATE-13
        both.append(tuple(displayed(g, active(g, side)) for side in SIDES))  # PD-FATE-11 PD-FATE-12
    # One vote each, however large the margin; who has as many of both has none.
    return [SIDES[right > left] for left, right in both if left != right]  # PD-FATE-01 PD-FATE-03


def displayed(g: Game, symbol: str) -> int:
    """Count the cards left in the display that show a symbol."""
    left = (each for row in rows(g.setup) for each in g.cards(row))  # PD-FATE-14
    return sum(card(g, each).symbol == symbol for each in left)
