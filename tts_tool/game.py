"""All that rules are written with: ``from tts_tool.game import Choice, Flow, Game, Module``.

A game of one rule, from its box to the first question:

>>> stall = Module("stall")
>>> @stall.content
... def box(setup):
...     yield Place("crate")
...     yield from (Place(f"basket.{seat}", owner=seat) for seat in setup.seats)
...     yield from (Component(f"apple.{n}", "apple", "crate") for n in (1, 2))
>>> def play(g):
...     while g.cards("crate"):
...         g.restart()
...         for seat in g.seats:
...             apple = yield from g.ask(
...                 seat, "pick", lambda: Choice(g.cards("crate")), why="STALL-01", always=True
...             )
...             g.move(apple, "crate", f"basket.{seat}", rule="STALL-01")
>>> Ruleset("stall", modules=(stall,), play=play, seats=("red", "blue")).name
'stall'

What cards can do is data of types that derive from `Record`, `Table` and `Operation`; what is asked
is a space (`Choice`, `Subset`, …), and what an answer looks like at a table is bound to it (`Move`,
`Press`, …). What is seldom wanted stays where it is: the rooms `kernel` and `catalog`.
"""

from __future__ import annotations

from tts_tool.catalog.records import (
    Effect,
    Operation,
    Record,
    Sheet,
    Table,
    Text,
    Word,
    ref,
)
from tts_tool.catalog.schema import Cards, Finding, Schema
from tts_tool.kernel.decisions import BUTTON, Bind, Gesture, Label, Move, Press, Roll, Stroke, Turn
from tts_tool.kernel.events import Ended, PhaseBegan, Said, Showed, TurnBegan
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.hooks import Point
from tts_tool.kernel.inventory import Component, Place, Seat, Track
from tts_tool.kernel.module import Module, OpenPoint, Ruleset, Setup
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.settings import Setting
from tts_tool.kernel.spaces import Assignment, Choice, Number, Ordering, Space, Subset

__all__ = [
    "BUTTON",
    "Assignment",
    "Bind",
    "Cards",
    "Choice",
    "Component",
    "Effect",
    "Ended",
    "Finding",
    "Flow",
    "Game",
    "Gesture",
    "Label",
    "Module",
    "Move",
    "Number",
    "OpenPoint",
    "Operation",
    "Ordering",
    "PhaseBegan",
    "Place",
    "Point",
    "Press",
    "Record",
    "Rejection",
    "Roll",
    "Ruleset",
    "Said",
    "Schema",
    "Seat",
    "Setting",
    "Setup",
    "Sheet",
    "Showed",
    "Space",
    "Stroke",
    "Subset",
    "Table",
    "Text",
    "Track",
    "Turn",
    "TurnBegan",
    "Word",
    "ref",
]
