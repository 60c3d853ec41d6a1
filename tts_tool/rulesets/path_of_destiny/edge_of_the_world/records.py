"""What the story at the edge of the world brings: cards that pay for colours in a row."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from tts_tool.catalog.records import OPTIONS, Effect, Record, Sheet
from tts_tool.rulesets.path_of_destiny.base.vocabulary import Colour


class Sequence(Sheet):
    """Colours that lie side by side in a timeline, and what they bring."""

    colours: Annotated[
        tuple[Colour, ...], Meta(min_length=2, max_length=4)
    ]  # PD-DATA-17 PD-DATA-18
    bonus: Annotated[tuple[Effect, ...], Meta(min_length=1)]


class Effort(Record):
    """An extra-effort card of a chapter."""

    chapter: Annotated[int, Meta(ge=1, le=3)]
    sequences: Annotated[tuple[Sequence, ...], Meta(min_length=1), OPTIONS]
