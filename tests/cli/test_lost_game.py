"""A game that all have lost is told as one: terminal, journal, JSON protocol, and panel."""

from __future__ import annotations

import json
import subprocess
import sys
from random import Random
from typing import Any

import pytest

from tests.cli.person import Person
from tests.old_world.referee_table import Refereed
from tests.old_world.table import new, workshop
from tests.referee.client import Client, step
from tts_tool.kernel.game import Game
from tts_tool.kernel.module import Module
from tts_tool.rulesets.old_world.base.points import GAME_LOSS_CHECK
from tts_tool.rulesets.old_world.base.witcher.trophies import loss_check

pytestmark = pytest.mark.timeout(300)

FILES = {
    "tts-tool.toml": 'kind = "generated"\nsave-name = "Flood"\n',
    "rules.py": '''
"""A flood, in which all are lost at the end of the second turn."""

from tts_tool.kernel.module import Module
from tts_tool.rulesets.old_world import RULESET as OLD_WORLD
from tts_tool.rulesets.old_world.base.points import GAME_LOSS_CHECK
from tts_tool.rulesets.old_world.base.turn.turn import Turn

flood = Module("flood", needs=("base",))


@flood.hook(GAME_LOSS_CHECK, "provide")
def rising(g, **_):
    return ["drowned"] if g.part(Turn).number > 1 else []


RULESET = OLD_WORLD.plus(flood)
''',
    "cards/old_world/flood/all.toml": """
[provenance]
default = "house"

[messages.drowned]
en = "The water has come for all of you."
de = "Das Wasser hat euch alle geholt."
""",
}
WHY = {"en": "The water has come for all of you.", "de": "Das Wasser hat euch alle geholt."}
LOST = {"en": "lost: Red, Blue", "de": "verloren: Rot, Blau"}


@pytest.fixture(scope="module")
def drowning(tmp_path_factory: pytest.TempPathFactory) -> Person:
    """Give somebody with a box in which a game is lost."""
    person = Person(tmp_path_factory.mktemp("home"))
    for name, text in FILES.items():
        file = person.mod / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return person


PLAY = ("play", "my-mod", "--with", "flood", "--bots", "2", "--seed", "3")


@pytest.mark.parametrize("lang", ["en", "de"])
def test_in_the_terminal(drowning: Person, lang: str) -> None:
    """Why it ended is the last that happened, and who has lost stands where the ranks would."""
    done = drowning.types(*PLAY, "--lang", lang)
    assert done.returncode == 0, done.stderr
    lines = [line.strip() for line in done.stdout.splitlines() if line.strip()]
    assert lines.count(WHY[lang]) == 1
    assert lines[-1] == LOST[lang]
    assert not [line for line in lines if line.startswith("1. ")]


def test_for_programs(drowning: Person) -> None:
    """Nobody has a rank, and both have lost."""
    told = drowning.told(*PLAY)
    assert (told["over"], told["result"], told["lost"]) == (True, [], ["red", "blue"])


def test_in_the_journal(drowning: Person) -> None:
    """It is kept as a game that is over; who looks at it again is told the same."""
    kept = drowning.types(*PLAY, "--save", "--lang", "en")
    assert kept.returncode == 0, kept.stderr
    (game,) = drowning.told("games", "list")
    assert game["over"] is True
    again = drowning.types("games", "resume", game["id"], "--rules", "my-mod")
    assert again.returncode == 0, again.stderr
    assert again.stdout.splitlines()[-1] == LOST["en"]
    assert WHY["en"] in again.stdout
    exported = drowning.told("games", "show", game["id"])
    assert drowning.types("games", "check").returncode == 0
    assert exported


class Piped(Client):
    """A client at the end of a pipe to a referee of its own."""

    def __init__(self, person: Person) -> None:
        """Start a referee for the project of somebody."""
        super().__init__()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tts_tool", "referee", "my-mod"],
            cwd=person.home,
            env=person.environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )

    def say(self, op: str, **fields: Any) -> dict[str, Any]:  # noqa: ANN401  # whatever is asked
        """Send a request as a line, and read the reply to it."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps({"id": next(self.ids), "op": op, **fields}) + "\n")
        self.process.stdin.flush()
        reply: dict[str, Any] = json.loads(self.process.stdout.readline())
        return reply


def test_by_the_protocol(drowning: Person) -> None:
    """The last event and every view say who has lost; then nothing is asked."""
    client, chance = Piped(drowning), Random(3)
    with client.process:
        client.ask("new", game="old-world", seats=2, modules=["flood"], seed="3")
        while step(client, chance, beside=0):
            pass
        told = client.ask("events", seat="blue", lang="de")["events"]
        (ended,) = [each for each in told if each["event"] == "ended"]
        assert (ended["result"], ended["lost"]) == ([], ["red", "blue"])
        assert [each["text"] for each in told if each.get("code") == "drowned"] == [WHY["de"]]
        for seat in ("red", "blue", None):
            view = client.ask("view", seat=seat)
            assert (view["result"], view["lost"]) == ([], ["red", "blue"])
        assert client.ask("open", seat="red")["decisions"] == []
        client.ask("quit")


# At the table

doom = Module("doom", needs=("base",))


@doom.hook(GAME_LOSS_CHECK, "provide")
def whenever(_g: Game, **_: object) -> list[str]:
    """Let all lose as soon as anybody asks."""
    return ["game-over"]


fate = workshop("fate", {"meet": loss_check})


@pytest.mark.parametrize(
    ("language", "turn"),
    [
        ("en", "The game is over. lost: Red, Blue"),
        ("de", "Die Partie ist zu Ende. verloren: Rot, Blau"),
    ],
)
def test_on_the_panel(language: str, turn: str) -> None:
    """Everybody reads there that all have lost, and is asked nothing more."""
    at = Refereed(new(2, boxes=(doom, fate)), language=language)
    assert at.press("Red", "meet").done
    assert at.session.over
    headings = {colour: at.host.headings[colour] for colour in ("Red", "Blue")}
    assert {each.turn for each in headings.values()} == {turn}
    assert {each.waits for each in headings.values()} == {""}
    assert [at.host.panels[colour] for colour in ("Red", "Blue")] == [(), ()]
