"""What is made again after which edit, by the names of the nodes; and what is not."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.build.tiny import Tiny
from tts_tool.build.cache import Cache
from tts_tool.build.facts import Facts
from tts_tool.build.freshness import Past
from tts_tool.build.graph import Given, Graph, GraphError, Later, Made, Node
from tts_tool.build.making import BuildMemory, make_all
from tts_tool.build.plan import plan
from tts_tool.build.previewing import preview_cards
from tts_tool.build.problems import BuildError
from tts_tool.build.stamps import Stamps
from tts_tool.build.warm import Warm
from tts_tool.errors import BadInput, Unavailable
from tts_tool.saves.layout import TTS, write
from tts_tool.saves.tree import objects, read

RUBY = ["sketch/gem.ruby/en", "face/gem.ruby/en"]
JADE = ["sketch/gem.jade/en", "face/gem.jade/en"]
SHEET = ["sheet/gems.1/en"]
THUMBNAIL = ["thumbnail"]
PLACES = ["values/places"]
LAID = ["laid"]
SAVE = ["save"]
SERVE, FILE, HTTPS = "serve", "file", "https://cards.example.org"
BOARD = ["sketch/board.map/en", "face/board.map/en"]
BACK = ["sketch/back.gem/en", "face/back.gem/en"]


@pytest.fixture
def tiny(tmp_path: Path) -> Tiny:
    """Make the tiny mod."""
    return Tiny(tmp_path)


def test_everything_once(tiny: Tiny) -> None:
    """The first build makes every node, the second none, nor does one after touching all files."""
    assert len(tiny.ran()) == 16
    assert tiny.ran() == []
    for file in tiny.folder.rglob("*.*"):
        if file.is_file() and "cache" not in file.parts:
            os.utime(file)
    assert tiny.ran() == []


def recolour(tiny: Tiny) -> None:
    """Change what a card shows."""
    tiny.edit("cards/gems.toml", "#aa1122", "#bb1122")


def reword(tiny: Tiny) -> None:
    """Change a text that the picture does not show."""
    tiny.edit("cards/gems.toml", "Warm.", "Hot.")


def comment(tiny: Tiny) -> None:
    """Move all lines of a card file."""
    tiny.edit("cards/gems.toml", "[[gem]]", "# all lines move\n\n[[gem]]")


def german(tiny: Tiny) -> None:
    """Change a text of the other language."""
    tiny.edit("cards/gems.toml", "Kühl.", "Frisch.")


def layout(tiny: Tiny) -> None:
    """Move the deck."""
    tiny.write("data/layout.txt", "3 4\n")


def template(tiny: Tiny) -> None:
    """Draw all cards in another colour."""
    tiny.edit("data/faces/gem.svg", "{% include", '<rect fill="#222233"/>{% include')


def icon(tiny: Tiny) -> None:
    """Change how an icon looks that a template includes through another."""
    tiny.edit("data/faces/icon.j2", "<circle/>", '<circle fill="#332222"/>')


def included(tiny: Tiny) -> None:
    """Change a file that a template includes through another."""
    tiny.edit("data/faces/icon.j2", "circle", "ellipse")


def template_comment(tiny: Tiny) -> None:
    """Change a template in a way that leaves no trace."""
    tiny.edit("data/faces/gem.svg", "<text>", "{# wide #}<text>")


def background(tiny: Tiny) -> None:
    """Change the template of backs and boards."""
    tiny.edit("data/faces/plain.svg", "{{ colour }}", "#000000")


def script(tiny: Tiny) -> None:
    """Change a module of a script."""
    tiny.edit("lua/lib/words.lua", "Welcome", "Hello")


def scan(tiny: Tiny) -> None:
    """Drop a picture of one's own for a card."""
    drawn = BytesIO()
    Image.new("RGB", (60, 84), "orchid").save(drawn, "PNG")
    tiny.write("art/gem.ruby.png", drawn.getvalue())


