"""Watches one test: which rule lines it executes, what it asserts after them, what it is refused.

Only the frames of rulesets and of tests are looked at line by line.  An assertion confirms what
came before it; what nobody asserts anything after is not shown.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from tts_tool.kernel.entries import Refused
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import Option
from tts_tool.proof.ground import Field, Ground, assertions
from tts_tool.proof.rule_lines import RuleLine

__all__ = ["Witness", "refusals"]

Trace = Callable[[FrameType, str, Any], Any]
_DEEPEST = 6  # lists in lists: what refers to itself would be walked for ever


class Witness:
    """Watches for some rules, as long as `watching` lasts."""

    def __init__(self, ground: Ground, rules: Collection[str], refusing: Collection[str]) -> None:
        """Watch for the lines of some rules, and for refusals that cite some."""
        self._rules = frozenset(rules)
        self._refusing = frozenset(refusing)
        self._ground = ground
        self._tests = str(ground.subject.tests)
        self._package = str(ground.subject.package)
        self._executed: set[RuleLine] = set()
        self._refused: set[str] = set()
        self._in_tests: dict[CodeType, bool] = {}
        self._in_rules: dict[CodeType, Mapping[int, list[RuleLine]]] = {}
        self.shown: set[RuleLine] = set()
        self.refused: set[str] = set()

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watch what runs in this thread."""
        before = sys.gettrace()
        with reading(self._fields(), self._read):
            sys.settrace(self._call)
            try:
                yield
            finally:
                sys.settrace(before)

    def _confirm(self) -> None:
        """An assertion has been made: all that happened before it is shown."""
        self.shown |= self._executed
        self.refused |= self._refused
        self._executed.clear()
        self._refused.clear()

    # What is executed

    def _call(self, frame: FrameType, _event: str, _arg: object) -> Trace | None:
        code = frame.f_code
        if self._is_test(code):
            return self._test(code)
        asked = frame.f_back is not None and self._is_test(frame.f_back.f_code)
        lines = self._lines(code)
        if lines:
            self._executed.update(lines.get(-1, ()))
            return self._rule(lines)
        if asked:
            frame.f_trace_lines = False
            return self._replying
        return None

    def _test(self, code: CodeType) -> Trace:
        """Follow a function of the tests, and notice when an assertion is through."""
        spans, lines = _assertions(code.co_filename), self._lines(code)
        within: tuple[tuple[int, int], ...] = ()

        def follow(frame: FrameType, event: str, _arg: object) -> Trace:
            nonlocal within
            now = spans.get(frame.f_lineno, ()) if event == "line" else ()
            if event != "exception" and any(each not in now for each in within):
                self._confirm()
            if event == "line":
                within = now
                self._executed.update(lines.get(frame.f_lineno, ()))
            return follow

        return follow

    def _rule(self, lines: Mapping[int, list[RuleLine]]) -> Trace:
        def follow(frame: FrameType, event: str, arg: object) -> Trace:
            if event == "line":
                self._executed.update(lines.get(frame.f_lineno, ()))
            elif event == "return":
                self._replying(frame, event, arg)
            return follow

        return follow

    def _replying(self, frame: FrameType, event: str, arg: object) -> Trace:
        """Look at what code outside of the tests gives to the tests."""
        asking = frame.f_back
        if event == "return" and asking is not None and self._is_test(asking.f_code):
            self._refused.update(self._refusing.intersection(refusals(arg)))
        return self._replying

    def _is_test(self, code: CodeType) -> bool:
        known = self._in_tests.get(code)
        if known is None:
            known = self._in_tests[code] = code.co_filename.startswith(self._tests)
        return known

    def _lines(self, code: CodeType) -> Mapping[int, list[RuleLine]]:
        """Give the rule lines of a function by their numbers, its entry under -1."""
        known = self._in_rules.get(code)
        if known is None:
            known = self._in_rules[code] = self._find(code) if _is_function(code) else {}
        return known

    def _find(self, code: CodeType) -> Mapping[int, list[RuleLine]]:
        if not code.co_filename.startswith((self._package, self._tests)):
            return {}
        executed, file = self._ground.executed, code.co_filename
        numbers = {number for _, _, number in code.co_lines() if number is not None}
        found = {number: self._mine(executed.get((file, number), ())) for number in numbers}
        entry = self._ground.entered.get((file, code.co_firstlineno), ())
        found[-1] = self._mine(line for line in entry if line.name == code.co_name)
        return {number: lines for number, lines in found.items() if lines}

    def _mine(self, lines: Any) -> list[RuleLine]:  # noqa: ANN401  # any iterable of them
        return [line for line in lines if line.rule in self._rules]

    # What is read

    def _fields(self) -> list[Field]:
        return [field for field in self._ground.fields if field.line.rule in self._rules]

    def _read(self, field: Field, owner: object, reader: FrameType) -> None:
        """Note that a field was read, if rules or tests did so, of the record that is meant."""
        theirs = not field.record or getattr(owner, "id", "") == field.record
        if theirs and reader.f_code.co_filename.startswith((self._package, self._tests)):
            self._executed.add(field.line)


def _is_function(code: CodeType) -> bool:
    """Tell functions from what is run by an import: modules and the bodies of classes."""
    return bool(code.co_flags & inspect.CO_OPTIMIZED)


@cache
def _assertions(file: str) -> Mapping[int, tuple[tuple[int, int], ...]]:
    path = Path(file)
    return assertions(path) if path.is_file() else {}


def refusals(reply: object, depth: int = _DEEPEST) -> Iterator[str]:
    """Find the rules by which something was refused, in whatever an answer looks like."""
    match reply:
        case Rejection(rule=rule):
            yield rule
        case Refused(rejection=rejection):
            yield rejection.rule
        case Option(rejection=Rejection(rule=rule)):
            yield rule
        case list() | tuple() if depth:
            for part in reply:
                yield from refusals(part, depth - 1)
        case dict() if depth:
            if "code" in reply and isinstance(reply.get("rule"), str):
                yield reply["rule"]
            for part in reply.values():
                yield from refusals(part, depth - 1)


class _Reading:
    """Stands in place of a field of a type and tells who reads it."""

    def __init__(self, member: Any, told: Callable[[object, FrameType], None]) -> None:  # noqa: ANN401
        self.member = member
        self.told = told

    def __get__(self, owner: object, kind: type[Any] | None = None) -> Any:  # noqa: ANN401
        if owner is None:
            return self.member
        self.told(owner, sys._getframe(1))  # noqa: SLF001  # who asks is the point
        member = self.member
        return member.__get__(owner, kind) if hasattr(member, "__get__") else member

    def __set__(self, owner: object, value: object) -> None:
        self.member.__set__(owner, value)


@contextmanager
def reading(
    fields: Collection[Field], told: Callable[[Field, object, FrameType], None]
) -> Iterator[None]:
    """Hear of every reading of some fields."""
    replaced: list[tuple[type[Any], str, Any]] = []
    for owner, name in {(field.owner, field.name): None for field in fields}:
        same = [field for field in fields if (field.owner, field.name) == (owner, name)]

        def tell(whose: object, reader: FrameType, same: list[Field] = same) -> None:
            for field in same:
                told(field, whose, reader)

        replaced.append((owner, name, vars(owner).get(name)))
        setattr(owner, name, _Reading(inspect.getattr_static(owner, name), tell))
    try:
        yield
    finally:
        for owner, name, member in replaced:
            if member is None:
                delattr(owner, name)
            else:
                setattr(owner, name, member)
