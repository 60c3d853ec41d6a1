"""Saves of real mods, for tests; they belong to their authors and are not part of the project."""

from pathlib import Path

import pytest

from tests.wants import BESIDE, WANTS, do_without, wants

__all__ = ["CORPUS", "corpus_file", "each_save", "wants_corpus"]

_FOLDER = BESIDE / "corpus"

CORPUS: tuple[Path, ...] = tuple(sorted(_FOLDER.glob("*.json")))

wants_corpus = wants("corpus")
each_save = pytest.mark.parametrize(
    "path",
    CORPUS or [pytest.param(_FOLDER, marks=wants_corpus)],
    ids=lambda path: path.stem,
)
"""Runs a test, or the tests of a class, for each save; without the corpus, skips it once."""


def corpus_file(name: str) -> Path:
    """Give a save by its name; without the corpus, skip the test that asks."""
    path = _FOLDER / name
    if not path.exists():
        do_without("corpus", f"{name}: {WANTS['corpus']}")
    return path
