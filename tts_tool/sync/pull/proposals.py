"""Changes that are proposed to files of a project: shown as a diff, written if they are taken."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from difflib import unified_diff
from pathlib import Path
from typing import NamedTuple

from tts_tool.errors import Refused
from tts_tool.saves.swap import replace_file

__all__ = ["Edit", "Left", "Proposals", "Sheet", "proposals", "take"]


class Edit(NamedTuple):
    """Lines of a file, from a line on, that are to be others; `why` says what was done in the game.

    The file may not be there yet.
    """

    file: Path
    line: int
    old: tuple[str, ...]
    new: tuple[str, ...]
    why: str


class Left(NamedTuple):
    """Something that was changed in the game and that no program can write into a file."""

    where: str
    what: str


class Sheet(NamedTuple):
    """A file as it is and as it is proposed to be; without `before` it is new."""

    file: Path
    before: bytes | None
    after: bytes
    why: tuple[str, ...]

    def diff(self, name: str) -> list[str]:
        """Show the difference as git does."""
        old, new = (_lines(it or b"") for it in (self.before, self.after))
        names = (f"a/{name}" if self.before is not None else "/dev/null", f"b/{name}")
        return list(unified_diff(old, new, *names, lineterm=""))


class Proposals(NamedTuple):
    """What is proposed, file by file, and what is left to people."""

    sheets: tuple[Sheet, ...]
    left: tuple[Left, ...]


def proposals(edits: Iterable[Edit], left: Iterable[Left]) -> Proposals:
    """Gather edits by file; where two want the same lines otherwise, the second is left."""
    by_file: defaultdict[Path, list[Edit]] = defaultdict(list)
    rest = list(left)
    for edit in dict.fromkeys(edits):
        others = by_file[edit.file]
        if any(_same(edit, other) for other in others):
            continue
        if any(_meet(edit, other) for other in others):
            rest.append(Left(f"{edit.file}:{edit.line}", f"{edit.why}: another change is here"))
        else:
            others.append(edit)
    sheets = (_sheet(file, edits) for file, edits in by_file.items())
    return Proposals(
        tuple(it for it in sheets if it.before != it.after), tuple(dict.fromkeys(rest))
    )


def take(sheets: Iterable[Sheet]) -> int:
    """Write them, each file in one step; a file that was edited meanwhile ends it."""
    count = 0
    for sheet in sheets:
        now = sheet.file.read_bytes() if sheet.file.exists() else None
        if now != sheet.before:
            raise Refused("this was edited meanwhile", where=str(sheet.file), fix="pull again")
        sheet.file.parent.mkdir(parents=True, exist_ok=True)
        replace_file(sheet.file, sheet.after)
        count += 1
    return count


def _sheet(file: Path, edits: Sequence[Edit]) -> Sheet:
    before = file.read_bytes() if file.exists() else None
    text = (before or b"").decode()
    end = "\r\n" if "\r\n" in text else "\n"
    lines = text.split(end) if before is not None else []
    for edit in sorted(edits, key=lambda it: it.line, reverse=True):
        lines[edit.line - 1 : edit.line - 1 + len(edit.old)] = edit.new
    return Sheet(file, before, end.join(lines).encode(), tuple(it.why for it in edits))


def _same(one: Edit, other: Edit) -> bool:
    return one[:4] == other[:4]


def _meet(one: Edit, other: Edit) -> bool:
    first, second = sorted((one, other), key=lambda it: it.line)
    return first.line + max(1, len(first.old)) > second.line


def _lines(data: bytes) -> list[str]:
    return data.decode().replace("\r\n", "\n").split("\n")
