"""Goes through the tokens of a script, one at a time, and says what was expected instead."""

from typing import NoReturn

from tts_tool.lua.errors import LuaError
from tts_tool.lua.lexer import Token, code
from tts_tool.lua.scopes import Scopes

__all__ = ["DEPTH", "Cursor"]

# What a reader descends per level must fit, so often, into Python's own limit of 1,000 calls.
DEPTH = 120


class Cursor:
    """A reading of a script: `now` is the token that has not been read yet."""

    def __init__(self, text: str, name: str) -> None:
        last_line = text.rfind("\n") + 1
        end = Token("end", "", len(text), text.count("\n") + 1, len(text) - last_line)
        self.tokens = [*code(text, name), end]
        self.now = self.tokens[0]
        self.at = 0
        self.depth = 0
        # Brackets that MoonSharp reads and that mean nothing.
        self.spare: list[Token] = []
        self.name = name
        self.scopes = Scopes(name)

    def next(self) -> Token:
        read = self.now
        self.at += 1
        self.now = self.tokens[min(self.at, len(self.tokens) - 1)]
        return read

    def skip(self, text: str) -> bool:
        """Read a token if it is `text`."""
        if self.now.text != text:
            return False
        self.next()
        return True

    def expect(self, text: str) -> Token:
        if self.now.text != text:
            self.fail(f"`{text}`")
        return self.next()

    def close(self, text: str, opened: Token) -> Token:
        """Expect `text`, which closes what `opened`."""
        if self.now.text != text:
            self.fail(f"`{text}` for the `{opened.text}` of line {opened.line}")
        return self.next()

    def expect_name(self) -> Token:
        if self.now.kind != "name":
            self.fail("a name")
        return self.next()

    def names(self) -> tuple[Token, ...]:
        names = [self.expect_name()]
        while self.skip(","):
            names.append(self.expect_name())
        return tuple(names)

    def fail(self, expected: str) -> NoReturn:
        found = f"`{self.now.text[:40]}`" if self.now.text else "the end of the script"
        raise self.error(f"expected {expected}, found {found}", self.now)

    def error(self, what: str, token: Token, fix: str | None = None) -> LuaError:
        return LuaError(what, self.name, token.line, token.column, fix=fix)

    def deeper(self) -> None:
        self.depth += 1
        if self.depth > DEPTH:
            raise self.error(
                f"nested more than {DEPTH} deep", self.now, "move the inner part to a function"
            )
