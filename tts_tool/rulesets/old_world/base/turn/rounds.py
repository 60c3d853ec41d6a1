"""The whole game: set-up, then turn after turn, each in three phases."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial

import msgspec

from tts_tool.kernel.decisions import Press
from tts_tool.kernel.events import PhaseBegan, TurnBegan
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.rejection import Rejection
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.board.monsters import in_slot, monster
from tts_tool.rulesets.old_world.base.board.movement import moves
from tts_tool.rulesets.old_world.base.box.records import TERRAINS
from tts_tool.rulesets.old_world.base.box.setup import set_up
from tts_tool.rulesets.old_world.base.cards.gear import gear_uses
from tts_tool.rulesets.old_world.base.cards.market import phase_three
from tts_tool.rulesets.old_world.base.fight.duel import duel, duel_why_not
from tts_tool.rulesets.old_world.base.fight.monster_fight import fight_why_not, monster_fight
from tts_tool.rulesets.old_world.base.points import (
    FIGHT_OPPONENTS,
    PHASE1_ENDED,
    PHASE1_EXTRA_ACTIONS,
    PHASE1_SCHEDULER,
    PHASE2_OPTIONS,
    ROUND_ENDED,
    TURN_DRIVER,
    TURN_ENDED,
    TURN_STARTED,
)
from tts_tool.rulesets.old_world.base.story.explore import explore, explore_why_not
from tts_tool.rulesets.old_world.base.story.quests import go_on, quests
from tts_tool.rulesets.old_world.base.turn.actions import location_actions
from tts_tool.rulesets.old_world.base.turn.poker import poker_games
from tts_tool.rulesets.old_world.base.turn.turn import (
    END,
    PHASES,
    Deed,
    Deeds,
    Menu,
    Turn,
    by_name,
    forget,
    memory,
    remember,
)
from tts_tool.rulesets.old_world.base.witcher.meditate import meditate, meditate_why_not
from tts_tool.rulesets.old_world.base.witcher.trophies import Won, loss_check
from tts_tool.rulesets.old_world.base.words import Words, phrase

DUTY = Rejection("phase-2-is-a-duty", rule="OW-TURN-05")


def play(g: Game) -> Flow[None]:
    """Play a game from wherever it stands until somebody has won."""
    with suppress(Won):  # OW-TURN-09
        yield from play_on(g)


def play_on(g: Game) -> Flow[None]:
    """Set up, or go on with the turn that is under way."""
    if not g.part(Turn).number:
        yield from set_up(g)
        g.emit(PhaseBegan(PHASES[0]), "OW-TURN-01")
        begin_turn(g, g.part(Turn).first)
        yield from g.settle()
    yield from g.replaced(TURN_DRIVER, take_turns)


def take_turns(g: Game) -> Flow[None]:
    """Let the seats take whole turns, clockwise; only a winner ends that."""
    while True:  # OW-GEN-04 OW-SOLO-19
        g.restart()
        phase = g.state.phase
        yield from FLOWS[phase](g, g.acting)  # OW-GEN-09
        yield from g.settle()
        following = PHASES.index(phase) + 1
        # OW-TURN-01 OW-EXPLORE-11
        g.emit(PhaseBegan(PHASES[following % len(PHASES)]), "OW-TURN-01")


def begin_turn(g: Game, seat: Seat) -> None:
    """Give the turn to a seat."""
    g.emit(TurnBegan(seat), "OW-GEN-04")  # OW-GEN-05
    g.note(Turn, "OW-GEN-04", number=g.part(Turn).number + 1)
    g.notify(TURN_STARTED, seat)


def end_turn(g: Game, seat: Seat) -> Flow[None]:
    """Forget what was done in the turn and begin that of the next seat."""
    loss_check(g, seat)
    yield from g.consult(TURN_ENDED, seat=seat)
    following = g.clockwise(seat)[1 % len(g.seats)]
    if following == g.part(Turn).first:
        yield from g.stages(ROUND_ENDED)
    forget(g, seat)  # OW-TURN-10
    begin_turn(g, following)


# Phase I


def phase_one(g: Game, seat: Seat) -> Flow[None]:
    """Move and act as often as the seat likes."""
    yield from go_on(g, seat)
    yield from g.replaced(PHASE1_SCHEDULER, act_alone, seat=seat)
    yield from g.stages(PHASE1_ENDED, seat)


def act_alone(g: Game, seat: Seat) -> Flow[None]:
    """Let one seat move and act until it stops."""
    while not memory(g, seat).stopped:  # OW-TURN-03 OW-MOVE-09
        g.restart()
        menu = Menu(partial(phase_one_deeds, g, seat))  # OW-TURN-02 OW-TURN-04
        chosen = yield from g.ask(
            seat,
            "phase-1",
            menu.look,
            why="OW-DEC-06",  # OW-DEC-07 OW-DEC-13
            bind=menu.gesture,
            label=menu.label,
            always=bool(g.cards(places.hand(seat))),  # what can't be done would tell of the hand
        )
        if chosen == END:
            remember(g, seat, "OW-TURN-04", stopped=True)
        else:
            yield from menu.run(chosen)
        yield from g.settle()


def phase_one_deeds(g: Game, seat: Seat) -> Deeds:
    """Give everything that may be done in Phase I, now or not."""
    return {
        **moves(g, seat),
        **location_actions(g, seat),  # OW-ACT-02 OW-ACT-05
        **poker_games(g, seat),  # OW-POKER-04
        **quests(g, seat),  # OW-QUEST-06
        **gear_uses(g, seat),  # OW-QUEST-11
        **by_name(g.provide(PHASE1_EXTRA_ACTIONS, seat=seat)),
    }


# Phase II


def phase_two(g: Game, seat: Seat) -> Flow[None]:
    """Fight, meditate or explore: one of them, and nothing else any more."""
    menu = Menu(partial(phase_two_deeds, g, seat), DUTY)
    if not memory(g, seat).doing:
        chosen = yield from g.ask(  # OW-TURN-05 OW-TURN-08
            seat, "phase-2", menu.look, why="OW-DEC-17", bind=menu.gesture, label=menu.label
        )
        remember(g, seat, "OW-TURN-06", doing=chosen)  # OW-TURN-06
    yield from menu.run(memory(g, seat).doing)


def phase_two_deeds(g: Game, seat: Seat) -> Deeds:
    """Give everything that may be done in Phase II, now or not."""
    return {
        **g.kept(own_fights, seat),
        **barrable(g, seat, g.provide(FIGHT_OPPONENTS, seat=seat)),
        **g.kept(own_rest, seat),
        **by_name(g.provide(PHASE2_OPTIONS, seat=seat)),
    }


def own_fights(g: Game, seat: Seat) -> Deeds:
    """Give the fights that a seat may begin, each of which boxes may forbid."""
    return barrable(g, seat, fights(g, seat))


def own_rest(g: Game, seat: Seat) -> Deeds:
    """Give what a seat may do without an opponent, which boxes may forbid as well."""
    return barrable(g, seat, alone(g, seat))


def fights(g: Game, seat: Seat) -> Iterator[Deed]:
    """Offer a fight with every monster and every other witcher."""
    for terrain in TERRAINS:
        yield Deed(
            f"fight.{terrain}",
            partial(fight_why_not, g, seat, terrain),
            partial(monster_fight, g, seat, terrain),
            Press(f"fight.{terrain}"),
            partial(opponent, g),
        )
    for other in g.clockwise(seat)[1:]:
        yield Deed(
            f"fight.{other}",
            partial(duel_why_not, g, seat, other),
            partial(duel, g, seat, other),
            Press(f"fight.{other}"),
        )


def opponent(g: Game, deed: str) -> Words:
    """Say whom a fight is with: the monster of a terrain, if there is one."""
    terrain = deed.partition(".")[2]
    card = in_slot(g, terrain)
    if card is None:
        return phrase(g, "label-no-monster", terrain=terrain)
    known = monster(g, card)
    return phrase(g, "label-fight", monster=known.id, level=known.level, life=known.life)


def alone(g: Game, seat: Seat) -> Iterator[Deed]:
    """Offer what needs no opponent."""
    why_not, run = partial(meditate_why_not, g, seat), partial(meditate, g, seat)
    yield Deed("meditate", why_not, run, Press("meditate"))
    why_not, run = partial(explore_why_not, g, seat), partial(explore, g, seat)
    yield Deed("explore", why_not, run, Press("explore"))  # OW-TURN-07


def barrable(g: Game, seat: Seat, deeds: Iterable[Deed]) -> Deeds:
    """Let boxes forbid deeds of Phase II: a fight with an opponent, or something else."""
    return {
        deed.name: msgspec.structs.replace(deed, why_not=partial(barred, g, seat, deed))
        for deed in deeds
    }


def barred(g: Game, seat: Seat, deed: Deed) -> Rejection | None:
    """Say why a deed can't be done, by itself or as boxes forbid it."""
    option, _, opponent = deed.name.partition(".")
    reason = deed.why_not()
    return reason or g.veto(PHASE2_OPTIONS, seat=seat, option=option, opponent=opponent)


FLOWS: dict[str, Callable[[Game, Seat], Flow[None]]] = dict(
    zip(PHASES, (phase_one, phase_two, phase_three, end_turn), strict=True)
)
"""What each phase does."""
