"""Numbers that are words: NaN and Infinity, which the game writes and strict JSON does not have.

Whoever reads or lays out strict JSON gets numbers in their place that no save has.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

import msgspec

__all__ = ["MEANT", "compacted", "decoded", "laid_out"]

_NAN: Final = b"1E+999999901"
_INFINITY: Final = b"1E+999999902"
_STAND_INS: Final = {b"NaN": _NAN, b"Infinity": _INFINITY}

# The word comes first in each pattern, for which Python then looks quickly. At the end of a line
# none can be part of a string, which has no line ends.
_AT_END: Final = tuple(
    (re.compile(b"%b(?<=[ -]%b)(?=,?\r?$)" % (word, word), re.MULTILINE), number)
    for word, number in _STAND_INS.items()
)
_ANYWHERE: Final = tuple(
    (re.compile(b"%b(?<=[:,\\[-]%b)(?=[,\\]}])" % (word, word)), number)
    for word, number in _STAND_INS.items()
)

MEANT: Final = {
    _NAN.decode(): msgspec.Raw("NaN"),
    _INFINITY.decode(): msgspec.Raw("Infinity"),
    f"-{_INFINITY.decode()}": msgspec.Raw("-Infinity"),
}
"""What a number means that stands for a word."""


def decoded(decoder: msgspec.json.Decoder[Any], text: bytes) -> Any:  # noqa: ANN401
    """Read JSON in which words may be the last thing of their lines; the decoder knows `MEANT`."""
    try:
        return decoder.decode(text)
    except msgspec.DecodeError:
        strict = _replaced(text, _AT_END)
        if strict == text:
            raise
        return decoder.decode(strict)


def laid_out(compact: bytes, indent: int) -> bytes:
    """Lay JSON out by the rule; what looks like such a word in a string comes through, too."""
    try:
        return msgspec.json.format(compact, indent=indent)
    except msgspec.DecodeError:
        return _restored(msgspec.json.format(_replaced(compact, _ANYWHERE), indent=indent))


def compacted(text: bytes) -> bytes:
    """Leave out the blanks of JSON in which words may be the last thing of their lines."""
    try:
        return msgspec.json.format(text, indent=-1)
    except msgspec.DecodeError:
        return _restored(msgspec.json.format(_replaced(text, _AT_END), indent=-1))


def _replaced(text: bytes, patterns: Iterable[tuple[re.Pattern[bytes], bytes]]) -> bytes:
    """Put numbers in the place of words; not where such a number stands already."""
    if _NAN in text or _INFINITY in text:
        return text
    for pattern, number in patterns:
        text = pattern.sub(number, text)
    return text


def _restored(text: bytes) -> bytes:
    for word, number in _STAND_INS.items():
        text = text.replace(number, word)
    return text
