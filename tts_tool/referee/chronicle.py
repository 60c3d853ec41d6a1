"""What happened at the table, a line for each event that people care about."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from tts_tool.kernel.events import TurnBegan
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.views import EVERYTHING
from tts_tool.texts import say

if TYPE_CHECKING:
    from tts_tool.referee.session import Session

__all__ = ["Speaker", "last_turn"]


class Speaker(NamedTuple):
    """Somebody who tells in one language what happens in a game."""

    session: Session
    language: str
    by: tuple[str, ...] = ("chronicle",)
    """Whose texts it is told in."""

    def word(self, code: str, **params: str | int) -> str:
        """Say something that is nobody's name."""
        return say(Rejection(code, params), self.language, by=self.by)

    def name(self, text: str) -> str | None:
        """Name what the cards have a name for; whoever is given an id may know its name."""
        return self.session.reader(EVERYTHING, self.language).name(text)

    def named(self, value: object) -> str:
        """Say a component by its name, anything else as it is."""
        if isinstance(value, Mapping):
            return ", ".join(f"{self.named(k)}: {self.named(v)}" for k, v in value.items())
        if isinstance(value, list | tuple):
            return ", ".join(self.named(each) for each in value) or self.word("nothing")
        return self.name(str(value)) or str(value)

    def called(self, chosen: Mapping[str, Any]) -> str:
        """Say a choice by its words, or by its name."""
        words = chosen.get("words", {})
        return str(words.get(self.language) or self.named(chosen["value"]))

    def line(self, event: Mapping[str, Any]) -> str:
        """Tell an event with the rule that it follows; nothing if nobody cares."""
        tell = _LINES.get(event["event"])
        text = "" if tell is None else tell(self, event)
        rule = f" [{event['rule']}]" if text and event.get("rule") else ""
        return text + rule


def last_turn(session: Session) -> int:
    """Find the event with which the last turn began in which somebody has answered already."""
    happened, starts = session.timeline.happened, session.timeline.starts
    if not starts:
        return 0
    turns = (n for n in range(starts[-1], -1, -1) if type(happened[n].event) is TurnBegan)
    return next(turns, 0)


def _moved(tell: Speaker, event: Mapping[str, Any]) -> str:
    known = "components" in event
    things = tell.named(event["components"]) if known else _hidden(tell, event["backs"])
    return f"  {things}: {tell.named(event['source'])} -> {tell.named(event['target'])}"


def _hidden(tell: Speaker, backs: Sequence[object]) -> str:
    one = len(backs) == 1
    return tell.word("hidden-card") if one else tell.word("hidden-cards", count=len(backs))


def _answered(tell: Speaker, event: Mapping[str, Any]) -> str:
    """Say who has answered what, or how chance fell."""
    if not event["seat"]:
        return _fell(tell, event)
    name = tell.named(event["decision"].rpartition("/")[0])
    value = f": {tell.named(event['value'])}" if "value" in event else ""
    return f"{tell.named(event['seat'])} · {name}{value}"


def _fell(tell: Speaker, event: Mapping[str, Any]) -> str:
    """Say what was shuffled at the table; what dice show is told where they are rolled."""
    chance, _, place = event["decision"].partition("/")[0].partition(".shuffle.")
    return tell.word("shuffled", place=tell.named(place)) if chance == "chance" and place else ""


def _forced(tell: Speaker, event: Mapping[str, Any]) -> str:
    """Say what was taken since nothing else was possible, and what was to be read there."""
    name = tell.named(event["decision"].rpartition("/")[0])
    taken = f": {tell.called(event)}" if "value" in event else ""
    line = f"{tell.named(event['seat'])} · {name}{taken} ({tell.word('forced')})"
    others = [each for each in event.get("read", ()) if "rejection" in each]
    return "\n".join([line, *(f"   - {_refused(tell, each)}" for each in others)])


def _refused(tell: Speaker, offered: Mapping[str, Any]) -> str:
    """Say what could not be chosen, and why."""
    rejection = msgspec.convert(offered["rejection"], Rejection)
    reader = tell.session.reader(EVERYTHING, tell.language)
    return f"{tell.called(offered)}: {reader.say(rejection)}"


def _said(tell: Speaker, event: Mapping[str, Any]) -> str:
    reader = tell.session.reader(EVERYTHING, tell.language)
    return f"  {reader.say(Rejection(event['code'], event['params']))}"


def _shuffled(tell: Speaker, event: Mapping[str, Any]) -> str:
    return f"  {tell.word('shuffled', place=tell.named(event['place']))}"


_LINES: dict[str, Callable[[Speaker, Mapping[str, Any]], str]] = {
    "moved": _moved,
    "answered": _answered,
    "forced": _forced,
    "sealed": lambda tell, event: tell.word("sealed", seat=tell.named(event["seat"])),
    "opened": lambda tell, _event: tell.word("opened"),
    "said": _said,
    "shuffled": _shuffled,
    "rolled": lambda tell, event: f"  {tell.named(event['stream'])}: {tell.named(event['values'])}",
    "track-set": lambda tell, e: f"  {tell.named(e['track'])}: {e['was']} -> {e['value']}",
    "turn-began": lambda tell, event: tell.word("turn", seat=tell.named(event["seat"])),
    "phase-began": lambda tell, event: f"-- {tell.named(event['phase'])}",
    "branched": lambda tell, _event: tell.word("branched"),
    "overridden": lambda tell, _event: tell.word("overridden"),
}
