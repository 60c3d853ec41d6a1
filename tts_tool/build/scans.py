"""A person's own pictures: which drawing each of them takes the place of, and which take none's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Final, NamedTuple

from tts_tool.build.mod import Mod

__all__ = ["TAKEN", "Scans", "scans"]

TAKEN: Final = (".png", ".jpg", ".jpeg", ".webp")
_DRAWN: Final = ".svg"
_OTHERS: Final = (_DRAWN, ".gif", ".bmp", ".tif", ".tiff", ".avif", ".heic", ".jfif")
"""What somebody may hope that we take; whatever else lies there is no picture."""


class Scans(NamedTuple):
    """The pictures by the names of the drawings that they replace, and what came of the others."""

    pictures: Mapping[str, Path]
    notes: tuple[str, ...]


def scans(mod: Mod, drawings: Iterable[str]) -> Scans:
    """Find for each drawing a person's own picture: of its language, of this copy, of all."""
    wanted = {name: tuple(_stems(name, mod.lang)) for name in drawings}
    known = {stem for name in wanted for lang in mod.languages for stem in _stems(name, lang)}
    there: dict[str, Path] = {}
    notes: list[str] = []
    for folder in filter(Path.is_dir, mod.folders.art):
        for path in _pictures(folder):
            if path.suffix.lower() == _DRAWN and path.stem in there:
                continue  # what that picture was exported from
            why = _useless(path, known) or _hidden(path, there)
            if why:
                notes.append(f"{path.as_posix()} replaces nothing: {why}")
            else:
                there[path.stem] = path
    found = {
        name: next((there[stem] for stem in stems if stem in there), None)
        for name, stems in wanted.items()
    }
    return Scans({name: path for name, path in found.items() if path}, tuple(notes))


def _stems(drawing: str, lang: str) -> Iterator[str]:
    """Name the files that could replace a drawing, the most particular first."""
    name, _, last = drawing.rpartition(".")
    for each in (drawing, name) if last.isdigit() else (drawing,):
        yield from (f"{each}.{lang}", each)


def _pictures(folder: Path) -> list[Path]:
    """List all that looks like a picture: of one name, the format that we take first."""
    order = (*TAKEN, *_OTHERS)
    found = (path for path in folder.iterdir() if path.suffix.lower() in order)
    seen = (path for path in found if not path.name.startswith("."))
    return sorted(seen, key=lambda path: (path.stem, order.index(path.suffix.lower()), path.name))


def _useless(path: Path, known: set[str]) -> str:
    """Say why a picture cannot be taken, if it cannot."""
    if path.is_dir():
        return "it is a folder"
    if path.suffix.lower() not in TAKEN:
        return f"export it from your drawing program: it may be {', '.join(TAKEN)}"
    if path.stem in known:
        return ""
    near = get_close_matches(path.stem, sorted(known), n=1)
    return f"did you mean {near[0]}{path.suffix}?" if near else "no picture here is called like it"


def _hidden(path: Path, there: Mapping[str, Path]) -> str:
    other = there.get(path.stem)
    return f"{other.as_posix()} comes first" if other else ""
