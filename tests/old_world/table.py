"""A table on which any situation can be set up quickly and played by the names of questions.

    t = new(seats=3).stand(red=7, blue=7).tracks(**{"gold.red": 1})
    t.hand("red", *t.cards(terrain="forest")[:2])
    t.answer("phase-1", "at.8")
    assert t.refused("phase-1", "action").rule == "OW-ACT-11"

It begins with a finished set-up of which nothing was left to chance: red begins, the schools
are those of `SCHOOLS` in the order of the seats.  Every change of the situation goes back to
the last restart point; the game is entered anew from the edited position when it is looked at
or played next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from typing import Any, Self, TypeVar

import msgspec

from tts_tool.catalog import Catalogue
from tts_tool.kernel.decisions import Decision
from tts_tool.kernel.entries import Accepted, Fault, Header, Refused
from tts_tool.kernel.events import Showed, Shuffled
from tts_tool.kernel.game import Flow, Game, Luck
from tts_tool.kernel.inventory import part_name
from tts_tool.kernel.module import Composition, Module, Ruleset, Setup
from tts_tool.kernel.position import canonical, encode
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.timeline import Timeline
from tts_tool.kernel.views import view
from tts_tool.proof.match import shipped_cards
from tts_tool.rulesets.old_world import RULESET
from tts_tool.rulesets.old_world.base.box.box import Card
from tts_tool.rulesets.old_world.base.points import PHASE1_EXTRA_ACTIONS
from tts_tool.rulesets.old_world.base.turn.turn import Deed, Memory, Turn

SCHOOLS = ("bear", "wolf", "cat", "griffin", "viper")
"""Which schools the seats of a table play, in the order of the seats."""

FIXED = {"starting-player": "red", "boards": "choose"}
"""Settings with which a set-up leaves little to chance."""

P = TypeVar("P", bound=msgspec.Struct)
Document = dict[str, Any]


def new(
    seats: int = 2,
    seed: str = "1",
    *,
    settings: Mapping[str, str] | None = None,
    script: Mapping[str, list[Any]] | None = None,
    boxes: tuple[Module, ...] = (),
) -> Table:
    """Give a table whose set-up is finished: red's first turn, Phase I, nothing done.

    `script` lays down outcomes by stream, counted from here on; `boxes` join the game.
    """
    chosen = tuple(sorted((settings or {}).items()))
    composition, position = _set_up(seats, chosen, boxes)
    header = Header(
        game=RULESET.name,
        seats=composition.setup.seats,
        modules={module.name: module.behaviour for module in composition.modules},
        settings=composition.setup.settings,
        luck=Luck(seed=seed, script=dict(script or {})),
        position=position,
    )
    return Table(Timeline(composition, header))


def catalogue() -> Catalogue:
    """Read the cards of the game, once for all that is shown of it."""
    return shipped_cards(RULESET)


def unplayed(
    seats: int = 2,
    seed: str = "1",
    *,
    settings: Mapping[str, str] | None = None,
    script: Mapping[str, list[Any]] | None = None,
    boxes: tuple[Module, ...] = (),
) -> Table:
    """Give a table at the very first question of a set-up, everything as by default."""
    composition = _compose(seats, tuple(sorted((settings or {}).items())), boxes)
    luck = Luck(seed=seed, script=dict(script or {}))
    header = Header(game=RULESET.name, seats=composition.setup.seats, luck=luck)
    return Table(Timeline(composition, header))


@cache
def _compose(
    seats: int, settings: tuple[tuple[str, str], ...], boxes: tuple[Module, ...]
) -> Composition:
    ruleset = Ruleset(
        RULESET.name,
        modules=tuple(dict.fromkeys((*RULESET.modules, *boxes))),
        play=RULESET.play,
        seats=RULESET.seats,
        strokes=RULESET.strokes,
        implied=RULESET.implied,
        standing=RULESET.standing,
        chores=RULESET.chores,
    )
    names = (RULESET.modules[0].name, *(box.name for box in boxes))
    taken = RULESET.seats[:seats]
    known = {s.name: s.default for s in ruleset.settings(ruleset.completed(names, taken))}
    setup = Setup(taken, names, known | dict(settings), catalogue())
    return Composition(ruleset, setup)


@cache
def _set_up(
    seats: int, settings: tuple[tuple[str, str], ...], boxes: tuple[Module, ...]
) -> tuple[Composition, Document]:
    fixed = tuple(sorted({**FIXED, **dict(settings)}.items()))
    composition = _compose(seats, fixed, boxes)
    t = Table(Timeline(composition, Header(game=RULESET.name, seats=composition.setup.seats)))
    while not t.timeline.state.phase:
        decision = t.timeline.decisions()[0]
        wanted = f"board.{SCHOOLS[RULESET.seats.index(decision.seat)]}"
        answers = decision.space().sole()
        t.answer(decision.name, wanted if decision.name == "board" else answers[0])
    position = encode(t.timeline.checkpoints[-1].state)
    return composition, {**position, "chance": {}, "asked": {}}


Tool = Callable[[Game, str], Flow[Any] | None]


def workshop(name: str, tools: Mapping[str, Tool]) -> Module:
    """Make a box that lets who is in Phase I do at any time what cards and monsters do."""
    made = Module(name, needs=("base",))

    def use(g: Game, tool: Tool, seat: str) -> Flow[None]:
        flow = tool(g, seat)
        if flow is not None:
            yield from flow

    def deeds(g: Game, seat: str) -> list[Deed]:
        return [
            Deed(label, lambda: None, partial(use, g, tool, seat)) for label, tool in tools.items()
        ]

    made.hook(PHASE1_EXTRA_ACTIONS, "provide")(deeds)
    return made


class Table:
    """A game in a situation that was set up by hand."""

    def __init__(self, timeline: Timeline) -> None:
        self._timeline = timeline
        self._changed: Document | None = None

    @property
    def timeline(self) -> Timeline:
        """Give the game, entered from the situation as it was set up."""
        if self._changed is not None:
            header = msgspec.structs.replace(self._timeline.header, position=self._changed)
            self._changed = None
            self._timeline = Timeline(self._timeline.composition, header)
        return self._timeline

    # Setting up

    def document(self) -> Document:
        """Give the position as it is being edited; before that, the last restart point's."""
        if self._changed is None:
            self._changed = encode(self._timeline.checkpoints[-1].state)
        return self._changed

    def lay(self, place: str, *components: str, rest: str = "") -> Self:
        """Let exactly these lie in a place, the top one first; what lay there goes to `rest`.

        By default that is the seat's deck for its own cards, and the box for everything else.
        """
        kind, _, seat = place.partition(".")
        own = kind in ("hand", "discard", "combo") and seat
        places: dict[str, list[str]] = self.document()["places"]
        left = [c for c in places[place] if c not in components]
        for name, ids in places.items():
            places[name] = [c for c in ids if c not in components]
        places[place] = list(components)
        places[rest or (f"deck.{seat}" if own else "box")].extend(left)
        return self

    def hand(self, seat: str, *cards: str) -> Self:
        """Let a hand hold exactly these cards."""
        return self.lay(f"hand.{seat}", *cards)

    def stand(self, **where: int) -> Self:
        """Let miniatures stand at locations: ``stand(red=7)``."""
        for seat, number in where.items():
            miniature = f"miniature.{seat}"
            others = [c for c in self.document()["places"][f"at.{number}"] if c != miniature]
            self.lay(f"at.{number}", *others, miniature)
        return self

    def tracks(self, **values: int) -> Self:
        """Set tracks: ``tracks(**{"gold.red": 3})``."""
        self.document()["tracks"].update(values)
        return self

    def note(self, kind: type[P], **changes: object) -> Self:
        """Set fields of what a chapter keeps in the state."""
        parts = self.document()["parts"]
        known = msgspec.convert(parts[part_name(kind)], kind)
        parts[part_name(kind)] = msgspec.to_builtins(msgspec.structs.replace(known, **changes))
        return self

    def did(self, seat: str, **facts: object) -> Self:
        """Say what a seat has already done this turn: ``did("red", moved=True)``."""
        memories = self.document()["parts"][part_name(Turn)]["memories"]
        memories[seat] = {**memories.get(seat, {}), **facts}
        return self

    def to_phase(self, phase: str, seat: str = "") -> Self:
        """Stand at the beginning of a phase of a seat's turn."""
        document = self.document()
        document["phase"] = phase
        document["acting"] = seat or document["acting"]
        return self

    # Looking

    @property
    def over(self) -> bool:
        """Tell whether the game has ended."""
        return self.timeline.over

    def place(self, name: str) -> tuple[str, ...]:
        """Give what lies in a place, the top first."""
        return self.timeline.state.places[name]

    def track(self, name: str) -> int:
        """Give the value of a track."""
        return self.timeline.state.tracks[name]

    def part(self, kind: type[P]) -> P:
        """Read what a chapter keeps in the state."""
        return self.timeline.game.part(kind)

    def memory(self, seat: str) -> Memory:
        """Say what a seat has done this turn."""
        return self.part(Turn).memories.get(seat, Memory())

    def cards(self, *, places: Iterable[str] = (), **printed: object) -> list[str]:
        """Find Action cards by what is printed on them: ``cards(terrain="forest", cost=0)``.

        Without `places` those that belong to no seat.
        """
        common = ("action-deck", "action-discard", *(f"display.{slot}" for slot in range(1, 7)))
        found = [c for place in (tuple(places) or common) for c in self.place(place)]
        records = self.timeline.composition.inventory.cards
        return [c for c in found if _shows(records[c], printed)]

    def open(self) -> list[str]:
        """Name the open questions, each with the seat that is asked."""
        return [f"{decision.name}/{decision.seat}" for decision in self.timeline.decisions()]

    def ask(self, name: str, seat: str = "") -> Decision[Any]:
        """Give the open question, or what is offered beside, of a name."""
        asked = [*self.timeline.decisions(), *self.timeline.beside()]
        for decision in asked:
            if decision.name == name and seat in ("", decision.seat):
                return decision
        raise AssertionError(f"{name} is not asked, but {[d.key for d in asked]}")

    def options(self, name: str, seat: str = "") -> list[Any]:
        """List what can be answered now, without what can't."""
        found = self.ask(name, seat).space().options()
        return [option.value for option in found if option.rejection is None]

    def why_not(self, name: str, value: object, seat: str = "") -> Rejection | None:
        """Give the reason that stands beside an option, or nothing where it can be chosen."""
        for option in self.ask(name, seat).space().options():
            if option.value == value:
                return option.rejection
        raise AssertionError(f"{value} is not among the options of {name}")

    def sees(self, seat: str | None, place: str) -> list[str]:
        """List what a seat, or with ``None`` a spectator, can name of what lies in a place."""
        shown = view(self.timeline.state, seat)["places"][place]
        return [thing["id"] for thing in shown if "id" in thing]

    def shuffled(self, place: str) -> int:
        """Count how often a place, with something in it, was shuffled since it was set up."""
        events = (happened.event for happened in self.timeline.happened)
        shuffles = (each for each in events if isinstance(each, Shuffled) and each.order)
        return sum(each.place == place for each in shuffles)

    def looked_at(self) -> list[str]:
        """List the places in which somebody was shown something since it was set up."""
        events = (happened.event for happened in self.timeline.happened)
        return [each.place for each in events if isinstance(each, Showed)]

    def composed_anew(self) -> Composition:
        """Lay out the box once more, for tests of what the box declares."""
        known = self.timeline.composition
        return Composition(known.ruleset, known.setup)

    def rules(self, since: int = 0) -> list[str]:
        """List the rules by which things happened, from an event on."""
        return [happened.rule for happened in self.timeline.happened[since:] if happened.rule]

    # Playing

    def answer(self, name: str, value: object, seat: str = "") -> Self:
        """Answer a question; it must be accepted."""
        decision = self.ask(name, seat)
        reply = self.timeline.answer(decision.seat, decision.id, value)
        said = reply.trace if isinstance(reply, Fault) else reply
        assert isinstance(reply, Accepted), f"{name} = {value}: {said}"
        return self

    def refused(self, name: str, value: object, seat: str = "") -> Rejection:
        """Give an answer that must be refused and change nothing."""
        decision = self.ask(name, seat)
        before = canonical(self.timeline.state)
        reply = self.timeline.answer(decision.seat, decision.id, value)
        assert isinstance(reply, Refused), f"{name} = {value}: {reply}"
        assert canonical(self.timeline.state) == before
        return reply.rejection

    def go(self, number: int, *paid: str) -> Self:
        """Move to a location and pay with these cards, or in the first way that is allowed."""
        self.answer("phase-1", f"at.{number}")
        if self.timeline.decisions()[0].name == "pay-move":
            ways = self.ask("pay-move").space().sole()
            self.answer("pay-move", list(paid) or list(ways[0]))
        return self

    def until(self, name: str, limit: int = 200) -> Self:
        """Give the first allowed answer to every question until one of a name is open."""
        for _ in range(limit):
            decision = self.timeline.decisions()[0]
            if decision.name == name:
                return self
            self.answer(decision.name, decision.space().sole()[0], decision.seat)
        raise AssertionError(f"{name} was not asked in {limit} questions")


def _shows(record: object, printed: Mapping[str, object]) -> bool:
    if not isinstance(record, Card):
        return False
    return all(
        getattr(record.face if hasattr(record.face, field) else record, field) == value
        for field, value in printed.items()
    )


__all__ = ["SCHOOLS", "Table", "catalogue", "new", "unplayed", "workshop"]
