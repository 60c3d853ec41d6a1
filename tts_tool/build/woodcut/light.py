"""The light on things: the woodcut filter, fog, paper, and what shines.

A filter goes over all pixels several times: it belongs on what many faces share, never on a face.
"""

from __future__ import annotations

import math
from typing import Final

from tts_tool.build.woodcut.strokes import Points, number

__all__ = ["engraved", "eyes", "fog", "glow", "paper", "rough"]

_FROM: Final = 225
"""The one light comes from the upper left."""
_PERIOD: Final = 4.3  # by eye: lines of a cut, still apart on a card at table size
_RIM: Final = 2.1  # by eye
_RGB: Final = 'color-interpolation-filters="sRGB"'


def _channels(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue


def _region(x: float, y: float, width: float, height: float) -> str:
    where = f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
    return f'filterUnits="userSpaceOnUse" {where} {_RGB}'


def _dyed(colour: str, alpha: str) -> str:
    """Give the matrix that makes one colour of anything, as dense as `alpha` says."""
    red, green, blue = _channels(colour)
    return f'values="0 0 0 0 {red:.3f} 0 0 0 0 {green:.3f} 0 0 0 0 {blue:.3f} {alpha}"'


def rough(body: str, width: float = 500, height: float = 380) -> str:
    """Let the edges of shapes waver as cut wood does."""
    box = _region(0, 0, width, height)
    made = (
        f'<filter id="rough" {box}>'
        '<feTurbulence type="fractalNoise" baseFrequency=".06" numOctaves="2" seed="4" result="t"/>'
        '<feDisplacementMap in="SourceGraphic" in2="t" scale="3" xChannelSelector="R" '
        'yChannelSelector="G"/></filter>'
    )
    return f'<defs>{made}</defs><g filter="url(#rough)">{body}</g>'


def engraved(
    body: str, rim: str, ink: str = "#0d1216", width: float = 500, height: float = 380
) -> str:
    """Cut shapes in wood: dark, with a lit rim, and tone and lines where the light falls.

    Each shape is filled with a screen of lines, thinly enough that shapes which overlap add up: so
    how dense it is says how high a part stands, and a lamp at the upper left does the rest. What
    stands out must be a shape of its own, the far ones first.
    """
    dx, dy = (-f(math.radians(_FROM)) * _RIM for f in (math.cos, math.sin))
    name = f"cut-{ink[1:]}-{rim[1:]}"
    screen = (
        f'<linearGradient id="screen" gradientUnits="userSpaceOnUse" x1="0" y1="0" '
        f'x2="{_PERIOD * 0.34:.2f}" y2="{_PERIOD * 0.5:.2f}" spreadMethod="reflect">'
        '<stop offset="0" stop-color="#000"/><stop offset="1" stop-color="#fff"/></linearGradient>'
    )
    cut = (
        f'<filter id="{name}" {_region(0, 0, width, height)}>'
        '<feGaussianBlur in="SourceAlpha" stdDeviation="4.6" result="high"/>'
        '<feDiffuseLighting in="high" surfaceScale="19" lighting-color="#fff" result="lit">'
        f'<feDistantLight azimuth="{_FROM}" elevation="36"/></feDiffuseLighting>'
        '<feComponentTransfer in="SourceGraphic" result="solid"><feFuncA type="linear" slope="4"/>'
        "</feComponentTransfer>"
        '<feComposite in="solid" in2="lit" operator="arithmetic" k2=".42" k3=".58"/>'
        f"<feColorMatrix {_dyed(rim, '9 0 0 0 -6.78')}/>"
        '<feComposite in2="solid" operator="in" result="lines"/>'
        f'<feOffset in="SourceAlpha" dx="{dx:.1f}" dy="{dy:.1f}" result="aside"/>'
        '<feComposite in="SourceAlpha" in2="aside" operator="arithmetic" k2="2.4" k3="-2.4" '
        f'result="edge"/><feFlood flood-color="{rim}"/>'
        '<feComposite in2="edge" operator="in" result="rim"/>'
        f'<feColorMatrix in="lit" {_dyed(rim, "1.5 0 0 0 -.94")}/>'
        '<feComposite in2="solid" operator="in" result="tone"/>'
        f'<feFlood flood-color="{ink}"/><feComposite in2="solid" operator="in" result="dark"/>'
        '<feMerge><feMergeNode in="dark"/><feMergeNode in="tone"/><feMergeNode in="lines"/>'
        f'<feMergeNode in="rim"/></feMerge></filter>'
    )
    shapes = f'<g filter="url(#{name})" fill="url(#screen)" fill-opacity=".4">{body}</g>'
    return f"<defs>{screen}{cut}</defs>{shapes}"


def fog(
    x: float,
    y: float,
    width: float,
    height: float,
    colour: str,
    opacity: float = 1,
    seed: int = 7,
) -> str:
    """Draw a bank of fog, thick in its middle."""
    name = f"fog-{number(x)}-{number(y)}-{seed}"
    shades = ((0, 0), (0.55, 1), (0.8, 1), (1, 0))
    stops = "".join(f'<stop offset="{at}" stop-opacity="{dense}"/>' for at, dense in shades)
    return (
        f'<defs><linearGradient id="{name}-bank" x1="0" y1="0" x2="0" y2="1">{stops}'
        f'</linearGradient><filter id="{name}" {_region(x, y, width, height)}>'
        f'<feTurbulence type="fractalNoise" baseFrequency="{2.5 / width:.4f} {5.2 / height:.4f}" '
        f'numOctaves="4" seed="{seed}"/><feColorMatrix {_dyed(colour, "0 3 0 0 -1.15")}/>'
        '<feComposite in2="SourceGraphic" operator="in"/></filter></defs>'
        f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}" '
        f'fill="url(#{name}-bank)" opacity="{opacity:g}" filter="url(#{name})"/>'
    )


