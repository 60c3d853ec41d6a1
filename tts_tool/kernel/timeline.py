"""A game is a header and a list of entries; everything else follows from them.

Answers go in here, and only here: they are judged, taken, written down, and taken back.
Save, undo, fork and recovery after a fault are one thing: the nearest checkpoint and the
entries since.
"""

from __future__ import annotations

from bisect import bisect_left
from copy import copy
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from tts_tool.kernel.decisions import TABLE, Decision
from tts_tool.kernel.driver import Driver
from tts_tool.kernel.entries import (
    Accepted,
    Answer,
    AnswerAgainst,
    AnyEntry,
    Fault,
    Header,
    Held,
    Look,
    Mark,
    Observation,
    Override,
    Refused,
    Reply,
    Waiting,
)
from tts_tool.kernel.events import (
    Branched,
    Event,
    Happened,
    Moved,
    Overridden,
    Said,
    Showed,
    Shuffled,
)
from tts_tool.kernel.game import MOST_STEPS, Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.position import decode, flaws, strange_fields
from tts_tool.kernel.rejection import Rejection, quoted
from tts_tool.kernel.spaces import Incomplete
from tts_tool.kernel.state import FlowError, State

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tts_tool.kernel.module import Composition


FAR = 64
"""So many events after a state that was kept, another one is kept."""


class Checkpoint(msgspec.Struct, frozen=True, gc=False):
    """A restart point, after so many entries and events.

    There are more of them than anyone goes back to, so few keep a state of their own.
    """

    entry: int
    event: int
    kept: State
    """The state as it was after the first `after` of what happened."""
    after: int = 0
    happened: list[Happened] = []

    @property
    def state(self) -> State:
        """Make the state at the restart point: the one that was kept, and what happened since."""
        return fold(self.kept, (one.event for one in self.happened[self.after : self.event]))


