"""What is installed beside this tool: versions of libraries, and what other packages declare.

`importlib.metadata` says the same, and to import it takes a twentieth of what an edit of a card
takes as a command. Where anything is installed in an unusual way, in an archive or behind a finder
of somebody's own, it is asked all the same.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from functools import lru_cache, reduce
from importlib import import_module
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any, Final, NamedTuple

__all__ = ["EntryPoint", "entry_points", "version"]

_KEPT: Final = re.compile(r"(.+?)(?:-(\d[^-]*).*)?\.(?:dist|egg)-info")
"""A folder beside a package: its name, mostly with its version."""


class EntryPoint(NamedTuple):
    """What a package declares: `value` is `package.module:name`."""

    name: str
    value: str

    @property
    def module(self) -> str:
        """The module in which it is."""
        return self.value.partition(":")[0].strip()

    def load(self) -> Any:  # noqa: ANN401 - whatever it declares
        """Import it."""
        names = self.value.partition(":")[2].partition("[")[0].strip()
        return reduce(getattr, filter(None, names.split(".")), import_module(self.module))


def entry_points(group: str) -> list[EntryPoint]:
    """List what is declared in a group; of several copies of a package the first counts."""
    if not _is_usual():
        from importlib import metadata  # noqa: PLC0415 - slow to import, and seldom needed

        return [EntryPoint(each.name, each.value) for each in metadata.entry_points(group=group)]
    found: list[EntryPoint] = []
    seen: set[str] = set()
    for name, _, folder in _distributions():
        if name not in seen:
            seen.add(name)
            found += _declared(folder, group)
    return found


def version(name: str) -> str:
    """Say which version of a package is installed; "none", if it is not."""
    wanted = _normal(name)
    for known, said, _ in _distributions() if _is_usual() else ():
        if known == wanted and said:
            return said
    from importlib import metadata  # noqa: PLC0415 - as above

    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "none"


def _is_usual() -> bool:
    """Tell whether all that is installed lies in folders, where Python itself looks for it."""
    finders = (each for each in sys.meta_path if hasattr(each, "find_distributions"))
    return all(each is PathFinder for each in finders) and not any(map(os.path.isfile, sys.path))


def _distributions() -> Iterator[tuple[str, str, Path]]:
    """Give the name, the version and the folder of each package that is installed."""
    for place in sys.path:
        try:
            changed = os.stat(place or ".").st_mtime_ns  # noqa: PTH116 - asked often in a command
        except OSError:
            continue
        yield from _kept_in(place, changed)


@lru_cache(maxsize=64)
def _kept_in(place: str, _changed: int) -> tuple[tuple[str, str, Path], ...]:
    """Look once through a folder, as long as nothing comes or goes there."""
    try:
        names = sorted(os.listdir(place or "."))  # noqa: PTH208 - hundreds, few of which count
    except OSError:
        return ()
    return tuple(
        (_normal(found[1]), found[2] or "", Path(place, name))
        for name in names
        if (found := _KEPT.fullmatch(name))
    )


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _declared(folder: Path, group: str) -> Iterator[EntryPoint]:
    """Read one section of `entry_points.txt`."""
    try:
        text = (folder / "entry_points.txt").read_text(encoding="utf-8")
    except OSError:
        return
    section = ""
    for line in map(str.strip, text.splitlines()):
        if line.startswith("["):
            section = line.strip("[]")
        elif section == group and line and not line.startswith("#"):
            name, _, value = line.partition("=")
            yield EntryPoint(name.strip(), value.strip())
