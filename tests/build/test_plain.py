"""The plainest table shows each piece with its own picture, however many there are."""

from __future__ import annotations

from tests.plain_table import Look, plain_table
from tts_tool.kernel.inventory import Component, Inventory, Place
from tts_tool.saves.objects import Deck

PIECES = 6_000


def test_no_two_pictures_share_a_number() -> None:
    """Of thousands of cards each has a number of its own, but for those that look the same."""
    pieces = [Component(f"card.{n}", f"kind.{n // 2}", "heap") for n in range(PIECES)]
    look = Look(
        face=lambda piece: f"https://example.invalid/{piece.kind}.png",
        back=lambda _: "https://example.invalid/back.png",
        name=lambda piece: piece.kind,
    )
    table = plain_table("Many", Inventory((), [Place("heap")], pieces, (), ()), {}, look)
    (heap,) = (thing for thing in table.objects if isinstance(thing, Deck))
    faces = {card.sheet.key: card.sheet.face for card in heap.cards}
    assert [faces[card.sheet.key] for card in heap.cards] == [look.face(piece) for piece in pieces]
    assert len(faces) == PIECES // 2
