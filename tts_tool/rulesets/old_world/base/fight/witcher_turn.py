"""A witcher's Fight Turn: what is used, the Combo, what it does, the new hand."""

from __future__ import annotations

from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Seat
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.abilities.held import (
    ask,
    automatic,
    held,
    moment,
    optional,
    potions,
    use,
    why_not,
)
from tts_tool.rulesets.old_world.base.abilities.lasting import capped, changed
from tts_tool.rulesets.old_world.base.cards import deck
from tts_tool.rulesets.old_world.base.fight.combo import announce, resolve
from tts_tool.rulesets.old_world.base.fight.fight import (
    MONSTER,
    Fight,
    judge,
    judge_stalemate,
    opponent,
    over,
)
from tts_tool.rulesets.old_world.base.points import (
    FIGHT_TURN_DRAW_COUNT,
    FIGHT_TURN_ENDED,
    FIGHT_TURN_STARTED,
    MONSTER_EXTRA_TURN,
)
from tts_tool.rulesets.old_world.base.witcher.attributes import value


def witcher_turn(g: Game, seat: Seat) -> Flow[None]:
    """Go through the steps from the one it stands at; a Knock-Out ends it at once."""
    names = tuple(STEPS)
    for name in names[names.index(g.part(Fight).step) :]:
        g.restart()
        yield from STEPS[name](g, seat)  # OW-FIGHT-10
        yield from g.settle()
        if over(g):
            return
        following = (*names, "")[names.index(name) + 1]
        g.note(Fight, step=following)
    yield from end_turn(g, seat)


def start(g: Game, seat: Seat) -> Flow[None]:
    """Begin the Fight Turn: the opponent has a word first, then comes what is automatic."""
    begin_turn(g, seat)
    yield from g.settle()
    if opponent(g, seat) != MONSTER:
        yield from moment(g, opponent(g, seat), "opponent-turn")
    if not over(g):
        yield from automatic(g, seat, "step-1")  # OW-SPEC-05


def begin_turn(g: Game, side: str) -> None:
    """Count a Fight Turn and forget what the last one left."""
    turns = g.part(Fight).turns
    g.note(
        Fight,
        turns={**turns, side: turns.get(side, 0) + 1},
        dealt=0,
        lost=0,
        risen=0,
        links=(),
        played=(),
        colours=(),
        forced=False,
        draw=0,
    )
    seat = "" if side == MONSTER else side
    g.notify(FIGHT_TURN_STARTED, seat, number=turns.get(side, 0) + 1)


def uses(g: Game, seat: Seat) -> Flow[None]:
    """Step 1: use Potions, the Specialty and effects, in any order, none if one likes."""
    while not over(g):
        drinks = potions(g, seat)  # OW-POTION-04
        now = [each for each in held(g, seat, "step-1", "hit") if optional(each)]
        if all(why_not(g, seat, each, "step-1", "hit") for each in (*now, *drinks)):
            return
        g.restart()
        mine = [*(each for each in held(g, seat) if optional(each)), *drinks]
        chosen = yield from ask(g, seat, mine, "step-1", "hit")  # OW-FIGHT-11
        if chosen is None:
            return  # OW-SPEC-13
        yield from use(g, seat, chosen)
        yield from g.settle()


def replenish(g: Game, seat: Seat) -> Flow[None]:
    """Step 4: draw a new hand, then the Combo goes to the discard."""
    cards = value(g, seat, "combat") + g.part(Fight).draw  # OW-FIGHT-30
    if g.setup.settings["wolf-draw"] == "step-4":
        cards += changed(g, seat, "draw-after-damage", 0)
    cards = changed(g, seat, "draw", cards)
    cards = g.modify(FIGHT_TURN_DRAW_COUNT, cards, seat=seat)
    cards = capped(g, seat, "draw", cards)
    yield from deck.draw(g, seat, cards, "OW-FIGHT-30")  # OW-FIGHT-31 OW-FIGHT-32
    if not judge(g, seat, "OW-FIGHT-08"):  # OW-FIGHT-08
        clear_combo(g, seat)


def clear_combo(g: Game, seat: Seat) -> None:
    """Put the Combo on the discard, the first-played card lowest."""
    combo = places.combo(seat)
    g.move(g.cards(combo), combo, places.discard(seat), rule="OW-FIGHT-33")  # OW-FIGHT-33


def end_turn(g: Game, side: str) -> Flow[None]:
    """End a Fight Turn with all that lasts until then; the other side is next."""
    g.notify(FIGHT_TURN_ENDED, "" if side == MONSTER else side, number=g.part(Fight).turns[side])
    yield from g.settle()
    g.end_effects(f"fight-turn.{side}")
    judge_stalemate(g)
    again = g.part(Fight).again
    following = side if again else opponent(g, side)  # OW-FIGHT-34
    g.note(Fight, "OW-FIGHT-34", turn=following, step="start", again=False)
    if again:
        g.notify(MONSTER_EXTRA_TURN, "" if side == MONSTER else side)
        yield from g.settle()


STEPS = {
    "start": start,
    "uses": uses,
    "combo": announce,
    "resolve": resolve,
    "replenish": replenish,
}
