"""Who sits at the table: colours, seats, and what each has selected, copied or been asked."""

from collections.abc import Iterator
from typing import Any

from tts_tool.table.world.asking import Dialog, HandChoice
from tts_tool.table.world.vectors import ZERO, Vec

__all__ = ["BLACK", "COLOURS", "GREY", "SEATS", "TINTS", "People", "Person"]

GREY = "Grey"
# The colour of the game master, who sees everything.
BLACK = "Black"
SEATS = (
    *("White", "Brown", "Red", "Orange", "Yellow", "Green"),
    *("Teal", "Blue", "Purple", "Pink", BLACK),
)
COLOURS = (*SEATS, GREY)

TINTS: dict[str, Vec] = {
    "White": (1.0, 1.0, 1.0),
    "Brown": (0.443, 0.231, 0.09),
    "Red": (0.856, 0.1, 0.094),
    "Orange": (0.956, 0.392, 0.113),
    "Yellow": (0.905, 0.898, 0.172),
    "Green": (0.192, 0.701, 0.168),
    "Teal": (0.129, 0.694, 0.607),
    "Blue": (0.118, 0.53, 1.0),
    "Purple": (0.627, 0.125, 0.941),
    "Pink": (0.96, 0.439, 0.807),
    "Grey": (0.5, 0.5, 0.5),
    BLACK: (0.25, 0.25, 0.25),
}


class Person:
    """Somebody who has joined the game, at a colour or looking on in grey."""

    def __init__(self, name: str, steam_id: str, *, host: bool) -> None:
        self.name = name
        self.steam_id = steam_id
        self.host = host
        self.colour = GREY
        self.promoted = False
        self.blindfolded = False
        self.muted = False
        self.team = "None"
        self.lift_height = 0.2
        self.pointer: Vec = ZERO
        self.pointer_angle = 0.0
        self.hovers: int | None = None
        self.selected: dict[int, None] = {}
        self.copied: list[dict[str, Any]] = []
        self.heard: list[str] = []
        # What scripts have asked them and they have not answered yet.
        self.dialogs: list[Dialog] = []
        self.choice: HandChoice | None = None
        # Whatever a binding must remember of a person: camera, theme.
        self.attributes: dict[str, Any] = {}

    @property
    def seated(self) -> bool:
        """Tell whether they sit at a colour."""
        return self.colour != GREY

    @property
    def admin(self) -> bool:
        """Tell whether they may do what a host may."""
        return self.host or self.promoted


class People:
    """Everybody who has joined, in the order in which they came."""

    def __init__(self) -> None:
        self._all: list[Person] = []
        self._parted: dict[str, Person] = {}
        self._joined = 0

    def __iter__(self) -> Iterator[Person]:
        return iter(tuple(self._all))

    def __len__(self) -> int:
        return len(self._all)

    def join(self, name: str) -> Person:
        """Let somebody in; the first is the host."""
        self._joined += 1
        person = Person(name, f"7656119{self._joined:010d}", host=not self._all)
        self._all.append(person)
        return person

    def part(self, person: Person) -> None:
        """Let somebody go; whoever is told of it may still ask who it was."""
        self._all.remove(person)
        self._parted[person.steam_id] = person

    def back(self, colour: str) -> Person | None:
        """Let whoever was the last to leave a colour in again: with the same number as before."""
        left = next((one for one in reversed(self._parted.values()) if one.colour == colour), None)
        if left is not None:
            del self._parted[left.steam_id]
            left.colour = GREY
            self._all.append(left)
        return left

    def at(self, colour: str) -> Person | None:
        """Find who sits at a colour."""
        return next((one for one in self._all if one.colour == colour), None)

    def named(self, who: str) -> Person | None:
        """Find who goes by a colour or, of several in grey, by their own number."""
        found = self.at(who)
        return found or next((one for one in self._all if one.steam_id == who), None)

    def known(self, who: str) -> Person | None:
        """Find who goes by this, also if they have left."""
        return self.named(who) or self._parted.get(who)

    def name_of(self, person: Person) -> str:
        """Say what somebody goes by: their colour, if it is theirs alone."""
        return person.colour if self.at(person.colour) is person else person.steam_id

    @property
    def host(self) -> Person | None:
        """Find the host."""
        return next((one for one in self._all if one.host), None)

    @property
    def seated(self) -> list[Person]:
        """List who sits at a colour."""
        return [one for one in self._all if one.seated]

    @property
    def spectators(self) -> list[Person]:
        """List who looks on in grey."""
        return [one for one in self._all if not one.seated]
