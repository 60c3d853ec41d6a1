"""The map: as the sources have it where they say so, and without a dead corner elsewhere."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from tests.old_world.own_cards import SCHOOLS, locations
from tts_tool.rulesets.old_world.base.box.records import Location

NEEDS = {
    "gold": ({"tavern", "trail"}, 2),
    "a tavern": ({"tavern"}, 2),
    "a trail": ({"trail"}, 2),
    "a Potion": ({"potion"}, 2),
    "training": ({"combat", "defense", "alchemy", "specialty", "school"}, 1),
    "an attribute for free": ({"combat", "defense", "alchemy", "specialty"}, 2),
    "other cards": ({"exchange", "market"}, 3),
}
KNOWN = {
    0: "school",
    1: "school",
    3: "school",
    4: "alchemy",
    7: "market",
    8: "exchange",
    9: "potion",
    10: "school",
    15: "school",
    17: "school",
}
OWN = {2, 5, 6, 11, 12, 13, 14, 16, 18}


def steps(start: int) -> dict[int, int]:
    """Count the moves from a location to every other."""
    known = {start: 0}
    for here in (edge := [start]):
        for there in locations()[here].roads:
            if there not in known:
                known[there] = known[here] + 1
                edge.append(there)
    return known


@pytest.mark.rule("OW-MOVE-13")
def test_roads_lead_both_ways() -> None:
    """Connections are symmetric, 42 in all, none from a location to itself."""
    roads = {(here, there) for here, each in locations().items() for there in each.roads}
    assert roads == {(there, here) for here, there in roads}
    assert len(roads) == 2 * 42
    assert all(here != there for here, there in roads)


@pytest.mark.rule("OW-MOVE-13")
@pytest.mark.parametrize(
    "walk", [(8, 4, 3, 2), (5, 9), (2, 7, 11, 18)], ids=lambda walk: "-".join(map(str, walk))
)
def test_walks_of_the_rulebook(walk: tuple[int, ...]) -> None:
    """Every walk that the rulebook shows can be walked."""
    for here, there in itertools.pairwise(walk):
        assert there in locations()[here].roads


@pytest.mark.rule("OW-MOVE-13")
def test_only_shortest_way() -> None:
    """From Hengfors to Ard Modron there is one way of three moves, over Vizima and Beauclair."""
    ways = [
        (first, second)
        for first in locations()[2].roads
        for second in locations()[first].roads
        if 18 in locations()[second].roads
    ]
    assert ways == [(7, 11)]


@pytest.mark.rule("OW-MOVE-13", "OW-MOVE-14", "OW-TOKEN-06")
def test_terrains() -> None:
    """Six locations of each terrain; location 0 alone has none, and six are harbours."""
    terrains = Counter(each.terrain for each in locations().values())
    assert terrains == {"forest": 6, "mountain": 6, "water": 6, None: 1}
    assert locations()[0].terrain is None
    assert {n for n, each in locations().items() if each.harbour} == {1, 5, 6, 9, 12, 13}


def test_deeds_that_are_known() -> None:
    """Nothing that a source shows is moved; our own choice fills exactly the other nine."""
    assert {number: locations()[number].deed for number in KNOWN} == KNOWN
    assert sorted(locations()[number].deed or "" for number in OWN) == [
        "combat",
        "defense",
        "potion",
        "potion",
        "specialty",
        "tavern",
        "tavern",
        "trail",
        "trail",
    ]


def test_every_school_has_its_place() -> None:
    """Each of the five schools has one School Location; the sixth belongs to none of them."""
    schools = {each.school: n for n, each in locations().items() if each.school is not None}
    assert schools.keys() == {*SCHOOLS, "manticore"}
    assert schools["manticore"] == 0
    assert all((each.deed == "school") is (each.school is not None) for each in _all())


@pytest.mark.parametrize("need", NEEDS)
def test_no_dead_corner(need: str) -> None:
    """Wherever a witcher stands, everything needed is within a few moves."""
    deeds, most = NEEDS[need]
    for start in locations():
        near = steps(start)
        nearest = min(near[each.number] for each in _all() if each.deed in deeds)
        assert nearest <= most, f"from {start} it is {nearest} moves to {need}"


def test_terrain_of_neighbours() -> None:
    """No location can be left by one terrain only, so no single card decides who is stuck."""
    for here in _all():
        assert len({locations()[there].terrain for there in here.roads}) > 1, here.id


def _all() -> list[Location]:
    return list(locations().values())
