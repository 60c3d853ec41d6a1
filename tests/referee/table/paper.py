"""A table on paper: performs acts on lists, and reports what hands do to them."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from tts_tool.kernel.decisions import Gesture, Move
from tts_tool.kernel.state import State
from tts_tool.referee.table import reports
from tts_tool.referee.table.acts import (
    Arrange,
    Bring,
    Count,
    Order,
    Rolling,
    Shuffling,
    TurnOver,
)
from tts_tool.referee.table.arrangement import Lying, laid
from tts_tool.referee.table.told import Question, Told


class Paper:
    """What lies where, and how far the table has performed what it was told."""

    def __init__(self, state: State, chance: Random) -> None:
        """Lay everything out as a box is set up before the game begins."""
        self.places: dict[str, list[Lying]] = {place: [] for place in state.places}
        for component in state.inventory.components.values():
            self.places[component.start].append(Lying(component.id, down=True))
        self.counters: dict[str, int] = {}
        self.chance = chance
        self.epoch, self.step, self.n = 0, 0, 0
        self.permits: dict[str, dict[str, Any]] = {}
        self.panels: dict[str, tuple[Question, ...]] = {}
        self.told: Told = Told(epoch=0, since=0, step=0)
        self.pending: list[reports.Gestured] = []
        self.fell: list[reports.Fell] = []
        self.failed: list[reports.Failed] = []
        self.lacks: set[str] = set()
        """Streams for which there are no dice on this table."""

    def hello(self) -> reports.Hello:
        """Say how far the table has come."""
        return reports.Hello(
            epoch=self.epoch,
            step=self.step,
            heard=self.step,
            pending=tuple(self.pending),
            survey=self.survey(),
        )

    def survey(self) -> reports.Surveyed:
        """Say what lies where."""
        seen = {p: tuple(reports.Seen(*each) for each in there) for p, there in self.places.items()}
        return reports.Surveyed(places=seen, counters=self.counters)

    def perform(self, told: Told) -> None:
        """Do what is told; what chance brings is kept to be reported."""
        self.told, self.epoch, self.step = told, told.epoch, told.step
        answered = {verdict.n for verdict in told.verdicts}
        self.pending = [each for each in self.pending if each.n not in answered]
        for colour, permits in told.permits.items():
            before = self.permits.get(colour, {}) if permits.base else {}
            assert before.get("version", 0) == permits.base
            self.permits[colour] = merged(before, msgspec.to_builtins(permits))
        self.panels |= told.panels
        for number, act in enumerate(told.acts, 1):
            if isinstance(act, Rolling) and act.stream in self.lacks:
                self.failed.append(
                    reports.Failed(
                        epoch=told.epoch,
                        step=told.step,
                        act=number,
                        what="unknown",
                        about=act.stream,
                    )
                )
            else:
                self._perform(act)

    def _perform(self, act: Any) -> None:  # noqa: ANN401  # any act
        match act:
            case Bring(component, place, down):
                self.take(component)
                self.places[place].insert(0, Lying(component, down))
            case Order(place, components, down):
                for component in components:
                    self.take(component)
                self.places[place][:0] = map(Lying, components, down)
            case Arrange(places, counters):
                for place, lying in places:
                    for each in lying:
                        self.take(each.component)
                    self.places[place][:0] = lying
                self.counters |= dict(counters)
            case TurnOver(component, down):
                place, at = self.find(component)
                self.places[place][at] = Lying(component, down)
            case Count(track, value):
                self.counters[track] = value
            case Rolling() | Shuffling():
                self._try(act)

    def _try(self, act: Rolling | Shuffling) -> None:
        match act:
            case Rolling(decision, _, sides, count, _):
                values = tuple(self.chance.randint(1, sides) for _ in range(count))
                self.fell.append(reports.Fell(decision=decision, outcome=values))
            case Shuffling(decision, place):
                self.chance.shuffle(self.places[place])
                order = tuple(each.component for each in self.places[place])
                self.fell.append(reports.Fell(decision=decision, outcome=order))

    def find(self, component: str) -> tuple[str, int]:
        """Find where something lies."""
        for place, there in self.places.items():
            for at, each in enumerate(there):
                if each.component == component:
                    return place, at
        raise LookupError(component)

    def take(self, component: str) -> Lying:
        """Take something from where it lies."""
        place, at = self.find(component)
        return self.places[place].pop(at)

    def gesture(
        self, colour: str, gesture: Gesture, values: tuple[tuple[int, int], ...] = ()
    ) -> reports.Gestured:
        """Do something with the hands, and report it."""
        if isinstance(gesture, Move):
            self.places[gesture.target].insert(0, self.take(gesture.component))
        self.n += 1
        report = reports.Gestured(
            n=self.n,
            colour=colour,
            gesture=gesture,  # type: ignore[arg-type]  # one of the four kinds
            values=tuple(reports.Face(*each) for each in values),
        )
        self.pending.append(report)
        return report


def merged(before: Any, change: Any) -> Any:  # noqa: ANN401  # any part of permits
    """Merge a change of permits as a table has to."""
    if not isinstance(change, dict):
        return change
    there = before if isinstance(before, dict) else {}
    both = there | {key: merged(there.get(key), value) for key, value in change.items()}
    return {key: value for key, value in both.items() if value is not False}


def drift(state: State, paper: Paper) -> dict[str, Any]:
    """Say where table and rules differ; order counts only in hidden piles."""
    wrong: dict[str, Any] = {}
    for place, lying in laid(state).items():
        there = paper.places[place]
        hidden = state.inventory.places[place].seen == "nobody"
        if (there != lying) if hidden else (sorted(there) != sorted(lying)):
            wrong[place] = (there, lying)
    for track, value in state.tracks.items():
        if state.inventory.tracks[track].shown != "none" and paper.counters.get(track) != value:
            wrong[track] = (paper.counters.get(track), value)
    return wrong


def through_json(value: Any) -> Any:  # noqa: ANN401  # any report
    """Send a report as a table does."""
    return reports.read(msgspec.json.decode(msgspec.json.encode(value)))
