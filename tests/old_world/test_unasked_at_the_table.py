"""A choice that is none is not asked for, but what there is to read is shown to whoever had it."""

from __future__ import annotations

from itertools import takewhile
from random import Random

import pytest

from tests.old_world.oddity import oddities, way
from tests.old_world.referee_table import Refereed
from tests.referee.client import Client, step
from tts_tool.cli.rulesets import find
from tts_tool.kernel.decisions import Press
from tts_tool.referee.chronicle import Speaker
from tts_tool.referee.desk import Desk, OfferedGame
from tts_tool.referee.session import Session
from tts_tool.rulesets.old_world.base.story import stories

CARD = [way([stories.Gold(by=9)], gold=3), way([stories.Gold(by=1)])]
"""A card of which a poor witcher can only choose the second option."""
MOST = 250
"""So many answers of a game are enough."""


def refereed(language: str = "en") -> Refereed:
    """Give a table at which red is about to explore and can't pay for the first option."""
    situation = oddities(CARD).tracks(**{"gold.red": 2}).to_phase("phase-2").until("explore")
    return Refereed(situation, language=language)


def shown(r: Refereed) -> list[tuple[str, bool, bool]]:
    """Give what red was not asked: each option with whether it was taken and could not be."""
    return [
        (button.label.partition(" ")[2], button.chosen, bool(button.why_not))
        for question in r.host.panels["Red"]
        if question.decision.startswith("unasked:")
        for button in question.buttons
    ]


@pytest.mark.parametrize(
    ("language", "title"),
    [
        ("en", "Only one way is open, and it is taken."),
        ("de", "Nur ein Weg steht offen, und er wird genommen."),
    ],
)
def test_an_option_is_shown_though_it_is_taken(language: str, title: str) -> None:
    """The whole card is there: the option that was taken, and why the other could not be."""
    r = refereed(language)
    assert shown(r) == []
    r.press("Red", "odd")
    assert r.session.state.tracks["gold.red"] == 3
    assert [marks for _, *marks in shown(r)] == [[False, True], [True, False]]
    (question,) = (q for q in r.host.panels["Red"] if q.decision.startswith("unasked:"))
    assert question.title.endswith(title)
    assert all(not q.decision.startswith("unasked:") for q in r.host.panels["Blue"])


def test_anything_closes_it() -> None:
    """A press, something typed, or a turn that goes on; nothing of it is done a second time."""
    pressed, typed = refereed(), refereed()
    for r in (pressed, typed):
        r.press("Red", "odd")
    taken = next(b for q in pressed.host.panels["Red"] for b in q.buttons if b.chosen)
    step = pressed.session.step
    assert pressed.do("Red", Press(taken.press)).done
    assert (shown(pressed), pressed.session.step) == ([], step)
    typed.say("Blue", "!help")
    assert shown(typed) != []
    typed.say("Red", "!help")
    assert shown(typed) == []


def test_the_log_tells_it() -> None:
    """In the terminal it is a line with the reason of each option that could not be chosen."""
    r = refereed()
    r.press("Red", "odd")
    tell = Speaker(r.session, "en")
    (event,) = (each for each in r.session.told(None) if each.get("read"))
    first, *refused = tell.line(event).splitlines()
    assert first.endswith("(nothing else was possible)")
    assert len(refused) == 1
    assert "[OW-EXPLORE-03]" in refused[0]


@pytest.mark.soak(sample=1, full=12)
def test_a_client_of_the_protocol_plays_it(rounds: int) -> None:
    """Whoever knows nothing but what JSON says plays to the end, and is never refused.

    Payments of several cards are among it, of which not all that are free go together.
    """
    game = find("old-world")
    for seed in range(rounds):
        client = Client(Desk({"old-world": lambda: OfferedGame(game.ruleset, game.load)}))
        setting = ["no", "yes"][seed % 2]
        client.ask("new", seats=2, seed=seed, settings={"always-ask": setting})
        random = Random(seed)
        answered = sum(1 for _ in takewhile(bool, (step(client, random) for _ in range(MOST))))
        session = client.conversation.desk.session
        assert isinstance(session, Session)
        assert session.over or answered == MOST
        events = session.told("*")
        assert any(each["event"] == "forced" for each in events) == (setting == "no")
