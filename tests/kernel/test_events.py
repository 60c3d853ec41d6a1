"""Events: each changes the state as it says, and is told to each seat as it should be."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.kernel.tiny import Score, after, inventory, state
from tts_tool.kernel.events import (
    BOTTOM,
    Answered,
    Branched,
    Closed,
    Disclosed,
    EffectBegan,
    EffectEnded,
    Ended,
    Event,
    Flagged,
    Forced,
    Happened,
    Moment,
    Moved,
    Noted,
    Opened,
    Overridden,
    PhaseBegan,
    Queued,
    Reacted,
    Reacting,
    Rolled,
    Said,
    Sealed,
    Showed,
    Shuffled,
    TrackSet,
    TurnBegan,
    Turned,
    Unsealed,
    noted,
)
from tts_tool.kernel.inventory import Audience
from tts_tool.kernel.position import canonical
from tts_tool.kernel.state import Effect, FlowError, Pending, State

DECK = ("card.1", "card.2", "card.3", "card.4")
ONE, TWO = Pending("one", "ann", {"n": 1}), Pending("two", "bob")
GLOW, SHADE = Effect("glow.1", "glow", "coin"), Effect("shade.1", "shade", "coin")


def table(*moved: str, down: bool = False) -> State:
    """Give a state with cards laid from the deck on the table."""
    return after(state(), Moved(moved, "deck", "table", down=down))


@pytest.mark.parametrize(
    ("event", "deck", "target"),
    [
        (Moved(("card.1",), "deck", "table"), DECK[1:], ("card.1", "coin")),
        (Moved(("card.1",), "deck", "table", BOTTOM), DECK[1:], ("coin", "card.1")),
        (Moved(("card.1",), "deck", "table", 1), DECK[1:], ("coin", "card.1")),
        (
            Moved(("card.1", "card.2"), "deck", "table"),
            DECK[2:],
            ("card.1", "card.2", "coin"),
        ),
        (
            Moved(("card.4", "card.2"), "deck", "table"),
            ("card.1", "card.3"),
            ("card.4", "card.2", "coin"),
        ),
        (Moved((), "deck", "table"), DECK, ("coin",)),
    ],
)
def test_moving(event: Moved, deck: tuple[str, ...], target: tuple[str, ...]) -> None:
    """What is named goes, in that order, on top, to the bottom, or in between."""
    moved = after(state(), event)
    assert (moved.places["deck"], moved.places["table"]) == (deck, target)


@pytest.mark.parametrize(
    ("event", "deck"),
    [
        (Moved(("card.2", "card.1"), "deck", "deck"), ("card.2", "card.1", "card.3", "card.4")),
        (Moved(("card.1",), "deck", "deck", BOTTOM), ("card.2", "card.3", "card.4", "card.1")),
        (Moved(("card.4",), "deck", "deck", 1), ("card.1", "card.4", "card.2", "card.3")),
    ],
)
def test_moving_within_a_place(event: Moved, deck: tuple[str, ...]) -> None:
    """A place can be put in another order by moving within it."""
    assert after(state(), event).places["deck"] == deck


@pytest.mark.parametrize("wrong", [("coin",), ("card.1", "coin"), ("card.2", "card.2"), ("ghost",)])
def test_moving_what_is_not_there(wrong: tuple[str, ...]) -> None:
    """Nothing can be moved from where it doesn't lie, nor be moved twice at once."""
    with pytest.raises(FlowError, match="don't all lie in deck"):
        Moved(wrong, "deck", "table").fold(state())


def test_moving_forgets_who_looked_and_how_it_lay() -> None:
    """In a new place a component lies face up unless moved face down, and nobody looked."""
    before = after(
        table("card.1", "card.2", down=True), Showed(("card.1", "card.2"), "table", ("ann",))
    )
    assert before.down == {"card.1", "card.2"}
    up = after(before, Moved(("card.1",), "table", "deck"))
    assert up.down == {"card.2"}
    assert up.shown == {"card.2": ("ann",)}
    still_down = after(before, Moved(("card.1",), "table", "deck", down=True))
    assert still_down.down == before.down
    assert still_down.shown == up.shown


