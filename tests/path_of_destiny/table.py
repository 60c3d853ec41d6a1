"""Lays out any moment of Path of Destiny, and speaks for the seats.

The action cards of these tests are their own: plain ones of each colour and symbol, named
"red-combat-1", and those of which a test writes the effect.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec

from tests.path_of_destiny.box import cards
from tts_tool.catalog import Catalogue, extend
from tts_tool.kernel.entries import Accepted, Refused
from tts_tool.kernel.game import Game, Luck
from tts_tool.kernel.module import Module
from tts_tool.kernel.position import decode, flaws
from tts_tool.kernel.state import Effect
from tts_tool.kernel.timeline import Timeline
from tts_tool.proof.match import Match
from tts_tool.rulesets.path_of_destiny import RULESET
from tts_tool.rulesets.path_of_destiny.base.course import Course
from tts_tool.rulesets.path_of_destiny.base.records import Ability, SideQuest
from tts_tool.rulesets.path_of_destiny.base.symbols import covered as covered_now
from tts_tool.rulesets.path_of_destiny.base.vocabulary import COLOURS, SYMBOLS

PLAYED = ("geralt", "yennefer", "dandelion", "ciri", "vesemir")
"""Who is played, in the order of the seats."""
OPEN = {1: ("edge-2", "edge-3"), 2: ("edge-4", "edge-5"), 3: ("edge-8", "edge-9")}
"""The pages that lie open in a chapter, when the left path was always the main one."""
COPIES, FILLERS = 6, 40
TIMELINE = "timeline.red"


def action(name: str, colours: Sequence[str], symbol: str = "", **effect: Any) -> dict[str, Any]:  # noqa: ANN401  # as it is written
    """Write an action card; `when` and `then` are what its effect says."""
    written: dict[str, Any] = {
        "kind": "action",
        "id": name,
        "name": {"en": name, "de": name},
        "colours": list(colours),
    }
    return written | ({"symbol": symbol} if symbol else {}) | ({"effect": effect} if effect else {})


def op(name: str, **fields: Any) -> dict[str, Any]:  # noqa: ANN401  # as it is written
    """Write a condition, a result, or what else stands in a slot."""
    return {"op": name, **fields}


def ability(name: str, at: str, *does: dict[str, Any], xp: int = 0) -> dict[str, Any]:
    """Write an ability of Geralt, who is red, in place of one of his."""
    text = {"en": name, "de": name}
    return {
        "kind": "ability",
        "id": name,
        "name": text,
        "text": text,
        "character": "geralt",
        "xp": xp,
        "at": at,
        "does": list(does),
    }


def plain() -> Iterable[dict[str, Any]]:
    """Write the plain cards: of each colour with each symbol and with none."""
    for colour in COLOURS:
        for symbol in (*SYMBOLS, ""):
            for copy in range(1, COPIES + 1):
                yield action(f"{colour}-{symbol or 'none'}-{copy}", [colour], symbol)
    for number in range(1, FILLERS + 1):
        yield action(f"filler-{number}", ["yellow"])


@cache
def catalogue() -> Catalogue:
    """Give the cards of the box and the plain ones."""
    return extend(cards(), list(plain()))


@cache
def plain_match(seats: int) -> Match:
    """Choose the number of seats."""
    modules = tuple(module.name for module in RULESET.modules)
    return Match(RULESET, catalogue(), modules, RULESET.seats[:seats])


def match(seats: int, more: Sequence[dict[str, Any]] = (), *modules: Module) -> Match:
    """Choose the number of seats, further cards and modules."""
    if not more and not modules:
        return plain_match(seats)
    ruleset = RULESET.plus(*modules) if modules else RULESET
    names = tuple(module.name for module in ruleset.modules)
    known = extend(catalogue(), list(more)) if more else catalogue()
    return Match(ruleset, known, names, ruleset.seats[:seats])


def fresh(seats: int = 2, seed: str = "fresh", **settings: str) -> Timeline:
    """Begin a game from nothing."""
    here = match(seats)
    header = here.header(Luck(seed=seed), settings)
    return Timeline(here.composition(header.settings), header)


def stand(  # noqa: PLR0913  # a moment has many sides
    step: str,
    lying: Mapping[str, Sequence[str]] | None = None,
    *,
    seats: int = 2,
    chapter: int = 1,
    number: int = 1,
    active: tuple[str, str] = ("combat", "magic"),
    tracks: Mapping[str, int] | None = None,
    cards: Sequence[dict[str, Any]] = (),
    modules: Sequence[Module] = (),
    settings: Mapping[str, str] | None = None,
    script: Mapping[str, list[Any]] | None = None,
    covered: Sequence[str] = (),
    lasting: Sequence[Effect] = (),
    sound: bool = True,
    **course: Any,  # noqa: ANN401  # further fields of Course
) -> Timeline:
    """Stand at a step; the active symbols are combat on the left and magic on the right.

    Whoever's hand is not named holds fillers: yellow cards without a symbol.  All abilities that
    are unlocked were used, but those that are named, and extra effort does not pay.
    """
    here = match(seats, cards, *modules)
    chosen = {"extra-effort": "no", **(settings or {})}
    header = here.header(Luck(script=dict(script or {})), chosen)
    composition = here.composition(header.settings)
    known = composition.inventory
    places: dict[str, list[str]] = {
        place: [named(known.components, each) for each in several]
        for place, several in (lying or {}).items()
    }
    for at, seat in enumerate(here.seats):
        character = PLAYED[at]
        places[f"board.{seat}"] = [f"board.{character}"]
        places.setdefault(f"quest.{seat}", owned(known.components, SideQuest, character))
        mine = owned(known.components, Ability, character)
        xp = (tracks or {}).get(f"xp.{seat}", 0)
        free = [each for each in mine if known.components[each].card.xp <= xp]
        usable = places.get(f"abilities.{seat}", [])
        places[f"abilities.{seat}"] = usable
        places[f"spent.{seat}"] = [each for each in free if each not in usable]
        places[f"locked.{seat}"] = [each for each in mine if each not in free]
    figures = [f"figure.{PLAYED[at]}" for at in range(seats)]
    standing = {each for several in places.values() for each in several}
    places.setdefault("initiative", [each for each in figures if each not in standing])
    left, right = OPEN[chapter]
    places |= {"page.left": [f"page.{left}"], "page.right": [f"page.{right}"]}
    on_sides = [t for side in ("left", "right", "aside") for t in places.get(f"fate.{side}", [])]
    stack = [f"fate.{n}" for n in (1, 2, 3)]
    places["fate"] = [token for token in stack if token not in on_sides]
    held = {each for several in places.values() for each in several}
    spare = iter([c for c in known.components if c not in held and c.startswith("action.filler-")])
    for seat in here.seats:
        size = 7 if step in ("after-draft", "choose") else 5
        if f"hand.{seat}" not in places:
            places[f"hand.{seat}"] = [next(spare) for _ in range(size)]
    held = {each for several in places.values() for each in several}
    for component in known.components.values():
        if component.id not in held:
            places.setdefault(component.start, []).append(component.id)
    now = Course(chapter=chapter, round=number, step=step, active=active, **course)
    position = {
        "acting": here.seats[0],
        "phase": step,
        "places": {place: places.get(place, []) for place in known.places},
        "tracks": {
            **(tracks or {}),
            **{cover(places, f"action.{name}"): 1 for name in covered},
        },
        "parts": {"course": now},
        "effects": list(lasting),
    }
    document = msgspec.to_builtins(position)
    if sound:
        assert flaws(composition, decode(document, known)) == []
    return Timeline(composition, msgspec.structs.replace(header, position=document))


def named(known: Mapping[str, Any], name: str) -> str:
    """Give the component of which the first word may be left out: "red-combat-1"."""
    return name if name in known else f"action.{name}"


def cover(places: Mapping[str, Sequence[str]], component: str) -> str:
    """Name the track of the cover on a card of a timeline."""
    place = next(p for p in places if p.startswith("timeline.") and component in places[p])
    return f"cover.{places[place].index(component) + 1}.{place.removeprefix('timeline.')}"


def owned(known: Mapping[str, Any], kind: type[Ability | SideQuest], character: str) -> list[str]:
    """List the things of one kind that are a character's."""
    return [
        each.id
        for each in known.values()
        if isinstance(each.card, kind) and each.card.character == character
    ]


