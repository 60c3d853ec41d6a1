"""A mage and an island of which nothing stands outside of their folder are boxes like any other."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.old_world.table import Table
from tests.old_world.two_boxes.hedge import ROW
from tests.old_world.two_boxes.islet import HARBOUR, ISLET
from tests.old_world.two_boxes.rules import RULESET
from tts_tool.build.table import look_over
from tts_tool.build.unprinted import unprinted
from tts_tool.catalog import Catalogue, CatalogueError, card_folders, load
from tts_tool.cli.mods import choose, job
from tts_tool.kernel.entries import Header
from tts_tool.kernel.game import Luck
from tts_tool.kernel.module import Composition, Setup
from tts_tool.kernel.timeline import Timeline
from tts_tool.proof.kit import PROOFS
from tts_tool.proof.match import Match
from tts_tool.proof.play import prove
from tts_tool.rulesets.old_world.base.fight.arena import Arena
from tts_tool.rulesets.old_world.base.fight.fight import Fight
from tts_tool.rulesets.old_world.base.story.quests import Quests
from tts_tool.rulesets.old_world.base.witcher.boards import character

PROJECT = Path(__file__).parent / "two_boxes"
BOXES = ("hedge", "islet")
SEATS = ("red", "blue")


@cache
def cards() -> Catalogue:
    """Read the cards of the game and of both boxes."""
    return load(card_folders(RULESET, PROJECT / "cards"), RULESET.schema)


def unplayed(script: Mapping[str, list[Any]] | None = None) -> Table:
    """Give a table at the first question of a set-up."""
    settings = {each.name: each.default for each in RULESET.settings(("base", *BOXES))}
    settings |= {"boards": "choose", "starting-player": "red"}
    composition = Composition(RULESET, Setup(SEATS, ("base", *BOXES), settings, cards()))
    luck = Luck(seed="1", script=dict(script or {}))
    return Table(Timeline(composition, Header(game="old-world", seats=SEATS, luck=luck)))


def begun() -> Table:
    """Begin a game: red is the mage, blue a witcher."""
    t = unplayed()
    for board in ("board.hedge", "board.wolf"):
        t.until("board").answer("board", board)
    return t.until("phase-1")


# The mage


def test_a_mage_is_laid_out() -> None:
    """Board, deck, trophies and home are those that her record says."""
    t = begun()
    who = character(t.timeline.game, "red")
    assert who is not None
    assert (who.id, who.calling) == ("hedge-mage", "mage")
    own = (*t.place("deck.red"), *t.place("hand.red"))
    assert (len(own), {each.partition(".")[0] for each in own}) == (10, {"charm"})
    assert t.place("witcher-trophies.red") == ("witcher-trophy.hedge.1",)
    assert "miniature.red" in t.place("at.0")
    assert {each.partition(".")[0] for each in t.place("deck.blue")} == {"action"}


def test_a_row_of_charms() -> None:
    """The row is laid out like the display: the cheap half with charms of cost 0."""
    t = begun()
    row = [t.place(slot) for slot in ROW.slots]
    assert [len(slot) for slot in row] == [1] * 6
    assert all(slot[0].startswith("charm.gust.") for slot in row[3:])
    assert len(t.place(ROW.deck)) == 2


def test_each_gains_their_own() -> None:
    """A mage is offered charms alone, and a witcher the display as ever."""
    t = begun().to_phase("phase-3", "red").until("purchase")
    offered = t.ask("purchase").space().describe()["fields"]["card"]["options"]
    assert [o["value"].partition(".")[0] for o in offered] == [*["charm"] * 6, "nothing"]
    last = t.place(ROW.slots[-1])[0]
    t.answer("purchase", {"card": last, "pay": []})
    assert last in t.place("hand.red")
    assert [len(t.place(slot)) for slot in ROW.slots] == [1] * 6
    t.to_phase("phase-3", "blue").until("purchase")
    offered = t.ask("purchase").space().describe()["fields"]["card"]["options"]
    assert not [o for o in offered if o["value"].startswith("charm.")]


def fighting(*hand: str, **tracks: int) -> Table:
    """Stand in a fight of the mage against the witcher, in her first Fight Turn."""
    t = begun()
    t.lay("hand.red", *hand, rest="deck.red").lay("deck.red", *t.place("deck.red"), rest="trash")
    t.stand(red=7, blue=7).to_phase("phase-2", "red").did("red", doing="fight.blue")
    t.tracks(**{"shield.blue": 0, **{name.replace("_", "."): n for name, n in tracks.items()}})
    t.note(Arena, fighters=SEATS)
    return t.note(Fight, attacker="red", defender="blue", stage="turns", turn="red", step="start")


def life(t: Table) -> int:
    """Count the cards that the witcher has left."""
    return len(t.place("deck.blue")) + len(t.place("hand.blue"))


def test_energy_above_wisdom() -> None:
    """In a fight Energy goes on beyond what Wisdom is worth, and draws; afterwards it doesn't."""
    t = fighting("charm.bramble.4", "charm.spark.5", "charm.bramble.3")
    t.answer("combo", "charm.bramble.4").answer("combo", "announce")
    assert (t.track("energy.red"), t.track("defense.red")) == (4, 1)
    assert len(t.place("hand.red")) == 2 + 1 + 4
    while t.part(Fight).attacker:
        decision = t.timeline.decisions()[0]
        t.answer(decision.name, decision.space().sole()[0], decision.seat)
    assert t.track("energy.red") == 1


