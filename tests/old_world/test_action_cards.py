"""The Action cards: what is known is as it is known, and our faces make interesting hands."""

from __future__ import annotations

import itertools
import random
import statistics
from collections import Counter
from collections.abc import Callable, Iterable

import pytest

from tests.old_world.own_cards import SCHOOLS, action_cards, common, starting
from tests.old_world.sparring import best_damage, longest, spar
from tests.old_world.table import catalogue, new
from tests.referee.client import Client
from tts_tool.referee.desk import Desk, OfferedGame
from tts_tool.rulesets.old_world import RULESET
from tts_tool.rulesets.old_world.base.box.box import Card
from tts_tool.rulesets.old_world.base.box.records import (
    COLOURS,
    TERRAINS,
    Action,
    Colour,
    Extension,
    Face,
    Symbols,
)

COSTS = (0, 1, 2)
ONE_DAMAGE = Symbols(damage=1)
# Photographed: the first Quick Slash of each school.
KNOWN_FACES = {
    "bear": Face(terrain="wild", fight=ONE_DAMAGE),
    "cat": Face(terrain="water", fight=ONE_DAMAGE),
    "griffin": Face(terrain="wild", fight=ONE_DAMAGE),
    "viper": Face(terrain="forest", fight=ONE_DAMAGE),
    "wolf": Face(terrain="mountain", fight=ONE_DAMAGE, extensions=(Extension(colour="red"),)),
}
# Kinds of the Common Action Deck: colour, cost, copies, as a public table save has them.
COMMON_KINDS = {
    "precise-cut": ("blue", 0, 8),
    "whirl": ("blue", 1, 6),
    "crippling-strike": ("blue", 2, 4),
    "rend": ("red", 0, 8),
    "precise-blow": ("red", 1, 6),
    "crushing-blow": ("red", 2, 4),
    "counterattack": ("green", 0, 4),
    "cover": ("green", 0, 4),
    "block": ("green", 1, 6),
    "lightning-reflex": ("green", 2, 4),
    "intensive-aard": ("purple", 0, 4),
    "intensive-igni": ("purple", 0, 4),
    "melt-armour": ("purple", 1, 2),
    "shock-wave": ("purple", 1, 4),
    "fire-stream": ("purple", 2, 4),
    "intensive-yrden": ("yellow", 0, 4),
    "intensive-axii": ("yellow", 0, 4),
    "intensive-quen": ("yellow", 1, 4),
    "magic-trap": ("yellow", 1, 2),
    "exploding-shield": ("yellow", 2, 4),
}
# Which Defensive Signs a school starts with; everything else is two of a kind everywhere.
SIGNS = {
    "bear": {"yrden": 2},
    "griffin": {"yrden": 2},
    "wolf": {"yrden": 2},
    "cat": {"yrden": 1, "axii": 1},
    "viper": {"yrden": 1, "quen": 1},
}
# By hand size: how often a hand should have a Combo of two cards or more, and of three or more.
STARTING_HANDS = {
    3: ((0.5, 0.8), (0.05, 0.2)),
    4: ((0.75, 0.97), (0.2, 0.5)),
    5: ((0.9, 1), (0.4, 0.75)),
}
GROWN_HANDS = {
    3: ((0.6, 0.85), (0.1, 0.3)),
    4: ((0.8, 0.99), (0.35, 0.65)),
    5: ((0.95, 1), (0.55, 0.85)),
}
LATE_HANDS = {3: ((0.8, 0.97), (0.25, 0.55)), 4: ((0.9, 1), (0.6, 0.9)), 5: ((0.95, 1), (0.8, 1))}


def test_common_kinds() -> None:
    """The Common Action Deck has the kinds, costs and copies of the box."""
    kinds = [kind for kind in catalogue().of(Action).values() if kind.school is None]
    assert {k.id: (k.colour, k.cost, len(k.faces)) for k in kinds} == COMMON_KINDS


