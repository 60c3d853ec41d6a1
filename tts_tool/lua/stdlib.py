"""What MoonSharp brings in Tabletop Simulator's sandbox, and what of Lua it leaves out."""

from collections.abc import Mapping

__all__ = ["ABSENT", "FUNCTIONS", "LIBRARIES", "MOONSHARP_ONLY"]

FUNCTIONS = frozenset(
    "_G _VERSION _MOONSHARP assert collectgarbage error getmetatable ipairs next pack pairs pcall "
    "print rawequal rawget rawlen rawset select setmetatable tonumber tostring type unpack "
    "xpcall".split()
)
LIBRARIES: Mapping[str, frozenset[str]] = {
    name: frozenset(members.split())
    for name, members in {
        "string": """byte char contains dump endsWith find format gmatch gsub len lower match rep
            reverse startsWith sub unicode upper""",
        "table": "concat insert pack remove sort unpack",
        "math": """abs acos asin atan atan2 ceil cos cosh deg exp floor fmod frexp huge ldexp log
            log10 max min modf pi pow rad random randomseed sin sinh sqrt tan tanh""",
        "coroutine": "create isyieldable resume running status wrap yield",
        "bit32": """arshift band bnot bor btest bxor extract lrotate lshift replace rrotate
            rshift""",
        "os": "clock date difftime time",
        "json": "isnull null parse serialize",
        "dynamic": "eval prepare",
        "package": "loaded",
    }.items()
}
# Of these another Lua knows nothing; a script for both must do without.
MOONSHARP_ONLY = frozenset(
    "string.contains string.endsWith string.startsWith string.unicode unpack pack json dynamic "
    "_MOONSHARP".split()
)
ABSENT: Mapping[str, str] = {
    "load": "there is no way to run text as a script",
    "loadstring": "there is no way to run text as a script",
    "loadfile": "there are no files",
    "dofile": "there are no files",
    "require": "bundle the script: tts-tool lua bundle",
    "module": "return a table instead",
    "io": "there are no files",
    "debug": "use print and pcall",
    "utf8": "strings are made of characters already",
    "getfenv": "use a table of your own",
    "setfenv": "use a table of your own",
}
