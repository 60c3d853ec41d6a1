"""Gives a copy of the project what Python has compiled of it: five seconds of work for each copy.

Python trusts it as long as a file is as old and as large as it was; what is changed in the copy is
compiled anew, and takes the place of what was given there alone.
"""

from __future__ import annotations

from importlib.util import cache_from_source
from pathlib import Path

__all__ = ["compile_as_here"]

ROOT = Path(__file__).parents[1]


def compile_as_here(copy: Path, *, beside: bool = False) -> None:
    """Give what is compiled to a copy, whose files are as old as ours, as far as there is any.

    It goes where this process would keep it, or `beside` the source, as Python itself does.
    """
    for source in (copy / "tts_tool").rglob("*.py"):
        ours = Path(cache_from_source(str(ROOT / source.relative_to(copy))))
        at = source.parent / "__pycache__" / ours.name
        theirs = at if beside else Path(cache_from_source(str(source)))
        if ours.is_file() and not theirs.exists():
            theirs.parent.mkdir(parents=True, exist_ok=True)
            theirs.write_bytes(ours.read_bytes())
