"""Every card says in its description what its face says, in both languages: searchable, no more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from tests.build.faces.reader.english import ENGLISH
from tests.build.faces.reader.german import GERMAN
from tests.build.faces.reader.sentences import Tongue, Unreadable, ability, special
from tests.build.faces.recorded import bare_ability
from tests.build.table.old_world import described, layout, mod
from tts_tool.build import table
from tts_tool.build.mod import Language
from tts_tool.kernel.inventory import Component
from tts_tool.saves.objects import Card, Thing

LANGUAGES: list[Language] = ["en", "de"]
TONGUES = {"en": ENGLISH, "de": GERMAN}
Found = dict[str, Any]


def cards(lang: Language) -> list[tuple[Component, Card]]:
    """List the cards of the table with what they are."""
    box = mod(5, lang).inventory.components
    parts: list[Thing] = [part for thing in described(5, lang).objects for part in thing.all()]
    return [(box[each.memo], each) for each in parts if isinstance(each, Card)]


def halves(description: str, lang: Language) -> dict[str, list[str]]:
    """Part a description: the language of play, then the other."""
    other = "de" if lang == "en" else "en"
    mine, theirs = description.split("\n\n")
    return {lang: mine.split("\n"), other: theirs.split("\n")}


def readable(lines: list[str], read: Callable[[str, Tongue], Found], tongue: Tongue) -> list[Found]:
    """Read the abilities among some lines."""
    found = []
    for line in lines:
        try:
            found.append(bare_ability(read(line, tongue)))
        except Unreadable:
            continue
    return found


@pytest.mark.parametrize("lang", LANGUAGES)
def test_whoever_hovers_reads_the_record(lang: Language) -> None:
    """What a card can do is read from its description alone, in either language."""
    read: Counter[str] = Counter()
    for component, card in cards(lang):
        record = msgspec.to_builtins(component.card)
        can = record.get("abilities") if isinstance(record, dict) else None
        if not can or record.get("ways") or component.id.startswith("monster-token."):
            continue
        for told, lines in halves(card.description, lang).items():
            tongue = TONGUES[told]
            at = lines.index(tongue.labels["trophy"]) if record.get("special") else 0
            mine = readable(lines[at:], ability, tongue)
            assert mine == [bare_ability(each) for each in can], (component.id, told)
            its = readable(lines[:at], special, tongue)
            assert its == [bare_ability(each) for each in record.get("special", ())], component.id
            read[component.id.partition(".")[0]] += 1
    assert read == {
        "monster": 2 * 28,
        "attribute-trophy": 2 * 8,
        "witcher-trophy": 2 * 20,
        "potion": 2 * 28,
        "event": 2 * 16,
    }


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_card_is_described_in_both_languages(lang: Language) -> None:
    """None is without words, and no icon or mark is left in them."""
    for component, card in cards(lang):
        both = halves(card.description, lang)
        assert all(any(lines) for lines in both.values()), component.id
        assert not set("[]*¶\u00a0") & set(card.description), component.id
        assert card.nickname not in both[lang], component.id


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_action_card_is_found_by_what_it_does(lang: Language) -> None:
    """Colour, cost, terrain, symbols and tabs are lines of their own."""
    words = {
        "en": ("Cost", "damage", "shield", "Next"),
        "de": ("Kosten", "Schaden", "Schild", "Weiter mit"),
    }
    for component, card in cards(lang):
        if component.id.startswith("action."):
            printed = msgspec.to_builtins(component.card)
            for told, lines in halves(card.description, lang).items():
                cost, damage, shield, following = words[told]
                assert f"{cost} {printed['cost']}" in lines
                fight, tabs = printed["face"]["fight"], printed["face"]["extensions"]
                assert (f"{fight['damage']} {damage}" in lines) == (fight["damage"] > 0)
                assert (f"{fight['shield']} {shield}" in lines) == (fight["shield"] > 0)
                assert sum(line.startswith(following) for line in lines) == len(tabs)


def test_what_might_show_through_a_back_can_be_left_out() -> None:
    """If the game does not hide it, nothing that may lie face down is described."""
    made = mod()._replace(face_down_hides=False)
    backed = {each.id for each in made.inventory.components.values() if each.back}
    assert not backed & set(table.described(made, layout()))
    assert len(backed & set(table.described(mod(), layout()))) > 300


def test_only_what_hides_face_down_is_described() -> None:
    """Whatever has a back and words hides both while it lies on its face."""
    for component, card in cards("en"):
        assert card.hide_when_face_down or not component.back or not card.description
