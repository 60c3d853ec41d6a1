"""Quests and their events: keeping, going there, paying, and what the numbered card does."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from tests.old_world.oddity import Story, happened, oddities, seen, story, way
from tests.old_world.ring import Ring, tab
from tests.old_world.table import Table, new
from tts_tool.catalog import Text
from tts_tool.kernel.decisions import Move
from tts_tool.kernel.entries import Accepted, Refused
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Component
from tts_tool.kernel.module import Module, Setup
from tts_tool.kernel.position import encode
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.timeline import Timeline
from tts_tool.kernel.views import view
from tts_tool.rulesets.old_world.base.box.records import Terrain
from tts_tool.rulesets.old_world.base.points import DISCARD_OTHER
from tts_tool.rulesets.old_world.base.story import stories
from tts_tool.rulesets.old_world.base.story.quests import OpenQuest, Quests
from tts_tool.rulesets.old_world.base.story.stories import Fee, Goal, Quest
from tts_tool.rulesets.old_world.base.table.standing import standing

VIEWERS = ("red", "blue", "green", None)
CARD = "city.lame-porter"
"""An exploration card that is kept as a quest."""
PORT = 9
"""A location with a Location Action that costs nothing."""


def kept(event: int, *, at: str = "", fee: int = 0) -> OpenQuest:
    """Say what a quest leads to; `at` is its token, if it has one, `fee` the gold it costs."""
    return OpenQuest(event, PORT, at, Fee(gold=fee))


def on_quest(event: int, t: Table | None = None, *, at: str = "", fee: int = 0) -> Table:
    """Let red, having moved, stand where the one open quest leads."""
    t = t or story(3)
    t.lay("quests.red", CARD, rest="city-deck").lay("quest-tokens.red", *[at] if at else [])
    t.note(Quests, open={CARD: kept(event, at=at, fee=fee)})
    return t.stand(red=PORT).did("red", moved=True)


def resolved(event: int, t: Table | None = None, *, at: str = "") -> Table:
    """Let red resolve a quest that leads to an event."""
    return on_quest(event, t, at=at).answer("phase-1", f"quest.{CARD}")


# Keeping


@pytest.mark.rule("OW-QUEST-01", "OW-HID-09")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_quest_lies_open(viewer: str | None) -> None:
    """The card lies before its owner for all to see, and everyone knows where it leads."""
    t = oddities([way([Quest(event=30, to=9)]), way([])], seats=3).explore().answer("option", "a")
    assert t.composed_anew().inventory.seers("quests.red") is None
    assert t.place("quests.red") == ("odd.1",)
    assert t.sees(viewer, "quests.red") == ["odd.1"]
    assert view(t.timeline.state, viewer)["parts"]["quests"]["open"]["odd.1"]["location"] == 9
    assert t.place("odd-used") == t.place("story") == ()


@pytest.mark.rule("OW-QUEST-02")
def test_any_number_of_quests() -> None:
    """Nobody has too many quests."""
    t = oddities(*[[way([Quest(event=n, to=9)]), way([])] for n in range(1, 11)])
    for count in range(1, 11):
        t.explore().answer("option", "a")
        assert len(t.place("quests.red")) == count
    assert {quest.event for quest in t.part(Quests).open.values()} == {*range(1, 11)}


@pytest.mark.rule("OW-QUEST-03")
@pytest.mark.parametrize("terrain", ["forest", "mountain", "water"])
def test_a_quest_to_a_terrain(terrain: Terrain) -> None:
    """The top token of the pile comes onto the quest, face up for all; it names the place."""
    t = oddities([way([Quest(event=30, to=terrain)]), way([])], seats=3)
    top, *left = t.place(f"tokens.{terrain}")
    t.explore().answer("option", "a")
    assert t.place(f"tokens.{terrain}") == tuple(left)
    assert all(t.sees(viewer, "quest-tokens.red") == [top] for viewer in VIEWERS)
    quest = t.part(Quests).open["odd.1"]
    assert (quest.token, f"token.{quest.location}") == (top, top)


@pytest.mark.rule("OW-TOKEN-04")
@pytest.mark.parametrize("drawn", [1, 2, 3])
def test_a_missing_token_is_replaced(drawn: int) -> None:
    """OW-OPEN-16: with its pile empty, any token of the other piles may come, at random."""
    t = oddities([way([Quest(event=30, to="water")]), way([])], script={"quest-token": [[drawn]]})
    for terrain, token in (("forest", "token.6"), ("mountain", "token.9")):
        t.lay(f"tokens.{terrain}", token)
    t.lay("tokens.forest", "token.6", "token.7").lay("tokens.water")
    t.explore().answer("option", "a")
    assert t.place("quest-tokens.red") == (("token.6", "token.7", "token.9")[drawn - 1],)


@pytest.mark.rule("OW-TOKEN-05")
def test_no_token_at_all() -> None:
    """Without any token there is no quest, and the card is used up like another one."""
    t = oddities([way([Quest(event=30, to="water")]), way([])])
    for terrain in ("forest", "mountain", "water"):
        t.lay(f"tokens.{terrain}")
    t.explore().answer("option", "a")
    assert (t.place("quests.red"), t.part(Quests).open) == ((), {})
    assert t.place("odd-used") == ("odd.1",)


@pytest.mark.rule("OW-QUEST-04")
@pytest.mark.parametrize(
    ("seat", "to", "location"),
    [("red", 12, 12), ("blue", 12, 12), ("red", "own-school", 10), ("blue", "own-school", 3)],
)
def test_a_quest_that_names_its_place(seat: str, to: Goal, location: int) -> None:
    """A number or the own school need no token; the school is another one for everybody."""
    t = oddities([way([Quest(event=30, to=to)]), way([])])
    before = [t.place(f"tokens.{terrain}") for terrain in ("forest", "mountain", "water")]
    t.explore(seat=seat).answer("option", "a")
    assert t.part(Quests).open["odd.1"].location == location
    assert t.place(f"quest-tokens.{seat}") == ()
    assert before == [t.place(f"tokens.{terrain}") for terrain in ("forest", "mountain", "water")]


@pytest.mark.rule("OW-QUEST-15")
def test_now_and_later() -> None:
    """What a result does besides the quest happens at once, its event only when resolved."""
    t = oddities([way([stories.Shield(by=-1), Quest(event=33, to=9)]), way([])])
    t.explore().answer("option", "a")
    assert t.track("shield.red") == 0
    assert t.place("quests.red") == ("odd.1",)
    assert "event.33" in t.place("events")


# Going there


@pytest.mark.rule("OW-QUEST-05")
def test_after_a_move_of_this_turn() -> None:
    """A quest is resolved at its place after a move; whoever stood there leaves and returns."""
    t = on_quest(2).did("red", moved=False)
    assert t.refused("phase-1", f"quest.{CARD}").rule == "OW-QUEST-05"
    hand = t.cards(terrain="wild")[:2]
    t.hand("red", *hand).go(5, hand[0])
    refusal = t.refused("phase-1", f"quest.{CARD}")
    assert (refusal.rule, refusal.params) == ("OW-QUEST-05", {"location": "cintra"})
    t.go(PORT, hand[1]).answer("phase-1", f"quest.{CARD}")
    assert t.open() == ["option/red"]


@pytest.mark.rule("OW-QUEST-05", "OW-DEC-16")
def test_which_quest_first() -> None:
    """OW-OPEN-53: several quests of one place are resolved in any order, or not at all."""
    t = on_quest(26).lay("quests.red", CARD, "wilds.snares", rest="wilds-deck")
    t.note(Quests, open={CARD: kept(26), "wilds.snares": kept(55)})
    assert {f"quest.{CARD}", "quest.wilds.snares", "end-phase"} <= set(t.options("phase-1"))
    t.answer("phase-1", "quest.wilds.snares").answer("option", "b").until("phase-1")
    assert f"quest.{CARD}" in t.options("phase-1")
    t.answer("phase-1", "end-phase")
    assert t.place("quests.red") == (CARD,)


@pytest.mark.rule("OW-QUEST-06")
@pytest.mark.parametrize("order", [("action", f"quest.{CARD}"), (f"quest.{CARD}", "action")])
def test_a_quest_and_the_location_action(order: tuple[str, str]) -> None:
    """Both fit into one visit, in any order."""
    t = on_quest(17)
    for deed in order:
        assert deed in t.options("phase-1")
        t.answer("phase-1", deed)
        if t.open() == ["option/red"]:
            t.answer("option", "a")
    assert t.track("gold.red") == 6
    assert len(t.place("potions.red")) == 1


@pytest.mark.rule("OW-QUEST-16")
def test_a_price_on_the_quest() -> None:
    """OW-OPEN-62: the price is paid in full before the event is read, or the quest waits."""
    t = on_quest(17, fee=2).tracks(**{"gold.red": 1})
    assert t.refused("phase-1", f"quest.{CARD}").rule == "OW-QUEST-16"
    assert t.place("quests.red") == (CARD,)
    t = on_quest(17, fee=2).tracks(**{"gold.red": 5})
    t.answer("phase-1", f"quest.{CARD}")
    assert (t.track("gold.red"), t.place("story")) == (3, ("event.17",))


@pytest.mark.rule("OW-QUEST-16")
def test_what_follows_a_price_comes_before_the_event() -> None:
    """Whoever hears of a card that paid does so while no event is being told yet."""
    told: list[str] = []
    box = Module("listener", needs=("base",))

    @box.hook(DISCARD_OTHER, "notify")
    def listens(g: Game, *_: object, **__: object) -> Flow[None]:
        told.append(g.part(Quests).told)
        yield from ()

    t = on_quest(17, new(seats=3, boxes=(box,)))
    t.hand("red", *t.place("deck.red")[:1])
    t.note(Quests, open={CARD: OpenQuest(17, PORT, "", Fee(hand=1))})
    t.answer("phase-1", f"quest.{CARD}")
    assert told == [""]


# Resolving


@pytest.mark.rule("OW-QUEST-07", "OW-SETUP-08")
@pytest.mark.parametrize(
    ("number", "card"),
    [
        (2, "the-ferrymans-widow"),
        (17, "herbs-for-the-fever"),
        (34, "a-debt-of-honour"),
        (55, "the-last-letter"),
    ],
)
def test_exactly_the_numbered_event(number: int, card: str) -> None:
    """OW-OPEN-15: the event is taken from wherever it lies, and goes back to its place."""
    t = resolved(number)
    assert t.place("story") == (f"event.{number}",)
    (read,) = happened(t, "said")
    assert read["params"] == {"reader": "green", "card": card}
    told = [(each.rule, getattr(each.event, "target", "")) for each in t.timeline.happened]
    assert told.index(("OW-QUEST-07", "story")) < told.index(("OW-EXPLORE-02", ""))  # open first
    t.answer("option", "b").until("phase-1")
    assert t.place("story") == ()
    assert t.place("events") == tuple(f"event.{n}" for n in range(1, 57))


@pytest.mark.rule("OW-QUEST-12")
def test_everything_is_put_away() -> None:
    """The token is shuffled into its pile after the event, the card leaves the game."""
    t = resolved(36, at="token.9")
    assert t.place("quest-tokens.red") == ("token.9",)
    t.answer("option", "b").answer("trail", "mountain")
    assert t.place("trails.red") != ("token.9",)
    assert "token.9" in t.place("tokens.mountain")
    assert (t.place("quest-tokens.red"), t.place("quests.red")) == ((), ())
    assert t.shuffled("tokens.mountain") == 1
    assert CARD in t.place("box")
    assert t.part(Quests) == Quests()


@pytest.mark.rule("OW-QUEST-12")
def test_resolved_before_its_token_is_shuffled() -> None:
    """Whoever shuffles the token in with their own hands has resolved the quest already."""
    begun = new(2).timeline
    luck = replace(begun.header.luck, observed=("shuffle.tokens.mountain",))
    t = Table(Timeline(begun.composition, replace(begun.header, luck=luck)))
    t = resolved(36, t, at="token.9").answer("option", "b").answer("trail", "mountain")
    assert t.open() == ["chance.shuffle.tokens.mountain/"]
    assert t.part(Quests) == Quests()
    assert "token.9" in t.place("tokens.mountain")


@pytest.mark.rule("OW-QUEST-08", "OW-DEC-19")
def test_an_event_with_options() -> None:
    """An event's options are asked like those of an exploration card, with the same prices."""
    t = resolved(4)
    assert (t.ask("option").seat, t.ask("option").why) == ("red", "OW-DEC-19")
    assert t.options("option") == ["a", "b"]
    t.answer("option", "b").answer("learn", "combat")
    assert (t.track("gold.red"), t.track("combat.red")) == (1, 2)
    t = resolved(4, on_quest(4).tracks(**{"gold.red": 0}))  # what can't be paid isn't asked
    assert t.open() != ["option/red"]
    assert happened(t, "rolled")


