"""Extra effort: colours that lie side by side, and were finished in this round, pay."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from tts_tool.kernel.decisions import BUTTON
from tts_tool.kernel.events import Turned
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Component, Place, Seat
from tts_tool.kernel.module import Module, OpenPoint, Setup
from tts_tool.kernel.settings import Setting
from tts_tool.kernel.spaces import Choice
from tts_tool.kernel.state import Effect
from tts_tool.rulesets.path_of_destiny.base.box import card
from tts_tool.rulesets.path_of_destiny.base.course import CHAPTERS, course, order
from tts_tool.rulesets.path_of_destiny.base.effects import perform
from tts_tool.rulesets.path_of_destiny.base.module import CHAPTER_END, ROUND_PLAYED, STORY_SETUP
from tts_tool.rulesets.path_of_destiny.base.symbols import CHAPTER, timeline
from tts_tool.rulesets.path_of_destiny.base.words import name, said
from tts_tool.rulesets.path_of_destiny.edge_of_the_world.records import Effort, Sequence

NAME = "edge-of-the-world"
PAID = "effort"
"""What lasts on a card that was part of a sequence, for as long as it lies there."""


edge = Module(
    NAME,
    needs=("base",),
    settings=(Setting("extra-effort", ("yes", "no"), "do colours side by side pay", "PD-EDGE-15"),),
)
edge.record("effort")(Effort)

edge.settles(
    OpenPoint("PD-OPEN-11", "settled", "", "Neighbours in order; only a last card may begin anew."),
    OpenPoint("PD-OPEN-12", "settled", "", "One bonus for each seat in a round."),
)


class Finished(NamedTuple):
    """A sequence that a timeline has, and where it begins there."""

    number: int
    sequence: Sequence
    cards: tuple[str, ...]
    begins: int

    @property
    def value(self) -> str:
        """Name it as an answer: which sequence, and from which place in the timeline on."""
        return f"effort.{self.number}.{self.begins + 1}"


@edge.content
def box(setup: Setup) -> Iterator[Component | Place]:
    """Add four cards for each chapter."""
    for chapter in range(1, CHAPTERS + 1):
        yield Place(f"efforts.{chapter}", "nobody")
        yield Place(f"effort.{chapter}")
    for known in setup.cards.of(Effort).values():
        back = {"back": "effort", "chapter": known.chapter}
        start = f"efforts.{known.chapter}"
        yield Component(
            f"extra-effort.{known.id}", known.id, start, back=back, pool="efforts", card=known
        )


@edge.hook(STORY_SETUP, "ask")
def lay_out(g: Game) -> Flow[None]:
    """Lay out one card for each chapter, for all to see."""
    if not playing(g):
        return
    for chapter in range(1, CHAPTERS + 1):
        yield from g.shuffle(f"efforts.{chapter}", "PD-EDGE-02")
        g.draw(f"efforts.{chapter}", f"effort.{chapter}", 1, "PD-EDGE-02")  # PD-EDGE-02


def playing(g: Game) -> bool:
    """Tell whether extra effort is played with."""
    settings = g.setup.settings
    without = settings["introductory"] == "yes" or settings["extra-effort"] == "no"
    return not without  # PD-SETUP-22 PD-EDGE-15


@edge.hook(ROUND_PLAYED, "ask")
def look(g: Game) -> Flow[None]:
    """Let each seat have the bonus of a sequence that it has finished, before fate is asked."""
    for seat in order(g):  # PD-EDGE-11 PD-EDGE-12
        several = {each.value: each for each in finished(g, seat)}
        if several:
            chosen = yield from g.ask(
                seat,
                "effort",
                partial(Choice, tuple(several)),
                why="PD-EDGE-10",
                bind=BUTTON,
                label=partial(told, g, several),
            )  # PD-EDGE-10
            yield from paid(g, seat, several[chosen])


def paid(g: Game, seat: Seat, one: Finished) -> Flow[None]:
    """Remember which cards have paid, and give the bonus."""
    place = f"timeline.{seat}"
    for each in one.cards:
        last = int(each == one.cards[-1])  # PD-EDGE-08
        name = f"{PAID}.{one.number}.{each}.{last}"
        effect = Effect(name, PAID, each, seat, {"last": last}, CHAPTER, place)
        g.begin(effect, "PD-EDGE-09")  # PD-EDGE-09
    (effort,) = g.cards(f"effort.{course(g).chapter}")
    yield from perform(g, seat, one.sequence.bonus, effort)


def finished(g: Game, seat: Seat) -> list[Finished]:
    """List the sequences of this chapter's card that a timeline has and that may still pay."""
    lying = timeline(g, seat)  # PD-EDGE-14
    found: list[Finished] = []
    for effort in g.cards(f"effort.{course(g).chapter}"):  # PD-EDGE-03
        for number, sequence in enumerate(g.card(effort).sequences, 1):
            long = len(sequence.colours)
            for at in range(len(lying) - long + 1):
                run = lying[at : at + long]
                if pays(g, sequence, run):
                    found.append(Finished(number, sequence, run, at))
    return found


def pays(g: Game, sequence: Sequence, run: tuple[str, ...]) -> bool:
    """Tell whether neighbouring cards are a sequence, with one of this round, and unused."""
    fits = all(  # PD-EDGE-04 PD-EDGE-06 PD-EDGE-07
        colour in card(g, each).colours for colour, each in zip(sequence.colours, run, strict=True)
    )
    new = any(each in course(g).played for each in run)  # PD-EDGE-05
    used = [effect for effect in g.effects(PAID) if effect.source in run]
    # Only the last card of one sequence may begin another, and that once.
    linked = all(each.source == run[0] and each.params["last"] for each in used)  # PD-EDGE-08
    return fits and new and linked  # PD-EDGE-09


def told(g: Game, several: dict[str, Finished], value: object) -> dict[str, str] | None:
    """Tell a sequence by its colours, the cards that have them, and what it pays."""
    one = several.get(str(value))
    if one is None:
        return None
    return {language: _told(g, one, language) for language in ("en", "de")}


def _told(g: Game, one: Finished, language: str) -> str:
    colours = "–".join(name(g, colour, language) for colour in one.sequence.colours)
    cards = ", ".join(name(g, g.kind(each), language) for each in one.cards)
    bonus = ", ".join(said(g, each, language) for each in one.sequence.bonus)  # type: ignore[arg-type]  # the slot holds operations
    return f"{colours} ({cards}): {bonus}"


@edge.hook(CHAPTER_END, "ask")
def put_away(g: Game) -> Flow[None]:
    """Turn the card of the chapter face down."""
    place = f"effort.{course(g).chapter}"
    for effort in g.cards(place):
        g.emit(Turned(effort, place, down=True), "PD-EDGE-13")  # PD-EDGE-13
    yield from ()
