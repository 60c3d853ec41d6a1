"""Views: faces where a seat may look, backs where not, and nothing that tells them apart."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.kernel.tiny import SEATS, Score, after, state
from tts_tool.kernel.events import (
    EffectBegan,
    Ended,
    Flagged,
    Moved,
    PhaseBegan,
    Sealed,
    Showed,
    Shuffled,
    TrackSet,
    TurnBegan,
    noted,
)
from tts_tool.kernel.inventory import Component, Inventory, Place, Seat
from tts_tool.kernel.state import Effect, State
from tts_tool.kernel.views import EVERYTHING, redrawn, sees, view


def laid_out() -> State:
    """Give a state with something in every kind of place, seen by one or another."""
    return after(
        state(),
        Moved(("card.1",), "deck", "hand.ann"),
        Moved(("card.2",), "deck", "table", down=True),
        Showed(("card.2",), "table", ("bob",)),
        Showed(("card.3",), "deck", ("cid",)),
    )


BLUE = {"back": {"back": "blue"}}


def face(number: int, kind: str, **more: object) -> dict[str, object]:
    """Give what a seat sees of a card that it sees."""
    return {"id": f"card.{number}", "kind": kind, "name": kind, **more}


@pytest.mark.parametrize(
    ("seat", "hand", "table", "deck"),
    [
        ("ann", face(1, "ace"), BLUE, BLUE),
        ("bob", BLUE, face(2, "ace", down=True), BLUE),
        ("cid", BLUE, BLUE, face(3, "king")),
        (None, BLUE, BLUE, BLUE),
        (EVERYTHING, face(1, "ace"), face(2, "ace", down=True), face(3, "king")),
    ],
)
def test_faces_and_backs(
    seat: Seat | None, hand: dict[str, Any], table: dict[str, Any], deck: dict[str, Any]
) -> None:
    """Own hand, what one looked at, what lies face down, for seats, spectators and the log."""
    places = view(laid_out(), seat)["places"]
    assert places["hand.ann"] == [hand]
    assert places["table"] == [table, {"id": "coin", "kind": "coin"}]
    assert places["deck"][0] == deck
    assert places["pit"] == []


@pytest.mark.parametrize(
    ("seat", "sealed"),
    [
        ("ann", {"ann": (("spot/ann", 1),), "bob": "hidden"}),
        ("cid", {"ann": "hidden", "bob": "hidden"}),
        (None, {"ann": "hidden", "bob": "hidden"}),
        (EVERYTHING, {"ann": (("spot/ann", 1),), "bob": (("spot/bob", 2),)}),
    ],
)
def test_sealed_choices(seat: Seat | None, sealed: dict[str, Any]) -> None:
    """Everyone sees who has chosen; what was chosen only the seat itself, and the log."""
    chosen = after(state(), Sealed("spot/ann", "ann", 1), Sealed("spot/bob", "bob", 2))
    assert view(chosen, seat)["sealed"] == sealed


def test_all_that_is_public() -> None:
    """Turn, phase, tracks, flags, parts, lasting effects and result are there for everyone."""
    public = after(
        state(),
        TurnBegan("ann"),
        PhaseBegan("night"),
        TrackSet("clock", 4, 1),
        Flagged("rain", 1),
        noted(Score(round=2)),
        EffectBegan(Effect("e", "glow", "coin")),
        Ended((("ann",), ("bob", "cid"))),
    )
    seen = view(public, None)
    assert {key: seen[key] for key in seen if key not in ("places", "sealed")} == {
        "acting": "ann",
        "phase": "night",
        "tracks": public.tracks,
        "flags": {"rain": 1},
        "parts": {"score": {"round": 2, "done": ()}},
        "effects": (msgspec.to_builtins(Effect("e", "glow", "coin")),),
        "result": (("ann",), ("bob", "cid")),
        "lost": [],
    }
    assert msgspec.json.decode(msgspec.json.encode(seen))["acting"] == "ann"
    assert seen["tracks"] is not public.tracks


def test_who_sees() -> None:
    """The same question for one component."""
    laid = laid_out()
    assert sees(laid, "hand.ann", "card.1", "ann")
    assert not sees(laid, "hand.ann", "card.1", "bob")
    assert not sees(laid, "hand.ann", "card.1", None)
    assert sees(laid, "hand.ann", "card.1", EVERYTHING)
    assert sees(laid, "table", "coin", None)


def backwards(count: int) -> list[int]:
    """Give the order from back to front."""
    return list(range(count))[::-1]


def test_redrawn() -> None:
    """What a seat can't see changes places among its like, all else stays."""
    twin = redrawn(laid_out(), "ann", backwards)
    assert twin.places == {
        **laid_out().places,
        "hand.ann": ("card.1",),
        "deck": ("card.2", "card.4"),
        "table": ("card.3", "coin"),
    }
    assert twin.down == {"card.3"}
    assert twin.shown == {"card.3": ("bob",), "card.2": ("cid",)}


