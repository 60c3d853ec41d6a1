"""Remembers which breaks were noticed, so that a long proof that was stopped goes on where it was.

What went unnoticed is forgotten: it is tried again, since by then there may be a test for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path

from tts_tool.errors import BadInput
from tts_tool.proof.breaks import Break

__all__ = ["Noticed"]


class Noticed:
    """A file with a line for each break that was noticed; without one it is soon forgotten."""

    def __init__(self, file: Path | None, sources: Mapping[str, bytes]) -> None:
        """Read what is known; a source that has changed since then is broken anew."""
        self._file = file
        self._sources = sources
        self._known = set(_lines(file)) if file is not None else set[str]()

    def __contains__(self, one: Break) -> bool:
        """Tell whether a break was noticed before."""
        return self._named(one) in self._known

    def note(self, one: Break) -> None:
        """Write down at once that a break was noticed."""
        self._known.add(self._named(one))
        if self._file is not None:
            with self._file.open("a", encoding="utf-8", newline="\n") as kept:
                kept.write(f"{self._named(one)}\n")

    def _named(self, one: Break) -> str:
        """Name a break by what it makes of its file."""
        digest = blake2b(one.applied(self._sources[one.file]), digest_size=8).hexdigest()
        return f"{one.file}:{one.line} {one.kind} {digest}"


def _lines(file: Path) -> list[str]:
    try:
        return file.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return []
    except (OSError, UnicodeDecodeError) as error:
        fix = "name a file that this command has written, or a new one"
        what = f"nothing can be remembered here: {error}"
        raise BadInput(what, where=str(file), fix=fix) from error
