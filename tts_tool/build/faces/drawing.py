"""Draws a face: a template, filled in with what is on a card, becomes an SVG.

A template is an SVG with Jinja in it. Besides the values of its card it has

    colour.paper                                     a colour of style.toml
    text("…", x, y, width, height, style="rules")    text that fits its box, or an error
    icon("shield", x, y, size, colour="ink")         an icon of the icons folders
    mix("red", "paper", 0.1)                         a tenth of one colour in another
    layer("figure", x, y, width, height)             a picture of its own that lies under the face
    fail("…")                                        an error of the template's own
    beside("phrases_*.en.j2")                        templates that boxes bring, by their names

and the drawing kit, `limb`, `blob` and others (see `woodcut`), for what has no words on it.

`text` takes `align` (left, middle, right), `valign` (top, middle, bottom), `colour`, `on`,
`largest` and `smallest`; what it gives has a `height`, a `width` and a `size`.

Letters become outlines; so that a face can still be read, what `text` and `icon` draw carries what
it says: `data-words` and `data-icon`. See `words.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from random import Random
from typing import Any, Final, Literal

from jinja2 import (
    BaseLoader,
    Environment,
    StrictUndefined,
    TemplateNotFound,
)
from markupsafe import Markup, escape

from tts_tool.build import woodcut
from tts_tool.build.faces.compiled import Compiled
from tts_tool.build.faces.fonts import lacking
from tts_tool.build.faces.icons import GRID, Icons
from tts_tool.build.faces.layers import Laid, mark
from tts_tool.build.faces.style import (
    LEAST_CONTRAST,
    Style,
    TextStyle,
    contrast,
    look_up,
    mixed,
    read_styles,
)
from tts_tool.build.faces.typesetting import ICON, Hyphens, Set, SetLine, baseline, fit
from tts_tool.build.graph import elsewhere
from tts_tool.catalog import also_in
from tts_tool.errors import BadInput, NotFound
from tts_tool.lua import bounds
from tts_tool.lua.bounds import Bounded, TooMuch
from tts_tool.lua.search import read_text

__all__ = ["DrawnFace", "Easel", "Text", "line_with", "plain_words"]

Align = Literal["left", "middle", "right"]
Valign = Literal["top", "middle", "bottom"]

_SHARE: Final = {"left": 0.0, "top": 0.0, "middle": 0.5, "right": 1.0, "bottom": 1.0}
# The longest text of our own cards has 802.
_LONGEST: Final = 3_000
_LARGEST: Final = 500
"""Letters of a text, and the size of its type: far more than fits a table from edge to edge."""
_FAR: Final = 100_000
"""Over twenty sides of the largest picture, and of six digits, as `soundness` takes for tame."""
_LATER: Final = 0.25
"""Of time and room, once a build asks too much and fails anyway: a template is drawn for hundreds
of cards in two languages. It is still twice what the slowest of ours takes, which has done nothing.
"""
_PATTERN: Final = re.compile(r"\w+_\*(\.[a-z]{2}(-[A-Z]{2})?)?\.j2")


@dataclass(frozen=True)
class DrawnFace:
    """A drawn face, and the files that decide how it looks.

    Among the files are those that were looked for in vain: a file there would change the face.
    """

    svg: str
    files: tuple[Path, ...]


class Text(Markup):
    """A text that was set: SVG, and how much room it took."""

    height: float
    width: float
    size: float

    def saying(self, words: str) -> Text:
        """Let the drawing carry the words that it shows."""
        told = str(escape(words)).replace("\n", "&#10;")
        said = Text(str(self).replace("<g ", f'<g data-words="{told}" ', 1))
        said.height, said.width, said.size = self.height, self.width, self.size
        return said


class Easel:
    """Draws by the templates, icons and the style of some folders; the first that has one wins.

    `faces` are folders of templates, the first of which has the `style.toml`; boxes add to that in
    `style_<box>.toml`. `icons` are folders of icons.
    """

    def __init__(self, faces: Sequence[Path], icons: Sequence[Path]) -> None:
        self._faces = tuple(faces)
        self.icons = Icons(icons)
        self._environment = _Environment(_Loader(self._faces))
        self.used: dict[Path, None] = {}
        self.style = Style()
        self._of_boxes: Mapping[str, Path] = {}
        self._colours = _Noting({}, self._noted)
        self._language = "en"
        self._layers: Container[str] = ()
        self._chance = Random()  # noqa: S311 - no secret
        self._part = 1.0
        self._environment.globals.update(
            text=self._text,
            icon=self._icon,
            mix=self._mix,
            layer=self._layer,
            fail=_fail,
            beside=self._named_beside,
        )
        self._environment.globals.update(woodcut.calls(self._coloured, lambda: self._chance))

    def draw(
        self,
        template: str,
        values: Mapping[str, object],
        language: str = "en",
        layers: Container[str] = (),
    ) -> DrawnFace:
        """Draw a face above such layers; what is wrong is said with the line of the template."""
        file = self._style_file()
        self.used = {file: None}
        self.style, self._of_boxes = read_styles(file, *self._beside("style_*.toml"))
        self._language = language
        self._layers = layers
        self._chance = Random(template)  # noqa: S311 - the same picture each time, no secret
        environment = self._environment
        environment.begin(self.used, self._part)
        environment.globals["colour"] = self._colours = _Noting(self.style.colours, self._noted)
        try:
            filled = {**also_in(dict(values), language), "language": language}
            svg = environment.get_template(template).render(filled)
        except Exception as error:  # noqa: BLE001 - a template can raise anything
            if isinstance(error, TooMuch) and elsewhere.get():  # a process that ends with its build
                self._part = _LATER
            from tts_tool.lua.templates import explained  # noqa: PLC0415 - slow, and seldom needed

            raise explained(error, self._file(template)) from None
        return DrawnFace(svg, tuple(self.used))

    def _file(self, template: str) -> str:
        files = [folder / template for folder in self._faces]
        return next((file for file in files if file.is_file()), files[0]).as_posix()

    def _style_file(self) -> Path:
        files = [folder / "style.toml" for folder in self._faces]
        found = next((file for file in files if file.is_file()), None)
        if found is None:
            raise NotFound("no style.toml", where=self._faces[0].as_posix(), fix="write one")
        return found

    def _beside(self, pattern: str) -> list[Path]:
        """List what boxes have beside the templates; the first folder that has one wins."""
        found: dict[str, Path] = {}
        for folder in self._faces:
            for file in sorted(folder.glob(pattern)):
                found.setdefault(file.name, file)
        return [found[name] for name in sorted(found)]

    def _noted(self, name: str) -> None:
        """Note that a face has something of a box: only then does the box's file decide."""
        if name in self._of_boxes:
            self.used[self._of_boxes[name]] = None

    # What templates call

    def _named_beside(self, pattern: str) -> list[str]:
        """Give a template the names of others that boxes have brought: `phrases_*.en.j2`."""
        if not _PATTERN.fullmatch(pattern):
            raise BadInput(f"{pattern!r} names no templates", fix="write it as phrases_*.en.j2")
        return [path.name for path in self._beside(pattern)]

    def _icon(self, name: str, x: float, y: float, size: float, colour: str = "ink") -> Markup:
        _measured(x=x, y=y, size=size)
        return Markup(self._drawn_icon(name, x, y, size, look_up(self._colours, colour)))  # noqa: S704 - made of numbers and checked shapes

    def _layer(  # noqa: PLR0913 - what a template says by name
        self,
        name: str,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        inside: bool = False,
        left: float = 0,
        right: float = 0,
    ) -> Markup:
        """Let a picture lie under the face; empty where there is none for this card."""
        _measured(x=x, y=y, width=width, height=height, left=left, right=right)
        if min(width, height) <= 0:
            raise BadInput(f'the layer "{name}" has no size', fix="give a width and a height")
        at = Laid(name, x, y, width, height, inside, left, right)
        return Markup(mark(at) if name in self._layers else "")  # noqa: S704 - numbers, and a name of the layout

    def _coloured(self, name: str) -> str:
        return look_up(self._colours, name)

    def _mix(self, one: str, other: str, share: float) -> str:
        return mixed(look_up(self._colours, one), look_up(self._colours, other), share)

    def _text(  # noqa: PLR0913, PLR0917 - what a template says by name
        self,
        string: object,
        x: float,
        y: float,
        width: float,
        height: float,
        style: str,
        *,
        align: Align = "left",
        valign: Valign = "top",
        colour: str | None = None,
        on: str | None = None,
        largest: float | None = None,
        smallest: float | None = None,
    ) -> Text:
        look = self._look(style)
        _measured(x=x, y=y, width=width, height=height, largest=largest, smallest=smallest)
        sizes = look.sizes._replace(
            largest=largest or look.largest, smallest=smallest or look.smallest
        )
        ink = self._legible(colour or look.colour, on or look.on)
        words = plain_words(string)
        if len(words) > _LONGEST or sizes.largest > _LARGEST:
            what = f"a text of {len(words):,} letters, up to size {sizes.largest:g}, is too large"
            fix = f"a text may have {_LONGEST:,} letters, of size {_LARGEST} at most"
            raise BadInput(what, fix=fix)
        _printable(words, look)
        hyphens = Hyphens(self._language, self.style.parted)
        found = fit(words, look.fonts, hyphens, (width, height), sizes)
        if found is None:
            raise BadInput(
                f"“{words}” does not fit {width:g} x {height:g} at size {sizes.smallest:g}",
                fix="shorten the text, or give it more room in the template",
            )
        text = self._written(found, look, (x, y, width, height), (align, valign), ink)
        return text.saying(words)

    # How it is done

    def _look(self, style: str) -> TextStyle:
        if style not in self.style.text:
            known = ", ".join(sorted(self.style.text))
            raise BadInput(f"no text style {style!r}", fix=f"one of {known}")
        self._noted(f"text.{style}")
        return self.style.text[style]

    def _legible(self, colour: str, on: str) -> str:
        ink, paper = (look_up(self._colours, each) for each in (colour, on))
        ratio = contrast(ink, paper)
        if ratio < LEAST_CONTRAST:
            raise BadInput(
                f"{colour} on {on} has a contrast of {ratio:.1f}, which few can read",
                fix=f"choose colours with at least {LEAST_CONTRAST}",
            )
        return ink

    def _written(
        self,
        found: Set,
        look: TextStyle,
        box: tuple[float, float, float, float],
        align: tuple[Align, Valign],
        ink: str,
    ) -> Text:
        x, y, width, height = box
        step = found.size * look.leading
        top = y + (height - step * len(found.lines)) * _SHARE[align[1]]
        base = top + baseline(found.size, look.leading, look.font)
        parts = [f'<g fill="{ink}">']
        for number, line in enumerate(found.lines):
            left = x + (width - line.width * found.size) * _SHARE[align[0]]
            parts += self._pieces(line, left, base + number * step, found.size, ink)
        text = Text("".join((*parts, "</g>")))
        text.height, text.size = step * len(found.lines), found.size
        text.width = max((line.width for line in found.lines), default=0) * found.size
        return text

    def _pieces(self, line: SetLine, x: float, y: float, size: float, ink: str) -> Iterable[str]:
        for at, piece in line.pieces:
            left = x + at * size
            if piece.font:
                yield piece.drawn(left, y, size)
            else:
                side = ICON * size
                top = y - 0.32 * size - side / 2
                yield self._drawn_icon(piece.value, left, top, side, ink)

    def _drawn_icon(self, name: str, x: float, y: float, size: float, ink: str) -> str:
        drawn = self.icons.shapes(name)
        self.used.update(dict.fromkeys(drawn.files))
        return (
            f'<g data-icon="{name}" '
            f'transform="translate({x:.2f} {y:.2f}) scale({size / GRID:.4f})" color="{ink}" '
            'fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" '
            f'stroke-linejoin="round">{drawn.shapes}</g>'
        )


