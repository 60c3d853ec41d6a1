"""A table that was loaded shows an older game, or another: which of them goes on, people say."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, Literal, NamedTuple, get_args

from tts_tool.errors import BadInput, UserError
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.position import decode
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.state import State
from tts_tool.referee.opening import check_position
from tts_tool.referee.session import Session
from tts_tool.referee.table import reports
from tts_tool.referee.table.keepsake import Keepsakes, unpacked
from tts_tool.referee.table.moments import Moments
from tts_tool.referee.table.told import Button, Mode, Question
from tts_tool.referee.table.upkeep import Upkeep
from tts_tool.referee.wording import Reader

__all__ = ["RESUME", "Resuming", "Way"]

RESUME: Final = "resume:"
"""How its buttons begin."""
Way = Literal["game", "back", "table"]
REACH: Final = 120.0
"""So many seconds at most the key of the game turns a table back; what is older was loaded."""


class Apart(NamedTuple):
    """How far table and game are from each other."""

    to: int | None
    """After how many answers the game was where the table is; it never was there: ``None``."""
    behind: int
    moved: int
    """In so many places it lies otherwise than the game had it at that moment."""
    mode: Mode
    """How strict the referee is as soon as this is decided."""
    position: dict[str, Any] | None = None
    """Where the table has last kept this very game, if it was before its rules have changed."""

    @property
    def ways(self) -> tuple[str, ...]:
        """List what people can choose."""
        known = self.to is not None or self.position is not None
        return tuple(way for way in get_args(Way) if way != "back" or known)


class Resuming:
    """Asks what goes on, as soon as a table that was loaded is met; until then hands are free."""

    def __init__(self, session: Session, upkeep: Upkeep, now: Callable[[], float]) -> None:
        """Compare a session with the tables that its referee meets; `now` is a clock in seconds."""
        self.moments = Moments(session)
        self.apart: Apart | None = None
        self._session = session
        self._upkeep = upkeep
        self._keepsakes = Keepsakes(session)
        self._kept = ""
        """What the table was told to keep, of this epoch."""
        self._now = now
        self._reached: list[tuple[int, float]] = []
        """After how many answers the table was told of a moment, and when."""

    def begin_anew(self) -> None:
        """Know nothing any more of what the table was told."""
        self._kept = ""

    def moment(self) -> str:
        """Name the moment that the table shows then; while nobody has said which goes on, none."""
        if self.apart is not None:
            return ""
        answers = self._session.step
        while self._reached and self._reached[-1][0] > answers:
            self._reached.pop()
        if not self._reached or self._reached[-1][0] < answers:
            self._reached.append((answers, self._now()))
        return self.moments.now()

    def is_of_long_ago(self, report: reports.Hello) -> bool:
        """Tell whether a table shows a moment that no key of the game would have led it to."""
        to = self.moments.entries(report.moment)
        if to is None or not report.loaded:
            return False
        left = next((at for answers, at in self._reached if answers > to), self._now())
        return self._now() - left > REACH

    def keepsake(self) -> str:
        """Give what the table is to keep of the game, if that has changed."""
        before, self._kept = self._kept, "" if self.apart is not None else self._keepsakes.packed()
        return "" if self._kept == before else self._kept

    def meet(self, report: reports.Hello, mode: Mode) -> Rejection | None:
        """Compare a table that was loaded; say how it differs, if that is to be decided."""
        if not (report.loaded and report.moment) or report.moment == self.moments.now():
            return None
        if self._comes_from(report.keepsake):
            return None
        to = self.moments.entries(report.moment)
        state = self._session.state if to is None else self._session.timeline.at(to)
        moved = self._upkeep.differs(report.survey, state)
        behind = 0 if to is None else self._session.step - to
        mode = mode if self.apart is None else self.apart.mode
        self.apart = Apart(to, behind, moved, mode, self._kept_by(report) if to is None else None)
        return self.words()

    def _kept_by(self, report: reports.Hello) -> dict[str, Any] | None:
        """Give the position at which a table has kept this game, if the rules can go on there."""
        session = self._session
        try:
            found = unpacked(report.keepsake)
            if found.kept_as and (found.kept_as, found.seats) == (session.kept_as, session.seats):
                check_position(session.composition, found.position)
                return found.position
        except UserError:
            pass
        return None

    def _comes_from(self, keepsake: str) -> bool:
        """Tell whether this game goes on from what this very table has kept."""
        position = self._session.timeline.header.position
        try:
            return position is not None and unpacked(keepsake).position == position
        except BadInput:
            return False

    def words(self) -> Rejection:
        """Say how table and game differ."""
        if self.apart is None or self.apart.to is None:
            return Rejection("table-of-another-moment")
        code = "table-behind-and-moved" if self.apart.moved else "table-behind"
        return Rejection(code, {"answers": self.apart.behind, "places": self.apart.moved})

    def questions(self, seat: Seat, reader: Reader) -> Iterator[Question]:
        """Ask which of them goes on, the usual one first and marked."""
        if self.apart is None:
            return
        usual = self.apart.to is not None and not self.apart.moved
        buttons = tuple(
            Button(
                f"{RESUME}{way}.{seat}",
                reader.say(Rejection(f"resume-{way}")),
                chosen=usual and way == "game",
            )
            for way in self.apart.ways
        )
        yield Question("resume", reader.say(self.words()), buttons)

    def decide(self, way: str, seat: Seat) -> tuple[Rejection, Mode, State | None] | None:
        """Do what somebody has pressed; give what to say, the mode, and what to take over from."""
        apart = self.apart
        if apart is None or way not in apart.ways:
            return None
        self.apart = None
        start = None
        if way == "back" and apart.to is not None and apart.to < self._session.step:
            self._session.go_back(seat, apart.to)
        elif way == "back" and apart.position is not None:
            self._session.override(apart.position, seat)
        elif way == "table":
            start = self._restart(apart)
        return Rejection(f"resumed-{way}", {"seat": seat}), apart.mode, start

    def _restart(self, apart: Apart) -> State:
        """Give the last restart point at or before a moment: a position can begin there."""
        if apart.position is not None:
            return decode(apart.position, self._session.composition.inventory)
        points = self._session.timeline.checkpoints
        last = self._session.step if apart.to is None else apart.to
        return next(each for each in reversed(points) if each.entry <= last).state
