"""What a turn remembers, and what can be done in it: read by all chapters, driven by `rounds`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import msgspec

from tts_tool.kernel.decisions import Gesture, Press
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import Choice
from tts_tool.rulesets.old_world.base.box.records import Tally
from tts_tool.rulesets.old_world.base.module import base
from tts_tool.rulesets.old_world.base.points import PHASE1_FORCE_END
from tts_tool.rulesets.old_world.base.words import Words


class Memory(msgspec.Struct, frozen=True, gc=False):
    """What one seat has done since its turn began; forgotten when the turn ends."""

    moved: bool = False
    stopped: bool = False
    """Whether Phase I is over for the seat."""
    used: tuple[int, ...] = ()
    """Locations whose Location Action was used."""
    poker: tuple[Seat, ...] = ()
    """Witchers with whom Dice Poker was played."""
    doing: str = ""
    """The Phase II option that was chosen."""
    lost: bool = False
    """Whether a fight was lost as the attacker."""
    draws: int = 0
    """The sum of what cards say about the draw of Phase III: so many more, or less."""
    draw_target: Tally | None = None
    """What a card fixes as the hand size of Phase III in place of that sum."""


NOTHING = Memory()


@base.part
class Turn(msgspec.Struct, frozen=True, gc=False):
    """How many turns have begun, who began, and what each seat did in its turn.

    Whose turn it is and which phase is under way are `Game.acting` and the state's `phase`.
    """

    number: Tally = 0
    first: Seat = ""
    memories: dict[Seat, Memory] = {}


PHASES = ("phase-1", "phase-2", "phase-3", "turn-end")  # in the order of `rounds.FLOWS`
END = "end-phase"


class Deed(msgspec.Struct, frozen=True):
    """One thing that may be done in a phase: an option, when it is possible, and its flow."""

    name: str
    why_not: Callable[[], Rejection | None]
    run: Callable[[], Flow[None]]
    gesture: Gesture | None = None
    said: Callable[[str], Words] | None = None
    """What the option of that name is called where the name alone says too little."""


Deeds = Mapping[str, Deed]
"""What may be done, by name."""


def by_name(deeds: Iterable[Deed]) -> dict[str, Deed]:
    """Let deeds be found by their names."""
    return {deed.name: deed for deed in deeds}


class Look(Choice[str]):
    """What may be done at one moment: deeds, of which each knows its reason, or the end."""

    __slots__ = ("deeds", "staying")

    def __init__(self, deeds: Deeds, staying: Rejection | None) -> None:
        """Offer deeds and to end the phase; `staying` is the reason why it can't be ended."""
        super().__init__((*deeds, END), self.reason)
        self.deeds = deeds
        self.staying = staying

    def reason(self, name: str) -> Rejection | None:
        """Say why something can't be done now."""
        return self.staying if name == END else self.deeds[name].why_not()

    def enabled(self) -> list[str]:
        """Give what can be done now."""
        if self._enabled is None:
            now = [name for name, deed in self.deeds.items() if deed.why_not() is None]
            self._enabled = now if self.staying else [*now, END]
        return self._enabled


class Menu:
    """The deeds of a phase, listed anew whenever the seat looks at what it may do.

    What is offered, what it looks like on the table and what is then done are of one list.
    """

    def __init__(self, deeds: Callable[[], Deeds], staying: Rejection | None = None) -> None:
        """Offer deeds and to end the phase; `staying` is the reason why it can't be ended."""
        self._list = deeds
        self._staying = staying
        self._deeds: Deeds = {}

    def look(self) -> Choice[str]:
        """Offer what there is to do now, each with the reason where it can't be done."""
        self._deeds = self._list()
        return Look(self._deeds, self._staying)

    def gesture(self, name: str) -> Gesture | None:
        """Say what a deed looks like on the table."""
        return Press(END) if name == END else self._deeds[name].gesture

    def label(self, name: str) -> Words | None:
        """Say what a deed is called."""
        said = self._deeds[name].said if name in self._deeds else None
        return None if said is None else said(name)

    def run(self, name: str) -> Flow[None]:
        """Do what was chosen, also where that was before the rules were entered anew."""
        if name not in self._deeds:
            self.look()
        return self._deeds[name].run()


def memory(g: Game, seat: Seat) -> Memory:
    """Say what a seat has done this turn."""
    return g.part(Turn).memories.get(seat, NOTHING)


def remember(g: Game, seat: Seat, rule: str = "", **changes: object) -> None:
    """Note what a seat does this turn."""
    changed = msgspec.structs.replace(memory(g, seat), **changes)
    g.note(Turn, rule, memories={**g.part(Turn).memories, seat: changed})


def forget(g: Game, seat: Seat) -> None:
    """Clear what a seat did: its turn is over."""
    others = {other: known for other, known in g.part(Turn).memories.items() if other != seat}
    g.note(Turn, "OW-TURN-10", memories=others)  # OW-TURN-10


def force_end(g: Game, seat: Seat, rule: str = "") -> None:
    """End a seat's Phase I by an effect: it neither moves nor acts any more."""
    remember(g, seat, rule, stopped=True)
    g.notify(PHASE1_FORCE_END, seat)


def right_hand(g: Game, seat: Seat) -> Seat:
    """Find who plays directly before a seat: reader, locals and controller of monsters."""
    return g.clockwise(seat)[-1]  # OW-GEN-06
