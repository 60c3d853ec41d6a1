"""Puts a script and the modules that it requires into one text, as Tabletop Simulator needs it.

The result has the form of luabundle's, which all tools of the community can take apart again:
a comment with metadata, a call that registers each module, and the call that requires the root.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, Protocol, Self

from tts_tool.errors import BadInput
from tts_tool.lua.errors import LuaError
from tts_tool.lua.lexer import Token, code
from tts_tool.lua.literals import lua_string
from tts_tool.lua.nesting import closers
from tts_tool.lua.search import Search, is_inside, read_text
from tts_tool.lua.source_map import SourceMap, stacked
from tts_tool.lua.strings import string_value
from tts_tool.lua.unbundle import is_bundle

__all__ = ["Bundle", "BundleError", "BundleProblem", "Folders", "Library", "LuaModule", "bundle"]

DEFAULT_ROOT = "__root"
# What those tools know; some look for this very number.
_VERSION = "1.6.0"
# The bare name comes last, for names with an ending; a module is a file before it is a folder.
_SHAPES = ("?.ttslua", "?.lua", "?/index.ttslua", "?/index.lua", "?")

# As in Lua, a module runs once, whatever it returns. One that is required while it is still
# loading gives what it has put into _LOADED so far: nothing, as a rule.
_RUNTIME = """\
local __bundle_require, __bundle_loaded, __bundle_register, __bundle_modules = (function()
	local modules, loaded, running = {}, {}, {}
	local function register(name, body)
		modules[name] = modules[name] or body
	end
	local function require(name)
		if running[name] or loaded[name] ~= nil then
			return loaded[name]
		end
		if not modules[name] then
			error("module " .. tostring(name) .. " is not in this bundle", 2)
		end
		running[name] = true
		local result = modules[name](require, loaded, register, modules)
		if result ~= nil then
			loaded[name] = result
		elseif loaded[name] == nil then
			loaded[name] = true
		end
		return loaded[name]
	end
	return require, loaded, register, modules
end)()"""
_KEPT = 256  # a process that bundles again and again meets most modules as they were
_NOT_BEFORE = frozenset({".", ":", "function", "local", "goto", "::"})
_OPENING = "function(require, _LOADED, __bundle_register, __bundle_modules)"


class LuaModule(NamedTuple):
    """A script, the name by which it is required, and where its lines come from."""

    name: str
    text: str
    map: SourceMap

    @classmethod
    def read(cls, name: str, path: Path) -> Self:
        """Read a script that is written as it stands."""
        text = read_text(path)
        return cls(name, text, SourceMap.plain(path.as_posix(), text))


class Library(Protocol):
    """Whatever knows modules: folders, or a build that has just rendered them."""

    def find(self, name: str) -> LuaModule | None:
        """Give the module of this name."""

    def explain(self, name: str) -> str:
        """Say why there is none."""


class Folders:
    """Modules in folders, `a.b` and `a/b` both in `a/b.ttslua` or `a/b/index.lua` and so on."""

    def __init__(self, *paths: Path | str) -> None:
        self._search = Search.over(paths, _SHAPES)

    def find(self, name: str) -> LuaModule | None:
        """Read the first file that the name means."""
        path = self._search.find(*_spellings(name))
        return None if path is None else LuaModule.read(name, path)

    def explain(self, name: str) -> str:
        """Say what was tried."""
        return self._search.explain(*_spellings(name))


class BundleProblem(NamedTuple):
    """Something about a module that needs a look, and where."""

    where: str
    what: str
    fix: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what} ({self.fix})"


class BundleError(BadInput):
    """A script that cannot be bundled, with everything that is wrong in all its modules."""

    def __init__(self, problems: Sequence[BundleProblem]) -> None:
        first, *others = self.problems = tuple(problems)
        more = f" (and {len(others)} more)" if others else ""
        super().__init__(f"{first.what}{more}", where=first.where, fix=first.fix)

    @property
    def report(self) -> str:
        """A line for each problem."""
        return "\n".join(map(str, self.problems))


class Bundle(NamedTuple):
    """A script ready for the game; `modules` begins with the root, `notes` are no errors."""

    text: str
    map: SourceMap
    modules: tuple[LuaModule, ...]
    notes: tuple[BundleProblem, ...]


class _Require(NamedTuple):
    """A mention of `require`; the name is None if only the running script knows it."""

    name: str | None
    token: Token


def bundle(root: LuaModule, library: Library) -> Bundle:
    """Bundle a script; one that requires nothing is left as it is."""
    modules = {root.name: root}
    problems: list[BundleProblem] = []
    notes: list[BundleProblem] = []
    for module in (reading := [root]):
        for each in _requires(module, problems):
            if each.name is None:
                notes.append(_dynamic(module, each.token))
            elif each.name not in modules:
                found = _found(each.name, library, problems, module, each.token)
                modules[each.name] = found
                reading.append(found)
    everything = tuple(modules.values())
    problems += _unfit(everything) if len(everything) > 1 else ()
    if problems:
        raise BundleError(problems)
    notes += _twins(everything)
    if len(everything) == 1:
        return Bundle(root.text, root.map.named(root.name), everything, tuple(notes))
    text, source_map = _put_together(everything)
    return Bundle(text, source_map, everything, tuple(notes))


def _requires(module: LuaModule, problems: list[BundleProblem]) -> tuple[_Require, ...]:
    """Find each mention of the global `require`; comments and strings do not count."""
    if is_bundle(module.text):
        return ()  # what is in a bundle requires what is in the same bundle
    try:
        return _mentions(module.text, module.name)
    except LuaError as error:
        where = _where(module, error.line, error.column)
        problems.append(BundleProblem(where, error.what, error.fix or "correct it"))
        return ()


@lru_cache(maxsize=_KEPT)
def _mentions(text: str, name: str) -> tuple[_Require, ...]:
    tokens = list(code(text, name))
    closers(tokens, name)  # or the module would end the function that holds it
    places = (index for index, token in enumerate(tokens) if token.text == "require")
    return tuple(each for index in places if (each := _require(tokens, index)) is not None)


def _require(tokens: Sequence[Token], index: int) -> _Require | None:
    """Read a mention of `require`: not if it is a field, a key, or defined here."""
    word = tokens[index]
    before = tokens[index - 1].text if index else ""
    after = list(tokens[index + 1 : index + 4])
    following = [token.text for token in after[:1]]
    if word.kind != "name" or before in _NOT_BEFORE or following == ["="]:
        return None
    if following == ["("] and [token.text for token in after[2:]] == [")"]:
        after = after[1:]
    literal = after[:1] and after[0].kind == "string"
    return _Require(string_value(after[0].text) if literal else None, word)


def _found(
    name: str, library: Library, problems: list[BundleProblem], module: LuaModule, token: Token
) -> LuaModule:
    """Find a module; one that is missing is empty, so that all that are missing can be told."""
    try:
        if (found := library.find(name)) is not None:
            return found
        what, fix = f'no module "{name}"', library.explain(name)
    except BadInput as error:
        what, fix = f'module "{name}" cannot be read: {error}', error.fix or "correct it"
    problems.append(BundleProblem(_where(module, token.line, token.column), what, fix))
    return LuaModule(name, "", SourceMap.plain(None, ""))


def _where(module: LuaModule, line: int, column: int) -> str:
    return str(module.map.at(line, column) or f"{module.name}:{line}:{column + 1}")


def _unfit(modules: Iterable[LuaModule]) -> Iterator[BundleProblem]:
    """Point out what is allowed only where the game begins to read."""
    for module in modules:
        if module.text.startswith(("\ufeff", "#!")):
            what = "a byte order mark, or #!, may stand only at the top of a whole script"
            yield BundleProblem(_where(module, 1, 0), what, "delete it")


def _dynamic(module: LuaModule, token: Token) -> BundleProblem:
    fix = "a module is bundled only if some script requires it by a plain text"
    where = _where(module, token.line, token.column)
    return BundleProblem(where, "this require is known only when the script runs", fix)


def _twins(modules: Iterable[LuaModule]) -> Iterator[BundleProblem]:
    """Point out files that are in the bundle under two names: each name runs them once."""
    names: dict[str, str] = {}
    for module in modules:
        file = module.map.files[:1]
        if not file:
            continue
        first = names.setdefault(file[0], module.name)
        if first != module.name:
            what = f'"{first}" and "{module.name}" are the same file, which will run twice'
            yield BundleProblem(f"{file[0]}:1", what, "require it by one name everywhere")


def _put_together(modules: Sequence[LuaModule]) -> tuple[str, SourceMap]:
    root = modules[0].name
    metadata = {} if root == DEFAULT_ROOT else {"rootModuleName": root}
    told = json.dumps(metadata | {"version": _VERSION}, ensure_ascii=False, separators=(",", ":"))
    parts: list[tuple[str, SourceMap]] = []

    def add(text: str) -> None:
        parts.append((text, SourceMap.plain(None, text)))

    add(f"-- Bundled by luabundle {told}\n{_RUNTIME}")
    for module in modules:
        add(f"__bundle_register({lua_string(module.name)}, {_OPENING}")
        parts.append((module.text, module.map.named(module.name)))
        add("end)")
    add(f"return __bundle_require({lua_string(root)})")
    return "\n".join(text for text, _ in parts), stacked(each for _, each in parts)


def _spellings(name: str) -> tuple[str, ...]:
    """Give what a name may be on disk: dots are folders, or belong to the name."""
    slashed = name.replace(".", "/")
    return (slashed, name) if slashed != name and is_inside(slashed) else (name,)
