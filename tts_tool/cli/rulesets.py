"""The games that are installed, found by their entry points, and those of projects."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from hashlib import sha256
from importlib.machinery import SourceFileLoader
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import TYPE_CHECKING, Final, NamedTuple, NoReturn

from tts_tool.errors import BadInput, NotFound, Unavailable, UserError, meant
from tts_tool.installed import EntryPoint, entry_points
from tts_tool.project import FILE_NAME, RULES, Project, read_project

if TYPE_CHECKING:
    from tts_tool.catalog import Catalogue
    from tts_tool.kernel.module import Ruleset

__all__ = ["FoundGame", "check_known", "find", "games", "installed", "is_folder"]

GROUP: Final = "tts_tool.rulesets"


class FoundGame(NamedTuple):
    """A game that is installed, or that of a project, and the folder with its rules."""

    ruleset: Ruleset
    package: Path | None
    project: Project | None = None

    def cards(self, folder: Path | None = None) -> tuple[Path, ...]:
        """Say where its cards are: in the folder given, in its project, or with the tool."""
        from tts_tool.catalog import card_folders

        if folder is not None:
            return (folder / self.ruleset.folder,)
        return card_folders(self.ruleset, self.home / "cards" if self.home else None)

    @property
    def home(self) -> Path | None:
        """Give the folder with what it has of its own: its project, its package, or around that."""
        if self.project is not None:
            return self.project.folder
        if self.package is None or not self.ruleset.extends:
            return None
        around = (self.package, *self.package.parents[:2])
        return next((each for each in around if (each / "cards").is_dir()), None)

    @property
    def languages(self) -> tuple[str, ...]:
        """Say in which languages it is told."""
        from tts_tool.catalog import LANGUAGES

        return self.project.settings.languages if self.project else LANGUAGES

    @property
    def spoken(self) -> tuple[str, ...]:
        """Say in which languages its words are at hand when its cards are read."""
        from tts_tool.catalog import LANGUAGES

        own = set(self.languages) <= {*LANGUAGES}
        return LANGUAGES if own else self.languages[:1]

    def load(self, folder: Path | None = None, lang: str = "") -> Catalogue:
        """Read its cards; what has not changed since the last time is not parsed or checked again.

        Where nothing can be remembered it is only slower.
        """
        from tts_tool.build.parsed import parsed_in
        from tts_tool.cached import cache_folder
        from tts_tool.catalog import load

        places, schema, told = self.cards(folder), self.ruleset.schema, self.languages
        parsed = parsed_in(cache_folder(), places[-1])
        found = load(places, schema, told, lang, parsed.checked(schema, told, lang))
        with suppress(Unavailable):
            parsed.keep()
        return found


def installed() -> dict[str, Callable[[], FoundGame]]:
    """Name the games that are installed; a game is imported only when it is called."""
    points = entry_points(GROUP)
    return {point.name.replace("_", "-"): partial(_game, point) for point in points}


def games(name: str | None = None) -> list[FoundGame]:
    """Load the games that are installed, or the one of this name."""
    return [game() for game in installed().values()] if name is None else [find(name)]


def find(name: str) -> FoundGame:
    """Load the game of this name, or that of the project in this folder.

    Code of a project runs only here: its owner has named the folder.
    """
    known = installed()
    if is_folder(name, known):
        return _of_project(Path(name))
    check_known(name)
    return known[name]()


def check_known(name: str) -> None:
    """See that there is a game of this name, or a project in this folder; nothing of it runs."""
    known = installed()
    if name in known or is_folder(name, known):
        return
    if Path(name).is_dir():
        fix = f"name a folder with {FILE_NAME}; tts-tool init starts one"
        raise NotFound("this folder is no project", where=str(Path(name).resolve()), fix=fix)
    if len(Path(name).parts) > 1:
        raise NotFound("there is no such folder", where=name, fix="tts-tool init starts one")
    raise NotFound(f'no game "{name}"', fix=meant(name, known))


def is_folder(name: str, known: Iterable[str]) -> bool:
    """Tell a folder with a project from the name of a game, which wins."""
    return name not in known and (Path(name) / FILE_NAME).is_file()


def _game(point: EntryPoint) -> FoundGame:
    spec = find_spec(point.module)
    origin = spec.origin if spec is not None else None
    return FoundGame(point.load(), Path(origin).parent if origin else None)


def _of_project(folder: Path) -> FoundGame:
    """Run the rules of a project, and take its ruleset."""
    project = read_project(folder.resolve())
    file = project.folder / RULES
    if not file.is_file():
        raise NotFound("this project has no rules", where=str(file), fix="tts-tool init makes some")
    ruleset = getattr(_run(file), "RULESET", None)
    if ruleset is None:
        raise BadInput("no RULESET in these rules", where=str(file), fix="RULESET = Ruleset(…)")
    return FoundGame(ruleset, project.folder, project)


class _AsItIs(SourceFileLoader):
    """Compiles what stands in a file now.

    What Python has compiled before it takes for the same within a second, if it is as long.
    """

    def path_stats(self, path: str) -> NoReturn:
        """Give nothing by which what was compiled could be told from what it was made of."""
        raise OSError(path)


def _run(file: Path) -> ModuleType:
    """Import a file under a name of its own, so that records can find their module; once.

    Run twice it would make every kind of card twice, and cards of one are none of the other.
    """
    told = f"{file} {file.read_bytes()!r}"
    name = f"tts_tool_project_{sha256(told.encode()).hexdigest()[:12]}"
    if name in sys.modules:
        return sys.modules[name]
    spec = spec_from_file_location(name, file, loader=_AsItIs(name, str(file)))
    if spec is None or spec.loader is None:
        raise BadInput("this is no Python file", where=str(file))
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        del sys.modules[name]
        if isinstance(error, UserError) or not isinstance(error, Exception | SystemExit):
            raise
        place = _innermost(error, file)
        raise BadInput(f"{type(error).__name__}: {error}", where=place) from error
    return module


def _innermost(error: BaseException, file: Path) -> str:
    """Say which line of the rules an error came through last."""
    if isinstance(error, SyntaxError) and error.filename == str(file):
        return f"{file}:{error.lineno}"
    lines = [
        frame.lineno for frame in extract_tb(error.__traceback__) if frame.filename == str(file)
    ]
    return f"{file}:{lines[-1]}" if lines else str(file)
