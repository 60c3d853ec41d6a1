"""Unpacked folders on disk: nothing is lost, nothing is half done, nothing leads out."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.saves.saves import small
from tests.saves.unpacker import PACKED, unpack
from tests.wants import wants
from tts_tool.errors import BadInput, NotFound, Refused
from tts_tool.saves import swap
from tts_tool.saves.disk import FOLDER, pack_folder, save_file, unpack_folder
from tts_tool.saves.tree import read, written
from tts_tool.saves.verifying import unpacked

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "tests" / "saves" / "unpacker.py"
# macOS can, too, but only on its own file systems.
CAN_EXCHANGE = sys.platform == "linux"
posix = wants("posix")


def old_and_new() -> tuple[bytes, bytes]:
    """Give a save, and another one later."""
    later = small()
    later["ObjectStates"].pop(0)
    later["ObjectStates"][0]["Nickname"] = "Pile"
    later["LuaScript"] = "-- new"
    return written(small()), written(later)


def contents(folder: Path) -> dict[str, bytes]:
    """Give all files in a folder."""
    files = (file for file in folder.rglob("*") if file.is_file())
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


def names(folder: Path) -> list[str]:
    """Give what lies in a folder."""
    return sorted(each.name for each in folder.iterdir())


def states(folder: Path) -> dict[str, tuple[int, int]]:
    """Give what tells whether a file was touched."""
    found = {}
    for path in contents(folder):
        state = (folder / path).stat()
        found[path] = (state.st_ino, state.st_mtime_ns)
    return found


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Give a project into which the old save is unpacked."""
    folder = tmp_path / "mod"
    unpack_folder(unpacked(old_and_new()[0], "save"), folder)
    return folder


def test_there_and_back(project: Path) -> None:
    """What is on disk is what was made in memory, and gives back the save."""
    old, _ = old_and_new()
    assert contents(project / FOLDER) == unpacked(old, "save")
    assert pack_folder(project) == old
    assert names(project) == [FOLDER]


def test_unpacking_again_touches_only_what_changed(project: Path) -> None:
    """Files that stay the same stay the same files; those that go, go; foreign ones stay."""
    inside = project / FOLDER
    (inside / "objects" / "README.md").write_text("mine")
    (inside / "objects" / "Chest.aaaaaa" / "thoughts.txt").write_text("mine, too")
    (project / ".git").mkdir()
    before = states(inside)
    changed, gone = unpack_folder(unpacked(old_and_new()[1], "save"), project)
    after = states(inside)
    touched = {path for path in after if after[path] != before.get(path)}
    assert touched == {
        *("script.lua", "objects/order.txt"),
        *("objects/Pile.cccccc/object.json", "objects/Pile.cccccc/cards.json"),
    }
    assert changed == len(touched)
    assert gone == len(set(before) - set(after)) == 6
    assert (inside / "objects" / "Chest.aaaaaa" / "thoughts.txt").read_text() == "mine, too"
    assert names(project) == [".git", FOLDER]
    assert pack_folder(project) == old_and_new()[1]


def test_unpacking_the_same_touches_nothing(project: Path) -> None:
    """Not even a folder is replaced."""
    before = states(project), project.stat().st_mtime_ns, (project / FOLDER).stat().st_ino
    assert unpack_folder(unpacked(old_and_new()[0], "save"), project) == (0, 0)
    after = states(project), project.stat().st_mtime_ns, (project / FOLDER).stat().st_ino
    assert after == before


def test_packing_the_same_touches_nothing(project: Path, tmp_path: Path) -> None:
    """A save that would not change is left alone; one that does is replaced and keeps its mode."""
    old, new = old_and_new()
    file = tmp_path / "save.json"
    assert save_file(file, old, project)
    file.chmod(0o640)
    before = file.stat()
    assert not save_file(file, old, project)
    assert file.stat() == before
    assert save_file(file, new, project)
    assert (file.read_bytes(), file.stat().st_mode) == (new, before.st_mode)
    assert names(tmp_path) == ["mod", "save.json"]


