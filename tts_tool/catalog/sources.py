"""Card files as they are read: the document, its name, and drafts of what stands in it."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any, Literal

from tts_tool.catalog.anatomy import Key, dotted
from tts_tool.catalog.lines import find_lines
from tts_tool.catalog.problems import Problem, Severity

__all__ = ["Draft", "Parse", "Source", "Space", "card_files", "read"]

Space = Literal["record", "table", "message", "rule"]
Parse = Callable[[str], dict[str, Any]]
"""What reads TOML; somebody may know the document of a text already."""


@dataclass(frozen=True)
class Source:
    """A card file, or something given in place of one; without text there are no lines."""

    name: str
    document: Mapping[str, Any]
    text: str = field(default="", repr=False)
    box: str = ""

    @cached_property
    def digest(self) -> str:
        """Fingerprint of the text, by which the same text is known again."""
        return blake2b(self.text.encode(), digest_size=16).hexdigest()

    @cached_property
    def _lines(self) -> dict[Key, int]:
        return find_lines(self.text)

    def line(self, key: Key) -> int | None:
        """Find the line of a key, or of the nearest thing around it that has one."""
        if not self.text:
            return None
        lengths = range(len(key), -1, -1)
        return next((self._lines[key[:n]] for n in lengths if key[:n] in self._lines), 1)

    def problem(self, key: Key, message: str, suggestion: str | None = None) -> Problem:
        """Say what is wrong with a key of the document itself."""
        line = self.line(key)
        return Problem(file=self.name, line=line, path="", message=message, suggestion=suggestion)


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """Something that was written, before anybody has said that it is right."""

    space: Space
    name: str
    kind: str
    body: Any
    source: Source
    key: Key
    provenance: Any = None

    @property
    def where(self) -> str:
        """File and line, clickable."""
        line = self.source.line(self.key)
        return self.source.name if line is None else f"{self.source.name}:{line}"

    def problem(
        self,
        path: Key,
        message: str,
        suggestion: str | None = None,
        *,
        at: Key | None = None,
        severity: Severity = "error",
    ) -> Problem:
        """Say what is wrong inside; `at` is the key to point at if it is not the path."""
        return Problem(
            file=self.source.name,
            line=self.source.line((*self.key, *(path if at is None else at))),
            path=dotted(path),
            message=message,
            suggestion=suggestion,
            severity=severity,
        )


def card_files(places: Iterable[Path]) -> Iterator[Path | Problem]:
    """Give the card files of folders, and files named one by one."""
    for place in places:
        if place.is_dir():
            found = sorted(place.rglob("*.toml"), key=lambda file: file.relative_to(place).parts)
            yield from found
            if not found:
                yield _about(place, "no card files in this folder")
        elif place.exists():
            yield place
        else:
            yield _about(place, "no such file or folder")


def read(file: Path, parse: Parse = tomllib.loads) -> Source | Problem:
    """Read a card file; a file that is not TOML is a problem, never an exception."""
    try:
        text = file.read_bytes().decode("utf-8-sig")
    except OSError as error:
        return _about(file, f"cannot be read: {error.strerror}")
    except UnicodeDecodeError as error:
        before = bytes(error.object[: error.start])
        return _about(file, "not UTF-8 text", before.count(b"\n") + 1)
    try:
        return Source(shown(file), parse(text), text, file.parent.name)
    except RecursionError:
        return _about(file, "nested too deeply")
    except ValueError as error:  # bad TOML; the parser also lets absurdly long numbers through
        return _about(file, *_syntax(str(error), text))


def shown(file: Path) -> str:
    """Name a file as the person would: from where they stand, if it is below."""
    # Of every card file of a game: as paths they would take five times as long.
    whole, here = os.path.realpath(file), os.path.join(os.getcwd(), "")  # noqa: PTH109, PTH118
    below = os.path.normcase(whole).startswith(os.path.normcase(here))
    return whole[len(here) :] if below else str(file)


def _about(file: Path, message: str, line: int | None = None) -> Problem:
    return Problem(file=shown(file), line=line, path="", message=message)


def _syntax(message: str, text: str) -> tuple[str, int | None]:
    """Take the line out of the parser's sentence: it stands before the message already."""
    what, _, place = message.rpartition(" (at ")
    if not what:
        return message, None
    if place.startswith("end of document"):
        return f"{_small(what)} at the end of the file", text.rstrip().count("\n") + 1
    line = place.removeprefix("line ").partition(",")[0]
    return _small(what), int(line)


def _small(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]