@pytest.mark.rule("OW-QUEST-08", "OW-HID-20")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_what_an_event_would_have_brought(viewer: str | None) -> None:
    """Results of an event are as secret as those of an exploration card, before and after."""
    t = resolved(46)
    (shown,) = view(t.timeline.state, viewer)["places"]["story"]
    assert {field.partition("-")[0] for field in shown} == {"id", "kind", "introduction", "a", "b"}
    assert '"op"' not in seen(t, viewer)
    t.answer("option", "a")
    told = seen(t, viewer)
    assert '"op"' not in told
    assert '"track":"gold.red","value":5,"was":2' in told
    assert '"value":8' not in told


LEVELS = [
    (9, "combat", 1, {"combat.red": 1}),
    (9, "combat", 2, {"combat.red": 3, "gold.red": 3}),
    (9, "combat", 3, {"combat.red": 4, "gold.red": 3}),
    (9, "combat", 4, {"gold.red": 5}),
    (25, "defense", 1, {"defense.red": 1, "gold.red": 3, "shield.red": 0}),
    (25, "defense", 2, {"defense.red": 3, "gold.red": 2}),
    (25, "defense", 3, {"defense.red": 4, "gold.red": 4}),
    (47, "specialty", 2, {"specialty.red": 3, "gold.red": 2}),
    (41, "alchemy", 2, {"alchemy.red": 2, "gold.red": 6}),
]


