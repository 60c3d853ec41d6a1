"""An evening of five people, and the next one: what each of them reads and sees."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from tts_tool.playtest.evening import Scene, evening, page, white_cards
from tts_tool.playtest.stage import old_world

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def scenes(tmp_path_factory: pytest.TempPathFactory) -> list[Scene]:
    """Let it be played once."""
    return asyncio.run(evening(tmp_path_factory.mktemp("evening")))


@pytest.mark.long
@pytest.mark.timeout(300)
def test_an_evening_and_the_next(scenes: list[Scene]) -> None:
    """Who comes late, drops out, or sits elsewhere reads what there is; nobody sees white cards."""
    there = [set(scene.panels) for scene in scenes]
    assert [len(each) for each in there] == [4, 4, 4, 5, 5, 5, 5, 5, 5]
    assert ["Eva" in each for each in there] == [False] * 3 + [True] * 6
    assert [scene.title for scene in scenes if not all(scene.panels.values())] == [scenes[4].title]
    assert "A bot plays for Yellow from now on; !bot gives the seat back." in scenes[1].read["Ben"]
    assert "Yellow plays again without a bot." in scenes[2].read["Dan"]
    away, turned = scenes[4].read["Eva"], " ".join(scenes[6].read["Ben"])
    assert "The referee is away; play on, what you do will be looked at later." in away
    assert "The table was turned back" in turned
    for name, said in (("Eva", "The rules of base have changed"), ("Clara", "Die Regeln von base")):
        assert any(said in line for line in scenes[7].read[name]), scenes[7].read[name]
    made_anew = [line for line in scenes[8].read["Dan"] if "were made anew" in line]
    assert len(made_anew) == 1
    assert made_anew[0].partition(" ")[0].isdigit()


@pytest.mark.long
def test_each_reads_their_own_language(scenes: list[Scene]) -> None:
    """Clara reads German, everybody else English, and of what all hear as many lines."""
    for scene in scenes:
        clara, anna = scene.panels["Clara"], scene.panels["Anna, who hosts"]
        assert not set(scene.read["Clara"]) & set(scene.read["Anna, who hosts"]), scene.title
        assert any("Die Schiedsrichterin" in line for line in clara) or not anna
        assert not any("Die Schiedsrichterin" in line for line in anna)


def test_a_client_that_would_see_a_white_card_is_found() -> None:
    """A picture on the host's own disk or in their net, or none, is nothing that a friend sees."""
    tree = msgspec.json.decode(old_world().built.save)
    assert list(white_cards(tree)) == []
    decks = [thing for thing in tree["ObjectStates"] if thing.get("CustomDeck")]
    sheets = [next(iter(thing["CustomDeck"].values())) for thing in decks[:2]]
    sheets[0]["FaceURL"] = "file:///home/host/cards.png"
    sheets[1]["BackURL"] = ""
    bag = {"GUID": "bag", "ContainedObjects": [board("http://127.0.0.1:8000/board.png")]}
    turned = {"GUID": "two", "States": {"2": board("http://192.168.1.7/back.png")}}
    tree["ObjectStates"] += [bag, turned, board("https://example.org/board.png")]
    tree["CustomUIAssets"] = [{"Name": "wolf", "URL": "http://localhost/wolf.png"}]
    found = list(white_cards(tree))
    assert [each.partition(": ")[2] for each in found] == [
        "URL 'http://localhost/wolf.png'",
        "FaceURL 'file:///home/host/cards.png'",
        "BackURL 'nothing'",
        "ImageURL 'http://127.0.0.1:8000/board.png'",
        "ImageURL 'http://192.168.1.7/back.png'",
    ]


def board(address: str) -> dict[str, object]:
    """Give a board with its picture at an address."""
    return {"GUID": "board", "CustomImage": {"ImageURL": address}}


@pytest.mark.long
def test_the_page_is_of_this_evening(scenes: list[Scene]) -> None:
    """It names every scene and everybody in it, and all its pictures are there."""
    written = (DOCS / "evening.md").read_text(encoding="utf-8")
    headings = [line for line in page(scenes).splitlines() if line.startswith(("#", "**", "!["))]
    assert [line for line in written.splitlines() if line.startswith(("#", "**", "!["))] == headings
    pictures = [line.partition("(")[2].rstrip(")") for line in headings if line.startswith("![")]
    assert [each for each in pictures if not (DOCS / each).exists()] == []
