"""Introductions lead to the choice and tell no result; how they sound is in test_voice.py."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.old_world.story_worth import effects_of, events, explorations, quests_of
from tests.old_world.table import catalogue
from tts_tool.rulesets.old_world.base.abilities import abilities
from tts_tool.rulesets.old_world.base.box.records import Location
from tts_tool.rulesets.old_world.base.story import stories
from tts_tool.rulesets.old_world.base.story.stories import Event, Exploration

Card = Exploration | Event

LANGUAGES = ("en", "de")
CARDS: tuple[Card, ...] = (*explorations("city"), *explorations("wilds"), *events().values())
SAYS: dict[type, str] = {
    stories.Gold: r"gold",
    stories.Learn: r"levels?|stufen?|attribute?",
    stories.Unlearn: r"levels?|stufen?|attribute?",
    stories.Shield: r"shields?|schild(?:e|er)?",
    stories.Brew: r"potions?|trank|tränke",
    stories.Spill: r"potions?|trank|tränke",
    stories.Track: r"trails?|tokens?|fährten?|marker",
    stories.Phase3: r"phase|cards?|karten?",
    abilities.DrawCards: r"cards?|karten?",
    stories.Thin: r"trash|cards?|karten?",
    stories.Drop: r"discard|cards?|karten?",
    stories.Find: r"cards?|karten?",
    stories.Quest: r"quests?|events?|ereignis",
}
"""What an introduction would have to say in order to tell of a result."""


def told(card: Card, language: str) -> str:
    """Give an introduction in a language."""
    return str(getattr(card.introduction, language))


def attributes_of(card: Card) -> Iterator[str]:
    """Give the attributes that results of a card raise, lower or look at."""
    for effect in effects_of(card):
        if isinstance(effect, stories.Learn | stories.Unlearn | stories.Test) and effect.attribute:
            yield effect.attribute


def given_away(card: Card, text: str, language: str) -> list[str]:
    """List what a text says of the results of a card, or of where its quests lead."""
    said = [SAYS[type(effect)] for effect in effects_of(card) if type(effect) in SAYS]
    said += [r"\d+", *goals_of(card, language)]
    said += [getattr(catalogue().record(each).name, language) for each in attributes_of(card)]
    return [found[0] for each in said if (found := re.search(rf"(?i)\b({each})\b", text))]


def goals_of(card: Card, language: str) -> list[str]:
    """Name the locations to which quests of a card lead by number."""
    places = {place.number: place for place in catalogue().of(Location).values()}
    goals = [quest.to for quest in quests_of(card) if isinstance(quest.to, int)]
    return [getattr(places[number].name, language) for number in goals]


@pytest.mark.rule("OW-EXPLORE-02", "OW-HID-20")
@pytest.mark.parametrize("language", LANGUAGES)
def test_introductions_tell_no_result(language: str) -> None:
    """None holds a number, a word of a result of its card, or where its quests lead."""
    told_of = {card.id: given_away(card, told(card, language), language) for card in CARDS}
    assert {card: said for card, said in told_of.items() if said} == {}


@pytest.mark.parametrize(
    ("card", "text", "said"),
    [
        ("lame-porter", "He pays in gold, and Novigrad is far.", ["gold", "gold", "Novigrad"]),
        ("fencing-yard", "They fight well, up to level 4.", ["level", "level", "4"]),
        ("herb-stall", "Zwei Tränke, sagt sie.", ["Tränke"]),
    ],
)
def test_a_result_that_is_told_is_found(card: str, text: str, said: list[str]) -> None:
    """The check above would see what an introduction gives away."""
    (known,) = [each for each in CARDS if each.id == card]
    assert given_away(known, text, "de" if "Tränke" in text else "en") == said
