"""What is proven: a ruleset with every allowed set of modules and every number of seats."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

from tts_tool.catalog import Catalogue, card_folders, load
from tts_tool.kernel.game import Luck
from tts_tool.kernel.hooks import CompositionError
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.module import Composition, Ruleset, Setup
from tts_tool.kernel.timeline import Answer, Header, Timeline

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
            together = _with_needs(ruleset, {*modules, *ruleset.implied(seats)})
            if _go_together(ruleset, together):
                yield Match(ruleset, known, together, seats, order_matters)


def module_sets(ruleset: Ruleset) -> list[tuple[str, ...]]:
    """List the sets in which every two modules that may meet do so, each also alone.

    What comes with a number of seats by itself is nobody's choice, and is not among them.
    """
    base, *others = (module.name for module in ruleset.modules)
    counts = range(ruleset.fewest, len(ruleset.seats) + 1)
    implied = {name for count in counts for name in ruleset.implied(ruleset.seats[:count])}
    boxes = [name for name in others if name not in implied]
    found: list[tuple[str, ...]] = []
    for count in range(3):
        for some in combinations(boxes, count):
            modules = _with_needs(ruleset, {base, *some})
            if modules not in found and _go_together(ruleset, modules):
                found.append(modules)
    return found


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
