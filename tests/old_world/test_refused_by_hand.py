"""What can't be done, tried with hands all the same: why not, by its rule, in both languages."""

from __future__ import annotations

import re
from random import Random

import pytest

from tests.old_world.referee_table import Refereed
from tests.old_world.table import catalogue, unplayed
from tests.referee.table.test_host import tried
from tts_tool.kernel.decisions import Gesture, Move, Press, Roll, Turn

TRIES = 3
"""So many things that can't be done are tried at each moment."""
RULE = re.compile(r"\[(OW-[A-Z]+-\d+)\]$")


def greyed(at: Refereed, colour: str) -> list[tuple[Gesture, str]]:
    """List what a colour is told that it can't do, and why."""
    why = at.paper.permits[colour]["why_not"]
    found: list[tuple[Gesture, str]] = [
        (Move(component, place), said)
        for component, places in why["moves"].items()
        for place, said in places.items()
    ]
    found += [(Press(button), said) for button, said in why["presses"].items()]
    found += [(Turn(component), said) for component, said in why["turns"].items()]
    may = at.paper.permits[colour]
    return [each for each in found if not _may(may, each[0])]


def _may(may: dict[str, dict[str, dict[str, bool]]], gesture: Gesture) -> bool:
    """Tell whether a gesture means something else that may be done."""
    match gesture:
        case Move(component, place):
            return place in may["moves"].get(component, {})
        case Press(button):
            return button in may["presses"]
        case _:
            return False


@pytest.mark.soak(sample=2, full=10)
def test_refused_by_hand(rounds: int) -> None:
    """Nothing is done, the card goes back, and the sentence is the one beside the greyed button."""
    broken: dict[str, set[str]] = {"en": set(), "de": set()}
    for seed in range(rounds):
        chance = Random(seed)
        language = ("en", "de")[seed % 2]
        at = Refereed(unplayed(1 + (seed + 1) % 5, f"refused {seed}"), language=language)
        for _ in range(250 if rounds < 10 else 5_000):
            if at.session.over:
                break
            for colour in at.paper.permits:
                cannot = greyed(at, colour)
                for gesture, said in chance.sample(cannot, min(TRIES, len(cannot))):
                    before = at.session.digest()
                    verdict = at.do(colour, gesture)
                    assert not verdict.done
                    assert verdict.say == said
                    assert at.session.digest() == before
                    if isinstance(gesture, Move):
                        assert at.paper.find(gesture.component)[0] == at.session.state.place_of(
                            gesture.component
                        )
                    broken[language] |= set(RULE.findall(said))
            found = tried(at.paper, chance)
            assert found is not None
            colour, gesture = found
            if isinstance(gesture, Roll):
                at.do(colour, gesture, d1=3)
            else:
                at.do(colour, gesture)
    legality = {
        name for name, rule in catalogue().rules.items() if rule.kind in ("legality", "limit")
    }
    both = (broken["en"] | broken["de"]) & legality
    assert len(both) >= 12, sorted(both)
