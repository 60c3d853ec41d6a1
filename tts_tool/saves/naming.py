"""Names of folders and files for things that have any name, twice the same, or none.

Every name can be used on Windows, macOS and Linux, also side by side in one folder there.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

__all__ = ["Names", "folded", "is_device", "slug"]

LONGEST: Final = 32
"""Names add up to paths, of which Windows takes 259 letters."""
LONGEST_GUID: Final = 12
"""Six are usual; a few in real saves have up to 18, and are cut."""
_BBCODE: Final = re.compile(r"\[/?(?:b|i|u|s|sub|sup|-|[0-9a-fA-F]{6})\]")
_OTHER: Final = re.compile(r"[^\w-]+|_+")
_RESERVED: Final = frozenset(
    ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"]
    + [f"{port}{n}" for port in ("COM", "LPT") for n in "0123456789¹²³"]
)


# The fullest of real saves has 2,945 things; more are named one by one again.
@lru_cache(maxsize=1 << 12)
def slug(text: str) -> str:
    """Make a part of a file name out of any text; "" if nothing of it can be used.

    >>> slug("[b]Ace / of Spades?[/b]"), slug("con"), slug("..")
    ('Ace_of_Spades', 'con_', '')
    """
    plain = unicodedata.normalize("NFKC", _BBCODE.sub("", text[: 8 * LONGEST]))
    name = _OTHER.sub("_", plain).strip("_-")[:LONGEST].strip("_-")
    return f"{name}_" if is_device(name) else name


def is_device(name: str) -> bool:
    """Tell the names that Windows keeps for devices, whatever follows their first point."""
    return name.partition(".")[0].rstrip().upper() in _RESERVED


class Names:
    """The names that are taken in one folder; the second of a kind gets `.2`, and so on."""

    def __init__(self) -> None:
        self._taken: dict[str, int] = {}

    def take(self, *parts: str) -> str:
        """Give a free name made of those parts that have something usable."""
        usable = [*map(slug, parts[:-1]), slug(parts[-1])[:LONGEST_GUID]]
        name = ".".join(filter(None, usable)) or "unnamed"
        # As file systems do that tell neither case nor spelling of letters apart.
        key = folded(name)
        count = self._taken.get(key, 0) + 1
        while count > 1 and folded(f"{name}.{count}") in self._taken:
            count += 1
        self._taken[key] = count
        if count == 1:
            return name
        numbered = f"{name}.{count}"
        self._taken[folded(numbered)] = 1
        return numbered


def folded(name: str) -> str:
    """Write a name as file systems see it that tell neither case nor spelling apart."""
    return name if name.isascii() and name.islower() else _fold(name)


def _fold(name: str) -> str:
    return unicodedata.normalize("NFKC", name.casefold())
