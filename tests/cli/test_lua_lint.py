"""`tts-tool lua lint` and `lua stubs` work on files and folders, and destroy nothing."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tts_tool.cli.main import cli
from tts_tool.cli.shell import run
from tts_tool.errors import ExitCode

Run = Callable[..., tuple[int, str, str]]

BAD = "print(foo)\nlocal x\n"


@pytest.fixture
def tool(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Run:
    """Give the command, in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def call(*args: str) -> tuple[int, str, str]:
        code = run(cli, ["lua", *args])
        said = capsys.readouterr()
        return code, said.out, said.err

    return call


def write(**files: str) -> None:
    """Write scripts; `a__b` is `a/b`."""
    for name, text in files.items():
        path = Path(name.replace("__", "/") + ".lua")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())


def test_lint(tool: Run) -> None:
    """Errors are shown, what is not portable only if one is strict; the exit code tells."""
    write(src__a=BAD, src__b__c="x = 1")
    assert tool("lint", "src") == (
        ExitCode.FINDING,
        "src/a.lua:1:7: nobody defines foo [undefined]\n",
        "",
    )
    code, out, _ = tool("lint", "src", "--strict")
    assert (code, len(out.splitlines())) == (ExitCode.FINDING, 2)
    assert tool("lint", "src", "--globals", "foo, bar")[:2] == (0, "nothing to report\n")
    assert tool("lint", "src/b/c.lua", "--strict")[:2] == (0, "nothing to report\n")


def test_lint_of_what_will_be_bundled(tool: Run) -> None:
    """Scripts of a folder require each other; a script alone, which goes to the game, may not."""
    write(src__main='local m = require("m")\nm()', src__m="return print")
    assert tool("lint", "src")[:2] == (0, "nothing to report\n")
    code, out, _ = tool("lint", "src/main.lua")
    assert (code, out.count("[absent]")) == (ExitCode.FINDING, 1)


def test_lint_order(tool: Run) -> None:
    """Files come in one order, scripts of both endings, others not at all."""
    write(src__b=BAD, src__a__z=BAD)
    Path("src/B.ttslua").write_text(BAD, encoding="utf-8")
    Path("src/notes.txt").write_text("=", encoding="utf-8")
    _, out, _ = tool("lint", "src")
    assert [line.split(":")[0] for line in out.splitlines()] == [
        "src/B.ttslua",
        "src/a/z.lua",
        "src/b.lua",
    ]


def test_lint_json(tool: Run) -> None:
    """Programs get the same as records."""
    write(a=BAD)
    code, out, _ = tool("lint", "a.lua", "--json")
    assert (code, json.loads(out)) == (
        ExitCode.FINDING,
        [
            {
                "code": "undefined",
                "level": "error",
                "name": "a.lua",
                "line": 1,
                "column": 6,
                "message": "nobody defines foo",
                "fix": None,
            }
        ],
    )
    assert tool("lint", "a.lua", "--json", "--globals=foo")[:2] == (0, "[]\n")


def test_lint_rules(tool: Run) -> None:
    """The codes that a comment may name can be looked up."""
    code, out, _ = tool("lint", "--rules")
    assert code == 0
    assert "pairs        portable  the order of pairs\n" in out


def test_lint_of_what_is_no_text(tool: Run) -> None:
    """A file in another encoding is an error that names it."""
    Path("a.lua").write_bytes(b"x = 1\ny = '\xe9'\n")
    code, out, err = tool("lint", "a.lua")
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert err.startswith("error: a.lua:2: not UTF-8")


def test_stubs(tool: Run) -> None:
    """The names of the game, and a file per module, are the same at each run."""
    write(lib__box="local Box = {}\nfunction Box.open(a) return a end\nreturn Box\n")
    assert tool("stubs", "lib", "--out", "out") == (0, "out/tts.lua\nout/box.lua\n", "")
    written = {path.name: path.read_bytes() for path in Path("out").iterdir()}
    assert written["box.lua"] == (
        b"---@meta box\n\nlocal Box = {}\n\nfunction Box.open(a) end\n\nreturn Box\n"
    )
    assert b"function broadcastToAll(" in written["tts.lua"]
    assert tool("stubs", "lib", "--out", "out")[0] == 0
    assert {path.name: path.read_bytes() for path in Path("out").iterdir()} == written


def test_stubs_write_over_nothing_else(tool: Run) -> None:
    """Somebody who names the folder of the sources keeps them, and finds nothing new there."""
    write(lib__box="return {}\n", lib__foo="return {}\n")
    code, _, err = tool("stubs", "lib", "--out", "lib")
    assert code == ExitCode.REFUSED
    assert err.startswith("error: lib/box.lua: ")
    assert sorted(path.name for path in Path("lib").iterdir()) == ["box.lua", "foo.lua"]
    assert Path("lib/box.lua").read_bytes() == b"return {}\n"


def test_stubs_of_a_broken_module(tool: Run) -> None:
    """A module that cannot be read is an error, and nothing is written."""
    write(lib__a="return {}\n", lib__b="return {\n")
    code, _, err = tool("stubs", "lib", "--out", "out")
    assert code == ExitCode.BAD_INPUT
    assert err.startswith("error: lib/b.lua:2:1: expected `}`")
    assert not Path("out").exists()


def test_two_modules_of_one_name(tool: Run) -> None:
    """Two modules that would become one file are an error."""
    write(one__box="return {}\n", two__box="return {}\n")
    code, _, err = tool("stubs", "one", "two", "--out", "out")
    assert (code, err.splitlines()[0]) == (
        ExitCode.BAD_INPUT,
        "error: two/box.lua: a second module is called box.lua",
    )
