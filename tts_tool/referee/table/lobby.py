"""Before a game: who plays, with which boxes, how strictly; or which game goes on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import singledispatchmethod
from typing import Final, NamedTuple

from tts_tool.catalog import Catalogue
from tts_tool.errors import BadInput, UserError
from tts_tool.journal import Summary
from tts_tool.kernel.decisions import Press
from tts_tool.kernel.inventory import Inventory, Seat
from tts_tool.kernel.module import Ruleset
from tts_tool.kernel.rejection import LANGUAGES, Rejection
from tts_tool.kernel.state import State
from tts_tool.referee.table import reports
from tts_tool.referee.table.adopting import Found, Unfit, in_play
from tts_tool.referee.table.keepsake import Keepsake, unpacked
from tts_tool.referee.table.meeting import Greeting, Met, fitting
from tts_tool.referee.table.told import Button, Line, Mode, Question, Told, Verdict
from tts_tool.referee.table.upkeep import MOST_NAMED
from tts_tool.referee.wording import REFEREE, Reader, setting_in_words
from tts_tool.texts import say

__all__ = ["Lobby", "Offer", "Plan"]

MODES: Final[tuple[Mode, ...]] = ("advise", "enforce", "automate")
MOST_KEPT: Final = 4
"""So many games are offered to be gone on with, those played last."""
_OWN: Final = "lobby."
_BY: Final = (*REFEREE, "lobby")


class Offer(NamedTuple):
    """What can be played at a table."""

    ruleset: Ruleset
    catalogue: Catalogue
    box: Inventory
    """What was built: for all its seats and boxes."""
    digest: str
    boxes: tuple[str, ...]
    """Those that may be left out."""
    colours: Mapping[Seat, str]
    kept: Sequence[Summary] = ()
    """Games that can be gone on with, those played last first."""


class Plan(NamedTuple):
    """What a table has chosen."""

    seats: tuple[Seat, ...]
    boxes: tuple[str, ...]
    mode: Mode
    tongues: Mapping[str, str]
    settings: Mapping[str, str] = {}
    """Readings and house rules of a new game."""
    resume: str = ""
    """The name of the game that goes on, if it is no new one."""
    is_sure: bool = False
    """That game is the one at the table: nobody is asked which of both goes on."""
    keepsake: Keepsake | None = None
    """What the table has kept of its game, if it is to go on with that."""
    found: Found | None = None
    """How the table lies, if that is the game that goes on."""


class Lobby:
    """Asks a table what it wants to play; `plan` is there when it has said so."""

    def __init__(
        self,
        offer: Offer,
        mode: Mode = "advise",
        language: str = "en",
        settings: Mapping[str, str] | None = None,
    ) -> None:
        """Ask in a language until somebody chooses another one; with these house rules at first."""
        self.offer = offer
        self.mode: Mode = mode
        self.plan: Plan | None = None
        self.epoch = 0
        self.step = 0
        self._language = language
        self._tongues: dict[str, str] = {}
        self._seats: set[Seat] = set()
        self._boxes = set(offer.boxes)
        self._settings = dict(settings or {})
        self._keepsake: Keepsake | None = None
        """What the table has kept of a game that no journal here has."""
        self._lines: list[Line] = []
        """What is still to be said."""
        self._in_play: tuple[Seat, ...] = ()
        """Who plays a game that lies there and that nobody has refereed."""
        self._adopting: Seat = ""
        """Whose turn begins at that table: it is looked at once more, and becomes a game."""
        self._unfolded: set[str] = set()
        """Colours that look at the house rules."""
        self._panels: dict[str, tuple[Question, ...]] = {}
        self.verdicts: dict[int, Verdict] = {}
        """By the number of the gesture."""
        self._verdicts: list[Verdict] = []

    # Meeting

    def greeting(self, secret: str) -> Greeting:
        """Say how the table is greeted."""
        return Greeting(
            secret=secret,
            game=self.offer.ruleset.name,
            mode="advise",
            tongues=self._tongues,
            count=max(self.verdicts, default=0),
        )

    def met(self, table: Met) -> None:
        """See that the table is one of this game and of these rules."""
        fitting(table, self.offer.ruleset.name, self.offer.digest)

    def received(self, report: reports.Report) -> Told:
        """Take a report and say what the table is told."""
        self._take(report)
        since, self.step = self.step, self.step + 1
        panels = {colour: tuple(self._panel(colour)) for colour in self.offer.colours.values()}
        fresh = {c: panel for c, panel in panels.items() if self._panels.get(c) != panel}
        self._panels = panels
        told = Told(
            epoch=self.epoch,
            since=since,
            step=self.step,
            mode="advise",
            verdicts=tuple(self._verdicts),
            lines=tuple(self._lines),
            panels=fresh,
            look=bool(self._adopting),
        )
        self._verdicts.clear()
        self._lines.clear()
        return told

    def overdue(self) -> None:
        """Nobody is waited for before a game has begun."""

    def go_on_with(self, game: str) -> None:
        """Let a game go on without asking anybody, as soon as a table is there."""
        self.plan = self._plan()._replace(resume=game, is_sure=True)

    def could_not(self, error: UserError) -> tuple[Line, ...]:
        """Say that what was chosen could not be begun; what does not fit is named."""
        if not isinstance(error, Unfit):
            return (Line(self._word("could-not-begin", "")),)
        more = len(error.why) - MOST_NAMED
        named = (*error.why[:MOST_NAMED], *([Rejection("and-more", {"count": more})] * (more > 0)))
        return tuple(
            Line(self._reader(colour).say(each), colour)
            for colour in self.offer.colours.values()
            for each in (Rejection("not-adopted"), *named)
        )

    # Taking reports

    @singledispatchmethod
    def _take(self, report: reports.Report) -> None:
        """Nothing else matters before a game has begun."""

    @_take.register
    def _hello(self, report: reports.Hello) -> None:
        self.epoch = max(self.epoch, report.epoch) + 1
        self.step = 0
        self._panels.clear()
        self._keepsake = self._kept_by(report.keepsake)
        is_known = bool(report.moment) and self._known(report.keepsake) is not None
        self._in_play = () if is_known else self._seats_in_play(report.survey)
        self._adopting = ""
        for colour, language in report.tongues.items():
            self._speak(colour, language)
        if report.keepsake and self._known(report.keepsake) is None:
            self._lines = [
                Line(self._word("kept-in-vain", colour), colour)
                for colour in self.offer.colours.values()
            ]
        for pending in report.pending:
            self._take(pending)

    def _kept_by(self, text: str) -> Keepsake | None:
        """Read what the table has kept, if it can be gone on with only so."""
        found, known = self._known(text), {game.id for game in self.offer.kept}
        return None if found is None or found.kept_as in known else found

    def _known(self, text: str) -> Keepsake | None:
        """Read which game it is that a table has kept, if it can be gone on with here."""
        try:
            found = unpacked(text) if text else None
        except BadInput:
            return None
        if found is None or found.game != self.offer.ruleset.name:
            return None
        return found if set(found.seats) <= set(self.offer.colours) else None

    def _seats_in_play(self, survey: reports.Surveyed) -> tuple[Seat, ...]:
        """Say who plays what lies there, if the game can be taken up from what is seen."""
        can = self.offer.ruleset.takes_up is not None
        return in_play(survey, self.offer.box) if can else ()

    @_take.register
    def _surveyed(self, report: reports.Surveyed) -> None:
        """Go on with the table as it lies now, if somebody has said so."""
        seat, self._adopting = self._adopting, ""
        self._in_play = self._seats_in_play(report) if seat else self._in_play
        if seat in self._in_play:
            self.plan = self._plan()._replace(seats=self._in_play, found=Found(report, seat))

    @_take.register
    def _seated(self, report: reports.Seated) -> None:
        self._speak(report.colour, report.language)

    def _speak(self, colour: str, language: str) -> None:
        """Speak to a colour in the language of whoever sits there."""
        if language in LANGUAGES:
            self._tongues[colour] = language
        elif not language:
            self._tongues.pop(colour, None)

    @_take.register
    def _gestured(self, report: reports.Gestured) -> None:
        if report.n not in self.verdicts:
            press = report.gesture.button if isinstance(report.gesture, Press) else ""
            own = f"{_OWN}{report.colour}."
            done = press.startswith(own)
            if done:
                self._pressed(report.colour, press.removeprefix(own))
            self._conclude(report, done=done)
        self._verdicts.append(self.verdicts[report.n])

    @_take.register
    def _said(self, report: reports.Said) -> None:
        if report.n not in self.verdicts:
            self._conclude(report, done=False)
        self._verdicts.append(self.verdicts[report.n])

    def _conclude(self, report: reports.Gestured | reports.Said, *, done: bool) -> None:
        say = "" if done else self._word("no-game-yet", report.colour)
        self.verdicts[report.n] = Verdict(report.n, report.colour, done, say)

    def _pressed(self, colour: str, press: str) -> None:
        """Do what a button says; one that is not there any more does nothing."""
        offered = [b for question in self._panel(colour) for b in question.buttons]
        button = next((b for b in offered if b.press == f"{_OWN}{colour}.{press}"), None)
        if button is None or button.why_not:
            return
        what, _, which = press.partition(".")
        match what:
            case "seat":
                self._seats ^= {which}
            case "box":
                self._boxes ^= {which}
            case "mode":
                self.mode = next(mode for mode in MODES if mode == which)
            case "rules":
                self._unfolded ^= {colour}
            case "set":
                setting, _, value = which.partition(".")
                self._settings[setting] = value
            case "adopt":
                self._adopting = which
            case "begin" | "table" | "resume":
                self.plan = self._chosen(what, which)

    def _chosen(self, what: str, game: str) -> Plan:
        """Begin a new game, or go on with the one that the table has kept, or with any other."""
        plan = self._plan()
        if what == "table":
            return plan._replace(keepsake=self._keepsake)
        return plan._replace(resume=game)

    def _plan(self) -> Plan:
        seats = tuple(seat for seat in self.offer.ruleset.seats if seat in self._seats)
        boxes = tuple(box for box in self.offer.boxes if box in self._boxes)
        return Plan(seats, boxes, self.mode, dict(self._tongues), dict(self._settings))

    # The panel

    def _panel(self, colour: str) -> Iterator[Question]:
        """Say what a colour is asked."""
        reader = self._reader(colour)
        rows: dict[str, list[tuple[str, str, bool]]] = {
            "seats": [
                (f"seat.{seat}", reader.name(seat) or seat, seat in self._seats)
                for seat in self.offer.colours
            ],
            "boxes": [
                (f"box.{box}", reader.name(box) or box, box in self._boxes)
                for box in self.offer.boxes
            ],
            "mode": [
                (f"mode.{mode}", self._word(mode, colour), mode == self.mode) for mode in MODES
            ],
            "rules": [("rules", self._word("show-rules", colour), colour in self._unfolded)],
            **(self._house_rules(reader) if colour in self._unfolded else {}),
            "adopt": [
                (f"adopt.{seat}", reader.name(seat) or seat, False) for seat in self._in_play
            ],
            "game": [
                *([("table", self._on_the_table(reader), False)] if self._keepsake else []),
                ("begin", self._word("begin", colour), False),
                *((f"resume.{kept.id}", self._told(kept, reader), False) for kept in self._kept()),
            ],
        }
        why_not = {"begin": self._why_not(colour)}
        for what, row in rows.items():
            # The name of a colour keeps the buttons of several panels apart.
            buttons = tuple(
                Button(f"{_OWN}{colour}.{name}", words, why_not.get(name, ""), chosen)
                for name, words, chosen in row
            )
            if buttons:
                yield Question(f"{_OWN}{what}", self._asked(what, colour, reader), buttons)

    def _house_rules(self, reader: Reader) -> dict[str, list[tuple[str, str, bool]]]:
        """Offer the readings and house rules of the chosen boxes, in words."""
        ruleset = self.offer.ruleset
        names = ruleset.completed(self._boxes, self._plan().seats)
        return {
            f"set-{setting.name}": [
                (
                    f"set.{setting.name}.{value}",
                    setting_in_words(setting.name, value, reader)[1],
                    value == self._settings.get(setting.name, setting.default),
                )
                for value in setting.values
                if value not in ruleset.seats or value in self._seats
            ]
            for setting in ruleset.settings(names)
        }

    def _asked(self, what: str, colour: str, reader: Reader) -> str:
        """Say what a row is about: one of our own, or a house rule."""
        if what.startswith("set-"):
            return setting_in_words(what.removeprefix("set-"), "", reader)[0]
        return self._word(what, colour)

    def _on_the_table(self, reader: Reader) -> str:
        """Name the game that lies on the table."""
        seats = self._keepsake.seats if self._keepsake is not None else ()
        named = ", ".join(reader.name(seat) or seat for seat in seats)
        words = Rejection("go-on-at-the-table", {"seats": named})
        return say(words, reader.language, by=_BY)

    def _kept(self) -> Sequence[Summary]:
        return self.offer.kept[:MOST_KEPT]

    def _why_not(self, colour: str) -> str:
        """Say why no game can begin with those who want to play."""
        ruleset, count = self.offer.ruleset, len(self._seats)
        if count in ruleset.not_yet:
            return self._reader(colour).say(ruleset.not_yet[count])
        fewest, most = ruleset.fewest, len(self.offer.colours)
        if fewest <= count <= most:
            return ""
        return self._word("seats-missing", colour, fewest=fewest, most=most)

    def _told(self, kept: Summary, reader: Reader) -> str:
        """Say which game it is that could be gone on with."""
        seats = ", ".join(reader.name(seat) or seat for seat in kept.seats)
        day, answers = kept.played[:16].replace("T", " "), kept.answers
        words = Rejection("go-on", {"day": day, "seats": seats, "answers": answers})
        return say(words, reader.language, by=_BY)

    # Words

    def _tongue(self, colour: str) -> str:
        return self._tongues.get(colour, self._language)

    def _word(self, code: str, colour: str, **params: str | int) -> str:
        return say(Rejection(code, params), self._tongue(colour), by=_BY)

    def _reader(self, colour: str) -> Reader:
        return Reader(self.offer.catalogue, State(self.offer.box), None, self._tongue(colour))
