"""Positions: the state as a document that a person can write, and all that can be wrong with it."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from tests.kernel.tiny import Score, after, box, composed, inventory, quiet, state
from tts_tool.kernel.events import (
    Answered,
    Branched,
    EffectBegan,
    Ended,
    Flagged,
    Moved,
    PhaseBegan,
    Queued,
    Reacted,
    Reacting,
    Rolled,
    Sealed,
    Showed,
    TrackSet,
    TurnBegan,
    noted,
)
from tts_tool.kernel.game import Game
from tts_tool.kernel.inventory import Component, Inventory, Place
from tts_tool.kernel.position import canonical, decode, encode, flaws, strange_fields
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.state import Effect, Pending, State

REACT = Pending("react", "ann", {"n": 1})


def full() -> State:
    """Give a state in which everything has happened."""
    return after(
        state(),
        Moved(("card.3",), "deck", "table", down=True),
        Moved(("card.2",), "deck", "hand.bob"),
        Showed(("card.3",), "table", ("ann", "cid")),
        TrackSet("clock", 7, 1),
        Flagged("rain", 1),
        Flagged("wind", "north"),
        noted(Score(round=2, done=("ann",))),
        EffectBegan(Effect("e", "glow", "coin", "ann", {"more": 2}, "night", "table")),
        Rolled("die", 6, (3,)),
        Answered("pay/ann", "ann", "yes"),
        Sealed("spot/bob", "bob", "north"),
        TurnBegan("bob"),
        PhaseBegan("night"),
        Branched(2),
        Ended((("ann", "bob"), ("cid",))),
        Queued(Pending("react", "ann", {"n": 1})),
    )


def test_the_document() -> None:
    """Every part of the state stands in the document under its own name."""
    assert json.loads(canonical(full())) == {
        "acting": "bob",
        "phase": "night",
        "places": {
            "deck": ["card.1", "card.4"],
            "table": ["card.3", "coin"],
            "pit": [],
            "hand.ann": [],
            "hand.bob": ["card.2"],
            "hand.cid": [],
        },
        "down": ["card.3"],
        "shown": {"card.3": ["ann", "cid"]},
        "tracks": {"gold.ann": 3, "gold.bob": 3, "gold.cid": 3, "clock": 7},
        "flags": {"rain": 1, "wind": "north"},
        "parts": {"score": {"round": 2, "done": ["ann"]}},
        "effects": [
            {
                "id": "e",
                "kind": "glow",
                "source": "coin",
                "seat": "ann",
                "params": {"more": 2},
                "until": "night",
                "place": "table",
            }
        ],
        "result": [["ann", "bob"], ["cid"]],
        "asked": {"pay/ann": 1, "spot/bob": 1},
        "chance": {"branch": 2, "streams": {"die": 1}},
        "sealed": {"bob": [["spot/bob", "north"]]},
        "queue": [[{"reaction": "react", "seat": "ann", "args": {"n": 1}}]],
    }


@pytest.mark.parametrize("known", [state(), full()], ids=["start", "full"])
def test_there_and_back(known: State) -> None:
    """What was written down and read again, as JSON too, is the same state."""
    read = decode(encode(known), known.inventory)
    assert all(getattr(read, slot) == getattr(known, slot) for slot in State.__slots__)
    read = decode(json.loads(canonical(known)), known.inventory)
    assert canonical(read) == canonical(known)


def test_a_read_state_stands_alone() -> None:
    """Changing a state that was read changes neither the document nor another reading."""
    document = encode(full())
    before = msgspec.json.encode(document)
    first, second = (decode(document, inventory()) for _ in range(2))
    after_all = after(first, Flagged("sun", 1), Rolled("die", 6, (1,)), Answered("x/a", "a", 1))
    for now in (first, after_all):
        for slot in ("flags", "streams", "asked", "shown", "sealed", "tracks", "places", "parts"):
            getattr(now, slot).clear()
    assert msgspec.json.encode(document) == before
    assert canonical(second) == canonical(full())


def test_what_is_left_out_is_as_at_the_start() -> None:
    """An empty document is the beginning of the game."""
    assert canonical(decode({}, inventory())) == canonical(state())
    assert encode(state())["tracks"] == state().tracks
    assert set(encode(state())) == {"places", "tracks", "parts", "chance"}


def test_what_is_written_already_is_taken_as_it_is() -> None:
    """Whoever knows how places and what lies face down are written may say so."""
    known = full()
    whole = encode(known)
    places, down = whole["places"], whole["down"]
    again = encode(known, places, down)
    assert (again, list(again)) == (whole, list(whole))
    assert again["places"] is places
    without = encode(known, {}, [])
    assert without == {key: whole[key] for key in whole if key not in ("places", "down")}


DECK = ("card.1", "card.2", "card.3", "card.4")


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        ({"deck": "rest"}, {"deck": (*DECK, "coin")}),
        ({"deck": "rest", "table": ["coin"]}, {"deck": DECK, "table": ("coin",)}),
        (
            {"table": ["coin", "card.3"], "pit": "rest", "hand.ann": ["card.1"]},
            {"table": ("coin", "card.3"), "pit": ("card.2", "card.4"), "hand.ann": ("card.1",)},
        ),
        ({"deck": list(DECK[::-1]), "pit": ["coin"]}, {"deck": DECK[::-1], "pit": ("coin",)}),
    ],
)
def test_the_rest(places: dict[str, Any], expected: dict[str, tuple[str, ...]]) -> None:
    """`rest` stands for all components that are not named, in the order of the box."""
    read = decode({"places": places}, inventory())
    assert {place: ids for place, ids in read.places.items() if ids} == expected
    assert set(read.places) == set(inventory().places)
    assert flaws(composed(quiet), read) == []


@pytest.mark.parametrize(
    ("document", "problem"),
    [
        ({"moon": 1}, "moon"),
        ({"places": {"deck": 3}}, "places"),
        ({"parts": {"moon": {}}}, "no module keeps a part named moon"),
        ({"parts": {"score": {"round": "two"}}}, "round"),
        ({"chance": {"luck": 1}}, "luck"),
        ({"tracks": {"clock": "noon"}}, "tracks"),
    ],
)
def test_unreadable_documents(document: dict[str, Any], problem: str) -> None:
    """What can't be read is said as a value error that names it."""
    with pytest.raises(ValueError, match=problem):
        decode(document, inventory())