@pytest.mark.parametrize("what", ["file", "folder", "link"])
def test_what_we_did_not_make_is_refused(tmp_path: Path, what: str) -> None:
    """A folder called like ours with something else in it is never cleared."""
    inside = tmp_path / "mod" / FOLDER
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "novel.txt").write_text("years of work")
    inside.parent.mkdir()
    if what == "file":
        inside.write_text("years of work")
    elif what == "folder":
        elsewhere.rename(inside)
    else:
        inside.symlink_to(elsewhere, target_is_directory=True)
    before = contents(tmp_path)
    with pytest.raises(Refused, match="not made by tts-tool unpack"):
        unpack_folder(unpacked(old_and_new()[0], "save"), tmp_path / "mod")
    assert contents(tmp_path) == before


def test_what_stands_in_the_way_is_refused(project: Path) -> None:
    """A person's file under the name of a folder to come stops it before anything happens."""
    (project / FOLDER / "objects" / "Pile.cccccc").write_text("mine")
    before = contents(project)
    with pytest.raises(Refused, match="in the way"):
        unpack_folder(unpacked(old_and_new()[1], "save"), project)
    assert contents(project) == before


@pytest.mark.parametrize(
    "path", ["script.lua", "objects", "objects/Chest.aaaaaa", "save.json", "layout.json"]
)
def test_links_are_refused(project: Path, path: str) -> None:
    """A link is refused by name, wherever it leads: nobody's other files end up in a save."""
    target = project / FOLDER / path
    target.rename(project / "moved")
    target.symlink_to(project / "moved")
    with pytest.raises(BadInput, match="a link") as caught:
        pack_folder(project)
    assert path in str(caught.value.where).replace(os.sep, "/")


@pytest.mark.parametrize("line", ["../../secret", "..", "/etc", "C:\\secret", "Chest.aaaaaa/../x"])
def test_ways_out_are_refused(project: Path, line: str) -> None:
    """No name in an order file leads out of the folder."""
    secret = project / "secret" / "object.json"
    secret.parent.mkdir()
    secret.write_text("{}")
    order = project / FOLDER / "objects" / "order.txt"
    order.write_text(f"{line}\n")
    with pytest.raises(BadInput, match="no name of a folder") as caught:
        pack_folder(project)
    assert caught.value.where == f"{order}:1"


def test_no_unpacked_folder(tmp_path: Path) -> None:
    """A folder in which nothing was unpacked, or that is not there, is named."""
    with pytest.raises(NotFound, match="no unpacked save"):
        pack_folder(tmp_path)
    with pytest.raises(NotFound, match="no such folder"):
        pack_folder(tmp_path / "nope")


def test_save_inside_its_own_folder_is_refused(project: Path) -> None:
    """Packing onto the files that are packed would destroy them."""
    before = contents(project)
    with pytest.raises(Refused, match="own unpacked folder"):
        save_file(project / FOLDER / "save.json", b"{}", project)
    assert contents(project) == before


def run_steps(deed: str, save: Path, folder: Path, stride: int = 1) -> list[Path]:
    """Kill it at each of its steps; give the folders in which it was killed, and a whole one."""
    command = [sys.executable, str(SCRIPT), "steps", deed, str(save), str(folder), str(stride)]
    ran = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT, env=env())
    told = [json.loads(line) for line in ran.stdout.splitlines()]
    assert [killed for _, killed in told] == [True] * (len(told) - 1) + [False]
    return [Path(copy) for copy, _ in told]


def env() -> dict[str, str]:
    """Let a process of its own find the tests."""
    return {**os.environ, "PYTHONPATH": str(ROOT)}


@posix
@pytest.mark.parametrize("deed", ["unpack", "unpack in two steps"])
def test_unpack_killed_at_each_step(project: Path, tmp_path: Path, deed: str) -> None:
    """The folder is the old or the new one; the next command ends well and leaves no trace."""
    old, new = (unpacked(save, "save") for save in old_and_new())
    save = tmp_path / "new.json"
    save.write_bytes(old_and_new()[1])
    seen, absent = [], 0
    copies = run_steps(deed, save, project)
    for copy in copies:
        inside = contents(copy / FOLDER)
        absent += not inside
        assert inside in (old, new, {})
        back = pack_folder(copy)
        seen.append(old_and_new().index(back))
        assert names(copy) == [FOLDER]
        assert contents(copy / FOLDER) == (old, new)[seen[-1]]
        unpack(save, copy)
        assert contents(copy / FOLDER) == new
    assert seen == sorted(seen), "once it is the new one it stays so"
    assert len(copies) > 30
    assert set(seen) == {0, 1}
    assert absent == (0 if deed == "unpack" and CAN_EXCHANGE else 1)