class Timeline:
    """One game from its header on: what is open, what was done, and what can be taken back."""

    def __init__(
        self, composition: Composition, header: Header, start: State | None = None
    ) -> None:
        """Begin a game, or go on from the state at a restart point, up to a question."""
        self.composition = composition
        self.header = header
        self.entries: list[AnyEntry] = []
        self.starts: list[int] = []
        """For each entry the number of events before it."""
        self.redoable: list[AnyEntry] = []
        self.waiting: list[Waiting] = []
        self.waived: frozenset[str] = frozenset()
        """Rules that merely advise: what only they refuse is done all the same, and told."""
        state = _first(composition, header) if start is None else start
        self.last_branch = state.branch
        self.checkpoints = [Checkpoint(0, 0, state.copy())]
        self._reached: int | None = None
        """After how many events the last restart point was reached, if since the last entry."""
        self._enter(0, [])

    @classmethod
    def replay(
        cls, composition: Composition, header: Header, entries: Iterable[AnyEntry]
    ) -> Timeline:
        """Play a game again from what was written down."""
        timeline = cls(composition, header)
        for entry in entries:
            timeline.again(entry)
        return timeline

    def fork(self) -> Timeline:
        """Make a second game that stands where this one stands."""
        twin = copy(self)
        for name in ("entries", "starts", "redoable", "waiting", "checkpoints"):
            setattr(twin, name, getattr(self, name).copy())
        twin._enter(len(self.entries), self.happened)  # noqa: SLF001  # of this very class
        return twin

    def at(self, entries: int) -> State:
        """Give the state as it was after so many entries."""
        twin = self.fork()
        twin._enter(entries, twin.happened)  # noqa: SLF001  # of this very class
        return twin.state

    # Looking

    @property
    def state(self) -> State:
        """Give the state as it is now."""
        return self.game.state

    @property
    def over(self) -> bool:
        """Tell whether the game has ended."""
        return self.driver.over

    @property
    def happened(self) -> list[Happened]:
        """Give everything that happened, in order."""
        return self.game.happened

    @property
    def at_restart(self) -> bool:
        """Tell whether the game stands at a restart point."""
        last = self.checkpoints[-1]
        return last.entry == len(self.entries) and last.event == len(self.happened)

    def decisions(self) -> list[Decision[Any]]:
        """Give the open questions."""
        return self.driver.decisions()

    def beside(self) -> list[Decision[Any]]:
        """Give what may be done beside the questions."""
        return self.driver.beside()

    # Answering

    def answer(self, seat: Seat, decision: str, value: Any) -> Reply:  # noqa: ANN401  # untrusted
        """Judge an answer to a question named by its id, and do it if it is allowed."""
        key = decision.rpartition("/")[0].rpartition("/")[0]
        found = self.driver.find(key)
        if found is None or found.kind == "chance":
            return Refused(Rejection("closed", {"decision": quoted(decision)}))
        if found.seat != seat:
            return Refused(Rejection("other-seat", {"seat": found.seat}))
        if found.id != decision:
            fresh = found.id.rpartition("/")[0] != decision.rpartition("/")[0]
            return Refused(Rejection("closed" if fresh else "stale", {"decision": decision}))
        return self.choose(found, value)

    def choose(self, decision: Decision[Any], value: Any) -> Reply:  # noqa: ANN401  # untrusted
        """Judge an answer to an open question, and do it if it is allowed."""
        if self.driver.held(decision):
            return self._hold(decision.seat, decision.id, value)
        judged = self.composition.run(lambda: decision.space().check(value))
        if judged.__class__ is Rejection:
            return self._against(decision, value, judged)
        if judged.__class__ is Incomplete:
            return judged
        self.redoable.clear()
        answer = Answer(decision.key, decision.seat, value, self.state.branch)
        return self._do(answer, partial(self.driver.take, decision, judged))

    def _against(self, decision: Decision[Any], value: Any, refused: Rejection) -> Reply:  # noqa: ANN401
        """Take an answer that is refused only by rules that merely advise, if that can be done.

        What the rules can't go on from stays refused; so does what is chosen in secret, or all
        would hear of it.
        """
        rules: tuple[str, ...] = ()
        judged: object = refused
        while isinstance(judged, Rejection) and judged.rule in self.waived.difference(rules):
            rules = (*rules, judged.rule)
            judged = decision.space().without(rules).check(value)
        if not rules or isinstance(judged, Rejection) or self.driver.is_secret(decision):
            return Refused(refused)
        if isinstance(judged, Incomplete):
            return judged
        answer = AnswerAgainst(decision.key, decision.seat, value, self.state.branch, rules)
        reply = self._do(answer)
        if isinstance(reply, Fault):
            return Refused(refused)
        self.redoable.clear()
        return reply

    def _hold(self, seat: Seat, what: str, value: Any) -> Held:  # noqa: ANN401  # judged later
        """Keep an answer, or an outcome of chance by its stream, until its turn has come."""
        self.waiting.append(Waiting(seat, what, value))
        return Held(tuple({d.seat: None for d in self.decisions() if not self.driver.held(d)}))

    def release(self) -> list[Reply]:
        """Do what waited for somebody else to finish, as far as its turn has come."""
        replies: list[Reply] = []
        waiting, self.waiting = self.waiting, []
        for one in waiting:
            seat, to, value = one.seat, one.to, one.value
            reply = self.observe(to, value) if seat == TABLE else self.answer(seat, to, value)
            if not isinstance(reply, Held):
                replies.append(reply)
        return replies

    def observe(self, stream: str, outcome: Any) -> Reply:  # noqa: ANN401  # untrusted
        """Tell how dice fell or a deck was shuffled; ``None`` leaves it to the generator."""
        found = self.driver.find(f"chance.{stream}/")
        if found is None:
            return Refused(Rejection("no-chance-open", {"stream": quoted(stream)}))
        if outcome is not None and isinstance(found.space().check(outcome), Rejection):
            params: dict[str, str | int] = {"outcome": quoted(outcome), "stream": stream}
            return Refused(Rejection("impossible-outcome", params))
        if self.driver.held(found):
            return self._hold(TABLE, stream, outcome)
        self.redoable.clear()
        return self._do(Observation(stream, outcome, self.state.branch))

    def override(self, position: dict[str, Any], seat: Seat = "") -> Reply:
        """Let the table set up a position by hand; the game goes on from there."""
        try:
            state = decode(position, self.composition.inventory)
        except ValueError as problem:
            return Refused(Rejection("bad-position", {"problem": str(problem)}))
        wrong = [
            *strange_fields(position, self.composition.inventory),
            *flaws(self.composition, state),
        ]
        if wrong:
            return Refused(wrong[0])
        self.redoable.clear()
        return self._do(Override(position, seat, self.state.branch))

    def look(self, seat: Seat, place: str) -> Reply:
        """Note that a seat has looked at all that lies in a place; it can't be taken back alone."""
        self.redoable.clear()
        return self._do(Look(place, seat, self.state.branch))

    # Taking back

    def undo(self, seat: Seat, to: int | None = None, consent: Iterable[Seat] = ()) -> Reply:
        """Take back to before an entry, by default the last.

        Own answers are taken back freely as long as nobody learned anything by them; those
        of other seats with their consent; across a wall with everyone's, and then chance
        falls anew.
        """
        to = len(self.entries) - 1 if to is None else to
        if not 0 <= to < len(self.entries):
            return Refused(Rejection("nothing-to-undo"))
        missing = self.consents(to) - {seat} - set(consent)
        if missing:
            seats = ", ".join(s for s in self.composition.setup.seats if s in missing)
            return Refused(Rejection("needs-consent", {"seats": seats}))
        undone, wall = self.entries[to:], self.wall(to)
        piles = self.seen_piles(self.starts[to]) if wall else ()
        self._enter(to, self.happened)
        if not wall:
            self.redoable.extend(reversed(undone))
            return Accepted(to, (len(self.happened), len(self.happened)))
        reply = self._do(Mark(self.last_branch + 1, piles))
        if isinstance(reply, Fault):
            for entry in undone:
                self.again(entry)
            return reply
        self.redoable.clear()
        return reply

    def consents(self, to: int) -> set[Seat]:
        """Say whose consent it takes to go back to before an entry."""
        if self.wall(to):
            return set(self.composition.setup.seats)
        return {entry.seat for entry in self.entries[to:] if isinstance(entry, Answer)}

    def wall(self, to: int) -> bool:
        """Tell whether somebody has learned something since an entry."""
        if any(not isinstance(entry, Answer) for entry in self.entries[to:]):
            return True
        return any(happened.wall for happened in self.happened[self.starts[to] :])

    def redo(self) -> Reply:
        """Do again what was taken back last."""
        if not self.redoable:
            return Refused(Rejection("nothing-to-redo"))
        return self._do(self.redoable.pop())

    def seen_piles(self, since: int) -> tuple[str, ...]:
        """Find the hidden piles of which somebody has seen something."""
        seen: set[str] = set()
        for happened in self.happened[since:]:
            event = happened.event
            if happened.wall and isinstance(event, Moved | Showed):
                place = event.source if isinstance(event, Moved) else event.place
                seen.add(place)
        fresh = self.entries[bisect_left(self.starts, since) :]
        seen.update(entry.place for entry in fresh if isinstance(entry, Look))
        places = self.composition.inventory.places
        return tuple(sorted(place for place in seen if places[place].seen == "nobody"))

    # Doing

    def _do(self, entry: AnyEntry, perform: Callable[[], None] | None = None) -> Reply:
        before = len(self.happened)
        self.entries.append(entry)
        self.starts.append(before)
        self.game.last = self.game.version + MOST_STEPS
        try:
            self.composition.run(perform or partial(self._perform, entry))
        except BaseException as problem:
            del self.entries[-1], self.starts[-1]
            self._enter(len(self.entries), self.happened)
            if not isinstance(problem, Exception):
                raise
            return Fault(self.header, tuple(self.entries), entry, trace(problem))
        self._checkpoint()
        return Accepted(len(self.entries) - 1, (before, len(self.happened)))

    def again(self, entry: AnyEntry) -> None:
        """Do an entry that was accepted before."""
        self.entries.append(entry)
        self.starts.append(len(self.happened))
        self.game.last = self.game.version + MOST_STEPS
        self.composition.run(partial(self._perform, entry))
        self._checkpoint()

    def _perform(self, entry: AnyEntry) -> None:
        if isinstance(entry, AnswerAgainst):
            self._take_against(entry)
        elif isinstance(entry, Answer):
            self._take(entry.decision, entry.value)
        elif isinstance(entry, Observation):
            self._take(f"chance.{entry.stream}/", entry.outcome)
        elif isinstance(entry, Mark):
            self._branch(entry)
        elif isinstance(entry, Look):
            self.game.emit(Said("looked", {"seat": entry.seat, "place": entry.place}))
        else:
            state = decode(entry.position, self.composition.inventory)
            self._set_up(state)

    def _take_against(self, entry: AnswerAgainst) -> None:
        for rule in entry.rules:
            self.game.emit(Said("against", {"seat": entry.seat, "rule": rule}))
        self._take(entry.decision, entry.value, entry.rules)
        if wrong := flaws(self.composition, self.state):
            msg = f"{entry.value} leads to what can't be: {wrong[0]}"
            raise FlowError(msg)

    def _take(self, key: str, value: Any, against: tuple[str, ...] = ()) -> None:  # noqa: ANN401  # judged here
        decision = self.driver.find(key)
        if decision is None:
            msg = f"{key} is not open"
            raise FlowError(msg)
        space = decision.space().without(against) if against else decision.space()
        judged = None if value is None else space.check(value)
        if isinstance(judged, Rejection | Incomplete):
            msg = f"{value} is no answer to {key}"
            raise FlowError(msg)
        self.driver.take(decision, judged)

    def _branch(self, mark: Mark) -> None:
        self.last_branch = max(self.last_branch, mark.branch)
        self.game.emit(Branched(mark.branch))
        for pile in mark.piles:
            held = tuple(c for c in self.state.places[pile] if c in self.state.shown)
            order = self.game.order_anew(pile, held)
            self.game.emit(Shuffled(pile, order, f"shuffle.{pile}", held))

    def _set_up(self, state: State) -> None:
        """Go on from a position set up by hand: old questions are closed, chance goes on."""
        now = self.state
        state.asked = now.asked.copy()
        for key in self.driver.open:
            state.asked[key] = state.asked.get(key, 0) + 1
        state.streams = now.streams.copy()
        state.branch = now.branch
        self.game.emit(Overridden(state))
        self._reach()
        self._run()

    def _enter(self, to: int, happened: list[Happened]) -> None:
        """Stand after so many entries: from the nearest checkpoint, with the entries since."""
        while self.checkpoints[-1].entry > to:
            self.checkpoints.pop()
        nearest = self.checkpoints[-1]
        since = self.entries[nearest.entry : to]
        del self.entries[nearest.entry :], self.starts[nearest.entry :]
        self.game = Game(self.composition, self.header.luck, nearest.state)
        self.game.happened = happened[: nearest.event]
        self.game.version = nearest.event
        self.game.last = nearest.event + MOST_STEPS
        self.game.on_restart = self._restart
        self._near = nearest.kept, nearest.after
        self._reached = None
        self._run()
        self._checkpoint()
        for entry in since:
            self.again(entry)

    def _run(self) -> None:
        self.driver = Driver(self.game)
        self.composition.run(self.driver.start)

    def _restart(self) -> None:
        self.driver.at_restart()
        self._reach()

    def _reach(self) -> None:
        """Note a restart point: of those that one entry leads to the last takes the others' place.

        The state is kept before it is known which that is, for later it is another one.
        """
        self._reached = reached = self.game.version
        if reached - self._near[1] >= FAR:
            self._near = self.game.state.copy(), reached

    def _checkpoint(self) -> None:
        """Keep the restart point to which the last entry has led, if it has."""
        if self._reached is None:
            return
        entry = len(self.entries)
        point = Checkpoint(entry, self._reached, *self._near, self.game.happened)
        self._reached = None
        if self.checkpoints[-1].entry == entry and len(self.checkpoints) > 1:
            self.checkpoints[-1] = point
        else:
            self.checkpoints.append(point)


def trace(problem: BaseException) -> str:
    """Say what went wrong and where, without a path of this machine."""
    lines = [f"{type(problem).__name__}: {problem}"]
    step = problem.__traceback__
    while step is not None:
        code = step.tb_frame.f_code
        lines.append(f"  {step.tb_frame.f_globals['__name__']}:{step.tb_lineno} {code.co_qualname}")
        step = step.tb_next
    return "\n".join(lines)


def _first(composition: Composition, header: Header) -> State:
    if header.position is None:
        return State(composition.inventory)
    return decode(header.position, composition.inventory)


def fold(start: State, events: Iterable[Event]) -> State:
    """Make the state from the events alone."""
    state = start.copy()
    for event in events:
        event.fold(state)
    return state
