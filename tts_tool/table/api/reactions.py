"""What the game itself does when something happens, beside telling the handlers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from tts_tool.table.world.events import Occurred

if TYPE_CHECKING:
    from tts_tool.table.api.scripted import ScriptedWorld

__all__ = ["react_to", "reaction_to"]

Reaction = Callable[["ScriptedWorld", Any], None]
_Decorated = TypeVar("_Decorated", bound=Reaction)

_REACTIONS: dict[type[Occurred], Reaction] = {}


def react_to(kind: type[Occurred]) -> Callable[[_Decorated], _Decorated]:
    """Let a function do something whenever an event of a kind is told."""

    def register(run: _Decorated) -> _Decorated:
        if kind in _REACTIONS:
            raise ValueError(f"two functions react to {kind.__name__}")
        _REACTIONS[kind] = run
        return run

    return register


def reaction_to(kind: type[Occurred]) -> Reaction | None:
    """Find what is done on an event, if anything is."""
    return _REACTIONS.get(kind)
