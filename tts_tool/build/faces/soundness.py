"""Whether a picture may be drawn at all, and whether that surely ends soon and well.

The library that draws takes any SVG: one that reads other files, nests deeper than its stack, or
repeats a shape a billion times. What no card needs is refused here, with words by which its
template is found. What is allowed and may yet take long is drawn in a process of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple
from xml.parsers import expat

__all__ = ["Flaw", "flaw", "is_tame"]

_SVG: Final = "http://www.w3.org/2000/svg "
_SHAPES: Final = "path rect circle ellipse line polyline polygon"
_PAINTS: Final = "linearGradient radialGradient stop pattern clipPath mask filter"
_FILTERS: Final = (
    "feBlend feColorMatrix feComponentTransfer feComposite feDiffuseLighting feDisplacementMap "
    "feDistantLight feDropShadow feFlood feFuncA feGaussianBlur feMerge feMergeNode feOffset "
    "feTurbulence"
)
_ELEMENTS: Final = frozenset(
    f"{_SVG}{name}"
    for name in f"svg g defs use title desc metadata {_SHAPES} {_PAINTS} {_FILTERS}".split()
)
_OCTAVES: Final = tuple("12345678")
"""How fine noise may be: each octave is as much work as the one before, and hardly seen."""
_COSTLY: Final = frozenset(f"{_SVG}{name}" for name in _FILTERS.split())
_DEEPEST: Final = 64
"""A few hundred groups in each other ended the process that drew them."""
_MOST: Final = 20_000
"""Elements that a picture is drawn with, those that are drawn again for each `use` of them."""
_A_FILTER: Final = 400
"""As many elements does one step of a filter count for: it goes over all pixels several times."""
_SMALL: Final = 300_000
"""A picture of fewer pixels takes less for it, in proportion."""
_LAYERS: Final = 300_000_000
"""Bytes of pictures that are drawn for themselves first, inside each other."""
_PIXEL: Final = 4  # bytes: red, green, blue, opacity
_LAYERED: Final = frozenset({"opacity", "mask", "filter", "clip-path", "style"})
_OWN: Final = re.compile(r"url\(\s*['\"]?\s*#([^'\")\s]*)")
_OTHERS: Final = re.compile(r"url\(\s*['\"]?\s*(?!#|['\"\s])")
_DECLARED: Final = re.compile(r"<!(?!--)")
_HALF: Final = re.compile("[\ud800-\udfff]")

_TAME_LETTERS: Final = 300_000
"""It bounds what `_TAME_WORK` does not count: the points of long paths."""
_TAME_WORK: Final = 2_000
"""Elements times megapixels: a second of work at most."""
_WILD: Final = re.compile(r"(?<![.\d])\d{7}|\d[eE]\+?\d")
"""A number of seven digits before its point; behind it there may be as many as Python writes."""
_SCALED: Final = re.compile(r"(?:scale|matrix)\(([^)]*)\)")
_FACTOR: Final = re.compile(r"\d+\.?\d*|\.\d+")
_WILD_WORDS: Final = ("href", "<fe", "style=")
_WILD_PARTS: Final = frozenset({"pattern", "clipPath", "mask", "filter", "use"})
"""Without them a reference can only lead to a gradient, which costs no more than a colour."""
_TAME_SCALE: Final = 10_000
"""An icon of 24 units that fills the largest picture, of 4,096 pixels, is made 171 times larger."""


class Flaw(NamedTuple):
    """Why a picture may not be drawn, the words of its template that say it, and a way out."""

    what: str
    words: str
    fix: str


_WORDS_AND_SHAPES: Final = "write with text(…), draw with shapes"
_ROOT: Final = 'begin with <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 500 700">'
_SIMPLER: Final = "draw it with fewer and simpler shapes"


class _Element(NamedTuple):
    """An element: what it counts for, what is in it, and what it refers to."""

    weight: int
    is_layer: bool
    inside: list[_Element]
    refers: tuple[str, ...]


class _Sum(NamedTuple):
    """What it takes to draw something: elements, how deep they nest, how deep layers do."""

    elements: int = 1
    deep: int = 1
    layers: int = 0


def flaw(svg: str, size: tuple[int, int]) -> Flaw | None:
    """Look for what must not be drawn; raise an `ExpatError` if this is no XML."""
    declared = _DECLARED.search(svg)
    if declared:
        return Flaw(f"a face may not hold {declared[0]!r}", declared[0], _WORDS_AND_SHAPES)
    half = _HALF.search(svg)
    if half:
        spelled = f"\\u{ord(half[0]):04x}"
        what = f"a face may not hold half a character ({spelled}, a lone surrogate)"
        return Flaw(what, spelled, "write the character itself, or \\U and its eight digits")
    reading = _Reading(svg, _a_filter(size))
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartElementHandler, parser.EndElementHandler = reading.begin, reading.end
    try:
        parser.Parse(svg, True)  # noqa: FBT003 - this is all of it
    except _Found as found:
        return found.flaw
    if reading.root is None or not reading.is_linked:
        return None
    return _repeated(reading.root, reading.named, size)


def _a_filter(size: tuple[int, int]) -> int:
    """Say how many elements a step of a filter counts for in a picture of a size."""
    return max(1, min(_A_FILTER, _A_FILTER * size[0] * size[1] // _SMALL))


class _Found(Exception):
    """A flaw was found: nothing more needs to be read."""

    def __init__(self, what: Flaw) -> None:
        super().__init__(what.what)
        self.flaw = what


class _Reading:
    """What is read of a picture, element by element."""

    def __init__(self, svg: str, a_filter: int) -> None:
        self._svg = svg
        self._a_filter = a_filter
        self.root: _Element | None = None
        self.named: dict[str, _Element] = {}
        self.is_linked = False
        self._count = 0
        self._open: list[_Element] = []

    def begin(self, name: str, said: Mapping[str, str]) -> None:
        """Read how an element begins."""
        plain = name.rpartition(" ")[2]
        if name.startswith(_SVG) and name not in _ELEMENTS:
            words = f"<{plain}" if f"<{plain}" in self._svg else f":{plain}"
            raise _found(f"a face may not hold '<{plain}'", words, _WORDS_AND_SHAPES)
        if said.get("numOctaves", "1") not in _OCTAVES:
            what = f"a face may not hold noise of more than {len(_OCTAVES)} octaves"
            raise _found(what, "numOctaves", "ask for fewer")
        if not self._open and name != f"{_SVG}svg":
            raise _found("the outermost element is no <svg> of SVG", f"<{plain}", _ROOT)
        self._count += 1
        if self._count > _MOST:
            raise _found(f"a face has more than {_MOST:,} elements", "", _SIMPLER)
        if len(self._open) >= _DEEPEST:
            what = f"elements stand more than {_DEEPEST} deep in each other"
            raise _found(what, f"<{plain}", "take some of the groups away")
        refers = tuple(_references(said))
        layered = not _LAYERED.isdisjoint(said)
        part = _Element(self._a_filter if name in _COSTLY else 1, layered, [], refers)
        self.is_linked = self.is_linked or bool(refers) or layered or part.weight > 1
        if "id" in said:
            self.named.setdefault(said["id"], part)
        if not self._open:
            self.root = part
        elif plain != "filter":  # which is work only where it is referred to
            self._open[-1].inside.append(part)
        self._open.append(part)

    def end(self, _name: str) -> None:
        """Read how it ends."""
        self._open.pop()


def _found(what: str, words: str, fix: str) -> _Found:
    return _Found(Flaw(what, words, fix))


def _references(said: Mapping[str, str]) -> Iterator[str]:
    """Give the ids that an element refers to; whatever stands elsewhere may not be read."""
    for name, value in said.items():
        if name == "href" or name.endswith(" href"):
            if not value.startswith("#"):
                raise _found("a face may not hold what stands elsewhere", value, _WORDS_AND_SHAPES)
            yield value[1:]
        elif "url(" in value:
            if _OTHERS.search(value):
                raise _found("a face may not hold what stands elsewhere", value, _WORDS_AND_SHAPES)
            yield from _OWN.findall(value)


def _repeated(root: _Element, named: Mapping[str, _Element], size: tuple[int, int]) -> Flaw | None:
    """Add up what it takes to draw all of it, with what is drawn again and again."""
    whole = _whole(root, named)
    if whole.elements > _MOST or whole.deep > _DEEPEST:
        what = f"this repeats itself: more than {_MOST:,} elements, or {_DEEPEST} deep"
        return Flaw(what, "url(#", _SIMPLER)
    canvas = size[0] * size[1] * _PIXEL
    if whole.layers > 2 and (whole.layers + 1) * canvas > _LAYERS:  # noqa: PLR2004 - any picture may
        what = f"{whole.layers} groups with opacity, masks or filters stand in each other"
        return Flaw(what, "opacity", "use fewer of them, or make the picture smaller")
    return None


def _whole(root: _Element, named: Mapping[str, _Element]) -> _Sum:
    """Add up all below an element; what refers to itself ends there, as it does when drawn."""
    sums: dict[int, _Sum] = {}
    begun: set[int] = set()
    waiting = [root]
    while waiting:
        part = waiting[-1]
        below = [*part.inside, *(named[each] for each in part.refers if each in named)]
        if id(part) not in begun:
            begun.add(id(part))
            waiting += [each for each in below if id(each) not in begun]
            continue
        waiting.pop()
        if id(part) not in sums:
            sums[id(part)] = _added(part, [sums[id(each)] for each in below if id(each) in sums])
    return sums[id(root)]


def _added(part: _Element, below: Iterable[_Sum]) -> _Sum:
    elements, deep, layers = part.weight, 0, 0
    for each in below:
        elements = min(elements + each.elements, _MOST + 1)
        deep, layers = max(deep, each.deep), max(layers, each.layers)
    return _Sum(elements, deep + 1, layers + part.is_layer)


def is_tame(svg: str, size: tuple[int, int]) -> bool:
    """Tell whether a picture, which has no flaw, is drawn in a moment for sure."""
    if len(svg) > _TAME_LETTERS or any(each in svg for each in _WILD_WORDS):
        return False
    if svg.count("<") * size[0] * size[1] / 1_000_000 > _TAME_WORK:
        return False
    scales = [1.0]
    tame = True

    def begin(name: str, said: Mapping[str, str]) -> None:
        nonlocal tame
        tame = tame and name.rpartition(":")[2] not in _WILD_PARTS
        scales.append(scales[-1] * _scale(said.get("transform", "")))
        large = any(name not in _NO_NUMBERS and _WILD.search(said[name]) for name in said)
        tame = tame and not large and scales[-1] <= _TAME_SCALE

    parser = expat.ParserCreate()
    parser.StartElementHandler = begin
    parser.EndElementHandler = lambda _: scales.pop()
    parser.Parse(svg, True)  # noqa: FBT003 - this is all of it
    return tame


def _scale(transform: str) -> float:
    """Say how much larger something is made, at most."""
    scale = 1.0
    for numbers in _SCALED.findall(transform):
        scale *= max([1.0, *map(float, _FACTOR.findall(numbers))])
    return scale


_NO_NUMBERS: Final = frozenset({"id", "class", "fill", "stroke", "color", "stop-color", "xmlns"})
