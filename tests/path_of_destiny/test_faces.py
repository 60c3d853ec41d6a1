"""The faces of Path of Destiny: all, in both languages; each says what its record does."""

from __future__ import annotations

import io
import re
import tomllib
from collections import Counter
from functools import cache
from itertools import combinations
from typing import Any, Final

import msgspec
import pytest
from PIL import Image, ImageChops

from tests.build.faces.filled import filled
from tests.path_of_destiny.test_desk import mod
from tts_tool.build import table
from tts_tool.build.faces import rasterised, sketched
from tts_tool.build.faces.words import words_in
from tts_tool.build.mod import Drawing
from tts_tool.build.seams import Sketch
from tts_tool.resources import mod_json_dir

LANGUAGES: Final = ("en", "de")
GAME: Final = mod_json_dir() / "path_of_destiny"
Plain = dict[str, Any]


class Tongue(msgspec.Struct):
    """How a language says what cards do, for whoever reads them and not for who draws them."""

    symbols: dict[str, str]
    colours: dict[str, str]
    when: dict[str, str]
    then: dict[str, str]


ENGLISH = Tongue(
    {"Combat": "combat", "Magic": "magic", "Diplomacy": "diplomacy", "Exploration": "exploration"},
    {"red": "red", "green": "green", "blue": "blue", "yellow": "yellow"},
    {
        "have-symbol": "If you have SYMBOL",
        "have-colour": "If you have a COLOUR card",
        "lose-symbol": "Lose 1 SYMBOL",
        "lose-symbol-scaled": "Lose 1/2/3 SYMBOL",
        "lose-inactive-scaled": "Lose 1/2/3 inactive symbols",
        "colour-at-least": "If you have at least COUNT COLOUR cards",
        "colour-exactly": "If you have exactly COUNT COLOUR cards?",
        "colour-scaled": "For 1/2/3 COLOUR cards",
        "inactive-scaled": "For 1/2/3 inactive symbols",
    },
    {
        "gain-xp": "Gain AMOUNT experience",
        "gain-vp": "Gain AMOUNT victory points?",
        "gain-xp-scaled": "Gain 1/2/3 experience",
        "gain-symbol": "Gain AMOUNT (?:of the )?SYMBOL(?: symbol)?",
        "gain-symbol-scaled": "Gain 1/2/3 (?:of the )?SYMBOL(?: symbol)?",
        "gain-each-active": "Gain AMOUNT of each active symbol",
        "gain-shown": "Gain 1 SYMBOL and 1 SYMBOL",
    },
)
GERMAN = Tongue(
    {"Kampf": "combat", "Magie": "magic", "Diplomatie": "diplomacy", "Erkundung": "exploration"},
    {"rot": "red", "grün": "green", "blau": "blue", "gelb": "yellow"},
    {
        "have-symbol": "Wenn du SYMBOL hast",
        "have-colour": "Wenn du eine COLOURe Karte hast",
        "lose-symbol": "Verliere 1 SYMBOL",
        "lose-symbol-scaled": "Verliere 1/2/3 SYMBOL",
        "lose-inactive-scaled": "Verliere 1/2/3 inaktive Symbole",
        "colour-at-least": "Bei mindestens COUNT COLOURen Karten",
        "colour-exactly": "Bei genau COUNT COLOURe[rn] Karten?",
        "colour-scaled": "Für 1/2/3 COLOURe Karten",
        "inactive-scaled": "Für 1/2/3 inaktive Symbole",
    },
    {
        "gain-xp": "Erhalte AMOUNT EP",
        "gain-vp": "Erhalte AMOUNT Siegpunkte?",
        "gain-xp-scaled": "Erhalte 1/2/3 EP",
        "gain-symbol": "Erhalte AMOUNT (?:vom )?SYMBOL(?: Symbol)?",
        "gain-symbol-scaled": "Erhalte 1/2/3 (?:vom )?SYMBOL(?: Symbol)?",
        "gain-each-active": "Erhalte AMOUNT von jedem aktiven Symbol",
        "gain-shown": "Erhalte 1 SYMBOL und 1 SYMBOL",
    },
)
TONGUES = {"en": ENGLISH, "de": GERMAN}
SIDES = {"en": {"left": "left", "right": "right"}, "de": {"linken": "left", "rechten": "right"}}


