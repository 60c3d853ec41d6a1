"""What players did and what the maker of their mod did come together, and nothing is lost."""

from __future__ import annotations

import copy
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.corpus import corpus_file, wants_corpus
from tests.saves.played import Tree, inside, lost, newer, played, upside
from tts_tool.saves.comparing import compare
from tts_tool.saves.merging import Merge, Terms, merge
from tts_tool.saves.objects import Bag, Block, Card, Deck, Save, Sheet, Tab, Tile, Token
from tts_tool.saves.tree import Document, number_from, read, written

SHEET = Sheet(key=1, face="f.png", back="b.png", columns=5, rows=3)
OTHER = Sheet(key=2, face="g.png", back="b.png", columns=5, rows=3)
TABLE = Save(
    name="Night Market",
    script="a\nb\nc\nd\ne",
    notebook=(Tab(title="Rules", body="one\ntwo"),),
    objects=(
        Tile(id="stall", nickname="Stall", image="s.png", tags=("Ware",), script="1\n2\n3"),
        Deck(
            id="wares",
            nickname="Wares",
            cards=tuple(
                Card(id=f"ware.{n}", memo=f"ware.{n}", nickname=f"Ware {n}", sheet=SHEET, index=n)
                for n in range(8)
            ),
        ),
        Deck(
            id="goods",
            nickname="Goods",
            cards=tuple(
                Card(id=f"good.{n}", nickname=f"Good {n}", sheet=OTHER, index=n) for n in range(3)
            ),
        ),
        Bag(id="coins", nickname="Coins", inside=tuple(Block(id=f"coin.{n}") for n in range(4))),
        Token(id="moon", image="m.png", states=(Token(id="moon.2", image="m2.png"),)),
        Block(id="cube", nickname="Cube"),
    ),
)
BASE = read(written(TABLE.tree()), "base")
WARES, GOODS = 1, 2

Edit = Callable[[Tree], None]
OURS = Terms(lambda _: "ours")
THEIRS = Terms(lambda _: "theirs")


def of(*edits: Edit, base: Document = BASE) -> Document:
    """Give the save as it is after some edits."""
    root = copy.deepcopy(base.root)
    for edit in edits:
        edit(root)
    return read(Document(root, base.layout).bytes(), "edited")


# What players do


def moves(n: int) -> Edit:
    """Move something that lies on the table."""

    def edit(root: Tree) -> None:
        tops = root["ObjectStates"]
        spot = tops[n % len(tops)]["Transform"]
        spot["posX"] = number_from(float(spot["posX"]) + 5)

    return edit


def draws(n: int) -> Edit:
    """Take a card out of a deck; of two that are left, the other is no deck any more."""

    def edit(root: Tree) -> None:
        decks = [it for it in root["ObjectStates"] if it.get("DeckIDs")]
        if decks and len((deck := decks[n % len(decks)])["DeckIDs"]) > 2:
            card = deck["ContainedObjects"].pop(n % len(deck["DeckIDs"]))
            del deck["DeckIDs"][n % len(deck["DeckIDs"])]
            root["ObjectStates"].append({**card, "CustomDeck": deck["CustomDeck"]})

    return edit


def shuffles(n: int) -> Edit:
    """Put the first card of each deck elsewhere."""

    def edit(root: Tree) -> None:
        for deck in [it for it in root["ObjectStates"] if it.get("DeckIDs")]:
            cards = deck["ContainedObjects"]
            cards.insert(n % len(cards), cards.pop(0))
            deck["DeckIDs"] = [it["CardID"] for it in cards]

    return edit


def throws_away(n: int) -> Edit:
    """Delete something."""
    return lambda root: root["ObjectStates"].pop(n % len(root["ObjectStates"]))


def notes(n: int) -> Edit:
    """Write what is kept with the game."""

    def edit(root: Tree) -> None:
        root["Note"] = f"round {n}"
        for it in root["ObjectStates"][:2]:
            it["LuaScriptState"] = f"state {n}"

    return edit


