"""Flows side by side: races, secrets, interleaving, standing offers, and their misuse."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from tests.kernel.tiny import (
    SEATS,
    Score,
    begun,
    box,
    composed,
    do,
    fails,
    found,
    keys,
    names,
    pay,
    refused,
    tell,
    told,
)
from tts_tool.kernel.decisions import Turn
from tts_tool.kernel.entries import Accepted, Fault, Header, Held
from tts_tool.kernel.events import (
    Answered,
    Closed,
    Event,
    Flagged,
    Moment,
    Opened,
    Queued,
    Reacted,
    Reacting,
    Sealed,
    Unsealed,
)
from tts_tool.kernel.game import Flow, Game, Luck
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.module import Module
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import Choice, Number
from tts_tool.kernel.state import FlowError, Pending, State
from tts_tool.kernel.timeline import Timeline

Body = Callable[[Game], Flow[Any]]


def happened(timeline: Timeline, since: int = 0) -> list[Event]:
    """List the events that happened."""
    return [one.event for one in timeline.happened[since:]]


def yes() -> Choice[str]:
    """Offer yes and no."""
    return Choice(("yes", "no"))


def busy(timeline: Timeline) -> bool:
    """Tell whether somebody holds the floor."""
    return timeline.driver.busy


# Sequences


def test_one_question_after_the_other() -> None:
    """An answer is told, and the flow goes on with it to the next question, and to the end."""

    def rules(g: Game) -> Flow[None]:
        for seat in SEATS:
            answer = yield from g.ask(seat, "pay", yes)
            g.flag(f"paid.{seat}", answer)

    timeline = begun(rules)
    for seat in SEATS:
        assert keys(timeline) == [f"pay/{seat}"]
        assert not timeline.over
        do(timeline, f"pay/{seat}", "yes")
    assert happened(timeline)[:2] == [Answered("pay/ann", "ann", "yes"), Flagged("paid.ann", "yes")]
    assert timeline.over
    assert keys(timeline) == []


# Races


def race(g: Game) -> Flow[None]:
    """Ask all at once, then the winner again."""
    seat, shouted = yield from g.race(*(g.question(s, "shout", yes) for s in SEATS))
    g.flag(f"won.{seat}", shouted)
    yield from g.ask(seat, "toast", yes)


def test_the_first_answer_closes_the_rest() -> None:
    """All are open until one has answered; the flow learns who it was."""
    timeline = begun(race)
    assert keys(timeline) == ["shout/ann", "shout/bob", "shout/cid"]
    late = found(timeline, "shout/ann").id
    do(timeline, "shout/bob", "no")
    assert happened(timeline) == [
        Answered("shout/bob", "bob", "no"),
        Closed("shout/ann"),
        Closed("shout/cid"),
        Flagged("won.bob", "no"),
    ]
    assert keys(timeline) == ["toast/bob"]
    assert refused(timeline.answer("ann", late, "yes")).code == "closed"
    assert timeline.state.asked == {"shout/ann": 1, "shout/bob": 1, "shout/cid": 1}


def test_a_race_that_nobody_can_win() -> None:
    """Without anybody who can answer, a race would hang the game; one who can is enough."""

    def rules(g: Game) -> Flow[None]:
        g.restart()
        yield from pay("cid")(g)
        runners = SEATS[: g.track("gold.ann")]
        allowed = ("go",) if g.track("gold.bob") else ()
        yield from g.race(
            *(g.question(s, "run", lambda: Choice(())) for s in runners[1:]),
            *(g.question(s, "run", lambda: Choice(allowed)) for s in runners[:1]),
        )

    problem = "FlowError: nobody can answer in a race of {} questions"
    assert fails_on(rules, {"gold.bob": 0}) == problem.format(3)
    assert fails_on(rules, {"gold.ann": 0}) == problem.format(0)
    assert fails_on(rules, {}) == ""


def fails_on(rules: Body, tracks: dict[str, int]) -> str:
    """Begin from tracks that stand so, let cid pay, and say what failed."""
    composition = composed(rules)
    start = State(composition.inventory)
    start.tracks |= tracks
    timeline = Timeline(composition, Header(game="tiny", seats=SEATS), start)
    reply = tell(timeline, "pay/cid", "yes")
    return reply.trace.splitlines()[0] if isinstance(reply, Fault) else ""


# Secrets


def secret(g: Game) -> Flow[None]:
    """Let ann and bob choose a number in two steps, in secret, and keep what they chose."""

    def choose(seat: Seat) -> Flow[tuple[int, int]]:
        first = yield from g.ask(seat, "tens", lambda: Number(0, 9))
        second = yield from g.ask(seat, "ones", lambda: Number(0, 9))
        return first, second

    chosen = yield from g.together(
        "vote", {"bob": partial(choose, "bob"), "ann": partial(choose, "ann")}
    )
    for seat, (tens, ones) in chosen.items():
        g.flag(seat, tens * 10 + ones)
    yield from g.ask("cid", "count", yes)


def test_secrets_are_opened_when_the_last_is_chosen() -> None:
    """Each goes its steps in its own time; nothing is known before all are done."""
    timeline = begun(secret)
    assert keys(timeline) == ["tens/bob", "tens/ann"]
    do(timeline, "tens/ann", 1)
    assert keys(timeline) == ["tens/bob", "ones/ann"]
    do(timeline, "ones/ann", 2)
    assert timeline.state.sealed == {"ann": (("tens/ann", 1), ("ones/ann", 2))}
    assert keys(timeline) == ["tens/bob"]
    do(timeline, "tens/bob", 3)
    do(timeline, "ones/bob", 4)
    assert happened(timeline) == [
        Sealed("tens/ann", "ann", 1),
        Sealed("ones/ann", "ann", 2),
        Sealed("tens/bob", "bob", 3),
        Sealed("ones/bob", "bob", 4),
        Opened(
            {
                "ann": (("tens/ann", 1), ("ones/ann", 2)),
                "bob": (("tens/bob", 3), ("ones/bob", 4)),
            }
        ),
        Flagged("bob", 34),
        Flagged("ann", 12),
    ]
    assert timeline.state.sealed == {}
    assert timeline.beside() == []


def test_choosing_again() -> None:
    """Until the last has chosen, whoever has begun may start again, from its first step."""
    timeline = begun(secret)
    assert timeline.beside() == []
    do(timeline, "tens/ann", 1)
    assert [(d.key, d.kind) for d in timeline.beside()] == [("vote.again/ann", "again")]
    do(timeline, "vote.again/ann", "again")
    assert happened(timeline)[1:] == [Unsealed("vote.again/ann", "ann", ("ones/ann",))]
    assert keys(timeline) == ["tens/bob", "tens/ann"]
    assert timeline.beside() == []
    assert timeline.state.asked == {"tens/ann": 1, "ones/ann": 1, "vote.again/ann": 1}
    for name, value in (("tens", 5), ("ones", 6)):
        do(timeline, f"{name}/ann", value)
    do(timeline, "vote.again/ann", "again")
    assert happened(timeline)[-1] == Unsealed("vote.again/ann", "ann", ())
    for name, value in (("tens", 7), ("ones", 8)):
        do(timeline, f"{name}/ann", value)
    for name, value in (("tens", 0), ("ones", 1)):
        do(timeline, f"{name}/bob", value)
    assert timeline.state.flags == {"bob": 1, "ann": 78}
    assert timeline.driver.find("vote.again/ann") is None


def test_starting_again_after_all_steps_is_waited_for() -> None:
    """Who starts again when done counts as not done: the last other does not open all."""
    timeline = begun(secret)
    for name in ("tens", "ones"):
        do(timeline, f"{name}/ann", 1)
    do(timeline, "vote.again/ann", "again")
    for name in ("tens", "ones"):
        do(timeline, f"{name}/bob", 2)
    assert keys(timeline) == ["tens/ann"]
    assert timeline.state.sealed == {"bob": (("tens/bob", 2), ("ones/bob", 2))}


def test_secrets_of_nobody() -> None:
    """Where nobody chooses, nothing is opened and the flow goes on."""

    def rules(g: Game) -> Flow[None]:
        chosen: dict[Seat, str] = yield from g.together("vote", {})
        g.flag("chosen", len(chosen))
        done: dict[Seat, str] = yield from g.interleave({})
        g.flag("done", len(done))

    timeline = begun(rules)
    assert timeline.over
    assert happened(timeline) == [Flagged("chosen", 0), Flagged("done", 0)]


def test_secrets_without_a_question() -> None:
    """What is known without asking counts as chosen; all done at once is opened at once."""

    def choose(g: Game, seat: Seat) -> Flow[str]:
        return (yield from g.ask(seat, "pick", lambda: Choice((seat,))))

    def rules(g: Game) -> Flow[None]:
        chosen = yield from g.together("vote", {s: partial(choose, g, s) for s in SEATS})
        g.flag("chosen", "+".join(chosen.values()))

    assert happened(begun(rules)) == [Opened({}), Flagged("chosen", "ann+bob+cid")]


def forbidden(g: Game) -> Flow[None]:
    """Do in a secret what may not be done there, after a question."""
    yield from g.ask("ann", "first", yes)
    g.flag("rain")


def rolling(g: Game) -> Flow[None]:
    """Throw in a secret."""
    yield from g.ask("ann", "first", yes)
    yield from g.roll("die", 6)


def restarting(g: Game) -> Flow[None]:
    """Claim where it is not so that one could come in here."""
    yield from g.ask("ann", "first", yes)
    g.restart()


def deeper(g: Game) -> Flow[None]:
    """Choose together inside of choosing together."""
    yield from g.ask("ann", "first", yes)
    yield from g.together("inner", {"bob": lambda: pay("bob")(g)})


def deeper_aside(g: Game) -> Flow[None]:
    """Go side by side inside of choosing together."""
    yield from g.ask("ann", "first", yes)
    yield from g.interleave({"bob": lambda: pay("bob")(g)})


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        (forbidden, "a sealed choice only asks, but Flagged happened"),
        (rolling, "a sealed choice only asks, but die was left to chance"),
        (restarting, "a restart point inside a secret or with reactions waiting"),
        (deeper, "flows side by side inside flows side by side"),
        (deeper_aside, "flows side by side inside flows side by side"),
    ],
)
def test_misuse_of_a_secret(body: Body, problem: str) -> None:
    """A secret that does more than ask is a fault: the answer is taken back."""

    def rules(g: Game) -> Flow[None]:
        yield from g.together("vote", {"ann": partial(body, g), "cid": partial(pay("cid"), g)})

    timeline = begun(rules)
    before = told(timeline)
    assert fails(timeline, "first/ann", "yes") == f"FlowError: {problem}"
    assert told(timeline) == before
    assert not timeline.game.sealing


def test_after_a_secret_rules_may_act_again() -> None:
    """The seal lies only on the secret flows, not on the flow that opens them."""

    def rules(g: Game) -> Flow[None]:
        yield from g.together("vote", {"ann": partial(pay("ann"), g)})
        g.flag("rain")
        yield from g.roll("die", 6)
        yield from g.together("vote", {"ann": partial(pay("ann"), g)})
        g.restart()

    timeline = begun(rules)
    do(timeline, "pay/ann", "yes")
    do(timeline, "pay/ann", "yes")
    assert timeline.over


def test_one_secret_after_the_other() -> None:
    """A second time all choose anew: what was chosen before does not count."""

    def rules(g: Game) -> Flow[None]:
        for n in (1, 2):
            chosen = yield from g.together(
                f"vote.{n}", {s: partial(pay(s), g) for s in SEATS[: 4 - n]}
            )
            g.flag(f"vote.{n}", "+".join(chosen.values()))
            paid = yield from g.interleave({s: partial(paid_later, g, s) for s in SEATS[:2]})
            g.flag(f"paid.{n}", "+".join(paid.values()))

    def paid_later(g: Game, seat: Seat) -> Flow[str]:
        g.restart()
        answer: str = yield from pay(seat)(g)
        return answer

    timeline = begun(rules)
    for n in (1, 2):
        for seat in SEATS[: 4 - n]:
            assert f"vote.{n}" not in timeline.state.flags
            do(timeline, f"pay/{seat}", ("yes", "no")[n - 1])
            again = [f"vote.{n}.again/{s}" for s in SEATS if s in timeline.state.sealed]
            assert [d.key for d in timeline.beside()] == again
        for seat in SEATS[:2]:
            assert f"paid.{n}" not in timeline.state.flags
            do(timeline, f"pay/{seat}", "yes")
    assert timeline.state.flags == {
        "vote.1": "yes+yes+yes",
        "paid.1": "yes+yes",
        "vote.2": "no+no",
        "paid.2": "yes+yes",
    }


def test_a_race_inside_a_secret() -> None:
    """One seat's secret may be a race of questions; all of it is sealed."""

    def choose(g: Game) -> Flow[Any]:
        return (yield from g.race(g.question("ann", "left", yes), g.question("ann", "right", yes)))

    def rules(g: Game) -> Flow[None]:
        yield from g.together("vote", {"ann": partial(choose, g), "bob": partial(pay("bob"), g)})

    timeline = begun(rules)
    do(timeline, "right/ann", "no")
    assert happened(timeline) == [Sealed("right/ann", "ann", "no"), Closed("left/ann")]
    assert keys(timeline) == ["pay/bob"]


