"""Nobody plays alone yet, and whoever tries is told why: in the terminal, as JSON, at a table."""

from __future__ import annotations

import pytest

from tests.path_of_destiny.second_story import RULES, catalogue
from tests.path_of_destiny.table import plain_match
from tests.referee.client import Client
from tts_tool.cli.main import cli
from tts_tool.cli.shell import run
from tts_tool.errors import ExitCode
from tts_tool.kernel.decisions import Press
from tts_tool.proof.match import shipped_cards
from tts_tool.referee import desk
from tts_tool.referee.table import reports
from tts_tool.referee.table.lobby import Lobby, Offer
from tts_tool.rulesets.path_of_destiny import RULESET

pytestmark = pytest.mark.rule("PD-SETUP-01")

WHY = {
    "en": "The rules for playing alone are still to come: so far it takes two.",
    "de": "Die Regeln für eine Person allein folgen noch: Bis dahin braucht es zwei.",
}


class Before:
    """A table at which a game is about to be chosen."""

    def __init__(self, language: str = "en") -> None:
        """Offer the game with a second story to choose."""
        box = plain_match(5).composition({"introductory": "no"}).inventory
        colours = {seat: seat.capitalize() for seat in RULES.seats}
        offer = Offer(RULES, catalogue(), box, "", ("well",), colours)
        self.lobby = Lobby(offer, "advise", language)
        self.n = 0
        self.lobby.received(reports.Hello())
        self.press("box.well")

    def press(self, button: str) -> None:
        """Let red press something."""
        self.n += 1
        gesture = Press(f"lobby.Red.{button}")
        self.lobby.received(reports.Gestured(n=self.n, colour="Red", gesture=gesture))

    def chosen(self) -> tuple[str, ...]:
        """Say who plays the game that was chosen; as long as none was nobody."""
        return self.lobby.plan.seats if self.lobby.plan else ()

    def buttons(self) -> dict[str, str]:
        """Give what red can press, with why not."""
        panel = self.lobby._panel("Red")
        return {
            button.press.removeprefix("lobby.Red."): button.why_not
            for question in panel
            for button in question.buttons
        }


def test_in_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    """The command ends with the reason, the rule and what it takes."""
    line = "play path-of-destiny --people 1 --bots 0"
    assert run(cli, line.split()) == ExitCode.REFUSED
    told = capsys.readouterr()
    assert f"{WHY['en']} [PD-SETUP-01]" in told.err
    assert "it takes 2 to 5" in told.err
    assert told.out == ""


def test_as_json() -> None:
    """The request is refused with the rule, and begins no game; six are refused by the number."""
    offered = desk.OfferedGame(RULESET, lambda: shipped_cards(RULESET))
    client = Client(desk.Desk({RULESET.name: lambda: offered}))
    refused = client.error("new", game=RULESET.name, seats=["red"])
    assert WHY["en"] in refused["message"]
    assert refused["rule"] == "PD-SETUP-01"
    assert client.state() == b""
    assert client.ask("new", game=RULESET.name, seats=["red", "blue"])


@pytest.mark.parametrize("language", ["en", "de"])
def test_at_a_table(language: str) -> None:
    """With one at the table no game can begin, and the button says why; with two it does."""
    table = Before(language)
    table.press("seat.red")
    assert table.buttons()["begin"].startswith(WHY[language])
    table.press("begin")
    assert table.chosen() == ()
    table.press("seat.blue")
    assert table.buttons()["begin"] == ""
    table.press("begin")
    assert table.chosen() == ("red", "blue")


@pytest.mark.rule("PD-SETUP-02", "PD-EDGE-15")
def test_house_rules_of_the_story_that_is_chosen() -> None:
    """What comes by itself has its house rules on the panel; with another story they are gone."""
    table = Before()
    table.press("rules")
    assert "set.extra-effort.no" in table.buttons()
    table.press("box.well")
    assert "set.extra-effort.no" not in table.buttons()
