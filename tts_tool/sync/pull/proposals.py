"""Changes that are proposed to files of a project: shown as a diff, written if they are taken."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from difflib import unified_diff
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from tts_tool.errors import Refused
from tts_tool.patience import remove
from tts_tool.saves.line_ends import instead, joined, lines_of
from tts_tool.saves.swap import replace_file

__all__ = ["Edit", "Left", "Proposals", "ProposedFile", "finish", "proposals", "take"]

_MARK: Final = "\ufeff"
_MEANT: Final = ".tts-tool/taking.json"


class Edit(NamedTuple):
    """Lines of a file, from a line on, that are to be others; `why` says what was done in the game.

    The file may not be there yet; with `is_all` the new lines are all that it holds then, and if
    there are none, it goes. `data` is what it holds that has no lines.
    """

    file: Path
    line: int
    old: tuple[str, ...]
    new: tuple[str, ...]
    why: str
    is_all: bool = False
    data: bytes | None = None


class Left(NamedTuple):
    """Something that was changed in the game and that no program can write into a file."""

    where: str
    what: str


class ProposedFile(NamedTuple):
    """A file as it is and as it is proposed to be; without `before` it is new, else to go."""

    file: Path
    before: bytes | None
    after: bytes | None
    why: tuple[str, ...]

    def diff(self, name: str) -> list[str]:
        """Show the difference as git does."""
        if self.after is not None and _is_picture(self.after):
            return ["--- /dev/null", f"+++ b/{name}", f"a picture of {len(self.after):,} bytes"]
        old, new = (_lines(it) if it is not None else [] for it in (self.before, self.after))
        names = [
            f"{side}/{name}" if data is not None else "/dev/null"
            for side, data in (("a", self.before), ("b", self.after))
        ]
        return list(unified_diff(old, new, names[0], names[1], lineterm=""))


class Proposals(NamedTuple):
    """What is proposed, file by file, and what is left to people."""

    sheets: tuple[ProposedFile, ...]
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


def take(sheets: Sequence[ProposedFile], home: Path) -> int:
    """Write them all, or none; a file that was edited meanwhile ends it before anything is written.

    What is meant stands in a file of its own first: whoever is killed in between goes on with it
    by `finish`.
    """
    for sheet in sheets:
        if _now(sheet.file) != sheet.before:
            raise Refused("this was edited meanwhile", where=str(sheet.file), fix="pull again")
    if not sheets:
        return 0
    meant = home / _MEANT
    meant.parent.mkdir(parents=True, exist_ok=True)
    rows = [_Row(str(each.file), each.before, each.after) for each in sheets]
    replace_file(meant, msgspec.json.encode(rows))
    done: list[ProposedFile] = []
    try:
        for sheet in sheets:
            _write(sheet.file, sheet.after)
            done.append(sheet)
    except OSError:
        for sheet in done:
            _write(sheet.file, sheet.before)
        remove(meant)
        raise
    remove(meant)
    return len(done)


def finish(home: Path) -> int:
    """Write what somebody was about to write who was killed; say how many files that were."""
    meant = home / _MEANT
    try:
        rows = msgspec.json.decode(meant.read_bytes(), type=list[_Row])
    except FileNotFoundError:
        return 0
    except (OSError, msgspec.MsgspecError):
        rows = []  # it was not written to its end, so nothing else was begun
    left = [row for row in rows if _now(Path(row.file)) == row.before]
    for row in left:
        _write(Path(row.file), row.after)
    remove(meant)
    return len(left)


class _Row(msgspec.Struct, frozen=True):
    file: str
    before: bytes | None
    after: bytes | None


def _now(file: Path) -> bytes | None:
    return file.read_bytes() if file.exists() else None


def _write(file: Path, data: bytes | None) -> None:
    if data is None:
        remove(file)
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    replace_file(file, data)


def _sheet(file: Path, edits: Sequence[Edit]) -> ProposedFile:
    before = _now(file)
    why = tuple(it.why for it in edits)
    whole = next((it for it in edits if it.is_all), None)
    if whole is not None and whole.data is not None:
        return ProposedFile(file, before, whole.data, why)
    text = (before or b"").decode()
    mark = _MARK if text.startswith(_MARK) else ""
    lines = lines_of(text.removeprefix(mark))
    if whole is not None:
        end = next((it.end for it in lines if it.end), "\n")
        return ProposedFile(file, before, end.join(whole.new).encode() if whole.new else None, why)
    if before is None:
        lines = []
    for edit in sorted(edits, key=lambda it: it.line, reverse=True):
        there = slice(edit.line - 1, edit.line - 1 + len(edit.old))
        lines[there] = instead(lines[there], edit.new)
    return ProposedFile(file, before, f"{mark}{joined(lines)}".encode(), why)


def _same(one: Edit, other: Edit) -> bool:
    return one[:4] == other[:4]


def _meet(one: Edit, other: Edit) -> bool:
    first, second = sorted((one, other), key=lambda it: it.line)
    return first.line + max(1, len(first.old)) > second.line


def _is_picture(data: bytes) -> bool:
    return b"\0" in data[:1024]


def _lines(data: bytes) -> list[str]:
    return data.decode().replace("\r\n", "\n").split("\n")