# Side by side


def shop(g: Game, seat: Seat) -> Flow[str]:
    """Buy bread in two steps as long as the gold lasts; each round is a restart point."""
    while g.track(f"gold.{seat}") and seat not in g.part(Score).done:
        g.restart()
        deed = yield from g.ask(seat, "shop", lambda: Choice(("buy", "leave")))
        if deed == "leave":
            g.note(Score, done=(*g.part(Score).done, seat))
        else:
            count = yield from g.ask(seat, "count", lambda: Number(1, g.track(f"gold.{seat}")))
            g.add(f"gold.{seat}", -count)
    return seat.upper()


def shopping(g: Game) -> Flow[None]:
    """Let all shop side by side."""
    done = yield from g.interleave({seat: partial(shop, g, seat) for seat in SEATS})
    g.flag("done", "+".join(done.values()))


def test_side_by_side() -> None:
    """Everyone goes in their own time; the flow goes on when the last is done."""
    timeline = begun(shopping)
    assert keys(timeline) == ["shop/ann", "shop/bob", "shop/cid"]
    do(timeline, "shop/cid", "leave")
    assert keys(timeline) == ["shop/ann", "shop/bob"]
    do(timeline, "shop/ann", "buy")
    assert busy(timeline)
    do(timeline, "count/ann", 3)
    assert not busy(timeline)
    do(timeline, "shop/bob", "leave")
    assert timeline.state.flags == {"done": "ANN+BOB+CID"}
    assert timeline.over


