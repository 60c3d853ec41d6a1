"""The game as rules see it: reading, changing, reacting, joining in, chance."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from tests.kernel.tiny import (
    SEATS,
    Prices,
    Rules,
    Score,
    begun,
    box,
    do,
    fails,
    found,
    game,
    keys,
    names,
    pay,
    ran,
    told,
)
from tts_tool.kernel.decisions import Press, Roll
from tts_tool.kernel.entries import Header
from tts_tool.kernel.events import (
    BOTTOM,
    EffectBegan,
    EffectEnded,
    Event,
    Flagged,
    Moment,
    Moved,
    Queued,
    Reacted,
    Reacting,
    Rolled,
    Showed,
    Shuffled,
    TrackSet,
    TurnBegan,
)
from tts_tool.kernel.game import Flow, Game, Luck
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.module import Module
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import Choice, Number
from tts_tool.kernel.state import Effect, FlowError, Pending
from tts_tool.kernel.timeline import Timeline


def events(g: Game) -> list[Event]:
    """List the events that happened."""
    return [happened.event for happened in g.happened]


def rules_of(g: Game) -> list[str]:
    """List the rules by which they happened."""
    return [happened.rule for happened in g.happened]


# Reading


def test_reading() -> None:
    """Rules read seats, places, tracks, parts, kinds, cards and tables by name."""
    g = game()
    assert g.seats == g.setup.seats == SEATS
    assert g.acting == ""
    assert g.cards("table") == ("coin",)
    assert g.track("gold.ann") == 3
    assert g.part(Score) == Score()
    assert g.kind("card.4") == "queen"
    assert g.card("card.4") == 4
    assert g.table(Prices) == Prices()
    g.emit(TurnBegan("bob"))
    assert g.acting == "bob"


@pytest.mark.parametrize(
    ("first", "order"),
    [("ann", SEATS), ("bob", ("bob", "cid", "ann")), ("cid", ("cid", "ann", "bob")), ("", SEATS)],
)
def test_clockwise(first: Seat, order: tuple[Seat, ...]) -> None:
    """All seats from one of them on; from nobody as they sit."""
    assert game().clockwise(first) == order


# Changing


def test_emitting_is_counted_and_kept() -> None:
    """An event changes the state at once and is kept with rule, audience and wall."""
    g = game()
    g.emit(Moved(("card.1",), "deck", "hand.ann"), "T-1")
    happened = g.happened[0]
    assert g.cards("hand.ann") == ("card.1",)
    assert (happened.rule, happened.audience, happened.wall) == ("T-1", ("ann",), True)
    g.emit(Flagged("rain", 1))
    assert (g.version, len(g.happened)) == (2, 2)
    assert (g.happened[1].rule, g.happened[1].audience, g.happened[1].wall) == ("", None, False)


Change = Callable[[Game], object]


@pytest.mark.parametrize(
    ("change", "result", "event"),
    [
        (lambda g: g.move("coin", "table", "deck"), None, Moved(("coin",), "table", "deck")),
        (
            lambda g: g.move(["card.2", "card.1"], "deck", "table", at=1),
            None,
            Moved(("card.2", "card.1"), "deck", "table", 1),
        ),
        (lambda g: g.move((), "deck", "table"), None, None),
        (lambda g: g.draw("deck", "table"), ("card.1",), Moved(("card.1",), "deck", "table")),
        (
            lambda g: g.draw("deck", "table", 2),
            ("card.1", "card.2"),
            Moved(("card.1", "card.2"), "deck", "table"),
        ),
        (lambda g: g.draw("table", "deck", 5), ("coin",), Moved(("coin",), "table", "deck")),
        (lambda g: g.draw("pit", "deck"), (), None),
        (
            lambda g: g.discard(("card.1", "card.3"), "deck", "table"),
            None,
            Moved(("card.1", "card.3"), "deck", "table", BOTTOM),
        ),
        (lambda g: g.set("clock", 5), None, TrackSet("clock", 5, 1)),
        (lambda g: g.set("clock", 1), None, None),
        (lambda g: g.add("gold.ann", 2), 2, TrackSet("gold.ann", 5, 3)),
        (lambda g: g.add("gold.ann", 20), 6, TrackSet("gold.ann", 9, 3)),
        (lambda g: g.add("gold.ann", -20), -3, TrackSet("gold.ann", 0, 3)),
        (lambda g: g.add("gold.ann", 0), 0, None),
        (lambda g: g.flag("rain"), None, Flagged("rain", 1)),
        (lambda g: g.flag("rain", "much"), None, Flagged("rain", "much")),
        (lambda g: g.flag("rain", None), None, None),
        (
            lambda g: g.begin(Effect("e", "glow", "coin")),
            None,
            EffectBegan(Effect("e", "glow", "coin")),
        ),
    ],
)
def test_changing(change: Change, result: object, event: Event | None) -> None:
    """Each way to change the state is one event, or none where nothing changes."""
    g = game()
    assert change(g) == result
    assert events(g) == ([] if event is None else [event])
    assert rules_of(g) == ([] if event is None else [""])


@pytest.mark.parametrize(
    "change",
    [
        lambda g: g.move("coin", "table", "deck", rule="T-1"),
        lambda g: g.draw("deck", "table", rule="T-1"),
        lambda g: g.set("clock", 5, "T-1"),
        lambda g: g.add("clock", 5, "T-1"),
        lambda g: g.note(Score, "T-1", round=2),
        lambda g: g.flag("rain", rule="T-1"),
        lambda g: g.begin(Effect("e", "glow", "coin"), "T-1"),
        lambda g: ran(g.roll("die", 6, rule="T-1")),
        lambda g: ran(g.pick("who", SEATS, "T-1")),
        lambda g: ran(g.shuffle("deck", "T-1")),
    ],
)
def test_changes_name_their_rule(change: Change) -> None:
    """Each way to change the state takes the rule that says so."""
    g = game()
    change(g)
    assert rules_of(g) == ["T-1"]


def test_noting() -> None:
    """Some fields of a part change, the others stay; the new value is given."""
    g = game()
    assert g.note(Score, round=2) == Score(round=2)
    assert g.note(Score, done=("ann",)) == Score(2, ("ann",)) == g.part(Score)


def test_flags_are_set_once() -> None:
    """Setting a flag to what it is is nothing; lifting it is an event."""
    g = game()
    g.flag("rain")
    g.flag("rain")
    g.flag("rain", None)
    assert events(g) == [Flagged("rain", 1), Flagged("rain", None)]


# Lasting effects


def effect(name: str, source: str = "coin", **more: Any) -> Effect:  # noqa: ANN401
    """Make an effect that is named after its kind and a number."""
    return Effect(name, name.partition(".")[0], source, **more)


def test_effects_by_kind() -> None:
    """Effects are found by their kind, in the order in which they began."""
    g = game()
    for name in ("glow.1", "shade.1", "glow.2"):
        g.begin(effect(name))
    assert g.effects("glow") == [effect("glow.1"), effect("glow.2")]
    assert g.effects("rain") == []


def test_effects_end_at_their_moment() -> None:
    """Those that last until this moment end, with the rule, and only those."""
    g = game()
    for name, until in (("a", "night"), ("b", "fight"), ("c", "night"), ("d", "")):
        g.begin(effect(name, until=until))
    g.end_effects("night", "T-1")
    assert events(g)[4:] == [EffectEnded("a"), EffectEnded("c")]
    assert rules_of(g)[4:] == ["T-1", "T-1"]
    assert [e.id for e in g.state.effects] == ["b", "d"]


@pytest.mark.parametrize(
    ("move", "ended"),
    [
        (("coin", "table", "deck"), ["here"]),
        (("coin", "table", "table"), []),
        (("card.1", "deck", "table"), ["there"]),
        (("card.2", "deck", "table"), []),
    ],
)
def test_effects_end_when_their_source_leaves(move: tuple[str, str, str], ended: list[str]) -> None:
    """What is bound to a place ends as soon as its source is no longer there."""
    g = game()
    g.begin(effect("free"))
    g.begin(effect("here", place="table"))
    g.begin(effect("there", "card.1", place="deck"))
    g.move(*move)
    assert events(g)[4:] == [EffectEnded(name) for name in ended]


def test_effects_stay_when_others_move() -> None:
    """An effect bound to another place than the one it was left stays."""
    g = game()
    g.begin(effect("odd", place="pit"))
    g.move("coin", "table", "deck")
    assert [e.id for e in g.state.effects] == ["odd"]


# Asking


def test_nothing_to_decide_is_not_asked() -> None:
    """The only answer is given back at once, unless it is to be asked always."""
    g = game()
    assert ran(g.ask("ann", "pay", lambda: Number(2, 2))) == 2
    timeline = begun(pay("ann", "yes"))
    assert keys(timeline) == ["pay/ann"]


def test_nothing_allowed_is_a_fault() -> None:
    """A question without an allowed answer would hang the game."""
    for always in (True, False):
        with pytest.raises(FlowError, match="pay/ann has no allowed answer"):
            next(game().ask("ann", "pay", lambda: Choice(()), always=always))


def test_what_a_question_says() -> None:
    """Reason and gestures go through `ask` and `question` to the decision."""

    def rules(g: Game) -> Flow[None]:
        yield from g.ask(
            "ann", "pay", lambda: Choice(("a", "b")), why="T-1", bind=lambda _: Press("bell")
        )
        yield from g.race(
            g.question(
                "bob", "shout", lambda: Choice(("a",)), why="T-2", bind=lambda _: Press("horn")
            )
        )

    timeline = begun(rules)
    assert found(timeline, "pay/ann").why == "T-1"
    assert found(timeline, "pay/ann").bindings()[0] == ("a", Press("bell"))
    do(timeline, "pay/ann", "b")
    assert found(timeline, "shout/bob").why == "T-2"
    assert found(timeline, "shout/bob").bindings() == [("a", Press("horn"))]


# Reactions


def reacting(*, asks: bool = False) -> Module:
    """Make a module in which seats react to their gold by setting flags."""
    module = box()

    def whose(_: Game, event: TrackSet) -> Iterator[tuple[Seat, dict[str, Any]]]:
        owner = event.track.partition(".")[2]
        if event.value == 0:
            yield owner, {"n": event.was}

    @module.reaction("broke", TrackSet, whose)
    def broke(g: Game, seat: Seat, n: int) -> Flow[None]:
        if asks:
            yield from g.ask(seat, "sigh", lambda: Choice(("loud", "soft")))
        g.flag(f"broke.{seat}", n)

    @module.reaction("poor", TrackSet, whose)
    def poor(g: Game, seat: Seat, n: int) -> Flow[None]:
        g.flag(f"poor.{seat}", n)
        yield from ()

    return module


def flags(timeline: Timeline) -> list[str]:
    """List the flags in the order in which they were set."""
    return [h.event.flag for h in timeline.happened if isinstance(h.event, Flagged)]


def test_reactions_wait_for_settle() -> None:
    """An event only queues; settling runs, and tells when each began and was done."""
    g = game(reacting())
    g.set("gold.ann", 0)
    pending = Pending("broke", "ann", {"n": 3}), Pending("poor", "ann", {"n": 3})
    assert events(g)[1:] == [Queued(pending[0]), Queued(pending[1])]
    assert g.state.queue == (pending,)
    assert g.state.flags == {}
    g.set("gold.bob", 4)
    assert g.state.queue == (pending,)


def test_order_of_reactions() -> None:
    """Acting seat first, then clockwise; within a seat its owner chooses."""

    def rules(g: Game) -> Flow[None]:
        g.emit(TurnBegan("bob"))
        for seat in SEATS:
            g.set(f"gold.{seat}", 0)
        yield from g.settle()

    timeline = begun(rules, reacting())
    assert keys(timeline) == ["first-reaction/bob"]
    assert found(timeline, "first-reaction/bob").space().sole() == ["broke", "poor"]
    do(timeline, "first-reaction/bob", "poor")
    assert flags(timeline) == ["poor.bob", "broke.bob"]
    assert keys(timeline) == ["first-reaction/cid"]
    do(timeline, "first-reaction/cid", "broke")
    do(timeline, "first-reaction/ann", "broke")
    assert flags(timeline)[2:] == ["broke.cid", "poor.cid", "broke.ann", "poor.ann"]
    assert timeline.over
    assert timeline.state.queue == ((),)


def test_what_a_reaction_tells() -> None:
    """Beginning and end stand around all that a reaction does."""

    def rules(g: Game) -> Flow[None]:
        g.set("gold.ann", 0)
        yield from g.settle()

    timeline = begun(rules, reacting(asks=True))
    do(timeline, "first-reaction/ann", "broke")
    do(timeline, "sigh/ann", "soft")
    broke, poor = (Pending(name, "ann", {"n": 3}) for name in ("broke", "poor"))
    assert [h.event for h in timeline.happened if type(h.event).__name__.startswith("React")] == [
        Reacting(broke),
        Reacted("broke"),
        Reacting(poor),
        Reacted("poor"),
    ]
    assert flags(timeline) == ["broke.ann", "poor.ann"]
    assert names(timeline)[-3:] == ["Reacting", "Flagged", "Reacted"]


def test_reactions_of_a_kind_can_be_told_apart() -> None:
    """Different ones of a kind have numbers, equal ones are one choice, and each is run."""
    module = box()

    @module.reaction("hit", Moment, lambda _, moment: [("ann", moment.args)])
    def hit(g: Game, seat: Seat, n: int) -> Flow[None]:
        g.flag(f"{seat}.{n}.{g.version}", n)
        yield from ()

    def third(_: Game, moment: Moment) -> list[tuple[Seat, dict[str, Any]]]:
        return [("ann", moment.args)] * (moment.args["n"] == 3)

    @module.reaction("cry", Moment, third)
    def cry(g: Game, seat: Seat, n: int) -> Flow[None]:
        g.flag(f"{seat}.cry", n)
        yield from ()

    def rules(g: Game) -> Flow[None]:
        for n in (1, 2, 1, 3):
            g.emit(Moment("m", "", {"n": n}))
        yield from g.settle()

    timeline = begun(rules, module)
    assert found(timeline, "first-reaction/ann").space().describe()["options"] == [
        {"value": "hit"},
        {"value": "hit/2"},
        {"value": "hit/3"},
        {"value": "cry"},
    ]
    do(timeline, "first-reaction/ann", "hit/2")
    assert list(timeline.state.flags.values()) == [2]
    do(timeline, "first-reaction/ann", "hit/2")
    assert list(timeline.state.flags.values()) == [2, 3]
    do(timeline, "first-reaction/ann", "cry")
    assert sorted(timeline.state.flags.values()) == [1, 1, 2, 3, 3]
    assert timeline.over


def test_reactions_of_nobody_come_first() -> None:
    """What belongs to no seat runs first, in the order in which it was queued."""
    module = box()
    for name in ("x", "y"):

        @module.reaction(name, Moment, lambda _, moment: [(s, {}) for s in moment.args["of"]])
        def mark(g: Game, seat: Seat, name: str = name) -> Flow[None]:
            g.flag(f"{name}.{seat}")
            yield from ()

    def rules(g: Game) -> Flow[None]:
        g.emit(Moment("m", "", {"of": ["bob", ""]}))
        yield from g.settle()

    timeline = begun(rules, module)
    do(timeline, "first-reaction/bob", "y")
    assert flags(timeline) == ["x.", "y.", "y.bob", "x.bob"]


def chain(length: int) -> Module:
    """Make a module in which each tick of the clock by one sets off the next."""
    module = box()

    @module.reaction("tick", Flagged, lambda _, event: [("ann", {"n": event.value})])
    def tick(g: Game, _: Seat, n: int) -> Flow[None]:
        if n < length:
            g.flag("tick", n + 1)
        yield from ()

    return module


@pytest.mark.parametrize(("length", "fault"), [(100, False), (101, True)])
def test_chains_have_an_end(length: int, *, fault: bool) -> None:
    """A hundred reactions are a long chain; one more is a fault that names the last."""

    def rules(g: Game) -> Flow[None]:
        yield from g.ask("ann", "light", lambda: Choice(("it", "not")))
        g.flag("tick", 1)
        yield from g.settle()

    timeline = begun(rules, chain(length))
    if fault:
        line = fails(timeline, "light/ann", "it")
        assert line == "FlowError: over 100 reactions in one chain, the last is tick"
        assert timeline.state.flags == {}
    else:
        do(timeline, "light/ann", "it")
        assert timeline.state.flags == {"tick": length}


def test_each_chain_is_counted_anew() -> None:
    """Two chains one after the other are not one long chain."""

    def rules(g: Game) -> Flow[None]:
        for start in (41, 42):
            g.flag("tick", start)
            yield from g.settle()

    assert begun(rules, chain(100)).over


def test_what_a_reaction_sets_off_is_settled_inside_it() -> None:
    """The reactions to a reaction run before its neighbours that waited longer."""
    module = box()

    @module.reaction("first", TrackSet, lambda _, event: [("ann", {})] * (event.track == "clock"))
    def first(g: Game, _: Seat) -> Flow[None]:
        g.set("gold.cid", 0)
        g.flag("first")
        yield from ()

    @module.reaction("late", TrackSet, lambda _, event: [("bob", {})] * (event.track == "clock"))
    def late(g: Game, _: Seat) -> Flow[None]:
        g.flag("late")
        yield from ()

    @module.reaction("inner", TrackSet, lambda _, event: [("cid", {})] * (event.value == 0))
    def inner(g: Game, _: Seat) -> Flow[None]:
        g.flag("inner")
        yield from ()

    def rules(g: Game) -> Flow[None]:
        g.set("clock", 7)
        yield from g.settle()

    assert flags(begun(rules, module)) == ["first", "inner", "late"]


@pytest.mark.parametrize("how", ["ask", "race", "together", "interleave"])
def test_a_question_settles_what_its_own_flow_queued(how: str) -> None:
    """Before a question the reactions that its flow has set off are done, not those behind."""
    module = box()

    @module.reaction("outer", Flagged, lambda _, event: [("ann", {})] * (event.flag == "go"))
    def outer(g: Game, _: Seat) -> Flow[None]:
        g.flag("mine")
        yield from question(g)

    @module.reaction("behind", Flagged, lambda _, event: [("bob", {})] * (event.flag == "go"))
    def behind(g: Game, _: Seat) -> Flow[None]:
        g.flag("behind done")
        yield from ()

    @module.reaction("own", Flagged, lambda _, event: [("ann", {})] * (event.flag == "mine"))
    def own(g: Game, _: Seat) -> Flow[None]:
        g.flag("own done")
        yield from ()

    def question(g: Game) -> Flow[None]:
        yes = lambda: Choice(("yes", "no"))  # noqa: E731
        if how == "ask":
            yield from g.ask("ann", "pay", yes)
        elif how == "race":
            yield from g.race(g.question("ann", "pay", yes))
        elif how == "together":
            yield from g.together("vote", {"ann": lambda: g.ask("ann", "pay", yes)})
        else:
            yield from g.interleave({"ann": lambda: aside(g)})

    def rules(g: Game) -> Flow[None]:
        g.flag("go")
        yield from g.settle()

    timeline = begun(rules, module)
    assert flags(timeline)[:3] == ["go", "mine", "own done"]
    if how == "interleave":
        assert flags(timeline)[3:] == ["aside", "behind done"]
    else:
        assert flags(timeline) == ["go", "mine", "own done"]
        do(timeline, "pay/ann", "yes")
        assert flags(timeline)[3:] == ["behind done"]


def aside(g: Game) -> Flow[None]:
    """Leave a flag, and ask nothing."""
    g.flag("aside")
    yield from ()


def test_no_restart_point_with_reactions_waiting() -> None:
    """Who comes in at a restart point finds no queue, so none may wait there."""
    g = game(reacting())
    g.restart()
    g.set("gold.ann", 0)
    with pytest.raises(FlowError, match="restart point inside a secret or with reactions"):
        g.restart()


def test_a_restart_point_is_told() -> None:
    """Whoever keeps checkpoints hears of every restart point."""
    g, heard = game(), []
    g.on_restart = lambda: heard.append(g.version)
    g.restart()
    g.flag("rain")
    g.restart()
    assert heard == [0, 1]


@pytest.mark.parametrize(
    ("secret", "problem"),
    [
        (lambda g: g.flag("rain"), "a sealed choice only asks, but Flagged happened"),
        (lambda g: g.restart(), "a restart point inside a secret"),
        (lambda g: ran(g.roll("die", 6)), "a sealed choice only asks, but die was left to chance"),
        (lambda g: ran(g.shuffle("deck")), "but shuffle.deck was left to chance"),
    ],
)
def test_a_secret_only_asks(secret: Change, problem: str) -> None:
    """Nothing may happen while nobody is to know what is chosen."""
    g = game()
    g.sealing = True
    with pytest.raises(FlowError, match=problem):
        secret(g)
    assert g.happened == []


# Joining in


def joined() -> tuple[Module, Module, Module]:
    """Make a base and two modules that join in at a point in all seven ways."""
    base, red, blue = box(), Module("red"), Module("blue")
    kinds = ("modify", "veto", "provide", "replace", "around", "ask", "notify")
    base.point("p", *kinds, doc="where all join in")  # type: ignore[arg-type]
    base.point("other", *kinds, doc="where nobody joins in")  # type: ignore[arg-type]
    return base, red, blue


def test_modify() -> None:
    """Each changes the value that the one before gave, with the context at hand."""
    base, red, blue = joined()
    red.hook("p", "modify")(lambda _, value, by: value + by)
    blue.hook("p", "modify", after=("red",))(lambda _, value, by: value * 10 * by)
    g = game(base, blue, red)
    assert g.modify(base.points[0], 1, by=2) == 60
    assert g.modify(base.points[1], 1, by=2) == 1


def test_veto() -> None:
    """The first who has a reason forbids; without one it is allowed."""
    base, red, blue = joined()
    red.hook("p", "veto")(lambda _, n: Rejection("red") if n > 1 else None)
    blue.hook("p", "veto")(lambda _, n: Rejection("blue") if n > 0 else None)
    g = game(base, red, blue)
    assert [g.veto(base.points[0], n=n) for n in (0, 1, 2)] == [
        None,
        Rejection("blue"),
        Rejection("red"),
    ]
    assert g.veto(base.points[1], n=2) is None


def test_provide() -> None:
    """What each adds is collected."""
    base, red, blue = joined()
    red.hook("p", "provide")(lambda _, n: [n, n + 1])
    blue.hook("p", "provide")(lambda _, n: ("x",) * n)
    g = game(base, red, blue)
    assert g.provide(base.points[0], n=1) == [1, 2, "x"]
    assert g.provide(base.points[1], n=1) == []


def test_replace() -> None:
    """A module takes over, or it goes the usual way, which the module may still go."""
    base, red, _ = joined()
    red.hook("p", "replace")(lambda _, usual, n: (-n, usual()))
    g = game(base, red)
    assert g.replaced(base.points[0], lambda _, n: n + 1, n=3) == (-3, 4)
    assert g.replaced(base.points[1], lambda g, n: n + len(g.seats), n=3) == 6


def test_replace_under_a_condition() -> None:
    """Who has a condition takes over where it holds, from who always does, else from the rules."""
    base, red, blue = joined()
    red.hook("p", "replace")(lambda _, usual, **__: f"red({usual()})")
    blue.hook("p", "replace", when=lambda _, n: n > 1)(lambda _, usual, **__: f"blue({usual()})")
    alone, both = game(base, blue), game(base, red, blue)

    def worth(g: Game, n: int) -> object:
        return g.replaced(base.points[0], lambda _, n: n, n=n)

    assert [worth(alone, 1), worth(alone, 2)] == [1, "blue(2)"]
    assert [worth(both, 1), worth(both, 2)] == ["red(1)", "blue(red(2))"]


def test_two_conditions_that_hold_at_once_are_a_fault() -> None:
    """Each alone may take over; where both would, the rules don't say who, and nobody guesses."""
    base, red, blue = joined()
    red.hook("p", "replace", when=lambda _, n: n > 1)(lambda *_, **__: "red")
    blue.hook("p", "replace", when=lambda _, n: n % 2 == 0)(lambda *_, **__: "blue")
    g = game(base, red, blue)
    assert g.replaced(base.points[0], lambda _, n: n, n=1) == 1
    assert g.replaced(base.points[0], lambda _, n: n, n=3) == "red"
    assert g.replaced(base.points[0], lambda _, n: n, n=0) == "blue"
    with pytest.raises(FlowError, match="red and blue replace p at the same time"):
        g.replaced(base.points[0], lambda _, n: n, n=4)


