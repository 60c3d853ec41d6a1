"""The end of a chapter: main symbol, points and experience, path tokens, what is kept."""

from __future__ import annotations

from functools import partial

from tts_tool.kernel.decisions import BUTTON
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import Choice
from tts_tool.rulesets.path_of_destiny.base import pages
from tts_tool.rulesets.path_of_destiny.base.abilities import moment
from tts_tool.rulesets.path_of_destiny.base.course import CHAPTERS, Course, active, course, order
from tts_tool.rulesets.path_of_destiny.base.effects import resolve
from tts_tool.rulesets.path_of_destiny.base.experience import gain_vp, gain_xp
from tts_tool.rulesets.path_of_destiny.base.module import CHAPTER_END
from tts_tool.rulesets.path_of_destiny.base.play import owner, pair_of
from tts_tool.rulesets.path_of_destiny.base.symbols import CHAPTER, count, covers, over
from tts_tool.rulesets.path_of_destiny.base.vocabulary import SIDES, SYMBOLS
from tts_tool.rulesets.path_of_destiny.base.words import cards_told


def main(g: Game) -> Flow[str]:
    """Find the main symbol by the fate tokens; if none was placed, the highest chooses."""
    left, right = (g.cards(f"fate.{side}") for side in SIDES)
    if not left and not right:
        first = order(g)[0]
        symbol = yield from g.ask(
            first,
            "main-symbol",
            lambda: Choice(SYMBOLS, partial(passive, g)),
            why="PD-CHAPTER-05",
            bind=BUTTON,
        )
        side = SIDES[course(g).active.index(symbol)]  # PD-CHAPTER-05
    elif len(left) != len(right):
        side = SIDES[len(right) > len(left)]  # PD-CHAPTER-02 PD-CHAPTER-04
    else:
        side = SIDES[max(right) > max(left)]  # PD-CHAPTER-03
    g.note(Course, "PD-CHAPTER-02", main=side)  # PD-CHAPTER-06
    return "chapter-end"


def passive(g: Game, symbol: str) -> Rejection | None:
    """Say why a symbol can't be the main one."""
    if symbol in course(g).active:
        return None
    return Rejection("symbol-inactive", {"symbol": symbol}, "PD-CHAPTER-05")


def ending(g: Game) -> Flow[str]:
    """The main symbol is known: what the story does now, then who can do something."""
    yield from g.consult(CHAPTER_END)  # PD-STORY-10 PD-CHAPTER-13
    for seat in order(g):
        yield from moment(g, seat, "at-chapter-end")
    return "score"


def score(g: Game) -> Flow[str]:
    """Give points for the main symbol and experience for the other, to everybody."""
    winning = course(g).main
    (other,) = (side for side in SIDES if side != winning)
    for seat in order(g):
        gain_vp(g, seat, count(g, seat, active(g, winning)), "PD-CHAPTER-07")  # PD-CHAPTER-07
        gain_xp(g, seat, count(g, seat, active(g, other)), "PD-CHAPTER-08")  # PD-CHAPTER-08
    yield from ()
    return "paths"


def paths(g: Game) -> Flow[str]:
    """Give each path token to who has most of its symbol."""
    for side in SIDES:  # PD-CHAPTER-11 PD-CHAPTER-12
        symbol = active(g, side)
        most = max(count(g, seat, symbol) for seat in g.seats)
        # The first of those who have most, by initiative.
        seat = next(s for s in order(g) if count(g, s, symbol) == most)  # PD-CHAPTER-10
        g.move(f"path-token.{side}", "paths", f"path.{seat}", rule="PD-CHAPTER-09")  # PD-CHAPTER-09
    yield from ()
    return "keep" if course(g).chapter < CHAPTERS else "ending"  # PD-CHAPTER-23 PD-END-01


def keep(g: Game) -> Flow[str]:
    """Clear tokens and covers; of the timelines only what is chosen in secret stays."""
    for seat in g.seats:
        for symbol in SYMBOLS:  # PD-CHAPTER-25 PD-ROUND-04
            g.set(f"{symbol}.{seat}", 0, "PD-CHAPTER-14")  # PD-CHAPTER-14
        for component in covers(g, seat):
            g.set(over(g, seat, component), 0, "PD-CHAPTER-14")  # PD-CHAPTER-14
    g.end_effects(CHAPTER, "PD-CHAPTER-14")
    secret = {seat: partial(KEPT[course(g).chapter], g, seat) for seat in g.seats}
    chosen = yield from g.together("keep", secret)  # PD-CHAPTER-15 PD-CHAPTER-16
    kept: list[str] = []
    for seat in order(g):
        lying = f"timeline.{seat}"
        gone = [each for each in g.cards(lying) if each not in chosen[seat]]
        g.move(gone, lying, "discard", rule="PD-CHAPTER-18")  # PD-CHAPTER-18
        g.move(chosen[seat], lying, lying, rule="PD-CHAPTER-16")  # PD-CHAPTER-16
        kept += chosen[seat]
    following = pages.symbols_of(pages.ahead(g))
    g.note(
        Course,
        "PD-CHAPTER-20",
        active=following,  # PD-CHAPTER-20
        pending=tuple(kept),  # PD-CHAPTER-19
        played=(),
        extra={},
    )
    return "kept"


def one(g: Game, seat: Seat) -> Flow[tuple[str, ...]]:
    """Choose the one card that stays."""
    card = yield from g.ask(
        seat,
        "keep-one",
        lambda: Choice(g.cards(f"timeline.{seat}")),  # PD-CHAPTER-15 PD-CHAPTER-17
        why="PD-CHAPTER-15",
        bind=BUTTON,  # a card that leaves the timeline would say which one it is
        label=cards_told(g),
        always=True,
    )
    return (card,)


def two(g: Game, seat: Seat) -> Flow[tuple[str, ...]]:
    """Choose the two cards that stay, and their order."""
    chosen = yield from g.ask(
        seat,
        "keep-two",
        lambda: pair_of(g.cards(f"timeline.{seat}")),  # PD-CHAPTER-16 PD-CHAPTER-17
        why="PD-CHAPTER-16",
        bind=BUTTON,
        label=cards_told(g),
        always=True,
    )
    return (chosen["first"], chosen["second"])


KEPT = {1: one, 2: two}
"""How a seat chooses what stays, by the chapter that ends."""


def kept(g: Game) -> Flow[str]:
    """Resolve what was kept once more, in the light of the new chapter."""
    while pending := course(g).pending:
        g.restart()
        yield from resolve(g, owner(g, pending[0]), pending[0])  # PD-CHAPTER-19
        g.note(Course, "PD-CHAPTER-19", pending=pending[1:])
    return "turn-page"


def turn(g: Game) -> Flow[str]:
    """Stack the fate tokens anew, turn the page, and begin the next chapter."""
    for side in (*SIDES, "aside"):
        g.move(g.cards(f"fate.{side}"), f"fate.{side}", "fate", rule="PD-CHAPTER-22")
    stack = tuple(sorted(g.cards("fate")))
    g.move(stack, "fate", "fate", rule="PD-SETUP-04")  # PD-SETUP-04 PD-CHAPTER-22
    spread = pages.ahead(g)
    yield from pages.turn_to(g, spread)
    g.note(Course, "PD-CHAPTER-13", chapter=course(g).chapter + 1, round=1, main="")
    return "refresh"  # PD-DRAFT-01
