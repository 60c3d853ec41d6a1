"""`tts-tool pull`, as somebody types it who has changed things in the game."""

from __future__ import annotations

import base64
import copy
import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.person import Person, edit
from tests.cli.town import Town
from tests.corpus import corpus_file, wants_corpus
from tests.saves.played import Tree, inside, newer
from tests.table.small_saves import card, deck, save, thing
from tests.wants import wants
from tts_tool.errors import ExitCode
from tts_tool.saves.tree import read

BUNDLE = """-- Bundled by luabundle {"luaVersion":"5.2","version":"1.6.0"}
local __bundle_require, __bundle_loaded, __bundle_register, __bundle_modules = nil
__bundle_register("__root", function(require, _LOADED, __bundle_register, __bundle_modules)
local lib = require("lib.dice")
function go()
    return lib.roll()
end
end)
__bundle_register("lib.dice", function(require, _LOADED, __bundle_register, __bundle_modules)
local dice = {}
function dice.roll()
    return 4
end
return dice
end)
return __bundle_require("__root")"""


def small() -> Tree:
    """Give a mod with scripts, one of them bundled, a deck and a page."""
    page = {"title": "Rules", "body": "one\ntwo\nthree", "color": "Grey", "id": 0}
    return {
        **save(
            thing("b0b000", Nickname="Bob", LuaScript="-- 1\n-- 2\n-- 3", XmlUI="<Panel/>"),
            thing("b0b001", Nickname="Dice tower", LuaScript=BUNDLE, at=(9, 0)),
            deck("dec000", 4, (4, 4)),
            script="function onLoad()\n    print(1)\nend",
        ),
        "SaveName": "The mod",
        "TabStates": {"0": page},
    }


class Mod:
    """A mod that was unpacked, and what became of it in the game."""

    def __init__(self, person: Person, root: Tree | None = None) -> None:
        self.person = person
        self.root = root or small()
        self.folder = person.home / "mod"
        self.saved("first.json", self.root)
        assert person.types("unpack", "first.json", "mod").returncode == 0

    def saved(self, name: str, root: Tree) -> Path:
        """Save what is in the game."""
        file = self.person.home / name
        file.write_text(json.dumps(root, indent=2), encoding="utf-8")
        return file

    def pulls(self, root: Tree, *words: str) -> Any:  # noqa: ANN401
        """Pull from a save."""
        self.saved("game.json", root)
        return self.person.types("pull", "mod", "--from", "game.json", *words)

    def packed(self) -> Tree:
        """Say what the files are as a save."""
        assert self.person.types("pack", "mod", "packed.json").returncode == 0
        root: Tree = json.loads((self.person.home / "packed.json").read_bytes())
        return root

    def file(self, end: str) -> Path:
        """Find a file by the end of its path."""
        (found,) = [it for it in self.folder.rglob("*") if it.as_posix().endswith(end)]
        return found

    def files(self) -> dict[str, bytes]:
        """Give all files of the mod."""
        inside = self.folder / "save"
        return {it.relative_to(inside).as_posix(): it.read_bytes()
                for it in inside.rglob("*") if it.is_file()}  # fmt: skip


@pytest.fixture
def mod(tmp_path: Path) -> Mod:
    """Give a mod that was unpacked."""
    return Mod(Person(tmp_path))


def in_game(root: Tree) -> Tree:
    """Change a script, a module, a page; move a thing; add one and a card."""
    root = copy.deepcopy(root)
    bob, tower, cards = root["ObjectStates"]
    bob["LuaScript"] = bob["LuaScript"].replace("3", "three, in the game")
    bob["XmlUI"] = "<Panel><Text/></Panel>"
    tower["LuaScript"] = tower["LuaScript"].replace("return 4", "return 6")
    tower["Transform"]["posX"] = 12.0
    cards["ContainedObjects"].append(card("dec0ff", 7, Nickname="Card 7"))
    cards["DeckIDs"].append(107)
    root["ObjectStates"].append(thing("b0b002", Nickname="New", LuaScript="-- new"))
    root["TabStates"]["0"]["body"] = "one\ntwo\nthree\nfour"
    return root


