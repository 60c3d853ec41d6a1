"""A situation of Old World with the referee at a table on paper."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from time import monotonic

import msgspec

from tests.old_world.table import Table
from tests.referee.table.paper import Paper, through_json
from tts_tool.kernel.decisions import Gesture, Press
from tts_tool.kernel.timeline import Timeline
from tts_tool.referee.session import Session
from tts_tool.referee.table import reports
from tts_tool.referee.table.host import Host
from tts_tool.referee.table.stand_ins import StandIn
from tts_tool.referee.table.told import Button, Line, Mode, Verdict

COLOURS = {"red": "Red", "blue": "Blue", "green": "Green", "yellow": "Yellow", "white": "White"}
OBSERVED = ("poker.", "attack", "story", "shuffle.")


class Refereed:
    """Hands at a table that shows a situation, and what the referee makes of them."""

    def __init__(
        self,
        situation: Table,
        mode: Mode = "enforce",
        language: str = "en",
        now: Callable[[], float] = monotonic,
        bots: Callable[[str], StandIn] | None = None,
    ) -> None:
        """Begin from the situation, with real dice and decks."""
        header = situation.timeline.header
        luck = msgspec.structs.replace(header.luck, observed=OBSERVED)
        header = msgspec.structs.replace(header, luck=luck)
        self.session = Session(Timeline(situation.timeline.composition, header))
        colours = {seat: COLOURS[seat] for seat in self.session.seats}
        self.host = Host(self.session, colours, language, mode=mode, now=now, bots=bots)
        self.paper = Paper(self.session.state, Random(1))
        self.lines: list[Line] = []
        self._tell(self.paper.hello())

    def say(self, colour: str, text: str, *, leads: bool = False) -> Verdict:
        """Type something, perhaps as who leads the table; it presses buttons itself by numbers."""
        buttons = [
            b.press for question in self.host.panels.get(colour, ()) for b in question.buttons
        ]
        numbers = [int(each) for each in re.findall(r"\d+", text)]
        if re.fullmatch(r"!\d[\d ,]*", text) and all(0 < n <= len(buttons) for n in numbers):
            return [self.do(colour, Press(buttons[number - 1])) for number in numbers][-1]
        self.paper.n += 1
        self._tell(reports.Said(n=self.paper.n, colour=colour, text=text, leads=leads))
        return self.host.verdict(self.paper.n)

    def report(self, report: reports.Report) -> None:
        """Report something."""
        self._tell(report)

    def _tell(self, *report: object) -> None:
        waiting = list(report)
        while waiting:
            self.paper.perform(self.host.received(through_json(waiting.pop(0))))
            self.lines += self.paper.told.lines
            waiting += [*self.paper.fell, *self.paper.failed]
            self.paper.fell, self.paper.failed = [], []

    def do(self, colour: str, gesture: Gesture, **dice: int) -> Verdict:
        """Do something with the hands; dice are named by their numbers: ``d3=6``."""
        values = tuple((int(name[1:]), shows) for name, shows in dice.items())
        report = self.paper.gesture(colour, gesture, values)
        self._tell(report)
        return self.host.verdict(report.n)

    def press(self, colour: str, label: str) -> Verdict:
        """Press the button of the panel that reads so."""
        return self.do(colour, Press(self.button(colour, label).press))

    def button(self, colour: str, label: str) -> Button:
        """Find a button of a panel by what it reads, without its number."""
        buttons = [b for question in self.host.panels[colour] for b in question.buttons]
        found = [each for each in buttons if each.label.partition(" ")[2] == label]
        assert len(found) == 1, [each.label for each in buttons]
        return found[0]

    def labels(self, colour: str) -> list[str]:
        """List what the buttons of a panel read."""
        return [b.label for question in self.host.panels[colour] for b in question.buttons]
