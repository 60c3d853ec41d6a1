"""Windows that ask a player something; `tts_tool.table.answering` is how they answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tts_tool.table.api.caller import Caller
from tts_tool.table.api.persons import person_of
from tts_tool.table.api.reactions import react_to
from tts_tool.table.api.registry import function
from tts_tool.table.api.values import text, tint
from tts_tool.table.scripts.faults import RaisedInLua
from tts_tool.table.scripts.values import Function
from tts_tool.table.world.asking import Dialog
from tts_tool.table.world.events import DialogAnswered

if TYPE_CHECKING:
    from tts_tool.table.api.scripted import ScriptedWorld

__all__: list[str] = []

_NOBODY = 0


def _show(caller: Caller, who: str, dialog: Dialog, callback: Function | None) -> bool:
    person = person_of(caller, who)
    if person is None:
        return False
    reference = caller.desk.keep(callback) if callback is not None else _NOBODY
    asked = Dialog(dialog.kind, dialog.words, reference, dialog.default, dialog.options)
    if callback is not None:
        caller.desk.memory.setdefault("dialogs", {})[reference] = asked
    person.dialogs.append(asked)
    return True


def _parted(given: tuple[object, ...]) -> tuple[list[object], Function | None]:
    """Part what may be left out before a callback from the callback."""
    before: list[object] = []
    for value in given:
        if isinstance(value, Function):
            return before, value
        before.append(value)
    return before, None


def _word(values: list[object], at: int) -> str:
    given = values[at] if at < len(values) else None
    return "" if given is None else text(given)


@function("player/instance", "showInfoDialog")
def _info(caller: Caller, who: str, info: str = "") -> bool:
    return _show(caller, who, Dialog("info", info, _NOBODY), None)


@function("player/instance", "showConfirmDialog")
def _confirm(caller: Caller, who: str, info: object = None, callback: object = None) -> bool:
    before, run = _parted((info, callback))
    return _show(caller, who, Dialog("confirm", _word(before, 0), _NOBODY), run)


@function("player/instance", "showInputDialog")
def _input(
    caller: Caller,
    who: str,
    description: object = None,
    default_text: object = None,
    callback: object = None,
) -> bool:
    before, run = _parted((description, default_text, callback))
    return _show(caller, who, Dialog("input", _word(before, 0), _NOBODY, _word(before, 1)), run)


@function("player/instance", "showMemoDialog")
def _memo(
    caller: Caller,
    who: str,
    description: object = None,
    default_text: object = None,
    callback: object = None,
) -> bool:
    before, run = _parted((description, default_text, callback))
    return _show(caller, who, Dialog("memo", _word(before, 0), _NOBODY, _word(before, 1)), run)


@function("player/instance", "showOptionsDialog")
def _options(
    caller: Caller,
    who: str,
    description: str,
    options: list[Any],
    default_value: object = None,
    callback: object = None,
) -> bool:
    before, run = _parted((default_value, callback))
    lines = tuple(text(each) for each in options)
    default = _default(lines, before[0] if before else None)
    return _show(caller, who, Dialog("options", description, _NOBODY, default, lines), run)


@function("player/instance", "showColorDialog")
def _colour(
    caller: Caller, who: str, default_color: object = None, callback: object = None
) -> bool:
    before, run = _parted((default_color, callback))
    given = before[0] if before else None
    default = "White" if given is None else _hexadecimal(given)
    return _show(caller, who, Dialog("color", "", _NOBODY, default), run)


def _default(lines: tuple[str, ...], given: object) -> str:
    """Read a default: one of the lines, or its number, which counts from 1."""
    if given is None:
        return lines[0] if lines else ""
    if isinstance(given, str) and given in lines:
        return given
    index = int(given) if isinstance(given, int | float) else 0
    if not 1 <= index <= len(lines):
        raise RaisedInLua(f"there is no option {given!r}")
    return lines[index - 1]


def _hexadecimal(given: object) -> str:
    return "#" + "".join(f"{round(min(max(part, 0.0), 1.0) * 255):02x}" for part in tint(given))


# ---- Answers


@react_to(DialogAnswered)
def _answered(table: ScriptedWorld, event: DialogAnswered) -> None:
    """Pass on what somebody answered, as each kind of dialog does."""
    run = table.desk.callbacks.pop(event.reference, None)
    dialog: Dialog | None = table.desk.memory.get("dialogs", {}).pop(event.reference, None)
    if run is None or dialog is None:
        return
    given = _PASSED[dialog.kind](dialog, event.text)
    table.run_function(run, *given, event.player_color, name=f"show {dialog.kind} dialog")


def _rgba(_dialog: Dialog, answer: str) -> tuple[object, ...]:
    digits = answer.removeprefix("#")
    if not answer.startswith("#") or len(digits) not in (6, 8):
        return (tint(answer),)
    parts = [int(digits[at : at + 2], 16) / 255 for at in range(0, len(digits), 2)]
    return (tuple(parts) if len(digits) == 8 else (*parts, 1.0),)  # noqa: PLR2004 - with alpha


_PASSED: dict[str, Callable[[Dialog, str], tuple[object, ...]]] = {
    "confirm": lambda _dialog, _answer: (),
    "input": lambda _dialog, answer: (answer,),
    "memo": lambda _dialog, answer: (answer,),
    "options": lambda dialog, answer: (answer, dialog.options.index(answer) + 1),
    "color": _rgba,
}