def test_the_floor() -> None:
    """From an answer to its next restart point a flow holds the floor; the others wait."""
    timeline = begun(shopping)
    assert not any(timeline.driver.held(d) for d in timeline.decisions())
    do(timeline, "shop/ann", "buy")
    held = {d.key: timeline.driver.held(d) for d in timeline.decisions()}
    assert held == {"count/ann": False, "shop/bob": True, "shop/cid": True}
    assert tell(timeline, "shop/bob", "leave") == Held(("ann",))
    assert tell(timeline, "shop/cid", "buy") == Held(("ann",))
    assert timeline.release() == []
    assert len(timeline.waiting) == 2
    do(timeline, "count/ann", 1)
    replies = timeline.release()
    assert [type(reply) for reply in replies] == [Accepted, Accepted]
    assert timeline.waiting == []
    assert keys(timeline) == ["shop/ann", "count/cid"]
    assert timeline.game.part(Score).done == ("bob",)


def test_held_answers_are_judged_when_their_turn_comes() -> None:
    """What was right when it was said may be wrong by then, and is refused then."""

    def rules(g: Game) -> Flow[None]:
        yield from g.interleave({"ann": partial(shop, g, "ann"), "bob": partial(spend, g)})

    def spend(g: Game) -> Flow[None]:
        g.restart()
        yield from g.ask("bob", "spend", lambda: Number(0, g.track("gold.ann")))

    timeline = begun(rules)
    do(timeline, "shop/ann", "buy")
    assert tell(timeline, "spend/bob", 3) == Held(("ann",))
    do(timeline, "count/ann", 2)
    (reply,) = timeline.release()
    assert refused(reply).code == "stale"


