"""In which languages a game is told, and where its words stand.

A text has two places, `en` and `de`: the tool itself speaks these. A game that is told in one of
them only says the same in both. A game that is told in others, too, is read in one of its
languages, and the words of that one stand in both places.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, Final, Literal

from tts_tool.catalog.anatomy import Key

__all__ = [
    "LANGUAGES",
    "Tongue",
    "also_in",
    "in_all_languages",
    "place_of_words",
    "read_as",
    "unsaid",
]

Tongue = Literal["en", "de"]

LANGUAGES: Final[tuple[Tongue, ...]] = ("en", "de")


def place_of_words(language: str) -> Tongue:
    """Say in which of the two places the words of a language are found."""
    return "de" if language == "de" else "en"


def in_all_languages(written: Any, told: Collection[str], language: str = "") -> Any:  # noqa: ANN401 - what TOML says
    """Complete every text of a document, in the language that it is read in.

    >>> in_all_languages({"name": {"en": "Pear"}}, ["en"])
    {'name': {'en': 'Pear', 'de': 'Pear'}}
    >>> in_all_languages({"name": {"en": "Pear"}}, ["en", "de"])
    {'name': {'en': 'Pear'}}
    >>> in_all_languages({"name": {"en": "Pear", "fr": "Poire"}}, ["en", "fr"], "fr")
    {'name': {'en': 'Poire', 'de': 'Poire'}}
    """
    if _foreign(told):
        return _read_in(written, told, language or next(iter(told)))
    spoken = [language for language in LANGUAGES if language in told]
    return _completed(written, spoken[0]) if len(spoken) == 1 else written


def read_as(told: Collection[str], language: str = "") -> tuple[str, ...]:
    """Name all that decides what documents say once they are completed.

    >>> read_as(["de", "en"], "de"), read_as(["en", "fr"], "fr")
    (('de', 'en'), ('en', 'fr', 'fr'))
    """
    return (*told, language or next(iter(told))) if _foreign(told) else tuple(sorted(told))


def unsaid(written: Any, told: Collection[str], path: Key = ()) -> Iterator[tuple[Key, str]]:  # noqa: ANN401 - what TOML says
    """Find the texts that lack one of the languages of a game that is told in others than ours.

    >>> list(unsaid({"name": {"en": "Pear"}}, ["en", "fr"]))
    [(('name',), 'fr')]
    """
    if not _foreign(told):
        return
    if isinstance(written, list):
        for index, each in enumerate(written):
            yield from unsaid(each, told, (*path, index))
    elif isinstance(written, dict):
        if _is_text(written, told):
            yield from ((path, each) for each in told if not isinstance(written.get(each), str))
        for key, value in written.items():
            yield from unsaid(value, told, (*path, key))


def also_in(values: Any, language: str) -> Any:  # noqa: ANN401 - plain data
    """Let templates find the words of a language under its own name.

    >>> also_in({"name": {"en": "Poire", "de": "Poire"}}, "fr")
    {'name': {'en': 'Poire', 'de': 'Poire', 'fr': 'Poire'}}
    """
    if language in LANGUAGES:
        return values
    if isinstance(values, list | tuple):
        return [also_in(each, language) for each in values]
    if not isinstance(values, dict):
        return values
    inside = {key: also_in(value, language) for key, value in values.items()}
    own = {language: inside["en"]} if inside.keys() >= {*LANGUAGES} else {}
    return inside | own


def _foreign(told: Collection[str]) -> bool:
    return not set(told) <= {*LANGUAGES}


def _is_text(written: dict[str, Any], told: Collection[str]) -> bool:
    return any(isinstance(written.get(each), str) for each in (*told, *LANGUAGES))


def _read_in(written: Any, told: Collection[str], language: str) -> Any:  # noqa: ANN401 - what TOML says
    if isinstance(written, list):
        return [_read_in(each, told, language) for each in written]
    if not isinstance(written, dict):
        return written
    if not _is_text(written, told):
        return {key: _read_in(value, told, language) for key, value in written.items()}
    said = [written[each] for each in (language, *told, *LANGUAGES) if each in written]
    rest = {
        key: _read_in(value, told, language)
        for key, value in written.items()
        if key not in {*told, *LANGUAGES}
    }
    return rest | dict.fromkeys(LANGUAGES, said[0])


def _completed(written: Any, spoken: str) -> Any:  # noqa: ANN401 - what TOML says
    if isinstance(written, list):
        return [_completed(each, spoken) for each in written]
    if not isinstance(written, dict):
        return written
    inside = {key: _completed(value, spoken) for key, value in written.items()}
    if not isinstance(written.get(spoken), str):
        return inside
    return inside | {other: inside[spoken] for other in LANGUAGES if other not in inside}
