"""The game as the rules see it: what they read, what they change, whom they ask.

Rules are flows: generators that read like the rulebook and are given a `Game`, by custom
named ``g``.  They change the state only by `Game.emit`, ask only by ``yield from g.ask(...)``
and leave to chance only by ``yield from g.roll(...)`` and its like.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from tts_tool.kernel import chance
from tts_tool.kernel.decisions import BUTTON, TABLE, Bind, Decision, Label, unlabelled
from tts_tool.kernel.events import (
    BOTTOM,
    TOP,
    EffectBegan,
    EffectEnded,
    Event,
    Flagged,
    Forced,
    Happened,
    Moment,
    Moved,
    Noted,
    Offered,
    Queued,
    Reacted,
    Reacting,
    Rolled,
    Showed,
    Shuffled,
    TrackSet,
)
from tts_tool.kernel.flow import NOTHING, Flow, Interleave, Race, Together
from tts_tool.kernel.inventory import part_name
from tts_tool.kernel.joining import Joined
from tts_tool.kernel.settings import ALWAYS_ASK
from tts_tool.kernel.spaces import PLAIN, Choice, Dice, Ordering, Space
from tts_tool.kernel.state import Effect, FlowError, Pending, State

if TYPE_CHECKING:
    from tts_tool.kernel.hooks import Point
    from tts_tool.kernel.inventory import Seat
    from tts_tool.kernel.module import Composition, Setup

__all__ = ["ENDLESS", "LONGEST_CHAIN", "MOST_STEPS", "NOTHING", "Flow", "Game", "Luck"]

T = TypeVar("T")
P = TypeVar("P", bound=msgspec.Struct)

# Each reaction may lie in the one before, in a few calls of the thousand that Python allows in each
# other; and the last is named, which is not known where `MOST_STEPS` ends it.
LONGEST_CHAIN = 100
MOST_STEPS = 100_000
"""So many events and questions may follow from one answer.

Nine whole games of Old World with four seats have about as many, by docs/speed.md; they take about
a second, so that what goes on for ever ends here before it does by the clock of the referee.
"""
ENDLESS = f"over {MOST_STEPS} events and questions follow from one answer"


class Luck(msgspec.Struct, frozen=True):
    """Where the outcomes of a game's chance come from."""

    seed: str = "0"
    observed: tuple[str, ...] = ()
    """Streams, or beginnings of their names, that somebody rolls or shuffles by hand."""
    script: dict[str, list[Any]] = {}
    """Outcomes laid down beforehand by stream; seeded or observed when they are used up."""


