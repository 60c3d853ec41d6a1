"""`tts-tool dev`, as somebody types it, against a table that plays the game."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import urllib.request
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.cli.person import edit
from tests.cli.test_push import Mod
from tests.cli.town import Town, line_of
from tests.ports import free_port
from tts_tool.errors import ExitCode

NOW = "return Time.time"
FRAMES = 0.1


class Dev:
    """A `dev` that runs, and what it says."""

    def __init__(self, town: Town, folder: Path, *words: str) -> None:
        self.town = town
        self.process = town.begins("dev", folder, "--json", *words, *town.ports)

    def says(self, *kinds: str) -> dict[str, Any]:
        """Wait until it says something of a kind; what nobody needs to read is passed over."""
        while True:
            text = line_of(self.process)
            assert text.startswith("{"), text
            told: dict[str, Any] = json.loads(text)
            if told["kind"] in kinds:
                if told["kind"] == "sent":
                    self._shown()
                return told
            assert told["kind"] in {"same", "printed"}, told

    def _shown(self) -> None:
        """Let frames pass: what was sent to the game is there with one of the next."""
        begun = self.town.runs(NOW)
        while self.town.runs(NOW) < begun + FRAMES:
            pass


@pytest.fixture
def mod(town: Town) -> Mod:
    """Give a mod that is open and unpacked."""
    return Mod(town)


def test_an_unpacked_mod(mod: Mod) -> None:
    """Scripts, interfaces, texts and notes arrive where their things lie; nothing else moves."""
    dev, runs = Dev(mod.town, mod.folder), mod.town.runs
    assert dev.says("ready")["text"] == '"The mod" follows your files'
    runs("return more() + more()", "b0b000")
    runs("getObjectFromGUID('b0b001').setPosition({20, 2, 3})")
    typed = partial(os.path.relpath, start=mod.town.person.home)
    before = lies(mod.town)

    edit(mod.script("b0b000"), "return 1", "return 2")
    sent = dev.says("sent")["sent"]
    assert (sent["way"], sent["what"]) == ("objects", ["Bob - b0b000"])
    assert runs("return version()", "b0b000") == 2
    assert runs("return more()", "b0b000") == 3, "it went on counting where it was"

    described = mod.script("b0b000").with_name("object.json")
    edit(described, '"Nickname": "Bob"', '"Nickname": "Bobby"')
    edit(described.with_name("ui.xml"), "<Panel/>", "<Panel id='new'/>")
    sent = dev.says("sent")["sent"]
    assert (sent["way"], sent["what"]) == ("message", ["Bobby - b0b000"])
    assert runs("return self.getName()", "b0b000") == "Bobby"
    assert runs("return self.UI.getXml()", "b0b000") == '<Panel id="new" />'
    before["b0b000"]["cards"] = ["Bobby"]
    assert lies(mod.town) == before

    # A mistake is told in the terminal and in the chat, with its line, and the game stays as it is.
    text = described.read_text(encoding="utf-8")
    described.write_text(text.replace('"Nickname": "Bobby"', '"Nickname": Bob'), encoding="utf-8")
    line = text[: text.index('"Nickname"')].count("\n") + 1
    assert dev.says("mistake")["text"].startswith(f"{typed(described)}:{line}:")
    assert runs("return self.getName()", "b0b000") == "Bobby"
    described.write_text(text.replace('"Bobby"', '"Bert"'), encoding="utf-8")
    dev.says("mended")
    assert dev.says("sent")["sent"]["what"] == ["Bert - b0b000"]

    # A script that can't be run is told with its line, too, and the one that runs goes on.
    # Its doubled braces are tables in a table: no template of ours.
    edit(mod.script("b0b000"), "return 2", "return = {{2}}")
    script = typed(mod.script("b0b000"))
    assert dev.says("mistake")["text"].startswith(f"{script}:5:")
    edit(mod.script("b0b001"), "-- rob", "-- rob, edited")
    assert dev.says("mistake")["text"].startswith(f"{script}:5:"), "it is wrong still"
    assert runs("return version()", "b0b000") == 2
    edit(mod.script("b0b001"), "-- rob, edited", "-- rob")
    dev.says("mistake")
    edit(mod.script("b0b000"), "return = {{2}}", "return 3")
    dev.says("mended")
    dev.says("sent")
    assert runs("return version()", "b0b000") == 3

    # What was changed in the game stays, and is named; what can't be done at once is named, too.
    runs("local it = getObjectFromGUID('b0b001') it.setLuaScript('-- by another') it.reload()")
    edit(mod.script("b0b001"), "-- rob", "-- rob, edited")
    assert "was changed in the game" in dev.says("kept")["text"]
    assert dev.says("waits")["text"].startswith("Rob")
    assert runs("return getObjectFromGUID('b0b001').getLuaScript()") == "-- by another"
    edit(mod.globe, "function onLoad() end", "function onLoad() end\nanswer = 42")
    dev.says("kept")
    assert dev.says("waits")["text"].startswith("Global")
    assert runs("return Global.getLuaScript()") == "function onLoad() end"


def fails_at(dev: Dev) -> list[str]:
    """Wait until it says that a script has failed; give the lines but the first."""
    while True:
        told = json.loads(line_of(dev.process))
        if told["kind"] == "failed":
            return str(told["text"]).splitlines()[1:]


def test_what_fails_in_an_unpacked_mod(mod: Mod) -> None:
    """An error of the game is led to the line of one's own file, typed from any folder."""
    dev, script = Dev(mod.town, mod.folder), mod.script("b0b001")
    dev.says("ready")
    typed = os.path.relpath(script, start=mod.town.person.home)
    for above in range(3):  # each time where it is now, not where it was before the edit
        lines = [*["-- more"] * above, "local nothing = nil", "print(nothing.field)", "-- end"]
        script.write_text("\n".join(lines), encoding="utf-8")
        place, *around = fails_at(dev)
        assert place.startswith(f"{typed}:{above + 2}:"), place
        assert [line.partition("|")[2].strip() for line in around][-3:] == lines[-3:]


