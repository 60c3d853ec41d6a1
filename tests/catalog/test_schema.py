"""What a ruleset may declare, and the JSON Schema that editors get of it."""

from __future__ import annotations

import datetime as dt
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import jsonschema
import msgspec
import pytest

from tests.catalog.night import HEAD, LANTERN, SCHEMA, GainGold, Guest, Levels, Ware, write
from tests.catalog.test_loading import RICH
from tts_tool.catalog import (
    CatalogueError,
    Finding,
    Operation,
    Record,
    Schema,
    SchemaError,
    Sheet,
    json_schema,
    load,
    ref,
)


class Loose(msgspec.Struct):
    """Not derived from Sheet, so not closed."""


class Dated(Record):
    """TOML could say it; JSON could not."""

    day: dt.date


class Anything(Record):
    """No schema at all."""

    what: Any


class Open(Record):
    """Holds something that is not closed."""

    loose: Loose


class Lost(Record):
    """Refers to what no module declares."""

    other: Annotated[str, ref("nothing")]


class Kind(Record):
    """Takes the word that inline records need."""

    kind: str


class Sourced(Sheet):
    """Takes the word that numbers need."""

    provenance: str


class Bearer(Record):
    """Has it inside."""

    sourced: Sourced


class Twin(Operation, tag="gain-gold"):
    """Has the name of another."""


class Tree(Record):
    """May hold itself."""

    branches: tuple[Tree, ...] = ()


@pytest.mark.parametrize(
    ("declared", "wanted"),
    [
        ({"kinds": {"x": Dated}}, "Dated: card files have no DateType"),
        ({"kinds": {"x": Anything}}, "Anything: card files have no AnyType"),
        ({"kinds": {"x": Open}}, "Open: card files have no StructType"),
        ({"kinds": {"x": Lost}}, r"Lost: ref\('nothing'\) is no kind"),
        ({"kinds": {"x": Kind}}, "Kind: a field cannot be named 'kind'"),
        ({"kinds": {"x": Bearer}}, "Bearer: a field cannot be named 'provenance'"),
        ({"kinds": {"rules": Guest}}, "a kind cannot be named 'rules'"),
        ({"kinds": {"x": Tree, "y": Tree}}, "one type has two names: x, y"),
        ({"referenced": frozenset({"x"})}, "referenced: 'x' is no kind"),
    ],
)
def test_refused(declared: dict[str, Any], wanted: str) -> None:
    """What no card file can say is refused where it is declared, not card by card."""
    with pytest.raises(SchemaError, match=wanted):
        _ = Schema(**declared).anatomy


def test_operations_need_names_of_their_own() -> None:
    """Two modules may not mean different things by one word."""
    with pytest.raises(SchemaError, match="are both 'gain-gold'"):
        _ = Schema(operations=(GainGold, Twin)).by_op


def test_join() -> None:
    """Modules put their schemas together; the same declared twice is no clash."""
    one = Schema(kinds={"guest": Guest}, operations=(GainGold,))
    two = Schema(kinds={"guest": Guest, "tree": Tree}, operations=(GainGold,), tables={"l": Levels})
    both = one | two
    assert list(both.kinds) == ["guest", "tree"]
    assert both.operations == (GainGold,)
    with pytest.raises(SchemaError, match="kind 'guest' is declared twice"):
        _ = one | Schema(kinds={"guest": Tree})


def no_tree_is_blue(_cards: object) -> Iterator[Finding]:
    """Find nothing wrong."""
    yield from ()


@dataclass
class Crows:
    """A module, as far as a schema wants to know."""

    name: str = "crows"
    records: dict[str, type] = field(default_factory=dict)
    tables: dict[str, type] = field(default_factory=dict)
    operations: dict[type, object] = field(default_factory=dict)
    vocabularies: dict[str, dict[str, str]] = field(default_factory=dict)
    unread: tuple[str, ...] = ()
    checks: tuple[Callable[[Any], Iterator[Finding]], ...] = ()


