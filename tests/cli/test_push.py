"""`tts-tool push` and `restore`, as somebody types them, against a table that plays the game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.person import edit
from tests.cli.town import Town
from tests.table.small_saves import deck, save, thing
from tts_tool.errors import ExitCode

COUNTS = """local count = 0
function onLoad(state) count = tonumber(state) or 0 end
function onSave() return tostring(count) end
function more() count = count + 1 return count end
function version() return 1 end
"""


class Mod:
    """A save that is open in the game, and the folder that it was unpacked into."""

    def __init__(self, town: Town, *words: str) -> None:
        self.town = town
        town.state = {
            **save(
                thing("b0b000", Nickname="Bob", LuaScript=COUNTS, XmlUI="<Panel/>"),
                thing("b0b001", Nickname="Rob", LuaScript="-- rob", at=(9, 0)),
                thing("b0b003", Nickname="Sack", at=(-9, 0)),
                deck("dec000", 5, (4, 4)),
                script="function onLoad() end",
            ),
            "SaveName": "The mod",
        }
        town.opens(*words)
        self.folder = town.person.home / "mod"
        assert town.person.types("unpack", town.save, self.folder).returncode == 0

    def script(self, guid: str) -> Path:
        """Find the file with the script of an object."""
        for file in (self.folder / "save").rglob("object.json"):
            if json.loads(file.read_bytes()).get("GUID") == guid:
                return file.with_name("script.lua")
        raise LookupError(guid)

    @property
    def globe(self) -> Path:
        """Name the file with the script of Global."""
        return self.folder / "save" / "script.lua"

    def push(self, *words: str) -> Any:  # noqa: ANN401
        """Push the folder."""
        return self.town.person.types("push", self.folder, *words, *self.town.ports)

    def runs(self, code: str, thing: str = "-1") -> Any:  # noqa: ANN401
        """Run something in the game."""
        at = () if thing == "-1" else ("--object", thing)
        done = self.town.person.types("exec", code, *at, "--json", *self.town.ports)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)["value"]

    def lies(self) -> dict[str, Any]:
        """Say where all lies, once all has come to rest."""
        while not self.runs(
            "for _, each in ipairs(getObjects()) do"
            " if not each.resting then return false end end return true"
        ):
            pass
        return {
            str(each["guid"]): [round(x, 1) for x in each["at"]]
            for each in self.runs(
                "local all = {} for _, each in ipairs(getObjects()) do local p = each.getPosition()"
                " table.insert(all, {guid = each.getGUID(), at = {p.x, p.y, p.z}}) end return all"
            )
        }


@pytest.fixture
def mod(town: Town) -> Mod:
    """Give a mod that is open and unpacked."""
    return Mod(town)


def test_in_place(mod: Mod) -> None:
    """A changed script runs at once; its object keeps place and state, and nothing else moves."""
    assert '"The mod" has all scripts' in mod.push().stdout
    mod.runs("return more() + more()", "Bob")
    mod.runs("getObjectFromGUID('b0b001').setPosition({20, 2, 3})")
    before = mod.lies()
    edit(mod.script("b0b000"), "return 1", "return 2")
    done = mod.push("--json")
    assert done.returncode == ExitCode.OK, done.stderr
    told = json.loads(done.stdout)
    assert (told["way"], told["changed"], told["table"]) == ("objects", ["b0b000"], "The mod")
    assert mod.runs("return version()", "Bob") == 2
    assert mod.runs("return more()", "Bob") == 3, "it went on counting where it was"
    assert mod.lies() == before
    assert '"The mod" has all scripts' in mod.push().stdout


def test_global_needs_a_word(mod: Mod) -> None:
    """Global's code is refused, then goes in with the objects; what was never saved lies as it lay.

    The table is read out before: what was moved, renamed, written and counted since, and a thing
    that no file has, are there afterwards.
    """
    mod.push()
    edit(mod.script("b0b000"), "return 1", "return 2")
    mod.push()
    edit(mod.globe, "function onLoad() end", "function onLoad() end\nanswer = 42")
    refused = mod.push()
    assert refused.returncode == ExitCode.REFUSED
    assert "--reload" in refused.stderr
    mod.runs("getObjectFromGUID('b0b001').setPosition({20, 2, 3})")
    mod.runs("setNotes('Red leads') getObjectFromGUID('b0b003').setName('Theirs')")
    mod.runs("spawnObject({type = 'BlockSquare', position = {-20, 2, 0}})")
    mod.runs("return more() + more()", "Bob")
    before = mod.lies()
    assert len(before) == 5
    done = mod.push("--reload")
    assert done.returncode == ExitCode.OK, done.stderr
    assert "the game loads its save again" in done.stderr
    assert mod.runs("return answer") == 42
    assert mod.runs("return version()", "Bob") == 2, "what was set in place is there still"
    assert mod.lies() == before
    assert mod.runs("return getNotes()") == "Red leads"
    assert mod.runs("return getObjectFromGUID('b0b003').getName()") == "Theirs"
    assert mod.runs("return more()", "Bob") == 3, "it went on counting"
    mod.globe.write_text("", encoding="utf-8")
    empty = mod.push("--reload")
    assert empty.returncode == ExitCode.REFUSED
    assert "empty" in empty.stderr
    assert mod.runs("return answer") == 42


def test_another_table(mod: Mod, tmp_path: Path) -> None:
    """It is refused with both names, the first time too; `--bind` says that it is the one."""
    other = tmp_path / "other.json"
    state = {**save(thing("c0c000", LuaScript="-- c"), script="-- other"), "SaveName": "Other"}
    other.write_text(json.dumps(state), encoding="utf-8")
    folder = tmp_path / "other"
    mod.town.person.types("unpack", other, folder)
    refused = mod.town.person.types("push", folder, *mod.town.ports)
    assert refused.returncode == ExitCode.REFUSED
    assert '"Other"' in refused.stderr
    assert '"The mod"' in refused.stderr
    assert mod.runs("return Global.getLuaScript()") == "function onLoad() end"
    bound = mod.town.person.types("push", folder, "--bind", "--reload", *mod.town.ports)
    assert bound.returncode == ExitCode.OK, bound.stderr
    assert "is not on the table" in bound.stderr
    assert mod.runs("return Global.getLuaScript()") == "-- other"


def test_what_was_changed_in_the_game(mod: Mod) -> None:
    """It is not written over: the change is shown, until somebody says that it may go."""
    first = mod.script("b0b001")
    edit(first, "-- rob", "-- rob, edited before the first push")
    unseen = mod.push()
    assert unseen.returncode == ExitCode.REFUSED
    assert "+-- rob" in unseen.stderr
    assert mod.push("--bind").returncode == ExitCode.OK
    mod.runs("local it = getObjectFromGUID('b0b001') it.setLuaScript('-- by another') it.reload()")
    edit(first, "edited before the first push", "edited again")
    refused = mod.push()
    assert refused.returncode == ExitCode.REFUSED
    for part in ("was changed in the game", "Rob - b0b001", "+-- by another", "--force"):
        assert part in refused.stderr
    there = "return getObjectFromGUID('b0b001').getLuaScript()"
    assert mod.runs(there) == "-- by another"
    assert mod.push("--force").returncode == ExitCode.OK
    assert mod.runs(there) == "-- rob, edited again"


def pulled(mod: Mod) -> Any:  # noqa: ANN401
    """Pull what was changed in the game."""
    return mod.town.person.types("pull", mod.folder, *mod.town.ports)


def test_a_push_that_was_refused_is_no_common_past(mod: Mod) -> None:
    """What both have changed is a conflict for a pull afterwards, and the file stays."""
    assert mod.push().returncode == ExitCode.OK
    mod.runs("local it = getObjectFromGUID('b0b001') it.setLuaScript('-- theirs') it.reload()")
    edit(mod.script("b0b001"), "-- rob", "-- ours")
    assert mod.push().returncode == ExitCode.REFUSED
    shown = pulled(mod)
    assert shown.returncode == ExitCode.FINDING, shown.stdout
    assert "-- theirs" in shown.stderr
    assert mod.script("b0b001").read_text() == "-- ours"


def test_what_a_push_does_not_bring_is_no_common_past(mod: Mod) -> None:
    """A name that was edited in a file beside a script that was pushed stays when one pulls."""
    assert mod.push().returncode == ExitCode.OK
    described = mod.script("b0b001").with_name("object.json")
    edit(described, '"Nickname": "Rob"', '"Nickname": "Robert"')
    edit(mod.script("b0b000"), "return 1", "return 2")
    assert mod.push().returncode == ExitCode.OK
    theirs = "it.setLuaScript((it.getLuaScript():gsub('return 2', 'return 3'))) it.reload()"
    mod.runs(f"local it = getObjectFromGUID('b0b000') {theirs}")
    done = pulled(mod)
    assert done.returncode == ExitCode.OK, done.stderr
    described = mod.script("b0b001").with_name("object.json")  # its folder is called like it
    assert '"Nickname": "Robert"' in described.read_text()
    assert "return 3" in mod.script("b0b000").read_text(), "it comes, since 2 was pushed"


def test_pushes_between_pulls(mod: Mod) -> None:
    """What was pulled last is what both have in common, with what was pushed since: no conflict."""
    mod.push()
    for n, pulls in enumerate(map(bool, (1, 1, 0, 0, 1, 1, 0, 1, 0, 1, 0, 0, 1))):
        if pulls:
            mod.runs(f"getObjectFromGUID('b0b001').setName('Rob {n}') setNotes('note {n}')")
            done = mod.town.person.types("pull", mod.folder, *mod.town.ports)
            assert f'"Rob {n}"' in mod.script("b0b001").with_name("object.json").read_text("utf-8")
        else:
            script = mod.script("b0b000")
            script.write_text(f"{script.read_text('utf-8').rstrip()}\n-- {n}\n", "utf-8")
            mod.script("b0b001").write_text(f"-- rob {n}\n", "utf-8")
            done = mod.push()
        assert done.returncode == ExitCode.OK, done.stderr


def test_restore(mod: Mod) -> None:
    """What was written over is listed and comes back; that it came back can be undone as well."""
    listed = mod.town.person.types("restore", mod.folder, "--list").stdout
    assert listed.startswith("no copy is kept yet")
    mod.push()
    for version in (2, 3):
        edit(mod.script("b0b000"), f"return {version - 1}", f"return {version}")
        mod.push()
    rows = mod.town.person.told("restore", mod.folder, "--list")
    assert [each["number"] for each in rows] == [2, 1]
    for words, version in (((), 2), (("1",), 1), ((), 2)):
        done = mod.town.person.types("restore", mod.folder, *words, *mod.town.ports)
        assert done.returncode == ExitCode.OK, done.stderr
        assert mod.runs("return version()", "Bob") == version
    assert mod.town.person.types("restore", mod.folder, "99").returncode == ExitCode.NOT_FOUND
    assert (mod.folder / ".tts-tool" / ".gitignore").read_text() == "*\n"


def test_no_copy_no_push(mod: Mod) -> None:
    """Where what is written over can't be kept, nothing is written over."""
    mod.push()
    (mod.folder / ".tts-tool" / "backups").write_text("in the way")
    edit(mod.script("b0b000"), "return 1", "return 2")
    done = mod.push()
    assert done.returncode == ExitCode.UNAVAILABLE
    assert mod.runs("return version()", "Bob") == 1