def test_who_begins_later_waits_at_a_restart_point() -> None:
    """A flow side by side that first asks elsewhere than at a restart point is a fault."""

    def rules(g: Game) -> Flow[None]:
        yield from g.interleave({"ann": partial(pay("ann"), g)})

    with pytest.raises(FlowError, match="must wait first at a restart point"):
        begun(rules)


def early(g: Game) -> Flow[None]:
    """Let something happen between a restart point and the first question."""
    g.restart()
    g.flag("rain")
    yield from pay("ann")(g)


def later(g: Game) -> Flow[None]:
    """Let something happen between a later restart point and the question there."""
    g.restart()
    yield from pay("ann")(g)
    g.restart()
    g.flag("rain")
    yield from pay("ann", name="more")(g)


def test_nothing_happens_between_restart_point_and_question() -> None:
    """Whoever comes in at the restart point would do it again."""
    with pytest.raises(FlowError, match="must wait first at a restart point"):
        begun(lambda g: g.interleave({"ann": partial(early, g)}))
    timeline = begun(lambda g: g.interleave({"ann": partial(later, g)}))
    assert fails(timeline, "pay/ann", "yes").startswith(
        "FlowError: something happened between a restart point and the question"
    )


def test_side_by_side_inside_side_by_side() -> None:
    """Flows side by side don't nest."""

    def inner(g: Game) -> Flow[None]:
        g.restart()
        yield from pay("ann")(g)
        yield from g.together("vote", {"bob": partial(pay("bob"), g)})

    timeline = begun(lambda g: g.interleave({"ann": partial(inner, g)}))
    assert fails(timeline, "pay/ann", "yes") == (
        "FlowError: flows side by side inside flows side by side"
    )


