"""Does by name what a person does, as a test or a small script words it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import cache
from typing import Any

from tts_tool.errors import NotFound, Refused
from tts_tool.table import answering, pressing
from tts_tool.table.fitting import fitted
from tts_tool.table.hands import Player
from tts_tool.table.world.thing import Thing
from tts_tool.table.world.vectors import added
from tts_tool.table.world.world import World

__all__ = ["gesture", "gesture_named", "gestures"]

_ASIDE = (0.0, 2.0, 0.0)


def gesture(
    world: World, colour: str, name: str, arguments: list[Any], named: Mapping[str, Any]
) -> Any:  # noqa: ANN401
    """Let somebody do something; what came of it is returned as the gesture says."""
    run = gesture_named(name)
    player = Player(world, colour)
    player.person  # noqa: B018 - nobody does anything from an empty seat
    return fitted(name, run, (player, *arguments), named)


def gesture_named(name: str, where: str | None = None) -> Callable[..., Any]:
    """Find a gesture."""
    run = gestures().get(name)
    if run is None:
        raise NotFound(f"nobody can {name}", where=where, fix=_guess(name))
    return run


@cache
def gestures() -> Mapping[str, Callable[..., Any]]:
    """List all that a person can do."""
    own = {
        name: run
        for name, run in inspect.getmembers(Player, inspect.isfunction)
        if not name.startswith("_")
    }
    return {**own, **_WORDED, **_PRESSED}


def _guess(name: str) -> str:
    near = get_close_matches(name, gestures(), n=1)
    return f"did you mean {near[0]}?" if near else f"one of {', '.join(sorted(gestures()))}"


def _drop(player: Player, *things: Thing) -> bool:
    """Let go of things, or of all that is held."""
    done = [player.drop(thing) for thing in (things or _held(player))]
    return all(done)


def _drop_on(player: Player, thing: Thing, target: Thing | None = None) -> bool:
    """Drop a thing on another; with one named, drop on it all that is held."""
    if target is not None:
        return player.drop_on(thing, target)
    done = [player.drop_on(each, thing) for each in _held(player)]
    return all(done)


def _click(
    player: Player,
    target: Thing | str,
    index: int = 0,
    *,
    alt: bool = False,
    on: Thing | None = None,
) -> bool:
    """Press a button on a thing, or an element of an interface: the screen's, or that `on` one."""
    if isinstance(target, str):
        return pressing.press(player, target, on, alt=alt)
    return player.click(target, index, alt=alt)


def _paste(player: Player, *things: Thing) -> list[Thing]:
    """Paste what was copied; with things named, copy them first and paste above them."""
    if not things:
        return player.paste()
    return player.paste(added(things[0].position, _ASIDE)) if player.copy(*things) else []


def _held(player: Player) -> list[Thing]:
    held = [thing for thing in player.world if thing.held_by == player.colour]
    if not held:
        raise Refused(f"{player.colour} holds nothing", fix="pick something up first")
    return held


_WORDED: Mapping[str, Callable[..., Any]] = {
    "drop": _drop,
    "drop_on": _drop_on,
    "click": _click,
    "paste": _paste,
}
_PRESSED: Mapping[str, Callable[..., Any]] = {
    "edit": pressing.edit,
    "slide": pressing.slide,
    "choose": pressing.choose,
    "touch": pressing.touch,
    "answer": answering.answer,
    "cancel": answering.cancel,
    "choose_cards": answering.choose_cards,
    "refuse_cards": answering.refuse_cards,
}
