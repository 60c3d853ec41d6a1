"""A program in another language, written from the documented protocols, on both sides of ours."""

from __future__ import annotations

import json
import subprocess
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.cli.town import Town, line_of
from tests.node import FOLDER, node
from tests.ports import two_ports
from tests.table.small_saves import save, thing


def conforms(side: str, about: dict[str, Any]) -> list[str]:
    """Go through a list, and name what is in it; what does not hold fails the test."""
    done = subprocess.run(
        [node(), "conformance.mjs", side, json.dumps(about)],
        cwd=FOLDER,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=50,
    )
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    wrong = [f"{row['what']}: {row['why']}" for row in rows if not row["holds"]]
    assert not wrong, "\n".join(wrong)
    assert done.returncode == 0, done.stderr
    return [row["what"] for row in rows]


def door_of(town: Town) -> str:
    """Find what the hub has written down for programs."""
    (file,) = town.person.home.rglob(f"hub-{town.editor}.json")
    return str(file)


def test_as_the_game_before_our_hub(town: Town) -> None:
    """It is the game, and two programs that are attached; all of the list holds."""
    town.hub()
    held = conforms("hub", {"game": town.game, "editor": town.editor, "door": door_of(town)})
    assert len(held) == 16


def test_as_an_editor_before_our_table(town: Town) -> None:
    """It is an editor, and our table the game; all of the list holds."""
    echo = "function onExternalMessage(message) sendExternalMessage({ got = message }) end"
    town.state = save(
        thing("b0b000", Nickname="Bob", LuaScript="x = 1", XmlUI="<Panel/>"),
        thing("b0b001", Nickname="Rob"),
        script=echo,
    )
    town.opens()
    assert len(conforms("table", {"game": town.game, "editor": town.editor})) == 13


@pytest.mark.soak(sample=300, full=10_000)
def test_two_editors_and_three_commands(town: Town, tmp_path: Path, rounds: int) -> None:
    """All hear each of so many messages once; answers reach who has asked, and nobody else."""
    doors = [two_ports(), two_ports()]
    about = {"game": town.game, "editor": town.editor, "doors": doors, "count": rounds}
    with subprocess.Popen(
        [node(), "crowd.mjs", json.dumps(about)],
        cwd=FOLDER,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    ) as crowd:
        assert "ready" in line_of(crowd)
        options = [f"--editor={door}:{own}" for door, own in doors]
        assert "the game is heard" in line_of(town.begins("hub", *town.ports, *options))
        logs = [tmp_path / f"console-{n}.txt" for n in range(3)]
        consoles = [town.begins_into(log, "console", *town.ports) for log in logs]
        waited = time.monotonic() + 50
        while _listening(town) < len(consoles):
            assert time.monotonic() < waited
        told, _ = crowd.communicate("go\n", timeout=60 if rounds < 1_000 else 1_800)
    every = Counter(range(rounds))
    rows = [json.loads(line) for line in told.splitlines()]
    assert len(rows) == len(doors)
    for row in rows:
        assert Counter(row["numbers"]) == every
        assert len(row["answers"]) == row["asked"]
        assert all(number == value for number, value in row["answers"])
    asked = [number for row in rows for number, _ in row["answers"]]
    assert sorted(asked) == list(range(0, rounds, 10))
    printed = Counter(n for n in range(rounds) if n % 3 < 2)
    for log, console in zip(logs, consoles, strict=True):
        waited = time.monotonic() + 50
        while _printed(log).total() < printed.total() and time.monotonic() < waited:
            time.sleep(0.05)
        assert _printed(log) == printed
        assert console.poll() is None


def _listening(town: Town) -> int:
    """Count the consoles at the hub; whoever asks is there, too, and the one who asked before."""
    there = (town.status() or {"attached": []})["attached"]
    return sum(each["name"] == "tts-tool console" for each in there)


def _printed(log: Path) -> Counter[int]:
    """Count the numbers that a console has shown."""
    parts = log.read_text(encoding="utf-8").split("#")
    return Counter(int(part) for part in parts if part.isdecimal())
