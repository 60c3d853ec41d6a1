"""The parts of a script: what the parser makes, and how to visit all of them.

Every part knows the token `at` which a message about it points: the operator of an operation,
else where the part begins. Names are resolved already: each knows whether a local is meant.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import msgspec

from tts_tool.lua.lexer import Token

__all__ = [
    "Assign", "Binary", "Block", "Branch", "Break", "Call", "CallStatement", "Constant", "Do",
    "Expression", "Field", "For", "ForIn", "Function", "FunctionStatement", "Goto", "Group", "If",
    "Index", "Label", "Local", "LocalFunction", "Member", "MethodCall", "Name", "Node", "Repeat",
    "Return", "Statement", "TableLiteral", "Unary", "While", "parts", "walk",
]  # fmt: skip


class Node(msgspec.Struct, frozen=True, eq=False):
    """A part of a script."""

    at: Token


class Constant(Node, frozen=True, eq=False):
    """`nil`, `true`, `false`, `...`, a number or a string: the token says which."""


class Name(Node, frozen=True, eq=False):
    """A variable."""

    is_local: bool

    @property
    def name(self) -> str:
        """The name itself."""
        return self.at.text


class Group(Node, frozen=True, eq=False):
    """`(inner)`."""

    inner: Expression


class Member(Node, frozen=True, eq=False):
    """`base.name`; points at the name."""

    base: Expression

    @property
    def name(self) -> str:
        """The name behind the dot."""
        return self.at.text


class Index(Node, frozen=True, eq=False):
    """`base[key]`."""

    base: Expression
    key: Expression


class Call(Node, frozen=True, eq=False):
    """`function(arguments)`."""

    function: Expression
    arguments: tuple[Expression, ...]


class MethodCall(Node, frozen=True, eq=False):
    """`base:name(arguments)`; points at the name."""

    base: Expression
    arguments: tuple[Expression, ...]

    @property
    def name(self) -> str:
        """The name behind the colon."""
        return self.at.text


class Function(Node, frozen=True, eq=False):
    """`function (parameters) body end`, or MoonSharp's `|parameters| value`.

    The body of the short form is a single `return`, both at the second bar; `end` is the offset
    behind the last token.
    """

    parameters: tuple[Token, ...]
    is_vararg: bool
    body: Block
    end: int

    @property
    def is_short(self) -> bool:
        """Whether it is written with bars."""
        return self.at.text == "|"


class Unary(Node, frozen=True, eq=False):
    """`not x`, `-x`, `#x`."""

    operand: Expression


class Binary(Node, frozen=True, eq=False):
    """`left operator right`."""

    left: Expression
    right: Expression


class Field(Node, frozen=True, eq=False):
    """Something in a table: `name = value` (at the name), `[key] = value`, or a value alone."""

    key: Expression | None
    value: Expression

    @property
    def name(self) -> str | None:
        """The name of `name = value`."""
        return self.at.text if self.at.kind == "name" and self.key is not None else None


class TableLiteral(Node, frozen=True, eq=False):
    """`{fields}`."""

    fields: tuple[Field, ...]


class Block(Node, frozen=True, eq=False):
    """Statements in a scope of their own; `end` is the token behind the last."""

    statements: tuple[Statement, ...]
    end: Token


class Local(Node, frozen=True, eq=False):
    """`local names = values`."""

    names: tuple[Token, ...]
    values: tuple[Expression, ...]


class LocalFunction(Node, frozen=True, eq=False):
    """`local function name`."""

    name: Token
    function: Function


class FunctionStatement(Node, frozen=True, eq=False):
    """`function target(...)`; `target` is a name, or members of one; `a:b` has a hidden `self`."""

    target: Name | Member
    is_method: bool
    function: Function


class Assign(Node, frozen=True, eq=False):
    """`targets = values`."""

    targets: tuple[Expression, ...]
    values: tuple[Expression, ...]


class CallStatement(Node, frozen=True, eq=False):
    """A call whose result nobody wants."""

    call: Expression


class Do(Node, frozen=True, eq=False):
    """`do body end`."""

    body: Block


class While(Node, frozen=True, eq=False):
    """`while condition do body end`."""

    condition: Expression
    body: Block


class Repeat(Node, frozen=True, eq=False):
    """`repeat body until condition`."""

    body: Block
    condition: Expression


class Branch(Node, frozen=True, eq=False):
    """`if` or `elseif condition then body`, or `else body`."""

    condition: Expression | None
    body: Block


class If(Node, frozen=True, eq=False):
    """`if … end`."""

    branches: tuple[Branch, ...]


class For(Node, frozen=True, eq=False):
    """`for name = first, last, step do body end`."""

    name: Token
    bounds: tuple[Expression, ...]
    body: Block


class ForIn(Node, frozen=True, eq=False):
    """`for names in values do body end`."""

    names: tuple[Token, ...]
    values: tuple[Expression, ...]
    body: Block


class Return(Node, frozen=True, eq=False):
    """`return values`."""

    values: tuple[Expression, ...]


class Break(Node, frozen=True, eq=False):
    """`break`."""


class Goto(Node, frozen=True, eq=False):
    """`goto label`; `skips` is a local between here and a label that ends the block."""

    label: Token


class Label(Node, frozen=True, eq=False):
    """`::name::`."""

    name: Token


Expression: TypeAlias = (
    Constant
    | Name
    | Group
    | Member
    | Index
    | Call
    | MethodCall
    | Function
    | Unary
    | Binary
    | TableLiteral
)
Statement: TypeAlias = (
    Local | LocalFunction | FunctionStatement | Assign | CallStatement | Do | While | Repeat | If
    | For | ForIn | Return | Break | Goto | Label
)  # fmt: skip


def walk(root: Node) -> Iterator[Node]:
    """Visit a part and all parts of it, in the order in which they are written.

    Chains such as `a .. b .. c` may be thousands of operators deep, so this does not recurse.
    """
    waiting: list[Node] = [root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(list(parts(node))))


def parts(node: Node) -> Iterator[Node]:
    """List the parts of a part, in the order in which they are written."""
    for field in node.__struct_fields__[1:]:
        value = getattr(node, field)
        if isinstance(value, Node):
            yield value
        elif isinstance(value, tuple) and not isinstance(value, Token):
            yield from (part for part in value if isinstance(part, Node))
