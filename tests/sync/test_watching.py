"""Edits are noticed as editors really make them: each once, whole, and nothing that is no edit."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tts_tool.saves.swap import replace_folder
from tts_tool.sync.dev import Watching
from tts_tool.sync.dev.watching import is_passed_by

Act = Callable[[Path], object]


def noticed(folder: Path, *acts: Act, singly: tuple[str, ...] = ()) -> list[list[str]]:
    """Do one thing after the other, and list what is told of each, each time that it is.

    After each comes a mark, so that silence can be seen. With `singly` only those files are
    watched, and the marks in a folder of their own.
    """
    found: list[list[str]] = []
    marks = folder / "marks" if singly else folder

    async def run() -> None:
        folders, files = ([marks], [folder / it for it in singly]) if singly else ([folder], [])
        async with Watching(folders, files, outside=[folder / "build"]) as watching:
            edits = watching.edits()
            for number, act in enumerate(acts):
                act(folder)
                (marks / f"mark-{number}").write_text("x")
                found.append([])
                async with asyncio.timeout(50):
                    while True:
                        told = await anext(edits)
                        edited = {each.relative_to(folder).as_posix() for each in told}
                        edited = {each.removeprefix("marks/") for each in edited}
                        found[-1] += sorted(it for it in edited if not it.startswith("mark"))
                        # "." says that all is to be looked at, so the mark, too.
                        if f"mark-{number}" in edited or "." in edited:
                            break

    marks.mkdir(exist_ok=True, parents=True)
    asyncio.run(run())
    return found


def write(name: str, text: str = "new") -> Act:
    """Write a file as it is."""

    def act(folder: Path) -> None:
        (folder / name).write_text(text)

    return act


def renamed(temporary: str, name: str) -> Act:
    """Write beside, then rename: what most editors do."""

    def act(folder: Path) -> None:
        (folder / temporary).write_text("new")
        (folder / temporary).replace(folder / name)

    return act


def vim(folder: Path) -> None:
    """Save as Vim does: try, keep a copy, write anew, forget the copy."""
    (folder / "4913").write_text("")
    (folder / "4913").unlink()
    (folder / ".a.lua.swp").write_text("swap")
    (folder / "a.lua").rename(folder / "a.lua~")
    (folder / "a.lua").write_text("new")
    (folder / "a.lua~").unlink()


def close_again(folder: Path) -> None:
    """Let the system tell of a file that is as it was: so come the last events of a save."""
    (folder / "a.lua").open("a").close()


def of_our_own(folder: Path) -> None:
    """Write where a build writes, and what git and Python leave."""
    for name in ("build/out.json", ".git/index", "__pycache__/x.pyc", ".tts-tool/table.json"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("ours")


def test_editors_save_in_their_own_ways(tmp_path: Path) -> None:
    """Each way of saving is one edit of one file; what nobody has edited is none."""
    folder = tmp_path / "mod"
    folder.mkdir()
    (folder / "a.lua").write_text("old")
    ways = [
        write("a.lua"),
        close_again,
        renamed("a.lua.tmp", "a.lua"),
        renamed(".goutputstream-XYZ", "a.lua"),
        renamed("a.lua___jb_tmp___", "a.lua"),
        vim,
        of_our_own,
        lambda folder: (folder / "a.lua").read_text(),
        lambda folder: (folder / "a.lua").unlink(),
    ]
    once, never = ["a.lua"], list[str]()
    assert noticed(folder, *ways) == [once, never, once, once, once, once, never, never, once]


def test_a_file_that_is_watched_alone(tmp_path: Path) -> None:
    """Each save of it is told once, however many events come of it; its neighbours never are."""
    folder = tmp_path / "mod"
    folder.mkdir()
    (folder / "a.lua").write_text("old")
    ways = [
        write("a.lua"),
        close_again,
        write("b.lua"),
        renamed("a.lua.tmp", "a.lua"),
        vim,
    ]
    once, never = ["a.lua"], list[str]()
    assert noticed(folder, *ways, singly=("a.lua",)) == [once, never, never, once, once]


def test_a_burst_is_one_edit(tmp_path: Path) -> None:
    """Many files that are saved at once come together."""
    folder = tmp_path / "mod"
    folder.mkdir()

    async def run() -> set[str]:
        async with Watching([folder]) as watching:
            for n in range(200):
                (folder / f"{n}.lua").write_text("x" * n)
            async with asyncio.timeout(50):
                return {each.name for each in await anext(watching.edits())}

    assert asyncio.run(run()) == {f"{n}.lua" for n in range(200)}


def test_an_emptied_file_is_waited_for(tmp_path: Path) -> None:
    """An editor that empties a file and then fills it makes one edit, when the file is whole."""
    folder = tmp_path / "mod"
    folder.mkdir()
    file = folder / "a.lua"
    file.write_text("old")

    async def run() -> list[str]:
        async with Watching([folder]) as watching:
            edits = watching.edits()
            file.write_text("")
            asyncio.get_running_loop().call_later(0.06, file.write_text, "whole")
            async with asyncio.timeout(50):
                await anext(edits)
            return [file.read_text()]

    assert asyncio.run(run()) == ["whole"]


def test_a_folder_that_is_swapped(tmp_path: Path) -> None:
    """`unpack` puts a new folder in the place of the old one; edits in it are noticed still."""
    folder = tmp_path / "mod"
    (folder / "save" / "deep").mkdir(parents=True)

    def swap(folder: Path) -> None:
        (folder / "save").rename(folder / ".old")
        (folder / ".new" / "deep").mkdir(parents=True)
        (folder / ".new").rename(folder / "save")
        shutil.rmtree(folder / ".old")

    found = noticed(folder, swap, swap, write("save/deep/a.lua"), swap, write("save/deep/b.lua"))
    assert {"save/deep/a.lua", "."} & {*found[2]}
    assert {"save/deep/b.lua", "."} & {*found[4]}
    assert "." in found[0]


@pytest.mark.parametrize("deep", [0, 3])
def test_a_folder_that_changes_places(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], deep: int
) -> None:
    """`unpack` and `pull` let both folders change places in one step; nobody falls over that."""
    folder = tmp_path / "mod"
    parts = ["save", *(f"{n}" for n in range(deep))]

    def build(new: Path) -> None:
        for n in range(3):
            (new.joinpath(*parts[1:]) / f"object-{n}").mkdir(parents=True)
            (new.joinpath(*parts[1:]) / f"object-{n}" / "a.lua").write_text("x")

    def swap(folder: Path) -> None:
        replace_folder(folder / "save", build)

    folder.mkdir()
    swap(folder)
    name = "/".join((*parts, "object-1", "a.lua"))
    found = noticed(folder, swap, write(name), swap, swap, write(name, "newer"))
    assert "." in found[0]
    assert {name, "."} & {*found[1]}
    assert {name, "."} & {*found[4]}
    assert "Traceback" not in capfd.readouterr().err


def test_a_folder_that_is_made_anew(tmp_path: Path) -> None:
    """Whoever throws a project away and fetches it again goes on editing; so is who moves it."""
    folder = tmp_path / "mod"
    folder.mkdir()

    async def run() -> None:
        async with Watching([folder]) as watching:
            edits = watching.edits()
            for way in ("deleted", "moved"):
                if way == "deleted":
                    shutil.rmtree(folder)
                else:
                    folder.rename(tmp_path / "elsewhere")
                assert watching.is_all(await anext(edits)), "that it is gone is told"
                (tmp_path / "new").mkdir()
                (tmp_path / "new" / "a.lua").write_text(way)
                (tmp_path / "new").rename(folder)
                while not watching.is_all(await anext(edits)) or not folder.exists():
                    pass
                (folder / "a.lua").write_text("edited")
                while folder / "a.lua" not in await anext(edits):
                    pass

    asyncio.run(asyncio.wait_for(run(), 50))


@pytest.mark.parametrize(
    ("name", "passed"),
    [
        ("a.lua", False),
        ("deep/card.toml", False),
        ("a.lua~", True),
        ("#a.lua#", True),
        (".#a.lua", True),
        ("deep/.a.lua.swp", True),
        (".venv/lib/a.lua", True),
        ("a.lua.bak", True),
        ("4913", True),
        ("49130", False),
    ],
)
def test_what_is_passed_by(name: str, *, passed: bool) -> None:
    """Editors' own files are known by their names."""
    assert is_passed_by(Path("/mod") / name, Path("/mod")) is passed
