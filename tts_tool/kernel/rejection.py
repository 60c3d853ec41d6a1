"""Refusals as values: a code, its parameters and the rule that says so.

A refusal is never a sentence.  The sentence is made from a message catalogue, in the
language of the one who reads it, so the same refusal reads the same in the log, in the
panel, in the docs and in a test.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import msgspec

Wordings = Mapping[str, Mapping[str, str]]
"""Code -> language -> sentence with ``{parameter}`` places.

``{card.introduction}`` stands for a text that is written on the card named by ``card``, and
``{card.ending.outcome}`` for the one of several that ``outcome`` names, in which parameters may
stand as well,
``{cost card|cards}`` for a number with the word that goes with it: "1 card", "2 cards".
"""

LANGUAGES = ("en", "de")


class Rejection(msgspec.Struct, frozen=True, gc=False):
    """Why something is not allowed now."""

    code: str
    params: dict[str, str | int] = {}
    rule: str = ""


LONGEST_QUOTE = 80  # letters, about a line: what was sent may be of any length


def quoted(thing: object) -> str:
    """Say what came in from outside, whatever it is, in a few characters that can be sent on.

    >>> quoted("north"), quoted([1, "x"])
    ('north', "[1, 'x']")
    """
    try:
        text = thing if isinstance(thing, str) else repr(thing)
    except (ValueError, RecursionError):  # too long a number, too deep a list
        text = type(thing).__name__
    return text[:LONGEST_QUOTE].encode("utf-8", "replace").decode()


Written = Callable[[str, str], str]
"""Card and text -> what is written there; the text of several is named as in "ending.a"."""

PLACE = re.compile(r"\{([a-z_]+)(?:\.([a-z_]+))?(?:\.([a-z_]+))?(?: ([^{}|]+)\|([^{}|]+))?\}")
"""Where a parameter stands in a wording, perhaps with a word for one and a word for many."""


def render(
    rejection: Rejection,
    wordings: Wordings,
    language: str = "en",
    name: Callable[[str], str] = str,
    written: Written = "{}.{}".format,
) -> str:
    """Say a refusal in one sentence, with its rule id.

    >>> words = {"too-dear": {"en": "That costs {cost}, you have {gold}."}}
    >>> render(Rejection("too-dear", {"cost": 3, "gold": 1}, "NM-07"), words)
    'That costs 3, you have 1. [NM-07]'

    A code without a wording says itself, so that a missing sentence hides nothing.  Only a wording
    can ask for what is `written` on a card: parameters come from anybody.
    """
    known = wordings.get(rejection.code)
    if known is None:
        details = ", ".join(f"{key} {value}" for key, value in rejection.params.items())
        sentence = f"{rejection.code} ({details})" if details else rejection.code
    else:
        sentence = filled(known[language], rejection.params, name, written)
    return f"{sentence} [{rejection.rule}]" if rejection.rule else sentence


def filled(
    text: str,
    params: Mapping[str, str | int],
    name: Callable[[str], str] = str,
    written: Written = "{}.{}".format,
) -> str:
    """Put parameters into a text.

    >>> [filled("That costs {cost card|cards}.", {"cost": cost}) for cost in (1, 2)]
    ['That costs 1 card.', 'That costs 2 cards.']
    """

    def said(place: re.Match[str]) -> str:
        value, (one, many) = _say(params, place, name, written), place.groups()[3:]
        single = params.get(place[1]) in (1, -1)
        return value if one is None else f"{value} {one if single else many}"

    return PLACE.sub(said, text)


def _say(
    params: Mapping[str, str | int],
    place: re.Match[str],
    name: Callable[[str], str],
    written: Written,
) -> str:
    parameter, text, which = place.groups()[:3]
    value = params.get(parameter, f"{{{parameter}}}")
    if not isinstance(value, str):
        return str(value)
    if text is None:
        return name(value)
    words = written(value, text if which is None else f"{text}.{params.get(which, which)}")
    # A card may speak of whom the saying is about, not of what is written elsewhere.
    return filled(words, params, name) if parameter in params else words
