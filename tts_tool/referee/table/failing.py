"""What becomes of what a table can't do: it is done otherwise, tried again, or left as it lies."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from tts_tool.kernel.rejection import Rejection
from tts_tool.referee.session import Session
from tts_tool.referee.table import reports
from tts_tool.referee.table.acts import Act, Count, Rolling, Shuffling, Spawn
from tts_tool.referee.table.arrangement import shown_tracks
from tts_tool.referee.table.chance import Chance
from tts_tool.referee.table.upkeep import Upkeep, of_several

__all__ = ["DoneOtherwise", "Failing"]

CAN_BE_TRIED = frozenset({"error", "late"})
"""What may have had a cause that is gone the next time."""


class DoneOtherwise(NamedTuple):
    """What the table has to do instead, and what is to be said to all."""

    acts: tuple[Act, ...] = ()
    said: tuple[Rejection, ...] = ()
    look: bool = False
    """Whether the table is to say how all lies, when that is done."""
    for_host: bool = False
    """Whether it is said in the terminal, too: somebody has to do something about it."""


class Failing:
    """Finds another way for what the table can't do, and gives up what can't be done at all."""

    def __init__(self, session: Session, chance: Chance, upkeep: Upkeep) -> None:
        """Work around what fails at the table of a session."""
        self._session = session
        self._chance = chance
        self._upkeep = upkeep

    def otherwise(
        self, report: reports.Failed, act: Act | None, laid_for_answers: Collection[str]
    ) -> DoneOtherwise:
        """Say what is done instead of an act that has failed."""
        about = report.about or report.what
        if isinstance(act, Rolling | Shuffling):
            self._chance.can_not(act)
            return DoneOtherwise(said=(Rejection("done-otherwise", {"about": about}),))
        if isinstance(act, Spawn) and report.what in CAN_BE_TRIED:
            self._upkeep.not_made(act)
            return self._made_anew([each.component for each in act.pieces])
        if report.what == "missing":
            return self._made_anew([about, *report.others])
        if act is None or report.what not in CAN_BE_TRIED:
            return self._given_up(about, "not-put-right")
        if redone := self._upkeep.again(act, about, laid_for_answers):
            news = (
                (Rejection("put-right", {"about": about}),) if self._upkeep.is_news(about) else ()
            )
            return DoneOtherwise(tuple(redone), news)
        return self._given_up(about, "left-as-it-lies")

    def _made_anew(self, lost: Sequence[str]) -> DoneOtherwise:
        """Let be made anew what the build has; of the rest people are told."""
        acts = self._upkeep.made_anew(lost)
        made = [each.component for act in acts if isinstance(act, Spawn) for each in act.pieces]
        gone = [e for e in lost if not self._upkeep.is_coming(e) and self._upkeep.gives_up(e)]
        said = tuple(
            of_several(code, several)
            for code, several in (("made-anew", made), ("gone", gone))
            if several
        )
        # Whether they are there then, and may be made once more if they go again.
        return DoneOtherwise(tuple(acts), said, look=bool(made), for_host=bool(gone))

    def set_back(self, report: reports.Changed) -> DoneOtherwise:
        """Set a track back; not for ever, if nobody's fingers were there."""
        value = shown_tracks(self._session.state)[report.track]
        if report.colour or self._upkeep.may_try(report.track):
            return DoneOtherwise((Count(report.track, value),))
        return self._given_up(report.track, "left-as-it-lies")

    def _given_up(self, about: str, code: str) -> DoneOtherwise:
        """Say that something is not tried any more, once, and what people can do about it."""
        if not self._upkeep.gives_up(about):
            return DoneOtherwise()
        return DoneOtherwise(said=(Rejection(code, {"about": about}),), for_host=True)