def test_around() -> None:
    """The first in order is outermost, and what the inner flow gives comes out."""
    base, red, blue = joined()

    def around(name: str) -> Callable[..., Flow[str]]:
        def run(g: Game, inner: Callable[[], Flow[str]], n: int) -> Flow[str]:
            g.flag(f"{name}.before", n)
            result = yield from inner()
            g.flag(f"{name}.after", n)
            return f"{name}({result})"

        return run

    red.hook("p", "around")(around("red"))
    blue.hook("p", "around", before=("red",))(around("blue"))
    g = game(base, red, blue)

    def inner() -> Flow[str]:
        g.flag("inner")
        yield from ()
        return "inner"

    assert ran(g.around(base.points[0], inner, n=1)) == "blue(red(inner))"
    assert list(g.state.flags) == ["blue.before", "red.before", "inner", "red.after", "blue.after"]
    assert ran(g.around(base.points[1], inner, n=1)) == "inner"


def test_ask() -> None:
    """Each module asks what it has to ask, in order."""
    base, red, blue = joined()
    red.hook("p", "ask", after=("blue",))(lambda g, name: pay("ann", name=name)(g))
    blue.hook("p", "ask")(lambda g, name: pay("bob", name=name)(g))

    def rules(g: Game) -> Flow[None]:
        yield from g.consult(base.points[0], name="join")
        yield from g.consult(base.points[1], name="join")

    timeline = begun(rules, base, red, blue)
    assert keys(timeline) == ["join/bob"]
    do(timeline, "join/bob", "yes")
    assert keys(timeline) == ["join/ann"]
    do(timeline, "join/ann", "yes")
    assert timeline.over


