"""`tts-tool diff`, `info` and `assets`: what people and programs see of saves."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from tests.saves.web import Server, serving
from tests.wants import wants
from tts_tool.cli.main import cli
from tts_tool.cli.shell import run
from tts_tool.errors import ExitCode
from tts_tool.project import Project, Settings, write_project
from tts_tool.saves.objects import Card, Deck, Pdf, Save, Sheet, Tab, Text3D, Tile, Vector
from tts_tool.saves.tree import written


@pytest.fixture(scope="module")
def web() -> Iterator[Server]:
    """Run one server for all tests."""
    with serving() as server:
        yield server


def table(face: str = "https://x.invalid/f.png") -> Save:
    """Make a table with a deck and a stall."""
    sheet = Sheet(key=3, face=face, back="C:\\mods\\back.png", columns=10, rows=7)
    cards = tuple(Card(id=f"ware.{n}", sheet=sheet, index=n, tags=("Ware",)) for n in range(6))
    return Save(
        name="Night Market",
        game_type="Game",
        script="a()\nb()",
        notebook=(Tab(title="Rules"),),
        objects=(Deck(id="wares", nickname="Wares", cards=cards), Text3D(id="title", text="!")),
    )


def saved(folder: Path, save: Save, name: str = "a.json") -> str:
    """Write a save to disk."""
    path = folder / name
    path.write_bytes(written(save.tree()))
    return str(path)


def output(capsys: pytest.CaptureFixture[str], *args: str, code: int = ExitCode.OK) -> list[str]:
    """Run a command and give its lines."""
    assert run(cli, list(args)) == code, capsys.readouterr().err
    return capsys.readouterr().out.splitlines()


def moved(save: Save) -> Save:
    """Move the writing on the table."""
    deck, title = save.objects
    there = msgspec.structs.replace(title, position=Vector(0, 1, 2))
    return msgspec.structs.replace(save, objects=(deck, there))


def test_diff(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What was moved is told, and the exit code says that something was."""
    a, b = saved(tmp_path, table()), saved(tmp_path, moved(table()), "b.json")
    assert output(capsys, "diff", a, a) == ["no difference"]
    (line,) = output(capsys, "diff", a, b, code=ExitCode.FINDING)
    assert line.startswith("3DText [")
    assert line.endswith("]: moved by (0, 0, 2)")


def test_diff_for_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same as JSON: a list of changes, empty if there are none."""
    a, b = saved(tmp_path, table()), saved(tmp_path, moved(table()), "b.json")
    assert json.loads("\n".join(output(capsys, "diff", a, a, "--json"))) == []
    (change,) = json.loads("\n".join(output(capsys, "diff", a, b, "--json", code=1)))
    assert (change["kind"], change["before"], change["after"]) == ("moved", [0, 1, 0], [0, 1, 2])
    assert len(change["where"]) == 1


def test_many_alike_are_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A sheet with a new address is not told for each card."""
    a = saved(tmp_path, table())
    b = saved(tmp_path, table("https://x.invalid/g.png"), "b.json")
    lines = output(capsys, "diff", a, b, code=ExitCode.FINDING)
    assert len(lines) == 2
    assert lines[0].startswith('Deck "Wares" [')
    assert "6 objects (Card [" in lines[1]
    assert lines[1].endswith('from "https://x.invalid/f.png" to "https://x.invalid/g.png"')


def test_diff_of_folder_and_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An unpacked folder is compared like the save it came from; an edit in it is told."""
    a, folder = saved(tmp_path, table()), str(tmp_path / "mod")
    output(capsys, "unpack", a, folder)
    assert output(capsys, "diff", a, folder) == ["no difference"]
    (tmp_path / "mod" / "save" / "script.lua").write_bytes(b"a()\nc()")
    assert output(capsys, "diff", a, folder, code=1) == ["script changed at line 2 (+1 -1)"]


def test_info(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Name, version, objects by kind, scripts, addresses."""
    lines = output(capsys, "info", saved(tmp_path, table()))
    assert lines[0] == "name      Night Market"
    assert "written   v13.3, 1/1/2020 12:00:00 AM" in lines
    assert "objects   8 in all, 2 on the table" in lines
    assert "       6  Card" in lines
    assert "tags      Ware 6" in lines
    assert "notebook  Rules" in lines
    assert "Lua       1 texts, 2 lines, 7 characters" in lines
    assert "assets    2 addresses" in lines


def test_info_for_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same as JSON."""
    path = saved(tmp_path, table())
    found = json.loads("\n".join(output(capsys, "info", path, "--json")))
    assert found["kinds"] == {"Card": 6, "3DText": 1, "Deck": 1}
    assert found["hosts"] == {"(no address on the web)": 1, "x.invalid": 1}
    assert found["size"] == Path(path).stat().st_size
    assert (found["objects"], found["on_table"], found["shared_guids"]) == (8, 2, 0)


def test_info_of_what_is_no_save(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Any JSON is looked at; what is not JSON is an error with its place."""
    (tmp_path / "x.json").write_text("[1, 2]")
    assert "objects   0 in all, 0 on the table" in output(capsys, "info", str(tmp_path / "x.json"))
    (tmp_path / "y.json").write_text('{"a": }')
    assert run(cli, ["info", str(tmp_path / "y.json")]) == ExitCode.BAD_INPUT
    assert "y.json:1:7" in capsys.readouterr().err


