"""Solo mode: what is different with one seat, and what is not."""

from __future__ import annotations

import pytest

from tests.old_world.oddity import oddities, seen, way
from tests.old_world.ring import MONSTER, Ring
from tests.old_world.table import Table, new
from tests.old_world.test_market import SLOTS, display, shown
from tts_tool.kernel.events import Noted, Rolled, Said, TrackSet
from tts_tool.rulesets.old_world import RULESET
from tts_tool.rulesets.old_world.base.box.records import TERRAINS
from tts_tool.rulesets.old_world.base.cards.market import PhaseThree
from tts_tool.rulesets.old_world.base.module import base
from tts_tool.rulesets.old_world.base.story.stories import Quest
from tts_tool.rulesets.old_world.base.turn.turn import Turn
from tts_tool.rulesets.old_world.solo.mode import RATINGS, Outcome, solo


def levels(t: Table) -> list[int]:
    """List the levels of the monsters on the board."""
    cards = t.timeline.composition.inventory.cards
    return sorted(cards[c].level for terrain in TERRAINS for c in t.place(f"monster.{terrain}"))


@pytest.mark.rule("OW-GEN-01", "OW-SOLO-01")
def test_the_mode_comes_with_one_seat() -> None:
    """One seat switches solo mode on, two to five don't; other numbers are not played."""
    assert [m.name for m in new(1).timeline.composition.modules] == ["base", "solo"]
    for seats in (2, 3, 4, 5):
        assert new(seats).timeline.composition.modules == (base,)
    assert (RULESET.fewest, len(RULESET.seats)) == (1, 5)
    t = new(1)
    assert t.place("more-monsters") == ()
    assert all(t.track(f"{each}.red") == 1 for each in ("combat", "defense", "alchemy"))


@pytest.mark.rule("OW-SOLO-02")
def test_starting_resources() -> None:
    """Three gold and five cards."""
    t = new(1)
    assert t.track("gold.red") == 3
    assert len(t.place("hand.red")) == 5


@pytest.mark.rule("OW-SOLO-03", "OW-SOLO-04", "OW-SOLO-05")
@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_set_up(seed: str) -> None:
    """A monster of each level, one Attribute Trophy, and no Witcher Trophies to give."""
    t = new(1, seed)
    assert levels(t) == [1, 2, 3]
    assert len(t.place("attribute-trophies")) == 1
    assert t.place("witcher-trophies.red") == ()
    options = t.to_phase("phase-2", "red").timeline.happened
    assert not any("wager" in str(h.event) for h in options)


def alone(*defeated: str, trophy: bool) -> Table:
    """Let red stand at a monster, with these slots empty, and the Attribute Trophy or not."""
    r = Ring(1).monster("arachas", "forest")
    for terrain in defeated:
        r.lay(f"monster.{terrain}")
    if trophy:
        r.lay("trophies.red", *r.document()["places"]["attribute-trophies"])
    return r.ready()


@pytest.mark.rule("OW-SOLO-07")
@pytest.mark.parametrize(
    ("defeated", "trophy", "allowed"),
    [
        (("mountain", "water"), False, False),
        (("mountain", "water"), True, True),
        (("mountain",), False, True),
    ],
)
def test_the_last_monster_waits(
    defeated: tuple[str, ...],
    trophy: bool,  # noqa: FBT001  # a table row
    allowed: bool,  # noqa: FBT001  # a table row
) -> None:
    """The last monster can't be fought without the Attribute Trophy; others can."""
    t = alone(*defeated, trophy=trophy)
    if allowed:
        assert t.why_not("phase-2", "fight.forest") is None
    else:
        assert t.refused("phase-2", "fight.forest").rule == "OW-SOLO-07"


@pytest.mark.rule("OW-SOLO-11", "OW-SOLO-12")
@pytest.mark.parametrize(
    ("dice", "gold"),
    [
        ([1, 2, 3, 4, 6], 0),
        ([1, 1, 3, 4, 6], 0),
        ([1, 1, 3, 3, 6], 1),
        ([2, 2, 2, 3, 6], 2),
        ([1, 2, 3, 4, 5], 3),
        ([2, 3, 4, 5, 6], 3),
        ([2, 2, 2, 6, 6], 4),
        ([4, 4, 4, 4, 6], 5),
        ([5, 5, 5, 5, 5], 6),
    ],
)
def test_poker_by_the_table(dice: list[int], gold: int) -> None:
    """One gold is staked and lost, the dice are rolled again once, the table pays."""
    t = at_tavern(script={"poker.red": [[1, 2, 3, 4, 6], dice]})
    t.answer("phase-1", "action")
    assert t.track("gold.red") == 1
    told = [type(each.event) for each in t.timeline.happened]
    assert told.index(TrackSet) < told.index(Rolled)
    before = len(t.timeline.happened)
    t.answer("roll-again", [1, 2, 3, 4, 5])
    assert t.track("gold.red") == 1 + gold
    assert t.open() == ["phase-1/red"]
    after = [type(each.event) for each in t.timeline.happened[before:]]
    assert [kind for kind in after if kind in (TrackSet, Noted)][-1] is Noted  # so long they lie


