"""A table at which a legend is hunted: where it is, what it has razed, what its card says next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Self

from tests.old_world.ring import MONSTER, Ring
from tts_tool.kernel.events import Forced, Said
from tts_tool.rulesets.old_world.base.fight.arena import Arena
from tts_tool.rulesets.old_world.base.fight.fight import Fight
from tts_tool.rulesets.old_world.legendary_hunt.grounds import (
    FIGHT_DECK,
    LEGEND,
    LEGENDS,
    MINIATURES,
    SUPPLY,
)
from tts_tool.rulesets.old_world.legendary_hunt.module import legendary_hunt
from tts_tool.rulesets.old_world.monster_pack import monster_pack

__all__ = ["BOXES", "MONSTER", "Hunted", "last"]

BOXES = (legendary_hunt, monster_pack)


def last(seats: int) -> str:
    """Name who plays last where red begins."""
    return ("red", "blue", "green", "yellow", "white")[seats - 1]


class Hunted(Ring):
    """A table with a legend."""

    def __init__(  # noqa: PLR0913  # what a table may begin with
        self,
        seats: int = 2,
        *,
        legend: str = "imperial-golem",
        at: int = 8,
        settings: Mapping[str, str] | None = None,
        script: Mapping[str, list[Any]] | None = None,
        boxes: tuple[Any, ...] = BOXES,
    ) -> None:
        super().__init__(
            seats,
            settings={"hunt-legend": "choose", **(settings or {})},
            script=script,
            boxes=boxes,
        )
        self.legend(legend, at)

    # Setting up

    def legend(self, kind: str, at: int) -> Self:
        """Let this legend be hunted, and be somewhere."""
        for card in self.place(LEGEND):
            self._swap(card, LEGENDS)
            self._swap(card.replace("legend.", "legend-miniature."), MINIATURES)
        self._swap(f"legend.{kind}", LEGEND)
        self._swap(f"legend-miniature.{kind}", f"at.{at}")
        return self

    def raze(self, *numbers: int) -> Self:
        """Let Destruction Tokens lie at locations."""
        for number in numbers:
            self._swap(self.document()["places"][SUPPLY][0], f"razed.{number}")
        return self

    def lies(self, kind: str, place: str) -> str:
        """Let a token of a kind lie somewhere; give it."""
        places = self.document()["places"]
        found: str = next(
            t for t in places[SUPPLY] if t.rpartition(".")[0] == f"destruction.{kind}"
        )
        self._swap(found, place)
        return found

    def owns(self, number: int, seat: str = "red") -> Self:
        """Let a seat hold so many Destruction Tokens."""
        for _ in range(number):
            self._swap(self.document()["places"][SUPPLY][0], f"destruction.{seat}")
        return self

    def next_cards(self, *goals: str) -> Self:
        """Let these Movement cards be the next: ``"12-5"``."""
        deck = self.document()["places"]["movement-deck"]
        kinds = {self.inventory.components[each].kind: each for each in deck}
        first = [kinds[f"movement-{each}"] for each in goals]
        return self.lay("movement-deck", *first, *(each for each in deck if each not in first))

    def evening(self, seats: int = 2) -> Self:
        """Let the last turn of a round end."""
        return self.to_phase("turn-end", last(seats))

    def hunt(
        self, life: int | Iterable[int] = 12, *, turn: str = "red", tokens: int = 0, **facts: object
    ) -> Self:
        """Stand in the middle of a fight with the legend; `life` is its Life Pool."""
        numbers = range(1, life + 1) if isinstance(life, int) else life
        self.lay("monster-life", *(f"legend-fight.{n}" for n in numbers), rest=FIGHT_DECK)
        (card,) = self.document()["places"][LEGEND]
        self.stand(red=self.lurks).owns(tokens)
        self.ready().did("red", doing="fight.legend").note(Arena, fighters=("red",))
        known = {"stage": "turns", "turn": turn, "step": "start", "source": FIGHT_DECK, **facts}
        return self.note(Fight, attacker="red", monster=card, **known)

    # Looking

    @property
    def lurks(self) -> int:
        """Say at which location the legend is."""
        (card,) = self.place(LEGEND)
        spot = self.timeline.state.place_of(card.replace("legend.", "legend-miniature."))
        return int(spot.partition(".")[2])

    @property
    def ruins(self) -> list[int]:
        """List the locations where Destruction Tokens lie."""
        state = self.timeline.state.places
        return sorted(
            int(name.partition(".")[2])
            for name, ids in state.items()
            if name[:6] == "razed." and ids
        )

    def said(self, code: str) -> list[dict[str, str | int]]:
        """List with what something was said."""
        events = (happened.event for happened in self.timeline.happened)
        return [dict(e.params) for e in events if isinstance(e, Said) and e.code == code]

    def forced(self, name: str) -> list[Any]:
        """List the answers of a question that nobody had to be asked."""
        events = (happened.event for happened in self.timeline.happened)
        return [e.value for e in events if isinstance(e, Forced) and e.decision.startswith(name)]
