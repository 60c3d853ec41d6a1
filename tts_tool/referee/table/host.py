"""The referee at a table: takes reports, gives back what the table is told.

Whatever fails in here costs what it was about and nothing else: the gesture gets its verdict,
a report is noted, and play goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial, singledispatchmethod
from time import monotonic
from typing import Final

from tts_tool.errors import Unavailable
from tts_tool.kernel.decisions import TABLE, Press
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.rejection import Rejection
from tts_tool.referee.session import Session
from tts_tool.referee.table import reports
from tts_tool.referee.table.absence import Absence
from tts_tool.referee.table.acts import Act, everything
from tts_tool.referee.table.arrangement import shown_tracks
from tts_tool.referee.table.asking import Panels
from tts_tool.referee.table.chance import Chance
from tts_tool.referee.table.commands import Commands, Typed
from tts_tool.referee.table.doing import Doing
from tts_tool.referee.table.failing import DoneOtherwise, Failing
from tts_tool.referee.table.faults import Faults, Note
from tts_tool.referee.table.following import Following
from tts_tool.referee.table.judging import DONE, GestureOutcome, Judge
from tts_tool.referee.table.laying import Laying
from tts_tool.referee.table.looking import Looking
from tts_tool.referee.table.meeting import Greeting, Met, fitting
from tts_tool.referee.table.permits import not_now
from tts_tool.referee.table.reconciling import Reconciled, Reconciler
from tts_tool.referee.table.resuming import RESUME, Resuming
from tts_tool.referee.table.seating import Seating
from tts_tool.referee.table.showing import Showing
from tts_tool.referee.table.spoken import Spoken, played_otherwise, what_has_changed
from tts_tool.referee.table.stand_ins import StandIn, StandIns
from tts_tool.referee.table.strokes import Strokes
from tts_tool.referee.table.taking_back import TakingBack
from tts_tool.referee.table.told import Line, Mode, Told, Verdict
from tts_tool.referee.table.upkeep import Upkeep
from tts_tool.referee.table.verdicts import Verdicts

__all__ = ["Host"]

MOST_KEPT: Final = 1_000
"""So many steps, and what each told, are remembered."""


class Host:
    """One session and the table at which it is played."""

    def __init__(  # noqa: PLR0913  # who sits where, how they are spoken to, how strictly
        self,
        session: Session,
        colours: Mapping[Seat, str],
        language: str = "en",
        *,
        tongues: Mapping[str, str] | None = None,
        mode: Mode = "enforce",
        digest: str = "",
        proven: tuple[str, ...] = (),
        note: Note | None = None,
        anew: Callable[[], Mapping[str, str]] = dict,
        now: Callable[[], float] = monotonic,
        bots: Callable[[Seat], StandIn] | None = None,
    ) -> None:
        """Say which seat has which colour; nobody has said hello yet.

        `digest` is what a table must have been built from, `proven` the events in which the game
        is known to listen to a script that says no, `note` is told what the referee itself
        stumbles over; `anew` gives the pieces of the build, to make those anew that are lost;
        `now` is a clock in seconds, `bots` gives who plays for somebody.
        """
        self.session = session
        self.seating = Seating(session, colours, language, tongues)
        self.mode: Mode = mode
        self.digest = digest
        self.proven = proven
        self.epoch = 0
        self.step = 0
        self.performed = 0
        """How far the table has done what it was told, of this epoch."""
        self.told = Told(epoch=0, since=0, step=0)
        """What the table was told last."""
        self._faults = Faults(session, note)
        self._judge = Judge(session, self._faults, self.seating.whose)
        self.chance = Chance(session, self._judge)
        self._upkeep = Upkeep(session, self.chance, anew)
        self._failing = Failing(session, self.chance, self._upkeep)
        self._strokes = Strokes(session)
        self._stand_ins = StandIns(
            session, bots, self._judge.drafts, self._judge.wishes, self._strokes
        )
        self._absence = Absence(session, self.seating, self._stand_ins, self.chance)
        self._panels = Panels(
            session,
            self._judge,
            self.chance,
            self.seating,
            self._absence,
            self._faults,
            self._strokes,
        )
        self._resuming = Resuming(session, self._upkeep, now)
        self._showing = Showing(
            session,
            self.seating,
            self._judge,
            chance=self.chance,
            panels=self._panels,
            resuming=self._resuming,
            faults=self._faults,
        )
        self.permits, self.panels = self._showing.permits, self._showing.panels
        self.headings = self._showing.headings
        self._taking_back = TakingBack(session, self._judge, now)
        self._doing = Doing(
            session, self.seating, self._judge, self._taking_back, self._absence, self._strokes
        )
        self._commands = Commands(session, self._judge, self.seating, self._stand_ins)
        self._reconciler = Reconciler(session, self._upkeep, self._judge)
        self._following = Following(session, self.seating, self._judge, self._panels, self._faults)
        self._verdicts = Verdicts(session)
        self._looking = Looking(session)
        self._laying = Laying(session, self._judge.drafts, self._upkeep)
        self._steps: dict[int, tuple[Act, ...]] = {}
        self._acts: list[Act] = []
        self._spoken = Spoken()
        self.asks_which = True
        """Whether people say what goes on, where the first table shows another moment."""
        self._come_to = (0, 0)
        """How far the table has come, as it has said itself."""
        self.in_terminal: list[str] = []
        """What whoever hosts is still to be told there."""
        self._look = False
        """Whether what the table said of itself was older than what it had been told."""

    # Meeting

    def greeting(self, secret: str) -> Greeting:
        """Say how the table is greeted."""
        return Greeting(
            secret=secret,
            game=self.session.ruleset.name,
            mode=self.mode,
            tongues={c: self.seating.tongue(c) for c in self.seating.colours.values()},
            count=self._verdicts.next_numbers(),
            proven=self.proven,
        )

    def met(self, table: Met) -> None:
        """See that the table is one of this game and of these rules."""
        fitting(table, self.session.ruleset.name, self.digest)
        self._upkeep.piles = None if table.piles is None else frozenset(table.piles)

    def received(self, report: reports.Report) -> Told:
        """Take a report and say what the table is told; nothing that fails in it stops that."""
        before = self._faults.many
        self._let_lapse()
        self._take_safely(report)
        self._faults.guard("what follows", self._follow_up, None, report)
        # How the table lies then is not asked for ever, where that is what can't be looked at.
        asks = not isinstance(report, reports.Hello | reports.Surveyed)
        return self._kept_telling(before if asks else None)

    def overdue(self) -> Told | None:
        """Say what the table is told only because time has passed."""
        before = self._faults.many
        return self._kept_telling(before) if self._let_lapse() else None

    def _let_lapse(self) -> bool:
        lapsed = self._faults.guard("a proposal", self._taking_back.lapsed, False)  # noqa: FBT003  # else
        if lapsed:
            self._say(Rejection("lapsed"))
        return lapsed

    def _kept_telling(self, faults: int | None) -> Told:
        told = self._telling(faults)
        self._steps[told.step] = told.acts
        while len(self._steps) > MOST_KEPT:
            del self._steps[next(iter(self._steps))]
        return told

    def tell_house_rules(self) -> None:
        """Say to everybody, as soon as the table listens, what is played otherwise than usual."""
        self._spoken.fresh += played_otherwise(self.session, self.seating)
        if rules := sorted(self._judge.waiving.rules):
            self._say(Rejection("waived-rules", {"rules": ", ".join(rules)}))

    def tell_changes(self) -> None:
        """Say what has changed in the rules since this game was left, and where it goes on."""
        in_short, in_full = what_has_changed(self.session)
        self.in_terminal += [self.session.reader(None, "en").say(each) for each in in_full]
        self.tell_also_host(*in_short)

    def tell_also_host(self, *said: Rejection) -> None:
        """Say to everybody, and in the terminal, what was found where a table was met."""
        self.in_terminal += [self.session.reader(None, "en").say(each) for each in said]
        self._say(*said)

    def take_over(self, epoch: int, step: int, verdicts: Mapping[int, Verdict]) -> None:
        """Go on where another referee of this table has come to."""
        self.epoch, self.step = epoch, step
        self._verdicts.take_over(verdicts)

    @property
    def in_drafts(self) -> dict[str, str]:
        """Say what lies where hands have laid it, for an answer that is not complete yet."""
        return {component: draft.asking for component, draft in self._laying.laid.items()}

    def verdict(self, n: int) -> Verdict:
        """Give what became of a gesture."""
        return self._verdicts.of(n)

    # Taking reports

    @singledispatchmethod
    def _take(self, report: reports.Report) -> None:
        raise NotImplementedError(report)

    @_take.register
    def _hello(self, report: reports.Hello) -> None:
        """A table that has begun anew is brought to where the game is."""
        # A save of an earlier referee may count further than this one ever has.
        is_foreign = self._come_to != (0, 0) and report.epoch > self.epoch
        is_behind = is_foreign or (report.epoch, report.step) < self._come_to
        if is_behind and not self._resuming.is_of_long_ago(report):
            self._turned_back(report)
        elif is_behind or (self._come_to == (0, 0) and self.asks_which):
            self._compare(report)
        self._come_to = (report.epoch, report.step)
        waits = {each.n for each in report.pending}
        self._spoken.begin_anew(report.epoch, report.heard, waits, self._verdicts.numbered)
        self.epoch = max(self.epoch, report.epoch) + 1
        self.step = self.performed = 0
        self._steps.clear()
        for each in (self._showing, self._resuming, self._upkeep, self._following):
            each.begin_anew()
        self.seating.find(report.tongues, report.sitting, report.people)
        for pending in report.pending:
            self._take_safely(pending)
        self.chance.begin_anew()
        self._follow()
        self._acts = []
        if self._resuming.apart is not None:
            return
        self._reconcile(self._reconciler.copies(report.survey, self.mode))
        self._acts += self._upkeep.repairs(report.survey, self._laying.laid)

    def _compare(self, report: reports.Hello) -> None:
        """Let people say what goes on, where a table that was loaded shows another moment."""
        mode = self.mode
        differs = self._faults.guard("comparing", partial(self._resuming.meet, report, mode), None)
        if differs is not None:
            self.mode = "off"
            self.tell_also_host(differs)

    def _resume(self, seat: Seat, way: str) -> GestureOutcome:
        """Go on with the game, or with the table, as somebody has pressed."""
        decided = self._resuming.decide(way, seat)
        if decided is None:
            return GestureOutcome(done=False, why=Rejection("stale", {"decision": "resume"}))
        said, self.mode, start = decided
        self.tell_also_host(said)
        self._look = True
        self._reconciler.repairing = True
        if start is not None:
            self._reconciler.taking, self._reconciler.taking_from = seat, start
        else:
            self._acts += everything(self.session.state)
        return DONE

    def _turned_back(self, report: reports.Hello) -> None:
        """Ask whether the game is to go back, too, where the key that turns the table back led."""
        to = self._resuming.moments.entries(report.moment)
        seat = self.seating.seat(report.leader) or TABLE
        code = "turned-back" if to is None else self._taking_back.turned(seat, to)
        self._say(Rejection(code))

    @_take.register
    def _seated(self, report: reports.Seated) -> None:
        """Speak to whoever sits there now in their own language."""
        self.seating.speak(report.colour, report.language)
        self._say(*self._absence.sit(report.colour, report.person))

    @_take.register
    def _stood(self, report: reports.Stood) -> None:
        """Ask the others about the seat of whoever has left."""
        self._say(*self._absence.leave(report.colour))

    @_take.register
    def _surveyed(self, report: reports.Surveyed) -> None:
        """Put right what differs, unless the table was told of changes that it had not seen.

        Who only advises says what differs, and puts it right when somebody wants that.
        """
        later = range(report.step + 1, self.step + 1)
        self._look = report.epoch != self.epoch or any(self._steps.get(step) for step in later)
        if self._look:
            return
        self._reconcile(self._reconciler.seen(report, self._laying.laid, self.mode))

    def _reconcile(self, found: Reconciled) -> None:
        self._acts += found.acts
        self._look |= found.look
        self._say(*found.said)

    @_take.register
    def _fell(self, report: reports.Fell) -> None:
        self._acts += self.chance.fell(report.decision, report.outcome)

    @_take.register
    def _did(self, report: reports.Did) -> None:
        if report.epoch == self.epoch:
            self.performed = max(self.performed, min(report.step, self.step))
            self._come_to = max(self._come_to, (report.epoch, self.performed))
            self._spoken.heard(report.epoch, self.performed)

    @_take.register
    def _failed(self, report: reports.Failed) -> None:
        """What the table can't do is done otherwise, and everybody is told."""
        acts = self._steps.get(report.step, ()) if report.epoch == self.epoch else ()
        act = acts[report.act - 1] if 0 < report.act <= len(acts) else None
        if report.act:
            self._otherwise(self._failing.otherwise(report, act, self._laying.laid))
        else:
            self._faults.of_the_table(report)

    def _otherwise(self, done: DoneOtherwise) -> None:
        self._acts += done.acts
        self._look |= done.look
        if done.for_host:
            self.tell_also_host(*done.said)
        else:
            self._say(*done.said)

    @_take.register
    def _changed(self, report: reports.Changed) -> None:
        """Take a marker that was moved as the answer that it means, or put it back."""
        shown = shown_tracks(self.session.state).get(report.track)
        if shown == report.value:
            self._upkeep.track_is_right(report.track)
        if shown is None or shown == report.value or self.mode == "off":
            return
        seat = self.seating.seat(report.colour)
        outcome = GestureOutcome(done=False, why=not_now(self.session))
        if seat is not None:
            outcome = self._judge.gesture(seat, Press(report.track), {})
        if report.colour and outcome.why is not None:
            self._commands.refused(report.colour, outcome.why)
            self._spoken.fresh.append(
                Line(self.seating.said(outcome.why, report.colour), report.colour)
            )
        if outcome.done or self.mode != "advise":
            self._otherwise(self._failing.set_back(report))

    @_take.register
    def _looked(self, report: reports.Looked) -> None:
        """Tell all who looks at what is hidden from them, and note it; once, until more happens."""
        if self.mode != "off":
            self._say(*self._looking.tell(report, self.seating.seat(report.colour)))

    @_take.register
    def _gestured(self, report: reports.Gestured) -> None:
        if self._verdicts.repeated(report.n):
            return
        for seat in self.seating.plays(report.colour):
            self._panels.unasked.close(seat)
        outcome = self._do(report)
        self._conclude(report, outcome)
        self._acts += self._laying.lay(report.gesture, outcome, self.mode)

    def _do(self, report: reports.Gestured) -> GestureOutcome:
        """Do what hands did, unless it says which of two games goes on."""
        own, gesture = self.seating.seat(report.colour), report.gesture
        if isinstance(gesture, Press) and gesture.button.startswith(RESUME) and own is not None:
            return self._resume(own, gesture.button.removeprefix(RESUME).partition(".")[0])
        outcome, said = self._doing.do(report, self.mode)
        self._say(*said)
        return outcome

    @_take.register
    def _said(self, report: reports.Said) -> None:
        seat = self.seating.seat(report.colour)
        if not self._verdicts.repeated(report.n):
            nobody = GestureOutcome(done=False, why=not_now(self.session))
            if seat is not None:
                self._panels.unasked.close(seat)
            typed = Typed(report.colour, seat or "", report.text, report.leads)
            self._conclude(report, nobody if seat is None else self._command(typed))

    def _command(self, typed: Typed) -> GestureOutcome:
        """Do what somebody has typed."""
        followed = self._commands.follow(typed, self.mode, self.panels.get(typed.colour, ()))
        self._spoken.fresh += followed.lines
        self._say(*followed.to_all)
        self.mode = followed.mode or self.mode
        self._look |= followed.look
        self._reconciler.ask(followed)
        return followed.outcome

    # What becomes of them

    def _take_safely(self, report: reports.Report) -> None:
        """Take a report; where that fails, what was done at least gets its verdict."""
        before, verdicts = self._progress(), self._verdicts.many
        taken = self._faults.guard("a report", partial(self._take_whole, report), False, report)  # noqa: FBT003  # else
        if not taken and isinstance(report, reports.Fell):
            self.chance.again(report.decision)
        if taken or not isinstance(report, reports.Gestured | reports.Said):
            return
        self._verdicts.withdraw(verdicts)
        done = self._progress() not in (-1, before)
        code = "not-written" if isinstance(self._faults.latest, Unavailable) else "stumbled"
        say = self.seating.said_anyway(code, report.colour)
        self._own_up(Verdict(report.n, report.colour, done, say))
        if isinstance(report, reports.Gestured):
            lay = partial(self._laying.lay, report.gesture, GestureOutcome(done), self.mode)
            self._acts += self._faults.guard("putting back", lambda: [*lay()], [])

    def _take_whole(self, report: reports.Report) -> bool:
        """Take a report; what it does is on the disk together with its verdict, or not at all."""
        with self.session.page():
            self._take(report)
            if isinstance(report, reports.Gestured | reports.Said):
                self._verdicts.write_down()
        return True

    def _progress(self) -> int:
        """Count what was done so far, also where the game can't be looked at."""
        return self._faults.guard("counting", lambda: self.session.step, -1)

    def _conclude(self, report: reports.Gestured | reports.Said, outcome: GestureOutcome) -> None:
        colour, why = report.colour, outcome.why
        self._commands.refused(colour, why)
        say = "" if why is None else self.seating.said(why, colour)
        verdict = Verdict(report.n, colour, outcome.done, say)
        if why is not None and why.code == "fault":
            self._own_up(verdict)
        else:
            self._verdicts.give(verdict)

    def _own_up(self, verdict: Verdict) -> None:
        """Let a verdict say that the referee, or the rules, have failed."""
        self._verdicts.give(verdict)
        self._spoken.own_up(verdict.n, Line(verdict.say, verdict.colour))

    # What follows

    def _follow_up(self) -> None:
        """Let chance fall, let the table show what happened, and ask it for what is missing."""
        if self._resuming.apart is not None:
            self._acts = []
            return
        drawn = self.chance.settle()
        waited = partial(self._doing.queue.next, self._come_late)
        while self._faults.guard("what waited", waited, False):  # noqa: FBT003  # else
            drawn += self.chance.settle()
        play = partial(self._stand_ins.play, self.mode)
        while self._faults.guard("a bot", play, 0):
            drawn += self.chance.settle()
        self._follow()
        self._acts += drawn
        self._judge.write_down()
        self._say(*self._judge.waiving.fresh())
        self._spoken.fresh += self._following.late()
        self._acts += self._laying.let_go()
        self.chance.leave_to_table(self._stand_ins.seats)
        self._acts += self.chance.trials(automate=self.mode == "automate")

    def _follow(self) -> None:
        """Let the table show what has happened since it was told last."""
        self._acts, lines = self._following.acts(self._acts)
        self._spoken.fresh += [*lines, *self._taking_back.proposed(self.seating)]

    def _come_late(self, colour: str, outcome: GestureOutcome) -> None:
        """Say that a gesture that has waited can't be what it was to be; it is put back already."""
        if outcome.why is not None and not outcome.done:
            self._spoken.fresh.append(Line(self.seating.said(outcome.why, colour), colour))

    def _say(self, *rejections: Rejection) -> None:
        for each in rejections:
            self._spoken.fresh += self.seating.to_all(each)

    # What the table is told

    def _telling(self, faults: int | None) -> Told:
        """Say what is new to the table; it is looked at if more has failed than so often."""
        since, self.step = self.step, self.step + 1
        fresh, whole = self._showing.fresh_permits()
        panels = self._showing.fresh_panels(self.mode)
        headings = self._showing.fresh_headings(self.mode)
        over = self._faults.guard("the end", lambda: self.session.over, False)  # noqa: FBT003  # else
        # Last, so that people hear of whatever has failed above.
        if self._faults.fresh and not self._spoken.owns_up:
            self._spoken.fresh.append(Line(self.seating.said_anyway("stumbled", "")))
        # Whatever it was, perhaps the table does not lie as it should, or lacks a question: what
        # could not be shown is shown when it says how it lies.
        self._look |= self._faults.fresh or (faults is not None and self._faults.many > faults)
        self._faults.fresh = False
        self.told = Told(
            epoch=self.epoch,
            since=since,
            step=self.step,
            # Nothing may be prevented by what nobody could work out.
            mode=self.mode if whole or self.mode == "off" else "advise",
            acts=tuple(dict.fromkeys(self._acts)),
            verdicts=self._verdicts.told(),
            # A table that has not said hello yet passes over whatever it is told.
            lines=self._spoken.told(self.epoch, self.step) if self.epoch else (),
            permits=fresh,
            panels=panels,
            headings=headings,
            look=self._look,
            moment=self._faults.guard("the moment", self._resuming.moment, ""),
            keepsake=self._faults.guard("what the table keeps", self._resuming.keepsake, ""),
            over=over,
        )
        self._acts.clear()
        self._look = False
        return self.told
