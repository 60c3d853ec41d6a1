"""How the game words an error: what stands before it, and whose it is said to be.

A function that is not called as the handler of an event is labelled with what calls it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tts_tool.table.notices import GLOBAL, Failed
from tts_tool.table.scripts.faults import ScriptFault
from tts_tool.table.switches import Switches

__all__ = ["COROUTINE", "INTERFACE", "TIMER", "worded"]

TIMER: Final = "<timer> "
COROUTINE: Final = "<coroutine> "
INTERFACE: Final = "<interface> "

_PREFIXES: Final[Mapping[str, str]] = {
    TIMER: "error-prefix-timer",
    COROUTINE: "error-prefix-coroutine",
    INTERFACE: "error-prefix-ui",
}
_GUIDS: Final[Mapping[str, str]] = {
    TIMER: "error-guid-timer",
    COROUTINE: "error-guid-coroutine",
    INTERFACE: "error-guid-ui",
}
_AS_HANDLER: Final = "as-handler"
_OWN: Final = "own"


def worded(fault: ScriptFault, switches: Switches) -> Failed:
    """Word an error as an editor is told of it."""
    label = next((each for each in _PREFIXES if fault.function.startswith(each)), "")
    function = fault.function.removeprefix(label)
    prefix = switches.text(_PREFIXES[label]) if label else _AS_HANDLER
    if prefix == _AS_HANDLER:
        prefix = switches.text(
            "error-prefix-global" if fault.guid == GLOBAL else "error-prefix-object"
        )
    guid = switches.text(_GUIDS[label]) if label else _OWN
    holes = {"{function}": function, "{name}": fault.script, "{guid}": fault.guid}
    for hole, value in holes.items():
        prefix = prefix.replace(hole, value)
    return Failed(fault.message, fault.guid if guid == _OWN else guid, prefix)
