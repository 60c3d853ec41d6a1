"""What is proven: a ruleset with every allowed set of modules and every number of seats."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from tts_tool.catalog import Catalogue, card_folders, load
from tts_tool.kernel.entries import Answer, Header
from tts_tool.kernel.game import Luck
from tts_tool.kernel.hooks import CompositionError
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.module import Composition, Ruleset, Setup
from tts_tool.kernel.timeline import Timeline

Order = Callable[[Timeline, Answer, Answer], str]
"""Says by which rule it matters who of two answers first; ``""``: it must not matter."""


def never_matters(_game: Timeline, _one: Answer, _other: Answer) -> str:
    """Declare that seats who act side by side never get in each other's way."""
    return ""


@dataclass(frozen=True, eq=False)
class Match:
    """A ruleset with its cards, a set of modules, and who plays."""

    ruleset: Ruleset
    cards: Any
    modules: tuple[str, ...]
    seats: tuple[Seat, ...]
    order_matters: Order = never_matters

    def __str__(self) -> str:
        return f"{'+'.join(self.modules)}-{len(self.seats)}"

    def composition(self, settings: dict[str, str]) -> Composition:
        """Put the modules together for a game with these settings."""
        return _composed(self, tuple(sorted(settings.items())))

    def begin(self, seed: int) -> Header:
        """Draw how a game begins: settings, luck, and whether its dice are real."""
        draw = Random(seed)
        settings = self.ruleset.settings(self.modules)
        return self.header(
            Luck(seed=str(seed), observed=("",) if seed % 3 == OBSERVED else ()),
            {setting.name: draw.choice(setting.values) for setting in settings},
        )

    def header(self, luck: Luck, settings: dict[str, str] | None = None) -> Header:
        """Begin a game with this luck; what isn't set is as usual."""
        usual = {setting.name: setting.default for setting in self.ruleset.settings(self.modules)}
        chosen = self.ruleset.chosen(self.modules)
        return Header(
            game=self.ruleset.name,
            seats=self.seats,
            modules={module.name: module.behaviour for module in chosen},
            settings=usual | (settings or {}),
            luck=luck,
            cards_digest=self.composition(usual | (settings or {})).setup.cards.digest,
        )


OBSERVED = 1
"""Every third game, the second first, has real dice and decks."""


@cache
def _composed(match: Match, settings: tuple[tuple[str, str], ...]) -> Composition:
    setup = Setup(match.seats, match.modules, dict(settings), match.cards)
    return Composition(match.ruleset, setup)


@cache
def shipped_cards(ruleset: Ruleset, own: Path | None = None) -> Catalogue:
    """Read the cards that come with a ruleset; `own` is a folder with those of an added module."""
    return load(card_folders(ruleset, own), ruleset.schema)


class PlayField(NamedTuple):
    """What a ruleset can be played with: how much there is to prove, and in which portions."""

    base: tuple[Match, ...]
    """The game without boxes, with every number of seats."""
    alone: tuple[Match, ...]
    """Each box by itself, with two numbers of seats."""
    every: tuple[Match, ...]
    """Each box by itself and every two that go together, with every number of seats."""

    @property
    def once(self) -> tuple[Match, ...]:
        """Give each box by itself, with one number of seats."""
        return tuple({_chosen(match): match for match in self.alone}.values())

    def some(self, turn: int) -> tuple[Match, ...]:
        """Give what one check is shown on by default; the checks take turns.

        Each is shown on the base with `SEATED` numbers of seats, on `ALONE` boxes that play by
        themselves and on `PAIRED` sets of two, the next ones in turn: so no suite grows with the
        number of seats or boxes, and the checks together come round to all of them. Who has added
        boxes to a game that is proven elsewhere sees each check on boxes of theirs.
        """
        known = {*self.base, *self.alone}
        paired = [match for match in self.every if match not in known and len(_chosen(match)) > 1]
        return (
            *_next(self.base, turn, SEATED),
            *_next(_own(self.alone), turn, ALONE),
            *_next(_own(paired), turn, PAIRED),
        )

    def full(self, most: int) -> tuple[Match, ...]:
        """Give everything, and `LARGER` bigger sets.

        Pairs are many: where they would be more than half of `most`, they take turns with the
        numbers of seats, so that with every further box there are not five times as many.
        """
        pairs = [match for match in self.every if len(_chosen(match)) > 1]
        fewer = [match for match in self.every if match not in pairs]
        if 2 * len(pairs) > most:
            pairs = _in_turn(pairs)
        return (*fewer, *pairs, *_larger(self))


SEATED, ALONE, PAIRED = 1, 1, 1
"""With 28 checks in turn each number of seats and each box is still shown to five or more."""
LARGER = 30
"""There is twice as many of them with every further box, so some are drawn; none of two boxes."""


