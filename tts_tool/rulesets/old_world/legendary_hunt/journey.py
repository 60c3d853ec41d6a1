"""A hunter's Phase I, thought through: where the hand can lead, and what is done on the way."""

from __future__ import annotations

from typing import Any, NamedTuple

from tts_tool.kernel.game import Game
from tts_tool.kernel.inventory import Seat
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.board.monsters import in_slot, monster
from tts_tool.rulesets.old_world.base.board.tokens import lies_at
from tts_tool.rulesets.old_world.base.box.box import Card, atlas, card, where
from tts_tool.rulesets.old_world.base.box.records import (
    ATTRIBUTES,
    TERRAINS,
    Attribute,
    Limits,
    Location,
    Progress,
)
from tts_tool.rulesets.old_world.base.turn.prices import Prices
from tts_tool.rulesets.old_world.base.turn.turn import memory
from tts_tool.rulesets.old_world.base.witcher.attributes import attribute_track, highest
from tts_tool.rulesets.old_world.base.witcher.boards import school
from tts_tool.rulesets.old_world.base.witcher.meditate import offered
from tts_tool.rulesets.old_world.legendary_hunt import grounds, worths
from tts_tool.rulesets.old_world.legendary_hunt.box import lurks_at
from tts_tool.rulesets.old_world.legendary_hunt.fight import protection_at
from tts_tool.rulesets.old_world.legendary_hunt.prospects import (
    chance,
    legend_foe,
    monster_foe,
)
from tts_tool.rulesets.old_world.legendary_hunt.walking import free

FARTHEST = 4
"""So many locations ahead is thought."""
UNKNOWN = (1.5, "wild")
"""What a card is like that a level brings."""


class Purse(NamedTuple):
    """What a hunter has at a moment of the way."""

    hand: tuple[tuple[float, str], ...]
    """The cards by their worth and terrain, the worst first."""
    gold: int
    levels: tuple[int, ...]
    witcher: int
    potions: int
    used: tuple[int, ...]
    """Where the Location Action was used."""


def quality(known: Card) -> float:
    """Say what a card is worth in fights."""
    shown, tabs = known.fight, [tab.effect for tab in known.extensions]
    best = max((tab.damage + 0.8 * tab.shield for tab in tabs), default=0)
    own = shown.damage + 0.8 * shown.shield + 0.5 * shown.draw + shown.fetch + 1.5 * shown.back
    return own + 0.2 * len(tabs) + 0.5 * best