def at_tavern(script: dict[str, list[list[int]]]) -> Table:
    """Let red stand at a tavern after a move, with two gold."""
    t = new(1, script=script)
    atlas = t.timeline.composition.setup.cards
    from tts_tool.rulesets.old_world.base.box.records import Location  # noqa: PLC0415

    tavern = next(p.number for p in atlas.of(Location).values() if p.deed == "tavern")
    return t.stand(red=tavern).did("red", moved=True).tracks(**{"gold.red": 2})


@pytest.mark.rule("OW-SOLO-14")
@pytest.mark.parametrize(("value", "damage"), [(1, 5), (3, 5), (4, 2), (6, 2)])
def test_the_attack_die(value: int, damage: int) -> None:
    """One to three is Charge, four to six Bite, and nobody is asked; the rest is as ever.

    The card that is revealed deals 5 damage by Charge and 2 by Bite.
    """
    r = Ring(1, script={"attack": [value]}).monster("barghest", "forest")
    r.tracks(**{"shield.red": 0}).hand("red", *r.plain(2)).deck("red", *r.plain(9)).pile("red")
    r.bout((5, 12, 17), turn=MONSTER)
    assert len(r.place("discard.red")) == damage
    assert r.open() == ["combo/red"]


def after_fight(how: str) -> Table:
    """Let a monster of Level I in the forest be defeated or driven away."""
    from tts_tool.kernel.game import Flow, Game  # noqa: PLC0415  # a box for this one situation
    from tts_tool.kernel.module import Module  # noqa: PLC0415
    from tts_tool.rulesets.old_world.base.board.monsters import follow, leave  # noqa: PLC0415
    from tts_tool.rulesets.old_world.base.points import PHASE1_ENDED  # noqa: PLC0415

    box = Module("end", needs=("base",))

    @box.hook(PHASE1_ENDED, "ask")
    def ended(g: Game, seat: str) -> Flow[None]:
        (card,) = g.cards("monster.forest")
        if how == "defeated":
            g.move(card, "monster.forest", f"trophies.{seat}")
        yield from leave(g, "forest", how)
        yield from follow(g, "forest", g.card(card).level, how)

    return new(1, boxes=(box,)).answer("phase-1", "end-phase")


@pytest.mark.rule("OW-SOLO-15", "OW-TRAIL-10")
def test_a_defeated_monster_has_no_successor() -> None:
    """The slot stays empty, and its Location Token is back in the pile."""
    t = after_fight("defeated")
    assert t.place("monster.forest") == ()
    assert t.place("lair.forest") == ()
    assert len(t.place("tokens.forest")) == 6


@pytest.mark.rule("OW-SOLO-16")
def test_one_driven_away_has() -> None:
    """A new monster of the same level comes."""
    before = levels(new(1))
    t = after_fight("driven-away")
    assert levels(t) == before
    assert len(t.place("monster.forest")) == 1


@pytest.mark.rule("OW-SOLO-17")
def test_the_last_slot_is_cleared() -> None:
    """After a gain from another slot the card on slot 6 is discarded, and the others slide."""
    t = display(new(1), 0, 0, 0, 0, 0, 0).to_phase("phase-3", "red")
    t.note(PhaseThree, steps={"red": "gain"})
    one, two, three, four, five, six = listed(t)
    t.answer("purchase", {"card": three, "pay": []})
    assert t.place("action-discard") == (six,)
    assert shown(t)[-4:] == [one, two, four, five]
    assert len(shown(t)) == len(SLOTS)


@pytest.mark.rule("OW-SOLO-17")
def test_the_last_slot_was_taken() -> None:
    """After a gain from slot 6 nothing more is discarded."""
    t = display(new(1), 0, 0, 0, 0, 0, 0).to_phase("phase-3", "red")
    t.note(PhaseThree, steps={"red": "gain"})
    *others, six = listed(t)
    t.answer("purchase", {"card": six, "pay": []})
    assert t.place("action-discard") == ()
    assert shown(t)[1:] == others


def listed(t: Table) -> list[str]:
    """List the display of a situation that is being set up."""
    places = t.document()["places"]
    return [places[slot][0] for slot in SLOTS]


@pytest.mark.rule("OW-SOLO-06", "OW-SOLO-08")
def test_the_fourth_trophy_wins() -> None:
    """With the fourth step the game is over at once."""
    t = winning(turns=9)
    assert t.over
    assert t.timeline.state.result == (("red",),)


def winning(turns: int) -> Table:
    """Let red win its fourth trophy in this turn of the game."""
    from tests.old_world.test_trophies import prize  # noqa: PLC0415  # the box of that file
    from tts_tool.kernel.module import Module  # noqa: PLC0415
    from tts_tool.rulesets.old_world.base.points import PHASE1_ENDED  # noqa: PLC0415

    box = Module("prize", needs=("base",))
    box.hook(PHASE1_ENDED, "ask")(prize("monster.arachas"))
    t = new(1, boxes=(box,)).tracks(**{"track.red": 3}).note(Turn, number=turns)
    return t.answer("phase-1", "end-phase")


