"""`tts-tool lua bundle`, `lua unbundle` and `where`, on real files."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.corpus import corpus_file
from tests.node import ask
from tts_tool.cli.main import cli
from tts_tool.cli.shell import run
from tts_tool.lua.unbundle import is_bundle, unbundle

Run = Callable[..., tuple[int, str, str]]

FILES = {
    "src/main.lua": 'local a = require("lib.a")\nrequire(a)\n',
    "src/lib/a.lua": "-- a\r\nreturn 'x' .. nil",
    "ui/main.xml": '<Panel>\n  <Include src="row"/>\n</Panel>\n',
    "ui/row.xml": "<Row/>",
}


@pytest.fixture
def tool(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> Run:
    """Give the command to run in a folder with some sources."""
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    (tmp_path / "build").mkdir()
    monkeypatch.chdir(tmp_path)

    def call(*args: str) -> tuple[int, str, str]:
        code = run(cli, args)
        out, err = capfdbinary.readouterr()
        return code, out.decode(), err.decode()

    return call


def test_bundle_error_source(tool: Run, tmp_path: Path) -> None:
    """A bundle is written with its map, and an error in it leads to the file that was edited."""
    code, out, err = tool("lua", "bundle", "src/main.lua", "-o", "build/global.lua")
    assert (code, out) == (0, "")
    assert err.startswith("note: src/main.lua:2:1: this require is known only when")
    assert sorted(each.name for each in (tmp_path / "build").iterdir()) == [
        "global.lua",
        "global.lua.map.json",
    ]
    text = (tmp_path / "build/global.lua").read_bytes().decode()
    line = text.split("\n").index("return 'x' .. nil") + 1
    message = f"Error in Global Script: chunk_3:({line},7-17): attempt to concatenate a nil value"
    code, out, err = tool("where", message, "--map", "build/global.lua.map.json")
    assert (code, err) == (0, "")
    assert out == (
        "attempt to concatenate a nil value\n"
        "src/lib/a.lua:2:8  (module lib.a, line 2)\n"
        "      1 | -- a\n"
        ">     2 | return 'x' .. nil\n"
    )


def test_map_of_the_project(tool: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Inside a project, its own maps are used; the message may come from a pipe."""
    assert tool("where", "c:(1,0)")[0] == 4
    settings = 'kind = "unpacked"\nsave-name = "x"\n'
    (tmp_path / "tts-tool.toml").write_text(settings, encoding="utf-8")
    tool("lua", "bundle", "src/main.lua", "-o", "build/global.lua")
    monkeypatch.chdir(tmp_path / "src")
    monkeypatch.setattr("sys.stdin", io.StringIO("chunk_3:(26,6-9): x\nand chunk_3:(1,1)\n"))
    code, out, _ = tool("where", "-", "--json")
    first, second = json.loads(out)["places"]
    assert code == 0
    assert Path(first["file"]) == tmp_path / "src/main.lua"
    assert (first["line"], first["column"], first["module"]) == (1, 7, "__root")
    assert first["around"][0] == {"line": 1, "text": 'local a = require("lib.a")'}
    assert (second["file"], second["why"]) == (None, "in what bundling adds around the modules")


def test_there_and_back(tool: Run, tmp_path: Path) -> None:
    """A bundle is taken apart into a new folder, never into one that holds something."""
    code, out, _ = tool("lua", "bundle", "src/main.lua", "--root", "main")
    (tmp_path / "b.lua").write_bytes(out.encode())
    assert tool("lua", "unbundle", "b.lua", "parts") == (0, "parts/main.lua\nparts/lib/a.lua\n", "")
    for name in ("main.lua", "lib/a.lua"):
        assert (tmp_path / "parts" / name).read_bytes() == FILES[f"src/{name}"].encode()
    code, _, err = tool("lua", "unbundle", "b.lua", "parts")
    assert (code, "not empty" in err) == (5, True)
    code, _, err = tool("lua", "unbundle", "src/main.lua", "other")
    assert (code, "this is no bundle" in err) == (3, True)
    assert not (tmp_path / "other").exists()


def test_xml(tool: Run, tmp_path: Path) -> None:
    """An XML gets what it includes, and gives it back."""
    assert tool("lua", "bundle", "ui/main.xml", "-o", "build/ui.xml") == (0, "", "")
    assert "<!-- include row -->\n  <Row/>" in (tmp_path / "build/ui.xml").read_text("utf-8")
    assert tool("lua", "unbundle", "build/ui.xml", "parts")[:2] == (
        0,
        "parts/ui.xml\nparts/row.xml\n",
    )
    assert (tmp_path / "parts/ui.xml").read_bytes() == FILES["ui/main.xml"].encode()
    assert (tmp_path / "parts/row.xml").read_bytes() == FILES["ui/row.xml"].encode()


