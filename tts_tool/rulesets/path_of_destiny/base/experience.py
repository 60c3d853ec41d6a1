"""Experience and points: one number each, and the abilities that experience unlocks."""

from __future__ import annotations

from tts_tool.kernel.game import Game
from tts_tool.kernel.inventory import Seat
from tts_tool.rulesets.path_of_destiny.base.box import TRACK_END


def gain_xp(g: Game, seat: Seat, amount: int, rule: str = "PD-XP-01") -> None:
    """Move the cube, or the golden one once the other has come to the end; unlock what is passed.

    The track holds both: what is above its first end is the golden cube's.
    """
    g.add(f"xp.{seat}", amount, rule)  # PD-XP-01 PD-XP-04 PD-XP-06 PD-EFFECT-26
    unlock(g, seat)


def unlock(g: Game, seat: Seat) -> None:
    """Unlock each ability of which the field was reached or passed; it stays so."""
    reached = min(g.track(f"xp.{seat}"), TRACK_END)  # PD-XP-05
    for ability in g.cards(f"locked.{seat}"):
        if g.card(ability).xp <= reached:  # PD-XP-02 PD-ABIL-03
            g.move(ability, f"locked.{seat}", f"abilities.{seat}", at=-1, rule="PD-XP-02")


def lose_xp(g: Game, seat: Seat, amount: int) -> None:
    """Move the cube back, at most to nothing; what was unlocked stays unlocked."""
    g.add(f"xp.{seat}", -amount, "PD-XP-10")  # PD-XP-10


def golden(g: Game, seat: Seat) -> int:
    """Say on which field the golden cube stands; 0 also where it is not on the track."""
    return max(0, g.track(f"xp.{seat}") - TRACK_END)  # PD-XP-03 PD-XP-07


def gain_vp(g: Game, seat: Seat, amount: int, rule: str = "PD-XP-09") -> None:
    """Move the marker of points."""
    g.add(f"vp.{seat}", amount, rule)  # PD-XP-09
