"""Rules that merely advise at this table: what breaks only one of them is done, and told."""

from __future__ import annotations

from typing import Any

from tts_tool.kernel.decisions import Decision, Move
from tts_tool.kernel.entries import Accepted
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.position import encode
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import Space
from tts_tool.referee.session import Session

__all__ = ["Waiving"]


class Waiving:
    """Knows which rules of legality or limit merely advise, and offers what only they refuse.

    Such an answer is an answer against a rule. Where the rules can't go on from it, a piece may
    be moved all the same: then the game is as the table shows it, as an override.
    """

    def __init__(self, session: Session) -> None:
        """Recall what was agreed on in this game."""
        self.rules = session.timeline.waived
        self._session = session
        self._fresh: list[Rejection] = []

    def could(self, rule: str) -> bool:
        """Tell whether a rule is one that somebody can be refused something by."""
        known = self._session.catalogue.rules.get(rule)
        return known is not None and known.forbids

    def switch(self, rule: str, *, off: bool) -> None:
        """Let a rule merely advise, or hold again; it stays so as long as the game."""
        self.rules = self.rules | {rule} if off else self.rules - {rule}

    def write_down(self) -> None:
        """Keep what was switched, when the page of the command that said so is written."""
        if self.rules != self._session.timeline.waived:
            self._session.waive(self.rules)

    def offered(self, decision: Decision[Any]) -> Space[Any]:
        """Offer also what only such a rule forbids."""
        space = decision.space()
        return space.without(self.rules) if self.rules else space

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