@pytest.mark.parametrize("school", SCHOOLS)
def test_starting_kinds(school: str) -> None:
    """A starting deck has the cards that its school has in the box."""
    copies = Counter(card.kind.removeprefix(f"{school}-") for card in starting(school))
    same = {"quick-slash": 2, "heavy-blow": 2, "push": 2, "aard": 2}
    assert copies == Counter({**same, **SIGNS[school]})


@pytest.mark.parametrize("school", SCHOOLS)
def test_faces_that_are_known(school: str) -> None:
    """A face that has been photographed is taken exactly as it is."""
    kind = catalogue().of(Action)[f"{school}-quick-slash"]
    assert kind.faces[0] == KNOWN_FACES[school]


def test_no_two_faces_alike() -> None:
    """No kind has the same face twice, and no two cards of one colour and cost are alike."""
    printed = Counter((card.colour, card.cost, card.school, card.face) for card in action_cards())
    assert printed.total() == 140
    assert [face for face, times in printed.items() if times > 1] == []


def test_extensions_are_worth_printing() -> None:
    """A card names a colour once, and the effect of a tab never hurts the one who uses it."""
    for card in action_cards():
        colours = [extension.colour for extension in card.extensions]
        assert len(colours) == len(set(colours)), card
        assert all(_at_least(each.effect, Symbols()) for each in card.extensions), card


def test_no_common_card_is_merely_worse() -> None:
    """Of two common cards of one colour and cost none is at least as good in every part."""
    groups = [[c for c in common() if (c.colour, c.cost) == key] for key in _keys()]
    worse = [
        (one, other)
        for group in groups
        for one, other in itertools.permutations(group, 2)
        if _beats(other.face, one.face)
    ]
    assert worse == []


@pytest.mark.parametrize("school", SCHOOLS)
def test_no_starting_card_is_merely_worse(school: str) -> None:
    """Where two faces of a starting deck compare, the lesser one has the better terrain."""
    for one, other in itertools.permutations(starting(school), 2):
        if one.colour == other.colour and _beats(other.face, one.face):
            assert one.face.terrain not in {other.face.terrain, *_if_wild(other)}, one


@pytest.mark.parametrize(("colour", "cost"), [(c, n) for c in COLOURS for n in COSTS])
def test_printed_damage(colour: Colour, cost: int) -> None:
    """What a card does by itself grows with its cost, each colour in its own range."""
    ranges = {
        "blue": ((1, 1), (1, 2), (2, 2)),
        "red": ((1, 2), (2, 4), (3, 5)),
        "green": ((0, 1), (0, 1), (0, 1)),
        "yellow": ((0, 1), (0, 1), (0, 2)),
        "purple": ((1, 1), (1, 2), (2, 3)),
    }
    damage = [c.fight.damage for c in common() if (c.colour, c.cost) == (colour, cost)]
    assert (min(damage), max(damage)) == ranges[colour][cost]


@pytest.mark.parametrize("card", action_cards(), ids=lambda card: card.kind)
def test_no_fight_goes_on_for_ever(card: Card) -> None:
    """Who plays nothing but what comes back deals damage and gains no Shield, so somebody falls.

    Every other card costs the one who plays it life, and Shield comes from such cards only.
    """
    tabs = [tab.effect for tab in card.extensions]
    assert not any(tab.back or tab.fetch for tab in tabs)
    if card.fight.back or card.fight.fetch:
        assert card.fight.damage > 0
        assert not any(symbols.shield for symbols in (card.fight, *tabs))


MEASURES: dict[str, Callable[[Card], float]] = {
    "damage": lambda card: card.fight.damage,
    "shield": lambda card: card.fight.shield,
    "draw": lambda card: card.fight.draw,
    "hold": lambda card: card.fight.fetch + max(0, card.fight.draw),
    "back": lambda card: card.fight.back,
    "extensions": lambda card: len(card.extensions),
    "damage and more": lambda card: _threatens(card) and _does_more(card),
}
CHARACTERS: tuple[tuple[Colour, str, str], ...] = (
    ("blue", "most", "extensions"),
    ("blue", "most", "draw"),
    ("red", "most", "damage"),
    ("red", "least", "extensions"),
    ("red", "least", "draw"),
    ("green", "most", "shield"),
    ("green", "most", "back"),
    ("yellow", "second", "shield"),
    ("purple", "second", "damage"),
    ("purple", "most", "damage and more"),
)


