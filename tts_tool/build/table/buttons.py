"""Buttons that stand at things: how large, where, and what they stand over.

A script puts them there as it is told here (`lib/reach.lua`): below whatever lies in the places
that a chore names, side by side where that is wide enough, else one below the other.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Final, NamedTuple

import msgspec

from tts_tool.build.table.ground import Ground
from tts_tool.build.table.layout import Places
from tts_tool.build.table.names import names_on
from tts_tool.build.table.rows import Chore
from tts_tool.build.table.spots import BESIDE, Spot, SpotPlan
from tts_tool.picture.buttons import label_wide, units

__all__ = ["SHAPE", "Standing", "in_the_way", "standing"]


class Shape(msgspec.Struct, frozen=True):
    """What all of them look like, in the game's own measures of a button; distances in units."""

    wide: int = 1100
    high: int = 230
    font: int = 130
    aside: float = 2.3
    """So far from each other those of one thing stand side by side, as many as it is wide."""
    covers: float = 2.2
    """So wide one is in units."""
    apart: float = 0.62
    """So far from each other stand their rows."""
    beyond: float = 0.35
    """So far beyond the edge of a thing stands the middle of its first."""
    above: float = 0.12
    """So far above what it lies on."""


SHAPE: Final = Shape()
_OPEN: Final = re.compile(r"\\\{[^{}]*\\\}")


class Standing(NamedTuple):
    """A button where it stands on the table: at which place, with what words, below which thing."""

    at: str
    label: str
    ground: Ground
    thing: tuple[float, float]
    said: Places

    def __str__(self) -> str:
        """Say which it is."""
        return f'the button "{self.label}" at "{self.at}"'


def standing(plan: SpotPlan) -> Iterator[Standing]:
    """List every button that there is, where something lies in every slot."""
    chores = [each for each in plan.layout.chores if each.button]
    for spot in plan.spots.values():
        mine = [each for each in chores if _stands_at(each, spot.name)]
        for number, chore in enumerate(mine):
            label = str(getattr(chore.title, plan.mod.tongue)) if chore.title else chore.id
            aside, away = _place(spot.holds, number, len(mine))
            for x, z in spot.slots:
                middle = spot.frame.place((x + aside, z - away))
                size = (units(SHAPE.wide), units(SHAPE.high))
                ground = Ground(*middle, *size, spot.frame.turn)
                yield Standing(spot.name, label, ground, spot.frame.place((x, z)), spot.said)


def _stands_at(chore: Chore, name: str) -> bool:
    return any(re.fullmatch(_OPEN.sub("[^.]+", re.escape(each)), name) for each in chore.at)


def _place(size: tuple[float, float], number: int, count: int) -> tuple[float, float]:
    """Say how far aside and below the middle of a thing a button stands, as the script does."""
    columns = max(1, math.floor((size[0] + SHAPE.aside - SHAPE.covers) / SHAPE.aside))
    row, column = divmod(number, columns)
    beside = min(columns, count - row * columns)
    aside = (column - (beside - 1) / 2) * SHAPE.aside
    return aside, size[1] / 2 + SHAPE.beyond + row * SHAPE.apart


def in_the_way(plan: SpotPlan) -> Iterator[tuple[Places, str]]:
    """Say what buttons stand over, and whose words have no room on them."""
    buttons = [*standing(plan)]
    for one, other in combinations(buttons, 2):
        if one.ground.meets(other.ground):
            yield other.said, f"{other} stands over {one}"
    texts, frames = [*_texts(plan)], [*_frames(plan)]
    for each in buttons:
        for what, ground in texts:
            if each.ground.meets(ground):
                yield each.said, f"{each} stands over {what}"
        for area in frames:
            begins, lies = area.has(*each.thing), area.holds(each.ground)
            if (begins or area.meets(each.ground)) and not (begins and lies):
                yield each.said, f"{each} stands on a frame, or outside of that of its place"
        if label_wide(each.label, SHAPE.font) > units(SHAPE.wide):
            yield each.said, f"{each} has no room for its words"


def _frames(plan: SpotPlan) -> Iterator[Ground]:
    """Give the parts of mats that have a frame, and a heading in it, as parts of the table."""
    for frame in plan.frames.values():
        for area in frame.mat.frames:
            yield Ground(*frame.place(area.at), *area.size, frame.turn)


def _texts(plan: SpotPlan) -> Iterator[tuple[str, Ground]]:
    """Give all that is read on mats, as parts of the table: names, and cards in their slots."""
    for frame in plan.frames.values():
        for what, ground in names_on(plan, frame):
            x, z = frame.place((ground.x, ground.z))
            yield what, ground._replace(x=x, z=z, turn=frame.turn)
    for spot in _read(plan.spots.values()):
        for slot in spot.slots:
            x, z = spot.frame.place(slot)
            yield f'what lies in "{spot.name}"', Ground(x, z, *spot.holds, spot.frame.turn)


def _read(spots: Iterable[Spot]) -> Iterator[Spot]:
    return (each for each in spots if each.said.kind not in BESIDE and each.said.outlined)