def missing(*components: str) -> list[Rejection]:
    """Say that components lie nowhere."""
    return [Rejection("component-missing", {"component": one}) for one in components]


@pytest.mark.parametrize(
    ("document", "wrong"),
    [
        ({}, []),
        ({"tracks": {"clock": 12}, "acting": "ann"}, []),
        ({"places": {"deck": list(DECK)}}, missing("coin")),
        (
            {"places": {"deck": "rest", "moon": []}},
            [Rejection("unknown-place", {"place": "moon"})],
        ),
        (
            {"places": {"deck": "rest", "pit": ["ghost"]}},
            [Rejection("unknown-component", {"component": "ghost", "place": "pit"})],
        ),
        (
            {"places": {"deck": ["coin", "coin"], "pit": "rest"}},
            [Rejection("component-twice", {"component": "coin", "place": "deck", "other": "deck"})],
        ),
        (
            {"places": {"deck": ["coin", "card.1"], "pit": ["card.1"]}},
            [
                Rejection(
                    "component-twice", {"component": "card.1", "place": "pit", "other": "deck"}
                ),
                *missing("card.2", "card.3", "card.4"),
            ],
        ),
        (
            {"tracks": {"clock": 13, "gold.ann": -1, "moon": 1}},
            [
                Rejection(
                    "track-out-of-range", {"track": "gold.ann", "value": -1, "low": 0, "high": 9}
                ),
                Rejection(
                    "track-out-of-range",
                    {"track": "clock", "value": 13, "low": 1, "high": 12},
                    "TINY-CLOCK",
                ),
                Rejection("unknown-track", {"track": "moon"}),
            ],
        ),
        ({"tracks": {"clock": 1, "gold.ann": 9}}, []),
        (
            {"acting": "eve", "sealed": {"dan": [], "ann": []}},
            [
                Rejection("unknown-seat", {"seat": "dan"}),
                Rejection("unknown-seat", {"seat": "eve"}),
            ],
        ),
    ],
)
def test_flaws(document: dict[str, Any], wrong: list[Rejection]) -> None:
    """Everything that is wrong with a position is said, each with what and where."""
    assert flaws(composed(quiet), decode(document, inventory())) == wrong


def test_ghosts_that_are_twice() -> None:
    """What is no component at all is said once per place, not as lying twice."""
    read = decode({"places": {"deck": "rest", "pit": ["ghost", "ghost"]}}, inventory())
    assert [flaw.code for flaw in flaws(composed(quiet), read)] == ["unknown-component"] * 2


