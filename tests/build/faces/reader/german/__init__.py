"""What cards say in German, and how their faces are labelled."""

from __future__ import annotations

import re

from tests.build.faces.reader.german.effects import EFFECTS, TRIALS
from tests.build.faces.reader.german.headings import FEES, HEADINGS, PRICES
from tests.build.faces.reader.german.words import ATTRIBUTES, COLOURS, TERRAINS, WORDS, attribute
from tests.build.faces.reader.sentences import Tongue, phrases

FACES = phrases(
    [
        (
            r"<attribute> entscheidet, was geschieht\.",
            lambda m: {"op": "test", "attribute": attribute(m)},
        ),
        (
            r"lege eine Combo\. Ihr Schaden entscheidet, was geschieht\.",
            lambda _: {"op": "skirmish"},
        ),
        (r"wirf einen Würfel\. Er entscheidet, was geschieht\.", lambda _: {"op": "roll-die"}),
        (
            r"wirf einen Würfel und addiere <attribute>\.",
            lambda m: {"op": "roll-die", "plus": attribute(m)},
        ),
    ],
    WORDS,
)

GERMAN = Tongue(
    icons={
        **{value: name for name, value in COLOURS.items()},
        **{value: name for name, value in TERRAINS.items()},
        **dict.fromkeys(ATTRIBUTES.values(), ""),
        "damage": "Schaden",
        "shield": "Schild",
        "gold": "Gold",
        "life": "Leben",
        "potion": "Trank",
        "trail": "Fährte",
    },
    labels={
        "special": "Spezialfähigkeit",
        "trophy": "Als Trophäe",
        "attribute-trophy": "Attributstrophäe",
        "witcher-trophy": "Hexertrophäe",
        "potion": "Trank",
        "equipment": "Ausrüstung",
        "companion": "Gefährte",
        "charge": "Ansturm",
        "bite": "Biss",
        "level": "die Monsterstufe",
        "attributes": {value: name for name, value in ATTRIBUTES.items()},
        "captions": {
            "damage": "Schaden",
            "shield": "Schild",
            "draw": "Schritt 4",
            "undraw": "Schritt 4",
            "fetch": "Ablage",
            "back": "zur Hand",
        },
        "terrains": {**{v: k for k, v in TERRAINS.items()}, "wild": "Jedes Gelände"},
        "trials": FACES,
    },
    headings=HEADINGS,
    prices=PRICES,
    fees=FEES,
    effects=EFFECTS,
    trials=TRIALS,
    or_more="oder mehr",
    and_="und",
    nothing="Nichts",
    can=re.compile(r"was sie kann\."),
)
