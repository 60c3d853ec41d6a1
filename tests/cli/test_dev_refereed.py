"""`tts-tool dev` referees the game that goes on at the table whose files somebody edits."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_dev import Fruit
from tests.cli.town import Town, line_of, type_into

REFEREE = "tts-tool host"
LYING = """
for _, it in ipairs(getObjects()) do
    if it.type == 'Card' and it.resting then return it.getName() end
end
"""
LOSE = """
for _, it in ipairs(getObjects()) do
    if it.type == 'Card' and it.getName() == '{}' then
        local memo = it.memo
        it.destruct()
        return memo
    end
end
"""
NAMED = """
for _, it in ipairs(getObjects()) do
    if it.memo == '{0}' then return it.getName() end
    for _, each in ipairs(it.type == 'Deck' and it.getObjects() or {{}}) do
        if each.memo == '{0}' then return each.name end
    end
end
"""


class Told:
    """A `dev` that runs, and what it says."""

    def __init__(self, town: Town, folder: Path, *words: str) -> None:
        self.process = town.begins("dev", folder, "--json", *words, *town.ports)

    def until(self, kind: str, part: str = "") -> dict[str, Any]:
        """Wait until it says something of a kind."""
        while True:
            text = line_of(self.process)
            assert text.startswith("{"), text
            told: dict[str, Any] = json.loads(text)
            assert told["kind"] != "mistake", told
            if told["kind"] == kind and part in told["text"]:
                return told


def referees(town: Town) -> list[str]:
    """Name those who referee just now."""
    status = town.status()
    assert status is not None
    return [each["name"] for each in status["attached"] if each["name"] == REFEREE]


def kill_children(process: int, command: str) -> bool:
    """Kill those that a process has started to run one of our commands, where that can be seen."""
    children = Path(f"/proc/{process}/task/{process}/children")
    for each in children.read_text().split() if children.is_file() else ():
        if command.encode() in Path(f"/proc/{each}/cmdline").read_bytes().split(b"\0"):
            os.kill(int(each), signal.SIGKILL)
    return children.is_file()


@pytest.mark.long
@pytest.mark.timeout(240)
def test_a_game_is_refereed_while_its_files_are_edited(town: Town) -> None:
    """The referee comes when it is needed, knows edited cards, and begins anew with edited rules.

    A lost card that was edited is made anew as it was edited. When `dev` ends, however it does, so
    does its referee; another `dev` finds that a game goes on.
    """
    mod = Fruit(town, "--seat", "Blue")
    dev = Told(town, mod.home, "--referee")
    dev.until("ready")
    dev.until("referee", "The table is met")
    assert referees(town) == [REFEREE]
    while not town.runs("return UI.getXml():find('lobby.Red.begin', 1, true) ~= nil"):
        pass
    for press in ("seat.red", "seat.blue", "begin"):
        town.runs(f"pressed_panel(Player.Red, 'lobby.Red.{press}')")
    game = dev.until("referee", "The game has begun")["text"]
    while not (name := town.runs(LYING)):
        pass
    mod.edit("cards/my_mod/base/fruit.toml", f'en = "{name}"', f'en = "New {name}"')
    dev.until("sent")
    while not (lost := town.runs(LOSE.format(f"New {name}"))):
        pass
    assert referees(town) == [REFEREE]

    # Rules or numbers wait for a word; the game goes on then, by another referee.
    mod.edit("cards/my_mod/base/fruit.toml", "worth = 4", "worth = 5")
    dev.until("offers")
    type_into(dev.process, "r")
    dev.until("sent")
    assert dev.until("referee", "The game has begun")["text"] == game
    while (made := town.runs(NAMED.format(lost))) is None:
        pass
    assert made == f"New {name}"
    rules = mod.home / "rules.py"
    rules.write_text(rules.read_text(encoding="utf-8") + "\n# edited\n", encoding="utf-8")
    dev.until("offers")
    type_into(dev.process, "r")
    assert dev.until("referee", "The game has begun")["text"] == game

    if kill_children(dev.process.pid, "host"):
        dev.until("referee", "the referee has ended")
        while referees(town):
            pass
        type_into(dev.process, "r")
        assert dev.until("referee", "The game has begun")["text"] == game

    dev.process.kill()
    dev.process.communicate()
    while referees(town):
        pass
    dev = Told(town, mod.home)
    dev.until("ready")
    dev.until("referee", "The table is met")
    dev.process.kill()
    while referees(town):
        pass
    dev = Told(town, mod.home, "--no-referee")
    dev.until("ready")
    assert referees(town) == []
