"""Reads a script as MoonSharp does: Lua 5.2 with `!=` and short functions `|a, b| a + b`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NoReturn

from tts_tool.lua import syntax
from tts_tool.lua.expressions import BINARY, Expressions
from tts_tool.lua.lexer import Token

__all__ = ["Chunk", "parse"]


@dataclass(frozen=True, slots=True)
class Chunk:
    """A script that has been read.

    `leaps` are the labels of each `goto` that leaps over a local, which MoonSharp refuses; `spare`
    are second `)` behind parameters, which it reads over; `tokens` are all that mean something, and
    the end.
    """

    body: syntax.Block
    leaps: tuple[Token, ...]
    spare: tuple[Token, ...]
    tokens: tuple[Token, ...]


def parse(text: str, name: str) -> Chunk:
    """Read the script `text`; `name` is what errors call it."""
    return _Statements(text, name).chunk()


_BLOCK_ENDS = frozenset(("end", "else", "elseif", "until", ""))


class _Statements(Expressions):
    """Reads statements."""

    def __init__(self, text: str, name: str) -> None:
        super().__init__(text, name)
        self._statements: Mapping[str, Callable[[], syntax.Statement]] = {
            "local": self._local,
            "function": self._function_statement,
            "if": self._if,
            "for": self._for,
            "while": self._while,
            "repeat": self._repeat,
            "do": self._do,
            "return": self._return,
            "break": self._break,
            "goto": self._goto,
            "::": self._label,
        }

    def chunk(self) -> Chunk:
        body = self.body("vararg")
        if self.now.kind != "end":
            self.fail("a statement")
        meant = tuple(token for token in self.tokens if token not in self.spare)
        return Chunk(body, tuple(self.scopes.skipping), tuple(self.spare), meant)

    def body(self, kind: str, *declared: Token) -> syntax.Block:
        """Read a block in a scope of its own, in which some names are declared already."""
        self.scopes.open(kind)
        for name in declared:
            self.scopes.declare(name.text)
        block = self.block()
        self.scopes.close()
        return block

    def block(self) -> syntax.Block:
        start = self.now
        statements: list[syntax.Statement] = []
        self.deeper()
        while not self._at_block_end():
            if self.skip(";"):
                continue
            statements.append(self._statement())
            if isinstance(statements[-1], syntax.Return):
                break
        self.depth -= 1
        return syntax.Block(start, tuple(statements), self.now)

    def _at_block_end(self) -> bool:
        return self.now.text in _BLOCK_ENDS

    def _statement(self) -> syntax.Statement:
        special = self._statements.get(self.now.text)
        return special() if special else self._call_or_assignment()

    def _call_or_assignment(self) -> syntax.Statement:
        start = self.now
        first = self.suffixed()
        if self.now.text in ("=", ","):
            return self._assignment(start, first)
        if not isinstance(first, syntax.Call | syntax.MethodCall):
            self._fail_statement(start)
        return syntax.CallStatement(start, first)

    def _fail_statement(self, start: Token) -> NoReturn:
        if start.text == "continue":
            fix = "write `goto continue`, and `::continue::` at the end of the loop"
            raise self.error("Lua has no `continue`", start, fix)
        after = self.tokens[self.at + 1 : self.at + 2]
        if self.now.text in BINARY and after and after[0].text == "=":
            operator = self.now.text
            fix = f"write {start.text} = {start.text} {operator} …"
            raise self.error(f"Lua has no `{operator}=`", self.now, fix)
        self.fail("`=` or a call")

    def _assignment(self, start: Token, first: syntax.Expression) -> syntax.Assign:
        targets = [self._target(first, start)]
        while self.skip(","):
            begun = self.now
            targets.append(self._target(self.suffixed(), begun))
        self.expect("=")
        return syntax.Assign(start, tuple(targets), self.expressions())

    def _target(self, part: syntax.Expression, start: Token) -> syntax.Expression:
        if not isinstance(part, syntax.Name | syntax.Member | syntax.Index):
            raise self.error("nothing can be assigned to this", start)
        return part

    def _local(self) -> syntax.Local | syntax.LocalFunction:
        start = self.next()
        if self.skip("function"):
            return self._local_function(start)
        names = self.names()
        values = self.expressions() if self.skip("=") else ()
        for name in names:
            self.scopes.declare(name.text)
        return syntax.Local(start, names, values)

    def _local_function(self, start: Token) -> syntax.LocalFunction:
        name = self.expect_name()
        self.scopes.declare(name.text)
        return syntax.LocalFunction(start, name, self.function(start))

    def _function_statement(self) -> syntax.FunctionStatement:
        start = self.next()
        target: syntax.Name | syntax.Member = self.variable()
        while self.skip("."):
            target = syntax.Member(self.expect_name(), target)
        is_method = self.skip(":")
        hidden = []
        if is_method:
            target = syntax.Member(self.expect_name(), target)
            hidden.append(start._replace(kind="name", text="self"))
        return syntax.FunctionStatement(start, target, is_method, self.function(start, *hidden))

    def _if(self) -> syntax.If:
        start = self.now
        branches = []
        while self.now.text in ("if", "elseif"):
            begun = self.next()
            condition = self.expression()
            self.expect("then")
            branches.append(syntax.Branch(begun, condition, self.body("block")))
        if self.now.text == "else":
            begun = self.next()
            branches.append(syntax.Branch(begun, None, self.body("block")))
        self.close("end", start)
        return syntax.If(start, tuple(branches))

    def _for(self) -> syntax.For | syntax.ForIn:
        start = self.next()
        names = self.names()
        if len(names) == 1 and self.skip("="):
            return self._counting(start, names[0])
        self.expect("in")
        values = self.expressions()
        self.expect("do")
        loop = syntax.ForIn(start, names, values, self.body("loop", *names))
        self.close("end", start)
        return loop

    def _counting(self, start: Token, name: Token) -> syntax.For:
        bounds = [self.expression()]
        self.expect(",")
        bounds.append(self.expression())
        if self.skip(","):
            bounds.append(self.expression())
        self.expect("do")
        loop = syntax.For(start, name, tuple(bounds), self.body("loop", name))
        self.close("end", start)
        return loop

    def _while(self) -> syntax.While:
        start = self.next()
        condition = self.expression()
        self.expect("do")
        loop = syntax.While(start, condition, self.body("loop"))
        self.close("end", start)
        return loop

    def _repeat(self) -> syntax.Repeat:
        """Read a loop whose condition sees the locals of its body."""
        start = self.next()
        self.scopes.open("loop")
        body = self.block()
        self.close("until", start)
        condition = self.expression()
        self.scopes.close()
        return syntax.Repeat(start, body, condition)

    def _do(self) -> syntax.Do:
        start = self.next()
        body = self.body("block")
        self.close("end", start)
        return syntax.Do(start, body)

    def _return(self) -> syntax.Return:
        start = self.next()
        nothing = self._at_block_end() or self.now.text == ";"
        values = () if nothing else self.expressions()
        self.skip(";")
        return syntax.Return(start, values)

    def _break(self) -> syntax.Break:
        if not self.scopes.in_loop:
            raise self.error("break outside a loop", self.now)
        return syntax.Break(self.next())

    def _goto(self) -> syntax.Goto:
        start = self.next()
        label = self.expect_name()
        self.scopes.jump(label)
        return syntax.Goto(start, label)

    def _label(self) -> syntax.Label:
        start = self.next()
        name = self.expect_name()
        self.expect("::")
        after = next(token for token in self.tokens[self.at :] if token.text != ";")
        ends_block = after.text in _BLOCK_ENDS - {"until"}
        self.scopes.mark(name, ends_block=ends_block)
        return syntax.Label(start, name)
