"""Kayran: a legend more, and nothing else."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.old_world.legendary_hunt.hunting import Hunted
from tests.old_world.table import new, unplayed
from tts_tool.kernel.hooks import CompositionError
from tts_tool.rulesets.old_world import RULESET
from tts_tool.rulesets.old_world.legendary_hunt import legendary_hunt
from tts_tool.rulesets.old_world.monster_pack import monster_pack
from tts_tool.rulesets.old_world.monster_pack.kayran import NEEDS

BOTH = (legendary_hunt, monster_pack)


@pytest.mark.rule("MP-01")
def test_not_without_the_hunt() -> None:
    """Alone it is refused."""
    assert NEEDS == ("legendary-hunt",)
    with pytest.raises(CompositionError, match="module monster-pack needs legendary-hunt"):
        RULESET.chosen(("monster-pack",))
    assert monster_pack in RULESET.chosen(("monster-pack", "legendary-hunt"))


@pytest.mark.rule("MP-02")
def test_what_there_is_of_it() -> None:
    """One large card, one miniature."""
    without, within = (
        Counter(each.partition(".")[0] for each in t.timeline.composition.inventory.components)
        for t in (new(2, boxes=(legendary_hunt,)), new(2, boxes=BOTH))
    )
    assert within - without == {"legend": 1, "legend-miniature": 1}


@pytest.mark.rule("MP-03", "MP-04")
@pytest.mark.parametrize(("chosen", "where"), [("kayran", "at.12"), ("toad", "legend-miniatures")])
def test_one_of_eight(chosen: str, where: str) -> None:
    """It is one of those to choose from; if another is chosen it stays where it was."""
    t = unplayed(2, boxes=BOTH, settings={"starting-player": "red", "hunt-legend": "choose"})
    t.until("legend")
    assert len(t.options("legend")) == 8
    t.answer("legend", chosen)
    state = t.timeline.state
    assert state.place_of("legend-miniature.kayran") == where
    assert state.place_of("legend.kayran") == ("legend" if chosen == "kayran" else "legends")


@pytest.mark.rule("MP-03")
def test_it_is_hunted_like_any_other() -> None:
    """Its Life Pool is the fight deck less the tokens, and slaying it wins."""
    h = Hunted(legend="kayran", at=12).owns(4)
    h.hand("red", *h.plain(3)).stand(red=12).ready().answer("phase-2", "fight.legend")
    assert len(h.place("monster-life")) == 16
    h = Hunted(legend="kayran", at=12)
    h.hunt(1).hand("red", h.printed("red", damage=9), *h.plain(1)).deck("red", *h.plain(5))
    h.combo(h.place("hand.red")[0])
    assert h.timeline.state.result[0] == ("red",)
