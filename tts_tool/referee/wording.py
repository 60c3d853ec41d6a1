"""What a reader is told: refusals in the reader's language, nothing named that is hidden."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from tts_tool.catalog import Catalogue, Record, Text
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.state import State
from tts_tool.kernel.views import sees
from tts_tool.texts import house, say

__all__ = ["REFEREE", "Reader", "setting_in_words"]

REFEREE: Final = ("kernel", "referee", "meeting", "journal")
"""Whose texts the referee says."""

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
        return say(
            rejection,
            self.language,
            by=REFEREE,
            game=self.catalogue.wordings,
            name=self.named,
            written=self.written,
        )

    def named(self, text: str) -> str:
        """Replace the components in a parameter by their names, as far as the reader may know."""
        wanted = house("wanted").get(text)
        if wanted is not None:
            return wanted[self.language]
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
            return house("referee")["hidden"][self.language]
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
