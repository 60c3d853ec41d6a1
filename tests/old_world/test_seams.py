"""Every point at which boxes join is used once in each of its ways, called by the rules, and told.

The last test is a small box that adds a location action, an opponent and a market row.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from typing import Any

import pytest

from tests.old_world.crows_nest import CROW, EYRIE, crows_nest
from tests.old_world.hook_page import CHAPTERS, calls, point_rows, rows
from tests.old_world.ring import Ring
from tests.old_world.seams import SEAMS, Seam
from tests.old_world.table import new
from tts_tool.kernel.game import Game
from tts_tool.rulesets.old_world.base.module import base

USES = {(seam.point.name, seam.kind) for seam in SEAMS}
OFFERED = {(point.name, kind) for point in base.points for kind in point.kinds}

CATALOGUE = """
setup.validate setup.map setup.market setup.side_decks setup.story_decks setup.location_tokens
setup.monster_piles setup.monster_fight_deck setup.special_opponents setup.characters
setup.player_components setup.after_players character.attribute_name character.guard_resource
character.kind_words character.own_school attribute.raised attribute.lowered level.reached
turn.started move.destinations move.payment move.in_transit sea_roll.value move.arrived
location_action.available location_action.perform phase1.extra_actions phase1.force_end
phase1.ended phase2.options explore.deck story.result meditate.advance fight.opponents
fight.trail_for fight.before fight.monster_pool_source fight.monster_pool_size fight.after_pools
fight.first_turn fight.temporary_levels fight_turn.started fight_turn.ended
fight_turn.step1_uses fight.item_limit combo.connect combo.resolve combo.card_resolved
combo.symbols damage.to_monster damage.monster_card_discarded damage.to_player damage.absorb
damage.player_card_discarded discard.other guard.change_in_fight fight_turn.draw_count
monster.attack_type monster.attack_card monster.extra_turn pool.add_cards fight.end_check
fight.outcome_table fight.rewards fight.cleanup fight.finished monster.leaving monster.spawn
monster.spawned gain.potion gain.potion_limit gain.trail gain.action_card display.remove
display.card_gained purchase.cost phase3.draw_target trophy.gained track.step dagon.step
dagon.emerged dagon.left round.ended special_deck.draw_from_empty game.win_check game.loss_check
""".split()
"""The hook points that the boxes were planned with."""

ROWS = """Turn driver, Phase I scheduler, Location Action gate, Enter-Location event, Draws outside
fights, Life Pool size, First strike, Attack type, After a Monster fight, Trophy gain, Dice Poker,
Explore, Phase III, End of round, Win check, Random sources"""
"""The moments at which the modes Wild Hunt and Renown join in."""

ACTING = {
    "soundness.py": (2, "a position says who acts, and is judged by that"),
    "rounds.py": (1, "the turn driver lets the seat whose turn it is go on"),
    "deck.py": (2, "everybody but who is in turn may look through the own deck"),
}
"""The only files that may ask whose turn it is: how often, and why."""


WHOSE = {
    ("setup.player_components", "modify"): {"red", "blue"},
    ("setup.after_players", "notify"): {""},
    ("character.kind_words", "replace"): {"blue"},
    ("character.own_school", "replace"): {"red", "blue"},
    ("round.ended", "notify"): {""},
    ("fight_turn.started", "notify"): {"", "red"},
    ("fight_turn.ended", "notify"): {"", "red"},
    ("monster.extra_turn", "notify"): {""},
    ("monster.leaving", "notify"): {""},
    ("monster.spawned", "notify"): {""},
}
"""Whom hooks are told of, where that is not red alone."""


@pytest.mark.parametrize("seam", SEAMS, ids=lambda seam: f"{seam.point.name}-{seam.kind}")
def test_a_seam(seam: Seam) -> None:
    """A box that joins in has an effect that is seen, and isn't there without the box."""
    assert seam.play((seam.box(),)) == seam.shows
    assert seam.play(()) != seam.shows


