"""The games that are installed, found by their entry points."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from difflib import get_close_matches
from functools import partial
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tts_tool.errors import NotFound

if TYPE_CHECKING:
    from tts_tool.catalog import Catalogue
    from tts_tool.kernel.module import Ruleset

__all__ = ["Game", "find", "games", "guess", "installed"]

GROUP = "tts_tool.rulesets"


class Game(NamedTuple):
    """A game that is installed, and the folder in which its rules are written."""

    ruleset: Ruleset
    package: Path | None

    def load(self, folder: Path | None = None) -> Catalogue:
        """Read its cards, from the folder given or from the one that came with the tool."""
        from tts_tool.catalog import load
        from tts_tool.resources import cards_dir

        return load((folder or cards_dir()) / self.ruleset.folder, self.ruleset.schema)


def installed() -> dict[str, Callable[[], Game]]:
    """Name the games that are installed; a game is imported only when it is called."""
    points = entry_points(group=GROUP)
    return {point.name.replace("_", "-"): partial(_game, point) for point in points}


def games(name: str | None = None) -> list[Game]:
    """Load the games that are installed, or the one of this name."""
    return [game() for game in installed().values()] if name is None else [find(name)]


def find(name: str) -> Game:
    """Load the game of this name."""
    known = installed()
    if name not in known:
        raise NotFound(f'no game "{name}"', fix=guess(name, known))
    return known[name]()


def guess(word: str, known: Iterable[str]) -> str:
    """Say what was probably meant, or what there is."""
    names = list(known)
    near = get_close_matches(word, names, n=1)
    if near:
        return f"did you mean {near[0]}?"
    return f"there are: {', '.join(names[:20])}" if names else "there are none"


def _game(point: EntryPoint) -> Game:
    spec = find_spec(point.module)
    origin = spec.origin if spec is not None else None
    return Game(point.load(), Path(origin).parent if origin else None)
