"""House rules: offered in words before a game, kept with it, and told whenever it goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tts_tool.catalog import load
from tts_tool.cli.rulesets import find
from tts_tool.journal import Journal
from tts_tool.kernel.decisions import Press
from tts_tool.kernel.inventory import Inventory
from tts_tool.kernel.module import Setup
from tts_tool.kernel.rejection import LANGUAGES
from tts_tool.referee import opening
from tts_tool.referee.session import Session
from tts_tool.referee.table import reports
from tts_tool.referee.table.house import House
from tts_tool.referee.table.lobby import Lobby, Offer
from tts_tool.referee.table.told import Button
from tts_tool.referee.wording import setting_in_words
from tts_tool.resources import cards_dir
from tts_tool.rulesets.night_market import RULESET

COLOURS = {seat: seat.capitalize() for seat in RULESET.seats}


def box() -> Inventory:
    """Lay out all seats and boxes."""
    cards = load(cards_dir() / RULESET.folder, RULESET.schema)
    modules = opening.choose_modules(RULESET, ("storm", "guild"))
    settings = opening.choose_settings(RULESET, modules, {})
    setup = Setup(RULESET.seats, modules, settings, cards)
    return opening.composed(RULESET, setup).inventory


def offer() -> Offer:
    """Offer the sample game with all its boxes."""
    cards = load(cards_dir() / RULESET.folder, RULESET.schema)
    return Offer(RULESET, cards, box(), "", ("storm", "guild"), COLOURS)


class Evening:
    """Somebody at a panel before a game."""

    def __init__(self, **settings: str) -> None:
        """Open the table; `settings` are those of the command line."""
        self.lobby = Lobby(offer(), settings=settings)
        self.n = 0
        self.lobby.received(reports.Hello())

    def buttons(self, colour: str = "Red") -> dict[str, Button]:
        """Give the buttons of a panel by what they do."""
        panel = list(self.lobby._panel(colour))
        found = [button for question in panel for button in question.buttons]
        return {each.press.removeprefix(f"lobby.{colour}."): each for each in found}

    def press(self, button: str, colour: str = "Red") -> None:
        """Press a button."""
        self.n += 1
        gesture = Press(f"lobby.{colour}.{button}")
        self.lobby.received(reports.Gestured(n=self.n, colour=colour, gesture=gesture))


@pytest.mark.parametrize("game", ["old-world", "night-market"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_house_rule_has_words(game: str, language: str) -> None:
    """No setting and no value is shown by what the rules call it."""
    found = find(game)
    with Session.new(found.ruleset, found.load()) as session:
        reader = session.reader(None, language)
        modules = [module.name for module in found.ruleset.modules[:1]]
        for setting in found.ruleset.settings(modules):
            for value in setting.values:
                name, words = setting_in_words(setting.name, value, reader)
                assert setting.name not in (name, words)
                own = reader.name(f"set-{setting.name}-{value}") is not None
                assert own or value in found.ruleset.seats, words


def test_chosen_on_the_panel(tmp_path: Path) -> None:
    """What was chosen is played, and told when it begins and when it goes on; nothing else is."""
    evening = Evening()
    assert "set.performer.nobody" not in evening.buttons()
    evening.press("rules")
    assert "set.performer.nobody" not in evening.buttons("Blue")
    assert evening.buttons()["set.performer.fastest"].chosen
    evening.press("set.performer.nobody")
    assert evening.buttons()["set.performer.nobody"].chosen
    for button in ("seat.red", "seat.blue", "begin"):
        evening.press(button)
    plan = evening.lobby.plan
    assert plan is not None
    house = House(offer(), Journal(tmp_path / "games"), {}, ())
    host = house.begin(plan)
    kept = host.session.kept_as
    assert host.session.timeline.header.settings["performer"] == "nobody"
    told = [line.text for line in host.received(reports.Hello()).lines if line.colour == "Red"]
    assert told[:1] == ["In this game: The charm is caught by nobody."]
    assert not any("always" in line for line in told)
    host.session.close()
    again = house.begin(plan._replace(resume=str(kept), settings={}, tongues={"Red": "de"}))
    told = [line.text for line in again.received(reports.Hello()).lines if line.colour == "Red"]
    assert told[:1] == ["In dieser Partie: Den Glücksbringer fängt niemand."]
    again.session.close()


def test_chosen_on_the_command_line(tmp_path: Path) -> None:
    """What `--set` has said is chosen on the panel, and can be chosen otherwise there."""
    evening = Evening(performer="nobody")
    evening.press("rules")
    assert evening.buttons()["set.performer.nobody"].chosen
    evening.press("set.performer.fastest")
    for button in ("seat.red", "seat.blue", "begin"):
        evening.press(button)
    assert evening.lobby.plan is not None
    house = House(offer(), Journal(tmp_path / "games"), {"performer": "nobody"}, ())
    with house.begin(evening.lobby.plan).session as session:
        assert session.timeline.header.settings["performer"] == "fastest"