@pytest.mark.parametrize(("colour", "rank", "measure"), CHARACTERS)
def test_character_of_a_colour(colour: Colour, rank: str, measure: str) -> None:
    """Each colour is what it is meant to be, beside the other four."""
    means = {c: _mean(common(), c, MEASURES[measure]) for c in COLOURS}
    order = sorted(COLOURS, key=lambda c: -means[c])
    assert order[{"most": 0, "second": 1, "least": -1}[rank]] == colour, means


def test_yellow_keeps_the_hand_under_control() -> None:
    """Nobody fetches from the discard as often as the Defensive Signs."""
    fetched = {c: _mean(common(), c, lambda card: card.fight.fetch) for c in COLOURS}
    assert max(COLOURS, key=lambda c: fetched[c]) == "yellow", fetched


SCHOOL_MEASURES: dict[str, Callable[[list[Card]], float]] = {
    "damage": lambda deck: sum(c.fight.damage for c in deck),
    "shield": lambda deck: sum(c.fight.shield for c in deck),
    "linked damage": lambda deck: sum(e.effect.damage for c in deck for e in c.extensions),
    "draw": lambda deck: sum(
        max(0, s.draw) for c in deck for s in (c.fight, *(e.effect for e in c.extensions))
    ),
    "sign to sign": lambda deck: sum(
        c.colour in {"yellow", "purple"} and e.colour in {"yellow", "purple"}
        for c in deck
        for e in c.extensions
    ),
    "leads to blue": lambda deck: sum(e.colour == "blue" for c in deck for e in c.extensions),
    "deals damage": lambda deck: sum(c.fight.damage > 0 for c in deck),
}


@pytest.mark.parametrize(
    ("school", "measure"),
    [
        ("wolf", "linked damage"),
        ("griffin", "sign to sign"),
        ("cat", "leads to blue"),
        ("cat", "draw"),
        ("bear", "damage"),
        ("bear", "shield"),
    ],
)
def test_character_of_a_school(school: str, measure: str) -> None:
    """Each starting deck has more than any other of what its school is about."""
    found = {each: SCHOOL_MEASURES[measure](starting(each)) for each in SCHOOLS}
    assert all(found[school] > found[each] for each in SCHOOLS if each != school), found


def test_viper_always_gets_through() -> None:
    """No starting deck has more cards that deal damage, themselves or with a link, than Viper's."""
    found = {school: sum(map(_threatens, starting(school))) for school in SCHOOLS}
    assert max(found.values()) == found["viper"], found


@pytest.mark.parametrize("school", SCHOOLS)
def test_terrains_of_a_starting_deck(school: str) -> None:
    """A new witcher can go anywhere: three cards for each terrain and one for all of them."""
    terrains = Counter(card.face.terrain for card in starting(school))
    assert terrains == {"forest": 3, "mountain": 3, "water": 3, "wild": 1}


@pytest.mark.parametrize("key", [*COLOURS, *COSTS])
def test_terrains_of_the_common_deck(key: Colour | int) -> None:
    """Whatever colour or cost somebody collects, no terrain is left out or stands alone."""
    terrains = Counter(card.face.terrain for card in common() if key in {card.colour, card.cost})
    shares = {terrain: terrains[terrain] / terrains.total() for terrain in TERRAINS}
    assert all(0.25 <= share <= 0.4 for share in shares.values()), shares
    assert 0.03 <= terrains["wild"] / terrains.total() <= 0.16


@pytest.mark.soak(sample=500, full=20_000)
@pytest.mark.parametrize("size", [3, 4, 5])
def test_a_hand_can_pay_for_terrain(size: int, rounds: int) -> None:
    """A hand mostly pays a given terrain with one card; hardly ever does it pay none."""
    luck = random.Random(size)
    payable = Counter[str]()
    stuck = 0
    for number in range(rounds):
        hand = luck.sample(_grown(SCHOOLS[number % 5], luck), size)
        paid = [terrain for terrain in TERRAINS if _pays(hand, terrain)]
        payable.update(paid)
        stuck += not paid
    assert stuck == 0
    assert all(payable[terrain] >= (0.35 + 0.1 * size) * rounds for terrain in TERRAINS), payable


