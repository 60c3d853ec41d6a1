"""Layout zones: what comes to rest in one is gathered into groups, and they are laid out."""

from __future__ import annotations

import math

import pytest

from tests.table.world.furniture import (
    UP,
    Listener,
    Vandal,
    all_of,
    card,
    deck,
    hand,
    listener,
    one,
    sit,
    thing,
    zone,
)
from tts_tool.saves.tree import Node
from tts_tool.table.switches import Switches
from tts_tool.table.world import grouping, layout, loading, motion, time
from tts_tool.table.world.events import Answer, Foreseen, GroupSort, TryEnterContainer
from tts_tool.table.world.thing import Thing
from tts_tool.table.world.world import World
from tts_tool.table.world.zones import members

WIDE = (39, 6, 20)
FAR = 60
MIDDLE = (0.0, 3.0, 0.0)


def opened(
    *things: Node, sink: Listener | None = None, turned: Node = None, **options: Node
) -> World:
    """Open a table with a layout zone, wide enough for all that is not there yet."""
    place = zone("LayoutZone", size=WIDE, LayoutZone={"Options": options, "GroupsInZone": []})
    save = {**loading.EMPTY, "Table": "Table_RPG", "ObjectStates": [*things, place]}
    return loading.load(save, sink=sink or Listener(), switches=Switches(turned))


def laid_out(*things: Node, sink: Listener | None = None, **options: Node) -> World:
    """Let a script put things into a layout zone at once, and wait."""
    world = opened(*things, sink=sink, **options)
    for number, each in enumerate([each for each in world if not each.kind.zone]):
        motion.move_to(world, each, (number * 2.3 - 17, 3, 0))
    assert time.settle(world) < 600
    return world


def cards(*wanted: int, **more: Node) -> list[Node]:
    """Lay cards far away from the zone, face up."""
    return [card(number, FAR + 4 * number, **{"flip": UP, **more}) for number in wanted]


def called(world: World, name: str) -> Thing:
    """Find a thing by its nickname."""
    (found,) = [each for each in world if each.nickname == name]
    return found


def rows(world: World) -> list[list[str]]:
    """Name what lies in the groups."""
    place = one(world, "Layout")
    known = {each.guid: each.nickname or each.type for each in world}
    return [[known[guid] for guid in row] for row in grouping.groups(place)]


def test_groups_are_laid_side_by_side() -> None:
    """Each card makes a group of its own; they lie from a corner along the zone."""
    world = laid_out(*cards(1, 2, 3), MaxObjectsPerNewGroup=1)
    places = [called(world, f"card {number}").position for number in (1, 2, 3)]
    assert [round(x, 2) for x, _, _ in places] == [-18.4, -15.7, -13.0]
    assert {round(z, 2) for _, _, z in places} == {8.45}


@pytest.mark.parametrize(
    ("direction", "steps"),
    [
        (0, ((1, 0), (0, -1))),
        (1, ((0, -1), (1, 0))),
        (2, ((-1, 0), (0, -1))),
        (3, ((0, -1), (-1, 0))),
        (4, ((1, 0), (0, 1))),
        (5, ((0, 1), (1, 0))),
        (6, ((-1, 0), (0, 1))),
        (7, ((0, 1), (-1, 0))),
    ],
)
def test_groups_go_in_two_directions(direction: int, steps: tuple[tuple[int, int], ...]) -> None:
    """The first group lies in the corner that leaves most room; a row is filled, then the next."""
    count = 15 if steps[0][0] else 6
    world = laid_out(*cards(*range(1, count + 1)), MaxObjectsPerNewGroup=1, Direction=direction)
    places = [called(world, f"card {number}").position for number in range(1, count + 1)]
    (right, up), (then_right, then_up) = steps
    x, _, z = places[0]
    assert (x > 0, z > 0) == (right + then_right < 0, up + then_up < 0)
    assert places[1][0] - x == pytest.approx(right * 2.7)
    assert places[1][2] - z == pytest.approx(up * 3.6)
    last = places[-1]
    assert last[0] - x == pytest.approx(then_right * 2.7)
    assert last[2] - z == pytest.approx(then_up * 3.6)


