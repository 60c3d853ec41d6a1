"""The file of answers: what a game has answered, in the form in which guesses are written."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

from tts_tool.errors import BadInput
from tts_tool.patience import replace

__all__ = ["write_answers"]

_HEAD = "# What a running Tabletop Simulator has answered; `--answers` reads it.\n"


def write_answers(path: Path, answers: Mapping[str, Any], how: Mapping[str, str], on: date) -> None:
    """Add answers, and how they were measured; what was not asked anew stays as it is."""
    asked = f"a running game, asked on {on.isoformat()}"
    fresh = {
        name: {"value": value, "source": ": ".join([asked, *_measured(how.get(name))])}
        for name, value in answers.items()
    }
    known = {**_read(path), **fresh}
    parts = [_HEAD, *(_written(name, known[name]) for name in sorted(known))]
    beside = path.with_name(f"{path.name}.new")
    try:
        beside.write_text("\n".join(parts), encoding="utf-8", newline="\n")
        replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)


def _measured(how: str | None) -> list[str]:
    return [] if how is None else [how]


def _read(path: Path) -> dict[str, Any]:
    if not path.exists():
        return {}
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        fix = "mend it, or name another file"
        raise BadInput(f"no TOML: {error}", where=str(path), fix=fix) from error


def _written(name: str, answer: Mapping[str, Any]) -> str:
    lines = [f"{key} = {_value(value)}" for key, value in answer.items()]
    return "\n".join([f"[{name}]", *lines, ""])


def _value(value: object) -> str:
    """Write what a switch can be, or a list of such."""
    return json.dumps(value, ensure_ascii=False)
