"""The Golden Rule: where a card's effect is unclear, the table rules, once for the whole game."""

from __future__ import annotations

from typing import Annotated

import msgspec

from tts_tool.catalog.records import OPTIONS, Effect, Operation, Sheet, Text
from tts_tool.kernel.decisions import Press
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.module import OpenPoint
from tts_tool.kernel.spaces import Choice
from tts_tool.rulesets.old_world.base.module import base

base.settles(
    OpenPoint(
        "OW-OPEN-51", "settled", "", "Summaries are no rules; the sections that they sum up are."
    ),
    OpenPoint(
        "OW-OPEN-52",
        "settled",
        "",
        "A card names its possible readings; the first answer of anyone is the table's ruling "
        "for the rest of the game.",
    ),
)


class Reading(Sheet):
    """One way to understand a card."""

    label: Text
    effects: tuple[Effect, ...] = ()


class Ruling(Operation):
    """Ask the table how a card is to be understood, and carry that out."""

    readings: Annotated[tuple[Reading, ...], OPTIONS]


@base.part
class Rulings(msgspec.Struct, frozen=True):
    """How the table ruled: kind of card -> number of the reading."""

    made: dict[str, int] = {}


@base.operation(Ruling)
def ask_the_table(g: Game, operation: Ruling, seat: Seat, source: str) -> Flow[None]:
    """Let anyone say for the table how a card is read, unless that is settled already."""
    kind = g.kind(source)
    if kind not in g.part(Rulings).made:
        numbers = range(1, len(operation.readings) + 1)
        _, ruled = yield from g.race(
            *(
                g.question(
                    each,
                    "ruling",
                    lambda: Choice(numbers),
                    why="OW-DEC-38",
                    bind=lambda number: Press(f"ruling.{number}"),
                )
                for each in g.seats
            )
        )
        made = {**g.part(Rulings).made, kind: ruled}
        g.note(Rulings, "OW-GEN-03", made=made)  # OW-GEN-03
    reading = operation.readings[g.part(Rulings).made[kind] - 1]
    for effect in reading.effects:
        yield from g.perform(effect, seat, source)
        yield from g.settle()