@pytest.mark.parametrize("assets", [SERVE, FILE, HTTPS])
@pytest.mark.parametrize(
    ("edit", "nodes"),
    [
        pytest.param(recolour, (RUBY, SHEET, [*LAID, *SAVE]), id="card"),
        pytest.param(reword, (RUBY, [], LAID), id="card: what its picture does not show"),
        pytest.param(comment, ([], [], []), id="card: lines"),
        pytest.param(german, ([], [], LAID), id="card: other language"),
        pytest.param(
            layout, ([], [], [*PLACES, "lint", "script/Global", *LAID, *SAVE]), id="layout"
        ),
        pytest.param(template, ([*JADE, *RUBY], SHEET, SAVE), id="template"),
        pytest.param(
            background, ([*BACK, *BOARD], SHEET, [*THUMBNAIL, *SAVE]), id="other template"
        ),
        pytest.param(template_comment, ([JADE[0], RUBY[0]], [], []), id="template: comment"),
        pytest.param(icon, ([*JADE, *RUBY], SHEET, SAVE), id="icon"),
        pytest.param(included, ([*JADE, *RUBY], [], []), id="icon: drawn alike"),
        pytest.param(script, ([], [], ["script/Global", *LAID, *SAVE, "maps"]), id="script"),
        pytest.param(scan, (RUBY[1:], SHEET, SAVE), id="scan"),
    ],
)
def test_edit(
    tiny: Tiny,
    assets: str,
    edit: Callable[[Tiny], None],
    nodes: tuple[list[str], list[str], list[str]],
) -> None:
    """An edit makes exactly what hangs on it: pictures, sheets, and what comes after them.

    What comes out as it was stops there. With one picture per card there is no sheet. Where only
    pictures are others, nothing is laid out anew.
    """
    tiny.assets = assets
    tiny.build()
    edit(tiny)
    drawn, sheets, after = nodes
    ran = [*drawn, *(sheets if assets != SERVE else []), *after]
    assert sorted(tiny.ran()) == sorted(ran)
    assert tiny.ran() == []


def test_why(tiny: Tiny) -> None:
    """Each node that ran says what made it: a card, a template, another node."""
    assert {run.why for run in tiny.build().report.ran} == {"new"}
    recolour(tiny)
    included(tiny)
    icon = (tiny.folder / "data/faces/icon.j2").as_posix()
    said = {run.node: run.why for run in tiny.build().report.ran}
    assert said["sketch/gem.ruby/en"] == f"what it is given changed, {icon} changed"
    assert said["sketch/gem.jade/en"] == f"{icon} changed"
    assert said["face/gem.jade/en"] == "sketch/gem.jade/en changed"


def test_tool_changes(tiny: Tiny) -> None:
    """Another tool makes everything anew, and says so."""
    tiny.build()
    planned = Graph([Node("a", constant, "x")])
    first = make_all(planned, BuildMemory(tiny.cache, "one", Stamps()), jobs=1)
    memory = BuildMemory(tiny.cache, "two", Stamps(), first.facts)
    assert [run.why for run in make_all(planned, memory, jobs=1).ran] == ["tts-tool changed"]
    assert make_all(planned, memory, jobs=1).ran == ()


def test_to_and_fro(tiny: Tiny) -> None:
    """Going back to what was built before makes nothing but the save's small change."""
    tiny.build()
    before = tiny.files()
    recolour(tiny)
    tiny.build()
    tiny.edit("cards/gems.toml", "#bb1122", "#aa1122")
    assert tiny.ran() == []
    assert tiny.files() == before


def joined(_: object, needed: Given) -> Made:
    """Tell all that is needed."""
    return Made(b" ".join(sorted(each.data() for each in needed.values())))


def given_back(given: str, _: Given) -> Made:
    """Be what is given."""
    return Made(given.encode())


