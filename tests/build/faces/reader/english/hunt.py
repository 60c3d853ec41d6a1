"""What the things of the Legendary Hunt say in English."""

from __future__ import annotations

import re

from tests.build.faces.reader.english import ENGLISH
from tests.build.faces.reader.english.words import COLOURS, TIMES, WORDS
from tests.build.faces.reader.hunt import HuntTongue, Speech
from tests.build.faces.reader.sentences import number, phrases

THINGS = {
    "Potion you have": "flasks",
    "card in hand": "hand",
    "Destruction Token on the map": "tokens-on-map",
}
LIMITS = r"(?:, at least (?P<least>\d+))?(?:, at most (?P<most>\d+))?"
INKS = f"(?:{'|'.join(COLOURS)})(?:/(?:{'|'.join(COLOURS)}))*"


def bounds(m: re.Match[str]) -> dict[str, int]:
    """Read no less than how much, and no more."""
    return {key: int(m[key]) for key in ("least", "most") if m[key]}


HEADINGS = phrases(
    [
        (r"in your next Fight Turn", lambda _: {"until": "fight-turn"}),
        (r"for the rest of the fight", lambda _: {"until": "fight"}),
        (
            r"after each of its Fight Turns",
            lambda _: {"when": "opponent-turn-ended", "limit": "free"},
        ),
    ],
    WORDS,
)

PLAIN = phrases(
    [
        (
            r"of your damage at most <n> count in each Fight Turn",
            lambda m: {"op": "cap", "most": number(m)},
        ),
        (
            rf"take <n> damage for each (?P<thing>{'|'.join(THINGS)}){LIMITS}",
            lambda m: {
                "op": "suffer-by",
                "per": THINGS[m["thing"]],
                "times": number(m),
                **bounds(m),
            },
        ),
        (
            rf"take (?:<n> times )?as much damage as you dealt in your last Fight Turn{LIMITS}",
            lambda m: {
                "op": "suffer-by",
                "per": "last-dealt",
                "times": int(m["n"] or 1),
                **bounds(m),
            },
        ),
        (
            r"discard the top <n> cards? of your deck, and from hand what it lacks",
            lambda m: {"op": "lose-top", "count": number(m)},
        ),
        (r"it attacks again at once", lambda _: {"op": "again"}),
        (
            r"<n> random cards? that it has lost goes back under its Life Pool",
            lambda m: {"op": "replenish", "count": number(m)},
        ),
        (
            r"put <n> random cards? from hand on top of your deck",
            lambda m: {"op": "tuck", "count": number(m)},
        ),
        (r"trash 1 card from hand", lambda _: {"op": "trash-card"}),
        (
            r"its Life Pool has <n> cards? <more>",
            lambda m: {
                "op": "change",
                "value": "pool",
                "by": number(m) * (1 if m["more"] == "more" else -1),
            },
        ),
        (
            r"your Combos? ha(?:s|ve) at most <n> cards?",
            lambda m: {"op": "change", "value": "combo-size", "most": number(m)},
        ),
        (
            r"your Combos? ha(?:s|ve) at most <n> different colours?",
            lambda m: {"op": "change", "value": "combo-colours", "most": number(m)},
        ),
        (
            r"your Combo deals <n> damage <more>(?: if it has no <colour>)?",
            lambda m: {
                "op": "change",
                "value": "combo-damage",
                "by": number(m) * (1 if m["more"] == "more" else -1),
                **({"without": m["colour"]} if m["colour"] else {}),
            },
        ),
        (
            r"it loses at most <n> cards? in all",
            lambda m: {"op": "change", "value": "loss", "most": number(m)},
        ),
        (
            r"your Shield rises by at most <n> in each Fight Turn",
            lambda m: {"op": "change", "value": "shield-rise", "most": number(m)},
        ),
        (r"you may use no Potion", lambda _: {"op": "change", "value": "potions", "most": 0}),
        (
            r"you can’t lay <colour>",
            lambda m: {"op": "bend", "rule": "barred", "colour": m["colour"]},
        ),
        (
            r"a Combo can’t begin with the colour with which your last one began",
            lambda _: {"op": "bend", "rule": "no-repeat"},
        ),
        (
            r"the first card of your Combo is a random one",
            lambda _: {"op": "bend", "rule": "random-first"},
        ),
    ],
    WORDS,
)

ENGLISH_HUNT = HuntTongue(
    Speech(
        ENGLISH,
        HEADINGS,
        PLAIN,
        toll=(
            rf"discard (?:(?P<potions>\d+) Potions?|(?P<count>all|\d+) (?P<colours>{INKS})"
            r" from hand)(?: and (?P<then>[^;]+))?; if you can’t, (?P<otherwise>.+)"
        ),
        every="all",
        apart=", or ",
        colours={each: each for each in COLOURS},
    ).tongue(),
    {
        "start": "Start",
        "special": "Special Ability",
        "attack": "Special Attack",
        "charge": "Charge",
        "bite": "Bite",
        "lost": "from deck, then hand",
        "towards": "It makes for",
        "then": "and then for",
        "steps": "Steps by witchers in the game",
    },
    re.compile(
        rf"(?P<before>In (?:your|its)) (?P<turns>(?:(?:{'|'.join(TIMES)})(?:, | and )?){{2,}})"
        r" (?P<after>Fight Turn)"
    ),
)
