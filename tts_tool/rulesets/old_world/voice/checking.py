"""Goes through all stories of a game and says what its linter of cards can print."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from tts_tool.catalog.schema import Cards, Finding
from tts_tool.rulesets.old_world.voice.between import between_faults
from tts_tool.rulesets.old_world.voice.claims import claim_faults
from tts_tool.rulesets.old_world.voice.forms import form_faults
from tts_tool.rulesets.old_world.voice.lines import VoiceFault, lines_of, tales
from tts_tool.rulesets.old_world.voice.names import name_faults

__all__ = ["check", "faults"]


def check(cards: Cards) -> Iterator[Finding]:
    """Say what is wrong with the stories of a game, each time with the rule of the voice."""
    for rule, line, message, language, fix in faults(cards):
        path = f"{line.path}.{language}" if language else line.path
        yield Finding(about=line.card, path=path, message=f"{message} [{rule}]", suggestion=fix)


def faults(cards: Cards) -> Iterator[VoiceFault]:
    """Find what is wrong with the stories of a game."""
    lines = [line for card in tales(cards) for line in lines_of(card)]
    yield from chain.from_iterable(map(form_faults, lines))
    yield from between_faults(lines)
    yield from chain.from_iterable(claim_faults(card, cards) for card in tales(cards))
    yield from name_faults(lines, cards)
