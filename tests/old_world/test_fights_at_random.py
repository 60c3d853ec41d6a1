"""Random fights of all kinds: they end, keep every component, and can be left anywhere."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from tests.old_world.ring import Ring
from tests.old_world.table import SCHOOLS
from tts_tool.kernel.entries import Accepted, Answer
from tts_tool.kernel.position import canonical
from tts_tool.kernel.timeline import Timeline, fold
from tts_tool.proof.laws import miscounted
from tts_tool.rulesets.old_world.base.board.monsters import Monster

ATTRIBUTES = ("combat", "defense", "alchemy", "specialty")
LONGEST = 600
MOST_ANSWERS = 40


def at_random(seed: int) -> Ring:
    """Set up a fight with two to five seats: any monster or another witcher, any cards owned."""
    draw = Random(seed)
    r = Ring(draw.randint(2, 5), str(seed))
    kinds = sorted(r.timeline.composition.setup.cards.of(Monster))
    monster = kinds[seed % len(kinds)]
    r.monster(monster)
    if duel := seed % 4 == 0:
        r.stand(red=7, blue=7)
    owned = [c for c in r.inventory.components if c.startswith(("witcher-trophy", "attribute-tr"))]
    owned += [f"monster.{kind}" for kind in kinds if f"monster.{kind}" in _in_piles(r)]
    potions = list(r.document()["places"]["potion-deck"])
    seats = r.timeline.composition.setup.seats
    for seat, school in zip(seats, draw.sample(SCHOOLS, len(seats)), strict=True):
        r.school(seat, school)
        r.lay(f"witcher-trophies.{seat}", f"witcher-trophy.{school}.4", rest="box")
    owned = [c for c in owned if not c.endswith(".4")]
    for seat in ("red", "blue"):
        r.tracks(**{f"{each}.{seat}": draw.randint(1, 5) for each in ATTRIBUTES})
        r.tracks(**{f"shield.{seat}": draw.randint(0, 1)})
        kinds_owned = {r.inventory.components[c].kind: c for c in draw.sample(owned, len(owned))}
        trophies = list(kinds_owned.values())[:4]  # no two alike, as the rules have it
        owned = [c for c in owned if c not in trophies]
        r.lay(f"trophies.{seat}", *trophies)
        tokens = [c.replace("monster.", "monster-token.", 1) for c in trophies]
        beaten = [token for token in tokens if token.startswith("monster-token.")]
        r.lay("box", *beaten, rest="box")
        shelf = [potions.pop(draw.randrange(len(potions))) for _ in range(3)]
        r.lay(f"potions.{seat}", *shelf, rest="potion-deck")
    return r.attack() if duel else r.fight()


def _in_piles(r: Ring) -> list[str]:
    places = r.document()["places"]
    return [card for level in (1, 2, 3) for card in places[f"monster-cards.{level}"]]


def fought(seed: int) -> Iterator[Ring]:
    """Fight on at random and stop before every answer, and after the last."""
    draw, r = Random(seed), at_random(seed)
    for _ in range(LONGEST):
        yield r
        if not r.now.attacker or r.over:
            return
        decision = draw.choice(r.timeline.decisions())
        reply = r.timeline.choose(decision, decision.space().sample(draw.randrange))
        assert isinstance(reply, Accepted), reply
    raise AssertionError(f"fight {seed} does not end")


def look(timeline: Timeline) -> tuple[bytes, list[str]]:
    """Say how a game stands: its state and its open questions."""
    return canonical(timeline.state), [decision.id for decision in timeline.decisions()]


@pytest.mark.soak(sample=40, full=3000)
def test_fights_end_and_keep_everything(rounds: int) -> None:
    """Every fight ends; nothing is lost, no invariant breaks, restart points are close."""
    for seed in range(rounds):
        for r in fought(seed):
            state = r.timeline.state
            assert not miscounted(state)
            flaws = [holds(r.timeline.game) for holds in r.timeline.composition.invariants]
            assert not any(flaws), flaws
            since = r.timeline.entries[r.timeline.checkpoints[-1].entry :]
            assert sum(isinstance(entry, Answer) for entry in since) <= MOST_ANSWERS


@pytest.mark.soak(sample=12, full=600)
def test_fights_are_entered_from_the_state(rounds: int) -> None:
    """At every question the last restart point and the answers since lead to the same game."""
    for seed in range(rounds):
        for r in fought(seed):
            t = r.timeline
            nearest = t.checkpoints[-1]
            twin = Timeline(t.composition, t.header, nearest.state.copy())
            for entry in t.entries[nearest.entry :]:
                twin.again(entry)
            assert look(twin) == look(t)


@pytest.mark.soak(sample=12, full=300)
def test_fights_are_their_events(rounds: int) -> None:
    """The events of a fight, folded, give its state; played again it is the same fight."""
    for seed in range(rounds):
        *_, r = fought(seed)
        t = r.timeline
        start = t.checkpoints[0]
        events = [happened.event for happened in t.happened[start.event :]]
        assert canonical(fold(start.state, events)) == canonical(t.state)
        assert look(Timeline.replay(t.composition, t.header, t.entries)) == look(t)


@pytest.mark.soak(sample=60, full=2000)
def test_all_outcomes_happen(rounds: int) -> None:
    """Random fights are won, lost and drawn out: every outcome is among them."""
    outcomes = set()
    for seed in range(rounds):
        *_, r = fought(seed)
        outcomes.add(r.ended("outcome"))
    assert outcomes == {"defeated", "driven-away", "lost", "won"}
