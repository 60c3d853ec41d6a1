"""What exploration and event cards say: options with prices, results, quests, tests.

An exploration card has an introduction and two options; a reader sees the labels of these, and
the result of one of them only once it is chosen.  An event is introduced, too, and is of the same
form, a test, a short fight, or a card to keep.  What a result does is data in operations; those of
`abilities` may stand there, too.  How it ends is told in the words of its `ending`: beside the
result itself, so beside each threshold where a die, a test or a short fight decides.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta

from tts_tool.catalog.records import LATER, OPTIONS, Effect, Operation, Sheet, Text, ref
from tts_tool.kernel.game import Game
from tts_tool.kernel.inventory import Component, Fields, Place
from tts_tool.kernel.module import Setup
from tts_tool.kernel.rejection import LANGUAGES
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.abilities.abilities import Gear
from tts_tool.rulesets.old_world.base.box.records import Attribute, Count, LocationNumber, Terrain
from tts_tool.rulesets.old_world.base.module import base

EventNumber = Annotated[int, Meta(ge=1)]
Signed = Annotated[int, Meta(ge=-9, le=9)]  # cards say -3 to 8: more is a slip
base.words(
    "story-deck",
    {"city": "explored in the City", "wilds": "explored in the Wilds"},
)
base.words("event-deck", {"events": "the numbered Event cards"})
base.words(
    "goal",
    {
        "forest": "a random place in the forest",
        "mountain": "a random place in the mountains",
        "water": "a random place at the water",
        "own-school": "the owner's school",
    },
)

StoryDeck = Annotated[str, ref("story-deck")]
EventDeck = Annotated[str, ref("event-deck")]
Goal = Annotated[str, ref("goal")] | LocationNumber
"""Where a quest leads: to a place that is named by a word, or by its number."""

DECKS = ("city", "wilds")
"""What everybody may explore."""
EVENTS = "events"
WAYS = ("a", "b", "c", "d")
"""How the options of a card are named."""
Ending = Annotated[Text | None, LATER]
"""What is told once a result has happened, and why it did."""


class Fee(Sheet):
    """What an option or the entry of a quest costs; it is paid in full or not at all."""

    gold: Count = 0
    potions: Count = 0
    hand: Count = 0


class Way(Sheet):
    """One option of a card: what the reader sees, what it costs, and what comes of it."""

    label: Text
    fee: Fee = Fee()
    effects: tuple[Effect, ...] = ()
    ending: Ending = None


class Tale(Gear):
    """A card that tells something, asks, and tells how it ends."""

    introduction: Text
    """What the reader reads aloud before the options; like them it tells no result."""
    ways: Annotated[tuple[Way, ...], OPTIONS] = ()

    @property
    def ending(self) -> dict[str, Text]:
        """Give the endings by the names of their outcomes."""
        return {name: end.ending for name, _, end in outcomes(self) if end.ending is not None}


@base.record("exploration")
class Exploration(Tale):
    """A card of a deck to explore; what it can do counts once a result says `stay`."""

    deck: StoryDeck
    ways: Annotated[tuple[Way, ...], OPTIONS]
    events: EventDeck = EVENTS
    """The deck in which the events are that it calls by their numbers."""


@base.record("event")
class Event(Tale):
    """A numbered Event card; one with abilities is kept by whoever resolves it."""

    number: EventNumber
    deck: EventDeck = EVENTS
    """In each deck the numbers begin anew; an event calls others of its own."""
    kept: Literal["equipment", "companion"] | None = None
    effects: tuple[Effect, ...] = ()


class Gold(Operation):
    """Gain gold, or lose as much as there is."""

    by: Signed


class Learn(Operation):
    """Raise an attribute, named or of choice."""

    attribute: Attribute | None = None
    levels: Count = 1


class Unlearn(Operation):
    """Lower an attribute, named or of choice."""

    attribute: Attribute | None = None


class Shield(Operation):
    """Raise or lower the Shield."""

    by: Signed


class Brew(Operation):
    """Gain Potions."""

    count: Count = 1


class Spill(Operation):
    """Discard Potions of choice, or all."""

    count: Count = 1
    every: bool = False


class Track(Operation):
    """Gain a Trail Token: of a terrain, or of one of choice."""

    terrain: Terrain | None = None


class Phase3(Operation):
    """Draw more or fewer cards in Phase III of this turn."""

    by: Signed


class Thin(Operation):
    """Trash own cards of choice, from anywhere or from the hand."""

    count: Count = 1
    hand_only: bool = False


class Drop(Operation):
    """Discard hand cards of choice, or all."""

    count: Count = 1
    every: bool = False


class Find(Operation):
    """Gain an Action card of a printed cost."""

    cost: Annotated[int, Meta(ge=0, le=2)]


class Outcome(Sheet):
    """What happens if a die or a level is at least so high."""

    least: Count
    effects: tuple[Effect, ...] = ()
    ending: Ending = None


class RollDie(Operation):
    """Roll a die and do what stands at the highest number that it reaches."""

    outcomes: tuple[Outcome, ...]
    plus: Attribute | None = None
    """An attribute of which the level is added."""


class Test(Operation):
    """Look at an attribute and do what stands at the highest level that it reaches."""

    attribute: Attribute
    outcomes: tuple[Outcome, ...]


class Skirmish(Operation):
    """Lay one Combo and do what stands at the highest sum of damage that it reaches.

    Only an event may hold one, and nothing may follow it in its list.
    """

    outcomes: tuple[Outcome, ...]


class Quest(Operation):
    """Keep the card as a quest: where it is resolved, with which event, at what price."""

    event: EventNumber
    to: Goal
    fee: Fee = Fee()


class Stay(Operation):
    """Keep the exploration card for what it can do, until an ability of its own sends it away."""


class Depart(Operation):
    """Part with the card that says so; an event may follow at once."""

    event: EventNumber | None = None


class Ride(Operation):
    """Move along a road to a location of a terrain, for nothing."""

    terrain: Terrain


class End(NamedTuple):
    """One of the ways in which a story can end: its name, the option that led to it, the result.

    The name is the option, then the number of the outcome where something decides: "a", "b.2",
    or "3" where nothing is chosen.
    """

    name: str
    way: Way | None
    result: Way | Outcome


def outcomes(card: Tale) -> Iterator[End]:
    """List how a story can end; one that says nothing but what it can do does not end."""
    for name, way in zip(WAYS, card.ways, strict=False):
        thresholds = decided(way.effects)
        yield from (End(f"{name}.{n}", way, each) for n, each in enumerate(thresholds, 1))
        if not thresholds:
            yield End(name, way, way)
    thresholds = decided(getattr(card, "effects", ()))
    yield from (End(str(n), None, each) for n, each in enumerate(thresholds, 1))


def decided(effects: tuple[Effect, ...]) -> tuple[Outcome, ...]:
    """Find between what a die, a test or a short fight decides; it stands last in a list."""
    last = effects[-1] if effects else None
    return last.outcomes if isinstance(last, RollDie | Test | Skirmish) else ()


@base.content
def story_cards(setup: Setup) -> Iterator[Component | Place]:
    """Lay out the exploration decks and the numbered events."""
    yield Place(places.STORY)
    events = sorted(setup.cards.of(Event).values(), key=attrgetter("number"))
    for deck in dict.fromkeys((EVENTS, *(event.deck for event in events))):
        yield Place(deck, "nobody")  # OW-HID-21
    for deck in decks(setup):
        yield Place(f"{deck}-deck", "nobody")  # OW-SETUP-09 OW-HID-14 OW-HID-20
        yield Place(f"{deck}-used")
    for seat in setup.seats:
        for of in (places.quests, places.quest_tokens, places.gear):
            yield Place(of(seat), "everyone", seat)  # OW-HID-09
    for known in setup.cards.of(Exploration).values():  # OW-COMP-05 OW-COMP-06
        yield Component(
            f"{known.deck}.{known.id}",
            known.id,
            f"{known.deck}-deck",
            face=read_aloud(known.introduction, known.ways),
            back={"back": known.deck},
            pool=known.deck,
            card=known,
        )
    for event in events:  # OW-COMP-07
        sort = sort_of(event.deck)
        yield Component(  # OW-SETUP-08
            f"{sort}.{event.number}",
            event.id,
            event.deck,
            face=read_aloud(event.introduction, event.ways),
            back={"back": sort, "number": event.number},
            pool=event.deck,
            card=event,
        )


def decks(setup: Setup) -> tuple[str, ...]:
    """List the decks to explore, of the base game and of the boxes that play."""
    known = (card.deck for card in setup.cards.of(Exploration).values())
    return tuple(dict.fromkeys((*DECKS, *known)))


def sort_of(deck: str) -> str:
    """Say what sort of component the cards of an Event deck are."""
    return "event" if deck == EVENTS else deck


def calls_from(card: Exploration | Event) -> str:
    """Say in which deck the events are that a card calls by their numbers."""
    return card.deck if isinstance(card, Event) else card.events


def read_aloud(introduction: Text, ways: tuple[Way, ...]) -> Fields:
    """Give what is read aloud of a card: introduction and labels, never a result."""
    options = {name: way.label for name, way in zip(WAYS, ways, strict=False)}
    return {  # OW-EXPLORE-02 OW-HID-20
        f"{name}-{language}": getattr(text, language)
        for name, text in {"introduction": introduction, **options}.items()
        for language in LANGUAGES
    }


def exploration(g: Game, component: str) -> Exploration:
    """Read an exploration card."""
    card: Exploration = g.card(component)
    return card


def event(g: Game, component: str) -> Event:
    """Read an Event card."""
    card: Event = g.card(component)
    return card
