"""States are written as they would be without remembering how the one before was written."""

from __future__ import annotations

import random

import pytest

from tests.journal import playing
from tts_tool.journal.writing import Writer
from tts_tool.kernel.position import decode, encode
from tts_tool.kernel.timeline import Timeline


def step(game: Timeline, pick: random.Random) -> None:
    """Answer, take back, do again, or set up by hand an earlier position."""
    what = pick.choices(("answer", "undo", "redo", "override"), (12, 3, 2, 1))[0]
    if what == "undo":
        game.undo("red", pick.randrange(len(game.entries) + 1), playing.SEATS)
    elif what == "redo":
        game.redo()
    elif what == "override":
        game.override(encode(pick.choice(game.checkpoints).state))
    elif game.decisions():
        decision = pick.choice(game.decisions())
        game.choose(decision, decision.space().sample(pick.randrange))


@pytest.mark.soak(sample=3, full=60)
def test_what_is_remembered_changes_nothing(rounds: int) -> None:
    """At every step the fingerprint and the position are those that a new writer makes."""
    for seed in range(rounds):
        pick = random.Random(seed)
        game, writer = playing.begin(str(seed)), Writer()
        for _ in range(150):
            step(game, pick)
            state, made = game.state, game.happened[-5:]
            assert writer.digest(state, made) == Writer().digest(state, made)
            earlier = pick.choice(game.checkpoints).state
            for one in (state, earlier) if pick.random() < 0.3 else (state,):
                assert writer.position(one) == encode(one)
                assert list(writer.position(one)) == list(encode(one))


def test_whatever_differs_has_another_fingerprint() -> None:
    """Order, place, side and everything else of a state is in it, and the events, too."""
    state = playing.begin("1").state
    prints = {Writer().digest(state, [])}
    deck, hand = state.places["deck"], state.places["hand.red"]
    changes: dict[str, dict[str, object]] = {
        "order": {"places": {**state.places, "deck": deck[::-1]}},
        "place": {"places": {**state.places, "deck": hand, "hand.red": deck}},
        "half": {"places": {**state.places, "deck": deck[1:], "discard": deck[:1]}},
        "side": {"down": frozenset(deck[:1])},
        "track": {"tracks": {**state.tracks, "coins.red": 9}},
        "phase": {"phase": "other"},
    }
    for change in changes.values():
        other = decode(encode(state), state.inventory)
        for name, value in change.items():
            setattr(other, name, value)
        prints.add(Writer().digest(other, []))
    happened = playing.begin("1").happened
    prints |= {Writer().digest(state, happened[:n]) for n in range(1, 4)}
    assert len(prints) == 1 + len(changes) + 3