@pytest.mark.parametrize("seam", SEAMS, ids=lambda seam: f"{seam.point.name}-{seam.kind}")
def test_whose_moment_it_is(seam: Seam) -> None:
    """A box is told whose moment it is: red's, but for a few; nobody's where nobody is named."""
    seen: set[str] = set()

    def heard(g: Game, *given: Any, **named: Any) -> Any:  # noqa: ANN401  # whatever it is called with
        if seam.kind == "notify" and given:
            seen.add(given[0])
        elif "seat" in named:
            seen.add(named["seat"])
        return seam.hook(g, *given, **named)

    seam._replace(hook=heard).play((seam._replace(hook=heard).box(),))
    (context,) = {call.context for call in calls() if call[:2] == (seam.point.name, seam.kind)}
    named = seam.kind == "notify" or "seat" in context
    assert seen <= WHOSE.get((seam.point.name, seam.kind), {"red"})
    assert named or not seen


def test_every_kind_of_every_point_is_used() -> None:
    """No point and no kind of one is without a use, and each has one."""
    assert USES == OFFERED
    assert len(SEAMS) == len(USES)


def test_every_point_is_called() -> None:
    """The rules call every point in each of its kinds."""
    assert {(call.point, call.kind) for call in calls()} >= OFFERED


def test_the_page_tells_every_point() -> None:
    """The page has a row for each kind of each point, with the keywords that the rules pass."""
    passed = defaultdict(set)
    for call in calls():
        passed[call.point, call.kind].add(call.context)
    assert point_rows() == {each: passed[each] for each in OFFERED}


def test_planned_points() -> None:
    """Every planned point exists under its name, or the page says that it comes with its box."""
    later = {name for row in rows("Later") for name in re.findall(r"`([\w.]+)`", row[0])}
    known = {point.name for point in base.points}
    assert set(CATALOGUE) <= known | later
    assert not known & later


def test_rows_of_the_modes() -> None:
    """Every moment of the modes has its points on the page, of kinds that they offer."""
    told = rows("Modes")
    assert [row[0] for row in told] == [" ".join(each.split()) for each in ROWS.split(",")]
    for _moment, names, kinds, _how in told:
        points = re.findall(r"`([\w.]+)`", names)
        listed = {(name, kind) for name in points for kind in kinds.split(", ")}
        assert {name for name, _ in listed & OFFERED} == set(points)


def test_who_acts_is_passed_on() -> None:
    """No rule asks whose turn it is where a seat can be passed."""
    asking = Counter(
        file.name
        for file in (CHAPTERS / "base").rglob("*.py")
        for _ in re.findall(r"\b(?:g|game|state)\.acting\b", file.read_text(encoding="utf-8"))
    )
    assert asking == {file: count for file, (count, _why) in ACTING.items()}


def test_a_small_box() -> None:
    """A box adds a location action, an opponent and a market row, by hooks alone."""
    t = new(boxes=(crows_nest,)).stand(red=EYRIE).did("red", moved=True).tracks(**{"gold.red": 0})
    assert "feed" not in new(boxes=()).options("phase-1")
    assert t.answer("phase-1", "feed").track("gold.red") == 1
    assert t.refused("phase-1", "feed").code == "action-used"
    t.answer("phase-1", "end-phase").answer("phase-2", f"fight.{CROW}")
    assert t.track("gold.red") == 3
    t.until("purchase")
    row = t.place("crow-row")
    fields = t.ask("purchase").space().describe()["fields"]["card"]["options"]
    assert set(row) < {option["value"] for option in fields}
    cost = t.cards(places=["crow-row"], cost=0)[0]
    t.answer("purchase", {"card": cost, "pay": []})
    assert cost in t.place("hand.red")
    assert len(t.place("crow-row")) == 2


def test_a_small_box_in_a_fight() -> None:
    """The same box has its opponent only where it lives."""
    r = Ring(boxes=(crows_nest,)).stand(red=EYRIE + 1).ready()
    refusal = r.refused("phase-2", f"fight.{CROW}")
    assert refusal.params == {"seat": CROW}
