"""What the hunt is about: who slays the legend has won, and the Trophy Track ends nothing."""

from __future__ import annotations

from msgspec import structs

from tts_tool.kernel.events import Ended, Said
from tts_tool.kernel.game import Game
from tts_tool.kernel.inventory import Seat
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.box.records import Limits
from tts_tool.rulesets.old_world.base.points import (
    GAME_WIN_CHECK,
    MEDITATE_ADVANCE,
    TROPHY_GAINED,
)
from tts_tool.rulesets.old_world.base.witcher.trophies import Gained, Won
from tts_tool.rulesets.old_world.legendary_hunt import grounds
from tts_tool.rulesets.old_world.legendary_hunt.box import legend
from tts_tool.rulesets.old_world.legendary_hunt.module import legendary_hunt

Ranking = tuple[tuple[Seat, ...], ...]


@legendary_hunt.hook(GAME_WIN_CHECK, "replace", when=lambda _g, **_: True)
def nobody_by_track(_g: Game, _usual: object, **_: object) -> Ranking:
    """Let the top of the Trophy Track win nothing, as long as there is a legend to hunt."""
    return ()  # LH-13 LH-14 LH-15 COMB-40


@legendary_hunt.hook(TROPHY_GAINED, "modify")
def rested_at_the_top(g: Game, gained: Gained, seat: Seat, **_: object) -> Gained:
    """Let only those trophies tire that move the token, where that is played.

    The rulebook speaks of trophies beyond the top in its variants alone, and there they tire
    nobody. Where each takes three cards for good, a long hunt uses up all that there are.
    """
    if g.setup.settings["hunt-fatigue"] == "tired":
        return gained
    steps_left = g.table(Limits).track - g.track(places.track(seat))
    return structs.replace(gained, fatigues=min(gained.fatigues, steps_left))  # LH-15


@legendary_hunt.hook(MEDITATE_ADVANCE, "modify")
def to_the_top(g: Game, steps: int, **_: object) -> int:
    """Let a meditation lead to the top of the track."""
    return max(1, steps) if g.setup.settings["hunt-meditation"] == "free" else steps  # LH-16


def win(g: Game, seat: Seat) -> None:
    """End the game: a seat has slain the legend."""
    g.emit(Said("legend-slain", {"seat": seat, "monster": legend(g).id}), "LH-12")
    g.emit(Ended(ranking(g, seat)), "LH-12")  # LH-12 LH-87
    raise Won


def ranking(g: Game, winner: Seat) -> Ranking:
    """Rank the seats: who slew the legend alone, the others by track and tokens, or together."""
    others = tuple(seat for seat in g.seats if seat != winner)
    if not others or g.setup.settings["hunt-ranking"] == "shared":  # LH-OPEN-27
        return ((winner,), others) if others else ((winner,),)
    places_won = {seat: (g.track(places.track(seat)), tokens(g, seat)) for seat in others}
    ranks = sorted(set(places_won.values()), reverse=True)
    return (
        (winner,),
        *(tuple(seat for seat in others if places_won[seat] == rank) for rank in ranks),
    )


def tokens(g: Game, seat: Seat) -> int:
    """Count the Destruction Tokens of a seat."""
    return len(g.cards(grounds.held(seat)))
