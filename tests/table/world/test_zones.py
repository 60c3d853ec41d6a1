"""Zones notice by place and by tags; hands lay out; hands and hidden zones hide."""

from __future__ import annotations

import pytest

from tests.table.world.furniture import (
    UP,
    all_of,
    card,
    deck,
    hand,
    listener,
    numbers,
    one,
    sit,
    table,
    zone,
)
from tts_tool.errors import NotFound
from tts_tool.saves.tree import Node
from tts_tool.table.world import dealing, handzones, motion, seeing, time, zones
from tts_tool.table.world.events import ObjectEnterZone, ObjectLeaveZone
from tts_tool.table.world.seeing import Sight

SCRIPTING = "ScriptingTrigger"


def crossings(world: Node) -> list[str]:
    """Say what came and went, without the twins for old scripts."""
    heard = listener(world).names()
    return [name for name in heard if name in {"ObjectEnterZone", "ObjectLeaveZone"}]


def test_coming_and_going_is_told_once() -> None:
    """A thing that is put into a zone and out again is noticed at the next frame."""
    world = table(card(1, 50), zone(SCRIPTING))
    moved, place = one(world, "Card"), one(world, "Scripting")
    motion.move_to(world, moved, (0, 1, 0))
    time.run(world, 3)
    assert zones.members(world, place) == [moved]
    assert zones.zones_of(world, moved) == [place]
    assert listener(world).names() == ["ObjectEnterZone", "ObjectEnterScriptingZone"]
    motion.move_to(world, moved, (50, 1, 0))
    time.run(world, 3)
    assert zones.members(world, place) == []
    assert listener(world).names() == ["ObjectLeaveZone", "ObjectLeaveScriptingZone"]


def test_only_scripting_zones_have_the_old_events() -> None:
    """Hidden zones tell by the new name alone."""
    world = table(card(1, 50), zone("FogOfWarTrigger", FogColor="Red"))
    motion.move_to(world, one(world, "Card"), (0, 1, 0))
    time.run(world, 2)
    assert listener(world).names() == ["ObjectEnterZone"]


@pytest.mark.parametrize(
    ("of_zone", "of_thing", "inside"),
    [
        ([], [], True),
        ([], ["a"], True),
        (["a"], [], False),
        (["a"], ["b"], False),
        (["a", "b"], ["b"], True),
    ],
)
def test_tags_decide(of_zone: list[str], of_thing: list[str], inside: bool) -> None:  # noqa: FBT001
    """A zone with tags takes only what shares one."""
    world = table(card(1, Tags=of_thing), zone(SCRIPTING, Tags=of_zone))
    assert bool(zones.members(world, one(world, "Scripting"))) == inside


@pytest.mark.parametrize(
    ("switch", "x", "inside"),
    [("centre", 5.5, False), ("touch", 5.5, True), ("centre", 4.5, True), ("touch", 6.5, False)],
)
def test_a_switch_decides_what_inside_means(switch: str, x: float, inside: bool) -> None:  # noqa: FBT001
    """The middle must be inside, or touching is enough."""
    world = table(card(1, x), zone(SCRIPTING), turned={"dropped-card-joins-hand-by": switch})
    assert bool(zones.members(world, one(world, "Scripting"))) == inside


def test_a_turned_zone_holds_what_is_in_it() -> None:
    """A long narrow zone at 45 degrees takes what lies along it, not what lies beside."""
    world = table(card(1, 6, 6), card(2, 6, -6), zone(SCRIPTING, size=(3, 6, 20), turn=45))
    assert [each.nickname for each in zones.members(world, one(world, "Scripting"))] == ["card 1"]


def test_a_zone_that_moves_takes_notice() -> None:
    """What it leaves leaves it, what it reaches enters it."""
    world = table(card(1), card(2, 50), zone(SCRIPTING))
    place = one(world, "Scripting")
    time.step(world)
    crossings(world)
    motion.move_to(world, place, (50, 3, 0))
    time.run(world, 2)
    assert [each.nickname for each in zones.members(world, place)] == ["card 2"]
    assert sorted(crossings(world)) == ["ObjectEnterZone", "ObjectLeaveZone"]


def test_what_was_there_is_noticed_at_load_or_not() -> None:
    """It is in the zone in any case; whether that is told is a switch."""
    for told in (True, False):
        switch = {"zones-notice-what-was-there": told}
        world = table(card(1), zone(SCRIPTING), turned=switch)
        world.deliver()
        assert bool(crossings(world)) == told
        assert len(zones.members(world, one(world, "Scripting"))) == 1


def test_a_destroyed_thing_is_in_no_zone() -> None:
    """Neither is anything in a destroyed zone."""
    world = table(card(1), card(2, 1), zone(SCRIPTING))
    first, second = all_of(world, "Card")
    place = one(world, "Scripting")
    world.remove(first)
    assert zones.members(world, place) == [second]
    world.remove(place)
    assert zones.zones_of(world, second) == []


