"""What players are told when a game goes on under other rules than it began with."""

from __future__ import annotations

import msgspec

from tts_tool.kernel.rejection import Rejection, Wordings, render

__all__ = ["WORDINGS", "Notice", "said"]


class Notice(msgspec.Struct, frozen=True):
    """Something to tell, as a code with parameters."""

    code: str
    params: dict[str, str | int] = {}


def said(notice: Notice, language: str = "en") -> str:
    """Say a notice in one sentence.

    >>> said(Notice("set-aside", {"count": 2}))
    'Entries after that which are set aside (the journal keeps them): 2.'
    """
    return render(Rejection(notice.code, notice.params), WORDINGS, language)


WORDINGS: Wordings = {
    "module-changed": {
        "en": "The rules of {module} have changed: behaviour {was} -> {now}.",
        "de": "Die Regeln von {module} haben sich geändert: Verhalten {was} -> {now}.",
    },
    "module-gone": {
        "en": "The module {module} is gone.",
        "de": "Das Modul {module} gibt es nicht mehr.",
    },
    "module-new": {
        "en": "The module {module} is new.",
        "de": "Das Modul {module} ist neu.",
    },
    "card-changed": {
        "en": "Cards: {path} has changed: {was} -> {now}.",
        "de": "Karten: {path} hat sich geändert: {was} -> {now}.",
    },
    "card-rewritten": {
        "en": "Cards: {path} has changed.",
        "de": "Karten: {path} hat sich geändert.",
    },
    "card-gone": {
        "en": "Cards: {path} is gone.",
        "de": "Karten: {path} gibt es nicht mehr.",
    },
    "card-new": {
        "en": "Cards: {path} is new.",
        "de": "Karten: {path} ist neu.",
    },
    "more-changed": {
        "en": "More changes in the cards: {count}.",
        "de": "Weitere Änderungen an den Karten: {count}.",
    },
    "cards-changed": {
        "en": "The cards have changed.",
        "de": "Die Karten haben sich geändert.",
    },
    "untouched": {
        "en": "Nothing of that touches what was played; the game goes on where it stood.",
        "de": "Nichts davon berührt das Gespielte; das Spiel geht weiter, wo es stand.",
    },
    "differs": {
        "en": "The rules now do something else at entry {number} ({what}).",
        "de": "Die Regeln tun bei Eintrag {number} ({what}) jetzt etwas anderes.",
    },
    "differs-opening": {
        "en": "The rules now set the game up differently.",
        "de": "Die Regeln bauen das Spiel jetzt anders auf.",
    },
    "goes-on": {
        "en": "The game goes on from the state after entry {number}.",
        "de": "Das Spiel geht vom Stand nach Eintrag {number} weiter.",
    },
    "from-start": {
        "en": "The game goes on from its beginning.",
        "de": "Das Spiel geht von seinem Anfang an weiter.",
    },
    "set-aside": {
        "en": "Entries after that which are set aside (the journal keeps them): {count}.",
        "de": "Einträge danach, die beiseitegelegt sind (das Protokoll behält sie): {count}.",
    },
    "chance-anew": {
        "en": "Some of them revealed something, so chance falls anew.",
        "de": "Einige davon haben etwas verraten, darum fällt der Zufall neu.",
    },
}