def test_a_race_side_by_side() -> None:
    """A flow that holds the floor may ask several, also others, at once."""

    def haggle(g: Game) -> Flow[None]:
        g.restart()
        yield from pay("ann")(g)
        seat, _ = yield from g.race(g.question("ann", "bid", yes), g.question("bob", "bid", yes))
        g.flag("winner", seat)

    timeline = begun(
        lambda g: g.interleave({"ann": partial(haggle, g), "cid": partial(shop, g, "cid")})
    )
    do(timeline, "pay/ann", "yes")
    assert tell(timeline, "shop/cid", "leave") == Held(("ann", "bob"))
    do(timeline, "bid/bob", "yes")
    assert timeline.state.flags == {"winner": "bob"}
    assert [type(reply) for reply in timeline.release()] == [Accepted]
    assert timeline.over


def test_the_same_question_twice_at_once() -> None:
    """Two open questions with one name and seat could not be told apart."""

    def rules(g: Game) -> Flow[None]:
        yield from pay("cid")(g)
        yield from g.race(g.question("ann", "pay", yes), g.question("ann", "pay", yes))

    assert fails(begun(rules), "pay/cid", "yes") == "FlowError: pay/ann is asked twice at once"


# Standing offers


def library(*, asks: bool = True, body: Body | None = None) -> Module:
    """Make a module with an offer to look into the deck, which sets off a reaction."""
    module = box()

    @module.reaction("noise", Flagged, lambda _, event: [("bob", {})] * (event.flag == "looked"))
    def noise(g: Game, _: Seat) -> Flow[None]:
        g.flag("noise")
        yield from ()

    def look(g: Game, seat: Seat, answer: str) -> Flow[None]:
        g.flag("looked", f"{seat} {answer}")
        if asks:
            yield from g.ask(seat, "look", lambda: Choice(("done",)), always=True)
        if body is not None:
            yield from body(g)

    module.offer(
        name="deck",
        seats=lambda g: [s for s in SEATS if g.track(f"gold.{s}") > 1],
        space=lambda g, seat: Choice(("top", "all")[: g.track(f"gold.{seat}") - 1]),
        run=look,
        why="T-5",
        bind=lambda _, seat: lambda value: Turn(f"{value} of {seat}"),
    )
    return module


def paying(g: Game) -> Flow[None]:
    """Ask bob to pay, again and again."""
    while True:
        yield from pay("bob")(g)


def test_offers_stand_beside_what_is_asked() -> None:
    """Whoever may take them is offered them, with reason and gesture, as the state is now."""
    timeline = begun(paying, library())
    assert [(d.key, d.kind, d.why) for d in timeline.beside()] == [
        (f"deck/{seat}", "offer", "T-5") for seat in SEATS
    ]
    assert found(timeline, "deck/ann").bindings()[1] == ("all", Turn("all of ann"))
    timeline.game.set("gold.ann", 2)
    timeline.game.set("gold.cid", 1)
    assert [d.key for d in timeline.beside()] == ["deck/ann", "deck/bob"]
    assert found(timeline, "deck/ann").space().sole() == ["top"]
    assert keys(timeline) == ["pay/bob"]


