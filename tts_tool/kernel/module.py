"""What rules are made of: modules that declare content and hooks, and a ruleset of modules.

A module is filled while its Python files are imported and never changes afterwards::

    core = Module("core", needs=())

    @core.record("ware")
    class Ware(Record): ...

    @core.part
    class Night(msgspec.Struct, frozen=True): ...

    @core.content
    def stalls(setup: Setup) -> Iterator[Place]: ...

    WORTH = core.point("worth", "modify", doc="what a ware is worth")

    @storm.hook(WORTH, "modify")
    def soaked(g: Game, value: int, **_: object) -> int: ...
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from typing import TYPE_CHECKING, Any, Literal, NoReturn, Protocol, TypeVar

import msgspec

from tts_tool.errors import meant
from tts_tool.kernel.decisions import BUTTON, Bind, Stroke
from tts_tool.kernel.events import Event
from tts_tool.kernel.hooks import (
    CompositionError,
    Hook,
    HookKind,
    Point,
    compose_hooks,
)
from tts_tool.kernel.inventory import Component, Inventory, Place, Seat, Track
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.settings import GENERAL, Setting
from tts_tool.kernel.spaces import Space

if TYPE_CHECKING:
    from collections.abc import Generator

    from tts_tool.kernel.game import Game

R = TypeVar("R")
F = TypeVar("F", bound=Callable[..., Any])
S = TypeVar("S", bound=msgspec.Struct)


class Cards(Protocol):
    """What the rules need of a catalogue: records by type, tables, and what is in them."""

    @property
    def digest(self) -> str:
        """Identify the content."""

    def of(self, kind: type[R]) -> Mapping[str, R]:
        """Give all records of a kind by id."""

    def table(self, kind: type[R]) -> R:
        """Give a named table or number of the game."""

    def without(self, boxes: frozenset[str]) -> Cards:
        """Give what is left without what some boxes bring, named by their folders."""


class Setup(msgspec.Struct, frozen=True):
    """What a game starts from."""

    seats: tuple[Seat, ...]
    modules: tuple[str, ...]
    settings: dict[str, str]
    cards: Any
    """The catalogue: something that gives records as `Cards` says."""


class Offer(msgspec.Struct, frozen=True):
    """Something a seat may do beside whatever is asked, e.g. look through its own deck."""

    name: str
    seats: Callable[[Game], Iterable[Seat]]
    space: Callable[[Game, Seat], Space[Any]]
    run: Callable[[Game, Seat, Any], Generator[Any, Any, None]]
    why: str = ""
    bind: Callable[[Game, Seat], Bind] = lambda _g, _seat: BUTTON


class Reaction(msgspec.Struct, frozen=True):
    """A flow that runs when something has happened; `when` says for whom, with what."""

    name: str
    on: type[Event]
    when: Callable[[Game, Any], Iterable[tuple[Seat, dict[str, Any]]]]
    run: Callable[..., Generator[Any, Any, None]]


Reading = Callable[["Game", Seat], Any]
"""Gives plain data that anybody can work out from what the seat sees: a price, a score."""

Invariant = Callable[["Game"], Rejection | None]

Advice = Callable[["Game", Seat, Space[Any]], Any]
"""Says what a sensible player answers, of what the seat can see; ``None`` has no opinion."""


class OpenPoint(msgspec.Struct, frozen=True):
    """A point where the rulebook is silent or says two things, and what is played.

    ``data``: `what` names the table and field that settles it (``limits.hand``); ``settled``: it is
    played as the text says; ``choice``: `what` names the setting that says how it is played.
    """

    id: str
    how: Literal["data", "settled", "choice"]
    what: str
    text: str


class Module:
    """A box of rules: the base game, an expansion, a variant."""

    def __init__(  # noqa: PLR0913  # what a module declares about itself
        self,
        name: str,
        *,
        needs: tuple[str, ...] = (),
        bridges: tuple[str, ...] = (),
        excludes: tuple[str, ...] | Mapping[str, str] = (),
        behaviour: int = 1,
        settings: tuple[Setting, ...] = (),
        parts: tuple[type[msgspec.Struct], ...] = (),
    ) -> None:
        """Name a module; `behaviour` is raised only when a golden playthrough changes.

        A module that `bridges` others says what is different when all of them play; it comes by
        itself then, and never else. For what it excludes it may name a rule.
        """
        self.name = name
        self.folder = name.replace("-", "_")
        """Where its card files are, below those of its game."""
        self.needs = needs
        self.bridges = bridges
        self.excludes = excludes if isinstance(excludes, Mapping) else dict.fromkeys(excludes, "")
        self.behaviour = behaviour
        self.settings = settings
        self.parts = parts
        self.records: dict[str, type[msgspec.Struct]] = {}
        self.tables: dict[str, type[msgspec.Struct]] = {}
        self.vocabularies: dict[str, Mapping[str, str]] = {}
        self.unread: list[str] = []
        self.checks: list[Callable[[Any], Iterable[Any]]] = []
        self.open_points: list[OpenPoint] = []
        self.contents: list[Callable[[Setup], Iterable[Component | Place | Track]]] = []
        self.points: list[Point] = []
        self.hooks: list[Hook] = []
        self.offers: list[Offer] = []
        self.reactions: list[Reaction] = []
        self.invariants: list[Invariant] = []
        self.readings: dict[str, Reading] = {}
        self.advice: dict[str, Advice] = {}
        self.operations: dict[type[Any], Callable[..., Generator[Any, Any, None]]] = {}

    if not TYPE_CHECKING:  # pragma: no branch  # a type checker sees for itself what is misspelt

        def __getattr__(self, name: str) -> NoReturn:
            """Say what was probably meant: what is declared by another name is declared nowhere."""
            there = [each for each in dir(type(self)) if not each.startswith("_")]
            msg = f"module {self.__dict__.get('name')} declares no {name!r}; {meant(name, there)}"
            raise AttributeError(msg)

    # What stands in its card files; the kernel hands it on to the catalogue

    def record(self, name: str) -> Callable[[type[S]], type[S]]:
        """Declare a type of cards: what stands under `name` in card files."""
        return _under(self.records, "type of cards", name)

    def table(self, name: str) -> Callable[[type[S]], type[S]]:
        """Declare a table of numbers: what stands under ``[table.name]`` in card files."""
        return _under(self.tables, "table", name)

    def words(self, vocabulary: str, words: Mapping[str, str]) -> Mapping[str, str]:
        """Add words to a list of which a card may say one, each with what it means."""
        self.vocabularies[vocabulary] = {**self.vocabularies.get(vocabulary, {}), **words}
        return words

    def spare(self, *names: str) -> None:
        """Name keys (``Location.harbour``) and operations that no rule reads, on purpose."""
        self.unread.extend(names)

    def check(self, look: F) -> F:
        """Declare what only this game can find wrong with its cards."""
        self.checks.append(look)
        return look

    def settles(self, *points: OpenPoint) -> None:
        """Say how what the rulebook leaves open is played."""
        self.open_points.extend(points)

    # What happens in its games

    def part(self, kind: type[S]) -> type[S]:
        """Declare what it keeps in the state of a game."""
        self.parts = (*self.parts, kind)
        return kind

    def content(self, declare: F) -> F:
        """Declare components, places and tracks for a game that is being set up."""
        self.contents.append(declare)
        return declare

    def point(self, name: str, *kinds: HookKind, doc: str) -> Point:
        """Offer a point at which modules may join in."""
        point = Point(name, kinds, doc)
        self.points.append(point)
        return point

    def hook(
        self,
        point: Point | str,
        kind: HookKind,
        *,
        before: tuple[str, ...] = (),
        after: tuple[str, ...] = (),
        when: Callable[..., bool] | None = None,
    ) -> Callable[[F], F]:
        """Join in at a point, in the ruleset's order of modules.

        `before` and `after` name modules for which that order is wrong.  What replaces may say
        `when` it does; it is given the usual way as a function: ``def rolled(g, usual, **_)``.
        """
        name = point if isinstance(point, str) else point.name
        if when is not None and kind != "replace":
            msg = f"module {self.name} at {name}: only what replaces says when, not {kind}"
            raise CompositionError(msg)

        def joined(run: F) -> F:
            self.hooks.append(Hook(self.name, name, kind, run, before, after, when))
            return run

        return joined

    def offer(self, **declared: Any) -> None:  # noqa: ANN401  # the fields of Offer
        """Declare a standing offer."""
        self.offers.append(Offer(**declared))

    def reaction(
        self,
        name: str,
        on: type[Event],
        when: Callable[[Game, Any], Iterable[tuple[Seat, dict[str, Any]]]],
    ) -> Callable[[F], F]:
        """Declare what happens after an event; the flow gets the seat and what `when` gave."""

        def reacting(run: F) -> F:
            self.reactions.append(Reaction(name, on, when, run))
            return run

        return reacting

    def operation(self, kind: type[Any]) -> Callable[[F], F]:
        """Declare what an operation of a card does: a flow given the operation and its seat."""

        def performing(run: F) -> F:
            self.operations[kind] = run
            return run

        return performing

    def reading(self, name: str) -> Callable[[F], F]:
        """Declare something that a view says although it follows from what else is seen."""

        def readable(read: F) -> F:
            self.readings[name] = read
            return read

        return readable

    def advises(self, *questions: str) -> Callable[[F], F]:
        """Declare what a sensible player would answer, as bots of the game can't know every box."""

        def advising(say: F) -> F:
            self.advice |= dict.fromkeys(questions, say)
            return say

        return advising

    def invariant(self, holds: F) -> F:
        """Declare what must always hold: a function that gives the rejection if it doesn't."""
        self.invariants.append(holds)
        return holds


