"""The referee at a table: takes reports, gives back what the table is told."""

from __future__ import annotations

from collections.abc import Mapping
from functools import singledispatchmethod
from typing import Any

import msgspec

from tts_tool.kernel.decisions import Decision, Move, Press
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import Dice, Space
from tts_tool.kernel.timeline import Accepted, Fault, Held, Refused, Reply
from tts_tool.kernel.views import EVERYTHING
from tts_tool.referee.session import Proposed, Session
from tts_tool.referee.table import reports
from tts_tool.referee.table.acts import (
    Act,
    Rolling,
    Shuffling,
    choreography,
    everything,
    laid_out,
    put_back,
    repairs,
)
from tts_tool.referee.table.arrangement import Lying
from tts_tool.referee.table.drafting import Answered, Asking, drafted
from tts_tool.referee.table.gestures import answered_since, meanings
from tts_tool.referee.table.panel import Question, panel
from tts_tool.referee.table.permits import Permits, not_now, permits
from tts_tool.referee.wording import Reader

__all__ = ["Host", "Line", "Told", "Verdict"]

_SHUFFLE = "chance.shuffle."
_CHANCE = "chance."


class Verdict(msgspec.Struct, frozen=True):
    """What became of a gesture, so that the table need not keep it any longer."""

    n: int
    colour: str
    done: bool
    say: str = ""


