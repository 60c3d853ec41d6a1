"""Reads values: an operator waits until a weaker one follows, so chains do not descend."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import NamedTuple, NoReturn

from tts_tool.lua import syntax
from tts_tool.lua.cursor import Cursor
from tts_tool.lua.errors import ForeignOperator
from tts_tool.lua.lexer import Token

__all__ = ["BINARY", "Expressions"]


class _Strength(NamedTuple):
    """How strongly an operator holds what stands left and right of it."""

    left: int
    right: int


# The numbers of Lua's own parser: `..` and `^` hold less on their right, so they group from there.
BINARY: Mapping[str, _Strength] = {
    text: _Strength(left, right)
    for texts, left, right in (
        ("or", 1, 1),
        ("and", 2, 2),
        ("< > <= >= ~= != ==", 3, 3),
        ("..", 5, 4),
        ("+ -", 6, 6),
        ("* / %", 7, 7),
        ("^", 10, 9),
    )
    for text in texts.split()
}
_UNARY = 8
_PREFIXES = frozenset(("not", "-", "#"))
_FOREIGN = {
    "//": "write math.floor(a / b)",
    "&": "write bit32.band(a, b)",
    "|": "write bit32.bor(a, b)",
    "~": "write bit32.bxor(a, b) or bit32.bnot(a)",
    "<<": "write bit32.lshift(a, b)",
    ">>": "write bit32.rshift(a, b)",
}
_CONSTANTS = frozenset(("nil", "true", "false", "..."))


class _Waiting(NamedTuple):
    """An operator whose right side is not complete."""

    operator: Token
    strength: int
    is_unary: bool


class Expressions(Cursor, ABC):
    """Reads values."""

    @abstractmethod
    def body(self, kind: str, *declared: Token) -> syntax.Block:
        """Read a block in a scope of its own, in which some names are declared already."""

    def expressions(self) -> tuple[syntax.Expression, ...]:
        values = [self.expression()]
        while self.skip(","):
            values.append(self.expression())
        return tuple(values)

    def expression(self) -> syntax.Expression:
        """Read operands and operators; an operator waits until a weaker one follows."""
        self.deeper()
        operands: list[syntax.Expression] = []
        waiting: list[_Waiting] = []
        while True:
            while self.now.text in _PREFIXES:
                waiting.append(_Waiting(self.next(), _UNARY, is_unary=True))
            operands.append(self._operand())
            strength = BINARY.get(self.now.text)
            left = strength.left if strength else 0
            while waiting and left <= waiting[-1].strength:
                _join(operands, waiting.pop())
            if strength is None:
                break
            waiting.append(_Waiting(self.next(), strength.right, is_unary=False))
        if self.now.text in _FOREIGN:
            self._refuse_operator()
        self.depth -= 1
        return operands[0]

    def _refuse_operator(self) -> NoReturn:
        operator = self.now.text
        what = f"Tabletop Simulator has no operator `{operator}`"
        raise ForeignOperator(
            what, self.name, self.now.line, self.now.column, fix=_FOREIGN[operator]
        )

    def _operand(self) -> syntax.Expression:
        token = self.now
        if token.kind in ("number", "string") or token.text in _CONSTANTS:
            return self._constant()
        if token.text == "function":
            return self.function(self.next())
        if token.text == "{":
            return self._table()
        if token.text == "|":
            return self._short_function()
        if token.text == "~":
            self._refuse_operator()
        return self.suffixed()

    def _constant(self) -> syntax.Constant:
        if self.now.text == "..." and not self.scopes.in_vararg:
            raise self.error("`...` outside a function that has it", self.now)
        return syntax.Constant(self.next())

    def suffixed(self) -> syntax.Expression:
        """Read a variable or a group, and what is taken or called from it."""
        part: syntax.Expression = self._group() if self.now.text == "(" else self.variable()
        while True:
            token = self.now
            if token.text == ".":
                self.next()
                part = syntax.Member(self.expect_name(), part)
            elif token.text == "[":
                self.next()
                part = syntax.Index(token, part, self.expression())
                self.close("]", token)
            elif token.text == ":":
                self.next()
                part = syntax.MethodCall(self.expect_name(), part, self._arguments())
            elif token.text in ("(", "{") or token.kind == "string":
                part = syntax.Call(token, part, self._arguments())
            else:
                return part

    def variable(self) -> syntax.Name:
        if self.now.kind != "name":
            self.fail("a name or a value")
        token = self.next()
        return syntax.Name(token, self.scopes.is_local(token.text))

    def _group(self) -> syntax.Group:
        start = self.next()
        inner = self.expression()
        self.close(")", start)
        return syntax.Group(start, inner)

    def _arguments(self) -> tuple[syntax.Expression, ...]:
        start = self.now
        if start.kind == "string":
            return (syntax.Constant(self.next()),)
        if start.text == "{":
            return (self._table(),)
        self.expect("(")
        if self.skip(")"):
            return ()
        values = self.expressions()
        self.close(")", start)
        return values

    def _table(self) -> syntax.TableLiteral:
        start = self.next()
        fields: list[syntax.Field] = []
        while self.now.text not in ("}", ""):
            fields.append(self._field())
            if not (self.skip(",") or self.skip(";")):
                break
        self.close("}", start)
        return syntax.TableLiteral(start, tuple(fields))

    def _field(self) -> syntax.Field:
        start = self.now
        key: syntax.Expression | None = None
        if start.text == "[":
            self.next()
            key = self.expression()
            self.close("]", start)
            self.expect("=")
        elif start.kind == "name" and self.tokens[self.at + 1].text == "=":
            key = syntax.Constant(self.next())
            self.expect("=")
        return syntax.Field(start, key, self.expression())

    def function(self, start: Token, *hidden: Token) -> syntax.Function:
        opened = self.expect("(")
        names, kind = self._parameters(")")
        self.close(")", opened)
        if (names or kind == "vararg") and self.now.text == ")":
            self.spare.append(self.next())
        parameters = (*hidden, *names)
        body = self.body(kind, *parameters)
        end = self.close("end", start)
        return syntax.Function(start, parameters, kind == "vararg", body, end.end)

    def _short_function(self) -> syntax.Function:
        start = self.next()
        parameters, kind = self._parameters("|")
        bar = self.close("|", start)
        self.scopes.open(kind)
        for name in parameters:
            self.scopes.declare(name.text)
        value = self.expression()
        self.scopes.close()
        body = syntax.Block(bar, (syntax.Return(bar, (value,)),), self.now)
        end = self.tokens[self.at - 1].end
        return syntax.Function(start, parameters, kind == "vararg", body, end)

    def _parameters(self, closing: str) -> tuple[tuple[Token, ...], str]:
        """Read parameters, and tell which kind of scope they make."""
        names: list[Token] = []
        if self.now.text == closing:
            return (), "function"
        while True:
            if self.skip("..."):
                return tuple(names), "vararg"
            names.append(self.expect_name())
            if not self.skip(","):
                return tuple(names), "function"


def _join(operands: list[syntax.Expression], waiting: _Waiting) -> None:
    """Put an operator and its operands, the last ones, together."""
    right = operands.pop()
    if waiting.is_unary:
        operands.append(syntax.Unary(waiting.operator, right))
    else:
        operands.append(syntax.Binary(waiting.operator, operands.pop(), right))
