"""Zones of every kind. A zone is as large as its scale says."""

from __future__ import annotations

from typing import ClassVar, Final, Literal

import msgspec

from tts_tool.saves.objects.thing import Thing
from tts_tool.saves.objects.values import PLAYER_COLORS, Color, Tree, Vector, check_player

__all__ = [
    "FogOfWarZone",
    "HandZone",
    "HiddenZone",
    "LayoutZone",
    "RandomizeZone",
    "ScriptingZone",
    "Zone",
]

_GLASS: Final = Color(1, 1, 1, 0.509803951)
"""As most scripting zones in real saves have it: 90 of 157."""
_FACINGS: Final = ("as-is", "up", "down", "group")
"""Each stands at its number in a save."""
# First the way in which the groups go, then the way of the next row.
_DIRECTIONS: Final = (
    "right-down",
    "down-right",
    "left-down",
    "down-left",
    "right-up",
    "up-right",
    "left-up",
    "up-left",
)

Facing = Literal["as-is", "up", "down", "group"]
Direction = Literal[
    "right-down",
    "down-right",
    "left-down",
    "down-left",
    "right-up",
    "up-right",
    "left-up",
    "up-left",
]


class Zone(Thing, frozen=True, kw_only=True):
    """What all zones have in common: they stay where they are."""

    rotation: Vector = Vector()
    locked: bool = True
    color: Color = _GLASS

    kind: ClassVar[str] = "zone"


class ScriptingZone(Zone, frozen=True, kw_only=True):
    """A zone that scripts ask what lies in it."""

    title: ClassVar[str] = "ScriptingTrigger"


class RandomizeZone(Zone, frozen=True, kw_only=True):
    """A zone that shuffles or rolls what is dropped into it."""

    title: ClassVar[str] = "RandomizeTrigger"


class _Owned(Zone, frozen=True, kw_only=True):
    """A zone that belongs to a player, in whose color it is shown."""

    player: str

    opacity: ClassVar[float] = 0.0

    def __post_init__(self) -> None:
        check_player(self.player, self.where)
        Zone.__post_init__(self)

    def tint(self) -> Color:
        return msgspec.structs.replace(PLAYER_COLORS[self.player], a=self.opacity)


class HandZone(_Owned, frozen=True, kw_only=True):
    """The hand of a player."""

    grid: bool = False

    title: ClassVar[str] = "HandTrigger"

    def own_keys(self) -> Tree:
        return {"FogColor": self.player}


class HiddenZone(_Owned, frozen=True, kw_only=True):
    """A zone into which only its player sees; reversed, everybody else does."""

    hide_pointers: bool = False
    reverse: bool = False
    see_through: bool = True

    title: ClassVar[str] = "FogOfWarTrigger"
    opacity: ClassVar[float] = 0.0990032

    def own_keys(self) -> Tree:
        return {
            "FogColor": self.player,
            "FogHidePointers": self.hide_pointers,
            "FogReverseHiding": self.reverse,
            "FogSeethrough": self.see_through,
        }


class FogOfWarZone(Zone, frozen=True, kw_only=True):
    """A zone whose fog lifts where figures have been."""

    hide_gm_pointer: bool = True
    hide_objects: bool = True
    height: float = 1.0

    title: ClassVar[str] = "FogOfWar"

    def own_keys(self) -> Tree:
        fog = {
            "HideGmPointer": self.hide_gm_pointer,
            "HideObjects": self.hide_objects,
            "Height": float(self.height),
            "RevealedLocations": {},
        }
        return {"FogOfWar": fog}


class LayoutZone(Zone, frozen=True, kw_only=True):
    """A zone that lays out in rows what is dropped into it; 0 means no limit."""

    direction: Direction = "right-down"
    facing: Facing = "as-is"
    face_up: bool = True
    face_down: bool = True
    non_cards: bool = False
    swapping: bool = False
    most_in_new_group: int = 0
    most_in_group: int = 0
    horizontal_spread: float = 0.6
    vertical_spread: float = 0.0
    horizontal_padding: float = 1.0
    vertical_padding: float = 1.0
    sticky_cards: bool = False
    split_decks: bool = True
    combine: bool = False
    cards_per_deck: int = 0
    alternate: bool = False
    randomize: bool = False
    instant_refill: bool = False
    manual_only: bool = False

    title: ClassVar[str] = "LayoutZone"

    def __post_init__(self) -> None:
        Zone.__post_init__(self)
        self._check(self.direction in _DIRECTIONS, "has no such direction", ", ".join(_DIRECTIONS))
        self._check(self.facing in _FACINGS, "has no such facing", ", ".join(_FACINGS))
        least = min(self.most_in_new_group, self.most_in_group, self.cards_per_deck)
        self._check(least >= 0, "has a limit below 0", "0 means no limit")

    def own_keys(self) -> Tree:
        options = {
            "Direction": _DIRECTIONS.index(self.direction),
            "MeldDirection": 0,
            "NewObjectFacing": _FACINGS.index(self.facing),
            "TriggerForFaceUp": self.face_up,
            "TriggerForFaceDown": self.face_down,
            "TriggerForNonCards": self.non_cards,
            "AllowSwapping": self.swapping,
            "MaxObjectsPerNewGroup": self.most_in_new_group,
            "MaxObjectsPerGroup": self.most_in_group,
            "MeldSort": 0,
            "MeldReverseSort": False,
            "MeldSortExisting": False,
            "StickyCards": self.sticky_cards,
            "HorizontalSpread": float(self.horizontal_spread),
            "VerticalSpread": float(self.vertical_spread),
            "HorizontalGroupPadding": float(self.horizontal_padding),
            "VerticalGroupPadding": float(self.vertical_padding),
            "SplitAddedDecks": self.split_decks,
            "CombineIntoDecks": self.combine,
            "CardsPerDeck": self.cards_per_deck,
            "AlternateDirection": self.alternate,
            "Randomize": self.randomize,
            "InstantRefill": self.instant_refill,
            "ManualOnly": self.manual_only,
        }
        return {"LayoutZone": {"Options": options, "GroupsInZone": []}}
