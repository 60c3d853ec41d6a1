"""Values in a playbook: what is on the table, compared and counted. No more of Python than this."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final

from tts_tool.errors import BadInput, NotFound
from tts_tool.table.fitting import fitted
from tts_tool.table.looks import Content, ObjectLook
from tts_tool.table.pieces import Piece

if TYPE_CHECKING:
    from tts_tool.table.open import Table

__all__ = ["Expression", "Names", "check", "valued"]

Expression = ast.expr

_COMPARE: Final[Mapping[type[ast.cmpop], Callable[[Any, Any], bool]]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.In: lambda one, many: one in many,
    ast.NotIn: lambda one, many: one not in many,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
}
_CALCULATE: Final[Mapping[type[ast.operator], Callable[[Any, Any], Any]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
_UNARY: Final[Mapping[type[ast.unaryop], Callable[[Any], Any]]] = {
    ast.Not: operator.not_,
    ast.USub: operator.neg,
}
_SEEN: Final = frozenset({*ObjectLook.__struct_fields__, *Content.__struct_fields__})


class Names:
    """What names mean while a playbook is played."""

    OWN: ClassVar[frozenset[str]] = frozenset(
        "find hand inside seen_by ui len abs round any all chat errors prints messages objects "
        "frame host run settle expect".split()
    )

    def __init__(self, table: Table) -> None:
        self._table = table
        self.given: dict[str, Any] = {}

    def value(self, name: str) -> Any:  # noqa: ANN401
        """Give what a name stands for now."""
        if name in self.given:
            return _fresh(self.given[name])
        if name in _LISTS:
            return _LISTS[name](self._table)
        raise NotFound(f'nothing is called "{name}"', fix=f'write {name} = find("…") before')

    def call(self, name: str, arguments: list[Any]) -> Any:  # noqa: ANN401
        """Call one of the few functions there are."""
        if name in _PLAIN:
            return _PLAIN[name](*arguments)
        return fitted(name, getattr(type(self._table), name), (self._table, *arguments), {})


_LISTS: Final[Mapping[str, Callable[[Any], Any]]] = {
    "chat": lambda table: [each.text for each in table.chat],
    "errors": lambda table: [str(each) for each in table.errors],
    "prints": lambda table: table.prints,
    "messages": lambda table: table.messages,
    "objects": lambda table: table.objects,
    "frame": lambda table: table.frame,
}
_PLAIN: Final[Mapping[str, Callable[..., Any]]] = {
    "len": len,
    "abs": abs,
    "round": round,
    "any": any,
    "all": all,
}
_LOOKING: Final = frozenset({"find", "hand", "inside", "seen_by", "ui"})
_FUNCTIONS: Final = sorted(_PLAIN.keys() | _LOOKING)
_WHAT_CAN: Final = "values are compared, joined by and, or, not, and calculated by + - * /"
_LONGEST: Final = 60  # letters: it stands in the middle of an error


def check(node: ast.AST, where: str) -> None:
    """Refuse, before anything is done, what has no meaning here."""
    for each in ast.walk(node):
        if not isinstance(each, _KNOWN) or _calculates_otherwise(each):
            raise BadInput(f"{_shown(each)} cannot be said here", where=where, fix=_WHAT_CAN)
        if isinstance(each, ast.Attribute) and each.attr not in _SEEN:
            fix = f"one of {', '.join(sorted(_SEEN))}"
            raise BadInput(f"nothing has a {each.attr}", where=where, fix=fix)
        if isinstance(each, ast.Call):
            _check_call(each, where)


def _calculates_otherwise(node: ast.AST) -> bool:
    if isinstance(node, ast.BinOp):
        return type(node.op) not in _CALCULATE
    return isinstance(node, ast.UnaryOp) and type(node.op) not in _UNARY


def _check_call(node: ast.Call, where: str) -> None:
    name = node.func.id if isinstance(node.func, ast.Name) else _shown(node.func)
    if name not in _FUNCTIONS or node.keywords:
        fix = f"there are {', '.join(_FUNCTIONS)}; what they are given has no names"
        raise BadInput(f"{name} cannot be called here", where=where, fix=fix)


_KNOWN: Final = (
    *(ast.Constant, ast.Name, ast.Load, ast.Attribute, ast.Call, ast.Compare, ast.BoolOp),
    *(ast.And, ast.Or, ast.UnaryOp, ast.BinOp, ast.Subscript, ast.List, ast.Tuple, ast.Dict),
    *_COMPARE,
    *_CALCULATE,
    *_UNARY,
)


def valued(node: ast.AST, names: Names) -> Any:  # noqa: ANN401
    """Work out what has been checked."""
    try:
        return _valued(node, names)
    except KeyError as error:
        raise BadInput(f"there is no {error}") from error
    except (TypeError, ValueError, LookupError, ArithmeticError, RecursionError) as error:
        raise BadInput(str(error)) from error


def _valued(node: ast.AST, names: Names) -> Any:  # noqa: ANN401
    return _VALUES[type(node)](node, names)


def _constant(node: ast.Constant, _: Names) -> Any:  # noqa: ANN401
    return node.value


def _name(node: ast.Name, names: Names) -> Any:  # noqa: ANN401
    return names.value(node.id)


def _attribute(node: ast.Attribute, names: Names) -> Any:  # noqa: ANN401
    owner = _valued(node.value, names)
    seen = owner.look if isinstance(owner, Piece) else owner
    if node.attr not in getattr(seen, "__struct_fields__", ()):
        raise ValueError(f"there is no {node.attr}")
    return getattr(seen, node.attr)


def _call(node: ast.Call, names: Names) -> Any:  # noqa: ANN401
    assert isinstance(node.func, ast.Name)  # noqa: S101 - it has been checked
    return names.call(node.func.id, [_valued(each, names) for each in node.args])


def _compare(node: ast.Compare, names: Names) -> bool:
    left = _valued(node.left, names)
    for compare, side in zip(node.ops, node.comparators, strict=True):
        right = _valued(side, names)
        if not _COMPARE[type(compare)](left, right):
            return False
        left = right
    return True


def _bool(node: ast.BoolOp, names: Names) -> Any:  # noqa: ANN401
    decisive = isinstance(node.op, ast.Or)
    first, *others = node.values
    value = _valued(first, names)
    for each in others:
        if bool(value) is decisive:
            break
        value = _valued(each, names)
    return value


def _unary(node: ast.UnaryOp, names: Names) -> Any:  # noqa: ANN401
    return _UNARY[type(node.op)](_valued(node.operand, names))


def _binary(node: ast.BinOp, names: Names) -> Any:  # noqa: ANN401
    left, right = _valued(node.left, names), _valued(node.right, names)
    if not all(isinstance(each, int | float) for each in (left, right)):
        raise TypeError("only numbers are calculated with")
    return _CALCULATE[type(node.op)](left, right)


def _subscript(node: ast.Subscript, names: Names) -> Any:  # noqa: ANN401
    return _valued(node.value, names)[_valued(node.slice, names)]


def _list(node: ast.List | ast.Tuple, names: Names) -> list[Any]:
    return [_valued(each, names) for each in node.elts]


def _dict(node: ast.Dict, names: Names) -> dict[Any, Any]:
    if None in node.keys:
        raise TypeError("** cannot be said here")
    keys = [_valued(each, names) for each in node.keys if each is not None]
    return dict(zip(keys, [_valued(each, names) for each in node.values], strict=True))


_VALUES: Final[Mapping[type[ast.AST], Callable[[Any, Names], Any]]] = {
    ast.Constant: _constant,
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.Call: _call,
    ast.Compare: _compare,
    ast.BoolOp: _bool,
    ast.UnaryOp: _unary,
    ast.BinOp: _binary,
    ast.Subscript: _subscript,
    ast.List: _list,
    ast.Tuple: _list,
    ast.Dict: _dict,
}


def _fresh(value: Any) -> Any:  # noqa: ANN401
    """Look again at what a name was given for: time has passed since."""
    if isinstance(value, Piece):
        return value.again()
    return value


def _shown(node: ast.AST) -> str:
    """Show a part of a playbook as somebody may have written it."""
    try:
        text = ast.unparse(node)
    except RecursionError:
        return "this"
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]} …"
