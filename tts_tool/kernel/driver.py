"""Runs the flows of a game: a tree of tasks of which the leaves wait for answers.

A task is one flow with what it waits for.  Sequence inside a flow is plain ``yield from``;
only side-by-side flows (`Together`, `Interleave`) and standing offers make tasks of their own.
Nothing here is saved: a driver is made anew from the state at a restart point.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from tts_tool.kernel.decisions import Decision
from tts_tool.kernel.events import (
    Answered,
    Closed,
    Opened,
    Queued,
    Reacted,
    Reacting,
    Sealed,
    Unsealed,
)
from tts_tool.kernel.flow import Flow, Interleave, Race, Together, Want
from tts_tool.kernel.game import Game
from tts_tool.kernel.spaces import Choice
from tts_tool.kernel.state import FlowError, Pending

if TYPE_CHECKING:
    from tts_tool.kernel.inventory import Seat
    from tts_tool.kernel.module import Offer

SHUFFLED = "chance.shuffle."
"""How questions begin that somebody answers by shuffling a pile."""


class Task:
    """One flow, what it waits for, and the flows that it waits for in turn."""

    __slots__ = (
        "branch",
        "children",
        "flow",
        "flows",
        "head",
        "parent",
        "results",
        "sealed",
        "seat",
        "want",
    )

    def __init__(self, flow: Flow[Any], parent: Task | None = None, seat: Seat = "") -> None:
        """Make a task of a flow that has not begun."""
        self.flow = flow
        self.parent = parent
        self.seat = seat
        self.branch: Task | None = parent.branch if parent else None
        self.sealed = parent is not None and parent.want.__class__ is Together
        """Whether this is one seat's secret choice."""
        self.want: Want | None
        self.flows: Mapping[Seat, Callable[[], Flow[Any]]]
        """What it has parted into, by seat; the tasks that run it are its children."""
        self.children: dict[Seat, Task] = {}
        self.results: dict[Seat, Any] = {}
        self.head = -1
        """For a flow side by side with others: the moment of its last restart point."""


