"""What is in the box: names once, starts that exist, and who sees what where."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.kernel.tiny import SEATS, Score, inventory
from tts_tool.kernel.inventory import (
    Audience,
    Component,
    Inventory,
    Place,
    Track,
    common,
    covers,
    kebab,
    part_name,
    union,
)

AUDIENCES: list[Audience] = [None, (), ("ann",), ("bob",), ("ann", "bob"), ("bob", "ann")]
FACES = st.none() | st.lists(st.sampled_from(SEATS), unique=True).map(tuple)


def seen_by(audience: Audience) -> set[str]:
    """Say who is meant; a spectator is one of everyone."""
    return {*SEATS, "spectator"} if audience is None else set(audience)


@given(FACES, FACES)
def test_audiences_are_sets(a: Audience, b: Audience) -> None:
    """Joining, sharing and covering mean what they mean for sets of people."""
    assert seen_by(union(a, b)) == seen_by(a) | seen_by(b)
    assert seen_by(common(a, b)) == seen_by(a) & seen_by(b)
    assert covers(a, b) == (seen_by(a) >= seen_by(b))


def test_joined_audiences_name_nobody_twice() -> None:
    """An audience keeps its order, and each seat stands in it once."""
    assert union(("ann", "bob"), ("bob", "cid")) == ("ann", "bob", "cid")


@pytest.mark.parametrize(
    ("place", "seers"),
    [
        (Place("row"), None),
        (Place("deck", "nobody"), ()),
        (Place("deck", "nobody", "ann"), ()),
        (Place("hand", "owner", "ann"), ("ann",)),
        (Place("pit", "owner"), ()),
    ],
)
def test_who_sees_a_place(place: Place, seers: Audience) -> None:
    """Everyone, its owner, or nobody; what belongs to nobody is seen by no owner."""
    assert Inventory(SEATS, [place], [], [], []).seers(place.name) == seers


@pytest.mark.parametrize(
    ("source", "target", "whole", "learned"),
    [
        ("deck", "table", None, True),
        ("table", "deck", None, False),
        ("deck", "hand.ann", ("ann",), True),
        ("hand.ann", "hand.bob", ("ann", "bob"), True),
        ("hand.ann", "hand.ann", ("ann",), False),
        ("deck", "pit", (), False),
    ],
)
def test_who_sees_a_move(source: str, target: str, whole: Audience, *, learned: bool) -> None:
    """Who sees either end sees what moves; somebody learns what only the target shows."""
    box = inventory()
    assert box.sight(source, target) == (whole, learned)
    assert box.sight(source, target) is box.sight(source, target)


def test_everything_by_name() -> None:
    """Places, components, cards, tracks and parts are found by their names."""
    box = inventory()
    assert box.seats == SEATS
    assert box.places["hand.bob"].owner == "bob"
    assert box.components["card.3"].kind == "king"
    assert box.cards["card.3"] == 3
    assert box.cards["coin"] is None
    assert box.tracks["clock"] == Track("clock", 1, 12, 1, rule="TINY-CLOCK")
    assert box.parts == {"score": Score}
    assert box.clockwise == {
        "ann": ("ann", "bob", "cid"),
        "bob": ("bob", "cid", "ann"),
        "cid": ("cid", "ann", "bob"),
    }


def test_how_things_are_unless_said_otherwise() -> None:
    """A place is public, a track a counter from nothing to very much, shared by all."""
    assert Place("row") == Place("row", "everyone", None)
    assert Track("coins") == Track("coins", 0, 1_000_000, 0, None, "counter")


class Other(msgspec.Struct):
    """Another part of the state."""


def test_part_names_are_classes_in_kebab() -> None:
    """The part's name is its class name as it is written outside Python."""
    assert part_name(Other) == "other"
    assert kebab("TrackSet") == "track-set"
    assert kebab("") == ""


TABLE, CARD = Place("table"), Component("ace", "ace", "table")


@pytest.mark.parametrize(
    ("places", "components", "tracks", "parts", "problem"),
    [
        ([TABLE, TABLE], [], [], [], "place table is declared twice"),
        ([TABLE], [CARD, CARD], [], [], "component ace is declared twice"),
        ([], [], [Track("t"), Track("t")], [], "track t is declared twice"),
        ([], [], [], [Score, Score], "part score is declared twice"),
        ([], [CARD], [], [], "component ace starts in unknown place table"),
    ],
)
def test_wrong_boxes(
    places: list[Place],
    components: list[Component],
    tracks: list[Track],
    parts: list[type[msgspec.Struct]],
    problem: str,
) -> None:
    """A name declared twice, or a start that does not exist, is said at once."""
    with pytest.raises(ValueError, match=problem):
        Inventory(SEATS, places, components, tracks, parts)
