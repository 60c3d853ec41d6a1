"""`tts-tool upgrade`, as somebody types it who has played and wants what is new."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.cli.person import Person, edit
from tests.cli.test_dev import CRATE, RESTS, lies
from tests.cli.town import Town, line_of, type_into
from tests.corpus import corpus_file, wants_corpus
from tests.saves.played import Tree, inside, lost, newer, played
from tests.table.small_saves import deck, save, thing
from tests.wants import wants
from tts_tool.errors import ExitCode
from tts_tool.saves.disk import read_file
from tts_tool.saves.origins import Origins
from tts_tool.saves.tree import Document, read

MORE_FRUIT = """
[[fruit]]
id = "fig"
name = { en = "Fig", de = "Feige" }
worth = 6
copies = 2
"""


@pytest.fixture
def person(tmp_path: Path) -> Person:
    """Give somebody at a command line."""
    return Person(tmp_path)


def saved(person: Person, name: str, document: Document) -> Path:
    """Save a game that was played, where the game keeps such."""
    file = person.home / name
    file.write_bytes(document.bytes())
    return file


def root_of(file: Path | str) -> Tree:
    """Read a save."""
    root: Tree = read(Path(file).read_bytes(), str(file)).root
    return root


@pytest.mark.soak(sample=5, full=40)
def test_a_mod_of_ones_own(person: Person, rounds: int) -> None:
    """Games of an older build get new cards, pictures, scripts, places; all that was played stays.

    Five games are played with hands at the table: cards drawn, laid, stacked, shuffled, copied.
    """
    assert person.types("init", "my-mod").returncode == 0
    built = person.home / person.told("build", "my-mod", "--jobs", "1")["save"]
    base = built.read_bytes()
    games = [saved(person, f"{n}.json", played(base, n)) for n in range(rounds)]
    mod = person.home / "my-mod"
    (fruit,) = mod.rglob("fruit.toml")
    edit(fruit, 'en = "Apple"', 'en = "Golden Apple"')
    fruit.write_text(f"{fruit.read_text(encoding='utf-8')}{MORE_FRUIT}", encoding="utf-8")
    (layout,) = mod.rglob("layout.toml")
    edit(layout, "at = [-3.9, -0.4]", "at = [-3.9, -0.6]")
    (globe,) = (mod / "lua_templates").rglob("main.lua")
    edit(globe, "Welcome to ", "Come in to ")
    old = read(base, "base").root
    told: dict[str, Any] = {}
    for game in games:
        before = game.read_bytes()
        told = person.told("upgrade", game.name, "--to", "my-mod")
        assert game.read_bytes() == before
        was, now = root_of(game), root_of(person.home / told["file"])
        assert lost(old, was, now) == []
        new = root_of(built)
        assert now["LuaScript"] == new["LuaScript"] != was["LuaScript"]
        figs = [it for it in ids(now) if it.startswith("fruit.fig")]
        assert sorted(figs) == sorted(it for it in ids(new) if it.startswith("fruit.fig"))
        names = {it["Nickname"] for _, it in inside(now) if "apple" in it.get("Memo", "")}
        assert names <= {"Golden Apple"}
        addresses = {sheet["FaceURL"] for _, it in inside(now)
                     for sheet in it.get("CustomDeck", {}).values()}  # fmt: skip
        assert all("/pictures/assets/" in each for each in addresses), "where nothing takes them"
    again = person.told("upgrade", told["file"], "--to", "my-mod")
    assert (again["brings"], again["file"]) == ([], "")


def ids(root: Tree) -> list[str]:
    """List what scripts know things by."""
    return [str(it["Memo"]) for _, it in inside(root) if it.get("Memo")]


MODS = ("pandemic_v12.2.json", "stardew_scripted_v13.0.json", "gloomhaven_subset_crlf_file.json")


@wants_corpus
@pytest.mark.parametrize("name", MODS)
def test_a_mod_of_somebody_else(person: Person, name: str) -> None:
    """A game of an unpacked mod gets what was done in its folder; all that was played stays."""
    source = corpus_file(name)
    base = read(source.read_bytes(), name)
    assert person.types("unpack", source, "mod").returncode == 0
    game = saved(person, "game.json", played(source, 7))
    new = newer(base, 7)
    saved(person, "newer.json", new)
    assert person.types("unpack", "newer.json", "mod").returncode == 0
    told = person.told("upgrade", "game.json", "--to", "mod")
    assert told["base"].startswith('"')
    now = root_of(person.home / told["file"])
    assert lost(base.root, root_of(game), now) == []
    assert now["LuaScript"] == new.root["LuaScript"]
    assert [it for _, it in inside(now) if it.get("Nickname") == "a new piece"]


# Small ones


def small() -> Tree:
    """Give a save of two things."""
    return {
        **save(thing("b0b000", Nickname="Bob", LuaScript="-- bob"), deck("dec000"),
               script="-- 1\n-- 2\n-- 3"),
        "SaveName": "Small",
    }  # fmt: skip


def written(person: Person, name: str, root: Tree) -> Path:
    """Write a save."""
    file = person.home / name
    file.write_text(json.dumps(root, indent=2), encoding="utf-8")
    return file


def test_what_both_have_changed_is_listed(person: Person) -> None:
    """Scripts come from the new one, the rest is as it was played; each is told with both sides."""
    base = written(person, "base.json", small())
    played = small()
    played["LuaScript"] = played["LuaScript"].replace("2", "two, by players")
    played["ObjectStates"][0]["Description"] = "ours"
    written(person, "played.json", played)
    new = small()
    new["LuaScript"] = new["LuaScript"].replace("2", "two, by the mod")
    new["ObjectStates"][0]["Description"] = "theirs"
    written(person, "new.json", new)
    words = ("upgrade", "played.json", "--to", "new.json", "--base", base.name)
    dry = person.types(*words, "--dry-run")
    assert "would be written" in dry.stdout
    assert not list(person.home.glob("*upgraded*"))
    told = person.told(*words)
    assert len(told["both_changed"]) == 2
    assert any("line 2" in each for each in told["both_changed"])
    assert any("ours" in each and "theirs" in each for each in told["both_changed"])
    now = root_of(person.home / told["file"])
    assert now["LuaScript"] == new["LuaScript"]
    assert now["ObjectStates"][0]["Description"] == "ours"
    second = person.told(*words)
    assert second["file"] != told["file"], "no file is written over"


def test_where_it_comes_from(person: Person) -> None:
    """The right one of several origins is found; none is named with what there is."""
    lost_one = written(person, "played.json", small() | {"Note": "round 7"})
    unknown = person.types("upgrade", lost_one, "--to", lost_one)
    assert unknown.returncode == ExitCode.NOT_FOUND
    assert "--base" in unknown.stderr
    root = small()
    for number in range(4):
        root = small()
        root["ObjectStates"][0]["Description"] = f"build {number}"
        written(person, "build.json", root)
        assert person.types("unpack", "build.json", "mod").returncode == 0
    root["ObjectStates"][0]["Description"] = "build 2"
    root["Note"] = "round 7"
    game = written(person, "played.json", root)
    told = person.told("upgrade", game, "--to", "mod")
    assert told["both_changed"] == [], "it was compared with what it was"
    now = root_of(told["file"])
    assert (now["ObjectStates"][0]["Description"], now["Note"]) == ("build 3", "round 7")
    untouched = written(person, "untouched.json", small() | {"SaveName": "Other"})
    assert person.types("unpack", untouched, "other").returncode == 0
    refused = person.types("upgrade", untouched, "--to", "mod")
    assert refused.returncode == ExitCode.REFUSED
    assert "nobody has played it" in refused.stderr


def test_what_it_becomes_is_not_where_it_comes_from(person: Person) -> None:
    """Whoever has only the newest build is not told that an older table lacks nothing of it."""
    lines = [f"local number_{n} = {n}" for n in range(9)]
    old = written(person, "old.json", small() | {"LuaScript": "\n".join(lines)})
    newest = small() | {"LuaScript": "\n".join((*lines, "function onLoad() end"))}
    newest["ObjectStates"][0]["Description"] = "better"
    written(person, "build.json", newest)
    assert person.types("unpack", "build.json", "mod").returncode == 0
    refused = person.types("upgrade", old, "--to", "mod")
    assert (refused.returncode, refused.stdout) == (ExitCode.NOT_FOUND, "")
    assert "nothing is kept here of the save that this one was" in refused.stderr
    assert "--base FILE" in refused.stderr
    told = person.told("upgrade", old, "--to", "mod", "--base", old)
    assert root_of(told["file"])["ObjectStates"][0]["Description"] == "better"


def test_how_many_are_kept(tmp_path: Path) -> None:
    """Their number is bounded; the first and the latest stay, and each of a few names."""
    origins = Origins(tmp_path)
    saves = [small() | {"LuaScript": f"-- {number}"} for number in range(60)]
    for root in saves:
        assert origins.keep(json.dumps(root).encode())
        assert origins.keep(json.dumps(root).encode()), "the same is kept once"
    assert len(list(tmp_path.rglob("*.zz"))) == 24
    for root in (saves[0], saves[-1]):
        game = json.dumps(root | {"Note": "played"}).encode()
        found = origins.find(read(game, "game"), "game")
        assert found.document.root["LuaScript"] == root["LuaScript"]
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    assert not Origins(blocked).keep(json.dumps(saves[0]).encode())


def test_what_can_not_be_read(person: Person) -> None:
    """A file that is none, or half of one, is told; nothing is written."""
    base = written(person, "base.json", small())
    half = person.home / "half.json"
    half.write_bytes(base.read_bytes()[:-100])
    for words, code in (
        (("half.json", "--to", "base.json", "--base", "base.json"), ExitCode.BAD_INPUT),
        (("base.json", "--to", "half.json", "--base", "base.json"), ExitCode.BAD_INPUT),
        (("base.json", "--to", "nowhere", "--base", "base.json"), ExitCode.NOT_FOUND),
        (("missing.json", "--to", "base.json"), ExitCode.USAGE),
    ):
        done: Any = person.types("upgrade", *words)
        assert done.returncode == code, done.stderr
    assert not list(person.home.glob("*upgraded*"))


def test_nobody_says_what_it_is_to_become(person: Person) -> None:
    """Outside of any project one is told how to say it, not to begin a project."""
    saved(person, "played.json", read(json.dumps(save(thing("b0b000"))).encode(), "played"))
    done = person.types("upgrade", "played.json")
    assert done.returncode == ExitCode.NOT_FOUND
    assert "--to" in done.stderr


def test_host_offers_it_and_does_it(town: Town) -> None:
    """A table of older numbers is not refereed; `u` brings it to those of now, as it lies.

    What was moved and never saved lies where it lay, the new numbers are there, the referee meets
    the table, and the save as it was comes back.
    """
    person = town.person
    assert person.types("init", "my-mod").returncode == 0
    built = person.home / person.told("build", "my-mod", "--jobs", "1")["save"]
    town.save.write_bytes(built.read_bytes())
    town.opens("--frames", "60")
    (fruit,) = (person.home / "my-mod").rglob("fruit.toml")
    edit(fruit, "worth = 4", "worth = 5")
    edit(fruit, 'en = "Pear"', 'en = "Pearl"')
    (person.home / "tts" / "Saves").mkdir(parents=True)
    words = ("host", "my-mod", "--dir", "tts", "--no-install", "--mode", "advise", "--json")
    hosting = town.begins(*words, *town.ports)
    told = until(hosting, "outdated")["outdated"]
    assert "type u and Enter" in told["fix"]
    assert "tts-tool upgrade" in told["fix"]
    town.runs(f"getObjectFromGUID('{CRATE}').setPosition({{9, 3, 2}})")
    while not town.runs(RESTS):
        pass
    globe, before = town.runs("return Global.getLuaScript()"), lies(town)
    type_into(hosting, "u")
    done = until(hosting, "upgraded", "met")["upgraded"]
    while not town.runs(RESTS):
        pass
    after = lies(town)
    assert after[CRATE]["at"] == before[CRATE]["at"]
    assert {guid: it["at"] for guid, it in after.items()} == {
        guid: it["at"] for guid, it in before.items()
    }
    assert after[CRATE]["cards"] == [it.replace("Pear", "Pearl") for it in before[CRATE]["cards"]]
    assert town.runs("return Global.getLuaScript()") != globe
    assert person.told("restore", "my-mod", "--list")[0]["number"] == done["backup"]
    back = person.types("restore", "my-mod", "--reload", *town.ports)
    assert back.returncode == ExitCode.OK, back.stderr
    assert town.runs("return Global.getLuaScript()") == globe


def until(hosting: subprocess.Popen[str], *what: str) -> dict[str, Any]:
    """Wait until a host has said all of this, in whatever order."""
    found: dict[str, Any] = {}
    while not found.keys() >= {*what}:
        said = line_of(hosting)
        assert said.startswith("{"), said
        told: dict[str, Any] = json.loads(said)
        assert told["what"] in SAID, told
        found[told["what"]] = told
    return found


SAID = {"ready", "assumed", "waiting", "outdated", "upgraded", "met"}


@wants("posix")
def test_the_disk_is_full(person: Person) -> None:
    """Where no more can be written, nothing is: no file, no half of one, and SAVE as it was."""
    base = written(person, "base.json", small())
    played_one = written(person, "played.json", small() | {"Note": "round 7"})
    new = small() | {"LuaScript": "-- long\n" * 50_000}
    written(person, "new.json", new)
    before = played_one.read_bytes()
    words = ("upgrade", "played.json", "--to", "new.json", "--base", base.name)
    full = person.limited(100_000, *words)
    assert full.returncode == ExitCode.UNAVAILABLE, full.stderr
    assert played_one.read_bytes() == before
    assert not list(person.home.glob("*upgraded*"))
    assert not list(person.home.glob(".*tts-tool*"))
    assert root_of(person.home / person.told(*words)["file"])["LuaScript"] == new["LuaScript"]


@wants("posix")
@pytest.mark.soak(sample=10, full=200)
def test_killed_while_it_writes(person: Person, rounds: int) -> None:
    """Killed at any moment, there is no new file or a whole one, and SAVE is as it was."""
    base = written(person, "base.json", small())
    game = written(person, "played.json", small() | {"Note": "round 7"})
    written(person, "new.json", small() | {"LuaScript": "-- new"})
    before, pick = game.read_bytes(), Random(3)
    words = ("upgrade", "played.json", "--to", "new.json", "--base", base.name)
    whole = root_of(person.home / person.told(*words)["file"])
    ended = 0
    for _ in range(rounds):
        process = person.begins(*words)
        try:
            process.communicate(timeout=pick.uniform(0.1, 0.9))
            ended += 1
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
    for file in person.home.glob("*upgraded*.json"):
        assert root_of(file) == whole
    assert game.read_bytes() == before
    assert len(list(person.home.glob("*upgraded*.json"))) >= ended + 1


def test_a_save_that_is_being_written(tmp_path: Path) -> None:
    """A file that changes while it is read is read again, so that no half of two is taken."""
    file = tmp_path / "save.json"
    texts = [json.dumps(small() | {"Note": str(n) * 50_000}).encode() for n in range(4)]
    file.write_bytes(texts[0])
    opened: list[str] = []

    def hear(event: str, arguments: tuple[object, ...]) -> None:
        if event == "open" and str(arguments[0]) == str(file) and len(opened) < len(texts) - 1 and (
            "w" not in str(arguments[1])
        ):  # fmt: skip
            opened.append(event)
            beside = tmp_path / "beside"
            beside.write_bytes(texts[len(opened)])
            beside.replace(file)

    sys.addaudithook(hear)
    assert read_file(file) == texts[-1]
    assert len(opened) == len(texts) - 1
