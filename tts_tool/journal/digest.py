"""Fingerprints by which a replay is known to lead to the same game."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

import msgspec

from tts_tool.kernel.events import Happened
from tts_tool.kernel.position import canonical, encode
from tts_tool.kernel.state import State

__all__ = ["digest"]


def digest(state: State, made: Sequence[Happened]) -> str:
    """Fingerprint a state and the events that led to it, the same on every machine."""
    events = [happened.event for happened in made]
    told = msgspec.json.encode(events, enc_hook=_position, order="deterministic")
    return blake2b(canonical(state) + told, digest_size=16).hexdigest()


def _position(state: object) -> dict[str, Any]:
    """Write down the state that an override carries."""
    if isinstance(state, State):
        return encode(state)
    msg = f"an event carries {state!r}, which can't be written down"
    raise TypeError(msg)