def mixed() -> State:
    """Give a state with red and blue backs, and two pools that are not mixed."""
    box = Inventory(
        SEATS,
        [Place("a", "nobody"), Place("b", "nobody"), Place("open")],
        [
            *(Component(f"blue.{n}", "x", "a", {}, {"back": "blue"}, "cards") for n in range(4)),
            *(Component(f"red.{n}", "x", "a", {}, {"back": "red"}, "cards") for n in range(4)),
            *(Component(f"other.{n}", "x", "b", {}, {"back": "blue"}, "tiles") for n in range(4)),
            Component("coin", "coin", "open"),
        ],
        [],
        [],
    )
    return after(
        State(box),
        Moved(("blue.0", "red.1"), "a", "b"),
        Moved(("blue.1",), "a", "open", down=True),
        Showed(("blue.2",), "a", ("ann",)),
        Showed(("blue.1",), "open", ("bob",)),
    )


@pytest.mark.parametrize("seat", ["ann", "bob", None, EVERYTHING])
@given(seed=st.integers(0, 2**32))
def test_redrawn_looks_the_same(seat: Seat | None, seed: int) -> None:
    """However it is dealt anew, the seat sees what it saw, and nothing is lost."""
    chance = random.Random(seed)
    for start in (mixed(), laid_out()):
        twin = redrawn(start, seat, lambda n: chance.sample(range(n), n))
        assert view(twin, seat) == view(start, seat)
        assert sorted(c for ids in twin.places.values() for c in ids) == sorted(
            start.inventory.components
        )
        assert len(twin.down) == len(start.down)
        assert sorted(map(str, twin.shown.values())) == sorted(map(str, start.shown.values()))


@pytest.mark.parametrize("seat", [*SEATS, None])
def test_what_is_revealed(seat: Seat | None) -> None:
    """All see it, whoever only watches as well, until it is shuffled."""
    start = laid_out()
    deck = start.places["deck"]
    revealed = after(start, Showed(deck[:2], "deck", None))
    shown = [thing.get("id") for thing in view(revealed, seat)["places"]["deck"]]
    assert shown[:2] == list(deck[:2])
    hidden = after(revealed, Shuffled("deck", deck, "shuffle.deck"))
    assert [thing for thing in view(hidden, seat)["places"]["deck"] if "id" in thing] == []
    assert Showed(deck[:2], "deck", None).sight(start) == (None, True)
    assert Showed(deck[:2], "deck", None).sight(revealed) == (None, False)


def test_redrawing_reaches_everything() -> None:
    """Whatever can lie in a hidden spot as far as a seat knows, does so in some deal."""
    chance = random.Random(7)
    deals = [redrawn(mixed(), "ann", lambda n: chance.sample(range(n), n)) for _ in range(200)]
    at_b = {deal.places["b"][0] for deal in deals}
    assert at_b == {"blue.0", "blue.1", "blue.3"}
    assert {deal.places["open"][0] for deal in deals} == at_b
    assert {deal.places["b"][1] for deal in deals} == {f"red.{n}" for n in range(4)}


def test_redrawing_leaves_the_state() -> None:
    """The state itself is not touched."""
    start = laid_out()
    redrawn(start, None, backwards)
    assert start.places == laid_out().places
    assert redrawn(start, EVERYTHING, backwards).places == start.places
