"""How much of the documented API there is, page by page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tts_tool.lua.api import pages as documented_pages
from tts_tool.lua.removed import REMOVED
from tts_tool.table.api import pages
from tts_tool.table.api.documented import documented, owner_of_key
from tts_tool.table.api.folding import handler_names
from tts_tool.table.api.registry import anything, members, names_in_lua
from tts_tool.table.api.removed import is_there

__all__ = ["Coverage", "coverage"]


class Coverage(NamedTuple):
    """One page: how many names it has, which of them nothing answers to."""

    page: str
    names: int
    missing: tuple[str, ...]

    @property
    def there(self) -> int:
        """Count the names that something answers to."""
        return self.names - len(self.missing)


def coverage() -> list[Coverage]:
    """Look at every page of the documentation."""
    pages.load()
    return [*_scripted(), *_attributes(), *_removed()]


def _scripted() -> Iterator[Coverage]:
    for page, names in documented().items():
        missing = tuple(name for name in names if not _is_there(page, name))
        yield Coverage(page, len(names), missing)


def _attributes() -> Iterator[Coverage]:
    """Attributes of XML are kept by the tree, whatever they are called, once there is a tree."""
    has_tree = ("ui", "setAttribute") in members()
    for name, page in documented_pages().items():
        if page.kind == "attributes":
            all_names = tuple(page.variables)
            yield Coverage(name, len(all_names), () if has_tree else all_names)


def _removed() -> Iterator[Coverage]:
    """Names that are documented no more, page by page; mods still use them."""
    for page, names in REMOVED.items():
        missing = tuple(name for name in names if not is_there(page, name))
        yield Coverage(f"removed/{page}", len(names), missing)


def _is_there(page: str, name: str) -> bool:
    if page == "events":
        return name in handler_names()
    if (page, name) in members() or (page, name) in names_in_lua():
        return True
    owner = owner_of_key(page, name)
    is_key = owner is not None and (page, owner) in members()
    return is_key or anything(page) is not None
