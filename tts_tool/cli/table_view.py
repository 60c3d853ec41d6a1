"""The table as a seat sees it, a line for each place and for each seat's tracks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tts_tool.referee.chronicle import Speaker

__all__ = ["seen"]

MOST_SHOWN = 12
"""So many open things of a place are named at most."""


def seen(tell: Speaker, seat: str | None) -> Iterator[str]:
    """Tell what lies where, and how the tracks stand."""
    view = tell.session.view(seat)
    for place, things in view["places"].items():
        if things:
            yield f"{tell.named(place)}: {_things(tell, things)}"
    for owner, tracks in _by_owner(tell, view["tracks"]).items():
        counted = ", ".join(f"{name} {value}" for name, value in tracks.items())
        yield f"{owner}{counted}"


def _by_owner(tell: Speaker, values: Mapping[str, int]) -> dict[str, dict[str, int]]:
    """Sort tracks by the seats they belong to, each with its name."""
    known = tell.session.composition.inventory.tracks
    sorted_: dict[str, dict[str, int]] = {}
    for track, value in values.items():
        owner = known[track].owner
        shared = owner is None or not tell.name(track.removesuffix(f".{owner}"))
        line = "" if shared else f"{tell.named(owner)}: "
        name = track if shared else track.removesuffix(f".{owner}")
        sorted_.setdefault(line, {})[tell.named(name)] = value
    return sorted_


def _things(tell: Speaker, lying: Sequence[Mapping[str, Any]]) -> str:
    """Name what lies in a place, with what its face shows; of many alike only the first."""
    open_ = [tell.named(each["id"]) + _face(tell, each) for each in lying if "id" in each]
    hidden, more = len(lying) - len(open_), len(open_) - MOST_SHOWN
    rest = [tell.word("and-more", count=more)] if more > 0 else []
    down = [tell.word("face-down", count=hidden)] if hidden else []
    return ", ".join([*open_[:MOST_SHOWN], *rest, *down])


def _face(tell: Speaker, one: Mapping[str, Any]) -> str:
    """Say what a face shows, as far as the cards have a name for it."""
    plain = ((field, value) for field, value in one.items() if isinstance(value, str | int))
    shown = [(name, value) for field, value in plain if (name := tell.name(field))]
    told = ", ".join(f"{name} {value}" for name, value in shown)
    return f" ({told})" if told else ""
