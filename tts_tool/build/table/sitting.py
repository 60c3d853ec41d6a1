"""What a referee needs to know of a table: who sits at which colour, what dice stand for."""

from __future__ import annotations

from typing import NamedTuple

from tts_tool.build.mod import Mod
from tts_tool.build.table.gathering import read_layout
from tts_tool.kernel.inventory import Seat

__all__ = ["Sitting", "sitting"]


class Sitting(NamedTuple):
    """Colours by seat, and the streams of chance (or beginnings of them) that dice stand for."""

    colours: dict[Seat, str]
    rolled: tuple[str, ...]


def sitting(mod: Mod) -> Sitting:
    """Read it from the layout of a mod's table."""
    layout = read_layout(mod)
    rolled = {stream: None for prop in layout.props for stream in prop.rolls}
    colours: dict[Seat, str] = {seat: layout.seats[seat].colour for seat in mod.inventory.seats}
    return Sitting(colours, tuple(rolled))
