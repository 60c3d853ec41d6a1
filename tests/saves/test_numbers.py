"""Floats are written as TTS writes them."""

import math
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.corpus import each_save
from tts_tool.errors import BadInput
from tts_tool.saves.numbers import float_text, single

# A value that TTS wrote as a float stands alone after its key, or as an element of a list.
_FLOAT = re.compile(rb"^ *(?:\"\w+\": )?(-?\d+(?:\.\d+(?:E[+-]\d+)?|E[+-]\d+)),?\r?$", re.MULTILINE)
# Numbers in the corpus that a person typed: trailing zeros, eight digits.
_BY_HAND = frozenset({"4.00", "-1.80", "20.80", "21.80", "1.7681828"})


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0.0"),
        (-0.0, "0.0"),
        (4, "4.0"),
        (-1.5, "-1.5"),
        (0.1, "0.1"),
        (1 / 3, "0.333333343"),
        (2 / 3, "0.6666667"),
        (0.0001, "0.0001"),
        (0.00001, "1E-05"),
        (-0.0000123, "-1.23E-05"),
        (1234567.0, "1234567.0"),
        (10_000_000.0, "1E+07"),
        (16_777_216.0, "16777216.0"),
        (1e9, "1E+09"),
        (1e17, "1E+17"),
        (3.4028234663852886e38, "3.40282347E+38"),
        (1.401298464324817e-45, "1.401298E-45"),
        (math.inf, "Infinity"),
        (-math.inf, "-Infinity"),
        (math.nan, "NaN"),
    ],
)
def test_text(value: float, text: str) -> None:
    """Digits, exponent and the final `.0` are TTS's own."""
    assert float_text(value) == text


def test_too_large() -> None:
    """What single precision cannot hold is refused, not written as infinity."""
    with pytest.raises(BadInput, match="too large"):
        float_text(1e39)


@given(st.floats(width=32, allow_nan=False, allow_infinity=False))
def test_nothing_is_lost(value: float) -> None:
    """Every single-precision number is read back from its text; writing it again says the same."""
    text = float_text(value)
    assert single(float(text)) == value
    assert float_text(float(text)) == text


@given(st.floats(allow_nan=False, min_value=-3.4e38, max_value=3.4e38))
def test_text_is_json(value: float) -> None:
    """The text is a JSON number that is visibly no integer."""
    assert re.fullmatch(r"-?(0|[1-9]\d*)(\.\d+)?(E[+-]\d\d)?", float_text(value))
    assert re.search(r"[.E]", float_text(value))


@each_save
def test_real_saves(path: Path) -> None:
    """Every float that TTS has written into a real save comes out the same."""
    texts = {found.decode() for found in _FLOAT.findall(path.read_bytes())}
    wrong = {text for text in texts if float_text(float(text)) != text}
    assert texts
    assert wrong <= _BY_HAND
