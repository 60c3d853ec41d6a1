"""What another program holds for a moment is waited for; if it never lets go, that is told."""

from __future__ import annotations

import ast
import errno
import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.source_tree import modules
from tts_tool import patience
from tts_tool.cached import write_beside
from tts_tool.journal.logbook import placed
from tts_tool.lua.where import write_maps
from tts_tool.patience import FileHeld, advice
from tts_tool.project import Project, Settings, write_project
from tts_tool.saves import swap
from tts_tool.saves.swap import alone, replace_file, replace_folder, settle
from tts_tool.sync.probe.answers import write_answers
from tts_tool.table.keeping import write_whole

SHARING, DENIED = 32, 5
MANY = 1000


def refusal(number: int, path: object = "x") -> OSError:
    """Make the error with which Windows refuses, also where that is not Windows."""
    error = PermissionError(errno.EACCES, "refused", str(path))
    error.__dict__["winerror"] = number
    return error


class Scanner:
    """Somebody who holds what is to be moved, for so many tries, beginning with a certain one."""

    def __init__(self) -> None:
        self.number = SHARING
        self.before = 0
        self.tries = 0
        self.moves = 0
        self.pauses: list[float] = []

    def hold(self, tries: int, *, before: int = 0) -> None:
        """Let `before` moves pass, then hold on for `tries`."""
        self.before, self.tries, self.moves = before, tries, 0
        self.pauses.clear()

    def watched(self, act: Callable[..., Any]) -> Callable[..., Any]:
        """Stand between somebody and what they do to a file."""

        def refused(path: Any, *others: Any, **more: Any) -> Any:  # noqa: ANN401 - as the system's
            self.moves += 1
            if self.moves > self.before and self.tries:
                self.tries -= 1
                raise refusal(self.number, path)
            return act(path, *others, **more)

        return refused


@pytest.fixture
def scanner(monkeypatch: pytest.MonkeyPatch) -> Scanner:
    """Give a scanner to a machine on which folders cannot be exchanged, as on Windows."""
    it = Scanner()
    for owner, name in ((os, "replace"), (os, "rename"), (shutil, "rmtree")):
        monkeypatch.setattr(owner, name, it.watched(getattr(owner, name)))
    monkeypatch.setattr(swap, "_exchange", lambda *_: False)
    monkeypatch.setattr(time, "sleep", it.pauses.append)
    return it


def _project(file: Path, text: str) -> None:
    write_project(Project(file.parent, Settings(kind="unpacked", save_name=text)))


def _answers(file: Path, text: str) -> None:
    write_answers(file, {text: True}, {}, date(2020, 1, 1))


WAYS: dict[str, Callable[[Path, str], object]] = {
    "a.json": lambda file, text: replace_file(file, text.encode()),
    "cached": lambda file, text: write_beside(file, text.encode()),
    "game.log": lambda file, text: placed(file, text.encode(), forced=True),
    "TS_Save_1.json": lambda file, text: write_whole(file, text.encode()),
    "a.map.json": lambda file, text: write_maps(file, ()) if text == "new" else file.write_text(""),
    "tts-tool.toml": _project,
    "tts_answers.toml": _answers,
}


@pytest.mark.parametrize("name", WAYS)
@pytest.mark.parametrize("tries", [1, 3, len(patience._PAUSES)])
def test_a_held_file_is_waited_for(tmp_path: Path, scanner: Scanner, name: str, tries: int) -> None:
    """Whatever we write over: held for some tries, it is written, and nothing else is left."""
    file = tmp_path / name
    WAYS[name](file, "old")
    before = file.read_bytes()
    scanner.hold(tries)
    WAYS[name](file, "new")
    assert file.read_bytes() != before
    assert scanner.pauses == list(patience._PAUSES[:tries])
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("name", WAYS)
def test_a_file_that_is_not_let_go_is_told(tmp_path: Path, scanner: Scanner, name: str) -> None:
    """Held on and on: the error names the file and what to do; the old contents stay, alone."""
    file = tmp_path / name
    WAYS[name](file, "old")
    before = file.read_bytes()
    scanner.hold(MANY)
    with pytest.raises(FileHeld, match="another program holds this") as caught:
        WAYS[name](file, "new")
    assert str(tmp_path) in str(caught.value.where)
    assert "virus scanner" in str(caught.value.fix)
    assert scanner.pauses == list(patience._PAUSES)
    assert file.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("number", sorted(patience._HELD))