def test_everything_that_is_missing(tool: Run, tmp_path: Path) -> None:
    """All problems are told, the exit code says that input is wrong, the old bundle stays."""
    (tmp_path / "src/main.lua").write_text('require "b"\nrequire "c"\n', encoding="utf-8")
    (tmp_path / "build/out.lua").write_text("old", encoding="utf-8")
    code, out, err = tool("lua", "bundle", "src/main.lua", "-o", "build/out.lua")
    assert (code, out) == (3, "")
    assert [line.partition(" (")[0] for line in err.splitlines()] == [
        'src/main.lua:1:1: no module "b"',
        'src/main.lua:2:1: no module "c"',
    ]
    assert [each.name for each in (tmp_path / "build").iterdir()] == ["out.lua"]
    assert (tmp_path / "build/out.lua").read_text("utf-8") == "old"
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib/my_b.lua").write_text("return 1", encoding="utf-8")
    (tmp_path / "lib/c.lua").write_text("return 2", encoding="utf-8")
    paths = ["--path", "lib", "--path", "lib/my_?.lua"]
    assert tool("lua", "bundle", "src/main.lua", "-o", "build/out.lua", *paths) == (0, "", "")


def test_a_script_in_a_save(tool: Run, tmp_path: Path) -> None:
    """A script is taken out of a save by its object; without a name, those that can be are told."""
    save = corpus_file("arcs_v13.3.json")
    code, _, err = tool("lua", "unbundle", str(save), "parts")
    assert (code, "--guid, one of: -1, 0289cb" in err) == (4, True)
    code, out, _ = tool("lua", "unbundle", str(save), "parts", "--guid", "069307")
    assert (code, len(out.splitlines())) == (0, 2)
    assert (tmp_path / "parts/Dice Counter.069307.lua").read_bytes()


def _bundles(node: Any) -> Iterator[str]:  # noqa: ANN401 - any JSON
    if isinstance(node, dict):
        if is_bundle(node.get("LuaScript", "")):
            yield node["LuaScript"]
        for part in node.values():
            yield from _bundles(part)
    elif isinstance(node, list):
        for part in node:
            yield from _bundles(part)


def test_bundles_of_a_real_mod() -> None:
    """Every bundle in a real save is taken apart as its own tool takes it apart."""
    save = corpus_file("arcs_v13.3.json")
    scripts = list(_bundles(json.loads(save.read_text("utf-8"))))
    program = "return question.map(require('luabundle').unbundleString)"
    assert len(scripts) == 9
    for script, theirs in zip(scripts, ask(program, scripts), strict=True):
        ours = unbundle(script, "script")
        assert ours.root == theirs["metadata"]["rootModuleName"]
        texts = {name: each["content"] for name, each in theirs["modules"].items()}
        assert {name: each.text for name, each in ours.modules.items()} == texts


