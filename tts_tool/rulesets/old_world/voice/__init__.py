"""The voice of the stories, as far as a program can hear it: the rules of docs/voice.md.

for finding in check(cards): ...        everything in the catalogue, for `tts-tool cards lint`
forms.form_faults(line)                 one text of one card, also of a box that has other cards
"""

from collections.abc import Iterator

from tts_tool.catalog.schema import Cards, Finding

__all__ = ["check"]


def check(cards: Cards) -> Iterator[Finding]:
    """Say what is wrong with the stories of a game, each time with the rule of the voice."""
    # Imported here: whoever plays or builds has no ear for it.
    from tts_tool.rulesets.old_world.voice.checking import check as checked  # noqa: PLC0415

    yield from checked(cards)
