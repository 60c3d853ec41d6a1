"""Finds the file that a name in a script, a template or an XML means.

The same file is found on every system: the case must be right even where the disk does not mind.
Nothing outside the given folders is found.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import NamedTuple, Self

from tts_tool.errors import BadInput

__all__ = ["Search", "is_inside", "read_text"]

_NOT_IN_NAMES = frozenset('\\:*?"<>|\0')


class _Candidate(NamedTuple):
    """A file that a name may mean."""

    folder: Path
    inside: str

    @property
    def path(self) -> Path:
        return self.folder / self.inside


@dataclass(frozen=True, slots=True)
class Search:
    """Folders in their order, each with the shape of a file's name in it: `?` is the name."""

    places: tuple[tuple[Path, str], ...]

    @classmethod
    def over(cls, paths: Iterable[Path | str], shapes: Iterable[str]) -> Self:
        """Search folders for these shapes; a path that has a `?` brings its own: `src/?.lua`."""
        known = tuple(shapes)
        return cls(tuple(place for path in paths for place in _places(str(path), known)))

    def find(self, *names: str) -> Path | None:
        """Give the first file that one of the names means."""
        found = (each.path for each in self._candidates(names) if _is_here(each))
        return next(found, None)

    def explain(self, *names: str) -> str:
        """Say why nothing was found: a way out, letters in another case, or what was tried."""
        if bad := next((name for name in names if not is_inside(name)), None):
            return f'"{bad}" is no name inside the folders that are searched'
        candidates = list(self._candidates(names))
        for each in candidates:
            real = _spelled(each)
            if real == each.inside:
                return f"{each.path.as_posix()} leads out of its folder"
            if real is not None:
                return f"only {(each.folder / real).as_posix()} is there: the case differs"
        return f"tried {', '.join(each.path.as_posix() for each in candidates)}"

    def _candidates(self, names: Iterable[str]) -> Iterator[_Candidate]:
        wanted = [name for name in names if is_inside(name)]
        for folder, shape in self.places:
            for name in wanted:
                yield _Candidate(folder, shape.replace("?", name))


def is_inside(name: str) -> bool:
    """Tell whether a name can only mean something inside a folder."""
    parts = name.split("/")
    return not _NOT_IN_NAMES.intersection(name) and not {"", ".", ".."}.intersection(parts)


def read_text(path: Path) -> str:
    """Read a file as it is, line ends included; only a byte order mark is left out."""
    content = path.read_bytes()
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        fix = "save it as UTF-8"
        raise BadInput("not UTF-8 text", where=f"{path.as_posix()}:{line}", fix=fix) from None


def _places(path: str, shapes: tuple[str, ...]) -> Iterator[tuple[Path, str]]:
    if "?" not in path:
        yield from ((Path(path), shape) for shape in shapes)
        return
    fixed, mark, rest = path.replace("\\", "/").partition("?")
    folder, slash, stem = fixed.rpartition("/")
    yield Path(folder + slash), stem + mark + rest


def _is_here(candidate: _Candidate) -> bool:
    path = candidate.path
    return (
        path.is_file()
        and _spelled(candidate) == candidate.inside
        and path.resolve().is_relative_to(candidate.folder.resolve())
    )


def _spelled(candidate: _Candidate) -> str | None:
    """Find how the disk spells the name, whatever its case; None if it is not there."""
    here = candidate.folder
    for part in PurePosixPath(candidate.inside).parts:
        if not here.is_dir():
            return None
        names = {each.name for each in here.iterdir()}
        twins = sorted(name for name in names if name.casefold() == part.casefold())
        if not twins:
            return None
        here /= part if part in names else twins[0]
    return here.relative_to(candidate.folder).as_posix() if here.is_file() else None
