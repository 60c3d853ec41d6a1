"""The cards of the hunt: what is known is what sources say, what is our own keeps measure."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.old_world.table import catalogue
from tts_tool.rulesets.old_world.base.abilities.abilities import Suffer
from tts_tool.rulesets.old_world.base.box.records import Location
from tts_tool.rulesets.old_world.legendary_hunt.records import (
    Destruction,
    Either,
    Legend,
    LegendFightCard,
    LoseTop,
    Movement,
    SpecialAttack,
    SufferBy,
    Toll,
)

LEGENDS = catalogue().of(Legend)


def test_the_halves_of_the_fight_cards() -> None:
    """Of 40 halves 16 are Special Attacks, each number four times, twice for either type."""
    cards = catalogue().of(LegendFightCard).values()
    assert len(cards) == 20
    halves = [(attack, *getattr(card, attack)) for card in cards for attack in ("charge", "bite")]
    special = Counter((how, e.number) for how, e in halves if isinstance(e, SpecialAttack))
    assert special == {(how, n): 2 for how in ("charge", "bite") for n in (1, 2, 3, 4)}
    damage = Counter(e.damage for _, e in halves if isinstance(e, Suffer))
    tops = [e.count for _, e in halves if isinstance(e, LoseTop)]
    assert (damage, tops) == ({4: 6, 5: 6, 6: 6}, [3] * 6)
    both = [c for c in cards if all(isinstance(e, SpecialAttack) for e in (*c.charge, *c.bite))]
    assert both == []


def test_the_legends() -> None:
    """Each has a start of its own with a token and no school, an ability and four attacks."""
    spots = {known.number: known for known in catalogue().of(Location).values()}
    starts = {kind.id: kind.start for kind in LEGENDS.values()}
    assert starts == {
        "imperial-golem": 8,
        "frightener": 14,
        "ice-giant": 5,
        "cyclops": 13,
        "toad": 6,
        "unseen-elder": 11,
        "gaunter-odimm": 2,
        "kayran": 12,
    }
    assert all(spots[at].terrain and not spots[at].school for at in starts.values())
    assert all(kind.special and len(kind.attacks) == 4 for kind in LEGENDS.values())
    known = {kind.id for kind in LEGENDS.values() if kind.known}
    assert known == {"imperial-golem", "frightener", "ice-giant"}


@pytest.mark.parametrize("legend", sorted(LEGENDS))
def test_a_way_to_lose_less(legend: str) -> None:
    """What one holds or chooses makes at least one attack of each legend cheaper."""
    if legend == "cyclops":
        assert any(isinstance(e, Either) for a in LEGENDS[legend].attacks for e in a.effects)
    softer = (Toll, Either, SufferBy)
    assert any(isinstance(e, softer) for a in LEGENDS[legend].attacks for e in a.effects)


def test_the_movement_cards() -> None:
    """Twelve of them, and but for two pairs each way is there in reverse as well."""
    cards = {(card.main, card.secondary): card.moves for card in catalogue().of(Movement).values()}
    assert len(cards) == 12
    alone = {way for way in cards if way[::-1] not in cards}
    assert alone == {(12, 5), (9, 12)}
    assert all(list(moves) == sorted(moves) for moves in cards.values())
    assert cards[2, 18] == (2, 2, 3, 4, 4)
    assert Counter(moves[0] for moves in cards.values()) == {1: 10, 2: 2}


def test_the_tokens() -> None:
    """24 of five kinds; the yards show the four attributes, and no effect is new."""
    kinds = catalogue().of(Destruction)
    assert sum(kind.copies for kind in kinds.values()) == 24
    assert Counter(kind.copies for kind in kinds.values()) == {5: 4, 1: 4}
    words = {type(effect).__module__ for kind in kinds.values() for effect in kind.effects}
    assert all(".base." in word for word in words)
    assert catalogue().provenance("rubble", "copies").source == "house"
