"""Which assumption is settled how: a table beside this module, `questions.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

__all__ = ["ProbeQuestion", "questions"]

_FILE = Path(__file__).with_name("questions.toml")


class ProbeQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How an assumption is settled.

    Asked from `outside` by an editor, `inside` by the self-test, with a `person`, or `never`;
    `why` says why never.
    """

    asked: Literal["outside", "inside", "person", "hands", "never"]
    why: str = ""
    anywhere: bool = False
    """Whether it can be asked at any table, as nothing needs to be done for it."""


@cache
def questions() -> Mapping[str, ProbeQuestion]:
    """Read the table."""
    return msgspec.convert(
        tomllib.loads(_FILE.read_text(encoding="utf-8")), dict[str, ProbeQuestion]
    )
