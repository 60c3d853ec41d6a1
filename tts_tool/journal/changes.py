"""What has changed in rules and cards between two headers, and who would want to know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from tts_tool.journal.notices import Notice
from tts_tool.journal.saved import Pins

__all__ = ["changes"]

# Players read this in the middle of a game; how many more there are is told.
MOST = 20
LONGEST = 60
Path = tuple[str, ...]


def changes(was: Pins, now: Pins) -> tuple[Notice, ...]:
    """Say what differs: modules by their behaviour, cards value by value."""
    cards = tuple(_said(*each) for each in _differences(was.cards, now.cards, ()))
    if len(cards) > MOST:
        cards = (*cards[:MOST], Notice("more-changed", {"count": len(cards) - MOST}))
    recorded = was.cards and now.cards
    if not recorded and was.cards_digest != now.cards_digest:
        cards = (Notice("cards-changed"),)
    return (*_modules(was.modules, now.modules), *cards)


def _modules(was: dict[str, int], now: dict[str, int]) -> Iterator[Notice]:
    for module in (*was, *(each for each in now if each not in was)):
        if module not in now:
            yield Notice("module-gone", {"module": module})
        elif module not in was:
            yield Notice("module-new", {"module": module})
        elif was[module] != now[module]:
            params: dict[str, str | int] = {"module": module}
            yield Notice("module-changed", {**params, "was": was[module], "now": now[module]})


def _differences(was: Any, now: Any, path: Path) -> Iterator[tuple[Path, Any, Any]]:  # noqa: ANN401
    """Find the innermost values that differ; what isn't there is `msgspec.UNSET`."""
    if isinstance(was, dict) and isinstance(now, dict):
        for key in (*was, *(each for each in now if each not in was)):
            below = (was.get(key, msgspec.UNSET), now.get(key, msgspec.UNSET))
            yield from _differences(*below, (*path, str(key)))
    elif _plain(was) != _plain(now):
        yield path, was, now


def _plain(value: Any) -> bytes:  # noqa: ANN401  # plain data
    """Compare as JSON does: a list and a tuple are the same, 1 and true are not."""
    return b"" if value is msgspec.UNSET else msgspec.json.encode(value, order="deterministic")


def _said(path: Path, was: Any, now: Any) -> Notice:  # noqa: ANN401  # plain data
    # The first word of the path only says which sort of thing it is: records, tables.
    params: dict[str, str | int] = {"path": ".".join(path[1:] or path)}
    if now is msgspec.UNSET:
        return Notice("card-gone", params)
    if was is msgspec.UNSET:
        return Notice("card-new", params)
    if isinstance(was, list | tuple) or isinstance(now, list | tuple):
        # What options lead to stands in lists; players read this in the middle of a game.
        return Notice("card-rewritten", params)
    return Notice("card-changed", {**params, "was": _short(was), "now": _short(now)})


def _short(value: Any) -> str:  # noqa: ANN401  # plain data
    text = _plain(value).decode()
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
