"""What the things of the Legendary Hunt say in German."""

from __future__ import annotations

import re

from tests.build.faces.reader.german import GERMAN
from tests.build.faces.reader.german.words import COLOURS, TIMES, WORDS
from tests.build.faces.reader.hunt import HuntTongue, Speech
from tests.build.faces.reader.sentences import number, phrases

THINGS = {
    "jeden deiner Trank": "flasks",
    "jede Karte auf der Hand": "hand",
    "jedes Zerstörungsplättchen auf dem Plan": "tokens-on-map",
}
LIMITS = r"(?:, mindestens (?P<least>\d+))?(?:, höchstens (?P<most>\d+))?"
INKS = f"(?:{'|'.join(COLOURS)})(?:/(?:{'|'.join(COLOURS)}))*"


def bounds(m: re.Match[str]) -> dict[str, int]:
    """Read no less than how much, and no more."""
    return {key: int(m[key]) for key in ("least", "most") if m[key]}


HEADINGS = phrases(
    [
        (r"in deinem nächsten Kampfzug", lambda _: {"until": "fight-turn"}),
        (r"für den Rest des Kampfes", lambda _: {"until": "fight"}),
        (
            r"nach jedem seiner Kampfzüge",
            lambda _: {"when": "opponent-turn-ended", "limit": "free"},
        ),
    ],
    WORDS,
)

PLAIN = phrases(
    [
        (
            r"von deinem Schaden zählen in jedem Kampfzug höchstens <n>",
            lambda m: {"op": "cap", "most": number(m)},
        ),
        (
            rf"<n> Schaden erleiden für (?P<thing>{'|'.join(THINGS)}){LIMITS}",
            lambda m: {
                "op": "suffer-by",
                "per": THINGS[m["thing"]],
                "times": number(m),
                **bounds(m),
            },
        ),
        (
            (
                r"(?:<n>-mal )?so viel Schaden erleiden, "
                rf"wie du im letzten Kampfzug zugefügt hast{LIMITS}"
            ),
            lambda m: {
                "op": "suffer-by",
                "per": "last-dealt",
                "times": int(m["n"] or 1),
                **bounds(m),
            },
        ),
        (
            r"die obersten <n> Karten deines Stapels ablegen, und was ihm fehlt, von der Hand",
            lambda m: {"op": "lose-top", "count": number(m)},
        ),
        (r"greift es sofort noch einmal an", lambda _: {"op": "again"}),
        (
            r"<n> zufällige Karte, die es verloren hat, kommt unter seinen Lebensvorrat zurück",
            lambda m: {"op": "replenish", "count": number(m)},
        ),
        (
            r"<n> zufällige <cards> oben auf deinen Stapel legen",
            lambda m: {"op": "tuck", "count": number(m)},
        ),
        (r"1 Handkarte entsorgen", lambda _: {"op": "trash-card"}),
        (
            r"sein Lebensvorrat hat <n> Karten? <more>",
            lambda m: {
                "op": "change",
                "value": "pool",
                "by": number(m) * (1 if m["more"] == "mehr" else -1),
            },
        ),
        (
            r"deine Combos? ha(?:t|ben) höchstens <n> Karten?",
            lambda m: {"op": "change", "value": "combo-size", "most": number(m)},
        ),
        (
            r"deine Combos? ha(?:t|ben) höchstens <n> verschiedene Farben",
            lambda m: {"op": "change", "value": "combo-colours", "most": number(m)},
        ),
        (
            r"deine Combo fügt <n> Schaden <more> zu(?:, wenn sie kein <colour> hat)?",
            lambda m: {
                "op": "change",
                "value": "combo-damage",
                "by": number(m) * (1 if m["more"] == "mehr" else -1),
                **({"without": COLOURS[m["colour"]]} if m["colour"] else {}),
            },
        ),
        (
            r"es verliert insgesamt höchstens <n> Karten?",
            lambda m: {"op": "change", "value": "loss", "most": number(m)},
        ),
        (
            r"dein Schild steigt in jedem Kampfzug höchstens um <n>",
            lambda m: {"op": "change", "value": "shield-rise", "most": number(m)},
        ),
        (
            r"du darfst keinen Trank benutzen",
            lambda _: {"op": "change", "value": "potions", "most": 0},
        ),
        (
            r"du kannst kein <colour> legen",
            lambda m: {"op": "bend", "rule": "barred", "colour": COLOURS[m["colour"]]},
        ),
        (
            r"eine Combo kann nicht mit der Farbe beginnen, mit der deine letzte begann",
            lambda _: {"op": "bend", "rule": "no-repeat"},
        ),
        (
            r"die erste Karte deiner Combo ist eine zufällige",
            lambda _: {"op": "bend", "rule": "random-first"},
        ),
    ],
    WORDS,
)

GERMAN_HUNT = HuntTongue(
    Speech(
        GERMAN,
        HEADINGS,
        PLAIN,
        toll=(
            rf"(?:(?P<potions>\d+) Trank|(?P<count>alle|\d+) (?P<colours>{INKS}) von der Hand)"
            r" ablegen(?: und (?P<then>[^;]+))?; geht das nicht, (?P<otherwise>.+)"
        ),
        every="alle",
        apart=", oder ",
        colours=COLOURS,
    ).tongue(),
    {
        "start": "Beginn",
        "special": "Spezialfähigkeit",
        "attack": "Spezialangriff",
        "charge": "Ansturm",
        "bite": "Biss",
        "lost": "vom Stapel, dann der Hand",
        "towards": "Es will nach",
        "then": "und danach nach",
        "steps": "Schritte nach Zahl der Hexer",
    },
    re.compile(
        rf"(?P<before>In (?:deinem|seinem)) (?P<turns>(?:(?:{'|'.join(TIMES)})(?:, | und )?){{2,}})"
        r" (?P<after>Kampfzug)"
    ),
)
