"""Every face of the hunt, read as a player reads it, is its record again, in both languages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from tests.build.faces.filled import filled
from tests.build.faces.reader import hunt
from tests.build.faces.reader.drawn import Seen, seen
from tests.build.faces.reader.english.hunt import ENGLISH_HUNT
from tests.build.faces.reader.german.hunt import GERMAN_HUNT
from tests.build.faces.reader.hunt import HuntTongue
from tests.build.faces.reader.sentences import Unreadable
from tests.build.faces.recorded import bare_ability, bare_effects, without
from tests.old_world.legendary_hunt.test_hunt_on_the_table import LANGUAGES, SETS, built, drawings
from tts_tool.build.mod import Drawing
from tts_tool.rulesets.old_world.base.abilities.abilities import Price
from tts_tool.rulesets.old_world.base.box.records import Location
from tts_tool.rulesets.old_world.legendary_hunt.records import Hunting, LegendFightCard

TONGUES = {"en": ENGLISH_HUNT, "de": GERMAN_HUNT}
Found = dict[str, Any]


@cache
def faces(lang: str, template: str) -> tuple[tuple[Drawing, Seen], ...]:
    """Draw all faces of a kind, and look at them."""
    mod = built(lang, *SETS[1])
    return tuple(
        (each, seen(filled(mod.folders.data, each, lang)))
        for each in drawings(mod).values()
        if each.template == template
    )


# What a record says, as bare as a text of it


def bare(effects: Any) -> list[Found]:  # noqa: ANN401  # plain data
    """Strip effects, and what is paid, or done instead."""
    found = bare_effects(effects)
    for each in found:
        for inner in {"then", "otherwise"} & each.keys():
            each[inner] = bare(each[inner])
        if "ways" in each:
            each["ways"] = [way(one) for one in each["ways"]]
    return found


def way(given: Found) -> Found:
    """Strip a way out; what it takes besides its price follows from what it does."""
    done = bare(given["effects"])
    takes = {"hand": 1} if done[0]["op"] == "trash-card" else {}
    assert given.get("least", takes) == takes
    return {"price": without(given["price"], Price), "effects": done}


def ability(given: Found) -> Found:
    """Strip a Special Ability."""
    return {**bare_ability(given), "effects": bare(given["effects"])}


def told_of_legend(card: Found, lang: str) -> Found:
    """Give what the card of a legend has to say."""
    return {
        "name": card["name"][lang],
        "start": card["start"],
        "introduction": card["introduction"][lang],
        "special": [ability(each) for each in card["special"]],
        "attacks": [
            {"name": each["name"][lang], "effects": bare(each["effects"])}
            for each in card["attacks"]
        ],
    }


# Reading


@pytest.mark.parametrize("lang", LANGUAGES)
def test_legends_say_what_their_records_say(lang: str) -> None:
    """Where a legend begins, its ability and each attack by its number: all of it, and no more."""
    for drawing, face in faces(lang, "legend.svg"):
        found = hunt.legend(face, TONGUES[lang])
        found["special"] = [ability(each) for each in found["special"]]
        for each in found["attacks"]:
            each["effects"] = bare(each["effects"])
        assert found == told_of_legend(drawing.values["card"], lang), drawing.name
    assert len(faces(lang, "legend.svg")) == 8


@pytest.mark.parametrize("lang", LANGUAGES)
def test_fight_cards_say_what_their_records_say(lang: str) -> None:
    """Either half: damage, the number of an attack of the legend, or cards from the deck."""
    ops: Counter[str] = Counter()
    for drawing, face in faces(lang, "legend-fight.svg"):
        card, found = drawing.values["card"], hunt.legend_fight(face, TONGUES[lang])
        for half in ("charge", "bite"):
            assert bare(found[half]) == bare(card[half]), (drawing.name, half)
            ops[found[half][0]["op"]] += 1
    assert sum(ops.values()) == 40
    assert min(ops[each] for each in ("suffer", "special-attack", "lose-top")) > 0


@pytest.mark.parametrize("lang", LANGUAGES)
def test_movement_cards_say_what_their_records_say(lang: str) -> None:
    """Both goals, by number and by name, and how far it goes with one to five seats."""
    places = {e.number: e for e in built(lang, *SETS[1]).cards.of(Location).values()}
    read = 0
    for drawing, face in faces(lang, "movement.svg"):
        card = drawing.values["card"]
        names = tuple(getattr(places[card[g]].name, lang) for g in ("main", "secondary"))
        assert hunt.movement(face, TONGUES[lang]) == {
            "main": card["main"],
            "secondary": card["secondary"],
            "names": names,
            "moves": list(card["moves"]),
        }, drawing.name
        read += 1
    assert read == 12


@pytest.mark.parametrize("lang", LANGUAGES)
def test_tokens_say_what_their_records_say(lang: str) -> None:
    """Both rows of signs of each kind of Destruction Token."""
    read = 0
    for drawing, face in faces(lang, "destruction.svg"):
        card, found = drawing.values["card"], hunt.destruction(face, TONGUES[lang])
        assert found["name"] == card["name"][lang]
        assert bare(found["effects"]) == bare(card["effects"]), drawing.name
        read += 1
    assert read == 8


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_large_help_card_says_what_the_table_says(lang: str) -> None:
    """Each side its Protection, place by place; the deck and what driving away costs in words."""
    mod = built(lang, *SETS[1])
    table, cards = mod.cards.table(Hunting), len(mod.cards.of(LegendFightCard))
    sides = (table.protection_a, table.protection_b)
    for (drawing, face), protection in zip(faces(lang, "hunt.svg"), sides, strict=True):
        assert hunt.protection(face) == [*protection], drawing.name
        words = " ".join(each.said for each in face.words)
        assert {"en": f"{cards} cards of its deck", "de": f"{cards} Karten"}[lang] in words
        assert {"en": "discard a card", "de": "eine Karte ab"}[lang] in words
        assert table.price == 1


# What a reader notices


def sentences(lang: str) -> Iterator[tuple[str, str, Callable[[str, HuntTongue], list[Found]]]]:
    """List what stands on cards of legends, and how it is read."""
    tongue = TONGUES[lang]
    for drawing, face in faces(lang, "legend.svg"):
        said = [each.said for each in face.words]
        at = said.index(tongue.labels["special"]) + 1
        yield drawing.name, said[at], read_special
        for text in said[at + 3 :: 3]:
            yield drawing.name, text, read_attack


def read_special(text: str, tongue: HuntTongue) -> list[Found]:
    """Read Special Abilities, bare."""
    return [ability(each) for each in hunt.special(text, tongue)]


def read_attack(text: str, tongue: HuntTongue) -> list[Found]:
    """Read a Special Attack, bare."""
    return bare(hunt.attack(text, tongue))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_word_of_a_legend_can_be_left_out(lang: str) -> None:
    """A text that lacks any one of its words is not read, or not as before."""
    dropped = 0
    for name, text, read in sentences(lang):
        before, words = read(text, TONGUES[lang]), text.split(" ")
        for at, word in enumerate(words):
            if not any(map(str.isalnum, word)):
                continue
            rest = [*words[:at], *words[at + 1 :]]
            end = word[-1] if word[-1] in ".:" else ""
            if end and at:
                rest[at - 1] = rest[at - 1].rstrip(",") + end
            dropped += 1
            try:
                found = read(" ".join(rest), TONGUES[lang])
            except Unreadable:
                continue
            assert found != before, (name, word, " ".join(rest))
    assert dropped > 350


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_number_of_a_legend_matters(lang: str) -> None:
    """Each number that stands in a text, one higher, is read as something else."""
    raised = 0
    for name, text, read in sentences(lang):
        before = read(text, TONGUES[lang])
        for at, sign in enumerate(text):
            if sign.isdigit() and not text[at - 1].isdigit() and not text[at + 1].isdigit():
                other = f"{text[:at]}{int(sign) + 1}{text[at + 1 :]}"
                try:
                    found = read(other, TONGUES[lang])
                except Unreadable:  # "step 5": there is no other step in which one draws
                    continue
                assert found != before, (name, other)
                raised += 1
    assert raised > 50
