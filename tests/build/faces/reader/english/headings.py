"""What English headings, prices and fees on cards mean."""

from __future__ import annotations

import re

from tests.build.faces.reader.english.words import WORDS, Match, during, turn
from tests.build.faces.reader.sentences import Found, number, phrases


def combo(m: Match) -> Found:
    """Read with what Combo."""
    found: Found = {"when": "combo", **turn(m)}
    if m["one"].lower() != "a":
        found["first"] = True
    if m["n"]:
        found["least_combo"] = number(m)
    if m["colour"]:
        found |= {"least_combo": number(m, "least"), "colour": m["colour"]}
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
        (r"once per fight", lambda _: {"limit": "fight"}),
        (r"once per turn", lambda _: {"limit": "turn"}),
        (r"every time", lambda _: {"limit": "free"}),
        (r"against a (?P<foe>monster|witcher)", lambda m: {"against": m["foe"].lower()}),
        (r"you may", lambda _: {"use": "optional"}),
        (r"automatically", lambda _: {"use": "automatic"}),
        (r"use up", lambda _: {"used-up": True}),
        (r"to fight it", lambda _: {"when": "declared"}),
        (r"before the Life Pools", lambda _: {"when": "before-pools"}),
        (r"after the Life Pools", lambda _: {"when": "after-pools"}),
        (
            r"in step 1 of your(?: <nth>)? Fight Turn",
            lambda m: {"when": "step-1", **turn(m)},
        ),
        (
            (
                r"with (?P<one>a|your first) Combo"
                r"(?: of <n> or more cards| that has <least> or more <colour>)?"
                r"(?: in your <nth> Fight Turn)?"
            ),
            combo,
        ),
        (
            (
                r"(?:when |(?<=every time ))your attack costs (?:the opponent|it) a card"
                r"(?: in your <nth> Fight Turn)?"
            ),
            lambda m: {"when": "hit", **turn(m)},
        ),
        (
            r"before (?:the opponent’s|its)(?: <nth>)? Fight Turn",
            lambda m: {"when": "opponent-turn", **turn(m)},
        ),
        (
            r"after (?:the opponent’s|its)(?: <nth>)? Fight Turn",
            lambda m: {"when": "opponent-turn-ended", **turn(m)},
        ),
        (
            (
                r"(?:when |(?<=every time ))(?:the opponent|it) deals you damage"
                r"(?: in (?:the opponent’s|its) <nth> Fight Turn)?"
            ),
            lambda m: {"when": "damaged", **turn(m)},
        ),
        (r"(?:when |(?<=every time ))you win", lambda _: {"when": "won"}),
        (
            (
                r"(?:when |(?<=every time ))you arrive"
                r"(?: at location (?P<places>\d+(?:, \d+)*(?: or \d+)?))?"
            ),
            lambda m: {"when": "arrived", **places(m)},
        ),
        (r"in Phase I\b", lambda _: {"when": "phase-1"}),
        (r"with <n> Shield", lambda m: {"shield": number(m)}),
        (r"with at most <n> cards? in hand", lambda m: {"most_hand": number(m)}),
        (r"with at most <n> cards? in your deck", lambda m: {"most_deck": number(m)}),
        (
            r"(?P<has>with|without) a Trail Token for it",
            lambda m: {"trail": m["has"].lower() == "with"},
        ),
        (r"for the whole fight", lambda _: {"whole": True}),
        (r"in <whose>(?: <nth>) Fight Turn", during),
        (r"in each of <whose> Fight Turns(?P<nth>)", during),
    ],
    WORDS,
)

PRICES = phrases(
    [
        (r"discard <n> cards? from hand", lambda m: {"hand": number(m)}),
        (r"discard <n> Potions?", lambda m: {"potions": number(m)}),
        (r"pay <n> gold", lambda m: {"gold": number(m)}),
        (r"lose <n> Shield", lambda m: {"shield": number(m)}),
    ],
    WORDS,
)

FEES = phrases(
    [
        (r"<n> cards? from hand", lambda m: {"hand": number(m)}),
        (r"<n> Potions?", lambda m: {"potions": number(m)}),
        (r"<n> gold", lambda m: {"gold": number(m)}),
    ],
    WORDS,
)
