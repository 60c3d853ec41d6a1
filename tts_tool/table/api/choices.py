"""Choosing cards in a hand, and checkpoints for rewinding."""

from __future__ import annotations

from tts_tool.table.api.caller import Caller
from tts_tool.table.api.registry import function
from tts_tool.table.api.values import items, seat_colour
from tts_tool.table.scripts.values import Function
from tts_tool.table.world.asking import HandChoice

__all__: list[str] = []


# ---- Hands: what is open is known of each person (see `tts_tool.table.answering`)


def _seats(caller: Caller, player_colors: object) -> list[str]:
    if player_colors is None:
        return [person.colour for person in caller.world.people.seated]
    return [seat_colour(each) for each in items(player_colors)]


def _choose(
    caller: Caller,
    label: str,
    least: int,
    most: int,
    prompt: str,
    player_colors: object,
    *,
    may_cancel: bool,
) -> list[str]:
    choice = HandChoice(label, least, max(most, least), prompt, may_cancel)
    asked = []
    for colour in _seats(caller, player_colors):
        person = caller.world.people.at(colour)
        if person is not None and person.choice is None:
            person.choice = choice
            asked.append(colour)
    return asked


@function("base", "chooseInHand")
def _choose_in_hand(
    caller: Caller,
    label: str,
    min_selected_count: int = 1,
    max_selected_count: int = 1,
    prompt: str = "",
    player_colors: object = None,
) -> list[str]:
    counts = (min_selected_count, max_selected_count)
    return _choose(caller, label, *counts, prompt, player_colors, may_cancel=False)


@function("base", "chooseInHandOrCancel")
def _choose_or_cancel(
    caller: Caller,
    label: str,
    min_selected_count: int = 1,
    max_selected_count: int = 1,
    prompt: str = "",
    player_colors: object = None,
) -> list[str]:
    counts = (min_selected_count, max_selected_count)
    return _choose(caller, label, *counts, prompt, player_colors, may_cancel=True)


@function("base", "clearChooseInHand")
def _clear(caller: Caller, player_colors: object = None) -> list[str]:
    cleared = []
    for colour in _seats(caller, player_colors):
        person = caller.world.people.at(colour)
        if person is not None and person.choice is not None:
            person.choice = None
            cleared.append(colour)
    return cleared


@function("base", "currentChooseInHand")
def _current(caller: Caller, player_color: str) -> str:
    person = caller.world.people.at(seat_colour(player_color))
    return person.choice.label if person is not None and person.choice is not None else ""


# ---- Checkpoints: what may be stored stands in memory, for whoever keeps them


@function("base", "storeRewindState")
def _store(
    caller: Caller,
    and_then: Function | None = None,
    block_further_stores: bool = False,
) -> bool:
    memory = caller.desk.memory
    memory["rewind wanted"] = memory.get("rewind wanted", 0) + 1
    memory["rewind blocked"] = block_further_stores
    if and_then is not None:
        caller.desk.waiting.after(
            1, lambda: caller.scripts.run_function(and_then, name="storeRewindState")
        )
    return True


@function("base", "allowRewindStore")
def _allow(caller: Caller) -> bool:
    return bool(caller.desk.memory.pop("rewind blocked", False))
