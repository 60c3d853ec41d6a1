"""What German headings, prices and fees on cards mean."""

from __future__ import annotations

import re

from tests.build.faces.reader.german.words import (
    COLOURS,
    FOES,
    SIDES,
    WHEN,
    WORDS,
    Match,
    turn,
)
from tests.build.faces.reader.sentences import Found, number, phrases


def combo(m: Match) -> Found:
    """Read with what Combo."""
    found: Found = {"when": "combo", **turn(m)}
    if m["one"].lower() != "einer":
        found["first"] = True
    if m["n"]:
        found["least_combo"] = number(m)
    if m["colour"]:
        found |= {"least_combo": number(m, "least"), "colour": COLOURS[m["colour"]]}
    return found


def places(m: Match) -> Found:
    """Read at which locations."""
    return (
        {"locations": [int(each) for each in re.findall(r"\d+", m["places"])]}
        if m["places"]
        else {}
    )


HEADINGS = phrases(
    [
        (r"einmal pro Kampf", lambda _: {"limit": "fight"}),
        (r"einmal pro Zug", lambda _: {"limit": "turn"}),
        (r"jedes Mal", lambda _: {"limit": "free"}),
        (r"gegen <foe>", lambda m: {"against": FOES[m["foe"]]}),
        (r"darfst du|du darfst", lambda _: {"use": "optional"}),
        (r"automatisch", lambda _: {"use": "automatic"}),
        (r"verbrauchen", lambda _: {"used-up": True}),
        (r"um es zu bekämpfen", lambda _: {"when": "declared"}),
        (r"vor Bildung der Lebensvorräte", lambda _: {"when": "before-pools"}),
        (r"nach Bildung der Lebensvorräte", lambda _: {"when": "after-pools"}),
        (r"in Schritt 1 deines(?: <nth>)? Kampfzugs", lambda m: {"when": "step-1", **turn(m)}),
        (
            (
                r"bei (?P<one>einer|deiner ersten) Combo"
                r"(?: aus mindestens <n> Karten?| mit mindestens <least> <colour>)?"
                r"(?: in deinem <nth> Kampfzug)?"
            ),
            combo,
        ),
        (
            (
                rf"{WHEN} dein Angriff (?:den Gegner|es) eine Karte kostet"
                r"(?: in deinem <nth> Kampfzug)?"
            ),
            lambda m: {"when": "hit", **turn(m)},
        ),
        (
            r"vor (?:dem(?: <nth>)? Kampfzug des Gegners)",
            lambda m: {"when": "opponent-turn", **turn(m)},
        ),
        (r"vor seinem(?: <nth>)? Kampfzug", lambda m: {"when": "opponent-turn", **turn(m)}),
        (
            r"nach dem(?: <nth>)? Kampfzug des Gegners",
            lambda m: {"when": "opponent-turn-ended", **turn(m)},
        ),
        (r"nach seinem(?: <nth>)? Kampfzug", lambda m: {"when": "opponent-turn-ended", **turn(m)}),
        (
            (
                rf"{WHEN} (?:der Gegner|es) dir Schaden zufügt"
                r"(?: in (?:seinem|dem) <nth> Kampfzug(?: des Gegners)?)?"
            ),
            lambda m: {"when": "damaged", **turn(m)},
        ),
        (rf"{WHEN} du gewinnst", lambda _: {"when": "won"}),
        (
            rf"{WHEN} du (?:an Ort (?P<places>\d+(?:, \d+)*(?: oder \d+)?) )?ankommst",
            lambda m: {"when": "arrived", **places(m)},
        ),
        (r"in Phase I\b", lambda _: {"when": "phase-1"}),
        (r"bei <n> Schild", lambda m: {"shield": number(m)}),
        (r"mit höchstens <n> <cards>", lambda m: {"most_hand": number(m)}),
        (r"mit höchstens <n> Karten? im Stapel", lambda m: {"most_deck": number(m)}),
        (r"(?P<has>mit|ohne) Fährte dafür", lambda m: {"trail": m["has"].lower() == "mit"}),
        (r"im ganzen Kampf", lambda _: {"whole": True}),
        (r"in diesem Kampfzug", lambda _: {"until": "fight-turn"}),
        (r"bis zum Ende des gegnerischen Kampfzugs", lambda _: {"until": "opponent-turn"}),
        (
            r"in (?P<whose>deinem|seinem) <nth> Kampfzug",
            lambda m: {"during": {"side": SIDES[m["whose"]], **turn(m)}},
        ),
        (
            r"in jedem (?P<whose>deiner|seiner) Kampfzüge",
            lambda m: {"during": {"side": SIDES[m["whose"]]}},
        ),
    ],
    WORDS,
)

PRICES = phrases(
    [
        (r"<n> <cards> ablegen", lambda m: {"hand": number(m)}),
        (r"<n> (?:Trank|Tränke) ablegen", lambda m: {"potions": number(m)}),
        (r"<n> Gold zahlen", lambda m: {"gold": number(m)}),
        (r"<n> Schild verlieren", lambda m: {"shield": number(m)}),
    ],
    WORDS,
)

FEES = phrases(
    [
        (r"<n> <cards>", lambda m: {"hand": number(m)}),
        (r"<n> (?:Trank|Tränke)", lambda m: {"potions": number(m)}),
        (r"<n> Gold", lambda m: {"gold": number(m)}),
    ],
    WORDS,
)
