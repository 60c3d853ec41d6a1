"""What hangs on things and on the table: parts, joints, casts, clocks, notes, books of rules."""

from __future__ import annotations

import pytest

from tests.table.world.furniture import (
    all_of,
    card,
    hand,
    listener,
    one,
    sit,
    table,
    thing,
    tile,
    zone,
)
from tts_tool.errors import NotFound
from tts_tool.saves.tree import Node
from tts_tool.table.world import (
    attaching,
    casting,
    clocks,
    handzones,
    loading,
    notebook,
    spawning,
    time,
)
from tts_tool.table.world.events import PlayerAction
from tts_tool.table.world.thing import Thing
from tts_tool.table.world.vectors import Vec


def test_a_part_goes_with_its_thing_and_comes_off_where_it_was() -> None:
    """It is no object meanwhile; taken off again it stands where it stood on the thing."""
    world = table(
        thing("Custom_Board", 10, y=1.21, turn=90, Locked=True), card(1, 12, 3, y=2, Locked=True)
    )
    board, part = list(world)
    attaching.attach(world, board, part)
    assert part.gone
    assert [raw["GUID"] for raw in attaching.attachments(board)] == ["ca0001"]
    loaded = loading.load(loading.save(world), sink=listener(table()))
    again = attaching.detach(loaded, one(loaded, "Board"), 0)
    assert again.position == pytest.approx((12, 2, 3), abs=1e-4)
    assert again.guid == "ca0001"
    assert "ChildObjects" not in one(loaded, "Board").raw


def test_a_part_that_is_not_there() -> None:
    """The error says how many there are."""
    world = table(thing("Custom_Board"))
    with pytest.raises(NotFound, match="0 attachments"):
        attaching.detach(world, one(world, "Board"), 0)


def test_joints_name_their_partner() -> None:
    """They are kept as the save has them, and can be released."""
    world = table(tile(GUID="aaaaaa"), tile(9, GUID="bbbbbb"))
    first, second = list(world)
    attaching.join_to(world, first, second, "JointFixed", {"EnableCollision": False})
    assert [(kind, raw["ConnectedBodyGUID"]) for kind, raw in attaching.joints(first)] == [
        ("JointFixed", "bbbbbb")
    ]
    attaching.release(world, first)
    assert attaching.joints(first) == []


@pytest.mark.parametrize(
    ("origin", "direction", "half", "met", "normal"),
    [
        ((0, 9, 0), (0, -1, 0), (0, 0, 0), ["upper", "lower"], (0, 1, 0)),
        ((-9, 1.46, 0), (5, 0, 0), (0, 0, 0), ["lower", "right"], (-1, 0, 0)),
        ((0, 9, 0.9), (0, -1, 0), (0, 0, 0), [], None),
        ((0, 9, 0.9), (0, -1, 0), (0.5, 0.5, 0.5), ["upper", "lower"], (0, 1, 0)),
        ((0, 1.46, 0), (1, 0, 0), (0, 0, 0), ["right"], (-1, 0, 0)),
        ((0, 9, 0), (0, 0, 0), (0, 0, 0), [], None),
        ((0, 9, 0), (0, 1, 0), (0, 0, 0), [], None),
    ],
)
def test_casts_meet_what_lies_on_the_way(
    origin: Vec, direction: Vec, half: Vec, met: list[str], normal: Vec | None
) -> None:
    """Nearest first, with the side that was met; a ray does not meet what it starts in."""
    world = table(
        thing("BlockSquare", y=1.46, Nickname="lower"),
        thing("BlockSquare", y=4.46, Nickname="upper"),
        thing("BlockSquare", 6, y=1.46, Nickname="right"),
        zone("ScriptingTrigger"),
    )
    hits = casting.cast(world, origin, direction, half=half)
    assert [world.things[hit.object].nickname for hit in hits] == met
    if normal is not None:
        assert hits[0].normal == normal
        assert hits[0].distance < 9