class Table:
    """A game, with words for what tests do."""

    def __init__(self, game: Timeline) -> None:
        """Take a game."""
        self.timeline = game

    @property
    def g(self) -> Game:
        """The game as rules see it."""
        return self.timeline.game

    @property
    def course(self) -> Course:
        """How far it has come."""
        return self.g.part(Course)

    def asked(self) -> list[str]:
        """List what is asked of whom: `take/red`."""
        return sorted(decision.key for decision in self.timeline.decisions())

    def say(self, seat: str, name: str, value: object) -> Table:
        """Give an answer that must be accepted; it may name cards by their kind."""
        reply = self._answer(seat, name, value)
        assert isinstance(reply, Accepted), reply
        return self

    def refused(self, seat: str, name: str, value: object) -> tuple[str, str]:
        """Give code and rule of the refusal of an answer."""
        reply = self._answer(seat, name, value)
        assert isinstance(reply, Refused), reply
        return reply.rejection.code, reply.rejection.rule

    def _answer(self, seat: str, name: str, value: object) -> object:
        found = self.timeline.driver.find(f"{name}/{seat}")
        assert found is not None, f"{name} is not asked of {seat}, but {self.asked()}"
        return self.timeline.answer(seat, found.id, self._meant(value))

    def _meant(self, value: object) -> object:
        components = self.g.composition.inventory.components
        if isinstance(value, dict):
            return {key: self._meant(each) for key, each in value.items()}
        if isinstance(value, list | tuple):
            return [self._meant(each) for each in value]
        if isinstance(value, str) and f"action.{value}" in components:
            return f"action.{value}"
        return value

    def offered(self, seat: str, name: str) -> list[Any]:
        """List what a seat may answer now."""
        found = self.timeline.driver.find(f"{name}/{seat}")
        assert found is not None, f"{name} is not asked of {seat}, but {self.asked()}"
        return [short(value) for value in found.space().answers()]

    def lies(self, place: str) -> list[str]:
        """List what lies in a place, the first word of cards left out."""
        return [short(component) for component in self.timeline.state.places[place]]

    def track(self, name: str) -> int:
        """Look at a track."""
        return self.timeline.state.tracks[name]

    def tokens(self, seat: str = "red") -> dict[str, int]:
        """Count the tokens of a seat, of what there are any."""
        return {s: n for s in SYMBOLS if (n := self.track(f"{s}.{seat}"))}

    def covered(self) -> list[str]:
        """List the covered cards."""
        found = covered_now(self.g)
        return [
            short(each)
            for seat in self.g.seats
            for each in self.g.cards(f"timeline.{seat}")
            if each in found
        ]

    def play(self, **two: Sequence[str]) -> Table:
        """Let all seats play: those not named play their last two cards."""
        for seat in self.g.seats:
            hand = self.lies(f"hand.{seat}")
            first, second = two.get(seat, hand[-2:])
            self.say(seat, "cards-to-play", {"first": first, "second": second})
        return self


def short(value: Any) -> Any:  # noqa: ANN401  # whatever it is
    """Leave out the first word of a card."""
    return value.removeprefix("action.") if isinstance(value, str) else value


def at(step: str, lying: Mapping[str, Sequence[str]] | None = None, **more: Any) -> Table:  # noqa: ANN401  # as `stand` takes it
    """Stand at a step."""
    return Table(stand(step, lying, **more))


def resolved(
    card: dict[str, Any],
    *lying: str,
    after: Sequence[str] = (),
    tracks: Mapping[str, int] | None = None,
    **more: Any,  # noqa: ANN401  # as `stand` takes it
) -> Table:
    """Let red, with a timeline, resolve the effect of a card that was just added to it."""
    timeline = [*lying, card["id"], *after]
    pending = (f"action.{card['id']}",)
    return at(
        "effects",
        {TIMELINE: timeline, **more.pop("places", {})},
        cards=[card, *more.pop("cards", ())],
        tracks=tracks,
        pending=pending,
        played=pending,
        **{"chapter": 3, **more},
    )
