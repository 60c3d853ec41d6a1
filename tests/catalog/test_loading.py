"""Good cards come out as written; everything of all files is checked together."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.catalog.night import (
    HEAD,
    LANTERN,
    SCHEMA,
    Choose,
    Colour,
    GainGold,
    Guest,
    Levels,
    TakeWare,
    Ware,
    Weather,
    cards,
    problems,
    write,
)
from tts_tool.catalog import Catalogue, CatalogueError, Provenance, Schema, extend, load

RICH = """
[[ware]]
id = "silk"
name = { en = "Silk", de = "Seide" }
cost = 4
price = { base = 2 }
colour = "blue"
provenance = { cost = "component: photo", effects = "fan" }
effects = [
  { op = "choose", options = [
    [{ op = "gain-gold", amount = 2 }],
    [{ op = "take-ware", ware = "lantern" }],
  ] },
]
[[guest]]
id = "baker"
name = { en = "Baker", de = "Bäckerin" }
wants = "silk"
[messages.closed]
en = "{seat} is closed."
de = "{seat} ist zu."
rule = "NM-01"
[rules.NM-01]
en = "Stalls close."
de = "Stände schließen."
"""


@pytest.fixture
def catalogue(tmp_path: Path) -> Catalogue:
    """Load a lantern, and a silk that uses most of what there is."""
    return cards(tmp_path, LANTERN + RICH)


def test_records(catalogue: Catalogue) -> None:
    """Records are typed, also the operations inside operations; by id, ordered by id."""
    silk = catalogue.of(Ware)["silk"]
    assert silk.colour is Colour.BLUE
    choose = Choose(options=((GainGold(amount=2),), (TakeWare(ware="lantern"),)))
    assert silk.effects == (choose,)
    assert list(catalogue.of(Ware)) == ["lantern", "silk"]
    assert catalogue.ids == ("lantern", "silk", "baker")
    assert catalogue.of(Guest)["baker"].wants == "silk"
    assert catalogue.record("baker").name.de == "Bäckerin"
    assert catalogue.kind("baker") == "guest"
    assert catalogue.box("baker") == "base"
    assert "baker" in catalogue
    assert "butcher" not in catalogue


def test_records_cannot_change(catalogue: Catalogue) -> None:
    """Cards are the same for everybody who has looked at them."""
    with pytest.raises(AttributeError):
        catalogue.record("silk").id = "wool"  # type: ignore[misc]
    with pytest.raises(TypeError):
        catalogue.of(Ware)["wool"] = catalogue.of(Ware)["silk"]  # type: ignore[index]


def test_tables_and_wordings(catalogue: Catalogue) -> None:
    """Tables by type, one made of its defaults; wordings by code, rules by id."""
    assert catalogue.table(Levels).costs == (1, 2, 3)
    assert catalogue.table(Weather).rain == 2
    assert catalogue.messages["closed"].rule == "NM-01"
    assert catalogue.wordings["closed"]["de"] == "{seat} ist zu."
    assert catalogue.rules["NM-01"].en == "Stalls close."


@pytest.mark.parametrize(
    ("about", "path", "wanted"),
    [
        ("silk", "cost", Provenance("component", "photo")),
        ("silk", "effects[0].options[0][0].amount", Provenance("fan")),
        ("silk", "price.base", Provenance("house")),
        (Levels, "costs[1]", Provenance("house")),
        (Weather, "rain", Provenance("house", "default of the schema")),
    ],
)
def test_provenance(
    catalogue: Catalogue, about: str | type[Levels], path: str, wanted: Provenance
) -> None:
    """Its own word counts first, then that of what it stands in, then that of the file."""
    assert catalogue.provenance(about, path) == wanted


def test_where(catalogue: Catalogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A record says where it is written, seen from where one stands."""
    assert catalogue.where("silk") == f"{tmp_path / 'base' / 'it.toml'}:8"
    monkeypatch.chdir(tmp_path)
    near = cards(tmp_path, LANTERN)
    assert near.where(near.record("lantern")) == f"{Path('base/it.toml')}:3"


def test_raw_goes_back_in(catalogue: Catalogue) -> None:
    """What a record is pinned as can be given again in its place, and is JSON."""
    raws = [json.loads(json.dumps(catalogue.raw(each))) for each in catalogue.ids]
    again = extend(catalogue, raws)
    assert again.digest == catalogue.digest
    assert again.ids == catalogue.ids
    assert raws[1]["kind"] == "ware"
    raws[1]["effects"].clear()
    assert catalogue.raw("silk")["effects"]


def test_several_places(tmp_path: Path) -> None:
    """A set of boxes is a list of folders; files can be named one by one."""
    write(
        tmp_path,
        {
            "base/a.toml": HEAD,
            "box/b.toml": LANTERN.replace("cost = 3\n", "cost = 3\nprovenance.cost = 'fan'\n"),
        },
    )
    assert load([tmp_path / "base", tmp_path / "box"], SCHEMA).ids == ("lantern",)
    assert load([tmp_path / "base" / "a.toml"], SCHEMA).ids == ()


def test_all_files_at_once(tmp_path: Path) -> None:
    """Whatever is wrong in whichever file is said in one go, in reading order."""
    assert problems(
        tmp_path,
        {
            "a/1.toml": "[[ware]]\nid = 1\n[provenance]\ndefault = 'house'\n",
            "a/2.toml": "x =",
            "b/1.toml": HEAD + LANTERN,
            "b/2.toml": "[[guest]]\nid = 'lantern'\nname = { en = 'L' }\n",
        },
    ) == [
        'a/1.toml:1: missing key "name"',
        'a/1.toml:1: missing key "cost"',
        'a/1.toml:2: id: expected an id such as "red-lantern", found 1',
        "a/2.toml:1: invalid value at the end of the file",
        'b/2.toml:2: duplicate id "lantern" (also at b/1.toml:5)',
        'b/2.toml:3: name: missing key "de"',
    ]


