"""Runs all checks over a script, and leaves out what a comment in it excuses."""

import re
from collections.abc import Collection, Iterator
from difflib import get_close_matches

from tts_tool.lua.errors import LuaError
from tts_tool.lua.lexer import Token
from tts_tool.lua.lint.constructs import constructs
from tts_tool.lua.lint.names import names
from tts_tool.lua.lint.rules import RULES, LuaFinding
from tts_tool.lua.lint.script import ReadScript, Remark
from tts_tool.lua.lint.spelling import spelling

__all__ = ["lint"]

_IGNORE = re.compile(r"--\s*lint:\s*ignore\s+(?P<codes>[\w, -]*)")


_BLANKS = frozenset(("space", "comment"))


def lint(text: str, name: str, known: Collection[str] = ()) -> list[LuaFinding]:
    """Find everything there is to say about a script, in the order of its lines.

    `name` is what findings call it; `known` are globals that other scripts define. A comment
    `-- lint: ignore CODE` excuses its own line, or the next if it stands alone.
    """
    try:
        script = ReadScript(text, name)
    except LuaError as error:
        level = RULES[error.code].level
        at = (error.line, error.column)
        return [LuaFinding(error.code, level, name, *at, error.what, error.fix)]
    excused: set[tuple[int, str]] = set()
    remarks = list(_suppressions(script, excused))
    for found in (spelling(script), constructs(script), names(script, known)):
        remarks.extend(each for each in found if (each.at.line, each.code) not in excused)
    remarks.sort(key=lambda each: (each.at.offset, each.code))
    return [_finding(each, name) for each in remarks]


def _suppressions(script: ReadScript, excused: set[tuple[int, str]]) -> Iterator[Remark]:
    """Note which lines are excused from what, and remark on excuses for nothing."""
    lines_with_code = {token.line for token in script.tokens if token.kind not in _BLANKS}
    for token in script.tokens:
        found = _IGNORE.match(token.text) if token.kind == "comment" else None
        if found is None:
            continue
        codes = re.split(r"[,\s]+", found["codes"].strip())
        line = token.line if token.line in lines_with_code else token.line + 1
        excused.update((line, code) for code in codes)
        yield from _unknown(token, codes)


def _unknown(token: Token, codes: list[str]) -> Iterator[Remark]:
    for code in codes:
        if code not in RULES:
            near = get_close_matches(code, RULES, 1)
            fix = f"did you mean {near[0]}?" if near else "tts-tool lua lint --rules names them"
            yield Remark("suppression", token, f"no rule is called {code!r}", fix)


def _finding(remark: Remark, name: str) -> LuaFinding:
    code, at, message, fix = remark
    return LuaFinding(code, RULES[code].level, name, at.line, at.column, message, fix)
