"""What the world tells, and what it asks before something is done.

The fields stand in the order in which the game passes them to a handler, so whoever binds them to
scripts reads names and types here: a `Handle` is an object, a `Seat` a person (a Player) by their
colour or their own number, a `Colour` the colour itself as text. `everywhere` is the handler that
any script may have, `own` the one of the object in the field `subject`, which gets all but that
field.
"""

from typing import Any, ClassVar, NewType

from msgspec import Struct

from tts_tool.table.world.vectors import Vec

__all__ = [
    "EVENTS",
    "QUESTIONS",
    "Answer",
    "Colour",
    "Foreseen",
    "Handle",
    "Occurred",
    "Seat",
]

Handle = NewType("Handle", int)
Seat = NewType("Seat", str)
Colour = NewType("Colour", str)
Answer = bool | list[Handle] | None

EVENTS: dict[str, type["Occurred"]] = {}
QUESTIONS: dict[str, type["Foreseen"]] = {}


class _Occurrence(Struct, frozen=True):
    everywhere: ClassVar[str] = ""
    own: ClassVar[str] = ""
    subject: ClassVar[str] = "object"
    # Names that scripts written years ago still use, for everybody and for the thing itself.
    old_everywhere: ClassVar[tuple[str, ...]] = ()
    old_own: ClassVar[tuple[str, ...]] = ()
    # Only the Global script is asked or told, besides the thing itself.
    only_global: ClassVar[bool] = False

    @property
    def arguments(self) -> tuple[Any, ...]:
        """List the fields in the order of the handler."""
        return tuple(getattr(self, name) for name in self.__struct_fields__)

    @property
    def own_arguments(self) -> tuple[Any, ...]:
        """List them for the handler of the subject, which knows itself."""
        names = self.__struct_fields__
        return tuple(getattr(self, name) for name in names if name != self.subject)


class Occurred(_Occurrence, frozen=True):
    """Something has happened; nobody can change it any more."""

    def __init_subclass__(cls, **settings: Any) -> None:  # noqa: ANN401
        super().__init_subclass__(**settings)
        EVENTS[cls.__name__] = cls


class Foreseen(_Occurrence, frozen=True):
    """Something is about to happen; the answer `stops` says which answer prevents it."""

    stops: ClassVar[bool] = False

    def __init_subclass__(cls, **settings: Any) -> None:  # noqa: ANN401
        super().__init_subclass__(**settings)
        QUESTIONS[cls.__name__] = cls


# ---- Things that come, go and change


class ScriptDue(Occurred, frozen=True):
    """A thing has finished spawning: its script may be loaded and gets its onLoad."""

    object: Handle


class Called(Occurred, frozen=True):
    """A callback that somebody left with the world is due; `reference` is theirs."""

    reference: int
    objects: tuple[Handle, ...]


class ObjectSpawn(Occurred, frozen=True):
    everywhere = "onObjectSpawn"
    object: Handle


class ObjectDestroy(Occurred, frozen=True):
    everywhere = "onObjectDestroy"
    own = "onDestroy"
    old_everywhere = ("onObjectDestroyed",)
    old_own = ("onDestroyed",)
    object: Handle


class ObjectStateChange(Occurred, frozen=True):
    everywhere = "onObjectStateChange"
    own = "onStateChange"
    object: Handle
    old_state_guid: str


class ObjectEnterContainer(Occurred, frozen=True):
    everywhere = "onObjectEnterContainer"
    container: Handle
    object: Handle


class ObjectLeaveContainer(Occurred, frozen=True):
    everywhere = "onObjectLeaveContainer"
    container: Handle
    object: Handle


class ObjectEnterZone(Occurred, frozen=True):
    everywhere = "onObjectEnterZone"
    zone: Handle
    object: Handle


class ObjectLeaveZone(Occurred, frozen=True):
    everywhere = "onObjectLeaveZone"
    zone: Handle
    object: Handle


class ObjectEnterScriptingZone(Occurred, frozen=True):
    everywhere = "onObjectEnterScriptingZone"
    zone: Handle
    object: Handle


class ObjectLeaveScriptingZone(Occurred, frozen=True):
    everywhere = "onObjectLeaveScriptingZone"
    zone: Handle
    object: Handle


class Collision(Struct, frozen=True):
    """How two things met: the table that a collision handler gets."""

    collision_object: Handle
    contact_points: tuple[Vec, ...]
    relative_velocity: Vec