def _under(
    declared: dict[str, type[msgspec.Struct]], what: str, name: object
) -> Callable[[type[S]], type[S]]:
    """Keep a type under the name by which card files call it; no name stands for two of them."""
    if not isinstance(name, str):
        msg = f"a {what} needs the name under which it stands in card files"
        raise CompositionError(msg)

    def keep(kind: type[S]) -> type[S]:
        if name in declared:
            msg = f"{what} {name!r} is declared twice: {declared[name]}, {kind}"
            raise CompositionError(msg)
        declared[name] = kind
        return kind

    return keep


def _plainly(rules: Callable[[], Any]) -> Any:  # noqa: ANN401  # whatever they give
    return rules()


class Composition:
    """The modules of one game, put together: who joins in where, and what is in the box."""

    def __init__(self, ruleset: Ruleset, setup: Setup) -> None:
        """Put modules together, or say why they can't be.

        What only boxes bring that don't play does not exist in this game: its cards are not seen.
        """
        self.ruleset = ruleset
        self.modules = ruleset.chosen(ruleset.completed(setup.modules, setup.seats))
        absent = {each.folder for each in ruleset.modules if each not in self.modules}
        self.setup = msgspec.structs.replace(setup, cards=setup.cards.without(frozenset(absent)))
        _once("point", (point.name for module in self.modules for point in module.points))
        _once("offer", (offer.name for module in self.modules for offer in module.offers))
        _once("operation", (op.__name__ for module in self.modules for op in module.operations))
        hooks = compose_hooks(
            (point for module in self.modules for point in module.points),
            (hook for module in self.modules for hook in module.hooks),
        )
        self.hooks = {key: tuple(hook.run for hook in several) for key, several in hooks.items()}
        self.replacing = {
            point: several for (point, kind), several in hooks.items() if kind == "replace"
        }
        self.offers = tuple(offer for module in self.modules for offer in module.offers)
        self.invariants = tuple(check for m in self.modules for check in m.invariants)
        _once("reading", (name for module in self.modules for name in module.readings))
        self.readings = {name: read for m in self.modules for name, read in m.readings.items()}
        self.advice: dict[str, tuple[Advice, ...]] = {}
        for module in self.modules:
            for question, say in module.advice.items():
                self.advice[question] = (say, *self.advice.get(question, ()))
        self.operations = {op: run for m in self.modules for op, run in m.operations.items()}
        reactions = [reaction for module in self.modules for reaction in module.reactions]
        self.flows = {reaction.name: reaction.run for reaction in reactions}
        self.notified: dict[str, tuple[str, ...]] = {}
        for (point, kind), several in hooks.items():
            if kind == "notify":
                self.notified[point] = tuple(f"{hook.module}.{point}" for hook in several)
                self.flows |= {f"{hook.module}.{point}": hook.run for hook in several}
        self.told = frozenset(name for several in self.notified.values() for name in several)
        told = [name for several in self.notified.values() for name in several]
        _once("reaction", (*(reaction.name for reaction in reactions), *told))
        self.reactions_on: dict[type[Event], tuple[Reaction, ...]] = {}
        for reaction in reactions:
            same = self.reactions_on.get(reaction.on, ())
            self.reactions_on[reaction.on] = (*same, reaction)
        self.inventory = _inventory(self.modules, self.setup)
        self.run: Callable[[Callable[[], Any]], Any] = _plainly
        """How rules are run: it may end those that go on for ever without a step to count."""
        self.made: dict[Any, Any] = {}
        """What was read of the cards or made from the set-up, by what it was asked by."""

    def table(self, kind: type[R]) -> R:
        """Give a named table of the catalogue."""
        table: R | None = self.made.get(kind)
        if table is None:
            table = self.made[kind] = self.setup.cards.table(kind)
        return table

    def once(self, make: Callable[[Setup], R]) -> R:
        """Make something from the set-up, once for a whole game."""
        made: R | None = self.made.get(make)
        if made is None:
            made = self.made[make] = make(self.setup)
        return made