class Journey:
    """All ways that the hand of a seat can pay for, and what each is worth."""

    def __init__(self, g: Game, seat: Seat) -> None:
        """Look at the board once for all ways."""
        self.g, self.seat = g, seat
        self.lurks = lurks_at(g)
        self.school = school(g, seat)
        self.lairs = {lies_at(g, t): t for t in TERRAINS if in_slot(g, t) is not None}
        self.later = worths.TOO_LATE if last_turn(g) else 1.0
        self.map = g.once(atlas)
        self.raises: dict[tuple[Attribute, tuple[int, ...], int], float] = {}
        self.endings: dict[tuple[int, int], float] = {}
        self.here = where(g, seat)
        cards = [card(g, each) for each in g.cards(places.hand(seat))]
        self.held = Purse(
            tuple(sorted((quality(each), each.face.terrain) for each in cards)),
            g.track(places.gold(seat)),
            tuple(g.track(attribute_track(g, seat, each)) for each in ATTRIBUTES),
            g.track(places.witcher(seat)),
            len(g.cards(places.potions(seat))),
            memory(g, seat).used,
        )

    def first_step(self, can: list[Any]) -> str:
        """Say what the best way begins with, of what can be done."""
        here, held = self.here, self.held
        steps = [(self.ending(here, len(held.hand)) + leftover(held), "end-phase")]
        if "action" in can and (done := self.act(here, held)):
            steps.append((done[0] + self.onward(here, done[1], 0), "action"))
        for near in self.map[here].roads:
            left = self.paid(near, held) if places.at(near) in can else None
            if left is not None:
                steps.append((self.arriving(near, left, 1), places.at(near)))
        return max(steps)[1]

    # On the way

    def arriving(self, here: int, held: Purse, steps: int) -> float:
        """Say what it is worth to arrive somewhere, and to do there what helps."""
        done = self.act(here, held) if here not in held.used and here != self.lurks else None
        gain, held = done or (0.0, held)
        return gain + self.onward(here, held, steps)

    def onward(self, here: int, held: Purse, steps: int) -> float:
        """Say what it is worth to stay, or to go on if that is better."""
        top = self.ending(here, len(held.hand)) + leftover(held)
        if steps < FARTHEST and held.hand:
            for near in self.map[here].roads:
                left = self.paid(near, held)
                if left is not None:
                    top = max(top, self.arriving(near, left, steps + 1))
        return top

    def paid(self, near: int, held: Purse) -> Purse | None:
        """Pay for a move with the worst that does: a fitting card, one and a gold, or two."""
        terrain = self.map[near].terrain
        fits = (n for n, (_, t) in enumerate(held.hand) if terrain in (None, t))
        wild = (n for n, (_, t) in enumerate(held.hand) if t == "wild")
        pick = next(fits, next(wild, None))
        if pick is not None:
            return held._replace(hand=held.hand[:pick] + held.hand[pick + 1 :])
        if held.gold and held.hand:
            return held._replace(hand=held.hand[1:], gold=held.gold - 1)
        return held._replace(hand=held.hand[2:]) if len(held.hand) > 1 else None

    # What is done on the way

    def act(self, here: int, held: Purse) -> tuple[float, Purse] | None:
        """Say what the Location Action is worth, and what one has after it."""
        known = self.map[here]
        held = held._replace(used=(*held.used, here))
        if known.deed in ATTRIBUTES:
            return self.raised(known.deed, held, price=0)
        return self.trained(known, held) if known.deed == "school" else self.favour(known, held)

    def favour(self, known: Location, held: Purse) -> tuple[float, Purse] | None:
        """Say what an action is worth that makes nobody stronger by itself."""
        thirsty = held.potions < self.g.table(Limits).potions
        favours = {
            "potion": (thirsty, worths.POTION, held._replace(potions=held.potions + 1)),
            "trail": (True, worths.TRAIL, held._replace(gold=held.gold + 1)),
            "market": (not held.gold, worths.GOLD, held._replace(gold=1)),
            "exchange": (bool(held.hand), worths.EXCHANGE, held),
        }
        helps, worth, after = favours.get(known.deed or "", (False, 0.0, held))
        return (worth * self.later, after) if helps else None

    def trained(self, known: Location, held: Purse) -> tuple[float, Purse] | None:
        """Train what is worth most of what the gold is enough for."""
        raises = []
        for each, now in zip(ATTRIBUTES, held.levels, strict=True):
            price = now + self.g.table(Prices).training
            if price <= held.gold and (each != "specialty" or known.school == self.school):
                raises.append(self.raised(each, held, price))
        best = max((one for one in raises if one), key=lambda one: one[0], default=None)
        return best if best and best[0] > 0 else None

    def raised(self, each: Attribute, held: Purse, price: int) -> tuple[float, Purse] | None:
        """Say what raising an attribute is worth; without a price the witcher level bounds it."""
        at = ATTRIBUTES.index(each)
        now = held.levels[at]
        if now >= highest(self.g, attribute_track(self.g, self.seat, each)):
            return None
        if not price and now > held.witcher:
            return None
        levels = (*held.levels[:at], now + 1, *held.levels[at + 1 :])
        known = each, held.levels, held.witcher
        gain = self.raises.get(known)
        if gain is None:
            gain = self.raises[known] = raise_worth(self.g, self.seat, *known)
        if min(levels) > held.witcher:
            drawn = self.g.table(Progress).level_up_draw[held.witcher]
            hand = sorted((*held.hand, *(UNKNOWN,) * drawn))[-self.g.table(Limits).hand :]
            held = held._replace(hand=tuple(hand), witcher=held.witcher + 1)
        potions = held.potions + (each == "alchemy")
        return (gain - worths.GOLD * price) * self.later, held._replace(
            levels=levels, gold=held.gold - price, potions=potions
        )

    # At the end of the way

    def ending(self, here: int, hand: int) -> float:
        """Say what it is worth to end Phase I somewhere with so many hand cards."""
        known = self.endings.get((here, hand))
        if known is None:
            known = token_worth(self.g, self.seat, here) * self.later
            known += max(self.evenings(here, hand).values())
            self.endings[here, hand] = known
        return known

    def evenings(self, here: int, hand: int) -> dict[str, float]:
        """Say what can be done in Phase II somewhere, and what that is worth."""
        g, seat = self.g, self.seat
        evenings = {"explore": worths.EXPLORING * self.later}
        if here == self.lurks:
            wins = chance(g, seat, legend_foe(g, seat), hand)
            consoled = worths.TOKEN * self.later
            evenings["fight.legend"] = wins * worths.VICTORY + (1 - wins) * consoled
        terrain = self.lairs.get(here)
        if terrain is not None:
            known = monster(g, g.cards(places.monster(terrain))[0])
            wins = chance(g, seat, monster_foe(g, seat, known, terrain), hand)
            won = step_worth(g, seat) + worths.GOLD * g.table(Progress).monster_gold
            both = wins * won + (1 - wins) * worths.CONSOLATION
            evenings[f"fight.{terrain}"] = both * self.later
        return evenings


def last_turn(g: Game) -> bool:
    """Tell whether the legend gets away after this turn, so that nothing later counts."""
    return len(g.seats) == 1 and not g.cards(grounds.MOVEMENT_DECK)


def leftover(held: Purse) -> float:
    """Say what the cards are worth that are left in the hand."""
    return worths.KEPT * sum(worth for worth, _ in held.hand)


def token_worth(g: Game, seat: Seat, here: int) -> float:
    """Say what a Destruction Token at the end of the way is worth."""
    if free(g, here):
        return 0.0
    return worths.TOKEN + (0 if g.cards(grounds.held(seat)) else worths.FIRST_TOKEN)


def step_worth(g: Game, seat: Seat) -> float:
    """Say what a trophy is worth: mostly what it takes of the legend's Protection."""
    now = g.track(places.track(seat))
    less = protection_at(g, now) - protection_at(g, min(now + 1, g.table(Limits).track))
    return worths.TROPHY + worths.PROTECTION * less


def raise_worth(
    g: Game, seat: Seat, each: Attribute, levels: tuple[int, ...], witcher: int
) -> float:
    """Say what raising an attribute is worth, with what it leads to."""
    now = levels[ATTRIBUTES.index(each)]
    after = [level + (one == each) for one, level in zip(ATTRIBUTES, levels, strict=True)]
    worth = worths.ATTRIBUTE[each] * (1 - worths.FADING * (now - 1))
    values = g.table(Progress).value
    if values[now] == values[now - 1]:
        worth *= worths.NO_MORE
    if min(levels) == now:
        worth += worths.LOWEST
    if min(after) > witcher:
        worth += worths.LEVEL_UP
    if offered(g, places.ATTRIBUTE_TROPHIES, each) and not offered(g, places.trophies(seat), each):
        worth += worths.MASTERY[now] * step_worth(g, seat)
    return worth
