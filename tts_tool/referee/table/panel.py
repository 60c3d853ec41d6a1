"""The panel of a seat: what it is asked, and what it can press to answer."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from itertools import groupby
from typing import Any

import msgspec

from tts_tool.kernel.decisions import Decision
from tts_tool.kernel.rejection import Rejection
from tts_tool.referee.table.drafting import DONE, Key
from tts_tool.referee.table.drafts import Drafts
from tts_tool.referee.table.told import Button, Question
from tts_tool.referee.wording import Reader

__all__ = ["MARK", "label", "named", "press_for", "pressed_key", "questions"]

MARK = "#"
"""Stands in the name of a button between its question and what it adds to the answer."""


def questions(decision: Decision[Any], drafts: Drafts, reader: Reader) -> Iterator[Question]:
    """Put a question to its seat: one row of buttons, or one for each part of the answer."""
    for part, keys in groupby(drafts.asking(decision).keys, key=lambda key: key.part):
        rule = decision.why.partition(" ")[0]
        parts = (named(decision.name, reader), named(part, reader), rule and f"[{rule}]")
        title = " · ".join(each for each in parts if each)
        buttons = tuple(_button(decision, key, reader) for key in keys)
        yield Question(decision.id, title, buttons)


def pressed_key(decision: Decision[Any], drafts: Drafts, button: str) -> Key | Rejection:
    """Find the key that a button stands for; a button of yesterday's panel stands for none."""
    sign = button.rpartition(MARK)[2]
    found = (key for key in drafts.asking(decision).keys if _sign(key.value) == sign)
    return next(found, Rejection("stale", {"decision": decision.name}))


def _button(decision: Decision[Any], key: Key, reader: Reader) -> Button:
    return Button(
        press_for(decision, key.value),
        label(decision, key, reader),
        "" if key.rejection is None else reader.say(key.rejection),
        key.chosen,
    )


def press_for(decision: Decision[Any], choice: object) -> str:
    """Name the button that makes a choice; it keeps its name however the others change."""
    return f"{decision.id}{MARK}{_sign(choice)}"


def _sign(choice: object) -> str:
    return f"{zlib.crc32(msgspec.json.encode(choice)):08x}"


def label(decision: Decision[Any], key: Key, reader: Reader) -> str:
    """Say in words what a key means."""
    words = None if key.choice == DONE else decision.label(key.choice)
    return words[reader.language] if words is not None else named(key.choice, reader)


def named(thing: object, reader: Reader) -> str:
    """Call something by its name, or as it is."""
    return (reader.name(thing) if isinstance(thing, str) else None) or str(thing)
