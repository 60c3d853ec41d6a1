"""Endings: each is told to all when its outcome has happened, and to nobody before."""

from __future__ import annotations

import json

import pytest

from tests.old_world.oddity import happened, oddities, seen, story, way
from tests.old_world.referee_table import Refereed
from tests.old_world.table import catalogue
from tests.old_world.told_to import before, endings, heard, reach
from tests.referee.client import Client
from tts_tool.catalog import Text
from tts_tool.kernel.entries import Accepted, Refused
from tts_tool.referee.desk import Desk, OfferedGame
from tts_tool.rulesets.old_world import RULESET
from tts_tool.rulesets.old_world.base.story import stories

VIEWERS = ("red", "blue", "green", None)
"""Who explores, the others and a spectator."""
LANGUAGES = ("en", "de")


@pytest.mark.rule("OW-EXPLORE-04", "OW-QUEST-09")
def test_every_end_is_told_once_it_is_reached() -> None:
    """Of a card all hear the ending that happened, each in their language, and no other."""
    for card, end in endings():
        table = before(card, end)
        assert heard(table) == [], (card.id, end.name)
        reach(table, card, end)
        for language in LANGUAGES:
            for viewer in VIEWERS:
                told = getattr(end.result.ending, language)
                assert heard(table, viewer, language) == [told], (card.id, end.name)


def wordings(card: stories.Tale) -> list[str]:
    """List all endings of a card, in both languages."""
    return [getattr(text, language) for text in card.ending.values() for language in LANGUAGES]


@pytest.mark.rule("OW-EXPLORE-02", "OW-HID-20")
@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("card", ["tavern-brawl", "moneylender", "goat-path"])
def test_no_end_is_seen_before(card: str, viewer: str | None) -> None:
    """While the options lie open, and the die is not cast, nobody is shown any ending."""
    known = catalogue().of(stories.Exploration)[card]
    end = next(stories.outcomes(known))
    table = before(known, end)
    assert known.ways[0].label.en in seen(table, viewer)
    assert [text for text in wordings(known) if text in seen(table, viewer)] == []


def old_world() -> Client:
    """Sit down at a desk that offers Old World."""
    return Client(Desk({RULESET.name: lambda: OfferedGame(RULESET, catalogue)}))


@pytest.mark.parametrize("language", LANGUAGES)
def test_by_json_an_ending_comes_after_the_answer(language: str) -> None:
    """Nothing that a client hears before the choice holds an ending; then there is the one."""
    known = catalogue().of(stories.Exploration)["herb-stall"]
    table = story(2).on_top("city", "city.herb-stall").to_phase("phase-2")
    client, lines = old_world(), list[str]()
    client.heard = lambda _op, reply: lines.append(json.dumps(reply, ensure_ascii=False))
    client.ask("new", game="old-world", seats=["red", "blue"], position=table.document())
    client.answer("red", "explore", "city")
    for seat in ("red", "blue", None):
        client.ask("view", seat=seat, lang=language)
        client.ask("open", seat=seat, lang=language)
        client.ask("events", seat=seat, lang=language)
    told = "\n".join(lines)
    assert getattr(known.introduction, language) in told
    assert [text for text in wordings(known) if text in told] == []
    client.answer("red", "option", "b")
    for seat in ("red", "blue", None):
        events = client.ask("events", seat=seat, lang=language)["events"]
        said = [each["text"] for each in events if each.get("code") == "story-ended"]
        assert said == [getattr(known.ending["b"], language)]
    told = "\n".join(lines)
    assert [key for key, text in known.ending.items() if getattr(text, language) in told] == ["b"]


@pytest.mark.parametrize("asked", ["herb-stall.ending.a", "herb-stall.ending", "ending.a"])
def test_nobody_gets_an_ending_by_naming_it(asked: str) -> None:
    """Whatever a client answers is quoted, never looked up among the texts of cards."""
    table = story(2).on_top("city", "city.herb-stall").to_phase("phase-2")
    client = old_world()
    client.ask("new", game="old-world", seats=["red", "blue"], position=table.document())
    question = client.question("red")
    for language in LANGUAGES:
        refused = client.error(
            "answer", seat="red", decision=question["id"], value=asked, lang=language
        )
        known = catalogue().of(stories.Exploration)["herb-stall"]
        said = json.dumps(refused, ensure_ascii=False)
        assert asked.rpartition(".")[2] in said
        assert [text for text in wordings(known) if text in said] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_hears_it_in_its_chat(language: str) -> None:
    """The line for all comes with the verdict on the choice, in the language of the table."""
    known = catalogue().of(stories.Exploration)["lame-porter"]
    at = Refereed(story(2).on_top("city", "city.lame-porter").explore("city"), language=language)
    assert at.press("Red", {"en": "City", "de": "Stadt"}[language]).done
    assert [line.text for line in at.lines if line.text in wordings(known)] == []
    assert [
        text for text in wordings(known) if text in repr((at.host.panels, at.host.permits))
    ] == []
    assert at.press("Red", getattr(known.ways[0].label, language)).done
    told = [line for line in at.lines if line.text in wordings(known)]
    assert [line.text for line in told] == [getattr(known.ending["a"], language)] * len(told)
    assert told


@pytest.mark.rule("OW-EXPLORE-04", "OW-HID-20")
def test_what_was_told_can_t_be_unheard() -> None:
    """A choice of which the ending was told is taken back only if everybody agrees."""
    card = catalogue().of(stories.Exploration)["moneylender"]
    table = before(card, next(stories.outcomes(card)))
    table.answer("option", "a")
    refused = table.timeline.undo("red")
    assert isinstance(refused, Refused)
    assert (refused.rejection.code, refused.rejection.params) == (
        "needs-consent",
        {"seats": "blue, green"},
    )
    assert isinstance(table.timeline.undo("red", consent=("blue", "green")), Accepted)
    assert table.open() == ["option/red"]


def test_cards_of_boxes_may_end_in_silence() -> None:
    """An option of which the card tells no ending is done without a word."""
    table = oddities([way([stories.Gold(by=2)]), way([])]).explore().answer("option", "a")
    assert heard(table) == []
    assert table.track("gold.red") == 4


def test_a_die_within_a_die_tells_the_last_word_alone() -> None:
    """Where one result leads to another the ending stands with what decides."""
    ending = Text(en="It rained.", de="Es regnete.")
    silent = stories.Outcome(least=1)
    loud = stories.Outcome(least=4, ending=ending)
    rolls = stories.RollDie(outcomes=(silent, loud))
    for value, names in ((1, []), (5, ["a.2"])):
        table = oddities([way([rolls]), way([])], script={"story": [[value]]}).explore()
        table.answer("option", "a")
        told = [each["params"] for each in happened(table, "said")]
        assert [each["outcome"] for each in told if "outcome" in each] == names