def test_energy_is_counted_and_paid() -> None:
    """What needs Energy and costs it is refused without, and else spends it."""
    t = fighting("charm.spark.5", "charm.spark.3", energy_red=2)
    before = life(t)
    t.answer("use-step-1", "hedge-lore")
    assert (t.track("energy.red"), life(t)) == (0, before - 1)
    assert fighting("charm.spark.5", "charm.spark.3", energy_red=1).open() == ["combo/red"]


@pytest.mark.parametrize(("answer", "energy", "damage"), [("boost", 0, 3), ("pass", 1, 1)])
def test_a_boost(answer: str, energy: int, damage: int) -> None:
    """Between ability and tab she is asked for the Energy that more damage costs."""
    t = fighting("charm.spark.2", "charm.spark.3")
    before = life(t)
    t.answer("combo", "charm.spark.2").answer("combo", "announce").answer("boost", answer)
    assert (t.track("energy.red"), before - life(t)) == (energy, damage)


def test_card_by_card() -> None:
    """Each card does what it does before the next: its ability, then the tab that was matched."""
    t = fighting("charm.spark.1", "charm.bramble.5", "charm.spark.3")
    before = life(t)
    for card in ("charm.spark.1", "charm.bramble.5", "announce"):
        t.answer("combo", card)
    assert (t.track("energy.red"), before - life(t)) == (2, 2)
    assert "charm.bramble.5" in t.place("hand.red")


# The island


def landed() -> Table:
    """Let red come to the islet from the harbour."""
    t = begun().stand(red=HARBOUR)
    t.hand("red", *t.place("deck.red")[:3])
    return t.go(ISLET)


def test_what_is_done_on_an_island() -> None:
    """Its action is in the words of cards, once a turn; the rock beside it has none."""
    t = landed().answer("phase-1", "action")
    assert len(t.place("private.red")) == 2
    assert t.refused("phase-1", "action").code == "action-used"
    rock = begun().stand(red=20).did("red", moved=True)
    assert "action" not in [o.value for o in rock.ask("phase-1").space().options()]


def test_a_tray_that_only_its_owner_sees() -> None:
    """The shells are hers to see; others see how many there are."""
    t = landed().answer("phase-1", "action")
    drawn = [*t.place("private.red")]
    assert [t.sees(seat, "private.red") for seat in ("red", "blue", None)] == [drawn, [], []]


def test_gear_for_the_island() -> None:
    """A moment, a count, a number and a duration of the box serve a card of the base's events."""
    t = begun().stand(red=HARBOUR).lay("gear.red", "event.57").lay("private.red", "shell.1")
    t.hand("red", *t.place("deck.red")[:3]).go(ISLET)
    t.answer("use-ashore", "event.57").answer("phase-1", "action")
    assert len(t.place("private.red")) == 4
    t.go(HARBOUR)
    assert t.timeline.state.effects == ()


