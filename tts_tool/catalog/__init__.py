"""Card files: TOML in, typed records out, and everything that is wrong at once.

A ruleset declares a `Schema`; `load` reads a folder by it and gives a `Catalogue`.
"""

from tts_tool.catalog.catalogue import Catalogue
from tts_tool.catalog.json_schema import json_schema
from tts_tool.catalog.lint import lint
from tts_tool.catalog.loading import extend, load
from tts_tool.catalog.problems import CatalogueError, Problem
from tts_tool.catalog.provenance import Provenance
from tts_tool.catalog.readers import Uses, uses
from tts_tool.catalog.records import (
    OPTIONS,
    Effect,
    Id,
    Message,
    Operation,
    Record,
    Sheet,
    Table,
    Text,
    ref,
)
from tts_tool.catalog.schema import Cards, Check, Finding, Schema, SchemaError

__all__ = [
    "OPTIONS",
    "Cards",
    "Catalogue",
    "CatalogueError",
    "Check",
    "Effect",
    "Finding",
    "Id",
    "Message",
    "Operation",
    "Problem",
    "Provenance",
    "Record",
    "Schema",
    "SchemaError",
    "Sheet",
    "Table",
    "Text",
    "Uses",
    "extend",
    "json_schema",
    "lint",
    "load",
    "ref",
    "uses",
]