def paper(
    tone: str, width: float = 500, height: float = 700, shade: str = "#4a3416", seed: int = 3
) -> str:
    """Draw a sheet: stains, fibres that run along it, and edges that many hands have darkened."""
    box = f'width="{number(width)}" height="{number(height)}"'
    kinds = (
        (0.006, 0.008, 5, "#7a5f38", "0 .32 0 0 -.16"),
        (0.03, 0.9, 2, "#6d5430", "0 .1 0 0 -.043"),
        (0.7, 0.7, 1, "#fffaf0", "0 .4 0 0 -.17"),
    )
    defs, sheets = "", f'<rect {box} fill="{tone}"/>'
    for number_, (across, down, octaves, colour, dense) in enumerate(kinds):
        defs += (
            f'<filter id="paper{number_}" {_region(0, 0, width, height)}>'
            f'<feTurbulence type="fractalNoise" baseFrequency="{across} {down}" '
            f'numOctaves="{octaves}" seed="{seed + 2 * number_}"/>'
            f"<feColorMatrix {_dyed(colour, dense)}/></filter>"
        )
        sheets += f'<rect {box} filter="url(#paper{number_})"/>'
    defs += (
        '<radialGradient id="worn" cx=".5" cy=".46" r=".74">'
        f'<stop offset=".62" stop-color="{shade}" stop-opacity="0"/>'
        f'<stop offset="1" stop-color="{shade}" stop-opacity=".1"/></radialGradient>'
    )
    return f'<defs>{defs}</defs>{sheets}<rect {box} fill="url(#worn)"/>'


def glow(x: float, y: float, wide: float, high: float, colour: str, strong: float = 0.8) -> str:
    """Draw what a lamp lights around itself: a gradient, as each blur is a pass over all pixels."""
    name = f"glow-{number(x)}-{number(y)}"
    stops = ((0, strong), (0.45, strong * 0.4), (1, 0))
    shades = "".join(
        f'<stop offset="{at}" stop-color="{colour}" stop-opacity="{dense:.2f}"/>'
        for at, dense in stops
    )
    where = f'cx="{number(x)}" cy="{number(y)}" rx="{number(wide)}" ry="{number(high)}"'
    made = f'<defs><radialGradient id="{name}">{shades}</radialGradient></defs>'
    return f'{made}<ellipse {where} fill="url(#{name})"/>'


def eyes(points: Points, colour: str, size: float = 3, spark: str = "#fff6dc") -> str:
    """Draw eyes that shine: a halo, the eye, a spark."""
    name = f"eye-{colour[1:]}"
    halo = (
        f'<stop offset="0" stop-color="{colour}" stop-opacity=".8"/>'
        f'<stop offset="1" stop-color="{colour}" stop-opacity="0"/>'
    )
    drawn = [f'<defs><radialGradient id="{name}">{halo}</radialGradient></defs>']
    for x, y in (point[:2] for point in points):
        at = f'cx="{number(x)}" cy="{number(y)}"'
        up = f'cx="{number(x - size * 0.2)}" cy="{number(y - size * 0.2)}"'
        flat = f'rx="{number(size)}" ry="{number(size * 0.72)}"'
        drawn += (
            f'<circle {at} r="{number(size * 3.2)}" fill="url(#{name})"/>',
            f'<ellipse {at} {flat} fill="{colour}"/>',
            f'<circle {up} r="{number(size * 0.35)}" fill="{spark}"/>',
        )
    return "".join(drawn)