def turns_over(_: int) -> Edit:
    """Show the other state of the moon."""

    def edit(root: Tree) -> None:
        for n, it in enumerate(root["ObjectStates"]):
            if set(it.get("States") or ()) == {"2"}:
                states = it.pop("States")
                now, spot = states.pop("2"), it["Transform"]
                root["ObjectStates"][n] = {**now, "Transform": spot, "States": {"1": it}}

    return edit


PLAYS = st.lists(
    st.tuples(
        st.sampled_from((moves, draws, shuffles, throws_away, notes, turns_over)),
        st.integers(0, 50),
    ).map(lambda it: it[0](it[1])),
    max_size=6,
)

# What makers of mods do


def scripts(root: Tree) -> None:
    """Write scripts and interfaces."""
    root["LuaScript"] = root["LuaScript"].replace("c", "C")
    root["XmlUI"] = "<Panel/>"
    for _, it in inside(root):
        if it["Nickname"] in {"Stall", "Ware 3", "Coins"}:
            it["LuaScript"] += "\n4"


def pictures(root: Tree) -> None:
    """Print cards anew, on sheets that are numbered otherwise."""
    for _, it in inside(root):
        if "CustomDeck" in it:
            sheets = it["CustomDeck"]
            it["CustomDeck"] = {f"{int(key) + 4}": {**sheet, "FaceURL": f"{sheet['FaceURL']}2"}
                                for key, sheet in sheets.items()}  # fmt: skip
        if "CardID" in it:
            it["CardID"] += 400
        if "DeckIDs" in it:
            it["DeckIDs"] = [number + 400 for number in it["DeckIDs"]]


def pieces(root: Tree) -> None:
    """Add a card to each deck, and a piece; write a page."""
    for n, deck in enumerate(it for it in root["ObjectStates"] if it.get("DeckIDs")):
        card = {**copy.deepcopy(deck["ContainedObjects"][0]), "GUID": f"abc{n}00", "Memo": f"n{n}"}
        deck["ContainedObjects"].append(card | {"Nickname": "A new one"})
        deck["DeckIDs"].append(card["CardID"])
    block = copy.deepcopy(root["ObjectStates"][-1])
    root["ObjectStates"].append(block | {"GUID": "ffff00", "Nickname": "A new cube"})
    root["TabStates"] = {**root["TabStates"], "1": {"title": "New", "body": "New.", "id": 1}}


WORKS = st.lists(st.sampled_from((scripts, pictures, pieces)), max_size=3, unique=True)


def the_same(one: Document, other: Document) -> bool:
    """Tell whether two saves say the same."""
    return compare(one, other) == []


# Laws


@given(PLAYS)
@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=40)
def test_one_side_only(plays: list[Edit]) -> None:
    """What only one side has changed is as that side has it; what both have alike, too."""
    done = of(*plays)
    for terms in (OURS, THEIRS):
        for sides in ((BASE, done, BASE), (BASE, BASE, done), (BASE, done, done)):
            assert merge(*sides, terms) == Merge(done)


@given(PLAYS, WORKS)
@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=40)
def test_players_lose_nothing(plays: list[Edit], works: list[Edit]) -> None:
    """Whatever was played and whatever was made: it is all there, decks in their order."""
    was, new = of(*plays), of(*works)
    merged = merge(BASE, was, new, OURS)
    now = read(merged.document.bytes(), "merged").root
    assert lost(BASE.root, was.root, now) == []
    check_decks(now)
    if scripts in works:
        assert now["LuaScript"] == new.root["LuaScript"]
        there = [it["LuaScript"] for _, it in inside(now) if it["Nickname"] == "Ware 3"]
        assert all(text.endswith("\n4") for text in there)
    if pictures in works:
        said = {sheet["FaceURL"] for _, it in inside(now)
                for sheet in (it.get("CustomDeck") or {}).values()}  # fmt: skip
        assert said <= {"f.png2", "g.png2"}
    if pieces in works:
        decks = sum(1 for it in new.root["ObjectStates"] if it.get("DeckIDs"))
        names = [it["Nickname"] for _, it in inside(now)]
        assert (names.count("A new one"), names.count("A new cube")) == (decks, 1)
    assert merge(BASE, merged.document, new, OURS).document == merged.document


