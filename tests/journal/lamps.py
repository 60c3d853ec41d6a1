"""A small game whose rules and cards can be altered, as a new version of a ruleset would."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import msgspec

from tts_tool.journal import Keeper, Present
from tts_tool.kernel.entries import Accepted, Header
from tts_tool.kernel.events import Ended
from tts_tool.kernel.game import Flow, Game, Luck
from tts_tool.kernel.inventory import Component, Place, Seat, Track
from tts_tool.kernel.module import Composition, Module, Ruleset, Setup
from tts_tool.kernel.spaces import Choice, Number
from tts_tool.kernel.timeline import Timeline

SEATS = ("red", "blue")
ROUNDS = 4


class Evening(msgspec.Struct, frozen=True):
    """How far the evening has come."""

    turn: int = 0
    ready: bool = False


@dataclass(frozen=True)
class Version:
    """The rules and cards of one version of the game."""

    question: str = "light"
    order: tuple[str, str] = ("coins", "fame")
    behaviour: int = 1
    worth: Mapping[str, int] = field(default_factory=lambda: {"oil": 1, "wax": 2, "gas": 3})
    needs: tuple[str, ...] = ()
    broken: bool = False

    @property
    def digest(self) -> str:
        """Fingerprint the cards."""
        return str(sorted(self.worth.items()))

    def of(self, _kind: object) -> Mapping[str, Any]:
        """Give no typed records: the game needs none."""
        return {}

    def table(self, kind: object) -> Any:  # noqa: ANN401  # as the kernel's protocol has it
        """Give no tables: the game needs none."""
        raise KeyError(kind)

    def without(self, _boxes: frozenset[str]) -> Version:
        """Give the same: the game has one box."""
        return self

    @property
    def cards(self) -> dict[str, Any]:
        """Give the card records as a header holds them."""
        return {"records": {kind: {"worth": worth} for kind, worth in self.worth.items()}}

    def compose(self) -> Composition:
        """Put the game together."""
        module = Module("lamps", needs=self.needs, behaviour=self.behaviour, parts=(Evening,))
        module.content(lambda setup: box(setup, self))
        rules = Ruleset("lamps", modules=(module,), play=partial(play, version=self), seats=SEATS)
        return Composition(rules, Setup(SEATS, ("lamps",), {}, self))

    def header(self, luck: Luck | None = None) -> Header:
        """Write down what a game of this version begins from."""
        return Header(
            game="lamps",
            seats=SEATS,
            modules={"lamps": self.behaviour},
            luck=luck or Luck("7"),
            cards_digest=self.digest,
            cards=self.cards,
        )

    def present(self, _before: Header) -> Present:
        """Say what the game is now."""
        return Present(self.compose(), self.header())

    def begin(self, luck: Luck | None = None) -> Timeline:
        """Begin a game."""
        return Timeline(self.compose(), self.header(luck))


NOW = Version()


def box(setup: Setup, version: Version) -> Iterator[Component | Place | Track]:
    """Lay out a deck of lamps."""
    yield Place("deck", "nobody")
    yield Place("discard")
    for seat in setup.seats:
        yield Place(f"hand.{seat}", "owner", seat)
        yield Track(f"coins.{seat}", owner=seat)
        yield Track(f"fame.{seat}", owner=seat)
    for kind in version.worth:
        for copy in range(4):
            yield Component(f"lamp.{kind}.{copy}", kind, start="deck", pool="lamps")


def play(g: Game, version: Version) -> Flow[None]:
    """Play an evening from wherever it stands."""
    if not g.part(Evening).ready:
        yield from g.shuffle("deck")
        g.note(Evening, ready=True)
    while g.part(Evening).turn < ROUNDS * len(g.seats):
        g.restart()
        yield from one_turn(g, g.seats[g.part(Evening).turn % len(g.seats)], version)
    g.emit(Ended((g.seats,)))


def one_turn(g: Game, seat: Seat, version: Version) -> Flow[None]:
    """Light lamps, see how the wick burns, draw a lamp and keep or swap it."""
    if version.broken:
        msg = "the wick is wet"
        raise ArithmeticError(msg)
    lit = yield from g.ask(seat, version.question, lambda: Number(0, 3))
    rules: dict[str, Callable[[], int]] = {
        "coins": lambda: g.add(f"coins.{seat}", lit),
        "fame": lambda: g.add(f"fame.{seat}", lit),
    }
    for rule in version.order:
        rules[rule]()
    yield from g.roll("wick", 6)
    (lamp,) = g.draw("deck", f"hand.{seat}")
    did = yield from g.ask(seat, "keep", lambda: Choice(("keep", "swap")))
    if did == "keep":
        g.add(f"coins.{seat}", version.worth[g.kind(lamp)])
    else:
        g.move(lamp, f"hand.{seat}", "discard")
    g.note(Evening, turn=g.part(Evening).turn + 1)


def answers(keeper: Keeper, count: int, value: str = "keep") -> None:
    """Give so many answers: light one lamp, keep (or swap) what is drawn."""
    for _ in range(count):
        (decision,) = keeper.timeline.decisions()
        wanted = value if decision.name == "keep" else 1
        reply = keeper.answer(decision.seat, decision.id, wanted)
        assert isinstance(reply, Accepted)