@pytest.mark.parametrize(
    ("start", "event", "whole", "wall"),
    [
        (state(), Moved(("card.1",), "deck", "hand.ann"), ("ann",), True),
        (state(), Moved(("card.1",), "deck", "table"), None, True),
        (state(), Moved(("card.1",), "deck", "table", down=True), (), False),
        (state(), Moved(("coin",), "table", "deck", down=True), None, False),
        (table("card.1", down=True), Moved(("card.1",), "table", "deck"), (), False),
        (table("card.1", down=True), Moved(("card.1",), "table", "table"), None, True),
        (table("card.1", down=True), Moved(("card.1",), "table", "hand.bob"), ("bob",), True),
        (table("card.1", down=True), Moved(("coin", "card.1"), "table", "pit"), (), False),
        (table("card.1", down=True), Moved(("card.1", "coin"), "table", "pit"), (), False),
        (table("card.1", down=True), Moved(("coin",), "table", "pit"), None, False),
        (
            after(state(), Showed(("card.1",), "deck", ("ann",))),
            Moved(("card.1",), "deck", "pit"),
            ("ann",),
            False,
        ),
        (
            after(state(), Showed(("card.1",), "deck", ("ann",))),
            Moved(("card.1", "card.2"), "deck", "hand.ann"),
            ("ann",),
            True,
        ),
        (
            after(state(), Showed(("card.2",), "deck", ("ann",))),
            Moved(("card.1", "card.2"), "deck", "hand.ann"),
            ("ann",),
            True,
        ),
        (
            after(
                state(),
                Showed(("card.1",), "deck", ("ann",)),
                Showed(("card.2",), "deck", ("bob",)),
            ),
            Moved(("card.1", "card.2"), "deck", "pit"),
            (),
            False,
        ),
    ],
)
def test_who_sees_a_move(start: State, event: Moved, whole: Audience, *, wall: bool) -> None:
    """A move is seen whole by who sees every component of it at one end."""
    assert event.sight(start) == (whole, wall)


def test_shuffling() -> None:
    """A shuffle gives the place its order, counts the stream, and forgets who looked."""
    start = after(state(), Showed(("card.1", "card.2"), "deck", ("ann",)))
    once = after(start, Shuffled("deck", DECK[::-1], "shuffle.deck"))
    assert once.places["deck"] == DECK[::-1]
    assert (once.shown, once.streams) == ({}, {"shuffle.deck": 1})
    assert after(once, Shuffled("deck", DECK, "shuffle.deck")).streams == {"shuffle.deck": 2}


def test_what_somebody_looks_at_can_stay_known() -> None:
    """A new order forgets who looked at what, but not at what was held in its place."""
    looked = after(state(), Showed(DECK[:2], "deck", ("ann",)))
    held = Shuffled("deck", (DECK[0], *DECK[:0:-1]), "shuffle.deck", held=DECK[:1])
    assert after(looked, held).shown == {DECK[0]: ("ann",)}


def test_what_is_held_in_a_shuffle_stays_known() -> None:
    """What did not move in a shuffle is still known to who looked."""
    start = after(state(), Showed(("card.1", "card.2"), "deck", ("ann",)))
    event = Shuffled("deck", ("card.1", "card.4", "card.3", "card.2"), "s", ("card.1",))
    assert after(start, event).shown == {"card.1": ("ann",)}


@pytest.mark.parametrize("order", [DECK[:3], (*DECK, "coin"), (*DECK[:3], "card.1")])
def test_shuffling_keeps_the_cards(order: tuple[str, ...]) -> None:
    """A shuffle neither adds nor loses anything."""
    with pytest.raises(FlowError, match="no order of deck"):
        Shuffled("deck", order, "shuffle.deck").fold(state())