@pytest.mark.rule("OW-QUEST-09")
@pytest.mark.parametrize(("event", "attribute", "level", "then"), LEVELS)
def test_a_test(event: int, attribute: str, level: int, then: dict[str, int]) -> None:
    """One outcome happens, that of the highest level that is reached, and no other."""
    t = on_quest(event).tracks(**{f"{attribute}.red": level, "witcher.red": 1})
    t.answer("phase-1", f"quest.{CARD}")
    if t.open() == ["learn/red"]:
        t.answer("learn", "alchemy")
    assert {name: t.track(name) for name in then} == then


@pytest.mark.rule("OW-HID-21")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_only_the_numbers_of_events_are_seen(viewer: str | None) -> None:
    """Of events in the deck everyone sees the numbers on their backs, and nothing else."""
    t = story(3)
    assert t.composed_anew().inventory.seers("events") == ()
    backs = [card["back"] for card in view(t.timeline.state, viewer)["places"]["events"]]
    assert backs == [{"back": "event", "number": number} for number in range(1, 57)]
    assert "event." not in seen(t, viewer)


@pytest.mark.rule("OW-QUEST-13")
def test_open_quests_cost_nothing() -> None:
    """Whoever wins has won, and ranks are the same with open quests and without."""
    r = Ring(4).monster("archespore").tracks(**{"track.red": 3, "track.blue": 1, "track.green": 1})
    r.lay("quests.blue", CARD, rest="city-deck").lay("quests.red", "wilds.snares")
    r.note(Quests, open={CARD: kept(2), "wilds.snares": kept(3)})
    r.hand("red", r.printed("red", damage=2)).deck("red", *r.plain(3)).bout(1).combo()
    assert r.timeline.state.result == (("red",), ("blue", "green"), ("yellow",))
    assert r.over


