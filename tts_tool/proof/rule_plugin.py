"""The pytest plugin that gathers what tests show of the rules of games.

    pytest_plugins = ["tts_tool.proof.rule_plugin"]     # in tests/conftest.py

With `--rule-evidence` every test marked `@pytest.mark.rule(id, …)` is watched, and what it has
shown is written to `tests/evidence/<game>/<box>/<chapter>.json`.
"""

from __future__ import annotations

import pytest

MOST = 3
"""How many rules one test may show: who shows many shows none."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Offer to write evidence."""
    group = parser.getgroup("rules of games")
    group.addoption(
        "--rule-evidence", action="store_true", help="write down what marked tests show of rules"
    )
    group.addoption("--rule-game", metavar="GAME", help="run only tests marked with its rules")


def pytest_configure(config: pytest.Config) -> None:
    """Say what the mark means, and watch if that is asked for."""
    config.addinivalue_line("markers", "rule(id): the rule of the game that this test shows")
    if config.getoption("--rule-evidence") or config.getoption("--rule-game"):
        # Who only runs the tests need not wait for what watches them.
        from tts_tool.proof.gathering import Gathering  # noqa: PLC0415

        config.pluginmanager.register(Gathering(config), "rule-gathering")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Refuse tests that claim too much."""
    greedy = sorted({name_of(item) for item in items if len(rules_of(item)) > MOST})
    if greedy:
        raise pytest.UsageError(f"a test shows at most {MOST} rules: {', '.join(greedy)}")


def rules_of(item: pytest.Item) -> tuple[str, ...]:
    """Give the rules that a test is marked with."""
    return tuple(dict.fromkeys(rule for mark in item.iter_markers("rule") for rule in mark.args))


def name_of(item: pytest.Item) -> str:
    """Name a test without its parameters: all its cases count once."""
    return item.nodeid.partition("[")[0]
