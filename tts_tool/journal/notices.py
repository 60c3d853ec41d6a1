"""What players are told when a game goes on under other rules than it began with."""

from __future__ import annotations

import msgspec

from tts_tool.kernel.rejection import Rejection
from tts_tool.texts import say

__all__ = ["Notice", "said"]


class Notice(msgspec.Struct, frozen=True):
    """Something to tell, as a code with parameters."""

    code: str
    params: dict[str, str | int] = {}


def said(notice: Notice, language: str = "en") -> str:
    """Say a notice in one sentence.

    >>> said(Notice("set-aside", {"count": 2}))
    'Entries after that which are set aside (the journal keeps them): 2.'
    """
    return say(Rejection(notice.code, notice.params), language, by=("journal",))