@pytest.mark.parametrize(
    ("direction", "step"), [(0, (1, -2)), (1, (-1, -2)), (2, (1, 2)), (3, (1, -2))]
)
def test_things_of_a_group_follow_each_other(direction: int, step: tuple[int, int]) -> None:
    """East, west, north or south; the group as a whole lies in the corner all the same."""
    world = laid_out(
        *cards(1, 2, 3), MeldDirection=direction, HorizontalSpread=1.0, VerticalSpread=2.0
    )
    first, second, third = (called(world, f"card {number}").position for number in (1, 2, 3))
    assert (second[0] - first[0], second[2] - first[2]) == pytest.approx(step)
    assert (third[0] - second[0], third[2] - second[2]) == pytest.approx(step)
    assert min(first[0], third[0]) == pytest.approx(-19.5 + 1.1)
    assert max(first[2], third[2]) == pytest.approx(10 - 1.55)


@pytest.mark.parametrize(("direction", "step"), [(0, (1, 0)), (3, (0, -2))])
def test_a_switch_spreads_one_way_only(direction: int, step: tuple[int, int]) -> None:
    """The spread across the direction of a group may count for nothing."""
    world = opened(
        *cards(1, 2),
        turned={"layout-spreads-both-ways": False},
        MeldDirection=direction,
        HorizontalSpread=1.0,
        VerticalSpread=2.0,
    )
    for number in (1, 2):
        motion.move_to(world, called(world, f"card {number}"), (number * 3, 3, 0))
    layout.lay_out(world, one(world, "Layout"))
    time.settle(world)
    first, second = (called(world, f"card {number}").position for number in (1, 2))
    assert (second[0] - first[0], second[2] - first[2]) == pytest.approx(step)


def test_every_other_card_lies_across() -> None:
    """With the option, cards of a group can be counted at a glance."""
    world = laid_out(*cards(1, 2, 3), AlternateDirection=True, HorizontalSpread=1.0)
    turns = [called(world, f"card {number}").rotation[1] for number in (1, 2, 3)]
    assert turns == [180, 270, 180]


@pytest.mark.parametrize(
    ("facing", "down"), [(0, [False, True]), (1, [False] * 2), (2, [True] * 2), (3, [True, False])]
)
def test_what_is_new_is_turned(facing: int, down: list[bool]) -> None:
    """Left as it is, face up, face down, or all face down but the last of the group."""
    world = laid_out(card(1, FAR, flip=UP), card(2, FAR + 9), NewObjectFacing=facing)
    assert [called(world, f"card {number}").face_down for number in (1, 2)] == down


def test_what_lies_there_keeps_its_face() -> None:
    """A card that somebody has turned over stays so when more cards come."""
    world = laid_out(*cards(1), MaxObjectsPerNewGroup=1)
    red = sit(world)
    red.flip(called(world, "card 1"))
    time.settle(world)
    motion.move_to(world, world.add(card(9, flip=UP)), MIDDLE)
    time.settle(world)
    assert called(world, "card 1").face_down
    assert not called(world, "card 9").face_down


@pytest.mark.parametrize(
    ("options", "sizes"),
    [
        ({}, [7]),
        ({"MaxObjectsPerNewGroup": 3}, [3, 3, 1]),
        ({"MaxObjectsPerGroup": 4}, [4, 3]),
        ({"MaxObjectsPerNewGroup": 5, "MaxObjectsPerGroup": 2}, [2, 2, 2, 1]),
        ({"SplitAddedDecks": False}, [1]),
    ],
)
def test_new_groups_have_so_many(options: dict[str, Node], sizes: list[int]) -> None:
    """A deck becomes cards, and these become groups of no more than either option allows."""
    world = laid_out(deck(*range(1, 8), x=FAR), **options)
    assert [len(row) for row in rows(world)] == sizes


@pytest.mark.parametrize(("each", "sizes"), [(0, [7]), (3, [3, 3, 1]), (7, [7])])
def test_cards_are_combined_into_decks(each: int, sizes: list[int]) -> None:
    """After the split, decks of the wanted size are made; what is left makes the last."""
    world = laid_out(deck(*range(1, 8), x=FAR), CombineIntoDecks=True, CardsPerDeck=each)
    found = [world.by_guid(guid) for row in grouping.groups(one(world, "Layout")) for guid in row]
    assert [max(pile.quantity, 1) for pile in found if pile] == sizes


