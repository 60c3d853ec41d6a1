"""The state: how it begins, that snapshots stand still, and who sees what in it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.kernel.tiny import Score, after, inventory, state
from tts_tool.kernel.events import (
    Answered,
    Branched,
    EffectBegan,
    Ended,
    Event,
    Flagged,
    Moved,
    PhaseBegan,
    Queued,
    Rolled,
    Sealed,
    Showed,
    TrackSet,
    TurnBegan,
    Turned,
    noted,
)
from tts_tool.kernel.inventory import Audience
from tts_tool.kernel.position import canonical
from tts_tool.kernel.state import Effect, FlowError, Pending, State


def test_the_beginning() -> None:
    """Everything lies and stands where it was declared, and nothing has happened yet."""
    start = state()
    assert start.places["deck"] == ("card.1", "card.2", "card.3", "card.4")
    assert start.places["table"] == ("coin",)
    assert start.places["hand.ann"] == ()
    assert start.tracks == {"gold.ann": 3, "gold.bob": 3, "gold.cid": 3, "clock": 1}
    assert start.parts == {Score: Score()}
    assert (start.flags, start.shown, start.asked, start.streams, start.sealed) == ({},) * 5
    assert (start.down, start.effects, start.result) == (frozenset(), (), ())
    assert (start.acting, start.phase, start.queue, start.branch) == ("", "", ((),), 0)


CHANGES: list[Event] = [
    Moved(("card.1",), "deck", "table"),
    TrackSet("clock", 5, 1),
    noted(Score(round=3)),
    Flagged("rain", 1),
    Turned("coin", "table", down=True),
    Showed(("card.1",), "deck", ("ann",)),
    EffectBegan(Effect("e", "glow", "coin")),
    Queued(Pending("react", "ann")),
    Sealed("spot/ann", "ann", 1),
    TurnBegan("bob"),
    PhaseBegan("night"),
    Ended((("ann",),)),
    Answered("pay/ann", "ann", 1),
    Rolled("die", 6, (1,)),
    Branched(4),
]


@pytest.mark.parametrize("event", CHANGES, ids=lambda event: type(event).__name__)
def test_a_copy_is_a_snapshot(event: Event) -> None:
    """A change of the state leaves its copy as it was, and a copy is like its state in all."""
    now, start = state(), canonical(state())
    snapshot = now.copy()
    event.fold(now)
    assert canonical(snapshot) == start
    assert canonical(now) != start
    assert all(getattr(now, slot) == getattr(now.copy(), slot) for slot in State.__slots__)


def test_where_things_lie() -> None:
    """Every component is found; what lies nowhere is a fault of the rules."""
    assert state().place_of("card.3") == "deck"
    assert after(state(), Moved(("card.3",), "deck", "hand.bob")).place_of("card.3") == "hand.bob"
    with pytest.raises(FlowError, match="ghost lies nowhere"):
        state().place_of("ghost")


@given(st.lists(st.tuples(st.integers(1, 4), st.sampled_from("deck table pit".split()))))
def test_a_component_is_where_looking_everywhere_finds_it(moves: list[tuple[int, str]]) -> None:
    """Whatever was moved, asked and copied in between, the answer is that of a search."""
    now = state()
    for number, target in moves:
        snapshot, card = now.copy(), f"card.{number}"
        Moved((card,), now.place_of(card), target).fold(now)
        for each in (now, snapshot):
            lies = {c: place for place, ids in each.places.items() for c in ids}
            assert {c: each.place_of(c) for c in lies} == lies


def test_what_was_found_is_found_again() -> None:
    """A component is found where it lies now, also where it was found elsewhere before."""
    now = state()
    snapshot = now.copy()
    assert [now.place_of("card.3"), snapshot.place_of("card.3")] == ["deck", "deck"]
    Moved(("card.3",), "deck", "hand.bob").fold(now)
    assert [now.place_of("card.3"), snapshot.place_of("card.3")] == ["hand.bob", "deck"]
    assert [now.place_of("card.3"), snapshot.place_of("card.3")] == ["hand.bob", "deck"]


@pytest.mark.parametrize(
    ("place", "component", "seers"),
    [
        ("table", "coin", None),
        ("table", "card.1", ("bob",)),
        ("deck", "card.2", ("ann",)),
        ("deck", "card.3", ()),
        ("hand.cid", "card.4", ("cid", "ann")),
    ],
)
def test_who_sees_a_face(place: str, component: str, seers: Audience) -> None:
    """Whom the place shows it, and who looked; what lies face down only who looked."""
    seen = after(
        State(inventory()),
        Moved(("card.1",), "deck", "table", down=True),
        Moved(("card.4",), "deck", "hand.cid"),
        Showed(("card.1",), "table", ("bob",)),
        Showed(("card.2",), "deck", ("ann",)),
        Showed(("card.4",), "hand.cid", ("ann",)),
    )
    assert seen.seers(place, component) == seers