class Line(msgspec.Struct, frozen=True):
    """Something to be read, by one colour or, without one, by all."""

    text: str
    colour: str = ""


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """What a table is told after every change, all in one, so that nothing can overtake.

    It leads from step `since` to step `step` of an epoch; a table that has not come to
    `since` has missed something and says hello again.
    """

    epoch: int
    since: int
    step: int
    acts: tuple[Act, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    lines: tuple[Line, ...] = ()
    permits: dict[str, Permits] = {}
    """By colour."""
    panels: dict[str, tuple[Question, ...]] = {}
    over: bool = False


class Host:
    """One session and the table at which it is played."""

    def __init__(self, session: Session, colours: Mapping[Seat, str], language: str = "en") -> None:
        """Say which seat has which colour; nobody has said hello yet."""
        self.session = session
        self.colours = dict(colours)
        self.seats = {colour: seat for seat, colour in colours.items()}
        self.language = language
        self.epoch = 0
        self.step = 0
        self.told = Told(epoch=0, since=0, step=0)
        """What the table was told last."""
        self._seen = len(session.timeline.happened)
        self._undone = session.epoch
        self._drafts: dict[str, tuple[Any, ...]] = {}
        self._rolled: tuple[int, ...] = ()
        self._tried: set[str] = set()
        """What chance was asked and the table has been told to try."""
        self._acts: list[Act] = []
        self._verdicts: list[Verdict] = []
        self._lines: list[Line] = []

    def received(self, report: reports.Report) -> Told:
        """Take a report and say what the table is told."""
        self._take(report)
        self._leave_to_chance()
        return self._told()

    # Taking reports

    @singledispatchmethod
    def _take(self, report: reports.Report) -> None:
        raise NotImplementedError(report)

    @_take.register
    def _hello(self, report: reports.Hello) -> None:
        """A table that has begun anew is brought to where the game is."""
        self.epoch = max(self.epoch, report.epoch) + 1
        self._seen = len(self.session.timeline.happened)
        self._undone = self.session.epoch
        for pending in report.pending:
            self._take(pending)
        self._tried.clear()
        self._follow()
        self._acts = self._repairs(report.survey)

    @_take.register
    def _surveyed(self, report: reports.Surveyed) -> None:
        self._acts += self._repairs(report)

    @_take.register
    def _fell(self, report: reports.Fell) -> None:
        found = self.session.find(EVERYTHING, report.decision)
        if isinstance(found, Decision):
            stream = found.name.removeprefix(_CHANCE)
            if self._done(self.session.observe(stream, list(report.outcome))):
                return
        self._tried.discard(report.decision)
        place = report.decision.partition("/")[0].removeprefix(_SHUFFLE)
        if place in self.session.state.places:  # shuffled when nobody asked for it
            self._acts.append(laid_out(self.session.state, place))

    @_take.register
    def _gestured(self, report: reports.Gestured) -> None:
        seat = self.seats.get(report.colour)
        if seat is None:
            self._verdict(report, done=False, say=self._reader(None).say(not_now(self.session)))
        elif report.decision and answered_since(self.session.state, report.decision):
            self._again(report, seat)
        elif isinstance(report.gesture, Press) and "#" in report.gesture.button:
            self._pressed(report, seat)
        else:
            self._meant(report, seat)

    @_take.register
    def _said(self, report: reports.Said) -> None:
        seat = self.seats.get(report.colour)
        commands = {"!undo": self.session.undo, "!agree": self.session.agree}
        command = commands.get(report.text.strip().lower())
        if seat is None or command is None:
            self._verdict(report, done=False, say="!undo · !agree")
            return
        reply = command(seat)
        if isinstance(reply, Proposed):
            self._say(f"{report.colour}: {report.text} – !agree?")
        self._verdict(report, done=True, say=self._reason(reply, seat))

    # What it means

    def _again(self, report: reports.Gestured, seat: Seat) -> None:
        """Take a gesture that was sent again, or that was made before others were quicker."""
        state, gesture = self.session.state, report.gesture
        if isinstance(gesture, Move) and gesture.component in state.inventory.components:
            secrets = [value for _, value in state.sealed.get(seat, ())]
            done = state.place_of(gesture.component) == gesture.target
            if not done and gesture.component not in secrets:
                self._refused(report, self._reader(seat).say(not_now(self.session)))
                return
        self._verdict(report, done=True)
        self._return(report)

    def _meant(self, report: reports.Gestured, seat: Seat) -> None:
        """Answer what a gesture means; one that means two things is left to the buttons."""
        found = meanings(self.session, seat, report.gesture)
        if len(found) == 1:
            self._pressing(report, seat, found[0].decision, found[0].value)
            return
        code = "two-meanings" if found else None
        rejection = Rejection(code) if code else not_now(self.session)
        self._refused(report, self._reader(seat).say(rejection))

    def _pressed(self, report: reports.Gestured, seat: Seat) -> None:
        """Take the press of a button of the panel."""
        name, _, number = report.gesture.button.rpartition("#")  # type: ignore[union-attr]
        found = self.session.find(seat, name)
        if isinstance(found, Rejection):
            self._refused(report, self._reader(seat).say(found))
            return
        asking = drafted(found.space(), self._drafts.get(found.id, ()))
        keys = asking.keys if isinstance(asking, Asking) else ()
        if not number.isdigit() or int(number) >= len(keys):
            rejection = Rejection("stale", {"decision": name})
            self._refused(report, self._reader(seat).say(rejection))
            return
        self._pressing(report, seat, found, keys[int(number)].value)

    def _pressing(
        self, report: reports.Gestured, seat: Seat, decision: Decision[Any], value: object
    ) -> None:
        """Add to the draft of an answer; when it is complete it is given."""
        presses = (*self._drafts.get(decision.id, ()), value)
        judged = drafted(decision.space(), presses)
        if isinstance(judged, Rejection):
            self._refused(report, self._reader(seat).say(judged))
        elif isinstance(judged, Asking):
            self._drafts[decision.id] = presses
            self._verdict(report, done=True)
        else:
            self._answered(report, seat, decision, judged)

    def _answered(
        self, report: reports.Gestured, seat: Seat, decision: Decision[Any], answer: Answered
    ) -> None:
        self._drafts.pop(decision.id, None)
        self._rolled = report.values
        reply = self.session.answer(seat, decision.id, answer.value)
        if self._done(reply):
            self._verdict(report, done=True)
            self._return(report)
        else:
            self._refused(report, self._reason(reply, seat))

    def _refused(self, report: reports.Gestured, why: str) -> None:
        self._verdict(report, done=False, say=why)
        self._return(report)

    def _return(self, report: reports.Gestured) -> None:
        """Bring what was moved to where the rules say that it is: mostly where it lies now."""
        moved = getattr(report.gesture, "component", "")
        if moved in self.session.state.inventory.components:
            self._acts.append(put_back(self.session.state, moved))

    # What follows

    def _done(self, reply: Reply | Proposed) -> bool:
        return isinstance(reply, Accepted | Held)

    def _leave_to_chance(self) -> None:
        """Let dice be rolled and piles be shuffled, where the rules wait for that."""
        self._follow()
        for decision in self.session.open(EVERYTHING):
            if decision.kind == "chance" and decision.id not in self._tried:
                space = decision.space()
                if isinstance(space, Dice) and len(self._rolled) == space.count:
                    rolled, self._rolled = self._rolled, ()
                    self.session.observe(decision.name.removeprefix(_CHANCE), list(rolled))
                    self._leave_to_chance()
                    return
                self._tried.add(decision.id)
                self._acts.append(_trial(decision, space))
        self._rolled = ()

    def _follow(self) -> None:
        """Let the table show what has happened since it was told last."""
        timeline, state = self.session.timeline, self.session.state
        if self._undone != self.session.epoch:
            self._undone, self._acts = self.session.epoch, everything(state)
        else:
            events = [each.event for each in timeline.happened[self._seen :]]
            self._acts += choreography(state, events, timeline.header.luck.observed)
            self._tell(self._seen)
        self._seen = len(timeline.happened)

    def _repairs(self, survey: reports.Surveyed) -> list[Act]:
        seen = {
            place: [Lying(each.component, each.down) for each in lying]
            for place, lying in survey.places.items()
        }
        return repairs(self.session.state, seen, survey.counters)

    def _told(self) -> Told:
        since, self.step = self.step, self.step + 1
        self.told = Told(
            epoch=self.epoch,
            since=since,
            step=self.step,
            acts=tuple(dict.fromkeys(self._acts)),
            verdicts=tuple(self._verdicts),
            lines=tuple(self._lines),
            permits={
                colour: permits(self.session, seat, self._reader(seat))
                for seat, colour in self.colours.items()
            },
            panels={
                colour: tuple(panel(self.session, seat, self._reader(seat), self._drafts))
                for seat, colour in self.colours.items()
            },
            over=self.session.over,
        )
        for done in (self._acts, self._verdicts, self._lines):
            done.clear()
        return self.told

    # Words

    def _reader(self, seat: Seat | None) -> Reader:
        return self.session.reader(seat, self.language)

    def _say(self, text: str) -> None:
        if text:
            self._lines.append(Line(text))

    def _verdict(
        self, report: reports.Gestured | reports.Said, *, done: bool, say: str = ""
    ) -> None:
        self._verdicts.append(Verdict(report.n, report.colour, done, say))

    def _reason(self, reply: Reply | Proposed, seat: Seat | None) -> str:
        match reply:
            case Refused(rejection):
                return self._reader(seat).say(rejection)
            case Fault():
                return self._reader(seat).say(Rejection("fault"))
            case _:
                return ""

    def _tell(self, since: int) -> None:
        """Say to all what was said in the open."""
        for told in self.session.told(None, since):
            if told["event"] == "said":
                self._say(self._reader(None).say(Rejection(told["code"], told["params"])))


def _trial(decision: Decision[Any], space: Space[Any]) -> Act:
    """Tell a table how to ask chance."""
    if isinstance(space, Dice):
        stream = decision.name.removeprefix(_CHANCE)
        return Rolling(decision.id, stream, space.sides, space.count)
    return Shuffling(decision.id, decision.name.removeprefix(_SHUFFLE))
