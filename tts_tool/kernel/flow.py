"""What rules are written as: flows, and what a flow may wait for."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar

from tts_tool.kernel.decisions import Decision

if TYPE_CHECKING:
    from tts_tool.kernel.inventory import Seat

T = TypeVar("T")


class Race(NamedTuple):
    """Questions of which the first answer closes the rest."""

    decisions: tuple[Decision[Any], ...]


class Together(NamedTuple):
    """A secret choice of each seat; all are opened when the last is made."""

    name: str
    flows: Mapping[Seat, Callable[[], Flow[Any]]]


class Interleave(NamedTuple):
    """Flows of several seats that go on side by side."""

    flows: Mapping[Seat, Callable[[], Flow[Any]]]


Want: TypeAlias = Decision[Any] | Race | Together | Interleave
Flow: TypeAlias = Generator[Want, Any, T]


def _nothing() -> Flow[None]:
    yield from ()


NOTHING = _nothing()
"""A flow that is over, for where there is nothing to do."""
next(NOTHING, None)
