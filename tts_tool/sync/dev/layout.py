"""Tells the script of a table where things go now, while it runs: its layout was edited.

The script of a generated table has the layout written into it, as two tables of Lua. If nothing
else in it has changed, those are told; its text follows when the game loads its save.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import msgspec

from tts_tool.lua.literals import lua, lua_string

__all__ = ["Layout", "learning", "same_but_layout"]

Layout = Mapping[str, Any]
"""`places` and `tracks`, as the script has them; nothing, if it has none."""

_NAMES: Final = ("places", "tracks")


def same_but_layout(old: str, before: Layout, new: str, after: Layout) -> bool:
    """Tell whether two scripts differ in nothing but the layout that is written into them."""
    one, other = _loaded(old, before), _without(new, after)
    return one is not None and one == other


def learning(layout: Layout) -> str:
    """Write the chunk that tells a table its layout; it gives false if the table can't learn."""
    text = msgspec.json.encode(layout).decode()
    return f"if learn_layout == nil then return false end return learn_layout({lua_string(text)})"


class _Loaded(NamedTuple):
    """The script with which a table was loaded, and what of it is not its layout."""

    script: str
    layout: Layout
    rest: str | None


_LATELY: Final[deque[_Loaded]] = deque(maxlen=1)


def _loaded(script: str, layout: Layout) -> str | None:
    """Leave the layout out of the script of before, which stays the same from edit to edit."""
    for known in _LATELY:
        if known.script is script and known.layout is layout:
            return known.rest
    _LATELY.append(_Loaded(script, layout, _without(script, layout)))
    return _LATELY[-1].rest


def _without(script: str, layout: Layout) -> str | None:
    """Leave the layout out of a script; None if it does not stand there just once."""
    for name in _NAMES:
        written = f" {name} = {lua(layout.get(name, {}))},"
        if name not in layout or script.count(written) != 1:
            return None
        script = script.replace(written, f" {name},")
    return script
