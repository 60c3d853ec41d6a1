"""Which witchers are in a fight: read by everything that goes differently there.

A leaf, so that drawing cards and reading levels can ask without knowing how fights go.
"""

from __future__ import annotations

import msgspec

from tts_tool.kernel.game import Game
from tts_tool.kernel.inventory import Seat
from tts_tool.rulesets.old_world.base.module import base


@base.part
class Arena(msgspec.Struct, frozen=True):
    """The fight that is going on: the witchers in it, the attacker first."""

    fighters: tuple[Seat, ...] = ()


def in_fight(g: Game, seat: Seat) -> bool:
    """Tell whether a seat is in a fight, as attacker or as defender."""
    return seat in g.part(Arena).fighters
