"""Questions: who is asked what, why, what can be answered, and what it looks like on a table."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from typing import Any, Generic, Literal, Protocol, TypeVar

import msgspec

from tts_tool.kernel.inventory import Seat, kebab
from tts_tool.kernel.spaces import Space
from tts_tool.kernel.state import State

T = TypeVar("T")

TABLE: Seat = ""
"""Who answers for chance when dice and decks are real."""

Kind = Literal["question", "offer", "again", "chance"]


class Gesture(msgspec.Struct, frozen=True, gc=False, tag_field="gesture", tag=kebab):
    """Something that hands do at a table and that means an answer."""


class Move(Gesture, frozen=True):
    """Put a component into a place."""

    component: str
    target: str


class Turn(Gesture, frozen=True):
    """Turn a component over."""

    component: str


class Press(Gesture, frozen=True):
    """Press a button that lies on the table."""

    button: str


class Roll(Gesture, frozen=True):
    """Roll a die."""

    die: str


BUTTON = "button only"
"""Said where no gesture could mean the answer: it is given by a button of the panel."""

Bind = Callable[[Any], Gesture | None] | str
"""From an option's value to the gesture that means it, or the words "button only"."""


Label = Callable[[Any], Mapping[str, str] | None]
"""From an option's value to what it is called, by language; components have names anyway."""


def unlabelled(_value: object) -> None:
    """Have no words of its own for an option."""


class Asking(Protocol):
    """What a question needs of the game that asks it."""

    version: int
    state: State


class Decision(Generic[T]):
    """One question to one seat.  What can be answered is a function of the state."""

    __slots__ = (
        "_id",
        "_looked",
        "_space",
        "_version",
        "always",
        "bind",
        "game",
        "key",
        "kind",
        "label",
        "name",
        "seat",
        "why",
    )

    def __init__(  # noqa: PLR0913  # a question has this many sides
        self,
        game: Asking,
        seat: Seat,
        name: str,
        space: Callable[[], Space[T]],
        *,
        why: str = "",
        bind: Bind = BUTTON,
        label: Label = unlabelled,
        always: bool = False,
        kind: Kind = "question",
    ) -> None:
        """Ask a seat; `always` asks also where only one answer is left.

        A question is skipped where there is nothing to decide.  Ask it always where the
        skipping itself would tell the others something.
        """
        self.seat = seat
        self.name = name
        self.why = why
        self.bind = bind
        self.label = label
        self.always = always
        self.kind: Kind = kind
        self.key = f"{name}/{seat}"
        self.game = game
        self._space = space
        self._looked: Space[T]
        self._version = -1

    def space(self) -> Space[T]:
        """Look at what can be answered now."""
        if self.game.version != self._version:
            self._looked = self._space()
            self._version = self.game.version
            self._id = ""
        return self._looked

    @property
    def id(self) -> str:
        """Name this asking: it changes when the question is asked again or its options do."""
        space = self.space()
        if not self._id:
            shape = msgspec.json.encode(space.describe(), order="deterministic")
            asked = self.game.state.asked.get(self.key, 0)
            self._id = f"{self.key}/{asked}/{zlib.crc32(shape):08x}"
        return self._id

    def words(self, value: object) -> dict[str, str]:
        """Give what an option is called, by language, if it has no name of its own."""
        return dict(self.label(value) or {})

    def bindings(self) -> list[tuple[Any, Gesture]]:
        """List the gestures that mean an answer, each with the answer's value."""
        if isinstance(self.bind, str):
            return []
        bound = [(option.value, self.bind(option.value)) for option in self.space().options()]
        return [(value, gesture) for value, gesture in bound if gesture is not None]

    def describe(self) -> dict[str, Any]:
        """Give the question as plain data."""
        return {
            "id": self.id,
            "seat": self.seat,
            "name": self.name,
            "kind": self.kind,
            "why": self.why,
            "space": self.space().describe(),
            "bindings": [
                {"value": value, "gesture": msgspec.to_builtins(gesture)}
                for value, gesture in self.bindings()
            ],
            "button": isinstance(self.bind, str),
        }


class Stroke(msgspec.Struct, frozen=True, gc=False):
    """Answers that a seat may give at one stroke, one after the other, and what that is called."""

    answers: tuple[tuple[str, Any], ...]
    """The name of each question, and what is answered to it."""
    words: Mapping[str, str]
    standing: str = ""
    """Names what is answered so again, as long as the game offers it by this name."""


def several(decision: Decision[Any]) -> bool:
    """Tell whether there is really something to decide: two answers or more."""
    return len(decision.space().sole()) > 1
