"""Counts which documented names the mods of the corpus use: `python -m tests.table.api.counting`.

What it prints is kept in `used.txt`, so that the suite needs no corpus.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.corpus import CORPUS
from tts_tool.lua.api import pages
from tts_tool.lua.lexer import LuaError, Token, tokens

__all__ = ["USED", "count", "used"]

USED = Path(__file__).with_name("used.txt")

_SILENT = frozenset(("space", "comment", "bom", "shebang"))


def used() -> dict[tuple[str, str], int]:
    """Read how many mods use each name."""
    rows = (line.split() for line in USED.read_text(encoding="utf-8").splitlines())
    return {(page, name): int(mods) for page, name, mods in rows}


def count() -> dict[tuple[str, str], int]:
    """Count, for each name, the mods of the corpus in whose scripts it stands."""
    mods: dict[tuple[str, str], set[str]] = {}
    for path in CORPUS:
        for script in set(_scripts(json.loads(path.read_text(encoding="utf-8-sig")))):
            for name in _names(script, path.name):
                mods.setdefault(name, set()).add(path.name)
    return {name: len(where) for name, where in sorted(mods.items())}


def _scripts(node: Any) -> Iterator[str]:  # noqa: ANN401 - any part of a save
    if isinstance(node, dict):
        if node.get("LuaScript"):
            yield node["LuaScript"]
        for each in node.values():
            yield from _scripts(each)
    elif isinstance(node, list):
        for each in node:
            yield from _scripts(each)


def _names(script: str, where: str) -> Iterator[tuple[str, str]]:
    try:
        code = [token for token in tokens(script, where) if token.kind not in _SILENT]
    except LuaError:
        return
    for at, token in enumerate(code):
        if token.kind == "name":
            yield from _meant(code, at, token.text)


def _meant(code: list[Token], at: int, name: str) -> Iterator[tuple[str, str]]:
    """Say which documented names a name may mean, by what stands around it."""
    before = code[at - 1].text if at else ""
    owner = code[at - 2].text if at > 1 and before in (".", ":") else ""
    for page in pages().values():
        if name not in page.functions and name not in page.variables:
            continue
        if page.kind == "events":
            fits = before == "function" or code[at + 1].text == "="
        elif page.kind == "globals":
            fits = name in page.functions and not owner and before != "function"
        elif page.kind in ("table", "behavior"):
            fits = owner == page.lua
        else:
            fits = page.name == "object" and bool(owner)
        if fits:
            yield page.name, name


if __name__ == "__main__":
    for (page_name, found), mods_ in count().items():
        print(page_name, found, mods_)  # noqa: T201 - what it is there for