@pytest.mark.rule("OW-QUEST-01")
@pytest.mark.parametrize("place", ["quests.red", "quest-tokens.blue"])
def test_quests_must_fit_together(place: str) -> None:
    """A position with a quest of which nothing is known, or a token without one, is refused."""
    timeline = story().timeline
    astray = CARD if place.startswith("quests") else "token.9"
    document = encode(timeline.state)
    document["places"] = {
        name: [c for c in ids if c != astray] + ([astray] if name == place else [])
        for name, ids in document["places"].items()
    }
    assert isinstance(timeline.override(encode(timeline.state)), Accepted)
    reply = timeline.override(document)
    assert isinstance(reply, Refused)
    assert (reply.rejection.code, reply.rejection.rule) == ("quest-astray", "OW-QUEST-01")


# Short fights


def brawl(event: int, *damage: int) -> Ring:
    """Let red stand where a quest leads to a short fight, with a chain of cards in hand."""
    r = Ring(3)
    r.hand("red", *(r.printed("red", tab("red"), damage=each) for each in damage))
    on_quest(event, r)
    return r


def laid(r: Ring, count: int) -> Ring:
    """Resolve the quest and lay so many cards of the hand."""
    r.answer("phase-1", f"quest.{CARD}")
    for _ in range(count):
        r.answer("combo", r.place("hand.red")[0])
    return r


