"""The first contact with a version of the game: what it answers at any table, by itself.

It takes seconds; nothing is laid on the table, nothing is loaded, nobody sees anything of it.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from tts_tool.documents import NoDocument
from tts_tool.errors import UserError
from tts_tool.resources import lua_templates_dir
from tts_tool.sync.probe.asking import Answers, NotFoundOut
from tts_tool.sync.probe.conversation import Conversation
from tts_tool.sync.probe.outside import OUTSIDE
from tts_tool.sync.probe.questions import questions

__all__ = ["answers_file", "first_contact", "version_of"]

_BLOCK: Final = re.compile(r'^ask\("([a-z0-9-]+)", function.*?^end\)$', re.MULTILINE | re.DOTALL)
_VERSION: Final = re.compile(rb'"VersionNumber": "(v[0-9.]{1,20})"')
# The version is among the first keys, in older saves the last: all between may have megabytes.
_END: Final = 1 << 12
_CHUNK: Final = """\
local found = {}
local function ask(name, question)
    pcall(question, function(value) found[name] = value end)
end
"""


async def first_contact(game: Conversation) -> Answers:
    """Put the questions that can be put at any table; what can't be asked stays open."""
    anywhere = {name for name, each in questions().items() if each.anywhere}
    found: Answers = {}
    for names, question in OUTSIDE.items():
        if anywhere.intersection(names):
            try:
                found |= await question(game)
            except (UserError, NoDocument, OSError):
                continue
    inside = await game.execute(_chunk(anywhere))
    found |= inside if isinstance(inside, dict) else {}
    return {name: value for name, value in found.items() if not isinstance(value, NotFoundOut)}


def _chunk(names: set[str]) -> str:
    """Take questions out of the self-test: those that only look."""
    text = (lua_templates_dir() / "selftest" / "at_once.lua").read_text(encoding="utf-8")
    blocks = [block[0] for block in _BLOCK.finditer(text) if block[1] in names]
    return "\n".join([_CHUNK, *blocks, "return found"])


def version_of(saves: Path) -> str:
    """Say which version of the game saved last here; it saves by itself every few minutes."""
    files = sorted(saves.glob("TS_*.json"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in files:
        found = _VERSION.search(_ends(path))
        if found is not None:
            return found[1].decode()
    return "unknown"


def _ends(path: Path) -> bytes:
    """Read the beginning and the end of a save, which may be long: it stands in one of them."""
    with path.open("rb") as file:
        beginning = file.read(_END)
        file.seek(max(len(beginning), path.stat().st_size - _END))
        return beginning + file.read()


def answers_file(folder: Path, version: str) -> Path:
    """Say where the answers of a version are kept, among what belongs to a person."""
    return folder / "answers" / f"{version}.toml"
