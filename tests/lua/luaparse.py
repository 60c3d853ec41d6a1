"""MoonSharp's luaparse: another hand's idea of what MoonSharp can read."""

from collections.abc import Sequence

from tests.node import ask

__all__ = ["luaparse_accepts"]

_PROGRAM = """
const {parse} = require("moonsharp-luaparse");
return question.map(text => {
    try { parse(text, {luaVersion: "5.2"}); return true } catch (error) { return false }
})
"""


def luaparse_accepts(texts: Sequence[str]) -> list[bool]:
    """Tell of each script whether luaparse can read it."""
    answers: list[bool] = ask(_PROGRAM, list(texts))
    return answers
