"""The timeline: answers go in, are judged, kept, taken back, and played again."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
import pytest

from tests.kernel.tiny import (
    SEATS,
    Rules,
    Score,
    begun,
    box,
    composed,
    do,
    fails,
    found,
    inventory,
    keys,
    names,
    pay,
    refused,
    state,
    tell,
    told,
)
from tts_tool.kernel import timeline as timelines
from tts_tool.kernel.decisions import TABLE
from tts_tool.kernel.entries import (
    Accepted,
    Answer,
    AnswerAgainst,
    Fault,
    Header,
    Held,
    Look,
    Mark,
    Observation,
    Override,
    Refused,
)
from tts_tool.kernel.events import (
    Branched,
    Flagged,
    Moved,
    Overridden,
    Rolled,
    Said,
    Showed,
    Shuffled,
    TurnBegan,
    Turned,
)
from tts_tool.kernel.game import MOST_STEPS, Flow, Game, Luck
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.module import Module
from tts_tool.kernel.position import canonical, encode
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import Choice, Incomplete, Number, Record
from tts_tool.kernel.state import State
from tts_tool.kernel.timeline import FAR, Checkpoint, Timeline, fold

ROUNDS = 4


def rounds(g: Game) -> Flow[None]:
    """Ask each seat in turn, round after round; the head of each round is a restart point."""
    while g.part(Score).round < ROUNDS:
        g.restart()
        for seat in SEATS:
            if seat in g.part(Score).done:
                continue
            g.emit(TurnBegan(seat))
            deed = yield from g.ask(seat, "deed", lambda: Choice(("earn", "draw", "roll", "fail")))
            yield from done(g, seat, deed)
            g.note(Score, done=(*g.part(Score).done, seat))
        g.note(Score, round=g.part(Score).round + 1, done=())
    g.flag("end")


def done(g: Game, seat: Seat, deed: str) -> Flow[None]:
    """Do what a seat chose."""
    if deed == "earn":
        g.add(f"gold.{seat}", 1)
    elif deed == "draw":
        g.draw("deck", f"hand.{seat}")
    elif deed == "roll":
        yield from g.roll("die", 1000)
    else:
        g.add(f"gold.{seat}", -1)
        message = f"{seat} fell"
        raise RuntimeError(message)


def played(*deeds: str, luck: Luck | None = None) -> Timeline:
    """Play a game of rounds, each seat in turn doing the next deed."""
    timeline = begun(rounds, luck=luck)
    for n, deed in enumerate(deeds):
        do(timeline, f"deed/{SEATS[n % 3]}", deed)
    return timeline


def rolled(timeline: Timeline) -> list[int]:
    """List what was rolled."""
    return [v for h in timeline.happened if isinstance(h.event, Rolled) for v in h.event.values]


# Answers


def test_accepted() -> None:
    """An accepted answer is an entry, and the reply says which events came of it."""
    timeline = begun(rounds)
    before = len(timeline.happened)
    reply = do(timeline, "deed/ann", "earn")
    assert reply == Accepted(0, (before, len(timeline.happened)))
    assert timeline.entries == [Answer("deed/ann", "ann", "earn", 0)]
    assert timeline.starts == [before]
    assert do(timeline, "deed/bob", "draw").entry == 1


def test_what_is_written_down() -> None:
    """The entry keeps what was said, the event what it means."""

    def rules(g: Game) -> Flow[None]:
        fields = {"b": lambda _: Number(0, 3), "a": lambda _: Number(0, 3)}
        yield from g.ask("ann", "pay", lambda: Record(fields))

    timeline = begun(rules)
    do(timeline, "pay/ann", {"a": 1, "b": 2})
    assert timeline.entries == [Answer("pay/ann", "ann", {"a": 1, "b": 2})]
    assert list(timeline.happened[0].event.told()["value"]) == ["b", "a"]


def refusals(timeline: Timeline) -> dict[str, tuple[Seat, str, object]]:
    """Give a wrong answer of each kind."""
    ann, offer = found(timeline, "deed/ann"), found(timeline, "peek/bob")
    name, _, shape = ann.id.rpartition("/")
    return {
        "closed unknown": ("ann", "ghost/ann/0/00000000", "earn"),
        "closed nonsense": ("ann", "x", "earn"),
        "closed empty": ("ann", "", "earn"),
        "closed before": ("ann", f"deed/ann/1/{shape}", "earn"),
        "stale": ("ann", f"{name}/00000000", "earn"),
        "other-seat": ("bob", ann.id, "earn"),
        "other-seat offer": ("ann", offer.id, "top"),
        "other-seat nobody": ("", ann.id, "earn"),
        "not-an-option": ("ann", ann.id, "dance"),
        "not-an-option offer": ("bob", offer.id, "bottom"),
        "malformed": ("ann", ann.id, ["earn"]),
        "malformed none": ("ann", ann.id, None),
    }


def with_offer() -> Module:
    """Make a module with an offer for bob to peek."""
    module = box()

    def peek(g: Game, seat: Seat, _: str) -> Flow[None]:
        g.emit(Showed(g.cards("deck")[:1], "deck", (seat,)))
        yield from ()

    module.offer(
        name="peek", seats=lambda _: ("bob",), space=lambda _, __: Choice(("top",)), run=peek
    )
    return module


@pytest.mark.parametrize("wrong", refusals(begun(rounds, with_offer())))
def test_refused(wrong: str) -> None:
    """Each wrong answer is refused with its reason and changes nothing at all."""
    timeline = begun(rounds, with_offer())
    before = told(timeline)
    reply = timeline.answer(*refusals(timeline)[wrong])
    assert refused(reply).code == wrong.partition(" ")[0]
    assert told(timeline) == before
    assert timeline.entries == []


def test_what_a_refusal_names() -> None:
    """A closed or stale question is named, so that the reader knows which was meant."""
    timeline = begun(rounds)
    shaped = found(timeline, "deed/ann").id.rpartition("/")[0] + "/0"
    assert refused(timeline.answer("ann", shaped, 1)) == Rejection("stale", {"decision": shaped})
    old = "deed/ann/7/0"
    assert refused(timeline.answer("ann", old, 1)) == Rejection("closed", {"decision": old})
    gone = "gone/ann/0/0"
    assert refused(timeline.answer("ann", gone, 1)) == Rejection("closed", {"decision": gone})


def test_sent_twice() -> None:
    """The same answer sent again after its question closed is refused, also if asked again."""

    def rules(g: Game) -> Flow[None]:
        for _ in range(2):
            yield from pay("ann")(g)

    timeline = begun(rules)
    sent = found(timeline, "pay/ann").id
    assert isinstance(timeline.answer("ann", sent, "yes"), Accepted)
    assert refused(timeline.answer("ann", sent, "yes")).code == "closed"
    assert isinstance(timeline.answer("ann", found(timeline, "pay/ann").id, "yes"), Accepted)


def test_partial_answers_change_nothing() -> None:
    """A partial answer says what is missing; the draft stays with whoever answers."""

    def rules(g: Game) -> Flow[None]:
        fields = {"a": lambda _: Number(0, 3), "b": lambda _: Number(0, 3)}
        yield from g.ask("ann", "pay", lambda: Record(fields))

    timeline = begun(rules)
    before = told(timeline)
    reply = tell(timeline, "pay/ann", {"b": 1})
    assert isinstance(reply, Incomplete)
    assert set(reply.left) == {"a"}
    assert told(timeline) == before
    assert isinstance(tell(timeline, "pay/ann", {"b": 4}), Refused)
    assert timeline.entries == []


def test_choosing_without_an_id() -> None:
    """A program that holds the question itself answers it directly, judged all the same."""
    timeline = begun(rounds)
    decision = timeline.decisions()[0]
    assert refused(timeline.choose(decision, "dance")).code == "not-an-option"
    assert isinstance(timeline.choose(decision, "earn"), Accepted)


# Faults


def test_a_fault_is_taken_back() -> None:
    """The failing answer is gone, the report replays it, and the game goes on."""
    timeline = played("earn", "draw")
    before, entries = told(timeline), tuple(timeline.entries)
    reply = tell(timeline, "deed/cid", "fail")
    assert isinstance(reply, Fault)
    assert told(timeline) == before
    assert tuple(timeline.entries) == entries
    assert len(timeline.starts) == 2
    assert (reply.header, reply.entries) == (timeline.header, entries)
    assert reply.failed == Answer("deed/cid", "cid", "fail", 0)
    again = Timeline.replay(timeline.composition, reply.header, reply.entries)
    with pytest.raises(RuntimeError, match="cid fell"):
        again.again(reply.failed)
    do(timeline, "deed/cid", "earn")
    assert keys(timeline) == ["deed/ann"]


def test_the_report_of_a_fault() -> None:
    """It says what went wrong and where, innermost last, without paths of this machine."""
    reply = tell(played(), "deed/ann", "fail")
    assert isinstance(reply, Fault)
    first, *steps = reply.trace.splitlines()
    assert first == "RuntimeError: ann fell"
    assert [step.split()[1] for step in steps][-2:] == ["rounds", "done"]
    assert steps[0].split()[0].startswith("tts_tool.kernel.timeline:")
    assert all(step.startswith("  ") and "/" not in step for step in steps)


def test_a_fault_says_its_place() -> None:
    """The innermost line that is not the kernel's; the kernel's own where there is no other."""

    def rules(g: Game) -> Flow[None]:
        yield from pay("ann")(g)
        g.set("clock", 99)

    reply = tell(begun(rules), "pay/ann", "yes")
    assert isinstance(reply, Fault)
    assert reply.trace.splitlines()[-1].startswith("  tts_tool.kernel.events:")
    assert re.fullmatch(rf"{__name__}:\d+ .*\.rules", reply.place)
    kernel = msgspec.structs.replace(reply, trace="X: y\n  tts_tool.kernel.game:1 Game.emit")
    assert kernel.place == "tts_tool.kernel.game:1 Game.emit"
    assert msgspec.structs.replace(reply, trace="X: y").place == ""


def counting(g: Game, times: int) -> Flow[None]:
    """Let something happen so many times."""
    for n in range(times):
        g.set("clock", 1 + n % 2)
    yield from ()


def asking(g: Game) -> Flow[None]:
    """Ask for ever what is no choice."""
    while True:
        yield from g.ask("ann", "well", lambda: Choice(("well",)))


STEPS: dict[str, Rules] = {
    "events": lambda g: counting(g, 2 * MOST_STEPS),
    "questions": asking,
}


@pytest.mark.parametrize("what", STEPS)
def test_what_never_ends_is_a_fault(what: str) -> None:
    """Many events or questions follow from an answer, but not more than so many."""

    def rules(g: Game) -> Flow[None]:
        while True:
            g.restart()
            paid = yield from pay("ann", "some", "all")(g)
            yield from counting(g, MOST_STEPS * 2 // 3) if paid == "some" else STEPS[what](g)

    timeline = begun(rules)
    for _ in range(2):  # each answer may be followed by so many
        do(timeline, "pay/ann", "some")
    line = fails(timeline, "pay/ann", "all")
    assert line == f"FlowError: over {MOST_STEPS} events and questions follow from one answer"
    assert len(timeline.entries) == 2


def test_rules_are_run_as_somebody_says() -> None:
    """Set-up, judging, answering and replaying: all of it goes through who runs the rules."""
    open_ = [0]
    seen = []

    def run(rules: Callable[[], Any]) -> Any:  # noqa: ANN401
        open_[0] += 1
        given = rules()
        open_[0] -= 1
        return given

    def space() -> Choice[str]:
        seen.append(open_[0] > 0)
        return Choice(("yes", "no"))

    def rules(g: Game) -> Flow[None]:
        for _ in range(2):
            seen.append(open_[0] > 0)
            yield from g.ask("ann", "pay", space)

    composition = composed(rules)
    composition.run = run
    header = Header(game="tiny", seats=SEATS, luck=Luck("tiny"))
    timeline = Timeline(composition, header)
    do(timeline, "pay/ann", "yes")
    timeline.undo("ann")
    timeline.redo()
    Timeline.replay(composition, header, timeline.entries)
    assert all(seen)
    assert open_ == [0]


def test_what_is_no_fault_of_the_rules_goes_through() -> None:
    """When somebody stops the program the answer is taken back, and the program stops."""

    def rules(g: Game) -> Flow[None]:
        yield from pay("ann")(g)
        g.flag("rain")
        raise KeyboardInterrupt

    timeline = begun(rules)
    before = told(timeline)
    with pytest.raises(KeyboardInterrupt):
        tell(timeline, "pay/ann", "yes")
    assert told(timeline) == before
    assert timeline.entries == []
    assert timeline.starts == []


def test_wrong_entries_are_not_played() -> None:
    """An entry that answers what is not open, or wrongly, is never played again silently."""
    timeline = played("earn")
    for entry, problem in (
        (Answer("deed/ann", "ann", "earn"), "deed/ann is not open"),
        (Answer("deed/bob", "bob", "dance"), "dance is no answer to deed/bob"),
        (Observation("die", 3), "chance.die/ is not open"),
    ):
        with pytest.raises(Exception, match=problem):
            Timeline.replay(timeline.composition, timeline.header, [*timeline.entries, entry])


def test_half_an_entry_is_not_played() -> None:
    """A partial answer can't have been accepted, so as an entry it is wrong."""
    fields = {"a": lambda _: Number(0, 3), "b": lambda _: Number(0, 3)}
    timeline = begun(lambda g: g.ask("ann", "pay", lambda: Record(fields)))
    with pytest.raises(Exception, match="is no answer to pay/ann"):
        timeline.again(Answer("pay/ann", "ann", {"a": 1}))


