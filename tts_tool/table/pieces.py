"""An object on a table, as somebody outside of its cage holds it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import NamedTuple

from tts_tool.errors import BadInput, NotFound
from tts_tool.table.looks import Content, ObjectLook

__all__ = ["Piece", "Whereabouts", "the_one"]


class Piece:
    """A reference to an object: `look` is how it was when last looked at.

    >>> piece = Piece(some_look, look_again)  # doctest: +SKIP
    >>> piece.position, piece.again().position  # doctest: +SKIP
    """

    def __init__(self, look: ObjectLook, again: Callable[[Piece], ObjectLook]) -> None:
        self.look = look
        self._again = again

    def __repr__(self) -> str:
        return f"<{self.look.name} {self.guid} {self.nickname!r}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Piece) and other.handle == self.handle

    def __hash__(self) -> int:
        return hash(self.handle)

    def again(self) -> Piece:
        """Look at it again: as it is now."""
        return Piece(self._again(self), self._again)

    @property
    def handle(self) -> int:
        """The number by which the table knows it."""
        return self.look.handle

    @property
    def guid(self) -> str:
        """The name that scripts know it by."""
        return self.look.guid

    @property
    def name(self) -> str:
        """What it is made of, such as `Custom_Tile`."""
        return self.look.name

    @property
    def kind(self) -> str:
        """What scripts call its type, such as `Tile`."""
        return self.look.kind

    @property
    def nickname(self) -> str:
        """What people call it."""
        return self.look.nickname

    @property
    def description(self) -> str:
        """What is written on it."""
        return self.look.description

    @property
    def position(self) -> tuple[float, float, float]:
        """Where it is."""
        return self.look.position

    @property
    def rotation(self) -> tuple[float, float, float]:
        """How it is turned."""
        return self.look.rotation

    @property
    def scale(self) -> tuple[float, float, float]:
        """How large it is beside its own size."""
        return self.look.scale

    @property
    def locked(self) -> bool:
        """Whether it stays where it is."""
        return self.look.locked

    @property
    def face_down(self) -> bool:
        """Whether its face looks at the table."""
        return self.look.face_down

    @property
    def held_by(self) -> str:
        """The colour of whoever holds it."""
        return self.look.held_by

    @property
    def hand(self) -> str:
        """The colour of the hand that it is in."""
        return self.look.hand

    @property
    def zones(self) -> tuple[int, ...]:
        """The handles of the zones that it is in."""
        return self.look.zones

    @property
    def tags(self) -> tuple[str, ...]:
        """Its tags."""
        return self.look.tags

    @property
    def value(self) -> int | float | str | None:
        """What it shows or is worth: a number of a die or counter, a text; None for most."""
        return self.look.value

    @property
    def sight(self) -> str:
        """How much of it was seen: its face, or its back."""
        return self.look.sight

    @property
    def contents(self) -> tuple[Content, ...]:
        """What lies in it."""
        return self.look.contents

    @property
    def quantity(self) -> int:
        """How many things it holds."""
        return self.look.quantity


class Whereabouts(NamedTuple):
    """Where something lies: by itself, or as one of the cards of a deck."""

    piece: Piece
    inside: str
    """Its GUID in the deck; empty if it lies by itself."""
    of: int
    """How many lie there."""


def the_one(what: str, among: Sequence[Piece]) -> Piece:
    """Find the one with this GUID, or else this nickname, or else this name."""
    for named in (_by_guid, _by_nickname, _by_name):
        found = [piece for piece in among if named(piece) == what]
        if len(found) == 1:
            return found[0]
        if found:
            guids = ", ".join(piece.guid for piece in found[:8])
            raise BadInput(f'{len(found)} objects are called "{what}"', fix=f"take one of {guids}")
    known = {each for piece in among for each in (piece.guid, piece.nickname, piece.name) if each}
    near = get_close_matches(what, sorted(known), n=1)
    fix = f'did you mean "{near[0]}"?' if near else f"there are {len(among)} objects on the table"
    raise NotFound(f'no object is called "{what}"', fix=fix)


def _by_guid(piece: Piece) -> str:
    return piece.guid


def _by_nickname(piece: Piece) -> str:
    return piece.nickname


def _by_name(piece: Piece) -> str:
    return piece.name
