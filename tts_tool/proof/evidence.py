"""What tests have shown of the rules, written down by the run of the tests.

An entry says of a test which lines it executed before an assertion, and which refusals it got.
It holds as long as the texts of those lines and of the test are what they were.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path

import msgspec

from tts_tool.errors import BadInput
from tts_tool.proof.ground import Ground

__all__ = ["Evidence", "EvidenceEntry", "merged", "read", "stale", "write"]


class EvidenceEntry(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What one test has shown of one rule."""

    test: str
    """Fingerprint of the test's text."""
    lines: tuple[str, ...] = ()
    """Rule lines, each with its file and the fingerprint of its text."""
    refused: tuple[str, ...] = ()
    """The ids that refusals cited: this rule's, or those of rules that say the same."""

    def __or__(self, other: EvidenceEntry) -> EvidenceEntry:
        """Join what several cases of a parametrised test have shown."""
        return EvidenceEntry(
            self.test,
            tuple(sorted({*self.lines, *other.lines})),
            tuple(sorted({*self.refused, *other.refused})),
        )


Evidence = dict[str, dict[str, EvidenceEntry]]
"""Rule -> test -> what it has shown."""


def read(folder: Path) -> Evidence:
    """Read the evidence of a game, chapter by chapter; where there is none, nothing is shown."""
    found: Evidence = {}
    for file in sorted(folder.rglob("*.json")):
        try:
            found |= msgspec.json.decode(file.read_bytes(), type=Evidence)
        except msgspec.MsgspecError as error:
            fix = "write it anew: tts-tool rules coverage GAME --run"
            raise BadInput(f"this is no evidence: {error}", where=str(file), fix=fix) from error
    return found


def write(folder: Path, evidence: Evidence, chapter: Callable[[str], str]) -> None:
    """Write evidence in the same order each time, a line for each fact, a file for each chapter.

    So who changes the rules of one chapter touches no file of another. A file of which nothing
    is left goes; one that says the same already stays as it is.
    """
    files: dict[Path, Evidence] = {file: {} for file in folder.rglob("*.json")}
    for rule, tests in evidence.items():
        if tests:
            files.setdefault(folder / f"{chapter(rule)}.json", {})[rule] = tests
    for file, rules in files.items():
        if not rules:
            file.unlink()
            continue
        file.parent.mkdir(parents=True, exist_ok=True)
        encoded = msgspec.json.encode(rules, order="deterministic")
        text = msgspec.json.format(encoded, indent=1) + b"\n"
        if not file.is_file() or file.read_bytes() != text:
            file.write_bytes(text)


def merged(old: Evidence, new: Evidence, done: Collection[str], ground: Ground) -> Evidence:
    """Put what was shown now in place of what the same tests showed before.

    What tests that did not run now have shown is kept as long as it holds.
    """
    rules = {*old, *new}
    return {rule: {**_kept(old, rule, done, ground), **new.get(rule, {})} for rule in sorted(rules)}


def _kept(
    old: Evidence, rule: str, done: Collection[str], ground: Ground
) -> dict[str, EvidenceEntry]:
    return {
        test: entry
        for test, entry in old.get(rule, {}).items()
        if test not in done and stale(ground, rule, test, entry) is None
    }


def stale(ground: Ground, rule: str, test: str, entry: EvidenceEntry) -> str | None:
    """Say what has changed since an entry was written, if anything has."""
    known = ground.digest_of_test(test)
    if known is None:
        return f"{test} is gone"
    if known != entry.test:
        return f"{test} has changed"
    keys = {line.key for line in ground.of(rule)}
    changed = [line.partition(" ")[0] for line in entry.lines if line not in keys]
    return f"its line in {changed[0]} has changed" if changed else None