# Restart points, replay, fork


def test_replay() -> None:
    """The same header and entries give the same game, marks and overrides included."""
    timeline = played("roll", "draw", "earn", "earn", "roll")
    timeline.undo("ann", 3, consent=SEATS)
    do(timeline, "deed/ann", "roll")
    timeline.override(encode(timeline.state) | {"flags": {"rain": 1}}, "bob")
    do(timeline, "deed/bob", "earn")
    again = Timeline.replay(timeline.composition, timeline.header, timeline.entries)
    assert told(again) == told(timeline)
    assert again.entries == timeline.entries
    assert again.starts == timeline.starts
    assert again.last_branch == timeline.last_branch == 1
    assert [h.rule for h in again.happened] == [h.rule for h in timeline.happened]


def test_fork() -> None:
    """A fork stands where its game stands, and neither feels what the other does."""
    timeline = played("earn", "draw", "roll", "earn")
    twin = timeline.fork()
    assert told(twin) == told(timeline)
    assert twin.game is not timeline.game
    before = told(timeline)
    do(twin, "deed/bob", "draw")
    twin.undo("bob", 4, SEATS)
    do(twin, "deed/bob", "earn")
    for n in range(3):
        do(twin, f"deed/{SEATS[(n + 2) % 3]}", "earn")
    assert told(timeline) == before
    assert len(timeline.entries) == len(timeline.starts) == 4
    assert all(checkpoint.entry <= 4 for checkpoint in timeline.checkpoints)
    do(timeline, "deed/bob", "earn")
    assert len(timeline.entries) == 5
    timeline.undo("bob")
    assert twin.fork().redoable == []
    assert timeline.fork().redoable == timeline.redoable != []