@pytest.mark.soak(sample=400, full=20_000)
@pytest.mark.parametrize("size", STARTING_HANDS)
@pytest.mark.parametrize("school", SCHOOLS)
def test_combos_of_a_starting_hand(school: str, size: int, rounds: int) -> None:
    """A first hand often links two cards and seldom three, so that there is room to grow."""
    luck = random.Random(f"{school}{size}")
    hands = [luck.sample(starting(school), size) for _ in range(rounds)]
    _check_lengths(hands, STARTING_HANDS[size])


@pytest.mark.soak(sample=600, full=20_000)
@pytest.mark.parametrize("size", GROWN_HANDS)
def test_combos_of_a_grown_hand(size: int, rounds: int) -> None:
    """With six cards of the market in the deck, three linked cards are a fair hope."""
    luck = random.Random(size)
    hands = [luck.sample(_grown(SCHOOLS[n % 5], luck), size) for n in range(rounds)]
    _check_lengths(hands, GROWN_HANDS[size])


@pytest.mark.soak(sample=400, full=20_000)
@pytest.mark.parametrize("size", LATE_HANDS)
def test_combos_of_a_late_hand(size: int, rounds: int) -> None:
    """A deck of nothing but common cards links nearly always, yet not all it holds."""
    luck = random.Random(size)
    hands = [luck.sample(common(), size) for _ in range(rounds)]
    _check_lengths(hands, LATE_HANDS[size])


@pytest.mark.soak(sample=500, full=20_000)
def test_damage_of_a_hand(rounds: int) -> None:
    """The best Combo of four cards deals more the dearer they are, hardly ever absurdly much."""
    means = []
    for cost in COSTS:
        luck = random.Random(cost)
        pool = [card for card in common() if card.cost == cost]
        dealt = [best_damage(luck.sample(pool, 4)) for _ in range(rounds)]
        means.append(statistics.mean(dealt))
        assert sum(damage > 8 + 3 * cost for damage in dealt) <= 0.02 * rounds
    assert 3 <= means[0] <= 4.2
    assert all(later - earlier >= 0.9 for earlier, later in itertools.pairwise(means)), means


@pytest.mark.soak(sample=150, full=4_000)
def test_costs_are_worth_paying(rounds: int) -> None:
    """Four cards of a higher cost in a starting deck make it wear down clearly more life."""
    dealt = [_sparred([c for c in common() if c.cost == cost], rounds) for cost in COSTS]
    alone = _sparred([], rounds)
    gains = [after - before for before, after in itertools.pairwise((alone, *dealt))]
    assert all(gain >= 1 for gain in gains), (alone, dealt)


@pytest.mark.soak(sample=150, full=4_000)
@pytest.mark.parametrize("cost", COSTS)
def test_no_colour_is_a_mistake(cost: int, rounds: int) -> None:
    """At equal cost no colour helps a starting deck much more than another."""
    alone = _sparred([], rounds)
    gains = {colour: _sparred(_of(colour, cost), rounds) - alone for colour in COLOURS}
    assert min(gains.values()) > 0.55 * max(gains.values()), gains


@pytest.mark.soak(sample=400, full=10_000)
def test_no_school_is_a_mistake(rounds: int) -> None:
    """Before anybody has bought a card the five decks fight about equally well."""
    dealt = {}
    for school in SCHOOLS:
        luck = random.Random(school)
        dealt[school] = statistics.mean(spar(starting(school), luck) for _ in range(rounds))
    assert max(dealt.values()) < 1.25 * min(dealt.values()), dealt


@pytest.mark.parametrize("colour", COLOURS)
def test_every_colour_can_be_reached(colour: Colour) -> None:
    """From each colour, and in each starting deck, something leads to every colour but its own."""
    from_colours = {c.colour for c in common() for e in c.extensions if e.colour == colour}
    assert from_colours >= set(COLOURS) - {colour}


