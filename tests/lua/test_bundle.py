"""Bundles run as their modules would, other tools can undo them, and errors in them lead home."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from lupa import lua52  # type: ignore[import-untyped]  # it ships no types

from tests.node import ask
from tts_tool.errors import BadInput
from tts_tool.lua.bundle import Bundle, BundleError, Folders, LuaModule, bundle
from tts_tool.lua.lexer import LuaError
from tts_tool.lua.source_map import Position, SourceMap
from tts_tool.lua.unbundle import file_names, is_bundle, unbundle

Files = dict[str, str]


class Shelf:
    """Modules in memory."""

    def __init__(self, texts: Files) -> None:
        self.texts = texts

    def find(self, name: str) -> LuaModule | None:
        return module(name, self.texts[name]) if name in self.texts else None

    def explain(self, name: str) -> str:
        return f"{name} is not on the shelf"


def module(name: str, text: str) -> LuaModule:
    """Make a module whose file is called like it."""
    return LuaModule(name, text, SourceMap.plain(name, text))


def put_together(root: str, name: str = "__root", /, **others: str) -> Bundle:
    """Bundle texts."""
    return bundle(module(name, root), Shelf(others))


def write(folder: Path, files: Files) -> None:
    """Write files as they stand."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())


def bundled(folder: Path, files: Files, *paths: str) -> Bundle:
    """Write files and bundle main.lua."""
    write(folder, files)
    where = [folder / path for path in paths] or [folder]
    return bundle(LuaModule.read("__root", folder / "main.lua"), Folders(*where))


def run(text: str) -> list[Any]:
    """Run a script that calls `say`, and give what it said."""
    said: list[Any] = []
    runtime: Any = lua52.LuaRuntime()
    runtime.globals()["say"] = said.append
    runtime.execute(text)
    return said


@pytest.mark.parametrize(
    ("script", "wanted"),
    [
        ('require("m")', ["m"]),
        ("require 'm'", ["m"]),
        ("require [[m]]", ["m"]),
        ("require[==[m]==]", ["m"]),
        ('require ( "m" )', ["m"]),
        ('require--[[ x ]]("m")', ["m"]),
        (r'require("\109")', ["m"]),
        ('say(1 .. require "m")', ["m"]),
        ('local x = |a| require("m")', ["m"]),
        ('if 1 != 2 then require("m") end', ["m"]),
        ('-- require("m")', []),
        ('--[==[\nrequire("m")\n]==] say(1)', []),
        ("""local s = 'require("m")'""", []),
        ('local s = [[\nrequire("m")]]', []),
        ('x.require("m")', []),
        ('x:require("m")', []),
        ('myrequire("m")', []),
        ("local t = {require = 1}", []),
        ("function require(a) return a end", []),
    ],
)  # fmt: skip
def test_what_is_required(script: str, wanted: list[str]) -> None:
    """A call of the global `require` counts; comments, strings, fields and definitions do not."""
    made = put_together(script, m="return 1", **{"\\109": ""})
    assert [each.name for each in made.modules[1:]] == wanted
    assert made.notes == ()


@pytest.mark.parametrize(
    ("script", "column"),
    [
        ("local x = require(y)", 11),
        ('require("a" .. b)', 1),
        ('pcall(require, "m")', 7),
        ('require("m", 2)', 1),
        ("say(require)", 5),
    ],
)
def test_what_only_the_running_script_knows(script: str, column: int) -> None:
    """A module named at run time is reported, not guessed."""
    made = put_together(script)
    assert made.text == script
    assert [each.where for each in made.notes] == [f"__root:1:{column}"]


def test_nothing_required() -> None:
    """A script that requires nothing is not wrapped."""
    made = put_together("say(1)\r\n")
    assert (made.text, made.map.at(1, 4)) == ("say(1)\r\n", Position("__root", 1, 4))


def test_modules_run_as_in_lua() -> None:
    """Each runs once, whatever it returns; what it returns is given to all; globals are shared."""
    said = run(
        put_together(
            'say(require("a")); say(require("b")); say(require("a")); say(require("a"))\n'
            'say(require("none")); say(require("no")); say(require("none")); say(from_a)',
            a='say("a runs"); from_a = 7; return ({b = require("b")}).b',
            b='say("b runs") return "B"',
            none='say("none runs")',
            no="return false",
        ).text
    )
    assert said[:7] == ["a runs", "b runs", "B", "B", "B", "B", "none runs"]
    assert said[7:] == [True, False, True, 7]


def test_circles() -> None:
    """Modules may require each other: who comes second gets what the first has offered so far."""
    made = put_together(
        'say(require("a").name)',
        a='local me = {name = "a"}; _LOADED["a"] = me; require("b"); return me',
        b='say(require("a").name); say(require("c") == nil) return {}',
        c='say(require("c") == nil)',
    )
    assert run(made.text) == ["a", True, False, "a"]