def test_fork_keeps_who_waits() -> None:
    """Answers that wait for somebody else wait in the fork, too, each for itself."""
    timeline = begun(shops)
    do(timeline, "shop/ann", "buy")
    assert isinstance(tell(timeline, "shop/bob", "leave"), Held)
    twin = timeline.fork()
    do(twin, "count/ann", 1)
    assert len(twin.release()) == 1
    assert len(timeline.waiting) == 1


def shops(g: Game) -> Flow[None]:
    """Let ann and bob shop side by side."""

    def shop(seat: Seat) -> Flow[None]:
        while seat not in g.part(Score).done:
            g.restart()
            deed = yield from g.ask(seat, "shop", lambda: Choice(("buy", "leave")))
            if deed == "buy":
                count = yield from g.ask(seat, "count", lambda: Number(1, 2))
                g.add(f"gold.{seat}", -count)
            else:
                g.note(Score, done=(*g.part(Score).done, seat))

    yield from g.interleave({s: partial(shop, s) for s in ("ann", "bob")})


def test_restart_points() -> None:
    """At a restart point the state alone is enough to go on; elsewhere it is not one."""
    timeline = begun(rounds)
    assert [c.entry for c in timeline.checkpoints] == [0, 0]
    assert not timeline.at_restart
    for n, seat in enumerate(SEATS):
        do(timeline, f"deed/{seat}", "earn")
        assert len(timeline.checkpoints) == (3 if n == 2 else 2)
    assert timeline.checkpoints[-1].entry == 3
    assert not timeline.at_restart

    shopping = begun(shops)
    stood = [shopping.at_restart]
    for key, value in (("shop/ann", "buy"), ("count/ann", 1)):
        do(shopping, key, value)
        stood.append(shopping.at_restart)
    assert stood == [True, False, True]
    assert [c.entry for c in shopping.checkpoints] == [0, 0, 2]
    shopping.game.flag("rain")
    assert not any(timeline.at_restart for timeline in (shopping, timeline))