@pytest.mark.rule("OW-QUEST-10")
@pytest.mark.parametrize(
    ("cards", "then"),
    [
        (1, {"gold.red": 1, "shield.red": 0, "combat.red": 1}),
        (2, {"gold.red": 5, "shield.red": 1, "combat.red": 1}),
        (4, {"gold.red": 6, "shield.red": 1, "combat.red": 2}),
    ],
)
def test_a_short_fight(cards: int, then: dict[str, int]) -> None:
    """One Combo is laid; the sum of its damage decides, and its cards are discarded."""
    r = laid(brawl(3, 1, 1, 1, 1), cards)
    left = r.place("hand.red")
    assert [*standing(r.timeline.game)] == [Rejection("short-fight", {"damage": cards})]
    r.answer("combo", "announce")
    assert [*standing(r.timeline.game)] == []
    assert {name: r.track(name) for name in then} == then
    assert [said["params"] for said in happened(r, "said") if said["code"] == "short-fight"] == [
        {"damage": cards}
    ]
    assert (len(r.place("discard.red")), r.place("combo.red")) == (cards, ())
    assert r.place("hand.red") == left
    rules = r.rules()
    assert rules.index("OW-QUEST-10") < rules.index(
        "OW-FIGHT-33"
    )  # it is told while they lie there


@pytest.mark.rule("OW-QUEST-10")
def test_the_fight_of_phase_two_is_left() -> None:
    """After a short fight the monster of the place can still be fought, from its beginning."""
    r = brawl(3, 1, 1).monster("fiend", "mountain", PORT)
    laid(r, 1).answer("combo", "announce").answer("phase-1", "end-phase")
    assert "fight.mountain" in r.options("phase-2")
    r.answer("phase-2", "fight.mountain")
    assert (r.now.attacker, r.now.played) == ("red", ())


@pytest.mark.rule("OW-QUEST-10")
def test_without_a_card() -> None:
    """An empty hand deals no damage, and that is an outcome, too."""
    r = brawl(19)
    r.answer("phase-1", f"quest.{CARD}")
    assert r.track("gold.red") == 2
    assert r.place("events")[18] == "event.19"


def won_blade(number: int) -> Module:
    """Make a box with one more event: a short fight for equipment, which is kept."""
    armoury = Module("armoury", needs=("base",))

    @armoury.content
    def lay_out(_setup: Setup) -> Iterator[Component]:
        name = Text(en="A Blade", de="Eine Klinge")
        won = (stories.Outcome(least=0, effects=(stories.Gold(by=1),)), stories.Outcome(least=2))
        card = stories.Event(
            id=f"event-{number}",
            name=name,
            number=number,
            kept="equipment",
            introduction=name,
            effects=(stories.Skirmish(outcomes=won),),
        )
        yield Component(f"event.{number}", card.id, "events", pool="events", card=card)

    return armoury


@pytest.mark.rule("OW-QUEST-11", "OW-QUEST-10")
@pytest.mark.parametrize("cards", [1, 2])
def test_equipment_of_a_short_fight_stays(cards: int) -> None:
    """It is kept once the fight is over, whatever that brought, also if it was left midway."""
    r = Ring(boxes=(won_blade(57),))
    r.hand("red", *(r.printed("red", tab("red"), damage=1) for _ in range(2)))
    on_quest(57, r)
    laid(r, cards)
    assert (r.place("story"), r.place("gear.red")) == (("event.57",), ())
    here = r.timeline
    there = Table(Timeline(here.composition, here.header, start=here.state.copy()))
    for again in (r, there):
        again.answer("combo", "announce")
        assert (again.place("story"), again.place("gear.red")) == ((), ("event.57",))
        assert len(again.place("events")) == 56


@pytest.mark.rule("OW-QUEST-10", "OW-FIGHT-19")
def test_a_short_fight_behind_an_option() -> None:
    """An option may lead to the fight; the last card can be taken back until it is announced."""
    r = brawl(29, 1, 1, 1)
    r.answer("phase-1", f"quest.{CARD}").answer("option", "a")
    first, second, _third = r.place("hand.red")
    r.answer("combo", first).answer("combo", second).answer("combo", "take-back")
    assert (r.place("combo.red"), len(r.place("hand.red"))) == ((first,), 2)
    r.answer("combo", second).answer("combo", "announce")
    assert r.track("gold.red") == 5


