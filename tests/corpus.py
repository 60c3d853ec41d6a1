"""Saves of real mods, for tests; they belong to their authors and are not part of the project."""

from pathlib import Path

import pytest

__all__ = ["CORPUS", "corpus_file"]

_FOLDER = Path(__file__).parents[2] / "shared" / "corpus"

CORPUS: tuple[Path, ...] = tuple(sorted(_FOLDER.glob("*.json")))


def corpus_file(name: str) -> Path:
    """Give a save by its name; without the corpus, skip the test that asks."""
    path = _FOLDER / name
    if not path.exists():
        pytest.skip(f"the corpus of real saves is not here: no {name}")
    return path