def test_stages() -> None:
    """A moment is told once and each module's stage done once, also if entered anew in between."""
    base, red, blue = joined()

    def count(name: str) -> Callable[..., Flow[None]]:
        def run(g: Game, *_: object, **__: object) -> Flow[None]:
            g.flag(name, int(g.state.flags.get(name, 0)) + 1)
            yield from ()

        return run

    red.hook("p", "notify")(count("told"))
    blue.hook("p", "ask")(count("blue"))

    @red.hook("p", "ask", after=("blue",))
    def twice(g: Game, seat: Seat, n: int) -> Flow[None]:
        while g.state.flags.get("red", 0) != n:
            g.restart()
            yield from pay(seat, name="join")(g)
            yield from count("red")(g)

    def rules(g: Game) -> Flow[None]:
        for point in base.points:
            yield from g.stages(point, "ann", n=3)

    timeline = begun(rules, base, red, blue)
    for _ in range(3):
        assert timeline.state.flags["p"] == 1
        timeline = timeline.fork()
        do(timeline, "join/ann", "yes")
    assert timeline.over
    assert timeline.state.flags == {"told": 1, "blue": 1, "red": 3}


def test_stages_in_which_nobody_joins() -> None:
    """The moment is told, and nothing is left behind."""
    base, _, _ = joined()
    g = game(base)
    ran(g.stages(base.points[0], "ann", n=1))
    assert events(g) == [Moment("p", "ann", {"n": 1})]