def test_taking_an_offer() -> None:
    """It runs like a reaction, what it sets off is dealt with in it, then all is as before."""
    timeline = begun(paying, library())
    before = found(timeline, "pay/bob").id
    do(timeline, "deck/ann", "all")
    assert keys(timeline) == ["pay/bob", "look/ann"]
    do(timeline, "look/ann", "done")
    looked, noise = Pending("deck", "ann"), Pending("noise", "bob")
    assert happened(timeline) == [
        Answered("deck/ann", "ann", "all"),
        Queued(looked),
        Reacting(looked),
        Flagged("looked", "ann all"),
        Queued(noise),
        Reacting(noise),
        Flagged("noise", 1),
        Reacted("noise"),
        Answered("look/ann", "ann", "done"),
        Reacted("deck"),
    ]
    assert timeline.state.queue == ((),)
    assert found(timeline, "pay/bob").id == before
    do(timeline, "pay/bob", "yes")
    assert not timeline.over


def test_what_an_offer_sets_off_last_is_done_too() -> None:
    """Also without a question at its end, an offer leaves no reaction behind."""
    timeline = begun(paying, library(asks=False))
    do(timeline, "deck/cid", "top")
    assert names(timeline)[-2:] == ["Reacted", "Reacted"]
    assert timeline.state.flags == {"looked": "cid top", "noise": 1}
    assert timeline.state.queue == ((),)
    assert not timeline.over
    assert not busy(timeline)


def test_while_an_offer_is_taken_all_else_waits() -> None:
    """Questions and other offers wait for who is looking; the own questions don't."""
    timeline = begun(paying, library())
    do(timeline, "deck/ann", "all")
    held = {d.key: timeline.driver.held(d) for d in (*timeline.decisions(), *timeline.beside())}
    assert held == {
        "pay/bob": True,
        "look/ann": False,
        "deck/ann": True,
        "deck/bob": True,
        "deck/cid": True,
    }
    assert tell(timeline, "deck/bob", "top") == Held(("ann",))
    assert tell(timeline, "pay/bob", "yes") == Held(("ann",))
    do(timeline, "look/ann", "done")
    assert [type(reply) for reply in timeline.release()] == [Accepted]
    assert keys(timeline) == ["pay/bob", "look/bob"]


def test_an_offer_in_the_middle_of_an_effect() -> None:
    """Taken while a reaction asks, an offer's own reactions don't mix with those that wait."""
    module = library()

    @module.reaction("ring", Moment, lambda _, __: [("cid", {}), ("bob", {})])
    def ring(g: Game, seat: Seat) -> Flow[None]:
        yield from g.ask(seat, "ring", yes)
        g.flag(f"rung.{seat}")

    def rules(g: Game) -> Flow[None]:
        g.emit(Moment("bell"))
        yield from g.settle()

    timeline = begun(rules, module)
    assert keys(timeline) == ["ring/bob"]
    do(timeline, "deck/ann", "top")
    do(timeline, "look/ann", "done")
    assert list(timeline.state.flags) == ["looked", "noise"]
    assert len(timeline.state.queue) == 2
    do(timeline, "ring/bob", "yes")
    do(timeline, "ring/cid", "yes")
    assert list(timeline.state.flags) == ["looked", "noise", "rung.bob", "rung.cid"]
    assert timeline.over


def test_an_offer_while_a_flow_holds_the_floor() -> None:
    """An offer may be taken in the middle of a flow side by side; then that flow goes on."""
    timeline = begun(shopping, library())
    do(timeline, "shop/ann", "buy")
    do(timeline, "deck/bob", "top")
    assert tell(timeline, "count/ann", 1) == Held(("bob",))
    do(timeline, "look/bob", "done")
    assert busy(timeline)
    assert tell(timeline, "shop/cid", "leave") == Held(("ann",))
    do(timeline, "count/ann", 1)
    assert not busy(timeline)
    do(timeline, "deck/cid", "top")
    assert sorted(keys(timeline)) == ["look/cid", "shop/ann", "shop/bob", "shop/cid"]