def test_a_cast_reaches_so_far() -> None:
    """And finds zones only where the game does."""
    for switch, found in ((False, ["Block"]), (True, ["Scripting", "Block"])):
        world = table(
            thing("BlockSquare", y=1.46),
            zone("ScriptingTrigger"),
            turned={"cast-hits-zones": switch},
        )
        hits = casting.cast(world, (0, 9, 0), (0, -1, 0), reach=8)
        assert [world.things[hit.object].type for hit in hits] == found
        assert casting.cast(world, (0, 19, 0), (0, -1, 0), reach=8) == []


def _count_down(clock: Thing) -> None:
    clocks.set_countdown(clock, 60)
    clocks.pause(clock)


@pytest.mark.parametrize(
    ("start", "shown"),
    [
        (lambda clock: clocks.set_mode(clock, clocks.STOPWATCH), 2),
        (_count_down, 58),
        (lambda clock: clocks.set_countdown(clock, 60), 60),
        (lambda clock: clocks.set_mode(clock, clocks.OF_DAY), 0),
    ],
)
def test_clocks_go_by_the_time_of_the_table(start: Node, shown: int) -> None:
    """Up, down, or not while paused; a save keeps what they show."""
    world = table(thing("Digital_Clock"))
    start(one(world, "Clock"))
    time.run(world, 120)
    assert clocks.clock_value(one(world, "Clock")) == shown
    again = loading.load(loading.save(world))
    assert [clocks.clock_value(each) for each in again] == [shown]


def test_a_notebook_keeps_its_order() -> None:
    """Tabs are added at the end, changed in part, and move up when one goes."""
    world = table()
    assert [notebook.add_tab(world, title, "…", "Red") for title in "abc"] == [0, 1, 2]
    notebook.edit_tab(world, 1, body="new")
    notebook.remove_tab(world, 0)
    assert [(tab["title"], tab["body"], tab["color"]) for tab in notebook.tabs(world)] == [
        ("b", "new", "Red"),
        ("c", "…", "Red"),
    ]
    with pytest.raises(NotFound, match="2 tabs"):
        notebook.edit_tab(world, 2, title="x")


def test_reloading_makes_a_new_object_with_the_same_guid() -> None:
    """Its script starts anew once it has spawned."""
    world = table(card(1))
    old = one(world, "Card")
    new = spawning.reload(world, old)
    time.step(world)
    assert (old.gone, new.guid, new.handle != old.handle) == (True, "ca0001", True)
    assert listener(world).names() == ["ObjectDestroy", "ScriptDue", "ObjectSpawn"]


@pytest.mark.parametrize("frames", [0, 1, 5])
def test_a_destroyed_thing_can_be_looked_at_for_a_while(frames: int) -> None:
    """So many frames as the switch says; by its GUID it is gone at once."""
    world = table(card(1), turned={"destruct-frames": frames})
    gone = one(world, "Card")
    world.remove(gone)
    assert world.by_guid("ca0001") is None
    seen = 0
    while world.thing(gone.handle) is not None and seen < 20:
        time.step(world)
        seen += 1
    assert seen == max(frames, 1)


@pytest.mark.parametrize(("asks", "held"), [(True, ""), (False, "Red")])
def test_a_switch_for_cards_out_of_hands(asks: bool, held: str) -> None:  # noqa: FBT001
    """Dragging a card out of a hand may ask, or not."""
    world = table(card(1, 0, -30, y=5), hand(), turned={"hand-drag-asks-pick-up": asks})
    red = sit(world)
    listener(world).forbid(PlayerAction)
    assert red.pick_up(one(world, "Card")) != asks
    assert one(world, "Card").held_by == held


def test_a_held_card_is_in_no_hand() -> None:
    """It leaves the hand when it is picked up, and comes back when it is dropped there."""
    world = table(card(1, 0, -30, y=5), hand())
    red = sit(world)
    held = one(world, "Card")
    red.pick_up(held)
    time.step(world)
    assert handzones.hand_objects(world, "Red") == []
    red.drop_on(held, one(world, "Hand"))
    time.settle(world)
    assert handzones.hand_objects(world, "Red") == [held]
    assert all_of(world, "Card") == [held]
