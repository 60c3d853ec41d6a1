"""What results of story cards are worth, roughly, to players of different tastes.

No rules engine: nothing here decides a game.  A taste is a price list; what an option is worth
is the sum of its parts, chance weighed by how likely it is.  By this one can see whether both
options of a card are worth a thought.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from tests.old_world.table import catalogue
from tts_tool.rulesets.old_world.base.abilities import abilities
from tts_tool.rulesets.old_world.base.story import stories

__all__ = ["TASTES", "Taste", "effects_of", "events", "explorations", "quests_of", "worth"]


class Taste(NamedTuple):
    """What a unit of everything is worth to somebody; gold as a rule is worth one."""

    gold: float = 1.0
    attribute: float = 3.5
    shield: float = 0.7
    potion: float = 1.7
    trail: float = 1.8
    phase3: float = 1.2
    draw: float = 1.2
    card: float = 1.2
    thin: float = 0.5
    hand: float = 1.0
    kept: float = 4.5
    quest: float = 0.8
    """How likely a quest is ever resolved; getting there costs a card."""
    luck: float = 0.0
    """From -1, for whom only the worst roll counts, to 1, who only sees the best."""


TASTES = {
    "sober": Taste(),
    "greedy": Taste(gold=2.2, card=2.0),
    "rich": Taste(gold=0.3),
    "student": Taste(attribute=6.0, draw=2.0),
    "complete": Taste(attribute=0.5),
    "alchemist": Taste(potion=4.5),
    "hunter": Taste(trail=4.5, kept=6.0),
    "collector": Taste(card=3.5, phase3=3.0, hand=2.0),
    "purist": Taste(thin=3.5, card=0.2),
    "wounded": Taste(shield=3.0, draw=2.0),
    "traveller": Taste(quest=1.3, kept=6.0),
    "hasty": Taste(quest=0.3, phase3=2.5, hand=0.3),
    "gambler": Taste(luck=0.6),
    "careful": Taste(luck=-0.6),
}

LEVELS = {1: 0.28, 2: 0.36, 3: 0.22, 4: 0.14}
"""How likely an attribute stands at a level when an event tests it."""
DAMAGE = {0: 0.05, 1: 0.15, 2: 0.25, 3: 0.25, 4: 0.15, 5: 0.08, 6: 0.07}
"""How much a Combo deals out of the hand that is left after a move."""
COMBO = 0.7
"""What its cards would have been worth."""
WAY = 1.0
"""What it costs to get to the location of a quest."""


def worth(effects: Iterable[object], taste: Taste) -> float:
    """Say what a list of results is worth."""
    return sum(_worth(effect, taste) for effect in effects)


def _worth(effect: object, taste: Taste) -> float:  # noqa: C901, PLR0911, PLR0912  # a price list
    match effect:
        case stories.Gold():
            return effect.by * taste.gold
        case stories.Learn():
            extra = 0.5 if effect.attribute in (None, "alchemy") else 0.0
            return effect.levels * (taste.attribute + extra)
        case stories.Unlearn():
            return -(0.7 if effect.attribute else 0.55) * taste.attribute
        case stories.Shield():
            return effect.by * taste.shield
        case stories.Brew():
            return effect.count * taste.potion
        case stories.Spill():
            return -0.8 * taste.potion * (2 if effect.every else effect.count)
        case stories.Track():
            return taste.trail * (1.15 if effect.terrain is None else 0.9)
        case stories.Phase3():
            return effect.by * taste.phase3
        case abilities.DrawCards():
            return effect.count * taste.draw
        case stories.Thin():
            return effect.count * taste.thin * (0.6 if effect.hand_only else 1.0)
        case stories.Drop():
            return -taste.hand * (2.5 if effect.every else effect.count)
        case stories.Find():
            return taste.card * (1.0, 2.0, 3.2)[effect.cost]
        case stories.RollDie():
            extra = 0 if effect.plus is None else 2
            sides = {side + extra: 1 / 6 for side in range(1, 7)}
            return _chance(effect.outcomes, sides, taste)
        case stories.Test():
            return _chance(effect.outcomes, LEVELS, taste)
        case stories.Skirmish():
            return _chance(effect.outcomes, DAMAGE, taste) - COMBO * taste.hand
        case stories.Quest():
            return taste.quest * event_worth(effect.event, taste) - WAY - _price(effect.fee, taste)
        case stories.Stay():
            return taste.kept / 2
    raise AssertionError(f"nobody has said what {effect} is worth")


def _chance(outcomes: tuple[stories.Outcome, ...], likely: dict[int, float], taste: Taste) -> float:
    """Weigh outcomes by how likely they are, leaning to the best or the worst by taste."""
    each = {value: worth(_reached(outcomes, value), taste) for value in likely}
    mean = sum(likely[value] * each[value] for value in likely)
    extreme = max(each.values()) if taste.luck > 0 else min(each.values())
    return mean + abs(taste.luck) * (extreme - mean)


def _reached(outcomes: tuple[stories.Outcome, ...], value: int) -> tuple[object, ...]:
    fitting = [outcome for outcome in outcomes if outcome.least <= value]
    return fitting[-1].effects if fitting else ()


def _price(fee: stories.Fee, taste: Taste) -> float:
    return fee.gold * taste.gold + fee.potions * 0.8 * taste.potion + fee.hand * taste.hand


def way_worth(way: stories.Way, taste: Taste) -> float:
    """Say what an option is worth when its price is paid."""
    return worth(way.effects, taste) - _price(way.fee, taste)


@cache
def event_worth(number: int, taste: Taste) -> float:
    """Say what an event is worth to whoever resolves it."""
    known = events()[number]
    if known.kept is not None:
        return taste.kept
    best = max((way_worth(way, taste) for way in known.ways), default=0.0)
    return best + worth(known.effects, taste)


@cache
def events() -> dict[int, stories.Event]:
    """Give the events by number."""
    return {event.number: event for event in catalogue().of(stories.Event).values()}


def explorations(deck: str) -> list[stories.Exploration]:
    """Give the cards of an exploration deck."""
    return [c for c in catalogue().of(stories.Exploration).values() if c.deck == deck]


def effects_of(card: stories.Exploration | stories.Event) -> Iterator[object]:
    """Give every result that a card can have, those of dice, tests and fights included."""
    own = card.effects if isinstance(card, stories.Event) else ()
    for effect in (*own, *(each for way in card.ways for each in way.effects)):
        yield from _with_outcomes(effect)


def _with_outcomes(effect: object) -> Iterator[object]:
    yield effect
    if isinstance(effect, stories.RollDie | stories.Test | stories.Skirmish):
        for outcome in effect.outcomes:
            for each in outcome.effects:
                yield from _with_outcomes(each)


def quests_of(card: stories.Exploration | stories.Event) -> list[stories.Quest]:
    """Give the quests to which a card can lead."""
    return [effect for effect in effects_of(card) if isinstance(effect, stories.Quest)]