def test_unpacked_project(tool: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In an unpacked save no map is needed: scripts stand where their objects do."""
    assert tool("unpack", str(corpus_file("arcs_v13.3.json")), "arcs")[0] == 0
    monkeypatch.chdir(tmp_path / "arcs")
    message = "Error in Script (Dice Counter - 069307) - function <onLoad>: chunk_4:(60,2): x"
    code, out, _ = tool("where", message)
    first = out.splitlines()[1]
    assert code == 0
    assert first == "save/modules/src/DiceCounter.lua:13:3"
    code, out, _ = tool("where", "Error in Global Script: chunk_0:(2,0): x")
    why = "chunk_0:(2,0): in what bundling adds around the modules"
    assert (code, out.splitlines()[1]) == (0, why)


def object_of(guid: str, script: str, **more: Any) -> dict[str, Any]:  # noqa: ANN401
    """Give an object with a script."""
    return {"GUID": guid, "Name": "Block", "Nickname": guid, "LuaScript": script, **more}


@pytest.fixture
def project(tool: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Unpack a save into a project in which the map of a bundle lies about."""
    (tmp_path / "mod/build").mkdir(parents=True)
    assert tool("lua", "bundle", "src/main.lua", "-o", "mod/build/any.lua")[0] == 0
    bundled = (tmp_path / "mod/build/any.lua").read_text("utf-8")
    inside = [object_of("b0b000", "-- other\n\n\nreturn nil + 2")]
    save = {
        "SaveName": "x",
        "LuaScript": bundled,
        "ObjectStates": [
            object_of("ba9000", "-- one\n-- two\nx()", Name="Bag", ContainedObjects=inside),
            object_of("b0b000", "-- first\n-- second\n-- third\nreturn nil + 1"),
            object_of("c0c000", "-- the same\nx()"),
            object_of("c0c000", "-- the same\nx()"),
        ],
    }
    (tmp_path / "save.json").write_text(json.dumps(save), encoding="utf-8")
    assert tool("unpack", "save.json", "mod")[0] == 0
    monkeypatch.chdir(tmp_path / "mod")
    return tool


def headings(out: str) -> list[str]:
    """Give what `where` says but for the lines of files."""
    return [line for line in out.splitlines() if " |" not in line]


def test_the_guid_decides(project: Run) -> None:
    """Whose script it is, the message says; the map of some bundle is not asked."""
    message = "Error in Script (Bag - ba9000) - function <f>: chunk_3:(3,0-3): boom"
    code, out, _ = project("where", message)
    assert (code, headings(out)) == (0, ["boom", "save/objects/ba9000.ba9000/script.lua:3:1"])
    sent = json.dumps({"guid": "b0b000", "error": "chunk_3:(3,0): boom"})
    code, out, _ = project("where", sent, "--guid", "ba9000")
    assert headings(out)[1:] == ["save/objects/ba9000.ba9000/script.lua:3:1"]
    code, out, _ = project("where", "Error in Global Script: chunk_3:(26,0): boom")
    assert headings(out)[1:] == ["save/script.lua:1:1"]
    code, out, _ = project("where", "Error in Global Script: chunk_3:(32,0): boom")
    assert headings(out)[1:] == ["save/modules/lib/a.lua:2:1"]


def test_several_that_it_may_be_are_listed(project: Run) -> None:
    """Each with whose it is and where that stands; copies that say the same are one."""
    code, out, _ = project("where", "Error in Script (x - b0b000): chunk_3:(4,0): boom")
    first, second = (
        "save/objects/b0b000.b0b000/script.lua",
        "save/objects/ba9000.ba9000/contained/b0b000.b0b000/script.lua",
    )
    assert code == 0
    assert headings(out) == [
        "boom",
        f"b0b000 (b0b000.b0b000) in {first}:",
        f"{first}:4:1",
        f"b0b000 (b0b000.b0b000) in {second}:",
        f"{second}:4:1",
    ]
    told = json.loads(project("where", "x:(4,0)", "--guid", "b0b000", "--json")[1])["places"]
    assert [Path(each["map"]).is_file() for each in told] == [True, True]
    assert [each["map"].endswith(end) for each, end in zip(told, (first, second), strict=True)]
    assert [each["script"]["guid"] for each in told] == ["b0b000", "b0b000"]
    code, out, _ = project("where", "Error in Script (x - c0c000): chunk_3:(2,0): boom")
    assert headings(out)[1:] == ["save/objects/c0c000.c0c000/script.lua:2:1"]


def test_a_guid_that_nobody_has(project: Run, tmp_path: Path) -> None:
    """What nobody says the owner of may be it, and is marked so; else those known are listed."""
    message = "Error in Script (x - 123456): chunk_3:(32,0): boom"
    code, out, _ = project("where", message)
    marked = "any.lua in build/any.lua.map.json, which does not say whose it is:"
    assert (code, headings(out)[1]) == (0, marked)
    assert headings(out)[2].endswith("src/lib/a.lua:2:1  (module lib.a, line 2)")
    (tmp_path / "mod/build/any.lua.map.json").unlink()
    code, _, err = project("where", message)
    assert code == 4
    assert "no script of 123456" in err
    assert "b0b000 (b0b000.b0b000)" in err


def test_a_place_without_a_guid(project: Run) -> None:
    """With several scripts, those that it may be are listed, with the way to say which."""
    code, _, err = project("where", "chunk_3:(3,0)")
    assert code == 3
    assert "this does not say whose script it is" in err
    for name in ("-1 (save)", "ba9000 (ba9000.ba9000)", "build/any.lua.map.json"):
        assert name in err


def test_what_is_no_map_is_passed_by(project: Run, tmp_path: Path) -> None:
    """A file of another tool that ends like a map neither answers nor is in the way."""
    (tmp_path / "mod/build/bundle.js.map.json").write_text("{}")
    (tmp_path / "mod/build/folder.map.json").mkdir()
    code, out, err = project("where", "Error in Script (x - ba9000): chunk_3:(3,0): boom")
    assert (code, headings(out)[1]) == (0, "save/objects/ba9000.ba9000/script.lua:3:1")
    assert "build/bundle.js.map.json: not a source map" in err
    assert err.startswith("passed by: ")
    code, _, err = project("where", "x:(3,0)", "--map", "build/bundle.js.map.json")
    assert (code, "not a source map" in err) == (3, True)