def test_one_checkpoint_per_entry() -> None:
    """Of several restart points in one entry the last is kept: it is the nearest."""

    def rules(g: Game) -> Flow[None]:
        yield from pay("ann")(g)
        for n in range(3):
            g.flag("step", n)
            g.restart()
        yield from pay("bob")(g)

    timeline = begun(rules)
    do(timeline, "pay/ann", "yes")
    assert [(c.entry, c.state.flags) for c in timeline.checkpoints] == [(0, {}), (1, {"step": 2})]


def test_no_checkpoint_is_made_in_vain(monkeypatch: pytest.MonkeyPatch) -> None:
    """One is made for each entry that leads to a restart point, however many it passes."""

    def rules(g: Game) -> Flow[None]:
        for n in range(9):
            if n % 3 == 0:
                for _ in range(5):
                    g.flag("step", n)
                    g.restart()
            yield from g.ask("ann", "go", lambda: Choice(("on",)), always=True)

    made: list[int] = []

    def counted(entry: int, *about: Any) -> Checkpoint:  # noqa: ANN401 - as it is made
        made.append(entry)
        return Checkpoint(entry, *about)

    monkeypatch.setattr(timelines, "Checkpoint", counted)
    timeline = begun(rules)
    for _ in range(9):
        do(timeline, "go/ann", "on")
    assert made == [c.entry for c in timeline.checkpoints] == [0, 0, 3, 6]


def test_few_checkpoints_keep_a_state() -> None:
    """Each gives the state as it was, though most make it of an earlier one and the events."""

    def rules(g: Game) -> Flow[None]:
        for n in range(3 * FAR):
            g.flag("step", n)
            g.restart()
            yield from g.ask("ann", "go", lambda: Choice(("on",)), always=True)

    timeline = begun(rules)
    stood = [canonical(timeline.state)]
    for _ in range(3 * FAR - 1):
        do(timeline, "go/ann", "on")
        stood.append(canonical(timeline.state))
    checkpoints = timeline.checkpoints[1:]
    assert [canonical(checkpoint.state) for checkpoint in checkpoints] == stood
    assert len({id(checkpoint.kept) for checkpoint in checkpoints}) == 6
    assert all(checkpoint.event - checkpoint.after < FAR for checkpoint in checkpoints)


def test_resumed_from_a_state() -> None:
    """From the state of a restart point a game goes on like the one it was taken from."""
    timeline = played("earn", "draw", "roll", "earn")
    checkpoint = timeline.checkpoints[-1]
    resumed = Timeline(timeline.composition, timeline.header, checkpoint.state.copy())
    assert resumed.checkpoints[0].entry == 0
    for entry in timeline.entries[checkpoint.entry :]:
        resumed.again(entry)
    assert canonical(resumed.state) == canonical(timeline.state)
    assert [d.id for d in resumed.decisions()] == [d.id for d in timeline.decisions()]
    assert resumed.happened == timeline.happened[checkpoint.event :]


def test_resuming_leaves_the_given_state() -> None:
    """The state that was given is not changed by going on from it."""
    start = state()
    start.branch = 3
    before = canonical(start)
    timeline = Timeline(composed(rounds), Header(game="tiny", seats=SEATS), start)
    timeline.checkpoints[0].kept.flags["x"] = 1
    do(timeline, "deed/ann", "roll")
    assert canonical(start) == before
    assert timeline.last_branch == 3


def test_begun_from_a_position() -> None:
    """A header may name a position to begin from."""
    position = encode(state()) | {"parts": {"score": {"round": 3, "done": ["ann"]}}}
    header = Header(game="tiny", seats=SEATS, position=position)
    timeline = Timeline(composed(rounds), header)
    assert timeline.game.part(Score).round == 3
    assert keys(timeline) == ["deed/bob"]


def test_what_a_header_says_by_default() -> None:
    """No modules, settings, cards or position, and the luck of seed nought."""
    header = Header(game="tiny", seats=SEATS)
    assert (header.modules, header.settings, header.cards, header.position) == ({}, {}, {}, None)
    assert (header.luck, header.cards_digest) == (Luck(), "")


def test_folding_the_events() -> None:
    """The events alone, folded from the beginning, give the state."""
    timeline = played("earn", "draw", "roll", "draw")
    timeline.override(encode(timeline.state) | {"flags": {"rain": 1}})
    start = State(inventory())
    folded = fold(start, (h.event for h in timeline.happened))
    assert canonical(folded) == canonical(timeline.state)
    assert canonical(start) == canonical(State(inventory()))


# Rules that merely advise


