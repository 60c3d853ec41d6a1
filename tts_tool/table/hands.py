"""Somebody at the table: what hands do, and words, buttons, keys, sitting down and leaving.

What returns whether it was done says False where a script said no; what no person could do is
`Refused` or `NotFound`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tts_tool.errors import NotFound, Refused
from tts_tool.table.handling import Handling
from tts_tool.table.world import seating
from tts_tool.table.world.events import (
    ButtonClicked,
    Chat,
    Colour,
    Handle,
    HotkeyPressed,
    InputEdited,
    MayChat,
    MenuChosen,
    ObjectHover,
    PlayerChatTyping,
    PlayerPing,
    ScriptingButtonDown,
    ScriptingButtonUp,
    Seat,
)
from tts_tool.table.world.settings import read_setting
from tts_tool.table.world.thing import Thing
from tts_tool.table.world.turns import end_turn
from tts_tool.table.world.vectors import Vec

__all__ = ["Player"]

# The game has so many scripting buttons.
_SCRIPTING_KEYS = 10
_NO_SCALE = (0.0, 0.0, 0.0)


class Player(Handling):
    """Somebody at a colour, and all that they do."""

    # ---- Words, buttons, keys

    def say(self, message: str) -> bool:
        """Say something in the chat."""
        seat = Seat(self.colour)
        if self.world.switches.on("typing-told-before-chat"):
            self.world.tell(PlayerChatTyping(seat, typing=True))
            self.world.tell(PlayerChatTyping(seat, typing=False))
            self.world.deliver()
        if not self.world.may(MayChat(message, seat)):
            return False
        self.world.tell(Chat(message, seat))
        return self._done()

    def click(self, thing: Thing, index: int = 0, *, alt: bool = False) -> bool:
        """Press a button that a script has put on a thing."""
        _check_index(thing, index, thing.buttons, "buttons")
        _check_size(thing.buttons[index], "button")
        event = ButtonClicked(Handle(thing.handle), index, Colour(self.colour), alt)
        self.world.tell(event)
        return self._done()

    def type_into(self, thing: Thing, index: int, text: str) -> bool:
        """Type into a field that a script has put on a thing, and leave it."""
        _check_index(thing, index, thing.inputs, "inputs")
        _check_size(thing.inputs[index], "input")
        for selected in (True, False):
            event = InputEdited(Handle(thing.handle), index, Colour(self.colour), text, selected)
            self.world.tell(event)
        return self._done()

    def menu(self, thing: Thing | None, label: str, position: Vec = (0.0, 1.0, 0.0)) -> bool:
        """Choose a line of a menu: one of the game's own, or one that a script has added."""
        built_in = _MENU.get(label)
        if thing is not None and built_in is not None and label not in thing.context:
            built_in(self, thing)
            return True
        lines = self.world.menu if thing is None else thing.context
        if label not in lines:
            known = lines if thing is None else [*lines, *_MENU]
            raise NotFound(
                f'no menu has "{label}" here', fix=f"it has {', '.join(known) or 'no lines'}"
            )
        handle = None if thing is None else Handle(thing.handle)
        self.world.tell(MenuChosen(handle, label, Colour(self.colour), position))
        return self._done()

    def key(self, index: int) -> bool:
        """Press and release one of the ten scripting keys."""
        if not 1 <= index <= _SCRIPTING_KEYS:
            raise NotFound(f"there is no scripting key {index}", fix="they are 1 to 10")
        self.world.tell(ScriptingButtonDown(index, Colour(self.colour)))
        self.world.tell(ScriptingButtonUp(index, Colour(self.colour)))
        return self._done()

    def hotkey(self, label: str, over: Thing | None = None) -> bool:
        """Press and release a key that a script has asked for."""
        if label not in self.world.hotkeys:
            known = ", ".join(self.world.hotkeys) or "none"
            raise NotFound(f'no script waits for a key "{label}"', fix=f"they wait for {known}")
        handle = None if over is None else Handle(over.handle)
        for released in (False, True):
            pointer = self.person.pointer
            event = HotkeyPressed(label, Colour(self.colour), handle, pointer, released)
            self.world.tell(event)
        return self._done()

    def hover(self, thing: Thing | None) -> bool:
        """Move the pointer over a thing, or away from all."""
        handle = None if thing is None else Handle(thing.handle)
        if self.person.hovers != handle:
            self.person.hovers = handle
            if thing is not None:
                self.person.pointer = thing.position
            self.world.tell(ObjectHover(Colour(self.colour), handle))
        return self._done()

    def ping(self, position: Vec, thing: Thing | None = None) -> bool:
        """Point at a place."""
        handle = None if thing is None else Handle(thing.handle)
        self.world.tell(PlayerPing(Seat(self.colour), position, handle))
        return self._done()

    def end_turn(self) -> bool:
        """End one's turn by the button."""
        if read_setting(self.world, "Turns", "TurnColor") not in ("", self.colour):
            raise Refused(f"it is not the turn of {self.colour}")
        end_turn(self.world)
        return self._done()

    # ---- Being there

    def change_colour(self, colour: str) -> None:
        """Sit down elsewhere; this is that seat from now on."""
        seating.sit(self.world, self.person, colour)
        self.colour = colour
        self._done()

    def view(self) -> dict[str, Any] | None:
        """Give how a script has last turned one's camera, if one has: `lookAt`'s words."""
        return self.person.attributes.get("camera")

    def leave(self) -> None:
        """Leave the game."""
        seating.disconnect(self.world, self.person)
        self._done()

    def blindfold(self, *, on: bool = True) -> None:
        """Put on a blindfold, or take it off."""
        seating.blindfold(self.world, self.person, on=on)
        self._done()


def _check_index(thing: Thing, index: int, made: Sequence[object], what: str) -> None:
    if not 0 <= index < len(made):
        raise NotFound(f"{thing!r} has {len(made)} {what}, none has index {index}")


def _check_size(made: Mapping[str, Any], what: str) -> None:
    """Mods show a text alone as a button without a size, which nobody can hit."""
    sizes = (made.get("width"), made.get("height"), made.get("scale"))
    if any(size in (0, _NO_SCALE) for size in sizes):
        raise Refused(f"the {what} {made['label']!r} has no size: nobody can hit it")


_MENU: dict[str, Callable[[Player, Thing], object]] = {
    "Search": Player.search,
    "Shuffle": Player.shuffle,
    "Roll": Player.roll,
    "Flip": Player.flip,
    "Draw": Player.draw,
    "Copy": Player.copy,
    "Cut": Player.cut,
    "Split": Player.split,
    "Spread": Player.spread,
    "Delete": Player.delete,
    "Lock": Player.lock,
}
