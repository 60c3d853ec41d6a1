"""Hands of players that are programs: what a bot answers, done at the table as a person would.

An answer is a row of choices. Each is made by hand where something on the table means it: a piece
is moved or turned, dice are rolled, a marker is pushed along its row. Everything may as well be
pressed on the panel, or typed by its number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal

from tts_tool.errors import NotFound, Refused
from tts_tool.kernel.decisions import Decision, Gesture, Move, Press, Roll, Turn
from tts_tool.playtest.refereed import Refereed
from tts_tool.referee.table.choosing import presses
from tts_tool.referee.table.drafting import DONE
from tts_tool.referee.table.panel import press_for
from tts_tool.referee.table.throws import Rolled, die_of, stream_of

__all__ = ["Hands", "Way", "gesture_for"]

Way = Literal["hand", "button", "chat"]
"""How somebody prefers to answer; what has no gesture is pressed."""

_TOP: Final = "/top"
_ABOVE: Final = 1.5
_MOMENT: Final = 10
_MOMENTS: Final = 6
"""So often, and so many frames apart, somebody presses a button that does nothing yet."""
_NOTICED: Final = 90
"""So many frames pass until a table has noticed that a marker was pushed."""


def gesture_for(decision: Decision[Any], choice: object) -> Gesture | None:
    """Say what hands do for a choice, if anything on the table means it."""
    ends = choice == DONE or (isinstance(choice, list) and choice[-1] == DONE)
    return None if isinstance(decision.bind, str) or ends else decision.bind(choice)


def _dice(decision: Decision[Any], left: Sequence[Any]) -> Iterator[Rolled]:
    """List the dice that are chosen next, one after the other: they are rolled together."""
    for choice in left:
        die = die_of(gesture_for(decision, choice))
        if die is None:
            return
        yield die


class Hands:
    """The hands of one seat at a refereed table."""

    def __init__(self, top: Refereed, seat: str) -> None:
        """Sit down at the colour of a seat."""
        self.top = top
        self.seat = seat
        self.player = top.table.player(top.host.seating.colours[seat])
        self.presses = self.drags = self.turns = self.rolls = 0

    async def roll(self, throw: Decision[Any], way: Way = "hand", *, together: bool = True) -> None:
        """Roll the dice for which the rules wait, or have them rolled."""
        numbers = self.top.host.chance.missing(throw)
        if way == "hand":
            for some in [numbers] if together else [(each,) for each in numbers]:
                if await self._thrown(throw, some):
                    return
        panel = self.top.host.panels[self.player.colour]
        self._press([each.buttons[0].press for each in panel if each.decision == throw.id], way)
        await self.top.settle()

    async def _thrown(self, throw: Decision[Any], numbers: Sequence[int]) -> bool:
        """Roll some dice of a throw, with others if it must be; tell if that is all."""
        host = self.top.host
        before = len(host.session.timeline.entries)
        for dice in self.top.sets_for(stream_of(throw)):
            if self._roll(dice, numbers):
                await self.top.settle()
            if len(host.session.timeline.entries) > before:
                return True
            if not set(numbers) & set(host.chance.missing(throw)):
                break
        return False

    async def answer(self, decision: Decision[Any], value: Any, way: Way = "hand") -> None:  # noqa: ANN401  # of it
        """Give an answer, choice by choice; what the table has filled in by itself is left out."""
        name = decision.id.rpartition("/")[0]
        left = presses(decision.space(), value)
        while left:
            asked = [
                *self.top.host.session.open(self.seat),
                *self.top.host.session.beside(self.seat),
            ]
            now = next((each for each in asked if each.id.rpartition("/")[0] == name), None)
            if now is None:
                return
            done = self._choose(now, left, way)
            left = left[done:]
            await self.top.settle()

    def _choose(self, decision: Decision[Any], left: Sequence[Any], way: Way) -> int:
        """Make the next choice; say how many were made at once."""
        bound = gesture_for(decision, left[0]) if way == "hand" else None
        if isinstance(bound, Roll):
            together = list(_dice(decision, left))
            numbers = [each.number or 1 for each in together]
            if self._roll(self.top.sets_for(together[0].stream)[0], numbers):
                return len(together)
        elif bound is not None and self.do(bound):
            return 1
        shown = self._shown()
        wanted = [press_for(decision, choice) for choice in left]
        many = next((n for n, each in enumerate(wanted) if each not in shown), len(wanted))
        many = max(many if way == "chat" else 1, 1)
        self._press([each for each in wanted[:many] if each in shown], way)
        return many

    def _shown(self) -> dict[str, int]:
        """Number the buttons of the panel as it does."""
        panel = self.top.host.panels[self.player.colour]
        buttons = (button.press for question in panel for button in question.buttons)
        return {button: number for number, button in enumerate(buttons, 1)}

    def _press(self, buttons: Sequence[str], way: Way) -> None:
        """Press buttons of the panel, or type their numbers."""
        if way == "chat" and buttons:
            shown = self._shown()
            self.player.say("!" + ",".join(str(shown[each]) for each in buttons))
        elif way != "chat":
            for each in buttons:
                self.press(each)

    def press(self, button: str) -> None:
        """Press a button; an interface that was set anew can't be used for a moment."""
        self.presses += 1
        for _ in range(_MOMENTS):
            try:
                self.player.click(button)
            except (NotFound, Refused):
                self.top.table.run(_MOMENT)
            else:
                return
        self.player.click(button)

    # Gestures

    def do(self, gesture: Gesture) -> bool:
        """Do with hands what a gesture says; tell whether the table lets it be done at all."""
        match gesture:
            case Move(component, place):
                real = self._real(component)
                return real is not None and self._move(real, place)
            case Turn(component):
                held = self.top.table.with_memo(component)
                if held is None or held.inside:
                    return False
                self.turns += 1
                return bool(self.player.flip(held.piece))
            case Roll():
                die = die_of(gesture)
                sets = self.top.sets_for(die.stream) if die is not None else []
                return bool(sets) and self._roll(sets[0], ((die and die.number) or 1,))
            case Press(track):
                return self._push(track)
        return False

    def _real(self, component: str) -> str | None:
        """Name what lies on top of a place, if anything does, where a gesture says only that."""
        if not component.endswith(_TOP):
            return component
        return next(iter(self.top.host.session.state.places[component.removesuffix(_TOP)]), None)

    def _move(self, component: str, place: str) -> bool:
        held = self.top.table.with_memo(component)
        if held is None:
            raise NotFound(f"{component} is nowhere", where="the table")
        piece = held.piece
        if held.inside:
            piece = self.player.pull(piece, held.inside)
            if not piece:
                return False
        elif not self.player.pick_up(piece):
            return False
        x, y, z = self.top.middles[place]
        self.drags += 1
        self.player.drop_at(piece, (x, y + _ABOVE, z))
        return True

    def _roll(self, dice: Sequence[str], numbers: Sequence[int]) -> bool:
        """Roll dice of a set; False if it has not so many, or they may not be rolled."""
        if max(numbers) > len(dice):
            return False
        self.rolls += len(numbers)
        things = [self.top.table.find(dice[number - 1]) for number in numbers]
        return bool(self.player.roll(*things))

    def _push(self, track: str) -> bool:
        """Push the marker of a track one further, or back from its end; a counter has buttons."""
        known = self.top.built.tracks.get(track)
        if known is None or known["shape"] in {"counter", "heap"}:
            return False
        value = self.top.host.session.state.tracks[track]
        spots = known["values"]
        spot = spots.get(str(value + 1)) or spots[str(value - 1)]
        self.drags += 1
        marker = self.top.table.find(known["guid"])
        if not self.player.drop_at(marker, (spot["x"], spot["y"] + _ABOVE, spot["z"])):
            return False
        self.top.table.run(_NOTICED)
        return True
