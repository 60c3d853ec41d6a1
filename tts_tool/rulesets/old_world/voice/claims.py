"""What a text claims beside what its outcome does: amounts, attributes, places, causes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import chain
from typing import NamedTuple

from tts_tool.catalog.schema import Cards
from tts_tool.rulesets.old_world.base.box.records import ATTRIBUTES, Location
from tts_tool.rulesets.old_world.base.story import stories
from tts_tool.rulesets.old_world.base.story.stories import End, Quest, Tale, outcomes
from tts_tool.rulesets.old_world.voice.lines import (
    LANGUAGES,
    Language,
    StoryLine,
    VoiceFault,
    place_of,
)

__all__ = ["claim_faults", "happenings"]

NUMBERS: dict[Language, dict[str, int]] = {
    "en": {
        "a": 1,
        "one": 1,
        "single": 1,
        "both": 2,
        "two": 2,
        "three": 3,
        "four": 4,
        "five": 5,
        "six": 6,
        "seven": 7,
        "eight": 8,
        "nine": 9,
        "ten": 10,
    },
    "de": {
        "ein": 1,
        "eine": 1,
        "einen": 1,
        "einer": 1,
        "einzige": 1,
        "beide": 2,
        "beiden": 2,
        "zwei": 2,
        "drei": 3,
        "vier": 4,
        "fünf": 5,
        "sechs": 6,
        "sieben": 7,
        "acht": 8,
        "neun": 9,
        "zehn": 10,
    },
}
COUNTED: dict[Language, dict[str, str]] = {
    "en": {"gold": r"coins?", "potions": r"(?:little )?(?:bottles?|flasks?)", "card": r"tricks?"},
    "de": {
        "gold": r"Münzen?",
        "potions": r"Flaschen?|Fläschchen",
        "card": r"Kniffe?[sn]?",
    },
}
"""What is counted in a text, by what the icons count."""


class Happening(NamedTuple):
    """Everything that happens in an outcome, its price included."""

    end: End
    effects: tuple[object, ...]
    fees: tuple[stories.Fee, ...]

    def amounts(self, of: str) -> set[int]:
        """Say how much of something comes and goes: gold, potions or cards."""
        paid = {getattr(fee, of, 0) for fee in self.fees}
        return {abs(each) for each in (*paid, *chain.from_iterable(self._moved(of)))} - {0}

    def _moved(self, of: str) -> Iterator[tuple[int, ...]]:
        for each in self.effects:
            match each:
                case stories.Gold() if of == "gold":
                    yield (each.by,)
                case stories.Brew() | stories.Spill() if of == "potions":
                    yield (each.count,)
                case stories.Thin() | stories.Drop() if of == "card":
                    yield (each.count,)
                case stories.Find() if of == "card":
                    yield (1,)

    def has(self, *kinds: type) -> bool:
        """Tell whether something of a kind happens."""
        return any(isinstance(each, kinds) for each in self.effects)


class Cause(NamedTuple):
    """By which words one hears why something is gained or lost."""

    what: str
    has: Callable[[Happening], bool]
    heard: dict[Language, re.Pattern[str]]


def happenings(card: Tale) -> Iterator[Happening]:
    """Give all that happens in each outcome of a card."""
    for end in outcomes(card):
        effects = end.result.effects
        paid = (end.way.fee,) if end.way else ()
        entry = tuple(each.fee for each in effects if isinstance(each, Quest))
        yield Happening(end, effects, (*paid, *entry))


def _words(english: str, german: str) -> dict[Language, re.Pattern[str]]:
    def any_of(text: str) -> re.Pattern[str]:
        return re.compile(rf"(?i)(?<!\w)(?:{'|'.join(text.split())})(?!\w)")

    return {"en": any_of(english), "de": any_of(german)}


CAUSES = (
    Cause(
        "gold",
        lambda happening: happening.has(stories.Gold),
        _words(
            r"""coins? money purses? pa(?:y|ys|id|ying|yment) fees? takings cash tolls? prices? sum
            extra costs? charges? buy sell tuition instalment savings prize pockets? collection
            proceeds ferry bank palms?""",
            r"""münzen? \w*geld \w*beutel \w*zahl\w* gebühr\w* \w*kasse \w*zoll \w*lohn preis summe
            extra kosten kassier\w* kaufen verkauf\w* rate gespart erspart\w* taschen kollekte
            erlös fähre zählt händen""",
        ),
    ),
    Cause(
        "a Potion",
        lambda happening: happening.has(stories.Brew, stories.Spill),
        _words("bottles? flasks? corks? belt", r"flaschen?\w* fläschchen korken? gürtel"),
    ),
    Cause(
        "Shield",
        lambda happening: happening.has(stories.Shield),
        _words(
            r"""leather straps? shoulder-?straps? plates? buckler skin coats? cloak collars? rivets?
            buckles? shoulders? helmet greaves fleece felt oilskin quilted forearms? scales? ribs
            beaten guard shin flinches""",
            r"""leder\w* \w*riemen \w*blech buckler haut \w*mantel mäntel \w*kragen nieten? naht
            helm schultern? beinschiene schnallen? vlies filz ölzeug wämser unterarme\w* rippen
            verprügeln deckung schienbein jacke zuckt gesteppt""",
        ),
    ),
    Cause(
        "an Action card",
        lambda happening: happening.has(stories.Find),
        _words(
            "strokes? blow kick throw swing dodge butts movement turn steps",
            r"hieb tritt werfen schwung kniff schritte stößt bewegung drehung",
        ),
    ),
)
"""What has to be heard where it happens."""

PROMISES: tuple[tuple[str, str, dict[Language, re.Pattern[str]]], ...] = (
    (
        "gold",
        "gold",
        _words(r"coins? pays?\s+you you\s+are\s+paid", r"münzen? zahlt\s+dir bezahlt\s+wirst\s+du"),
    ),
    ("potions", "a Potion", _words("bottles? flasks?", r"flaschen? fläschchen")),
)
"""What may be heard only where it comes or goes: what is counted, its name, the words."""


def claim_faults(card: Tale, cards: Cards) -> Iterator[VoiceFault]:
    """Find endings that are missing or told to nobody, and claims that are not true."""
    yield from _unheard(card)
    names = _attribute_names(cards)
    for happening in happenings(card):
        end = happening.end
        if end.result.ending is None:
            nowhere = StoryLine(card.id, place_of(card, end), "ending", card.name)
            yield VoiceFault("VOICE-01", nowhere, f"outcome {end.name} has no ending")
            continue
        line = StoryLine(card.id, place_of(card, end), "ending", end.result.ending)
        for language in LANGUAGES:
            yield from _amounts(line, happening, language)
            yield from _causes(line, happening, language)
            for word in names[language].findall(line.said(language)):
                told = f"“{word}” is what the icon says: tell its picture"
                yield VoiceFault("VOICE-11", line, told, language)
        yield from _goals(line, happening, cards)


def _unheard(card: Tale) -> Iterator[VoiceFault]:
    """Find endings of options at which a die or a fight decides what is told."""
    for number, way in enumerate(card.ways):
        if way.ending is not None and stories.decided(way.effects):
            line = StoryLine(card.id, f"ways[{number}].ending", "ending", way.ending)
            fix = "let each outcome tell its own"
            yield VoiceFault(
                "VOICE-01", line, "nobody hears it: something decides after it", None, fix
            )


def _amounts(line: StoryLine, happening: Happening, language: Language) -> Iterator[VoiceFault]:
    numbers = NUMBERS[language]
    for of, counted in COUNTED[language].items():
        there = happening.amounts(of)
        pattern = rf"(?i)(?<!\w)({'|'.join(numbers)}) (?:\w+ )?(?:{counted})(?!\w)"
        for found in re.finditer(pattern, line.said(language)):
            if numbers[found[1].lower()] not in there:
                happens = " or ".join(map(str, sorted(there))) or "none"
                told = f"“{found[0]}”, but {happens} of that comes or goes"
                yield VoiceFault("VOICE-10", line, told, language)


def _causes(line: StoryLine, happening: Happening, language: Language) -> Iterator[VoiceFault]:
    text = line.said(language)
    for cause in CAUSES:
        if cause.has(happening) and not cause.heard[language].search(text):
            told = f"{cause.what} comes or goes, and nobody hears why"
            yield VoiceFault("VOICE-18", line, told, language)
    for of, what, promised in PROMISES:
        if not happening.amounts(of) and (found := promised[language].search(text)):
            told = f"“{found[0]}”, and yet {what} neither comes nor goes"
            yield VoiceFault("VOICE-18", line, told, language)


def _attribute_names(cards: Cards) -> dict[Language, re.Pattern[str]]:
    named = [cards.record(each).name for each in (*ATTRIBUTES, "specialty")]
    return _words(" ".join(each.en for each in named), " ".join(each.de for each in named))


def _goals(line: StoryLine, happening: Happening, cards: Cards) -> Iterator[VoiceFault]:
    named = {language: _named(line.said(language), cards, language) for language in LANGUAGES}
    goals = {each.to for each in happening.effects if isinstance(each, Quest)}
    for language in LANGUAGES:
        if wrong := named[language] - goals:
            told = f"nothing leads to location {min(wrong)}, and yet it is named"
            yield VoiceFault("VOICE-12", line, told, language)
    if named["en"] != named["de"]:
        yield VoiceFault("VOICE-12", line, "one language names the place, the other doesn’t")


def _named(text: str, cards: Cards, language: Language) -> set[int]:
    """Find the locations that a text names."""
    return {
        place.number
        for place in cards.of(Location).values()
        if re.search(rf"(?<!\w){getattr(place.name, language)}(?!\w)", text)
    }