def test_what_fails_in_a_project(town: Town) -> None:
    """The same through the template of a script, which is another line in the game."""
    mod = Fruit(town)
    dev = Dev(town, mod.home)
    dev.says("ready")
    template = "lua_templates/my_mod/object/mat.board.lua"
    typed = os.path.relpath(mod.home / template, start=town.person.home)
    for above in range(2):
        loop = "{% for n in range(3) %}\n-- {{ n }}\n{% endfor %}\n" * (above + 1)
        mod.write(template, f"{loop}local nothing = nil\nprint(nothing.field)\n")
        assert fails_at(dev)[0].startswith(f"{typed}:{3 * (above + 1) + 2}")


def test_what_needs_the_save_to_be_loaded(town: Town) -> None:
    """The table is read out and comes back as it lies, with the edits; the old save is kept."""
    mod = Mod(town, "--seat", "Red", "--frames", "60")
    dev, runs = Dev(town, mod.folder, "--reload"), town.runs
    dev.says("ready")
    runs("getObjectFromGUID('b0b001').setPosition({20, 2, 3})")
    runs("getObjectFromGUID('dec000').deal(2, 'Red')")
    runs("getObjectFromGUID('b0b003').setName('Player wrote this')")
    runs("setNotes('Red leads') Turns.enable = true Turns.turn_color = 'Red'")
    runs("Lighting.light_intensity = 0.3 return more() + more()", "b0b000")
    runs("getObjectFromGUID('dec000').shuffle()")
    while not runs(RESTS):
        pass
    before = lies(town)
    globe = "function onLoad() end\nanswer = 42"
    mod.globe.write_text(globe, encoding="utf-8")
    assert "loads its save again" in dev.says("does")["text"]
    told = dev.says("sent")
    assert (told["sent"]["way"], told["sent"]["what"]) == ("load", ["Global"])
    while not runs(RESTS):
        pass
    assert runs("return answer") == 42
    assert lies(town) == before
    assert runs("return more()", "b0b000") == 3
    assert runs("return getNotes()") == "Red leads"
    assert runs("return Turns.turn_color") == "Red"
    assert round(runs("return Lighting.light_intensity"), 3) == 0.3
    rows = town.person.told("restore", mod.folder, "--list")
    assert [each["number"] for each in rows] == [1]
    # A new thing comes, too; what was thrown away in the game does not come again.
    runs("getObjectFromGUID('b0b003').destruct()")
    first = mod.script("b0b000").parent
    shutil.copytree(first, town.person.home / "new")
    edit(town.person.home / "new" / "object.json", "b0b000", "b0b0ff")
    (town.person.home / "new").rename(first.with_name("Bob.b0b0ff"))
    edit(first.with_name("order.txt"), first.name, f"{first.name}\nBob.b0b0ff")
    dev.says("does")
    dev.says("sent")
    after = lies(town)
    assert {*after} == {*before, "b0b0ff"} - {"b0b003"}
    assert {key: after[key] for key in after if key != "b0b0ff"} == {
        key: before[key] for key in before if key != "b0b003"
    }
    # The save as it was before all of that comes back.
    refused = town.person.types("restore", mod.folder, "1", *town.ports)
    assert refused.returncode == ExitCode.REFUSED
    assert "--reload" in refused.stderr
    done = town.person.types("restore", mod.folder, "1", "--reload", *town.ports)
    assert done.returncode == ExitCode.OK, done.stderr
    assert {*lies(town)} == {"b0b000", "b0b001", "b0b003", "dec000"}


