"""What tests have shown of the rules, written down by the run of the tests.

An entry says of a test which lines it executed before an assertion, and which refusals it got.
It holds as long as the texts of those lines and of the test are what they were.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import msgspec

from tts_tool.errors import BadInput
from tts_tool.proof.ground import Ground

__all__ = ["Entry", "Evidence", "merged", "read", "stale", "write"]


class Entry(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What one test has shown of one rule."""

    test: str
    """Fingerprint of the test's text."""
    lines: tuple[str, ...] = ()
    """Rule lines, each with its file and the fingerprint of its text."""
    refused: tuple[str, ...] = ()
    """The ids that refusals cited: this rule's, or those of rules that say the same."""

    def __or__(self, other: Entry) -> Entry:
        """Join what several cases of a parametrised test have shown."""
        return Entry(
            self.test,
            tuple(sorted({*self.lines, *other.lines})),
            tuple(sorted({*self.refused, *other.refused})),
        )


Evidence = dict[str, dict[str, Entry]]
"""Rule -> test -> what it has shown."""


def read(file: Path) -> Evidence:
    """Read a file of evidence; where there is none, nothing is shown."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=Evidence)
    except FileNotFoundError:
        return {}
    except msgspec.MsgspecError as error:
        fix = "write it anew: tts-tool rules coverage GAME --run"
        raise BadInput(f"this is no evidence: {error}", where=str(file), fix=fix) from error


def write(file: Path, evidence: Evidence) -> None:
    """Write evidence in the same order each time, a line for each fact."""
    file.parent.mkdir(parents=True, exist_ok=True)
    kept = {rule: tests for rule, tests in evidence.items() if tests}
    encoded = msgspec.json.format(msgspec.json.encode(kept, order="deterministic"), indent=1)
    file.write_bytes(encoded + b"\n")


def merged(old: Evidence, new: Evidence, done: Collection[str], ground: Ground) -> Evidence:
    """Put what was shown now in place of what the same tests showed before.

    What tests that did not run now have shown is kept as long as it holds.
    """
    rules = {*old, *new}
    return {rule: {**_kept(old, rule, done, ground), **new.get(rule, {})} for rule in sorted(rules)}


def _kept(old: Evidence, rule: str, done: Collection[str], ground: Ground) -> dict[str, Entry]:
    return {
        test: entry
        for test, entry in old.get(rule, {}).items()
        if test not in done and stale(ground, rule, test, entry) is None
    }


def stale(ground: Ground, rule: str, test: str, entry: Entry) -> str | None:
    """Say what has changed since an entry was written, if anything has."""
    known = ground.digest_of_test(test)
    if known is None:
        return f"{test} is gone"
    if known != entry.test:
        return f"{test} has changed"
    keys = {line.key for line in ground.of(rule)}
    changed = [line.partition(" ")[0] for line in entry.lines if line not in keys]
    return f"its line in {changed[0]} has changed" if changed else None