def test_project_around(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Inside an unpacked folder the save need not be named; elsewhere it must."""
    monkeypatch.chdir(tmp_path)
    assert run(cli, ["info"]) == ExitCode.NOT_FOUND
    assert "name a save" in capsys.readouterr().err
    output(capsys, "unpack", saved(tmp_path, table()), "mod")
    monkeypatch.chdir(tmp_path / "mod" / "save")
    assert output(capsys, "info")[0] == "name      Night Market"
    assert output(capsys, "assets", "list")[-1] == "2 addresses"
    generated = tmp_path / "generated"
    generated.mkdir()
    write_project(Project(generated, Settings(kind="generated", save_name="x")))
    monkeypatch.chdir(generated)
    assert run(cli, ["info"]) == ExitCode.NOT_FOUND


def test_assets(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each address with the first places that use it."""
    lines = output(capsys, "assets", "list", saved(tmp_path, table()))
    assert lines[0] == "https://x.invalid/f.png"
    assert lines[1].startswith('    Deck "Wares" [')
    assert lines[1].endswith("]: CustomDeck.3.FaceURL")
    assert lines[4] == "    and 4 more"
    assert lines[-1] == "2 addresses"


def test_assets_in_scripts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Addresses in scripts are listed if one asks for them."""
    save = msgspec.structs.replace(table(), script='get("https://x.invalid/api")')
    path = saved(tmp_path, save)
    rows = json.loads("\n".join(output(capsys, "assets", "list", path, "--scripts", "--json")))
    assert [row["kind"] for row in rows] == ["web", "file", "web"]
    assert rows[2]["uses"] == [{"key": "LuaScript", "where": []}]
    assert len(json.loads("\n".join(output(capsys, "assets", "list", path, "--json")))) == 2


def test_check(tmp_path: Path, web: Server, capsys: pytest.CaptureFixture[str]) -> None:
    """What players may not see is reported with its place; the rest is only counted."""
    objects = (
        Tile(id="good", image=web.url("ok")),
        Tile(id="dead", image=web.url("gone")),
        Pdf(id="page", url=web.url("page")),
    )
    path = saved(tmp_path, Save(name="x", objects=objects))
    lines = output(capsys, "assets", "check", path, "--private", code=ExitCode.FINDING)
    assert lines[0] == f"dead: {web.url('gone')}: it is no longer there"
    assert lines[1].endswith("]: CustomImage.ImageURL")
    assert lines[2] == f"wrong: {web.url('page')}: no file but text/html"
    assert lines[-1] == "3 addresses, 2 not in order"


def test_check_for_programs(
    tmp_path: Path, web: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    """A row for each address, in the order of the save, good ones included."""
    good = Save(name="x", objects=(Tile(id="good", image=web.url("ok")),))
    args = ["assets", "check", saved(tmp_path, good), "--private", "--json"]
    (row,) = json.loads("\n".join(output(capsys, *args)))
    assert (row["state"], row["status"], row["address"]) == ("ok", 200, web.url("ok"))
    rows = json.loads("\n".join(output(capsys, *args[:-2], "--json", code=ExitCode.FINDING)))
    assert [row["state"] for row in rows] == ["private"]


def test_without_assets(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A save that calls nothing has nothing wrong."""
    path = saved(tmp_path, Save(name="x"))
    assert output(capsys, "assets", "check", path)[-1].startswith("0 addresses")


def test_hostile_texts_reach_no_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Names and addresses cannot move the cursor of whoever looks at a save."""
    tile = Tile(id="t", nickname="a\x07b\x9bc\nd", image="https://x.invalid/\x07\x9b\r\nd")
    path = saved(tmp_path, Save(name="n\x07\x9b", objects=(tile,)))
    other = saved(tmp_path, Save(name="n"), "b.json")
    for args, code in (
        (("assets", "list", path), 0),
        (("diff", path, other), 1),
        (("info", path), 0),
    ):
        assert not set("\x07\x9b\r") & set("\n".join(output(capsys, *args, code=code)))


@wants("posix")
def test_stopped_from_the_keyboard_while_asking(tmp_path: Path, web: Server) -> None:
    """Ctrl+C ends a check at once, also while servers keep us waiting."""
    tiles = tuple(Tile(id=f"t{n}", image=web.url(f"slow?{n}")) for n in range(40))
    path = saved(tmp_path, Save(name="x", objects=tiles))
    program = (
        "import os, signal, threading, sys; from tts_tool.cli.main import main;"
        "threading.Timer(1, os.kill, (os.getpid(), signal.SIGINT)).start();"
        f"sys.argv = ['tts-tool', 'assets', 'check', {path!r}, '--private']; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=50
    )
    assert done.returncode == ExitCode.INTERRUPTED
    assert "stopped" in done.stderr
