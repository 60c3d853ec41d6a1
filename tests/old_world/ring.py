"""A table at which fights are set up: monsters in slots, Life Pools, cards printed to measure.

r = Ring().monster("archespore").bout(life=3)
r.hand("red", r.printed("red", damage=2))
r.answer("combo", ...)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from typing import Any, Self

import msgspec

from tests.old_world.table import Table, new
from tts_tool.kernel.events import Noted
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Inventory
from tts_tool.kernel.module import Module
from tts_tool.kernel.timeline import Timeline
from tts_tool.rulesets.old_world.base.board.tokens import lies_at
from tts_tool.rulesets.old_world.base.box.box import Card
from tts_tool.rulesets.old_world.base.box.records import Colour, Extension, Face, Symbols
from tts_tool.rulesets.old_world.base.fight.arena import Arena
from tts_tool.rulesets.old_world.base.fight.fight import MONSTER, Fight
from tts_tool.rulesets.old_world.base.points import PHASE2_OPTIONS
from tts_tool.rulesets.old_world.base.turn.turn import Deed

__all__ = ["MONSTER", "TAVERN_TOWN", "Ring", "box_opened", "tab"]

bystanders = Module("bystanders", needs=("base",))
"""Gives Phase II two more things to do, so that it is asked whatever else is possible."""


@bystanders.hook(PHASE2_OPTIONS, "provide")
def idle(_g: Game, **_: object) -> Iterator[Deed]:
    """Offer to do nothing, in two ways."""
    yield Deed("wait", lambda: None, nothing)
    yield Deed("yawn", lambda: None, nothing)


def box_opened() -> Module:
    """Give a module of which there is no other, so that the box is laid out anew for it."""
    return Module("box-opened", needs=("base",))


def nothing() -> Flow[None]:
    """Do nothing."""
    yield from ()


TAVERN_TOWN = 7
"""A location without a school where witchers may fight."""


def tab(colour: Colour, **symbols: int) -> Extension:
    """Print a Combo Extension."""
    return Extension(colour=colour, effect=msgspec.convert(symbols, Symbols))


class Ring(Table):
    """A table with a fight, and Action cards that are printed as a test wants them."""

    def __init__(
        self,
        seats: int = 2,
        seed: str = "1",
        *,
        settings: Mapping[str, str] | None = None,
        script: Mapping[str, list[Any]] | None = None,
        boxes: tuple[Module, ...] = (),
    ) -> None:
        joined = (*boxes, bystanders)
        t = new(seats, seed, settings=settings, script=script, boxes=joined)
        composition = copy(t.timeline.composition)
        composition.inventory = copy(composition.inventory)
        composition.inventory.cards = dict(composition.inventory.cards)
        super().__init__(Timeline(composition, t.timeline.header))
        self._blank = list(self.place("action-deck"))
        for seat in composition.setup.seats:  # a Specialty would have a part in every fight
            self.lay(f"board.{seat}", rest="boards")

    @property
    def inventory(self) -> Inventory:
        """Give what is in the box, with the cards that were printed."""
        return self._timeline.composition.inventory

    def printed(self, colour: Colour, *tabs: Extension, cost: int = 0, **symbols: int) -> str:
        """Print a common Action card; it lies in the Common Action Deck until it is laid out."""
        blank = self._blank.pop()
        face = Face(terrain="wild", fight=msgspec.convert(symbols, Symbols), extensions=tabs)
        kind = self.inventory.components[blank].kind
        self.inventory.cards[blank] = Card(kind, colour, cost, None, face)
        return blank

    def plain(self, count: int) -> list[str]:
        """Print green cards that do nothing."""
        return [self.printed("green") for _ in range(count)]

    # Fights

    def monster(self, kind: str, terrain: str = "forest", at: int | None = None) -> Self:
        """Let a monster stand in a terrain's slot, at its token's location, and red beside it."""
        places = self.document()["places"]
        if at is not None:
            for token in places[f"lair.{terrain}"]:
                self._swap(token, f"tokens.{terrain}")
            self._swap(f"token.{at}", f"lair.{terrain}")
        for card in self.document()["places"][f"monster.{terrain}"]:
            self._swap(card, f"monster-cards.{self._level(card)}")
            self._swap(_token(card), f"monster-tokens.{self._level(card)}")
        location = lies_at(self.timeline.game, terrain)
        assert location is not None
        self._swap(f"monster.{kind}", f"monster.{terrain}")
        self._swap(f"monster-token.{kind}", f"at.{location}")
        return self.stand(red=location)

    def _swap(self, component: str, target: str) -> None:
        places = self.document()["places"]
        for name, ids in places.items():
            places[name] = [c for c in ids if c != component]
        places[target].append(component)

    def _level(self, component: str) -> int:
        level: int = self.inventory.cards[component].level
        return level

    def close_tavern(self, location: int) -> Self:
        """Lay the Closed Tavern token at a location."""
        self._swap("closed-tavern", f"at.{location}")
        return self

    def ready(self) -> Self:
        """Stand before the choice of Phase II."""
        self.to_phase("phase-2", "red")
        return self

    def fight(self, terrain: str = "forest") -> Self:
        """Declare the fight against the monster of a terrain."""
        self.ready().did("red", doing=f"fight.{terrain}")
        return self

    def attack(self, seat: str = "blue") -> Self:
        """Declare a fight against a witcher."""
        self.ready().did("red", doing=f"fight.{seat}")
        return self

    def bout(
        self,
        life: int | Iterable[int] = 12,
        *,
        turn: str = "red",
        terrain: str = "forest",
        **facts: object,
    ) -> Self:
        """Stand in the middle of a fight against the monster of a terrain.

        `life` is how many cards the Life Pool has left, or which.
        """
        numbers = range(1, life + 1) if isinstance(life, int) else life
        self.lay("monster-life", *(f"fight.{n}" for n in numbers), rest="monster-deck")
        (card,) = self.document()["places"][f"monster.{terrain}"]
        self.fight(terrain).note(Arena, fighters=("red",))
        self.note(
            Fight,
            attacker="red",
            terrain=terrain,
            monster=card,
            stage="turns",
            turn=turn,
            step="start",
            **facts,
        )
        return self

    def spar(self, *, turn: str = "red", defender: str = "blue", **facts: object) -> Self:
        """Stand in the middle of a fight between red and another witcher."""
        self.stand(**{"red": TAVERN_TOWN, defender: TAVERN_TOWN})
        self.attack(defender).note(Arena, fighters=("red", defender))
        self.note(
            Fight,
            attacker="red",
            defender=defender,
            stage="turns",
            turn=turn,
            step="start",
            **facts,
        )
        return self

    def hand(self, seat: str, *cards: str) -> Self:
        """Let a hand hold exactly these cards; the others leave the game."""
        return self.lay(f"hand.{seat}", *cards, rest="trash")

    def deck(self, seat: str, *cards: str) -> Self:
        """Let a deck hold exactly these cards; the others leave the game."""
        return self.lay(f"deck.{seat}", *cards, rest="trash")

    def pile(self, seat: str, *cards: str) -> Self:
        """Let a discard hold exactly these cards, the top one first."""
        return self.lay(f"discard.{seat}", *cards, rest="trash")

    def school(self, seat: str, school: str) -> Self:
        """Let a seat play a school: only its board is laid out."""
        self.lay(f"board.{seat}", f"board.{school}", rest="boards")
        return self

    def potions(self, seat: str, *kinds: str) -> list[str]:
        """Give a seat Potions of these kinds, and name them."""
        found = [f"potion.{kind}.1" for kind in kinds]
        self.lay(f"potions.{seat}", *found, rest="potion-deck")
        return found

    # Playing

    def combo(self, *cards: str, seat: str = "") -> Self:
        """Lay a Combo and announce it; one without an alternative is resolved already."""
        asked = any(question.startswith("combo/") for question in self.open())
        for card in cards if asked else ():
            self.answer("combo", card, seat)
        if any(question.startswith("combo/") for question in self.open()) and asked:
            self.answer("combo", "announce", seat)
        return self

    def after(self) -> Self:
        """Give the first allowed answer to every question until the fight is over."""
        while self.now.attacker:
            decision = self.timeline.decisions()[0]
            self.answer(decision.name, decision.space().sole()[0], decision.seat)
        return self

    @property
    def now(self) -> Fight:
        """Give how far the fight has come."""
        return self.part(Fight)

    def ended(self, field: str) -> object:
        """Say what the fight noted last of a field, also after it was forgotten."""
        noted = [h.event.value for h in self.timeline.happened if isinstance(h.event, Noted)]
        fights = [value for value in noted if isinstance(value, Fight) and value.attacker]
        return getattr(fights[-1], field) if fights else None


def _token(card: str) -> str:
    return card.replace("monster.", "monster-token.", 1)
