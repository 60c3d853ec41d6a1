"""Words of English sentences on cards, and what they mean by themselves."""

from __future__ import annotations

import re

from tests.build.faces.reader.sentences import Found, number

COLOURS = ("blue", "red", "green", "yellow", "purple")
TERRAINS = {"Forest": "forest", "Mountain": "mountain", "Water": "water"}
ATTRIBUTES = {
    "Combat": "combat",
    "Defense": "defense",
    "Alchemy": "alchemy",
    "Specialty": "specialty",
}
SPANS = {
    "for the whole fight": "fight",
    "in this Fight Turn": "fight-turn",
    "until the end of the opponent’s Fight Turn": "opponent-turn",
}
TIMES = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5}
COMBOS = {"this": "fight-turn", "every": "fight"}
WORDS = {
    "n": r"\d+",
    "least": r"\d+",
    "event": r"\d+",
    "more": "more|less",
    "gain": "gain|lose",
    "attribute": "|".join(ATTRIBUTES),
    "terrain": "|".join(TERRAINS),
    "colour": "|".join(COLOURS),
    "colours": f"(?:{'|'.join(COLOURS)})(?:/(?:{'|'.join(COLOURS)}))*",
    "which": "this|every",
    "span": "|".join(SPANS),
    "nth": "|".join(TIMES),
    "whose": "your|its",
}

Match = re.Match[str]


def signed(m: Match) -> int:
    """Read by how much more or less, or gained or lost."""
    word = (m.groupdict().get("more") or m.groupdict().get("gain") or "").lower()
    return number(m) if word in {"more", "gain"} else -number(m)


def attribute(m: Match) -> str:
    """Read an attribute."""
    return ATTRIBUTES[m["attribute"]]


def until(m: Match) -> Found:
    """Read how long, if it is said."""
    return {"until": SPANS[m["span"]]} if m["span"] else {}


def turn(m: Match) -> Found:
    """Read in which Fight Turn, if it is said."""
    return {"turn": TIMES[m["nth"].lower()]} if m["nth"] else {}


def during(m: Match) -> Found:
    """Read in whose Fight Turns."""
    return {"during": {"side": {"your": "own", "its": "opponent"}[m["whose"]], **turn(m)}}
