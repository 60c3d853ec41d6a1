"""What a game remembers agrees with itself: the phase, who acts, the fight that is going on.

What boxes replace (the driver of turns, the win check) or bring (an opponent in no slot) is theirs
to judge.
"""

from __future__ import annotations

from tts_tool.kernel.game import Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.state import Effect
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.board.monsters import in_slot
from tts_tool.rulesets.old_world.base.board.tokens import lies_at
from tts_tool.rulesets.old_world.base.box.box import where
from tts_tool.rulesets.old_world.base.box.records import TERRAINS
from tts_tool.rulesets.old_world.base.fight import duel, monster_fight
from tts_tool.rulesets.old_world.base.fight.arena import Arena
from tts_tool.rulesets.old_world.base.fight.fight import MONSTER, Fight
from tts_tool.rulesets.old_world.base.fight.witcher_turn import STEPS
from tts_tool.rulesets.old_world.base.module import base
from tts_tool.rulesets.old_world.base.points import GAME_WIN_CHECK, TURN_DRIVER
from tts_tool.rulesets.old_world.base.story.quests import Quests
from tts_tool.rulesets.old_world.base.turn.rounds import phase_two_deeds
from tts_tool.rulesets.old_world.base.turn.turn import PHASES, Turn, memory
from tts_tool.rulesets.old_world.base.witcher.trophies import top_of_the_track

NUMBERS = ("most", "least", "most_pool", "turn")
"""What something that lasts may say as a number."""
FACE_TO_FACE = ("declared", "pools", "turns")
"""Stages of a fight in which both sides stand where it began."""


@base.invariant
def turns_are_sound(g: Game) -> Rejection | None:
    """Somebody acts, in a phase that there is, and does what can be done there."""
    seat, phase = g.state.acting, g.state.phase
    if g.replaces(TURN_DRIVER):
        return None
    if phase not in {"", *PHASES}:
        return Rejection("no-such-phase", {"phase": phase}, "OW-TURN-01")
    if bool(phase) != bool(g.part(Turn).number) or (phase and not seat):
        return Rejection("no-turn", {"phase": phase or "—"}, "OW-GEN-04")
    for each in g.seats:
        doing = memory(g, each).doing
        if doing and (each != seat or phase == PHASES[0] or not _may_do(g, seat, doing)):
            return Rejection("no-such-deed", {"seat": each, "deed": doing}, "OW-TURN-06")
    told = g.part(Quests).told
    if told and (told not in g.cards(places.quests(seat)) or len(g.cards(places.STORY)) != 1):
        return Rejection("quest-astray", rule="OW-QUEST-01")
    return None


def _may_do(g: Game, seat: Seat, doing: str) -> bool:
    """Tell whether there is such a thing to do; afterwards nobody can say."""
    return g.state.phase != PHASES[1] or doing in phase_two_deeds(g, seat)


@base.invariant
def nobody_has_won(g: Game) -> Rejection | None:
    """As long as the game goes on nobody is at the top of the track."""
    if g.state.result or g.replaces(GAME_WIN_CHECK):
        return None
    won = next((seat for seat in g.seats if top_of_the_track(g, seat)), None)
    return Rejection("won-already", {"seat": won}, "OW-TROPHY-03") if won else None


@base.invariant
def fights_are_sound(g: Game) -> Rejection | None:
    """Whoever fights acts, is in the arena, and stands where the opponent is."""
    fight, fighters = g.part(Fight), g.part(Arena).fighters
    if not fight.attacker:
        seat = fighters[0] if fighters else ""
        return Rejection("no-fight", {"seat": seat}, "OW-FIGHT-01") if fighters else None
    if fight.attacker != g.state.acting or g.state.phase != PHASES[1]:
        return Rejection("attacker-not-acting", {"seat": fight.attacker}, "OW-FIGHT-01")
    flaw = _half_way(g, fight)
    if flaw is not None or fight.stage not in FACE_TO_FACE:
        return flaw
    if fighters != tuple(side for side in (fight.attacker, fight.defender) if side):
        return Rejection("not-in-the-arena", {"seat": fight.attacker}, "OW-FIGHT-01")
    return _combo(g, fight) or _face_to_face(g, fight)


def _combo(g: Game, fight: Fight) -> Rejection | None:
    """Say if another Combo lies there than the one that is remembered as it is being laid."""
    if fight.step != "combo" or fight.turn == MONSTER:
        return None
    laid = g.cards(places.combo(fight.turn))
    if laid == fight.played[::-1] and len(fight.links) == max(0, len(laid) - 1):
        return None
    return Rejection("combo-astray", {"seat": fight.turn}, "OW-FIGHT-15")


def _half_way(g: Game, fight: Fight) -> Rejection | None:
    """Say what is wrong with how far a fight has come."""
    stages = duel.STAGES if fight.defender else monster_fight.STAGES
    if fight.stage not in stages:
        return Rejection("no-such-stage", {"stage": fight.stage}, "OW-FIGHT-10")
    sides = (fight.attacker, fight.defender or MONSTER)
    for side in (fight.turn, fight.winner):
        if side not in {"", *sides}:
            return Rejection("no-such-side", {"side": side}, "OW-FIGHT-10")
    if fight.stage == "turns" and not (fight.turn and fight.step in STEPS) and not fight.winner:
        return Rejection("no-such-stage", {"stage": fight.step or "—"}, "OW-FIGHT-10")
    if fight.defender and fight.defender not in g.seats:
        return Rejection("no-such-side", {"side": fight.defender}, "OW-FIGHT-01")
    return None


def _face_to_face(g: Game, fight: Fight) -> Rejection | None:
    """Say if one of the two is elsewhere; a monster of the base game is in the slot it names."""
    here = where(g, fight.attacker)
    seat: dict[str, str | int] = {"seat": fight.attacker}
    if fight.defender:
        together = where(g, fight.defender) == here
        return None if together else Rejection("attacker-astray", seat, "OW-FIGHT-01")
    if fight.terrain in TERRAINS and in_slot(g, fight.terrain) != fight.monster:
        return Rejection("monster-not-in-slot", {"terrain": fight.terrain}, "OW-MONSTER-01")
    if fight.terrain in TERRAINS and lies_at(g, fight.terrain) != here:
        return Rejection("attacker-astray", seat, "OW-FIGHT-02")
    return None


@base.invariant
def what_lasts_can_be_read(g: Game) -> Rejection | None:
    """Whatever makes a number another one for a while says by how much, and when."""
    wrong = next((effect.id for effect in g.state.effects if not _readable(effect)), None)
    return None if wrong is None else Rejection("effect-unreadable", {"effect": wrong})


def _readable(effect: Effect) -> bool:
    numbers = [effect.params[each] for each in NUMBERS if each in effect.params]
    if effect.kind.startswith("change."):
        numbers.append(effect.params.get("by", ""))
        numbers.append(0 if isinstance(effect.params.get("per"), str) else "")
    return all(isinstance(number, int) for number in numbers)
