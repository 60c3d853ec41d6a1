"""What happens when one thing comes to lie on another: bags take it in, cards make a deck."""

from collections.abc import Sequence

from tts_tool.saves.kinds import Holding
from tts_tool.table.world.chips import face_of
from tts_tool.table.world.containers import enter, may_enter
from tts_tool.table.world.grouping import is_kept_apart
from tts_tool.table.world.movement import Glide, Motion
from tts_tool.table.world.thing import Raw, Thing
from tts_tool.table.world.vectors import distance, normal_angle
from tts_tool.table.world.world import World
from tts_tool.table.world.zones import holds

__all__ = ["group", "join_below", "joins"]

# Anything above nothing does: it shares no ground with what refused it.
_GAP = 0.2
_HALF_TURN = 180.0

# What must be equal for two pieces to make a stack.
_LOOKS = ("CustomImage", "CustomMesh", "ColorDiffuse", "Nickname", "Description", "GMNotes")


def join_below(world: World, thing: Thing, carrier: Thing) -> Thing | None:
    """Let a bag or a pile take in what has come to lie on it; None if it does not."""
    if not joins(world, thing, carrier):
        return None
    if not may_enter(world, carrier, thing):
        _push_away(world, thing, carrier)
        return None
    if not carrier.kind.holds and thing.kind.holds:
        return _slide_under(world, thing, carrier)
    return enter(world, carrier, thing)


def group(world: World, things: Sequence[Thing]) -> list[Thing]:
    """Gather what can make piles, however it lies; the piles, and what is left, are returned."""
    gathered: list[Thing] = []
    for thing in things:
        for number, pile in enumerate(gathered):
            if _could_pile(thing, pile) and may_enter(world, pile, thing):
                gathered[number] = _gather(world, pile, thing)
                break
        else:
            gathered.append(thing)
    return gathered


def joins(world: World, thing: Thing, carrier: Thing) -> bool:
    """Tell whether two things would join."""
    if carrier.gone or thing.gone or carrier.spawning or thing.locked:
        return False
    if carrier.kind.holding in {Holding.BAG, Holding.INFINITE}:
        return _falls_in(thing, carrier)
    if not _pile_name(thing) or _pile_name(thing) != _pile_name(carrier):
        return False
    if is_kept_apart(world, thing, carrier) or _is_for_a_hand(world, carrier):
        return False
    if carrier.locked and not world.switches.on("locked-pile-takes-things"):
        return False
    return _aligned(world, thing, carrier) and _alike(thing.raw, carrier.raw, thing.kind.piles_as)


def _push_away(world: World, thing: Thing, carrier: Thing) -> None:
    """What was refused does not stay on what refused it, or nobody would see that it was."""
    both_there = not (thing.gone or carrier.gone)
    if both_there and world.switches.on("undone-drop-is-smooth"):
        low, high = carrier.box
        away = (high[0] - low[0] + thing.box.size[0]) / 2 + _GAP
        x, _, z = carrier.position
        end = (x + away, thing.position[1] + _GAP, z)
        frames = world.switches.count("fast-move-frames")
        world.motions[thing.handle] = Motion(move=Glide(thing.position, end, frames))


def _is_for_a_hand(world: World, thing: Thing) -> bool:
    """Tell whether a thing is where a hand takes it: there all lie side by side."""
    return any(zone.type == "Hand" and holds(world, zone, thing) for zone in world.zones.values())


def _slide_under(world: World, pile: Thing, single: Thing) -> Thing:
    """A pile that is dropped on a single one takes it in from below, and lies there."""
    was = pile.box
    pile.position = (single.position[0], pile.position[1], single.position[2])
    world.disturb_above(was, pile)
    world.placed(pile)
    return enter(world, pile, single, end="bottom")


def _could_pile(thing: Thing, pile: Thing) -> bool:
    name = _pile_name(thing)
    return bool(name) and name == _pile_name(pile) and _alike(thing.raw, pile.raw, name)


def _gather(world: World, pile: Thing, thing: Thing) -> Thing:
    if thing.kind.holds and not pile.kind.holds:
        return enter(world, thing, pile, end="bottom")
    return enter(world, pile, thing)


def _falls_in(thing: Thing, carrier: Thing) -> bool:
    """Only what comes down in the middle falls into a bag; its rim carries the rest."""
    x, _, z = thing.box.centre
    low, high = carrier.box
    return low[0] <= x <= high[0] and low[2] <= z <= high[2]


def _aligned(world: World, thing: Thing, carrier: Thing) -> bool:
    if thing.face_down != carrier.face_down:
        return False
    ax, _, az = thing.position
    bx, _, bz = carrier.position
    if distance((ax, 0, az), (bx, 0, bz)) > world.switches.number("merge-distance"):
        return False
    turned = normal_angle(thing.rotation[1] - carrier.rotation[1]) % _HALF_TURN
    return min(turned, _HALF_TURN - turned) <= world.switches.number("merge-turn-degrees")


def _alike(one: Raw, other: Raw, pile: str) -> bool:
    if pile == "Deck":
        return bool(one.get("SidewaysCard", False)) == bool(other.get("SidewaysCard", False))
    same_face = face_of(one) == face_of(other)
    return same_face and all(one.get(key) == other.get(key) for key in _LOOKS)


def _pile_name(thing: Thing) -> str:
    """Name the pile that a thing makes with its like; tiles and tokens may refuse."""
    image = thing.raw.get("CustomImage") or {}
    for block in ("CustomTile", "CustomToken"):
        if block in image and not image[block].get("Stackable", False):
            return ""
    return thing.kind.piles_as
