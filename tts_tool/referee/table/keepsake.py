"""What a table keeps of its game: enough to go on from the save alone, on any computer.

That is the last restart point, with what the game is played with. It is one short text, which the
script of the table saves with its own state.
"""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from binascii import Error
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from tts_tool.catalog import Catalogue
from tts_tool.errors import BadInput
from tts_tool.journal import Journal, Notice, Pins, changes
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.module import Ruleset
from tts_tool.referee.session import Session

__all__ = ["Keepsake", "Keepsakes", "begun_from", "unpacked"]

MOST: Final = 2_000_000
"""So many bytes at most come out of what a table has kept: it comes from anywhere."""


class Keepsake(msgspec.Struct, frozen=True, kw_only=True):
    """A game at its last restart point."""

    game: str
    kept_as: str = ""
    """The name of the game in the journal of whoever hosted it."""
    seats: tuple[Seat, ...]
    modules: tuple[str, ...]
    settings: dict[str, str] = {}
    seed: str = ""
    observed: tuple[str, ...] = ()
    position: dict[str, Any]
    behaviours: dict[str, int] = {}
    """By module the number of its behaviour, as it was played; older tables don't say it."""
    cards_digest: str = ""

    @property
    def pins(self) -> Pins:
        """Give what a later build may have changed."""
        return Pins(self.behaviours, self.cards_digest, {})


class Keepsakes:
    """Packs the last restart point of a session, when there is a new one."""

    def __init__(self, session: Session) -> None:
        """Keep what a session has come to."""
        self._session = session
        self._packed_at: tuple[int, int, int] = (-1, -1, -1)
        self._packed = ""

    def packed(self) -> str:
        """Give the last restart point as a text."""
        session = self._session
        last = session.timeline.checkpoints[-1]
        at = (session.epoch, last.entry, last.event)
        if at != self._packed_at:
            self._packed_at, self._packed = at, _packed(session)
        return self._packed


def _packed(session: Session) -> str:
    header = session.timeline.header
    position, _ = session.position()
    keepsake = Keepsake(
        game=session.ruleset.name,
        kept_as=session.kept_as or "",
        seats=session.seats,
        modules=tuple(header.modules),
        settings=header.settings,
        seed=header.luck.seed,
        observed=header.luck.observed,
        position=position,
        behaviours=header.modules,
        cards_digest=header.cards_digest,
    )
    # As small as can be would be a hundredth smaller, and take twice as long after each answer.
    return b64encode(zlib.compress(msgspec.json.encode(keepsake))).decode()


def unpacked(text: str) -> Keepsake:
    """Read what a table has kept; a `BadInput` says that it is nothing of the kind."""
    try:
        packed = zlib.decompressobj()
        plain = packed.decompress(b64decode(text, validate=True), MOST)
        return msgspec.json.decode(plain, type=Keepsake)
    except (ValueError, Error, zlib.error, msgspec.MsgspecError, RecursionError) as error:
        raise BadInput(
            f"what the table has kept of its game can't be read: {error}",
            fix="go on with a game of the journal, or begin a new one",
        ) from error


def begun_from(
    keepsake: Keepsake, ruleset: Ruleset, catalogue: Catalogue, journal: Journal | None
) -> Session:
    """Go on from what a table has kept, as a new game of this journal.

    Where rules or cards are others than those it was played with, its notices say so.
    """
    chosen: Mapping[str, str] = keepsake.settings
    session = Session.new(
        ruleset,
        catalogue,
        seats=keepsake.seats,
        modules=keepsake.modules,
        settings=chosen,
        seed=keepsake.seed,
        observed=keepsake.observed,
        position=keepsake.position,
        journal=journal,
    )
    if keepsake.behaviours:
        now = Pins.of(session.timeline.header)
        changed = changes(keepsake.pins, msgspec.structs.replace(now, cards={}))
        session.notices = (*changed, Notice("from-position")) if changed else ()
    return session
