"""What can be heard only beside other texts: phrases, openings and ends that come again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from tts_tool.rulesets.old_world.voice.lines import (
    LANGUAGES,
    Language,
    StoryLine,
    VoiceFault,
    words,
)

__all__ = ["between_faults"]

RUN = 5
"""So many words in a row are a phrase, and a phrase heard twice is a pattern."""
ALIKE = 3
"""So many texts of a deck may begin with the same two words."""
FEW = 12
"""In a deck with fewer endings, shares of them say nothing."""
SHARES: dict[Language, tuple[str, float]] = {"en": ("the", 1 / 3), "de": ("du", 1 / 6)}
"""The word with which endings begin too easily, and how many of a deck may."""


def between_faults(lines: Sequence[StoryLine]) -> Iterator[VoiceFault]:
    """Find what texts share that each should have for itself."""
    for language in LANGUAGES:
        yield from _phrases(lines, language)
        yield from _labels(lines, language)
        yield from _ends(lines, language)
        for sorts in (("introduction", "kept"), ("ending",)):
            for deck in dict.fromkeys(each.deck for each in lines):
                told = [each for each in lines if each.deck == deck and each.sort in sorts]
                yield from _openings(told, language)


def _runs(text: str) -> set[tuple[str, ...]]:
    heard = words(text)
    return {tuple(heard[at : at + RUN]) for at in range(len(heard) - RUN + 1)}


def _phrases(lines: Sequence[StoryLine], language: Language) -> Iterator[VoiceFault]:
    """Find phrases of introductions and endings that were heard before."""
    homes: dict[tuple[str, ...], StoryLine] = {}
    for line in lines:
        if line.sort == "label":
            continue
        shared: dict[str, str] = {}
        for run in sorted(_runs(line.said(language))):
            other = homes.setdefault(run, line)
            if other is not line:
                shared.setdefault(f"{other.card}, {other.path}", " ".join(run))
        for where, phrase in shared.items():
            yield VoiceFault("VOICE-07", line, f"“{phrase}” also stands in {where}", language)


def _labels(lines: Sequence[StoryLine], language: Language) -> Iterator[VoiceFault]:
    """Find labels that their own introduction has said already."""
    introductions = {each.card: each for each in lines if each.path == "introduction"}
    for line in lines:
        if line.sort != "label" or line.card not in introductions:
            continue
        if shared := _runs(line.said(language)) & _runs(introductions[line.card].said(language)):
            told = f"its introduction says “{' '.join(min(shared))}” as well"
            yield VoiceFault("VOICE-15", line, told, language)


def _openings(deck: Sequence[StoryLine], language: Language) -> Iterator[VoiceFault]:
    """Find texts of a deck that begin as others do."""
    begun: dict[tuple[str, ...], list[StoryLine]] = defaultdict(list)
    for line in deck:
        begun[(*words(line.said(language))[:2],)].append(line)
    for opening, several in begun.items():
        for line in several[ALIKE:]:
            told = f"{len(several)} texts of the deck begin “{' '.join(opening)}”"
            yield VoiceFault("VOICE-08", line, told, language)
    endings = [each for each in deck if each.sort == "ending"]
    word, share = SHARES[language]
    easy = [each for each in endings if words(each.said(language))[0] == word]
    if len(endings) >= FEW and len(easy) > share * len(endings):
        told = f"{len(easy)} of {len(endings)} endings of the deck begin “{word}”"
        yield VoiceFault("VOICE-08", easy[-1], told, language)


def _ends(lines: Sequence[StoryLine], language: Language) -> Iterator[VoiceFault]:
    """Find ends that begin as their introduction does, or between which nobody could tell."""
    for card in dict.fromkeys(each.card for each in lines):
        own = {each: words(each.said(language)) for each in lines if each.card == card}
        begun = [heard[0] for each, heard in own.items() if each.path == "introduction"]
        ends = [each for each in own if each.sort == "ending"]
        for at, line in enumerate(ends):
            if own[line][0] in begun:
                told = f"it begins with “{own[line][0]}” like the introduction heard before it"
                yield VoiceFault("VOICE-08", line, told, language)
            for other in (each for each in ends[:at] if _option(each) == _option(line)):
                for place, what in ((0, "begins"), (-1, "ends")):
                    if own[line][place] == own[other][place]:
                        told = f"it {what} with “{own[line][place]}” like another end of this die"
                        yield VoiceFault("VOICE-09", line, told, language)


def _option(line: StoryLine) -> str:
    return line.path.partition("outcomes")[0]