def test_a_module_that_was_not_bundled() -> None:
    """Requiring by a computed name works for what is in the bundle, and says what is not."""
    made = put_together(
        'local n = "m"; say(require(n)); require "m"; require("x" .. 1)', m="return 3"
    )
    with pytest.raises(lua52.LuaError, match="module x1 is not in this bundle"):
        run(made.text)
    assert run(made.text.replace('require("x" .. 1)', "")) == [3]


@pytest.mark.parametrize(
    ("name", "file", "paths"),
    [
        ("a.b", "a/b.lua", []),
        ("a/b", "a/b.ttslua", []),
        ("a", "a/index.lua", []),
        ("a", "a/index.ttslua", []),
        ("a/b.lua", "a/b.lua", []),
        ("v1.2/b", "v1.2/b.lua", []),
        ("deep", "lib/deep.lua", ["src", "lib"]),
        ("deep", "lib/mod_deep.txt", ["src/?.lua", "lib/mod_?.txt"]),
        ("deep", "lib/deep/deep.lua", ["lib/?/?.lua"]),
        ("größe", "größe.lua", []),
    ],
)
def test_where_modules_are(tmp_path: Path, name: str, file: str, paths: list[str]) -> None:
    """Dots and slashes, endings, index files, and patterns lead to the file."""
    made = bundled(tmp_path, {"main.lua": f'say(require("{name}"))', file: "return 1"}, *paths)
    assert [each.name for each in made.modules] == ["__root", name]
    assert run(made.text) == [1]


def test_the_first_path_wins(tmp_path: Path) -> None:
    """Folders are searched in their order, and .ttslua before .lua in each."""
    files = {"main.lua": 'say(require("m"))', "a/m.lua": "return 'a'", "b/m.ttslua": "return 'b'"}
    assert run(bundled(tmp_path, files, "a", "b").text) == ["a"]
    assert run(bundled(tmp_path, {**files, "a/m.ttslua": "return 't'"}, "a", "b").text) == ["t"]


def test_everything_that_is_missing_at_once(tmp_path: Path) -> None:
    """Each missing module is named with its line and column, and with what was tried."""
    files = {
        "main.lua": 'require("here")\n  require("gone")\nrequire "../up"\nrequire "Here"',
        "here.lua": 'local x = 1\r\nreturn require "far.away", require "/etc/passwd"',
    }
    with pytest.raises(BundleError) as caught:
        bundled(tmp_path, files)
    told = caught.value.report.replace(f"{tmp_path.as_posix()}/", "").splitlines()
    assert [line.partition(" (")[0] for line in told] == [
        'main.lua:2:3: no module "gone"',
        'main.lua:3:1: no module "../up"',
        'main.lua:4:1: no module "Here"',
        'here.lua:2:8: no module "far.away"',
        'here.lua:2:28: no module "/etc/passwd"',
    ]
    tried = "tried gone.ttslua, gone.lua, gone/index.ttslua, gone/index.lua, gone"
    assert tried in told[0]
    assert '"../up" is no name inside the folders' in told[1]
    assert "only here.lua is there: the case differs" in told[2]
    assert str(caught.value).endswith("(and 4 more)")


