"""How far a game has come: chapter, round and step, and what is in the middle of being done."""

from __future__ import annotations

import msgspec

from tts_tool.kernel.game import Game
from tts_tool.kernel.inventory import Seat
from tts_tool.rulesets.path_of_destiny.base.module import base
from tts_tool.rulesets.path_of_destiny.base.vocabulary import SIDES, SYMBOLS, Symbol

CHAPTERS, ROUNDS = 3, 3  # PD-STORY-01
INTRODUCTION = 0
"""The chapter in which a game is set up and its first page is read."""


class Course(msgspec.Struct, frozen=True):
    """How far the game has come; the rules are entered anew from nothing but this."""

    chapter: int = INTRODUCTION
    round: int = 0
    step: str = "set-up"
    active: tuple[str, ...] = ()
    """The active symbols, that of the left path and that of the right."""
    main: str = ""
    """The side that has won the chapter, once that is known."""
    played: tuple[str, ...] = ()
    """What was added to timelines in this round."""
    pending: tuple[str, ...] = ()
    """Of these cards the effects are still to be resolved, in this order."""
    extra: dict[Seat, int] = {}
    """How many cards abilities have added to timelines in this chapter, beside what was played."""


base.parts = (Course,)


def course(g: Game) -> Course:
    """Look up how far the game has come."""
    return g.part(Course)


def active(g: Game, side: str) -> str:
    """Name the active symbol of a path."""
    return course(g).active[SIDES.index(side)]  # PD-SYM-09


def inactive(g: Game) -> tuple[Symbol, ...]:
    """Name the two symbols that are on no path of this chapter."""
    return tuple(
        symbol for symbol in SYMBOLS if symbol not in course(g).active
    )  # PD-SYM-07 PD-SYM-08


def order(g: Game) -> tuple[Seat, ...]:
    """Give the seats by initiative, the highest first."""
    return tuple(seat_of(g, figure) for figure in g.cards("initiative"))  # PD-SETUP-07 PD-ROUND-05


def seat_of(g: Game, figure: str) -> Seat:
    """Say who plays the character of a figure."""
    board = f"board.{figure.removeprefix('figure.')}"
    return next(seat for seat in g.seats if board in g.cards(f"board.{seat}"))


def figure_of(g: Game, seat: Seat) -> str:
    """Name the figure of a seat."""
    return f"figure.{character(g, seat)}"


def character(g: Game, seat: Seat) -> str:
    """Name the character of a seat."""
    (board,) = g.cards(f"board.{seat}")
    return g.kind(board)


def without_side_quests(g: Game) -> bool:
    """Tell whether this is the introductory game."""
    return g.setup.settings["introductory"] == "yes"  # PD-SETUP-22