@posix
def test_pack_killed_at_each_step(project: Path, tmp_path: Path) -> None:
    """The file is the old or the new one, byte for byte."""
    (project / PACKED).write_bytes(b"old")
    packed = [(copy / PACKED).read_bytes() for copy in run_steps("pack", tmp_path, project)]
    assert set(packed) == {b"old", old_and_new()[0]}
    assert packed == sorted(packed, key=lambda data: data != b"old")


@posix
@pytest.mark.soak(sample=8, full=300)
def test_killed_at_any_moment(tmp_path: Path, rounds: int) -> None:
    """Killed wherever it was, folder and file are whole: one save or the other."""
    pick = random.Random(5)
    saves = old_and_new()
    files = [unpacked(save, "save") for save in saves]
    paths = [tmp_path / "0.json", tmp_path / "1.json"]
    for path, save in zip(paths, saves, strict=True):
        path.write_bytes(save)
    folder = tmp_path / "mod"
    for _ in range(rounds):
        command = [sys.executable, str(SCRIPT), "loop", *map(str, paths), str(folder)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT, env=env()) as process:
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(pick.random() * 0.1)
            process.kill()
        if folder.exists() and (folder / FOLDER).exists():
            assert contents(folder / FOLDER) in files
            assert pack_folder(folder) in saves
        if (folder / PACKED).exists():
            assert (folder / PACKED).read_bytes() in saves
    assert pack_folder(folder) in saves


def test_without_exchange(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where folders cannot change places, two steps lead to the same."""
    monkeypatch.setattr(swap, "_exchange", lambda *_: False)
    unpack_folder(unpacked(old_and_new()[1], "save"), project)
    assert pack_folder(project) == old_and_new()[1]
    assert names(project) == [FOLDER]


def test_without_hard_links(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a file cannot have two names it is copied, and keeps its time."""

    def refuse(*_: object, **__: object) -> None:
        raise OSError

    before = states(project / FOLDER)
    monkeypatch.setattr(os, "link", refuse)
    unpack_folder(unpacked(old_and_new()[1], "save"), project)
    after = states(project / FOLDER)
    assert pack_folder(project) == old_and_new()[1]
    assert after["note.txt"][1] == before["note.txt"][1]


def test_two_at_once(tmp_path: Path) -> None:
    """Whoever comes second waits; both saves are whole at any time, and the last one stays."""
    old, new = old_and_new()
    paths = [tmp_path / "0.json", tmp_path / "1.json"]
    for path, save in zip(paths, (old, new), strict=True):
        path.write_bytes(save)
    folder = tmp_path / "mod"
    code = (
        "import sys; from pathlib import Path; from tests.saves.unpacker import unpack\n"
        "for _ in range(15): unpack(Path(sys.argv[1]), Path(sys.argv[2]))"
    )
    processes = [
        subprocess.Popen([sys.executable, "-c", code, path, folder], cwd=ROOT, env=env())
        for path in paths
    ]
    assert [process.wait() for process in processes] == [0, 0]
    assert read(pack_folder(folder), "x").bytes() in (old, new)
    assert names(folder) == [FOLDER]


@pytest.mark.parametrize("half", [b"", b"-- half of"])
def test_files_that_change_while_they_are_packed(tmp_path: Path, half: bytes) -> None:
    """What comes out is what they all were at one moment, whatever was read of them before."""
    save, _ = old_and_new()
    folder = tmp_path / "mod"
    unpack_folder(unpacked(save, "a save"), folder)
    script = folder / FOLDER / "script.lua"
    whole, reads = script.read_bytes(), list[str]()
    assert whole

    def hear(event: str, arguments: tuple[object, ...]) -> None:
        name = str(arguments[0]) if event == "open" else ""
        if not name.startswith(str(folder / FOLDER)) or "w" in str(arguments[1]):
            return
        reads.append(name)
        if len(reads) == 1:
            script.write_bytes(half)
        elif str(script) in reads[:-1] and reads.count(str(script)) == 1:
            script.write_bytes(whole)  # half of it was read

    hooked[:] = [hear]
    try:
        assert pack_folder(folder) == save
    finally:
        hooked.clear()
    assert reads.count(str(script)) == 2, "it was read again"


hooked: list[Callable[[str, tuple[object, ...]], None]] = []
"""What is called when a file is opened; a hook itself can't be taken away."""
sys.addaudithook(lambda event, arguments: [each(event, arguments) for each in hooked] and None)
