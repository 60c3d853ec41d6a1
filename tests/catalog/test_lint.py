"""The linter finds what the schema allows and nobody meant."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.catalog.night import LANTERN, SCHEMA, Ware, below, cards, write
from tts_tool.catalog import Finding, Schema, Uses, lint, uses
from tts_tool.catalog.schema import Cards

RULES = {
    "flow.py": """
        from cards import GainGold, Levels
        # NM-01: stalls close
        def play(g):
            "Not a word of no-gold here."
            for ware in g.cards.of(Ware).values():
                yield ware.cost, getattr(ware, "goes_with"), ware.effects
            match effect:
                case GainGold(amount=amount):
                    refuse("no-gold")
            ware.size = "written, not read"
            return g.cards.table(Levels).costs, attrgetter("options")
        """,
    "deep/more.py": "wanted = guest.wants",
}


@pytest.mark.parametrize(
    ("says", "wanted"),
    [
        ('kind = "limit"\npermits = true', []),
        (
            'kind = "effect"\npermits = true',
            ["it.toml:7: permits: only a rule of kind legality or limit can permit or forbid"],
        ),
        ('unshowable = " "', ["it.toml:6: unshowable: empty text"]),
        ('same = ["NM-01"]', ['it.toml:6: same: "NM-01" does not say that it says the same']),
        ('same = ["NM-02"]', ['it.toml:6: same: "NM-02" does not say that it says the same']),
        ('same = ["NM-03"]', []),
    ],
)
def test_what_rules_say_of_themselves(tmp_path: Path, says: str, wanted: list[str]) -> None:
    """Who permits could forbid, who says the same is said to, and a reason has words."""
    words = 'en = "{0}"\nde = "{0} auf Deutsch"\n'
    rules = f"[rules.NM-01]\n{words.format('One')}{says}\n" + "".join(
        f"[rules.NM-0{n}]\n{words.format(n)}{more}\n"
        for n, more in ((2, ""), (3, 'same = ["NM-01"]'))
        if n == 2 or "NM-03" in says
    )
    assert found(tmp_path, rules) == wanted


@pytest.fixture
def read(tmp_path: Path) -> Uses:
    """Read the sources of a small ruleset."""
    return uses(write(tmp_path / "rules", RULES))


def found(folder: Path, text: str, used: Uses | None = None, schema: Schema = SCHEMA) -> list[str]:
    """Lint cards; operations that stand on no card are another test's matter."""
    problems = lint(cards(folder / "cards", text, schema), used)
    lines = [below(folder / "cards" / "base", str(each)) for each in problems]
    lines = [below(folder / "rules", each) for each in lines]
    return [line for line in lines if not line.startswith("tests.catalog.night")]


def test_uses(read: Uses) -> None:
    """Attributes that are read, strings, tables asked for, words of comments."""
    assert {"cost", "goes_with", "amount", "options", "wants"} <= read.attributes
    assert "size" not in read.attributes
    assert "no-gold" in read.strings
    assert {"Levels", "Ware"} <= read.tables
    assert "NM-01" in read.words


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (LANTERN, []),
        (LANTERN + 'size = "small"\n', ["it.toml:7: size: no rule reads this key of Ware"]),
        (
            LANTERN + "price = { base = 1 }\n" + LANTERN.replace("lan", "x") + "price.base = 2\n",
            [
                "it.toml:7: price: no rule reads this key of Ware",
                "it.toml:7: price.base: no rule reads this key of Price",
            ],
        ),
        (
            LANTERN + 'effects = [{ op = "take-ware", ware = "lantern" }]\n',
            ["it.toml:7: effects[0].ware: no rule reads this key of TakeWare"],
        ),
        (
            LANTERN + '[messages.no-gold]\nen="a"\nde="b"\n[messages.no-silver]\nen="a"\nde="b"\n',
            ['it.toml:10: nothing says "no-silver"'],
        ),
        (
            "".join(f'[rules.NM-0{n}]\nen="a"\nde="b"\n' for n in (1, 2, 3))
            + '[messages.no-gold]\nen="a"\nde="b"\nrule="NM-02"\n',
            ['it.toml:9: nothing cites rule "NM-03"'],
        ),
        (
            "".join(f'[rules.NM-0{n}]\nen="a"\nde="b"\n' for n in (1, 3, 4))
            + 'unshowable="dark"\n'
            + LANTERN.replace("cost", "# NM-03: dear\ncost"),
            [],
        ),
        (
            '[rules.NM-03]\nen="a"\nde="b"\n' + LANTERN.replace("cost", "# NM-03, NM-O3\ncost"),
            [
                'it.toml:9: no rule "NM-O3" (did you mean "NM-03"?)',
                'flow.py:3: no rule "NM-01" (did you mean "NM-03"?)',
            ],
        ),
        ("[table.weather]\n", ['it.toml:3: no rule asks for table "weather"']),
    ],
)
def test_unused(tmp_path: Path, read: Uses, text: str, wanted: list[str]) -> None:
    """What no source of the ruleset mentions is reported once, where it is first written."""
    assert found(tmp_path, text, read) == wanted