class ObjectCollisionEnter(Occurred, frozen=True):
    everywhere = "onObjectCollisionEnter"
    own = "onCollisionEnter"
    subject = "registered_object"
    registered_object: Handle
    collision_info: Collision


class ObjectCollisionStay(Occurred, frozen=True):
    everywhere = "onObjectCollisionStay"
    own = "onCollisionStay"
    subject = "registered_object"
    registered_object: Handle
    collision_info: Collision


class ObjectCollisionExit(Occurred, frozen=True):
    everywhere = "onObjectCollisionExit"
    own = "onCollisionExit"
    subject = "registered_object"
    registered_object: Handle
    collision_info: Collision


# ---- What people do to things


class ObjectPickUp(Occurred, frozen=True):
    everywhere = "onObjectPickUp"
    own = "onPickUp"
    old_everywhere = ("onObjectPickedUp",)
    old_own = ("onPickedUp",)
    player_color: Colour
    object: Handle


class ObjectDrop(Occurred, frozen=True):
    everywhere = "onObjectDrop"
    own = "onDrop"
    old_everywhere = ("onObjectDropped",)
    old_own = ("onDropped",)
    player_color: Colour
    object: Handle


class ObjectRandomize(Occurred, frozen=True):
    everywhere = "onObjectRandomize"
    own = "onRandomize"
    object: Handle
    player_color: Colour


class ObjectRotate(Occurred, frozen=True):
    everywhere = "onObjectRotate"
    own = "onRotate"
    object: Handle
    spin: float
    flip: float
    player_color: Colour
    old_spin: float
    old_flip: float


class ObjectFlick(Occurred, frozen=True):
    everywhere = "onObjectFlick"
    own = "onFlick"
    object: Handle
    player_color: Colour
    impulse: Vec


class ObjectHover(Occurred, frozen=True):
    everywhere = "onObjectHover"
    own = "onHover"
    player_color: Colour
    object: Handle | None


class ObjectPeek(Occurred, frozen=True):
    everywhere = "onObjectPeek"
    own = "onPeek"
    object: Handle
    player_color: Colour


class ObjectSearchStart(Occurred, frozen=True):
    everywhere = "onObjectSearchStart"
    own = "onSearchStart"
    object: Handle
    player_color: Colour


class ObjectSearchEnd(Occurred, frozen=True):
    everywhere = "onObjectSearchEnd"
    own = "onSearchEnd"
    object: Handle
    player_color: Colour


class ObjectPageChange(Occurred, frozen=True):
    everywhere = "onObjectPageChange"
    own = "onPageChange"
    object: Handle


class ObjectLoopingEffect(Occurred, frozen=True):
    everywhere = "onObjectLoopingEffect"
    object: Handle
    index: int


class ObjectTriggerEffect(Occurred, frozen=True):
    everywhere = "onObjectTriggerEffect"
    object: Handle
    index: int


class FigurineAttack(Occurred, frozen=True):
    """An RPG figurine strikes whatever stands before it."""

    own = "onAttack"
    object: Handle
    hit: tuple[Handle, ...]


class FigurineHit(Occurred, frozen=True):
    """An RPG figurine is struck."""

    own = "onHit"
    object: Handle
    attacker: Handle


class ButtonClicked(Occurred, frozen=True):
    """A button that a script made on a thing is pressed."""

    object: Handle
    index: int
    player_color: Colour
    alt_click: bool


class InputEdited(Occurred, frozen=True):
    """A field that a script made on a thing is typed into, or left (`selected` is False)."""

    object: Handle
    index: int
    player_color: Colour
    text: str
    selected: bool


class UiUsed(Occurred, frozen=True):
    """Somebody uses an element of a custom UI; `object` is None for the screen of Global.

    `calls` is the function that the element names, as it names it.
    """

    object: Handle | None
    element: str
    calls: str
    player: Seat
    value: str | None


class MenuChosen(Occurred, frozen=True):
    """Somebody chooses a line that a script added to a menu (of a thing, or of the table)."""

    object: Handle | None
    label: str
    player_color: Colour
    position: Vec


class HotkeyPressed(Occurred, frozen=True):
    """Somebody presses a key that a script has asked for."""

    label: str
    player_color: Colour
    object: Handle | None
    pointer: Vec
    released: bool


# ---- People


class Chat(Occurred, frozen=True):
    """A line of chat has been shown; whether it may be is asked before (`MayChat`)."""

    message: str
    sender: Seat


