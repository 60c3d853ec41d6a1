"""Finds the data that comes with tts-tool: cards, Lua templates, fragments of the table.

An installed wheel carries these folders inside the package. In a checkout (an editable install)
they stand beside it, where people edit them, so no copy can go stale.
"""

from pathlib import Path

from tts_tool.errors import Unavailable

__all__ = ["cards_dir", "lua_templates_dir", "mod_json_dir"]

_PACKAGE = Path(__file__).resolve().parent


def cards_dir() -> Path:
    """Return the folder with card, token, board and text data: a folder per game."""
    return _folder("cards")


def lua_templates_dir() -> Path:
    """Return the folder with the Lua that a generated mod carries."""
    return _folder("lua_templates")


def mod_json_dir() -> Path:
    """Return the folder with hand-made fragments of a Tabletop Simulator save."""
    return _folder("mod_json")


def _folder(name: str, package: Path = _PACKAGE) -> Path:
    """Prefer what the wheel carries: whoever has it has no checkout beside it."""
    for folder in (package / "_data" / name, package.parent / name):
        if folder.is_dir():
            return folder
    raise Unavailable(
        f"this installation lacks its folder {name!r}",
        where=str(package),
        fix="install tts-tool again",
    )
