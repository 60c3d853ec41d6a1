"""Taking cards: the display is made whole, and each figure in turn takes a pair."""

from __future__ import annotations

from functools import partial

from tts_tool.kernel.decisions import Move
from tts_tool.kernel.events import BOTTOM, TurnBegan
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import Choice
from tts_tool.rulesets.path_of_destiny.base.abilities import filled_rows, moment
from tts_tool.rulesets.path_of_destiny.base.box import PAIR, rows
from tts_tool.rulesets.path_of_destiny.base.course import order, seat_of
from tts_tool.rulesets.path_of_destiny.base.deck import draw
from tts_tool.rulesets.path_of_destiny.base.experience import gain_xp
from tts_tool.rulesets.path_of_destiny.base.module import LOWEST_ROW, ROW_TAKEN
from tts_tool.rulesets.path_of_destiny.base.words import cards_told

DECK = "deck"
BONUS = 1


def refresh(g: Game) -> Flow[str]:
    """Discard the topmost pair that is left, let the others slide up, and fill the rest."""
    full = filled_rows(g)
    for topmost in full[:1]:  # PD-DRAFT-02
        g.move(g.cards(topmost), topmost, "discard", rule="PD-DRAFT-01")  # PD-DRAFT-01 PD-DRAFT-18
    for row, source in zip(rows(g.setup), full[1:], strict=False):
        if row != source:
            g.move(g.cards(source), source, row, rule="PD-DRAFT-03")  # PD-DRAFT-03 PD-DRAFT-05
    yield from refill(g)
    return "draft"


def refill(g: Game) -> Flow[None]:
    """Lay a pair into each empty row."""
    for row in rows(g.setup):
        if not g.cards(row):
            yield from draw(g, row, PAIR, rule="PD-DRAFT-04")  # PD-DRAFT-04


def draft(g: Game) -> Flow[str]:
    """Let each figure in order take a spot; then all stand in the order of their spots."""
    while waiting := g.cards("initiative"):
        g.restart()
        seat = seat_of(g, waiting[0])  # PD-DRAFT-07
        if g.acting != seat:
            g.emit(TurnBegan(seat), "PD-DRAFT-07")
        yield from moment(g, seat, "at-draft")
        yield from take(g, seat, waiting[0])
    for spot in (*rows(g.setup), DECK):  # PD-DRAFT-15 PD-DRAFT-16
        figures = g.cards(f"spot.{spot}")
        g.move(figures, f"spot.{spot}", "initiative", at=BOTTOM, rule="PD-DRAFT-15")
    return "after-draft"


def take(g: Game, seat: Seat, figure: str) -> Flow[None]:
    """Choose a row with its pair, or two cards of the main deck; there is no passing."""
    spot = yield from g.ask(
        seat,
        "take",
        lambda: Choice((*rows(g.setup), DECK), partial(taken, g)),  # PD-DRAFT-13
        why="PD-DRAFT-07",
        bind=lambda spot: Move(figure, f"spot.{spot}"),
        label=partial(pair_told, g),
    )
    g.move(figure, "initiative", f"spot.{spot}", at=BOTTOM, rule="PD-DRAFT-09")  # PD-DRAFT-09
    if spot == DECK:
        yield from draw(g, f"hand.{seat}", PAIR, rule="PD-DRAFT-11")  # PD-DRAFT-11
        return
    g.move(g.cards(spot), spot, f"hand.{seat}", rule="PD-DRAFT-10")  # PD-DRAFT-10 PD-DRAFT-19
    if spot == rows(g.setup)[-1]:  # PD-SETUP-11 PD-DRAFT-06
        gain_xp(g, seat, g.modify(LOWEST_ROW, BONUS), "PD-DRAFT-12")  # PD-DRAFT-12 PD-STORY-09
    yield from g.consult(ROW_TAKEN, seat=seat, row=spot)


def taken(g: Game, spot: str) -> Rejection | None:
    """Say why a row can't be chosen: its pair is gone."""
    if spot != DECK and not g.cards(spot):
        return Rejection("row-taken", {"row": spot}, "PD-DRAFT-08")  # PD-DRAFT-08
    return None


def pair_told(g: Game, spot: object) -> dict[str, str] | None:
    """Tell a row by the two cards that lie there."""
    if spot == DECK or not g.cards(str(spot)):
        return None
    each = [cards_told(g)(component) or {} for component in g.cards(str(spot))]
    return {language: " + ".join(told[language] for told in each) for language in each[0]}


def after(g: Game) -> Flow[str]:
    """All have taken: who can do something now may do it."""
    for seat in order(g):  # PD-DRAFT-17 PD-ABIL-05
        yield from moment(g, seat, "after-draft")
    return "choose"
