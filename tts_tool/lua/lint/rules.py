"""What can be found, how bad it is, and how a finding looks."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import msgspec

__all__ = ["RULES", "Level", "LuaFinding", "Rule"]

Level = Literal["error", "portable"]


@dataclass(frozen=True, slots=True)
class Rule:
    """Something that can be found.

    An `error` does not do in Tabletop Simulator what it says, if it loads at all. What is only
    not `portable` does one thing there and another in plain Lua 5.2, where our tests run.
    """

    level: Level
    meaning: str


class LuaFinding(msgspec.Struct, frozen=True):
    """Something found; its `column` counts from 0, as in the game's messages."""

    code: str
    level: Level
    name: str
    line: int
    column: int
    message: str
    fix: str | None = None

    def __str__(self) -> str:
        """Place first, so that editors can jump there."""
        said = f"{self.name}:{self.line}:{self.column + 1}: {self.message} [{self.code}]"
        return f"{said}; {self.fix}" if self.fix else said


_ERRORS = {
    "syntax": "the game cannot read the script",
    "operator": "an operator of a later Lua",
    "suppression": "a comment names no rule that there is",
    "undefined": "a name that nobody defines",
    "absent": "a part of Lua that the game does not have",
    "member": "a name that its table does not have",
    "misspelt": "a name close to one of the game",
    "handler": "a function close to an event of the game",
    "goto": "a goto that the game refuses",
    "number": "a number that the game cannot read",
    "comment": "a comment that the game reads in another way",
    "error-value": "an error that is no text",
    "format": "text is asked for, something else is given",
}
_PORTABLE = {
    "local": "a local without a value may hold an old one",
    "pairs": "the order of pairs",
    "sort": "the order of texts",
    "compare": "the order of texts",
    "characters": "letters beyond ASCII count as one, or as bytes",
    "escape": "an escape that means a character, or a byte",
    "exponent": "numbers with exponents",
    "huge": "infinity",
    "remainder": "the remainder of negative numbers",
    "rounding": "how numbers are rounded and written",
    "tonumber": "which texts are numbers",
    "holes": "tables with nil inside",
    "weak": "weak tables and finalizers",
    "assignment": "the order of assignments",
    "removed": "a name that the documentation has dropped",
    "dialect": "what only MoonSharp can read",
    "moonsharp": "what only MoonSharp has",
    "memory": "collecting garbage",
}
RULES: Mapping[str, Rule] = {
    **{code: Rule("error", meaning) for code, meaning in _ERRORS.items()},
    **{code: Rule("portable", meaning) for code, meaning in _PORTABLE.items()},
}