def field(
    ruleset: Ruleset,
    cards: Any = None,  # noqa: ANN401  # a catalogue, a folder, or what acts as a catalogue
    order_matters: Order = never_matters,
) -> PlayField:
    """Say what there is to prove of a ruleset."""
    every = tuple(matches(ruleset, cards, order_matters))
    base = tuple(match for match in every if not _chosen(match))
    alone: list[Match] = []
    for name in dict.fromkeys(_chosen(match) for match in every if len(_chosen(match)) == 1):
        counts = [match for match in every if _chosen(match) == name]
        fewest, *more = counts
        alone += [fewest, *(Random(name[0]).sample(more, 1) if more else [])]
    return PlayField(base, tuple(alone), every)


def _chosen(match: Match) -> tuple[str, ...]:
    """Name the boxes that somebody chose: not the base, nor what comes by itself."""
    ruleset = match.ruleset
    known = {module.name: module for module in ruleset.modules}
    own = {ruleset.modules[0].name, *ruleset.completed((), match.seats)}
    return tuple(n for n in match.modules if n not in own and not known[n].bridges)


def _own(several: Sequence[Match]) -> Sequence[Match]:
    """Give those with a box that was added to the game; if none was, all."""
    own = [m for m in several if {each.name for each in m.ruleset.added} & {*_chosen(m)}]
    return own or several


def _next(several: Sequence[Match], turn: int, count: int) -> list[Match]:
    """Give the next few in turn, each at most once."""
    many = len(several)
    return [several[(turn * count + n) % many] for n in range(min(count, many))]


def _in_turn(several: Sequence[Match]) -> list[Match]:
    """Give of each set of boxes one number of seats, the next one in turn."""
    counts: dict[tuple[str, ...], list[Match]] = {}
    for match in several:
        counts.setdefault(_chosen(match), []).append(match)
    return [same[turn % len(same)] for turn, same in enumerate(counts.values())]


def _larger(known: PlayField) -> Iterator[Match]:
    """Draw bigger sets of boxes that go together, each with a number of seats."""
    like = known.base[-1]
    ruleset = like.ruleset
    draw = Random(ruleset.name)
    boxes = [box for box in _boxes(ruleset) if box]
    found = {match.modules for match in known.every}
    enough = len(found) + LARGER
    for _ in range(LARGER * LARGER):
        if len(found) == enough or len(boxes) <= PAIR:
            return
        some = draw.sample(boxes, draw.randint(PAIR + 1, len(boxes)))
        count = draw.randint(ruleset.fewest, len(ruleset.seats))
        seats = ruleset.seats[:count]
        wanted = {ruleset.modules[0].name, *ruleset.completed(some, seats)}
        modules = _with_needs(ruleset, wanted)
        if modules not in found and _go_together(ruleset, modules):
            found.add(modules)
            yield Match(ruleset, like.cards, modules, seats, like.order_matters)


PAIR = 2


def matches(
    ruleset: Ruleset,
    cards: Any = None,  # noqa: ANN401  # a catalogue, or what acts as one
    order_matters: Order = never_matters,
) -> Iterator[Match]:
    """Give every pair of modules that goes together, each with every number of seats."""
    known = cards
    if cards is None or isinstance(cards, Path):
        known = shipped_cards(ruleset, cards)
    for modules in module_sets(ruleset):
        for count in range(ruleset.fewest, len(ruleset.seats) + 1):
            seats = ruleset.seats[:count]
            together = _with_needs(ruleset, {*ruleset.completed(modules, seats)})
            if _go_together(ruleset, together):
                yield Match(ruleset, known, together, seats, order_matters)


def module_sets(ruleset: Ruleset, most: int = PAIR) -> list[tuple[str, ...]]:
    """List the sets in which every two modules that may meet do so, each also alone.

    What comes with a number of seats by itself is nobody's choice, and is not among them.
    """
    base, boxes = ruleset.modules[0].name, _boxes(ruleset)
    found: list[tuple[str, ...]] = []
    for count in range(most + 1):
        for some in combinations(boxes, count):
            modules = _with_needs(ruleset, {base, *some})
            if modules not in found and _go_together(ruleset, modules):
                found.append(modules)
    return found


def _boxes(ruleset: Ruleset) -> list[str]:
    """Name what may be chosen: neither what every game has nor what comes by itself."""
    _base, *others = ruleset.modules
    counts = range(ruleset.fewest, len(ruleset.seats) + 1)
    implied = {name for count in counts for name in ruleset.completed((), ruleset.seats[:count])}
    return [each.name for each in others if each.name not in implied and not each.bridges]


def _with_needs(ruleset: Ruleset, wanted: set[str]) -> tuple[str, ...]:
    known = {module.name: module for module in ruleset.modules}
    missing = {need for name in wanted for need in known[name].needs} - wanted
    if missing:
        return _with_needs(ruleset, wanted | missing)
    return tuple(name for name in known if name in wanted)


def _go_together(ruleset: Ruleset, modules: tuple[str, ...]) -> bool:
    try:
        ruleset.chosen(modules)
    except CompositionError:
        return False
    return True
