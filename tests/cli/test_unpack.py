"""`tts-tool unpack`, `pack` and `verify` as a person and as a program use them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.saves.saves import small
from tts_tool.cli.main import cli
from tts_tool.cli.shell import run
from tts_tool.errors import ExitCode
from tts_tool.project import read_project
from tts_tool.saves.tree import written


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """Give a save on disk."""
    file = tmp_path / "TS_Save_1.json"
    file.write_bytes(written(small()))
    return file


def test_unpack_and_pack(save: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Unpacking makes a project; packing gives back the file."""
    mod, back = tmp_path / "mod", tmp_path / "back.json"
    assert run(cli, ["unpack", str(save), str(mod)]) == ExitCode.OK
    assert capsys.readouterr().out == f"{mod}: 20 files, 20 written, 0 gone\n"
    settings = read_project(mod).settings
    assert (settings.kind, settings.save_name) == ("unpacked", "Small")
    assert run(cli, ["pack", str(mod), str(back)]) == ExitCode.OK
    assert back.read_bytes() == save.read_bytes()
    size = len(save.read_bytes())
    assert capsys.readouterr().out == f"{back}: {size} bytes\n"
    assert run(cli, ["pack", str(mod), str(back)]) == ExitCode.OK
    assert capsys.readouterr().out == f"{back}: {size} bytes, as before\n"


HALVES = {
    "SaveName": "Small \udc00",
    "Note": "\ud83d",
    "LuaScript": "print('\ud83d')\r\n",
    "TabStates": {"0": {"title": "\ude00\ud83d", "body": "\ud83d\ude00 \udfff"}},
    "\ud800": 1,
}
"""Texts with half a letter, and one in which the halves are whole."""


def test_half_a_letter_in_a_save(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Lone surrogates come back as they were, byte by byte; what is said of them can be printed."""
    root = small() | HALVES
    root["ObjectStates"][0]["Nickname"] = "\ud83d"
    save, mod, back = tmp_path / "save.json", tmp_path / "mod", tmp_path / "back.json"
    save.write_bytes(written(root))
    assert save.read_bytes().count(b"\\ud83d") == 5
    for words in (("unpack", save, mod), ("pack", mod, back), ("verify", save), ("info", save)):
        assert run(cli, [*map(str, words)]) == ExitCode.OK
    assert back.read_bytes() == save.read_bytes()
    back.write_bytes(written(root | {"SaveName": "Small \udc01"}))
    assert run(cli, ["diff", str(save), str(back), "--json"]) == ExitCode.FINDING
    assert "\\udc01" in capsys.readouterr().out


def test_project_of_a_person_stays(save: Path, tmp_path: Path) -> None:
    """What somebody has changed in `tts-tool.toml` survives unpacking again."""
    mod = tmp_path / "mod"
    run(cli, ["unpack", str(save), str(mod)])
    file = mod / "tts-tool.toml"
    file.write_text(file.read_text().replace('"Small"', '"Mine"'))
    assert run(cli, ["unpack", str(save), str(mod)]) == ExitCode.OK
    assert read_project(mod).settings.save_name == "Mine"


def test_for_programs(save: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same as JSON."""
    mod, back = tmp_path / "mod", tmp_path / "back.json"

    def told(*args: str) -> Any:  # noqa: ANN401 - whatever a program may read
        assert run(cli, [*args, "--json"]) == ExitCode.OK
        return json.loads(capsys.readouterr().out)

    counts = {"files": 20, "changed": 20, "gone": 0}
    assert told("unpack", str(save), str(mod)) == {"folder": str(mod), "view": "exact", **counts}
    size = len(save.read_bytes())
    assert told("pack", str(mod), str(back)) == {"save": str(back), "size": size, "written": True}
    (row,) = told("verify", str(save))
    verdict = {"size": size, "files": 20, "residue": 35, "differs-at": None}
    assert row == {"save": str(save), "lossless": True, **verdict}


def test_verify(save: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each save has its line; one that cannot be read does not hide the others."""
    broken = tmp_path / "broken.json"
    broken.write_bytes(b'{\n  "ObjectStates": [')
    missing = tmp_path / "missing.json"
    asked = ["verify", str(broken), str(missing), str(save)]
    assert run(cli, asked) == ExitCode.FINDING
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(f"WRONG  {broken}:2:20: the file ends too early")
    assert lines[1] == f"WRONG  {missing}: No such file or directory"
    assert lines[2].startswith(f"ok     {save}: ")
    assert run(cli, ["verify", str(save)]) == ExitCode.OK


def test_rounded_view(save: Path, tmp_path: Path) -> None:
    """The view rounds places; without being asked nothing is rounded."""
    mod = tmp_path / "mod"
    door = mod / "save" / "objects" / "Door.dddddd" / "object.json"
    run(cli, ["unpack", str(save), str(mod), "--view", "rounded"])
    assert '"posZ": 0.0' in door.read_text()
    run(cli, ["unpack", str(save), str(mod)])
    assert '"posZ": 1E-05' in door.read_text()


@pytest.mark.parametrize(
    ("content", "place"),
    [(b'{"ObjectStates": [', "1:19"), (b"[]", "1:1"), (b"[" * 10_000, "1:201"), (b"\xff", "1:1")],
)
def test_wrong_save(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes, place: str
) -> None:
    """The error names file, line and column; nothing is made or written."""
    bad, mod = tmp_path / "bad.json", tmp_path / "mod"
    bad.write_bytes(content)
    assert run(cli, ["unpack", str(bad), str(mod)]) == ExitCode.BAD_INPUT
    assert f"{bad}:{place}: " in capsys.readouterr().err
    assert not mod.exists()


def test_broken_folder_leaves_the_save_alone(
    save: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What cannot be packed does not replace what could be played."""
    mod, before = tmp_path / "mod", save.read_bytes()
    run(cli, ["unpack", str(save), str(mod)])
    order = mod / "save" / "objects" / "order.txt"
    order.write_text("Chest.aaaaaa\n../../TS_Save_1\n")
    capsys.readouterr()
    assert run(cli, ["pack", str(mod), str(save)]) == ExitCode.BAD_INPUT
    assert f"{order}:2: " in capsys.readouterr().err
    assert save.read_bytes() == before
