"""Joints: what is fixed to a thing goes where it goes, turns with it, and does not fall alone."""

from __future__ import annotations

import math

import pytest

from tests.table.world.furniture import one, sit, table, thing
from tts_tool.errors import Refused
from tts_tool.saves.tree import Node
from tts_tool.table.world import attaching, copying, loading, motion, time
from tts_tool.table.world.thing import Thing
from tts_tool.table.world.vectors import Vec, angles, axes
from tts_tool.table.world.world import World

FLOOR = 0.96


def block(name: str, x: float, *, y: float = FLOOR + 0.5, **more: Node) -> Node:
    """Make a block whose GUID is its name."""
    return thing("BlockSquare", x, y=y, turn=0, GUID=name, **more)


def jointed(
    *blocks: Node, kind: str = "JointFixed", turned: Node = None
) -> tuple[World, list[Thing]]:
    """Lay blocks down, each of them jointed to the first."""
    world = table(*blocks, turned=turned)
    things = [each for each in world if each.type == "Block"]
    for other in things[1:]:
        attaching.join_to(world, other, things[0], kind, {})
    return world, things


def pair(
    kind: str = "JointFixed", *, turned: Node = None, **more: Node
) -> tuple[World, Thing, Thing]:
    """Lay two blocks down, the second jointed to the first."""
    blocks = block("base00", 0, **more), block("arm000", 2)
    world, (base, arm) = jointed(*blocks, kind=kind, turned=turned)
    return world, base, arm


@pytest.mark.parametrize(
    ("kind", "moved", "other"),
    [
        ("JointFixed", "base00", (5, 3, 4)),
        ("JointFixed", "arm000", (1, 3, 4)),
        ("JointHinge", "base00", (5, 3, 4)),
        ("JointSpring", "base00", (2, FLOOR + 0.5, 0)),
    ],
)
def test_what_is_jointed_goes_along(kind: str, moved: str, other: Vec) -> None:
    """Either of the two takes the other with it; a spring is physics, and takes nothing."""
    world, base, arm = pair(kind)
    one_moved, partner = (base, arm) if moved == "base00" else (arm, base)
    motion.move_to(world, one_moved, (3, 3, 4))
    assert partner.position == pytest.approx(other)


@pytest.mark.parametrize(
    ("kind", "place", "turn"), [("JointFixed", (0, 0, -2), 90), ("JointHinge", (2, 0, 0), 0)]
)
def test_what_is_fixed_turns_along(kind: str, place: Vec, turn: float) -> None:
    """Around the one that is turned; a hinge lets it turn alone."""
    world, base, arm = pair(kind)
    motion.turn_to(world, base, (0, 90, 0))
    x, _, z = arm.position
    assert (x, 0, z) == pytest.approx(place)
    assert arm.rotation[1] == pytest.approx(turn)


def test_a_smooth_move_takes_it_along_in_every_frame() -> None:
    """The distance between the two never changes, whatever the way."""
    world, base, arm = pair()
    motion.glide_to(world, base, (9, 4, 5))
    motion.turn_smoothly(world, base, (30, 200, 70))
    while motion.smooth_moving(world, base):
        time.step(world)
        assert math.dist(base.position, arm.position) == pytest.approx(2)
    assert not motion.resting(world, arm)
    assert time.settle(world) < 600


def test_both_fall_as_one() -> None:
    """The first that touches something ends the fall of both; neither is pulled apart."""
    world = table(block("base00", 0), block("arm000", 2), block("below0", 12, Locked=True))
    base, arm, _ = list(world)
    attaching.join_to(world, arm, base, "JointFixed", {})
    motion.move_to(world, base, (10, 6, 0))
    assert time.settle(world) < 600
    assert arm.position == pytest.approx((12, FLOOR + 1.5, 0))
    assert base.position == pytest.approx((10, FLOOR + 1.5, 0))


def test_what_lies_on_one_does_not_lift_the_other() -> None:
    """A block between two that hang together would else raise them, and they it, for ever."""
    world, base, arm = pair()
    upper = world.add(block("upper0", 0, y=FLOOR + 2.4))
    attaching.join_to(world, upper, arm, "JointFixed", {})
    between = world.add(block("middle", 0.1, y=FLOOR + 1.5))
    for each in (upper, between):
        world.loosen(each)
    assert time.settle(world) < 600
    assert base.box.low[1] == pytest.approx(FLOOR)
    assert between.box.low[1] == pytest.approx(base.box.high[1])


