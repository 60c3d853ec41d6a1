"""Small scripts of what players do and what is to be seen then, checked before any of it is done.

    deck = find("Quest deck")
    red.draw(deck, 2); settle()
    expect len(hand("Red")) == 2
    expect deck.quantity == 38 and "Welcome" in chat

It looks like Python and is not run as Python: a player's or the host's gesture, a few functions,
names for what they give, and expectations. Nothing else can be said in it.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from tts_tool.errors import BadInput, UserError
from tts_tool.table.expressions import Expression, Names, check, valued
from tts_tool.table.fitting import fitted
from tts_tool.table.players import Player

if TYPE_CHECKING:
    from tts_tool.table.open import Table

__all__ = ["Failure", "Playbook"]

_EXPECT: Final = re.compile(r"expect\b\s*")
_ACTIONS: Final = frozenset({"run", "settle"})
_HOST: Final = ("rewind", "save")


@dataclass(frozen=True)
class Failure:
    """An expectation that did not hold."""

    where: str
    expected: str
    found: str

    def __str__(self) -> str:
        """Say it in one line, place first."""
        return f"{self.where}: expected {self.expected}; found {self.found}"


@dataclass(frozen=True)
class _Step:
    """One statement: what it does at a table."""

    where: str
    text: str
    run: Callable[[Table, Names], Failure | None]


class Playbook:
    """A script, read and found well formed."""

    def __init__(self, text: str, where: str = "script") -> None:
        """Read it; whatever is wrong in it is said with its line."""
        self._steps = list(_steps(text, where))

    def play(self, table: Table) -> list[Failure]:
        """Do it; give the expectations that did not hold. What cannot be done stops it."""
        names = Names(table)
        failures = []
        for step in self._steps:
            try:
                failure = step.run(table, names)
            except UserError as error:
                at = f" (at {error.where})" if error.where else ""
                what = f"{step.text}: {error.what}{at}"
                raise type_of(error)(what, where=step.where, fix=error.fix) from error
            if failure is not None:
                failures.append(failure)
        return failures


def type_of(error: UserError) -> type[UserError]:
    """Keep the kind of an error, as far as it can be made from words alone."""
    kinds = (each for each in type(error).__mro__ if each.__module__ == UserError.__module__)
    return next(kinds, UserError)


def _steps(text: str, where: str) -> Iterator[_Step]:
    for number, line in enumerate(text.splitlines(), 1):
        for statement in _statements(line):
            yield _step(statement, f"{where}:{number}")


def _statements(line: str) -> list[str]:
    """Cut a line at semicolons and before a comment, but not inside texts."""
    bare = re.sub(r"""("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|\#.*""", _text_only, line)
    parts = re.findall(r"""(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^;"'])+|["'].*""", bare)
    return [part.strip() for part in parts if part.strip()]


def _text_only(found: re.Match[str]) -> str:
    return found[1] or ""


def _step(text: str, where: str) -> _Step:
    if (found := _EXPECT.match(text)) is not None:
        expected = text[found.end() :]
        return _Step(where, text, _expectation(_parsed(expected, where), expected, where))
    match _parsed_statement(text, where):
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            if name in Names.OWN:
                raise BadInput(f'"{name}" has a meaning already', where=where, fix="choose another")
            return _Step(where, text, _naming(name, _done(value, where)))
        case ast.Expr(value=value):
            done = _done(value, where)
            return _Step(where, text, lambda table, names: _nothing(done(table, names)))
    raise BadInput(f"this cannot be said here: {text}", where=where, fix=_WHAT_CAN)


_WHAT_CAN: Final = (
    'a line is a gesture such as red.draw(find("Deck"), 2), host.save(), run(60), settle(), '
    'a name as in deck = find("Deck"), or begins with expect'
)
_Do = Callable[["Table", Names], Any]
_Given = tuple[list[Any], dict[str, Any]]


def _done(node: Expression, where: str) -> _Do:
    """Read what is done: a gesture, time that passes; or just a value."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id=who), attr=name)) if _plays(who):
            call = _call(node, where)
            _check_gesture(who, name, where)
            return lambda table, names: _gesture(table, who, name, *call(names))
        case ast.Call(func=ast.Name(id=name)) if name in _ACTIONS:
            call = _call(node, where)
            return lambda table, names: _timed(table, name, *call(names))
    check(node, where)
    return lambda _, names: valued(node, names)


def _call(node: ast.Call, where: str) -> Callable[[Names], _Given]:
    """Read what a gesture is given."""
    named = {each.arg: each.value for each in node.keywords if each.arg}
    for each in (*node.args, *(keyword.value for keyword in node.keywords)):
        check(each, where)
    if len(named) < len(node.keywords):
        raise BadInput("** cannot be said here", where=where)
    return lambda names: (
        [valued(each, names) for each in node.args],
        {name: valued(each, names) for name, each in named.items()},
    )


def _plays(who: str) -> bool:
    return who == "host" or who.capitalize() in Player.COLOURS


def _check_gesture(who: str, name: str, where: str) -> None:
    from tts_tool.table.gestures import gesture_named  # noqa: PLC0415 - needs all of the world

    if who != "host":
        gesture_named(name, where)
    elif name not in _HOST:
        fix = f"the host can {', '.join(_HOST)}"
        raise BadInput(f"the host cannot {name}", where=where, fix=fix)


def _gesture(table: Table, who: str, name: str, given: list[Any], named: dict[str, Any]) -> Any:  # noqa: ANN401
    hands: Any = table.host if who == "host" else table.player(who.capitalize())
    own = getattr(type(hands), name, None)
    if own is None:
        return getattr(hands, name)(*given, **named)
    return fitted(name, own, (hands, *given), named)


def _timed(table: Table, name: str, given: list[Any], named: dict[str, Any]) -> Any:  # noqa: ANN401
    if any(isinstance(each, int) and each < 0 for each in (*given, *named.values())):
        raise BadInput("no time passes backwards", fix="such as run(60)")
    return fitted(name, getattr(type(table), name), (table, *given), named)


def _naming(name: str, do: _Do) -> Callable[[Table, Names], None]:
    def run(table: Table, names: Names) -> None:
        names.given[name] = do(table, names)

    return run


def _nothing(_: object) -> None:
    return None


def _expectation(
    node: Expression, expected: str, where: str
) -> Callable[[Table, Names], Failure | None]:
    check(node, where)

    def run(_: Table, names: Names) -> Failure | None:
        return None if valued(node, names) else Failure(where, expected, _found(node, names))

    return run


def _found(node: Expression, names: Names) -> str:
    """Show the sides of a comparison, or the value."""
    if isinstance(node, ast.Compare):
        sides = [valued(each, names) for each in (node.left, *node.comparators)]
        return " and ".join(repr(each)[:200] for each in sides)
    return repr(valued(node, names))[:200]


def _parsed_statement(text: str, where: str) -> ast.stmt:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            (statement,) = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        reason = error.msg if isinstance(error, SyntaxError) else "it is too deep or odd"
        raise BadInput(f"cannot be read: {text} ({reason})", where=where, fix=_WHAT_CAN) from error
    return statement


def _parsed(text: str, where: str) -> Expression:
    statement = _parsed_statement(text, where) if text else None
    if not isinstance(statement, ast.Expr):
        raise BadInput(f"this is nothing that can be expected: {text}", where=where)
    return statement.value
