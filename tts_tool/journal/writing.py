"""States as they are written down: whole, and as fingerprints by which a replay is known.

Of a big table little changes with one answer.  A writer remembers how it has written what lies
in each place, and writes anew only where something else lies now; places never change, they are
replaced, so the very same place needs no second look.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any, Final, NamedTuple

import msgspec

from tts_tool.kernel.events import Happened
from tts_tool.kernel.position import encode
from tts_tool.kernel.state import State

__all__ = ["Writer"]

SIZE: Final = 16  # bytes of a fingerprint: so many that no two are the same by chance
ROUND: Final = 1 << 8 * SIZE


class Contents(NamedTuple):
    """What lies in a place, as it was written."""

    lying: tuple[str, ...]
    plain: list[str]
    print: int
    """Its fingerprint, with the name of the place."""


class Writer:
    """Writes the states of one game, one after the other."""

    def __init__(self) -> None:
        """Begin with nothing written."""
        self._places: dict[str, Contents] = {}
        self._sum = 0
        self._down: tuple[frozenset[str], list[str]] = (frozenset(), [])

    def position(self, state: State) -> dict[str, Any]:
        """Write a state as plain data, of which what has not changed is shared: only look at it."""
        self._look(state)
        places = {name: self._places[name].plain for name in state.places}
        return encode(state, places, self._down[1])

    def digest(self, state: State, made: Sequence[Happened]) -> str:
        """Fingerprint a state and the events that led to it, the same on every machine.

        The places are fingerprinted each for itself, and these are added up.
        """
        self._look(state)
        rest = encode(state, {}, self._down[1])
        events = [happened.event for happened in made]
        told = msgspec.json.encode([rest, events], enc_hook=_position, order="deterministic")
        return blake2b(told + self._sum.to_bytes(SIZE), digest_size=SIZE).hexdigest()

    def _look(self, state: State) -> None:
        """See what lies somewhere else than when it was written last."""
        for name, lying in state.places.items():
            known = self._places.get(name)
            if known is None or known.lying is not lying:
                self._places[name] = _contents(name, lying)
                before = 0 if known is None else known.print
                self._sum = (self._sum - before + self._places[name].print) % ROUND
        if self._down[0] is not state.down:
            self._down = (state.down, sorted(state.down))


def _contents(name: str, lying: tuple[str, ...]) -> Contents:
    told = msgspec.json.encode((name, lying))
    print_ = int.from_bytes(blake2b(told, digest_size=SIZE).digest())
    return Contents(lying, list(lying), print_)


def _position(state: object) -> dict[str, Any]:
    """Write down the state that an override carries."""
    if isinstance(state, State):
        return encode(state)
    msg = f"an event carries {state!r}, which can't be written down"
    raise TypeError(msg)