HANDED = after(state(), Moved(DECK[:2], "deck", "hand.ann"))


@pytest.mark.parametrize(
    ("start", "event", "whole", "wall"),
    [
        (state(), Shuffled("deck", DECK, "s"), (), False),
        (HANDED, Shuffled("hand.ann", DECK[:2], "s"), ("ann",), True),
        (state(), Shuffled("table", ("coin",), "s"), None, True),
        (table("card.1"), Shuffled("table", ("coin", "card.1"), "s"), None, True),
        (table("card.1", down=True), Shuffled("table", ("coin", "card.1"), "s"), (), False),
        (table("card.1", down=True), Shuffled("deck", DECK[1:], "s"), (), False),
        (
            after(HANDED, Turned("card.1", "hand.ann", down=True)),
            Shuffled("deck", DECK[2:], "s"),
            (),
            False,
        ),
        # Turned
        (table("card.1", down=True), Turned("card.1", "table", down=False), None, True),
        (table("card.1"), Turned("card.1", "table", down=True), None, False),
        (state(), Turned("card.1", "deck", down=True), (), False),
        (
            after(table("card.1", down=True), Showed(("card.1",), "table", ("bob",))),
            Turned("card.1", "table", down=True),
            ("bob",),
            False,
        ),
        (
            after(HANDED, Turned("card.1", "hand.ann", down=True)),
            Turned("card.1", "hand.ann", down=False),
            ("ann",),
            True,
        ),
        # Showed
        (state(), Showed(("card.1",), "deck", ("ann",)), ("ann",), True),
        (HANDED, Showed(("card.1",), "hand.ann", ("ann",)), ("ann",), False),
        (HANDED, Showed(("card.1",), "hand.ann", ("ann", "bob")), ("ann", "bob"), True),
        (state(), Showed(("coin",), "table", ("ann",)), ("ann",), False),
        (
            after(state(), Showed(("card.1",), "deck", ("ann",))),
            Showed(("card.1", "card.2"), "deck", ("ann",)),
            ("ann",),
            True,
        ),
        # Answered
        (state(), Answered("pay/ann", "ann", "yes"), None, False),
        (state(), Answered("pay/ann", "ann", 3), None, False),
        (state(), Answered("pay/ann", "ann", "coin"), None, False),
        (HANDED, Answered("give/ann", "ann", "card.1"), ("ann",), False),
        (HANDED, Answered("give/bob", "bob", "card.1"), ("ann", "bob"), False),
        (HANDED, Answered("give/bob", "bob", "card.3"), ("bob",), False),
        (HANDED, Answered("give/bob", "bob", ["card.1", "coin"]), ("ann", "bob"), False),
        (HANDED, Answered("give/bob", "bob", {"card.1": "x"}), ("ann", "bob"), False),
        (HANDED, Answered("give/bob", "bob", {"x": ["y", "card.1"]}), ("ann", "bob"), False),
        (HANDED, Answered("give/bob", "bob", ("card.1", "card.3")), ("bob",), False),
        (HANDED, Answered("give/bob", "bob", {"a": "card.3", "b": "card.1"}), ("bob",), False),
        # Forced
        (state(), Forced("pay/ann", "ann", "yes"), None, False),
        (HANDED, Forced("give/ann", "ann", "card.1"), ("ann",), False),
        (HANDED, Forced("give/bob", "bob", ("card.1", "card.3")), ("bob",), False),
        # the rest
        (state(), Sealed("spot/ann", "ann", "x"), ("ann",), False),
        (state(), Unsealed("spot.again/ann", "ann"), ("ann",), False),
        (state(), Said("hello"), None, False),
        (state(), Said("hello", {}, ("bob",)), ("bob",), False),
        (state(), Rolled("die", 6, (1,)), None, True),
        (state(), Opened({}), None, True),
        (state(), Overridden(state()), None, True),
        *(
            (state(), event, None, False)
            for event in (
                TrackSet("clock", 2, 1),
                Flagged("rain", 1),
                noted(Score()),
                EffectBegan(GLOW),
                EffectEnded("x"),
                TurnBegan("ann"),
                PhaseBegan("night"),
                Moment("m"),
                Closed("pay/ann"),
                Queued(ONE),
                Reacting(ONE),
                Reacted("one"),
                Branched(1),
                Ended(()),
            )
        ),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Event) else None,
)
def test_who_sees_what_happens(start: State, event: Event, whole: Audience, *, wall: bool) -> None:
    """Of every kind of event: who sees it whole, and whether somebody learns by it."""
    assert event.sight(start) == (whole, wall)


