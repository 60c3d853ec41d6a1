"""The referee at a table: takes reports, gives back what the table is told.

Whatever fails in here costs what it was about and nothing else: the gesture gets its verdict,
a report is noted, and play goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial, reduce, singledispatchmethod
from time import monotonic
from typing import Any, Final

import msgspec

from tts_tool.errors import Unavailable
from tts_tool.journal import Remembered
from tts_tool.kernel.decisions import TABLE, Gesture, Press
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.views import sees
from tts_tool.referee.session import Released, Session
from tts_tool.referee.table import reports
from tts_tool.referee.table.absence import AWAY, Absence
from tts_tool.referee.table.acts import (
    Act,
    Count,
    Rolling,
    Shuffling,
    choreography,
    everything,
)
from tts_tool.referee.table.arrangement import shown_tracks
from tts_tool.referee.table.asking import Panels, numbered
from tts_tool.referee.table.chance import Chance
from tts_tool.referee.table.commands import Commands, Typed
from tts_tool.referee.table.drafts import Part
from tts_tool.referee.table.faults import Faults, Note
from tts_tool.referee.table.headings import UNDO, Headings
from tts_tool.referee.table.judging import DONE, Judge, Outcome
from tts_tool.referee.table.meeting import Greeting, Met, fitting
from tts_tool.referee.table.permits import both, changes, not_now, permits
from tts_tool.referee.table.queueing import Deed, Queue
from tts_tool.referee.table.reconciling import Reconciled, Reconciler
from tts_tool.referee.table.resuming import RESUME, Resuming
from tts_tool.referee.table.seating import Seating
from tts_tool.referee.table.spoken import Spoken
from tts_tool.referee.table.stand_ins import StandIn, StandIns
from tts_tool.referee.table.taking_back import TakingBack
from tts_tool.referee.table.told import Heading, Line, Mode, Permits, Question, Told, Verdict
from tts_tool.referee.table.unasked import UNASKED
from tts_tool.referee.table.upkeep import Upkeep
from tts_tool.referee.wording import setting_in_words

__all__ = ["Host"]

_REQUEST: Final = "table:"
"""How the names of gestures begin in the journal; their number follows."""

ON_THEIR_WAY: Final = 20
"""So many gestures at most were made that nobody here has heard of: one of each colour, and more
that were not sent yet."""

MOST_KEPT: Final = 1_000
"""So many verdicts, and what so many steps told, are remembered."""


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
        is known to listen to a script that says no, `note` is told what the referee
        itself stumbles over; `anew` gives the pieces of the build, to make those anew that are
        lost; `now` is a clock in seconds, `bots` gives who plays for somebody.
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
        self.permits: dict[str, Permits] = {}
        self.panels: dict[str, tuple[Question, ...]] = {}
        self.headings: dict[str, Heading] = {}
        """By colour, as the table has them now."""
        self._faults = Faults(session, note)
        self._judge = Judge(session, self._faults)
        self._queue = Queue(session, self._judge)
        self.chance = Chance(session, self._judge)
        self._headings = Headings(session, self.seating, self.chance)
        self._upkeep = Upkeep(session, self.chance, anew)
        self._stand_ins = StandIns(session, bots)
        self._absence = Absence(session, self.seating, self._stand_ins)
        self._panels = Panels(
            session, self._judge, self.chance, self.seating, self._absence, self._faults
        )
        self._commands = Commands(session, self._judge, self.seating, self._stand_ins, self._typed)
        self._reconciler = Reconciler(session, self._upkeep, self._judge)
        self._seen = len(session.timeline.happened)
        self._undone = session.epoch
        self._taking_back = TakingBack(session, self._judge, now)
        self._resuming = Resuming(session, self._upkeep)
        self._known = _remembered(session)
        """The verdict of each gesture, so that one that is sent again is not done again."""
        self._laid: dict[str, Part] = {}
        """What lies where somebody has laid it, as a part of an answer that is not given yet."""
        self._steps: dict[int, tuple[Act, ...]] = {}
        self._acts: list[Act] = []
        self._verdicts: list[Verdict] = []
        self._spoken = Spoken()
        self._come_to = (0, 0)
        """The epoch and step to which the table has come, as far as it has said so."""
        self._numbered = 0
        """From which number on the table that was greeted last counts its gestures."""
        self._owned_up = False
        """Whether a verdict has said that the referee stumbled."""
        self._looked_last = ("", "", 0)
        """Who has looked where at what is hidden, and at which step."""
        self._look = False
        """Whether what the table said of itself was older than what it had been told."""

    # Meeting

    def greeting(self, secret: str) -> Greeting:
        """Say how the table is greeted.

        Its numbers go on above all that may be on their way from before it was turned back.
        """
        self._numbered = max(self._numbered, *self._known, 0) + ON_THEIR_WAY
        return Greeting(
            secret=secret,
            game=self.session.ruleset.name,
            mode=self.mode,
            tongues={c: self.seating.tongue(c) for c in self.seating.colours.values()},
            count=self._numbered,
            proven=self.proven,
        )

    def met(self, table: Met) -> None:
        """See that the table is one of this game and of these rules."""
        fitting(table, self.session.ruleset.name, self.digest)
        self._upkeep.piles = None if table.piles is None else frozenset(table.piles)

    def received(self, report: reports.Report) -> Told:
        """Take a report and say what the table is told; nothing that fails in it stops that."""
        self._let_lapse()
        self._take_safely(report)
        self._faults.guard("what follows", self._follow_up, None, report)
        return self._kept_telling()

    def overdue(self) -> Told | None:
        """Say what the table is told only because time has passed."""
        return self._kept_telling() if self._let_lapse() else None

    def _let_lapse(self) -> bool:
        lapsed = self._faults.guard("a proposal", self._taking_back.lapsed, False)  # noqa: FBT003  # else
        if lapsed:
            self._say(Rejection("lapsed"))
        return lapsed

    def _kept_telling(self) -> Told:
        told = self._telling()
        self._steps[told.step] = told.acts
        _forget_oldest(self._known)
        _forget_oldest(self._steps)
        return told

    def tell_house_rules(self) -> None:
        """Say to everybody, as soon as the table listens, what is played otherwise than usual."""
        chosen = self.session.timeline.header.settings
        for setting in self.session.ruleset.settings(self.session.timeline.header.modules):
            value = chosen.get(setting.name, setting.default)
            if value != setting.default:
                for colour in self.seating.colours.values():
                    reader = self.seating.reader(colour)
                    name, words = setting_in_words(setting.name, value, reader)
                    said = f"{reader.say(Rejection('house-rule'))} {name} {words}."
                    self._spoken.fresh.append(Line(said, colour))

        if self._judge.waiving.rules:
            self._say(
                Rejection("waived-rules", {"rules": ", ".join(sorted(self._judge.waiving.rules))})
            )

    def take_over(self, epoch: int, step: int, verdicts: Mapping[int, Verdict]) -> None:
        """Go on where another referee of this table has come to."""
        self.epoch, self.step = epoch, step
        self._known |= verdicts

    @property
    def in_drafts(self) -> dict[str, str]:
        """Say what lies where hands have laid it, for an answer that is not complete yet."""
        return {component: draft.asking for component, draft in self._laid.items()}

    def verdict(self, n: int) -> Verdict:
        """Give what became of a gesture."""
        return self._known[n]

    # Taking reports

    @singledispatchmethod
    def _take(self, report: reports.Report) -> None:
        raise NotImplementedError(report)

    @_take.register
    def _hello(self, report: reports.Hello) -> None:
        """A table that has begun anew is brought to where the game is."""
        if (report.epoch, report.step) < self._come_to:
            self._turned_back(report)
        elif self._come_to == (0, 0):
            self._compare(report)
        self._come_to = (report.epoch, report.step)
        self._spoken.begin_anew(report.epoch, report.heard)
        self.epoch = max(self.epoch, report.epoch) + 1
        self.step = self.performed = 0
        self.permits.clear()
        self.panels.clear()
        self.headings.clear()
        self._steps.clear()
        self._resuming.begin_anew()
        self._upkeep.begin_anew()
        self._seen = len(self.session.timeline.happened)
        self._undone = self.session.epoch
        for colour, language in report.tongues.items():
            self.seating.speak(colour, language)
        for colour in report.sitting:
            self.seating.sit_down(colour)
        for pending in report.pending:
            self._take_safely(pending)
        self.chance.begin_anew()
        self._follow()
        self._acts = []
        if self._resuming.apart is not None:
            return
        self._reconcile(self._reconciler.copies(report.survey, self.mode))
        self._acts += self._upkeep.repairs(report.survey, self._laid)

    def _compare(self, report: reports.Hello) -> None:
        """Let people say what goes on, where a table that was loaded shows another moment."""
        mode = self.mode
        differs = self._faults.guard("comparing", partial(self._resuming.meet, report, mode), None)
        if differs is not None:
            self.mode = "off"
            self._say(differs)

    def _resume(self, seat: Seat, way: str) -> Outcome:
        """Go on with the game, or with the table, as somebody has pressed."""
        decided = self._resuming.decide(way, seat)
        if decided is None:
            return Outcome(done=False, why=Rejection("stale", {"decision": "resume"}))
        said, self.mode, start = decided
        self._say(said)
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
        for each in self._absence.sit(report.colour):
            self._say(each)

    @_take.register
    def _stood(self, report: reports.Stood) -> None:
        """Ask the others about the seat of whoever has left."""
        for each in self._absence.leave(report.colour):
            self._say(each)

    @_take.register
    def _surveyed(self, report: reports.Surveyed) -> None:
        """Put right what differs, unless the table was told of changes that it had not seen.

        Who only advises says what differs, and puts it right when somebody wants that.
        """
        later = range(report.step + 1, self.step + 1)
        self._look = report.epoch != self.epoch or any(self._steps.get(step) for step in later)
        if self._look:
            return
        self._reconcile(self._reconciler.seen(report, self._laid, self.mode))

    def _reconcile(self, found: Reconciled) -> None:
        self._acts += found.acts
        for each in found.said:
            self._say(each)

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
        code = "not-put-right"
        if not report.act:
            self._faults.of_the_table(report)
            return
        if isinstance(act, Rolling | Shuffling):
            self.chance.can_not(act)
            code = "done-otherwise"
        elif report.what == "missing" and (made := self._upkeep.made_anew(report.about)):
            self._acts += made
            self._look = (
                True  # whether it is there then, and may be made once more if it goes again
            )
            code = "made-anew"
        elif act is not None and report.what in {"error", "late"}:
            redone = self._upkeep.again(act, report.about, self._laid)
            self._acts += redone
            code = "put-right" if redone else code
        self._say(Rejection(code, {"about": report.about or report.what}))

    @_take.register
    def _changed(self, report: reports.Changed) -> None:
        """Take a marker that was moved as the answer that it means, or put it back."""
        shown = shown_tracks(self.session.state).get(report.track)
        if shown is None or shown == report.value or self.mode == "off":
            return
        seat = self.seating.seat(report.colour)
        outcome = Outcome(done=False, why=not_now(self.session))
        if seat is not None:
            outcome = self._judge.gesture(seat, Press(report.track), {})
        if report.colour and outcome.why is not None:
            self._spoken.fresh.append(
                Line(self.seating.said(outcome.why, report.colour), report.colour)
            )
        if outcome.done or self.mode != "advise":
            self._acts.append(Count(report.track, shown_tracks(self.session.state)[report.track]))

    @_take.register
    def _looked(self, report: reports.Looked) -> None:
        """Tell all who looks at what is hidden from them; once, until something happens."""
        state, seat = self.session.state, self.seating.seat(report.colour)
        there = state.places.get(report.place, ())
        hidden = any(not sees(state, report.place, each, seat) for each in there)
        what = (report.colour, report.place, self.session.step)
        if hidden and self.mode != "off" and what != self._looked_last:
            self._looked_last = what
            who = report.colour if seat is None else seat
            self._say(Rejection("looked", {"seat": who, "place": report.place}))

    @_take.register
    def _gestured(self, report: reports.Gestured) -> None:
        if self._repeated(report):
            return
        for seat in self.seating.plays(report.colour):
            self._panels.unasked.close(seat)
        if isinstance(report.gesture, Press):
            outcome = self._press(report, report.gesture.button)
        else:
            outcome = self._judged(report)
        self._conclude(report, outcome)
        self._lay(report, outcome)

    def _press(self, report: reports.Gestured, button: str) -> Outcome:
        """Do what a button says, or what a marker means that was pushed."""
        own = self.seating.seat(report.colour)
        if button.startswith(UNASKED):
            return DONE
        if button.startswith(UNDO) and own is not None:
            return self._taking_back.press(own, button.removeprefix(UNDO))
        if button.startswith(RESUME) and own is not None:
            return self._resume(own, button.removeprefix(RESUME).partition(".")[0])
        if button.startswith(AWAY):
            outcome, said = self._absence.press(report.colour, button.removeprefix(AWAY))
            for each in said:
                self._say(each)
            return outcome
        return self._judged(report)

    def _typed(self, colour: str, button: str) -> Outcome:
        """Press a button that somebody has named by its number."""
        return self._press(reports.Gestured(n=0, colour=colour, gesture=Press(button)), button)

    def _judged(self, report: reports.Gestured) -> Outcome:
        """Let the rules judge what somebody did."""
        seat = self._acting(report.colour, report.gesture)
        if seat is None or self.mode == "off":
            return Outcome(done=False, why=None if self.mode == "off" else not_now(self.session))
        values = {face.die: face.shows for face in report.values}
        deed = Deed(seat, report.colour, report.gesture, values, report.ahead)
        return self._queue.judge(deed)

    def _acting(self, colour: str, gesture: Gesture) -> Seat | None:
        """Give the seat for which somebody does something: of several the one that it answers."""
        seats = self.seating.plays(colour)
        if len(seats) > 1:
            answered = (seat for seat in seats if self._judge.means(seat, gesture))
            return next(answered, seats[0])
        return seats[0] if seats else None

    @_take.register
    def _said(self, report: reports.Said) -> None:
        seat = self.seating.seat(report.colour)
        if not self._repeated(report):
            nobody = Outcome(done=False, why=not_now(self.session))
            if seat is not None:
                self._panels.unasked.close(seat)
            typed = Typed(report.colour, seat or "", report.text, report.leads)
            self._conclude(report, nobody if seat is None else self._command(typed))

    def _command(self, typed: Typed) -> Outcome:
        """Do what somebody has typed."""
        followed = self._commands.follow(typed, self.mode, self.panels.get(typed.colour, ()))
        self._spoken.fresh += followed.lines
        for each in followed.to_all:
            self._say(each)
        self.mode = followed.mode or self.mode
        self._look |= followed.look
        self._reconciler.repairing |= followed.repair
        self._reconciler.taking = followed.take or self._reconciler.taking
        self._reconciler.checking |= followed.look and not (followed.repair or followed.take)
        return followed.outcome

    # What becomes of them

    def _take_safely(self, report: reports.Report) -> None:
        """Take a report; where that fails, what was done at least gets its verdict."""
        before, verdicts = self._progress(), len(self._verdicts)
        taken = self._faults.guard("a report", partial(self._take_whole, report), False, report)  # noqa: FBT003  # else
        if taken or not isinstance(report, reports.Gestured | reports.Said):
            return
        del self._verdicts[verdicts:]
        done = self._progress() not in (-1, before)
        code = "not-written" if isinstance(self._faults.latest, Unavailable) else "stumbled"
        say = self.seating.said_anyway(code, report.colour)
        self._verdict(Verdict(report.n, report.colour, done, say))
        self._owned_up = True
        if isinstance(report, reports.Gestured):
            lay = partial(self._lay, report, Outcome(done))
            self._faults.guard("putting back", lay, None)

    def _take_whole(self, report: reports.Report) -> bool:
        """Take a report; what it does is on the disk together with its verdict, or not at all."""
        with self.session.page():
            self._take(report)
            if isinstance(report, reports.Gestured | reports.Said):
                verdict = msgspec.json.encode(self._verdicts[-1]).decode()
                self.session.remember(Remembered(f"{_REQUEST}{report.n}", "", verdict))
        return True

    def _progress(self) -> int:
        """Count what was done so far, also where the game can't be looked at."""
        return self._faults.guard("counting", lambda: self.session.step, -1)

    def _repeated(self, report: reports.Gestured | reports.Said) -> bool:
        """Give what was sent again the verdict that it has; it is done once."""
        known = self._known.get(report.n)
        if known is not None:
            self._verdicts.append(known)
        return known is not None

    def _conclude(self, report: reports.Gestured | reports.Said, outcome: Outcome) -> None:
        say = "" if outcome.why is None else self.seating.said(outcome.why, report.colour)
        self._commands.refused(report.colour, outcome.why)
        self._owned_up |= outcome.why is not None and outcome.why.code == "fault"
        self._verdict(Verdict(report.n, report.colour, outcome.done, say))

    def _verdict(self, verdict: Verdict) -> None:
        self._known[verdict.n] = verdict
        self._verdicts.append(verdict)

    def _lay(self, report: reports.Gestured, outcome: Outcome) -> None:
        """Bring what was moved to where the rules say that it is: mostly where it lies now.

        What is part of a draft stays where somebody has laid it, and in `advise` also what was
        refused.
        """
        moved = getattr(report.gesture, "component", "")
        if moved not in self.session.state.inventory.components or self.mode == "off":
            return
        if outcome.draft is not None:
            self._laid[moved] = outcome.draft
        elif outcome.done or self.mode != "advise":
            self._acts.append(self._upkeep.put_back(moved))

    # What follows

    def _follow_up(self) -> None:
        """Let chance fall, let the table show what happened, and ask it for what is missing."""
        if self._resuming.apart is not None:
            self._acts = []
            return
        drawn = self.chance.settle()
        while self._faults.guard("what waited", partial(self._queue.next, self._come_late), False):  # noqa: FBT003  # else
            drawn += self.chance.settle()
        play = partial(self._stand_ins.play, chores=self.mode == "automate")
        while self._faults.guard("a bot", play, 0):
            drawn += self.chance.settle()
        self._follow()
        self._acts += drawn
        self._judge.waiving.write_down()
        for against in self._judge.waiving.fresh():
            self._say(against)
        for late in self._judge.late():
            self._spoken.fresh.append(self._told_late(late))
        for component, draft in list(self._laid.items()):
            if not self._judge.drafts.holds(draft):
                del self._laid[component]
                self._acts.append(self._upkeep.put_back(component))
        self._acts += self.chance.trials(automate=self.mode == "automate")

    def _follow(self) -> None:
        """Let the table show what has happened since it was told last."""
        timeline, state = self.session.timeline, self.session.state
        since, self._seen = self._seen, len(timeline.happened)
        if self._undone != self.session.epoch:
            self._undone, self._acts = self.session.epoch, everything(state)
            self._judge.forget_dice()
            self._panels.unasked.close()
        else:
            events = [each.event for each in timeline.happened[since:]]
            observed = timeline.header.luck.observed
            shown = partial(choreography, state, events, observed)
            acts = self._faults.guard("showing what happened", shown, None)
            if acts is None:
                acts = self._faults.guard("laying out", partial(everything, state), None)
            self._acts += acts or []
            self._faults.guard("telling", partial(self._tell, since), None)
        self._spoken.fresh += self._taking_back.proposed(self.seating)

    def _come_late(self, colour: str, outcome: Outcome) -> None:
        """Say that a gesture that has waited can't be what it was to be; it is put back already."""
        if outcome.why is not None and not outcome.done:
            self._spoken.fresh.append(Line(self.seating.said(outcome.why, colour), colour))

    def _told_late(self, late: Released) -> Line:
        """Say that what had waited for others can't be done any more."""
        why = self._judge.outcome(late.reply).why or Rejection("fault")
        colour = self.seating.colours[late.seat]
        return Line(self.seating.said(why, colour), colour)

    def _tell(self, since: int) -> None:
        """Say to all what was said in the open, and show what was forced upon somebody."""
        for told in self.session.told(None, since):
            self._panels.unasked.show(told)
            if told["event"] == "said":
                self._say(Rejection(told["code"], told["params"]))

    def _say(self, rejection: Rejection) -> None:
        self._spoken.fresh += self.seating.to_all(rejection)

    # What the table is told

    def _telling(self) -> Told:
        since, self.step = self.step, self.step + 1
        fresh, whole = {}, True
        for colour in self.seating.colours.values():
            told = self._faults.guard("permits", partial(self._fresh_permits, colour), None)
            whole = whole and told is not None
            if told:
                fresh[colour] = told[0]
        panels, headings = self._fresh_panels(), self._fresh_headings()
        over = self._faults.guard("the end", lambda: self.session.over, False)  # noqa: FBT003  # else
        # Last, so that people hear of whatever has failed above.
        if self._faults.fresh and not self._owned_up:
            said = self.seating.said_anyway("stumbled", "")
            self._spoken.fresh.append(Line(said))
        # Whatever it was, perhaps the table does not lie as it should.
        self._look |= self._faults.fresh
        self._faults.fresh = self._owned_up = False
        self.told = Told(
            epoch=self.epoch,
            since=since,
            step=self.step,
            # Nothing may be prevented by what nobody could work out.
            mode=self.mode if whole or self.mode == "off" else "advise",
            acts=tuple(dict.fromkeys(self._acts)),
            verdicts=tuple(self._verdicts),
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
        for done in (self._acts, self._verdicts):
            done.clear()
        self._look = False
        return self.told

    def _fresh_permits(self, colour: str) -> tuple[Permits, ...]:
        """Say what has changed of what a colour may do, if anything has."""
        drafts, chances = self._judge.drafts, self.chance.open()
        may = reduce(
            both,
            (
                permits(self.session, seat, self.seating.reader_for(seat, colour), drafts, chances)
                for seat in self.seating.plays(colour) or ("",)
            ),
        )
        before = self.permits.get(colour)
        now = msgspec.structs.replace(may, version=1 if before is None else before.version + 1)
        if before is not None and msgspec.structs.replace(before, version=now.version) == now:
            return ()
        told = now if before is None else changes(before, now)
        self.permits[colour] = now
        return (told,)

    def _fresh_panels(self) -> dict[str, tuple[Question, ...]]:
        """Give the panels that are not as the table has them."""
        fresh = {}
        for colour in self.seating.colours.values():
            put = partial(self._panels.of, colour) if self.mode != "off" else tuple[Question, ...]
            if self._resuming.apart is not None:
                put = partial(self._which_goes_on, colour)
            panel = self._faults.guard("panel", put, self.panels.get(colour, ()))
            if self.panels.get(colour) != panel:
                fresh[colour] = self.panels[colour] = panel
        return fresh

    def _which_goes_on(self, colour: str) -> tuple[Question, ...]:
        reader = self.seating.reader(colour)
        return numbered(tuple(self._resuming.questions(self.seating.seat(colour) or "", reader)))

    def _fresh_headings(self) -> dict[str, Heading]:
        """Give the headings that are not as the table has them."""
        fresh = {}
        for seat, colour in self.seating.colours.items():
            put = partial(self._headings.of, seat, self.mode)
            now = self._faults.guard("heading", put, self.headings.get(colour))
            if now is not None and self.headings.get(colour) != now:
                fresh[colour] = self.headings[colour] = now
        return fresh


def _remembered(session: Session) -> dict[int, Verdict]:
    """Recall the verdicts of gestures that did something before the referee began anew."""
    found = (each for each in session.remembered if str(each.request).startswith(_REQUEST))
    verdicts = (msgspec.json.decode(each.line, type=Verdict) for each in found)
    return {verdict.n: verdict for verdict in verdicts}


def _forget_oldest(kept: dict[int, Any]) -> None:
    while len(kept) > MOST_KEPT:
        del kept[next(iter(kept))]