def test_what_modules_declare() -> None:
    """All that a module has declared stands in the schema of its game."""
    crows = Crows(
        records={"tree": Tree},
        tables={"levels": Levels},
        operations={GainGold: None},
        vocabularies={"moment": {"dusk": "the sun sets"}},
        unread=("Tree.bark",),
        checks=(no_tree_is_blue,),
    )
    assert Schema.of(crows, Crows()) == Schema(
        kinds={"tree": Tree},
        tables={"levels": Levels},
        operations=(GainGold,),
        vocabularies={"moment": {"dusk": "the sun sets"}},
        spare=frozenset({"Tree.bark"}),
        checks=(no_tree_is_blue,),
    )


@pytest.mark.parametrize(
    ("crows", "told"),
    [
        (Crows(records={"levels": Levels}), "'levels' ({}.Levels) is no Record"),
        (Crows(tables={"ware": Ware}), "'ware' ({}.Ware) is no Table"),
    ],
)
def test_cards_are_no_tables(crows: Crows, told: str) -> None:
    """What is declared as what it is not is refused, with where it is."""
    with pytest.raises(SchemaError) as caught:
        Schema.of(crows)
    assert str(caught.value) == f"module crows: {told.format(Ware.__module__)}"


def test_names() -> None:
    """A type knows its name in card files; a stranger has none."""
    assert SCHEMA.kind_of(Ware) == "ware"
    assert SCHEMA.table_name(Levels) == "levels"
    with pytest.raises(SchemaError, match="Tree is not part of this schema"):
        SCHEMA.kind_of(Tree)


def test_record_in_record(tmp_path: Path) -> None:
    """A type may hold itself."""
    text = '[[tree]]\nid="a"\nname={en="a",de="a"}\nbranches=[{id="b", name={en="b",de="b"}}]\n'
    (tmp_path / "a.toml").write_text(text)
    schema = Schema(kinds={"tree": Tree})
    assert load(tmp_path, schema).of(Tree)["a"].branches[0].id == "b"
    jsonschema.validate(tomllib.loads(text), json_schema(schema, "Trees"))


WHOLE = HEAD + LANTERN + RICH


def accepted_by_loader(folder: Path, text: str) -> bool:
    """Say whether a file loads."""
    try:
        load(write(folder, {"a.toml": text}), SCHEMA)
    except CatalogueError:
        return False
    return True


@pytest.mark.parametrize(
    ("text", "right"),
    [
        (WHOLE, True),
        (HEAD + LANTERN + 'limit = 3\nnickname = { en = "a", de = "b" }\nspot = [1, 2]\n', True),
        (WHOLE.replace("cost = 4", "csot = 4"), False),
        (WHOLE.replace("amount = 2", "amuont = 2"), False),
        (WHOLE.replace("amount = 2", "amount = 0"), False),
        (WHOLE.replace('op = "gain-gold"', 'op = "gain"'), False),
        (WHOLE.replace(', de = "Laterne"', ""), False),
        (WHOLE.replace("base = 2", "base = 20"), False),
        (WHOLE.replace('"blue"', '"green"'), False),
        (WHOLE.replace('effects = "fan"', 'effects = "fun"'), False),
        (WHOLE.replace('default = "house"', 'defualt = "house"'), False),
        (WHOLE.replace("[[guest]]", "[[gast]]"), False),
        (WHOLE.replace("[table.levels]", "[table.level]"), False),
        (WHOLE.replace('rule = "NM-01"', "rule = 1"), False),
        (WHOLE.replace('id = "silk"', 'id = "Silk Road"'), False),
        (WHOLE.replace('de = "Stände schließen."', ""), False),
    ],
)
def test_editor_and_loader_agree(tmp_path: Path, text: str, *, right: bool) -> None:
    """What the loader takes the schema takes; what is misspelt is refused by both."""
    document = json_schema(SCHEMA, "Night Market")
    validator = jsonschema.Draft202012Validator(document)
    validator.check_schema(document)
    assert accepted_by_loader(tmp_path, text) == right
    assert validator.is_valid(tomllib.loads(text)) == right


def test_schema_explains() -> None:
    """Descriptions come along, so that an editor shows them."""
    definitions = json_schema(SCHEMA, "Night Market")["$defs"]
    assert definitions["Ware"]["description"] == "What the market sells."
    assert definitions["TakeWare"]["properties"]["ware"]["description"] == "id of a ware"