def test_scripts_may_forbid_the_decks() -> None:
    """They are asked as for any other deck."""
    sink = Listener()
    sink.forbid(TryEnterContainer)
    world = laid_out(*cards(1, 2, 3), sink=sink, CombineIntoDecks=True)
    assert len(all_of(world, "Card")) == 3


def test_a_script_may_order_a_group() -> None:
    """The order that it returns is the order in which the group lies."""

    class Backwards(Listener):
        def may(self, question: Foreseen) -> Answer:
            super().may(question)
            if isinstance(question, GroupSort):
                return list(reversed(question.group))
            return None

    world = laid_out(*cards(1, 2, 3), sink=Backwards(), HorizontalSpread=1.0)
    assert rows(world) == [["card 3", "card 2", "card 1"]]
    assert called(world, "card 3").position[0] < called(world, "card 1").position[0]


@pytest.mark.parametrize(
    ("sort", "backwards", "order"),
    [
        (0, False, [2, 3, 1]),
        (0, True, [2, 3, 1]),
        (1, True, [1, 3, 2]),
        (2, False, [1, 2, 3]),
        (3, False, [3, 2, 1]),
        (4, True, [3, 2, 1]),
        (6, False, [2, 1, 3]),
    ],
)
def test_groups_are_sorted(sort: int, backwards: bool, order: list[int]) -> None:  # noqa: FBT001
    """By nothing, time, value, memo, name, or the notes of the game master; or backwards."""
    things = [
        card(number, FAR + 4 * number, Value=number, Memo=memo, GMNotes=notes)
        for number, memo, notes in ((2, "b", "a"), (3, "a", "z"), (1, "c", "f"))
    ]
    world = laid_out(*things, MeldSort=sort, MeldReverseSort=backwards)
    assert rows(world) == [[f"card {number}" for number in order]]


@pytest.mark.parametrize(
    ("raw", "options", "moved"),
    [
        (card(1, FAR), {"TriggerForFaceDown": False}, False),
        (card(1, FAR), {}, True),
        (thing("BlockSquare", FAR), {}, False),
        (thing("BlockSquare", FAR), {"TriggerForNonCards": True}, True),
        (card(1, FAR), {"ManualOnly": True}, False),
    ],
)
def test_what_triggers_a_layout(raw: Node, options: dict[str, Node], moved: bool) -> None:  # noqa: FBT001
    """Options say what is laid out by itself."""
    world = laid_out(raw, **options)
    (laid,) = [each for each in world if not each.kind.zone]
    assert (laid.position[2] > 5) == moved


def test_a_layout_can_be_asked_for() -> None:
    """What nothing sets going is laid out when it is asked for; what no option names is not."""
    world = laid_out(card(1, FAR), thing("BlockSquare", FAR + 9), ManualOnly=True)
    layout.lay_out(world, one(world, "Layout"))
    time.settle(world)
    assert one(world, "Card").position[0] == pytest.approx(-19.5 + 1.1)
    assert one(world, "Block").position[0] == pytest.approx(-14.7)


# ---- Only what comes to rest


def test_what_glides_through_is_left_alone() -> None:
    """It comes to where it was sent, and the zone has done nothing."""
    world = opened(card(1, FAR, flip=UP))
    motion.glide_to(world, one(world, "Card"), (-FAR, 1, 0))
    assert time.settle(world) < 600
    assert one(world, "Card").position[0] == -FAR
    assert rows(world) == []


def test_what_is_held_over_it_is_left_alone() -> None:
    """A card that somebody carries through the zone is theirs until they let it go."""
    world = opened(card(1, FAR, flip=UP))
    red, moved = sit(world), one(world, "Card")
    red.pick_up(moved)
    for x in range(FAR, -FAR, -3):
        red.carry(moved, (x, 3, 0))
        time.step(world)
    assert world.idle
    assert rows(world) == []
    red.drop_at(moved, MIDDLE)
    assert time.settle(world) < 600
    assert rows(world) == [["card 1"]]


def test_a_zone_that_is_moved_over_things_leaves_them() -> None:
    """Nothing has come to rest in it."""
    world = opened(card(1, FAR, flip=UP))
    motion.move_to(world, one(world, "Layout"), (FAR, 3, 0))
    assert time.settle(world) < 600
    assert one(world, "Card").position[0] == FAR + 0
    assert rows(world) == []


