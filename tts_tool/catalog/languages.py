"""A game that is told in one language only: its words stand for those of the other, too.

Its table is built in that language, its refusals are worded in it, and nobody has to write what
nobody reads.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

__all__ = ["LANGUAGES", "in_all_languages"]

LANGUAGES: Final = ("en", "de")


def in_all_languages(written: Any, told: Collection[str]) -> Any:  # noqa: ANN401 - what TOML says
    """Complete every text of a document that has the only language of its game.

    >>> in_all_languages({"name": {"en": "Pear"}}, ["en"])
    {'name': {'en': 'Pear', 'de': 'Pear'}}
    >>> in_all_languages({"name": {"en": "Pear"}}, ["en", "de"])
    {'name': {'en': 'Pear'}}
    """
    spoken = [language for language in LANGUAGES if language in told]
    return _completed(written, spoken[0]) if len(spoken) == 1 else written


def _completed(written: Any, spoken: str) -> Any:  # noqa: ANN401 - what TOML says
    if isinstance(written, list):
        return [_completed(each, spoken) for each in written]
    if not isinstance(written, dict):
        return written
    inside = {key: _completed(value, spoken) for key, value in written.items()}
    if not isinstance(written.get(spoken), str):
        return inside
    return inside | {other: inside[spoken] for other in LANGUAGES if other not in inside}