def test_numbers_of_windows(tmp_path: Path, scanner: Scanner, number: int) -> None:
    """Each number by which Windows says that a file is held is understood."""
    scanner.number = number
    scanner.hold(2)
    replace_file(tmp_path / "a", b"new")
    assert len(scanner.pauses) == 2


def test_other_refusals_are_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scanner: Scanner
) -> None:
    """A full disk does not grow by waiting, nor is a right given; the system's own word stands."""
    for number in (errno.ENOSPC, errno.EACCES):
        error = OSError(number, "no")
        monkeypatch.setattr(os, "replace", lambda *_, error=error: (_ for _ in ()).throw(error))
        with pytest.raises(type(error)) as caught:
            replace_file(tmp_path / "a", b"new")
        assert caught.value is error
    assert scanner.pauses == []


def contents(folder: Path) -> dict[str, str]:
    """Read a folder."""
    return {path.name: path.read_text() for path in folder.iterdir()}


def builder(text: str) -> Callable[[Path], object]:
    """Make a folder of two files."""
    return lambda folder: [(folder / name).write_text(text) for name in ("a", "b")]


def test_a_held_folder_is_waited_for(tmp_path: Path, scanner: Scanner) -> None:
    """Every step by which a folder takes another's place may be held for a while."""
    folder = tmp_path / "out"
    replace_folder(folder, builder("old"))
    scanner.hold(3)
    replace_folder(folder, builder("new"))
    assert contents(folder) == {"a": "new", "b": "new"}
    assert list(tmp_path.iterdir()) == [folder]


@pytest.mark.parametrize("before", range(4))
def test_a_folder_that_is_not_let_go_is_old_or_new(
    tmp_path: Path, scanner: Scanner, before: int
) -> None:
    """Wherever it stops, it says so; whoever comes next finds the old folder or the new, whole."""
    folder = tmp_path / "out"
    replace_folder(folder, builder("old"))
    scanner.hold(MANY, before=before)
    with pytest.raises(FileHeld):
        replace_folder(folder, builder("new"))
    scanner.hold(0)
    with alone(tmp_path):
        settle(folder)
    assert contents(folder) in ({"a": "old", "b": "old"}, {"a": "new", "b": "new"})
    assert list(tmp_path.iterdir()) == [folder]


LONG = f"C:/{'x' * 300}/a.json"


@pytest.mark.parametrize(
    ("number", "path", "says"),
    [
        (SHARING, "C:/a.json", "close what has it open"),
        (DENIED, "C:/a.json", "close what has it open"),
        (3, LONG, "Windows stops at 259"),
        (206, LONG, "Windows stops at 259"),
        (3, "C:/a.json", None),
        (112, LONG, None),
    ],
)
def test_advice(number: int, path: str, says: str | None) -> None:
    """What Windows' words hide is said: somebody holds the file, or its path is too long."""
    told = advice(refusal(number, path))
    assert told is None if says is None else says in str(told)


def test_elsewhere_there_is_no_such_advice() -> None:
    """A refusal of another system is what it says."""
    assert advice(FileNotFoundError(errno.ENOENT, "no such file", LONG)) is None
    assert advice(OSError("no file at all")) is None


# Here `replace` is what a panel of the table does with its elements.
NO_FILES = {"tts_tool.table.api.ui"}


def _movers(tree: ast.AST) -> Iterator[int]:
    """Give the lines on which a file or folder is given another's name."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(ast.Attribute(ast.Name("os"), "replace" | "rename" | "renames")):
                yield node.lineno
            case ast.Call(ast.Attribute(ast.Name("shutil"), "move")):
                yield node.lineno
            case ast.Call(ast.Attribute(_, "replace" | "rename"), [_], []):
                yield node.lineno


def test_nobody_is_impatient() -> None:
    """Whoever gives a file another's name does it with patience."""
    found = {module.name: list(_movers(module.tree)) for module in modules()}
    moving = {name for name, lines in found.items() if lines}
    assert moving - NO_FILES == {"tts_tool.patience"}, found


@pytest.mark.parametrize("source", ["os.replace(a, b)", "beside.replace(path)", "x.rename(y)"])
def test_impatience_is_seen(source: str) -> None:
    """The check itself can fail."""
    assert list(_movers(ast.parse(source))) == [1]
    with suppress(StopIteration):
        assert next(_movers(ast.parse("text.replace('a', 'b'); record.replace(at=1)"))) is None