def test_a_quest_of_the_island() -> None:
    """It leads to a goal of the box, and calls the first event of the box, not of the base."""
    t = landed().answer("phase-1", "end-phase").until("explore").answer("explore", "islet")
    gold = t.track("gold.red")
    t.answer("option", "a")
    (quest,) = t.part(Quests).open.values()
    assert (quest.event, quest.location) == (1, HARBOUR)
    t.to_phase("phase-1", "red").did("red", moved=False, stopped=False).go(HARBOUR)
    t.answer("phase-1", "quest.islet.bottled-letter")
    assert t.track("gold.red") == gold + 3
    assert t.place("islet-events") == ("islet-events.1",)
    assert "event.1" in t.place("events")


# Both


@pytest.mark.soak(sample=1, full=len(PROOFS))
def test_they_owe_what_the_base_owes(rounds: int) -> None:
    """What the kit proves of the base it proves of the base with them."""
    match = Match(RULESET, cards(), ("base", *BOXES), RULESET.seats[:3])
    checks = PROOFS[:: len(PROOFS) // rounds][:rounds]
    assert len(checks) == rounds
    for proof in checks:
        prove(proof.check, next(proof.plays(match, 1)))


@pytest.mark.parametrize("lang", ["en", "de"])
def test_their_place_on_the_table(lang: str) -> None:
    """There is room for all that they bring; cards and scripts are made with their words."""
    mod = job(choose(str(PROJECT), list(BOXES), lang, seats=2)).mod
    assert [str(each) for each in look_over(mod)] == []
    _, values, script, _ = unprinted(mod)
    assert {"private.red", "hedge.1", "at.19", "islet-deck"} <= values["places"].keys()
    assert {"en": "The Hedge", "de": "Die Hecke"}[lang] in script


SLIPS = [
    ("islet", 'when = "ashore"', 'when = "ashroe"', 'no moment "ashroe" (did you mean "ashore"?)'),
    ("islet", 'to = "harbour"', 'to = "x"', 'no goal "x" (there are "forest", "mountain", '),
    ("islet", "shells = 1", "shels = 1", 'no count "shels" (did you mean "shells"?)'),
    ("islet", 'value = "tide"', 'value = "tied"', 'no number "tied" (did you mean "tide"?)'),
    ("hedge", "also = { energy", "also = { enrgy", 'no price "enrgy" (did you mean "energy"?)'),
    ("hedge", '"bramble"]', '"brambel"]', 'no record "brambel" (did you mean "bramble"?)'),
    ("hedge", 'calling = "mage"', 'calling = "mags"', 'no word "mags" (did you mean "mage"?)'),
]
"""In which box, what stands there, what somebody writes instead, and what they are told."""


def test_misspelt_words(tmp_path: Path) -> None:
    """Of every word that is misspelt file and line are named, and what there is instead."""
    wanted = []
    texts = {box: PROJECT / "cards" / "old_world" / box / f"{box}.toml" for box in BOXES}
    broken = {box: file.read_text(encoding="utf-8") for box, file in texts.items()}
    for box, right, wrong, said in SLIPS:
        assert broken[box].count(right) == 1
        line = broken[box][: broken[box].index(right)].count("\n") + 1
        broken[box] = broken[box].replace(right, wrong)
        wanted.append((f"{tmp_path / box}.toml:{line}: ", said))
    for box, text in broken.items():
        (tmp_path / f"{box}.toml").write_text(text, encoding="utf-8")
    rules = [PROJECT / "cards" / "old_world" / box / "rules.toml" for box in BOXES]
    with pytest.raises(CatalogueError) as refused:
        load([*card_folders(RULESET), tmp_path, *rules], RULESET.schema)
    told = refused.value.report.splitlines()
    assert len(told) == len(wanted)
    for where, said in wanted:
        assert any(line.startswith(where) and said in line for line in told), (where, said, told)
