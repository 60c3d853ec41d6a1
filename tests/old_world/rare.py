"""Questions that random games hardly ever meet, each in a situation that was set up."""

from __future__ import annotations

from collections.abc import Callable

from tests.old_world.table import Table, new, workshop
from tests.old_world.test_fight_abilities import bitten, owning, strikes
from tests.old_world.test_meditate import mastered
from tests.old_world.test_rulings import riddle
from tests.old_world.test_special_abilities import begun
from tts_tool.rulesets.old_world.base.abilities.abilities import PutBack

__all__ = ["RARE"]


def _weighed() -> Table:
    """Let red have damaged a monster whose trophy may be used then."""
    return bitten(strikes(owning("monster.manticore").bout(12)), 12)


def _two_to_put_back() -> Table:
    """Let something want two cards of red's hand back on the deck."""
    back = {"back": lambda g, seat: g.perform(PutBack(count=2), seat, "leaf")}
    t = new(boxes=(workshop("back", back),)).answer("phase-1", "back")
    return t.answer("put-back", list(t.place("hand.red")[:2]))


RARE: dict[str, Callable[[], Table]] = {
    "discard-from-deck": lambda: begun("drowners-nest"),
    "look": lambda: new().answer("look-through", "look", "blue"),
    "meditate": lambda: mastered("combat", "defense").answer("phase-2", "meditate"),
    "put-back-order": _two_to_put_back,
    "ruling": lambda: new(3, boxes=(riddle,)).answer("phase-1", "read"),
    "use-damaged": _weighed,
}
"""What random games hardly ever meet."""
