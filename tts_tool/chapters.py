"""Reads the chapters of a game: every file below its folder, so that what they declare is there."""

from __future__ import annotations

from importlib import import_module
from pkgutil import walk_packages

__all__ = ["read_chapters"]


def read_chapters(package: str) -> None:
    """Import every module of a package, in the order of their names but for what they import.

    Nobody lists the files of a game: one that nobody imports would be left out silently, with all
    that it declares.
    """
    for each in walk_packages(import_module(package).__path__, f"{package}."):
        import_module(each.name)