# ---- Hands


def test_cards_make_no_deck_in_a_hand() -> None:
    """However full it is, and however many come at once, one stays beside the other."""
    world = table(deck(*range(1, 30)), hand())
    for held in range(2, 15, 2):
        dealing.deal(world, one(world, "Deck"), "Red", 2)
        time.settle(world)
        assert len(handzones.hand_objects(world, "Red")) == held
    assert len(all_of(world, "Deck")) == 1


def test_dealt_cards_come_to_hand_in_order() -> None:
    """They glide, enter the hand zone, and are laid out side by side."""
    world = table(deck(*range(1, 8)), hand())
    sit(world)
    dealing.deal(world, one(world, "Deck"), "Red", 3)
    time.settle(world)
    held = handzones.hand_objects(world, "Red")
    assert [each.nickname for each in held] == ["card 1", "card 2", "card 3"]
    places = [each.position[0] for each in held]
    assert places == sorted(places)
    assert len(set(places)) == 3
    assert not any(each.face_down for each in held)
    assert numbers(one(world, "Deck")) == [4, 5, 6, 7]


def test_dealing_more_than_there_is() -> None:
    """The last card of the deck is dealt too; then there is nothing."""
    world = table(deck(1, 2, 3), hand())
    sit(world)
    assert len(dealing.deal(world, one(world, "Deck"), "Red", 9)) == 3
    time.settle(world)
    assert len(handzones.hand_objects(world, "Red")) == 3
    assert all_of(world, "Deck") == []


def test_dealing_to_all_goes_round() -> None:
    """One card each, round after round, to those who sit and have a hand."""
    world = table(deck(*range(1, 9)), hand("Red"), hand("Blue", 0, 30), hand("Green", 40, 30))
    sit(world, "Red")
    sit(world, "Blue")
    dealing.deal_to_all(world, one(world, "Deck"), 2)
    time.settle(world)
    names = {
        colour: [each.nickname for each in handzones.hand_objects(world, colour)]
        for colour in ("Red", "Blue", "Green")
    }
    assert sorted(names["Red"]) == ["card 1", "card 3"]
    assert sorted(names["Blue"]) == ["card 2", "card 4"]
    assert names["Green"] == []


@pytest.mark.parametrize(("more", "held"), [({}, 1), ({"Hands": False}, 0), ({"Locked": True}, 0)])
def test_hands_take_only_what_may_be_held(more: dict[str, Node], held: int) -> None:
    """Not what is locked, nor what is not for hands."""
    world = table(card(1, 0, -30, y=5, **more), hand())
    assert len(handzones.hand_objects(world, "Red")) == held


@pytest.mark.parametrize("switch", ["centre", "touch"])
def test_what_was_saved_on_its_way_into_a_hand(switch: str) -> None:
    """It is in the hand or not, as the switch says; what is in it when it is loaded lies in it."""
    turned = {"dropped-card-joins-hand-by": switch}
    world = table(card(1, 0, -30, y=3), card(2, 0, -27, y=3), hand(), turned=turned)
    held = handzones.hand_objects(world, "Red")
    assert len(held) == (2 if switch == "touch" else 1)
    (place,) = handzones.hands(world)
    assert all(zones.covers(place, each.box.centre) for each in held)


def test_a_hand_that_lays_out_is_noticed() -> None:
    """A card that makes room for another leaves the zone in which it lay, and is missed there."""
    middle = zone(SCRIPTING, 0, -30, y=5, size=(1, 6, 4))
    world = table(card(1, 0, -30, y=5), card(2, 50), hand(), middle)
    time.run(world, 3)
    first, second = (each for each in world if each.type == "Card")
    assert zones.members(world, one(world, "Scripting")) == [first]
    listener(world).heard.clear()
    motion.move_to(world, second, (4, 5, -30))
    time.run(world, 3)
    assert handzones.hand_objects(world, "Red") == [first, second]
    assert zones.members(world, one(world, "Scripting")) == []
    left = [each for each in listener(world).heard if isinstance(each, ObjectLeaveZone)]
    assert [each.arguments[1] for each in left] == [first.handle]


def test_a_hand_does_not_catch_what_glides_through() -> None:
    """A card that is dealt across somebody's hand comes to the hand it was dealt to."""
    world = table(card(1, 0, 0, y=5), hand("Red", z=-15), hand("Blue", z=-30))
    dealing.deal(world, one(world, "Card"), "Blue")
    time.settle(world)
    assert handzones.hand_objects(world, "Red") == []
    assert len(handzones.hand_objects(world, "Blue")) == 1


def test_no_hand_no_deal() -> None:
    """The error says how many hands there are."""
    world = table(deck(1, 2), hand("Blue"))
    with pytest.raises(NotFound, match="Red has no hand 1"):
        dealing.deal(world, one(world, "Deck"), "Red")


