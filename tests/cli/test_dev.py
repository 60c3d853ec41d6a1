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


def lies(town: Town) -> dict[str, Any]:
    """Say how all lies: where, how it is turned, what is in it, which state its script has."""
    return {
        each["guid"]: each
        for each in town.runs(
            "local all = {} for _, it in ipairs(getObjects()) do"
            " local at, turn = it.getPosition(), it.getRotation()"
            " table.insert(all, {guid = it.getGUID(), holds = it.getQuantity(),"
            " at = {math.floor(at.x * 20 + 0.5), math.floor(at.z * 20 + 0.5)},"
            " turn = {math.floor(turn.y + 0.5), math.floor(turn.z + 0.5)}}) end return all"
        )
    }
