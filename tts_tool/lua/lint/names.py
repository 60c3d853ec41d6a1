"""Checks of names: who defines them, and are they spelt as the game spells them."""

from collections.abc import Collection, Iterator
from difflib import get_close_matches
from functools import cache

from tts_tool.lua import api, syntax
from tts_tool.lua.lexer import Token
from tts_tool.lua.lint.script import ReadScript, Remark
from tts_tool.lua.removed import REMOVED
from tts_tool.lua.stdlib import ABSENT, FUNCTIONS, LIBRARIES, MOONSHARP_ONLY

__all__ = ["names"]

_COLOURS = frozenset(
    "White Brown Red Orange Yellow Green Teal Blue Purple Pink Grey Black Action list".split()
)
_TABLES_WITH_COLOURS = frozenset(("Player", "Color"))
# The game itself calls these two: the first is how it was spelt once.
_OLD_HANDLERS = frozenset(("onload", "update"))
# Methods that objects had once and still answer to.
_OLD_METHODS = frozenset(("lock", "unlock"))
# How near a guess must be. All members of a table are known; a global may be anybody's; and a
# method of whatever object is reported only if it is nearly one of the game's.
_FAR = 0.7
_CLOSE = 0.8
_VERY_CLOSE = 0.88


def names(script: ReadScript, known: Collection[str]) -> Iterator[Remark]:
    """Find names that nobody defines; `known` are those that others define."""
    defined = script.assigned.union(known)
    for part in script.parts:
        match part:
            case syntax.Name():
                if not part.is_local and part.name not in defined:
                    yield from _global(part)
            case syntax.Member():
                yield from _member(part, script, defined)
            case syntax.MethodCall():
                yield from _method(part, script)
            case syntax.Call(function=syntax.Member() as function):
                yield from _method(function, script)
            case syntax.FunctionStatement(target=syntax.Name() as target):
                yield from _handler(target)


def _global(part: syntax.Name) -> Iterator[Remark]:
    name = part.name
    if name in ABSENT:
        yield Remark("absent", part.at, f"the game has no {name}", ABSENT[name])
    elif name in MOONSHARP_ONLY:
        yield Remark("moonsharp", part.at, f"only MoonSharp has {name}")
    elif name in REMOVED["base"]:
        yield _removed(part.at, "base")
    elif name not in _given():
        near = get_close_matches(name, _given(), 1, _CLOSE)
        fix = f"did you mean {near[0]}?" if near else None
        yield Remark("undefined", part.at, f"nobody defines {name}", fix)


def _member(part: syntax.Member, script: ReadScript, defined: Collection[str]) -> Iterator[Remark]:
    """Check what stands behind the dot of a table of the game or of a library."""
    base = part.base
    if not isinstance(base, syntax.Name) or base.is_local or base.name in defined:
        return
    members = LIBRARIES.get(base.name) or api.global_members(base.name)
    if members is None or part.name in script.member_names:
        return
    if base.name in _TABLES_WITH_COLOURS and part.name in _COLOURS:
        return
    whole = f"{base.name}.{part.name}"
    if part.name not in members and _plain(part.name) in members:
        message = f"only MoonSharp finds {base.name}.{_plain(part.name)} under this name"
        yield Remark("dialect", part.at, message, f"write {base.name}.{_plain(part.name)}")
    elif part.name not in members:
        near = get_close_matches(part.name, members, 1, _FAR)
        fix = f"did you mean {base.name}.{near[0]}?" if near else None
        yield Remark("member", part.at, f"the game has no {whole}", fix)
    elif whole in MOONSHARP_ONLY:
        yield Remark("moonsharp", part.at, f"only MoonSharp has {whole}")


def _method(part: syntax.Member | syntax.MethodCall, script: ReadScript) -> Iterator[Remark]:
    """Check a function that is called on something, if it looks like one of the game's."""
    name = part.name
    if name in _methods() or name in script.member_names:
        return
    for page in ("object", "player/instance"):
        if name in REMOVED[page]:
            yield _removed(part.at, page)
            return
    base = part.base
    if isinstance(base, syntax.Name) and api.global_members(base.name) is not None:
        return
    near = get_close_matches(name, _methods(), 1, _VERY_CLOSE)
    if near:
        message = f"no object of the game has {name}"
        yield Remark("misspelt", part.at, message, f"did you mean {near[0]}?")


def _plain(name: str) -> str:
    """Write a name as the documentation would."""
    return name[:1].lower() + name[1:]


def _removed(at: Token, page: str) -> Remark:
    instead = REMOVED[page][at.text]
    message = f"the documentation has dropped {at.text}"
    return Remark("removed", at, message, f"use {instead}" if instead else None)


def _handler(target: syntax.Name) -> Iterator[Remark]:
    """Check the name of a function that looks like an event."""
    if target.is_local or target.name in _OLD_HANDLERS:
        return
    right = _handlers_by_case().get(target.name.casefold(), target.name)
    if right != target.name:
        message = f"the game calls {right}, never {target.name}"
        yield Remark("handler", target.at, message, f"write {right}")


@cache
def _given() -> frozenset[str]:
    """The names that every script finds."""
    ours = FUNCTIONS.union(LIBRARIES, api.global_names(), api.handlers(), ("_ENV",))
    return ours - MOONSHARP_ONLY


@cache
def _methods() -> frozenset[str]:
    return api.object_members().union(_OLD_METHODS, *LIBRARIES.values())


@cache
def _handlers_by_case() -> dict[str, str]:
    return {name.casefold(): name for name in api.handlers()}