def test_a_chain_goes_as_one() -> None:
    """What is jointed to what is jointed goes along, and a circle has an end."""
    world, things = jointed(block("aaaaaa", 0), block("bbbbbb", 2), block("cccccc", 4))
    attaching.join_to(world, things[0], things[2], "JointHinge", {})
    motion.move_to(world, things[1], (2, FLOOR + 0.5, 7))
    assert [each.position[2] for each in things] == [7, 7, 7]
    time.settle(world)
    assert [each.position[2] for each in things] == [7, 7, 7]


def test_a_hand_carries_both() -> None:
    """The one that is held takes the other along, and both come down."""
    world, base, arm = pair()
    sit(world).drop_at(base, (8, 3, 8))
    assert time.settle(world) < 600
    assert arm.position == pytest.approx((10, FLOOR + 0.5, 8))
    assert base.position == pytest.approx((8, FLOOR + 0.5, 8))


def test_what_is_locked_holds() -> None:
    """Nobody can take what hangs on a locked thing, and it does not fall."""
    world, base, arm = pair(y=5, Locked=True)
    motion.move_to(world, arm, (2, 5, 0))
    time.settle(world)
    assert arm.position == pytest.approx((2, 5, 0))
    with pytest.raises(Refused, match="jointed to"):
        sit(world).pick_up(arm)
    attaching.release(world, arm)
    time.settle(world)
    assert arm.box.low[1] == pytest.approx(FLOOR)
    assert base.position[1] == 5


def test_what_hangs_together_changes_at_once() -> None:
    """Locking, freeing, another name and a new joint count from the next move on."""
    world, base, arm = pair()
    red = sit(world)

    def moved_along() -> bool:
        was = base.position
        motion.move_to(world, arm, (arm.position[0] + 1, *arm.position[1:]))
        return base.position != was

    assert moved_along()
    red.lock(base)
    assert not moved_along()
    red.lock(base, on=False)
    assert moved_along()
    world.rename(base, "other0")
    assert not moved_along()
    attaching.join_to(world, arm, base, "JointHinge", {})
    assert moved_along()


def test_joints_of_a_save_hold() -> None:
    """They need nobody to make them anew; a partner that is not there holds nothing."""
    world, _, _ = pair()
    again = loading.load(loading.save(world))
    motion.move_to(again, next(each for each in again if each.guid == "base00"), (4, 2, 0))
    assert next(each for each in again if each.guid == "arm000").position[0] == 6
    again.remove(next(each for each in again if each.guid == "base00"))
    left = one(again, "Block")
    motion.move_to(again, left, (0, 2, 0))
    assert time.settle(again) < 600
    assert left.position[0] == 0


def test_a_container_loses_joints() -> None:
    """What comes out of a bag is free."""
    world = table(block("base00", 0), block("arm000", 2), thing("Bag", 20, GUID="bag000"))
    base, arm, bag = list(world)
    attaching.join_to(world, arm, base, "JointFixed", {})
    red = sit(world)
    red.drop_on(arm, bag)
    time.settle(world)
    out = red.pull(bag)
    assert out is not None
    assert attaching.joints(out) == []
    assert base.position[0] == 18


@pytest.mark.parametrize(("how", "partner"), [("as-written", "base00"), ("none", None)])
def test_a_switch_decides_about_copied_joints(how: str, partner: str | None) -> None:
    """A copy may be jointed to what its original is jointed to, or to nothing."""
    world, base, arm = pair(turned={"copied-joints": how})
    made, _ = copying.paste(world, copying.copy_of(world, [arm, base]), (20, 3, 20))
    joints = attaching.joints(made)
    assert [joint["ConnectedBodyGUID"] for _, joint in joints] == ([partner] if partner else [])


@pytest.mark.parametrize(("both", "partners"), [(False, 0), (True, 1)])
def test_copies_are_jointed_to_copies(both: bool, partners: int) -> None:  # noqa: FBT001
    """A copied pair is a pair; a copied arm is free, and never drags what it was copied from."""
    world, base, arm = pair()
    red = sit(world)
    red.copy(*((arm, base) if both else (arm,)))
    made = red.paste((20, 3, 20))
    assert [len(attaching.joints(each)) for each in made] == [partners, *[0] * partners]
    motion.move_to(world, made[0], (30, 3, 20))
    assert time.settle(world) < 600
    assert (base.position[0], arm.position[0]) == (0, 2)
    assert [each.position[0] for each in made] == [30, 28][: partners + 1]


@pytest.mark.parametrize(
    "turned", [(0, 0, 0), (30, 200, 70), (350, 10, 180), (90, 40, 0), (270, 40, 0), (12, 90, 270)]
)
def test_axes_tell_their_rotation(turned: Vec) -> None:
    """The rotation that is found turns the axes as the one that made them."""
    found = axes(angles(axes(turned)))
    for one_axis, other in zip(found, axes(turned), strict=True):
        assert one_axis == pytest.approx(other, abs=1e-9)
