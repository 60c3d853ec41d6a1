"""Introductions: every story card has its own, which leads to the choice and tells no result."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator

import pytest

from tests.old_world.story_worth import effects_of, events, explorations, quests_of
from tests.old_world.table import catalogue
from tts_tool.rulesets.old_world.base import abilities, stories
from tts_tool.rulesets.old_world.base.records import Location
from tts_tool.rulesets.old_world.base.stories import Event, Exploration

Card = Exploration | Event

LANGUAGES = ("en", "de")
CARDS: tuple[Card, ...] = (*explorations("city"), *explorations("wilds"), *events().values())
LENGTHS = {"en": (110, 220), "de": (110, 230)}
"""How many characters are two or three sentences that a neighbour reads without losing breath."""
RUN = 5
"""So many words in a row are a phrase, and a phrase heard twice is a pattern."""

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


def words(text: str) -> list[str]:
    """Give the words of a text as one hears them."""
    return re.findall(r"\w+(?:['-]\w+)*", text.lower())


def runs(text: str) -> set[tuple[str, ...]]:
    """Give all phrases of a text."""
    heard = words(text)
    return {tuple(heard[at : at + RUN]) for at in range(len(heard) - RUN + 1)}


def attributes_of(card: Card) -> Iterator[str]:
    """Give the attributes that results of a card raise, lower or look at."""
    for effect in effects_of(card):
        if isinstance(effect, stories.Learn | stories.Unlearn | stories.Test) and effect.attribute:
            yield effect.attribute


@pytest.mark.parametrize("language", LANGUAGES)
def test_introductions_are_a_few_sentences(language: str) -> None:
    """Each is whole sentences, long enough for a scene and short enough for a breath."""
    least, most = LENGTHS[language]
    for card in CARDS:
        text = told(card, language)
        assert least <= len(text) <= most, (card.id, len(text))
        assert text == " ".join(text.split()), card.id
        assert re.search(r"[.“”]$", text), card.id
        assert 2 <= len(re.findall(r"[.:?!](?=[“”]?(?: |$))", text)) <= 5, card.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_introductions_share_a_phrase(language: str) -> None:
    """Not five words in a row stand in two of them, nor does one begin like three others."""
    homes: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for card in CARDS:
        for run in runs(told(card, language)):
            homes[run].add(card.id)
    assert {run: cards for run, cards in homes.items() if len(cards) > 1} == {}
    openings = Counter(tuple(words(told(card, language))[:2]) for card in CARDS)
    assert [opening for opening, count in openings.items() if count > 3] == []


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_introductions_leave_the_labels_to_the_options(language: str) -> None:
    """No introduction says a label of its own card word by word; the options do that."""
    for card in CARDS:
        heard = " ".join(words(told(card, language)))
        for way in card.ways:
            label = words(getattr(way.label, language))
            assert len(label) < RUN or " ".join(label) not in heard, card.id


def test_each_language_has_its_own_quotation_marks() -> None:
    """“English” and „German“, every one closed; no typewriter's marks."""
    for card in CARDS:
        english, german = card.introduction.en, card.introduction.de
        assert english.count("“") == english.count("”"), card.id
        assert german.count("„") == german.count("“"), card.id
        assert not set('"„«»') & set(english), card.id
        assert not set('"”«»') & set(german), card.id


def test_german_says_du() -> None:
    """The listener is addressed as everywhere in the game, never as a stranger."""
    polite = re.compile(r"\b(Sie|Ihnen|Ihre[mnrs]?|Ihr|Euch|Euer)\b")
    opening = re.compile(r"(^|[.:?!] [„“]?|[„“] ?)(Sie|Ihre[mnrs]?|Ihr)\b")
    for card in CARDS:
        text = card.introduction.de
        assert len(polite.findall(text)) == len(opening.findall(text)), card.id
