"""A session in the hands of a program of our own: a terminal, a bot, a bridge."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.referee.client import BUSTLE, HAGGLE, cards
from tts_tool.errors import NotFound
from tts_tool.journal import Journal
from tts_tool.kernel.entries import Accepted, Held, Refused
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.views import EVERYTHING
from tts_tool.referee import Proposed, Session
from tts_tool.rulesets.night_market import RULESET


def bustling() -> Session:
    """Begin where red and blue keep their stalls."""
    return Session.new(RULESET, cards(), seats=2, seed="1", position=BUSTLE)


def played(session: Session, steps: int, seed: int) -> None:
    """Answer so many questions at random."""
    random = Random(seed)
    for _ in range(steps):
        now = [each for each in session.open(EVERYTHING) if not session.waits_for(each)]
        decision = random.choice(now)
        assert isinstance(
            session.choose(decision, decision.space().sample(random.randrange)), Accepted
        )


def test_a_kept_game_is_resumed(tmp_path: Path) -> None:
    """Everything that was chosen is in the journal when its session is gone."""
    with Journal(tmp_path / "games") as journal:
        with Session.new(RULESET, cards(), seats=3, seed="5", journal=journal) as session:
            played(session, 25, seed=1)
            name = session.kept_as
        assert name is not None
        with Session.resume(journal, name, RULESET, cards()) as resumed:
            assert resumed.digest() == session.digest()
            assert (resumed.step, resumed.notices) == (25, ())
            played(resumed, 5, seed=2)


def test_choosing_what_has_to_wait() -> None:
    """A question object is answered like its id: held while somebody is busy, then done."""
    session = bustling()
    red, blue = session.open(EVERYTHING)
    session.choose(red, "barter")
    assert session.waits_for(blue) == ("red",)
    assert session.choose(blue, "close") == Held(("red",))
    (deal,) = session.open("red")
    assert isinstance(session.choose(deal, {"give": "ware.felt.1", "take": "ware.tea.1"}), Accepted)
    assert [each.seat for each in session.released] == ["blue"]
    assert session.open("blue") == []


def test_proposals() -> None:
    """An undo that others must agree to is proposed, and done with the last consent."""
    session = bustling()
    session.answer("blue", session.open("blue")[0].id, "close")
    proposed = session.undo("red")
    assert isinstance(proposed, Proposed)
    assert proposed.proposal.needs == ("blue",)
    assert isinstance(session.agree("blue"), Accepted)
    assert (session.step, session.epoch) == (0, 1)
    assert isinstance(session.agree("blue"), Refused)
    with pytest.raises(NotFound, match="purple"):
        session.agree("purple")


def test_readers() -> None:
    """The same refusal in two languages, naming for each seat only what it sees."""
    session = bustling()
    rejection = Rejection("not-an-option", {"answer": "ware.silk.1"})
    said = {
        (seat, language): session.reader(seat, language).say(rejection).partition(" ")[0]
        for seat in ("red", "blue")
        for language in ("en", "de")
    }
    assert said == {
        ("red", "en"): "River",
        ("red", "de"): "Flussseide",
        ("blue", "en"): "something",
        ("blue", "de"): "etwas",
    }
    assert (
        session.reader("red").rule("NM-19") == "In the end coins and fame together rank the seats."
    )
    assert session.reader("red").rule("NM-99") is None


def test_names_in_longer_parameters() -> None:
    """A component is named also where it stands in the middle of a text."""
    reader = bustling().reader("red", "de")
    assert reader.named("give ware.felt.1, take ware.mask.1") == (
        "Du gibst Filzpantoffeln, Du nimmst etwas Verdecktes"
    )


def test_what_is_left_out_of_a_seed_is_drawn() -> None:
    """Two games without a seed are two games; one with the seed of another is that one."""
    one, other = (Session.new(RULESET, cards()) for _ in range(2))
    assert one.digest() != other.digest()
    again = Session.new(RULESET, cards(), seed=one.timeline.header.luck.seed)
    assert again.digest() == one.digest()


def test_outcomes_are_counted_from_the_position() -> None:
    """A script for a position that has rolled before begins with the next roll."""
    rolled = {**HAGGLE, "chance": {"streams": {"voice": 3}}}
    session = Session.new(RULESET, cards(), seats=2, position=rolled, script={"voice": [[6]]})
    voice = session.state.tracks["voice.red"]
    session.choose(session.open("red")[0], "raise")
    assert session.state.tracks["voice.red"] == voice + 6
    assert session.unused() == {}