@pytest.mark.rule("OW-QUEST-10")
@pytest.mark.parametrize("event", [3, 29])
@pytest.mark.parametrize("cards", [0, 1, 2])
def test_a_short_fight_can_be_left_and_entered_again(event: int, cards: int) -> None:
    """At every card the game goes on from the position alone, to the same end."""
    r = brawl(event, 1, 1, 1)
    r.answer("phase-1", f"quest.{CARD}")
    if event == 29:
        r.answer("option", "a")
    for _ in range(cards):
        r.answer("combo", r.place("hand.red")[0])
    here = r.timeline
    assert here.at_restart
    there = Timeline(here.composition, here.header, start=here.state.copy())
    assert [d.id for d in there.decisions()] == [d.id for d in here.decisions()]
    for game in (here, there):
        again = Table(game)
        if not cards:
            again.answer("combo", again.place("hand.red")[0])
        again.answer("combo", "announce")
        assert again.open() == ["phase-1/red"]
        assert again.place("events") == tuple(f"event.{n}" for n in range(1, 57))
        assert (again.place("quests.red"), again.part(Quests)) == ((), Quests())
    assert encode(here.state) == encode(there.state)


# Equipment and companions


@pytest.mark.rule("OW-QUEST-11", "OW-HID-09")
@pytest.mark.parametrize("number", [1, 5, 11, 13, 14, 15, 16, 18, 20, 23, 28, 31, 37, 44, 50, 56])
def test_equipment_and_companions_stay(number: int) -> None:
    """They lie open before their owner; called once more, their number brings nothing."""
    t = resolved(number)
    for viewer in VIEWERS:
        assert t.sees(viewer, "gear.red") == [f"event.{number}"]
    assert f"event.{number}" not in t.place("events")
    on_quest(number, t).answer("phase-1", f"quest.{CARD}")  # OW-OPEN-15
    assert t.place("gear.red") == (f"event.{number}",)
    assert t.place("quests.red") == ()


def armed(number: int, life: int = 8, *, turn: str = "red", cards: int = 3) -> Ring:
    """Let red with a kept event stand in a fight with a monster."""
    r = Ring().monster("archespore").lay("gear.red", f"event.{number}", rest="events")
    r.hand("red", *r.plain(cards)).deck("red", *r.plain(8)).pile("red", *r.plain(2))
    return r.bout(life, turn=turn)


def life(r: Ring) -> int:
    """Count the Life Pool."""
    return len(r.place("monster-life"))


@pytest.mark.rule("OW-QUEST-11", "OW-FIGHT-13")
@pytest.mark.parametrize("number", [1, 15])
def test_two_damage_for_a_card(number: int) -> None:
    """A card of the hand buys two damage, once per fight."""
    r = armed(number).answer("use-step-1", f"event.{number}")
    r.answer("pay", [r.place("hand.red")[0]])
    assert (life(r), len(r.place("hand.red"))) == (6, 2)
    assert "combo/red" in r.open()


@pytest.mark.rule("OW-QUEST-11")
def test_automatic_crossbow() -> None:
    """Two damage at the start of the first own turn, and of no other."""
    r = armed(14)
    assert life(r) == 6
    r.combo(r.place("hand.red")[0])
    while r.now.turns["red"] < 2:
        decision = r.timeline.decisions()[0]
        r.answer(decision.name, decision.space().sole()[0], decision.seat)
    assert r.rules().count("OW-FIGHT-14") == 1


@pytest.mark.rule("OW-QUEST-11")
def test_the_squire_rolls() -> None:
    """The squire helps or hinders, as a die says."""
    for face, (lost, shield) in {1: (0, 0), 2: (0, 2), 4: (1, 1), 6: (2, 1)}.items():
        r = Ring(script={"story": [[face]]}).monster("archespore")
        r.tracks(**{"defense.red": 3, "shield.red": 1}).lay("gear.red", "event.20", rest="events")
        r.hand("red", *r.plain(3)).deck("red", *r.plain(5)).bout(5).answer("use-step-1", "event.20")
        assert (life(r), r.track("shield.red")) == (5 - lost, shield)


