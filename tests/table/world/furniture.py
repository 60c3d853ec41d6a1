"""Things to put on a table, and somebody who listens to all that happens there."""

from __future__ import annotations

from tts_tool.saves.tree import Node
from tts_tool.table.hands import Player
from tts_tool.table.switches import Switches
from tts_tool.table.world import loading, seating
from tts_tool.table.world.events import Answer, FixedUpdate, Foreseen, Occurred, Update
from tts_tool.table.world.thing import Raw, Thing
from tts_tool.table.world.world import Silence, World

DOWN, UP = 180, 0

_NEAR = 0.06  # what is nearer to something than this does not hang
_SUNK = 0.12


class Listener(Silence):
    """Notes everything, and says no to whatever it was told to forbid."""

    def __init__(self) -> None:
        self.heard: list[Occurred | Foreseen] = []
        self.answers: dict[type[Foreseen], Answer] = {}

    def tell(self, event: Occurred) -> None:
        if not isinstance(event, Update | FixedUpdate):
            self.heard.append(event)

    def may(self, question: Foreseen) -> Answer:
        self.heard.append(question)
        return self.answers.get(type(question))

    def forbid(self, question: type[Foreseen]) -> None:
        """Say no from now on."""
        self.answers[question] = question.stops

    def names(self, *but: str) -> list[str]:
        """Name what was heard, in order, and forget it."""
        found = [type(each).__name__ for each in self.heard]
        self.heard.clear()
        return [name for name in found if name not in but and "Collision" not in name]


class Vandal(Listener):
    """Throws away all things of some types whenever it is asked a question of one kind."""

    def __init__(self, asked: type[Foreseen], *types: str) -> None:
        super().__init__()
        self._asked, self._types = asked, types
        self.world: World | None = None

    def may(self, question: Foreseen) -> Answer:
        """Let everything happen, after the deed."""
        if isinstance(question, self._asked) and self.world is not None:
            for each in self.world:
                if each.type in self._types:
                    self.world.remove(each)
        return None

    def at(self, *things: Raw) -> World:
        """Open a table on which these things lie."""
        save = {**loading.EMPTY, "Table": "Table_RPG", "ObjectStates": list(things)}
        self.world = loading.load(save, sink=self)
        return self.world


def thing(name: str, x: float = 0, z: float = 0, *, y: float = 1, **more: Node) -> Raw:
    """Make any thing; `turn` and `flip` turn it, `size` scales it."""
    size = more.pop("size", 1)
    turn, flip = more.pop("turn", 180), more.pop("flip", UP)
    sizes = size if isinstance(size, tuple) else (size, size, size)
    keys = ("posX", "posY", "posZ", "rotX", "rotY", "rotZ", "scaleX", "scaleY", "scaleZ")
    place = dict(zip(keys, (x, y, z, 0, turn, flip, *sizes), strict=True))
    return {"GUID": "", "Name": name, "Transform": place, **more}


def card(number: int, x: float = 0, z: float = 0, *, sheet: int = 1, **more: Node) -> Raw:
    """Make a card that lies face down, on a sheet of its own name."""
    return thing(
        "Card",
        x,
        z,
        **{
            "flip": DOWN,
            "GUID": f"ca{number:04x}",
            "Nickname": f"card {number}",
            "CardID": sheet * 100 + number,
            "CustomDeck": {str(sheet): {"FaceURL": f"face{sheet}", "BackURL": "back"}},
            "Hands": True,
            **more,
        },
    )


def deck(*numbers: int, x: float = 0, z: float = 0, **more: Node) -> Raw:
    """Make a deck of cards that lies face down, its first card on top."""
    cards = [card(number) for number in numbers]
    return thing(
        "Deck",
        x,
        z,
        **{
            "flip": DOWN,
            "GUID": f"de{numbers[0]:04x}",
            "DeckIDs": [each["CardID"] for each in cards],
            "CustomDeck": cards[0]["CustomDeck"],
            "ContainedObjects": cards,
            **more,
        },
    )


def tile(x: float = 0, z: float = 0, *, stackable: bool = True, **more: Node) -> Raw:
    """Make a tile with a picture."""
    picture = {
        "ImageURL": "tile",
        "CustomTile": {"Type": 0, "Thickness": 0.2, "Stackable": stackable},
    }
    return thing("Custom_Tile", x, z, **{"CustomImage": picture, **more})


def zone(name: str, x: float = 0, z: float = 0, **more: Node) -> Raw:
    """Make a zone, ten units wide and deep unless `size` says otherwise."""
    return thing(name, x, z, **{"y": 3, "turn": 0, "size": (10, 6, 10), **more})


def hand(colour: str = "Red", x: float = 0, z: float = -30) -> Raw:
    """Make a hand zone."""
    return zone("HandTrigger", x, z, y=5, size=(12, 7, 4), FogColor=colour)


def table(*things: Raw, seed: int = 0, turned: dict[str, Node] | None = None) -> World:
    """Open a table on which these things lie, with somebody who listens."""
    save = {**loading.EMPTY, "Table": "Table_RPG", "ObjectStates": list(things)}
    return loading.load(save, seed=seed, switches=Switches(turned), sink=Listener())


def listener(world: World) -> Listener:
    """Find who listens at a table."""
    assert isinstance(world.sink, Listener)
    return world.sink


def all_of(world: World, kind: str) -> list[Thing]:
    """List the things of a type."""
    return [each for each in world if each.type == kind]


def one(world: World, kind: str) -> Thing:
    """Find the only thing of a type."""
    (found,) = all_of(world, kind)
    return found


def sit(world: World, colour: str = "Red") -> Player:
    """Let somebody join and sit down; the noise of it is forgotten."""
    seating.sit(world, seating.connect(world, f"Player {colour}"), colour)
    world.deliver()
    listener(world).heard.clear()
    return Player(world, colour)


def numbers(pile: Thing) -> list[int]:
    """List the cards of a deck by their numbers."""
    return [int(identity) % 100 for identity in pile.raw["DeckIDs"]]


def hanging(world: World) -> list[Thing]:
    """List what hangs in the air: neither held by anything, nor on anything that is not in the air.

    Nothing of the code that lets things fall is asked; what lies is found from the ground upwards.
    """
    solid = {each.handle: each for each in world if each.kind.solid}
    up = [each for each in solid.values() if _is_held(world, each) or _on_floor(world, each)]
    while up:
        lower = up.pop()
        if solid.pop(lower.handle, None) is not None:
            up.extend(each for each in solid.values() if _holds_up(lower, each))
    return list(solid.values())


def _is_held(world: World, each: Thing) -> bool:
    weighs = (each.raw.get("Rigidbody") or {}).get("UseGravity", True)
    in_hand = any(world.zones[zone].type == "Hand" for zone in world.inside.get(each.handle, ()))
    return bool(each.locked or each.held_by or in_hand or not weighs)


def _on_floor(world: World, each: Thing) -> bool:
    return world.floor is not None and each.box.low[1] <= world.floor + _NEAR


def _holds_up(lower: Thing, each: Thing) -> bool:
    if lower.guid in _jointed_with(each) or each.guid in _jointed_with(lower):
        return True
    under = lower.box.low[1] <= each.box.low[1] + _SUNK
    reaches = lower.box.high[1] >= each.box.low[1] - _NEAR
    return under and reaches and lower.box.covers(each.box)


def _jointed_with(each: Thing) -> set[str]:
    kinds = [each.raw.get(kind) or {} for kind in ("JointFixed", "JointHinge")]
    return {kind.get("ConnectedBodyGUID", "") for kind in kinds}