def test_notify() -> None:
    """The moment is told; each module's part is a queued reaction, in the modules' order."""
    base, red, blue = joined()

    @red.hook("p", "notify")
    def told_red(g: Game, seat: Seat, n: int) -> Flow[None]:
        g.flag(f"red.{seat}", n)
        yield from ()

    @blue.hook("p", "notify")
    def told_blue(g: Game, seat: Seat, n: int) -> Flow[None]:
        g.flag(f"blue.{seat}", n)
        yield from ()

    def rules(g: Game) -> Flow[None]:
        g.notify(base.points[1], "bob")
        g.notify(base.points[0], n=1)
        g.notify(base.points[0], "cid", n=2)
        yield from g.settle()

    timeline = begun(rules, base, red, blue)
    assert [h.event for h in timeline.happened[:6]] == [
        Moment("other", "bob", {}),
        Moment("p", "", {"n": 1}),
        Queued(Pending("red.p", "", {"n": 1})),
        Queued(Pending("blue.p", "", {"n": 1})),
        Moment("p", "cid", {"n": 2}),
        Queued(Pending("red.p", "cid", {"n": 2})),
    ]
    assert flags(timeline) == ["red.", "blue.", "red.cid", "blue.cid"]


class Bake(msgspec.Struct, frozen=True):
    """An operation of a card."""

    loaves: int