GOODS = {"bread": 1, "cow": 5, "crown": 1, "credit": 0}


def shop(g: Game) -> Flow[None]:
    """Ask ann what to buy until she is mad: of three rules each forbids something."""

    def why_not(thing: str) -> Rejection | None:
        if thing == "credit":
            return Rejection("no-credit", rule="R-CREDIT")
        if thing == "crown":
            return Rejection("no-crowns", rule="R-CROWN")
        dear = thing == "cow" and g.state.tracks["gold.ann"] < GOODS[thing]
        return Rejection("too-dear", rule="R-GOLD") if dear else None

    while not g.state.flags:
        g.restart()
        bought = yield from g.ask("ann", "buy", lambda: Choice([*GOODS], why_not), always=True)
        if bought == "cow" and g.state.tracks["gold.ann"] < GOODS[bought]:
            message = "nobody has thought of that"
            raise RuntimeError(message)
        g.add("gold.ann", -GOODS[bought])
        if bought == "credit":
            g.flag("mad")


@pytest.fixture
def shopping() -> Timeline:
    """Begin to buy, with an invariant: nobody is mad."""
    module = box()

    @module.invariant
    def nobody_is_mad(g: Game) -> Rejection | None:
        return Rejection("mad") if g.state.flags else None

    return begun(shop, module)


def test_an_answer_against_a_rule(shopping: Timeline) -> None:
    """What only a rule refuses that merely advises is done, told, kept, and played again."""
    assert refused(tell(shopping, "buy/ann", "crown")).rule == "R-CROWN"
    shopping.waived = frozenset({"R-CROWN"})
    do(shopping, "buy/ann", "crown")
    assert shopping.entries == [AnswerAgainst("buy/ann", "ann", "crown", 0, ("R-CROWN",))]
    assert shopping.state.tracks["gold.ann"] == 2
    said = [h.event for h in shopping.happened if isinstance(h.event, Said)]
    assert said == [Said("against", {"seat": "ann", "rule": "R-CROWN"})]
    shopping.waived = frozenset()
    assert refused(tell(shopping, "buy/ann", "crown")).rule == "R-CROWN"
    again = Timeline.replay(shopping.composition, shopping.header, shopping.entries)
    assert told(again) == told(shopping)
    assert shopping.consents(0) == {"ann"}
    assert isinstance(shopping.undo("ann"), Accepted)
    assert isinstance(shopping.redo(), Accepted)
    assert told(again) == told(shopping)


@pytest.mark.parametrize(
    ("thing", "rule"),
    [("crown", "R-CROWN"), ("cow", "R-GOLD"), ("credit", "R-CREDIT"), ("horse", "")],
    ids=["held by a rule that was not waived", "more than there is", "unsound", "not offered"],
)
def test_what_can_not_be_done_against_a_rule(shopping: Timeline, thing: str, rule: str) -> None:
    """Rules that fail on it, or what it leads to, refuse it as before; redo is not lost by that."""
    do(shopping, "buy/ann", "bread")
    shopping.undo("ann")
    before = told(shopping)
    shopping.waived = frozenset({"R-GOLD", "R-CREDIT", "R-OTHER"})
    assert refused(tell(shopping, "buy/ann", thing)).rule == rule
    assert (told(shopping), shopping.entries) == (before, [])
    assert isinstance(shopping.redo(), Accepted)


def test_against_two_rules_at_once() -> None:
    """Each of them is told; half an answer is incomplete as ever, and secrets keep all rules."""

    def not_x(rule: str) -> Choice[str]:
        return Choice(("x", "y", "z"), lambda v: Rejection("no", rule=rule) if v == "x" else None)

    def rules(g: Game) -> Flow[None]:
        fields = {"a": lambda _: not_x("R-A"), "b": lambda _: not_x("R-B")}
        yield from g.ask("ann", "pay", lambda: Record(fields))
        yield from g.together(
            "hiding", {"ann": lambda: g.ask("ann", "hide", partial(not_x, "R-A"))}
        )

    timeline = begun(rules)
    timeline.waived = frozenset({"R-A", "R-B"})
    assert isinstance(tell(timeline, "pay/ann", {"a": "x"}), Incomplete)
    do(timeline, "pay/ann", {"a": "x", "b": "x"})
    entry = timeline.entries[0]
    assert isinstance(entry, AnswerAgainst)
    assert entry.rules == ("R-A", "R-B")
    assert refused(tell(timeline, "hide/ann", "x")).rule == "R-A"


# Undo and redo


def test_undo_and_redo() -> None:
    """What is taken back leaves no trace; what is done again is as it was."""
    timeline = played("earn", "earn")
    before, _ = told(timeline), do(timeline, "deed/cid", "earn")
    after = told(timeline)
    reply = timeline.undo("cid")
    assert reply == Accepted(2, (len(before[1]),) * 2)
    assert told(timeline) == before
    assert len(timeline.entries) == len(timeline.starts) == 2
    redone = timeline.redo()
    assert isinstance(redone, Accepted)
    assert redone.entry == 2
    assert told(timeline) == after
    assert refused(timeline.redo()) == Rejection("nothing-to-redo")


def test_several_back_and_forth() -> None:
    """Several answers go back at once and come again one by one, in order."""
    timeline = played()
    states = [told(timeline)]
    for n in range(5):
        do(timeline, f"deed/{SEATS[n % 3]}", "earn")
        states.append(told(timeline))
    assert isinstance(timeline.undo("ann", 4, SEATS), Accepted)
    assert isinstance(timeline.undo("ann", 1, SEATS), Accepted)
    assert told(timeline) == states[1]
    for expected in states[2:]:
        assert isinstance(timeline.redo(), Accepted)
        assert told(timeline) == expected
    assert isinstance(timeline.undo("ann", 0, SEATS), Accepted)
    assert told(timeline) == states[0]


