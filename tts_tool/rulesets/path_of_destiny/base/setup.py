"""Set-up: who plays whom, the display, the order of the story, and its first page."""

from __future__ import annotations

from operator import attrgetter

from tts_tool.kernel.decisions import Move
from tts_tool.kernel.events import BOTTOM, TurnBegan
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.spaces import Choice
from tts_tool.rulesets.path_of_destiny.base import pages
from tts_tool.rulesets.path_of_destiny.base.course import Course, without_side_quests
from tts_tool.rulesets.path_of_destiny.base.draft import refill
from tts_tool.rulesets.path_of_destiny.base.experience import unlock
from tts_tool.rulesets.path_of_destiny.base.module import STORY_SETUP
from tts_tool.rulesets.path_of_destiny.base.records import Ability, Action, SideQuest

OFFERED = 2


def begin(g: Game) -> Flow[str]:
    """Shuffle, and draw who chooses first."""
    yield from g.shuffle("deck", "PD-SETUP-08")  # PD-SETUP-08
    first = yield from g.pick("first-chooser", g.seats, "PD-SETUP-13")  # PD-SETUP-13
    g.emit(TurnBegan(first), "PD-SETUP-13")
    return "characters"


def characters(g: Game) -> Flow[str]:
    """Let each seat in turn see two boards, keep one and return the other."""
    for seat in g.clockwise(g.acting):
        if not g.cards(f"board.{seat}"):
            g.restart()
            yield from choose(g, seat)
    return "opening"


def choose(g: Game, seat: Seat) -> Flow[None]:
    """Offer two random boards of those that are left, or the last one without a choice."""
    offer = f"offer.{seat}"
    yield from g.shuffle("boards", "PD-SETUP-12")
    g.draw("boards", offer, OFFERED, "PD-SETUP-12")  # PD-SETUP-12 PD-SETUP-14
    chosen = yield from g.ask(
        seat,
        "character",
        lambda: Choice(g.cards(offer)),
        why="PD-SETUP-12",
        bind=lambda board: Move(board, f"board.{seat}"),
    )
    g.move(chosen, offer, f"board.{seat}", rule="PD-SETUP-12")
    g.move(g.cards(offer), offer, "boards", rule="PD-SETUP-12")
    equip(g, seat, g.kind(chosen))


def equip(g: Game, seat: Seat, character: str) -> None:
    """Give a seat what is its character's: five cards, four abilities, the side quest."""
    known = g.setup.cards
    starting = [f"action.{a.id}" for a in known.of(Action).values() if a.character == character]
    g.move(starting, "box", f"hand.{seat}", rule="PD-SETUP-19")  # PD-SETUP-19
    mine = [ability for ability in known.of(Ability).values() if ability.character == character]
    for ability in sorted(mine, key=attrgetter("xp")):
        g.move(f"ability.{ability.id}", "box", f"locked.{seat}", at=BOTTOM, rule="PD-SETUP-17")
    unlock(g, seat)  # PD-SETUP-17
    if not without_side_quests(g):
        quests = [q.id for q in known.of(SideQuest).values() if q.character == character]
        g.move([f"quest.{q}" for q in quests], "box", f"quest.{seat}", rule="PD-SETUP-20")


def opening(g: Game) -> Flow[str]:
    """Lay out the display and the figures, let the story set up, and open the book."""
    yield from refill(g)  # PD-SETUP-09 PD-SETUP-10
    chosen = {g.kind(board) for seat in g.seats for board in g.cards(f"board.{seat}")}
    for character in pages.story(g).order:  # PD-SETUP-06 PD-DATA-26
        if character in chosen:
            g.move(f"figure.{character}", "box", "initiative", at=BOTTOM, rule="PD-SETUP-06")
    yield from g.consult(STORY_SETUP)  # PD-SETUP-21
    yield from pages.introduce(g)  # PD-STORY-02
    g.note(Course, "PD-STORY-02", chapter=1, round=1)
    return "draft"  # PD-DRAFT-01
