"""What scripts say: to everybody, to one player, to the host, to the log, to an editor."""

from __future__ import annotations

from typing import Any

from tts_tool.table.api.caller import Caller, SpokenLine
from tts_tool.table.api.registry import function
from tts_tool.table.api.values import Tint, kind_of, seat_colour, text
from tts_tool.table.notices import ExternalNotice, Printed
from tts_tool.table.scripts.values import Handle
from tts_tool.table.world.people import GREY
from tts_tool.table.world.vectors import Vec

__all__: list[str] = []

_WHITE: Tint = (1.0, 1.0, 1.0, 1.0)
_MOST_DEPTH = 5  # a table that holds itself would be written for ever


def _say(caller: Caller, kind: str, message: str, tint: Tint | None, to: str = "") -> bool:
    red, green, blue, _ = tint or _WHITE
    caller.desk.lines.append(SpokenLine(kind, message, (red, green, blue), to))
    return True


@function("base", "broadcastToAll")
def _broadcast(caller: Caller, message: str, message_tint: Tint | None = None) -> bool:
    return _say(caller, "broadcast", message, message_tint)


@function("base", "printToAll")
def _print_all(caller: Caller, message: str, message_tint: Tint | None = None) -> bool:
    return _say(caller, "print", message, message_tint)


@function("base", "broadcastToColor")
def _broadcast_to(
    caller: Caller, message: str, player_color: str, message_tint: Tint | None = None
) -> bool:
    return _to_one(caller, "broadcast", message, player_color, message_tint)


@function("base", "printToColor")
def _print_to(
    caller: Caller, message: str, player_color: str, message_tint: Tint | None = None
) -> bool:
    return _to_one(caller, "print", message, player_color, message_tint)


def _to_one(caller: Caller, kind: str, message: str, colour: str, tint: Tint | None) -> bool:
    seat = seat_colour(colour)
    if seat != GREY and caller.world.people.at(seat) is None:
        return False
    return _say(caller, kind, message, tint, seat)


@function("base", "print_text")
def _print(caller: Caller, message: str) -> None:
    """Take what `print` has joined; the prelude knows how each value is written."""
    caller.desk.lines.append(SpokenLine("host", message))
    caller.desk.notices.append(Printed(message))


@function("base", "sendExternalMessage")
def _send(caller: Caller, data: object = None) -> bool:
    if not isinstance(data, dict | list):
        return False
    message = data if isinstance(data, dict) else dict(enumerate(data, 1))
    caller.desk.notices.append(ExternalNotice({str(key): each for key, each in message.items()}))
    return True


# ---- The log


@function("base", "log")
def _log(caller: Caller, value: object = None, label: str = "", tags: str = "") -> bool:
    style = _style(caller, tags)
    words = _log_text(value, label, style)
    tint: Vec = style.get("tint", (1.0, 1.0, 1.0))
    caller.desk.lines.append(SpokenLine("log", words, tint, tag=tags))
    caller.desk.notices.append(Printed(words))
    return True


@function("base", "logString")
def _log_string(
    caller: Caller,
    value: object = None,
    label: str = "",
    tags: str = "",
    concise: bool = False,
    displayTag: bool = False,
) -> str:
    shown = f"<{tags}> " if displayTag and tags else ""
    words = _log_text(value, label, _style(caller, tags))
    return shown + (" ".join(words.split()) if concise else words)


@function("base", "logStyle")
def _log_style(
    caller: Caller, tag: str, tint: Tint | None = None, prefix: str = "", postfix: str = ""
) -> bool:
    red, green, blue, _ = tint or _WHITE
    styles: dict[str, Any] = caller.desk.memory.setdefault("log styles", {})
    styles[tag] = {"tint": (red, green, blue), "prefix": prefix, "postfix": postfix}
    return True


def _style(caller: Caller, tags: str) -> dict[str, Any]:
    styles: dict[str, dict[str, Any]] = caller.desk.memory.get("log styles", {})
    return next((styles[tag] for tag in tags.split() if tag in styles), {})


def _log_text(value: object, label: str, style: dict[str, Any]) -> str:
    parts = (style.get("prefix"), label, "\n".join(_described(value, 0)), style.get("postfix"))
    return " ".join(part for part in parts if part)


def _described(value: object, depth: int) -> list[str]:
    """Write a value; of a table every key stands on a line of its own."""
    if isinstance(value, list):
        value = dict(enumerate(value, 1))
    if not isinstance(value, dict):
        return [_plain(value)]
    if depth == _MOST_DEPTH:
        return ["..."]
    lines = [""] if depth == 0 else []
    for key, each in value.items():
        inner = _described(each, depth + 1)
        blank = "  " * depth
        if isinstance(each, dict | list):
            lines += [f"{blank}{_plain(key)}:", *inner]
        else:
            lines.append(f"{blank}{_plain(key)}: {inner[0]}")
    return lines


def _plain(value: object) -> str:
    if value is None:
        return "nil"
    if isinstance(value, Handle):
        return f"<{value.kind} {value.key}>"
    if isinstance(value, str | bool | int | float):
        return text(value)
    return f"<{kind_of(value)}>"
