"""What we assume of Tabletop Simulator where nothing public says how it behaves.

Each assumption is a switch with a name, written down in `switches.toml` beside this module:
our guess, where it comes from, what else it could be and what hangs on it. A file of answers,
such as a real game gives, has the same form and takes the place of the guesses.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Self, TypeVar

import msgspec

from tts_tool.errors import BadInput

__all__ = ["Switch", "Switches", "Value"]

Value = bool | int | float | str

_T = TypeVar("_T", bound=Value)

_FILE = Path(__file__).with_name("switches.toml")
_TABLE = re.compile(r"^\[([\w-]+)\]$", re.MULTILINE)


class Switch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One assumption: the value that holds, and what a person needs to judge it."""

    value: Value
    decides: str = ""
    source: str = ""
    alternatives: tuple[Value, ...] = ()
    open: bool = False
    imitated: bool = True

    def fits(self, value: Value) -> bool:
        """Tell whether this could be a value of the switch."""
        if isinstance(self.value, bool) or isinstance(value, bool):
            return type(value) is type(self.value)
        if isinstance(self.value, str) or isinstance(value, str):
            return type(value) is type(self.value) and (self.open or value in self.choices)
        return value >= 0 and (isinstance(self.value, float) or float(value).is_integer())

    def read(self, text: str) -> Value | None:
        """Make a value out of what somebody typed, or None if it can be none."""
        if isinstance(self.value, str):
            return text
        try:
            return msgspec.convert(text, type(self.value), strict=False)
        except msgspec.ValidationError:
            return None

    @property
    def choices(self) -> tuple[Value, ...]:
        """List the guess and what else it could be."""
        return (self.value, *self.alternatives)


class Switches(Mapping[str, Value]):
    """The assumptions that hold at one table: every switch has a value, and nothing else has.

    >>> Switches()["rewind-seconds"]
    10.0
    >>> Switches({"rewind-seconds": 5}).number("rewind-seconds")
    5.0
    """

    def __init__(self, turned: Mapping[str, Value] | None = None) -> None:
        """Take the guesses, except where a value is given."""
        self._turned = {
            name: _checked(name, value, f"switch {name}") for name, value in (turned or {}).items()
        }

    @classmethod
    def load(cls, *answers: Path, typed: Iterable[str] = ()) -> Self:
        """Read files of answers, later ones first, then what was typed as `name=value`."""
        turned: dict[str, Value] = {}
        for path in answers:
            turned |= _read_answers(path)
        for word in typed:
            turned |= _read_word(word)
        return cls(turned)

    def turn(self, turned: Mapping[str, Value]) -> Switches:
        """Give the same switches but for these."""
        return Switches({**self._turned, **turned})

    def each_turned(self) -> Iterator[tuple[str, Switches]]:
        """Give the switches with one of them turned, once for each thing it could be."""
        for name, switch in guesses().items():
            for value in switch.choices if switch.imitated else ():
                if value != self[name]:
                    yield f"{name}={_typed(value)}", self.turn({name: value})

    def __getitem__(self, name: str) -> Value:
        if name not in _written():
            raise KeyError(name)
        return self._turned[name] if name in self._turned else _guess(name).value

    def __iter__(self) -> Iterator[str]:
        return iter(_written())

    def __len__(self) -> int:
        return len(_written())

    def on(self, name: str) -> bool:
        """Look at a switch that is on or off."""
        return _as(bool, name, self[name])

    def text(self, name: str) -> str:
        """Look at a switch that is a word or a text."""
        return _as(str, name, self[name])

    def number(self, name: str) -> float:
        """Look at a switch that is a measure."""
        value = self[name]
        return float(value) if type(value) is int else _as(float, name, value)

    def count(self, name: str) -> int:
        """Look at a switch that is a whole number."""
        return _as(int, name, self[name])

    @property
    def turned(self) -> dict[str, Value]:
        """List what is not as guessed: all that another process needs to know."""
        return dict(self._turned)


@cache
def guesses() -> Mapping[str, Switch]:
    """Read the file of guesses that comes with the package."""
    return {name: _guess(name) for name in _written()}


@cache
def _written() -> Mapping[str, str]:
    """Take that file apart: who builds wants two of a hundred, and to parse all takes long."""
    _, *parts = _TABLE.split(_FILE.read_text(encoding="utf-8"))
    return dict(zip(parts[::2], parts[1::2], strict=True))


@cache
def _guess(name: str) -> Switch:
    return _switch(name, tomllib.loads(_written()[name]), _FILE)


def _read_answers(path: Path) -> dict[str, Value]:
    return {
        name: _checked(name, _switch(name, raw, path).value, f"{path}: [{name}]")
        for name, raw in _tables(path).items()
    }


def _read_word(word: str) -> dict[str, Value]:
    name, sign, text = word.partition("=")
    if not sign:
        raise BadInput(f'"{word}" turns no switch', fix="write it as name=value")
    value = _known(name, f"--switch {word}").read(text)
    if value is None:
        raise _unfit(name, text, f"--switch {word}")
    return {name: _checked(name, value, f"--switch {word}")}


def _checked(name: str, value: Value, where: str) -> Value:
    switch = _known(name, where)
    if not switch.fits(value):
        raise _unfit(name, value, where)
    return value if isinstance(value, str) else type(switch.value)(value)


def _known(name: str, where: str) -> Switch:
    known = guesses()
    if name not in known:
        near = get_close_matches(name, known, n=1)
        raise BadInput(
            f'no switch is called "{name}"',
            where=where,
            fix=f"did you mean {near[0]}?" if near else f"they are listed in {_FILE.name}",
        )
    return known[name]


def _unfit(name: str, value: Value, where: str) -> BadInput:
    switch = guesses()[name]
    could = ", ".join(_typed(each) for each in switch.choices)
    return BadInput(f"{name} cannot be {_typed(value)}", where=where, fix=f"it may be: {could}")


def _tables(path: Path) -> dict[str, object]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadInput(f"no TOML: {error}", where=str(path)) from error


def _switch(name: str, raw: object, path: Path) -> Switch:
    try:
        return msgspec.convert(raw, Switch)
    except msgspec.ValidationError as error:
        raise BadInput(
            f"no switch: {error}",
            where=f"{path}: [{name}]",
            fix='a switch is written as a table: [name], and below it value = "…"',
        ) from error


def _as(kind: type[_T], name: str, value: Value) -> _T:
    if type(value) is not kind:
        raise TypeError(f"the switch {name} is no {kind.__name__}: {value!r}")
    return value


def _typed(value: Value) -> str:
    """Write a value as it would be typed."""
    return str(value).lower() if isinstance(value, bool) else str(value)
