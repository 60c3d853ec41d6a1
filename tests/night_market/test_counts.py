"""How many ways there are to go on: a wrong option anywhere changes a count."""

from __future__ import annotations

import pytest

from tests.night_market.stalls import at_spot, evening
from tts_tool.kernel.timeline import Timeline
from tts_tool.proof.counting import after, deed, sequences
from tts_tool.proof.match import module_sets
from tts_tool.proof.play import free
from tts_tool.rulesets.night_market import RULESET
from tts_tool.rulesets.night_market.storm import Weather

CORE, STORM, GUILD = ("core",), ("core", "storm"), ("core", "guild")
BOTH = ("core", "storm", "guild")

HANDS = {
    "hand.red": ["tea", "mask", "spyglass"],
    "hand.blue": ["silk", "drum", "comb"],
    "attic.red": ["felt", "felt"],
    "stall.blue": ["mask"],
    "discard": ["lantern", "drum"],
    "deck": ["comb", "silk", "tea", "tea"],
}


def position(name: str, modules: tuple[str, ...]) -> Timeline:
    """Set up one of the positions from which is counted."""
    if name == "meeting":
        return evening("meeting", HANDS, modules=modules)
    if name == "scheme":
        flood = {"weather": Weather("harbour")} if "storm" in modules else {}
        return evening("scheme", HANDS, modules=modules, parts=flood)
    if name == "bustle":
        return evening("bustle", HANDS, modules=modules)
    if name == "haggle":
        spot = at_spot("bridge", red="silk", blue="tea")
        luck = {"voice": [[2], [6], [1], [3]], "rain": [[6]] * 9}
        return evening("haggle", modules=modules, script=luck, seats=3, **spot)
    return evening("close", HANDS, modules=modules, settings={"performer": "fastest"})


# By hand: six ways to scheme first (two seats, three spots), then 3 * (3 + 3) * 2, and so on.
COUNTS: dict[tuple[str, tuple[str, ...]], tuple[int, ...]] = {
    ("scheme", CORE): (6, 36, 162, 486, 4374),
    ("bustle", CORE): (11, 86, 655, 4528),
    ("haggle", CORE): (2, 4, 15, 144, 1350),
    ("close", CORE): (4, 8, 48, 336, 1728),
    ("scheme", STORM): (4, 20, 72, 216, 1944),
    ("bustle", STORM): (11, 86, 655, 4520),
    ("haggle", STORM): (2, 4, 12, 84, 624),
    ("close", STORM): (4, 8, 32, 192, 768),
    ("meeting", GUILD): (3, 13, 63, 351, 2430),
    ("scheme", GUILD): (6, 36, 162, 486, 4374),
    ("bustle", GUILD): (11, 86, 655, 4516),
    ("haggle", GUILD): (2, 4, 9, 45, 243),
    ("close", GUILD): (4, 8, 24, 216, 648),
    ("meeting", BOTH): (3, 13, 63, 351, 2430),
    ("scheme", BOTH): (4, 20, 72, 216, 1944),
    ("bustle", BOTH): (11, 86, 655, 4516),
    ("haggle", BOTH): (2, 4, 9, 45, 243),
    ("close", BOTH): (4, 8, 24, 216, 648),
}


@pytest.mark.parametrize(
    ("name", "modules"), COUNTS, ids=[f"{name}-{'+'.join(modules)}" for name, modules in COUNTS]
)
def test_counts(name: str, modules: tuple[str, ...]) -> None:
    """From each position there are just so many ways to give one, two, three answers."""
    game = position(name, modules)
    counted = tuple(sequences(game, depth) for depth in range(1, len(COUNTS[name, modules]) + 1))
    assert counted == COUNTS[name, modules]


def test_every_set_of_boxes_is_counted() -> None:
    """No set of boxes without counts."""
    assert {modules for _, modules in COUNTS} == set(module_sets(RULESET))


def test_one_more_option_changes_the_count() -> None:
    """Counting sees what nobody asserted: one coin more, and one more thing can be done."""
    poor = evening("bustle", HANDS, tracks={"coins.red": 1})
    rich = evening("bustle", HANDS, tracks={"coins.red": 2})
    assert sequences(rich, 1) == sequences(poor, 1) + 1


def test_counting_is_going_through_them_all() -> None:
    """The count is that of a plain walk, each game played to its last answer."""
    assert sequences(position("bustle", CORE), 2) == len(walked(position("bustle", CORE), 2))


def walked(game: Timeline, depth: int) -> list[Timeline]:
    """Play all games of so many answers."""
    if depth == 0:
        return [game]
    return [
        end
        for decision in free(game, game.decisions())
        for answer in decision.space().answers()
        for end in walked(after(game, deed(decision, answer)), depth - 1)
    ]
