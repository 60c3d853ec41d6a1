"""Player Boards: whom a seat plays, what belongs to that character, how boards are given out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated

from tts_tool.catalog.records import Record, Table, ref
from tts_tool.kernel.decisions import Move
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Component, Place, Seat
from tts_tool.kernel.module import Setup
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.settings import Setting
from tts_tool.kernel.spaces import Choice
from tts_tool.kernel.state import FlowError
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.box.box import atlas
from tts_tool.rulesets.old_world.base.box.records import Count
from tts_tool.rulesets.old_world.base.module import base
from tts_tool.rulesets.old_world.base.points import (
    CHARACTER_KIND_WORDS,
    CHARACTER_OWN_SCHOOL,
    SETUP_CHARACTERS,
)


@base.record("character")
class Character(Record):
    """Somebody whom a seat can play: a Player Board, and what is laid out for whoever takes it.

    A box that brings a character brings a record; its board is then one of those to choose from.
    """

    board: str
    """What its Player Board is called."""
    calling: Annotated[str, ref("word")] = "witcher"
    """What a rule that names witchers calls them."""
    school: str | None = None
    """At whose School Location the miniature begins and the Specialty is trained; who has none
    is told by a box at which (`character.own_school`)."""
    deck: tuple[Annotated[str, ref("record")], ...]
    """The kinds of the starting cards, all of each."""
    trophy: Annotated[str, ref("record")]
    """What others win from it."""
    specialty: Annotated[str, ref("specialty")]


@base.table("draft")
class Draft(Table):
    """How boards are given out."""

    drawn: Count


base.settings = (
    *base.settings,
    Setting("boards", ("draft", "choose"), "how Player Boards are given out", "OW-SETUP-22"),
)


@base.content
def boards(setup: Setup) -> Iterator[Component | Place]:
    """Lay out a board for every character."""
    yield Place(places.BOARDS, "nobody")
    for seat in setup.seats:
        yield Place(places.draft(seat), "owner", seat)  # OW-HID-23
    for board, who in sorted(by_board(setup).items()):
        yield Component(
            board, who.board, places.BOARDS, back={"back": "board"}, pool="boards"
        )  # OW-COMP-19


@base.content
def trays(setup: Setup) -> Iterator[Place]:
    """Give every seat a tray for what boxes let it keep to itself."""
    for seat in setup.seats:
        yield Place(places.private(seat), "owner", seat)


def by_board(setup: Setup) -> dict[str, Character]:
    """Index the characters by their boards."""
    return {f"board.{known.board}": known for known in setup.cards.of(Character).values()}


def character(g: Game, seat: Seat) -> Character | None:
    """Say whom a seat plays; before boards are given out nobody."""
    board = g.cards(places.board(seat))
    return g.once(by_board).get(board[0]) if board else None


def school(g: Game, seat: Seat) -> str:
    """Say which school is a seat's own; before boards are given out none."""
    return g.replaced(CHARACTER_OWN_SCHOOL, school_on_board, seat=seat)


def school_on_board(g: Game, seat: Seat) -> str:
    """Read to which school the character of a seat belongs."""
    who = character(g, seat)
    return "" if who is None or who.school is None else who.school


def kind_word(g: Game, seat: Seat) -> str:
    """Say what a rule that names witchers calls who plays a seat."""
    return g.replaced(CHARACTER_KIND_WORDS, own_word, seat=seat)


def own_word(g: Game, seat: Seat) -> str:
    """Call a seat what its character is."""
    who = character(g, seat)
    return "witcher" if who is None else who.calling


def home(g: Game, school: str) -> int:
    """Find the School Location of a school."""
    spots = g.once(atlas).values()
    number = next((spot.number for spot in spots if spot.school == school), None)
    if number is None:
        msg = f"no location is the home of the school {school!r}"
        raise FlowError(msg)
    return number


def give_out(g: Game, first: Seat) -> Flow[None]:
    """Give every seat a board, by draft or by free choice."""
    for board in g.provide(SETUP_CHARACTERS):
        g.move(board, places.BOX, places.BOARDS)
    yield from g.consult(SETUP_CHARACTERS)
    if g.setup.settings["boards"] == "choose":
        yield from choose(g, first)
    else:
        for seat in reversed(g.clockwise(first)):  # OW-SETUP-19
            yield from draft(g, seat)
    g.move(g.cards(places.BOARDS), places.BOARDS, places.BOX, rule="OW-SETUP-35")  # OW-SETUP-35


def draft(g: Game, seat: Seat) -> Flow[None]:
    """Keep one of two boards drawn at random; a last board is simply taken."""
    drawn = places.draft(seat)
    yield from g.shuffle(places.BOARDS, "OW-SETUP-20")  # OW-SETUP-20
    g.draw(places.BOARDS, drawn, g.table(Draft).drawn, "OW-SETUP-20")
    kept = yield from g.ask(  # OW-SETUP-21
        seat,
        "board",
        lambda: Choice(g.cards(drawn)),
        why="OW-DEC-02",
        bind=partial(onto_seat, seat),
    )
    g.move(kept, drawn, places.board(seat), rule="OW-SETUP-20")
    g.move(g.cards(drawn), drawn, places.BOARDS, rule="OW-SETUP-20")


def choose(g: Game, first: Seat) -> Flow[None]:
    """Let every seat, clockwise, take any board that nobody has."""
    offered = g.cards(places.BOARDS)
    g.move(offered, places.BOARDS, places.BOX, rule="OW-SETUP-22")
    for seat in g.clockwise(first):
        board = yield from g.ask(
            seat,
            "board",
            lambda: Choice(offered, partial(taken, g)),
            why="OW-DEC-02",
            bind=partial(onto_seat, seat),
        )
        g.move(board, places.BOX, places.board(seat), rule="OW-SETUP-22")


def onto_seat(seat: Seat, board: str) -> Move:
    """Say what taking a board looks like: it is laid before the seat."""
    return Move(board, places.board(seat))


def taken(g: Game, board: str) -> Rejection | None:
    """Say why a board can't be chosen."""
    if board in g.cards(places.BOX):
        return None
    return Rejection("school-taken", {"school": g.kind(board)}, "OW-SETUP-22")  # OW-SETUP-22