def test_a_disk_that_does_not_mind_the_case(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where "Here" opens here.lua, it is still refused: elsewhere it would not be found."""

    def is_file(path: Path) -> bool:
        beside = path.parent.iterdir() if path.parent.is_dir() else ()
        return any(each.name.lower() == path.name.lower() for each in beside)

    monkeypatch.setattr(Path, "is_file", is_file)
    with pytest.raises(BundleError) as caught:
        bundled(tmp_path, {"main.lua": 'require "Here"', "here.lua": "return 1"})
    assert "here.lua is there: the case differs" in caught.value.report


def test_a_link_out_of_the_folder(tmp_path: Path) -> None:
    """A link does not lead out of the folders that are searched."""
    write(tmp_path, {"secret.lua": "return 1", "src/main.lua": 'require "m"'})
    (tmp_path / "src/m.lua").symlink_to(tmp_path / "secret.lua")
    with pytest.raises(BundleError, match="no module") as caught:
        bundle(LuaModule.read("__root", tmp_path / "src/main.lua"), Folders(tmp_path / "src"))
    assert "leads out of its folder" in caught.value.report


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("return 1\nend)\nos.exit(function()", "`end` closes nothing"),
        ("local t = {", "`{` is never closed by `}`"),
        ("if x then\n  y()\n)", "`)` where `end` should close the `if` of line 1"),
        ("--[[ no end", "unfinished long comment"),
        ("local s = 'x", "unfinished string"),
        ("#!/usr/bin/lua\nreturn 1", "only at the top of a whole script"),
        ("\ufeffreturn 1", "only at the top of a whole script"),
    ],
)
def test_modules_that_would_break_the_bundle(text: str, what: str) -> None:
    """A module that would end the function around it, or swallow what follows, is refused."""
    with pytest.raises(BundleError) as caught:
        put_together('require("m")', m=text)
    (problem,) = caught.value.problems
    assert problem.where.startswith("m:")
    assert what in str(problem)


def test_text_in_another_encoding(tmp_path: Path) -> None:
    """A module that is not UTF-8 is named with its line, beside other problems."""
    write(tmp_path, {"main.lua": 'require "m"'})
    (tmp_path / "m.lua").write_bytes(b"-- x\nreturn '\xe9'")
    with pytest.raises(BundleError) as caught:
        bundled(tmp_path, {})
    assert "m.lua:2: not UTF-8 text" in caught.value.report


def test_one_file_under_two_names(tmp_path: Path) -> None:
    """A file required by two names runs twice, as in Lua; that is worth a note."""
    files = {"main.lua": 'require("a.b"); require("a/b")', "a/b.lua": "n = (n or 0) + 1 say(n)"}
    made = bundled(tmp_path, files)
    assert run(made.text) == [1, 2]
    assert "same file" in made.notes[0].what


@pytest.mark.parametrize("name", ["__root", "Global.-1.lua", 'a "quoted"\\ name', "größe 🎲"])
def test_root_names(name: str) -> None:
    """A bundle runs and is undone whatever its root is called."""
    made = put_together('say(require("m"))', name, m="return 5")
    assert run(made.text) == [5]
    assert unbundle(made.text, "x").root == name


def test_map() -> None:
    """Each line of each module leads to its file, the glue leads nowhere, sections name modules."""
    root = 'require("m")\nlocal x = 1\n'
    made = put_together(root, m="\n\nerror('🎲' .. y)")
    lines = made.text.split("\n")
    for each in made.modules:
        section = next(s for s in made.map.sections if s.module == each.name)
        assert "\n".join(lines[section.first - 1 : section.last]) == each.text
        for number in range(section.first, section.last + 1):
            source = Position(each.name, number - section.first + 1, 3)
            assert made.map.at(number, 3) == source
    outside = set(range(1, len(lines) + 1)) - {
        n for s in made.map.sections for n in range(s.first, s.last + 1)
    }
    assert all(made.map.at(number) is None for number in outside)
    assert made.map.at(0) is None
    assert made.map.at(len(lines) + 1) is None


NESTED = put_together('say(require("inner"))', inner="return 'in'").text

hostile = st.sampled_from(
    [
        "",
        "return 1",
        "return 1\n",
        "-- no newline at the end",
        "-- \\",
        "\n\n",
        "\r\n",
        "\r",
        "x = 1\r\ny = 2\r\n",
        "x = 1\ry = 2",
        "local s = [[\nend)\n]]",
        "s = 'end)'",
        "--[==[ ]] end) ]==]",
        's = "__bundle_register(\\"x\\", function() end)"',
        "return function() return {} end",
        "if a then repeat until b end",
        "s = [=[]]]=]",
        "s = 'a\\\nb'",
        "s = 'a\\z  \n  b'",
        "é = 'é🎲'",
        "do end ::l:: goto l",
        "f = |a, b| a != b",
        "__bundle_register('y', function(a)\nz()\nend)",
        "return __bundle_require('__root')",
        NESTED,
        '-- Bundled by luabundle {"version":"1.6.0"}\n',
        "\t \t",
    ]
)


@given(
    st.dictionaries(st.text(min_size=1, max_size=8), hostile, min_size=1, max_size=5),
    hostile.filter(lambda text: text != NESTED),
)
@example({"m": "x = 1\r\n"}, "x = 1\r\n")
@settings(max_examples=200)
def test_there_and_back(texts: Files, root: str) -> None:
    """Unbundling gives back each module to the letter, whatever is in it."""
    names = [name for name in texts if not _surrogate(name)]
    calls = "".join(f"require({_quoted(name)})\n" for name in names)
    made = put_together(calls + root, "the root", **{name: texts[name] for name in names})
    if not names:
        return
    undone = unbundle(made.text, "bundle")
    expected = {"the root": calls + root} | {n: t for n, t in texts.items() if n in names}
    assert undone.root == "the root"
    assert {name: each.text for name, each in undone.modules.items()} == expected
    assert tuple(each.section for each in undone.modules.values()) == made.map.sections


def _surrogate(name: str) -> bool:
    return any("\ud800" <= letter <= "\udfff" for letter in name) or name == "the root"


def _quoted(name: str) -> str:
    return (
        '"' + "".join(f"\\{byte:03}" if byte < 128 else chr(byte) for byte in map(ord, name)) + '"'
    )


TEXTS = {
    "__root": "local a = require 'a'\nlocal b = require('lib/b')\n-- require('c')\nreturn a + b\n",
    "a": "return [[\nend)\n]] and 1",
    "lib/b": "local c = |x| x\r\n-- last line",
}


def test_luabundle_undoes_ours() -> None:
    """The community's own tool finds our modules, to the letter and at the same lines."""
    made = put_together(TEXTS["__root"], **{k: v for k, v in TEXTS.items() if k != "__root"})
    theirs = ask("return require('luabundle').unbundleString(question)", made.text)
    assert theirs["metadata"]["rootModuleName"] == "__root"
    assert {name: each["content"] for name, each in theirs["modules"].items()} == TEXTS
    lines = {n: (e["start"]["line"], e["end"]["line"]) for n, e in theirs["modules"].items()}
    assert lines == {s.module: (s.first, s.last) for s in made.map.sections}


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"isolate": True},
        {"rootModuleName": "Global.-1.lua"},
        {"identifiers": {"register": "reg", "require": "req"}, "luaVersion": "5.2"},
    ],
)
def test_we_undo_luabundle(tmp_path: Path, options: dict[str, object]) -> None:
    """What the community's own tool bundled comes out as that tool itself takes it out."""
    write(tmp_path, {"a.lua": TEXTS["a"], "lib/b.lua": TEXTS["lib/b"]})
    program = """
        const { bundleString, unbundleString } = require("luabundle");
        const text = bundleString(question.root, question.options);
        return { text, modules: unbundleString(text).modules };
    """
    paths = [f"{tmp_path.as_posix()}/?.lua"]
    theirs = ask(program, {"root": TEXTS["__root"], "options": {"paths": paths, **options}})
    ours = unbundle(theirs["text"], "bundle")
    assert ours.root == options.get("rootModuleName", "__root")
    assert {name: each.text for name, each in ours.modules.items()} == {
        name: each["content"] for name, each in theirs["modules"].items()
    }
    starts = {name: each["start"]["line"] for name, each in theirs["modules"].items()}
    assert {name: each.first for name, each in ours.modules.items()} == starts


