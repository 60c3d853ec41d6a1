"""The pages on making a mod: what they show is built, and what can be said is what they name."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from tests.cli.person import Person
from tts_tool.build.faces.style import Style, TextStyle
from tts_tool.build.table import layout as layouts
from tts_tool.build.table import read_layout, script_values
from tts_tool.build.table.prints import Prints
from tts_tool.cli.mods import choose, job
from tts_tool.table import Table

ROOT = Path(__file__).parents[2]
PAGES = ("layout", "faces", "scripts")
TITLED = re.compile(r"^```\w+ title=(\S+)( append)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SAID = (
    layouts.Surface,
    layouts.Reading,
    layouts.Seated,
    layouts.Mat,
    layouts.Places,
    layouts.Tracks,
    layouts.Dim,
    layouts.Layer,
    layouts.Piece,
    layouts.Prop,
    layouts.Camera,
    layouts.Page,
)


def page(name: str) -> str:
    """Read a page."""
    return (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")


def named(name: str) -> set[str]:
    """List what a page names as code, outside of its examples."""
    prose = re.sub(r"^```.*?^```$", "", page(name), flags=re.MULTILINE | re.DOTALL)
    return {word for code in re.findall(r"`([^`\n]+)`", prose) for word in re.findall(r"\w+", code)}


def examples() -> Iterator[tuple[str, bool, str]]:
    """Give the blocks that name a file: the file, whether they add to it, and the text."""
    for each in PAGES:
        for file, more, text in TITLED.findall(page(each)):
            yield file, bool(more), text


def written(mod: Path) -> None:
    """Write all examples into a new mod."""
    for name, more, text in examples():
        file = mod / name
        file.parent.mkdir(parents=True, exist_ok=True)
        before = file.read_text(encoding="utf-8") + "\n" if more else ""
        file.write_text(before + text, encoding="utf-8")


@pytest.fixture(scope="module")
def person(tmp_path_factory: pytest.TempPathFactory) -> Person:
    """Give somebody who has written all the examples into a new mod, and built it."""
    person = Person(tmp_path_factory.mktemp("pages"))
    assert person.types("init", "my-mod").returncode == 0
    written(person.mod)
    return person


def test_the_examples_are_one_mod(person: Person) -> None:
    """They build without a remark, in both languages, and their table does what they say."""
    assert len(list(examples())) >= 11
    for lang in ("en", "de"):
        done = person.types("build", "my-mod", "--lang", lang, "--out", lang, "--jobs", "1")
        assert (done.returncode, done.stderr) == (0, "")
        assert "note" not in done.stdout
    save = (person.home / "en" / "My_Mod.json").read_bytes()
    with Table.open(save, seats=("Red", "Blue")) as table:
        table.run(60)
        assert not table.errors
        things = {each["Nickname"]: each for each in json.loads(save)["ObjectStates"]}
        assert {"Market die", "How to play"} <= set(things)
        table.red.click("count_up")
        table.run(10)
        assert "In your basket: 0" in [line.text for line in table.chat]


def test_every_value_of_a_template_is_named(person: Person) -> None:
    """What templates of faces and of scripts are told stands on their pages."""
    mod = job(choose(str(person.mod))).mod
    layout = read_layout(mod)
    own = {key for prop in layout.props for key in prop.values}
    told = {key for drawing in Prints(mod, layout).drawings() for key in drawing.values}
    assert told - own - named("faces") == set()
    assert script_values(mod, layout).keys() - named("scripts") == set()


@pytest.mark.parametrize("kind", SAID, ids=lambda kind: kind.__name__)
def test_every_key_of_a_layout_is_named(kind: type[msgspec.Struct]) -> None:
    """What may be said of a table stands on its page."""
    fields = {field.encode_name for field in msgspec.structs.fields(kind)}
    assert fields - named("layout") == set()


def test_every_key_of_a_style_is_named() -> None:
    """What may be said of colours and letters stands on its page."""
    fields = {each.name for kind in (Style, TextStyle) for each in msgspec.structs.fields(kind)}
    assert fields - named("faces") == set()
