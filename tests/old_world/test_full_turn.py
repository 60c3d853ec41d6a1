"""One whole turn of a game for two, the way the rulebook tells one: every step with its numbers.

The Bear stands in Vengerberg with Combat 3, Defense 2, Alchemy 2, Specialty 3, witcher level II,
4 gold, a Blizzard, four cards and the trail of an Archespore at Hengfors.  Chance is laid down.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.old_world.table import Document, catalogue, new
from tts_tool.kernel.entries import Accepted, Refused
from tts_tool.referee.session import Session
from tts_tool.rulesets.old_world import RULESET


def fight(*numbers: int) -> list[str]:
    """Name Monster Fight cards."""
    return [f"fight.{number}" for number in numbers]


HAND = [
    "action.bear-yrden.2",  # Water
    "action.bear-aard.2",  # Mountain
    "action.bear-aard.1",  # the Combo of the first Fight Turn
    "action.bear-heavy-blow.1",
]
LEARNED = "action.bear-push.2"  # Mountain; drawn with the new witcher level
FIRST_DRAW = ["action.exploding-shield.4", "action.bear-quick-slash.2", "action.bear-push.1"]
BITTEN_OFF = ["action.bear-yrden.2", "action.bear-heavy-blow.2"]
ARMOR = ["action.bear-quick-slash.1", "action.precise-blow.1"]
SECOND_DRAW = ["action.bear-aard.2", LEARNED, "action.bear-yrden.1"]
LAST = "action.cover.1"
BITE_5, BITE_ALCHEMY = "fight.7", "fight.13"
BOUGHT = "action.lightning-reflex.1"

SCRIPT: dict[str, list[Any]] = {
    "poker.red": [[2, 2, 4, 5, 1], [2, 6, 3]],
    "poker.blue": [[3, 3, 5, 6, 1], [4, 4]],
    "shuffle.deck.red": [[*FIRST_DRAW, *BITTEN_OFF, *ARMOR, *SECOND_DRAW]],
    "shuffle.monster-deck": [
        [*fight(1, 2, 3), BITE_5, *fight(4, 5, 6, 8, 9), BITE_ALCHEMY, *fight(10, 11)]
    ],
}


def on_top(first: str, others: tuple[str, ...]) -> list[str]:
    """Bring one to the top."""
    return [first, *(each for each in others if each != first)]


def opening() -> Document:
    """Set up where the turn begins."""
    t = new(2).stand(red=8, blue=3)
    levels = {"combat": 3, "defense": 2, "alchemy": 2, "specialty": 3, "witcher": 2, "shield": 2}
    t.tracks(**{f"{name}.red": level for name, level in levels.items()})
    t.tracks(**{"gold.red": 4, "gold.blue": 2})
    t.lay("hand.red", *HAND)
    own = [c for c in t.place("deck.red") if c != LEARNED]
    common = [c for c in (*FIRST_DRAW, *ARMOR, LAST) if c not in own]
    t.lay("deck.red", LEARNED, *own, *common)
    t.lay("potions.red", "potion.blizzard.1", rest="potion-deck")
    t.lay("potion-deck", *on_top("potion.black-blood.1", t.place("potion-deck")))
    t.lay("display.6", BOUGHT, rest="action-deck")
    t.lay("trails.red", "token.3", rest="tokens.mountain")
    (old,), (lair,) = t.place("monster.mountain"), t.place("lair.mountain")
    number, level = lair.partition(".")[2], t.timeline.composition.inventory.cards[old].level
    token = old.replace("monster.", "monster-token.")
    left = [c for c in t.place(f"at.{number}") if c != token]
    t.lay(f"monster-tokens.{level}", *t.place(f"monster-tokens.{level}"), token)
    t.lay(f"at.{number}", *left).lay("at.2", "monster-token.archespore")
    t.lay("monster.mountain", "monster.archespore", rest=f"monster-cards.{level}")
    t.lay("lair.mountain", "token.2", rest="tokens.mountain")
    return t.document()


class Told:
    """The turn, played through the referee."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def answers(self, seat: str, question: str, value: object) -> None:
        """Give an answer that is accepted."""
        reply = self.session.answer(seat, self.asked(seat, question), value)
        assert isinstance(reply, Accepted), reply

    def refuses(self, seat: str, question: str, value: object) -> str:
        """Give an answer that isn't; give the rule that says so."""
        reply = self.session.answer(seat, self.asked(seat, question), value)
        assert isinstance(reply, Refused)
        return reply.rejection.rule

    def asked(self, seat: str, question: str) -> str:
        """Give the id of the one question that is open."""
        (decision,) = self.session.open("*")
        assert (decision.seat, decision.name) == (seat, question)
        return decision.id

    def tracks(self, names: str) -> list[int]:
        """Read tracks of red."""
        return [self.session.state.tracks[f"{name}.red"] for name in names.split()]

    def place(self, name: str) -> tuple[str, ...]:
        """See what lies in a place."""
        return self.session.state.places[name]

    def count(self, name: str) -> int:
        """Count what lies in a place."""
        return len(self.place(name))


