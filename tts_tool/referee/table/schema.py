"""Writes the JSON Schema of what referee and table say to each other, from its records.

`python -m tts_tool.referee.table.schema --write` puts it into `docs/table-protocol.schema.json`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, get_args

import msgspec

from tts_tool.referee.table.acts import Act
from tts_tool.referee.table.meeting import Greeting, Met
from tts_tool.referee.table.reports import AnyReport
from tts_tool.referee.table.told import Told

__all__ = ["ACTS", "REPORTS", "table_schema"]

REPORTS: tuple[type[msgspec.Struct], ...] = get_args(AnyReport)
ACTS: tuple[type[Act], ...] = tuple(Act.__subclasses__())
_TEMPLATE = "#/$defs/{name}"


def table_schema() -> str:
    """Describe every message between a table and its referee."""
    kinds = [Greeting, Met, Told, *REPORTS, *ACTS]
    _, defs = msgspec.json.schema_components(kinds, ref_template=_TEMPLATE)
    schema: dict[str, Any] = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What a table and its referee say to each other",
        "oneOf": [_ref("Greeting"), _ref("Met"), _ref("Told"), _ref("Report")],
        "$defs": {
            "Report": {"oneOf": [_ref(kind.__name__) for kind in REPORTS]},
            **dict(sorted(defs.items())),
        },
    }
    schema["$defs"]["Act"] = {"oneOf": [_ref(kind.__name__) for kind in ACTS]}
    return f"{msgspec.json.format(msgspec.json.encode(schema), indent=2).decode()}\n"


def _ref(name: str) -> dict[str, str]:
    return {"$ref": _TEMPLATE.format(name=name)}


if __name__ == "__main__":
    if "--write" in sys.argv[1:]:
        target = Path("docs/table-protocol.schema.json")
        target.write_text(table_schema(), encoding="utf-8", newline="\n")
    else:
        sys.stdout.write(table_schema())
