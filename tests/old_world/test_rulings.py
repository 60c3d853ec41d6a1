"""The Golden Rule: cards that nobody can read for sure."""

from __future__ import annotations

import pytest

from tests.old_world.table import new, workshop
from tts_tool.catalog import Text
from tts_tool.rulesets.old_world.base.story.stories import Gold
from tts_tool.rulesets.old_world.base.table.rulings import Reading, Ruling

UNCLEAR = Ruling(
    readings=(
        Reading(label=Text(en="One gold", de="Ein Gold"), effects=(Gold(by=1),)),
        Reading(label=Text(en="Three gold", de="Drei Gold"), effects=(Gold(by=3),)),
    )
)

riddle = workshop(
    "riddle", {"read": lambda g, seat: g.perform(UNCLEAR, seat, g.cards(f"board.{seat}")[0])}
)


@pytest.mark.rule("OW-GEN-03", "OW-DEC-38")
def test_the_table_rules_once() -> None:
    """Everyone is asked, the first answer counts, and the next time it is settled."""
    t = new(seats=3, boxes=(riddle,)).tracks(**{"gold.red": 0}).answer("phase-1", "read")
    assert t.open() == ["ruling/red", "ruling/blue", "ruling/green"]
    t.answer("ruling", 2, "green")
    assert t.track("gold.red") == 3
    assert t.answer("phase-1", "read").track("gold.red") == 6
    assert t.open() == ["phase-1/red"]
