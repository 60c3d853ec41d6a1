"""Takes a bundle apart: gives back the exact text of each module in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from tts_tool.errors import BadInput
from tts_tool.lua.lexer import Token, code
from tts_tool.lua.nesting import closers
from tts_tool.lua.source_map import Section
from tts_tool.lua.strings import string_value

__all__ = ["BundledModule", "Unbundled", "file_names", "is_bundle", "unbundle"]

_COMMENT = re.compile(r"-- Bundled by luabundle (\{.+\})\r?")
_NOT_IN_FILES = re.compile(r'[\x00-\x1f<>:"|?*\\]|[. ]+(?=/|$)|^[. ]+$')
_RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\.|$)")


class _Identifiers(msgspec.Struct, frozen=True):
    """What a bundle calls the functions that it begins with."""

    register: str = "__bundle_register"
    require: str = "__bundle_require"


class _Metadata(msgspec.Struct, frozen=True, rename="camel"):
    """What a bundler says about its bundle; what it does not say is as luabundle has it."""

    identifiers: _Identifiers = _Identifiers()
    root_module_name: str | None = None


class BundledModule(NamedTuple):
    """A module, and the line of the bundle in which it begins."""

    name: str
    text: str
    first: int

    @property
    def section(self) -> Section:
        """The lines of the bundle that it fills."""
        return Section(self.name, self.first, self.first + self.text.count("\n"))


class Unbundled(NamedTuple):
    """The modules of a bundle, and which of them is the script itself."""

    root: str
    modules: Mapping[str, BundledModule]


def is_bundle(text: str) -> bool:
    """Tell whether a script says of itself, above its first statement, that it is a bundle."""
    return _metadata(text) is not None


def unbundle(text: str, name: str) -> Unbundled:
    """Take the bundle `text` apart; `name` is what errors call it."""
    metadata = _metadata(text) or _Metadata()
    tokens = list(code(text, name))
    modules: dict[str, BundledModule] = {}
    for module in _modules(text, tokens, metadata.identifiers.register, name):
        modules.setdefault(module.name, module)  # the first is the one that runs
    root = metadata.root_module_name or _required(tokens, metadata.identifiers.require)
    if root is None or root not in modules:
        what = f'its root module "{root}" is missing' if modules else "this is no bundle"
        raise BadInput(what, where=name, fix="only what luabundle and its kin made can be undone")
    return Unbundled(root, modules)


def file_names(modules: Iterable[str]) -> dict[str, str]:
    """Give each module a file, for any disk: `a.b` and `a/b` go to `a/b.lua`."""
    files: dict[str, str] = {}
    taken: dict[str, str] = {}
    for module in modules:
        files[module] = _file_name(module)
        other = taken.setdefault(files[module].casefold(), module)
        if other != module:
            what = f'modules "{other}" and "{module}" would share the file {files[module]}'
            raise BadInput(what, fix="rename one of them in the bundle")
    return files


def _file_name(module: str) -> str:
    stem, ending = module, ".lua"
    if module.endswith((".lua", ".ttslua")):
        stem, _, ending = module.rpartition(".")
        ending = f".{ending}"
    else:
        stem = module.replace(".", "/")
    parts = [_NOT_IN_FILES.sub("_", part) for part in re.split(r"[/\\]", stem) if part]
    safe = [f"_{part}" if _RESERVED.match(part) else part for part in parts]
    return "/".join(safe or ["_"]) + ending


def _metadata(text: str) -> _Metadata | None:
    """Read the comment that bundlers leave; others, and empty lines, may stand above it."""
    for line in text.removeprefix("\ufeff").split("\n"):
        if line.strip() and not line.startswith("--"):
            return None
        if found := _COMMENT.fullmatch(line):
            try:
                return msgspec.json.decode(found[1], type=_Metadata)
            except (msgspec.DecodeError, UnicodeEncodeError):
                return None
    return None


def _modules(
    text: str, tokens: Sequence[Token], register: str, name: str
) -> Iterator[BundledModule]:
    """Find the calls that register a module, at the top level only: modules may be bundles."""
    closed_by = closers(tokens, name)
    eol = "\r\n" if text.partition("\n")[0].endswith("\r") else "\n"
    index = 0
    while index < len(tokens):
        if _is_call(tokens, index, register):
            yield _module(text, tokens, index, closed_by, eol)
        index = closed_by.get(index, index) + 1


def _is_call(tokens: Sequence[Token], index: int, register: str) -> bool:
    """Recognise `register("name", function(`."""
    kinds = [token.kind for token in tokens[index : index + 6]]
    texts = [token.text for token in tokens[index : index + 6]]
    return kinds[2:3] == ["string"] and texts == [register, "(", texts[2], ",", "function", "("]


def _module(
    text: str, tokens: Sequence[Token], index: int, closed_by: Mapping[int, int], eol: str
) -> BundledModule:
    opening = tokens[closed_by[index + 5]]
    closing = tokens[closed_by[index + 4]]
    body = text[opening.end : closing.offset]
    begins_below = body.startswith(eol)
    body = body.removeprefix(eol).removesuffix(eol)
    return BundledModule(string_value(tokens[index + 2].text), body, opening.line + begins_below)


def _required(tokens: Sequence[Token], require: str) -> str | None:
    """Find the root's name in `return require("name")` at the end."""
    texts = [token.text for token in tokens[-5:]]
    if texts[:3] == ["return", require, "("] and tokens[-2].kind == "string":
        return string_value(texts[3])
    return None
