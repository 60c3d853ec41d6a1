"""Card files: TOML in, typed records out, and everything that is wrong at once.

A ruleset declares a `Schema`; `load` reads a folder by it and gives a `Catalogue`. A file,
`cards/<game>/<box>/<any name>.toml`, holds in any order:

    [provenance]                    # where its numbers come from, unless they say it themselves
    default = "house"

    [[ware]]                        # a record of the kind "ware"
    id = "lantern"
    name = { en = "Lantern", de = "Laterne" }
    cost = 3
    effects = [{ op = "gain-gold", amount = 1 }]
    provenance = { cost = "component: photo of the card" }

    [table.levels]                  # numbers that exist once
    costs = [1, 2, 4]

    [messages.too-dear]             # the wording of a refusal
    en = "That costs {cost}."
    de = "Das kostet {cost}."
    rule = "NM-07"

    [rules.NM-07]                   # our own wording of a rule
    en = "Nobody buys on credit."
    de = "Niemand kauft auf Kredit."
"""

from tts_tool.catalog.catalogue import Catalogue
from tts_tool.catalog.checked import Checked, judged_by
from tts_tool.catalog.homes import card_folders
from tts_tool.catalog.json_schema import json_schema
from tts_tool.catalog.languages import (
    LANGUAGES,
    Tongue,
    also_in,
    in_all_languages,
    place_of_words,
    unsaid,
)
from tts_tool.catalog.lint import lint, strange_rules
from tts_tool.catalog.loading import extend, load
from tts_tool.catalog.problems import CatalogueError, Problem
from tts_tool.catalog.provenance import Provenance
from tts_tool.catalog.readers import Uses, cited_below, python_files, uses
from tts_tool.catalog.records import (
    LATER,
    OPTIONS,
    Effect,
    Id,
    Message,
    Operation,
    Record,
    Rule,
    Sheet,
    Table,
    Text,
    ref,
)
from tts_tool.catalog.schema import Cards, Check, Finding, Schema, SchemaError
from tts_tool.catalog.wordless import rules_digest, wordless

__all__ = [
    "LANGUAGES",
    "LATER",
    "OPTIONS",
    "Cards",
    "Catalogue",
    "CatalogueError",
    "Check",
    "Checked",
    "Effect",
    "Finding",
    "Id",
    "Message",
    "Operation",
    "Problem",
    "Provenance",
    "Record",
    "Rule",
    "Schema",
    "SchemaError",
    "Sheet",
    "Table",
    "Text",
    "Tongue",
    "Uses",
    "also_in",
    "card_folders",
    "cited_below",
    "extend",
    "in_all_languages",
    "json_schema",
    "judged_by",
    "lint",
    "load",
    "place_of_words",
    "python_files",
    "ref",
    "rules_digest",
    "strange_rules",
    "unsaid",
    "uses",
    "wordless",
]
