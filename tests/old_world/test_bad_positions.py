"""A position that breaks a rule is refused with the rule's id, and nothing has changed.

Positions come through the referee protocol, as anybody may send them.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from tests.old_world.table import catalogue, new
from tests.referee.client import Client
from tts_tool.referee.desk import Desk, OfferedGame
from tts_tool.rulesets.old_world import RULESET
from tts_tool.rulesets.old_world.base.box.whereabouts import HOMES

Document = dict[str, Any]
Change = Callable[[Document], None]
SEATS = 3


def sitting() -> tuple[Client, Document]:
    """Sit at a game of three whose set-up is finished."""
    desk = Desk({RULESET.name: lambda: OfferedGame(RULESET, catalogue)}, longest=1 << 20)
    client, document = Client(desk), new(SEATS).document()
    client.ask("new", game=RULESET.name, seats=SEATS, seed="1", position=document)
    return client, document


def refused(change: Change) -> Document:
    """Send a position with something changed; it must be refused and change nothing."""
    client, document = sitting()
    wrong = deepcopy(document)
    change(wrong)
    assert wrong != document
    before = client.state(), client.ask("open", seat="*"), client.ask("log", seat="*")
    error = client.error("position", position=wrong)
    assert (client.state(), client.ask("open", seat="*"), client.ask("log", seat="*")) == before
    return error


def move(component: str, target: str) -> Change:
    """Lay a component elsewhere."""

    def change(document: Document) -> None:
        places = document["places"]
        for ids in places.values():
            if component in ids:
                ids.remove(component)
        places[target].append(component)

    return change


def swap(one: str, other: str) -> Change:
    """Exchange the contents of two places."""

    def change(document: Document) -> None:
        places = document["places"]
        places[one], places[other] = places[other], places[one]

    return change


def track(**values: int) -> Change:
    """Set tracks of red."""

    def change(document: Document) -> None:
        document["tracks"].update({f"{name}.red": value for name, value in values.items()})

    return change


def others(**values: int) -> Change:
    """Set tracks of everybody but red."""

    def change(document: Document) -> None:
        for seat in RULESET.seats[1:SEATS]:
            document["tracks"].update({f"{name}.{seat}": v for name, v in values.items()})

    return change


def both(*changes: Change) -> Change:
    """Change several things."""

    def change(document: Document) -> None:
        for each in changes:
            each(document)

    return change


def standing(document: Document, terrain: str) -> str:
    """Say where the monster of a terrain stands."""
    (token,) = document["places"][f"lair.{terrain}"]
    return f"at.{token.removeprefix('token.')}"


def monster_beside_another(document: Document) -> None:
    """Put the monster of the forest where that of the water stands."""
    here, there = standing(document, "forest"), standing(document, "water")
    token = next(c for c in document["places"][here] if c.startswith("monster-token."))
    move(token, there)(document)


def monster_lost(document: Document) -> None:
    """Put the monster of the forest where no token leads."""
    here = standing(document, "forest")
    token = next(c for c in document["places"][here] if c.startswith("monster-token."))
    move(token, "at.0")(document)


def second_monster(document: Document) -> None:
    """Lay the monster of the water into the slot of the forest, too."""
    move(document["places"]["monster.water"][0], "monster.forest")(document)


def token_without_card(document: Document) -> None:
    """Let red own the card of a monster that may still come."""
    token = document["places"]["monster-tokens.2"][0]
    move(token.replace("monster-token.", "monster."), "trophies.red")(document)


def second_token(document: Document) -> None:
    """Lay a second Location Token to the monster of the forest."""
    move(document["places"]["tokens.forest"][0], "lair.forest")(document)


def potions(count: int) -> Change:
    """Give red so many Potions."""

    def change(document: Document) -> None:
        for potion in document["places"]["potion-deck"][:count]:
            move(potion, "potions.red")(document)

    return change


def two_of(kind: str, which: str) -> Change:
    """Give red two trophies of a school or of an attribute."""
    first, second = (move(f"{kind}.{which}.{number}", "trophies.red") for number in (1, 2))
    return both(first, second)


WRONG: dict[str, tuple[Change, str]] = {
    "gold-below-nothing": (track(gold=-1), "OW-GEN-07"),
    "gold-beyond-counting": (track(gold=1_000), "OW-GEN-07"),
    "attribute-below-one": (track(combat=0), "OW-ATTR-01"),
    "attribute-above-five": (track(specialty=6), "OW-ATTR-01"),
    "witcher-level-above-five": (track(witcher=6), "OW-SETUP-25"),
    "shield-off-the-board": (track(shield=6, defense=5), "OW-ATTR-03"),
    "shield-above-defense": (both(track(shield=2), others(defense=5)), "OW-ATTR-03"),
    "trophy-track-too-high": (track(track=5), "OW-TROPHY-02"),
    "five-potions": (potions(5), "OW-POTION-02"),
    "token-of-other-terrain": (swap("tokens.water", "tokens.forest"), "OW-TOKEN-01"),
    "two-tokens-in-a-slot": (second_token, "OW-TOKEN-07"),
    "two-monsters-at-a-location": (monster_beside_another, "OW-TOKEN-07"),
    "monster-elsewhere": (monster_lost, "OW-MONSTER-30"),
    "two-monsters-in-a-slot": (second_monster, "OW-MONSTER-30"),
    "token-without-card": (token_without_card, "OW-MONSTER-27"),
    "two-cards-in-a-slot": (move("action.rend.3", "display.2"), "OW-MARKET-13"),
    "starting-card-among-others": (move("action.wolf-aard.1", "action-deck"), "OW-SETUP-01"),
    "two-boards": (move("board.griffin", "board.red"), "OW-SETUP-22"),
    "no-board": (move("board.bear", "box"), "OW-SETUP-22"),
    "nowhere": (move("miniature.red", "box"), "OW-SETUP-24"),
    "two-trophies-of-a-school": (two_of("witcher-trophy", "wolf"), "OW-TROPHY-12"),
    "two-trophies-of-an-attribute": (two_of("attribute-trophy", "combat"), "OW-TROPHY-12"),
    "quest-without-an-event": (move("city.town-crier", "quests.red"), "OW-QUEST-01"),
}


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        pytest.param(change, rule, id=name, marks=pytest.mark.rule(rule))
        for name, (change, rule) in WRONG.items()
    ],
)
def test_broken_rules(change: Change, rule: str) -> None:
    """Whatever limit is broken, the refusal names its rule, in words, and nothing changes."""
    error = refused(change)
    assert (error["code"], error["rule"]) == ("not-allowed", rule)
    assert f" [{rule}]" in error["message"]


@pytest.mark.rule("OW-POTION-02", "OW-TOKEN-07", "OW-SETUP-22")
def test_as_much_as_is_allowed() -> None:
    """What only looks like too much is taken: nine cards in hand, four Potions, no monster."""
    client, document = sitting()
    for card in document["places"]["action-deck"][:6]:
        move(card, "hand.red")(document)
    potions(4)(document)
    document["tracks"] |= {"defense.red": 5, "shield.red": 4, "gold.red": 999, "track.red": 3}
    client.ask("position", position=document)
    now = client.ask("position")["position"]
    assert (now["places"], now["tracks"]) == (document["places"], document["tracks"])


def test_more_only_while_gaining() -> None:
    """A fifth Potion may lie there just as long as its owner chooses which one goes."""
    client, document = sitting()
    both(potions(5), lambda d: d["parts"]["shelves"].update(filling="red"))(document)
    client.ask("position", position=document)
    document["parts"]["shelves"]["filling"] = "blue"
    assert client.error("position", position=document)["rule"] == "OW-POTION-02"


# Everything in its place, once

STRAYS = {
    "action": "action.rend.3",
    "potion": "potion.stonebark.1",
    "token": "token.4",
    "monster-token": "monster-token.wyvern",
    "fight": "fight.7",
    "city": "city.town-crier",
    "wilds": "wilds.bitter-spring",
    "event": "event.7",
    "attribute-trophy": "attribute-trophy.combat.1",
    "witcher-trophy": "witcher-trophy.viper.1",
    "board": "board.griffin",
    "miniature": "miniature.red",
    "closed-tavern": "closed-tavern",
}
COUNTED = ("lair", "quests", "quest-tokens")
"""Places about which another rule has something to say first."""
TRAY = "private"
"""Where boxes let a seat keep whatever they say: the base game lays nothing there."""


@pytest.mark.rule("OW-TOKEN-01", "OW-COMP-02", "OW-COMP-07")
@pytest.mark.parametrize("kind", HOMES)
def test_nothing_lies_among_other_things(kind: str) -> None:
    """A component in a place that is not for its kind is refused by what says what it is."""
    rule, homes = HOMES[kind]
    client, document = sitting()
    before = client.state()
    stray = STRAYS.get(kind) or document["places"]["monster.forest"][0]
    fitting = (*homes.split(), *COUNTED, TRAY)
    wrong = [place for place in document["places"] if place.partition(".")[0] not in fitting]
    assert len(wrong) > len(document["places"]) // 2
    for place in wrong:
        changed = deepcopy(document)
        move(stray, place)(changed)
        found = client.error("position", position=changed)
        assert found["rule"] == rule, (place, found)
        assert f"{stray} can’t lie in {place}." in found["message"]
    assert client.state() == before


# What contradicts itself


def note(part: str, **facts: object) -> Change:
    """Let a part remember something else."""
    return lambda document: document["parts"][part].update(facts)


def fighting(seat: str = "red", **facts: object) -> Change:
    """Stand in the middle of a fight between red and blue, at one location."""

    def change(document: Document) -> None:
        document["phase"] = "phase-2"
        for each in ("red", "blue"):
            move(f"miniature.{each}", "at.7")(document)
        document["parts"]["turn"]["memories"]["red"] = {"doing": "fight.blue"}
        document["parts"]["arena"]["fighters"] = ["red", "blue"]
        bout = {"attacker": seat, "defender": "blue", "stage": "turns", "turn": "red"}
        document["parts"]["fight"].update({**bout, "step": "start", **facts})

    return change


def hunting(**facts: object) -> Change:
    """Let red fight the monster of the forest where it stands."""

    def change(document: Document) -> None:
        document["phase"] = "phase-2"
        move("miniature.red", standing(document, "forest"))(document)
        (monster,) = document["places"]["monster.forest"]
        document["parts"]["arena"]["fighters"] = ["red"]
        bout = {"attacker": "red", "monster": monster, "terrain": "forest", "stage": "turns"}
        document["parts"]["fight"].update({**bout, "turn": "monster", "step": "start", **facts})

    return change


def lasting(**params: str | int | None) -> Change:
    """Let red deal other damage for as long as the fight goes on."""
    known = {"by": -1, "per": "", **params}
    effect = {
        "id": "combo-damage.1",
        "kind": "change.combo-damage",
        "source": "potion.stonebark.1",
        "seat": "red",
        "params": {name: value for name, value in known.items() if value is not None},
        "until": "fight",
    }
    return both(fighting(), lambda d: d.setdefault("effects", []).append(effect))


CONTRADICTIONS: dict[str, tuple[Change, str]] = {
    "misspelt": (note("turn", numbr=3), "turn remembers has no field numbr (number?)"),
    "misspelt-inside": (
        note("turn", memories={"red": {"movd": True}}),
        "turn remembers has no field movd (moved?)",
    ),
    "counts-below-nothing": (note("fight", dealt=-1), "part fight: Expected `int` >= 0"),
    "turns-below-nothing": (note("turn", number=-1), "part turn: Expected `int` >= 0"),
    "phase": (lambda d: d.update(phase="phase-9"), "no phase named phase-9"),
    "no-turn-yet": (note("turn", number=0), "In the phase phase-1 the turn of a seat"),
    "nobody-acts": (lambda d: d.update(acting=""), "In the phase phase-1 the turn of a seat"),
    "deed": (
        both(
            lambda d: d.update(phase="phase-2"),
            note("turn", memories={"red": {"doing": "dance"}}),
        ),
        "red can’t have chosen dance",
    ),
    "deed-too-soon": (
        note("turn", memories={"red": {"doing": "explore"}}),
        "red can’t have chosen explore",
    ),
    "deed-of-another": (
        both(
            lambda d: d.update(phase="phase-3"), note("turn", memories={"blue": {"doing": "dance"}})
        ),
        "blue can’t have chosen dance",
    ),
    "won": (track(track=4), "red is at the top of the Trophy Track"),
    "arena-without-a-fight": (note("arena", fighters=["red"]), "in the arena without a fight"),
    "fight-without-an-arena": (
        both(fighting(), note("arena", fighters=[])),
        "Not exactly the witchers of the fight that red",
    ),
    "fight-out-of-phase": (both(fighting(), lambda d: d.update(phase="phase-3")), "own Phase II"),
    "attacker-not-acting": (fighting("green"), "green fights outside of the own Phase II"),
    "attacker-elsewhere": (
        both(fighting(), move("miniature.red", "at.8")),
        "red does not stand where the opponent does",
    ),
    "hunter-elsewhere": (both(hunting(), move("miniature.red", "at.0")), "does not stand where"),
    "another-monster": (hunting(monster="monster.fiend"), "not in the slot of the terrain forest"),
    "stage": (fighting(stage="tea"), "No fight is at the stage tea"),
    "step": (fighting(step="jump"), "No fight is at the stage jump"),
    "side": (fighting(turn="monster"), "monster is no side of this fight"),
    "winner": (hunting(winner="blue"), "blue is no side of this fight"),
    "defender": (fighting(defender="purple"), "purple is no side of this fight"),
    "combo": (fighting(step="combo", played=["action.rend.3"]), "The Combo of red does not lie"),
    "links": (fighting(step="combo", links=[0]), "The Combo of red does not lie"),
    "told-quest": (
        note("quests", told="city.town-crier"),
        "Quests, their tokens and what is known",
    ),
    "lasting": (lasting(by="monster"), "What combo-damage.1 changes can’t be read."),
    "lasting-without-a-number": (lasting(by=None), "What combo-damage.1 changes can’t be read."),
    "stage-of-a-moment": (
        lambda d: d.setdefault("flags", {}).update({"phase1.ended": "x"}),
        "How far phase1.ended has come",
    ),
    "defender-in-the-arena": (
        both(fighting(defender="purple"), note("arena", fighters=["red", "purple"])),
        "purple is no side of this fight",
    ),
}


BY_RULE = {
    "phase": "OW-TURN-01",
    **dict.fromkeys(("no-turn-yet", "nobody-acts"), "OW-GEN-04"),
    **dict.fromkeys(("deed", "deed-too-soon", "deed-of-another"), "OW-TURN-06"),
    "won": "OW-TROPHY-03",
    **dict.fromkeys(
        (
            "arena-without-a-fight",
            "fight-without-an-arena",
            "fight-out-of-phase",
            "attacker-not-acting",
            "attacker-elsewhere",
            "defender-in-the-arena",
        ),
        "OW-FIGHT-01",
    ),
    "hunter-elsewhere": "OW-FIGHT-02",
    "another-monster": "OW-MONSTER-01",
    **dict.fromkeys(("stage", "step", "side", "winner"), "OW-FIGHT-10"),
    **dict.fromkeys(("combo", "links"), "OW-FIGHT-15"),
    "told-quest": "OW-QUEST-01",
}
"""What of that a rule says; the rest is about how positions are written."""


@pytest.mark.parametrize(
    ("change", "says", "rule"),
    [
        pytest.param(
            *contradiction,
            BY_RULE.get(name),
            id=name,
            marks=[pytest.mark.rule(BY_RULE[name])] if name in BY_RULE else [],
        )
        for name, contradiction in CONTRADICTIONS.items()
    ],
)
def test_contradictions(change: Change, says: str, rule: str | None) -> None:
    """What can't all be so at once is named, and never by an error of the program."""
    error = refused(change)
    assert says in error["message"]
    assert "Error" not in error["message"]
    assert rule in {None, error.get("rule")}