def test_operations() -> None:
    """What a card says is done by whoever declared the operation."""
    module = box()

    @module.operation(Bake)
    def bake(g: Game, operation: Bake, seat: Seat, source: str) -> Flow[None]:
        g.flag(f"{seat}.{source}", operation.loaves)
        yield from ()

    g = game(module)
    ran(g.perform(Bake(3), "ann", "card.1"))
    assert g.state.flags == {"ann.card.1": 3}


# Chance


def test_seeded_dice() -> None:
    """Dice are drawn by seed and stream; throw after throw they are others."""
    g, again = game(), game()
    first, second = ran(g.roll("die", 6, 3)), ran(g.roll("die", 6, 3))
    assert events(g) == [Rolled("die", 6, first), Rolled("die", 6, second)]
    assert (first, second) == (ran(again.roll("die", 6, 3)), ran(again.roll("die", 6, 3)))
    assert first == (3, 4, 5)
    assert first != second
    assert len(ran(g.roll("die", 6))) == 1
    assert ran(game(luck=Luck(seed="other")).roll("die", 1000)) != ran(game().roll("die", 1000))
    branched = game()
    branched.state.branch = 1
    assert ran(branched.roll("die", 1000)) != ran(game().roll("die", 1000))
    assert Luck().seed == "0"


