"""`tts-tool dev`, as somebody types it, against a table that plays the game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.person import edit
from tests.cli.test_push import Mod
from tests.cli.town import Town, line_of


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
                return told
            assert told["kind"] in {"same", "printed"}, told


@pytest.fixture
def mod(town: Town) -> Mod:
    """Give a mod that is open and unpacked."""
    return Mod(town)


def test_an_unpacked_mod(mod: Mod) -> None:
    """Scripts, interfaces, texts and notes arrive where their things lie; nothing else moves."""
    dev = Dev(mod.town, mod.folder)
    assert dev.says("ready")["text"] == '"The mod" follows your files'
    runs = mod.town.runs
    runs("return more() + more()", "b0b000")
    runs("getObjectFromGUID('b0b001').setPosition({20, 2, 3})")
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
    assert lies(mod.town) == before


def test_a_mistake_leaves_the_game_as_it_is(mod: Mod) -> None:
    """It is told in the terminal and in the chat, with its line; mended, the edit arrives."""
    dev = Dev(mod.town, mod.folder)
    dev.says("ready")
    described = mod.script("b0b000").with_name("object.json")
    text = described.read_text(encoding="utf-8")
    described.write_text(text.replace('"Nickname": "Bob"', '"Nickname": Bob'), encoding="utf-8")
    mistake = dev.says("mistake")
    line = text[: text.index('"Nickname"')].count("\n") + 1
    assert f"{described}:{line}" in mistake["text"]
    assert mod.town.runs("return getObjectFromGUID('b0b000').getName()") == "Bob"
    described.write_text(text.replace('"Nickname": "Bob"', '"Nickname": "Rob"'), encoding="utf-8")
    dev.says("mended")
    assert dev.says("sent")["sent"]["what"] == ["Rob - b0b000"]


def test_global_waits(mod: Mod) -> None:
    """Global's code is named once as waiting; what else is edited goes on."""
    dev = Dev(mod.town, mod.folder)
    dev.says("ready")
    edit(mod.globe, "function onLoad() end", "function onLoad() end\nanswer = 42")
    assert dev.says("waits")["text"].startswith("Global")
    edit(mod.script("b0b001"), "-- rob", "-- rob, edited")
    assert dev.says("sent")["sent"]["what"] == ["Rob - b0b001"]
    assert mod.town.runs("return Global.getLuaScript()") == "function onLoad() end"


def test_what_was_changed_in_the_game(mod: Mod) -> None:
    """It stays, and is named: a script that nobody here has seen is not written over."""
    dev = Dev(mod.town, mod.folder)
    dev.says("ready")
    there = "getObjectFromGUID('b0b001')"
    mod.town.runs(
        "local it = getObjectFromGUID('b0b001') it.setLuaScript('-- by another') it.reload()"
    )
    edit(mod.script("b0b001"), "-- rob", "-- rob, edited")
    assert "was changed in the game" in dev.says("kept")["text"]
    assert mod.town.runs(f"return {there}.getLuaScript()") == "-- by another"


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

    def __init__(self, town: Town) -> None:
        self.town = town
        self.home = town.person.mod
        town.person.types("init", "my-mod")
        self.write("lua_templates/my_mod/global/main.xml", '<Include src="part"/>')
        self.write("lua_templates/my_mod/part.xml", '<Text id="part">old</Text>')
        self.write("lua_templates/my_mod/object/mat.board.lua", "function version() return 1 end")
        page = '[[pages]]\nlang = "en"\ntitle = "Rules"\nbody = "Old rules."\n\n'
        edit(self.home / "mod_json/my_mod/layout.toml", "[surface]", f"{page}[surface]")
        town.save = Path(town.person.told("build", "my-mod")["save"])
        town.opens("--seat", "Red", "--frames", "60")

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
    sends("objects", "Custom_Tile")
    assert runs("return version()", BOARD) == 2
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
    now = pictures(town)
    assert {each for each in now if now[each] != faces[each]} == {
        each for each in now if each.startswith("fruit.pear.")
    }
    # Its art: the template of all faces of the kind, and a picture of one's own
    mod.edit("mod_json/my_mod/faces/fruit.svg", 'r="150"', 'r="140"')
    sends("objects", "Apple", "Pearl", "Quince")
    art = mod.home / "cards" / "my_mod" / "base" / "art"
    art.mkdir()
    picture = next((mod.home / "build" / "my-mod" / "assets").glob("*.png"))
    (art / "fruit.quince.png").write_bytes(picture.read_bytes())
    sends("objects", "Quince")
    # A mistake in a template, told with its line
    mod.edit("mod_json/my_mod/faces/fruit.svg", "card.worth,", "card.wroth,")
    assert "fruit.svg:" in dev.says("mistake")["text"]
    mod.edit("mod_json/my_mod/faces/fruit.svg", "card.wroth,", "card.worth,")
    dev.says("mended")
    assert lies(town) == before


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
