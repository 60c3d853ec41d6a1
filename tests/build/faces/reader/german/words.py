"""Words of German sentences on cards, and what they mean by themselves."""

from __future__ import annotations

import re

from tests.build.faces.reader.sentences import Found, number

COLOURS = {"Blau": "blue", "Rot": "red", "Grün": "green", "Gelb": "yellow", "Lila": "purple"}
TERRAINS = {"Wald": "forest", "Gebirge": "mountain", "Wasser": "water"}
ATTRIBUTES = {
    "Kampf": "combat",
    "Verteidigung": "defense",
    "Alchemie": "alchemy",
    "Spezialität": "specialty",
}
SPANS = {
    "im ganzen Kampf": "fight",
    "in diesem Kampfzug": "fight-turn",
    "bis zum Ende des gegnerischen Kampfzugs": "opponent-turn",
}
TIMES = {"ersten": 1, "zweiten": 2, "dritten": 3, "vierten": 4, "fünften": 5}
COMBOS = {"diese": "fight-turn", "dieser": "fight-turn", "jede": "fight", "jeder": "fight"}
TURNS = {"dieses": "fight-turn", "jedes": "fight"}
SIDES = {"deinem": "own", "deiner": "own", "seinem": "opponent", "seiner": "opponent"}
FOES = {"ein Monster": "monster", "einen Hexer": "witcher"}
WORDS = {
    "n": r"\d+",
    "least": r"\d+",
    "event": r"\d+",
    "more": "mehr|weniger",
    "gain": "erhalten|verlieren",
    "attribute": "|".join(ATTRIBUTES),
    "terrain": "|".join(TERRAINS),
    "colour": "|".join(COLOURS),
    "colours": f"(?:{'|'.join(COLOURS)})(?:/(?:{'|'.join(COLOURS)}))*",
    "which": "diese|jede",
    "ofwhich": "dieser|jeder",
    "turns": "dieses|jedes",
    "span": "|".join(SPANS),
    "nth": "|".join(TIMES),
    "foe": "|".join(FOES),
    "cards": r"Handkarten?",
}
GAINED = {"mehr", "erhalten"}

Match = re.Match[str]


def by(m: Match) -> int:
    """Read by how much more or less, or gained or lost."""
    groups = m.groupdict()
    word = groups.get("more") or groups.get("gain") or ""
    return number(m) if word.lower() in GAINED else -number(m)


def attribute(m: Match) -> str:
    """Read an attribute."""
    return ATTRIBUTES[m["attribute"]]


def until(m: Match) -> Found:
    """Read how long, if it is said."""
    said = m.groupdict().get("span")
    return {"until": SPANS[said[0].lower() + said[1:]]} if said else {}


def turn(m: Match) -> Found:
    """Read in which Fight Turn, if it is said."""
    return {"turn": TIMES[m["nth"].lower()]} if m["nth"] else {}


WHEN = r"(?:wenn|(?<=jedes Mal, )wenn)"
