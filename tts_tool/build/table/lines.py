"""Finds the line in which a file of the layout says something, for errors.

Lines move without anything changing, so nobody keeps them: files are read again for them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

__all__ = ["line_naming", "place_of"]


def place_of(files: Iterable[str], *keys: str) -> str:
    """Give `file:line` of a key, or of the table it stands in; the first file, if it is in none.

    `"places", "3"` is the fourth [[places]] of all files together.
    """
    paths = [Path(file) for file in files]
    name, *inside = keys
    while inside[1:] and inside[-1].isdigit():
        inside.pop()  # part of a value
    for path in paths:
        text = path.read_text("utf-8-sig")
        line = _line(text, [name, *inside])
        if line:
            return f"{path.as_posix()}:{line}"
        if inside and inside[0].isdigit():
            inside[0] = str(int(inside[0]) - len(re.findall(rf"(?m)^\s*\[\[\s*{name}\s*\]", text)))
    return paths[0].as_posix()


def line_naming(value: str, files: Sequence[str]) -> str:
    """Give `file:line` of the first line that names something; the first file, if none does."""
    for file in files:
        for at, line in enumerate(Path(file).read_text("utf-8-sig").splitlines(), 1):
            if f'"{value}"' in line or f"'{value}'" in line:
                return f"{Path(file).as_posix()}:{at}"
    return Path(files[0]).as_posix()


def _line(text: str, keys: Sequence[str]) -> int:
    """Find the line of a key: of the table or entry it stands in, if not its own; 0 if nowhere."""
    number = int(keys[1]) if len(keys) > 1 and keys[1].isdigit() else -1
    found, seen, inside, wanted = 0, -1, True, keys[0]
    for at, line in enumerate(text.splitlines(), 1):
        header = re.match(r"\s*\[+([^\]]+)\]", line)
        if header:
            wanted = keys[-1]
            names = [each.strip("\"' ") for each in header[1].split(".")]
            if len(keys) > 1 and names == list(keys):
                return at
            seen += line.lstrip().startswith("[[") and names == [keys[0]]
            inside = names[0] == keys[0] and (number < 0 or seen == number)
            inside = inside and (number >= 0 or names[1:2] in ([], keys[1:2], ["..."]))
            found = found or (at if inside else 0)
        elif inside or len(keys) == 1:
            pair = re.match(r"\s*([\w-]+)\s*=", line)
            if pair is not None and pair[1] == wanted:
                return at
    return found
