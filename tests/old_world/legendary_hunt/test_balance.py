"""Equal witchers against all legends: our own are neither easier nor harder than the known."""

from __future__ import annotations

import sys
from math import sqrt
from random import Random

import pytest

from tests.old_world.legendary_hunt.hunting import Hunted
from tests.old_world.table import catalogue
from tts_tool.playtest.bots import Bot, RandomBot
from tts_tool.playtest.steady import SteadyBot
from tts_tool.rulesets.old_world.base.box.records import ATTRIBUTES
from tts_tool.rulesets.old_world.legendary_hunt.records import Legend

PLACE = 8
TRASHED = 3
"""Fatigue of two trophies takes so many of the ten starting cards."""
MARKET = 9
TOKENS = 5
LEVEL = 3
FAR_TOO_LONG = 400
WIDER = 10
"""So many points easier or harder one of our own may be."""
ENOUGH = 300
"""In fewer fights chance makes a difference of its own, about one by the root of their number."""


def witcher(legend: str, seed: int) -> Hunted:
    """Let red stand before a legend: level III, two trophies, five tokens, nine good cards."""
    draw, h = Random(seed), Hunted(legend=legend, at=PLACE)
    places, known = h.document()["places"], h.inventory.cards
    own = draw.sample([*places["hand.red"], *places["deck.red"]], 10 - TRASHED)
    own += draw.sample([c for c in places["action-deck"] if known[c].cost], MARKET)
    draw.shuffle(own)
    h.hand("red", *own[:3]).deck("red", *own[3:])
    h.tracks(**{f"{each}.red": LEVEL for each in (*ATTRIBUTES, "shield", "witcher")})
    h.tracks(**{"track.red": 2, "gold.red": 5})
    potions = sorted({each.rpartition(".")[0] for each in places["potion-deck"]})
    h.potions("red", *(each.partition(".")[2] for each in draw.sample(potions, 2)))
    h.lay("legend-deck", *draw.sample(places["legend-deck"], 20))
    return h.owns(TOKENS).stand(red=PLACE).ready()


def wins(legend: str, seed: int) -> bool:
    """Tell whether a sensible player slays the legend so; blue announces its attacks."""
    h = witcher(legend, seed).answer("phase-2", "fight.legend")
    bots: dict[str, Bot] = {"red": SteadyBot(str(seed)), "blue": RandomBot(str(seed))}
    for _ in range(FAR_TOO_LONG):
        decision = h.timeline.decisions()[0] if not h.over else None
        if decision is None or decision.name == "purchase":
            return h.over
        h.answer(decision.name, bots[decision.seat].answer(decision), decision.seat)
    raise AssertionError(f"{legend}, seed {seed}: no end")


@pytest.mark.soak(sample=20, full=ENOUGH)
def test_no_own_legend_stands_out(rounds: int) -> None:
    """Each is slain about as often as the easiest and the hardest whose cards are known."""
    legends = sorted(catalogue().of(Legend))
    odds = {
        name: 100 * sum(wins(name, seed) for seed in range(rounds)) / rounds for name in legends
    }
    sys.stdout.write(f"\n{rounds} fights each, slain in per cent: {odds}\n")
    known = [odds[name] for name in ("imperial-golem", "frightener", "ice-giant")]
    wider = WIDER + (0 if rounds >= ENOUGH else 100 / sqrt(rounds))
    for name, per_cent in odds.items():
        assert min(known) - wider <= per_cent <= max(known) + wider, name