@pytest.mark.parametrize(("takes", "laid"), [("what-rests", True), ("what-is-dropped", False)])
def test_a_switch_decides_about_scripts(takes: str, laid: bool) -> None:  # noqa: FBT001
    """What a script puts there may be left alone; what a player drops never is."""
    world = opened(*cards(1, 2), turned={"layout-takes": takes})
    motion.move_to(world, called(world, "card 1"), (-5, 3, 0))
    time.settle(world)
    assert bool(rows(world)) == laid
    sit(world).drop_at(called(world, "card 2"), (5, 3, 0))
    time.settle(world)
    assert ["card 2"] in rows(world)
    assert world.let_go == {}


def test_a_layout_comes_to_an_end() -> None:
    """Cards that lie closer than a deck needs neither join nor set the zone going again."""
    world = laid_out(deck(*range(1, 21), x=FAR), HorizontalSpread=0.1)
    assert len(all_of(world, "Card")) == 20
    places = {each.guid: each.position for each in world}
    time.run(world, 120)
    assert world.idle
    assert {each.guid: each.position for each in world} == places


# ---- Dropped on a group


def market(
    most: int = 2, *, turned: Node = None, **options: Node
) -> tuple[World, dict[str, Thing]]:
    """Lay four cards in groups of two."""
    world = opened(
        *cards(1, 2, 3, 4, 5),
        turned=turned,
        MaxObjectsPerNewGroup=2,
        MaxObjectsPerGroup=most,
        **options,
    )
    for number in (1, 2, 3, 4):
        motion.move_to(world, called(world, f"card {number}"), (number * 3 - 5, 3, 0))
    time.settle(world)
    assert rows(world) == [["card 1", "card 2"], ["card 3", "card 4"]]
    return world, {each.nickname: each for each in all_of(world, "Card")}


@pytest.mark.parametrize(
    ("most", "options", "moved", "onto", "after"),
    [
        (0, {}, 5, 1, [[1, 5, 2], [3, 4]]),
        (0, {}, 1, 4, [[2], [3, 4, 1]]),
        (0, {}, 1, 2, [[2, 1], [3, 4]]),
        (2, {}, 5, 1, [[1, 2], [3, 4], [5]]),
        (2, {}, 1, 4, [[2], [3, 4], [1]]),
        (2, {"AllowSwapping": True}, 1, 4, [[4, 2], [3, 1]]),
        (2, {"AllowSwapping": True}, 5, 4, [[1, 2], [3, 4], [5]]),
        (3, {"AllowSwapping": True}, 1, 4, [[2], [3, 4, 1]]),
    ],
)
def test_a_card_is_dropped_on_a_group(
    most: int, options: dict[str, Node], moved: int, onto: int, after: list[list[int]]
) -> None:
    """It joins, behind what it was dropped on; a full group swaps it, or it lies alone."""
    world, card_of = market(most, **options)
    red = sit(world)
    red.pick_up(card_of[f"card {moved}"])
    red.drop_on(card_of[f"card {moved}"], card_of[f"card {onto}"])
    assert time.settle(world) < 600
    assert rows(world) == [[f"card {number}" for number in row] for row in after]
    assert len(all_of(world, "Card")) == 5


def test_a_switch_sends_back_what_has_no_room() -> None:
    """A thing that a full group does not take may return to where it lay."""
    world, card_of = market(turned={"layout-full-group": "goes-back"})
    before = card_of["card 1"].position
    sit(world).drop_on(card_of["card 1"], card_of["card 4"])
    time.settle(world)
    assert rows(world) == [["card 1", "card 2"], ["card 3", "card 4"]]
    assert card_of["card 1"].position == pytest.approx(before, abs=0.1)


def test_where_it_lay_is_forgotten_once_it_lies_elsewhere() -> None:
    """A card that lay outside for a while swaps places with nobody."""
    world, card_of = market(AllowSwapping=True)
    red = sit(world)
    for place in ((FAR, 3, 0), card_of["card 4"].position):
        red.drop_at(card_of["card 1"], place)
        time.settle(world)
    assert rows(world) == [["card 2"], ["card 3", "card 4"], ["card 1"]]