def test_referenced(tmp_path: Path, read: Uses) -> None:
    """Of some kinds every record must be referred to, by a card or by a rule."""
    schema = replace(SCHEMA, referenced=frozenset({"ware"}))
    guest = '[[guest]]\nid = "b"\nname = { en = "B", de = "B" }\nwants = "lantern"\n'
    assert found(tmp_path, LANTERN, read, schema) == ['it.toml:4: nothing refers to ware "lantern"']
    assert found(tmp_path, LANTERN + guest, read, schema) == []


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (LANTERN.replace('"Laterne"', '"Lantern"'), []),
        (
            LANTERN
            + "nickname.en = 'When you buy this, gain gold.'\n"
            + "nickname.de = 'When you buy this, gain gold.'\n",
            ["it.toml:8: nickname.de: the German text is the English one"],
        ),
        (
            LANTERN + 'tags = ["a",\n"a"]\n',
            ["it.toml:8: tags[1]: the same as option 1: nobody has a reason to choose it"],
        ),
        (
            LANTERN + 'effects = [{ op = "choose", options = [[], []] }]\n',
            [
                (
                    "it.toml:7: effects[0].options[1]: "
                    "the same as option 1: nobody has a reason to choose it"
                ),
            ],
        ),
        (
            LANTERN
            + 'effects = [{ op = "gain-gold", amount = 1 }, { op = "gain-gold", amount = 1 }]\n',
            [],
        ),
    ],
)
def test_suspect(tmp_path: Path, text: str, wanted: list[str]) -> None:
    """Texts that are not written yet, options that are no choice; doing a thing twice is fine."""
    assert found(tmp_path, text) == wanted


def test_operations_without_card(tmp_path: Path) -> None:
    """An operation that nobody prints on a card is code that nobody runs."""
    text = (
        LANTERN + 'effects = [{ op = "choose", options = [[{ op = "gain-gold", amount = 1 }]] }]\n'
    )
    (problem,) = lint(cards(tmp_path, text))
    assert str(problem) == 'tests.catalog.night.TakeWare: operation "take-ware" stands on no card'
    assert problem.severity == "warning"


def _too_dear(catalogue: Cards) -> Iterable[Finding]:
    for ware in catalogue.of(Ware).values():
        if ware.cost > 2:
            yield Finding(about=ware.id, path="cost", message="nobody has that much gold")
    yield Finding(about="elsewhere", message="is missing", severity="error")


def test_checks_of_the_game(tmp_path: Path) -> None:
    """A game brings checks of its own; what they find is placed like everything else."""
    schema = replace(SCHEMA, checks=(_too_dear,))
    assert found(tmp_path, LANTERN, None, schema) == [
        "it.toml:6: cost: nobody has that much gold",
        "elsewhere: is missing",
    ]


SAYS = 'en = "{seat} owes {gold coin|coins}."\nde = "{seat} schuldet {gold Münze|Münzen}."\n'


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ('Rejection("owes", {"seat": seat, "gold": 1}, "NM-01")', []),
        ('Rejection(code="owes", params={"seat": seat, "gold": 1})', []),
        ('phrase(g, "owes", seat=seat, gold=1)', []),
        ('Said("owes", params)', []),
        ('self._phrase(g, "owes", **params)', []),
        ('Said("owes", {**params})', []),
        ('Rejection(f"ow{what}", {"seat": seat, "gold": 1})', []),
        ('Rejection("closed", {"decision": asked})\nRejection("owes", params)', []),
        ('code = "owes"\nRejection(code)', []),
        (
            'Rejection("owes" if gold else "ows", {"seat": seat})',
            [
                'said.py:1: "owes" is said, and its text asks for {gold}',
                'said.py:1: "ows" is said, and there is no such text (did you mean "owes"?)',
            ],
        ),
        (
            'Rejection("owes")',
            [f'said.py:1: "owes" is said, and its text asks for {{{n}}}' for n in ("gold", "seat")],
        ),
        (
            'phrase(g, f"ow{what}", seat=seat)',
            ['said.py:1: "owes" is said, and its text asks for {gold}'],
        ),
        (
            'refuse("owes")\nRejection(f"{what}-owed")',
            ['said.py:2: "…-owed" is said, and there is no such text'],
        ),
    ],
)
def test_what_is_said(tmp_path: Path, source: str, wanted: list[str]) -> None:
    """Whatever rules say has a text, of the game or of the house, and gives what that asks for."""
    used = replace(uses(write(tmp_path / "rules", {**RULES, "said.py": source})), cited=())
    assert found(tmp_path, f"[messages.owes]\n{SAYS}", used) == wanted


@pytest.mark.parametrize(
    ("script", "wanted"),
    [
        ('say("owes")', []),
        ('say("ow" .. what)', []),
        ("{ late = 1, owes = 5 }", []),
        ("text = words.owes", []),
        ('say("owe", owes)', ['it.toml:3: nothing says "desk-owes"']),
    ],
)
def test_what_scripts_say(tmp_path: Path, script: str, wanted: list[str]) -> None:
    """A text that only the script of a table says, without what all of its codes begin with."""
    scripts = write(tmp_path / "lua", {"lib/it.lua": script})
    used = uses(write(tmp_path / "rules", RULES), [scripts])
    assert found(tmp_path, f"[messages.desk-owes]\n{SAYS}", used) == wanted
