"""Table against game: what differs is named, put right, or taken over."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, NamedTuple

from tts_tool.errors import UserError
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.state import State
from tts_tool.referee.session import Session
from tts_tool.referee.table import reports
from tts_tool.referee.table.acts import Act
from tts_tool.referee.table.commands import Followed
from tts_tool.referee.table.judging import Judge
from tts_tool.referee.table.told import Mode
from tts_tool.referee.table.upkeep import MOST_NAMED, Upkeep, named, of_several

__all__ = ["Reconciled", "Reconciler"]

TRIES: Final = 3
"""So often a table is put right once more that still differs when somebody wanted that."""
STRICT: frozenset[Mode] = frozenset({"enforce", "automate"})


COPIES: Final = {
    (False, False): "copy",
    (False, True): "copies",
    (True, False): "copy-taken-away",
    (True, True): "copies-taken-away",
}
"""What is said of copies: whether they are taken away, and whether there are several."""


class Reconciled(NamedTuple):
    """What the table has to do, and what is to be said to all."""

    acts: tuple[Act, ...] = ()
    said: tuple[Rejection, ...] = ()
    look: bool = False
    """Whether the table is to say once more how all lies, when that is done."""


class Reconciler:
    """Knows what people want to be done about a difference, until the table has been looked at."""

    def __init__(self, session: Session, upkeep: Upkeep, judge: Judge) -> None:
        """Compare a session with its table."""
        self._session = session
        self._upkeep = upkeep
        self._judge = judge
        self._copies: frozenset[str] = frozenset()
        """What lay on the table twice when somebody looked last."""
        self._told_missed: set[tuple[str, str]] = set()
        """What was nowhere, or beside every place, when somebody looked last, and which of them."""
        self.repairing = False
        """Whether somebody wants everything to be put right, and it is not yet."""
        self._tried = 0
        self.checking = False
        """Whether somebody wants to know whether all lies as it should."""
        self.taking: Seat = ""
        """Who wants the game to be what the table shows."""
        self.taking_from: State | None = None
        """What the game goes on from then, if not from where it stands."""

    def ask(self, followed: Followed) -> None:
        """Take what somebody has typed."""
        if followed.repair:
            self.repairing = True
            self._upkeep.wanted()
        self.taking = followed.take or self.taking
        self.checking |= followed.look and not (followed.repair or followed.take)

    def seen(
        self, survey: reports.Surveyed, laid_for_answers: Collection[str], mode: Mode
    ) -> Reconciled:
        """Compare with a survey that knows of all that the table was told."""
        wrong = self._upkeep.repairs(survey, laid_for_answers)
        self._upkeep.seen(survey, is_right=not wrong)
        if self.taking:
            return self._taken_over(survey, laid_for_answers)
        acts, said, _ = self.copies(survey, mode)
        said += self._missed(survey, laid_for_answers, mode)
        if self.checking:
            remark = self._upkeep.remark(survey, laid_for_answers, again=True)
            said += (remark,) if remark else ()
            said += () if said else (Rejection("as-it-should"),)
        if mode in STRICT or self.repairing:
            left = {*laid_for_answers, *self._upkeep.given_up}
            acts += tuple(self._upkeep.repairs(survey, left))
            self._put_right()
        elif mode == "advise" and (remark := self._upkeep.remark(survey, laid_for_answers)):
            said += (remark,)
        # Until it lies as it should, what still differs is no news.
        again = self.repairing and bool(acts) and self._tried < TRIES
        self._tried = self._tried + 1 if again else 0
        self.repairing, self.checking = again, False
        return Reconciled(acts, said, look=again)

    def _put_right(self) -> None:
        """Take it that nothing differs now: what does so later is to be named again."""
        self._upkeep.put_right()
        self._told_missed, self._copies = set(), frozenset()

    def _missed(
        self, survey: reports.Surveyed, laid_for_answers: Collection[str], mode: Mode
    ) -> tuple[Rejection, ...]:
        """Name what is nowhere, and what lies beside every place; once, or when somebody asks.

        Where the referee does not only advise, what is done about it is said when it is done.
        """
        if mode == "off" or (mode in STRICT and not self.checking):
            return ()
        found: dict[str, list[str]] = {
            "vanished": self._upkeep.vanished(survey),
            "astray": self._upkeep.astray(survey, laid_for_answers),
        }
        told, self._told_missed = self._told_missed, {(c, e) for c, v in found.items() for e in v}
        fresh = {
            code: [each for each in lying if self.checking or (code, each) not in told]
            for code, lying in found.items()
        }
        return tuple(
            Rejection(code if len(new) <= MOST_NAMED else f"{code}-and-more", {"about": named(new)})
            for code, new in fresh.items()
            if new
        )

    def copies(self, survey: reports.Surveyed, mode: Mode) -> Reconciled:
        """Name what lies on the table twice; who does not only advise takes the copies away."""
        strict, found = mode in STRICT or self.repairing, self._upkeep.copies(survey)
        new = [each for each in found if strict or self.checking or each not in self._copies]
        self._copies = frozenset(found)
        code = COPIES[strict, len(new) > 1]
        return Reconciled(
            tuple(self._upkeep.single(each) for each in found if strict),
            (of_several(code, new),) if new and mode != "off" else (),
        )

    def _taken_over(
        self, survey: reports.Surveyed, laid_for_answers: Collection[str]
    ) -> Reconciled:
        """Let the game be what the table shows; it is an override, and stands in the log."""
        seat, self.taking = self.taking, ""
        start, self.taking_from = self.taking_from, None
        self._put_right()
        position = self._upkeep.as_it_lies(survey, start)
        if position is None:
            return Reconciled(said=(Rejection("not-between-steps"),))
        try:
            refused = self._judge.outcome(self._session.override(position, seat)).why
        except UserError:  # the rules can make nothing of it
            refused = Rejection("impossible-table")
        said = refused or Rejection("taken-over", {"seat": seat})
        return Reconciled(tuple(self._upkeep.repairs(survey, laid_for_answers)), (said,))
