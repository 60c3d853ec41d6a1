"""The house in which a table stands: begins the game that was chosen, or goes on with one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

from tts_tool.journal import Journal
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.module import Composition, Setup
from tts_tool.kernel.rejection import Rejection
from tts_tool.referee import opening
from tts_tool.referee.session import Session
from tts_tool.referee.table.adopting import adopted
from tts_tool.referee.table.faults import Note
from tts_tool.referee.table.host import Host
from tts_tool.referee.table.keepsake import begun_from
from tts_tool.referee.table.lobby import Offer, Plan
from tts_tool.referee.table.stand_ins import StandIn

__all__ = ["House"]


class House(NamedTuple):
    """What is on offer, where games are kept, and what holds for all of them."""

    offer: Offer
    journal: Journal
    settings: Mapping[str, str]
    """Readings and house rules of new games."""
    observed: tuple[str, ...]
    """Streams of chance, or beginnings of them, that the table has dice or piles for."""
    language: str = "en"
    note: Note | None = None
    anew: Callable[[], Mapping[str, str]] = dict
    """Gives the pieces of the build, to make those anew that are lost at the table."""
    proven: tuple[str, ...] = ()
    """Events in which the game is known to listen to a script that says no."""

    bots: Callable[[Session, Seat], StandIn] | None = None
    """Gives who plays for somebody that is away, if there are bots for this game."""

    def begin(self, plan: Plan) -> Host:
        """Make the host of a game; a `UserError` says why it can't be played."""
        session, said = self._session(plan)
        host = Host(
            session,
            {seat: self.offer.colours[seat] for seat in session.seats},
            self.language,
            tongues=plan.tongues,
            mode=plan.mode,
            digest=self.offer.digest,
            note=self.note,
            anew=self.anew,
            proven=self.proven,
            bots=partial(self.bots, session) if self.bots is not None else None,
        )
        host.asks_which = not plan.is_sure
        host.tell_house_rules()
        host.tell_changes()
        host.tell_also_host(*said)
        return host

    def _session(self, plan: Plan) -> tuple[Session, tuple[Rejection, ...]]:
        """Give the game that was chosen, and what is to be said where it was read from a table."""
        if plan.keepsake is not None:
            offer = self.offer
            return begun_from(plan.keepsake, offer.ruleset, offer.catalogue, self.journal), ()
        if plan.resume:
            return self._resumed(plan.resume), ()
        if plan.found is None:
            return self._begun(plan), ()
        taken = adopted(plan.found, self._composition(plan))
        return self._begun(plan, taken.position), taken.said

    def _composition(self, plan: Plan) -> Composition:
        ruleset = self.offer.ruleset
        names = opening.choose_modules(ruleset, ruleset.completed(plan.boxes, plan.seats))
        settings = opening.choose_settings(ruleset, names, self._settings(plan))
        return opening.composed(ruleset, Setup(plan.seats, names, settings, self.offer.catalogue))

    def _begun(self, plan: Plan, position: dict[str, Any] | None = None) -> Session:
        return Session.new(
            self.offer.ruleset,
            self.offer.catalogue,
            seats=plan.seats,
            modules=plan.boxes,
            settings=self._settings(plan),
            observed=self.observed,
            position=position,
            journal=self.journal,
        )

    def _settings(self, plan: Plan) -> dict[str, str]:
        """Give the house rules that were chosen, of the boxes that are played with."""
        ruleset = self.offer.ruleset
        names = ruleset.completed(plan.boxes, plan.seats)
        known = {setting.name for setting in ruleset.settings(names)}
        chosen = {name: value for name, value in plan.settings.items() if name in known}
        return {**self.settings, **chosen}

    def _resumed(self, game: str) -> Session:
        return Session.resume(self.journal, game, self.offer.ruleset, self.offer.catalogue)