def test_every_kind_of_event_is_judged_above() -> None:
    """No kind of event is forgotten in the table of who sees what."""
    marks = (*test_who_sees_what_happens.pytestmark, *test_who_sees_a_move.pytestmark)  # type: ignore[attr-defined]
    judged = {type(row[1]) for mark in marks for row in mark.args[1]}
    assert judged == {e for e in Event.__subclasses__() if e.__module__ == Event.__module__}


BLUE = {"back": "blue"}


@pytest.mark.parametrize(
    ("start", "event", "whole", "rest"),
    [
        (
            state(),
            Moved(("card.1", "coin"), "deck", "pit", 2, down=True),
            {
                "event": "moved",
                "components": ["card.1", "coin"],
                "source": "deck",
                "target": "pit",
                "at": 2,
                "down": True,
            },
            {"event": "moved", "backs": [BLUE, {}], "source": "deck", "target": "pit", "at": 2},
        ),
        (
            state(),
            Shuffled("deck", DECK[:2], "s"),
            {"event": "shuffled", "place": "deck", "order": ["card.1", "card.2"], "stream": "s"},
            {"event": "shuffled", "place": "deck", "count": 2, "backs": [BLUE, BLUE]},
        ),
        (
            state(),
            Turned("card.1", "deck", down=True),
            {"event": "turned", "component": "card.1", "place": "deck", "down": True},
            {"event": "turned", "place": "deck", "down": True, "back": BLUE},
        ),
        (
            state(),
            Showed(("card.1",), "deck", ("ann",)),
            {"event": "showed", "components": ["card.1"], "place": "deck", "seats": ["ann"]},
            {"event": "showed", "place": "deck", "seats": ["ann"], "count": 1},
        ),
        (
            state(),
            Said("hint", {"card": "ace"}, ("ann",)),
            {"event": "said", "code": "hint", "params": {"card": "ace"}, "seats": ["ann"]},
            None,
        ),
        (
            state(),
            Answered("give/ann", "ann", "card.1"),
            {"event": "answered", "decision": "give/ann", "seat": "ann", "value": "card.1"},
            {"event": "answered", "decision": "give/ann", "seat": "ann"},
        ),
        (
            state(),
            Sealed("spot/ann", "ann", "north"),
            {"event": "sealed", "decision": "spot/ann", "seat": "ann", "value": "north"},
            {"event": "sealed", "seat": "ann"},
        ),
        (
            state(),
            Unsealed("again/ann", "ann", ("spot/ann",)),
            {
                "event": "unsealed",
                "decision": "again/ann",
                "seat": "ann",
                "closed": ["spot/ann"],
            },
            {"event": "unsealed", "seat": "ann"},
        ),
        (state(), Overridden(state()), {"event": "overridden"}, {"event": "overridden"}),
        (
            state(),
            TrackSet("clock", 2, 1),
            {"event": "track-set", "track": "clock", "value": 2, "was": 1},
            {"event": "track-set", "track": "clock", "value": 2, "was": 1},
        ),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Event) else None,
)
def test_what_is_told(
    start: State, event: Event, whole: dict[str, Any], rest: dict[str, Any] | None
) -> None:
    """Whoever sees an event whole is told all of it, the others what they would see happen."""
    assert msgspec.json.decode(msgspec.json.encode(event.told())) == whole
    assert event.redacted(start) == rest


