"""Tables that a script has lent to another one, and the way home.

To the game a table belongs to the script that made it, wherever it goes. Another script that was
given it and hands it back hands back that very table, with its metatable and all that hangs on it.
Here each script has an interpreter of its own, and the other one gets a copy. So a copy remembers
whose it is; when it comes home, what has been changed in it is changed in the table itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from tts_tool.table.scripts.values import Lua, Value, fields

__all__ = ["Home", "Loan", "LoanDict", "LoanList", "changes", "loan"]


@dataclass(slots=True, eq=False)
class Home:
    """Where a table belongs: on which side of which border, and what was in it when it left.

    Each copy has one of its own: what has come home in one copy is news to the others.
    """

    border: object
    table: Lua
    sent: dict[Value, Value]

    def is_of(self, other: Home) -> bool:
        """Tell whether both are homes of the same table."""
        return self.table is other.table


class LoanList(list[Value]):
    """A list that knows the table of which it is a copy."""

    __slots__ = ("home",)
    home: Home


class LoanDict(dict[Value, Value]):
    """A dict that knows the table of which it is a copy."""

    __slots__ = ("home",)
    home: Home


Loan: TypeAlias = LoanList | LoanDict


def loan(copied: Value, home: Home) -> Loan:
    """Let a copy know where it belongs."""
    lent = LoanList(copied) if isinstance(copied, list) else LoanDict(copied)
    lent.home = home
    return lent


def changes(back: Loan) -> list[Value]:
    """List the keys that have another value, or none any more, in a copy that comes back."""
    now, sent = fields(back), back.home.sent
    back.home.sent = now
    return [key for key in {**sent, **now} if not _same(now.get(key), sent.get(key))]


def _same(one: Value, two: Value) -> bool:
    if isinstance(one, Loan) and isinstance(two, Loan):
        return one.home.is_of(two.home)
    return type(one) is type(two) and bool(one == two)
