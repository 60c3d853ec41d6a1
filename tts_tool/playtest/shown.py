"""Whether people are shown in time what becomes of what they do, and for whom they wait."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from tts_tool.errors import Refused
from tts_tool.playtest.stormy import Stormy
from tts_tool.referee.table.told import Mode
from tts_tool.texts import house

__all__ = ["Shown", "Unshown"]

IN_TIME: Final = (("noted", 1.0), ("waits", 5.0))
"""What the table says by itself where there is no verdict yet, after so many seconds."""
_EVERY: Final = 20
"""After so many looks all panels are read, too."""
_DRAWN: Final = 3
"""So many frames may pass until a panel is there that was drawn anew."""
_MARKS: Final = ("", "• ", "← ")
"""What may stand before a text on a panel: it is chosen, it can be taken back."""


class Unshown(Refused):
    """Somebody was left without a word."""


class _Waiting(NamedTuple):
    """Something that somebody did, when the referee was told, and the chat before that."""

    colour: str
    frame: int
    lines: int
    beginnings: int


class Shown:
    """Listens to what table and referee say to each other."""

    def __init__(self, top: Stormy) -> None:
        """Listen at a table."""
        self.slowest = 0
        """So many frames the slowest verdict took."""
        self.verdicts = 0
        self._top = top
        self._waiting: dict[int, _Waiting] = {}
        self._wrong: list[str] = []
        self._read = self._checked = 0
        top.weather.overhear = self._overheard

    def check(self) -> None:
        """See that whoever did something, or is asked nothing, was shown what is to be known."""
        top = self._top
        for n in list(self._waiting):
            self._judge(n, self._waiting[n])
        if not self._wrong and not (top.injected or top.host.session.over):
            heads = top.host.headings
            blank = [c for c, asked in top.host.panels.items() if not (asked or heads[c].waits)]
            self._wrong += [f"{colour} is not shown for whom everybody waits" for colour in blank]
        self._read = len(top.table.chat)
        self._checked += 1
        if not (self._wrong or top.injected or self._checked % _EVERY):
            if _unread(top):
                top.table.run(_DRAWN)
            self._wrong += _unread(top)
        if self._wrong:
            raise Unshown("; ".join(self._wrong), where=f"frame {top.table.frame}")

    def _overheard(self, message: Mapping[str, Any]) -> None:
        kind = message.get("kind")
        if kind in {"gestured", "said"}:
            report = msgspec.json.decode(message["body"])
            top = self._top
            waiting = _Waiting(report["colour"], top.table.frame, self._read, top.beginnings)
            self._waiting.setdefault(report["n"], waiting)
        elif kind == "told":
            told = msgspec.json.decode(message["body"])
            for verdict in told["verdicts"]:
                self._settled(verdict, told["mode"])

    def _settled(self, verdict: Mapping[str, Any], mode: Mode) -> None:
        """See that whoever is refused something is told why; where nobody referees nothing is."""
        if not (verdict["done"] or verdict["say"] or mode == "off"):
            self._wrong.append(f"{verdict['colour']} was refused {verdict['n']} without a word")
        waiting = self._waiting.pop(verdict["n"], None)
        if waiting is not None:
            self._judge(verdict["n"], waiting)
            if waiting.beginnings == self._top.beginnings:
                self.verdicts += 1
                self.slowest = max(self.slowest, self._top.table.frame - waiting.frame)

    def _judge(self, n: int, waiting: _Waiting) -> None:
        """See that somebody who waited was told so, unless a referee died or a save was loaded."""
        top = self._top
        if waiting.beginnings != top.beginnings:
            self._waiting.pop(n, None)
            return
        said = {line.text for line in top.table.chat[waiting.lines :] if line.to == waiting.colour}
        words = house("table")
        passed = (top.table.frame - waiting.frame) / top.switches.count("frames-per-second")
        for word, late in IN_TIME:
            if passed > late and words[word][top.way.language] not in said:
                self._wrong.append(f"{waiting.colour} waited {passed:.2f} s for {n} without a word")


def _unread(top: Stormy) -> list[str]:
    """Name what the referee lets people know and their panels do not show, in the same order."""
    wrong = []
    for colour, heading in top.host.headings.items():
        asked = top.host.panels.get(colour, ())
        labels = [b.label for each in asked for b in each.buttons if not b.why_not]
        facts = [each for each in (*heading.facts, heading.waits) if each]
        log = [line.text for line in heading.log]
        read = list(_texts(top.table.screen(colour)))
        left = iter(read)
        for text in (heading.turn, *facts, *labels, *log, heading.mode):
            marked = {f"{mark}{text}" for mark in _MARKS}
            if text and not any(each in marked for each in left):
                wrong.append(f"{colour} does not read {text!r} in its place, but {read}")
                break
    return wrong


def _texts(elements: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Give all that can be read on a screen."""
    for each in elements:
        yield str(each["text"] or each["attributes"].get("text", ""))
        yield from _texts(each["children"])
