"""At its table the mount is brought along by hands: pile, place and die, and none of it differs."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from tests.old_world.lost_mount.test_lost_mount import (
    TO,
    end_phase_one,
    placing,
    put,
    riding,
    stands,
)
from tests.old_world.real_table import Sat, open_table
from tests.old_world.table import Table
from tests.old_world.test_every_rule_broken_by_hand import broken, of_box
from tts_tool.kernel.decisions import TABLE, Decision
from tts_tool.kernel.entries import Observation
from tts_tool.kernel.game import Luck
from tts_tool.kernel.timeline import Timeline
from tts_tool.playtest.hands import Way

BOX = ("lost-mount",)
HANDS = ("hand", "button")


@pytest.fixture(scope="module")
def table() -> Iterator[Sat]:
    """Open the table once, built with the box."""
    with open_table(with_dice(placing()), boxes=BOX) as sat:
        yield sat


def with_dice(t: Table) -> Timeline:
    """Let the die of the mount be one on the table."""
    luck = Luck(seed="1", observed=("mount",))
    header = msgspec.structs.replace(t.timeline.header, luck=luck)
    return Timeline.replay(t.timeline.composition, header, t.timeline.entries)


def asked(sat: Sat, name: str) -> Decision:  # type: ignore[type-arg]
    """Find an open question."""
    return next(each for each in sat.session.timeline.decisions() if each.name == name)


@pytest.mark.parametrize("way", HANDS)
def test_it_is_placed(table: Sat, way: Way) -> None:
    """A token is drawn, the mount is carried to a location; the tokens go back by themselves."""
    game = with_dice(placing())
    table.lay(game)
    hands = table.answer("blue", asked(table, "mount-pile"), "water", way)
    assert len(game.state.places["draft.blue"]) == 2
    assert table.top.drift() == {}
    pulled = hands.drags
    question = asked(table, "mount")
    token = question.space().sole()[1]
    carried = table.answer("blue", question, token, way)
    number = game.composition.inventory.cards[token].number
    assert "mount" in game.state.places[f"at.{number}"]
    assert table.top.drift() == {}
    assert (pulled > 0, carried.drags > 0) == (way == "hand", way == "hand")


@pytest.mark.parametrize("way", HANDS)
def test_its_die_is_thrown(table: Sat, way: Way) -> None:
    """Whoever comes to it rolls one of the dice that lie there, and what it shows counts."""
    t = riding()
    t.hand("red", *t.place("deck.red")[:2])
    game = with_dice(t)
    table.lay(game)
    table.answer("red", asked(table, "phase-1"), f"at.{TO}")
    while not (throws := [each for each in game.decisions() if each.seat == TABLE]):
        question = game.decisions()[0]
        table.answer("red", question, question.space().sole()[0])
    assert throws[0].name == "chance.mount"
    before = len(game.entries)
    hands = table.roll(throws[0], way)
    fallen = game.entries[before]
    assert isinstance(fallen, Observation)
    die = table.top.table.find(table.top.sets_for("mount")[0][0])
    assert fallen.outcome == [die.value]
    assert (hands.rolls > 0) == (way == "hand")
    assert game.state.place_of("mount") == "box"
    assert table.top.drift() == {}


def test_after_phase_one(table: Sat) -> None:
    """It comes back out of the box the same way when Phase I is over."""
    t = put(riding(), "box").did("red", moved=True)
    game = with_dice(end_phase_one(t))
    table.lay(game)
    table.answer("red", asked(table, "mount-pile"), "forest")
    question = asked(table, "mount")
    table.answer("red", question, question.space().sole()[0])
    assert stands(Table(game)).startswith("at.")
    assert table.top.drift() == {}


def test_every_rule_of_the_box_is_broken(table: Sat) -> None:
    """What the box forbids is tried in vain, and refused in both languages with the rule's id."""
    assert {rule: broken(table, rule) for rule in of_box("LM-")}