def test_a_zone_waits_for_what_still_falls() -> None:
    """What is dropped a moment before something else comes to the same group; none is missed."""
    world = opened(*cards(1, 2), turned={"layout-takes": "what-is-dropped"})
    red = sit(world)
    red.drop_at(called(world, "card 1"), (-5, 3, 0))
    time.run(world, 15)
    red.drop_at(called(world, "card 2"), (5, 3, 0))
    assert time.settle(world) < 600
    assert rows(world) == [["card 1", "card 2"]]


def test_a_card_is_dropped_where_nothing_lies() -> None:
    """It makes a group of its own, at the end."""
    world, card_of = market()
    sit(world).drop_at(card_of["card 1"], (12, 3, -7))
    time.settle(world)
    assert rows(world) == [["card 2"], ["card 3", "card 4"], ["card 1"]]


@pytest.mark.parametrize(("refill", "closed"), [(False, False), (True, True)])
def test_a_gap_is_closed_or_left(refill: bool, closed: bool) -> None:  # noqa: FBT001
    """A group that is taken away leaves a gap; whether the others move up is an option."""
    world = laid_out(*cards(1, 2, 3), MaxObjectsPerNewGroup=1, InstantRefill=refill)
    was = called(world, "card 2").position[0]
    sit(world).drop_at(called(world, "card 1"), (FAR, 3, 0))
    assert time.settle(world) < 600
    assert (called(world, "card 2").position[0] < was) == closed


@pytest.mark.parametrize("refill", [False, True])
def test_a_destroyed_card_leaves_its_group(refill: bool) -> None:  # noqa: FBT001
    """Nothing that is gone is in a group, and its gap is closed if that is wanted."""
    world = laid_out(*cards(1, 2), MaxObjectsPerNewGroup=1, InstantRefill=refill)
    world.remove(called(world, "card 1"))
    time.settle(world)
    assert rows(world) == ([["card 2"]] if refill else [[], ["card 2"]])


@pytest.mark.parametrize(
    ("of_zone", "of_card", "held"), [(False, True, 1), (True, False, 3), (True, True, 3)]
)
def test_stickiness_is_that_of_the_zone(of_zone: bool, of_card: bool, held: int) -> None:  # noqa: FBT001
    """In a layout zone, what lies on a card comes along if the zone says so."""
    world = laid_out(*cards(1, 2, 3, Sticky=of_card), StickyCards=of_zone, HorizontalSpread=0.6)
    sit(world).pick_up(called(world, "card 1"))
    assert len([each for each in world if each.held_by]) == held


def test_several_that_are_dropped_together_join_in_their_order() -> None:
    """What was taken up with its riders lies in the same order in the new group."""
    world = laid_out(*cards(1, 2, 3, 4), MaxObjectsPerNewGroup=3, StickyCards=True)
    red = sit(world)
    red.pick_up(called(world, "card 2"))
    red.drop_on(called(world, "card 2"), called(world, "card 4"))
    assert time.settle(world) < 600
    assert rows(world) == [["card 1"], ["card 4", "card 2", "card 3"]]


# ---- Kept


def test_options_are_kept_in_the_save() -> None:
    """An option that is set stands in the save by its name there."""
    world = opened()
    place = one(world, "Layout")
    grouping.set_option(place, "HorizontalSpread", 0.25)
    grouping.set_option(place, "Randomize", value=True)
    again = loading.load(loading.save(world))
    (found,) = list(again)
    assert grouping.option(found, "HorizontalSpread") == 0.25
    assert grouping.option(found, "Randomize") is True
    assert grouping.option(found, "Direction") == 0


def test_groups_are_kept_in_the_save() -> None:
    """Loaded again, nothing moves, and the groups are what they were."""
    world, _ = market()
    again = loading.load(loading.save(world), sink=Listener())
    time.run(again, 60)
    assert rows(again) == [["card 1", "card 2"], ["card 3", "card 4"]]
    assert loading.save(again) == loading.save(world)
    assert "GroupSort" not in listener(again).names()