def test_streams_do_not_disturb_each_other() -> None:
    """What falls in one stream is the same whether or not another was used before."""
    g = game()
    ran(g.roll("other", 6, 5))
    ran(g.shuffle("deck"))
    assert ran(g.roll("die", 6, 3)) == ran(game().roll("die", 6, 3))


def test_dice_show_every_side() -> None:
    """From one to the number of sides."""
    g = game()
    assert {value for _ in range(60) for value in ran(g.roll("die", 6))} == set(range(1, 7))


def test_picking() -> None:
    """One of several is picked, each in its turn, by a throw that everyone sees."""
    g = game()
    assert {ran(g.pick("who", SEATS)) for _ in range(30)} == set(SEATS)
    assert isinstance(events(g)[0], Rolled)
    scripted = game(luck=Luck(script={"who": [1, 3]}))
    assert [ran(scripted.pick("who", SEATS)) for _ in range(2)] == ["ann", "cid"]


def test_shuffling() -> None:
    """A shuffle draws an order of all that lies there, in a stream of the place."""
    g = game()
    ran(g.shuffle("deck"))
    order = ("card.1", "card.3", "card.4", "card.2")
    assert events(g) == [Shuffled("deck", order, "shuffle.deck")]
    ran(g.shuffle("deck"))
    assert sorted(g.cards("deck")) == sorted(order)
    assert g.state.streams == {"shuffle.deck": 2}
    assert len({tuple(g.cards("deck")) for _ in range(30) if ran(g.shuffle("deck")) is None}) > 5