def test_all_of_it(mod: Mod) -> None:
    """Without edits in the files they become what the game has, and only what changed is touched.

    A second pull finds nothing; what stays the same stays the same files.
    """
    before = mod.files()
    game = in_game(mod.root)
    dry = mod.pulls(game, "--dry-run")
    assert dry.returncode == ExitCode.OK, dry.stderr
    assert "moved by (3, 0, 0)" in dry.stdout
    assert mod.files() == before
    done = mod.pulls(game, "--json")
    assert done.returncode == ExitCode.OK, done.stderr
    told = json.loads(done.stdout)
    assert (told["pulled"], told["conflicts"]) == (True, [])
    assert mod.packed() == game
    after = mod.files()
    changed = {path for path in after if after[path] != before.get(path)}
    assert told["written"] == len(changed)
    assert "modules/lib/dice.lua" in changed
    assert "objects/Dice-tower.b0b001/script.lua" not in changed
    assert "the files have it all" in mod.pulls(game).stdout
    assert mod.files() == after


def test_edits_in_files_stay(mod: Mod) -> None:
    """What was edited in files meanwhile is there still, beside what comes from the game."""
    edit(mod.file("Bob.b0b000/script.lua"), "-- 1", "-- one, in a file")
    edit(mod.file("save/script.lua"), "print(1)", "print(2)")
    edit(mod.file("lib/dice.lua"), "local dice = {}", "local dice = { sides = 6 }")
    game = in_game(mod.root)
    assert mod.pulls(game).returncode == ExitCode.OK
    packed = mod.packed()
    bob, tower, *_ = packed["ObjectStates"]
    assert bob["LuaScript"] == "-- one, in a file\n-- 2\n-- three, in the game"
    assert "sides = 6" in tower["LuaScript"]
    assert "return 6" in tower["LuaScript"]
    assert "print(2)" in packed["LuaScript"]
    assert len(packed["ObjectStates"]) == 4
    further = copy.deepcopy(game)
    further["ObjectStates"][0]["Nickname"] = "Robert"
    assert mod.pulls(further).returncode == ExitCode.OK, "the next pull begins where this ended"
    again = mod.packed()["ObjectStates"][0]
    assert (again["Nickname"], again["LuaScript"]) == ("Robert", bob["LuaScript"])


def test_what_was_packed_and_never_loaded(mod: Mod) -> None:
    """A save that was put together of edited files is none that the game comes from."""
    edit(mod.file("Bob.b0b000/script.lua"), "-- 1", "-- 0, in a file\n-- 1")
    packed = mod.person.home / "again.json"
    assert mod.person.types("pack", mod.folder, packed).returncode == ExitCode.OK
    game = copy.deepcopy(mod.root)
    game["ObjectStates"][0]["LuaScript"] += "\n-- 4, in the game"
    assert mod.pulls(game).returncode == ExitCode.OK
    bob = mod.packed()["ObjectStates"][0]
    assert bob["LuaScript"] == "-- 0, in a file\n-- 1\n-- 2\n-- 3\n-- 4, in the game"


def test_conflicts(mod: Mod) -> None:
    """What both changed is shown at its file and line, nothing is written; then one says whose."""
    edit(mod.file("Bob.b0b000/script.lua"), "-- 3", "-- three, in a file")
    edit(mod.file("lib/dice.lua"), "return 4", "return 5")
    edit(mod.file("Bob.b0b000/object.json"), '"Bob"', '"Rob"')
    game = in_game(mod.root)
    game["ObjectStates"][0]["Nickname"] = "Bobby"
    before = mod.files()
    shown = mod.pulls(game)
    assert shown.returncode == ExitCode.FINDING
    assert mod.files() == before
    for part in ("Bob.b0b000/script.lua:3:", "modules/lib/dice.lua:3:", "object.json:",
                 "three, in a file", "three, in the game", "Rob", "Bobby"):  # fmt: skip
        assert part in shown.stderr
    name_line = (mod.file("Bob.b0b000/object.json").read_text().split("\n")
                 .index('  "Nickname": "Rob",') + 1)  # fmt: skip
    assert f"object.json:{name_line}: " in shown.stderr
    assert mod.pulls(game, "--conflicts", "markers").returncode == ExitCode.OK
    text = mod.file("lib/dice.lua").read_text()
    assert "<<<<<<< files\n    return 5\n=======\n    return 6\n>>>>>>> game" in text
    root = mod.packed()["ObjectStates"][0]
    assert root["Nickname"] == "Rob"
    assert "three, in a file" in root["LuaScript"]
    assert "three, in the game" in root["LuaScript"]


