"""Says of each rule of a game whether the evidence shows it, and if not, what is missing."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

import msgspec

from tts_tool.catalog import Rule, cited_below, strange_rules
from tts_tool.errors import NotFound
from tts_tool.proof import evidence
from tts_tool.proof.evidence import Evidence, EvidenceEntry
from tts_tool.proof.ground import Ground
from tts_tool.proof.subject import Subject

__all__ = ["MOST_UNSHOWABLE", "Coverage", "Missing", "coverage", "in_words"]

MOST_UNSHOWABLE = 10
"""How many rules of a game may be such that no program can show them."""


class Missing(msgspec.Struct, frozen=True):
    """A rule that is not shown."""

    rule: str
    kind: str
    why: str
    where: tuple[str, ...] = ()


class Coverage(msgspec.Struct, frozen=True):
    """What is shown of a game's rules, and what is not."""

    game: str
    rules: int
    shown: int
    unshowable: dict[str, str]
    missing: tuple[Missing, ...]
    unknown: tuple[str, ...] = ()
    """What cites a rule that there is not, each with its place."""

    @property
    def complete(self) -> bool:
        """Tell whether every rule that can be shown is shown, and none is cited that is not."""
        return not (self.missing or self.unknown) and len(self.unshowable) <= MOST_UNSHOWABLE


def coverage(subject: Subject, known: Evidence | None = None, module: str = "") -> Coverage:
    """Judge every rule of a game, or of one module, by the evidence that is checked in."""
    ground = Ground(subject)
    found = evidence.read(subject.evidence) if known is None else known
    rules = of_module(subject, module)
    unshowable = {name: rule.unshowable for name, rule in rules.items() if rule.unshowable}
    judged = {
        name: why_not(ground, name, found.get(name, {})) for name in rules if name not in unshowable
    }
    missing = tuple(
        Missing(name, rules[name].kind or "", why, tuple(_places(ground, name)))
        for name, why in sorted(judged.items())
        if why is not None
    )
    shown = len(judged) - len(missing)
    unknown = strange_rules(subject.catalogue, cited_below(subject.package))
    name = f"{subject.name} {module}".strip()
    return Coverage(name, len(rules), shown, unshowable, missing, tuple(map(str, unknown)))


def of_module(subject: Subject, module: str) -> dict[str, Rule]:
    """Give the rules that one module brings, or all."""
    known = {each.name: each.folder for each in subject.ruleset.modules}
    if module and module not in known:
        near = get_close_matches(module, known, 1)
        fix = f"did you mean {near[0]}?" if near else f"it has {', '.join(known)}"
        raise NotFound(f'{subject.name} has no module "{module}"', fix=fix)
    rules = subject.rules.items()
    return {
        name: rule
        for name, rule in rules
        if subject.box(name) == known.get(module, subject.box(name))
    }


def why_not(ground: Ground, name: str, tests: dict[str, EvidenceEntry]) -> str | None:
    """Say why a rule does not count as shown, if it does not."""
    rule = ground.rules[name]
    if rule.kind is None:
        return "nobody says of which kind it is"
    if not ground.of(name):
        return "no line carries it"
    old = {test: evidence.stale(ground, name, test, entry) for test, entry in tests.items()}
    fresh = [entry for test, entry in tests.items() if old[test] is None]
    if any(_shows(rule, name, entry) for entry in fresh):
        return None
    changed = [why for why in old.values() if why is not None]
    if changed:
        return f"the evidence is old: {changed[0]}"
    if any(entry.lines for entry in fresh):
        return "no test that executes its line gets a refusal with it"
    return "no test marked with it executes its line and asserts something after that"


def _shows(rule: Rule, name: str, entry: EvidenceEntry) -> bool:
    refused = not rule.forbids or not {name, *rule.same}.isdisjoint(entry.refused)
    return bool(entry.lines) and refused


def _places(ground: Ground, name: str) -> Iterator[str]:
    yield from (f"{line.file}:{line.line}" for line in ground.of(name))


def in_words(covered: Coverage) -> Iterator[str]:
    """Write a report: what is missing, what there is not, what no program can show, a count."""
    for each in covered.missing:
        yield f"{each.rule} ({each.kind or 'no kind'}): {each.why}"
        yield from (f"    {place}" for place in each.where)
    yield from covered.unknown
    for rule, reason in covered.unshowable.items():
        yield f"{rule} can't be shown: {reason}"
    if len(covered.unshowable) > MOST_UNSHOWABLE:
        yield f"at most {MOST_UNSHOWABLE} rules of a game may be such that no program can show them"
    yield (
        f"{covered.game}: {covered.shown} of {covered.rules} rules shown, "
        f"{len(covered.missing)} missing, {len(covered.unshowable)} unshowable"
    )
