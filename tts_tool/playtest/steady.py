"""A bot for Old World that plays like somebody who knows the rules and takes no risks.

It walks to monsters that it can beat, trains on the way, lays the best Combo that its hand holds,
and pays with its worst cards. It looks at what everybody sees, and at its own hand. What is worth
doing by the rules of a box says the box: `Module.advises`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from itertools import islice
from random import Random
from typing import Any, Final, cast

from tts_tool.kernel.decisions import Decision
from tts_tool.kernel.game import Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.module import Advice
from tts_tool.kernel.rejection import Rejection
from tts_tool.rulesets.old_world.base.board.monsters import in_slot, monster
from tts_tool.rulesets.old_world.base.board.tokens import lies_at
from tts_tool.rulesets.old_world.base.box.box import Card, location, where
from tts_tool.rulesets.old_world.base.box.records import ATTRIBUTES, TERRAINS
from tts_tool.rulesets.old_world.base.fight.duel import TAVERN
from tts_tool.rulesets.old_world.base.fight.fight import Fight, life
from tts_tool.rulesets.old_world.base.witcher.attributes import attribute_track

__all__ = ["SteadyBot"]

LOOKED_AT: Final = 400
"""So many complete answers are compared at most."""
COURAGE: Final = 1.0
"""A monster is attacked by who has so many times its life, or more."""
KEPT: Final = 2
"""So many cards are kept in the hand for the fight at the end of the way."""
HELPFUL: Final = frozenset({*ATTRIBUTES, "school", "potion", "trail"})
"""What is worth doing where one stands."""
FREE: Final = 2
"""What is not a card, as the gold that a move may cost, is worth about this."""


class SteadyBot:
    """Answers by simple rules; where it has none it takes any allowed answer."""

    def __init__(self, seed: str) -> None:
        """Seed the bot's own chance, which is not the game's."""
        self._random = Random(seed)  # noqa: S311  # a game, not a secret

    def answer(self, decision: Decision[Any]) -> Any:  # noqa: ANN401  # whatever the question wants
        """Choose among what is allowed."""
        space = decision.space()
        kind = "use" if decision.name.startswith("use-") else decision.name
        g = cast("Game", decision.game)
        plans = [partial(say, g, decision.seat, space) for say in advice(g, decision.name)]
        if kind in PLANS:
            plans.append(partial(PLANS[kind], g, decision))
        for plan in plans:
            wanted = plan()
            if wanted is not None and not isinstance(space.check(wanted), Rejection):
                return wanted
        return space.sample(self._random.randrange)


Plan = Callable[[Game, Decision[Any]], Any]
"""Says what to answer, or nothing."""


def advice(g: Game, question: str) -> tuple[Advice, ...]:
    """Give what boxes advise about a question, the last box first."""
    return g.composition.advice.get(question, ())


def free(decision: Decision[Any]) -> list[Any]:
    """List what can be chosen."""
    return [each.value for each in decision.space().options() if each.rejection is None]


# What cards are worth


def printed(g: Game, component: object) -> Card | None:
    """Give what is printed on an Action card."""
    known = g.state.inventory.cards.get(component) if isinstance(component, str) else None
    return known if isinstance(known, Card) else None


def worth(g: Game, component: object) -> float:
    """Say what an Action card is worth in a fight, with what can be laid against it."""
    card = printed(g, component)
    if card is None:
        return FREE
    tabs = [symbols(each.effect) for each in card.extensions]
    return symbols(card.fight) + len(tabs) + max(tabs, default=0) / 2


def symbols(shown: Any) -> float:  # noqa: ANN401  # of a card or of a tab
    """Weigh damage, shield and cards that are drawn."""
    return float(3 * shown.damage + 1.5 * shown.shield + 1.5 * shown.draw + shown.fetch)


def cheapest(g: Game, decision: Decision[Any]) -> Any:  # noqa: ANN401  # as the question wants
    """Part with what is worth least."""
    return best(decision, lambda answer: -sum(worth(g, each) for each in listed(answer)))


def dearest(g: Game, decision: Decision[Any]) -> Any:  # noqa: ANN401
    """Take what is worth most."""
    return best(decision, lambda answer: sum(worth(g, each) for each in listed(answer)))


def bargain(g: Game, decision: Decision[Any]) -> Any:  # noqa: ANN401
    """Gain most for what is given away."""

    def gain(answer: Mapping[str, Any]) -> float:
        gained = answer.get("card", answer.get("gain"))
        given = [*listed(answer.get("pay", ())), *listed(answer.get("trash", ()))]
        return 2 * worth(g, gained) - sum(worth(g, each) for each in given)

    return best(decision, gain)


def nothing(_g: Game, _decision: Decision[Any]) -> Any:  # noqa: ANN401
    """Leave all as it is, if that is allowed."""
    return ()


def listed(answer: Any) -> Iterable[Any]:  # noqa: ANN401
    """Give what an answer names."""
    return answer if isinstance(answer, tuple | list) else (answer,)


def best(decision: Decision[Any], score: Callable[[Any], float]) -> Any:  # noqa: ANN401
    """Give the best of the first answers."""
    return max(islice(decision.space().answers(), LOOKED_AT), key=score, default=None)


# The turn


def phase_one(g: Game, decision: Decision[Any]) -> str:
    """Act where that helps, and go on towards what is worth going to."""
    seat, can = decision.seat, free(decision)
    here = where(g, seat)
    if "action" in can and location(g, here).deed in HELPFUL:
        return "action"
    quest = next((str(each) for each in can if str(each).startswith("quest")), None)
    if quest is not None:
        return quest
    step = towards(g, seat, here)
    spare = len(g.cards(f"hand.{seat}")) > KEPT
    return f"at.{step}" if spare and f"at.{step}" in can else "end-phase"


def towards(g: Game, seat: Seat, here: int) -> int | None:
    """Say over which location the way leads to the nearest place that is worth it."""
    first: dict[int, int | None] = {here: None}
    waiting = deque([here])
    train = None
    while waiting:
        at = waiting.popleft()
        if any(lies_at(g, terrain) == at and beatable(g, seat, terrain) for terrain in TERRAINS):
            return first[at]
        if no_monster(g) and meets(g, seat, at):
            return first[at]
        if train is None and at != here and trainable(g, seat, at):
            train = first[at]
        for near in location(g, at).roads:
            if near not in first:
                first[near] = near if at == here else first[at]
                waiting.append(near)
    return train


def no_monster(g: Game) -> bool:
    """Tell whether there are only witchers left to win trophies from."""
    return not any(in_slot(g, terrain) for terrain in TERRAINS)


def meets(g: Game, seat: Seat, at: int) -> bool:
    """Tell whether a witcher might be fought at a location: there now, or by who comes after us."""
    if not hosts_duels(g, at):
        return False
    here, rivals = where(g, seat), {where(g, each) for each in g.seats if each != seat}
    return at in rivals or here in rivals or not hosts_duels(g, here)


def hosts_duels(g: Game, at: int) -> bool:
    """Tell whether witchers may fight at a location."""
    return location(g, at).deed != "school" and TAVERN not in g.cards(f"at.{at}")


def beatable(g: Game, seat: Seat, terrain: str) -> bool:
    """Tell whether the monster of a terrain is weak enough."""
    card = in_slot(g, terrain)
    if card is None:
        return False
    strength = life(g, seat) + len(g.cards(f"discard.{seat}"))
    return strength >= COURAGE * monster(g, card).life


def trainable(g: Game, seat: Seat, at: int) -> bool:
    """Tell whether an attribute can be raised at a location without gold."""
    deed = location(g, at).deed
    if deed not in ATTRIBUTES:
        return False
    return g.track(attribute_track(g, seat, deed)) <= g.track(f"witcher.{seat}")


def phase_two(g: Game, decision: Decision[Any]) -> Any:  # noqa: ANN401
    """Meditate if that brings a trophy, fight what can be beaten, else explore."""
    can = free(decision)
    if "meditate" in can:
        return "meditate"
    for terrain in TERRAINS:
        if f"fight.{terrain}" in can and beatable(g, decision.seat, terrain):
            return f"fight.{terrain}"
    rivals = [f"fight.{each}" for each in g.seats] if no_monster(g) else []
    return next((each for each in rivals if each in can), "explore")


def highest(g: Game, decision: Decision[Any]) -> Any:  # noqa: ANN401
    """Raise what is highest already: mastery brings a trophy."""
    can = [each for each in free(decision) if each in ATTRIBUTES]
    return max(can, key=lambda each: g.track(attribute_track(g, decision.seat, each)), default=None)


def lowest(g: Game, decision: Decision[Any]) -> Any:  # noqa: ANN401
    """Lower what is lowest."""
    can = [each for each in free(decision) if each in ATTRIBUTES]
    return min(can, key=lambda each: g.track(attribute_track(g, decision.seat, each)), default=None)


# Fights


def combo(g: Game, decision: Decision[Any]) -> Any:  # noqa: ANN401
    """Lay the Combo that comes to most, one card after the other; announce when none goes on."""
    seat = decision.seat
    hand = frozenset(g.cards(f"hand.{seat}"))
    laid = g.part(Fight).played
    can = [each for each in free(decision) if each in hand]
    if not can:
        return "announce"
    under = printed(g, laid[-1]) if laid else None
    return max(can, key=lambda card: chain(g, under, card, hand - {card}))


def chain(g: Game, under: Card | None, card: str, left: frozenset[str]) -> float:
    """Say what the best Combo comes to that goes on with a card of the hand."""
    known = printed(g, card)
    if known is None:
        return 0
    tabs = [each for each in under.extensions if each.colour == known.colour] if under else []
    here = symbols(known.fight) + max((symbols(each.effect) for each in tabs), default=0)
    colours = {each.colour for each in known.extensions}
    fitting = [c for c in left if (p := printed(g, c)) is not None and p.colour in colours]
    return here + max((chain(g, known, each, left - {each}) for each in fitting), default=0)


def use(_g: Game, decision: Decision[Any]) -> Any:  # noqa: ANN401
    """Use what can be used."""
    return next((each for each in free(decision) if each != "pass"), "pass")


PLANS: Final[Mapping[str, Plan]] = {
    "phase-1": phase_one,
    "phase-2": phase_two,
    "combo": combo,
    "use": use,
    "free-attribute": highest,
    "train": highest,
    "learn": highest,
    "meditate": highest,
    "unlearn": lowest,
    "purchase": bargain,
    "exchange": bargain,
    "gain": dearest,
    "fetch": dearest,
    "mend": dearest,
    "put-back": dearest,
    "clear-market": nothing,
    "roll-again": nothing,
    "wager": lambda _g, _decision: "no-wager",
    "pay": cheapest,
    "pay-move": cheapest,
    "damage": cheapest,
    "discard": cheapest,
    "discard-from-deck": cheapest,
    "drop": cheapest,
    "trash": cheapest,
    "trash-one": cheapest,
}
"""By question, how it is answered."""