@pytest.mark.parametrize("side", ["files", "game"])
def test_one_side(mod: Mod, side: str) -> None:
    """One side's version stands where both changed the same, and all else is there, too."""
    edit(mod.file("Bob.b0b000/script.lua"), "-- 3", "-- in the files")
    edit(mod.file("Bob.b0b000/script.lua"), "-- 1", "-- one")
    game = copy.deepcopy(mod.root)
    game["ObjectStates"][0]["LuaScript"] = "-- 1\n-- 2\n-- in the game"
    assert mod.pulls(game, "--conflicts", side).returncode == ExitCode.OK
    assert mod.packed()["ObjectStates"][0]["LuaScript"] == f"-- one\n-- 2\n-- in the {side}"


def test_only_scripts(mod: Mod) -> None:
    """Of all that was changed only what was asked for comes."""
    assert mod.pulls(in_game(mod.root), "--only", "scripts").returncode == ExitCode.OK
    packed = mod.packed()
    assert "in the game" in packed["ObjectStates"][0]["LuaScript"]
    assert len(packed["ObjectStates"]) == 3
    assert packed["TabStates"] == mod.root["TabStates"]
    assert packed["ObjectStates"][1]["Transform"] == mod.root["ObjectStates"][1]["Transform"]
    assert mod.pulls(in_game(mod.root), "--only", "notebook").returncode == ExitCode.OK
    assert mod.packed()["TabStates"]["0"]["body"].endswith("four")


def test_no_common_past(mod: Mod) -> None:
    """Of a save that nobody here has seen nothing is guessed; a base can be named."""
    stranger = {**small(), "LuaScript": "-- else"}
    for _, each in inside(stranger):
        each["GUID"] = f"ff{each['GUID'][2:]}"
        each["Nickname"] = "other"
    unknown = mod.pulls(stranger)
    assert unknown.returncode == ExitCode.NOT_FOUND
    assert "--base" in unknown.stderr
    assert mod.pulls(stranger, "--base", "first.json").returncode == ExitCode.OK
    assert mod.packed() == stranger


def test_another_table(mod: Mod) -> None:
    """What was done in another mod comes into no files of this one, until somebody says so."""
    other = {**small(), "SaveName": "Other", "LuaScript": "-- else", "XmlUI": "<Text/>"}
    del other["ObjectStates"][1:]
    mod.saved("other.json", other)
    mod.person.types("unpack", "other.json", "other")
    mod.person.types("init", "my-mod")
    before = mod.files()
    moved = copy.deepcopy(other)
    moved["ObjectStates"][0]["Transform"]["posX"] = 12.0
    refused = mod.pulls(moved)
    assert refused.returncode == ExitCode.REFUSED
    assert '"The mod"' in refused.stderr
    assert '"Other"' in refused.stderr
    assert mod.files() == before
    project = mod.person.types("pull", "my-mod", "--from", "game.json", "--take")
    assert project.returncode == ExitCode.REFUSED
    assert '"My Mod"' in project.stderr
    said = mod.pulls(moved, "--bind")
    assert said.returncode == ExitCode.OK, said.stderr
    assert "moved by" in said.stdout
    assert mod.person.types("pull", "other", "--from", "game.json").returncode == ExitCode.OK


