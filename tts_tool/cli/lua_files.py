"""Which scripts a PATH of the command line means."""

from pathlib import Path
from typing import Final

from tts_tool.project import find_project

__all__ = ["scripts"]

_SUFFIXES: Final = frozenset((".lua", ".ttslua"))
_TEMPLATES: Final = frozenset(("global", "object"))


def scripts(root: Path) -> list[Path]:
    """Give a file itself, or the scripts in a folder, in an order that every system agrees on.

    Templates of a project are no Lua yet: its build reads what comes of them.
    """
    if root.is_file():
        return [root]
    project = find_project(root)
    is_made = project is not None and project.settings.kind == "generated"
    found = (path for path in root.rglob("*") if path.suffix.lower() in _SUFFIXES)
    listed = (path for path in found if path.is_file())
    return sorted(
        (path for path in listed if not (is_made and path.parent.name in _TEMPLATES)),
        key=lambda path: path.as_posix(),
    )