def test_putting_right(tiny: Tiny) -> None:
    """What can be put right is, from what it gave last; else it is made, and after damage, too."""
    amended: list[tuple[list[str], bytes]] = []

    def amend(_: object, changed: Given, before: bytes) -> bytes:
        amended.append(([*changed], before))
        there = {each.data()[:1] for each in changed.values()}
        kept = [word for word in before.split() if word[:1] not in there]
        return b" ".join(sorted([*kept, *(each.data() for each in changed.values())]))

    facts: dict[str, Facts] = {}

    def made(**said: str) -> bytes:
        nodes = [Node(name, given_back, text) for name, text in said.items()]
        graph = Graph([*nodes, Node("all", joined, None, tuple(said), amend=amend)])
        memory = BuildMemory(tiny.cache, "t", Stamps(), facts)
        report = tiny.cache.mended(lambda: make_all(graph, memory, jobs=1))
        facts.update(report.facts)
        return report.outputs["all"].data()

    assert made(a="a1", b="b1", c="c1") == b"a1 b1 c1"
    assert amended == []
    assert made(a="a2", b="b1", c="c1") == b"a2 b1 c1"
    assert amended == [(["a"], b"a1 b1 c1")]
    assert made(a="a2", b="b1", c="c1", d="d1") == b"a2 b1 c1 d1"
    assert len(amended) == 1
    for content in (tiny.cache.folder / "contents").rglob("*"):
        if content.is_file() and content.read_bytes() == b"a2 b1 c1 d1":
            content.write_bytes(b"a9 b1 c1 d1")
    assert made(a="a3", b="b1", c="c1", d="d1") == b"a3 b1 c1 d1"
    assert len(amended) == 1


@pytest.mark.parametrize("edits", [[reword], [recolour, german], [template, german, script]])
def test_as_from_nothing(tiny: Tiny, edits: list[Callable[[Tiny], None]]) -> None:
    """What edits have left is what is built of the same files with nothing kept."""
    tiny.build()
    for edit in edits:
        edit(tiny)
        tiny.build()
    before = tiny.files()
    tiny.cache = Cache(tiny.folder / "another-cache")
    assert len(tiny.ran()) > 14
    assert tiny.files() == before


def test_the_same_files_elsewhere(tiny: Tiny, tmp_path: Path) -> None:
    """What one checkout has drawn another one finds, and each looks at its own files."""
    tiny.build()
    other = Tiny(tmp_path / "another checkout")
    other.cache = tiny.cache
    drawn = {"sketch", "face", "sheet"}
    assert drawn.isdisjoint(name.partition("/")[0] for name in other.ran())
    template(other)
    assert {*JADE, *RUBY} <= {*other.ran()}
    assert tiny.ran() == []
    template(tiny)
    assert {*JADE, *RUBY}.isdisjoint(tiny.ran())
    assert tiny.files().keys() == other.files().keys()


def test_new_file_in_an_earlier_folder(tiny: Tiny) -> None:
    """A file that was looked for in vain makes a difference when it appears."""
    graph = Graph([Node("a", reader, str(tiny.folder / "missing"))])

    def made() -> tuple[list[str], bytes]:
        report = make_all(graph, BuildMemory(tiny.cache, "t", Stamps()), jobs=1)
        return [run.node for run in report.ran], report.outputs["a"].data()

    assert made() == (["a"], b"nothing")
    assert made() == ([], b"nothing")
    (tiny.folder / "missing").write_bytes(b"there")
    assert made() == (["a"], b"there")


def test_fresh(tiny: Tiny) -> None:
    """A build is known to be fresh without planning it, until anything of it changes."""
    tiny.build()
    asked = tiny.job().asked
    assert tiny.past().is_fresh(asked)
    assert not tiny.past().is_fresh(f"{asked} more")
    picture = next(tiny.out.glob("assets/*"))
    kept = picture.read_bytes()
    picture.write_bytes(b"broken")
    assert not tiny.past().is_fresh(asked)
    picture.write_bytes(kept)
    assert tiny.past().is_fresh(asked)
    comment(tiny)
    assert not tiny.past().is_fresh(asked)