@wants("posix")
def test_nothing_half_written(mod: Mod) -> None:
    """Where the disk refuses, the files are as they were, and what to do is said."""
    before = mod.files()
    game = in_game(mod.root)
    game["ObjectStates"].append(thing("b0b009", LuaScript="-- long\n" * 100_000))
    mod.saved("game.json", game)
    mod.person.types("hub", "--status")
    refused = mod.person.limited(200_000, "pull", "mod", "--from", "game.json")
    assert refused.returncode == ExitCode.UNAVAILABLE, refused.stderr
    assert mod.files() == before
    assert sorted(it.name for it in mod.folder.iterdir()) == ["save", "tts-tool.toml"]
    assert mod.pulls(game).returncode == ExitCode.OK
    assert mod.packed() == game


@wants_corpus
def test_a_real_mod(tmp_path: Path) -> None:
    """What was done to a mod in the game comes into its files, edits in files stay, no more."""
    person = Person(tmp_path)
    source = corpus_file("stardew_scripted_v13.0.json")
    assert person.types("unpack", source, "mod").returncode == 0
    base = read(source.read_bytes(), source.name)
    game = newer(base, 1)
    (tmp_path / "game.json").write_bytes(game.bytes())
    script = tmp_path / "mod" / "save" / "script.lua"
    text = script.read_bytes()
    script.write_bytes(b"-- edited in a file\n" + text)
    done = person.types("pull", "mod", "--from", "game.json", "--json")
    assert done.returncode == ExitCode.OK, done.stderr
    person.types("pack", "mod", "packed.json")
    packed = read((tmp_path / "packed.json").read_bytes(), "packed").root
    assert packed["LuaScript"].startswith("-- edited in a file\n")
    assert packed["LuaScript"].rstrip().endswith("-- newer 1")
    game.root["LuaScript"] = packed["LuaScript"]
    assert packed == read(game.bytes(), "game").root


# A project

MODULE = """local greetings = {}
function greetings.hello(name)
    return "hello " .. name
end
return greetings
"""
PAGES = '''[[pages]]
lang = "en"
title = "Rules"
body = """
Take one fruit in turn.
The most valuable harvest wins."""
'''


class Project:
    """A mod that is made of files, and the game in which its save is open."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.folder = person.home / "my-mod"
        assert person.types("init", "my-mod").returncode == 0
        (self.layout,) = self.folder.rglob("layout.toml")
        (self.main,) = self.folder.rglob("main.lua")
        self.module = self.main.parents[1] / "lib" / "greetings.lua"
        self.module.parent.mkdir()
        self.module.write_text(MODULE)
        self.pages = self.layout.with_name("notebook.toml")
        self.pages.write_text(PAGES)
        edit(
            self.main,
            "local own = {}",
            "local own = {}\nlocal greetings = require('lib.greetings')",
        )
        edit(self.layout, "at = [-3.9, -0.4]", "points = [\n    [-3.9, -0.4],\n]")
        self.game: Tree = self.built()

    def built(self) -> Tree:
        """Build it."""
        save = self.person.told("build", "my-mod", "--jobs", "1")["save"]
        root: Tree = json.loads((self.person.home / save).read_bytes())
        return root

    def extras(self) -> None:
        """Add extras to the table."""
        common = 'on = "board"\nsize = [1, 1]\nfaces = ["die.svg"]\npixels = [100, 100]\n'
        said = ("die", "Two dice", "Wuerfel", "count = 2"), ("die", "Doomed", "Weg", ""), (
            "tile", "Notice", "Notiz", "")  # fmt: skip
        self.layout.with_name("props.toml").write_text(
            "\n".join(
                f'[[props]]\nid = "{en.split()[0].lower()}"\nshape = "{shape}"\n{common}'
                f'at = [{n * 3 - 4}, 2.3]\nname = {{ en = "{en}", de = "{de}" }}\n{more}\n'
                "engraved = false\nstep = [1.2, 0]\n"
                for n, (shape, en, de, more) in enumerate(said)
            )
        )
        face = self.layout.parent / "faces" / "die.svg"
        face.write_text('<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"/>')
        self.game = self.built()

    def texts(self) -> dict[str, bytes]:
        """Give all files of the project that people write."""
        kinds = {"cards", "mod_json", "lua_templates"}
        return {
            it.relative_to(self.folder).as_posix(): it.read_bytes()
            for kind in kinds
            for it in (self.folder / kind).rglob("*")
            if it.is_file() and it.name != "things"
        }

    def pulls(self, *words: str) -> Any:  # noqa: ANN401
        """Pull what the game has."""
        (self.person.home / "game.json").write_text(json.dumps(self.game, indent=2))
        return self.person.types("pull", "my-mod", "--from", "game.json", *words)

    def told(self, *words: str) -> Any:  # noqa: ANN401
        """Pull, and read what is said."""
        done = self.pulls("--json", *words)
        assert done.returncode == ExitCode.OK, done.stderr
        return json.loads(done.stdout)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Give a project that was built."""
    return Project(Person(tmp_path))