@pytest.mark.parametrize("apart", [0, 0.5, 4, 25])
def test_zones_that_overlap_do_not_fight(apart: float) -> None:
    """What one has laid out is left to it, and there is an end, wherever the other reaches."""
    zones = [
        zone("LayoutZone", x, size=WIDE, LayoutZone={"Options": {"MaxObjectsPerNewGroup": 1}})
        for x in (0, apart)
    ]
    save = {**loading.EMPTY, "Table": "Table_RPG", "ObjectStates": [*cards(1, 2, 3), *zones]}
    world = loading.load(save, sink=Listener())
    for number in (1, 2, 3):
        motion.move_to(world, called(world, f"card {number}"), (number * 3, 3, 0))
    assert time.settle(world) < 120
    laid = [len(grouping.groups(each)) for each in all_of(world, "Layout")]
    assert laid == [3, 0]


# ---- Whatever scripts and saves may do


@pytest.mark.parametrize(
    ("spares", "held", "laid"),
    [(True, ["card 1", "card 2"], 1), (False, [], 3)],
)
def test_a_hand_in_a_layout_zone(spares: bool, held: list[str], laid: int) -> None:  # noqa: FBT001
    """What is dealt into a hand stays there, or is laid out with all the rest."""
    place = zone("LayoutZone", 0, -30, size=(30, 12, 20), LayoutZone={"Options": {}})
    save = {**loading.EMPTY, "Table": "Table_RPG"}
    save["ObjectStates"] = [deck(1, 2, 3, 4, x=FAR), card(9, FAR + 9, flip=UP), place, hand()]
    world = loading.load(save, sink=Listener(), switches=Switches({"layout-spares-hands": spares}))
    red = sit(world)
    red.draw(one(world, "Deck"), 2)
    assert time.settle(world) < 600
    red.drop_at(called(world, "card 9"), (-12, 5, -24))
    assert time.settle(world) < 600
    assert sorted(each.nickname for each in members(world, one(world, "Hand"))) == held
    layout.lay_out(world, one(world, "Layout"))
    assert sum(map(len, rows(world))) == laid


@pytest.mark.parametrize(
    ("asked", "types", "left"),
    [
        (GroupSort, ["Card"], 0),
        (GroupSort, ["Layout"], 3),
        (GroupSort, ["Card", "Layout"], 0),
        (TryEnterContainer, ["Layout"], 1),
    ],
)
def test_who_is_asked_may_throw_everything_away(
    asked: type[Foreseen], types: list[str], left: int
) -> None:
    """Cards or zones that go while a zone lays out are missed by nobody, in any zone."""
    combines = {"Options": {"CombineIntoDecks": asked is TryEnterContainer}}
    zones = [zone("LayoutZone", x, size=WIDE, LayoutZone=combines) for x in (0, 4)]
    world = Vandal(asked, *types).at(*cards(1, 2, 3), *zones)
    for number, moved in enumerate(all_of(world, "Card")):
        motion.move_to(world, moved, (number * 2.3, 3, 0))
    assert time.settle(world) < 600
    assert len([each for each in world if not each.kind.zone]) == left


@pytest.mark.parametrize(
    "block",
    [
        None,
        7,
        {"Options": None, "GroupsInZone": None},
        {"Options": [], "GroupsInZone": [7]},
        {"Options": {}, "GroupsInZone": [["nobody", "nobody"], [], [{}]]},
        {
            "Options": {
                "Direction": -1,
                "MeldDirection": "x",
                "MeldSort": 99,
                "MaxObjectsPerGroup": -3,
                "MaxObjectsPerNewGroup": None,
                "CardsPerDeck": -2,
                "CombineIntoDecks": 1,
                "HorizontalSpread": True,
                "VerticalSpread": math.nan,
            },
        },
    ],
)
def test_options_of_no_use_mean_what_a_fresh_zone_means(block: Node) -> None:
    """Whatever a save holds in their place, cards are laid out where somebody finds them."""
    place = zone("LayoutZone", size=WIDE, LayoutZone=block)
    save = {**loading.EMPTY, "Table": "Table_RPG", "ObjectStates": [*cards(1, 2), place]}
    world = loading.load(save, sink=Listener())
    for number in (1, 2):
        motion.move_to(world, called(world, f"card {number}"), (number * 3, 3, 0))
    assert time.settle(world) < 600
    assert rows(world) == [["card 1", "card 2"]]
    assert all(math.isfinite(part) for each in world for part in each.position)
