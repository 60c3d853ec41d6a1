"""What may be wrong with a script, and where."""

from typing import ClassVar

from tts_tool.errors import BadInput

__all__ = ["ForeignOperator", "LuaError"]


class LuaError(BadInput):
    """A script is not Lua that Tabletop Simulator can read.

    Its `column` counts from 0, as in the game's own messages; the place that people read, and
    that editors jump to, counts from 1.
    """

    code: ClassVar[str] = "syntax"

    def __init__(
        self, what: str, name: str, line: int, column: int, *, fix: str | None = None
    ) -> None:
        super().__init__(what, where=f"{name}:{line}:{column + 1}", fix=fix)
        self.name = name
        self.line = line
        self.column = column


class ForeignOperator(LuaError):
    """An operator of a later Lua, which Tabletop Simulator does not know."""

    code = "operator"