def test_several_processes(tmp_path: Path) -> None:
    """Made by several processes, all is there, in the order of the graph."""
    numbers = Graph([Node(f"n{n}", constant, str(n)) for n in range(40)])
    report = make_all(numbers, BuildMemory(Cache(tmp_path), "t", Stamps()), jobs=2)
    assert [report.outputs[f"n{n}"].data() for n in range(40)] == [b"%d" % n for n in range(40)]
    assert [run.node for run in report.ran] == [f"n{n}" for n in range(40)]


def test_date(tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    """The date of a save is that of SOURCE_DATE_EPOCH, which also ends freshness."""
    tiny.build()
    assert b'"EpochTime": 1577836800' in tiny.files()["Tiny_Gems.json"]
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    assert not tiny.past().is_fresh(tiny.job().asked)
    assert tiny.ran() == [*LAID, *SAVE]
    assert b'"EpochTime": 86400' in tiny.files()["Tiny_Gems.json"]


def test_damaged_cache_heals(tiny: Tiny) -> None:
    """A content that was cut off or altered is never put in a build: it is made again.

    It is met when something else needs it, or when it comes to be written; or in a preview.
    """
    tiny.assets = FILE
    tiny.build()
    whole = tiny.files()
    contents = [path for path in tiny.cache.folder.rglob("contents/*/*") if path.suffix == ".png"]
    drawn = sorted([RUBY[1], JADE[1], BACK[1], BOARD[1], *THUMBNAIL])
    for path in contents:
        path.write_bytes(path.read_bytes()[:-1])
    assert sorted(tiny.ran()) == drawn
    zeroed(contents)
    recolour(tiny)
    tiny.jobs = 2
    assert set(drawn) - set(tiny.ran()) == {RUBY[1]}
    tiny.edit("cards/gems.toml", "#bb1122", "#aa1122")
    assert tiny.ran() == RUBY[1:]
    zeroed(contents)
    tiny.out = tiny.out.with_name("elsewhere")
    tiny.build()
    assert written(tiny.files()) == written(whole)
    zeroed(contents)
    shown = preview_cards(tiny.job(), tiny.past(), tiny.cache, tiny.folder / "shown")
    assert len(shown) == 5


def written(files: dict[str, bytes]) -> dict[str, bytes]:
    """Leave out what says where sources lie and how it was built, and where pictures are."""
    return {name: data for name, data in files.items() if name.startswith("assets/")}


def zeroed(paths: Iterable[Path]) -> None:
    """Let files be as long as they were, and hold nothing: what a disk that lost power does."""
    for path in paths:
        if path.is_file():
            path.write_bytes(bytes(path.stat().st_size))


def test_disk_that_gives_nothing_back(tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the cache is damaged as soon as it is written, the build ends and says so."""

    def forgetful(path: Path, data: bytes) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(bytes(len(data)))

    monkeypatch.setattr("tts_tool.build.cache.write_beside", forgetful)
    with pytest.raises(Unavailable, match="does not give back") as caught:
        tiny.build()
    assert str(tiny.cache.folder) in str(caught.value.where)
    assert not tiny.out.exists()


def test_all_mistakes_at_once(tiny: Tiny) -> None:
    """What can be made is made; all that cannot is told, with the line of its record."""
    long = "word " * 20
    tiny.edit("cards/gems.toml", 'en = "Warm."', f'en = "{long}"')
    tiny.edit("cards/gems.toml", 'en = "Cool."', f'en = "{long}"')
    with pytest.raises(BuildError) as caught:
        tiny.build()
    assert [problem.error.what for problem in caught.value.problems] == [
        "this text does not fit"
    ] * 2
    assert "gems.toml:4" in caught.value.report
    assert "gems.toml:10" in caught.value.report
    assert not tiny.out.exists()
    tiny.edit("cards/gems.toml", f'en = "{long}"', 'en = "Fine."')
    assert not {*BACK, *BOARD} & set(tiny.ran())


def test_all_that_a_table_is_given_counts(tiny: Tiny) -> None:
    """Whatever a table is laid out from decides about the node's key, each part by itself."""
    job = tiny.job()
    node = plan(job.mod, job.parts, job.addresses, job.out).graph.nodes["laid"]
    order = node.given
    others = {
        "spread": order.spread.__class__(job.mod, [9, 9]),
        "lay_out": constant,
        "epoch": 1,
        "pictures": {},
        "cells": (),
        "scripts": (),
        "words": {"en": "words/en"},
    }
    assert others.keys() == set(order._fields)
    assert told_apart(node, others)


def test_a_table_that_lies_open(tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its save, which is written nowhere, says after an edit what a save says that is read."""
    monkeypatch.setenv("TTS_TOOL_PICTURES", str(tiny.folder / "gallery"))
    tiny.assets = FILE
    warm = Warm(tiny.job, Past(tiny.cache.folder, tiny.out), tiny.cache)
    edits = (
        ("cards/gems.toml", "#11aa55", "#11aa66", {"jade"}),
        ("data/layout.txt", "0 0", "0.1 2.75", set[str]()),
        ("lua/lib/words.lua", "Welcome to", "Here is", set[str]()),
    )
    seen = [warm.save()]
    for path, old, new, otherwise in edits:
        tiny.edit(path, old, new)
        root = warm.save([tiny.folder / path])
        before, now = shown_in(seen[-1]), shown_in(root)
        assert {name for name in now if now[name] != before[name]} == otherwise
        assert read(write(root, TTS), "save").root == root
        assert root not in seen
        seen.append(root)
    tiny.build()
    built = read(tiny.files()["Tiny_Gems.json"], "save").root
    one, other = ([each["Transform"] for each in objects(root)] for root in (seen[-1], built))
    assert one == other
    assert built["LuaScript"] == seen[-1]["LuaScript"]


def shown_in(root: dict[str, Any]) -> dict[str, Any]:
    """Say which picture each card of a save shows."""
    cards = [each for each in objects(root) if each["Name"].startswith("Card")]
    assert len(cards) == 2
    return {each["Nickname"]: each["CustomDeck"] for each in cards}


def told_apart(node: Node, others: dict[str, object]) -> bool:
    """Tell whether a node has another key with any one of these given."""
    assert others.keys() == set(node.given._fields)
    given = [node.given, *(node.given._replace(**{name: each}) for name, each in others.items())]
    return len({node._replace(given=each).given_digest for each in given}) == len(given)


@pytest.mark.parametrize("assets", [SERVE, FILE, HTTPS])
def test_addresses(tiny: Tiny, assets: str) -> None:
    """A save has the addresses of its pictures; a card may say what looks like one to come."""
    tiny.assets = assets
    name = f"tts-tool:picture:{'0' * 32}"
    tiny.edit("cards/gems.toml", 'en = "Jade"', f'en = "{name}"')
    tiny.build()
    save = tiny.files()["Tiny_Gems.json"].decode()
    pictures = {path for path in tiny.files() if path.startswith("assets/")}
    called = re.findall(r'"(?:FaceURL|BackURL|ImageURL)": "([^"]+)"', save)
    assert {f"assets/{each.rpartition('/')[2]}" for each in called} == pictures
    assert save.count("tts-tool:picture") == save.count(name) == 1


def test_looked_over(tiny: Tiny) -> None:
    """A table that nobody could play on ends the build, with all that is wrong; less is noted."""
    tiny.write("data/layout.txt", "60 0\n")
    assert tiny.build().report.notes == ("far off",)
    assert tiny.build().report.notes == ("far off",)
    before = tiny.files()
    tiny.write("data/layout.txt", "600 0\n")
    with pytest.raises(BuildError) as caught:
        tiny.build()
    assert caught.value.report == "a: 600 is off the table\nb: 600 is off the table"
    assert tiny.files() == before


def test_wrong_graphs() -> None:
    """A plan that cannot be right is a mistake of ours, told at once."""
    with pytest.raises(GraphError, match="two nodes"):
        Graph([Node("a", constant, "x"), Node("a", constant, "y")])
    with pytest.raises(GraphError, match="nobody makes"):
        Graph([Node("a", constant, "x", needs=("b",))])
    with pytest.raises(GraphError, match="these need each other: b, c"):
        Graph(
            [Node("a", constant), *(Node(x, constant, "", needs=("a", y)) for x, y in ("bc", "cb"))]
        )
    with pytest.raises(GraphError, match="no plain data"):
        _ = Node("a", constant, object()).given_digest


def test_given_is_told_apart() -> None:
    """Different givens have different digests, also where their texts could run together."""
    givens = ["ab", ["a", "b"], ["ab"], 1, 1.0, True, None, {"a": 1}, {"a": "1"}, [1, 11], [11, 1]]
    assert len({Node("n", constant, given).given_digest for given in givens}) == len(givens)


def test_cache_that_cannot_be_written(tmp_path: Path) -> None:
    """Where the cache cannot be, the error says how to put it elsewhere."""
    blocked = tmp_path / "file"
    blocked.write_bytes(b"")
    graph = Graph([Node(name, constant, name) for name in "abc"])
    with pytest.raises(Unavailable, match="the cache cannot be written") as caught:
        make_all(graph, BuildMemory(Cache(blocked / "cache"), "t", Stamps()), jobs=1)
    assert "TTS_TOOL_CACHE" in str(caught.value.fix)


def constant(given: str, _needed: Given) -> Made:
    """Give what is given."""
    return Made(str(given).encode())


def reader(given: str, _needed: Given) -> Made:
    """Read a file, if it is there."""
    path = Path(given)
    return Made(path.read_bytes() if path.is_file() else b"nothing", (given,))


def test_mistake_without_place_gets_one(tmp_path: Path) -> None:
    """An error that says nothing about where is given the place of the record."""
    graph = Graph([Node("a", mistaken, None, where=lambda: "cards/x.toml:3")])
    with pytest.raises(BuildError) as caught:
        make_all(graph, BuildMemory(Cache(tmp_path), "t", Stamps()), jobs=1)
    assert str(caught.value) == "cards/x.toml:3: wrong"


@pytest.mark.parametrize(
    ("records", "said"),
    [
        (0, "frame.svg:2: wrong"),
        (1, "frame.svg:2: wrong, for cards/x.toml:0"),
        (3, "frame.svg:2: wrong, for cards/x.toml:0, cards/x.toml:1, cards/x.toml:2"),
        (9, "frame.svg:2: wrong, for cards/x.toml:0, cards/x.toml:1, cards/x.toml:2 and 6 more"),
    ],
)
def test_one_mistake_is_told_once(tmp_path: Path, records: int, said: str) -> None:
    """A mistake that many records meet is one line: the first of them, and how many there are."""
    nodes = [
        Node(f"n{n}", mistaken, "frame.svg:2", where=partial("cards/x.toml:{}".format, n))
        for n in range(records)
    ]
    graph = Graph([*nodes, Node("back", mistaken, "frame.svg:2"), Node("other", mistaken)])
    with pytest.raises(BuildError) as caught:
        make_all(graph, BuildMemory(Cache(tmp_path), "t", Stamps()), jobs=1)
    assert caught.value.report.splitlines() == [f"{said} (mend it)", "other: wrong (mend it)"]


def mistaken(given: str | None, _needed: Given) -> Made:
    """Fail as a person's mistake does, somewhere or nowhere."""
    raise BadInput("wrong", where=given, fix="mend it")


def test_what_is_given_later_is_given_all_the_same() -> None:
    """It is worked out once, when somebody asks, and digested as if it had been there before."""
    worked = list[str]()

    def work() -> dict[str, int]:
        worked.append("done")
        return {"a": 1}

    later = Node("n", constant, Later(work))
    assert worked == []
    assert later.given_digest == Node("n", constant, {"a": 1}).given_digest
    assert (later.given.value, worked) == ({"a": 1}, ["done"])