class Blindfold(Occurred, frozen=True):
    everywhere = "onBlindfold"
    player: Seat
    blindfolded: bool


class PlayerChangeColor(Occurred, frozen=True):
    everywhere = "onPlayerChangeColor"
    old_everywhere = ("onPlayerChangedColor",)
    player_color: Colour


class PlayerChangeTeam(Occurred, frozen=True):
    everywhere = "onPlayerChangeTeam"
    player_color: Colour
    team: str


class PlayerChatTyping(Occurred, frozen=True):
    everywhere = "onPlayerChatTyping"
    player: Seat
    typing: bool


class PlayerConnect(Occurred, frozen=True):
    everywhere = "onPlayerConnect"
    player: Seat


class PlayerDisconnect(Occurred, frozen=True):
    everywhere = "onPlayerDisconnect"
    player: Seat


class PlayerHandChoice(Occurred, frozen=True):
    everywhere = "onPlayerHandChoice"
    player_color: Colour
    label: str
    objects: tuple[Handle, ...]
    was_confirmed: bool


class PlayerPing(Occurred, frozen=True):
    everywhere = "onPlayerPing"
    player: Seat
    position: Vec
    object: Handle | None


class PlayerTurnEnd(Occurred, frozen=True):
    """Old scripts are told of the end of a turn as well, colours first."""

    everywhere = "onPlayerTurnEnd"
    player_color_end: Colour
    player_color_next: Colour


class PlayerTurnStart(Occurred, frozen=True):
    """The old name of a turn's beginning, which passes colours."""

    everywhere = "onPlayerTurnStart"
    player_color_start: Colour
    player_color_previous: Colour


class PlayerTurn(Occurred, frozen=True):
    everywhere = "onPlayerTurn"
    player: Seat
    previous_player: Seat | None


class ScriptingButtonDown(Occurred, frozen=True):
    everywhere = "onScriptingButtonDown"
    index: int
    player_color: Colour


class ScriptingButtonUp(Occurred, frozen=True):
    everywhere = "onScriptingButtonUp"
    index: int
    player_color: Colour


class DialogAnswered(Occurred, frozen=True):
    """Somebody answers a dialog that a script has shown; `text` is what they typed or chose."""

    reference: int
    player_color: Colour
    text: str


# ---- Time


class Update(Occurred, frozen=True):
    everywhere = "onUpdate"
    old_everywhere = ("update",)


class FixedUpdate(Occurred, frozen=True):
    everywhere = "onFixedUpdate"
    old_everywhere = ("fixedUpdate",)


# ---- What may be prevented


class PlayerAction(Foreseen, frozen=True):
    everywhere = "onPlayerAction"
    player: Seat
    action: str
    targets: tuple[Handle, ...]


class MayChat(Foreseen, frozen=True):
    everywhere = "onChat"
    message: str
    sender: Seat


class NumberTyped(Foreseen, frozen=True):
    everywhere = "onObjectNumberTyped"
    own = "onNumberTyped"
    stops = True
    object: Handle
    player_color: Colour
    number: int
    alt: bool


class TryEnterContainer(Foreseen, frozen=True):
    everywhere = "tryObjectEnterContainer"
    own = "tryObjectEnter"
    old_everywhere = ("filterObjectEnterContainer",)
    old_own = ("filterObjectEnter",)
    only_global = True
    subject = "container"
    container: Handle
    object: Handle


class TryRandomize(Foreseen, frozen=True):
    everywhere = "tryObjectRandomize"
    own = "tryRandomize"
    only_global = True
    object: Handle
    player_color: Colour


class TryRotate(Foreseen, frozen=True):
    everywhere = "tryObjectRotate"
    own = "tryRotate"
    only_global = True
    object: Handle
    spin: float
    flip: float
    player_color: Colour
    old_spin: float
    old_flip: float


class TryStateChange(Foreseen, frozen=True):
    everywhere = "tryObjectStateChange"
    own = "tryStateChange"
    only_global = True
    object: Handle
    new_state_index: int
    player_color: Colour


class GroupSort(Foreseen, frozen=True):
    """A layout zone asks for an order; the answer is a list of handles, or None for its own."""

    everywhere = "onZoneGroupSort"
    own = "onGroupSort"
    only_global = True
    subject = "zone"
    zone: Handle
    group: tuple[Handle, ...]
    reversed: bool
