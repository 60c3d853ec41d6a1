"""Says in JSON Schema what may stand in a game's card files, so that editors complete them.

An editor that knows TOML schemas (Taplo, Even Better TOML) reads it from the first line of a
card file: `#:schema ../../night_market.schema.json`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from tts_tool.catalog.provenance import PATTERN
from tts_tool.catalog.records import Effect, Message, Rule
from tts_tool.catalog.schema import Schema

__all__ = ["json_schema"]

_DEFINITIONS = "#/$defs/"
_SAYING = {"type": "string", "pattern": PATTERN}


def json_schema(schema: Schema, title: str) -> dict[str, Any]:
    """Make one JSON Schema (2020-12) for all card files of a game."""
    names = _names(schema)
    document = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "type": "object",
        "properties": {
            **{kind: _array(names[sheet]) for kind, sheet in schema.kinds.items()},
            "table": _closed({name: names[sheet] for name, sheet in schema.tables.items()}),
            "messages": {"type": "object", "additionalProperties": names[Message]},
            "rules": {"type": "object", "additionalProperties": names[Rule]},
            "provenance": {**_closed({"default": _SAYING}), "required": ["default"]},
        },
        "additionalProperties": False,
        "$defs": _definitions(schema),
    }
    portable: dict[str, Any] = _portable(document, schema)
    return portable


def _names(schema: Schema) -> Mapping[type, Mapping[str, Any]]:
    """Map each type to the reference that stands for it."""
    types = _types(schema)
    pointers, _ = _components(types)
    return dict(zip(types, pointers, strict=True))


def _definitions(schema: Schema) -> dict[str, Any]:
    """Describe each type, with what the loader adds to it: provenance, and what a slot takes."""
    names = _names(schema)
    _, definitions = _components(_types(schema))
    for sheet in (*schema.kinds.values(), *schema.tables.values()):
        definition = definitions[names[sheet]["$ref"].removeprefix(_DEFINITIONS)]
        definition["properties"]["provenance"] = {"$ref": f"{_DEFINITIONS}provenance"}
    operations = [names[operation] for operation in schema.operations]
    definitions["effect"] = {"oneOf": operations} if operations else {"not": {}}
    definitions["provenance"] = {
        "type": "object",
        "description": "Where each number was taken from, by field.",
        "additionalProperties": _SAYING,
    }
    return definitions


def _types(schema: Schema) -> list[type]:
    # Looked at first: it refuses what no card file can say, and says so better than msgspec.
    return [*schema.anatomy]


def _components(types: list[type]) -> tuple[tuple[dict[str, Any], ...], dict[str, Any]]:
    return msgspec.json.schema_components(
        types, schema_hook=_slot, ref_template=f"{_DEFINITIONS}{{name}}"
    )


def _slot(kind: type) -> dict[str, Any]:
    if kind is Effect:
        return {"$ref": f"{_DEFINITIONS}effect"}
    raise NotImplementedError(kind)


def _array(items: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


def _closed(properties: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _portable(node: Any, schema: Schema) -> Any:  # noqa: ANN401 - any part of a JSON document
    """Drop from patterns what only Python needs, where "$" matches before a last line break.

    To what a field refers its description says; which words of a vocabulary there are is listed.
    """
    if isinstance(node, dict):
        kinds = node["ref"] if isinstance(node.get("ref"), list) else ()
        words = [word for kind in kinds for word in schema.vocabularies.get(kind, ())]
        inner = {key: _portable(part, schema) for key, part in node.items() if part is not kinds}
        return {**inner, "enum": words} if words else inner
    if isinstance(node, list):
        return [_portable(part, schema) for part in node]
    return node.removesuffix(r"(?!\n)") if isinstance(node, str) else node