class _Noting(dict[str, str]):
    """The colours by name, which tells of each that is looked up."""

    def __init__(self, colours: Mapping[str, str], note: Callable[[str], None]) -> None:
        super().__init__(colours)
        self._note = note

    def __getitem__(self, name: str) -> str:
        self._note(f"colours.{name}")
        return super().__getitem__(name)


class _Loader(BaseLoader):
    """Finds templates by exact name in the folders, and notes which were looked for."""

    def __init__(self, folders: tuple[Path, ...]) -> None:
        self._folders = folders
        self.used: dict[Path, None] = {}

    def look_for(self, template: str) -> Path:
        name = PurePosixPath(template)
        if name.is_absolute() or ".." in name.parts or "\\" in template:
            raise TemplateNotFound(template)
        for folder in self._folders:
            path = folder / name
            self.used[path] = None
            if path.is_file():
                return path
        raise TemplateNotFound(template)

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Any]:  # noqa: ARG002 - as Jinja calls it
        path = self.look_for(template)
        before = _stamp(path)
        current = lambda: self.look_for(template) == path and _stamp(path) == before  # noqa: E731
        return read_text(path), path.as_posix(), current


def plain_words(string: object) -> str:
    """Undo what Jinja escaped; white space is one space, and "¶" begins a paragraph."""
    text = string.unescape() if isinstance(string, Markup) else str(string)
    return "\n".join(re.sub(r"[ \t\r\n]+", " ", part).strip(" ") for part in text.split("¶"))


