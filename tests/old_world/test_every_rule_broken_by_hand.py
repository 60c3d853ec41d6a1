"""Every rule that says what is allowed, or how much, is broken by hand at the real table.

The answer names the rule, in English and in German; the piece goes back where it was, and nothing
has changed. Situations and attempts are those of the tests of the rules themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest

from tests.old_world import test_specialties, test_trophies
from tests.old_world.real_table import COLOURS, Sat, open_table
from tests.old_world.table import catalogue, new
from tests.old_world.tried import BY_TEST, NEVER, Tried, accepted_ids, in_vain, tried
from tts_tool.errors import NotFound
from tts_tool.kernel.decisions import Decision, Move
from tts_tool.kernel.spaces import Subset
from tts_tool.playtest.hands import gesture_for
from tts_tool.referee.table.choosing import choices
from tts_tool.referee.table.drafting import DONE, Asking, drafted
from tts_tool.referee.table.panel import press_for

RULES = {name for name, rule in catalogue().rules.items() if rule.kind in ("legality", "limit")}
OF_THE_BASE = "OW-"
"""How their ids begin; those of a box are broken at the table of the box."""

OF_POSITIONS = ("OW-ATTR-03", "OW-TOKEN-07", "LH-39")
"""Rules that judge positions which somebody has set up, and no answer."""
OF_BEGINNINGS = ("COMB-41", "LM-24")
"""Rules by which a game is refused before it begins."""
COUNTED: dict[str, Callable[..., object]] = {
    "OW-CARD-10": test_trophies.test_fatigue_by_position,
    "OW-SPEC-03": test_specialties.test_viper_looks_discards_and_orders,
}
"""Rules that say how many, and the test that gives another number by its answer."""


@pytest.fixture(scope="module")
def table() -> Iterator[Sat]:
    """Open the table once for all rules."""
    with open_table(new(5).timeline) as sat:
        yield sat


def test_no_rule_is_missing() -> None:
    """Each rule is broken somewhere, or it is said why nobody can; what refuses is broken."""
    assert set(BY_TEST) | set(NEVER) == RULES
    assert not set(BY_TEST) & set(NEVER)
    refusing = {name for name in RULES if catalogue().rules[name].forbids}
    assert refusing - set(BY_TEST) == {
        *OF_POSITIONS,
        *OF_BEGINNINGS,
        *COUNTED,
        "OW-EXPLORE-03",
    }


def test_what_nobody_can_break() -> None:
    """A number of cards is never exceeded nor missed, and cards have no third option."""
    for rule, test in COUNTED.items():
        found = [each for each in in_vain(test) if each.why.rule == rule]
        for case in found:
            space = next(d for d in case.game.decisions() if d.name == case.question).space()
            assert isinstance(space, Subset)
            assert space.least == space.most
            draft = drafted(space, space.sole()[0][:-1])
            assert isinstance(draft, Asking)
            assert DONE not in [key.value for key in draft.keys]
        assert found
    cards = catalogue()
    ways = {len(getattr(cards.record(each), "ways", ())) for each in cards.ids}
    assert max(ways) == 2


@pytest.mark.soak(sample=12, full=1_000)
@pytest.mark.timeout(600)
def test_every_rule_is_broken(table: Sat, rounds: int) -> None:
    """What is tried is refused in both languages with the rule's id, and leaves no trace."""
    rules = of_box(OF_THE_BASE)
    every = max(1, len(rules) // rounds)
    ways = {rule: broken(table, rule) for rule in rules[::every]}
    assert set(ways.values()) == {"hand", "number"}


def of_box(prefix: str) -> list[str]:
    """List the rules that are broken somewhere, by how their ids begin."""
    return sorted(rule for rule in BY_TEST if rule.startswith(prefix))


def broken(sat: Sat, rule: str) -> str:
    """Try what is refused, in both languages; say whether by hand or by its number."""
    assert tried(rule), f"{rule} is not broken in {BY_TEST[rule]}"
    cases = tried(rule)
    case = next((each for each in cases if not _is_done_before(each)), cases[0])
    sat.lay(case.game.fork())
    before, ways, said = sat.session.digest(), set(), set()
    for language in ("en", "de"):
        sat.host.seating.tongues[COLOURS[case.seat]] = language
        way, sentence = _tried(sat, rule, case)
        ways.add(way)
        said.add(sentence)
        assert sat.session.digest() == before, rule
        _take_back(sat, case.seat)
        assert sat.top.drift() == {}, rule
    assert len(said) == 2, said
    (way,) = ways
    return way


def _is_done_before(case: Tried) -> bool:
    """Tell whether the answer is given before hands have laid all that it is tried with."""
    spaces = [each.space() for each in case.game.decisions() if each.name == case.question]
    most = [each.most for each in spaces if isinstance(each, Subset)]
    return bool(most) and isinstance(case.value, list) and len(case.value) > max(most)


def _tried(sat: Sat, rule: str, case: Tried) -> tuple[str, str]:
    """Make the choices of an answer until one is refused by the rule; say how, and what it says."""
    decision, hands = _asked(sat, case), sat.hands(case.seat)
    heard: list[str] = []
    for choice in choices(decision.space(), case.value):
        since = len(sat.top.table.chat)
        gesture = gesture_for(decision, choice)
        by_hand = gesture is not None and hands.do(gesture)
        if not by_hand and not _by_number(sat, case, choice):
            continue
        sat.settle()
        heard += sat.heard(case.seat, since)
        for line in heard:
            if any(line.endswith(f"[{each}]") for each in accepted_ids(rule)):
                return "hand" if by_hand else "number", line
    raise AssertionError((rule, case.question, case.value, heard))


def _by_number(sat: Sat, case: Tried, choice: object) -> bool:
    """Type the number of a button; one that is greyed says why, and can't be pressed."""
    decision = _asked(sat, case)
    panel = [b for question in sat.host.panels[COLOURS[case.seat]] for b in question.buttons]
    wanted = press_for(decision, choice)
    for number, button in enumerate(panel, 1):
        if button.press == wanted:
            shown = _shown(sat, case.seat, button.press)
            assert shown["tooltip"] == button.why_not
            assert (shown["interactable"].lower() == "true") == (not button.why_not)
            sat.player(case.seat).say(f"!{number}")
            return True
    return False


def _shown(sat: Sat, seat: str, button: str) -> dict[str, str]:
    """Look at a button; many that can't be pressed now stand behind one that unfolds them."""
    with suppress(NotFound):
        return sat.top.table.ui(button)
    sat.player(seat).click(f"own.{COLOURS[seat]}.others")
    sat.settle()
    return sat.top.table.ui(button)


def _asked(sat: Sat, case: Tried) -> Decision[object]:
    found = [*sat.session.open(case.seat), *sat.session.beside(case.seat)]
    return next(each for each in found if (each.name, each.seat) == (case.question, case.seat))


def _take_back(sat: Sat, seat: str) -> None:
    """Take back what was chosen before the refusal: lay it where it was."""
    for component in list(sat.host.in_drafts):
        assert sat.hands(seat).do(Move(component, sat.session.state.place_of(component)))
        sat.settle()
