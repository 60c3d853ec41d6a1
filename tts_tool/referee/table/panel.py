"""The panel of a seat: what it is asked, and what it can press to answer."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Any

import msgspec

from tts_tool.kernel.decisions import Decision
from tts_tool.kernel.rejection import Rejection
from tts_tool.referee.presenting import parts, rule, terms, title
from tts_tool.referee.table.drafting import Key
from tts_tool.referee.table.drafts import Drafts
from tts_tool.referee.table.told import Button, Question
from tts_tool.referee.wording import Reader

__all__ = ["MARK", "press_for", "pressed_key", "questions", "read", "written"]

MARK = "#"
"""Stands in the name of a button between its question and what it adds to the answer."""


def questions(decision: Decision[Any], drafts: Drafts, reader: Reader) -> Iterator[Question]:
    """Put a question to its seat: one row of buttons, or one for each part of the answer."""
    found = tuple(parts(decision, drafts.asking(decision), reader))
    asked, why = title(decision.name, reader), rule(decision, reader)
    said = "\n".join((asked, *(each.label for part in found for each in part.options)))
    means = terms(said, reader)
    for part in found:
        buttons = tuple(
            Button(press_for(decision, each.value), each.label, each.why_not, each.chosen)
            for each in part.options
        )
        yield Question(decision.id, asked, buttons, part.title, part.wants, why, means)
        asked = means = ""  # the other parts belong to the same question


def pressed_key(decision: Decision[Any], drafts: Drafts, button: str) -> Key | Rejection:
    """Find the key that a button stands for; a button of yesterday's panel stands for none."""
    sign = button.rpartition(MARK)[2]
    found = (key for key in drafts.asking(decision).keys if _sign(key.value) == sign)
    return next(found, Rejection("stale", {"decision": decision.name}))


def press_for(decision: Decision[Any], choice: object) -> str:
    """Name the button that makes a choice; it keeps its name however the others change."""
    return f"{written(decision.id)}{MARK}{_sign(choice)}"


def written(asking: str) -> str:
    """Write the id of a question so that it can stand in the attribute of a button.

    The game takes what stands before a slash for the name of an object.
    """
    return asking.replace("/", ":")


def read(asking: str) -> str:
    """Read the id of a question from the name of a button."""
    return asking.replace(":", "/")


def _sign(choice: object) -> str:
    return f"{zlib.crc32(msgspec.json.encode(choice)):08x}"