def test_a_switch_keeps_the_order_of_coming() -> None:
    """A hand may be ordered by place, or by when the cards came."""
    for by_place, order in ((True, ["card 2", "card 1"]), (False, ["card 1", "card 2"])):
        world = table(card(1, 50), card(2, 60), hand(), turned={"hand-order-by-place": by_place})
        first, second = all_of(world, "Card")
        motion.move_to(world, first, (2, 5, -30))
        time.run(world, 2)
        motion.move_to(world, second, (-4, 5, -30))
        time.run(world, 2)
        assert [each.nickname for each in handzones.hand_objects(world, "Red")] == order


# ---- Who sees what

SIGHTS = [
    ("lying face up", {"flip": UP}, [], {"Red": "face", "Blue": "face", "Grey": "face"}),
    ("lying face down", {}, [], {"Red": "back", "Blue": "back", "Black": "back"}),
    ("face down but shown", {"HideWhenFaceDown": False}, [], {"Blue": "face"}),
    (
        "in red's hand",
        {"flip": UP},
        [hand("Red", 0, 0)],
        {"Red": "face", "Blue": "back", "Black": "face"},
    ),
    (
        "in red's hidden zone",
        {"flip": UP},
        [zone("FogOfWarTrigger", FogColor="Red")],
        {"Red": "face", "Blue": "nothing", "Black": "face", "Grey": "nothing"},
    ),
    (
        "in a reversed hidden zone",
        {"flip": UP},
        [zone("FogOfWarTrigger", FogColor="Red", FogReverseHiding=True)],
        {"Red": "nothing", "Blue": "face"},
    ),
    (
        "in fog of war",
        {"flip": UP},
        [zone("FogOfWar", FogOfWar={"HideObjects": True})],
        {"Red": "nothing", "Grey": "nothing", "Black": "face"},
    ),
    (
        "in fog that hides no objects",
        {"flip": UP},
        [zone("FogOfWar", FogOfWar={"HideObjects": False})],
        {"Red": "face"},
    ),
    (
        "ignoring fog of war",
        {"flip": UP, "IgnoreFoW": True},
        [zone("FogOfWar", FogOfWar={"HideObjects": True})],
        {"Red": "face"},
    ),
    (
        "ignoring fog",
        {"flip": UP, "IgnoreFoW": True},
        [zone("FogOfWarTrigger", FogColor="Red")],
        {"Blue": "face"},
    ),
]


@pytest.mark.parametrize(
    ("more", "around", "seen"), [row[1:] for row in SIGHTS], ids=[row[0] for row in SIGHTS]
)
def test_sight(more: dict[str, Node], around: list[Node], seen: dict[str, str]) -> None:
    """Face, back or nothing, and the name goes with the face."""
    world = table(card(1, y=3, **more), *around)
    hidden = one(world, "Card")
    assert {colour: seeing.sees(world, colour, hidden).value for colour in seen} == seen
    for colour, sight in seen.items():
        name = seeing.visible_name(world, colour, hidden)
        assert name == ("card 1" if sight == "face" else "")


def test_scripts_hide_under_names() -> None:
    """Hiders add up; taking one away shows what the others leave."""
    world = table(card(1, flip=UP))
    hidden = one(world, "Card")
    seeing.hide(hidden, "a", frozenset({"Red"}), invisible=False)
    seeing.hide(hidden, "b", frozenset({"Red", "Blue"}), invisible=True)
    assert seeing.sees(world, "Red", hidden) is Sight.NOTHING
    seeing.hide(hidden, "b", frozenset(), invisible=True)
    assert seeing.sees(world, "Red", hidden) is Sight.BACK
    assert seeing.sees(world, "Blue", hidden) is Sight.FACE


# ---- Others


def test_a_randomize_zone_shuffles() -> None:
    """A deck that comes in is shuffled, and that is told."""
    world = table(deck(*range(1, 30), x=60), zone("RandomizeTrigger"))
    motion.move_to(world, one(world, "Deck"), (0, 3, 0))
    time.settle(world)
    assert "ObjectRandomize" in listener(world).names()
    assert numbers(one(world, "Deck")) != list(range(1, 30))


def test_events_name_zone_and_thing() -> None:
    """The fields stand in the order of the handler."""
    world = table(card(1, 50), zone(SCRIPTING))
    moved, place = one(world, "Card"), one(world, "Scripting")
    motion.move_to(world, moved, (0, 1, 0))
    time.run(world, 2)
    entered = [each for each in listener(world).heard if isinstance(each, ObjectEnterZone)]
    assert [each.arguments for each in entered] == [(place.handle, moved.handle)]
    assert not [each for each in listener(world).heard if isinstance(each, ObjectLeaveZone)]