def _measured(**said: object) -> None:
    """Refuse what is no measure: no picture has it, and whoever draws might never end."""
    for name, value in said.items():
        if value is not None and not (isinstance(value, int | float) and abs(value) <= _FAR):
            what = f"{name} is {str(value)[:40]!r}, which is no measure in a picture"
            raise BadInput(what, fix=f"give a number up to {_FAR:,}")


def _printable(words: str, look: TextStyle) -> None:
    """Refuse letters that would be printed as an empty box."""
    missing = lacking(look.font, words)
    if missing:
        what = f"the font “{look.font}” has no “{missing}” (U+{ord(missing):04X})"
        raise BadInput(f"{what}, which stands in “{words}”", fix="write it otherwise")


def _fail(what: str) -> None:
    """Let a template say what it cannot draw."""
    raise BadInput(what, fix="write it into the template")


def _stamp(path: Path) -> tuple[int, int]:
    status = path.stat()
    return status.st_mtime_ns, status.st_size


class _Environment(Bounded):
    """Jinja for pictures: strict, without chance, and every value escaped."""

    loader: _Loader

    def __init__(self, loader: _Loader) -> None:
        super().__init__(
            loader=loader,
            undefined=StrictUndefined,
            autoescape=True,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=True,
            bytecode_cache=Compiled((Path(__file__), Path(bounds.__file__))),
            extensions=["jinja2.ext.do"],
        )
        self.bound()

    def compile(self, source: Any, name: Any = None, filename: Any = None, **how: Any) -> Any:  # type: ignore[override]  # noqa: ANN401
        """Compile a template so that it keeps to its bounds."""
        tree = self.guarded(self.parsed(source, name, filename))
        return super().compile(tree, name, filename, **how)

    def begin(self, used: dict[Path, None], part: float) -> None:
        """Forget what macros were imported for the last face, so that all files are noted anew."""
        self.allow(part)
        self.loader.used = used
        for template in self.cache.values() if self.cache else ():
            template._module = None  # noqa: SLF001 - Jinja keeps it there

    def _load_template(self, name: str, globals: Any) -> Any:  # noqa: A002, ANN401 - Jinja's own
        """Note also a template that is already compiled."""
        self.loader.look_for(name)
        return super()._load_template(name, globals)


def line_with(words: str, files: Iterable[Path]) -> str:
    """Say which line of the templates wrote something: the first in which it stands, if one has."""
    templates = [file for file in files if file.suffix != ".toml" and file.is_file()]
    for file in templates if words else ():
        for number, line in enumerate(read_text(file).splitlines(), 1):
            if words in line:
                return f"{file.as_posix()}:{number}"
    return templates[0].as_posix()
