"""Which scripts a PATH of the command line means."""

from pathlib import Path

__all__ = ["scripts"]

_SUFFIXES = frozenset((".lua", ".ttslua"))


def scripts(root: Path) -> list[Path]:
    """Give a file itself, or the scripts in a folder, in an order that every system agrees on."""
    if root.is_file():
        return [root]
    found = (path for path in root.rglob("*") if path.suffix.lower() in _SUFFIXES)
    return sorted((path for path in found if path.is_file()), key=lambda path: path.as_posix())