@pytest.mark.rule("OW-ATTR-03")
def test_what_does_not_contradict_itself() -> None:
    """The fights of which one thing each was wrong go on, and there a Shield may be too high."""
    for change in (fighting(), hunting(), lasting()):
        client, document = sitting()
        both(change, track(shield=3))(document)
        client.ask("position", position=document)
        assert client.ask("position")["position"]["parts"]["fight"]["stage"] == "turns"


def missing(document: Document) -> None:
    """Take a card away."""
    document["places"]["action-deck"].pop()


def twice(document: Document) -> None:
    """Lay a card out a second time."""
    document["places"]["discard.red"].append(document["places"]["action-deck"][0])


def invented(document: Document) -> None:
    """Add a card that the box doesn't hold."""
    document["places"]["action-deck"].append("action.rend.9")


def nowhere(document: Document) -> None:
    """Lay a card where there is no place."""
    document["places"]["sleeve.red"] = [document["places"]["action-deck"].pop()]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (missing, "lies nowhere"),
        (twice, "lies in discard.red and in action-deck"),
        (invented, "action.rend.9 in action-deck is no component"),
        (nowhere, "no place named sleeve.red"),
        (lambda d: d["tracks"].update({"luck.red": 1}), "no track named luck.red"),
        (lambda d: d.update(acting="pink"), "no seat named pink"),
        (lambda d: d["tracks"].update({"gold.red": "much"}), "can't be read"),
        (lambda d: d["parts"].update(turn={"number": "first"}), "can't be read"),
    ],
    ids=range(8),
)
def test_conservation(change: Change, says: str) -> None:
    """Nothing can be lost, doubled or invented; what can't be read is said."""
    assert says in refused(change)["message"]