def read(sentence: str, said: dict[str, str], lang: str) -> Plain:
    """Understand a sentence of a card: exactly one of those that there are must fit it."""
    tongue = TONGUES[lang]
    symbols = {**tongue.symbols, **SIDES[lang]}
    found: list[Plain] = []
    for op, pattern in said.items():
        form = pattern.replace("SYMBOL", f"({'|'.join(symbols)})")
        form = form.replace("COLOUR", f"({'|'.join(tongue.colours)})")
        form = re.sub("COUNT|AMOUNT", r"(\\d)", form)
        if (match := re.fullmatch(form, sentence)) is None:
            continue
        words = [*match.groups()]
        numbers = [int(each) for each in words if each.isdigit()]
        names = [symbols.get(each) or tongue.colours.get(each) for each in words]
        names = [each for each in names if each]
        plain: Plain = {"op": op}
        if op == "gain-shown":
            plain["symbols"] = names
        elif names:
            plain["colour" if "COLOUR" in pattern else "symbol"] = names[0]
        if numbers:
            plain["count" if "COUNT" in pattern else "amount"] = numbers[0]
        found.append(plain)
    assert len(found) == 1, (sentence, found)
    return found[0]


def several(sentence: str, lang: str) -> list[Plain]:
    """Understand results that stand one after the other."""
    return [read(each, TONGUES[lang].then, lang) for each in sentence.split(", ")]


@cache
def drawn(lang: str) -> tuple[tuple[Drawing, str], ...]:
    """Draw every face and back as a build does: what overflows or is too much work is an error."""
    known = mod(lang)
    wanted = table.drawings(known, table.read_layout(known))
    return tuple(
        (each, filled(known.folders.data, each, lang))
        for each in wanted
        if not each.name.startswith("mat.")
    )