def test_a_new_answer_ends_redo() -> None:
    """Who goes another way can't go back to the one that was left."""
    for act in ("answer", "override", "observe"):
        timeline = begun(flipping, luck=Luck(observed=("die",)))
        do(timeline, "pay/ann", "yes")
        timeline.undo("ann")
        assert len(timeline.redoable) == 1
        assert isinstance(tell(timeline, "pay/ann", "maybe"), Refused)
        assert isinstance(timeline.observe("die", 2), Refused)
        assert len(timeline.redoable) == 1
        if act == "answer":
            do(timeline, "pay/ann", "no")
        elif act == "override":
            assert isinstance(timeline.override(encode(timeline.state)), Accepted)
        else:
            timeline.redoable.clear()
            do(timeline, "pay/ann", "yes")
            timeline.redoable.append(timeline.entries[0])
            assert isinstance(timeline.observe("die", 2), Accepted)
        assert timeline.redoable == []


def flipping(g: Game) -> Flow[None]:
    """Ask ann, roll a die, ask bob."""
    yield from pay("ann")(g)
    yield from g.roll("die", 6)
    yield from pay("bob")(g)


@pytest.mark.parametrize("to", [-1, 2, 99])
def test_nothing_to_undo(to: int) -> None:
    """There is nothing before the first entry or after the last."""
    timeline = played("earn", "earn")
    before = told(timeline)
    assert refused(timeline.undo("ann", to, SEATS)) == Rejection("nothing-to-undo")
    assert refused(played().undo("ann")) == Rejection("nothing-to-undo")
    assert told(timeline) == before


def test_others_are_asked_for_consent() -> None:
    """Own answers are free, those of others need their consent; who asks consents."""
    timeline = played("earn", "earn", "earn")
    assert timeline.consents(2) == {"cid"}
    assert timeline.consents(1) == {"bob", "cid"}
    assert refused(timeline.undo("ann", 1)) == Rejection("needs-consent", {"seats": "bob, cid"})
    assert refused(timeline.undo("bob", 1)) == Rejection("needs-consent", {"seats": "cid"})
    assert len(timeline.entries) == 3
    assert isinstance(timeline.undo("bob", 1, ("cid",)), Accepted)
    assert len(timeline.entries) == 1


def walls(timeline: Timeline) -> list[bool]:
    """Say of each entry whether going back to before it crosses a wall."""
    return [timeline.wall(n) for n in range(len(timeline.entries))]


def test_walls() -> None:
    """From the last thing that somebody learned on, going back is free again."""
    assert walls(played("earn", "draw", "earn", "earn")) == [True, True, False, False]
    assert walls(played("earn", "roll", "earn")) == [True, True, False]
    timeline = played("earn")
    timeline.override(encode(timeline.state))
    do(timeline, "deed/bob", "earn")
    assert walls(timeline) == [True, True, False]


def test_undo_across_a_wall() -> None:
    """It takes everyone, chance falls anew, and there is no way back."""
    timeline = played("earn", "roll")
    first = rolled(timeline)
    assert refused(timeline.undo("bob")) == Rejection("needs-consent", {"seats": "ann, cid"})
    assert refused(timeline.undo("bob", consent=("ann",))).params == {"seats": "cid"}
    reply = timeline.undo("bob", consent=("ann", "cid"))
    assert isinstance(reply, Accepted)
    assert reply.entry == 1
    assert timeline.entries[1] == Mark(1, ())
    assert timeline.happened[-1].event == Branched(1)
    assert timeline.state.branch == timeline.last_branch == 1
    assert timeline.redoable == []
    do(timeline, "deed/bob", "roll")
    assert rolled(timeline) != first
    assert timeline.entries[2:] == [Answer("deed/bob", "bob", "roll", 1)]
    timeline.undo("bob", 2, SEATS)
    assert timeline.entries[2:] == [Mark(2, ())]
    timeline.undo("bob", 0, SEATS)
    assert timeline.entries == [Mark(3, ())]
    assert Timeline.replay(timeline.composition, timeline.header, timeline.entries).last_branch == 3


def test_a_look_is_a_wall() -> None:
    """Who has looked at a pile has learned something: all have to agree, and it is shuffled."""
    timeline = played("earn")
    before = timeline.state.places["deck"]
    reply = timeline.look("ann", "deck")
    assert isinstance(reply, Accepted)
    assert timeline.entries[1:] == [Look("deck", "ann")]
    assert [each.event for each in timeline.happened[slice(*reply.events)]] == [
        Said("looked", {"seat": "ann", "place": "deck"})
    ]
    assert timeline.state.places["deck"] == before
    do(timeline, "deed/bob", "earn")
    assert walls(timeline) == [True, True, False]
    assert refused(timeline.undo("bob", 1)) == Rejection("needs-consent", {"seats": "ann, cid"})
    assert isinstance(timeline.undo("bob", 1, SEATS), Accepted)
    assert timeline.entries[1:] == [Mark(1, ("deck",))]
    assert timeline.state.places["deck"] != before
    assert sorted(timeline.state.places["deck"]) == sorted(before)
    timeline.look("cid", "table")
    again = Timeline.replay(timeline.composition, timeline.header, timeline.entries)
    assert told(again) == told(timeline)
    timeline.undo("cid", 2, SEATS)
    assert timeline.entries[2] == Mark(2, ()), "everybody sees the table"


