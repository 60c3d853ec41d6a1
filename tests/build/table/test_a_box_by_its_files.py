"""A box is on the table by its own files: nothing of the game is changed, nothing said twice."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from tests.build.table.booth import FILES, LAYOUT, alone, put_up
from tests.build.table.test_engraved import Noting, texts
from tts_tool.build import table
from tts_tool.build.faces import easel_of, words_in
from tts_tool.build.mod import Language
from tts_tool.errors import BadInput
from tts_tool.resources import mod_json_dir
from tts_tool.rulesets.old_world import RULESET

GAME = mod_json_dir() / RULESET.folder


def line(path: Path, words: str) -> str:
    """Say where words stand in a file, for the first time."""
    text = path.read_text("utf-8")
    return f"{path.as_posix()}:{text[: text.index(words)].count(chr(10)) + 1}"


def test_all_of_it_lies_well(tmp_path: Path) -> None:
    """Deck, board, piece, track and mat are where the box says, on the ground kept for boxes."""
    made = put_up(tmp_path)
    said = table.read_layout(made)
    assert table.look_over(made) == ()
    assert said.mats["booth"].at == (57.2, 8.6)
    assert [each.key for each in said.cameras if each.mat == "booth"] == [8]
    told = table.script_values(made, said)
    assert {"ware-deck", "ware-shown", "booth-board"} < told["places"].keys()
    assert told["tracks"]["bought.red"]["values"].keys() == set("012345")
    assert {"tent"} < told["places"]["at.7"]["piles"].keys()
    assert told["tables"]["market"] == made.cards.raw_table("market")
    asked = {"cost", "school", "name", "colour", "faces"}
    assert all(each.keys() == asked for each in told["records"]["action"].values())
    assert all("booth" in each["streams"] for each in told["dice"])


@pytest.mark.parametrize(("lang", "words"), [("en", "swap 2 wares"), ("de", "tausche 2 Waren")])
def test_it_looks_as_it_says(tmp_path: Path, lang: Language, words: str) -> None:
    """Its faces have its colours, its style of text, its icon, its phrases; its deck its back."""
    made = put_up(tmp_path, lang)
    drawn = {each.name: each for each in table.drawings(made, table.read_layout(made))}
    easel = easel_of(made.folders.data)
    for name in ("ware.1", "booth", "tent", "price-list.1"):
        face = easel.draw(drawn[name].template, drawn[name].values, lang)
        assert words in words_in(face.svg)
        assert "#5b1f1f" in face.svg
        assert 'data-icon="booth"' in face.svg
        assert tmp_path / "faces/style_booth.toml" in face.files
    back = easel.draw(drawn["back.ware"].template, drawn["back.ware"].values, lang)
    assert "#4a3320" in back.svg
    legend = easel.draw(drawn["mat.stories"].template, drawn["mat.stories"].values, lang)
    assert 'data-icon="booth"' in legend.svg


@pytest.mark.parametrize(("lang", "words"), [("en", "Buy a ware"), ("de", "Eine Ware kaufen")])
def test_its_row_of_the_legend_has_room(tmp_path: Path, lang: Language, words: str) -> None:
    """All rows stand on the mat and over no other, however many boxes add."""
    made = put_up(tmp_path, lang)
    asked = next(
        e for e in table.drawings(made, table.read_layout(made)) if e.name == "mat.stories"
    )
    desk = Noting(
        [each / "faces" for each in made.folders.data],
        [each / "icons" for each in made.folders.data],
    )
    said, high = texts(desk, asked, lang)
    assert words in {box.what for box in said}
    assert [box.what for box in said if box.bottom > high] == []
    assert [(a.what, b.what) for a, b in combinations(said, 2) if a.meets(b)] == []


def test_nothing_else_changes(tmp_path: Path) -> None:
    """Of all that is drawn, only the box's own and what it is written on are others with it."""
    made = put_up(tmp_path)
    within, without = (
        {each.name: each for each in table.drawings(one, table.read_layout(one))}
        for one in (made, alone())
    )
    own = {*(f"ware.{number}" for number in range(1, 7)), "back.ware", "mat.booth"}
    own |= {"booth", "tent", "price-list.1"}
    assert within.keys() - without.keys() == own
    shared = within.keys() & without.keys()
    assert {name for name in shared if within[name] != without[name]} == {
        "mat.map",  # where the tent may stand
        "mat.store",  # where it begins
        "mat.stories",  # a row of the legend
    }
    easel = easel_of(made.folders.data)
    for name in ("help.1", "back.action", "mat.market"):
        files = easel.draw(within[name].template, within[name].values).files
        assert not any("booth" in file.name for file in files), name


CLASHES: list[tuple[str, str, str, str, str]] = [
    ("a mat", "[mats.map]\nlabel = 0.5\n", "label", "layout.toml", "label = 0.86"),
    ("a piece", '[piece.action]\nshape = "tile"\n', "shape", "pieces.toml", "[piece.action]"),
    ("a word", '[script.icons]\ngold = { en = "g", de = "g" }\n', "gold", "script.toml", "gold ="),
    ("a dice bag", '[[props]]\nid = "help"\n', "[[props]]", "props.toml", 'id = "help"'),
    ("a camera", "[[cameras]]\nkey = 3\n", "[[cameras]]", "props.toml", "key = 3"),
]
"""What the box says as well, and where in its file; the file of the game, and where in that."""


