"""Reads what a face says, from its SVG: letters are outlines there, but a text has its words.

What `text(…)` draws has them by itself. Where a number or a sign says something only beside a
picture, the template puts a group around both and says it in words:

    <g data-words="Cost 2">{{ coin(2, …) }}</g>

Then the group's words stand for all that is in it. Words have marks as texts have: `[gold]` is an
icon, `*fast*` is bold.
"""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from typing import Any

import msgspec

from tts_tool.build.graph import Given, Made

__all__ = ["amended", "words_in", "written_out"]

_GROUP = re.compile(r'<g\b(?:[^>]*?\bdata-words="([^"]*)")?[^>]*>|</g>')


def words_in(svg: str) -> tuple[str, ...]:
    r"""Give the words of a face in the order in which they are drawn.

    >>> words_in('<g data-words="Cost 2"><g data-words="2"></g></g><g data-words="*To*&#10;go"/>')
    ('Cost 2', '*To*\ngo')
    """
    found: list[str] = []
    depth, told = 0, -1
    for group in _GROUP.finditer(svg):
        if group[0] == "</g>":
            depth -= 1
            told = -1 if depth == told else told
            continue
        if told < 0 and group[1] is not None:
            found.append(html.unescape(group[1]))
            told = depth
        depth += 1
        if group[0].endswith("/>"):
            depth -= 1
            told = -1 if depth == told else told
    return tuple(filter(None, found))


def written_out(names: Any, needed: Given) -> Made:  # noqa: ANN401 - a node's: names by nodes
    """Give the words of many faces in one language, by the names of their drawings: a node."""
    return Made(msgspec.json.encode(_told(names, needed)))


def amended(names: Any, changed: Given, before: bytes) -> bytes:  # noqa: ANN401 - the same node's
    """Give the same when only some faces have changed: there are hundreds."""
    told = msgspec.json.decode(before, type=dict[str, tuple[str, ...]])
    return msgspec.json.encode(told | _told({node: names[node] for node in changed}, changed))


def _told(names: Mapping[str, str], faces: Given) -> dict[str, tuple[str, ...]]:
    return {name: words_in(faces[node].data().decode()) for node, name in names.items()}
