"""What the prelude asks Python for on behalf of one script: letters, numbers, time, JSON."""

from __future__ import annotations

import math
import random
import time
import unicodedata
from collections.abc import Callable
from datetime import UTC, datetime

from tts_tool.table.scripts import game_json
from tts_tool.table.scripts.faults import RaisedInLua
from tts_tool.table.scripts.sources import Sources
from tts_tool.table.scripts.values import Value, fields

__all__ = ["Clock", "Services"]

_LAST_BEGINNING = 2**31 - 2
_BITS = {"a": 1, "d": 2, "l": 4, "u": 8, "p": 16, "c": 32, "w": 64, "g": 128, "s": 256, "x": 512}
_ASCII_PUNCTUATION_ONLY_ELSEWHERE = frozenset("$+<=>^`|~")
_BLANKS = frozenset(" \t\n\v\f\r")
_HEXADECIMAL = frozenset("0123456789abcdefABCDEF")


class Clock:
    """The time that scripts see; a table replaces it by its own, so that runs repeat."""

    def now(self) -> float:
        """Tell the seconds since 1970."""
        return time.time()

    def running(self) -> float:
        """Tell the seconds since the start."""
        return time.monotonic()


class Services:
    """Answers each operation by the method of the same name."""

    def __init__(self, sources: Sources, clock: Clock, seed: int, empty: str) -> None:
        self._empty = empty
        self._sources = sources
        self._clock = clock
        self._random = random.Random(seed)  # noqa: S311 - dice, not secrets
        self._shuffle = random.Random(seed)  # noqa: S311 - the same
        self.operations: dict[str, Callable[..., Value]] = {
            name: getattr(self, name)
            for name in (
                "place upper lower alphabetical random randomseed shuffle time clock date "
                "json_encode json_pretty json_decode"
            ).split()
        }
        self.operations["class"] = letter_class

    def place(self, chunk: str, line: float) -> str:
        """Word the place in the author's text for which a line of ours stands."""
        return self._sources.told(chunk, int(line))

    def upper(self, text: str) -> str:
        """Turn each letter into its capital, if that is one letter."""
        return "".join(_one(char, char.upper()) for char in text)

    def lower(self, text: str) -> str:
        """Turn each letter into its small one, if that is one letter."""
        return "".join(_one(char, char.lower()) for char in text)

    def alphabetical(self, text: str) -> str:
        """Give the word whose bytes sort as a text does by the alphabet: `_1aAbB`."""
        return alphabetical(text)

    def random(self, one: float | None = None, two: float = 1) -> float:
        """Draw a number below 1, or a whole one between two, whichever is the smaller."""
        if one is None:
            return self._random.random()
        if not (math.isfinite(one) and math.isfinite(two)):
            raise RaisedInLua("bad argument #1 to 'random' (number out of range)")
        return self._random.randint(int(min(one, two)), int(max(one, two)))

    def randomseed(self, seed: float) -> None:
        """Begin the stream of this script anew."""
        self._random.seed(int(seed) if math.isfinite(seed) else 0)

    def shuffle(self) -> int:
        """Draw where the order begins in which tables are walked that have none."""
        return self._shuffle.randint(1, _LAST_BEGINNING)

    def time(self, when: Value = None) -> float:
        """Tell the time, or that of a day."""
        if when is None:
            return math.floor(self._clock.now())
        return _moment(fields(when)).timestamp()

    def clock(self) -> float:
        """Tell the seconds since the start."""
        return self._clock.running()

    def date(self, shape: str | None = None, when: float | None = None) -> Value:
        """Write a time, in UTC so that it is the same everywhere."""
        seconds = self._clock.now() if when is None else when
        try:
            moment = datetime.fromtimestamp(seconds, UTC)
        except (OverflowError, ValueError, OSError) as error:
            raise RaisedInLua("bad argument #2 to 'date' (time out of range)") from error
        shape = (shape or "%c").removeprefix("!")
        if shape.startswith("*t"):
            return _parts(moment)
        try:
            return moment.strftime(shape)
        except ValueError as error:
            raise RaisedInLua("bad argument #1 to 'date' (invalid conversion specifier)") from error

    def json_encode(self, value: Value = None) -> str:
        """Write JSON."""
        return game_json.encode(value, self._empty)

    def json_pretty(self, value: Value = None) -> str:
        """Write JSON for people."""
        return game_json.encode_pretty(value, self._empty)

    def json_decode(self, text: str) -> Value:
        """Read JSON."""
        return game_json.decode(text)


def letter_class(code: float) -> int:
    """Tell which of `%a`, `%d` … a UTF-16 unit belongs to, as bits."""
    char = chr(int(code) % 0x10000)
    category = unicodedata.category(char)
    control, blank = category == "Cc", char.isspace()
    is_in = {
        "a": category[0] == "L",
        "d": category == "Nd",
        "l": category == "Ll",
        "u": category == "Lu",
        "p": category[0] == "P" or char in _ASCII_PUNCTUATION_ONLY_ELSEWHERE,
        "c": control,
        "w": category[0] == "L" or category == "Nd",
        "g": not control and not blank,
        "s": char in _BLANKS,
        "x": char in _HEXADECIMAL,
    }
    return sum(_BITS[name] for name, yes in is_in.items() if yes)


def _one(char: str, turned: str) -> str:
    return turned if len(turned) == 1 else char


def alphabetical(text: str) -> str:
    """Order signs before digits before letters; capitals only decide between equals."""
    letters = unicodedata.normalize("NFKD", text)
    ranked = [
        ("2" if char.isalpha() else "1" if char.isdigit() else "0") + char.lower()
        for char in letters
        if not unicodedata.combining(char)
    ]
    return "".join(ranked) + "\0" + text.swapcase()


def _moment(when: dict[Value, Value]) -> datetime:
    try:
        return datetime(
            int(when["year"]),
            int(when["month"]),
            int(when["day"]),
            int(when.get("hour", 12)),
            int(when.get("min", 0)),
            int(when.get("sec", 0)),
            tzinfo=UTC,
        )
    except KeyError as error:
        raise RaisedInLua(f"field '{error.args[0]}' missing in date table") from error
    except (TypeError, ValueError, OverflowError) as error:
        raise RaisedInLua("bad argument #1 to 'time' (no such day)") from error


def _parts(moment: datetime) -> dict[str, Value]:
    return {
        "year": moment.year,
        "month": moment.month,
        "day": moment.day,
        "hour": moment.hour,
        "min": moment.minute,
        "sec": moment.second,
        "wday": moment.isoweekday() % 7 + 1,
        "yday": moment.timetuple().tm_yday,
        "isdst": False,
    }
