"""What the box advises bots: to think of the last turn, of Protection, and of what is left."""

from __future__ import annotations

from typing import Any

from tests.old_world.legendary_hunt.hunting import MONSTER, Hunted
from tests.old_world.ring import tab
from tts_tool.playtest.steady import SteadyBot


def advised(h: Hunted, question: str) -> Any:  # noqa: ANN401  # as it is answered
    """Let a bot that knows the game answer a question."""
    return SteadyBot("any").answer(h.ask(question))


def cornered(number: int) -> Hunted:
    """Let red hunt alone, one road away from the legend, with so many nights left."""
    h = Hunted(1, at=15).stand(red=18).tracks(**{"gold.red": 0, "track.red": 4}).owns(6)
    h.lay("movement-deck", *h.place("movement-deck")[:number], rest="movement-discard")
    h.deck("red", *h.plain(12)).to_phase("phase-1", "red")
    return h.hand("red", *(h.printed("red", damage=3) for _ in range(4)))


def test_it_strikes_in_the_last_turn() -> None:
    """Nothing that is done then counts later: it goes where the legend is, and fights."""
    h = cornered(0)
    assert advised(h, "phase-1") == "at.15"
    h.answer("phase-1", "at.15").answer("pay-move", advised(h, "pay-move"))
    assert advised(h, "phase-1") == "end-phase"
    h.answer("phase-1", "end-phase")
    assert advised(h, "phase-2") == "fight.legend"


def test_it_trains_where_it_is_early() -> None:
    """With nights left it goes to a school that it can pay, and comes to the fight another day."""
    h = Hunted(1, at=5).stand(red=18).tracks(**{"gold.red": 3}).to_phase("phase-1", "red")
    h.hand("red", h.printed("red", damage=1))
    assert advised(h, "phase-1") in ("at.15", "at.17")


def linked(h: Hunted) -> tuple[str, str, str]:
    """Print two cards that make a Combo, and one that does more alone than each of them."""
    first = h.printed("red", tab("blue", damage=1), damage=1)
    return first, h.printed("blue", damage=1), h.printed("yellow", damage=2)


def laid_first(position: int) -> str:
    """Say with what it begins a Combo where the legend is protected as on a spot of the track."""
    h = Hunted(1).tracks(**{"track.red": position, "shield.red": 0})
    first, second, alone = linked(h)
    h.hand("red", first, second, alone).deck("red", *h.plain(9)).hunt(12)
    return "linked" if advised(h, "combo") == first else "alone"


def test_protection_wants_long_combos() -> None:
    """What Protection takes of a single blow it takes only once of a Combo."""
    assert laid_first(1) == "linked"
    assert laid_first(4) == "linked"


def test_what_kills_goes_before_all() -> None:
    """The last card of the Life Pool is worth more than a Shield."""
    h = Hunted(1).tracks(**{"track.red": 4, "shield.red": 0, "defense.red": 4})
    kills, guards = h.printed("red", damage=1), h.printed("green", shield=4)
    h.hand("red", kills, guards).deck("red", *h.plain(9)).hunt(1)
    assert advised(h, "combo") == kills


def test_it_stops_where_a_card_is_wasted() -> None:
    """A card that does nothing is life, and stays in the hand."""
    h = Hunted(1).tracks(**{"track.red": 4})
    first = h.printed("red", tab("green"), damage=3)
    h.hand("red", first, *h.plain(1)).deck("red", *h.plain(9)).hunt(12)
    assert advised(h, "combo") == first
    h.answer("combo", first)
    assert advised(h, "combo") == "announce"


def test_it_pays_to_suffer_less() -> None:
    """Of an offer it takes what hurts less, if it can pay for that."""
    h = Hunted(legend="gaunter-odimm", at=2).tracks(**{"gold.red": 2, "shield.red": 0})
    h.hand("red", *h.plain(2)).deck("red", *h.plain(12)).hunt((4, 5, 6), turn=MONSTER)
    h.answer("attack", "charge")
    assert advised(h, "bargain") == "b"