def faces(sort: str, lang: str) -> list[tuple[Plain, list[str]]]:
    """Give the record of each face of a sort, and what is written on it."""
    return [
        (
            msgspec.json.decode(msgspec.json.encode(each.values["card"])),
            [" ".join(said.split()) for said in words_in(svg)],
        )
        for each, svg in drawn(lang)
        if each.name.startswith(f"{sort}.")
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_face_can_be_drawn_and_none_is_like_another(lang: str) -> None:
    """As many faces as the box has different pieces; nothing overflows, and no two look alike."""
    counts = Counter(each.name.partition(".")[0] for each, _ in drawn(lang))
    sorts = ("action", "board", "page", "quest", "extra-effort", "ability", "figure", "fate")
    assert {sort: counts[sort] for sort in (*sorts, "path-token")} == {
        "action": 93, "board": 5, "page": 23, "quest": 5, "extra-effort": 12, "ability": 20,
        "figure": 5, "fate": 3, "path-token": 2,
    }  # fmt: skip
    others = [(each.name, svg, tuple(each.layers.values())) for each, svg in drawn(lang)]
    cards = [each for each in others if each[0].partition(".")[0] in (*sorts, "back")]
    assert len({(svg, under) for _, svg, under in cards}) == len(cards)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_faces_lie_on_is_sound(lang: str) -> None:
    """Grounds, scenes and heads are drawn as a build does: none is more work than it allows."""
    known = mod(lang)
    under = [*table.layers(known, table.read_layout(known))]
    assert {each.name.partition(".")[0] for each in under} >= {"head", "scene", "backdrop"}
    for each in under:
        assert sketched(Sketch(each, known.folders), {}).data


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_action_card_says_what_it_does(lang: str) -> None:
    """Colours, symbol, name, condition and result, read off its face, are those of its record."""
    tongue = TONGUES[lang]
    for card, words in faces("action", lang):
        rest = list(words)
        assert [tongue.colours[each] for each in rest.pop(0).split()] == card["colours"]
        symbol = tongue.symbols[rest.pop(0)] if rest[0] in tongue.symbols else None
        assert (symbol, rest.pop(0)) == (card["symbol"], card["name"][lang])
        if card["character"]:
            rest.pop(0)
        if card["effect"]:
            when, then = rest
            assert read(when, tongue.when, lang) == card["effect"]["when"], card["id"]
            assert read(then, tongue.then, lang) == card["effect"]["then"], card["id"]
        else:
            assert rest == [], card["id"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_says_all_that_is_read_and_paid(lang: str) -> None:
    """The tale, what each path token pays and for what, the path, and where it leads."""
    numbers = {card["id"]: card["number"] for card, _ in faces("page", lang)}
    for card, words in faces("page", lang):
        assert words[:2] == [str(card["number"]), card["name"][lang]]
        assert card["tale"][lang] in words
        for side in ("left", "right") if card["rewards"] else ():
            reward = card["rewards"][side]
            at = words.index(reward["said"][lang])
            assert several(words[at + 1], lang) == reward["effects"], card["id"]
        if card["further"]:
            assert card["further"][lang] in words
        for name in card["leads"]:
            assert any(re.search(rf"\b{numbers[name]}\b", each) for each in words[2:]), card["id"]
        if card["path"]:
            assert card["path"]["offer"][lang] in words
            assert TONGUES[lang].symbols[words[2]] == card["path"]["symbol"]
        if card["epilogue"]:
            assert card["epilogue"][lang].replace("{hero}", "…") in words


@pytest.mark.parametrize("lang", LANGUAGES)
def test_other_cards_say_what_they_are_worth(lang: str) -> None:
    """Extra effort is colours and bonuses again; quests, abilities and boards have their texts."""
    for card, words in faces("extra-effort", lang):
        rest = words[3:]
        for sequence in card["sequences"]:
            colours = [TONGUES[lang].colours[each] for each in rest.pop(0).split(" – ")]
            assert (colours, several(rest.pop(0), lang)) == (sequence["colours"], sequence["bonus"])
        assert rest == [], card["id"]
    for card, words in faces("quest", lang):
        assert {card["name"][lang], card["text"][lang]} <= set(words)
    boards = {card["id"]: " ".join(words) for card, words in faces("board", lang)}
    for card, words in faces("ability", lang):
        assert card["text"][lang] in words[0]
        assert f"{card['xp']}: {card['name'][lang]}. " in boards[card["character"]]
        assert card["text"][lang] in boards[card["character"]]


def test_backs_and_round_tokens_are_told_apart_small() -> None:
    """At the size at which they lie on the table, no two backs or tokens look nearly alike."""
    shown: dict[str, Image.Image] = {}
    for each, svg in drawn("en"):
        sort, _, name = each.name.partition(".")
        back = sort == "back" and not (name.startswith("page") and name != "page.1")
        if back or sort in {"fate", "path-token", "combat", "magic", "diplomacy", "exploration"}:
            with Image.open(io.BytesIO(rasterised(svg, (40, 56)))) as opened:
                shown[each.name] = opened.convert("RGB")
    assert len(shown) >= 16
    for one, other in combinations(shown, 2):
        bands = ImageChops.difference(shown[one], shown[other]).histogram()
        differ = sum(level % 256 * many for level, many in enumerate(bands)) / (40 * 56 * 3)
        assert differ > 1.5, (one, other)


def test_the_smallest_type_can_be_read_from_its_camera() -> None:
    """Cards in the hand, and open pages from the camera on their key, have letters to be read."""
    style = tomllib.loads((GAME / "faces" / "style.toml").read_text("utf-8"))["text"]
    assert min(style[each]["smallest"] for each in ("rules", "caption", "label", "name")) >= 30
    layout = table.read_layout(mod("en"))
    camera = next(each for each in layout.cameras if each.key == 1)
    page = layout.piece["page"]
    on_screen = layout.reading.screen / (2 * camera.distance * 0.5774)  # the tangent of 30 degrees
    assert 16 * page.size[0] / 500 * on_screen >= layout.reading.least


def test_every_action_card_shows_what_it_is_about() -> None:
    """Each has a scene of each of its colours; no scene is on a fifth of the cards."""
    shown: list[str] = []
    for asked, _ in drawn("en"):
        if asked.name.startswith("action."):
            expected = ("scene", "second-scene")[: len(asked.values["card"]["colours"])]
            assert set(asked.layers) >= set(expected), asked.name
            shown += [asked.layers[each] for each in expected]
    pictures = {name.partition(".")[2] for name in shown}
    assert max(map(shown.count, set(shown))) < len(shown) / 5
    assert len(pictures) >= 20
