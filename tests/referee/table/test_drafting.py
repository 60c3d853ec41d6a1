"""Every answer can be pressed together, in any order of its parts, and nothing else can."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any

import pytest

from tts_tool.catalog import Catalogue, load
from tts_tool.kernel.decisions import Decision
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import (
    Assignment,
    Choice,
    Dice,
    Incomplete,
    Number,
    Ordering,
    Record,
    Subset,
)
from tts_tool.playtest.bots import RandomBot
from tts_tool.referee.session import Session
from tts_tool.referee.table.drafting import DONE, Answered, Asking, Key, drafted, pressed
from tts_tool.resources import cards_dir
from tts_tool.rulesets import night_market, old_world

MOST_ORDERED = 6
"""More than so many values are not ordered here: there are too many orders to look at."""


def decisions(seed: int) -> Iterator[Decision[Any]]:
    """Play a game of each kind with bots, and give each question before it is answered."""
    games = (night_market.RULESET, 3, ("storm", "guild")), (old_world.RULESET, 2 + seed % 4, ())
    for ruleset, seats, modules in games:
        cards: Catalogue = load(cards_dir() / ruleset.folder, ruleset.schema)
        with Session.new(ruleset, cards, seats=seats, modules=modules, seed=str(seed)) as session:
            bot = RandomBot(str(seed))
            while not session.over:
                free = [each for each in session.open("*") if not session.waits_for(each)]
                yield free[0]
                session.choose(free[0], bot.answer(free[0]))


def wanted(key: Key, answer: Any) -> bool:  # noqa: ANN401  # any answer
    """Tell whether a key belongs to an answer and is not pressed yet."""
    mine = answer[key.part] if key.part else answer
    return not key.chosen and (
        key.choice in mine if isinstance(mine, tuple) else key.choice == mine
    )


def pressed_together(
    decision: Decision[Any], answer: object, choose: Callable[[Sequence[Key]], Key]
) -> Any:  # noqa: ANN401
    """Press what belongs to an answer, in an order that somebody chooses, until it is given."""
    space = decision.space()
    presses: list[Any] = []
    while True:
        draft = drafted(space, presses)
        if isinstance(draft, Answered):
            return draft.value
        assert isinstance(draft, Asking), (decision.name, presses, draft)
        free = [key for key in draft.keys if key.rejection is None]
        left = [key for key in free if key.choice != DONE and wanted(key, answer)]
        if isinstance(space, Ordering):
            left = [key for key in left if key.value == answer[len(presses)]]  # type: ignore[index]
        left = left or [key for key in free if key.choice == DONE]
        assert left, (decision.name, presses, answer, draft)
        presses.append(choose(left).value)


@pytest.mark.soak(sample=2, full=16)
def test_every_answer_can_be_pressed(rounds: int) -> None:
    """A bot's answers come out as they are, whichever part is pressed first."""
    kinds: set[type] = set()
    for seed in range(rounds):
        chance = Random(seed)
        for decision in decisions(seed):
            space = decision.space()
            if isinstance(space, Dice) or len(getattr(space, "values", ())) > MOST_ORDERED * 10:
                continue
            answer = space.check(space.sample(chance.randrange))
            assert not isinstance(answer, Rejection | Incomplete)
            assert pressed_together(decision, answer, chance.choice) == answer
            kinds.add(type(space))
    assert kinds >= {Assignment, Choice, Number, Ordering, Record, Subset}


@pytest.mark.soak(sample=1, full=8)
def test_a_key_keeps_its_word(rounds: int) -> None:
    """What can be pressed is never refused, and what is greyed is refused with that reason."""
    greyed = 0
    for seed in range(rounds):
        chance = Random(seed)
        for decision in decisions(seed):
            space, presses = decision.space(), list[Any]()
            for _ in range(4):
                draft = drafted(space, presses)
                if not isinstance(draft, Asking) or not draft.keys:
                    break
                for key in draft.keys:
                    after = pressed(space, presses, key.value)
                    refused = after if isinstance(after, Rejection) else None
                    assert refused == key.rejection, (decision.name, presses, key)
                    greyed += refused is not None
                free = [key.value for key in draft.keys if key.rejection is None]
                presses.append(chance.choice(free))
    assert greyed > 100


COSTS = {"cheap": 1, "dear": 2, "fine": 2}
PAYING = Record(
    {
        "card": lambda given: Choice(tuple(COSTS), partial(_price, given)),
        "pay": lambda given: Subset("abc", *_least_and_most(given)),
    }
)


def _price(given: Mapping[str, Any], card: str) -> Rejection | None:
    paid = given.get("pay")
    return Rejection("price") if paid is not None and len(paid) != COSTS[card] else None


def _least_and_most(given: Mapping[str, Any]) -> tuple[int, int]:
    return (COSTS[given["card"]],) * 2 if "card" in given else (1, 2)


@pytest.mark.parametrize(
    ("presses", "stands"),
    [
        ([["pay", "a"], ["pay", "b"], ["card", "cheap"]], Rejection("price")),
        ([["pay", "a"], ["pay", "b"], ["card", "fine"]], {"card": "fine", "pay": ("a", "b")}),
        ([["card", "dear"]], None),
        ([["card", "dear"], ["card", "cheap"], ["pay", "b"]], {"card": "cheap", "pay": ("b",)}),
    ],
)
def test_parts_hang_together(presses: list[Any], stands: object) -> None:
    """A payment that is begun judges the price, a second thought takes the place of the first."""
    draft = pressed(PAYING, presses[:-1], presses[-1])
    if stands is None:
        assert isinstance(draft, Asking)
    elif isinstance(stands, Rejection):
        assert draft == stands
    else:
        assert draft == Answered(stands)


@pytest.mark.parametrize("twice", ["pay", "card"])
def test_pressed_again_is_taken_back(twice: str) -> None:
    """Whatever was pressed twice is as if it had not been pressed."""
    value = [twice, "a" if twice == "pay" else "dear"]
    before, after = drafted(PAYING, []), drafted(PAYING, [value, value])
    assert isinstance(before, Asking)
    assert isinstance(after, Asking)
    assert [key.chosen for key in after.keys] == [False] * len(after.keys)