def test_bundles_that_git_or_people_have_changed() -> None:
    """CRLF everywhere, comments above, no metadata, another version: still taken apart."""
    made = put_together('say(require("m"))\n', "r", m="x()\nreturn 1").text
    crlf = unbundle(made.replace("\n", "\r\n"), "x")
    assert crlf.modules["m"].text == "x()\r\nreturn 1"
    above = unbundle("-- mine\n\n" + made.replace("1.6.0", "1.7.0"), "x")
    assert above.modules["m"].first == unbundle(made, "x").modules["m"].first + 2
    bare = made.partition("\n")[2]
    assert not is_bundle(bare)
    assert unbundle(bare, "x").root == "r"
    assert unbundle(bare, "x").modules["r"].text == 'say(require("m"))\n'


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("say(1)", "this is no bundle"),
        ("", "this is no bundle"),
        ('-- Bundled by luabundle {"version":"1.6.0"}\nsay(1)', "this is no bundle"),
        (
            '-- Bundled by luabundle {"rootModuleName":"r"}\n__bundle_register("m", function()end)',
            'its root module "r" is missing',
        ),
        ("-- Bundled by luabundle {broken}\nsay(1)", "this is no bundle"),
        ('-- Bundled by luabundle {"identifiers":3}\nsay(1)', "this is no bundle"),
    ],
)  # fmt: skip
def test_what_is_no_bundle(text: str, what: str) -> None:
    """Anything else is refused by its name."""
    with pytest.raises(BadInput, match=r"b\.lua: ") as caught:
        unbundle(text, "b.lua")
    assert what in str(caught.value)


def test_a_broken_bundle() -> None:
    """A bundle that is cut off is refused with its place."""
    made = put_together('require("m")', m="return 1").text
    with pytest.raises(LuaError, match="is never closed"):
        unbundle(made[: made.index("return 1")], "b.lua")


def test_a_bundle_is_not_bundled_again() -> None:
    """What a bundle requires is inside it."""
    assert put_together(NESTED).text == NESTED


def test_file_names() -> None:
    """Every module gets a file that every disk can hold; two never share one."""
    names = ["__root", "a.b", "a/c", "Global.-1.lua", "x.ttslua", "../up", "con", "a?b/..", "/"]
    assert list(file_names(names).values()) == [
        "__root.lua", "a/b.lua", "a/c.lua", "Global.-1.lua", "x.ttslua", "up.lua", "_con.lua",
        "a_b.lua", "_.lua",
    ]  # fmt: skip
    with pytest.raises(BadInput, match=r'modules "a\.b" and "A/B" would share'):
        file_names(["a.b", "A/B"])
