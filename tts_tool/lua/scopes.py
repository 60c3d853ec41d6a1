"""Which locals and labels can be seen: the book that the parser keeps while it reads."""

from collections import Counter
from dataclasses import dataclass, field

from tts_tool.lua.errors import LuaError
from tts_tool.lua.lexer import Token

__all__ = ["Scopes"]


@dataclass(slots=True)
class _Jump:
    """A `goto` that has not found its label yet, and how many locals it saw in its block."""

    label: Token
    locals_seen: int


@dataclass(slots=True)
class _Mark:
    """A label, how many locals stood before it, and whether nothing follows it in its block."""

    token: Token
    locals_before: int
    ends_block: bool


@dataclass(slots=True)
class _Scope:
    """A block."""

    kind: str
    locals: list[str] = field(default_factory=list)
    labels: dict[str, _Mark] = field(default_factory=dict)
    jumps: list[_Jump] = field(default_factory=list)


class Scopes:
    """The blocks that are open, outermost first.

    `skipping` collects each `goto` that leaps over a local to a label at the end of a block: Lua
    allows it, MoonSharp doesn't.
    """

    def __init__(self, name: str) -> None:
        self.skipping: list[Token] = []
        self._name = name
        self._open: list[_Scope] = []
        self._visible: Counter[str] = Counter()

    def open(self, kind: str) -> None:
        """Begin a block: `function`, `vararg` (a function with `...`), `loop` or `block`."""
        self._open.append(_Scope(kind))

    def declare(self, name: str) -> None:
        """Add a local to the innermost block."""
        self._open[-1].locals.append(name)
        self._visible[name] += 1

    def is_local(self, name: str) -> bool:
        """Tell whether `name` means a local here."""
        return self._visible[name] > 0

    @property
    def in_vararg(self) -> bool:
        """Whether `...` means something here."""
        kinds = (scope.kind for scope in reversed(self._open))
        return next(kind for kind in kinds if kind in ("function", "vararg")) == "vararg"

    @property
    def in_loop(self) -> bool:
        """Whether `break` means something here."""
        kinds = (scope.kind for scope in reversed(self._open))
        return next(kind for kind in kinds if kind != "block") == "loop"

    def jump(self, label: Token) -> None:
        """Note a `goto`."""
        here = self._open[-1]
        here.jumps.append(_Jump(label, len(here.locals)))

    def mark(self, label: Token, *, ends_block: bool) -> None:
        """Note a label."""
        here = self._open[-1]
        if (twin := here.labels.get(label.text)) is not None:
            raise self._error(f"label {label.text} is in line {twin.token.line} already", label)
        here.labels[label.text] = _Mark(label, len(here.locals), ends_block)

    def close(self) -> None:
        """End the innermost block: its labels are known now, its locals are gone."""
        scope = self._open.pop()
        for jump in scope.jumps:
            mark = scope.labels.get(jump.label.text)
            if mark is not None:
                self._land(jump, mark, scope)
            elif scope.kind in ("function", "vararg"):
                raise self._error(f"no label {jump.label.text} can be seen here", jump.label)
            else:
                outer = self._open[-1]
                outer.jumps.append(_Jump(jump.label, len(outer.locals)))
        self._visible.subtract(scope.locals)

    def _land(self, jump: _Jump, mark: _Mark, scope: _Scope) -> None:
        if mark.locals_before <= jump.locals_seen:
            return
        if not mark.ends_block:
            skipped = scope.locals[jump.locals_seen]
            raise self._error(f"goto leaps over local {skipped}", jump.label)
        self.skipping.append(jump.label)

    def _error(self, what: str, token: Token) -> LuaError:
        return LuaError(what, self._name, token.line, token.column)
