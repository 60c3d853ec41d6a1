"""What the terminal itself says at the table, in English and German."""

from __future__ import annotations

from tts_tool.kernel.rejection import Rejection, Wordings, render
from tts_tool.referee.chronicle import HAPPENED

__all__ = ["WORDINGS", "word"]


def word(code: str, language: str, **params: str | int) -> str:
    """Say something of the terminal's own.

    >>> word("turn", "de", seat="Rot")
    '-- Rot ist am Zug'
    """
    return render(Rejection(code, params), WORDINGS, language)


WORDINGS: Wordings = {
    **HAPPENED,
    # What happened
    "last-turn": {
        "en": "The last turn (l tells the whole game):",
        "de": "Der letzte Zug (l erzählt die ganze Partie):",
    },
    # Looking
    "face-down": {"en": "{count} face down", "de": "{count} verdeckt"},
    "and-more": {"en": "and {count} more", "de": "und {count} weitere"},
    # Asking
    "table": {"en": "The table", "de": "Der Tisch"},
    "hand-over": {
        "en": "{seat}, take the keyboard and press any key ...",
        "de": "{seat}, übernimm die Tastatur und drück eine Taste ...",
    },
    "still": {"en": "Still to choose: {parts}", "de": "Noch zu wählen: {parts}"},
    "not-now": {
        "en": "not now, a number says why{rule}: {options}",
        "de": "jetzt nicht, die Nummer sagt, warum{rule}: {options}",
    },
    "ask-number": {"en": "number, or ?", "de": "Nummer oder ?"},
    "ask-numbers": {
        "en": "{least} to {most} numbers, or ?",
        "de": "{least} bis {most} Nummern oder ?",
    },
    "ask-amount": {"en": "{low} to {high}, or ?", "de": "{low} bis {high} oder ?"},
    "ask-order": {
        "en": "all numbers in order, or ?",
        "de": "alle Nummern der Reihe nach oder ?",
    },
    "ask-dice": {
        "en": "{count} dice as they fell, or ?",
        "de": "{count} Würfel, wie sie fielen, oder ?",
    },
    "agree": {"en": "{seat}, do you agree?", "de": "{seat}, bist du einverstanden?"},
    "nothing-beside": {
        "en": "Nothing can be done beside it now.",
        "de": "Nebenbei ist jetzt nichts zu tun.",
    },
    # Reading
    "no-card": {
        "en": "No card is called “{text}”.{guess}",
        "de": "Keine Karte heißt „{text}“.{guess}",
    },
    "no-rule": {
        "en": "No rule has that id or those words: “{text}”.",
        "de": "Keine Regel hat diese Kennung oder diese Wörter: „{text}“.",
    },
    "guess": {"en": " Did you mean {names}?", "de": " Meinst du {names}?"},
    "which-card": {
        "en": "Which card? “c 2” reads the second option, “c name” any card.",
        "de": "Welche Karte? „c 2“ liest die zweite Möglichkeit vor, „c Name“ jede Karte.",
    },
    "which-rule": {
        "en": "Which rule? “r” with an id or some words of it.",
        "de": "Welche Regel? „r“ mit ihrer Kennung oder ein paar Wörtern.",
    },
    # Leaving
    "left": {"en": "Left the table.", "de": "Vom Tisch aufgestanden."},
    "not-kept": {"en": "Nothing of it was kept.", "de": "Die Partie wurde nicht aufbewahrt."},
    "go-on": {
        "en": "Go on with: tts-tool games resume {game}",
        "de": "Weiter geht es mit: tts-tool games resume {game}",
    },
    "help": {
        "en": (
            "  number(s)  answer                b, beside  do something beside it\n"
            "  u, undo    take back             c, card    read a card: c 2, c NAME\n"
            "  v, view    look at the table     r, rule    read a rule: r ID, r WORDS\n"
            "  l, log     what happened         q, quit    leave; a kept game goes on later"
        ),
        "de": (
            "  Nummer(n)   antworten            b, nebenbei  etwas nebenbei tun\n"
            "  u, zurück   zurücknehmen         c, karte     Karte lesen: c 2, c NAME\n"
            "  v, tisch    den Tisch ansehen    r, regel     Regel lesen: r KENNUNG, r WÖRTER\n"
            "  l, verlauf  was geschehen ist    q, ende      gehen; Aufbewahrtes bleibt liegen"
        ),
    },
}
