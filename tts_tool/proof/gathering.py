"""One run of the tests, as a pytest plugin that writes down what they show of rules."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from functools import _lru_cache_wrapper
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tts_tool.errors import UserError
from tts_tool.proof.evidence import Evidence, EvidenceEntry, merged, read, write
from tts_tool.proof.ground import Ground
from tts_tool.proof.rule_plugin import name_of, rules_of
from tts_tool.proof.subject import subjects
from tts_tool.proof.witness import Witness

__all__ = ["Gathering", "caches"]

Shown = dict[str, Evidence]
"""Game -> what its tests have shown."""


class Gathering:
    """One run of the tests, and what it has shown so far."""

    def __init__(self, config: pytest.Config) -> None:
        """Find out which rules there are."""
        self.config = config
        self.grounds = _grounds(config.rootpath, config.getoption("--rule-game"))
        self.games = {rule: name for name, each in self.grounds.items() for rule in each.rules}
        self.shown: Shown = {name: {} for name in self.grounds}
        self.done: set[str] = set()
        self.caches: list[_lru_cache_wrapper[Any]] = []

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Refuse marks with rules that no game has; leave out other games' tests if asked to."""
        game = self.config.getoption("--rule-game")
        if game:
            kept = [i for i in items if any(self.games.get(r) == game for r in rules_of(i))]
            self.config.hook.pytest_deselected(items=[i for i in items if i not in kept])
            items[:] = kept
        open_points = (each.subject.open_points for each in self.grounds.values())
        known = frozenset(self.games).union(*open_points)
        marks = {(rule, name_of(item)) for item in items for rule in rules_of(item)}
        unknown = [f"{rule} ({test})" for rule, test in sorted(marks) if rule not in known]
        if unknown:
            raise pytest.UsageError(f"no game has such a rule: {', '.join(unknown)}")

    def pytest_collection_finish(self) -> None:
        """Find the functions that remember what they gave."""
        self.caches = list(caches(self.grounds.values()))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, object, object]:
        """Watch a marked test; what a failing one does shows nothing."""
        rules = [rule for rule in rules_of(item) if rule in self.games]
        if not rules or not self.config.getoption("--rule-evidence"):
            return (yield)
        self.done.add(name_of(item))
        for cache in self.caches:
            cache.cache_clear()
        ground = self.grounds[self.games[rules[0]]]
        also = {other for rule in rules for other in ground.rules[rule].same}
        witness = Witness(ground, rules, {*rules, *also})
        with witness.watching():
            result = yield
        for rule in rules:
            self._note(ground, rule, item, witness)
        return result

    def _note(self, ground: Ground, rule: str, item: pytest.Item, witness: Witness) -> None:
        citing = {rule, *ground.rules[rule].same}
        entry = EvidenceEntry(
            ground.digest_of_test(name_of(item)) or "",
            tuple(sorted({line.key for line in witness.shown if line.rule == rule})),
            tuple(sorted(citing & witness.refused)),
        )
        self._join({ground.subject.name: {rule: {name_of(item): entry}}})

    def _join(self, shown: Shown) -> None:
        for game, rules in shown.items():
            for rule, tests in rules.items():
                for test, entry in tests.items():
                    known = self.shown[game].setdefault(rule, {})
                    known[test] = known[test] | entry if test in known else entry

    # At the end

    def pytest_sessionfinish(self) -> None:
        """Write the evidence, or hand it to whoever runs the tests in several processes."""
        if not self.config.getoption("--rule-evidence"):
            return
        told = getattr(self.config, "workeroutput", None)
        if told is not None:
            told["rules"] = (msgspec.json.encode(self.shown).decode(), sorted(self.done))
            return
        for game, ground in self.grounds.items():
            if self.shown[game]:
                self._write(ground, self.shown[game])

    def _write(self, ground: Ground, shown: Evidence) -> None:
        subject, folder = ground.subject, ground.subject.evidence
        useful = {
            rule: {test: entry for test, entry in tests.items() if entry.lines}
            for rule, tests in shown.items()
        }
        write(folder, merged(read(folder), useful, self.done, ground), subject.chapter)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:  # noqa: ANN401  # of pytest-xdist
        """Take what a worker has gathered."""
        shown, done = getattr(node, "workeroutput", {}).get("rules", ("{}", []))
        self._join(msgspec.json.decode(shown, type=Shown))
        self.done.update(done)


def _grounds(root: Path, game: str | None) -> dict[str, Ground]:
    """Read the games of a checkout, or the one that is asked for."""
    try:
        found = {each.name: each for each in subjects(root)}
        if game and game not in found:
            raise pytest.UsageError(f"no game of this checkout is named {game}")
        return {name: Ground(each) for name, each in found.items() if game in {name, None}}
    except UserError as problem:
        raise pytest.UsageError(str(problem)) from problem


def caches(grounds: Iterable[Ground]) -> Iterator[_lru_cache_wrapper[Any]]:
    """Find what rules, tests and proofs remember: a rule that is not run again shows nothing.

    Reading card files runs no rule, so catalogues may be kept.
    """
    watched = tuple(
        str(folder) for each in grounds for folder in (each.subject.package, each.subject.tests)
    )
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None) or ""
        if file.startswith(watched) or name.startswith("tts_tool.proof.match"):
            yield from (each for each in vars(module).values() if _forgets(each))


def _forgets(thing: object) -> bool:
    if not isinstance(thing, _lru_cache_wrapper):
        return False
    made: Callable[..., object] = thing.__wrapped__
    return made.__annotations__.get("return") != "Catalogue"
