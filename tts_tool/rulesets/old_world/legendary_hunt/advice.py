"""What a sensible hunter does, for bots: train on the way, win trophies, and strike in time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any

from tts_tool.kernel.game import Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.spaces import Space
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.box.box import card, where
from tts_tool.rulesets.old_world.base.box.records import ATTRIBUTES
from tts_tool.rulesets.old_world.base.fight.fight import Fight
from tts_tool.rulesets.old_world.base.turn.actions import training_price
from tts_tool.rulesets.old_world.base.witcher.attributes import attribute_track
from tts_tool.rulesets.old_world.legendary_hunt import worths
from tts_tool.rulesets.old_world.legendary_hunt.blows import Assault
from tts_tool.rulesets.old_world.legendary_hunt.journey import (
    Journey,
    quality,
    raise_worth,
    step_worth,
)
from tts_tool.rulesets.old_world.legendary_hunt.module import legendary_hunt

LOOKED_AT = 400
"""So many purchases are compared at most."""


def allowed(space: Space[Any]) -> list[Any]:
    """List what can be chosen."""
    return [each.value for each in space.options() if each.rejection is None]


@legendary_hunt.advises("phase-1")
def approach(g: Game, seat: Seat, space: Space[Any]) -> str:
    """Finish quests, and else begin the way that leads to most."""
    can = [str(each) for each in allowed(space)]
    quest = next((each for each in can if each.startswith("quest")), None)
    return quest or Journey(g, seat).first_step(can)


@legendary_hunt.advises("phase-2")
def strike(g: Game, seat: Seat, space: Space[Any]) -> str:
    """Do what promises most; a lost fight with the legend brings a token at least."""
    journey = Journey(g, seat)
    ways = journey.evenings(where(g, seat), len(g.cards(places.hand(seat))))
    ways["meditate"] = step_worth(g, seat) * journey.later
    return max(map(str, allowed(space)), key=lambda each: ways.get(each, 0.0))


@legendary_hunt.advises("train", "learn", "free-attribute")
def train(g: Game, seat: Seat, space: Space[Any]) -> str | None:
    """Raise what is worth most for what it costs."""
    levels = tuple(g.track(attribute_track(g, seat, each)) for each in ATTRIBUTES)
    witcher = g.track(places.witcher(seat))
    can = allowed(space)
    worth = {
        each: raise_worth(g, seat, each, levels, witcher)
        - worths.GOLD * training_price(g, seat, each)
        for each in ATTRIBUTES
        if each in can
    }
    return max(worth, key=lambda each: worth[each], default=None)


@legendary_hunt.advises("combo")
def combine(g: Game, seat: Seat, space: Space[Any]) -> str | None:
    """Lay the Combo that is worth most against a monster, and against Protection a long one."""
    return Assault(g, seat, allowed(space)).next() if g.part(Fight).monster else None


@legendary_hunt.advises("purchase")
def buy(g: Game, seat: Seat, space: Space[Any]) -> Any:  # noqa: ANN401, ARG001  # as it is asked
    """Buy what is worth most in fights, and keep cards for the next way."""

    def gain(answer: Mapping[str, Any]) -> float:
        paid = [quality(card(g, each)) for each in answer.get("pay", ())]
        bought = quality(card(g, answer["card"])) if "card" in answer else 0.0
        return worths.BOUGHT * bought - worths.PAID * len(paid) - 2 * worths.KEPT * sum(paid)

    return max(islice(space.answers(), LOOKED_AT), key=gain, default=None)


@legendary_hunt.advises("bargain")
def settle_for_less(g: Game, seat: Seat, space: Space[Any]) -> str:  # noqa: ARG001  # as it is asked
    """Pay where that can be paid: what is offered after the first way hurts less."""
    return str(allowed(space)[-1])


@legendary_hunt.advises("toll")
def hand_over(g: Game, seat: Seat, space: Space[Any]) -> Any:  # noqa: ANN401, ARG001  # as it is asked
    """Part with what is worth least."""

    def loss(answer: Iterable[str]) -> float:
        return sum(quality(card(g, each)) for each in answer)

    return min(islice(space.answers(), LOOKED_AT), key=loss, default=None)
