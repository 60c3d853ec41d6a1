"""What the terminal itself says at the table, in English and German."""

from __future__ import annotations

from typing import Final

from tts_tool.kernel.rejection import Rejection
from tts_tool.texts import say

__all__ = ["TERMINAL", "word"]

TERMINAL: Final = ("chronicle", "terminal")
"""Whose texts are said at a keyboard."""


def word(code: str, language: str, **params: str | int) -> str:
    """Say something of the terminal's own.

    >>> word("turn", "de", seat="Rot")
    '-- Rot ist am Zug'
    """
    return say(Rejection(code, params), language, by=TERMINAL)