@pytest.mark.rule("OW-QUEST-11")
def test_more_cards_and_more_shield() -> None:
    """Armour adds to green cards, bracers to several of them, boots to the first new hand."""
    r = armed(28, cards=0)
    r.tracks(**{"defense.red": 5, "shield.red": 0})
    greens = [r.printed("green", tab("green")) for _ in range(3)]
    r.hand("red", *greens).combo(*greens[:2]).answer("use-combo", "event.28")
    assert r.track("shield.red") == 2
    r = armed(31, cards=1)
    assert r.combo().ended("turns") == {"red": 1, "monster": 1}
    assert len(r.place("hand.red")) == 3
    r = Ring().monster("fiend").lay("gear.red", "event.13", rest="events")
    r.lay("trails.red", r.place("tokens.forest")[0]).tracks(**{"defense.red": 5, "shield.red": 1})
    first, second = (r.printed("green", tab("green")) for _ in range(2))
    r.hand("red", first, second).fight().combo(first, second)
    assert r.track("shield.red") == 3


def declared(number: int) -> Ring:
    """Let red with a kept event declare a fight against a monster that does nothing special."""
    r = Ring().monster("fiend").lay("gear.red", f"event.{number}", rest="events")
    return r.hand("red", *r.plain(3)).deck("red", *r.plain(12)).fight()


@pytest.mark.rule("OW-QUEST-11", "OW-MONSTER-06")
def test_the_first_turn_is_always_ones_own() -> None:
    """With the horn-blower the witcher begins, without a trail."""
    assert declared(44).open() == ["attack/blue"]
    r = declared(23)
    assert r.open() == ["combo/red"]
    assert (r.now.turn, r.now.turns) == ("red", {"red": 1})


@pytest.mark.rule("OW-QUEST-11")
def test_less_damage_in_the_first_turn_of_the_monster() -> None:
    """The lookout takes two off each damage of the monster's first turn, down to nothing."""
    with_him, without = armed(5, turn="monster"), armed(44, turn="monster")
    for r in (with_him, without):
        r.tracks(**{"shield.red": 0}).bout((5, 9, 12), turn="monster").pile("red")
        r.answer("attack", "charge")
    assert [len(r.place("discard.red")) for r in (with_him, without)] == [3, 5]


@pytest.mark.rule("OW-QUEST-11")
def test_the_scout_looks_ahead() -> None:
    """Before a turn of the monster two cards of its life are seen, and one of them goes."""
    r = armed(18, 4, turn="monster").answer("use-opponent-turn", "event.18")
    first, second = r.options("peer-discard")
    r.answer("peer-discard", [first])
    assert r.place("monster-spent") == (first,)
    assert r.place("monster-life")[0] == second


@pytest.mark.rule("OW-QUEST-11", "OW-FIGHT-06")
def test_the_scout_ends_a_fight() -> None:
    """A monster that loses its last card to the scout is defeated."""
    r = armed(18, 1, turn="monster").answer("use-opponent-turn", "event.18")
    assert r.ended("outcome") == "defeated"


@pytest.mark.rule("OW-QUEST-11")
def test_a_card_back_into_the_deck() -> None:
    """The surgeon's kit shuffles any discarded card into the deck."""
    r = armed(56).answer("use-step-1", "event.56")
    found = r.options("mend")
    assert found == list(r.place("discard.red"))
    r.answer("mend", [found[1]])
    assert found[1] in r.place("deck.red")
    assert r.shuffled("deck.red") == 1


@pytest.mark.rule("OW-QUEST-11")
def test_the_hound_and_the_apprentice() -> None:
    """A hit may draw a card; a won fight brews a Potion."""
    r = armed(44, cards=0)
    r.hand("red", r.printed("red", damage=1), *r.plain(1)).combo(r.place("hand.red")[0])
    r.answer("use-hit", "event.44")
    assert len(r.place("hand.red")) == 3
    r = armed(37, 1, cards=0)
    r.hand("red", r.printed("red", damage=1)).combo()
    assert len(r.place("potions.red")) == 1


@pytest.mark.rule("OW-QUEST-11")
def test_the_axeman_leaves_after_a_kill() -> None:
    """His first Combo is stronger; a monster killed, he goes, and event 51 happens."""
    r = armed(50, 6, cards=0)
    r.hand("red", r.printed("red", damage=3)).combo()
    assert r.open() == ["option/red"]
    assert (r.place("gear.red"), r.place("story")) == ((), ("event.51",))
    r.answer("option", "a")
    assert r.track("combat.red") == 2
    assert r.place("events") == tuple(f"event.{n}" for n in range(1, 57))
    r = armed(50, 8, cards=0)
    r.hand("red", r.printed("red", damage=3), r.printed("red", damage=1)).until("combo")
    r.combo(r.place("hand.red")[0])
    assert len(r.place("monster-spent")) == 6


