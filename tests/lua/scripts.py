"""The scripts of real mods, for tests."""

import json
from functools import cache
from typing import Any

import pytest

from tests.corpus import CORPUS

__all__ = ["corpus_scripts"]


@cache
def corpus_scripts() -> dict[str, str]:
    """Give each script of the corpus once, with the save it is in; without corpus, skip."""
    if not CORPUS:
        pytest.skip("the corpus of real saves is not here")
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
