"""A table to work with: open a save, let time pass, do what players do, look at what came of it.

    with Table.open(save) as table:
        table.run(60)
        table.red.draw(table.find("Deck"), 2)
        table.settle()
        assert len(table.hand("Red")) == 2

The table itself lives in a cage, a process of its own, for its scripts are not to be trusted.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Self

import msgspec

from tts_tool.errors import BadInput, NotFound
from tts_tool.saves.kinds import kind_of
from tts_tool.table import crossing, wire
from tts_tool.table.game import ChunkOutcome, Scripts
from tts_tool.table.looks import ObjectLook
from tts_tool.table.notices import GLOBAL, ExternalNotice, Failed, Printed
from tts_tool.table.pieces import Piece, Whereabouts, the_one
from tts_tool.table.players import Host, Player
from tts_tool.table.running import ChatLine, Running, Setup
from tts_tool.table.scripted_saves import with_scripts
from tts_tool.table.switches import Switches

__all__ = ["ChatLine", "Table"]

_LARGEST: Final = wire.MOST_BYTES - (1 << 20)
"""With room for what else is said when it is loaded."""

Save = Path | bytes | Mapping[str, Any]


class Table(Running):
    """A save that is open. Whoever plays is `table.red`, or `table.player("Red")`."""

    @classmethod
    def open(  # noqa: PLR0913 - whoever opens a table decides much
        cls,
        save: Save,
        *,
        seed: int = 0,
        switches: Switches | None = None,
        seconds: float = 5.0,
        keep_at: Path | None = None,
        seats: Sequence[str] = (),
        reach: str = "loopback",
        hold_scripts: bool = False,
    ) -> Self:
        """Open a save: a file, its bytes, or its content; run its scripts, unless held back.

        `seed` decides all chance, `seconds` is what one call of a script may take, `keep_at` where
        the table saves itself (by default a folder that goes with it), `seats` who sits there, the
        host first (by default the host alone, where the game would put them),
        `reach` what scripts may ask the web for: nothing, loopback (this machine) or anywhere.
        """
        raw, where = _raw(save)
        if len(raw) > _LARGEST:
            what = f"a save of {len(raw):,} bytes is too big for a table without the game"
            fix = (
                f"it takes {_LARGEST:,}: leave out things that nobody needs for what is to be tried"
            )
            raise BadInput(what, where=where, fix=fix)
        keep_at = keep_at and keep_at.absolute()  # as the game names its saves
        setup = Setup(seed, switches or Switches(), seconds, keep_at, seats, reach)
        table = cls(raw, where, setup)
        try:
            table._load(raw, "" if hold_scripts else "open")
        except BaseException:
            table.close()
            raise
        return table

    # ---- Scripts

    def execute(self, script: str, guid: str = GLOBAL) -> Any:  # noqa: ANN401 - what Lua gives
        """Run Lua in Global's script or an object's, and give what it returns."""
        return crossing.unpacked(self._ask("execute", guid, script), self._piece)

    @property
    def errors(self) -> list[Failed]:
        """List what scripts have done wrong so far."""
        return [*self.failed]

    @property
    def prints(self) -> list[str]:
        """List what scripts have printed so far."""
        return [each.text for each in self.notices if isinstance(each, Printed)]

    @property
    def messages(self) -> list[dict[str, Any]]:
        """List what scripts have sent to the outside so far."""
        return [each.message for each in self.notices if isinstance(each, ExternalNotice)]

    @property
    def missing(self) -> dict[str, int]:
        """Count the documented names that scripts have used and this table lacks."""
        return dict(self._ask("missing"))

    # ---- Looking

    @property
    def objects(self) -> list[Piece]:
        """List everything on the table, as it is now."""
        return self._look("")

    def seen_by(self, colour: str) -> list[Piece]:
        """List what somebody at a colour sees: of hidden faces only the backs."""
        return self._look(_known(colour))

    def find(self, what: str) -> Piece:
        """Find the one object with this GUID, nickname or name."""
        return the_one(what, self.objects)

    def with_memo(self, memo: str) -> Whereabouts | None:
        """Find what has this memo, by itself or in a deck, however much lies on the table."""
        found = self._ask("holding", memo)
        if found is None:
            return None
        look = msgspec.convert(found[0], ObjectLook)
        return Whereabouts(Piece(look, self._look_again), found[1], found[2])

    def hand(self, colour: str) -> list[Piece]:
        """List what is in somebody's hand."""
        mine = _known(colour)
        return [each for each in self.objects if each.hand == mine and each.kind != "Hand"]

    def inside(self, zone: Piece) -> list[Piece]:
        """List what is in a zone."""
        if not kind_of(zone.name).zone:
            raise BadInput(f"{zone!r} is no zone")
        return [each for each in self.objects if zone.handle in each.zones]

    def changes(self) -> tuple[dict[int, dict[str, Any]], list[int]]:
        """Say what differs from what this said last: things by their handles, and which are gone.

        Of each all is told from which a position can be read, in the shape of a save.
        """
        changed, gone = self._ask("changes")
        return dict(changed), list(gone)

    def ui(self, element: str, guid: str = GLOBAL) -> dict[str, str]:
        """Give the attributes of an element of the interface, and its text as `text`."""
        return dict(self._ask("element", element, guid))

    def screen(self, colour: str, guid: str = GLOBAL) -> list[dict[str, Any]]:
        """Give what somebody sees of the interface: elements with tag, id, text and children."""
        return list(self._ask("screen", colour, guid))

    def buttons(self) -> dict[str, list[dict[str, Any]]]:
        """Give the buttons that scripts have put on things, by GUID: no save has them."""
        return dict(self._ask("buttons"))

    # ---- Playing

    def player(self, colour: str, *, left: str = "") -> Player:
        """Give somebody's hands; who is not there yet joins and sits down.

        Whoever has `left` a colour comes back: it is the same person, with the same Steam id.
        """
        self._ask("sit", colour, left)
        return Player(self._gesture, colour)

    def __getattr__(self, name: str) -> Player:
        colour = name.capitalize()
        if name.startswith("_") or colour not in Player.COLOURS:
            raise AttributeError(f"a table has no {name}")
        return self.player(colour)

    @property
    def host(self) -> Host:
        """Give the hands of whoever runs the game."""
        return Host(self)

    # ---- What an editor does (see `tts_tool.table.game.Game`)

    @property
    def save_path(self) -> str:
        """Say which file the table belongs to."""
        return str(self._keeping.path)

    def scripts(self) -> Sequence[Scripts]:
        """Give Global, and every object on the table that has a script or an interface."""
        return [Scripts(*each) for each in self._ask("scripts")]

    def save_and_play(self, changes: Mapping[str, tuple[str, str]]) -> None:
        """Set scripts and interfaces and load the save again; what was not saved is lost."""
        with self._turn:
            if self.switches.on("save-and-play-calls-on-save"):
                self._ask("save", "fresh")
            rereads = self.switches.on("save-and-play-rereads-file")
            known = None if self.switches.on("save-and-play-adds-objects") else self._loaded
            raw = self._keeping.read() if rereads else self._loaded
            raw = with_scripts(raw, changes, self.save_path, known)
            if self.switches.on("save-and-play-writes-file"):
                self._keeping.write(raw)
            self.reload(raw)

    def execute_chunk(self, guid: str, script: str) -> ChunkOutcome:
        """Run a chunk that an editor sent; its error is told as a notice."""
        return ChunkOutcome(**self._ask("chunk", guid, script))

    def external_message(self, message: dict[str, Any]) -> None:
        """Call `onExternalMessage` in every script."""
        self._ask("message", message)

    # ---- Inside

    def _look(self, colour: str) -> list[Piece]:
        looks = msgspec.convert(self._ask("looks", colour), list[ObjectLook])
        return [Piece(look, self._look_again) for look in looks]

    def _piece(self, handle: int) -> Piece:
        return Piece(msgspec.convert(self._ask("look", handle), ObjectLook), self._look_again)

    def _look_again(self, piece: Piece) -> ObjectLook:
        return self._piece(piece.handle).look

    def _gesture(self, colour: str, name: str, arguments: Any, named: Any) -> Any:  # noqa: ANN401
        given = [crossing.packed(list(arguments), _handle), crossing.packed(dict(named), _handle)]
        return crossing.unpacked(self._ask("gesture", colour, name, *given), self._piece)


def _known(colour: str) -> str:
    if colour not in Player.COLOURS:
        colours = ", ".join(sorted(Player.COLOURS))
        raise NotFound(f"there is no colour {colour!r}", fix=f"one of {colours}")
    return colour


def _handle(value: object) -> int | None:
    return value.handle if isinstance(value, Piece) else None


def _raw(save: Save) -> tuple[bytes, str]:
    if isinstance(save, Path):
        return save.read_bytes(), str(save)
    if isinstance(save, bytes):
        return save, "save"
    try:
        return json.dumps(save, ensure_ascii=False).encode(), "save"
    except (TypeError, ValueError) as error:
        raise BadInput(f"this is no save: {error}") from error
