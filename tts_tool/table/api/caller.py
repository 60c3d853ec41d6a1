"""Who calls a function of the API, and what that function may reach.

A script has one `Caller` as long as it lives. All that is not of the world but of the running
game (scripts, chat, waiting functions, what leaves for an editor) hangs on the shared `Desk`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from tts_tool.table.api.values import key_of
from tts_tool.table.scripts.faults import RaisedInLua
from tts_tool.table.scripts.values import Function
from tts_tool.table.world.thing import Raw, Thing

if TYPE_CHECKING:
    from tts_tool.table.api.waiting import PutOff
    from tts_tool.table.notices import Notice, Wanted
    from tts_tool.table.switches import Switches
    from tts_tool.table.world.world import World

__all__ = ["GLOBAL", "Caller", "Desk", "Entity", "Scripting", "SpokenLine"]

GLOBAL = 0


class Scripting(Protocol):
    """What the API needs of those who run the scripts; a script goes by its object's handle."""

    def run_function(
        self, function: Function, *arguments: object, name: str = "callback", label: str = ""
    ) -> Any:
        """Call a function that a script has left; what it does wrong is noted, and gives None."""

    def call(self, handle: int, name: str, *arguments: object, label: str = "") -> Any:
        """Call a function of a script by its name; what it does wrong is noted, and gives None."""

    def has(self, handle: int, name: str) -> bool:
        """Tell whether a script has a function of that name."""

    def read(self, handle: int, name: str) -> Any:
        """Read a variable of a script."""

    def write(self, handle: int, name: str, value: object) -> bool:
        """Write a variable of a script; False if there is none."""

    def save_state(self, handle: int | None) -> None:
        """Let a script write down its state."""

    def coroutine(self, handle: int, name: str) -> Function | None:
        """Make a coroutine of a function; what comes back resumes it, and is False at its end."""


@dataclass(frozen=True, slots=True)
class SpokenLine:
    """A line that people see: in the chat, on the screen, in the log."""

    kind: str
    text: str
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)
    to: str = ""
    tag: str = ""


@dataclass(slots=True)
class Desk:
    """What all scripts of a table share."""

    world: World
    switches: Switches
    scripts: Scripting
    waiting: PutOff
    lines: list[SpokenLine] = field(default_factory=list)
    notices: list[Notice | Wanted] = field(default_factory=list)
    missing: dict[str, int] = field(default_factory=dict)
    clipboard: list[Raw] = field(default_factory=list)
    callbacks: dict[int, Function] = field(default_factory=dict)
    # Whatever a page must remember: a page uses keys that begin with its name.
    memory: dict[str, Any] = field(default_factory=dict)

    def keep(self, function: Function) -> int:
        """Keep a function under a number, for the world knows no functions."""
        number = max(self.callbacks, default=0) + 1
        self.callbacks[number] = function
        return number


@dataclass(frozen=True, slots=True)
class Entity:
    """An object or Global: whatever has a script, an interface and things attached to it."""

    handle: int
    raw: Raw
    thing: Thing | None

    def attached(self, name: str) -> str:
        """Name the key of what is attached: `AttachedDecals` of an object, `Decals` of Global."""
        return name if self.thing is None else f"Attached{name}"


@dataclass(frozen=True, slots=True)
class Caller:
    """A script that calls: the handle of its object, or 0 for Global."""

    desk: Desk
    script: int

    @property
    def world(self) -> World:
        """The table."""
        return self.desk.world

    @property
    def switches(self) -> Switches:
        """What we assume of the game."""
        return self.desk.switches

    @property
    def scripts(self) -> Scripting:
        """All scripts."""
        return self.desk.scripts

    def thing(self, handle: int) -> Thing:
        """Find an object that a script names."""
        if handle == GLOBAL:
            raise RaisedInLua("an Object of the table is expected, not Global")
        thing = self.desk.world.thing(handle)
        if thing is None:
            raise RaisedInLua("the object is gone: it was destroyed, or went into a container")
        return thing

    def as_thing(self, value: object) -> Thing:
        """Find an object in a table that a script passes."""
        key = key_of(value)
        if key is not None:
            return self.thing(key)
        raise RaisedInLua("a list of Objects is expected")

    def entity(self, handle: int) -> Entity:
        """Find an object, or Global."""
        if handle == GLOBAL:
            return Entity(GLOBAL, self.desk.world.save, None)
        thing = self.thing(handle)
        return Entity(handle, thing.raw, thing)

    def attribute(self, thing: Thing, name: str, make: Callable[[], Any]) -> Any:
        """Find what we remember of a thing and no save keeps, or begin to."""
        if name not in thing.attributes:
            thing.attributes[name] = make()
        return thing.attributes[name]
