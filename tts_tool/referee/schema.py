"""Writes the JSON Schema of the protocol from the records that the protocol is made of.

`python -m tts_tool.referee.schema --write` puts it into `docs/protocol.schema.json`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, get_args

import msgspec

from tts_tool.referee.requests import OPERATIONS
from tts_tool.referee.results import AnyResult, Failure, Reply

__all__ = ["RESULTS", "protocol_schema"]

RESULTS: dict[str, tuple[str, ...]] = {
    "hello": ("Hello",),
    "new": ("Began",),
    "open": ("Open",),
    "answer": ("Done", "Incomplete", "Held"),
    "observe": ("Done", "Held"),
    "view": ("View",),
    "events": ("Events",),
    "undo": ("Done", "Proposed", "Declined"),
    "redo": ("Done",),
    "waive": ("Waived",),
    "save": ("Document",),
    "load": ("Began",),
    "position": ("Placed", "Done", "Began"),
    "explain": ("Judgement", "Cause", "FaultReport"),
    "log": ("Chapters",),
    "quit": ("Bye",),
}
"""What each operation answers, by the names of the definitions."""

_TEMPLATE = "#/$defs/{name}"


def protocol_schema() -> str:
    """Describe every line that goes in or out."""
    kinds = [*OPERATIONS.values(), Reply, Failure, *get_args(AnyResult)]
    _, defs = msgspec.json.schema_components(kinds, ref_template=_TEMPLATE)
    schema: dict[str, Any] = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The referee protocol of tts-tool: one JSON object a line",
        "oneOf": [_ref("AnyRequest"), _ref("Reply"), _ref("Failure")],
        "$defs": {
            "AnyRequest": {"oneOf": [_ref(kind.__name__) for kind in OPERATIONS.values()]},
            "AnyResult": {"oneOf": [_ref(kind.__name__) for kind in get_args(AnyResult)]},
            "results": {
                op: {"oneOf": [_ref(name) for name in names]} for op, names in RESULTS.items()
            },
            **dict(sorted(defs.items())),
        },
    }
    schema["$defs"]["Reply"]["properties"]["result"] = _ref("AnyResult")
    return f"{msgspec.json.format(msgspec.json.encode(schema), indent=2).decode()}\n"


def _ref(name: str) -> dict[str, str]:
    return {"$ref": _TEMPLATE.format(name=name)}


if __name__ == "__main__":
    if "--write" in sys.argv[1:]:
        target = Path("docs/protocol.schema.json")
        target.write_text(protocol_schema(), encoding="utf-8", newline="\n")
    else:
        sys.stdout.write(protocol_schema())
