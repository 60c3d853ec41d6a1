"""Says who sees the pictures of a save: whoever built it alone, or everybody at the table."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Audience"]


class Audience(NamedTuple):
    """How many pictures a save calls, how many of them everybody sees, and where the others are.

    `mode` is how it was built: `file`, `serve` or `https`.
    """

    mode: str
    pictures: int
    published: int
    game: str

    @property
    def who(self) -> str:
        """Tell in a word who sees all of them: `everybody`, or `you`."""
        return "you" if self.published < self.pictures else "everybody"

    def __str__(self) -> str:
        """Say in one line who sees the pictures, and how others get to."""
        if not self.pictures:
            return "there are no pictures"
        if self.mode == "https":
            fix = f"`tts-tool publish {self.game} --to …` brings them"
            return f"everybody sees the {self.pictures} pictures, once they are on the web: {fix}"
        if self.mode == "serve":
            while_served = f"and only while `tts-tool serve {self.game}` runs"
            return f"only you see the {self.pictures} pictures, {while_served}"
        fix = f"`tts-tool publish {self.game} --steam` shows them to everybody"
        if self.published == self.pictures:
            return f"everybody sees the {self.pictures} pictures"
        if self.published:
            alone = self.pictures - self.published
            return f"everybody sees {self.published} pictures, only you the other {alone}: {fix}"
        return f"only you see the {self.pictures} pictures: {fix}"
