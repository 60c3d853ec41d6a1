"""Cards and numbers can be handed over as JSON, under the same schema as files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.catalog.night import LANTERN, Guest, Levels, Ware, cards
from tts_tool.catalog import Catalogue, CatalogueError, Provenance, extend

NAME = {"en": "Kite", "de": "Drachen"}
KITE = {"kind": "ware", "id": "kite", "name": NAME, "cost": 1}


@pytest.fixture
def catalogue(tmp_path: Path) -> Catalogue:
    """Load one lantern."""
    return cards(tmp_path, LANTERN)


def test_add_and_replace(catalogue: Catalogue) -> None:
    """New cards come in, known ones are replaced; the catalogue itself stays as it was."""
    dear = {"id": "lantern", "name": NAME, "cost": 9}
    more = extend(catalogue, [KITE, dear, {**KITE, "kind": "guest", "id": "x", "cost": 0}][:2])
    assert list(more.of(Ware)) == ["kite", "lantern"]
    assert more.of(Ware)["lantern"].cost == 9
    assert catalogue.of(Ware)["lantern"].cost == 3
    assert more.digest != catalogue.digest
    assert more.where("kite") == "inline record 1"
    assert more.provenance("kite", "cost") == Provenance("house", "given inline")


def test_cards_may_refer_to_each_other(catalogue: Catalogue) -> None:
    """In whichever order they come."""
    guest = {"kind": "guest", "id": "boy", "name": NAME, "wants": "kite"}
    assert extend(catalogue, [guest, KITE]).of(Guest)["boy"].wants == "kite"


def test_one_number_of_a_table(catalogue: Catalogue) -> None:
    """The other numbers of the table stay."""
    more = extend(catalogue, tables={"levels": {"fatigue": 5}})
    assert more.table(Levels) == Levels(costs=(1, 2, 3), fatigue=5)
    assert catalogue.table(Levels).fatigue == 0


@pytest.mark.parametrize(
    ("record", "wanted"),
    [
        ({**KITE, "cost": 10}, "cost: expected a whole number from 0 to 9, found 10"),
        ({**KITE, "weight": 1}, 'unknown key "weight"'),
        ({**KITE, "kind": "wear"}, 'unknown kind "wear" (did you mean "ware"?)'),
        ({"id": "kite"}, 'missing key "kind"'),
        ({**KITE, "kind": ["ware"]}, "unknown kind an array"),
        ({**KITE, "id": "lantern", "kind": "guest"}, '"lantern" is a ware, not a "guest"'),
        ({**KITE, "id": ["lantern"]}, 'id: expected an id such as "red-lantern", found an array'),
        ({**KITE, "goes_with": ["lamp"]}, 'goes_with[0]: no ware "lamp"'),
        (
            {**KITE, "name": {"en": "\ud800", "de": ""}},
            "name.en: text with half a character (a lone surrogate)",
        ),
        ({**KITE, "stock": {"\ud800": 1}}, "stock: text with half a character (a lone surrogate)"),
        ({**KITE, "cost": None}, "cost: expected a whole number from 0 to 9, found nothing"),
        ({**KITE, "cost": 10**400}, "cost: number too large"),
        ({**KITE, "provenance": 3}, "provenance: expected a table: field = source"),
        (3, "expected a table"),
        (None, "expected a table"),
    ],
)
def test_wrong_record(catalogue: Catalogue, record: Any, wanted: str) -> None:  # noqa: ANN401
    """The same words as for files, with the number of the record in place of a line."""
    with pytest.raises(CatalogueError) as caught:
        extend(catalogue, [KITE | {"id": "other"}, record])
    assert str(caught.value) == f"inline record 2: {wanted}"


@pytest.mark.parametrize(
    ("tables", "wanted"),
    [
        ({"levles": {}}, 'inline table levles: unknown table "levles" (did you mean "levels"?)'),
        ({"levels": 3}, "inline table levels: expected a table"),
        (
            {"levels": {"fatigue": "x"}},
            'inline table levels: fatigue: expected a whole number, found "x"',
        ),
    ],
)
def test_wrong_table(catalogue: Catalogue, tables: dict[str, Any], wanted: str) -> None:
    """The table is named."""
    with pytest.raises(CatalogueError) as caught:
        extend(catalogue, tables=tables)
    assert str(caught.value) == wanted


def test_twice(catalogue: Catalogue) -> None:
    """The same id twice is a mistake; both are named."""
    with pytest.raises(CatalogueError) as caught:
        extend(catalogue, [KITE, KITE])
    assert str(caught.value) == 'inline record 2: duplicate id "kite" (also at inline record 1)'


def test_too_deep(catalogue: Catalogue) -> None:
    """An operation in an operation in an operation … ends somewhere."""
    effect: dict[str, Any] = {"op": "gain-gold", "amount": 1}
    for _ in range(5_000):
        effect = {"op": "choose", "options": [[effect]]}
    with pytest.raises(CatalogueError, match="nested deeper than 40 levels"):
        extend(catalogue, [{**KITE, "effects": [effect]}])
