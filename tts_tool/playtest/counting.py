"""A bot for Path of Destiny that counts: it tries every two cards in its head and takes the best.

A symbol on a path is worth about a point, and so is experience; what is on no path is worth little.
It looks at what everybody sees, and at its own hand; of others, and of what may be drawn, it thinks
nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import permutations
from random import Random
from typing import Any, Final, cast

from tts_tool.kernel.decisions import Decision
from tts_tool.kernel.game import Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.rejection import Rejection
from tts_tool.rulesets.path_of_destiny.base import pages
from tts_tool.rulesets.path_of_destiny.base import vocabulary as v
from tts_tool.rulesets.path_of_destiny.base.box import card, rows
from tts_tool.rulesets.path_of_destiny.base.course import CHAPTERS, ROUNDS, course
from tts_tool.rulesets.path_of_destiny.base.effects import at_step
from tts_tool.rulesets.path_of_destiny.base.final import COUNTED
from tts_tool.rulesets.path_of_destiny.base.records import Ability, Action
from tts_tool.rulesets.path_of_destiny.base.symbols import covered, timeline
from tts_tool.rulesets.path_of_destiny.edge_of_the_world.records import Effort

__all__ = ["CountingBot", "Sketch", "drawn"]

XP: Final = 0.95
"""What experience is worth in points; most of it is past the first twenty in the end."""
IDLE: Final = 0.1
"""What a symbol is worth that is on no path now."""
LATE: Final = 0.1
"""What each place further down costs in the next round."""
BLIND: Final = 0.5
"""What it costs not to see what one takes."""

Active = tuple[str, ...]
Plan = Callable[[Game, Decision[Any]], Any]
"""Says what to answer, or nothing."""


class CountingBot:
    """Answers by counting; where it has nothing to count it takes any allowed answer."""

    def __init__(self, seed: str) -> None:
        """Seed the bot's own chance, which is not the game's."""
        self._random = Random(seed)  # noqa: S311  # a game, not a secret

    def answer(self, decision: Decision[Any]) -> Any:  # noqa: ANN401  # whatever the question wants
        """Choose among what is allowed."""
        space = decision.space()
        plan = PLANS.get(decision.name)
        wanted = None if plan is None else plan(cast("Game", decision.game), decision)
        if wanted is not None and not isinstance(space.check(wanted), Rejection):
            return wanted
        return space.sample(self._random.randrange)


class Sketch:
    """A timeline and a pool as they would be."""

    def __init__(self, active: Active) -> None:
        """Begin with nothing."""
        self.active = active
        self.lying: list[Action] = []
        self.tokens: Counter[str] = Counter()
        self.covered: set[int] = set()
        self.points = 0.0

    def copy(self) -> Sketch:
        """Begin where this one has come to."""
        other = Sketch(self.active)
        other.lying, other.covered = [*self.lying], {*self.covered}
        other.tokens, other.points = self.tokens.copy(), self.points
        return other

    def count(self, symbol: str) -> int:
        """Count a symbol."""
        shown = enumerate(self.lying)
        return self.tokens[symbol] + sum(
            c.symbol == symbol and at not in self.covered for at, c in shown
        )

    def idle(self) -> list[str]:
        """Name the symbols on no path."""
        return [symbol for symbol in v.SYMBOLS if symbol not in self.active]

    def step(self, when: Any) -> int:  # noqa: ANN401  # a condition
        """Say at which step a condition is met by all that lies there."""
        if isinstance(when, v.HaveSymbol | v.LoseSymbol):
            return min(1, self.count(when.symbol))
        if isinstance(when, v.LoseSymbolScaled):
            return min(v.HIGHEST_STEP, self.count(when.symbol))
        if isinstance(when, v.LoseInactiveScaled | v.InactiveScaled):
            return min(v.HIGHEST_STEP, sum(map(self.count, self.idle())))
        cards = sum(when.colour in each.colours for each in self.lying)
        if isinstance(when, v.ColourScaled):
            return min(v.HIGHEST_STEP, cards)
        if isinstance(when, v.ColourExactly):
            return int(cards == when.count)
        return int(cards >= getattr(when, "count", 1))

    def lose(self, symbols: Sequence[str], amount: int) -> None:
        """Lose symbols, tokens first."""
        for _ in range(amount):
            token = next((symbol for symbol in symbols if self.tokens[symbol]), None)
            if token is not None:
                self.tokens[token] -= 1
                continue
            shown = (at for at, c in enumerate(self.lying) if c.symbol in symbols)
            self.covered.add(next(at for at in shown if at not in self.covered))

    def lay(self, action: Action) -> None:
        """Add a card on the right, with its effect."""
        self.lying.append(action)
        self.work(action)

    def work(self, action: Action) -> None:
        """Let a card take effect, with all that lies there in its sight."""
        if action.effect is None:
            return
        when = action.effect.when
        reached = self.step(when)
        if not reached:
            return
        if isinstance(when, v.LoseSymbol | v.LoseSymbolScaled):
            self.lose((when.symbol,), reached)
        elif isinstance(when, v.LoseInactiveScaled):
            self.lose(self.idle(), reached)
        self.get(at_step(action.effect.then, reached))

    def get(self, result: Any) -> None:  # noqa: ANN401  # a result
        """Take what a result gives."""
        if isinstance(result, v.GainVp):
            self.points += result.amount
        elif isinstance(result, v.GainXp):
            self.points += XP * result.amount
        elif isinstance(result, v.GainEachActive):
            self.tokens.update(dict.fromkeys(self.active, result.amount))
        elif isinstance(result, v.GainShown):
            self.tokens.update(result.symbols)
        elif isinstance(result, v.GainSymbol):
            self.tokens[self.named(result.symbol)] += result.amount

    def named(self, symbol: str) -> str:
        """Say which symbol is meant."""
        if symbol in v.SIDES:
            return self.active[v.SIDES.index(symbol)]
        if symbol == "any-active":
            return max(self.active, key=self.count)
        return self.idle()[0] if symbol == "any-inactive" else symbol

    def worth(self) -> float:
        """Say what all of it is worth."""
        idle = sum(self.tokens[s] for s in self.idle())
        return self.points + sum(map(self.count, self.active)) + IDLE * idle


def drawn(g: Game, seat: Seat) -> Sketch:
    """Draw what lies before a seat."""
    sketch = Sketch(course(g).active)
    hidden = covered(g)
    for at, component in enumerate(timeline(g, seat)):
        sketch.lying.append(card(g, component))
        if component in hidden:
            sketch.covered.add(at)
    sketch.tokens.update({symbol: g.track(f"{symbol}.{seat}") for symbol in v.SYMBOLS})
    return sketch


# Cards


def saved(g: Game, seat: Seat, hand: Sequence[Action]) -> float:
    """Say what a hand is worth for the side quest, the more the nearer the end is."""
    now = course(g)
    gone = (now.chapter - 1) * ROUNDS + now.round
    quests = [g.card(each) for each in g.cards(f"quest.{seat}")]
    worth = sum(COUNTED[type(e)](e, hand) for quest in quests for e in quest.scores)
    return worth * gone / (CHAPTERS * ROUNDS)


def extra(g: Game, sketch: Sketch, new: int) -> float:
    """Say what the best sequence pays that ends in one of the new cards."""
    best = 0.0
    known = (g.card(each) for each in g.state.places.get(f"effort.{course(g).chapter}", ()))
    for sequence in (each for one in known if isinstance(one, Effort) for each in one.sequences):
        long = len(sequence.colours)
        for at in range(max(0, len(sketch.lying) - long - new + 1), len(sketch.lying) - long + 1):
            run = sketch.lying[at : at + long]
            if all(c in each.colours for c, each in zip(sequence.colours, run, strict=True)):
                paid = sketch.copy()
                for bonus in sequence.bonus:
                    paid.get(bonus)
                best = max(best, paid.worth() - sketch.worth())
    return best


def tried(g: Game, seat: Seat, hand: Sequence[str]) -> Iterator[tuple[float, str, str]]:
    """Try each two cards of a hand."""
    before = drawn(g, seat)
    known = {each: card(g, each) for each in hand}
    for first in hand:
        half = before.copy()
        half.lay(known[first])
        for second in hand:
            if second == first:
                continue
            after = half.copy()
            after.lay(known[second])
            left = [known[each] for each in hand if each not in (first, second)]
            yield after.worth() + saved(g, seat, left) + extra(g, after, 2), first, second


def play(g: Game, decision: Decision[Any]) -> Any:  # noqa: ANN401  # as the question wants
    """Lay the two that come to most."""
    hand = sorted(g.cards(f"hand.{decision.seat}"))
    _, first, second = max(tried(g, decision.seat, hand))
    return {"first": first, "second": second}


def take(g: Game, decision: Decision[Any]) -> Any:  # noqa: ANN401
    """Take the pair with which the next two cards come to most."""
    seat, offered = decision.seat, free(decision)
    hand = [*g.cards(f"hand.{seat}")]
    lowest = rows(g.setup)[-1]

    def worth(spot: str) -> float:
        pair = () if spot == "deck" else g.cards(spot)
        most = max(tried(g, seat, (*hand, *pair)))[0]
        bonus = XP * (spot == lowest) - BLIND * (spot == "deck")
        return most + bonus - LATE * offered.index(spot)

    return max(offered, key=worth)


def keep(g: Game, decision: Decision[Any]) -> Any:  # noqa: ANN401
    """Keep what begins the next chapter best."""
    many = 1 if decision.name == "keep-one" else 2

    def worth(chosen: tuple[str, ...]) -> float:
        sketch = Sketch(pages.symbols_of(pages.ahead(g)))
        for each in chosen:
            sketch.lay(card(g, each))
        return sketch.worth()

    best = max(permutations(timeline(g, decision.seat), many), key=worth)
    return best[0] if many == 1 else {"first": best[0], "second": best[1]}


def alone(g: Game, component: str) -> float:
    """Say what a card of the hand may be worth some day."""
    printed = card(g, component)
    here = printed.symbol in course(g).active
    return (1 if here else XP / 2 if printed.symbol else 0) + (printed.effect is not None)


def drop(g: Game, decision: Decision[Any]) -> Any:  # noqa: ANN401
    """Part with what is worth least."""
    several = sorted(g.cards(f"hand.{decision.seat}"), key=lambda each: alone(g, each))
    return tuple(several[: len(decision.space().sample(lambda _many: 0))])


def exchange(g: Game, decision: Decision[Any]) -> Any:  # noqa: ANN401
    """Take back what shows least, and lay a card in its place that shows a symbol of a path."""
    seat, hidden = decision.seat, covered(g)

    def shows(component: str) -> bool:
        return component not in hidden and card(g, component).symbol in course(g).active

    return {
        "back": min(timeline(g, seat), key=shows),
        "instead": max(g.cards(f"hand.{seat}"), key=shows),
    }


# Symbols


def lose(g: Game, decision: Decision[Any]) -> Any:  # noqa: ANN401
    """Lose what is on no path, and a token before a printed symbol."""

    def dear(way: str) -> tuple[bool, bool]:
        token = way.startswith("token.")
        symbol = way.removeprefix("token.") if token else card(g, way).symbol
        return symbol in course(g).active, not token

    return min(free(decision), key=dear)


def most(g: Game, decision: Decision[Any]) -> Any:  # noqa: ANN401
    """Choose the symbol of which there is most."""
    return max(free(decision), key=drawn(g, decision.seat).count)


def repeat(g: Game, decision: Decision[Any]) -> Any:  # noqa: ANN401
    """Repeat what gives most."""
    return max(free(decision), key=lambda each: once_more(g, decision.seat, each))


def once_more(g: Game, seat: Seat, component: str) -> float:
    """Say what a card of the timeline gives if its effect happens again."""
    sketch = drawn(g, seat)
    del sketch.lying[timeline(g, seat).index(component) + 1 :]
    before = sketch.worth()
    sketch.work(card(g, component))
    return sketch.worth() - before


# Abilities


def use(g: Game, decision: Decision[Any]) -> Any:  # noqa: ANN401
    """Use the first ability that is worth it now."""
    for each in free(decision):
        if each != "pass" and worthwhile(g, decision.seat, g.card(each)):
            return each
    return "pass"


def worthwhile(g: Game, seat: Seat, ability: Ability) -> bool:
    """Tell whether what an ability does comes to anything now."""
    wanted = [useful(g, seat, each) for each in ability.does]
    return any(wanted) and sum(wanted) * 2 >= len(wanted)


def useful(g: Game, seat: Seat, does: Any) -> bool:  # noqa: ANN401  # what an ability does
    """Tell whether something is of use now."""
    wanted = USEFUL.get(type(does))
    return True if wanted is None else wanted(g, seat, does)


def counts(g: Game, seat: Seat, does: v.GainSymbol) -> bool:
    """Tell whether a symbol is on a path, or is about to be asked for on none."""
    now = course(g)
    if does.symbol != "any-inactive":
        return drawn(g, seat).named(does.symbol) in now.active
    mine = [card(g, each).effect for each in now.pending if each in timeline(g, seat)]
    turns = v.LoseInactiveScaled | v.InactiveScaled
    return any(each is not None and isinstance(each.when, turns) for each in mine)


def better_there(g: Game, seat: Seat) -> bool:
    """Tell whether a card of the hand shows what one of the timeline doesn't."""
    now = course(g)
    hand = [card(g, each).symbol in now.active for each in g.cards(f"hand.{seat}")]
    lying = [each.symbol in now.active for each in drawn(g, seat).lying]
    return now.round == ROUNDS and any(hand) and not all(lying)


