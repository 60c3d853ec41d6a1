"""The table of the fair, unprinted, as a build makes it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest

from tests.fair.rules import RULESET
from tts_tool.build.mod import Folders, Mod
from tts_tool.build.unprinted import unprinted
from tts_tool.catalog import Catalogue, load
from tts_tool.kernel.module import Composition, Setup
from tts_tool.resources import lua_templates_dir

__all__ = ["Fair", "catalogue", "made"]

HERE = Path(__file__).parent


class Fair(NamedTuple):
    """The mod, what its script was told, and its save."""

    mod: Mod
    values: dict[str, Any]
    save: bytes


@cache
def catalogue() -> Catalogue:
    """Read the cards."""
    return load(HERE / "cards", RULESET.schema)


@cache
def made() -> Fair:
    """Make the table; pictures have addresses, and nobody draws them.

    That is while tests are collected, when they have no folders of their own yet.
    """
    box = Composition(RULESET, Setup(RULESET.seats, ("base",), {}, catalogue())).inventory
    folders = Folders((HERE / "mod_json",), (lua_templates_dir(),))
    mod = Mod(RULESET.name, "The Fair", "en", catalogue(), box, folders)
    with TemporaryDirectory() as cache, pytest.MonkeyPatch.context() as patch:
        patch.setenv("TTS_TOOL_CACHE", cache)
        table = unprinted(mod)
    return Fair(mod, table.values, table.save)
