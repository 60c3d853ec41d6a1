"""What can be heard of one text by itself: length, marks, words, address, leftovers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from tts_tool.rulesets.old_world.voice.lines import (
    LANGUAGES,
    Language,
    Sort,
    StoryLine,
    VoiceFault,
    words,
)
from tts_tool.rulesets.old_world.voice.never import banned

__all__ = ["LENGTHS", "form_faults", "sentences"]


class Length(NamedTuple):
    """How long a text may be in a language: words and sentences, and characters if it counts."""

    words: tuple[int, int]
    sentences: tuple[int, int]
    characters: tuple[int, int] = (1, 9999)


LENGTHS: dict[Sort, dict[Language, Length]] = {
    "introduction": {
        "en": Length((30, 42), (2, 4), (110, 220)),
        "de": Length((26, 39), (2, 4), (110, 230)),
    },
    "kept": {
        "en": Length((20, 30), (1, 3), (110, 175)),
        "de": Length((20, 28), (1, 3), (110, 175)),
    },
    "label": {"en": Length((1, 7), (0, 0), (1, 48)), "de": Length((1, 8), (0, 0), (1, 48))},
    "ending": {
        "en": Length((18, 48), (1, 3), (110, 240)),
        "de": Length((16, 44), (1, 3), (110, 240)),
    },
    "page": {"en": Length((80, 155), (4, 9)), "de": Length((60, 155), (4, 9))},
    "last page": {"en": Length((140, 185), (2, 14)), "de": Length((130, 170), (2, 14))},
}
"""Measured on texts that were found good when read aloud; a longer one loses the table."""

APART = 4 / 3
"""How much longer one language may be: who tells more is telling something else."""

_QUOTED = re.compile(r"“[^”]*”|„[^“]*“")
_STOP = re.compile(r"[.?!]+(?=[“”]? |[“”]?$)")
_BREATH = re.compile(r"[:;]")
_STRANGE = re.compile(r"[\d!…–—()\"'«»*_\[\]]")
_SPEAKS = r"(?:says?|said|asks?|tells?|sighs?|calls?|swears?|murmurs?|whispers?)"
_FIRST = re.compile(r"\b(?:I|we|our|ours|us)\b")
_POLITE = re.compile(r"\b(?:Sie|Ihnen|Ihre[mnrs]?|Ihr|Euch|Euer|Eure[mnrs]?)\b")
_OPENING = re.compile(r"(?:^|[.:?!] [„“]?|[„“] ?)(?:Sie|Ihre[mnrs]?|Ihr|Ihnen)\b")
_LEFT = re.compile(r"TODO|XXX|FIXME|\?\?|  | [,.;:?]|^\s|\s$")
_HERO = re.compile(r"\{hero\}")
_BENT = re.compile(r"\{hero\}(?:s\b|’s|')")


def form_faults(line: StoryLine) -> Iterator[VoiceFault]:
    """Find what is wrong with a text, whatever else there is."""
    for language in LANGUAGES:
        yield from _length(line, language)
        yield from _words(line, language)
        yield from _marks(line, language)
        yield from _address(line, language)
        yield from _leftovers(line, language)
        yield from _label(line, language)
        yield from _hero(line, language)
    yield from _both(line)


def sentences(text: str) -> int:
    """Count sentences; what somebody says counts with the sentence around it.

    >>> sentences("“Stop. Now,” he says. You stop.")
    2
    """
    outside = _QUOTED.sub(lambda said: "“”" + said[0][-2] * (said[0][-2] in ".?!"), text)
    closed = re.sub(r"“”[.?!](?= [a-zäöü])", "“”", outside)
    return len(_STOP.findall(closed))


def _length(line: StoryLine, language: Language) -> Iterator[VoiceFault]:
    most, text = LENGTHS[line.sort][language], line.said(language)
    counted = (
        ("words", len(words(text)), most.words),
        ("sentences", sentences(text), most.sentences),
        ("characters", len(text), most.characters),
    )
    for what, count, (least, greatest) in counted:
        if not least <= count <= greatest:
            told = f"{count} {what}, where {least} to {greatest} can be read in a breath"
            yield VoiceFault("VOICE-02", line, told, language)


def _both(line: StoryLine) -> Iterator[VoiceFault]:
    english, german = len(line.text.en), len(line.text.de)
    short = line.sort == "label"
    if not short and max(english, german) > APART * min(english, german):
        told = f"{english} characters in English, {german} in German: one of them says more"
        yield VoiceFault("VOICE-03", line, told)
    if line.text.en == line.text.de:
        yield VoiceFault("VOICE-14", line, "the German text is the English one", "de")


def _words(line: StoryLine, language: Language) -> Iterator[VoiceFault]:
    for word, why in banned(line.said(language), language):
        yield VoiceFault("VOICE-04", line, f"“{word}” never stands in a story: {why}", language)


def _marks(line: StoryLine, language: Language) -> Iterator[VoiceFault]:
    text = line.said(language)
    for mark in sorted(set(_STRANGE.findall(text))):
        yield VoiceFault(
            "VOICE-05", line, f"nobody can read {mark} aloud", language, "write it in words"
        )
    first, last, other = ("“", "”", "„") if language == "en" else ("„", "“", "”")
    if text.count(first) != text.count(last) or other in text:
        told = f"quotation marks are {first} and {last} here, each opened and closed"
        yield VoiceFault("VOICE-05", line, told, language)
    for sentence in re.split(r"(?<=[.?!])[“”]? ", text):
        if len(_BREATH.findall(_QUOTED.sub("", sentence))) > 1:
            told = "more than one colon or semicolon in a sentence"
            yield VoiceFault("VOICE-05", line, told, language, "make two sentences of it")


def _address(line: StoryLine, language: Language) -> Iterator[VoiceFault]:
    text = line.said(language)
    if language == "de":
        polite = len(_POLITE.findall(text)) - len(_OPENING.findall(text))
        if polite > 0:
            yield VoiceFault(
                "VOICE-06", line, "the listener is addressed as a stranger", "de", "say du"
            )
        return
    outside = _QUOTED.sub("", text)
    for sentence in re.split(r"(?<=[.?!]) ", outside):
        if _FIRST.search(sentence) and not re.search(rf"\b{_SPEAKS}\b", sentence):
            told = "whoever tells this speaks of himself"
            yield VoiceFault("VOICE-06", line, told, "en", "leave him out, or let somebody say it")


def _leftovers(line: StoryLine, language: Language) -> Iterator[VoiceFault]:
    text = line.said(language)
    if found := _LEFT.search(text):
        yield VoiceFault("VOICE-14", line, f"left over: {found[0]!r}", language)
    if set("{}") & set(_HERO.sub("", text) if line.sort == "last page" else text):
        yield VoiceFault("VOICE-14", line, "nothing fills a place in braces here", language)


def _label(line: StoryLine, language: Language) -> Iterator[VoiceFault]:
    text = line.said(language)
    if line.sort != "label":
        if line.sort != "last page" and not re.search(r"[.?][“”]?$", text):
            yield VoiceFault("VOICE-14", line, "it stops in the middle of a sentence", language)
    elif not text[:1].isupper() or text.endswith("."):
        told = "a label begins with a capital and ends without a full stop"
        yield VoiceFault("VOICE-15", line, told, language)


def _hero(line: StoryLine, language: Language) -> Iterator[VoiceFault]:
    if line.sort != "last page":
        return
    text = line.said(language)
    count = len(_HERO.findall(text))
    if count != 1:
        yield VoiceFault(
            "VOICE-16", line, f"the end names its listener {count} times, not once", language
        )
    if _BENT.search(text):
        told = "a name is not bent: it may be any"
        yield VoiceFault("VOICE-16", line, told, language, "say it in the nominative")