def _keys() -> list[tuple[Colour, int]]:
    return [(colour, cost) for colour in COLOURS for cost in COSTS]


def _of(colour: Colour, cost: int) -> list[Card]:
    return [card for card in common() if (card.colour, card.cost) == (colour, cost)]


def _at_least(one: Symbols, other: Symbols) -> bool:
    return all(getattr(one, field) >= getattr(other, field) for field in Symbols.__struct_fields__)


def _beats(one: Face, other: Face) -> bool:
    """Say whether a face is at least as good as another in every part, terrain left aside."""
    tabs = {extension.colour: extension.effect for extension in one.extensions}
    return _at_least(one.fight, other.fight) and all(
        each.colour in tabs and _at_least(tabs[each.colour], each.effect)
        for each in other.extensions
    )


def _if_wild(card: Card) -> Iterable[str]:
    return TERRAINS if card.face.terrain == "wild" else ()


def _mean(deck: Iterable[Card], colour: Colour, measure: Callable[[Card], float]) -> float:
    return statistics.mean(measure(card) for card in deck if card.colour == colour)


def _threatens(card: Card) -> bool:
    return card.fight.damage > 0 or any(each.effect.damage for each in card.extensions)


def _does_more(card: Card) -> bool:
    effects = (each.effect for each in card.extensions)
    return card.fight.draw > 0 or card.fight.fetch > 0 or any(each != Symbols() for each in effects)


def _pays(hand: Iterable[Card], terrain: str) -> bool:
    return any(card.face.terrain in {terrain, "wild"} for card in hand)


def _grown(school: str, luck: random.Random) -> list[Card]:
    """Give a starting deck with six cards bought."""
    return [*starting(school), *luck.sample(common(), 6)]


def _check_lengths(
    hands: list[list[Card]], wanted: tuple[tuple[float, float], tuple[float, float]]
) -> None:
    lengths = [longest(hand) for hand in hands]
    for least, (low, high) in zip((2, 3), wanted, strict=True):
        share = sum(length >= least for length in lengths) / len(lengths)
        assert low <= share <= high, f"Combo of {least} or more: {share:.2f}"


def _sparred(pool: list[Card], rounds: int) -> float:
    """Fight with every school's deck and four cards out of a pool, always by the same luck."""
    luck = random.Random(1)
    return statistics.mean(
        spar([*starting(school), *(luck.sample(pool, 4) if pool else ())], luck)
        for _ in range(rounds)
        for school in SCHOOLS
    )


# For programs

DEARER = (1, 1, 0, 0, 0, -1)
"""How much more a card of the display costs, from the left."""


@pytest.mark.parametrize("seat", ["red", "blue", None])
def test_a_program_is_told_what_is_printed(seat: str | None) -> None:
    """Whatever lies open is data beside its id, and what the display costs is worked out."""
    t = new(2)
    (own, *_) = t.cards(places=("action-deck",))
    t.hand("red", own)
    client = Client(Desk({RULESET.name: lambda: OfferedGame(RULESET, catalogue)}, longest=1 << 20))
    client.ask("new", game=RULESET.name, seats=2, seed="1", position=t.document())
    told = client.ask("view", seat=seat)
    seen = {card["id"]: card for place in told["places"].values() for card in place if "id" in card}
    printed = t.timeline.composition.inventory.cards
    known = {name: printed[name] for name in seen if isinstance(printed.get(name), Card)}
    assert (own in known) == (seat == "red")
    for name, card in known.items():
        face, says = card.face, seen[name]
        assert (says["colour"], says["cost"]) == (card.colour, card.cost)
        assert says["terrain"] == face.terrain
        assert Symbols(**says["fight"]) == face.fight
        tabs = [(tab.pop("colour"), Symbols(**tab)) for tab in says["tabs"]]
        assert tabs == [(each.colour, each.effect) for each in face.extensions]
    display = [t.place(f"display.{slot}")[0] for slot in range(1, 7)]
    costs = [max(0, known[c].cost + more) for c, more in zip(display, DEARER, strict=True)]
    assert told["readings"].get("prices") == dict(zip(display, costs, strict=True))