def a_move_and_a_lesson(told: Told) -> None:
    """No action before a move; a water card leads to Ban Ard, where Alchemy rises to 3."""
    assert told.refuses("red", "phase-1", "action") == "OW-ACT-01"
    told.answers("red", "phase-1", "at.4")
    told.answers("red", "pay-move", [HAND[0]])
    told.answers("red", "phase-1", "action")
    assert told.tracks("alchemy witcher") == [3, 2]
    assert told.place("potions.red") == ("potion.black-blood.1", "potion.blizzard.1")


def dice_poker(told: Told) -> None:
    """At a school witchers play, but don't fight: both stake one, the bank adds one, 3 are won."""
    told.answers("red", "phase-1", "at.3")
    told.answers("red", "pay-move", [HAND[1]])
    told.answers("red", "phase-1", "poker.blue")
    assert told.tracks("gold") == [3]
    told.answers("blue", "roll-again", [3, 4])  # 3 3 5 6 1 -> 3 3 4 4 1
    told.answers("red", "roll-again", [3, 4, 5])  # 2 2 4 5 1 -> 2 2 2 6 3
    assert told.tracks("gold") == [6]
    assert told.session.state.tracks["gold.blue"] == 1


def training_and_a_new_level(told: Told) -> None:
    """Defense 2 to 3 for three gold, Shield one up, witcher level II to III, one card drawn."""
    told.answers("red", "phase-1", "action")
    assert told.refuses("red", "train", "specialty") == "OW-ACT-12"
    told.answers("red", "train", "defense")
    assert told.tracks("defense shield witcher gold") == [3, 3, 3, 3]
    assert set(told.place("hand.red")) == {*HAND[2:], LEARNED}


def on_with_the_card_that_was_drawn(told: Told) -> None:
    """The new card pays for Hengfors, where rumours bring a coin and a Trail Quest."""
    told.answers("red", "phase-1", "at.2")
    told.answers("red", "pay-move", [LEARNED])
    told.answers("red", "phase-1", "action")
    told.answers("red", "track", "water")
    assert told.tracks("gold") == [4]
    assert told.count("rumours.red") == 1
    told.answers("red", "phase-1", "end-phase")


def the_trail_gives_the_first_blow(told: Told) -> None:
    """The fight costs a Potion; who has the trail begins; two cards deal 3, then 3 are drawn."""
    told.answers("red", "phase-2", "fight.mountain")
    told.answers("red", "discard-potions", ["potion.black-blood.1"])
    assert told.count("monster-life") == 12
    told.answers("red", "use-step-1", "pass")
    for card in HAND[2:]:
        told.answers("red", "combo", card)
    assert told.session.state.tracks["shield.red"] == 3
    assert told.count("combo.red") == 2
    told.answers("red", "combo", "announce")
    assert told.count("monster-life") == 12 - 3
    assert set(told.place("hand.red")) == set(FIRST_DRAW)
    assert told.place("discard.red") == tuple(reversed(HAND[2:]))


def a_bite_of_five_and_armor(told: Told) -> None:
    """Bite 5 with Shield 3: the Shield is gone and two cards; Armor gives one Shield, two cards."""
    told.answers("blue", "attack", "bite")
    assert told.count("monster-life") == 12 - 3 - 1
    assert told.place("discard.red")[:2] == tuple(reversed(BITTEN_OFF))
    assert told.tracks("shield") == [1]
    assert set(told.place("hand.red")) == {*FIRST_DRAW, *ARMOR}


