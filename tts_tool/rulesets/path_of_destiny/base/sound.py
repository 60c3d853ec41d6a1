"""What always holds between two answers."""

from __future__ import annotations

from tts_tool.kernel.game import Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.rejection import Rejection
from tts_tool.rulesets.path_of_destiny.base.box import LONGEST, TRACK_END, card
from tts_tool.rulesets.path_of_destiny.base.course import course
from tts_tool.rulesets.path_of_destiny.base.module import base
from tts_tool.rulesets.path_of_destiny.base.play import chosen
from tts_tool.rulesets.path_of_destiny.base.vocabulary import DrawCards

HAND = 5
TAKEN = 7  # a hand, and the pair of a row
TAKING = ("draft", "after-draft", "choose")
"""Steps in which somebody has taken cards and not played yet."""
MOST = {0: 0, 1: 6, 2: 7, 3: 8}
"""How many cards a timeline can have at the end of a chapter."""


@base.invariant
def hands_are_right(g: Game) -> Rejection | None:
    """Five cards before a round and after it, seven between taking and playing."""
    if not course(g).chapter:
        return None
    most = TAKEN if course(g).step in TAKING else HAND
    for seat in g.seats:
        held = len(g.cards(f"hand.{seat}")) + len(chosen(g, seat))
        if not HAND <= held <= most + drawing(g, seat):  # PD-ROUND-03
            return Rejection("hand-wrong", {"seat": seat, "cards": held}, "PD-ROUND-03")
    return None


def drawing(g: Game, seat: Seat) -> int:
    """Say how many cards a seat may be about to discard that an ability has let it draw."""
    done = (each for ability in g.cards(f"spent.{seat}") for each in g.card(ability).does)
    return sum(each.count for each in done if isinstance(each, DrawCards))


@base.invariant
def timelines_are_short(g: Game) -> Rejection | None:
    """Two cards a round and what was kept; only abilities add to that."""
    most = MOST.get(course(g).chapter, MOST[3])
    for seat in g.seats:
        allowed = most + course(g).extra.get(seat, 0)
        if len(g.cards(f"timeline.{seat}")) > allowed:  # PD-CHAPTER-24
            told: dict[str, str | int] = {"seat": seat, "most": most}
            return Rejection("timeline-long", told, "PD-CHAPTER-24")
    return None


@base.invariant
def covers_lie_on_symbols(g: Game) -> Rejection | None:
    """A cover lies on a card of a timeline that has a symbol."""
    for seat in g.seats:
        lying = g.cards(f"timeline.{seat}")
        for number in range(1, LONGEST + 1):
            under = lying[number - 1 : number]
            shows = any(card(g, each).symbol for each in under)
            if g.track(f"cover.{number}.{seat}") and not shows:
                told: dict[str, str | int] = {"seat": seat, "number": number}
                return Rejection("cover-astray", told, "PD-SYM-04")
    return None


@base.invariant
def all_is_unlocked(g: Game) -> Rejection | None:
    """What experience has reached is unlocked."""
    for seat in g.seats:
        xp = g.track(f"xp.{seat}")
        reached = min(xp, TRACK_END)
        if any(g.card(ability).xp <= reached for ability in g.cards(f"locked.{seat}")):
            return Rejection("still-locked", {"seat": seat}, "PD-XP-02")
    return None
