"""Pulling into files while somebody edits them, or kills us: no side loses anything."""

from __future__ import annotations

import copy
import sys
from pathlib import Path

import pytest

from tests.saves.saves import small
from tests.saves.test_disk import contents, names, run_steps
from tests.saves.unpacker import pull
from tests.wants import wants
from tts_tool.errors import Unavailable
from tts_tool.saves.disk import FOLDER, pack_folder, unpack_folder
from tts_tool.saves.tree import Document, read, written
from tts_tool.saves.verifying import unpacked
from tts_tool.sync.pull.folder import pull_into

posix = wants("posix")

BASE = read(written(small()), "base")


def in_game() -> Document:
    """Change things in the game."""
    root = copy.deepcopy(BASE.root)
    root["LuaScript"] = "-- from the game"
    root["ObjectStates"][0]["Nickname"] = "Pile"
    root["ObjectStates"].append({**copy.deepcopy(root["ObjectStates"][0]), "GUID": "fffff0"})
    return read(Document(root, BASE.layout).bytes(), "game")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a mod that was unpacked, in which a description was edited since."""
    folder = tmp_path / "mod"
    edited = copy.deepcopy(BASE.root)
    edited["ObjectStates"][0]["Description"] = "edited in a file"
    unpack_folder(unpacked(Document(edited, BASE.layout).bytes(), "save"), folder)
    (tmp_path / "base.json").write_bytes(BASE.bytes())
    (tmp_path / "game.json").write_bytes(in_game().bytes())
    return folder


@posix
@pytest.mark.soak(sample=6, full=1)
def test_killed_at_each_step(folder: Path, tmp_path: Path, rounds: int) -> None:
    """Or at each sixth: the folder is as it was or as it is to be; pulled again, it is that."""
    before = contents(folder / FOLDER)
    copies = run_steps("pull", tmp_path / "game.json", folder, stride=rounds)
    after = contents(copies[-1] / FOLDER)
    assert len(copies) > 60 / rounds
    left = {(*names(each), contents(each / FOLDER) == after): each for each in copies}
    assert all(contents(each / FOLDER) in (before, after) for each in copies)
    for each in left.values():
        pull(tmp_path / "game.json", each)
        assert names(each) == [FOLDER]
        assert contents(each / FOLDER) == after != before
    root = read(pack_folder(copies[-1]), "packed").root
    assert root["LuaScript"] == "-- from the game"
    assert root["ObjectStates"][0]["Description"] == "edited in a file"
    assert len(root["ObjectStates"]) == len(BASE.root["ObjectStates"]) + 1


class Meddler:
    """Edits a file whenever the new folder is being built; hooks can't be taken away again."""

    def __init__(self, file: Path, times: int) -> None:
        self.file = file
        self.times = times
        self.edits = 0
        sys.addaudithook(self._hear)

    def _hear(self, event: str, arguments: tuple[object, ...]) -> None:
        if event == "os.link" and self.edits < self.times and str(self.file.parent.parent) in (
            str(arguments[0])
        ):  # fmt: skip
            self.edits += 1
            new = self.file.with_name("new")
            new.write_text(f"edit {self.edits}")
            new.replace(self.file)


@posix
def test_edited_meanwhile(folder: Path) -> None:
    """An edit that falls between reading and writing is taken along; who never stops is told."""
    (file,) = (folder / FOLDER).rglob("Chest*/description.txt")
    Meddler(file, 1)
    done = pull_into(folder, BASE, in_game(), None)
    assert done.written
    root = read(pack_folder(folder), "packed").root
    assert root["ObjectStates"][0]["Description"] == "edit 1"
    assert root["LuaScript"] == "-- from the game"


@posix
def test_edited_all_the_time(folder: Path) -> None:
    """Nothing is written over somebody who keeps writing, and they are told."""
    (file,) = (folder / FOLDER).rglob("Chest*/description.txt")
    Meddler(file, 1_000)
    with pytest.raises(Unavailable, match="keeps writing"):
        pull_into(folder, BASE, in_game(), None)
    root = read(pack_folder(folder), "packed").root
    assert root["ObjectStates"][0]["Description"].startswith("edit ")
    assert root["LuaScript"] != "-- from the game"
