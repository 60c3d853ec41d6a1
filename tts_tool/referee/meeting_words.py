"""What is said where table and game meet again, or for the first time, and differ."""

from __future__ import annotations

from typing import Final

from tts_tool.kernel.rejection import Wordings

__all__ = ["MEETING_WORDS"]

MEETING_WORDS: Final[Wordings] = {
    "table-behind": {
        "en": "This table is {answers answer|answers} behind the game; nothing was moved since.",
        "de": "Dieser Tisch ist {answers Antwort|Antworten} hinter der Partie; seither ist nichts "
        "bewegt.",
    },
    "table-behind-and-moved": {
        "en": "This table is {answers answer|answers} behind the game, and {places place|places} "
        "lie otherwise since.",
        "de": "Dieser Tisch ist {answers Antwort|Antworten} hinter der Partie, und an "
        "{places Ort|Orten} liegt seither etwas anders.",
    },
    "table-of-another-moment": {
        "en": "This table shows a moment that the game never had.",
        "de": "Dieser Tisch zeigt einen Augenblick, den die Partie nie hatte.",
    },
    "resume-game": {"en": "bring the table to the game", "de": "den Tisch zur Partie bringen"},
    "resume-back": {"en": "go back to the table", "de": "mit der Partie zum Tisch zurück"},
    "resume-table": {"en": "take it as it lies", "de": "nehmen, wie es liegt"},
    "resumed-game": {
        "en": "The table is brought to where the game is, says {seat}.",
        "de": "Der Tisch kommt dahin, wo die Partie steht, sagt {seat}.",
    },
    "resumed-back": {
        "en": "The game goes back to where the table is, says {seat}.",
        "de": "Die Partie geht dahin zurück, wo der Tisch steht, sagt {seat}.",
    },
    "resumed-table": {
        "en": "The game goes on as the table lies, says {seat}.",
        "de": "Die Partie geht so weiter, wie der Tisch liegt, sagt {seat}.",
    },
    "proposed-by-turning": {
        "en": "The table was turned back; shall the game be, too (!agree or !decline)?",
        "de": "Der Tisch wurde zurückgedreht; die Partie auch (!ja oder !nein)?",
    },
    "turned-back-asks": {
        "en": "The table was turned back; until those concerned agree the game is where it was.",
        "de": "Der Tisch wurde zurückgedreht; bis alle Betroffenen zustimmen, steht die Partie, "
        "wo sie stand.",
    },
    "turned-back-too": {
        "en": "The table was turned back, and the game with it.",
        "de": "Der Tisch wurde zurückgedreht, und die Partie mit ihm.",
    },
    "turned-back": {
        "en": "The table was turned back; the game is where it was, and so is the table again. "
        "!undo takes back an answer.",
        "de": "Der Tisch wurde zurückgedreht; die Partie steht, wo sie stand, und der Tisch wieder "
        "auch. Eine Antwort nimmt !undo zurück.",
    },
    "adopted": {
        "en": "Read from the table: {pieces piece|pieces} and {counters counter|counters}.",
        "de": "Vom Tisch gelesen: {pieces Teil|Teile} und {counters Zähler|Zähler}.",
    },
    "adopted-made-anew": {
        "en": "Nowhere on the table, so counted as at the beginning: {about}.",
        "de": "Nirgends auf dem Tisch, also gezählt wie am Anfang: {about}.",
    },
    "adopted-made-anew-and-more": {
        "en": "Nowhere on the table, so counted as at the beginning: {about}, and more.",
        "de": "Nirgends auf dem Tisch, also gezählt wie am Anfang: {about} und mehr.",
    },
    "not-adopted": {
        "en": "What lies here does not fit yet. Put it right, and press the button again:",
        "de": "Was hier liegt, passt noch nicht. Rückt es zurecht, und drückt den Knopf wieder:",
    },
    "adopting-astray": {
        "en": "{about} lies beside every place.",
        "de": "{about} liegt an keinem Platz.",
    },
    "adopting-astray-of": {
        "en": "Beside every place lies something of this: {about}.",
        "de": "An keinem Platz liegt etwas hiervon: {about}.",
    },
    "adopting-elsewhere": {
        "en": "{about} lies where nobody plays: {place}.",
        "de": "{about} liegt, wo niemand spielt: {place}.",
    },
    "adopting-elsewhere-of": {
        "en": "Where nobody plays ({place}) lies something of this: {about}.",
        "de": "Wo niemand spielt ({place}), liegt etwas hiervon: {about}.",
    },
    "adopting-twice": {
        "en": "{about} lies on the table twice.",
        "de": "{about} liegt zweimal auf dem Tisch.",
    },
    "adopting-twice-of": {
        "en": "On the table twice lies something of this: {about}.",
        "de": "Zweimal auf dem Tisch liegt etwas hiervon: {about}.",
    },
    "not-to-be-taken-up": {
        "en": "This game can’t be read from a table.",
        "de": "Dieses Spiel lässt sich von keinem Tisch ablesen.",
    },
}
"""As the referee's own words."""
