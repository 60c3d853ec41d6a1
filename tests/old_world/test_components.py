"""The box is complete: every count of the component list, over what the card files lay out.

A row is a rule, what is counted, how, and how many there are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from tests.old_world.own_cards import SCHOOLS, action_cards, common, locations
from tests.old_world.table import catalogue
from tts_tool.kernel.inventory import Component, Inventory
from tts_tool.kernel.module import Composition, Setup
from tts_tool.rulesets.old_world import RULESET
from tts_tool.rulesets.old_world.base.board.monsters import Monster
from tts_tool.rulesets.old_world.base.box import box
from tts_tool.rulesets.old_world.base.box.records import (
    ATTRIBUTES,
    COLOURS,
    TERRAINS,
    Limits,
    Market,
    Poker,
)

Row = tuple[str, str, Callable[[], Any], Any]

GOLD_TOKENS = 35


@cache
def setup() -> Setup:
    """Agree on a game of five seats."""
    seats = RULESET.seats[:5]
    names = RULESET.completed(("base",), seats)
    settings = {setting.name: setting.default for setting in RULESET.settings(names)}
    return Setup(seats, ("base",), settings, catalogue())


@cache
def laid_out() -> Inventory:
    """Lay out the whole box."""
    return Composition(RULESET, setup()).inventory


def things(family: str) -> list[Component]:
    """Give all components of a family: `potion` for `potion.blizzard.1`."""
    return [each for each in laid_out().components.values() if _family(each.id) == family]


def by_kind(family: str) -> set[int]:
    """Say how many copies the kinds of a family have."""
    return set(Counter(each.kind for each in things(family)).values())


def places(family: str) -> int:
    """Count the places of a family: `at` for `at.7`."""
    return sum(_family(name) == family for name in laid_out().places)


def piles_of_gold() -> set[int]:
    """Say how much can lie in the piles of gold that the seats have."""
    tracks = laid_out().tracks.values()
    piles = [each for each in tracks if each.shown == "pile" and _family(each.name) == "gold"]
    assert len(piles) == len(setup().seats)
    return {each.high for each in piles}


def markers(*families: str) -> int:
    """Count the tracks with a marker, over all seats."""
    tracks = laid_out().tracks.values()
    return sum(each.shown == "marker" and _family(each.name) in families for each in tracks)


def spots(*families: str) -> set[tuple[int, int]]:
    """Say from where to where tracks of these families go."""
    tracks = laid_out().tracks.values()
    return {(each.low, each.high) for each in tracks if _family(each.name) in families}


def lives(level: int) -> set[int]:
    """Say how much life the monsters of a level have."""
    return {each.life for each in catalogue().of(Monster).values() if each.level == level}


def _family(name: str) -> str:
    return name.partition(".")[0]


ROWS: tuple[Row, ...] = (
    ("OW-COMP-01", "locations", lambda: sorted(locations()), [*range(19)]),
    ("OW-COMP-01", "locations on the table", lambda: places("at"), 19),
    ("OW-COMP-01", "roads", lambda: sum(len(each.roads) for each in locations().values()) / 2, 42),
    (
        "OW-COMP-02",
        "common cards",
        lambda: sum(each.start == "action-deck" for each in things("action")),
        90,
    ),
    ("OW-COMP-02", "costs", lambda: Counter(c.cost for c in common()), {0: 40, 1: 30, 2: 20}),
    (
        "OW-COMP-02",
        "colours",
        lambda: Counter(c.colour for c in common()),
        dict.fromkeys(COLOURS, 18),
    ),
    ("OW-COMP-02", "kinds", lambda: len({c.kind for c in common()}), 20),
    ("OW-COMP-03", "Action cards with the common ones", lambda: len(things("action")), 50 + 90),
    (
        "OW-COMP-03",
        "starting cards by school and colour",
        lambda: Counter((c.school, c.colour) for c in action_cards() if c.school is not None),
        {(school, colour): 2 for school in SCHOOLS for colour in COLOURS},
    ),
    (
        "OW-COMP-03",
        "costs of starting cards",
        lambda: {c.cost for c in action_cards() if c.school is not None},
        {0},
    ),
    ("OW-COMP-04", "Potions", lambda: len(things("potion")), 28),
    ("OW-COMP-04", "copies of a kind", lambda: by_kind("potion"), {4}),
    (
        "OW-COMP-05",
        "City cards, no two of a kind",
        lambda: len({each.kind for each in things("city")}),
        36,
    ),
    (
        "OW-COMP-06",
        "Wilds cards, no two of a kind",
        lambda: len({each.kind for each in things("wilds")}),
        36,
    ),
    (
        "OW-COMP-07",
        "numbers of the events",
        lambda: [each.id for each in things("event")],
        [f"event.{number}" for number in range(1, 57)],
    ),
    ("OW-COMP-08", "Attribute Trophies", lambda: len(things("attribute-trophy")), 8),
    ("OW-COMP-08", "copies of a kind", lambda: by_kind("attribute-trophy"), {2}),
    ("OW-COMP-09", "Witcher Trophies", lambda: len(things("witcher-trophy")), 20),
    ("OW-COMP-09", "copies for a school", lambda: by_kind("witcher-trophy"), {4}),
    (
        "OW-COMP-10",
        "monsters by level",
        lambda: Counter(each.level for each in catalogue().of(Monster).values()),
        {1: 10, 2: 12, 3: 6},
    ),
    ("OW-COMP-10", "monster cards", lambda: len(things("monster")), 28),
    (
        "OW-COMP-10",
        "lives by level",
        lambda: [(min(lives(level)), max(lives(level))) for level in (1, 2, 3)],
        [(10, 12), (13, 15), (17, 19)],
    ),
    ("OW-COMP-11", "monster tokens", lambda: len(things("monster-token")), 28),
    (
        "OW-COMP-11",
        "cards whose monster has no token of its own",
        lambda: (
            Counter(c.kind for c in things("monster"))
            - Counter(t.kind for t in things("monster-token"))
        ),
        Counter(),
    ),
    ("OW-COMP-12", "Monster Fight cards", lambda: len(things("fight")), 20),
    (
        "OW-COMP-13",
        "Location Tokens by pile",
        lambda: Counter(each.start for each in things("token")),
        {f"tokens.{terrain}": 6 for terrain in TERRAINS},
    ),
    ("OW-COMP-14", "Closed Tavern token", lambda: len(things("closed-tavern")), 1),
    (
        "OW-COMP-15",
        "more gold than there are tokens",
        lambda: min(piles_of_gold()) > GOLD_TOKENS,
        True,
    ),
    ("OW-COMP-16", "dice, a set for each side", lambda: 2 * catalogue().table(Poker).dice, 10),
    ("OW-COMP-19", "Player Boards", lambda: {each.kind for each in things("board")}, {*SCHOOLS}),
    ("OW-COMP-20", "miniatures", lambda: len(things("miniature")), 5),
    ("OW-COMP-21", "cubes", lambda: markers(*ATTRIBUTES, "witcher"), 25),
    ("OW-COMP-22", "Shield markers", lambda: markers("shield"), 5),
    ("OW-COMP-21", "levels", lambda: spots(*ATTRIBUTES, "witcher"), {(1, 5)}),
    ("OW-COMP-22", "values of a Shield", lambda: spots("shield"), {(0, 5)}),
    ("OW-COMP-23", "scoring tokens", lambda: markers("track"), 5),
    ("OW-COMP-25", "slots", lambda: places("display"), 6),
    ("OW-COMP-25", "their prices", lambda: catalogue().table(Market).slots, (1, 1, 0, 0, 0, -1)),
    (
        "OW-COMP-26",
        "spots of the Trophy Track",
        lambda: [(t.low, t.high) for t in laid_out().tracks.values() if _family(t.name) == "track"],
        [(0, 4)] * 5,
    ),
    ("OW-COMP-26", "top of the Trophy Track", lambda: catalogue().table(Limits).track, 4),
    (
        "OW-COMP-27",
        "kinds of locations",
        lambda: Counter(each.deed for each in box.atlas(setup()).values()),
        {
            "school": 6,
            "potion": 3,
            "tavern": 2,
            "trail": 2,
            "exchange": 1,
            "market": 1,
            **dict.fromkeys(ATTRIBUTES, 1),
        },
    ),
)


@pytest.mark.parametrize(
    ("count", "number"),
    [
        pytest.param(count, number, id=f"{rule} {what}", marks=pytest.mark.rule(rule))
        for rule, what, count, number in ROWS
    ],
)
def test_count(count: Callable[[], Any], number: Any) -> None:  # noqa: ANN401  # numbers and counts
    """The box holds exactly as many as the component list says."""
    assert count() == number
