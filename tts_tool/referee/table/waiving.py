"""Rules that merely advise at this table: what breaks one by hand is an override by itself."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from tts_tool.kernel.decisions import Decision, Move
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.position import encode
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.timeline import Accepted
from tts_tool.referee.session import Session
from tts_tool.referee.table.drafting import Asking, Key

__all__ = ["Waiving"]

_NOTED: Final = "waived"
"""The name under which the journal keeps which rules merely advise."""


class Waiving:
    """Knows which rules of legality or limit merely advise, and lets a piece be moved against them.

    Only what hands can do with a piece: of what has to be paid, drawn, rolled, a table shows
    nothing that the game could become.
    """

    def __init__(self, session: Session) -> None:
        """Recall what was agreed on in this game."""
        kept = session.noted(_NOTED)
        self.rules: frozenset[str] = frozenset(msgspec.json.decode(kept) if kept else ())
        self._session = session
        self._fresh: list[Rejection] = []
        self._unwritten = False

    def could(self, rule: str) -> bool:
        """Tell whether a rule is one that somebody can be refused something by."""
        known = self._session.catalogue.rules.get(rule)
        return known is not None and known.forbids

    def switch(self, rule: str, *, off: bool) -> None:
        """Let a rule merely advise, or hold again; it stays so as long as the game."""
        self.rules = self.rules | {rule} if off else self.rules - {rule}
        self._unwritten = True

    def write_down(self) -> None:
        """Keep what was switched, when the page of the command that said so is written."""
        if not self._unwritten:
            return
        self._unwritten = False
        self._session.note(_NOTED, msgspec.json.encode(sorted(self.rules)).decode())

    def lenient(self, decision: Decision[Any], asking: Asking) -> Asking:
        """Offer also what only such a rule forbids, if hands can do it."""
        if not self.rules:
            return asking
        return Asking(tuple(self._offered(decision, key) for key in asking.keys))

    def _offered(self, decision: Decision[Any], key: Key) -> Key:
        refused = key.rejection
        if refused is None or self.move(decision, key.value, refused) is None:
            return key
        return key._replace(rejection=None)

    def move(self, decision: Decision[Any], value: object, refused: Rejection) -> Move | None:
        """Give what hands do for a choice that is refused by a rule that merely advises."""
        if refused.rule not in self.rules or isinstance(decision.bind, str):
            return None
        gesture = decision.bind(value)
        return gesture if isinstance(gesture, Move) else None

    def moved(self, seat: Seat, move: Move, against: Rejection) -> Rejection | None:
        """Let the game be as the table is when this was moved; or say why that can't be."""
        session = self._session
        if not session.timeline.at_restart:
            return Rejection("waived-later", {"rule": against.rule})
        state = session.state
        places = {
            place: [*([move.component] if place == move.target else []), *rest]
            for place, lying in state.places.items()
            for rest in [[each for each in lying if each != move.component]]
        }
        if not isinstance(session.override(encode(state, places), seat), Accepted):
            return against
        self._fresh.append(Rejection("waived", {"seat": seat, "rule": against.rule}))
        return None

    def fresh(self) -> list[Rejection]:
        """Give what is to be said to all of what was done against a rule, once."""
        fresh, self._fresh = self._fresh, []
        return fresh