def test_table_that_no_file_has(tmp_path: Path) -> None:
    """A table that cannot be made of defaults must stand somewhere."""
    write(tmp_path, {"a.toml": ""})
    with pytest.raises(CatalogueError) as caught:
        load(tmp_path, SCHEMA)
    text = f'{tmp_path}: no file has the table "levels" (write [table.levels])'
    assert str(caught.value) == text


@pytest.mark.parametrize(
    ("content", "wanted"),
    [
        (b'a = "\xff"', "1: not UTF-8 text"),
        (b"\n\na = '\xe4'", "3: not UTF-8 text"),
        (b"a = " + b"[" * 10_000, " nested too deeply"),
        (b"\xef\xbb\xbfx = 1", '1: unknown kind "x"'),
        (b"a = " + b"9" * 5_000, " Exceeds the limit"),
    ],
)
def test_hostile_files(tmp_path: Path, content: bytes, wanted: str) -> None:
    """No file whatever makes the loader fail in any other way."""
    (tmp_path / "a.toml").write_bytes(content)
    with pytest.raises(CatalogueError) as caught:
        load(tmp_path, Schema())
    assert f"a.toml:{wanted}".lower() in str(caught.value).lower()


@pytest.mark.parametrize("name", ["nowhere", "empty"])
def test_no_files(tmp_path: Path, name: str) -> None:
    """A folder without cards is a mistake, not an empty game."""
    (tmp_path / "empty").mkdir()
    with pytest.raises(CatalogueError, match=r"no (such file or folder|card files)"):
        load(tmp_path / name, Schema())


def test_error_is_one_line_with_a_report(tmp_path: Path) -> None:
    """Who only wanted to play gets a line; the report has them all."""
    write(tmp_path, {"a.toml": "x = 1\ny = 2\n"})
    with pytest.raises(CatalogueError) as caught:
        load(tmp_path, Schema())
    assert str(caught.value).endswith('a.toml:1: unknown kind "x" (and 1 more)')
    assert caught.value.report.count("\n") == 1
    assert caught.value.fix == "tts-tool cards lint lists all that is wrong"


def test_a_card_that_was_right_is_not_blamed(tmp_path: Path) -> None:
    """A broken record still exists: what refers to it is right."""
    broken = LANTERN.replace("cost = 3", "cost = 30")
    guest = '[[guest]]\nid = "b"\nname = { en = "B", de = "B" }\nwants = "lantern"\n'
    assert len(problems(tmp_path, {"a.toml": HEAD + broken + guest})) == 1


ids = st.lists(st.sampled_from("abcdefgh"), unique=True, min_size=1, max_size=6)


@given(ids, st.randoms(use_true_random=False), st.integers(0, 9))
def test_digest(
    tmp_path_factory: pytest.TempPathFactory, some: list[str], chance: Random, cost: int
) -> None:
    """Order, files, layout, comments, line ends and defaults leave it; any number changes it."""
    plain = [LANTERN.replace("lantern", each).replace("3", str(cost)) for each in some]
    one = _digest(tmp_path_factory.mktemp("one"), ["".join(plain)], "\n")
    chance.shuffle(plain)
    dressed = [
        card.replace("cost =", "# comment\n\ncost=").replace("cost", 'size = "small"\ncost', 1)
        if chance.random() < 0.5
        else card.replace('name = { en = "Lantern", de = "Laterne" }\n', "")
        + '[ware.name]\nde = "Laterne"\nen = "Lantern"\n'
        for card in plain
    ]
    cut = chance.randrange(len(dressed) + 1)
    halves = ["".join(dressed[:cut]), "".join(dressed[cut:])]
    assert _digest(tmp_path_factory.mktemp("two"), halves, "\r\n") == one
    dearer = "".join(plain).replace(f"cost = {cost}", f"cost = {9 - cost}", 1)
    assert _digest(tmp_path_factory.mktemp("three"), [dearer], "\n") != one


def _digest(folder: Path, texts: list[str], ends: str) -> str:
    for number, text in enumerate([HEAD.removeprefix('[provenance]\ndefault = "house"\n'), *texts]):
        whole = f'[provenance]\ndefault = "house"\n{text}'.replace("\n", ends)
        (folder / f"{number}.toml").write_bytes(whole.encode())
    return load(folder, SCHEMA).digest


def test_two_thousand_cards(tmp_path: Path) -> None:
    """They load while a test may take, and all are there; the bench measures how fast."""
    many = "".join(LANTERN.replace('"lantern"', f'"lantern-{n}"') for n in range(2_000))
    assert len(cards(tmp_path, many).of(Ware)) == 2_000


def test_boxes_left_out(tmp_path: Path) -> None:
    """Without a box its records, tables, wordings and rules are not there; the rest is the same."""
    oar = LANTERN.replace("lantern", "oar")
    write(
        tmp_path,
        {"base/wares.toml": HEAD + LANTERN, "storm/wares.toml": HEAD.split("[table")[0] + oar},
    )
    base, both = load(tmp_path / "base", SCHEMA), load(tmp_path, SCHEMA)
    assert list(both.of(Ware)) == ["lantern", "oar"]
    assert list(both.without(frozenset({"storm"})).of(Ware)) == ["lantern"]
    assert both.without(frozenset({"storm"})).digest == base.digest != both.digest
    assert both.without(frozenset({"moon"})) is both
    assert both.without(frozenset({"storm"})) is both.without(frozenset({"storm", "moon"}))