def test_the_state_as_it_was() -> None:
    """The state after so many entries can be looked at, and the game stands where it stood."""
    timeline = played("earn", "draw", "earn")
    before = told(timeline)
    for count in range(4):
        there = played(*("earn", "draw", "earn")[:count])
        assert canonical(timeline.at(count)) == canonical(there.state)
    assert told(timeline) == before


def test_undo_without_a_wall_keeps_the_dice() -> None:
    """Before anything was learned, chance is what it would have been."""
    timeline = played("earn", "earn")
    timeline.undo("bob")
    do(timeline, "deed/bob", "earn")
    do(timeline, "deed/cid", "roll")
    assert rolled(timeline) == rolled(played("earn", "earn", "roll"))


def test_a_wall_ends_what_could_be_redone() -> None:
    """What was taken back before the wall can't come again behind it."""
    timeline = played("earn", "draw", "earn")
    timeline.undo("cid")
    assert len(timeline.redoable) == 1
    timeline.undo("bob", 1, SEATS)
    assert timeline.redoable == []


def test_seen_piles_are_shuffled_anew() -> None:
    """Hidden piles of which somebody has seen something get a new order, the others don't."""
    timeline = played("draw", "earn")
    before = timeline.checkpoints[0].state.places["deck"]
    timeline.undo("ann", 0, SEATS)
    assert timeline.entries == [Mark(1, ("deck",))]
    event = timeline.happened[-1].event
    assert isinstance(event, Shuffled)
    assert event.stream == "shuffle.deck"
    assert sorted(event.order) == sorted(before)
    assert timeline.state.places["deck"] == event.order != before
    again = Timeline.replay(timeline.composition, timeline.header, timeline.entries)
    assert again.state.places == timeline.state.places


def test_what_was_known_before_stays() -> None:
    """What a seat had looked at before the undone answer stays where it lay, and known."""

    def rules(g: Game) -> Flow[None]:
        g.emit(Showed(("card.3",), "deck", ("ann",)))
        yield from pay("ann")(g)
        g.draw("deck", "hand.ann", 2)
        yield from pay("bob")(g)

    places = set()
    timeline = begun(rules)
    for _ in range(12):
        do(timeline, "pay/ann", "yes")
        timeline.undo("ann", len(timeline.entries) - 1, SEATS)
        deck = timeline.state.places["deck"]
        assert deck[2] == "card.3"
        assert timeline.state.shown == {"card.3": ("ann",)}
        assert sorted(deck) == ["card.1", "card.2", "card.3", "card.4"]
        places.add(deck)
    assert len(places) > 2
    again = Timeline.replay(timeline.composition, timeline.header, timeline.entries)
    assert told(again) == told(timeline)


def test_an_undo_that_fails_is_taken_back() -> None:
    """When rules fail over the new branch, the game stands where it stood before the undo."""
    module = box()

    def never(_: Game, event: Branched) -> list[tuple[Seat, dict[str, Any]]]:
        message = f"no branch {event.branch}"
        raise RuntimeError(message)

    @module.reaction("branch", Branched, never)
    def react(g: Game, seat: Seat) -> Flow[None]:
        raise AssertionError(g, seat)

    timeline = begun(rounds, module)
    for key, deed in (("deed/ann", "earn"), ("deed/bob", "roll"), ("deed/cid", "earn")):
        do(timeline, key, deed)
    timeline.undo("cid")
    before, entries, redoable = told(timeline), [*timeline.entries], [*timeline.redoable]
    reply = timeline.undo("bob", 0, SEATS)
    assert isinstance(reply, Fault)
    assert reply.trace.startswith("RuntimeError: no branch 1")
    assert reply.failed == Mark(1, ())
    assert told(timeline) == before
    assert (timeline.entries, timeline.redoable) == (entries, redoable)
    assert isinstance(timeline.redo(), Accepted)


def test_which_piles_were_seen() -> None:
    """Looked at or drawn from, hidden from all by itself, and only if somebody learned."""

    def rules(g: Game) -> Flow[None]:
        yield from pay("ann")(g)
        g.emit(Showed(("card.1",), "deck", ("ann",)))
        g.move("coin", "table", "pit")
        yield from pay("bob")(g)
        g.emit(Moved(("card.1",), "deck", "hand.bob"))
        yield from pay("cid")(g)
        g.move("card.1", "hand.bob", "table")
        g.move("card.2", "deck", "pit")
        g.emit(Turned("card.1", "table", down=True))
        yield from g.roll("die", 6)

    timeline = begun(rules)
    for seat in SEATS:
        do(timeline, f"pay/{seat}", "yes")
    assert [timeline.seen_piles(since) for since in timeline.starts] == [("deck",), ("deck",), ()]


# Held answers, chance, overrides


def test_chance_is_observed() -> None:
    """An outcome is an entry, judged like an answer; a watched die is answered by nobody else."""
    timeline = begun(flipping, luck=Luck(observed=("die",)))
    assert refused(timeline.observe("die", 3)) == Rejection("no-chance-open", {"stream": "die"})
    do(timeline, "pay/ann", "yes")
    chance = found(timeline, "chance.die/")
    assert refused(timeline.answer(TABLE, chance.id, [3])).code == "closed"
    before = told(timeline)
    assert refused(timeline.observe("die", 7)).code == "impossible-outcome"
    assert refused(timeline.observe("die", 7)).params["stream"] == "die"
    assert refused(timeline.observe("other", 1)).code == "no-chance-open"
    assert told(timeline) == before
    reply = timeline.observe("die", [3])
    assert isinstance(reply, Accepted)
    assert timeline.entries[-1] == Observation("die", [3], 0)
    assert rolled(timeline) == [3]
    assert timeline.wall(1)
    again = Timeline.replay(timeline.composition, timeline.header, timeline.entries)
    assert told(again) == told(timeline)


