"""Makes Lua programs at random: from the grammar, so that they are right, or broken afterwards."""

import random
from collections.abc import Callable

from tts_tool.lua.lexer import LuaError, code, tokens

__all__ = ["broken", "expression", "program", "scoped", "squeezed"]

_NAMES = "a b c d e f g".split()
_BINARY = "or and < > <= >= ~= == .. + - * / % ^".split()
_CONSTANTS = ["nil", "true", "false", "1", "0x1F", ".5", "3.", "2e3", "'s'", '"\\65\\n"', "[[l]]"]


class _Writer:
    """Writes parts of a program, ever smaller ones."""

    def __init__(self, chance: random.Random, *, moonsharp: bool) -> None:
        self._chance = chance
        self._binary = [*_BINARY, "!="] if moonsharp else _BINARY
        self._moonsharp = moonsharp
        self._loops = 0
        self._vararg = [True]

    def block(self, size: int) -> str:
        lines = [self._statement(size - 1) for _ in range(self._chance.randint(0, 3))]
        if self._chance.random() < 0.2:
            lines.append(
                f"return {self._list(size - 1)}" if self._chance.random() < 0.7 else "return"
            )
        return "\n".join(lines)

    def _statement(self, size: int) -> str:
        if size <= 0:
            return f"{self._name()} = {self._value(0)}"
        kinds: list[Callable[[], str]] = [
            lambda: f"{self._target(size)}, {self._target(size)} = {self._list(size)}",
            lambda: f"local {self._names()} = {self._list(size)}",
            lambda: f"local {self._names()}",
            lambda: f"local function {self._name()}{self._body(size)}",
            lambda: f"function {self._name()}.{self._name()}:{self._name()}{self._body(size)}",
            lambda: f"{self._prefix(size)}({self._list(size)});",
            lambda: f"{self._name()}:{self._name()} {{{self._fields(size)}}}",
            lambda: f"do {self.block(size)} end",
            lambda: f"while {self._value(size)} do {self._loop(size)} end",
            lambda: f"repeat {self._loop(size)} until {self._value(size)}",
            lambda: f"for {self._name()} = {self._value(size)}, 3 do {self._loop(size)} end",
            lambda: f"for {self._names()} in {self._list(size)} do {self._loop(size)} end",
            lambda: self._if(size),
            lambda: f"do goto l{size}; {self._call(size)} ::l{size}:: end",
            lambda: "break " if self._loops else ";",
        ]
        return self._chance.choice(kinds)()

    def _if(self, size: int) -> str:
        middle = f"elseif {self._value(size)} then {self.block(size)} " * self._chance.randint(0, 2)
        last = f"else {self.block(size)} " if self._chance.random() < 0.5 else ""
        return f"if {self._value(size)} then {self.block(size)} {middle}{last}end"

    def _loop(self, size: int) -> str:
        self._loops += 1
        written = self.block(size)
        self._loops -= 1
        return written

    def _body(self, size: int) -> str:
        is_vararg = self._chance.random() < 0.3
        names = ", ".join(filter(None, (self._names(), "..." if is_vararg else "")))
        outer, self._loops = self._loops, 0
        self._vararg.append(is_vararg)
        written = self.block(size)
        self._vararg.pop()
        self._loops = outer
        return f"({names}) {written} end"

    def _value(self, size: int) -> str:
        if size <= 0:
            return self._chance.choice([*_CONSTANTS, self._name(), self._name()])
        kinds: list[Callable[[], str]] = [
            lambda: self._operation(size),
            lambda: f"{self._chance.choice(['not', '-', '#'])} {self._value(size - 1)}",
            lambda: f"({self._value(size - 1)})",
            lambda: f"function{self._body(size - 1)}",
            lambda: f"{{{self._fields(size - 1)}}}",
            lambda: self._call(size - 1),
            lambda: self._target(size - 1),
            lambda: "..." if self._vararg[-1] else "nil",
        ]
        if self._moonsharp:
            kinds.append(lambda: f"(|{self._names()}| {self._short_value(size - 1)})")
        return self._chance.choice(kinds)()

    def _operation(self, size: int) -> str:
        operator = self._chance.choice(self._binary)
        return f"{self._value(size - 1)} {operator} {self._value(size - 2)}"

    def _short_value(self, size: int) -> str:
        self._vararg.append(False)
        written = self._value(size)
        self._vararg.pop()
        return written

    def _call(self, size: int) -> str:
        arguments = self._chance.choice([f"({self._list(size - 1)})", "'s'", "[==[s]==]"])
        return f"{self._prefix(size)}{arguments}"

    def _prefix(self, size: int) -> str:
        ways = [self._name(), f"{self._name()}:{self._name()}", f"({self._value(size - 1)})"]
        return self._chance.choice([*ways, self._target(size - 1)])

    def _target(self, size: int) -> str:
        if size <= 0:
            return self._name()
        base = self._target(size - 1)
        return self._chance.choice([f"{base}.{self._name()}", f"{base}[ {self._value(size - 1)} ]"])

    def _fields(self, size: int) -> str:
        ways: list[Callable[[], str]] = [
            lambda: self._value(size - 1),
            lambda: f"{self._name()} = {self._value(size - 1)}",
            lambda: f"[ {self._value(size - 1)} ] = {self._value(size - 1)}",
        ]
        fields = [self._chance.choice(ways)() for _ in range(self._chance.randint(0, 3))]
        return self._chance.choice([", ", "; "]).join(fields) + "," * bool(fields)

    def _list(self, size: int) -> str:
        return ", ".join(self._value(size - 1) for _ in range(self._chance.randint(1, 2)))

    def _name(self) -> str:
        return self._chance.choice(_NAMES)

    def _names(self) -> str:
        return ", ".join(self._chance.sample(_NAMES, self._chance.randint(1, 2)))


