"""The fight that is going on: who fights, whose Fight Turn it is, how far it has come.

A side is a seat, or `MONSTER`.  Everything that a fight remembers stands in the state, so that
it can be left and entered again at every Fight Turn and at every step of one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

import msgspec

from tts_tool.catalog.records import Table
from tts_tool.kernel.events import Said, noted
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.module import OpenPoint
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.box.records import Count, Tally
from tts_tool.rulesets.old_world.base.fight.arena import Arena, in_fight
from tts_tool.rulesets.old_world.base.module import base
from tts_tool.rulesets.old_world.base.points import FIGHT_END_CHECK

__all__ = [
    "MONSTER",
    "Fight",
    "Rewards",
    "begin",
    "finish",
    "in_fight",
    "judge",
    "judge_struck",
    "opponent",
    "over",
    "through",
]

MONSTER = "monster"

base.settles(
    OpenPoint(
        "OW-OPEN-08",
        "settled",
        "",
        "Who loses the last card to a played card of the other side is Knocked-Out first; a "
        "monster's last card counts as played by the monster.",
    ),
    OpenPoint(
        "OW-OPEN-09",
        "settled",
        "",
        "An opponent is judged with the last card lost, the acting witcher after step 4, a "
        "witcher whom a monster attacks after the whole attack.",
    ),
)


@base.table("fights")
class Fights(Table):
    """Numbers of fights."""

    wager: Count
    driven_away_at: Count
    """With so many cards left, or fewer, a monster that won is driven away."""
    stalemate: Count
    """After so many Fight Turns in a row without a loss of life the attack has failed."""


class Rewards(msgspec.Struct, frozen=True, gc=False):
    """What the outcome of a fight brings the attacker."""

    gold: Tally = 0
    trophy: bool = False
    step: bool = False
    """A step on the Trophy Track, with the win check."""
    fatigue: bool = False
    trail: bool = False
    card: bool = False
    """A 0-cost card for the discard."""
    lost: bool = False
    """Phase III draws less."""
    leaves: Literal["", "defeated", "driven-away"] = ""


@base.part
class Fight(msgspec.Struct, frozen=True, gc=False):
    """How far the fight has come."""

    attacker: Seat = ""
    """Nobody fights as long as it is empty."""
    defender: Seat = ""
    """The attacked witcher; empty against a monster."""
    monster: str = ""
    """The monster's card."""
    terrain: str = ""
    """The slot of the monster."""
    source: str = places.MONSTER_DECK
    """Where the cards of the Life Pool came from."""
    stage: str = "declared"
    turn: str = ""
    """The side whose Fight Turn it is."""
    step: str = ""
    """The step of that Fight Turn."""
    again: bool = False
    """Whether the same side takes the next Fight Turn, too."""
    turns: dict[str, Tally] = {}
    """How many Fight Turns each side has begun."""
    dealt: Tally = 0
    """The damage that the acting side has dealt in this Fight Turn."""
    lost: Tally = 0
    """The cards that the other side has discarded by it."""
    risen: Tally = 0
    """By how much the acting side's Shield has risen."""
    links: tuple[int, ...] = ()
    """For each connection of the Combo the extension that was matched; -1: none was needed."""
    played: tuple[str, ...] = ()
    """The cards of the Combo as they were laid, as long as all of them lie on the table."""
    colours: tuple[str, ...] = ()
    """The colours of the announced Combo, also of cards that have left the table."""
    forced: bool = False
    """Whether the first card of the Combo was not chosen."""
    draw: int = 0
    """What the Combo adds to the draw of step 4."""
    lowest: Tally = 0
    """The fewest cards that both sides together had at the end of a Fight Turn, 0 at first."""
    idle: Tally = 0
    """How many Fight Turns ago that was."""
    winner: str = ""
    outcome: str = ""
    rewards: Rewards = Rewards()
    wagers: dict[Seat, Seat] = {}


def begin(g: Game, fight: Fight, rule: str = "") -> None:
    """Begin a fight; its witchers are now those to whom the rules of a fight apply."""
    g.emit(noted(fight), rule)
    g.note(Arena, fighters=tuple(side for side in (fight.attacker, fight.defender) if side))


def finish(g: Game) -> None:
    """Forget the fight: everything is done."""
    g.emit(noted(Fight()))


def opponent(g: Game, side: str) -> str:
    """Say against whom a side fights."""
    fight = g.part(Fight)
    if side != fight.attacker:
        return fight.attacker
    return fight.defender or MONSTER


def over(g: Game) -> bool:
    """Tell whether one side has won."""
    return bool(g.part(Fight).winner)


def life(g: Game, side: str) -> int:
    """Count a side's life: deck and hand, or the monster's Life Pool."""
    if side == MONSTER:
        return len(g.cards(places.MONSTER_LIFE))
    return len(g.cards(places.deck(side))) + len(g.cards(places.hand(side)))  # OW-FIGHT-05


def fallen(g: Game, side: str) -> bool:
    """Tell whether a side has no life left."""
    return g.modify(FIGHT_END_CHECK, not life(g, side), side=side)  # OW-FIGHT-06


def judge_stalemate(g: Game) -> None:
    """Let an attack fail that brings nobody nearer to an end.

    Two witchers whose last cards return to the hand would fight for ever; the rules know no
    end of that.
    """
    fight = g.part(Fight)
    now = life(g, fight.attacker) + life(g, opponent(g, fight.attacker))
    if now < fight.lowest or not fight.lowest:
        g.note(Fight, lowest=now, idle=0)
    elif fight.idle + 1 < g.table(Fights).stalemate:
        g.note(Fight, idle=fight.idle + 1)
    else:
        g.emit(Said("stalemate"), "OW-GEN-03")
        g.note(Fight, "OW-GEN-03", winner=opponent(g, fight.attacker))


def judge(g: Game, side: str, rule: str = "OW-FIGHT-06") -> bool:
    """End the fight if a side is Knocked-Out; tell whether it is over."""
    if not over(g) and fallen(g, side):
        g.note(Fight, rule, winner=opponent(g, side))
    return over(g)


def judge_struck(g: Game, side: str) -> None:
    """Judge a side that lost a card: at once in a witcher's Fight Turn that is not its own.

    What a monster's attack does is judged when the whole attack is done, what a witcher does
    to himself when his Fight Turn is.
    """
    acting = g.part(Fight).turn
    if acting not in (MONSTER, side, ""):
        judge(g, side, "OW-FIGHT-07")  # OW-FIGHT-07 OW-DUEL-07 OW-MONSTER-21


def through(g: Game, stages: Mapping[str, Callable[[Game], Flow[None]]]) -> Flow[None]:
    """Go through the stages of a fight from the one it stands at, until it or the game ends."""
    names = tuple(stages)
    for name in names[names.index(g.part(Fight).stage) :]:
        g.restart()
        yield from stages[name](g)
        yield from g.settle()
        if g.state.result:
            return
        following = names.index(name) + 1
        if following < len(names):
            g.note(Fight, stage=names[following])
    finish(g)
