"""The kit as templates call it: colours by their names, chance by the template's, all in bounds."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from inspect import signature
from random import Random
from typing import Any, Final

from markupsafe import Markup

from tts_tool.build.woodcut import chart, growth, land, light, strokes
from tts_tool.errors import BadInput

__all__ = ["calls"]

_DRAWN: Final[tuple[Callable[..., str], ...]] = (
    strokes.limb,
    strokes.blob,
    strokes.brush,
    strokes.spike,
    strokes.claws,
    strokes.fangs,
    growth.strands,
    growth.fur,
    growth.antler,
    growth.feathers,
    growth.membrane,
    land.sky,
    land.ridge,
    land.firs,
    land.trunk,
    land.reeds,
    land.ripples,
    chart.coast,
    chart.peak,
    chart.tree,
    chart.town,
    light.fog,
    light.paper,
    light.glow,
    light.eyes,
)
_AROUND: Final[tuple[Callable[..., str], ...]] = (light.engraved, light.rough)
"""What is drawn of other shapes: a template calls these around them, as a block."""
_PLACED: Final[tuple[Callable[..., Any], ...]] = (strokes.along, chart.strewn)
"""What gives points to draw at."""
_MOST: Final = 1_000
"""Points of a shape, teeth of a jaw, trees of a wood: far more than any picture has."""
_FAR: Final = 10_000
"""Twenty times as far as a picture of 500 units is wide."""
_NUMBER: Final = re.compile(r"\s*[-.\d]")


def calls(colour: Callable[[str], str], chance: Callable[[], Random]) -> dict[str, Any]:
    """Give what templates call; `colour` looks one up by its name, `chance` is the template's."""

    def looked_at(call: Callable[..., Any]) -> Callable[..., Any]:
        takes_chance = "chance" in signature(call).parameters

        @wraps(call)
        def called(*given: Any, **said: Any) -> Any:  # noqa: ANN401 - what a template says
            own = {"chance": chance()} if takes_chance else {}
            checked = [_checked(each, colour) for each in given]
            named = {name: _checked(each, colour) for name, each in said.items()}
            try:
                return call(*checked, **named, **own)
            except (TypeError, ValueError, IndexError, ZeroDivisionError, OverflowError) as error:
                what = f"{call.__name__} cannot draw this: {error}"
                raise BadInput(what, fix=_usage(call)) from None

        return called

    def careful(draw: Callable[..., str]) -> Callable[..., Markup]:
        draws = looked_at(draw)

        @wraps(draw)
        def drawn(*given: Any, **said: Any) -> Markup:  # noqa: ANN401
            return Markup(draws(*given, **said))  # noqa: S704 - made of numbers and colours

        return drawn

    def around(draw: Callable[..., str]) -> Callable[..., Markup]:
        careful_ = careful(draw)

        @wraps(draw)
        def drawn(*given: Any, caller: Callable[[], str], **said: Any) -> Markup:  # noqa: ANN401
            return careful_(caller(), *given, **said)

        return drawn

    return {
        **{each.__name__: careful(each) for each in _DRAWN},
        **{each.__name__: around(each) for each in _AROUND},
        **{each.__name__: looked_at(each) for each in _PLACED},
        "points": _points,
    }


def _points(said: str) -> list[list[float]]:
    """Read points: they are written short, as each list costs a template time.

    >>> _points("250 170 26, 222.5 -100 22")
    [[250.0, 170.0, 26.0], [222.5, -100.0, 22.0]]
    """
    rows = said.split(",", _MOST)
    try:
        return [[_measure(float(each)) for each in row.split()] for row in rows]
    except ValueError:
        fix = 'write "x y, x y", with a third number where a call takes one'
        raise BadInput(f'"{said[:40]}" are no points', fix=fix) from None


def _measure(value: float) -> float:
    """Refuse what is no measure: whoever draws might never end."""
    if not abs(value) <= _FAR or (isinstance(value, int) and abs(value) > _MOST):
        raise BadInput(f"{value!r} is no measure in a picture", fix=f"up to {_MOST:,}")
    return value


def _checked(value: Any, colour: Callable[[str], str]) -> Any:  # noqa: ANN401 - what a template says
    """Look colours up, read points, and refuse what is no measure."""
    match value:
        case Markup() | None | bool():
            return value
        case str() if _NUMBER.match(value):
            return _checked(_points(value), colour)
        case str():
            return colour(value) if value else ""
        case int() | float():
            return _measure(value)
        case list() | tuple():
            if len(value) > _MOST:
                raise BadInput(f"{len(value):,} points are too many", fix=f"up to {_MOST:,}")
            return [_checked(each, colour) for each in value]
    raise BadInput(
        f"{type(value).__name__} is nothing to draw with", fix="numbers, points, colours"
    )


def _usage(draw: Callable[..., Any]) -> str:
    names = (name for name in signature(draw).parameters if name != "chance")
    return f"{draw.__name__}({', '.join(names)})"