def test_the_game_and_the_hub_are_killed(mod: Mod) -> None:
    """Edits made meanwhile arrive as soon as both are back, with those that the old save lacks."""
    town = mod.town
    dev = Dev(town, mod.folder)
    dev.says("ready")
    edit(mod.script("b0b000"), "return 1", "return 2")
    dev.says("sent")
    status = town.status()
    assert status is not None
    os.kill(status["process"], getattr(signal, "SIGKILL", signal.SIGTERM))
    town.kills("table")
    edit(mod.script("b0b001"), "-- rob", "-- rob, edited")
    dev.says("away")
    town.opens()
    while dev.says("ready", "sent", "away")["kind"] != "sent":
        pass
    assert town.runs("return version()", "b0b000") == 2
    there = "return getObjectFromGUID('b0b001').getLuaScript()"
    assert town.runs(there) == "-- rob, edited"


def test_a_table_that_ends(mod: Mod) -> None:
    """It is said at once, though nobody edits anything; and when there is one again, that, too."""
    dev = Dev(mod.town, mod.folder)
    dev.says("ready")
    mod.town.kills("table")
    assert "does not listen" in dev.says("away")["text"]
    mod.town.opens()
    dev.says("ready")


def test_what_was_edited_before(town: Town) -> None:
    """What was edited since the open table was built arrives, also if nobody followed it before."""
    mod = Fruit(town)
    mod.edit("cards/my_mod/base/fruit.toml", 'en = "Pear"', 'en = "Pearl"')
    dev = Dev(town, mod.home)
    dev.says("ready")
    assert "Pearl" in str(dev.says("sent")["sent"]["what"])


def test_another_table(mod: Mod) -> None:
    """It is named with both names, and nothing of it is touched."""
    state = json.loads(mod.town.save.read_bytes())
    other, folder = (mod.town.person.home / name for name in ("other.json", "other"))
    other.write_text(json.dumps({**state, "SaveName": "Other", "LuaScript": "-- other"}))
    mod.town.person.types("unpack", other, folder)
    dev = Dev(mod.town, folder)
    away = dev.says("away")["text"]
    assert '"Other"' in away
    assert '"The mod"' in away
    edit(folder / "save" / "script.lua", "-- other", "-- another")
    assert '"The mod"' in dev.says("away")["text"]
    assert mod.town.runs("return Global.getLuaScript()") == "function onLoad() end"


class Fruit:
    """A mod that `init` has made, whose table is open: cards lie in a deck, in a hand, on a mat."""

    def __init__(self, town: Town, *words: str) -> None:
        self.town = town
        self.home = town.person.mod
        town.person.types("init", "my-mod")
        self.write("lua_templates/my_mod/global/main.xml", '<Include src="part"/>')
        self.write("lua_templates/my_mod/part.xml", '<Text id="part">old</Text>')
        self.write("lua_templates/my_mod/object/mat.board.lua", "function version() return 1 end")
        page = '[[pages]]\nlang = "en"\ntitle = "Rules"\nbody = "Old rules."\n\n'
        edit(self.home / "mod_json/my_mod/layout.toml", "[surface]", f"{page}[surface]")
        town.save = Path(town.person.told("build", "my-mod")["save"])
        town.opens("--seat", "Red", "--frames", "60", *words)

    def write(self, path: str, text: str) -> None:
        """Write a file of the mod."""
        file = self.home / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def edit(self, path: str, old: str, new: str) -> None:
        """Edit a file of the mod."""
        edit(self.home / path, old, new)