def test_orders_around_what_is_held() -> None:
    """A new order leaves what is held where it lies; held or not, all is still there."""
    g, orders = game(), set()
    for _ in range(20):
        order = g.order_anew("deck", ("card.2", "card.4"))
        orders.add(order)
        assert (order[1], order[3]) == ("card.2", "card.4")
        ran(g.roll("shuffle.deck", 2))
    assert orders == {
        ("card.1", "card.2", "card.3", "card.4"),
        ("card.3", "card.2", "card.1", "card.4"),
    }


def test_scripted_dice() -> None:
    """What was laid down falls first, outcome by outcome, then the generator takes over."""
    g = game(luck=Luck(seed="tiny", script={"die": [[6, 6], [1, 2]], "coin": [2]}))
    assert [ran(g.roll("die", 6, 2)) for _ in range(2)] == [(6, 6), (1, 2)]
    assert ran(g.roll("coin", 2)) == (2,)
    plain = game()
    for _ in range(2):
        ran(plain.roll("die", 6, 2))
    assert ran(g.roll("die", 6, 2)) == ran(plain.roll("die", 6, 2))


@pytest.mark.parametrize("outcome", [[7, 1], [1], "no", [0, 1], 3])
def test_impossible_scripts(outcome: object) -> None:
    """A script that lays down what can't fall is a fault that says so."""
    with pytest.raises(FlowError, match="can't come from die"):
        ran(game(luck=Luck(script={"die": [outcome]})).roll("die", 6, 2))


