"""What a session works on, what it may do, and what whoever edits is told of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final, Literal, NamedTuple, Protocol, Self

from tts_tool.errors import UserError
from tts_tool.here import seen_from_here
from tts_tool.saves.tree import Node
from tts_tool.sync.dev.edits import Edits
from tts_tool.sync.dev.layout import Layout

__all__ = ["Allowed", "Files", "Kind", "News", "Sent", "few", "names", "words"]

_FEW: Final = 3
"""Any few do, as examples; the others are counted."""


class Files(Protocol):
    """Files that say how a table should be."""

    @property
    def rules(self) -> str:
        """Give the digest of what rules read of the files; nothing, if there are no rules."""

    @property
    def layout(self) -> Layout:
        """Give where things go, as it is written into the script of the table."""

    def save(self, edited: Iterable[Path], overtaken: Callable[[], bool]) -> Node:
        """Give the save that they say, after some were edited; what is wrong is raised.

        What takes long may end as `Overtaken`, once it is.
        """

    def moved(self, edited: Iterable[Path]) -> Node | None:
        """Give the last save with things where the files have them now, if that is quicker.

        All else that such an edit means is given by `save`, and what is wrong is told by it.
        """

    def source(self, guid: str, line: int, column: int) -> str:
        """Say from which file a place of a script comes, if scripts are filled in."""


class Allowed(NamedTuple):
    """What somebody has said may be done, and what is assumed of the game.

    `reload`: the game may load its save again without being asked each time. `rereads`: it reads
    the file of the save then.
    """

    bind: bool = False
    force: bool = False
    reload: bool = False
    rereads: bool = True


class Sent(NamedTuple):
    """What went into the game: how, to what, and how long it took since the edit was noticed."""

    way: Literal["message", "objects", "load"]
    what: tuple[str, ...]
    seconds: float
    moved: Mapping[str, str] = {}


Kind = Literal[
    "ready",  # a table follows
    "away",  # none does, and why
    "does",  # something that takes longer begins
    "sent",  # an edit has arrived
    "waits",  # one can't arrive yet
    "kept",  # the game's own is left as it is
    "asks",  # somebody has to do something in the game
    "offers",  # an edit is taken only if somebody says so
    "serves",  # the pictures of the table
    "referee",  # the referee of the game has said something
    "mistake",
    "mended",
    "same",  # nothing differs
]


class News(NamedTuple):
    """Something that whoever edits should read."""

    kind: Kind
    text: str
    fix: str = ""
    details: tuple[str, ...] = ()
    sent: Sent | None = None

    @classmethod
    def of(cls, kind: Kind, error: UserError) -> Self:
        """Say what is wrong; its place comes first, as it is seen from here."""
        return cls(kind, seen_from_here(str(error)), error.fix or "", error.details)


def few(several_names: Iterable[str]) -> str:
    """Name some of several, and count the others."""
    several = list(several_names)
    more = len(several) - _FEW
    return ", ".join(several[:_FEW]) + (f" and {more} more" if more > 0 else "")


def names(left: Edits) -> tuple[str, ...]:
    """Name the things that differ."""
    several = (*(each.thing for each in left.changed), *left.added, *left.gone)
    return tuple(dict.fromkeys(each.name for each in several))


def words(sent: Sent) -> str:
    """Say in a line what went where, and how long it took."""
    how = {"message": "told", "objects": "set where it lies", "load": "loaded anew"}[sent.way]
    return f"{few(dict.fromkeys(sent.what))}: {how}, {sent.seconds * 1000:.0f} ms"
