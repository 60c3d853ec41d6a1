"""What can go wrong in rules: each class is the toy game with one flaw, said in its docstring."""

from __future__ import annotations

from typing import Any, ClassVar

from tests.proof.pebbles import ROUNDS, THROWS, Beach, Pebbles
from tts_tool.kernel.events import Event, Moment, Said, Showed
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import Choice, Incomplete, Number, Ordering, Record, Space
from tts_tool.kernel.state import State


class RemembersOutside(Pebbles):
    """Scores by what it remembers of all games, outside the state."""

    seen: ClassVar[list[str]] = []

    def thrown(self, g: Game, seat: Seat, pebble: str) -> Flow[None]:
        """Count the pebbles ever thrown."""
        self.seen.append(pebble)
        g.add(f"score.{seat}", len(self.seen) % 7)
        yield from ()


class LocalAcrossRestart(Pebbles):
    """Keeps who went before in a local, across a restart point."""

    def one_round(self, g: Game) -> Flow[None]:
        """Reward the first seat for each that had thrown when this flow began."""
        before = g.part(Beach).done
        yield from super().one_round(g)
        g.add(f"score.{g.seats[0]}", 1 + len(before))


class StepsTwice(Pebbles):
    """Does a step before its restart point that is done again on re-entry."""

    def one_round(self, g: Game) -> Flow[None]:
        """Pay out before everybody throws."""
        g.add(f"score.{g.seats[0]}", 1)
        yield from super().one_round(g)


class SaysTwice(Pebbles):
    """Tells something that is told again on re-entry, though the state is the same."""

    def one_round(self, g: Game) -> Flow[None]:
        """Greet."""
        g.emit(Said("said", {"what": "go"}))
        yield from super().one_round(g)


class AsksForever(Pebbles):
    """Asks more than anyone wants to answer again, without a restart point."""

    def close(self, g: Game) -> Flow[None]:
        """Haggle about the score."""
        for n in range(41):
            yield from g.ask(g.seats[n % 2], "more", lambda: Number(0, 1))


class NeverEnds(Pebbles):
    """Plays the same round for ever."""

    def close(self, g: Game) -> Flow[None]:
        """Go back to the first round as soon as hands are empty."""
        g.note(Beach, round=min(g.part(Beach).round, ROUNDS - 1))
        for seat in g.seats:
            for heap in g.cards(f"heap.{seat}"):
                g.move(heap, f"heap.{seat}", f"hand.{seat}")
        yield from ()


class ForgetsSeat(Pebbles):
    """Leaves somebody out of the ranking."""

    def ranking(self, g: Game) -> tuple[tuple[Seat, ...], ...]:
        """Rank the first only."""
        return (g.seats[:1],)


class ChangesBehindEvents(Pebbles):
    """Changes the state without an event."""

    def thrown(self, g: Game, seat: Seat, _pebble: str) -> Flow[None]:
        """Score in silence."""
        g.state.tracks[f"score.{seat}"] += 1
        yield from ()


class Lost(Event, frozen=True):
    """A hand-made event: a pebble is gone."""

    component: str
    place: str

    def fold(self, state: State) -> None:
        left = tuple(c for c in state.places[self.place] if c != self.component)
        state.places[self.place] = left


class LosesPebbles(Pebbles):
    """Destroys a component by a hand-made event."""

    def thrown(self, g: Game, seat: Seat, pebble: str) -> Flow[None]:
        """Throw it into the sea."""
        g.emit(Lost(pebble, f"heap.{seat}"))
        yield from ()


class BreaksInvariant(Pebbles):
    """Does what it says must never be."""

    def close(self, g: Game) -> Flow[None]:
        """Heap up the bag."""
        g.draw("bag", f"heap.{g.seats[0]}", ROUNDS * THROWS + 1)
        yield from ()


class Sloppy(Choice[str]):
    """A space that takes everything."""

    def check(self, answer: object) -> Any:  # noqa: ANN401  # that's the flaw
        return answer


class TakesAnything(Pebbles):
    """Takes whatever comes in for an answer."""

    def pebbles(self, g: Game, seat: Seat) -> Space[str]:
        """Offer the hand, and take no care."""
        return Sloppy(g.cards(f"hand.{seat}"))

    def throw(self, g: Game, seat: Seat) -> Flow[None]:
        """Ask, and do nothing with it."""
        while seat not in g.part(Beach).done:
            g.restart()
            yield from g.ask(seat, "throw", lambda: self.pebbles(g, seat), always=True)
            g.note(Beach, done=(*g.part(Beach).done, seat))


class Touchy(Number):
    """A space that raises when it is given nonsense."""

    def check(self, answer: object) -> Any:  # noqa: ANN401  # that's the flaw
        return answer if self.low <= answer <= self.high else self.malformed()  # type: ignore[operator]


class RaisesAtNonsense(Pebbles):
    """Raises at an answer of the wrong type."""

    def far(self, _g: Game) -> Space[int]:
        """Compare before looking."""
        return Touchy(1, 3)


class Lenient(Choice[str]):
    """A space that lists what it refuses, but takes it."""

    def check(self, answer: object) -> Any:  # noqa: ANN401  # that's the flaw
        return Choice(self.values).check(answer)


class TakesWhatItRefuses(Pebbles):
    """Takes what it has listed as not allowed."""

    def pebbles(self, g: Game, seat: Seat) -> Space[str]:
        """List the hand with reasons, and forget them."""
        right = super().pebbles(g, seat)
        assert isinstance(right, Choice)
        return Lenient(right.values, right.why_not)