def test_an_offer_while_secrets_are_chosen() -> None:
    """A standing offer is no part of a secret: it may act."""

    def rules(g: Game) -> Flow[None]:
        yield from g.together("vote", {s: partial(pay(s), g) for s in SEATS})

    timeline = begun(rules, library())
    do(timeline, "pay/ann", "yes")
    assert [d.key for d in timeline.beside()][-1] == "vote.again/ann"
    do(timeline, "deck/bob", "all")
    assert timeline.driver.held(found(timeline, "vote.again/ann"))
    do(timeline, "look/bob", "done")
    do(timeline, "vote.again/ann", "again")
    assert timeline.state.sealed == {}


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        (restarting, "a restart point inside a secret or with reactions waiting"),
        (
            lambda g: g.together("vote", {"ann": partial(pay("ann"), g)}),
            "flows side by side inside flows side by side",
        ),
    ],
)
def test_misuse_of_an_offer(body: Body, problem: str) -> None:
    """An offer can't be come back to, nor be several flows."""
    timeline = begun(paying, library(body=body))
    do(timeline, "deck/ann", "top")
    if body is restarting:
        do(timeline, "look/ann", "done")
    before = told(timeline)
    (last,) = set(keys(timeline)) - {"pay/bob"}
    assert fails(timeline, last, found(timeline, last).space().sole()[0]) == f"FlowError: {problem}"
    assert told(timeline) == before


def test_no_offers_when_the_game_is_over() -> None:
    """After the end nothing stands beside any more."""

    def rules(g: Game) -> Flow[None]:
        yield from pay("bob")(g)

    timeline = begun(rules, library())
    do(timeline, "pay/bob", "yes")
    assert timeline.over
    assert timeline.beside() == []


def test_offers_are_computed_once_until_something_happens() -> None:
    """Whose turn to be offered is a function of the state, asked once per state."""
    looked: list[int] = []
    module = box()

    def seats(g: Game) -> tuple[Seat, ...]:
        looked.append(g.version)
        return ("ann",)

    module.offer(name="deck", seats=seats, space=lambda _, __: yes(), run=noting)
    timeline = begun(paying, module)
    assert timeline.beside() == timeline.beside()
    assert looked == [0]
    do(timeline, "deck/ann", "no")
    assert timeline.state.flags == {"took": "ann no"}


def noting(g: Game, seat: Seat, answer: str) -> Flow[None]:
    """Note who took an offer."""
    g.flag("took", f"{seat} {answer}")
    yield from ()


def test_a_die_waits_for_who_is_looking() -> None:
    """Also an outcome of chance waits while an offer is taken, and comes in after it."""

    def rules(g: Game) -> Flow[None]:
        yield from g.roll("die", 6)
        g.flag("rolled")

    timeline = begun(rules, library(), luck=Luck(observed=("die",)))
    do(timeline, "deck/ann", "all")
    assert timeline.observe("die", 4) == Held(("ann",))
    assert "rolled" not in timeline.state.flags
    do(timeline, "look/ann", "done")
    assert [type(reply) for reply in timeline.release()] == [Accepted]
    assert timeline.state.flags["rolled"] == 1
    assert timeline.over


def test_nobody_looks_into_what_is_being_shuffled() -> None:
    """An offer waits for a pile that somebody shuffles by hand, and comes in after it."""

    def rules(g: Game) -> Flow[None]:
        yield from g.shuffle("deck")
        yield from g.ask("bob", "on", lambda: Number(0, 1))

    timeline = begun(rules, library(), luck=Luck(observed=("shuffle.",)))
    looking = found(timeline, "deck/ann")
    assert timeline.driver.held(looking)
    assert timeline.answer("ann", looking.id, "all") == Held(("",))
    assert isinstance(timeline.observe("shuffle.deck", None), Accepted)
    assert [type(reply) for reply in timeline.release()] == [Accepted]
    assert not timeline.driver.held(found(timeline, "look/ann"))


def test_other_peoples_questions_are_theirs() -> None:
    """Neither questions nor offers nor second thoughts are answered for somebody else."""
    timeline = begun(secret, library())
    do(timeline, "tens/ann", 1)
    for key in ("ones/ann", "deck/ann", "vote.again/ann"):
        decision = found(timeline, key)
        assert refused(timeline.answer("bob", decision.id, 1)) == Rejection(
            "other-seat", {"seat": "ann"}
        )
