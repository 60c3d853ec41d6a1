"""Cards are larger where they are read from afar, and as large as ever wherever else they lie."""

from __future__ import annotations

import json

import pytest

from tests.build.set_up import Panel, aside, drop, made, opened
from tts_tool.table.pieces import Piece


def wide(panel: Panel, card: Piece) -> float:
    """Say how wide a card lies."""
    text = panel.table.execute(
        f"return JSON.encode(getObjectFromGUID({json.dumps(card.guid)}).getScale())"
    )
    return float(json.loads(text)["x"])


def found(panel: Panel, component: str) -> Piece:
    """Find a thing by the component that it is."""
    loop = "for _, o in ipairs(getObjects()) do if o.memo == %s then return o.guid end end"
    return panel.table.find(panel.table.execute(loop % json.dumps(component)))


def test_a_card_grows_where_it_is_read_and_shrinks_where_it_is_not() -> None:
    """What is read aloud is larger on its place, also when it was saved and opened again."""
    times = next(each.scale for each in made().layout.places if "story" in each.names)
    assert times > 2
    with opened() as panel:
        card = aside(panel, "City deck")
        before = wide(panel, card)
        drop(panel, card, "story")
        assert wide(panel, card) == pytest.approx(before * times, rel=1e-3)
        saved = panel.table.save()
    with opened(save=saved) as panel:
        there = panel.table.find(card.guid)
        assert wide(panel, there) == pytest.approx(before * times, rel=1e-3)
        drop(panel, there, "city-used")
        assert wide(panel, there) == pytest.approx(before, rel=1e-3)


def test_only_cards_grow() -> None:
    """A token that somebody lays on a monster's place stays as it is, as does a card on another."""
    with opened() as panel:
        card = aside(panel, "City deck")
        before = wide(panel, card)
        drop(panel, card, "monster.forest")
        assert wide(panel, card) == pytest.approx(before, rel=1e-3)
        token = found(panel, "closed-tavern")
        size = wide(panel, token)
        drop(panel, token, "monster.water")
        assert wide(panel, token) == pytest.approx(size, rel=1e-3)