class Game(Joined):
    """A running game, for rules to read and to change.

    In the examples `g` is one with the seats ann, bob and cid, a deck of four cards (two aces, a
    king, a queen), a coin on the table, and three gold for each; `run` lets a flow run to its end.
    """

    def __init__(self, composition: Composition, luck: Luck, state: State) -> None:
        """Run rules on a state."""
        super().__init__(composition)
        self.luck = luck
        self.state = state
        self.happened: list[Happened] = []
        self.version = 0
        self.head = -1
        """The moment of the last restart point of a flow side by side with others."""
        self.sealing = False
        self.on_restart: Callable[[], None] = lambda: None
        self._reactions = composition.reactions_on
        self._made = composition.made
        self._kept: dict[tuple[Any, ...], Any] = {}
        self._always = composition.setup.settings.get(ALWAYS_ASK.name) == "yes"
        self._chain = 0
        self.last = MOST_STEPS
        """Further than this no version comes before somebody must be asked."""

    # What there is

    @property
    def setup(self) -> Setup:
        """Give what the game started from: seats, modules, settings, cards."""
        return self.composition.setup

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Give all seats, clockwise."""
        return self.composition.setup.seats

    @property
    def acting(self) -> Seat:
        """Give the seat whose turn it is."""
        return self.state.acting

    def clockwise(self, first: Seat) -> tuple[Seat, ...]:
        """Give all seats, clockwise from one of them.

        >>> g.clockwise("bob")
        ('bob', 'cid', 'ann')
        """
        return self.composition.inventory.clockwise.get(first, self.seats)

    def part(self, kind: type[P]) -> P:
        """Read what a module keeps in the state.

        >>> g.part(Score).round
        0
        """
        return self.state.parts[kind]  # type: ignore[return-value]  # keyed by its own class

    def cards(self, place: str) -> tuple[str, ...]:
        """Give what lies in a place, the top first.

        >>> g.cards("deck")
        ('card.1', 'card.2', 'card.3', 'card.4')
        """
        return self.state.places[place]

    def track(self, name: str) -> int:
        """Give the value of a track.

        >>> g.track("gold.ann")
        3
        """
        return self.state.tracks[name]

    def kind(self, component: str) -> str:
        """Give what kind of thing a component is: mostly the id of its card record.

        >>> [g.kind(card) for card in g.cards("deck")]
        ['ace', 'ace', 'king', 'queen']
        """
        return self.composition.inventory.components[component].kind

    def card(self, component: str) -> Any:  # noqa: ANN401  # of the type that the ruleset declared
        """Give the card record of a component."""
        return self.composition.inventory.cards[component]

    def table(self, kind: type[T]) -> T:
        """Give a named table of the game's numbers."""
        table: T | None = self._made.get(kind)
        return self.composition.table(kind) if table is None else table

    def once(self, make: Callable[[Setup], T]) -> T:
        """Give what a function makes of the set-up; it is made once for a whole game."""
        made: T | None = self._made.get(make)
        return self.composition.once(make) if made is None else made

    def kept(self, make: Callable[..., T], *about: Hashable) -> T:
        """Give what a function makes of the game and some names, which is made only once.

        So it may look at what never changes, as the cards are, and not at the state.
        """
        key = (make, *about)
        made: T | None = self._kept.get(key)
        if made is None:
            made = self._kept[key] = make(self, *about)
        return made

    def readings(self, seat: Seat | None) -> dict[str, Any]:
        """Work out what follows from what a seat sees; who has none reads it as who acts."""
        reader = seat if seat in self.seats else self.acting or self.seats[0]
        readings = self.composition.readings.items()
        return {name: msgspec.to_builtins(read(self, reader)) for name, read in readings}

    def effects(self, kind: str) -> list[Effect]:
        """Give the lasting effects of a kind."""
        return [effect for effect in self.state.effects if effect.kind == kind]

    # Changing the state

    def emit(self, event: Event, rule: str = "") -> None:
        """Let something happen: the state changes at once, reactions wait for `settle`.

        >>> g.emit(TrackSet("gold.ann", 5, 3), "TINY-1")
        >>> g.track("gold.ann"), g.happened[-1].rule
        (5, 'TINY-1')
        """
        if self.sealing:
            msg = f"a sealed choice only asks, but {type(event).__name__} happened"
            raise FlowError(msg)
        if self.version >= self.last:
            raise FlowError(ENDLESS)
        state = self.state
        audience, wall = event.sight(state)
        event.fold(state)
        self.version += 1
        self.happened.append(Happened(event, rule, audience, wall))
        if event.__class__ in self._reactions:
            for reaction in self._reactions[event.__class__]:
                for seat, args in reaction.when(self, event):
                    self.emit(Queued(Pending(reaction.name, seat, args)))
        if state.effects and event.__class__ is Moved:
            self._end_left(event)

    def _step(self) -> None:
        """Count what is no event as one, too: without an end it is as bad."""
        self.last -= 1
        if self.version >= self.last:
            raise FlowError(ENDLESS)

    def _end_left(self, moved: Moved) -> None:
        for effect in self.state.effects:
            left = moved.source != moved.target and effect.source in moved.components
            if left and effect.place == moved.source:
                self.emit(EffectEnded(effect.id))

    def move(  # what, from where, to where, how, by which rule
        self,
        components: str | Iterable[str],
        source: str,
        target: str,
        *,
        at: int = TOP,
        rule: str = "",
    ) -> None:
        """Move components; the first named ends up on top.  Moving none is nothing.

        >>> g.move("card.3", "deck", "hand.ann", rule="TINY-1")
        >>> g.cards("hand.ann"), g.cards("deck")
        (('card.3',), ('card.1', 'card.2', 'card.4'))
        """
        moving = (components,) if isinstance(components, str) else tuple(components)
        if moving:
            self.emit(Moved(moving, source, target, at), rule)

    def draw(self, source: str, target: str, count: int = 1, rule: str = "") -> tuple[str, ...]:
        """Move up to so many from the top of a place; give what came.

        >>> g.draw("deck", "hand.ann", 3), g.draw("deck", "hand.bob", 3)
        (('card.1', 'card.2', 'card.3'), ('card.4',))
        """
        drawn = self.state.places[source][:count]
        self.move(drawn, source, target, rule=rule)
        return drawn

    def discard(self, components: str | Iterable[str], source: str, target: str) -> None:
        """Move components under what lies in a place."""
        self.move(components, source, target, at=BOTTOM)

    def reveal(self, components: Iterable[str], place: str, rule: str = "") -> None:
        """Show to all, spectators as well, what stays where it lies."""
        self.emit(Showed(tuple(components), place, None), rule)

    def set(self, track: str, value: int, rule: str = "") -> None:
        """Give a track a value; nothing happens if it has that value."""
        was = self.state.tracks[track]
        if was != value:
            self.emit(TrackSet(track, value, was), rule)

    def add(self, track: str, more: int, rule: str = "") -> int:
        """Raise or lower a track within its range; give what it really changed by.

        >>> g.add("gold.ann", -2), g.add("gold.ann", -2), g.track("gold.ann")
        (-2, -1, 0)
        """
        known = self.composition.inventory.tracks[track]
        was = self.state.tracks[track]
        value = max(known.low, min(known.high, was + more))
        self.set(track, value, rule)
        return value - was

    def note(self, kind: type[P], rule: str = "", **changes: object) -> P:
        """Change fields of what a module keeps in the state.

        >>> g.note(Score, round=2).round
        2
        """
        was: Any = self.state.parts[kind]
        value: P = msgspec.structs.replace(was, **changes)
        self.emit(Noted(part_name(kind), value), rule)
        return value

    def flag(self, name: str, value: str | int | None = 1, rule: str = "") -> None:
        """Set a named public value, or lift it with ``None``."""
        if self.state.flags.get(name) != value:
            self.emit(Flagged(name, value), rule)

    def begin(self, effect: Effect, rule: str = "") -> None:
        """Begin something that lasts."""
        self.emit(EffectBegan(effect), rule)

    def end_effects(self, until: str, rule: str = "") -> None:
        """End what lasts until this moment."""
        for effect in self.state.effects:
            if effect.until == until:
                self.emit(EffectEnded(effect.id), rule)

    # Asking

    def question(
        self,
        seat: Seat,
        name: str,
        space: Callable[[], Space[T]],
        *,
        why: str = "",
        bind: Bind = BUTTON,
    ) -> Decision[T]:
        """Make a question for `race`; to ask a single one use `ask`."""
        return Decision(self, seat, name, space, why=why, bind=bind)

    def ask(  # noqa: PLR0913  # a question has this many sides
        self,
        seat: Seat,
        name: str,
        space: Callable[[], Space[T]],
        *,
        why: str = "",
        bind: Bind = BUTTON,
        label: Label = unlabelled,
        always: bool = False,
        read: bool = False,
    ) -> Flow[T]:
        """Ask a seat, unless there is nothing to decide; first settle what is queued.

        What is skipped leaves a trace, `Forced`; with `read` it has all that was offered.

        >>> next(g.ask("ann", "bid", lambda: Choice((1, 2)))).key
        'bid/ann'
        >>> run(g.ask("ann", "bid", lambda: Choice((1,))))
        1
        """
        self._step()
        if self.state.queue[-1]:
            yield from self.settle()
        decision = Decision(self, seat, name, space, why=why, bind=bind, label=label, always=always)
        allowed = decision.space().sole()
        if not allowed:
            msg = f"{decision.key} has no allowed answer"
            raise FlowError(msg)
        if len(allowed) > 1 or always or (self._always and not _is_nothing(allowed[0])):
            answer: T = yield decision
            return answer
        # How far a secret choice has come stays secret, and where flows side by side are entered
        # nothing may happen: it would happen again with each of them that is entered.
        if not (self.sealing or self.head == self.version or _is_nothing(allowed[0])):
            self._force(decision, allowed[0], read=read)
        return allowed[0]

    def _force(self, decision: Decision[Any], answer: Any, *, read: bool) -> None:  # noqa: ANN401
        """Tell that the only answer was taken."""
        words = decision.words(answer) if answer.__class__ in PLAIN else {}
        options = decision.space().options() if read else ()
        offered = tuple(Offered(o.value, decision.words(o.value), o.rejection) for o in options)
        self.emit(Forced(decision.key, decision.seat, answer, decision.why, words, offered))

    def race(self, *decisions: Decision[Any]) -> Flow[tuple[Seat, Any]]:
        """Ask several at once: the first answer closes the rest."""
        self._step()
        if self.state.queue[-1]:
            yield from self.settle()
        if not any(decision.space().sole() for decision in decisions):
            msg = f"nobody can answer in a race of {len(decisions)} questions"
            raise FlowError(msg)
        first: tuple[Seat, Any] = yield Race(decisions)
        return first

    def together(
        self, name: str, flows: Mapping[Seat, Callable[[], Flow[T]]]
    ) -> Flow[dict[Seat, T]]:
        """Let seats choose in secret, each by a flow that only asks; open all at the end."""
        self._step()
        if self.state.queue[-1]:
            yield from self.settle()
        chosen: dict[Seat, T] = yield Together(name, flows)
        return chosen

    def interleave(self, flows: Mapping[Seat, Callable[[], Flow[T]]]) -> Flow[dict[Seat, T]]:
        """Let flows of several seats go on side by side, each in its own time."""
        self._step()
        if self.state.queue[-1]:
            yield from self.settle()
        done: dict[Seat, T] = yield Interleave(flows)
        return done

    def restart(self) -> None:
        """Say that the rules can be entered here from the state alone."""
        self._step()
        if self.sealing or self.state.queue != ((),):
            msg = "a restart point inside a secret or with reactions waiting"
            raise FlowError(msg)
        self.on_restart()

    def perform(self, operation: object, seat: Seat, source: str) -> Flow[None]:
        """Do what an operation of a card says, for a seat."""
        return self.composition.operations[type(operation)](self, operation, seat, source)

    # Reactions

    def settle(self) -> Flow[None]:
        """Run the reactions that this flow has queued, and what they queue in turn."""
        queue = self.state.queue
        if len(queue) == 1:
            self._chain = 0
        return self._settle() if queue[-1] else NOTHING

    def _settle(self) -> Flow[None]:
        while self.state.queue[-1]:
            pending = yield from self._next_reaction()
            self._chain += 1
            if self._chain > LONGEST_CHAIN:
                msg = f"over {LONGEST_CHAIN} reactions in one chain, the last is {pending.reaction}"
                raise FlowError(msg)
            self.emit(Reacting(pending))
            yield from self.composition.flows[pending.reaction](self, pending.seat, **pending.args)
            yield from self.settle()
            self.emit(Reacted(pending.reaction))

    def _next_reaction(self) -> Flow[Pending]:
        """Acting seat first, then clockwise; within a seat its owner chooses.

        What modules do at a moment that they are told of comes before, in the modules' order.
        """
        level = self.state.queue[-1]
        order = ("", *self.clockwise(self.state.acting))
        seat = min((pending.seat for pending in level), key=order.index)
        told = (p for p in level if p.seat == seat and p.reaction in self.composition.told)
        if (first := next(told, None)) is not None:
            return first
        mine = _named(pending for pending in level if pending.seat == seat)
        names = tuple(mine)
        if not seat or len(names) == 1:
            return mine[names[0]]
        chosen = yield Decision(self, seat, "first-reaction", lambda: Choice(names))
        return mine[chosen]

    # Moments

    def stages(self, point: Point, seat: Seat = "", **args: object) -> Flow[None]:
        """Tell that a moment has come, then let one module after the other do what it does then.

        What a module does may contain restart points: the state keeps whose stage it is, so that
        nobody is told twice and what is done is not done again when the rules are entered anew.
        """
        several = self._hooks.get((point.name, "ask"), ())
        done = self.state.flags.get(point.name)
        if done is None:
            self.notify(point, seat, **args)
            yield from self.settle()
            done = 0
        for number in range(int(done), len(several)):
            self.flag(point.name, number)
            self.restart()
            yield from several[number](self, seat, **args)
            yield from self.settle()
        self.flag(point.name, None)

    def notify(self, point: Point, seat: Seat = "", **args: object) -> None:
        """Tell that a moment has come; who reacts to it is queued."""
        self.emit(Moment(point.name, seat, args))
        for reaction in self.composition.notified.get(point.name, ()):
            self.emit(Queued(Pending(reaction, seat, args)))

    # Chance

    def roll(
        self, stream: str, sides: int, count: int = 1, *, bind: Bind = BUTTON, rule: str = ""
    ) -> Flow[tuple[int, ...]]:
        """Roll dice in the open.

        >>> run(g.roll("attack", sides=1, count=2))
        (1, 1)
        """
        space = Dice(sides, count)
        outcome = self._scripted(stream)
        if outcome is None and self._watched(stream):
            outcome = yield self._chance(stream, space, bind)
        if outcome is None:
            values = tuple(1 + chance.scaled(n, sides) for n in self._numbers(stream, count))
        else:
            values = _allowed(space, stream, outcome)
        self.emit(Rolled(stream, sides, values), rule)
        return values

    def pick(self, stream: str, items: tuple[str, ...], rule: str = "") -> Flow[str]:
        """Choose one at random.

        >>> run(g.pick("weather", ("rain", "sun"))) in ("rain", "sun")
        True
        """
        (value,) = yield from self.roll(stream, len(items), rule=rule)
        return items[value - 1]

    def shuffle(self, place: str, rule: str = "") -> Flow[None]:
        """Shuffle what lies in a place.

        >>> run(g.shuffle("deck"))
        >>> sorted(g.cards("deck"))
        ['card.1', 'card.2', 'card.3', 'card.4']
        """
        stream = f"shuffle.{place}"
        items = self.state.places[place]
        order = None
        scripted = self._scripted(stream)
        if scripted is not None:
            order = chance.on_top(scripted, self.order_anew(place), self.kind)
        elif self._watched(stream):
            order = yield self._chance(stream, Ordering(items), BUTTON)
        self.emit(Shuffled(place, order or self.order_anew(place), stream), rule)

    def order_anew(self, place: str, held: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Draw an order for what lies in a place; what somebody looks at stays where it is."""
        items = self.state.places[place]
        if not held:
            return chance.in_order(self._numbers(f"shuffle.{place}", len(items)), items)
        loose = tuple(c for c in items if c not in held)
        left = iter(chance.in_order(self._numbers(f"shuffle.{place}", len(loose)), loose))
        return tuple(c if c in held else next(left) for c in items)

    def _scripted(self, stream: str) -> Any:  # noqa: ANN401  # checked by whoever asked
        """Take the next outcome that was laid down for a stream, if there is one."""
        if self.sealing:
            msg = f"a sealed choice only asks, but {stream} was left to chance"
            raise FlowError(msg)
        script = self.luck.script.get(stream, ())
        count = self.state.streams.get(stream, 0)
        return script[count] if count < len(script) else None

    def _watched(self, stream: str) -> bool:
        return bool(self.luck.observed) and stream.startswith(self.luck.observed)

    def _chance(self, stream: str, space: Space[T], bind: Bind) -> Decision[T]:
        return Decision(self, TABLE, f"chance.{stream}", lambda: space, bind=bind, kind="chance")

    def _numbers(self, stream: str, how_many: int) -> list[int]:
        state = self.state
        count = state.streams.get(stream, 0)
        return chance.numbers(self.luck.seed, state.branch, stream, count, how_many)


def _is_nothing(answer: object) -> bool:
    """Tell whether an answer takes nothing of nothing: no question, and no trace of one."""
    return answer in ((), {})


def _named(level: Iterable[Pending]) -> dict[str, Pending]:
    """Name waiting reactions so that different ones of a kind can be told apart."""
    named: dict[str, Pending] = {}
    for pending in level:
        if pending not in named.values():
            same = sum(known.reaction == pending.reaction for known in named.values())
            named[f"{pending.reaction}/{same + 1}" if same else pending.reaction] = pending
    return named


def _allowed(space: Space[T], stream: str, outcome: object) -> T:
    judged = space.check(outcome)
    if isinstance(judged, tuple):
        return judged
    msg = f"{outcome} can't come from {stream}"
    raise FlowError(msg)
