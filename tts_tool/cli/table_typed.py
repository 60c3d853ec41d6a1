"""What somebody types at the table: an answer, or one of the words that are commands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from tts_tool.cli.table_words import word
from tts_tool.kernel.spaces import Choice, Dice, Number, Option, Ordering, Space, Subset

__all__ = ["Command", "prompt", "read"]

WORDS = {
    "help": "? h help hilfe",
    "undo": "u undo back zurück zurueck",
    "view": "v view table tisch",
    "log": "l log story verlauf",
    "beside": "b beside nebenbei",
    "card": "c card cards k karte karten",
    "rule": "r rule rules regel regeln",
    "quit": "q quit exit ende",
}
COMMANDS = {typed: command for command, several in WORDS.items() for typed in several.split()}
ABOUT = ("card", "rule")
"""Commands after which there may stand what they are about."""


class Command(NamedTuple):
    """Something to do that is no answer."""

    name: str
    about: str = ""


def prompt(space: Space[Any], language: str) -> str:
    """Say what an answer looks like."""
    match space:
        case Subset():
            return word("ask-numbers", language, least=space.least, most=space.most)
        case Number():
            return word("ask-amount", language, low=space.low, high=space.high)
        case Ordering():
            return word("ask-order", language)
        case Dice():
            return word("ask-dice", language, count=space.count)
        case _:
            return word("ask-number", language)


def read(space: Space[Any], options: Sequence[Option], typed: str) -> Any:  # noqa: ANN401
    """Make an answer of what was typed; what makes no sense goes to the referee as it is.

    Numbers stand for options.  An option may also be typed as it is, and then it is meant,
    even if there is a command of that name.
    """
    values = [option.value for option in options]
    command = None if typed in values else _command(typed)
    if command is not None:
        return command
    words = typed.replace(",", " ").split()
    if not all(each.isdigit() for each in words):
        return typed
    chosen: list[Any] = [int(each) for each in words]
    if not isinstance(space, Number | Dice):
        if not all(1 <= number <= len(values) for number in chosen):
            return typed
        chosen = [values[number - 1] for number in chosen]
    if isinstance(space, Number | Choice):
        return chosen[0] if len(chosen) == 1 else typed
    return chosen


def _command(typed: str) -> Command | None:
    first, _, about = typed.partition(" ")
    name = COMMANDS.get(first.lower())
    if name is None or (about.strip() and name not in ABOUT):
        return None
    return Command(name, about.strip())
