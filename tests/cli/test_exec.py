"""`tts-tool exec`, as somebody types it."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.town import Town
from tts_tool.errors import ExitCode


def test_values(town: Town) -> None:
    """What a chunk returns is printed: texts as they are, tables as JSON, nothing as nothing."""
    town.opens()
    first = town.person.types("exec", "return 1 + 1", *town.ports)
    assert (first.returncode, first.stdout) == (ExitCode.OK, "2\n")
    assert "the hub was started" in first.stderr
    for code, printed in {
        "return 'Größe'": "Größe\n",
        "return {a = {1, 2}}": '{\n  "a": [\n    1,\n    2\n  ]\n}\n',
        "local x = 1 -- and a comment": "",
    }.items():
        done = town.person.types("exec", code, *town.ports)
        assert (done.returncode, done.stdout, done.stderr) == (ExitCode.OK, printed, "")
    done = town.person.types("exec", "print('seen') return true", "--json", *town.ports)
    assert json.loads(done.stdout) == {
        "value": True,
        "error": [],
        "printed": ["seen"],
        "errors": [],
    }


def test_objects(town: Town) -> None:
    """An object is found by GUID or name, also without a script; several of a name are listed."""
    town.opens()
    for thing, code, value in (
        ("Bob", "return hi()", "hi from Bob\n"),
        ("b0b000", "return self.getGUID()", "b0b000\n"),
        ("b0b001", "return self.getName() .. '!'", "Rob!\n"),
    ):
        done = town.person.types("exec", "--object", thing, code, *town.ports)
        assert (done.returncode, done.stdout) == (ExitCode.OK, value), done.stderr
    several = town.person.types("exec", "--object", "Rob", "return 1", *town.ports)
    assert several.returncode == ExitCode.REFUSED
    assert "b0b001, b0b002" in several.stderr
    nobody = town.person.types("exec", "--object", "Eve", "return 1", *town.ports)
    assert nobody.returncode == ExitCode.NOT_FOUND


def test_errors_have_a_place(town: Town) -> None:
    """An error is led to its line: in a file, in CODE, in the script of an object."""
    town.opens()
    file = town.person.home / "count.lua"
    file.write_text("local a = 1\nlocal b = nil\nreturn b.c\n", encoding="utf-8")
    for words, place, line in (
        (("-f", str(file)), f"{file.as_posix()}:3:", ">     3 | return b.c"),
        (("local b = nil return b.c",), "CODE:1:15", ">     1 | local b = nil return b.c"),
        (("return\n1 +",), "CODE:", ""),
        (("--object", "Bob", "return bad()"), "the script of Bob - b0b000:6:", ">     6 |"),
        (("--object", "b0b001", "error('x')"), "CODE:1:6", ">     1 | error('x')"),
    ):
        done = town.person.types("exec", *words, *town.ports)
        assert done.returncode == ExitCode.REFUSED, words
        assert done.stdout == ""
        assert place in done.stderr
        assert line in done.stderr
    called = town.person.types("exec", "return go()", *town.ports)
    assert "the script of Bob - b0b000:6:" in called.stderr, "that of another script is told, too"


def test_errors_are_led_to_the_files_of_a_project(town: Town) -> None:
    """Where a project has built the script, the place is in its file."""
    folder = town.person.home / "mod"
    folder.mkdir()
    (folder / "tts-tool.toml").write_text(
        f'kind = "unpacked"\nsave-name = "x"\n[ports]\ntts = {town.game}\neditor = {town.editor}\n',
        encoding="utf-8",
    )
    (folder / "helper.lua").write_text("return {\n  fail = function() error('no') end\n}\n")
    source = "local helper = require('helper')\nfunction hi() helper.fail() end\n"
    (folder / "bob.lua").write_text(source)
    built = folder / "built.lua"
    assert town.person.types("lua", "bundle", folder / "bob.lua", "-o", built).returncode == 0
    town.state["ObjectStates"][0]["LuaScript"] = built.read_text()
    town.opens()
    done = town.person.types("exec", "--object", "Bob", "return hi()", cwd=folder)
    assert done.returncode == ExitCode.REFUSED
    assert "helper.lua:2:" in done.stderr
    assert ">     2 |   fail = function() error('no') end" in done.stderr


def test_without_a_game(town: Town) -> None:
    """It says that no game listens, and what to do; a mistyped command is told at once."""
    done = town.person.types("exec", "return 1", *town.ports)
    assert done.returncode == ExitCode.UNAVAILABLE
    assert "start it and load a game" in done.stderr
    assert town.person.types("exec").returncode == ExitCode.USAGE
    assert town.person.types("exec", "-f", str(Path("no.lua"))).returncode == ExitCode.USAGE