@given(PLAYS, WORKS)
@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=40)
def test_whoever_is_first(plays: list[Edit], works: list[Edit]) -> None:
    """The other way round there are the same things."""
    was, new = of(*plays), of(*works)
    one, other = merge(BASE, was, new, OURS), merge(BASE, new, was, THEIRS)
    assert upside(one.document.root) == upside(other.document.root)


def check_decks(root: Tree) -> None:
    """See that each deck is one that the game can read."""
    for _, it in inside(root):
        if "DeckIDs" not in it:
            continue
        cards = it["ContainedObjects"]
        assert len(cards) > 1
        assert it["DeckIDs"] == [card["CardID"] for card in cards]
        assert {str(number // 100) for number in it["DeckIDs"]} == {*it["CustomDeck"]}


# Examples


def test_two_sheets_with_one_number() -> None:
    """Cards of two sheets that are both the first find their own faces in one deck."""

    def together(root: Tree) -> None:
        goods = root["ObjectStates"].pop(GOODS)
        wares = root["ObjectStates"][WARES]
        wares["ContainedObjects"] += goods["ContainedObjects"]
        wares["CustomDeck"] |= goods["CustomDeck"]
        wares["DeckIDs"] += goods["DeckIDs"]

    def both_first(root: Tree) -> None:
        pictures(root)
        goods = root["ObjectStates"][GOODS]
        for it in (goods, *goods["ContainedObjects"]):
            it["CustomDeck"] = {"5": it["CustomDeck"]["6"]}
        for it in goods["ContainedObjects"]:
            it["CardID"] -= 100
        goods["DeckIDs"] = [number - 100 for number in goods["DeckIDs"]]

    merged = merge(BASE, of(together), of(both_first), OURS).document.root
    check_decks(merged)
    wares = merged["ObjectStates"][WARES]
    sheets = [wares["CustomDeck"][str(n // 100)]["FaceURL"] for n in wares["DeckIDs"]]
    assert sheets == ["f.png2"] * 8 + ["g.png2"] * 3


def test_conflicts() -> None:
    """What both changed is told with both versions, and the side that was asked for is taken."""

    def here(root: Tree) -> None:
        root["LuaScript"] = root["LuaScript"].replace("c", "ours")
        root["ObjectStates"][0] |= {"Nickname": "Our stall", "Tags": ["Ware", "Ours"]}

    def there(root: Tree) -> None:
        root["LuaScript"] = root["LuaScript"].replace("e", "E").replace("c", "theirs")
        root["ObjectStates"][0] |= {"Nickname": "Their stall", "Tags": ["Theirs"]}

    for terms, script, name in (
        (OURS, "a\nb\nours\nd\nE", "Our stall"),
        (THEIRS, "a\nb\ntheirs\nd\nE", "Their stall"),
    ):
        merged = merge(BASE, of(here), of(there), terms)
        root = merged.document.root
        assert (root["LuaScript"], root["ObjectStates"][0]["Nickname"]) == (script, name)
        assert root["ObjectStates"][0]["Tags"] == ["Ours", "Theirs"]
        told = [(it.key, it.ours, it.theirs) for it in merged.conflicts if it.clash is None]
        assert told == [("Nickname", "Our stall", "Their stall")]
        (clash,) = [it.clash for it in merged.conflicts if it.clash]
        assert (clash.own, clash.ours, clash.theirs) == (3, ("ours",), ("theirs",))


def test_gone_here_and_changed_there() -> None:
    """What one side has thrown away and the other has changed is told, not lost in silence."""

    def paints(root: Tree) -> None:
        root["ObjectStates"][-1]["Description"] = "painted"

    for sides in ((throws_away(5), paints), (paints, throws_away(5))):
        kept = merge(BASE, of(sides[0]), of(sides[1]), OURS)
        assert len(kept.conflicts) == 1
        assert "cube" in kept.conflicts[0].where[-1].lower()
    assert len(merge(BASE, of(paints), of(throws_away(5)), OURS).document.root["ObjectStates"]) == 6
    assert merge(BASE, of(throws_away(5)), of(moves(0)), OURS).conflicts == ()


def test_a_new_card_for_a_deck_that_is_used_up() -> None:
    """It lies where its deck was."""

    def used_up(root: Tree) -> None:
        deck = root["ObjectStates"].pop(WARES)
        for card in deck["ContainedObjects"]:
            root["ObjectStates"].append({**card, "CustomDeck": deck["CustomDeck"]})

    merged = merge(BASE, of(used_up), of(pieces), OURS).document.root
    (new,) = [it for it in merged["ObjectStates"] if it["Nickname"] == "A new one"]
    assert new["Name"] == "Card"
    assert new["Transform"] == BASE.root["ObjectStates"][WARES]["Transform"]
    assert new["CustomDeck"]["1"]["FaceURL"] == "f.png"


def test_cards_that_differ_only_by_their_cell() -> None:
    """They are known by it when their sheet is drawn anew, so a shuffled deck stays as it is."""
    cards = tuple(Card(id=f"card.{n}", sheet=SHEET, index=n) for n in range(6))
    base = read(written(Save(name="Plain", objects=(Deck(id="deck", cards=cards),)).tree()), "base")

    def all_alike(root: Tree) -> None:
        for card in root["ObjectStates"][0]["ContainedObjects"]:
            card |= {"GUID": "a1b2c3", "Memo": ""}

    def another_picture(root: Tree) -> None:
        deck = root["ObjectStates"][0]
        for each in (deck, *deck["ContainedObjects"]):
            each["CustomDeck"]["1"]["FaceURL"] += "?newer"
        card = copy.deepcopy(deck["ContainedObjects"][0])
        card |= {"GUID": "d4e5f6", "CardID": 106, "Nickname": "new"}
        deck["ContainedObjects"].append(card)
        deck["DeckIDs"].append(106)

    def is_played(root: Tree) -> None:
        deck = root["ObjectStates"][0]
        deck["ContainedObjects"].reverse()
        deck["DeckIDs"].reverse()
        draws(3)(root)

    base = of(all_alike, base=base)
    played_on, newer_mod = of(is_played, base=base), of(another_picture, base=base)
    merged = merge(base, played_on, newer_mod, OURS).document
    assert compare(merged, merge(base, merged, newer_mod, OURS).document) == []
    ours, both = (it.root["ObjectStates"][0]["DeckIDs"] for it in (played_on, merged))
    assert [it for it in both if it in ours] == ours


# Tables of others

MODS = ("pandemic_v12.2.json", "stardew_scripted_v13.0.json", "gloomhaven_subset_crlf_file.json",
        "arcs_v13.3.json", "sleeping_gods_autosave_v13.1.json", "nemesis_scripted_v12.0.json",
        "d20_table_old.json", "zombicide_exponents_v9.7.json", "canterbury.json")  # fmt: skip


@wants_corpus
@pytest.mark.soak(sample=2, full=90)
def test_real_mods(rounds: int) -> None:
    """At tables of real mods somebody plays, and all of it is there with the newer mod."""
    for seed in range(rounds):
        path = corpus_file(MODS[seed % len(MODS)])
        base = read(path.read_bytes(), str(path))
        was = played(path, seed, 40)
        new = newer(base, seed)
        merged = merge(base, was, new, OURS)
        now = read(merged.document.bytes(), "merged").root
        assert lost(base.root, was.root, now) == [], path.stem
        assert now["LuaScript"] == new.root["LuaScript"]
        assert [it for _, it in inside(now) if it.get("Nickname") == "a new piece"]
        again = merge(base, merged.document, new, OURS)
        assert compare(merged.document, again.document) == []