class TouchesWhileLooking(Pebbles):
    """Changes the state by looking at what is allowed."""

    def pebbles(self, g: Game, seat: Seat) -> Space[str]:
        """Count how often an answer was judged."""
        right = super().pebbles(g, seat)
        assert isinstance(right, Choice)

        def counted(pebble: str) -> Rejection | None:
            if right.why_not and right.why_not(pebble):
                g.state.flags["tried"] = int(g.state.flags.get("tried", 0)) + 1
                return right.why_not(pebble)
            return None

        return Choice(right.values, counted)


class Hasty(Record):
    """A record that doesn't say what is missing."""

    def check(self, answer: object) -> Any:  # noqa: ANN401  # that's the flaw
        judged = super().check(answer)
        return self.malformed() if isinstance(judged, Incomplete) else judged


class WantsAllAtOnce(Pebbles):
    """Refuses partial answers."""

    def guesses(self, g: Game, seat: Seat) -> Space[dict[str, Any]]:
        """Offer the fields of a hasty record."""
        right = super().guesses(g, seat)
        assert isinstance(right, Record)
        return Hasty(right.fields)


class LacksWords(Pebbles):
    """Refuses without a sentence for it."""

    def pebbles(self, g: Game, seat: Seat) -> Space[str]:
        """Refuse the first of several."""
        first, *others = g.cards(f"hand.{seat}")
        return Choice(
            (first, *others), lambda p: Rejection("mumble") if p == first and others else None
        )


class SwallowsErrors(Pebbles):
    """Catches whatever is thrown, and goes on."""

    def close(self, g: Game) -> Flow[None]:
        """Try many things, mind none."""
        for n in range(20):
            try:  # noqa: SIM105  # a plain sight of the flaw
                g.emit(Moment(f"{n}"))
            except Exception:  # noqa: BLE001, S110  # that's the flaw
                pass
        yield from ()


class FirstComesFirst(Pebbles):
    """Rewards the first of those who act side by side, and declares nothing."""

    def thrown(self, g: Game, seat: Seat, _pebble: str) -> Flow[None]:
        """Give the first a point."""
        g.add(f"score.{seat}", len(g.seats) - len(g.part(Beach).done))
        yield from ()


class NotesHidden(Pebbles):
    """Keeps a hidden id where all see it."""

    def close(self, g: Game) -> Flow[None]:
        """Note what lies on top of the bag."""
        g.note(Beach, said=g.cards("bag")[0])
        yield from ()


class TellsHidden(Pebbles):
    """Tells everybody of something hidden."""

    def close(self, g: Game) -> Flow[None]:
        """Say what lies on top of the bag."""
        g.emit(Said("said", {"what": g.cards("bag")[0]}))
        yield from ()


class RefusesByHidden(Pebbles):
    """Names a hidden component in a refusal."""

    def pebbles(self, g: Game, seat: Seat) -> Space[str]:
        """Tell what lies in the bag instead."""
        hand = g.cards(f"hand.{seat}")
        top = Rejection("said", {"what": g.cards("bag")[0]})
        return Choice((*hand, "bag"), lambda value: top if value == "bag" else None)


class RefusesByHand(Pebbles):
    """Lets a refusal depend on what another seat holds, without naming it."""

    def pebbles(self, g: Game, seat: Seat) -> Space[str]:
        """Tell how many sharp ones the next seat has."""
        hand, other = g.cards(f"hand.{seat}"), g.cards(f"hand.{g.clockwise(seat)[1]}")
        sharp = sum(g.kind(pebble) == "sharp" for pebble in other)
        told = Rejection("said", {"what": sharp})
        return Choice((*hand, "bag"), lambda value: told if value == "bag" else None)


class SkipsByHand(Pebbles):
    """Asks only who has a choice, so that all know who has none."""

    def throw(self, g: Game, seat: Seat) -> Flow[None]:
        """Ask where there is something to decide."""
        while g.part(Beach).done.count(seat) < THROWS:
            g.restart()
            pebble = yield from g.ask(seat, "throw", lambda: self.pebbles(g, seat))
            g.move(pebble, f"hand.{seat}", f"heap.{seat}")
            g.note(Beach, done=(*g.part(Beach).done, seat))


class EndsByHidden(Pebbles):
    """Lets what everybody sees at once depend on a hidden order."""

    def thrown(self, g: Game, seat: Seat, _pebble: str) -> Flow[None]:
        """Score what lies on top of the bag."""
        g.add(f"score.{seat}", len(g.kind(g.cards("bag")[0])))
        yield from ()


class AsksByHidden(Pebbles):
    """Asks this or that, by what lies in the bag."""

    def thrown(self, g: Game, seat: Seat, _pebble: str) -> Flow[None]:
        """Ask how far or how near."""
        flat = g.kind(g.cards("bag")[0]) == "flat"
        yield from g.ask(seat, "far" if flat else "near", lambda: Number(1, 3))


class LooksIntoTheBag(Pebbles):
    """No flaw: keeps in a local what it shows, which stays there even if the bag is shaken."""

    def thrown(self, g: Game, seat: Seat, _pebble: str) -> Flow[None]:
        """Let two pebbles of the bag change places."""
        top = g.cards("bag")[:2]
        g.emit(Showed(top, "bag", (seat,)))
        order = yield from g.ask(seat, "sort", lambda: Ordering(top))
        g.move(order, "bag", "bag")

    def close(self, g: Game) -> Flow[None]:
        """Show one pebble of the bag to all."""
        g.emit(Showed(g.cards("bag")[:1], "bag", g.seats))
        yield from ()
