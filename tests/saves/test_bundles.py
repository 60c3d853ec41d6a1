"""Bundled scripts come apart into their modules, and every letter comes back."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.corpus import corpus_file, each_save
from tests.saves.saves import NAMES
from tests.saves.test_unpacking import check_paths, unpacked
from tts_tool.errors import BadInput
from tts_tool.lua.bundle import Folders, LuaModule, bundle
from tts_tool.lua.unbundle import is_bundle, unbundle
from tts_tool.saves import packing
from tts_tool.saves.disk import unpack_folder
from tts_tool.saves.folder import Files, InMemory
from tts_tool.saves.packing import packed
from tts_tool.saves.tree import read, written
from tts_tool.saves.unpacking import unpack
from tts_tool.saves.verifying import verify

OPENING = "function(require, _LOADED, __bundle_register, __bundle_modules)"


def put_together(modules: dict[str, str], root: str = "__root", eol: str = "\n") -> str:
    """Write a bundle by hand; the runtime is short, since nobody runs it."""
    told = json.dumps({"rootModuleName": root, "version": "1.6.0"})
    lines = [f"-- Bundled by luabundle {told}", "local __bundle_register = nil"]
    for name, text in modules.items():
        lines += [f'__bundle_register("{name}", {OPENING}', text, "end)"]
    return eol.join([*lines, f'return __bundle_require("{root}")'])


def save_of(*scripts: str) -> bytes:
    """Make a save of objects with these scripts; the first is that of Global."""
    of_objects = [
        {"GUID": f"00000{n}", "Name": "Block", "LuaScript": text}
        for n, text in enumerate(scripts[1:])
    ]
    return written({"SaveName": "x", "LuaScript": scripts[0], "ObjectStates": of_objects})


ONE = put_together({"__root": 'require("lib/one")', "lib/one": "return 1\n", "b": "return 2"})
TWO = put_together({"Block.lua": "x = 1", "lib/one": "return 1\n", "b": "return 3"}, "Block.lua")
BLOCK = "objects/Block.000000/"


def test_what_lies_where() -> None:
    """The script is the root; a module that several scripts have the same is one file."""
    files = unpacked(save_of(ONE, TWO))
    assert files["script.lua"] == b'require("lib/one")'
    assert files[f"{BLOCK}script.lua"] == b"x = 1"
    assert {path for path in files if path.startswith("modules/")} == {
        "modules/lib/one.lua",
        "modules/b.lua",
        "modules/b.2.lua",
    }
    assert files["modules/b.lua"] == b"return 2"
    assert files["modules/b.2.lua"] == b"return 3"
    assert json.loads(files["save.json"])["LuaScript"] == {"bundle": "bundle.json"}
    listed = [
        each for each in json.loads(files["bundle.json"])["parts"] if not isinstance(each, str)
    ]
    assert listed == [{"file": "script.lua"}, {"module": "lib/one.lua"}, {"module": "b.lua"}]
    assert packed(InMemory(files)) == save_of(ONE, TWO)


def test_an_edit_of_a_module_is_one_in_all_scripts() -> None:
    """Whoever edits a module edits it wherever it is bundled, and nothing else."""
    files = unpacked(save_of(ONE, TWO))
    files["modules/lib/one.lua"] = b"return 'new'\n"
    edited = json.loads(packed(InMemory(files)))
    assert edited["LuaScript"] == ONE.replace("return 1\n", "return 'new'\n")
    assert edited["ObjectStates"][0]["LuaScript"] == TWO.replace("return 1\n", "return 'new'\n")


def test_scripts_may_stay_whole() -> None:
    """Who wants it so has each script in one file."""
    data = save_of(ONE, TWO)
    files = unpack(read(data, "x"), "x", modules=False)
    assert files["script.lua"] == ONE.encode()
    assert not any("module" in path or "bundle" in path for path in files)
    assert packed(InMemory(files)) == data


WHOLE = {
    "no bundle": "print(1)",
    "a comment that only looks like it": "-- Bundled by luabundle {broken}\nprint(1)",
    "nothing but the comment": "-- Bundled by luabundle {}\nprint(1)",
    "code above the comment": f"x = 1\n{ONE}",
    "no root": put_together({"a": "return 1"}, "b"),
    "a bundle in a bundle": put_together({"__root": "x = 1", "inner": ONE}),
    "an end that is not there": ONE.replace("\nend)\n__bundle_register", "\n__bundle_register", 1),
    "nothing required at the end": ONE.rpartition("\n")[0],
    "a name with an escape": ONE.replace('"b"', '"\\98"'),
    "half a letter": put_together({"__root": "x = '\ud800'", "b": "return 2"}),
}


@pytest.mark.parametrize("kind", WHOLE)
def test_what_is_no_bundle_stays_whole(kind: str) -> None:
    """What a bundler would not have written so is a script like any other."""
    data = save_of(WHOLE[kind])
    files = unpacked(data)
    assert not any(path.startswith(("modules/", "bundle")) for path in files)
    assert packed(InMemory(files)) == data


BUNDLES = {
    "line ends of Windows": put_together({"__root": "x\r\ny", "b": "\r\n"}, eol="\r\n"),
    "comments above": f"-- mine\n\n-- more\n{ONE}",
    "a byte order mark": f"\ufeff{ONE}",
    "a line end behind": f"{ONE}\n\n",
    "an empty module": put_together({"__root": "", "b": ""}),
    "the same module twice": ONE.replace('"b"', '"lib/one"'),
    "names of its own": ONE.replace("__bundle_", "my_").replace(
        '"version"', '"identifiers":{"register":"my_register","require":"my_require"},"version"'
    ),
    "what looks like a seam": put_together({"__root": "f(function()\nend)\nx = 1", "b": "y"}),
}


@pytest.mark.parametrize("kind", BUNDLES)
def test_bundles_of_all_kinds(kind: str) -> None:
    """They come apart, the root is the script, and all of it comes back."""
    data = save_of(BUNDLES[kind])
    files = unpacked(data)
    assert "bundle.json" in files
    assert packed(InMemory(files)) == data
    modules = unbundle(BUNDLES[kind], "x")
    assert files["script.lua"].decode() == modules.modules[modules.root].text


def test_our_own_bundles(tmp_path: Path) -> None:
    """What `tts-tool lua bundle` makes comes apart into the files that it was made of."""
    texts = {"a/b.ttslua": "return require('c')", "c.lua": "-- ä\nreturn 5\n"}
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "root.lua").write_text("require('a.b') require('c')", encoding="utf-8")
    made = bundle(LuaModule.read("__root", tmp_path / "root.lua"), Folders(tmp_path)).text
    files = unpacked(save_of(made))
    assert files["script.lua"] == (tmp_path / "root.lua").read_bytes()
    assert files["modules/a/b.lua"] == texts["a/b.ttslua"].encode()
    assert files["modules/c.lua"] == texts["c.lua"].encode()


@each_save
class TestRealSaves:
    """Each real save, its bundles taken apart."""

    def test_every_bundle_comes_apart(self, path: Path) -> None:
        """As many scripts come apart as are bundles; each module has the text that it had."""
        files = unpacked(path.read_bytes())
        whole = unpack(read(path.read_bytes(), "x"), "x", modules=False)
        scripts = {
            name: text.decode() for name, text in whole.items() if name.endswith("script.lua")
        }
        bundles = {name for name, text in scripts.items() if is_bundle(text)}
        apart = {name for name in files if name.endswith("bundle.json")}
        assert {name.replace("script.lua", "bundle.json") for name in bundles} == apart
        texts = {text.decode() for name, text in files.items() if name.startswith("modules/")}
        for name in bundles:
            found = unbundle(scripts[name], name)
            assert files[name].decode() == found.modules[found.root].text
            others = {each.text for key, each in found.modules.items() if key != found.root}
            assert others <= texts


def test_real_modules_are_shared() -> None:
    """Nine scripts of a published mod are made of 21 modules, not of ninety."""
    files = unpacked(corpus_file("arcs_v13.3.json").read_bytes())
    assert len([path for path in files if path.endswith("bundle.json")]) == 9
    assert len([path for path in files if path.startswith("modules/")]) == 21


SEGMENTS = [*NAMES, "src", "SRC", "lib.lua", "a.ttslua", "util", "a.b.c.d.e.f", "x/../../y"]


@pytest.mark.soak(sample=150, full=5_000)
def test_hostile_bundles(rounds: int) -> None:
    """Whatever modules are called and hold, their files can be anywhere, and all comes back."""
    for seed in range(rounds):
        pick = random.Random(seed)
        scripts = []
        for _ in range(pick.randint(1, 4)):
            names = {
                "/".join(pick.sample(SEGMENTS, pick.randint(1, 5))).replace("\\", "/")
                for _ in range(pick.randint(1, 6))
            }
            usable = sorted(name for name in names if not set(name) & set('"\n\x07\ud800'))
            texts = ["return 1", "return 2\n", "\r\n", "", "-- end)\nend", "ä"]
            modules = {name: pick.choice(texts) for name in ["__root", *usable]}
            scripts.append(put_together(modules, eol=pick.choice(["\n", "\r\n"])))
        data = save_of(*scripts)
        files = unpacked(data)
        assert "bundle.json" in files
        assert packed(InMemory(files)) == data, seed
        check_paths(list(files))
        assert verify(data, "x").differs_at is None


@given(st.text(), st.text(), st.data())
def test_a_bundle_cut_anywhere(before: str, after: str, data: st.DataObject) -> None:
    """Damaged in any way, a bundle stays whole or comes apart; it comes back in any case."""
    at = data.draw(st.integers(0, len(ONE)))
    to = data.draw(st.integers(at, len(ONE)))
    script = f"{ONE[:at]}{before}{ONE[to:]}{after}"
    raw = written({"SaveName": "x", "LuaScript": script, "ObjectStates": []})
    assert packed(InMemory(unpacked(raw))) == raw


WRONG = [
    ("modules/b.lua", None, "modules/b.lua: there is no such file"),
    ("script.lua", None, "script.lua: there is no such file"),
    ("bundle.json", None, "bundle.json: there is no such file"),
    ("bundle.json", b"{}", 'bundle.json: "parts" with brackets are missing'),
    ("bundle.json", b'{"parts": 5}', 'bundle.json: "parts" with brackets are missing'),
    ("bundle.json", b'{"parts": [5]}', "bundle.json: a part is a text"),
    ("bundle.json", b'{"parts": [{"file": 5}]}', 'bundle.json: "file" belongs here, not "file"'),
    (
        "bundle.json",
        b'{"parts": [{"other": "x"}]}',
        'bundle.json: "file" belongs here, not "other"',
    ),
    ("bundle.json", b'{"parts": [{"module": "../x"}]}', 'bundle.json: "../x" leads out'),
    ("bundle.json", b'{"parts": [{"module": "\\ud800"}]}', "bundle.json: "),
    ("modules/b.lua", b"\xff", "modules/b.lua:1: not UTF-8 text"),
]


@pytest.mark.parametrize(("path", "data", "what"), WRONG)
def test_a_broken_folder_says_what_is_wrong(path: str, data: bytes | None, what: str) -> None:
    """The file that is missing or makes no sense is named."""
    files = unpacked(save_of(ONE))
    if data is None:
        del files[path]
    else:
        files[path] = data
    with pytest.raises(BadInput) as caught:
        packed(InMemory(files))
    assert str(caught.value).startswith(what)


def test_a_list_that_never_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """One module named a thousand times makes no text that fills the memory."""
    monkeypatch.setattr(packing, "LONGEST", 5_000)
    files = unpacked(save_of(ONE))
    files["modules/b.lua"] = b"x" * 1_000
    files["bundle.json"] = json.dumps({"parts": [{"module": "b.lua"}] * 1_000}).encode()
    with pytest.raises(BadInput, match="no text of a save is longer"):
        packed(InMemory(files))


def on_disk(folder: Path) -> Files:
    """Give all files of the unpacked folder."""
    return {
        file.relative_to(folder / "save").as_posix(): file.read_bytes()
        for file in (folder / "save").rglob("*")
        if file.is_file()
    }


def test_unpacking_again(tmp_path: Path) -> None:
    """Modules that are gone go; what a person has put beside them stays."""
    unpack_folder(unpacked(save_of(ONE, TWO)), tmp_path)
    mine = tmp_path / "save/modules/mine.lua"
    mine.write_text("-- a module that no script has yet")
    notes = tmp_path / "save/modules/lib/README.md"
    notes.write_text("notes")
    later = unpacked(save_of(ONE))
    changed, gone = unpack_folder(later, tmp_path)
    of_block = ["object.json", "script.lua", "bundle.json"]
    assert gone == len(["modules/b.2.lua", "objects/order.txt", *of_block])
    assert mine.read_text().startswith("-- a module")
    assert notes.read_text() == "notes"
    assert {path for path in on_disk(tmp_path) if not path.endswith(("mine.lua", ".md"))} == set(
        later
    )
    whole = unpack(read(save_of(ONE), "x"), "x", modules=False)
    unpack_folder(whole, tmp_path)
    left = {path for path in on_disk(tmp_path) if path.startswith("modules/")}
    assert left == {"modules/mine.lua", "modules/lib/README.md"}
    assert changed
