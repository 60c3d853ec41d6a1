"""What scripts ask people: dialogs on their screens, and cards to choose in their hands."""

from __future__ import annotations

from msgspec import Struct

__all__ = ["Dialog", "HandChoice"]


class Dialog(Struct, frozen=True):
    """A window that waits for somebody; `reference` is whoever hears the answer."""

    kind: str
    words: str
    reference: int
    default: str = ""
    options: tuple[str, ...] = ()


class HandChoice(Struct, frozen=True):
    """A choice of so many cards of one's hand."""

    label: str
    least: int
    most: int
    prompt: str
    may_cancel: bool
