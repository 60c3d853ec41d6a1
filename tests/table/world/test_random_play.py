"""Whatever people do, in whatever order: nothing is lost, nothing is doubled, all comes again.

Random gestures are played on a table with cards, bags, tiles, dice and hands. After every one of
them each card exists once, GUIDs on the table are unique, decks agree with their cards, and zones
know who is in them; a saved table loads as the same table; the same seed gives the same bytes.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.table.world.furniture import (
    card,
    deck,
    hand,
    hanging,
    listener,
    sit,
    table,
    thing,
    tile,
    zone,
)
from tts_tool.errors import UserError
from tts_tool.saves.tree import objects
from tts_tool.table.hands import Player
from tts_tool.table.switches import Switches
from tts_tool.table.world import containers, loading, time
from tts_tool.table.world.cards import card_id, sheet_key
from tts_tool.table.world.events import TryEnterContainer, TryRotate
from tts_tool.table.world.grouping import OPTIONS, groups
from tts_tool.table.world.thing import Raw, Thing
from tts_tool.table.world.world import World

CARDS = 30
TILES = 6

Act = Callable[[Player, random.Random, Thing, Thing], object]

ACTS: tuple[Act, ...] = (
    lambda red, chance, x, _: red.drop_at(x, _somewhere(chance)),
    lambda red, _, x, y: red.drop_on(x, y),
    lambda red, _, x, y: red.drop_on(x, y),
    lambda red, chance, x, _: red.draw(x, chance.randint(1, 4)),
    lambda red, chance, x, _: _pulled(red, chance, x),
    lambda red, _, x, __: red.flip(x),
    lambda red, _, x, __: red.rotate(x, 6),
    lambda red, _, x, __: red.randomize(x),
    lambda red, chance, x, _: red.number(x, chance.randint(1, 3)),
    lambda red, chance, x, _: red.cut(x, chance.randint(1, 9)),
    lambda red, chance, x, _: red.split(x, chance.randint(2, 4)),
    lambda red, _, x, __: red.spread(x),
    lambda red, _, x, y: red.group(x, y),
    lambda red, _, x, __: red.lock(x, on=not x.locked),
    lambda red, _, x, __: red.set_state(x, 2),
    lambda red, _, x, __: red.under(x),
    lambda red, chance, x, _: red.flick(x, (chance.uniform(-9, 9), 0.0, chance.uniform(-9, 9))),
    lambda red, chance, x, _: red.drop_at(x, (chance.uniform(-16, -4), 3, chance.uniform(10, 18))),
    lambda red, _, x, __: containers.shuffle(red.world, x),
    lambda red, _, __, ___: time.run(red.world, 7),
    lambda red, _, __, ___: time.settle(red.world),
)


def _somewhere(chance: random.Random) -> tuple[float, float, float]:
    return (chance.uniform(-20, 20), chance.uniform(0, 6), chance.uniform(-34, 20))


def _pulled(red: Player, chance: random.Random, source: Thing) -> None:
    pulled = red.pull(source)
    if pulled is not None:
        red.drop_at(pulled, _somewhere(chance))


def laid(seed: int, turned: Switches | None = None) -> World:
    """Lay the table on which all this is played."""
    switches = turned.turned if turned else None
    return table(
        deck(*range(1, 21)),
        *(card(number, number - 20, 8) for number in range(21, 27)),
        thing("Bag", 15, GUID="bag001", ContainedObjects=[card(n) for n in range(27, 31)]),
        *(tile(-15 + 3 * number, -8, GUID=f"tile0{number}") for number in range(TILES)),
        thing("Die_6", 9, -9, GUID="die001"),
        thing(
            "BlockSquare", 3, -3, GUID="blk001", States={"2": thing("BlockSquare", GUID="blk002")}
        ),
        thing("Custom_Board", y=1.0, GUID="board1", Locked=True),
        hand("Red"),
        hand("Blue", 0, 30),
        zone("ScriptingTrigger", 5, 5, GUID="zone01"),
        zone("LayoutZone", -10, 14, GUID="layout", size=(14, 6, 9), LayoutZone=_layout(seed)),
        *(
            thing("BlockTriangle", 12 + 2 * number, -14, GUID=f"joint{number}", **joint)
            for number, joint in enumerate(({}, _joint("joint0"), _joint("joint1")))
        ),
        seed=seed,
        turned=switches,
    )


def _joint(other: str) -> Raw:
    return {"JointFixed": {"ConnectedBodyGUID": other}}


def _layout(seed: int) -> Raw:
    """Give a layout zone whose options depend on the seed, so that in the end all have met."""
    chance = random.Random(seed)
    options: Raw = {
        name: chance.random() < 0.4
        for name, fresh in OPTIONS.items()
        if isinstance(fresh, bool) and name != "ManualOnly"
    }
    options |= {
        "Direction": chance.randrange(8),
        "MeldDirection": chance.randrange(4),
        "NewObjectFacing": chance.randrange(4),
        "MaxObjectsPerNewGroup": chance.randrange(4),
        "MaxObjectsPerGroup": chance.randrange(4),
        "MeldSort": chance.randrange(7),
        "CardsPerDeck": chance.randrange(4),
        "HorizontalSpread": chance.choice((0.0, 0.3, 0.6, 2.5)),
    }
    return {"Options": options, "GroupsInZone": []}


def play(world: World, red: Player, chance: random.Random, moves: int) -> Iterator[None]:
    """Do so many things; what no person could do is refused, and must change nothing."""
    for _ in range(moves):
        there = [each for each in world if not each.kind.zone and each.name != "Custom_Board"]
        act = chance.choice(ACTS)
        one, other = chance.choice(there), chance.choice(there)
        if one is other:
            continue
        try:
            act(red, chance, one, other)
        except UserError:
            world.deliver()
        yield


def check(world: World) -> None:
    """Everything that must hold at any moment."""
    here = list(world)
    guids = [each.guid for each in here]
    assert len(set(guids)) == len(guids)
    assert all(world.by_guid(each.guid) is each for each in here)
    assert _cards(world) == Counter(dict.fromkeys(range(1, CARDS + 1), 1))
    assert _tiles(world) == TILES
    for each in here:
        if each.type == "Deck":
            _check_deck(each)
    for zone_, inside in world.members.items():
        assert all(zone_ in world.inside[handle] for handle in inside)
        assert all(not world.things[handle].gone for handle in inside)

    for layout in (each for each in here if each.type == "Layout"):
        grouped = [guid for row in groups(layout) for guid in row]
        assert len(set(grouped)) == len(grouped)


def _cards(world: World) -> Counter[int]:
    tree = {"ObjectStates": [each.raw for each in world]}
    return Counter(
        card_id(raw) % 100 for raw in objects(tree) if raw.get("Name") in {"Card", "CardCustom"}
    )


def _tiles(world: World) -> int:
    tree = {"ObjectStates": [each.raw for each in world]}
    return sum(
        int(raw.get("Number", 1))
        for raw in objects(tree)
        if str(raw.get("Name")).startswith("Custom_Tile")
    )


def _check_deck(pile: Thing) -> None:
    assert pile.quantity >= 2
    assert pile.raw["DeckIDs"] == [card_id(raw) for raw in pile.raw["ContainedObjects"]]
    assert set(pile.raw["CustomDeck"]) == {sheet_key(identity) for identity in pile.raw["DeckIDs"]}


def test_nothing_is_lost_or_doubled() -> None:
    """Random play from random seeds; every law is checked after every gesture."""

    @settings(max_examples=25)
    @given(st.integers(0, 2**32), st.integers(1, 40))
    def holds(seed: int, moves: int) -> None:
        world = laid(seed)
        for _ in play(world, sit(world), random.Random(seed), moves):
            check(world)
        assert time.settle(world, 2000) < 2000
        check(world)
        assert hanging(world) == []

    holds()


@pytest.mark.soak(sample=6, full=3000)
def test_long_games(rounds: int) -> None:
    """Games of many gestures, with scripts that forbid now and then."""
    for seed in range(rounds):
        world, chance = laid(seed), random.Random(seed)
        red = sit(world)
        for _ in play(world, red, chance, 120):
            listener(world).answers.clear()
            if chance.random() < 0.3:
                listener(world).forbid(chance.choice((TryEnterContainer, TryRotate)))
            check(world)
        assert time.settle(world, 2000) < 2000
        assert hanging(world) == []


def test_every_switch_turned() -> None:
    """The laws hold whichever way the game really is."""
    for name, switches in Switches().each_turned():
        world = laid(7, switches)
        for _ in play(world, sit(world), random.Random(name), 15):
            if switches.on("taken-twin-gets-new-guid"):
                check(world)
            assert _cards(world).total() == CARDS


@pytest.mark.parametrize("seed", range(5))
def test_the_same_seed_gives_the_same_table(seed: int) -> None:
    """Byte by byte, and event by event."""

    def game() -> tuple[bytes, list[object]]:
        world = laid(seed)
        red = sit(world)
        for _ in play(world, red, random.Random(seed), 40):
            pass
        time.settle(world)
        return loading.save(world), list(listener(world).heard)

    assert game() == game()


@pytest.mark.parametrize("seed", range(5))
def test_a_saved_table_is_the_same_table(seed: int) -> None:
    """Saved, loaded, saved: the same bytes; and it lies as still as before."""
    world = laid(seed)
    for _ in play(world, sit(world), random.Random(seed), 30):
        pass
    time.settle(world, 2000)
    once = loading.save(world)
    again = loading.load(once)
    assert loading.save(again) == once
    time.run(again, 60)
    assert loading.save(again) == once
