"""Fog of war: what lies in it is seen by those for whom somebody has been near."""

from __future__ import annotations

import pytest

from tests.table.world.furniture import UP, card, one, sit, table, thing, zone
from tts_tool.saves.tree import Node
from tts_tool.table.looking import seen_by
from tts_tool.table.world import loading, motion, seating, time
from tts_tool.table.world.seeing import Sight, sees
from tts_tool.table.world.world import World

FAR = 60
NEAR = 3


def foggy(at: float, colour: str, *, active: bool = True, again: bool = False) -> World:
    """Lay a card in fog, and something that reveals so far from it."""
    reveals = {"Active": active, "Range": 5.0, "Color": colour}
    fog = {"HideObjects": True, "ReHideObjects": again, "RevealedLocations": {}}
    return table(
        card(1, flip=UP),
        thing("BlockSquare", at, FogOfWarRevealer=reveals),
        zone("FogOfWar", FogOfWar=fog),
    )


def who_sees(world: World) -> str:
    """Say who sees the card, by their first letters."""
    hidden = one(world, "Card")
    people = ("Red", "Blue", "Grey")
    return "".join(each[0] for each in people if sees(world, each, hidden) is Sight.FACE)


@pytest.mark.parametrize(
    ("at", "colour", "active", "seen"),
    [
        (NEAR, "Red", True, "R"),
        (NEAR, "Blue", True, "B"),
        (NEAR, "Black", True, "RBG"),
        (NEAR, "All", True, "RBG"),
        (NEAR, "Red", False, ""),
        (FAR, "Red", True, ""),
        (5.4, "Red", True, ""),
        (4.6, "Red", True, "R"),
    ],
)
def test_it_is_seen_by_whom_it_is_revealed_to(
    at: float,
    colour: str,
    active: bool,  # noqa: FBT001
    seen: str,
) -> None:
    """The colour and the range of what reveals decide; black is everybody."""
    assert who_sees(foggy(at, colour, active=active)) == seen


@pytest.mark.parametrize(("again", "seen"), [(False, "R"), (True, "")])
def test_what_was_revealed_stays_so_or_not(again: bool, seen: str) -> None:  # noqa: FBT001
    """A scout that passes reveals the ground; whether the fog closes behind it is an option."""
    world = foggy(-FAR, "Red", again=again)
    assert who_sees(world) == ""
    scout = one(world, "Block")
    motion.glide_to(world, scout, (FAR, 2, 0))
    seen_meanwhile = set()
    while motion.smooth_moving(world, scout):
        time.step(world)
        seen_meanwhile.add(who_sees(world))
    assert seen_meanwhile == {"", "R"}
    assert who_sees(world) == seen


def test_a_team_sees_what_one_of_it_reveals() -> None:
    """Blue joins the team of red; without a team everybody sees their own."""
    world = foggy(NEAR, "Red")
    people = [sit(world, colour).person for colour in ("Red", "Blue")]
    assert who_sees(world) == "R"
    for person in people:
        seating.join_team(world, person, "Hearts")
    assert who_sees(world) == "RB"


def test_one_client_does_not_even_learn_of_it() -> None:
    """What fog hides is not among what somebody sees; a hidden name could not leak."""
    world = foggy(FAR, "Red")
    assert "card 1" not in [look.nickname for look in seen_by(world, "Red")]
    assert "card 1" in [look.nickname for look in seen_by(world, "Black")]


def test_a_long_way_is_not_remembered_step_by_step() -> None:
    """Going to and fro over the same ground takes no more room than going once."""
    world = foggy(0, "Red")
    scout, fog = one(world, "Block"), one(world, "Fog")

    def circles() -> int:
        for x in range(200):
            motion.move_to(world, scout, (x / 40, 2, 0))
            time.step(world)
        found: dict[Node, None] = fog.attributes["revealed"]
        return len(found)

    assert circles() == circles() < 20


def test_fog_leaves_the_save_alone() -> None:
    """Nothing of it is written: nobody knows how a save words what is revealed."""
    world = foggy(NEAR, "Red")
    time.run(world, 1)
    before = loading.save(world)
    time.run(world, 3)
    assert loading.save(world) == before
