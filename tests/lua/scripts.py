"""The scripts of real mods, for tests."""

import json
from functools import cache
from typing import Any

from tests.corpus import CORPUS
from tests.wants import do_without

__all__ = ["corpus_scripts"]


@cache
def corpus_scripts() -> dict[str, str]:
    """Give each script of the corpus once, with the save it is in; without corpus, skip."""
    if not CORPUS:
        do_without("corpus")
    found: dict[str, str] = {}
    for path in CORPUS:
        waiting: list[Any] = [json.loads(path.read_bytes().decode("utf-8-sig"))]
        while waiting:
            part = waiting.pop()
            if isinstance(part, dict):
                if script := part.get("LuaScript"):
                    found.setdefault(script, path.name)
                waiting.extend(part.values())
            elif isinstance(part, list):
                waiting.extend(part)
    return found