@pytest.mark.parametrize(
    ("said", "there", "file", "words"), [row[1:] for row in CLASHES], ids=[r[0] for r in CLASHES]
)
def test_what_is_said_twice_is_named_with_both_files(
    tmp_path: Path, said: str, there: str, file: str, words: str
) -> None:
    """A name that the game has is refused: the box's line is named, and the game's."""
    made = put_up(tmp_path, **{"layout_booth.toml": said})
    with pytest.raises(BadInput, match="said twice") as caught:
        table.read_layout(made)
    assert caught.value.where == line(tmp_path / "layout_booth.toml", there)
    before = str(caught.value.fix).removeprefix("take it out there or at ")
    path, _, number = before.rpartition(":")
    assert Path(path) == GAME / file
    text = (GAME / file).read_text("utf-8")
    wanted = text[: text.index(words)].count("\n") + 1
    assert wanted - 2 <= int(number) <= wanted + 1


def test_a_pile_that_lies_there_already_is_named_with_both_files(tmp_path: Path) -> None:
    """A sort of pieces has one spot in a place of the game."""
    more = '[[piles]]\nwithin = "box"\nat = { "school.bear" = [0, 0] }\n'
    made = put_up(tmp_path, **{"layout_booth.toml": LAYOUT + more})
    with pytest.raises(BadInput, match="is said twice") as caught:
        table.read_layout(made)
    assert caught.value.what == 'the pile "school.bear" of "box" is said twice'
    assert caught.value.where == line(
        tmp_path / "layout_booth.toml", '[[piles]]\nwithin = "box"\nat = { "school'
    )
    before = line(GAME / "layout.toml", '[[places]]\nnames = ["box"]')
    assert caught.value.fix == f"take it out there or at {before}"


@pytest.mark.parametrize("name", ["paper", "rules"])
def test_a_style_that_is_there_already_is_named_with_both_files(tmp_path: Path, name: str) -> None:
    """A box gives its colours and styles of text names of their own."""
    texts = {"paper": '[colours]\npaper = "#ffffff"\n', "rules": FILES["faces/style_booth.toml"]}
    style = texts[name].replace("text.haggling", "text.rules")
    made = put_up(tmp_path, **{"faces/style_booth.toml": style})
    with pytest.raises(BadInput, match=f'{name}" is said twice') as caught:
        easel_of(made.folders.data).draw("coin.svg", {})
    here, before = str(caught.value.where), str(caught.value.fix)
    assert here.startswith(f"{tmp_path.as_posix()}/faces/style_booth.toml:")
    assert f"{GAME.as_posix()}/faces/style.toml:" in before


LACKING: list[tuple[str, str, str]] = [
    ("a mat", "[mats.booth]", "size = [14, 20]"),
    ("a place", '[[places]] "ware-deck"', 'holds = "ware"'),
    ("a piece", "[piece.ware]", 'tag = "Card"'),
    ("an extra", '[[props]] "price-list"', "size = [2.2, 3.1]\nname"),
    ("a track", '[[tracks]] "bought.{seat}"', 'marker = "bead"'),
]
"""What the entry is called, and a line of it that is missing."""


@pytest.mark.parametrize(
    ("record", "missing"), [row[1:] for row in LACKING], ids=[row[0] for row in LACKING]
)
def test_what_is_missing_is_named(tmp_path: Path, record: str, missing: str) -> None:
    """The field, the record it is missing from, and the line at which that begins."""
    assert LAYOUT.count(missing) == 1
    gone = missing.splitlines()[0]
    text = LAYOUT.replace(missing, missing.removeprefix(gone).lstrip("\n"))
    made = put_up(tmp_path, **{"layout_booth.toml": text})
    with pytest.raises(BadInput) as caught:
        table.read_layout(made)
    assert caught.value.what == f'{record} lacks "{gone.partition(" ")[0]}"'
    path, _, number = str(caught.value.where).rpartition(":")
    assert Path(path) == tmp_path / "layout_booth.toml"
    assert text.splitlines()[int(number) - 1] == record.partition(" ")[0]


def test_a_place_without_a_word_is_named(tmp_path: Path) -> None:
    """Where neither the layout nor the cards say what a place is called, its id is no name."""
    unlabelled = LAYOUT.replace('label = { en = "Booth", de = "Bude" }\n', "")
    assert unlabelled != LAYOUT
    made = put_up(tmp_path, **{"layout_booth.toml": unlabelled})
    (found,) = table.look_over(made)
    assert found.code == "words"
    assert found.what == 'the place "booth-board" has no word "booth-board", and its id is engraved'
    assert found.where.startswith(f"{(tmp_path / 'layout_booth.toml').as_posix()}:")