def test_flaws_by_the_rules() -> None:
    """What rules declare to hold always is checked, too, once the position makes sense."""
    module = box()
    early, rich = Rejection("early"), Rejection("rich")

    @module.invariant
    def no_early_cards(g: Game) -> Rejection | None:
        return early if g.track("clock") < 5 and g.cards("table") else None

    @module.invariant
    def no_riches(g: Game) -> Rejection | None:
        return rich if g.track("gold.ann") > 5 else None

    composition = composed(quiet, module)

    def wrong(document: dict[str, Any]) -> list[Rejection]:
        return flaws(composition, decode(document, composition.inventory))

    assert wrong({"tracks": {"clock": 5}}) == []
    assert wrong({}) == [early]
    assert wrong({"tracks": {"gold.ann": 9}}) == [early, rich]
    assert [flaw.code for flaw in wrong({"tracks": {"clock": 13}})] == ["track-out-of-range"]


@pytest.mark.parametrize("stage", ["north", -1])
def test_flaws_between_stages(stage: str | int) -> None:
    """Whose stage it is at a point is a number from nought on; other flags are what they are."""
    module = box()
    dusk = module.point("dusk", "ask", doc="the light goes")

    def wrong(document: dict[str, Any]) -> list[Rejection]:
        composition = composed(quiet, module)
        return flaws(composition, decode(document, composition.inventory))

    assert wrong({"flags": {dusk.name: stage}}) == [Rejection("unknown-stage", {"point": "dusk"})]
    assert wrong({"flags": {dusk.name: 0, "wind": stage}}) == []


def test_canonical_is_blind_to_how_it_came_about() -> None:
    """A queue that has been worked off is no queue, as in a state that never had one."""
    worked_off = after(state(), Queued(REACT), Reacting(REACT), Reacted("react"))
    assert canonical(worked_off) == canonical(state()) == canonical(decode({}, inventory()))


def test_canonical_is_blind_to_the_order_of_names() -> None:
    """The same state is the same bytes, however it came about."""
    one = after(state(), Flagged("a", 1), Flagged("b", 2))
    other = after(state(), Flagged("b", 2), Flagged("a", 1))
    assert canonical(one) == canonical(other)
    assert canonical(one) != canonical(state())
    twin = Inventory((), [Place("b"), Place("a")], [Component("x", "x", "a")], [], [])
    same = Inventory((), [Place("a"), Place("b")], [Component("x", "x", "a")], [], [])
    assert canonical(State(twin)) == canonical(State(same))


class Inner(msgspec.Struct, frozen=True):
    """Something inside of a part."""

    height: int = 0


class Held(msgspec.Struct, frozen=True):
    """A part that holds others, in every way in which a part can."""

    one: Inner = Inner()
    maybe: Inner | None = None
    many: tuple[Inner, ...] = ()
    named: dict[str, Inner] = {}
    any: int | str = 0


@pytest.mark.parametrize(
    ("part", "field", "hint"),
    [
        ({"on": {}}, "on", " (one?)"),
        ({"one": {"heigth": 2}}, "heigth", " (height?)"),
        ({"maybe": {"heigth": 2}}, "heigth", " (height?)"),
        ({"many": [{}, {"heigth": 2}]}, "heigth", " (height?)"),
        ({"named": {"a": {"zzz": 2}}}, "zzz", ""),
    ],
)
def test_a_field_that_no_part_has(part: dict[str, Any], field: str, hint: str) -> None:
    """What would be forgotten is named, wherever it stands, with what was meant."""
    known = composed(quiet, box(parts=(Held,))).inventory
    (wrong,) = strange_fields({"parts": {"held": part, "moon": {"x": 1}}}, known)
    assert (wrong.code, wrong.params) == (
        "unknown-field",
        {"part": "held", "field": field, "hint": hint},
    )


def test_a_part_as_it_should_be() -> None:
    """Nothing is said of fields that are known, nor of what may be more than one thing."""
    known = composed(quiet, box(parts=(Held,))).inventory
    part: dict[str, Any] = {
        "one": {"height": 1},
        "maybe": None,
        "many": [{}],
        "named": {"a": {}},
        "any": "x",
    }
    assert list(strange_fields({"parts": {"held": part}}, known)) == []
    assert list(strange_fields({}, known)) == []


@pytest.mark.parametrize("objects", [False, True], ids=["alone", "beside one who objects"])
def test_rules_that_stumble(*, objects: bool) -> None:
    """Rules that stumble over a position refuse it by name, unless others say what is wrong."""
    module = box()

    @module.invariant
    def some_gold(_: Game) -> Rejection | None:
        raise KeyError("gold")

    @module.invariant
    def some_sun(_: Game) -> Rejection | None:
        return Rejection("no-sun") if objects else None

    composition = composed(quiet, module)
    wrong = flaws(composition, State(composition.inventory))
    expected = Rejection("no-sun") if objects else Rejection("rules-stumble", {"rule": "some-gold"})
    assert wrong == [expected]