def test_a_project(project: Project) -> None:
    """Changes are led back to template, module, page and layout, shown, and written if taken.

    Built again, the save has what the game had; a second pull finds nothing.
    """
    assert project.told() == {"proposed": [], "left": [], "conflicts": [], "written": 0}
    game = project.game
    game["LuaScript"] = (
        game["LuaScript"]
        .replace('"hello " .. name', '"hi " .. name')
        .replace("function own.load()", "function own.load()\n  print('from the game')")
    )
    page = game["TabStates"]["0"]
    page["body"] = page["body"].replace("one fruit", "two fruits")
    crate = next(it for it in game["ObjectStates"] if it.get("DeckIDs"))
    crate["Transform"]["posX"] -= 0.1
    crate["Transform"]["posZ"] -= 0.2
    game["ObjectStates"].append(thing("ffff01", Nickname="A mug"))
    before = {it: it.read_bytes() for it in (project.main, project.module, project.layout)}
    shown = project.pulls()
    assert shown.returncode == ExitCode.OK, shown.stderr
    for part in ("+++ b/lua_templates/my_mod/global/main.lua", '+    return "hi " .. name',
                 "+  print('from the game')", "-    [-3.9, -0.4],", "+    [-4, -0.6],",
                 "+Take two fruits in turn.", "A mug", "--take writes this"):  # fmt: skip
        assert part in shown.stdout
    assert all(file.read_bytes() == data for file, data in before.items())
    told = project.told("--take")
    assert told["written"] == 5
    assert told["left"] == []
    built = project.built()
    assert '"hi " .. name' in built["LuaScript"]
    assert "print('from the game')" in built["LuaScript"]
    assert built["TabStates"]["0"]["body"] == page["body"]
    now = next(it for it in built["ObjectStates"] if it.get("DeckIDs"))["Transform"]
    assert (round(now["posX"], 2), round(now["posZ"], 2)) == (
        round(crate["Transform"]["posX"], 2),
        round(crate["Transform"]["posZ"], 2),
    )
    assert project.told()["proposed"] == []


