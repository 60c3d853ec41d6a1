"""Where on a card one looks for what: each kind of face, read as a record."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from tests.build.faces.reader.drawn import Frame, Seen, Sign, Words
from tests.build.faces.reader.sentences import (
    Found,
    Tongue,
    Unreadable,
    ability,
    effects,
    heard,
    levels,
    price,
    special,
)

COLOURS = ("blue", "red", "green", "yellow", "purple")
ATTRIBUTES = ("combat", "defense", "alchemy", "specialty")
TERRAINS = ("forest", "mountain", "water", "wild")
SCHOOLS = ("wolf", "cat", "griffin", "bear", "viper")
ROMAN = {"I": 1, "II": 2, "III": 3}
SYMBOLS = ("damage", "shield", "draw", "undraw", "fetch", "back")


def paragraphs(text: str, tongue: Tongue, read: Callable[[str, Tongue], Found]) -> list[Found]:
    """Read one ability after the other."""
    return [read(heard(each, tongue), tongue) for each in text.split("\n")]


def _after(seen: Seen, label: str) -> str:
    """Find the text below a label."""
    said = [each.said for each in seen.words]
    if said.count(label) != 1:
        raise Unreadable(f"no label, or several: {label}")
    return said[said.index(label) + 1]


def _sole(found: Iterable[Any], what: str) -> Any:  # noqa: ANN401 - one of them
    items = list(found)
    if len(items) != 1:
        raise Unreadable(f"not one {what}: {items}")
    return items[0]


# Action cards: numbers beside signs


def action(seen: Seen, tongue: Tongue) -> Found:
    """Read the left edge, the middle and the tabs on the right."""
    spine = {each.name for each in seen.signs if each.x < 70 and each.name in COLOURS}
    rows = [each for each in seen.signs if each.name in SYMBOLS and each.x < 330 and each.y < 590]
    tabs = [each for each in seen.signs if each.name in COLOURS and each.x > 400]
    label = _sole((e.said for e in seen.words if e.y > 600), "terrain")
    terrain = _sole((e.name for e in seen.signs if e.y > 600 and e.name in TERRAINS), "terrain")
    if tongue.labels["terrains"][terrain] != label:
        raise Unreadable(f"{terrain}, and yet: {label}")
    return {
        "name": seen.words[0].said,
        "colour": _sole(spine, "colour"),
        "cost": int(_sole((e.said for e in seen.words if e.x > 408 and e.y < 110), "cost")),
        "school": next((e.name for e in seen.signs if e.y > 600 and e.name in SCHOOLS), None),
        "terrain": terrain,
        "fight": dict(_row(each, seen, tongue) for each in rows),
        "extensions": [_tab(each, seen) for each in tabs],
    }


def _row(sign: Sign, seen: Seen, tongue: Tongue) -> tuple[str, object]:
    """Read a sign with its number beside it and its caption below."""
    caption = [e.said for e in seen.words if 70 < e.y - sign.y < 108 and 80 < e.x < 330]
    if caption != [tongue.labels["captions"][sign.name]]:
        raise Unreadable(f"{sign.name}, and yet: {caption}")
    if sign.name == "back":
        return "back", True
    number = _sole(_beside(sign, seen, 60), "number")
    if sign.name in {"draw", "undraw"}:
        mark = {"draw": "+", "undraw": "−"}[sign.name]
        if number[0] != mark:
            raise Unreadable(f"{sign.name}, and yet: {number}")
        return "draw", int(f"{mark}{number[1:]}".replace("−", "-"))
    return sign.name, int(number)


def _tab(sign: Sign, seen: Seen) -> Found:
    """Read a tab: its colour, and what the signs on it bring."""
    effect: Found = {}
    for each in seen.signs:
        if each.name in SYMBOLS and each.y == sign.y and each.x > 100:
            number = int(_sole(_beside(each, seen, 42), "number"))
            effect |= {"draw": -number} if each.name == "undraw" else {each.name: number}
    return {"colour": sign.name, "effect": effect}


def _beside(sign: Sign, seen: Seen, size: float) -> list[str]:
    """Find what stands right of a sign, on its line."""
    return [
        each.said
        for each in seen.words
        if 0 < each.x - sign.x < size * 1.6 and 0 < each.y - sign.y < size * 1.2
    ]


# Cards that say what they do


def monster(seen: Seen, tongue: Tongue) -> Found:
    """Read level, life, what it does, and what it is as a trophy."""
    head = [each.said for each in seen.words if each.y < 130]
    return {
        "name": seen.words[0].said,
        "level": _sole((ROMAN[each] for each in head if each in ROMAN), "level"),
        "life": int(_sole((each for each in head if each.isdigit()), "life")),
        "special": paragraphs(_after(seen, tongue.labels["special"]), tongue, special),
        "abilities": paragraphs(_after(seen, tongue.labels["trophy"]), tongue, ability),
    }


def attribute_trophy(seen: Seen, tongue: Tongue) -> Found:
    """Read the trophy of an attribute."""
    return {
        "name": seen.words[0].said,
        "attribute": _sole((e.name for e in seen.signs if e.name in ATTRIBUTES), "attribute"),
        "abilities": paragraphs(_after(seen, tongue.labels["attribute-trophy"]), tongue, ability),
    }


def witcher_trophy(seen: Seen, tongue: Tongue) -> Found:
    """Read the trophy of a school."""
    return {
        "name": seen.words[0].said,
        "school": _sole((e.name for e in seen.signs if e.name in SCHOOLS), "school"),
        "abilities": paragraphs(_after(seen, tongue.labels["witcher-trophy"]), tongue, ability),
    }


def potion(seen: Seen, tongue: Tongue) -> Found:
    """Read a Potion."""
    said = paragraphs(_after(seen, tongue.labels["potion"]), tongue, ability)
    return {"name": seen.words[0].said, "abilities": said}


# Player Boards


def board(seen: Seen, tongue: Tongue) -> Found:
    """Read what a Specialty does at each level: every row has its numbers, and one text."""
    rows = sorted({each for each in seen.frames if each.width == 476}, key=lambda row: row.y)
    inside = [[each for each in seen.words if _is_in(each, row)] for row in rows]
    above = [e.said for e in seen.words if not any(_is_in(e, row) for row in rows)]
    found: dict[int, str] = {}
    for row in inside:
        numbers = [int(each.said) for each in row if each.said.isdigit()]
        text = _sole((each.said for each in row if not each.said.isdigit()), "text")
        found |= dict.fromkeys(numbers, heard(text, tongue))
    return {
        "name": above[1],
        "levels": levels(heard(above[2], tongue), [found[n] for n in sorted(found)], tongue),
        "numbers": sorted(found),
    }


def _is_in(words: Words, frame: Frame) -> bool:
    across = frame.x <= words.x <= frame.x + frame.width
    return across and frame.y <= words.y <= frame.y + frame.height


# The Monster Fight deck


def fight(seen: Seen, tongue: Tongue) -> Found:
    """Read both halves."""
    tops = {each.name: each.y for each in seen.signs if each.name in {"charge", "bite"}}
    named = [
        e.said for e in seen.words if e.said in {tongue.labels["charge"], tongue.labels["bite"]}
    ]
    if named != [tongue.labels["charge"], tongue.labels["bite"]]:
        raise Unreadable(f"halves: {named}")
    middle = tops["bite"]
    return {
        "charge": _half(seen, tongue, tops["charge"] + 60, middle),
        "bite": _half(seen, tongue, middle + 60, 700),
    }


def _half(seen: Seen, tongue: Tongue, top: float, bottom: float) -> list[Found]:
    """Read a half: a large number, a sign that it is equal to, or sentences."""
    said = [e.said for e in seen.words if top < e.y < bottom]
    said = [each for each in said if each not in {tongue.labels["charge"], tongue.labels["bite"]}]
    signs = [e.name for e in seen.signs if top < e.y < bottom]
    if "damage" not in signs:
        return effects(heard(_sole(said, "text"), tongue), tongue)
    if said[0] == "=":
        attribute = _sole((each for each in signs if each in ATTRIBUTES), "attribute")
        if said[1:] != [tongue.labels["attributes"][attribute]]:
            raise Unreadable(f"{attribute}, and yet: {said}")
        return [{"op": "suffer", "attribute": attribute}]
    if said[0].endswith("+"):
        if said[1:] != [tongue.labels["level"]]:
            raise Unreadable(f"plus what? {said}")
        return [{"op": "suffer", "damage": int(said[0][:-1]), "monster_level": 1}]
    return [{"op": "suffer", "damage": int(_sole(said, "number"))}]


# Stories


def exploration(seen: Seen, tongue: Tongue) -> Found:
    """Read what is read aloud of an exploration card."""
    deck = _sole((e.name for e in seen.signs if e.y < 96), "deck")
    name, introduction, *rest = (each.said for each in seen.words)
    return {"name": name, "deck": deck, "introduction": introduction, "ways": _ways(rest, tongue)}


def event(seen: Seen, tongue: Tongue) -> Found:
    """Read what is read aloud of an event, or what a kept one can do."""
    number, name, introduction, *rest = (each.said for each in seen.words)
    found: Found = {"number": int(number), "name": name, "introduction": introduction}
    kept = [each for each in ("equipment", "companion") if tongue.labels[each] == rest[0]]
    if kept:
        text = _after(seen, rest[0])
        return {**found, "kept": kept[0], "abilities": paragraphs(text, tongue, ability)}
    if rest[0] == "1":
        return {**found, "ways": _ways(rest, tongue)}
    text = heard(_sole(rest, "trial"), tongue)
    trials = ((each, each.pattern.fullmatch(text)) for each in tongue.labels["trials"])
    phrase, match = _sole(((each, match) for each, match in trials if match), f"trial {text}")
    return {**found, "trial": phrase.meaning(match)}


def _ways(said: list[str], tongue: Tongue) -> list[Found]:
    """Read options: number, label, and the price, if there is one."""
    ways: list[Found] = []
    for each in said:
        if each == str(len(ways) + 1):
            ways.append({"fee": {}})
        elif "label" not in ways[-1]:
            ways[-1]["label"] = each
        elif each.startswith("− ") and not ways[-1]["fee"]:
            ways[-1]["fee"] = price(heard(each[2:], tongue), tongue.fees, tongue.and_)
        else:
            raise Unreadable(f"option: {said}")
    return ways


SORTS: dict[str, Callable[[Seen, Tongue], Found]] = {
    "action.svg": action,
    "monster.svg": monster,
    "attribute-trophy.svg": attribute_trophy,
    "witcher-trophy.svg": witcher_trophy,
    "potion.svg": potion,
    "board.svg": board,
    "fight.svg": fight,
    "exploration.svg": exploration,
    "event.svg": event,
}


def solo(lines: Iterable[str], tongue: Tongue) -> Found:
    """Read the numbers of the solo game from its column of help."""
    text = heard(" ".join(lines), tongue)
    die = re.search(r"(\d)–(\d) (?:Charge|Ansturm), (\d)–(\d) (?:Bite|Biss)", text)
    pay = re.search(r"((?:\d, )+\d) (?:gold|Gold)", text)
    if die is None or pay is None:
        raise Unreadable(f"solo: {text}")
    low, charge, bite, sides = map(int, die.groups())
    if (low, bite) != (1, charge + 1):
        raise Unreadable(f"a gap or an overlap: {die[0]}")
    return {"charge": charge, "sides": sides, "pays": [int(each) for each in pay[1].split(", ")]}
