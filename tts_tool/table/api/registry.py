"""Every name of the API that scripts may use, and what answers to it.

A name belongs to a page of the documentation: `object`, `wait`, `player/instance`. To add one,
decorate a function; its annotations say how what a script passes is read:

    @function("object", "setLock")
    def set_lock(caller: Caller, thing: Thing, lock: bool) -> bool: ...

Pages whose names belong to something (an object, a player) pass it after the caller. What the
prelude does itself, in Lua, is named with `in_lua`, so that it is not called missing.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cached_property
from typing import Any, NamedTuple, TypeVar, get_type_hints

from tts_tool.table.api.reading import Reader, reader_of
from tts_tool.table.api.values import OBJECT
from tts_tool.table.scripts.faults import RaisedInLua
from tts_tool.table.world.thing import Thing

__all__ = [
    "Member",
    "Parameter",
    "any_name",
    "anything",
    "function",
    "in_lua",
    "members",
    "names_in_lua",
    "prop",
    "setter",
]

Run = Callable[..., object]
_Decorated = TypeVar("_Decorated", bound=Run)

_REQUIRED: Any = object()
_THING = reader_of(Thing)


class Parameter(NamedTuple):
    """One thing that a function takes: how it is read, and what stands for it if missing."""

    name: str
    read: Reader
    default: object

    def take(self, caller: Any, given: object) -> object:
        """Read what a script has passed."""
        if given is None and self.default is not _REQUIRED:
            return self.default
        try:
            return self.read(caller, given)
        except RaisedInLua as fault:
            raise RaisedInLua(f"bad argument '{self.name}': {fault}") from fault


class Member:
    """A function or property of a page."""

    def __init__(self, page: str, name: str, run: Run, *, is_property: bool) -> None:
        self.page = page
        self.name = name
        self.run = run
        self.is_property = is_property
        self.change: Member | None = None

    # Most tables use a few dozen of six hundred: read at once, annotations would be a third of
    # what it takes to begin a cage.
    @cached_property
    def takes(self) -> tuple[Parameter, ...]:
        """What it is given by a script, after the caller."""
        return _parameters(self.run)

    @cached_property
    def of_things(self) -> bool:
        """Whether it belongs to objects only.

        Global is an object, too, but has no more of one than its script and what is attached.
        """
        return self.page == OBJECT and bool(self.takes) and self.takes[0].read is _THING

    def call(self, caller: Any, given: tuple[object, ...]) -> object:
        """Do it with what a script has passed."""
        takes = self.takes
        if len(takes) == 1 and given:  # most are asked of a thing, and nothing is passed
            return self.run(caller, takes[0].take(caller, given[0]))
        if len(given) < len(takes):
            given += (None,) * (len(takes) - len(given))
        return self.run(
            caller, *[each.take(caller, value) for each, value in zip(takes, given, strict=False)]
        )


_MEMBERS: dict[tuple[str, str], Member] = {}
_ANYTHING: dict[str, Run] = {}
_IN_LUA: set[tuple[str, str]] = set()


def function(page: str, *names: str) -> Callable[[_Decorated], _Decorated]:
    """Let a function answer to a name (or to several that mean the same)."""

    def register(run: _Decorated) -> _Decorated:
        for name in names:
            _add(Member(page, name, run, is_property=False))
        return run

    return register


def prop(page: str, *names: str) -> Callable[[_Decorated], _Decorated]:
    """Let a function say the value of a property."""

    def register(run: _Decorated) -> _Decorated:
        for name in names:
            _add(Member(page, name, run, is_property=True))
        return run

    return register


def setter(page: str, *names: str) -> Callable[[_Decorated], _Decorated]:
    """Let a function change a property; without one it can only be read."""

    def register(run: _Decorated) -> _Decorated:
        for name in names:
            _MEMBERS[page, name].change = Member(page, name, run, is_property=True)
        return run

    return register


def any_name(page: str) -> Callable[[_Decorated], _Decorated]:
    """Let a function answer to every name that nothing else answers to: `Player.Red`."""

    def register(run: _Decorated) -> _Decorated:
        _ANYTHING[page] = run
        return run

    return register


def anything(page: str) -> Run | None:
    """Find what answers to names that nobody knows beforehand."""
    return _ANYTHING.get(page)


def in_lua(page: str, *names: str) -> None:
    """Say which names of a page the prelude answers to."""
    _IN_LUA.update((page, name) for name in names)


def members() -> dict[tuple[str, str], Member]:
    """List what Python answers to, by page and name."""
    return _MEMBERS


def names_in_lua() -> frozenset[tuple[str, str]]:
    """List what the prelude answers to."""
    return frozenset(_IN_LUA)


def _add(member: Member) -> None:
    key = (member.page, member.name)
    if key in _MEMBERS:
        raise ValueError(f"two functions answer to {member.name} of {member.page}")
    _MEMBERS[key] = member


def _parameters(run: Run) -> tuple[Parameter, ...]:
    hints = get_type_hints(run)
    after_caller = list(inspect.signature(run).parameters.values())[1:]
    return tuple(
        Parameter(
            each.name,
            reader_of(hints[each.name]),
            _REQUIRED if each.default is inspect.Parameter.empty else each.default,
        )
        for each in after_caller
    )