@pytest.mark.parametrize(
    ("audience", "seat", "whole"),
    [
        (None, "ann", True),
        (None, None, True),
        (("ann",), "ann", True),
        (("ann",), "bob", False),
        (("ann",), None, False),
        ((), "ann", False),
    ],
)
def test_told_to_a_seat(audience: Audience, seat: str | None, *, whole: bool) -> None:
    """Everyone, one of the audience, somebody else, a spectator."""
    happened = Happened(Sealed("spot/ann", "ann", "north"), "T-1", audience, wall=False)
    told = happened.seen_by(seat, state())
    assert told is not None
    assert ("value" in told) == whole
    assert told["rule"] == "T-1"


def test_told_without_a_rule_and_not_at_all() -> None:
    """An event of no rule names none; what is not for a seat's ears is not told."""
    happened = Happened(Said("hint", {}, ("ann",)), "", ("ann",), wall=False)
    assert "rule" not in (happened.seen_by("ann", state()) or {})
    assert happened.seen_by("bob", state()) is None
    assert Happened(Said("hint"), "T-1", (), wall=False).seen_by("bob", state()) is None


@pytest.mark.parametrize(
    ("events", "slot", "value"),
    [
        ([Turned("coin", "table", down=True)], "down", {"coin"}),
        (
            [
                Turned("coin", "table", down=True),
                Turned("card.1", "deck", down=True),
                Turned("coin", "table", down=False),
            ],
            "down",
            {"card.1"},
        ),
        (
            [Showed(("card.1", "card.2"), "deck", ("ann",))],
            "shown",
            dict.fromkeys(DECK[:2], ("ann",)),
        ),
        (
            [Showed(("card.1",), "deck", ("ann",)), Showed(("card.1",), "deck", ("bob", "ann"))],
            "shown",
            {"card.1": ("ann", "bob")},
        ),
        ([Flagged("rain", 1), Flagged("sun", "hot")], "flags", {"rain": 1, "sun": "hot"}),
        ([Flagged("rain", 1), Flagged("rain", None), Flagged("sun", None)], "flags", {}),
        ([noted(Score(round=2))], "parts", {Score: Score(round=2)}),
        ([Noted("score", {"round": 3, "done": ["ann"]})], "parts", {Score: Score(3, ("ann",))}),
        ([Rolled("die", 6, (1,)), Rolled("die", 6, (2,))], "streams", {"die": 2}),
        ([EffectBegan(GLOW), EffectBegan(SHADE)], "effects", (GLOW, SHADE)),
        ([EffectBegan(GLOW), EffectBegan(SHADE), EffectEnded("glow.1")], "effects", (SHADE,)),
        ([TurnBegan("ann"), TurnBegan("bob")], "acting", "bob"),
        ([PhaseBegan("night")], "phase", "night"),
        ([Answered("p/a", "a", 1), Answered("p/a", "a", 1)], "asked", {"p/a": 2}),
        ([Closed("p/a"), Closed("p/a")], "asked", {"p/a": 2}),
        ([Sealed("p/a", "a", 1), Sealed("p/a", "a", 1)], "asked", {"p/a": 2}),
        ([Unsealed("p/a", "a", ("q/a", "r/a"))], "asked", {"p/a": 1, "q/a": 1, "r/a": 1}),
        ([Unsealed("p/a", "a"), Unsealed("p/a", "a", ("p/a",))], "asked", {"p/a": 3}),
        (
            [Sealed("p/a", "a", 1), Sealed("q/a", "a", 2), Sealed("p/b", "b", 3)],
            "sealed",
            {"a": (("p/a", 1), ("q/a", 2)), "b": (("p/b", 3),)},
        ),
        (
            [Sealed("p/a", "a", 1), Sealed("p/b", "b", 3), Unsealed("x/a", "a")],
            "sealed",
            {"b": (("p/b", 3),)},
        ),
        ([Sealed("p/a", "a", 1), Opened({})], "sealed", {}),
        ([Queued(ONE), Queued(TWO)], "queue", ((ONE, TWO),)),
        ([Queued(ONE), Queued(TWO), Reacting(TWO)], "queue", ((ONE,), ())),
        ([Queued(ONE), Queued(TWO), Queued(ONE), Reacting(TWO)], "queue", ((ONE, ONE), ())),
        ([Queued(ONE), Reacting(ONE), Queued(TWO)], "queue", ((), (TWO,))),
        ([Queued(ONE), Reacting(ONE), Queued(TWO), Reacting(TWO)], "queue", ((), (), ())),
        ([Queued(ONE), Queued(TWO), Reacting(ONE), Reacted("one")], "queue", ((TWO,),)),
        ([Queued(ONE), Reacting(ONE), Queued(TWO), Ended(())], "queue", ((),)),
        ([Branched(3)], "branch", 3),
        ([Ended((("ann", "bob"), ("cid",)))], "result", (("ann", "bob"), ("cid",))),
        ([Ended((("ann",),), lost=("bob", "cid"))], "lost", ("bob", "cid")),
        ([TrackSet("clock", 12, 1)], "tracks", {**state().tracks, "clock": 12}),
        ([TrackSet("gold.ann", 0, 3)], "tracks", {**state().tracks, "gold.ann": 0}),
    ],
)
def test_folding(events: list[Event], slot: str, value: object) -> None:
    """Each event changes its part of the state, and nothing else but counts."""
    changed = after(state(), *events)
    assert getattr(changed, slot) == value


