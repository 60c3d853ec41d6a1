"""Finds what whoever writes rules of a game gets wrong: the order, the pile's end, the seat.

    g.draw("deck", "hand", 2)           from the bottom
    g.add(f"gold.{seat}", 1)            for somebody else
    g.notify(TURN_STARTED, seat)        twice, or after what follows

A statement counts that does something by itself: a call, a flow that is run.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import pairwise

from tts_tool.proof.breaks import Break, SourceText, alive

__all__ = ["slips"]

GAME = "g"
"""What rules call the game that they are given."""
SEATS = frozenset({"seat", "other", "attacker", "defender", "winner", "loser", "first"})
ENDS = {"TOP": "-1", "BOTTOM": "0"}
ONCE_IS_ENOUGH = frozenset(
    "restart remember settle set flag end_effects end_fight judge "
    "begin cap_shield clear_combo refill_shield".split()
)
"""What does nothing the second time, whoever looks: it brings something to where it then is."""


def slips(source: bytes, file: str) -> list[Break]:
    """List every slip that a file could have."""
    text, tree = SourceText(source, file), ast.parse(source)
    living = [node for node in alive(tree, text) if not isinstance(node, ast.Lambda)]
    given = {inner for node in living if _given_the_game(node) for inner in ast.walk(node)}
    found = [one for node in living for one in _orders(node, text)]
    found += [one for node in living for one in _ends(node, text)]
    return found + [one for node in living if node in given for one in _seats(node, text)]


def _given_the_game(node: ast.AST) -> bool:
    if not isinstance(node, ast.FunctionDef):
        return False
    return any(each.arg == GAME for each in (*node.args.args, *node.args.posonlyargs))


# Statements twice, or after what follows


def _orders(node: ast.AST, text: SourceText) -> Iterator[Break]:
    if _acts(node) and isinstance(node, ast.Expr) and not _once_is_enough(node.value):
        indent = "\n" + " " * node.col_offset
        yield text.broken(node, "statement doubled", f"{{}}{indent}{{}}")
    for body in _bodies(node):
        for one, following in pairwise(body):
            if _acts(one) and _does_something(following) and not _only_queued(one, following):
                yield _swapped(one, following, text)


def _bodies(node: ast.AST) -> Iterator[list[ast.stmt]]:
    for field in ("body", "orelse", "finalbody"):
        body = getattr(node, field, None)
        if isinstance(body, list):
            yield body


def _acts(node: ast.AST) -> bool:
    """Tell whether a statement does something by itself."""
    match node:
        case ast.Expr(value=ast.Call()):
            return True
        case ast.Expr(value=ast.YieldFrom(value=value)):
            return not isinstance(value, ast.Tuple)
    return False


def _does_something(node: ast.AST) -> bool:
    """Tell whether anything in a statement acts; what leaves the flow only drops what follows."""
    inside = list(ast.walk(node))
    leaves = any(isinstance(each, ast.Return | ast.Raise | ast.Continue) for each in inside)
    return not leaves and any(map(_acts, inside))


def _only_queued(one: ast.stmt, other: ast.stmt) -> bool:
    """Tell whether one of two calls only tells of a moment, with what is known already.

    Who reacts to it is queued, and sees what both have done.
    """
    if not (isinstance(one, ast.Expr) and isinstance(other, ast.Expr)):
        return False
    calls = (one.value, other.value)
    return all(isinstance(each, ast.Call) for each in calls) and any(map(_known_moment, calls))


def _known_moment(call: ast.expr) -> bool:
    inner = [each for each in ast.walk(call) if isinstance(each, ast.Call) and each is not call]
    return _called(call) == "notify" and all(map(_is_length, inner))


def _is_length(node: ast.expr) -> bool:
    """Tell whether something counts what has a name already."""
    match node:
        case ast.Call(func=ast.Name(id="len"), args=[ast.Name()]):
            return True
    return False


def _once_is_enough(node: ast.expr) -> bool:
    """Tell whether nothing is left to do when it is done again.

    All of a place moves only once, what is put in order within its place lies in order, and what
    is noted by its name or as it is written is noted.
    """
    match node:
        case ast.Call(func=ast.Attribute(attr="note"), keywords=given):
            return all(_as_written(each.value) for each in given)
        case ast.Call(
            func=ast.Attribute(attr="move" | "discard"), args=[moved, source, target, *_]
        ):
            whole = isinstance(moved, ast.Call) and _is_pile(moved) and _same(moved.args[0], source)
            return whole or _same(source, target)
    return _called(node) in ONCE_IS_ENOUGH


def _as_written(node: ast.expr) -> bool:
    """Tell whether an expression gives the same whenever it is worked out."""
    plain = (ast.Constant, ast.Name, ast.Tuple, ast.List, ast.Dict, ast.expr_context)
    return all(isinstance(each, plain) for each in ast.walk(node))


def _same(one: ast.expr, other: ast.expr) -> bool:
    return ast.dump(one) == ast.dump(other)


def _called(node: ast.expr) -> str:
    match node:
        case ast.YieldFrom(value=value):
            return _called(value)
        case ast.Call(func=ast.Attribute(attr=name)) | ast.Call(func=ast.Name(id=name)):
            return name
    return ""


def _swapped(one: ast.stmt, following: ast.stmt, text: SourceText) -> Break:
    first, second = text.span(one), text.span(following)
    between = text.of((first[1], second[0]))
    instead = f"{text.of(second)}{between}{text.of(first)}"
    return Break(text.file, one.lineno, "statement moved", (first[0], second[1]), instead)


# The other end of a pile


def _ends(node: ast.AST, text: SourceText) -> Iterator[Break]:
    match node:
        case ast.Name(id=name, ctx=ast.Load()) if name in ENDS:
            yield text.broken(node, "other end", ENDS[name])
        case ast.Subscript(value=pile, slice=ast.Constant(value=0)) if _is_pile(pile):
            yield text.broken(node, "other end", f"{text.of(text.span(pile))}[-1]")
        case ast.Subscript(value=pile, slice=ast.Slice(lower=None)) if _is_pile(pile):
            start, end = text.span(pile)[1], text.span(node)[1]
            rest = text.of((start, end))
            yield text.broken(node, "other end", f"{text.of(text.span(pile))}[::-1]{rest}")
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=game, attr="draw")) as call):
            g = text.of(text.span(game))
            source, target, *more = (text.of(text.span(each)) for each in call.args)
            named = {each.arg: text.of(text.span(each.value)) for each in call.keywords}
            count = named.get("count", more[0] if more else "1")
            rule = named.get("rule", more[1] if more[1:] else '""')
            drawn = f"{g}.cards({source})[::-1][:{count}]"
            instead = f"{g}.move({drawn}, {source}, {target}, rule={rule})"
            yield text.broken(node, "other end", instead)


def _is_pile(node: ast.expr) -> bool:
    """Tell whether something is what lies in a place, the top first."""
    match node:
        case ast.Call(func=ast.Attribute(attr="cards")):
            return True
        case ast.Subscript(value=ast.Attribute(attr="places")):
            return True
    return False


# Another seat


def _seats(node: ast.AST, text: SourceText) -> Iterator[Break]:
    if isinstance(node, ast.Call):
        given = (*node.args, *(each.value for each in node.keywords))
        for each in given:
            if isinstance(each, ast.Name) and each.id in SEATS:
                yield text.broken(each, "other seat", _another(each.id))
    elif isinstance(node, ast.JoinedStr):
        named = text.of(text.span(node))
        for seat in sorted(SEATS):
            if f"{{{seat}}}" in named:
                instead = named.replace(f"{{{seat}}}", f"{{{_another(seat)}}}")
                # Braces of a string are no marks of ours.
                yield Break(text.file, node.lineno, "other seat", text.span(node), instead)


def _another(seat: str) -> str:
    """Name who sits to the right."""
    return f"{GAME}.clockwise({seat})[-1]"
