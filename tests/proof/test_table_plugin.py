"""Modders test their mods with the fixture `table`, and the example in the manual does so."""

from __future__ import annotations

import json
import re
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from tests.table.small_saves import deck, hand, save, thing
from tts_tool.table import Table
from tts_tool.table.playbook import Playbook

MANUAL = Path(__file__).parents[2] / "docs" / "table.md"
SCRIPT = "function onObjectLeaveContainer() broadcastToAll('a card is drawn') end"
MOD = save(
    deck("dec000", 5, (4, 4), Nickname="Quest deck"),
    thing("b0b000", at=(-4, 0), Nickname="Meeple"),
    hand("fac000", "Red"),
    script=SCRIPT,
)
PLUGIN = "tts_tool.proof.table_plugin"
# Where tts-tool is installed pytest finds the plugin by itself.
INSTALLED = PLUGIN in {point.value for point in entry_points(group="pytest11")}
LOADING = () if INSTALLED else ("-p", PLUGIN)
BROKEN = save(script="function onUpdate() a.b = 1 end")


@pytest.fixture
def mod(pytester: pytest.Pytester) -> pytest.Pytester:
    """Make the repository of a mod: two saves, and settings that name one."""
    (pytester.path / "TS_Save_1.json").write_text(json.dumps(MOD))
    (pytester.path / "broken.json").write_text(json.dumps(BROKEN))
    pytester.makeini("[pytest]\ntts_save = TS_Save_1.json\n")
    return pytester


def results(mod: pytest.Pytester, source: str) -> tuple[dict[str, int], str]:
    """Run tests in the repository; tell how they went, and what was printed."""
    mod.makepyfile(source)
    done = mod.runpytest(*LOADING)
    return done.parseoutcomes(), done.stdout.str()


def test_example_of_the_manual(mod: pytest.Pytester) -> None:
    """The tests in the manual pass as they stand there."""
    (example,) = re.findall(
        r"```python\n(# test_mod\.py.*?)```", MANUAL.read_text("utf-8"), re.DOTALL
    )
    assert results(mod, example)[0] == {"passed": example.count("def test_")}


def test_playbook_of_the_manual() -> None:
    """The playbook in the manual plays, and all that it expects is so."""
    (book,) = re.findall(r"```text\n(# draw\.txt.*?)```", MANUAL.read_text("utf-8"), re.DOTALL)
    with Table.open(MOD) as table:
        assert Playbook(book).play(table) == []


def test_each_test_has_its_own_table(mod: pytest.Pytester) -> None:
    """What one test does to the table no other one sees."""
    source = """
    import pytest

    @pytest.mark.parametrize("n", [1, 2])
    def test_draw(table, n):
        assert table.find("Quest deck").quantity == 5
        table.red.draw(table.find("Quest deck"), n)
    """
    assert results(mod, source)[0] == {"passed": 2}


def test_errors_fail_a_test(mod: pytest.Pytester) -> None:
    """A script that does something wrong fails the test, with its words, unless it is allowed."""
    source = """
    import pytest

    pytestmark = pytest.mark.tts_save("broken.json", frames=3)

    def test_one(table): assert table.frame == 3

    @pytest.mark.tts_save(errors="allowed")
    def test_two(table): assert len(table.errors) == 3
    """
    outcomes, said = results(mod, source)
    assert outcomes == {"passed": 2, "errors": 1}
    assert "3 errors of scripts:" in said
    assert "Error in Global Script: chunk_" in said


def test_how_a_save_is_opened(mod: pytest.Pytester) -> None:
    """Seats, seed and switches come from the mark; other saves from the other fixture."""
    source = """
    import pytest

    @pytest.mark.tts_save(seats=("Red", "Blue"), seed=7, switches=["package-library=true"])
    def test_mark(table):
        assert table.execute("return type(package)") == "table"
        assert table.execute("return #getSeatedPlayers()") == 2

    def test_two_tables(open_table):
        one, other = open_table(seed=1), open_table("broken.json", hold_scripts=True)
        assert one.find("Meeple") and not other.objects
    """
    assert results(mod, source)[0] == {"passed": 2}


@pytest.mark.parametrize(
    ("mark", "said"),
    [
        ('"none.json"', "there is no save"),
        ('"bad.json"', "bad.json"),
        ('seats=("Mauve",)', "Mauve"),
        ("sead=3", "did you mean seed?"),
        ("zoom=3", "it has path, seed, seats, switches, errors, frames"),
        ('"TS_Save_1.json", 3', "takes one save"),
        ('errors="alowed"', "errors are forbidden or allowed, not 'alowed'"),
        ('switches=["rewind=3"]', "did you mean"),
    ],
)
def test_mistakes(mod: pytest.Pytester, mark: str, said: str) -> None:
    """A save that is not there, or is none, fails the test with one line, not with a page."""
    (mod.path / "bad.json").write_text("[]")
    source = f"import pytest\n@pytest.mark.tts_save({mark})\ndef test_one(table): pass"
    outcomes, printed = results(mod, source)
    assert outcomes == {"errors": 1}
    assert said in printed
    assert "Traceback" not in printed
