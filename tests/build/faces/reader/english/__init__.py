"""What cards say in English, and how their faces are labelled."""

from __future__ import annotations

import re

from tests.build.faces.reader.english.effects import EFFECTS, TRIALS
from tests.build.faces.reader.english.headings import FEES, HEADINGS, PRICES
from tests.build.faces.reader.english.words import ATTRIBUTES, COLOURS, TERRAINS, WORDS, attribute
from tests.build.faces.reader.sentences import Tongue, phrases

FACES = phrases(
    [
        (
            r"your <attribute> decides what happens\.",
            lambda m: {"op": "test", "attribute": attribute(m)},
        ),
        (r"lay one Combo\. Its damage decides what happens\.", lambda _: {"op": "skirmish"}),
        (r"roll one die\. It decides what happens\.", lambda _: {"op": "roll-die"}),
        (
            r"roll one die and add your <attribute>\.",
            lambda m: {"op": "roll-die", "plus": attribute(m)},
        ),
    ],
    WORDS,
)

ENGLISH = Tongue(
    icons={
        **{colour: colour for colour in COLOURS},
        **{terrain: terrain for terrain in TERRAINS.values()},
        **dict.fromkeys(ATTRIBUTES.values(), ""),
        "damage": "damage",
        "shield": "Shield",
        "gold": "gold",
        "life": "life",
        "potion": "Potion",
        "trail": "Trail Token",
    },
    labels={
        "special": "Special Ability",
        "trophy": "As a trophy",
        "attribute-trophy": "Attribute Trophy",
        "witcher-trophy": "Witcher Trophy",
        "potion": "Potion",
        "equipment": "Equipment",
        "companion": "Companion",
        "charge": "Charge",
        "bite": "Bite",
        "level": "the monster’s level",
        "attributes": {value: name for name, value in ATTRIBUTES.items()},
        "captions": {
            "damage": "damage",
            "shield": "shield",
            "draw": "step 4",
            "undraw": "step 4",
            "fetch": "discard",
            "back": "to hand",
        },
        "terrains": {**{v: k for k, v in TERRAINS.items()}, "wild": "Any terrain"},
        "trials": FACES,
    },
    headings=HEADINGS,
    prices=PRICES,
    fees=FEES,
    effects=EFFECTS,
    trials=TRIALS,
    or_more="or more",
    and_="and",
    nothing="Nothing",
    can=re.compile(r"what it can do\."),
)
