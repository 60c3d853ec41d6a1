"""Somebody adds a box of their own to Old World, by one line, and everything knows it."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tests.cli.person import Person
from tts_tool.build.table import look_over
from tts_tool.cli.mods import choose, job

pytestmark = pytest.mark.timeout(300)

FILES = {
    "tts-tool.toml": 'kind = "generated"\nsave-name = "Crows"\n',
    "rules.py": '''
        """A crow that steals a coin from whoever begins a turn beside it."""

        from tts_tool.catalog import Record
        from tts_tool.kernel.inventory import Component, Place
        from tts_tool.kernel.module import Module
        from tts_tool.rulesets.old_world import RULESET as OLD_WORLD
        from tts_tool.rulesets.old_world.base.points import TURN_STARTED


        crows = Module("crows-nest", needs=("base",))


        @crows.record("crow")
        class Crow(Record):
            """A bird."""

            steals: int


        @crows.content
        def nest(setup):
            yield Place("nest")
            for crow in setup.cards.of(Crow).values():
                yield Component(f"crow.{crow.id}", crow.id, "nest", card=crow)


        @crows.hook(TURN_STARTED, "notify")
        def steal(g, seat, **_):
            stolen = sum(g.card(crow).steals for crow in g.cards("nest"))
            g.add(f"gold.{seat}", -stolen, "CR-01")  # CR-01
            yield from ()


        RULESET = OLD_WORLD.plus(crows)
        ''',
    "cards/old_world/crows_nest/all.toml": """
        [provenance]
        default = "house"

        [[crow]]
        id = "jack"
        name = { en = "Jack", de = "Hans" }
        steals = 1

        [[word]]
        id = "nest"
        name = { en = "Nest", de = "Nest" }

        [rules.CR-01]
        kind = "effect"
        en = "Whoever begins a turn loses a coin."
        de = "Wer einen Zug beginnt, verliert eine Münze."
        """,
    "mod_json/old_world/layout_crows_nest.toml": """
        [[places]]
        names = ["nest"]
        on = "map"
        at = [0, 0]
        holds = "crow"

        [piece.crow]
        shape = "round-tile"
        size = [1, 1]
        face = "crow.svg"
        pixels = [200, 200]
        tag = "Crow"
        """,
    "mod_json/old_world/faces/crow.svg": """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200">
        <circle cx="100" cy="100" r="90" fill="{{ colour.ink }}"/></svg>
        """,
    "conftest.py": """
        pytest_plugins = ["tts_tool.proof.soak_plugin", "tts_tool.proof.rule_plugin"]
        """,
    "pytest.ini": "[pytest]\n",
    "tests/test_crows.py": """
        from pathlib import Path
        from types import SimpleNamespace

        import pytest
        from rules import RULESET, steal

        from tts_tool.proof.kit import conformance

        test_kit = conformance(RULESET, Path(__file__).parents[1] / "cards")


        @pytest.mark.rule("CR-01")
        def test_steal():
            lost = []
            g = SimpleNamespace(
                cards=lambda place: ("crow.jack",),
                card=lambda crow: SimpleNamespace(steals=1),
                add=lambda track, more, rule: lost.append((track, more)),
            )
            list(steal(g, "red"))
            assert lost == [("gold.red", -1)]
        """,
}


@pytest.fixture(scope="module")
def stranger(tmp_path_factory: pytest.TempPathFactory) -> Person:
    """Give somebody whose project brings a box for Old World."""
    home = tmp_path_factory.mktemp("home")
    person = Person(home)
    for name, text in FILES.items():
        file = person.mod / name
        file.parent.mkdir(parents=True, exist_ok=True)
        lines = text.splitlines()
        margin = min((len(x) - len(x.lstrip()) for x in lines if x.strip()), default=0)
        file.write_text("\n".join(line[margin:] for line in lines) + "\n", encoding="utf-8")
    return person


def test_it_is_played(stranger: Person) -> None:
    """The box is played with where it is wanted, and not in the game without it."""
    played = stranger.told("play", "my-mod", "--with", "crows-nest", "--bots", "2", "--seed", "1")
    assert played["modules"] == ["base", "crows-nest"]
    assert played["over"]
    refused = stranger.types("play", "old-world", "--with", "crows-nest", "--bots", "2")
    assert refused.returncode == 4
    assert 'no module "crows-nest"' in refused.stderr


def test_its_cards_are_read(stranger: Person) -> None:
    """Its cards lie beside those of the game that it is added to."""
    rows = stranger.told("cards", "list", "my-mod", "--kind", "crow")
    assert [(row["id"], row["kind"]) for row in rows] == [("jack", "crow")]
    assert len(stranger.told("cards", "list", "my-mod", "--kind", "monster")) == 28


@pytest.mark.long
def test_its_rules_are_covered(stranger: Person) -> None:
    """Only its own rules are for it to show, and its own tests show them."""
    done = stranger.types("rules", "coverage", "my-mod", "--json")
    told = json.loads(done.stdout)
    assert (told["rules"], [each["rule"] for each in told["missing"]]) == (1, ["CR-01"])
    assert stranger.types("rules", "coverage", "my-mod", "--run").returncode == 0
    assert stranger.told("rules", "coverage", "my-mod")["shown"] == 1


@pytest.mark.long
def test_the_kit_knows_it(stranger: Person) -> None:
    """The kit proves the game with the box, from the same line."""
    match = "components_conserved-base+crows-nest"
    words = ("-m", "pytest", "-v", "-p", "no:cacheprovider", "tests", "-k", match)
    run = subprocess.run(
        [sys.executable, *words], cwd=stranger.mod, capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": str(stranger.mod)},
    )  # fmt: skip
    assert run.returncode == 0, run.stdout
    assert "[components_conserved-base+crows-nest-" in run.stdout


def test_it_is_on_the_table(stranger: Person) -> None:
    """The table is laid out with its things where it is built with, and without it not."""
    chosen = job(choose(str(stranger.mod), ["crows-nest"])).mod
    assert chosen.inventory.components["crow.jack"].start == "nest"
    told = [str(each) for each in look_over(chosen) if "crow" in str(each) or "nest" in str(each)]
    assert not [each for each in told if "the rules have" in each or "the layout has" in each]
    plain = job(choose(str(stranger.mod))).mod
    assert "crow.jack" not in plain.inventory.components
    assert [str(each) for each in look_over(plain)] == [
        str(each) for each in look_over(job(choose("old-world")).mod)
    ]
