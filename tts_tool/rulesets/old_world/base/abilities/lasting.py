"""What lasts in a fight: numbers and rules that are others for a while, as effects of the state."""

from __future__ import annotations

from itertools import count

from tts_tool.kernel.events import EffectEnded
from tts_tool.kernel.game import Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.state import Effect
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.abilities.abilities import Bend, Change, During, Lasts
from tts_tool.rulesets.old_world.base.fight.fight import Fight, opponent
from tts_tool.rulesets.old_world.base.points import FIGHT_TEMPORARY_LEVELS


def begin(g: Game, kind: str, operation: Change | Bend, seat: Seat, source: str) -> None:
    """Let a number or a rule be another one for a while."""
    known = {effect.id for effect in g.state.effects}
    name = next(n for n in (f"{kind}.{source}.{at}" for at in count(1)) if n not in known)
    facts = change_facts(operation) if isinstance(operation, Change) else bend_facts(operation)
    params = {key: value for key, value in facts.items() if value is not None}
    g.begin(Effect(name, kind, source, seat, params, moment(g, seat, operation.until)))


def change_facts(change: Change) -> dict[str, str | int | None]:
    """Say of another number what decides when it counts, and how much."""
    return {
        "by": change.by,
        "most": change.most,
        "least": change.least,
        "per": " ".join(change.per),
        "without": change.without,
        "most_pool": change.most_pool,
        **during_facts(change.during),
    }


def bend_facts(bend: Bend) -> dict[str, str | int | None]:
    """Say of another rule when it counts."""
    return {"colour": bend.colour, **during_facts(bend.during)}


def during_facts(during: During | None) -> dict[str, str | int | None]:
    """Say in whose Fight Turns something counts, and in which of them."""
    return {} if during is None else {"side": during.side, "turn": during.turn}


def moment(g: Game, seat: Seat, lasts: Lasts) -> str:
    """Name the moment at which something that a seat began is over; a box ends its own."""
    if lasts == "fight":
        return "fight"
    if lasts == "opponent-turn":
        return f"fight-turn.{opponent(g, seat)}"
    return f"{lasts}.{seat}"


def end_fight(g: Game) -> None:
    """End everything that lasts no longer than the fight."""
    for effect in g.state.effects:
        if effect.until == "fight" or effect.until.startswith("fight-turn."):
            g.emit(EffectEnded(effect.id), "OW-FIGHT-36")  # OW-FIGHT-36


def changed(g: Game, seat: Seat, value: str, number: int, so_far: int = 0) -> int:
    """Say what a number is with all that changes it now.

    `so_far` is what a cap has already been used up by in this Fight Turn.
    """
    if not g.state.effects:
        return number
    lasting = [e for e in g.effects(f"change.{value}") if e.seat == seat and applies(g, e)]
    for effect in lasting:
        number = _added(g, effect, number)
    caps = [int(effect.params["most"]) for effect in lasting if "most" in effect.params]
    return min([number, *(max(0, cap - so_far) for cap in caps)])


def capped(g: Game, seat: Seat, value: str, number: int) -> int:
    """Say what a number is with all that caps it now, whatever boxes have made of it."""
    lasting = g.effects(f"change.{value}") if g.state.effects else ()
    caps = [e for e in lasting if "most" in e.params and e.seat == seat and applies(g, e)]
    return min([number, *(int(each.params["most"]) for each in caps)]) if caps else number


def _added(g: Game, effect: Effect, number: int) -> int:
    by = int(effect.params["by"])
    if effect.params["per"]:
        by *= sum(colour in str(effect.params["per"]).split() for colour in g.part(Fight).colours)
    return max(number + by, min(number, int(effect.params.get("least", number + by))))


def applies(g: Game, effect: Effect) -> bool:
    """Tell whether something that lasts counts at this moment of the fight."""
    fight, params = g.part(Fight), effect.params
    if "side" in params:
        side = effect.seat if params["side"] == "own" else opponent(g, effect.seat)
        number = fight.turns.get(side, 0)
        if fight.turn != side or number != params.get("turn", number):
            return False
    if params.get("without") in fight.colours:
        return False
    return len(g.cards(places.MONSTER_LIFE)) <= int(
        params.get("most_pool", len(g.cards(places.MONSTER_LIFE)))
    )


def bent(g: Game, seat: Seat, rule: str) -> list[Effect]:
    """Find what makes a rule another one for a seat now."""
    if not g.state.effects:
        return []
    return [e for e in g.effects(f"bend.{rule}") if e.seat == seat and applies(g, e)]


def fight_level(g: Game, seat: Seat, attribute: str, level: int) -> int:
    """Say at which level an attribute counts in the fight."""
    level = changed(g, seat, attribute, level)
    return g.modify(FIGHT_TEMPORARY_LEVELS, level, seat=seat, attribute=attribute)