def test_one_file(mod: Mod) -> None:
    """A file is the script of the object that is named, and what it requires; also a first one."""
    (mod.town.person.home / "lib.lua").write_text("return { n = 7 }")
    file = mod.town.person.home / "sack.lua"
    file.write_text("local lib = require('lib')\nfunction n() return lib.n end\n")
    words = ("push", file, "--object", "Sack", *mod.town.ports)
    first = mod.town.person.types(*words)
    assert first.returncode == ExitCode.REFUSED
    assert '"The mod" is open' in first.stderr
    assert mod.town.person.types(*words, "--bind").returncode == ExitCode.OK
    assert mod.runs("return n()", "Sack") == 7
    file.write_text("function n() return 8 end\n")
    assert mod.town.person.types(*words).returncode == ExitCode.OK
    assert mod.runs("return n()", "Sack") == 8
    nameless = mod.town.person.types("push", file, *mod.town.ports)
    assert nameless.returncode == ExitCode.BAD_INPUT
    assert "--object" in nameless.stderr


def test_nothing_to_push(tmp_path: Path) -> None:
    """What is no mod is told at once: nobody looks for the game, and no hub is left running."""
    town = Town(tmp_path)
    done = town.person.types("push", *town.ports)
    assert (done.returncode, done.stdout) == (ExitCode.NOT_FOUND, "")
    assert "hub" not in done.stderr
    assert town.status() is None