CRATE, BOARD = "31852c", "5b0d48"
"""The deck of the mod, and its board."""
RESTS = (
    "for _, it in ipairs(getObjects()) do"
    " if not it.resting or it.isSmoothMoving() then return false end end return true"
)


REQUIRES = 'local part = require("part")\nfunction version() return 2 end\nn = part.n\n'


def test_a_generated_mod(town: Town) -> None:
    """Each kind of edit arrives by the cheapest way, and nothing else on the table is touched."""
    mod, runs = Fruit(town), town.runs
    dev = Dev(town, mod.home)
    dev.says("ready")
    runs(f"local crate = getObjectFromGUID('{CRATE}') crate.deal(3, 'Red')")
    runs(f"getObjectFromGUID('{CRATE}').takeObject({{position = {{9, 2, 1}}, smooth = false}})")
    while not runs(RESTS):
        pass
    before = lies(town)

    def sends(way: str, *names: str) -> None:
        sent = dev.says("sent")["sent"]
        assert (sent["way"], {each.partition(" - ")[0] for each in sent["what"]}) == (way, {*names})
        assert lies(town) == before

    # A script, and what it requires
    mod.write("lua_templates/my_mod/object/mat.board.lua", "function version() return 2 end")
    sends("objects", "My Mod")
    assert runs("return version()", BOARD) == 2
    mod.write("lua_templates/my_mod/part.lua", "return { n = 3 }\n")
    mod.write("lua_templates/my_mod/object/mat.board.lua", REQUIRES)
    sends("objects", "My Mod")
    mod.edit("lua_templates/my_mod/part.lua", "n = 3", "n = 4")
    sends("objects", "My Mod")
    assert runs("return n", BOARD) == 4
    # An interface, and what it includes
    mod.edit("lua_templates/my_mod/part.xml", "old", "new")
    sends("message", "Global")
    assert "new" in runs("return UI.getXml()")
    # A page of the notebook
    mod.edit("mod_json/my_mod/layout.toml", "Old rules.", "New rules.")
    sends("message", "Global")
    assert runs("return getNotebookTabs()[1].body") == "New rules."
    # The text of a card: of the copies in the deck, in the hand and on the table
    faces = pictures(town)
    mod.edit("cards/my_mod/base/fruit.toml", 'en = "Pear"', 'en = "Pearl"')
    for name, pile in before.items():
        before[name] = {**pile, "cards": [each.replace("Pear", "Pearl") for each in pile["cards"]]}
    sends("objects", "Pearl")
    shown = pictures(town)
    assert {each for each in shown if shown[each] != faces[each]} == {
        each for each in shown if each.startswith("fruit.pear.")
    }
    # Its art: the template of all faces of the kind, and a picture of one's own
    mod.edit("mod_json/my_mod/faces/fruit.svg", 'r="150"', 'r="140"')
    sends("objects", "Apple", "Pearl", "Quince")
    art = mod.home / "cards" / "my_mod" / "base" / "art"
    art.mkdir()
    picture = next((mod.home / "build" / "my-mod" / "assets").glob("*.png"))
    (art / "fruit.quince.png").write_bytes(picture.read_bytes())
    sends("objects", "Quince")
    now = the_crate_moves(dev, mod, before)
    mistakes_are_told(dev, mod)
    assert lies(town) == now


def the_crate_moves(dev: Dev, mod: Fruit, before: dict[str, Any]) -> dict[str, Any]:
    """Edit where a place is: what lies there moves, the script of the table learns it at once."""
    mod.edit("mod_json/my_mod/layout.toml", "at = [-3.9, -0.4]", "at = [-3.5, -0.4]")
    assert dev.says("sent")["sent"]["way"] == "objects"
    while not mod.town.runs(RESTS):
        pass
    now = lies(mod.town)
    moved = {each for each in now if now[each]["at"] != before[each]["at"]}
    zone = next(each for each in moved if each != CRATE)
    assert moved == {CRATE, zone}
    assert round(now[zone]["at"][0] - before[zone]["at"][0]) == 8
    return now


