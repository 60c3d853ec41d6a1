"""What a reader is told: refusals in the reader's language, nothing named that is hidden."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from tts_tool.catalog import Catalogue, Record, Text
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.rejection import Rejection, Wordings, render
from tts_tool.kernel.state import State
from tts_tool.kernel.views import sees
from tts_tool.referee.meeting_words import MEETING_WORDS

__all__ = ["LOBBY_WORDS", "TABLE_WORDS", "WORDINGS", "Reader", "setting_in_words"]

WORDINGS: Wordings = {
    **MEETING_WORDS,
    "no-proposal": {
        "en": "Nobody has proposed to take anything back.",
        "de": "Niemand hat vorgeschlagen, etwas zurückzunehmen.",
    },
    "nothing-meant": {
        "en": "That answers nothing that is open now; it is for {seats} to decide.",
        "de": "Das beantwortet nichts, was gerade offen ist; am Zug: {seats}.",
    },
    "forced": {
        "en": "Only one way is open, and it is taken.",
        "de": "Nur ein Weg steht offen, und er wird genommen.",
    },
    "wants-exactly": {"en": "choose {many}", "de": "wähle {many}"},
    "wants-some": {"en": "choose {least} to {most}", "de": "wähle {least} bis {most}"},
    "wants-any": {"en": "choose up to {most}", "de": "wähle bis zu {most}"},
    "wants-no-more": {"en": "that is all", "de": "das ist alles"},
    "wants-number": {"en": "{low} to {high}", "de": "{low} bis {high}"},
    "wants-order": {"en": "one after the other", "de": "der Reihe nach"},
    "wants-dice": {"en": "{count die|dice}", "de": "{count Würfel|Würfel}"},
    "whose-turn": {"en": "{seat}’s turn", "de": "{seat} ist am Zug"},
    "ranked": {"en": "{rank}. {seats}", "de": "{rank}. {seats}"},
    "lost": {"en": "lost: {seats}", "de": "verloren: {seats}"},
    "waits-for": {"en": "Waiting for {seats}:", "de": "Gewartet wird auf {seats}:"},
    "mode-off": {"en": "The referee only looks on.", "de": "Die Schiedsrichterin schaut nur zu."},
    "mode-advise": {
        "en": "The referee says what is wrong.",
        "de": "Die Schiedsrichterin sagt, was nicht stimmt.",
    },
    "mode-enforce": {
        "en": "The referee prevents what is wrong.",
        "de": "Die Schiedsrichterin lässt nichts Falsches zu.",
    },
    "mode-automate": {
        "en": "The referee prevents what is wrong and does the chores.",
        "de": "Die Schiedsrichterin lässt nichts Falsches zu und erledigt die Handgriffe.",
    },
    "just-a-moment": {
        "en": "Just a moment: dice or cards come first.",
        "de": "Einen Moment: Erst kommen Würfel oder Karten.",
    },
    "two-meanings": {
        "en": "That could mean two things; press the button that you mean.",
        "de": "Das kann zweierlei bedeuten; drück den Knopf, den du meinst.",
    },
    "held": {
        "en": "Noted; it waits until {seats} is done.",
        "de": "Notiert; es wartet, bis {seats} fertig ist.",
    },
    "die-again": {
        "en": "This die has been rolled already; what it showed first counts.",
        "de": "Dieser Würfel ist schon gefallen; es zählt, was er zuerst gezeigt hat.",
    },
    "other-die": {
        "en": "This die does not belong to the throw.",
        "de": "Dieser Würfel gehört nicht zu diesem Wurf.",
    },
    "die-on-edge": {
        "en": "The die shows nothing clear; roll it again.",
        "de": "Der Würfel liegt nicht eindeutig; wirf ihn noch einmal.",
    },
    "roll-it": {
        "en": "let the table roll",
        "de": "den Tisch würfeln lassen",
    },
    "neither": {
        "en": "neither",
        "de": "nichts davon",
    },
    "proposed": {
        "en": "{seat} wants to take back (!agree or !decline):",
        "de": "{seat} möchte zurücknehmen (!ja oder !nein):",
    },
    "yes": {"en": "yes", "de": "ja"},
    "no": {"en": "no", "de": "nein"},
    "agree": {"en": "agree", "de": "einverstanden"},
    "decline": {"en": "decline", "de": "ablehnen"},
    "something": {"en": "something", "de": "etwas"},
    "and-more": {"en": "and {count} more", "de": "und {count} weitere"},
    "copy": {
        "en": "{about} lies on the table twice: one is a copy. !repair takes it away.",
        "de": "{about} liegt zweimal auf dem Tisch: Eins ist eine Kopie. !richten nimmt sie weg.",
    },
    "copy-taken-away": {
        "en": "{about} lay on the table twice; the copy is taken away.",
        "de": "{about} lag zweimal auf dem Tisch; die Kopie kommt weg.",
    },
    "leaders-take": {
        "en": "Who hosts the table, or was promoted there, says that the table is right.",
        "de": "Dass der Tisch recht hat, sagt, wer ihn leitet oder dazu befördert wurde.",
    },
    "not-between-steps": {
        "en": "Somebody is in the middle of something; answer that first, and say it again.",
        "de": "Gerade ist jemand mitten in etwas; beantwortet das zuerst, und sag es noch einmal.",
    },
    "impossible-table": {
        "en": "The rules can make nothing of this table; it is put right instead.",
        "de": "Mit diesem Tisch können die Regeln nichts anfangen; er wird gerichtet.",
    },
    "taken-over": {
        "en": "The table is right, says {seat}; the game goes on as it lies.",
        "de": "Der Tisch hat recht, sagt {seat}; die Partie geht so weiter, wie er liegt.",
    },
    "bot-plays": {
        "en": "A bot plays for {seat} from now on; !bot gives the seat back.",
        "de": "Ein Bot spielt ab jetzt für {seat}; !bot gibt den Platz zurück.",
    },
    "bot-leaves": {
        "en": "{seat} plays again without a bot.",
        "de": "{seat} spielt wieder ohne Bot.",
    },
    "no-bots": {
        "en": "There are no bots for this game.",
        "de": "Für dieses Spiel gibt es keine Bots.",
    },
    "no-bot-there": {
        "en": "A bot plays for your own seat: !bot; who leads the table names any seat.",
        "de": "Ein Bot spielt für deinen eigenen Platz: !bot; wer den Tisch leitet, nennt jeden.",
    },
    "has-left": {
        "en": "{seat} has left the table.",
        "de": "{seat} hat den Tisch verlassen.",
    },
    "what-of-the-seat": {
        "en": "The game waits for {seat}, and nobody sits there. What now?",
        "de": "Die Partie wartet auf {seat}, und niemand sitzt da. Was nun?",
    },
    "away-wait": {"en": "wait", "de": "warten"},
    "away-bot": {"en": "a bot takes over", "de": "ein Bot übernimmt"},
    "away-answer": {"en": "I answer for them", "de": "ich antworte mit"},
    "waited-for": {
        "en": "The table waits for {seat}; !bot {seat} or !also {seat} goes on.",
        "de": "Der Tisch wartet auf {seat}; weiter geht es mit !bot {seat} oder !auch {seat}.",
    },
    "answered-for": {
        "en": "{who} plays {seat}, too, until somebody sits down there.",
        "de": "{who} spielt auch {seat}, bis sich dort jemand hinsetzt.",
    },
    "answers-again": {
        "en": "{seat} is played from its own seat again.",
        "de": "{seat} wird wieder vom eigenen Platz aus gespielt.",
    },
    "no-seat-to-play": {
        "en": "!also names another seat of the game at which nobody sits.",
        "de": "!auch nennt einen anderen Platz der Partie, an dem niemand sitzt.",
    },
    "house-rule": {
        "en": "In this game:",
        "de": "In dieser Partie:",
    },
    "commands": {
        "en": "!undo, !redo, !agree, !decline, !why, !hint, !read ID, !check, !repair, !take, "
        "!pause, !bot, !also, !rules off/advise/enforce/automate, !rule ID off/on; "
        "or numbers of buttons: !2, !1,3.",
        "de": "!zurück, !nochmal, !ja, !nein, !warum, !tipp, !lies KENNUNG, !prüfen, !richten, "
        "!übernehmen, !pause, !bot, !auch, !regeln aus/rat/streng/automatik, "
        "!regel KENNUNG aus/an; oder Nummern: !2, !1,3.",
    },
    "wants-rule-off": {
        "en": "{seat} wants {rule} merely to advise; more than half must say so: !rule {rule} off",
        "de": "{seat} möchte, dass {rule} nur rät; mehr als die Hälfte muss es sagen: "
        "!regel {rule} aus",
    },
    "wants-rule-on": {
        "en": "{seat} wants {rule} to hold again; more than half must say so: !rule {rule} on",
        "de": "{seat} möchte, dass {rule} wieder gilt; mehr als die Hälfte muss es sagen: "
        "!regel {rule} an",
    },
    "rule-off": {
        "en": "{rule} merely advises from now on: a piece that is moved against it stays there.",
        "de": "{rule} rät ab jetzt nur noch: Was dagegen gezogen wird, bleibt liegen.",
    },
    "rule-on": {
        "en": "{rule} holds again.",
        "de": "{rule} gilt wieder.",
    },
    "waived-rules": {
        "en": "In this game these merely advise: {rules}.",
        "de": "In dieser Partie raten nur: {rules}.",
    },
    "waived": {
        "en": "{seat} has moved against {rule}, which merely advises; the game goes on so.",
        "de": "{seat} hat gegen {rule} gezogen, was nur rät; die Partie geht so weiter.",
    },
    "waived-later": {
        "en": "{rule} merely advises, but this can't be done in the middle of a step; finish it "
        "first.",
        "de": "{rule} rät nur, aber mitten in einem Schritt geht das nicht; beende ihn zuerst.",
    },
    "no-rule-to-waive": {
        "en": "!rule ID off lets a rule that forbids something merely advise, as "
        "!rule OW-MOVE-01 off; on lets it hold again.",
        "de": "!regel KENNUNG aus lässt eine Regel, die etwas verbietet, nur raten, wie "
        "!regel OW-MOVE-01 aus; mit an gilt sie wieder.",
    },
    "wants-mode": {
        "en": "{seat} wants “{mode}”; more than half must say so: !rules {mode}",
        "de": "{seat} möchte „{mode}“; mehr als die Hälfte muss es sagen: !regeln {mode}",
    },
    "paused": {
        "en": "Paused: hands are free, nothing is judged. !pause goes on and puts the table right.",
        "de": "Pause: Die Hände sind frei, nichts wird beurteilt. !pause geht weiter und richtet.",
    },
    "going-on": {
        "en": "On it goes; the table is put right.",
        "de": "Weiter geht es; der Tisch wird gerichtet.",
    },
    "as-it-should": {
        "en": "Everything lies as it should.",
        "de": "Alles liegt, wie es soll.",
    },
    "no-rule": {
        "en": "No rule was found for “{about}”; !read takes an id or words of a rule.",
        "de": "Zu „{about}“ ist keine Regel da; !lies nimmt eine Kennung oder Wörter.",
    },
    "no-hint": {
        "en": "Nothing is asked of you now.",
        "de": "Du wirst gerade nichts gefragt.",
    },
    "lapsed": {
        "en": "That was proposed more than a minute ago and has lapsed; propose it again.",
        "de": "Der Vorschlag ist über eine Minute alt und verfallen; schlag es noch einmal vor.",
    },
    "no-button": {
        "en": "Your panel has no button {number}.",
        "de": "Dein Feld hat keinen Knopf {number}.",
    },
    "stumbled": {
        "en": "Here the referee itself has stumbled; play goes on, and a report was written.",
        "de": "Hier ist die Schiedsrichterin selbst gestolpert; weiter geht es, mit einem Bericht.",
    },
    "not-written": {
        "en": "This could not be written down, so it was not done; the host's terminal says why.",
        "de": "Das ließ sich nicht aufschreiben, also gilt es nicht; der Host sieht den Grund.",
    },
    "done-otherwise": {
        "en": "The table could not do something; it was done otherwise ({about}).",
        "de": "Der Tisch konnte etwas nicht ausführen; es wurde anders erledigt ({about}).",
    },
    "made-anew": {
        "en": "{about} was nowhere any more, and was made anew.",
        "de": "{about} war nirgends mehr und ist neu da.",
    },
    "vanished": {
        "en": "This is nowhere on the table: {about}. !repair brings it back.",
        "de": "Das ist nirgends auf dem Tisch: {about}. !richten holt es zurück.",
    },
    "vanished-and-more": {
        "en": "This, and more, is nowhere on the table: {about}. !repair brings it back.",
        "de": "Das und mehr ist nirgends auf dem Tisch: {about}. !richten holt es zurück.",
    },
    "astray": {
        "en": "This lies beside every place: {about}. !repair brings it back.",
        "de": "Das liegt an keinem Platz: {about}. !richten holt es zurück.",
    },
    "astray-and-more": {
        "en": "This, and more, lies beside every place: {about}. !repair brings it back.",
        "de": "Das und mehr liegt an keinem Platz: {about}. !richten holt es zurück.",
    },
    "put-right": {
        "en": "The table could not do something and will be put right ({about}).",
        "de": "Der Tisch konnte etwas nicht ausführen und wird noch gerichtet ({about}).",
    },
    "not-put-right": {
        "en": "The table can't do something ({about}); do it by hand, or say !repair.",
        "de": "Der Tisch kann etwas nicht ausführen ({about}); tut es von Hand, oder sagt !repair.",
    },
    "otherwise": {
        "en": "By the rules this is otherwise: {places}. !repair puts everything right.",
        "de": "Nach den Regeln ist das anders: {places}. !repair rückt alles zurecht.",
    },
    "otherwise-and-more": {
        "en": "By the rules this is otherwise: {places}, and more. !repair puts everything right.",
        "de": "Nach den Regeln ist das anders: {places} und mehr. !repair rückt alles zurecht.",
    },
    "looked": {
        "en": "{seat} has looked at what is hidden: {place}.",
        "de": "{seat} hat Verdecktes angesehen: {place}.",
    },
    "as-before": {"en": "As before.", "de": "Wie eben."},
    "game-over": {
        "en": "The game is over.",
        "de": "Die Partie ist zu Ende.",
    },
    "fault": {
        "en": "The rules failed; nothing was done. The table may set things right by hand.",
        "de": "Die Regeln haben versagt; nichts ist geschehen. Der Tisch darf es von Hand richten.",
    },
}
"""What the referee itself has to refuse."""

TABLE_WORDS: dict[str, dict[str, str]] = {
    "en": {
        "again": "As before.",
        "away": "The referee is away; play on, what you do will be looked at later.",
        "lost": "This lies nowhere any more: ",
        "noted": "Noted; the referee is looking at it.",
        "spectator": "You have no seat in this game.",
        "waits": "This still waits for the referee's answer.",
        "others": "not possible now: %d",
        "log": "What happened",
        "nothing-asked": "Nothing is asked of you.",
    },
    "de": {
        "again": "Wie eben.",
        "away": "Die Schiedsrichterin ist weg; spielt weiter, sie sieht es sich später an.",
        "lost": "Das liegt nirgends mehr: ",
        "noted": "Notiert; die Schiedsrichterin sieht es sich an.",
        "spectator": "Du hast keinen Platz in dieser Partie.",
        "waits": "Das wartet noch auf die Antwort der Schiedsrichterin.",
        "others": "jetzt nicht möglich: %d",
        "log": "Was geschehen ist",
        "nothing-asked": "Du wirst gerade nichts gefragt.",
    },
}
"""By language, what a table says when nobody tells it."""

LOBBY_WORDS: Wordings = {
    "seats": {"en": "Who plays?", "de": "Wer spielt mit?"},
    "boxes": {"en": "With which boxes?", "de": "Mit welchen Schachteln?"},
    "rules": {"en": "House rules", "de": "Hausregeln"},
    "show-rules": {"en": "show them", "de": "zeigen"},
    "mode": {"en": "How strict is the referee?", "de": "Wie streng ist die Schiedsrichterin?"},
    "game": {"en": "The game", "de": "Die Partie"},
    "advise": {"en": "says what is wrong", "de": "sagt, was nicht stimmt"},
    "enforce": {"en": "prevents it", "de": "lässt es nicht zu"},
    "automate": {"en": "and does the chores", "de": "und erledigt die Handgriffe"},
    "begin": {"en": "Begin a new game", "de": "Eine neue Partie beginnen"},
    "go-on-at-the-table": {
        "en": "Go on with what lies on the table: {seats}",
        "de": "Mit dem weiterspielen, was auf dem Tisch liegt: {seats}",
    },
    "adopt": {
        "en": "A game lies there that nobody has refereed. To go on with it: whose turn begins?",
        "de": "Da liegt eine Partie ohne Schiedsrichterin. Um sie fortzusetzen: Wer ist dran?",
    },
    "go-on": {
        "en": "Go on: {seats}, {answers} answers, last on {day}",
        "de": "Weiterspielen: {seats}, {answers} Antworten, zuletzt {day}",
    },
    "seats-missing": {
        "en": "{fewest} to {most} can play: press your colour above.",
        "de": "{fewest} bis {most} können spielen: drück oben deine Farbe.",
    },
    "could-not-begin": {
        "en": "This game can't be begun or gone on with; the host's terminal says why.",
        "de": "Diese Partie lässt sich nicht beginnen oder fortsetzen; der Host sieht den Grund.",
    },
    "no-game-yet": {
        "en": "No game has begun yet; choose on the panel.",
        "de": "Noch läuft keine Partie; wähle auf dem Feld.",
    },
}
"""What is asked before a game."""

HIDDEN: Mapping[str, str] = {"en": "something hidden", "de": "etwas Verdecktes"}

WANTED: Mapping[str, str] = {
    "an answer": "eine Antwort",
    "one of the choices": "eine der Möglichkeiten",
    "a list of different choices": "eine Liste verschiedener Möglichkeiten",
    "a whole number": "eine ganze Zahl",
    "a list with the value of each die": "eine Liste mit dem Wert jedes Würfels",
    "all of the items, each once, in order": "alle Dinge, jedes einmal, in einer Reihenfolge",
    "a target for each item": "ein Ziel für jedes Ding",
    "a record of the named fields": "eine Angabe zu den genannten Feldern",
}
"""What spaces say they want, in German."""

_WORD = re.compile(r"[\w.\-]+")
_LONGEST = 120  # what is quoted came from outside: nobody wants to read a megabyte of it


class Reader(NamedTuple):
    """Somebody who looks at a game: from a seat, as a spectator (``None``), or at all (``"*"``)."""

    catalogue: Catalogue
    state: State
    seat: Seat | None
    language: str

    def say(self, rejection: Rejection) -> str:
        """Say a refusal in one sentence, with its rule id."""
        wordings = {**WORDINGS, **self.catalogue.wordings}
        return render(rejection, wordings, self.language, self.named, self.written)

    def named(self, text: str) -> str:
        """Replace the components in a parameter by their names, as far as the reader may know."""
        if self.language == "de" and text in WANTED:
            return WANTED[text]
        short = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
        return _WORD.sub(lambda word: self.name(word[0]) or word[0], short)

    def name(self, text: str) -> str | None:
        """Name what a text stands for as the cards do; ``None`` if they have no name for it.

        That is a component, a place, a record by its id, or one of them by its first word:
        what is called "hand" names "hand.red", too.
        """
        known = self.state.inventory.components.get(text)
        if known is None:
            return self._titled(text)
        if not sees(self.state, self.state.place_of(text), text, self.seat):
            return HIDDEN[self.language]
        if isinstance(known.card, Record):
            return str(getattr(known.card.name, self.language))
        kind = None if text.startswith(f"{known.kind}.") else self._recorded(known.kind)
        return kind or self._titled(text) or known.kind

    def written(self, record: str, text: str) -> str:
        """Give a text of a card: its "introduction", or the one of several that is "ending.a"."""
        field, _, which = text.partition(".")
        known = self.catalogue.record(record) if record in self.catalogue else None
        found = getattr(known, field, None)
        if which and isinstance(found, Mapping):
            found = found.get(which)
        return str(getattr(found, self.language)) if isinstance(found, Text) else f"{record}.{text}"

    def _titled(self, text: str) -> str | None:
        place = self.state.inventory.places.get(text)
        if place is not None and isinstance(place.card, Record):
            return str(getattr(place.card.name, self.language))
        first, _, rest = text.partition(".")
        title = self._recorded(first)
        if title is None or not rest:
            return title
        more = self.name(rest) or rest
        return f"{title} {more}" if more.isdigit() else f"{title} ({more})"

    def _recorded(self, record: str) -> str | None:
        if record not in self.catalogue:
            return None
        return str(getattr(self.catalogue.record(record).name, self.language))

    def rule(self, rule: str) -> str | None:
        """Give our wording of a rule; ``None`` where the cards have none."""
        text = self.catalogue.rules.get(rule)
        return None if text is None else str(getattr(text, self.language))


def setting_in_words(setting: str, value: str, reader: Reader) -> tuple[str, str]:
    """Say a house rule and one of its values as the cards do: `set-NAME`, `set-NAME-VALUE`."""
    name = reader.name(f"set-{setting}") or setting
    return name, reader.name(f"set-{setting}-{value}") or reader.name(value) or value