def test_pieces_of_a_project(project: Project) -> None:
    """Texts, copies, turn, size, what was added and what is gone are diffs of what says them.

    Taken and built, the save has what the game had, and a further pull finds nothing.
    """
    project.extras()
    game = project.game
    things = {str(it["Nickname"]): it for it in game["ObjectStates"]}
    pile = next(it for it in game["ObjectStates"] if it.get("DeckIDs"))
    cards = pile["ContainedObjects"]
    for each in cards:
        each["Nickname"] = each["Nickname"].replace("Quince", "Quite a quince")
    copied = copy.deepcopy(next(it for it in cards if it["Nickname"] == "Pear"))
    cards.append({**copied, "GUID": "c0c0c0"})
    pile["DeckIDs"].append(copied["CardID"])
    board = next(it for it in game["ObjectStates"] if it["GMNotes"] == "mat board")
    board["Transform"]["scaleX"] *= 1.25
    board["Transform"]["scaleZ"] *= 1.25
    things["Notice"]["Transform"]["rotY"] += 90
    things["Notice"]["Nickname"] = "Read me"
    for name in ("Doomed", "Two dice"):
        game["ObjectStates"].remove(things[name])
    game["ObjectStates"].append(thing("ffff01", Nickname="A mug", LuaScript="-- mine"))
    told = project.told()
    diffs = "\n".join(line for it in told["proposed"] for line in it["diff"])
    for part in ('-name = { en = "Quince", de = "Quitte" }',
                 '+name = { en = "Quite a quince", de = "Quitte" }', "-copies = 4", "+copies = 5",
                 '-name = { en = "Notice", de = "Notiz" }',
                 '+name = { en = "Read me", de = "Notiz" }',
                 '-id = "doomed"', "+size = [", "-count = 2", "+count = 1",
                 "+++ b/mod_json/my_mod/things/A_mug.ffff01.json",
                 '+  "Nickname": "A mug",'):  # fmt: skip
        assert part in diffs, diffs
    (left,) = told["left"]
    assert "Notice" in left["what"]
    assert "turned" in left["what"]
    assert project.told("--take")["written"] == len(told["proposed"])
    built = project.built()
    names = [it["Nickname"] for _, it in inside(built)]
    was = [it["Nickname"] for _, it in inside(game)]
    assert sorted(names) == sorted(was)
    assert (
        next(it for it in built["ObjectStates"] if it["GUID"] == "ffff01")["LuaScript"] == "-- mine"
    )
    now = next(it for it in built["ObjectStates"] if it["GMNotes"] == "mat board")["Transform"]
    assert round(now["scaleX"], 2) == round(board["Transform"]["scaleX"], 2)
    # What has a file of its own is led back to that, and away with it.
    project.game = built
    mug = next(it for it in built["ObjectStates"] if it["GUID"] == "ffff01")
    mug["Transform"]["posX"] += 3
    told = project.told("--take")
    assert [it["file"] for it in told["proposed"]] == ["mod_json/my_mod/things/A_mug.ffff01.json"]
    project.game = project.built()
    assert project.told()["proposed"] == []
    project.game["ObjectStates"] = [
        it for it in project.game["ObjectStates"] if it["GUID"] != "ffff01"
    ]
    assert project.told("--take")["written"] == 1
    assert not list(project.folder.rglob("A_mug*"))


def test_the_turn_of_a_mat(project: Project) -> None:
    """A mat that was turned in the game says so in its entry."""
    board = next(it for it in project.game["ObjectStates"] if it["GMNotes"] == "mat board")
    board["Transform"]["rotY"] += 90
    (sheet,) = project.told("--take")["proposed"]
    assert any(line.startswith("+turn = ") for line in sheet["diff"])
    now = next(it for it in project.built()["ObjectStates"] if it["GMNotes"] == "mat board")
    assert round(now["Transform"]["rotY"] - board["Transform"]["rotY"]) % 360 == 0


@wants("posix")
def test_all_or_nothing_is_taken(project: Project) -> None:
    """Where one file can't be written none is; who is killed in between goes on the next time."""
    game = project.game
    game["LuaScript"] = game["LuaScript"].replace('"hello " .. name', '"hi " .. name')
    page = game["TabStates"]["0"]
    page["body"] = page["body"].replace("one fruit", "two fruits")
    game["ObjectStates"].append(thing("ffff01", Nickname="A mug"))
    before = project.texts()
    assert len(project.told()["proposed"]) == 3
    (only,) = project.told("--file", "mod_json/my_mod/notebook.toml")["proposed"]
    assert only["file"] == "mod_json/my_mod/notebook.toml"
    unknown = project.pulls("--take", "--file", "rules.py")
    assert unknown.returncode == ExitCode.NOT_FOUND
    assert "notebook.toml" in unknown.stderr
    things = project.layout.with_name("things")
    things.write_text("in the way")
    failed = project.pulls("--take")
    assert failed.returncode not in {ExitCode.OK, ExitCode.FINDING}
    things.unlink()
    assert project.texts() == before
    taken = {**before}
    assert project.told("--take")["written"] == 3
    taken = project.texts()
    # As it is when somebody is killed after the first of three files.
    rows = [
        {
            "file": str(project.folder / name),
            "before": _coded(before.get(name)),
            "after": _coded(taken[name]),
        }
        for name in taken
        if before.get(name) != taken[name]
    ]
    assert len(rows) == 3
    for name in sorted(taken)[1:]:
        file = project.folder / name
        if name in before:
            file.write_bytes(before[name])
        else:
            file.unlink()
    meant = project.folder / ".tts-tool" / "taking.json"
    meant.write_text(json.dumps(rows))
    project.pulls()
    assert project.texts() == taken
    assert not meant.exists()


