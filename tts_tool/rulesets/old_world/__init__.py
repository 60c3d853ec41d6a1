"""The Witcher: Old World: the base game, and a folder for each box that adds to it."""

from __future__ import annotations

from tts_tool.catalog.schema import Schema
from tts_tool.kernel.module import Ruleset
from tts_tool.rulesets.old_world.base.box import setup
from tts_tool.rulesets.old_world.base.module import base
from tts_tool.rulesets.old_world.base.table import standing, strokes, taking_up
from tts_tool.rulesets.old_world.base.turn import rounds
from tts_tool.rulesets.old_world.legendary_hunt import legendary_hunt
from tts_tool.rulesets.old_world.lone_hunt import lone_hunt
from tts_tool.rulesets.old_world.lost_mount import lost_mount
from tts_tool.rulesets.old_world.monster_pack import monster_pack
from tts_tool.rulesets.old_world.solo import solo
from tts_tool.rulesets.old_world.voice import check

MODULES = (
    base,
    solo,
    legendary_hunt,
    lone_hunt,
    monster_pack,
    lost_mount,
)
"""The boxes, in the order in which they come where that matters; each says what its cards are."""

base.check(check)
# Harbours are drawn, and boxes sail from them; a ruling waits for a card that needs one.
base.spare("Location.harbour", "ruling")

RULESET = Ruleset(
    "old-world",
    modules=MODULES,
    play=rounds.play,
    seats=setup.SEATS,
    fewest=1,
    standing=standing.standing,
    chores=standing.CHORES,
    strokes=strokes.STROKES,
    takes_up=taking_up.take_up,
    seen=standing.SEEN,
    implied=lambda seats, _chosen: ("solo",) if len(seats) == 1 else (),  # OW-GEN-01 OW-SOLO-01
    schema=Schema.of(*MODULES),
)

__all__ = ["MODULES", "RULESET"]