def _once(what: str, names: Iterable[str]) -> None:
    """Refuse what would silently take the place of something else of the same name."""
    for name, count in Counter(names).items():
        if count > 1:
            msg = f"{what} {name} is declared twice"
            raise CompositionError(msg)


def _inventory(modules: tuple[Module, ...], setup: Setup) -> Inventory:
    declared = [thing for m in modules for content in m.contents for thing in content(setup)]
    return Inventory(
        setup.seats,
        (thing for thing in declared if isinstance(thing, Place)),
        (thing for thing in declared if isinstance(thing, Component)),
        (thing for thing in declared if isinstance(thing, Track)),
        (part for module in modules for part in module.parts),
    )


Implied = Callable[[tuple[Seat, ...], tuple[Module, ...]], tuple[str, ...]]
"""From the seats and the modules that somebody chose to those that come by themselves."""

Strokes = Callable[["Game", Seat], Iterable[Stroke]]
"""Says which answers somebody may like to give together, the first of them to what is asked now."""


class Ruleset:
    """A game: its modules, its outermost flow and what its card files look like."""

    def __init__(  # noqa: PLR0913  # each is a fact about the game
        self,
        name: str,
        *,
        modules: tuple[Module, ...],
        play: Callable[[Game], Generator[Any, Any, None]],
        seats: tuple[Seat, ...],
        fewest: int = 1,
        implied: Implied = lambda _seats, _chosen: (),
        not_yet: Mapping[int, Rejection] | None = None,
        standing: Callable[[Game], Iterable[Rejection]] = lambda _: (),
        chores: Iterable[str] = (),
        strokes: Mapping[str, Strokes] | None = None,
        takes_up: Callable[[Game, Seat], Iterable[Rejection]] | None = None,
        seen: Mapping[str, int] | None = None,
        folder: str = "",
        schema: Any = None,  # noqa: ANN401  # a catalogue schema; the kernel only hands it on
        extends: Ruleset | None = None,
    ) -> None:
        """Name a game; the first module is the one that every game of it has.

        `implied` gives the modules that come by themselves: with a number of seats, e.g. a solo
        mode, or unless another one was chosen. `not_yet` says of numbers of seats that the game
        has, and these rules not yet, why they can't be played. `standing` gives what everybody
        wants to know at a glance, as messages: life, sums, whatever changes fast; `chores` the
        questions that people like to leave to somebody: what is paid or discarded; also a field of
        a question ("purchase.pay"), once the others are chosen, and an answer of one
        ("combo=announce"), where nothing is left but that and what takes back, as all can see.
        `strokes` gives by question what one may like to answer together with what follows: all
        cards of a Combo, or that nothing is used and then a Combo.
        `takes_up` goes on with what was played without rules: of a game that lies as a table does,
        and a seat whose turn begins, it settles what no table shows, and says how, as messages.
        `seen` are the messages of what lies on the table for all to see: the log has them, and they
        are said aloud only while fewer lines than so many have been said in a turn.
        What `extends` another game has all that the other has, and modules of somebody else.
        """
        self.name = name
        self.modules = modules
        self.play = play
        self.seats = seats
        self.fewest = fewest
        self.implied = implied
        self.not_yet = dict(not_yet or {})
        self.standing = standing
        self.chores = frozenset(chores)
        self.strokes = dict(strokes or {})
        self.takes_up = takes_up
        self.seen = dict(seen or {})
        self.folder = folder or name.replace("-", "_")
        self.schema = schema
        self.extends = extends

    def plus(self, *modules: Module) -> Ruleset:
        """Give the same game with further modules to choose from: `OLD_WORLD.plus(crows)`."""
        more = copy(self)
        more.modules = (*self.modules, *modules)
        more.schema = None if self.schema is None else self.schema.plus(modules)
        more.extends = self
        return more

    @property
    def added(self) -> tuple[Module, ...]:
        """List the modules that it has beside those of the game that it extends."""
        return self.modules[len(self.extends.modules) if self.extends else 0 :]

    def completed(self, names: Iterable[str], seats: tuple[Seat, ...]) -> tuple[str, ...]:
        """Name beside the modules that somebody has chosen those that come by themselves."""
        wanted = tuple(names)
        modules = tuple(module for module in self.modules if module.name in wanted)
        return tuple(dict.fromkeys((*wanted, *self.implied(seats, modules))))

    def chosen(self, names: Iterable[str]) -> tuple[Module, ...]:
        """Give the named modules in the ruleset's order, or say what doesn't go together."""
        known = {module.name: module for module in self.modules}
        wanted = self._bridged({self.modules[0].name, *names})
        for name in sorted(wanted):
            if name not in known:
                msg = f"{self.name} has no module {name}; it has {', '.join(known)}"
                raise CompositionError(msg)
            for need in (*known[name].needs, *known[name].bridges):
                if need not in wanted:
                    msg = f"module {name} needs {need}"
                    raise CompositionError(msg)
            for other, rule in known[name].excludes.items():
                if other in wanted:
                    by = f" [{rule}]" if rule else ""
                    msg = f"modules {name} and {other} exclude each other{by}"
                    raise CompositionError(msg, rule)
        return tuple(module for module in self.modules if module.name in wanted)

    def _bridged(self, wanted: set[str]) -> set[str]:
        """Add what comes by itself; one bridge may complete what another needs."""
        more = {
            module.name
            for module in self.modules
            if module.bridges and wanted.issuperset(module.bridges)
        }
        return wanted if wanted >= more else self._bridged(wanted | more)

    def settings(self, names: Iterable[str]) -> Iterator[Setting]:
        """Give what can be chosen when a game with these modules starts."""
        for module in self.chosen(names):
            yield from module.settings
        yield from GENERAL