def program(chance: random.Random, *, moonsharp: bool = False) -> str:
    """Write a program that is right."""
    return _Writer(chance, moonsharp=moonsharp).block(5) + "\n"


def broken(chance: random.Random, text: str) -> str:
    """Leave out, double or exchange a token or two; it may still be right."""
    pieces = [token.text for token in code(text, "program")]
    for _ in range(chance.randint(1, 2)):
        if len(pieces) < 2:
            break
        place = chance.randrange(len(pieces) - 1)
        other = chance.randrange(len(pieces))
        match chance.randrange(3):
            case 0:
                del pieces[place]
            case 1:
                pieces.insert(place, pieces[other])
            case _:
                pieces[place], pieces[other] = pieces[other], pieces[place]
    return " ".join(pieces)


def squeezed(text: str) -> str:
    """Leave out every blank that its two neighbours do not need: `if#t>0then`."""
    written, before = "", ""
    for token in code(text, "program"):
        written += ("" if _stay_apart(before, token.text) else " ") + token.text
        before = token.text
    return written


def _stay_apart(one: str, other: str) -> bool:
    try:
        cut = [each.text for each in tokens(one + other, "program")]
    except LuaError:
        return False
    return cut == ([one, other] if one else [other])


def expression(chance: random.Random, size: int) -> str:
    """Write an expression of a, b, c and all operators."""
    if size <= 0 or chance.random() < 0.1:
        return chance.choice(["a", "b", "c", "true", "nil"])
    if chance.random() < 0.25:
        return f"{chance.choice(['not', '-', '#'])} {expression(chance, size - 1)}"
    left, right = expression(chance, size - 1), expression(chance, size - 2)
    whole = f"{left} {chance.choice(_BINARY)} {right}"
    return f"({whole})" if chance.random() < 0.15 else whole


def scoped(chance: random.Random, size: int) -> str:
    """Write a program all of which runs, and which only declares and reads names."""
    return "\n".join(_scoped(chance, size) for _ in range(chance.randint(1, 4)))


def _scoped(chance: random.Random, size: int) -> str:
    a, b, c = (chance.choice(_NAMES) for _ in range(3))
    if size <= 0:
        return chance.choice([f"local {a} = {b}", f"local {a}, {b} = {c}", f"{a} = {b}"])
    inner = scoped(chance, size - 1)
    return chance.choice(
        [
            f"do {inner} end",
            f"for {a} = 1, 1 do {inner} local _ = {b} end",
            f"for {a}, {b} in next, {{1}} do {inner} local _ = {c} end",
            f"repeat {inner} local {a} = 1 until {b} == {b}",
            f"local function {a}({b}) {inner} local _ = {a}, {c} end {a}()",
            f";(function({a}, ...) {inner} local _ = {b} end)()",
            f"if {a} == {a} then {inner} end",
            f"local {a} = {a}",
        ]
    )