class Driver:
    """The running flows of one game and the questions that are open."""

    def __init__(self, game: Game) -> None:
        """Enter the rules from the state."""
        self.game = game
        self.open: dict[str, tuple[Task, Decision[Any]]] = {}
        self.over = False
        self._floor: list[Task] = []
        self._secrets: dict[str, Task] = {}
        self._running: Task
        self._offers: list[tuple[Decision[Any], Offer]]
        self._offers_at = -1

    def start(self) -> None:
        """Run the outermost flow until it waits."""
        self._run(Task(self.game.composition.ruleset.play(self.game)), None)

    # What is open

    def decisions(self) -> list[Decision[Any]]:
        """Give the questions that are open, without what may be done beside them."""
        return [decision for _, decision in self.open.values()]

    def beside(self) -> list[Decision[Any]]:
        """Give what may be done beside the questions: standing offers, choosing again."""
        return [*(decision for decision, _ in self._standing()), *self._agains()]

    def find(self, key: str) -> Decision[Any] | None:
        """Find an open question or offer by its name and seat."""
        if key in self.open:
            return self.open[key][1]
        return next((decision for decision in self.beside() if decision.key == key), None)

    @property
    def busy(self) -> bool:
        """Tell whether somebody is in the middle of something that others wait for."""
        return bool(self._floor)

    def held(self, decision: Decision[Any]) -> bool:
        """Tell whether somebody else is in the middle of something and must finish first.

        What is offered beside the game also waits for piles that are being shuffled.
        """
        if decision.kind == "offer" and any(key.startswith(SHUFFLED) for key in self.open):
            return True
        if not self._floor:
            return False
        floor = self._floor[-1]
        if decision.kind in ("question", "chance"):
            return self.open[decision.key][0].branch is not floor
        return floor.parent is None

    def is_secret(self, decision: Decision[Any]) -> bool:
        """Tell whether an answer is sealed until all have answered."""
        return decision.key in self.open and self.open[decision.key][0].sealed

    def _standing(self) -> list[tuple[Decision[Any], Offer]]:
        if self._offers_at != self.game.version:
            self._offers_at = self.game.version
            offers = () if self.over else self.game.composition.offers
            self._offers = [
                (self._offered(offer, seat), offer)
                for offer in offers
                for seat in offer.seats(self.game)
            ]
        return self._offers

    def _offered(self, offer: Offer, seat: Seat) -> Decision[Any]:
        g = self.game
        bind = offer.bind(g, seat)
        space = lambda: offer.space(g, seat)  # noqa: E731  # a name for the question's options
        return Decision(g, seat, offer.name, space, why=offer.why, bind=bind, kind="offer")

    def _agains(self) -> list[Decision[Any]]:
        return [
            Decision(self.game, seat, name, lambda: Choice(("again",)), kind="again")
            for name, task in self._secrets.items()
            for seat in task.flows
            if seat in self.game.state.sealed
        ]

    # Answering

    def take(self, decision: Decision[Any], answer: Any) -> None:  # noqa: ANN401  # judged before
        """Give an answer that was judged before to who waits for it."""
        if decision.kind == "offer":
            self._take_offer(decision, answer)
        elif decision.kind == "again":
            self._take_again(decision)
        else:
            self._take_answer(decision, answer)
        self._release()

    def _take_answer(self, decision: Decision[Any], answer: Any) -> None:  # noqa: ANN401
        task = self.open[decision.key][0]
        want = task.want
        if task.sealed:
            self.game.emit(Sealed(decision.key, decision.seat, answer))
        else:
            self.game.emit(Answered(decision.key, decision.seat, answer))
        if isinstance(want, Race):
            for other in want.decisions:
                del self.open[other.key]
                if other is not decision:
                    self.game.emit(Closed(other.key))
            answer = (decision.seat, answer)
        else:
            del self.open[decision.key]
        if task.branch is not None and not self._floor:
            task.branch.head = -1
            self._floor.append(task.branch)
        self._run(task, answer)

    def _take_offer(self, decision: Decision[Any], answer: Any) -> None:  # noqa: ANN401
        offer = next(o for d, o in self._standing() if d.key == decision.key)
        self.game.emit(Answered(decision.key, decision.seat, answer))
        task = Task(self._aside(offer, decision.seat, answer))
        task.branch = task
        self._floor.append(task)
        self._run(task, None)

    def _aside(self, offer: Offer, seat: Seat, answer: Any) -> Flow[None]:  # noqa: ANN401
        """Run an offer like a reaction: what it sets off is dealt with inside it."""
        pending = Pending(offer.name, seat)
        self.game.emit(Queued(pending))
        self.game.emit(Reacting(pending))
        yield from offer.run(self.game, seat, answer)
        yield from self.game.settle()
        self.game.emit(Reacted(offer.name))

    def _take_again(self, decision: Decision[Any]) -> None:
        parent, seat = self._secrets[decision.name], decision.seat
        mine = parent.children[seat]
        closed = tuple(key for key, (task, _) in self.open.items() if task is mine)
        for key in closed:
            del self.open[key]
        self.game.emit(Unsealed(decision.key, seat, closed))
        parent.results.pop(seat, None)
        self._begin(parent, seat)

    def _release(self) -> None:
        """Give the floor back if its holder is done or has come to a restart point."""
        while self._floor and (self._floor[-1].want is None or self._floor[-1].head >= 0):
            self._floor.pop()

    # Running

    def at_restart(self) -> None:
        """Note that the running flow can be entered here."""
        branch = self._running.branch
        if branch is not None:
            branch.head = self.game.head = self.game.version

    def _run(self, task: Task, value: Any) -> None:  # noqa: ANN401  # whatever was asked for
        current: tuple[Task, Any] | None = (task, value)
        while current is not None:
            task, value = current
            self._running = task
            self.game.sealing = task.sealed
            task.want = None
            try:
                want = task.flow.send(value)
            except StopIteration as done:
                self.game.sealing = False
                current = self._finish(task, done.value)
                continue
            self.game.sealing = False
            task.want = want
            current = None
            if isinstance(want, Decision):
                self._wait(task, (want,))
            elif isinstance(want, Race):
                self._wait(task, want.decisions)
            elif want.flows:
                self._part(task, want)
            else:
                current = (task, {})

    def _wait(self, task: Task, decisions: tuple[Decision[Any], ...]) -> None:
        branch = task.branch
        if branch is not None and branch.parent is not None and branch not in self._floor:
            if branch.head != self.game.version:
                msg = "a flow side by side with others must wait first at a restart point"
                raise FlowError(msg)
        elif branch is not None and branch.head not in (-1, self.game.version):
            msg = "something happened between a restart point and the question that follows it"
            raise FlowError(msg)
        for decision in decisions:
            if decision.key in self.open:
                msg = f"{decision.key} is asked twice at once"
                raise FlowError(msg)
            self.open[decision.key] = (task, decision)

    def _part(self, task: Task, want: Together | Interleave) -> None:
        """Begin flows side by side."""
        if task.branch is not None or task.sealed:
            msg = "flows side by side inside flows side by side"
            raise FlowError(msg)
        task.flows = want.flows
        if isinstance(want, Together):
            self._secrets[f"{want.name}.again"] = task
        for seat in want.flows:
            self._begin(task, seat)

    def _begin(self, parent: Task, seat: Seat) -> None:
        child = Task(parent.flows[seat](), parent, seat)
        if not child.sealed:
            child.branch = child
        parent.children[seat] = child
        self._run(child, None)

    def _finish(self, task: Task, result: Any) -> tuple[Task, Any] | None:  # noqa: ANN401
        """Note what a flow gave; give who goes on with it, if somebody does."""
        parent = task.parent
        if parent is None:
            self.over = task.branch is None
            return None
        parent.results[task.seat] = result
        if len(parent.results) < len(parent.flows):
            return None
        results, parent.results = parent.results, {}
        if task.sealed:
            self._secrets.clear()
            self.game.emit(Opened(dict(self.game.state.sealed)))
        return parent, {seat: results[seat] for seat in parent.flows}