def test_observing_nothing_draws() -> None:
    """Without an outcome the generator throws, as it would have in a game without real dice."""
    luck = Luck(seed="tiny", observed=("die",))
    watched = begun(flipping, luck=luck)
    do(watched, "pay/ann", "yes")
    assert isinstance(watched.observe("die", None), Accepted)
    seeded = begun(flipping)
    do(seeded, "pay/ann", "yes")
    assert rolled(watched) == rolled(seeded)
    assert watched.entries[-1] == Observation("die", None)
    again = Timeline.replay(watched.composition, watched.header, watched.entries)
    assert told(again) == told(watched)


def test_observing_in_a_branch() -> None:
    """Answers, outcomes and overrides are written down with the branch in which they fell."""
    timeline = begun(flipping, luck=Luck(observed=("die",)))
    do(timeline, "pay/ann", "yes")
    timeline.observe("die", 3)
    timeline.undo("ann", 1, SEATS)
    timeline.observe("die", 4)
    timeline.override(encode(timeline.state) | {"chance": {}}, "bob")
    assert timeline.state.streams == {"die": 1}
    do(timeline, "pay/ann", "no")
    branches = [getattr(entry, "branch", None) for entry in timeline.entries]
    assert branches == [0, 1, 1, 1, 1]


def test_overriding() -> None:
    """The table sets up a position: old questions close, chance goes on, the game goes on."""
    timeline = played("roll", "earn")
    stale = found(timeline, "deed/cid")
    document = encode(timeline.state)
    document["tracks"]["gold.cid"] = 9
    document["parts"]["score"] = {"round": 2, "done": []}
    document |= {"asked": {}, "chance": {}, "flags": {"rain": 1}}
    old = stale.id
    reply = timeline.override(document, "bob")
    assert isinstance(reply, Accepted)
    assert timeline.entries[-1] == Override(document, "bob", 0)
    now = timeline.state
    assert (now.tracks["gold.cid"], now.flags) == (9, {"rain": 1})
    assert now.streams == {"die": 1}
    assert now.asked == {"deed/ann": 1, "deed/bob": 1, "deed/cid": 1}
    assert keys(timeline) == ["deed/ann"]
    assert refused(timeline.answer("cid", old, "earn")).code == "closed"
    override = next(h for h in timeline.happened if isinstance(h.event, Overridden))
    assert (override.audience, override.wall) == (None, True)
    do(timeline, "deed/ann", "earn")
    again = Timeline.replay(timeline.composition, timeline.header, timeline.entries)
    assert told(again) == told(timeline)


def test_overriding_is_a_checkpoint() -> None:
    """From an override on, the state is kept; taking back what follows leads there."""
    timeline = played("earn")
    timeline.override(encode(timeline.state) | {"flags": {"rain": 1}})
    before = told(timeline)
    override = next(c for c in timeline.checkpoints if c.state.flags)
    assert override.entry == 2
    do(timeline, "deed/bob", "earn")
    timeline.undo("bob")
    assert told(timeline) == before
    assert isinstance(timeline.undo("ann", 1, SEATS), Accepted)
    assert timeline.state.flags == {}
    assert timeline.state.branch == 1


def test_overriding_where_no_restart_point_is_near() -> None:
    """Also in a game without restart points the state that was set up is kept."""
    timeline = begun(flipping)
    timeline.override(encode(timeline.state) | {"flags": {"rain": 1}})
    last = timeline.checkpoints[-1]
    assert (last.entry, last.state.flags) == (1, {"rain": 1})
    assert timeline.at_restart


@pytest.mark.parametrize(
    ("change", "rejection"),
    [
        ({"moon": 1}, "bad-position"),
        ({"places": 3}, "bad-position"),
        ({"parts": {"moon": {}}}, "bad-position"),
        ({"tracks": {"clock": 99}}, "track-out-of-range"),
        ({"places": {"deck": ["coin"]}}, "component-missing"),
    ],
)
def test_impossible_positions(change: dict[str, Any], rejection: str) -> None:
    """A position that can't be read, or can't be, is refused and changes nothing."""
    timeline = played("earn")
    before = told(timeline)
    assert refused(timeline.override(encode(timeline.state) | change)).code == rejection
    assert told(timeline) == before
    if rejection == "bad-position":
        reply = timeline.override(encode(timeline.state) | change)
        assert refused(reply).params["problem"]


def test_entries_are_told_apart() -> None:
    """An entry that failed leaves no number behind; the next one takes its place."""
    timeline = played("earn")
    tell(timeline, "deed/bob", "fail")
    assert do(timeline, "deed/bob", "earn").entry == 1
    assert names(timeline)[-1] == "TurnBegan"
    assert Flagged("end", 1) not in [h.event for h in timeline.happened]
    assert Said("x").told()["code"] == "x"


def test_over() -> None:
    """After the last round the game is over, and stays so when it is played again."""
    timeline = played(*["earn"] * 12)
    assert timeline.over
    assert timeline.decisions() == []
    assert timeline.fork().over
    assert not played(*["earn"] * 11).over