@pytest.mark.rule("OW-QUEST-11")
def test_the_axeman_waits_for_the_first_combo() -> None:
    """Without a card no Combo is laid; the one of the next Fight Turn is then the first."""
    r = armed(50, turn="monster").bout((12, 17, 18, 4, 5, 9), turn="monster", turns={"red": 1})
    r.answer("attack", "charge").hand("red", r.printed("red", damage=1), *r.plain(1))
    before = life(r)
    r.combo(r.place("hand.red")[0])
    assert (before - life(r), r.now.turns["red"]) == (1 + 3, 2)


# Gear on the road


@pytest.mark.rule("OW-QUEST-11")
@pytest.mark.parametrize(("location", "gold"), [(2, 1), (14, 1), (7, 0)])
def test_the_tinker_pays_where_he_is_at_home(location: int, gold: int) -> None:
    """Arriving at one of two places brings gold, every time."""
    t = story().lay("gear.red", "event.11", rest="events").tracks(**{"gold.red": 0})
    card, again = t.cards(terrain="wild")[:2]
    start = {2: 3, 14: 11, 7: 3}[location]
    t.stand(red=start).hand("red", card, again).go(location, card)
    assert t.track("gold.red") == gold


@pytest.mark.rule("OW-QUEST-11", "OW-MOVE-11", "OW-ACT-01")
def test_the_mare_runs_to_a_forest() -> None:
    """Once per turn a move to a neighbouring forest costs nothing; it is a move."""
    t = story().lay("gear.red", "event.16", rest="events").stand(red=11)
    hand = t.place("hand.red")
    t.answer("phase-1", "event.16")
    assert t.open() == ["ride/red"]
    assert t.options("ride") == [7, 8, 10]
    assert (8, Move("miniature.red", "at.8")) in t.ask("ride").bindings()
    assert t.refused("ride", 14).rule == "OW-QUEST-11"
    t.answer("ride", 8)
    assert t.place("at.8") == ("miniature.red",)
    assert t.memory("red").moved
    counted = [rule for rule in t.rules() if rule in {"OW-ACT-01", "OW-QUEST-11"}]
    assert counted == ["OW-ACT-01", "OW-QUEST-11"]  # who comes to know of it sees that it moved
    assert t.place("hand.red") == hand
    assert t.refused("phase-1", "event.16").rule == "OW-FIGHT-13"


@pytest.mark.rule("OW-FIGHT-13")
def test_the_mare_runs_once_a_turn() -> None:
    """What may be done once in a turn is refused until the next one."""
    t = story().lay("gear.red", "event.16", rest="events").stand(red=11)
    t.answer("phase-1", "event.16").answer("ride", 8)
    refused = t.refused("phase-1", "event.16")
    assert (refused.code, refused.rule) == ("used-this-turn", "OW-FIGHT-13")


@pytest.mark.rule("OW-QUEST-11")
def test_nowhere_to_ride() -> None:
    """Without a forest next door the mare stays in her stable."""
    t = story().lay("gear.red", "event.16", rest="events").stand(red=15)
    assert t.refused("phase-1", "event.16").rule == "OW-QUEST-11"
    t.stand(red=4)
    t.answer("phase-1", "event.16")
    assert t.options("ride") == [7, 8]


def test_every_story_ends() -> None:
    """Every card of every deck is gone through with each option; the table is clear after it."""
    for deck in ("city", "wilds"):
        for card in story().place(f"{deck}-deck"):
            for option in ("a", "b"):
                t: Story = story().tracks(**{"gold.red": 5})
                t.lay("potions.red", *t.place("potion-deck")[:2], rest="potion-deck")
                t.on_top(deck, card).explore(deck).answer("option", option).to_phase_three()
                assert t.place("story") == ()
                assert t.timeline.state.phase == "phase-3"


def test_every_event_ends() -> None:
    """Every event is gone through with each option; then Phase I goes on."""
    for number in range(1, 57):
        for option in ("a", "b"):
            t = resolved(number, on_quest(number).tracks(**{"gold.red": 5}))
            if t.open() == ["option/red"]:
                t.answer("option", option)
            t.until("phase-1")
            assert t.place("story") == ()
            assert t.part(Quests) == Quests()
