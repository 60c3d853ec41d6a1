"""A round of the hunt as it is told: night, ruins, driving away, and a fight that ends the game."""

from __future__ import annotations

import pytest

from tests.old_world.legendary_hunt.hunting import MONSTER, Hunted
from tts_tool.kernel.events import Ended, Moved, Said


def told(h: Hunted, since: int = 0) -> list[str]:
    """Tell in a line each what happened to the legend, its ruins, its cards, and what was said."""
    lines = []
    for happened in h.timeline.happened[since:]:
        event = happened.event
        if isinstance(event, Said) and event.code.startswith(("legend", "destruction")):
            lines.append(f"{event.code} {' '.join(str(each) for each in event.params.values())}")
        elif isinstance(event, Ended):
            lines.append(f"ended {event.result}")
        elif isinstance(event, Moved):
            kind = event.components[0].partition(".")[0]
            if kind in {"legend-miniature", "movement", "destruction", "legend-fight"}:
                many = f" x{len(event.components)}" if len(event.components) > 1 else ""
                lines.append(f"{kind}{many}: {event.source} > {event.target} [{happened.rule}]")
    return lines


@pytest.mark.rule("LH-18", "LH-27", "LH-36")
def test_a_round() -> None:
    """What happens from one evening to the end of the game, event by event."""
    h = Hunted(2, legend="imperial-golem", at=15).next_cards("2-18", "0-17")
    h.lies("rubble", "razed.10")
    h.stand(red=10, blue=1).tracks(**{"gold.red": 3, "track.red": 3, "shield.red": 0})
    supply = [token for token in h.document()["places"]["destruction-supply"] if "rubble" in token]
    h.lay("destruction-supply", *supply)
    h.hand("red", *h.plain(4)).evening(2)
    assert h.open() == ["phase-1/red"]
    assert told(h) == [
        "movement: movement-deck > movement-discard [LH-23]",
        "legend-miniature: at.15 > at.11 [LH-27]",
        "destruction: destruction-supply > razed.15 [LH-36]",
        "legend-miniature: at.11 > at.7 [LH-27]",
        "destruction: destruction-supply > razed.11 [LH-36]",
    ]
    # Red follows it to 7, drives it off, and searches the ruins that it leaves.
    seen = len(h.timeline.happened)
    h.go(7)
    h.answer("phase-1", "drive-away").answer("pay-driving", [h.place("hand.red")[0]])
    h.answer("legend-step", "at.8", "blue").answer("phase-1", "end-phase")
    assert told(h, seen) == [
        "movement: movement-deck > movement-discard [LH-23]",
        "legend-miniature: at.7 > at.8 [LH-27]",
        "destruction: destruction-supply > razed.7 [LH-36]",
        "destruction: razed.7 > destruction-found [LH-55]",
        "destruction-found red rubble",
        "destruction: destruction-found > destruction.red [LH-59]",
    ]
    assert (h.track("gold.red"), h.memory("red").draws) == (4, 1)
    # A turn later it is fought, from the Life Pool of 19 on.
    h.stand(red=8).to_phase("phase-2", "red")
    h.hand("red", h.printed("red", damage=4), *h.plain(2)).deck("red", *h.plain(9))
    seen = 0
    h.answer("phase-2", "fight.legend")
    assert told(h, seen) == [
        "legend-fight x19: legend-deck > monster-life [OW-MONSTER-04]",
    ]
    strong = next(card for card in h.place("hand.red") if h.inventory.cards[card].fight.damage)
    h.combo(strong)
    assert len(h.place("monster-spent")) == 4
    h.lay("monster-life", "legend-fight.12", rest="monster-spent").note(
        type(h.now), turn="red", step="start"
    )
    last = h.printed("red", damage=2)
    h.hand("red", last, *h.plain(1))
    h.combo(last)
    assert told(h)[-3:] == [
        "legend-fight: monster-life > monster-spent [OW-FIGHT-24]",
        "legend-slain red imperial-golem",
        "ended (('red',), ('blue',))",
    ]
    assert h.over
    assert MONSTER not in h.timeline.state.result[0]