@pytest.mark.parametrize(
    ("script", "top"),
    [
        (["queen", "card.2"], ("card.4", "card.2")),
        (["card.3", "card.2", "card.1", "card.4"], ("card.3", "card.2", "card.1", "card.4")),
        (["king"], ("card.3",)),
    ],
)
def test_scripted_shuffles(script: list[str], top: tuple[str, ...]) -> None:
    """Kinds or components on top, or a whole order; what isn't said is drawn."""
    g = game(luck=Luck(seed="tiny", script={"shuffle.deck": [script]}))
    drawn = [card for card in g.order_anew("deck") if card not in top]
    ran(g.shuffle("deck"))
    assert g.cards("deck") == (*top, *drawn)


def test_wrong_scripts_of_shuffles() -> None:
    """A script that wants what is not in the place is a fault that says so."""
    with pytest.raises(FlowError, match="the script wants coin on top"):
        ran(game(luck=Luck(script={"shuffle.deck": [["coin"]]})).shuffle("deck"))


def throws(g: Game) -> Flow[None]:
    """Throw a die and shuffle."""
    yield from g.roll("die.red", 6, bind=lambda _: Roll("red"))
    yield from g.shuffle("deck")


def test_observed_chance() -> None:
    """Where dice and decks are real, the table is asked how they fell."""
    timeline = begun(throws, luck=Luck(observed=("die", "shuffle")))
    assert [(d.key, d.kind, d.seat) for d in timeline.decisions()] == [
        ("chance.die.red/", "chance", "")
    ]
    assert found(timeline, "chance.die.red/").bindings() == []
    timeline.observe("die.red", 5)
    assert timeline.happened[-1].event == Rolled("die.red", 6, (5,))
    order = ("card.4", "card.2", "card.1", "card.3")
    assert keys(timeline) == ["chance.shuffle.deck/"]
    timeline.observe("shuffle.deck", order)
    assert timeline.state.places["deck"] == order
    assert timeline.over


def test_observed_chance_left_to_the_generator() -> None:
    """Who has no die at hand lets the generator throw, as it would have."""
    timeline = begun(throws, luck=Luck(seed="tiny", observed=("die", "shuffle")))
    timeline.observe("die.red", None)
    timeline.observe("shuffle.deck", None)
    drawn = begun(throws, luck=Luck(seed="tiny"))
    assert timeline.over
    assert timeline.state.places == drawn.state.places
    assert drawn.happened[0] == timeline.happened[1]


def test_a_script_goes_before_observing() -> None:
    """What was laid down is not asked for; other streams are not watched."""
    luck = Luck(observed=("die.blue",), script={"die.red": [[4]]})
    timeline = begun(throws, luck=luck)
    assert timeline.over
    assert timeline.happened[0].event == Rolled("die.red", 6, (4,))
    assert begun(throws, luck=Luck(observed=())).over
    half = begun(throws, luck=Luck(observed=("die",), script={"die.red": [[4]]}))
    assert half.over


def test_scripted_games_are_the_same_game() -> None:
    """With the same script, two games have the same events."""
    header = Header(game="tiny", seats=SEATS, luck=Luck(script={"die.red": [[4]]}))
    rules: Rules = throws
    assert told(begun(rules, luck=header.luck)) == told(begun(rules, luck=header.luck))


def test_readings() -> None:
    """What follows from what a seat sees is worked out for it; who has no seat reads who acts."""
    module = box()

    @module.reading("purse")
    def purse(g: Game, seat: Seat) -> Score:
        return Score(g.state.tracks[f"gold.{seat}"], (seat,))

    g = game(module)
    g.set("gold.bob", 5)
    assert g.readings("bob") == {"purse": {"round": 5, "done": ("bob",)}}
    assert g.readings(None) == {"purse": {"round": 3, "done": ("ann",)}}
    g.emit(TurnBegan("bob"))
    assert g.readings(None) == g.readings("bob")


def test_whether_a_module_takes_over() -> None:
    """Also a replacement that does not hold now is known as one."""
    module = box()
    dealt = module.point("dealt", "replace", doc="how cards are dealt")
    asked = module.point("asked", "replace", doc="how one asks")

    @module.hook(dealt, "replace", when=lambda _g: False)
    def nothing(_g: Game, usual: Callable[[], object]) -> object:
        return usual()

    g = game(module)
    assert (g.replaces(dealt), g.replaces(asked)) == (True, False)


def test_shown_to_all() -> None:
    """What is revealed is seen by who only watches, too, and lies where it lay."""
    g = game()
    g.reveal(["card.1"], "deck", "T-1")
    (happened,) = g.happened
    assert (happened.event, happened.rule) == (Showed(("card.1",), "deck", None), "T-1")
    assert happened.audience is None
    assert g.state.places["deck"][0] == "card.1"