# Wrong answers, wrong beginnings


@pytest.mark.rule("OW-GEN-07", "OW-MOVE-04")
def test_wrong_answers_change_nothing() -> None:
    """An answer that can't be paid for is refused by its rule; so is one out of turn."""
    client, document = sitting()
    track(gold=0)(document)
    client.ask("position", position=document)
    before = client.state()
    asked = client.question("red", "phase-1")
    for seat, value in (("red", "action"), ("red", "at.99"), ("blue", "at.8"), ("red", 7)):
        client.error("answer", seat=seat, decision=asked["id"], value=value)
    assert client.state() == before
    near = [each["value"] for each in asked["space"]["options"] if "why_not" not in each]
    client.answer("red", "phase-1", near[0])
    before, paying = client.state(), client.question("red", "pay-move")
    hand = [option["value"] for option in paying["space"]["options"]]
    gold = client.error("answer", seat="red", decision=paying["id"], value=[hand[0], "gold"])
    assert (gold["rule"], client.state()) == ("OW-MOVE-04", before)


@pytest.mark.rule("OW-GEN-01")
@pytest.mark.parametrize(
    ("begun", "says"),
    [
        ({"seats": 0}, "1 to 5 seats"),
        ({"seats": 6}, "1 to 5 seats"),
        ({"seats": 2, "modules": ["solo"]}, "OW-GEN-01"),
    ],
)
def test_wrong_beginnings(begun: Document, says: str) -> None:
    """From one seat to five, and the solo mode for one only."""
    client, _ = sitting()
    before = client.state()
    error = client.error("new", game=RULESET.name, **begun)
    assert says in error["message"]
    assert client.state() == before
