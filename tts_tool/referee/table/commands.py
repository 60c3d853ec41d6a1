"""What people type at a table, in their language: to take back, to ask why, to say how strictly."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple, get_args

from tts_tool.kernel.entries import Look
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.rejection import Rejection
from tts_tool.referee.lookup import rules_about
from tts_tool.referee.session import Proposal, Session
from tts_tool.referee.table.gestures import asked
from tts_tool.referee.table.hinting import hints
from tts_tool.referee.table.judging import DONE, GestureOutcome, Judge
from tts_tool.referee.table.seating import Seating
from tts_tool.referee.table.stand_ins import StandIns
from tts_tool.referee.table.told import Line, Mode, Question
from tts_tool.referee.table.voting import Votes

__all__ = ["Commands", "Followed", "Typed"]

WORDS: Final = {
    "undo": "undo zurück zurueck",
    "redo": "redo nochmal",
    "agree": "agree yes ja einverstanden",
    "decline": "decline no nein",
    "repair": "repair richten",
    "check": "check prüfen pruefen",
    "take": "take übernehmen uebernehmen",
    "rules": "rules mode regeln modus",
    "rule": "rule regel",
    "pause": "pause",
    "why": "why warum",
    "read": "read lesen lies",
    "hint": "hint tipp",
    "bot": "bot",
    "also": "also auch",
    "always": "always immer",
    "help": "help hilfe ?",
}
"""What is typed after the exclamation mark, in both languages."""
COMMANDS: Final = {typed: name for name, several in WORDS.items() for typed in several.split()}
MODES: Final[Mapping[str, Mode]] = {
    "off": "off",
    "aus": "off",
    "advise": "advise",
    "rat": "advise",
    "enforce": "enforce",
    "streng": "enforce",
    "automate": "automate",
    "automatik": "automate",
}
SWITCH: Final = {"off": True, "aus": True, "on": False, "an": False, "ein": False}
"""What is said of one rule, and whether it merely advises then."""
HINTS: Final = 3
"""So many answers are named by a hint."""
_NUMBERS: Final = re.compile(r"![\d ,]+")
assert {*MODES.values()} == {*get_args(Mode)}  # noqa: S101  # every mode can be typed


class Typed(NamedTuple):
    """What somebody has typed, and whether they lead the table: who hosts, or was promoted."""

    colour: str
    seat: Seat
    text: str
    leads: bool = False


class Followed(NamedTuple):
    """What became of a command, beside its outcome."""

    outcome: GestureOutcome
    lines: tuple[Line, ...] = ()
    to_all: tuple[Rejection, ...] = ()
    mode: Mode | None = None
    look: bool = False
    """Whether the table is to say how it lies."""
    repair: bool = False
    """Whether it is to be put right then."""
    take: Seat = ""
    """Who wants the game to be what the table shows then."""


class Commands:
    """Follows what is typed; what needs more than one person it remembers."""

    def __init__(
        self,
        session: Session,
        judge: Judge,
        seating: Seating,
        stand_ins: StandIns,
    ) -> None:
        """Follow commands at a session."""
        self._stand_ins = stand_ins
        self._session = session
        self._judge = judge
        self._seating = seating
        self._refused: dict[str, Rejection] = {}
        """By colour, what was refused last by a rule."""
        self._votes = Votes(session.seats)
        self._before_pause: Mode | None = None
        self._do: Mapping[str, Callable[[Typed, str, Mode], Followed]] = {
            "undo": lambda typed, *_: self._reply(self._session.undo(typed.seat, self._last())),
            "redo": lambda *_: self._reply(self._session.redo()),
            "agree": lambda typed, *_: self._reply(self._session.agree(typed.seat)),
            "decline": lambda typed, *_: self._reply(self._session.decline(typed.seat)),
            "repair": lambda *_: Followed(DONE, look=True, repair=True),
            "check": lambda *_: Followed(DONE, look=True),
            "take": self._take,
            "rules": self._rules,
            "rule": self._rule,
            "pause": self._pause,
            "bot": self._bot,
            "also": self._also,
            "always": self._always,
            "why": self._why,
            "read": self._read,
            "help": lambda *_: Followed(GestureOutcome(done=False, why=Rejection("commands"))),
        }

    @property
    def paused(self) -> bool:
        """Tell whether hands are free for a while."""
        return self._before_pause is not None

    def refused(self, colour: str, why: Rejection | None) -> None:
        """Note what a rule has refused a colour, so that it can be asked why."""
        if why is not None and why.rule:
            self._refused[colour] = why

    def follow(self, typed: Typed, mode: Mode, panel: Sequence[Question]) -> Followed:
        """Do what somebody has typed; numbers of buttons the table itself has understood."""
        text = typed.text.strip()
        if _NUMBERS.fullmatch(text):
            why = Rejection("no-button", {"number": text.removeprefix("!").strip()})
            return Followed(GestureOutcome(done=False, why=why))
        word, _, about = text.removeprefix("!").strip().partition(" ")
        name = COMMANDS.get(word.casefold(), "help")
        if name == "hint":
            return self._hint(typed, panel)
        return self._do[name](typed, about.strip(), mode)

    def _reply(self, reply: Any) -> Followed:  # noqa: ANN401  # of the session
        declined = isinstance(reply, Proposal)
        return Followed(DONE if declined else self._judge.outcome(reply))

    def _last(self) -> int | None:
        """Give the entry that is taken back where none is named: not that somebody has looked.

        What came of one press is taken back together.
        """
        entries = self._session.timeline.entries
        last = (n for n in range(len(entries) - 1, -1, -1) if not isinstance(entries[n], Look))
        found = next(last, None)
        return None if found is None else self._stand_ins.first_of(found)

    def _take(self, typed: Typed, *_: object) -> Followed:
        """Let the table be right, if who leads it says so."""
        if not typed.leads:
            return Followed(GestureOutcome(done=False, why=Rejection("leaders-take")))
        return Followed(DONE, look=True, take=typed.seat)

    # How strictly

    def _rules(self, typed: Typed, about: str, mode: Mode) -> Followed:
        """Say how strict the referee is; or change it, as who leads the table, or by a vote."""
        wanted = MODES.get(about.casefold())
        if wanted is None:
            return Followed(GestureOutcome(done=False, why=Rejection(f"mode-{mode}")))
        if not typed.leads and not self._votes.carries(typed.seat, "rules", wanted):
            params: dict[str, str | int] = {"seat": typed.seat, "mode": wanted}
            return Followed(DONE, to_all=(Rejection("wants-mode", params),))
        self._votes.over("rules")
        self._before_pause = None
        return Followed(DONE, to_all=(Rejection(f"mode-{wanted}"),), mode=wanted, look=True)

    def _rule(self, typed: Typed, about: str, _mode: Mode) -> Followed:
        """Let one rule merely advise, or hold again; who leads says so, or a vote."""
        rule, _, word = about.upper().partition(" ")
        off = SWITCH.get(word.strip().casefold())
        if off is None or not self._judge.waiving.could(rule):
            return Followed(GestureOutcome(done=False, why=Rejection("no-rule-to-waive")))
        what = "off" if off else "on"
        if not typed.leads and not self._votes.carries(typed.seat, rule, what):
            params: dict[str, str | int] = {"seat": typed.seat, "rule": rule}
            return Followed(DONE, to_all=(Rejection(f"wants-rule-{what}", params),))
        self._votes.over(rule)
        self._judge.waive(rule, off=off)
        return Followed(DONE, to_all=(Rejection(f"rule-{what}", {"rule": rule}),))

    def _pause(self, _typed: Typed, _about: str, mode: Mode) -> Followed:
        """Let hands be free for a while; who goes on has the table put right."""
        if self._before_pause is None:
            self._before_pause = mode
            return Followed(DONE, to_all=(Rejection("paused"),), mode="off")
        back, self._before_pause = self._before_pause, None
        return Followed(DONE, to_all=(Rejection("going-on"),), mode=back, look=True, repair=True)

    def _bot(self, typed: Typed, about: str, _mode: Mode) -> Followed:
        """Let a bot take one's own seat, or give it back; who leads names any seat."""
        seat = self._named(typed, about) if about else typed.seat
        if not seat or (seat != typed.seat and not typed.leads):
            return Followed(GestureOutcome(done=False, why=Rejection("no-bot-there")))
        taken = self._stand_ins.toggle(seat)
        if taken is None:
            return Followed(GestureOutcome(done=False, why=Rejection("no-bots")))
        code = "bot-plays" if taken else "bot-leaves"
        return Followed(DONE, to_all=(Rejection(code, {"seat": seat}),))

    def _also(self, typed: Typed, about: str, _mode: Mode) -> Followed:
        """Let somebody play another seat, too, at which nobody sits; or give it back."""
        seat = self._named(typed, about)
        if not seat or seat == typed.seat or self._seating.is_taken(seat):
            return Followed(GestureOutcome(done=False, why=Rejection("no-seat-to-play")))
        if self._seating.lent_to(seat) == typed.colour:
            self._seating.give_back(seat)
            return Followed(DONE, to_all=(Rejection("answers-again", {"seat": seat}),))
        self._seating.lend(seat, typed.colour)
        params: dict[str, str | int] = {"seat": seat, "who": typed.seat}
        return Followed(DONE, to_all=(Rejection("answered-for", params),))

    def _always(self, typed: Typed, about: str, _mode: Mode) -> Followed:
        """Answer from now on as somebody did last, where just the same is open; or ask again."""
        wishes = self._judge.wishes
        if SWITCH.get(about.casefold()):
            self._stand_ins.forget_wishes(typed.seat)
            return Followed(DONE, (self._to(typed, Rejection("asked-again")),))
        wished = wishes.keep(typed.seat)
        if wished is None:
            return Followed(GestureOutcome(done=False, why=Rejection("no-such-wish")))
        said = Rejection("always-so", {"answer": wished})
        return Followed(DONE, (self._to(typed, said),))

    def _to(self, typed: Typed, what: Rejection) -> Line:
        return Line(self._seating.said(what, typed.colour), typed.colour)

    def _named(self, typed: Typed, about: str) -> Seat:
        """Give the seat that somebody names, in their language or by its id."""
        named = {**{each: each for each in self._session.seats}, **self._names(typed.colour)}
        return named.get(about.casefold(), "")

    def _names(self, colour: str) -> dict[str, Seat]:
        reader = self._seating.reader(colour)
        return {(reader.name(seat) or seat).casefold(): seat for seat in self._session.seats}

    # Asking

    def _why(self, typed: Typed, about: str, mode: Mode) -> Followed:
        """Read the rule by which something was refused last."""
        refused = self._refused.get(typed.colour)
        return self._read(typed, about or (refused.rule if refused else ""), mode)

    def _read(self, typed: Typed, about: str, _mode: Mode) -> Followed:
        """Read rules by their ids, or by words in them."""
        reader = self._seating.reader(typed.colour)
        found = rules_about(reader, about) if about else []
        if not found:
            return Followed(
                GestureOutcome(done=False, why=Rejection("no-rule", {"about": about or "?"}))
            )
        return Followed(DONE, lines=tuple(Line(each, typed.colour) for each in found))

    def _hint(self, typed: Typed, panel: Sequence[Question]) -> Followed:
        """Name what somebody who knows the game would answer now."""
        bot = self._stand_ins.adviser(typed.seat)
        found = hints(asked(self._session, typed.seat), bot, panel)
        lines = tuple(Line(each, typed.colour) for each in islice(found, HINTS))
        if not lines:
            return Followed(GestureOutcome(done=False, why=Rejection("no-hint")))
        return Followed(DONE, lines=lines)
