"""Gives operators the meaning that they have in the game, where plain Lua has another one.

An operator whose operands leave it open becomes a call of `prelude/operators.lua`: how long a text
or a list is, which text comes first, what remains of a negative number, how a number is written
when it is joined to a text, whether what is left of a destroyed object is nil. Where an operand
shows that both mean the same, nothing changes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

from tts_tool.lua import syntax
from tts_tool.lua.rewriting import BEGIN, END, OPERATOR, Extents, Replacement, rewritten

__all__ = ["NAMES", "Change", "depends", "in_turn", "meant"]

Change: TypeAlias = Callable[[syntax.Node, Extents], Iterator[Replacement]]

# The functions of the prelude, and what each operator becomes. More is not (less or equal) to
# MoonSharp, which shows where a number is none and where a table has but one of two metamethods.
_COMPARED = {"<": "lt", "<=": "le", ">": "not le", ">=": "not lt"}
_NEGATED = {">": "<=", ">=": "<"}
_EQUAL = {"==": "", "~=": "not ", "!=": "not "}
_ARITHMETIC = {"+": "add", "-": "sub", "*": "mul", "/": "div", "^": "pow"}
NAMES = ("len", "txt", "mod", "unm", "lt", "le", "eq", *_ARITHMETIC.values())

_SHORT_NUMBER = re.compile(r"\d{1,14}")


def meant(prefix: str) -> Change:
    """Say how operators are changed; the names of the functions begin with `prefix`."""

    def edits(part: syntax.Node, extents: Extents) -> Iterator[Replacement]:
        if isinstance(part, syntax.Unary):
            yield from _unary(part, extents, prefix)
        elif isinstance(part, syntax.Binary):
            if part.at.text == "..":
                yield from _joined(part, extents, prefix)
            elif call := _call(part, prefix):
                start, end = extents.start(part), extents.end(part)
                yield Replacement(start, BEGIN, start, call.begin)
                yield Replacement(part.at.offset, OPERATOR, part.at.end, call.between)
                yield Replacement(end, END, end, ")")

    return edits


def _unary(part: syntax.Unary, extents: Extents, prefix: str) -> Iterator[Replacement]:
    sign, operand = part.at.text, part.operand
    is_length = sign == "#" and not _is_ascii(operand)
    if is_length or (sign == "-" and _kind(operand) == "string"):
        end = extents.end(operand)
        name = "len" if is_length else "unm"
        yield Replacement(part.at.offset, BEGIN, part.at.end, f"{prefix}{name}(")
        yield Replacement(end, END, end, ")")


def _joined(part: syntax.Binary, extents: Extents, prefix: str) -> Iterator[Replacement]:
    """Let each operand be written as the game writes it, if it is a number."""
    is_chain = isinstance(part.right, syntax.Binary) and part.right.at.text == ".."
    for operand in (part.left,) if is_chain else (part.left, part.right):
        if _kind(operand) == "string" or _SHORT_NUMBER.fullmatch(operand.at.text):
            continue
        start, end = extents.start(operand), extents.end(operand)
        yield Replacement(start, BEGIN, start, f"{prefix}txt(")
        yield Replacement(end, END, end, ")")


class _Call(NamedTuple):
    """What comes before the operands, and between them."""

    begin: str
    between: str


def _call(part: syntax.Binary, prefix: str) -> _Call | None:
    operator, kinds = part.at.text, (_kind(part.left), _kind(part.right))
    if operator in _COMPARED:
        if "number" not in kinds:
            negation, _, name = _COMPARED[operator].rpartition(" ")
            return _Call(f"{negation} {prefix}{name}(", ",")
        return _Call(" not (", _NEGATED[operator]) if operator in _NEGATED else None
    if operator in _EQUAL:
        is_plain = _is_something(part.left) or _is_something(part.right)
        return None if is_plain else _Call(f"{_EQUAL[operator]}{prefix}eq(", ",")
    if operator == "%":
        is_plain = part.right.at.kind == "number" and kinds[0] != "string"
        return None if is_plain else _Call(f"{prefix}mod(", ",")
    if operator in _ARITHMETIC and "string" in kinds:
        return _Call(f"{prefix}{_ARITHMETIC[operator]}(", ",")
    return None


def _kind(part: syntax.Expression) -> str:
    """Tell what an expression shows to be, metamethods aside: a `string`, a `number` or neither."""
    part = _inner(part)
    match part:
        case syntax.Constant():
            return part.at.kind
        case syntax.Binary() if part.at.text == "..":
            return "string"
        case syntax.Binary() if part.at.text in _ARITHMETIC or part.at.text == "%":
            return "number"
        case syntax.Unary() if part.at.text in "-#":
            return "number"
    return ""


def _is_something(part: syntax.Expression) -> bool:
    """Tell whether an expression shows to be neither nil nor an object, metamethods aside."""
    part = _inner(part)
    match part:
        case syntax.Constant():
            return part.at.text not in ("nil", "...")
        case syntax.Binary():
            return part.at.text not in ("and", "or")
        case syntax.Unary() | syntax.Function() | syntax.TableLiteral():
            return True
    return False


def _inner(part: syntax.Expression) -> syntax.Expression:
    while isinstance(part, syntax.Group):
        part = part.inner
    return part


def _is_ascii(part: syntax.Expression) -> bool:
    """Tell whether a text is written so that its bytes are its letters."""
    text = part.at.text
    return part.at.kind == "string" and text.isascii() and "\\" not in text and "\r" not in text


# Several variables at once --------------------------------------------------------------------


def in_turn(
    part: syntax.Assign, edits: list[Replacement], text: str, extents: Extents, prefix: str
) -> list[Replacement]:
    """Let `i, t[i] = 2, x` write t[2]: the game looks for each place when it is its turn.

    What stands before the `=` moves behind the values, with its edits.
    """
    start, last = part.at.offset, extents.end(part.targets[-1])
    equals, end = extents.behind(last), extents.end(part.values[-1])
    names = [f"{prefix}{number}" for number in range(len(part.targets))]
    stores = []
    for name, target in zip(names, part.targets, strict=True):
        first, behind = extents.start(target), extents.end(target)
        inside = [edit for edit in edits if _begins_within(edit, first, behind + 1)]
        stores.append(f" {rewritten(text, inside, first, behind)} = {name};")
    kept = [edit for edit in edits if not _begins_within(edit, start, equals.end)]
    before = Replacement(start, OPERATOR, equals.end, f"do local {', '.join(names)} =")
    return [*kept, before, Replacement(end, OPERATOR, end, f";{''.join(stores)} end")]


def _begins_within(edit: Replacement, start: int, stop: int) -> bool:
    return start < edit.start < stop or (edit.start == start and edit.rank >= OPERATOR)


def depends(part: syntax.Assign) -> bool:
    """Tell whether a place may be another one once the places before it have been written."""
    written: set[str] = set()
    stored = False
    for target in part.targets:
        if isinstance(target, syntax.Name):
            written.add(target.name)
            continue
        if any(_may_change(each, target, written, stored=stored) for each in syntax.walk(target)):
            return len(part.targets) > 1
        stored = True
    return False


def _may_change(part: syntax.Node, target: syntax.Node, written: set[str], *, stored: bool) -> bool:
    match part:
        case syntax.Name():
            return part.name in written
        case syntax.Call() | syntax.MethodCall():
            return True
        case syntax.Member() | syntax.Index():
            return stored and part is not target
    return False
