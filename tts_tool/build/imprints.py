"""What the cards of a table were printed as, so that a card that is edited alone is printed anew.

A sheet holds up to 69 faces. Once a table lies open, a new sheet would be a new picture for all of
them: a card that looks otherwise now gets a picture and a number of its own, and the others stay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from tts_tool.build.addresses import Addresses
from tts_tool.build.graph import Output
from tts_tool.build.mod import Drawing
from tts_tool.build.pictures import fitting
from tts_tool.saves.objects import Sheet

__all__ = ["Cells", "Imprint", "imprints_of", "key_of", "sheets_of"]

_FIRST_KEY: Final = 1
_OWN_KEYS: Final = 1_000
"""Numbers of sheets from here on are those of cards that are printed alone."""
_MOST_KEYS: Final = 20_000_000
"""A card's number is a hundred times its sheet's and fits into 31 bits: 21 million would do."""


class Cells(NamedTuple):
    """Some faces of a pile on one picture: the nodes of the picture and of the back."""

    pile: str
    faces: tuple[str, ...]
    node: str
    back: str
    columns: int = 1
    rows: int = 1


class Imprint(NamedTuple):
    """A card as it was printed: its cell, and the digests of the face and the back on it."""

    sheet: Sheet
    cell: int
    face: str
    back: str
    size: tuple[int, int]


def sheets_of(cells: tuple[Cells, ...], at: Callable[[str], str]) -> Iterator[tuple[Cells, Sheet]]:
    """Number the sheets of a build; `at` says where the picture of a node is."""
    for key, each in enumerate(cells, _FIRST_KEY):
        yield (
            each,
            Sheet(
                key=key,
                face=at(each.node),
                back=at(each.back),
                columns=each.columns,
                rows=each.rows,
            ),
        )


def imprints_of(
    cells: tuple[Cells, ...],
    drawings: Mapping[str, Drawing],
    outputs: Mapping[str, Output],
    at: Addresses,
    lang: str,
) -> dict[str, Imprint]:
    """Say of each card of a build how it was printed; a card is `pile/face`."""
    found = {}
    for each, sheet in sheets_of(cells, lambda node: at.at(outputs[node].name)):
        size = drawings[each.faces[0]].size
        cell_size = fitting(len(each.faces), size)[2] if each.columns > 1 else size
        for cell, face in enumerate(each.faces):
            digests = outputs[f"face/{face}/{lang}"].digest, outputs[each.back].digest
            found[f"{each.pile}/{face}"] = Imprint(sheet, cell, *digests, cell_size)
    return found


def key_of(face: str, back: str) -> int:
    """Number the sheet of a card that is printed alone: always the same for the same pictures."""
    from tts_tool.build.stamps import digest_of  # noqa: PLC0415 - seldom needed

    digest = digest_of(f"{face} {back}".encode())
    return _OWN_KEYS + int(digest[:8], 16) % (_MOST_KEYS - _OWN_KEYS)
