"""What one person sees of a thing: its face, its back, or nothing.

Hands hide what is in them from all others, hidden zones hide what is in them from all but their
colour, fog hides what nobody has revealed, cards that lie face down hide themselves, and scripts
may hide anything from anybody.
"""

from __future__ import annotations

from enum import Enum

from tts_tool.table.world.fog import hides
from tts_tool.table.world.people import BLACK, GREY
from tts_tool.table.world.settings import read_setting
from tts_tool.table.world.thing import Hider, Thing
from tts_tool.table.world.world import World
from tts_tool.table.world.zones import zones_of

__all__ = ["Sight", "hide", "sees", "visible_name"]

_REVERSED, _DISABLED = 1, 2


class Sight(Enum):
    """How much of a thing somebody sees."""

    FACE = "face"
    BACK = "back"
    NOTHING = "nothing"


def sees(world: World, colour: str, thing: Thing) -> Sight:
    """Say what somebody at a colour sees of a thing."""
    person = world.people.at(colour) if colour != GREY else None
    if person is not None and person.blindfolded:
        return Sight.NOTHING
    if any(hider.invisible and colour in hider.colours for hider in thing.hiders.values()):
        return Sight.NOTHING
    if colour != BLACK and any(_veils(zone, colour) for zone in _hidden_zones(world, thing)):
        return Sight.NOTHING
    if hides(world, thing, colour):
        return Sight.NOTHING
    return Sight.BACK if _shows_back(world, colour, thing) else Sight.FACE


def visible_name(world: World, colour: str, thing: Thing) -> str:
    """Give the name that a tooltip shows to somebody: none if they do not see the face."""
    return thing.nickname if sees(world, colour, thing) is Sight.FACE else ""


def hide(thing: Thing, name: str, colours: frozenset[str], *, invisible: bool) -> None:
    """Hide a thing from some, under a name; nobody to hide it from takes that name away."""
    if colours:
        thing.hiders[name] = Hider(colours, invisible=invisible)
    else:
        thing.hiders.pop(name, None)


def _shows_back(world: World, colour: str, thing: Thing) -> bool:
    if any(colour in hider.colours for hider in thing.hiders.values()):
        return True
    for zone in zones_of(world, thing):
        if zone.type == "Hand":
            return _hand_hides(world, str(zone.raw.get("FogColor", GREY)), colour)
    return thing.face_down and _hides_when_down(thing)


def _hides_when_down(thing: Thing) -> bool:
    return bool(thing.raw.get("HideWhenFaceDown", thing.type in {"Card", "Deck"}))


def _hand_hides(world: World, owner: str, colour: str) -> bool:
    mode = int(read_setting(world, "Hands", "Hiding"))
    if mode == _DISABLED or colour == BLACK:
        return False
    return (owner == colour) == (mode == _REVERSED)


def _hidden_zones(world: World, thing: Thing) -> list[Thing]:
    if thing.get("IgnoreFoW"):
        return []
    return [zone for zone in zones_of(world, thing) if zone.name == "FogOfWarTrigger"]


def _veils(zone: Thing, colour: str) -> bool:
    owner = str(zone.raw.get("FogColor", GREY))
    return (owner == colour) == bool(zone.raw.get("FogReverseHiding", False))