def mistakes_are_told(dev: Dev, mod: Fruit) -> None:
    """See that each mistake is told with its file and line, in the game's chat, too."""
    runs = mod.town.runs
    runs(LISTENS)
    for number, (path, right, wrong) in enumerate(MISTAKES, 1):
        mod.edit(path, right, wrong)
        text = (mod.home / path).read_text(encoding="utf-8")
        line = text[: text.index(wrong)].count("\n") + 1
        told = dev.says("mistake")["text"]
        assert f"{path}:{line}" in told, told
        while runs("return #said") < number:  # the terminal is told first
            pass
        assert runs("return said[#said]") == f"tts-tool: {told}"
        mod.edit(path, wrong, right)
        dev.says("mended")
        assert runs("return #said") == number


LISTENS = (
    "said = {} local really = printToAll"
    " printToAll = function(text, colour) table.insert(said, text) return really(text, colour) end"
)
MISTAKES = [
    ("mod_json/my_mod/faces/fruit.svg", "card.worth,", "card.wroth,"),
    ("cards/my_mod/base/fruit.toml", "worth = 2", "wroth = 2"),
    ("cards/my_mod/base/fruit.toml", 'en = "Pearl"', "en = Pearl"),
    ("mod_json/my_mod/layout.toml", "at = [-3.5, -0.4]", "att = [-3.5, -0.4]"),
    ("mod_json/my_mod/layout.toml", 'title = "Rules"', "title = 7"),
    ("lua_templates/my_mod/part.lua", "n = 4", "n = = 4"),
    ("lua_templates/my_mod/global/main.xml", 'src="part"', 'src="nopart"'),
    ("lua_templates/my_mod/part.xml", "new</Text>", "new</Txt>"),
    ("lua_templates/my_mod/object/mat.board.lua", "return 2", "return = 2"),
    ("lua_templates/my_mod/global/main.lua", "function own.load", "function = own.load"),
]
"""Files of a project, what stands there, and what somebody types instead."""


def test_pictures_are_served(town: Town) -> None:
    """Where the save looks for its pictures at this computer, `dev` serves them while it runs."""
    person, port = town.person, free_port()
    person.types("init", "my-mod")
    words = ("--assets", "serve", "--port", str(port))
    town.save = Path(person.told("build", "my-mod", *words)["save"])
    (address, *_) = re.findall(rf"http://127.0.0.1:{port}/[^\"]*", town.save.read_text("utf-8"))
    town.opens()
    dev = Dev(town, person.mod, *words)
    dev.says("ready")
    assert str(port) in dev.says("serves")["text"]
    with urllib.request.urlopen(address) as answer:  # noqa: S310 - our own
        assert answer.headers["Content-Type"].startswith("image/")
    other = Dev(town, person.mod, *words)
    other.says("ready")
    assert "not served here" in other.says("serves")["text"]


def pictures(town: Town) -> dict[str, str]:
    """Say for each card, wherever it is, which picture it shows."""
    return {
        str(memo): f"{url} {cell}"
        for memo, url, cell in town.runs(
            "local found = {} local function look(data) local card = data.CardID"
            " if card ~= nil then local sheet = data.CustomDeck[tostring(math.floor(card / 100))]"
            " or data.CustomDeck[math.floor(card / 100)]"
            " table.insert(found, {data.Memo, sheet.FaceURL, card % 100}) end"
            " for _, each in ipairs(data.ContainedObjects or {}) do look(each) end end"
            " for _, it in ipairs(getObjects()) do look(it.getData()) end return found"
        )
    }


def lies(town: Town) -> dict[str, Any]:
    """Say how all lies: where, how it is turned, what is in it in which order, in whose hand."""
    return {
        each["guid"]: each
        for each in town.runs(
            "local all, hands = {}, {} for _, player in ipairs(Player.getPlayers()) do"
            " for _, it in ipairs(player.getHandObjects()) do hands[it.getGUID()] = player.color"
            " end end for _, it in ipairs(getObjects()) do"
            " local at, turn, cards = it.getPosition(), it.getRotation(), {it.getName()}"
            " for _, each in ipairs(it.type == 'Deck' and it.getObjects() or {}) do"
            " table.insert(cards, each.name .. each.guid) end"
            " table.insert(all, {guid = it.getGUID(), cards = cards, hand = hands[it.getGUID()],"
            " at = {math.floor(at.x * 20 + 0.5), math.floor(at.z * 20 + 0.5)},"
            " turn = {math.floor(turn.y + 0.5), math.floor(turn.z + 0.5)}}) end return all"
        )
    }