def often(g: Game, seat: Seat) -> bool:
    """Tell whether a card is worth being repeated."""
    return any(once_more(g, seat, each) >= v.HIGHEST_STEP - 1 for each in timeline(g, seat))


USEFUL: Final[Mapping[type[Any], Callable[[Game, Seat, Any], bool]]] = {
    v.GainSymbol: counts,
    v.GainShown: lambda g, _seat, does: any(s in course(g).active for s in does.symbols),
    v.RepeatEffect: lambda g, seat, _does: often(g, seat),
    v.ReturnCard: lambda g, seat, _does: better_there(g, seat),
    v.RemoveCover: lambda g, seat, _does: bool(drawn(g, seat).covered),
    v.ChangeOrder: lambda _g, _seat, _does: False,
    v.SwapRows: lambda _g, _seat, _does: False,
}
"""What of all that abilities do is of use at times only, and when."""


def uncover(g: Game, decision: Decision[Any]) -> Any:  # noqa: ANN401
    """Take covers off what is on a path, first."""
    hidden = [each for each in timeline(g, decision.seat) if each in covered(g)]
    several = sorted(hidden, key=lambda each: card(g, each).symbol not in course(g).active)
    return tuple(several[: len(decision.space().sample(lambda _many: 0))])


def free(decision: Decision[Any]) -> list[Any]:
    """List what can be chosen."""
    return [each.value for each in decision.space().options() if each.rejection is None]


PLANS: Final[Mapping[str, Plan]] = {
    "take": take,
    "cards-to-play": play,
    "keep-one": keep,
    "keep-two": keep,
    "lose": lose,
    "which-symbol": most,
    "main-symbol": most,
    "ability": use,
    "repeat-effect": repeat,
    "return-card": exchange,
    "uncover": uncover,
    "discard": drop,
}
"""By question, how it is answered."""