@pytest.mark.parametrize(("track", "value"), [("clock", 0), ("clock", 13), ("gold.ann", -1)])
def test_tracks_have_ends(track: str, value: int) -> None:
    """A value beyond its track is a fault of the rules that names the range."""
    with pytest.raises(FlowError, match=f"{track} can't be {value}: it goes from"):
        TrackSet(track, value, 1).fold(state())


@pytest.mark.parametrize("event", [Moment("m", "ann", {"n": 1}), Said("hello")])
def test_telling_changes_nothing(event: Event) -> None:
    """Some events are only told."""
    assert canonical(after(state(), event)) == canonical(state())


def test_overriding_takes_the_whole_position() -> None:
    """All of the state is replaced, by a copy that later changes don't touch."""
    other = after(state(), Flagged("rain", 1), TrackSet("clock", 4, 1))
    event, now = Overridden(other), state()
    event.fold(now)
    assert canonical(now) == canonical(other)
    Flagged("rain", None).fold(now)
    assert other.flags == {"rain": 1}


def test_parts_are_noted_by_name() -> None:
    """The event for a part names it by its class, and carries the value as it is."""
    assert noted(Score(round=2)) == Noted("score", Score(round=2))


def test_events_are_plain_data() -> None:
    """Every event says its name in kebab when it is told."""
    assert msgspec.to_builtins(TurnBegan("ann")) == {"event": "turn-began", "seat": "ann"}
    assert inventory().components["coin"].back == {}


def test_what_was_disclosed_is_a_wall() -> None:
    """It is said as anything is, and those who heard it can't unhear it."""
    assert Disclosed("end", {}, ("bob",)).sight(state()) == (("bob",), True)
    assert Disclosed("end").told() == Said("end").told()


def test_what_nobody_was_asked_is_told_without_the_answer() -> None:
    """Who can't see what was taken hears that something was, and by whom."""
    held = after(state(), Moved(("card.2",), "deck", "hand.ann"))
    event = Forced("pick/ann", "ann", "card.2")
    happened = Happened(event, "", event.sight(held)[0], wall=False)
    assert happened.seen_by("ann", held) == event.told()
    unseen = {"event": "forced", "decision": "pick/ann", "seat": "ann"}
    assert happened.seen_by("bob", held) == unseen
