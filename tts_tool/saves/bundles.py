"""Scripts that a bundler has put together, cut at the seams of their modules.

Every letter of the script is in one of the parts, in its order, so joining them gives the same
script whatever it holds. What does not look like the work of a bundler, seam by seam, stays whole.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from itertools import count, pairwise
from typing import Any, Final, NamedTuple

from tts_tool.saves.naming import folded, slug

__all__ = ["Module", "Shelf", "parts_of"]

_ENDINGS: Final = (".lua", ".ttslua")
_HEAD: Final = 4096
"""How far into a script the comment of a bundler may stand."""

_COMMENT: Final = re.compile(r"^\ufeff?-- Bundled by luabundle (\{.+\})\r?$", re.MULTILINE)
_CODE: Final = re.compile(r"^(?!\ufeff?--)[^\S\n]*\S", re.MULTILINE)
_NAME: Final = r'\("((?:[^"\\\n]|\\.)*)"'
_ARGUMENTS: Final = r", function\([^()\n]*\)\r?\n"
_CLOSE: Final = re.compile(r"\r?\nend\)\r?\n\Z")
_LONGEST_CLOSE: Final = len("\r\nend)\r\n")
_SEPARATORS: Final = re.compile(r"[/\\.]+")
_DEEPEST: Final = 4
"""With 32 letters each (see `naming`) they take half of the 259 that a path on Windows has."""


class Module(NamedTuple):
    """The text of a module, as its author wrote it."""

    name: str
    text: str
    is_root: bool


def parts_of(script: str) -> list[str | Module] | None:
    """Cut a bundle: what the bundler wrote, and the modules between; None if it is no bundle."""
    metadata = _metadata(script[:_HEAD])
    if metadata is None:
        return None
    said = metadata.get("identifiers")
    called = said if isinstance(said, Mapping) else {}
    register = re.escape(str(called.get("register", "__bundle_register")))
    require = re.escape(str(called.get("require", "__bundle_require")))
    opened = list(re.finditer(f"^{register}{_NAME}{_ARGUMENTS}", script, re.MULTILINE))
    closed = re.search(rf"^return {require}{_NAME}\)\s*\Z", script, re.MULTILINE)
    if not opened or closed is None or any("\\" in seam[1] for seam in (*opened, closed)):
        return None
    return _cut(script, [*opened, closed], str(metadata.get("rootModuleName") or closed[1]))


def _metadata(head: str) -> Mapping[str, Any] | None:
    """Read the comment that bundlers leave above the first statement."""
    found = _COMMENT.search(head)
    first = _CODE.search(head)
    if found is None or (first is not None and first.start() < found.start()):
        return None
    try:
        said = json.loads(found[1])
    except (ValueError, RecursionError):
        return None
    return said if isinstance(said, dict) else None


def _cut(script: str, seams: Sequence[re.Match[str]], root: str) -> list[str | Module] | None:
    """Cut behind each seam and before the `end)` above the next; the first root is the script."""
    parts: list[str | Module] = [script[: seams[0].end()]]
    has_root = False
    for seam, following in pairwise(seams):
        start = max(seam.end(), following.start() - _LONGEST_CLOSE)
        close = _CLOSE.search(script, start, following.start())
        if close is None:
            return None
        is_root = seam[1] == root and not has_root
        has_root = has_root or is_root
        parts.append(Module(seam[1], script[seam.end() : close.start()], is_root))
        parts.append(script[close.start() : following.end()])
    parts[-1] = f"{parts[-1]}{script[seams[-1].end() :]}"
    return parts if has_root else None


class Shelf:
    """The modules of all scripts of a save, each text once: who edits it edits it for all."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self._taken: dict[str, str] = {}

    def put(self, module: Module) -> str:
        """Give the file of a module; another text under the same name has a file of its own."""
        stem, ending = _path(module.name)
        for number in count(1):
            file = f"{stem}{f'.{number}' if number > 1 else ''}{ending}"
            there = self._taken.setdefault(folded(file), file)
            if self.texts.setdefault(there, module.text) == module.text:
                return there
        raise AssertionError("a count ends")


def _path(module: str) -> tuple[str, str]:
    """Make a path out of the name of a module: `a.b` and `a/b` are both in the folder `a`."""
    ending = next((each for each in _ENDINGS if module.endswith(each)), "")
    parts = [slug(part) for part in _SEPARATORS.split(module.removesuffix(ending))]
    return "/".join(list(filter(None, parts))[-_DEEPEST:] or ["unnamed"]), ending or _ENDINGS[0]
