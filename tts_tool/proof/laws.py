"""Checks of what the things on the table obey at every moment."""

from __future__ import annotations

from collections import Counter

from tts_tool.kernel.state import State
from tts_tool.proof.play import Broken, Play
from tts_tool.texts import say

ENDLESS = 10_000
"""No game that people play asks so often."""


def components_conserved(play: Play) -> None:
    """After every event each component lies in exactly one place."""
    state, at = play.game.checkpoints[0].state.copy(), 0
    for game in play:
        for happened in game.happened[at:]:
            happened.event.fold(state)
            if wrong := miscounted(state):
                raise Broken(f"after {type(happened.event).__name__}: {wrong}")
        at = len(game.happened)
        if wrong := miscounted(game.state):
            raise Broken(f"in the state: {wrong}")


def miscounted(state: State) -> str:
    """Name components that lie nowhere, or in several places."""
    lies = Counter(component for ids in state.places.values() for component in ids)
    if lies.total() == len(state.inventory.components) == len(lies):
        return ""
    wrong = {c: lies[c] for c in (*state.inventory.components, *lies) if lies[c] != 1}
    return ", ".join(f"{component} lies in {count} places" for component, count in wrong.items())


def invariants_hold(play: Play) -> None:
    """What the rules declare to hold always does so at every decision."""
    for game in play:
        for holds in game.composition.invariants:
            if (flaw := holds(game.game)) is not None:
                raise Broken(f"{holds.__name__}: {say(flaw, game=play.match.cards.wordings)}")


def ends(play: Play) -> None:
    """The game comes to an end, and everyone has a rank or has lost."""
    for game in play:
        if len(game.entries) > ENDLESS:
            raise Broken(f"after {ENDLESS} answers the game still goes on")
    if play.game.over:
        state = play.game.state
        told = Counter([*(seat for rank in state.result for seat in rank), *state.lost])
        if told != Counter(play.match.seats):
            raise Broken(f"the ranking is {state.result}, and {state.lost} have lost")