def a_potion_and_four_cards(told: Told) -> None:
    """Blizzard lets a fourth card follow without a tab: 5 damage, one Shield, a card fetched."""
    told.answers("red", "use-step-1", "potion.blizzard.1")
    assert told.place("spent-potions.red") == ("potion.blizzard.1",)
    for card in (*FIRST_DRAW, ARMOR[0]):
        told.answers("red", "combo", card)
    told.answers("red", "combo", "announce")
    assert told.count("monster-life") == 8 - 5
    assert told.tracks("shield") == [2]
    assert set(told.place("hand.red")) == {ARMOR[1], BITTEN_OFF[1], *SECOND_DRAW}
    assert set(told.place("discard.red")[:4]) == {*FIRST_DRAW, ARMOR[0]}


def a_bite_that_weakens(told: Told) -> None:
    """The next bite lowers Alchemy to 2; from a monster of Level I it deals no damage."""
    told.answers("blue", "attack", "bite")
    assert told.tracks("alchemy shield witcher") == [2, 2, 3]
    assert (told.count("monster-life"), told.count("hand.red")) == (2, 5)


def victory_and_fatigue(told: Told) -> None:
    """One card deals 3 to the last two: two gold, a step, one card trashed, the trophy."""
    told.answers("red", "combo", ARMOR[1])
    told.answers("red", "combo", "announce")
    assert told.tracks("gold track") == [6, 1]
    told.answers("red", "trash", [HAND[2]])
    assert told.place("trophies.red") == ("monster.archespore",)
    assert told.place("trash") == (HAND[2],)
    assert told.tracks("shield") == [3]
    assert "potion.blizzard.1" in told.place("potion-discard")
    assert "monster-token.archespore" not in told.place("at.2")
    assert told.count("monster.mountain") == 1  # the next one, a level higher


def a_card_from_the_market(told: Told) -> None:
    """Three cards are drawn; the card on the right-most slot costs one less, here one card."""
    assert told.count("hand.red") == 3
    right = told.place("display.5")
    paid = told.place("hand.red")[0]
    told.answers("red", "purchase", {"card": BOUGHT, "pay": [paid]})
    assert BOUGHT in told.place("hand.red")
    assert told.count("hand.red") == 3
    assert told.place("display.6") == right
    assert told.count("display.1") == 1
    assert told.session.state.acting == "blue"
    assert told.session.unused() == {}


STEPS = (
    (a_move_and_a_lesson, ("OW-ACT-01", "OW-MOVE-02", "OW-ACT-06")),
    (dice_poker, ("OW-POKER-07", "OW-POKER-19", "OW-POKER-26")),
    (training_and_a_new_level, ("OW-ACT-17", "OW-ATTR-13", "OW-ATTR-14")),
    (on_with_the_card_that_was_drawn, ("OW-ATTR-15", "OW-ACT-18")),
    (the_trail_gives_the_first_blow, ("OW-MONSTER-41", "OW-MONSTER-06", "OW-FIGHT-21")),
    (a_bite_of_five_and_armor, ("OW-MONSTER-11", "OW-SPEC-06", "OW-SPEC-05")),
    (a_potion_and_four_cards, ("OW-POTION-05", "OW-FIGHT-25", "OW-FIGHT-26")),
    (a_bite_that_weakens, ("OW-MONSTER-12", "OW-ATTR-09")),
    (victory_and_fatigue, ("OW-MONSTER-23", "OW-TROPHY-06", "OW-FIGHT-35")),
    (a_card_from_the_market, ("OW-MARKET-09", "OW-MARKET-11", "OW-MARKET-13")),
)
"""The turn, step by step, each with the rules that it shows."""


@pytest.mark.parametrize(
    "last",
    [
        pytest.param(at, id=step.__name__, marks=pytest.mark.rule(*rules))
        for at, (step, rules) in enumerate(STEPS)
    ],
)
def test_the_turn(last: int) -> None:
    """The turn goes as the rulebook tells it, up to and with this step."""
    with Session.new(
        RULESET, catalogue(), seats=2, seed="turn", position=opening(), script=SCRIPT
    ) as session:
        told = Told(session)
        for step, _ in STEPS[: last + 1]:
            step(told)
