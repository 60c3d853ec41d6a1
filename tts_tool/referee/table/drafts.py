"""What each seat has chosen so far of answers that have parts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from tts_tool.kernel.decisions import Decision
from tts_tool.kernel.spaces import Space
from tts_tool.referee.table.drafting import Answered, Asking, Draft, drafted, pressed

_NOTHING: Final = Asking(())

__all__ = ["Drafts", "Part"]


class Part(NamedTuple):
    """Something that was chosen for an answer that is not complete yet."""

    asking: str
    value: Any


class Drafts:
    """By question what has been pressed for it; whoever answers forgets it."""

    def __init__(self, offered: Callable[[Decision[Any]], Space[Any]] = Decision.space) -> None:
        """Begin with nothing pressed; more may be `offered` than the rules allow."""
        self._offered = offered
        self._pressed: dict[str, tuple[Any, ...]] = {}
        self._looked: dict[str, Asking] = {}
        """What was found when somebody looked, at one moment of the game."""
        self._moment: tuple[object, int] = (None, -1)

    def of(self, decision: Decision[Any]) -> tuple[Any, ...]:
        """Give what has been pressed for a question."""
        return self._pressed.get(_asking(decision), ())

    def asking(self, decision: Decision[Any]) -> Asking:
        """Say what can be pressed next; a draft that its question has outgrown is forgotten."""
        if self._moment != (decision.game, decision.game.version):
            self._moment = (decision.game, decision.game.version)
            self._looked.clear()
        asking = self._looked.get(decision.id)
        if asking is None:
            asking = self._looked[decision.id] = self._looking(decision)
        return asking

    def _looking(self, decision: Decision[Any]) -> Asking:
        for presses in (self.of(decision), ()):
            draft = drafted(self._offered(decision), presses)
            if isinstance(draft, Asking):
                return draft
            self.drop(decision)
        return _NOTHING

    def press(self, decision: Decision[Any], value: object) -> Draft:
        """Press one more key; unless that is refused, or all, it is kept."""
        self.asking(decision)
        before = self.of(decision)
        draft = pressed(self._offered(decision), before, value)
        self._looked.pop(decision.id, None)
        if isinstance(draft, Asking):
            self._pressed[_asking(decision)] = (*before, value)
        elif isinstance(draft, Answered):
            self.drop(decision)
        return draft

    def part(self, decision: Decision[Any], value: object) -> Part:
        """Name what was chosen."""
        return Part(_asking(decision), value)

    def holds(self, part: Part) -> bool:
        """Tell whether something is still chosen, for an answer that is still not complete."""
        return self._pressed.get(part.asking, ()).count(part.value) % 2 == 1

    def look_again(self) -> None:
        """Forget what can be pressed: more or less is offered now."""
        self._looked.clear()

    def drop(self, decision: Decision[Any]) -> None:
        """Forget what was pressed for a question."""
        self._pressed.pop(_asking(decision), None)
        self._looked.pop(decision.id, None)


def _asking(decision: Decision[Any]) -> str:
    """Name an asking, whatever its options have become."""
    return decision.id.rpartition("/")[0]
