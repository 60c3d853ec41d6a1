"""Runs the scripts of a table: one Lua 5.2 interpreter each, behaving as MoonSharp does.

`Script(name, guid, source, gateway)` makes the interpreter with the prelude around it; `start()`
runs the source. Then `call(name, *arguments)`, `fire(handler, *arguments)`, `execute(text)`,
`call_function(function, *arguments)`, `get(name)` and `set(name, value)`. All raise `ScriptFault`
when the script fails; its message has MoonSharp's shape, `chunk_3:(12,4-20): what`.

The prelude asks for everything else by `kit.ask(op, …)`, which calls `gateway(op, *arguments)`:
what that returns goes back to Lua (`Several` for more than one value), `RaisedInLua` becomes an
error at the line of the script, and any other exception is a fault of ours, kept in `mishaps`.

What a text means to MoonSharp and not to Lua is changed when it is loaded: see `sources`.

Values are copied: None, bool, numbers, str, list (keys 1, 2, 3 …; also any empty table), dict
(whose order `pairs` keeps). A table that comes back from another script is the script's own
again: see `loans`. Tokens stand for what is not copied: see `values`; `Words` lets a caller use
classes of its own for them. How to add a part to the prelude: see `prelude`.
"""

from tts_tool.table.scripts.faults import RaisedInLua, ScriptFault
from tts_tool.table.scripts.prelude import PARTS, PreludePart
from tts_tool.table.scripts.script import Gateway, Script
from tts_tool.table.scripts.services import Clock
from tts_tool.table.scripts.values import (
    Function,
    Handle,
    Several,
    Shaped,
    Value,
    Words,
    fields,
)
from tts_tool.table.scripts.watch import Running, Watch

__all__ = [
    "PARTS",
    "Clock",
    "Function",
    "Gateway",
    "Handle",
    "PreludePart",
    "RaisedInLua",
    "Running",
    "Script",
    "ScriptFault",
    "Several",
    "Shaped",
    "Value",
    "Watch",
    "Words",
    "fields",
]
