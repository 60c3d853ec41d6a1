"""Every face, read as a player reads it, is its record again: nothing is lost between the two."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import msgspec
import pytest

from tests.build.faces.filled import filled
from tests.build.faces.reader import cards
from tests.build.faces.reader.drawn import Seen, seen
from tests.build.faces.reader.english import ENGLISH
from tests.build.faces.reader.german import GERMAN
from tests.build.faces.reader.sentences import Unreadable, ability, heard, result, special
from tests.build.faces.recorded import bare_ability, bare_effects, bare_fee, bare_symbols, changes
from tests.build.faces.test_phrases import say
from tests.build.table.old_world import folders, layout, mod
from tests.old_world.table import catalogue
from tts_tool.build import table
from tts_tool.build.faces import easel_of
from tts_tool.build.mod import Drawing, Language
from tts_tool.build.table.told import results
from tts_tool.errors import BadInput
from tts_tool.rulesets.old_world.base.box.records import Symbols

LANGUAGES: list[Language] = ["en", "de"]
TONGUES = {"en": ENGLISH, "de": GERMAN}
Found = dict[str, Any]


@cache
def faces(lang: Language) -> tuple[tuple[Drawing, Seen], ...]:
    """Draw every face that says what something does, as the build asks for it, and look at it."""
    wanted = table.drawings(mod(5, lang), layout(5, lang))
    return tuple(
        (each, seen(filled(folders().data, each, lang)))
        for each in wanted
        if each.template in cards.SORTS
    )


def recorded(drawing: Drawing, lang: str) -> Found:
    """Give what a record says, as far as it is to be said on its face."""
    values = drawing.values
    card = values["card"]
    sort = drawing.template.removesuffix(".svg")
    named = {"name": card["name"][lang]} if card and sort != "fight" else {}
    return {**named, **globals()[f"_{sort.replace('-', '_')}"](values, lang)}


def _action(values: Found, _lang: str) -> Found:
    face, card = values["printed"]["face"], values["card"]
    return {
        **{key: card[key] for key in ("colour", "cost", "school")},
        "terrain": face["terrain"],
        "fight": bare_symbols(face["fight"]),
        "extensions": [
            {"colour": each["colour"], "effect": bare_symbols(each["effect"])}
            for each in face["extensions"]
        ],
    }


def _abilities(card: Found, key: str = "abilities") -> Found:
    return {key: [bare_ability(each) for each in card[key]]}


def _monster(values: Found, _lang: str) -> Found:
    card = values["card"]
    levels = {key: card[key] for key in ("level", "life")}
    return {**levels, **_abilities(card, "special"), **_abilities(card)}


def _attribute_trophy(values: Found, _lang: str) -> Found:
    return {"attribute": values["card"]["attribute"], **_abilities(values["card"])}


def _witcher_trophy(values: Found, _lang: str) -> Found:
    return {"school": values["card"]["school"], **_abilities(values["card"])}


def _potion(values: Found, _lang: str) -> Found:
    return _abilities(values["card"])


def _board(values: Found, lang: str) -> Found:
    known = values["specialty"]
    numbers = list(range(1, len(known["levels"]) + 1))
    return {"name": known["name"][lang], "numbers": numbers, **_abilities(known, "levels")}


def _fight(values: Found, _lang: str) -> Found:
    return {half: bare_effects(values["card"][half]) for half in ("charge", "bite")}


def _ways(card: Found, lang: str) -> Found:
    return {
        "introduction": card["introduction"][lang],
        "ways": [
            {"label": each["label"][lang], "fee": bare_fee(each["fee"])} for each in card["ways"]
        ],
    }


def _exploration(values: Found, lang: str) -> Found:
    return {"deck": values["card"]["deck"], **_ways(values["card"], lang)}


def _event(values: Found, lang: str) -> Found:
    card = values["card"]
    found = {"number": card["number"], "introduction": card["introduction"][lang]}
    if card["kept"]:
        return {**found, "kept": card["kept"], **_abilities(card)}
    if card["ways"]:
        return {**found, **_ways(card, lang)}
    (trial,) = bare_effects(card["effects"])
    return {**found, "trial": {key: each for key, each in trial.items() if key != "outcomes"}}


def bare(found: Found) -> Found:
    """Strip what was read as records are stripped."""
    strip = {
        "abilities": lambda given: [bare_ability(each) for each in given],
        "special": lambda given: [bare_ability(each) for each in given],
        "levels": lambda given: [bare_ability(each) for each in given],
        "charge": bare_effects,
        "bite": bare_effects,
    }
    return {key: strip[key](each) if key in strip else each for key, each in found.items()}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_face_says_what_its_record_says(lang: Language) -> None:
    """Limit, moment, condition, price, subject, amount and duration stand on it, and no more."""
    read: Counter[str] = Counter()
    for drawing, face in faces(lang):
        found = bare(cards.SORTS[drawing.template](face, TONGUES[lang]))
        assert found == recorded(drawing, lang), drawing.name
        read[drawing.template] += 1
    assert read == {
        "action.svg": 140,
        "board.svg": 5,
        "monster.svg": 28,
        "attribute-trophy.svg": 4,
        "witcher-trophy.svg": 5,
        "potion.svg": 7,
        "fight.svg": 20,
        "exploration.svg": 72,
        "event.svg": 56,
    }


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_result_that_is_told_says_its_record(lang: Language) -> None:
    """What the table reads out once somebody has chosen is what the rules then do."""
    texts = results(mod(5, lang), layout(5, lang))
    told = 0
    for name, component in mod(5, lang).inventory.components.items():
        if name in texts:
            card = msgspec.to_builtins(component.card)
            ways = card["ways"] or [{"effects": card["effects"], "fee": {}}]
            for way, text in zip(ways, texts[name][lang], strict=True):
                _, _, said = text.rpartition("\n")  # above it stands how the story ends
                fee, effects, can = result(heard(said, TONGUES[lang]), TONGUES[lang])
                assert bare_effects(effects) == bare_effects(way["effects"]), (name, text)
                assert bare_fee(fee) == bare_fee(way["fee"]), (name, text)
                kept = any(each["op"] == "stay" for each in way["effects"])
                expected = card["abilities"] if kept else ()
                assert list(map(bare_ability, can)) == list(map(bare_ability, expected)), name
                told += 1
    assert told == 2 * 72 + 2 * 31 + 9


@pytest.mark.parametrize("lang", LANGUAGES)
def test_help_says_how_one_plays_alone(lang: Language) -> None:
    """The attack die and the dice at a tavern are those of the tables, with each range once."""
    (page,) = (
        each
        for prop in layout(5, lang).props
        for each in prop.values.get("pages", ())
        if each["title"]["en"] == "Alone"
    )
    raw = mod(5, lang).cards.raw_table
    found = cards.solo([line[lang] for line in page["lines"]], TONGUES[lang])
    rating = raw("rating")
    assert found == {
        "charge": rating["charge"],
        "sides": rating["sides"],
        "pays": raw("poker")["solo"],
    }


# What a reader notices


class Case(NamedTuple):
    """An ability of the catalogue, and how its card says it."""

    name: str
    macro: str
    ability: Found


def cases() -> list[Case]:
    """List every ability of every card, each once; those of legends have a reader of their own."""
    known = [
        msgspec.to_builtins(catalogue().record(each))
        for each in catalogue().ids
        if catalogue().kind(each) != "legend"
    ]
    kinds = dict(zip(catalogue().ids, map(catalogue().kind, catalogue().ids), strict=True))
    found = [
        Case(record["id"], "special" if key == "special" else usual(kinds[record["id"]]), each)
        for record in known
        for key in ("special", "abilities", "levels")
        for each in record.get(key, ())
    ]
    return [each for at, each in enumerate(found) if each not in found[:at]]


def usual(kind: str) -> str:
    """Name the phrase of a kind of card."""
    return "potion" if kind == "potion" else "ability"


def read(case: Case, lang: Language, text: str) -> Found:
    """Read what a card of this kind says."""
    found = (special if case.macro == "special" else ability)(text, TONGUES[lang])
    return bare_ability(found)


def spoken(case: Case, lang: Language, given: Found) -> str:
    """Say an ability as the card does."""
    return heard(say(lang, case.macro, given), TONGUES[lang])


@pytest.mark.soak(sample=12, full=200)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_changed_record_is_read_from_its_text(lang: Language, rounds: int) -> None:
    """Whatever is changed, left out or added: the text is read as the changed record, or refused.

    So no card says what it said before, and none says nothing of it.
    """
    tried, refused = Counter[str](), 0
    every = cases()
    for case in (every[at] for at in range(0, len(every), max(1, len(every) // rounds))):
        before = bare_ability(case.ability)
        assert read(case, lang, spoken(case, lang, case.ability)) == before
        for what, other in changes(case.ability):
            try:
                text = spoken(case, lang, other)
            except BadInput:
                refused += 1
                continue
            found = read(case, lang, text)
            assert found == bare_ability(other), (case.name, what, text)
            assert found != before, (case.name, what, text)
            tried[what] += 1
    assert all(tried[what] > 20 for what in ("limit", "when", "needs", "price", "effects")), tried


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_word_of_an_ability_can_be_left_out(lang: Language) -> None:
    """A text that lacks any one of its words is not read, or not as the card's record."""
    dropped = 0
    for case in cases():
        before = bare_ability(case.ability)
        words = spoken(case, lang, case.ability).split(" ")
        for at, word in enumerate(words):
            if not any(map(str.isalnum, word)):
                continue
            end = ":" if word.endswith(":") else "." if word.endswith(".") else ""
            rest = [*words[:at], *words[at + 1 :]]
            if end and at:
                rest[at - 1] = rest[at - 1].rstrip(",") + end
            dropped += 1
            try:
                found = read(case, lang, " ".join(rest))
            except Unreadable:
                continue
            assert found != before, (case.name, word, " ".join(rest))
    assert dropped > 1000


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_changed_number_on_an_action_card_is_read(lang: Language) -> None:
    """Colour, cost, terrain, every symbol and every tab: drawn otherwise, it is read otherwise."""
    easel = easel_of(folders().data)
    some = [each for each, _ in faces(lang) if each.template == "action.svg"]
    read = 0
    for drawing in some[::24]:
        before = recorded(drawing, lang)
        for values in redrawn(drawing.values):
            other = msgspec.structs.replace(drawing, values=values)
            face = seen(easel.draw(other.template, values, lang).svg)
            found = cards.action(face, TONGUES[lang])
            assert found == recorded(other, lang) != before, drawing.name
            read += 1
    assert read > 50


def redrawn(values: Found) -> Iterator[Found]:
    """Print an Action card otherwise, one thing at a time."""
    card, face = values["card"], values["printed"]["face"]
    yield {**values, "card": {**card, "colour": "red" if card["colour"] != "red" else "green"}}
    yield {**values, "card": {**card, "cost": card["cost"] + 1}}
    fight, tabs = face["fight"], face["extensions"]
    others: list[Found] = [{"terrain": "water" if face["terrain"] != "water" else "wild"}]
    others += [{"fight": {**fight, key: fight[key] + 1}} for key in ("damage", "shield", "fetch")]
    others += [{"fight": {**fight, "draw": -2 if fight["draw"] > 0 else 3}}]
    others += [{"extensions": list(tabs[:-1])}] if tabs else []
    others += [
        {"extensions": [{**tab, "effect": {**NOTHING, **brings}}]}
        for tab in tabs
        for brings in ({"damage": 3}, {"shield": 4}, {"draw": -2}, {"draw": 4})
    ]
    for other in others:
        yield {**values, "printed": {**values["printed"], "face": {**face, **other}}}


NOTHING = msgspec.to_builtins(Symbols())