@pytest.mark.rule("OW-SOLO-09", "OW-SOLO-10")
@pytest.mark.parametrize(
    ("turns", "rating"),
    [(5, 1), (6, 1), (7, 2), (8, 2), (9, 3), (10, 3), (11, 4), (12, 4), (13, 5), (40, 5)],
)
def test_rating_by_turns(turns: int, rating: int) -> None:
    """The turn in which the last trophy falls counts, and decides the rating."""
    t = winning(turns)
    assert t.part(Outcome) == Outcome(turns=turns, rating=rating)
    noted = [each.event for each in t.timeline.happened if isinstance(each.event, Noted)]
    assert [event.part for event in noted].count("outcome") == 1
    said = [each.event.code for each in t.timeline.happened if isinstance(each.event, Said)]
    assert [code for code in said if code in RATINGS] == [RATINGS[rating - 1]]
    told = [type(each.event) for each in t.timeline.happened if each.rule == "OW-SOLO-10"]
    assert told == [Noted, Said]


@pytest.mark.rule("OW-SOLO-19", "OW-GEN-04")
def test_no_turn_limit() -> None:
    """Turn after turn goes by; nothing ends the game but the fourth trophy."""
    t = display(new(1), 0, 0, 0, 0, 0, 0).note(Turn, number=199).hand("red")
    t.to_phase("phase-3", "red").note(PhaseThree, steps={"red": "gain"})
    t.answer("purchase", {"card": listed(t)[3], "pay": []})
    assert t.part(Turn).number == 200
    assert not t.over
    assert t.open() == ["phase-1/red"]


def knocked_out(seats: int, left: int) -> dict[str, object]:
    """Say how red stands after a charge that left the monster so many cards."""
    r = Ring(seats, script={"attack": [1]}).monster("fiend")
    r.tracks(**{"shield.red": 0, "gold.red": 0})
    r.hand("red", *r.plain(1)).deck("red").pile("red", *r.plain(5))
    r.bout((5, *range(10, 10 + left)), turn=MONSTER)
    if seats > 1:
        r.answer("attack", "charge")
    assert r.ask("gain").seat == "red"
    r.answer("gain", r.options("gain")[0]).after()
    return {
        "gold": r.track("gold.red"),
        "step": r.track("track.red"),
        "trails": len(r.place("trails.red")),
        "cards": len(r.place("deck.red")),
        "hand": len(r.place("hand.red")),
        "lost": r.memory("red").lost,
        "monster": [r.inventory.cards[c].level for c in r.place("monster.forest")],
    }


@pytest.mark.rule("OW-SOLO-18")
@pytest.mark.parametrize(("left", "gold", "trails", "hand"), [(1, 2, 0, 3), (4, 0, 1, 2)])
def test_knocked_out_alone(left: int, gold: int, trails: int, hand: int) -> None:
    """Driving a monster away and losing to it bring what they bring with several seats."""
    alone = knocked_out(1, left)
    assert (alone["gold"], alone["trails"], alone["hand"]) == (gold, trails, hand)
    assert alone == knocked_out(2, left)


@pytest.mark.rule("OW-SOLO-13")
@pytest.mark.parametrize(("chosen", "event", "other"), [("a", 41, 44), ("b", 44, 41)])
def test_reading_for_oneself(chosen: str, event: int, other: int) -> None:
    """Who reads alone learns of a result only after choosing, and never of the other one."""
    quests = [way([Quest(event=number, to=9)]) for number in (41, 44)]
    t = oddities(quests, seats=1).explore()
    assert t.options("option") == ["a", "b"]
    told = seen(t, "red")
    assert '"b-en":"So be it"' in told
    assert not any(f'"event":{number}' in told for number in (41, 44))
    told = seen(t.answer("option", chosen), "red")
    assert f'"event":{event},' in told
    assert f'"event":{other}' not in told


@pytest.mark.rule("OW-SOLO-20")
def test_no_trail_quest_for_an_empty_slot() -> None:
    """A Trail Quest can be taken only for a monster that is still on the board."""
    from tts_tool.rulesets.old_world.base.box.records import Location  # noqa: PLC0415

    t = new(1)
    places = t.timeline.composition.setup.cards.of(Location).values()
    here = next(p.number for p in places if p.deed == "trail")
    t.stand(red=here).did("red", moved=True).lay("monster.forest")
    t.answer("phase-1", "action")
    assert t.track("gold.red") == 4
    assert t.refused("track", "forest").rule == "OW-TRAIL-02"
    assert t.why_not("track", "water") is None


def test_the_module_is_only_hooks() -> None:
    """Solo mode adds no line to the base: everything it changes is a hook."""
    assert solo.needs == ("base",)
    assert {hook.kind for hook in solo.hooks} == {"replace", "veto", "notify"}
