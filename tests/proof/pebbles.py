"""A toy game of a few lines, in which everything that the kit proves happens: now break it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, ClassVar, TypeVar

import msgspec

from tts_tool.kernel.events import Ended
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Component, Place, Seat, Track
from tts_tool.kernel.module import Module, Ruleset, Setup
from tts_tool.kernel.rejection import Rejection, Wordings
from tts_tool.kernel.spaces import Choice, Number, Record, Space

T = TypeVar("T")
SEATS = ("ann", "bob", "cid")
ROUNDS, THROWS = 3, 2
KINDS = ("flat", "round", "smooth", "sharp")


class Beach(msgspec.Struct, frozen=True):
    """How far the game has come, and what the last one said."""

    round: int = 0
    done: tuple[Seat, ...] = ()
    said: str = ""


class Words:
    """All the catalogue that the toy needs."""

    digest = "pebbles"
    wordings: ClassVar[Wordings] = {
        "sharp": {"en": "A {kind} one hurts.", "de": "Ein {kind} tut weh."},
        "said": {"en": "{what}!", "de": "{what}!"},
    }

    def of(self, kind: type[T]) -> Mapping[str, T]:
        """Give no records: there are none."""
        assert kind
        return {}

    def table(self, kind: type[T]) -> T:
        """Give a table as it is by default."""
        return kind()

    def without(self, _boxes: frozenset[str]) -> Words:
        """Give the same: the toy is one box."""
        return self


def things(setup: Setup) -> Iterator[Component | Place | Track]:
    """Lay out a bag, and for each seat a hand and a heap."""
    yield Place("bag", "nobody")
    for seat in setup.seats:
        yield Place(f"hand.{seat}", "owner", seat)
        yield Place(f"heap.{seat}", owner=seat)
        yield Track(f"score.{seat}", low=-99, high=999, owner=seat)
    for n in range(1, 6):
        for kind in KINDS:
            back: dict[str, str | int] = {"back": "pebble"}
            yield Component(f"{kind}.{n}", kind, "bag", back=back, pool="pebbles")


class Pebbles:
    """The rules; each method is a place to go wrong at."""

    def ruleset(self) -> Ruleset:
        """Make a game of these rules."""
        beach = Module("beach", parts=(Beach,))
        beach.content(things)
        beach.invariant(self.small_heaps)
        beach.offer(
            name="peek",
            seats=lambda g: [s for s in g.seats if g.cards(f"hand.{s}")],
            space=lambda _g, _seat: Choice(("count",)),
            run=self.peek,
        )
        return Ruleset("pebbles", modules=(beach,), play=self.play, seats=SEATS, fewest=2)

    def small_heaps(self, g: Game) -> Rejection | None:
        """Nothing comes to a heap that wasn't thrown."""
        full = [seat for seat in g.seats if len(g.cards(f"heap.{seat}")) > ROUNDS * THROWS]
        return Rejection("said", {"what": full[0]}) if full else None

    def peek(self, g: Game, seat: Seat, _answer: str) -> Flow[None]:
        """Ask whoever counts their pebbles whether they are done."""
        yield from g.ask(seat, "peek", lambda: Choice(("done",)), always=True)

    def play(self, g: Game) -> Flow[None]:
        """Play a few rounds."""
        if g.part(Beach).round == 0:
            yield from g.shuffle("bag")
            for seat in g.seats:
                g.draw("bag", f"hand.{seat}", ROUNDS * THROWS)
            g.note(Beach, round=1)
        while g.part(Beach).round <= ROUNDS:
            g.restart()
            yield from self.one_round(g)
        g.emit(Ended(self.ranking(g)))

    def ranking(self, g: Game) -> tuple[tuple[Seat, ...], ...]:
        """Let all win."""
        return (g.seats,)

    def one_round(self, g: Game) -> Flow[None]:
        """Throw side by side, guess in secret, roll."""
        yield from g.interleave({seat: partial(self.throw, g, seat) for seat in g.seats})
        guesses = yield from g.together("guess", {s: partial(self.guess, g, s) for s in g.seats})
        (fell,) = yield from g.roll("die", 6)
        for seat, guess in guesses.items():
            if guess["number"] == fell:
                g.add(f"score.{seat}", 5)
        yield from self.close(g)
        g.note(Beach, round=g.part(Beach).round + 1, done=())

    def close(self, g: Game) -> Flow[None]:
        """End a round, without much ado."""
        g.note(Beach, said="")
        yield from ()

    def throw(self, g: Game, seat: Seat) -> Flow[None]:
        """Throw some pebbles and say of each how far."""
        while g.part(Beach).done.count(seat) < THROWS:
            g.restart()
            pebble = yield from g.ask(seat, "throw", lambda: self.pebbles(g, seat), always=True)
            g.move(pebble, f"hand.{seat}", f"heap.{seat}")
            yield from self.thrown(g, seat, pebble)
            g.note(Beach, done=tuple(sorted((*g.part(Beach).done, seat))))

    def pebbles(self, g: Game, seat: Seat) -> Space[str]:
        """Offer what is in the hand, but never the sharp while something else is there."""
        hand = g.cards(f"hand.{seat}")
        blunt = [pebble for pebble in hand if g.kind(pebble) != "sharp"]

        def hurts(pebble: str) -> Rejection | None:
            sharp = g.kind(pebble) == "sharp" and blunt
            return Rejection("sharp", {"kind": "sharp"}) if sharp else None

        return Choice(hand, hurts)

    def thrown(self, g: Game, seat: Seat, _pebble: str) -> Flow[None]:
        """Score how far it flew."""
        far = yield from g.ask(seat, "far", lambda: self.far(g))
        g.add(f"score.{seat}", far)

    def far(self, _g: Game) -> Space[int]:
        """Offer some distances."""
        return Number(1, 3)

    def guess(self, g: Game, seat: Seat) -> Flow[dict[str, Any]]:
        """Guess what the die will show, and how sure that is."""
        return (yield from g.ask(seat, "guess", lambda: self.guesses(g, seat), always=True))

    def guesses(self, _g: Game, _seat: Seat) -> Space[dict[str, Any]]:
        """Offer numbers; six is never sure."""
        number = lambda given: Number(1, 5 if given.get("sure") == "yes" else 6)  # noqa: E731
        sure = lambda given: Choice(("no",) if given.get("number") == 6 else ("no", "yes"))  # noqa: E731
        return Record({"number": number, "sure": sure})