def _coded(data: bytes | None) -> str | None:
    return None if data is None else base64.b64encode(data).decode()


def test_what_no_file_can_take(project: Project) -> None:
    """A description that no record has is told with the place to change."""
    deck_of = next(it for it in project.game["ObjectStates"] if it.get("DeckIDs"))
    deck_of["ContainedObjects"][0]["Description"] = "Cherry"
    told = project.told("--take")
    assert (told["proposed"], told["written"]) == ([], 0)
    cherry = next(it for it in told["left"] if "Cherry" in it["what"] or "Nickname" in it["what"])
    assert "fruit.toml:" in cherry["where"]


def test_files_of_a_project_were_edited_meanwhile(project: Project) -> None:
    """What the files have since is not proposed away; where both changed a line it is shown."""
    game = project.game
    edit(project.main, "Welcome to ", "Come in to ")
    edit(project.module, '"hello "', '"good day "')
    game["LuaScript"] = game["LuaScript"].replace("return greetings", "-- game\nreturn greetings")
    told = project.told()
    (sheet,) = told["proposed"]
    assert sheet["diff"][-4:].count("+-- game") == 1
    assert not any("good day" in line and line[0] in "+-" for line in sheet["diff"])
    game["LuaScript"] = game["LuaScript"].replace('"hello "', '"hey "')
    shown = project.pulls("--take")
    assert shown.returncode == ExitCode.FINDING
    assert "lib/greetings.lua:3" in shown.stderr
    assert "hey" in shown.stderr
    assert "good day" in project.module.read_text()
    assert project.pulls("--take", "--conflicts", "game").returncode == ExitCode.OK
    assert '"hey "' in project.module.read_text()


# The running game


def test_from_the_running_game(town: Town) -> None:
    """What was moved, scripted, written and added at the table comes into the files; edits stay."""
    town.state = small()
    town.opens()
    town.hub()
    mod = Mod(town.person, small())
    edit(mod.file("Bob.b0b000/script.lua"), "-- 1", "-- one, in a file")
    at_table = """
        local tower = getObjectFromGUID('b0b001')
        tower.setPosition({12, 1.5, 0})
        local bob = getObjectFromGUID('b0b000')
        bob.setLuaScript((bob.getLuaScript():gsub('3', 'three')))
        Notes.editNotebookTab({index = 0, body = 'one\\ntwo\\nthree\\nfour'})
        spawnObject({type = 'BlockSquare', position = {0, 2, 9}}).setName('Added')
    """
    town.runs(at_table)
    before = mod.packed()
    pulled = town.person.types("pull", "mod", "--json", *town.ports)
    assert pulled.returncode == ExitCode.OK, pulled.stderr
    told = json.loads(pulled.stdout)
    assert told["conflicts"] == []
    now = mod.packed()
    bob, tower, cards, added = now["ObjectStates"]
    assert bob["LuaScript"] == "-- one, in a file\n-- 2\n-- three"
    assert tower["Transform"]["posX"] == 12.0
    assert cards == before["ObjectStates"][2], "what nobody touched is as it was, to the letter"
    assert added["Nickname"] == "Added"
    assert now["TabStates"]["0"]["body"] == "one\ntwo\nthree\nfour"
    assert now["LuaScript"] == before["LuaScript"]
    again = town.person.types("pull", "mod", *town.ports)
    assert "the files have it all" in again.stdout, again.stdout
    # What was pushed is what both have in common: the same line, changed in the game since, comes.
    assert town.person.types("push", "mod", *town.ports).returncode == ExitCode.OK
    shouts = """
        local bob = getObjectFromGUID('b0b000')
        bob.setLuaScript((bob.getLuaScript():gsub('one', 'ONE')))
    """
    town.runs(shouts)
    last = town.person.types("pull", "mod", *town.ports)
    assert last.returncode == ExitCode.OK, last.stderr
    assert mod.packed()["ObjectStates"][0]["LuaScript"] == "-- ONE, in a file\n-- 2\n-- three"
