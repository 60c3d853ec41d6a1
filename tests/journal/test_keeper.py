"""What a keeper has acknowledged is on the disk, and nothing else is shown."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.journal import playing
from tests.journal.lamps import NOW, SEATS, answers
from tts_tool.errors import Refused, Unavailable
from tts_tool.journal import Journal, Keeper, resume
from tts_tool.journal.saved import Done, TakenBack
from tts_tool.kernel import entries as kernel
from tts_tool.kernel.entries import Accepted
from tts_tool.kernel.game import Luck
from tts_tool.kernel.position import canonical, encode
from tts_tool.kernel.timeline import Timeline


def copy_of(journal: Journal, keeper: Keeper, spare: Journal) -> Timeline:
    """Read from the disk what a running game would be resumed as."""
    resumed = resume(spare, spare.load(journal.export(keeper.game)), NOW.present)
    assert resumed.notices == ()
    return resumed.timeline


def do_something(keeper: Keeper, pick: random.Random) -> kernel.Reply:
    """Answer, take back, do again, or set up the present position by hand."""
    game = keeper.timeline
    what = pick.choices(("answer", "undo", "redo", "override"), (12, 4, 3, 1))[0]
    if what == "undo" and game.entries:
        return keeper.undo("red", pick.randrange(len(game.entries)), SEATS)
    if what == "redo":
        return keeper.redo()
    if what == "override":
        return keeper.override(encode(game.checkpoints[-1].state), "blue")
    (decision,) = game.decisions()
    if decision.kind == "chance":
        return keeper.observe("wick", pick.choice((None, [pick.randrange(1, 7)])))
    return keeper.choose(decision, decision.space().sample(pick.randrange))


@pytest.mark.parametrize("luck", [Luck("1"), Luck("2", observed=("wick",))], ids=["seeded", "seen"])
def test_disk_has_what_the_timeline_has(tmp_path: Path, luck: Luck) -> None:
    """After anything that can be done, the game read from the disk stands where this one does."""
    pick = random.Random(luck.seed)
    done = {"Answer": 0, "Observation": 0, "Mark": 0, "Override": 0}
    with (
        Journal(tmp_path / "games") as journal,
        Journal(tmp_path / "spare", "NORMAL") as spare,
        Keeper.begin(journal, NOW.begin(luck)) as keeper,
    ):
        for _ in range(120):
            if keeper.timeline.over:
                keeper.undo("red", 0, SEATS)
            do_something(keeper, pick)
            game, twin = keeper.timeline, copy_of(journal, keeper, spare)
            assert canonical(twin.state) == canonical(game.state)
            assert (len(twin.entries), twin.redoable) == (len(game.entries), game.redoable)
            assert [d.id for d in twin.decisions()] == [d.id for d in game.decisions()]
        for leg in journal.show(keeper.game).legs:
            for line in leg.lines:
                if isinstance(line, Done):
                    done[type(line.entry).__name__] += 1
    assert all(done[kind] for kind in ("Answer", "Mark", "Override"))
    assert bool(done["Observation"]) == bool(luck.observed)


def test_nothing_is_lost_by_taking_back(tmp_path: Path) -> None:
    """What was taken back stays in the log, marked; done again it stands."""
    with Journal(tmp_path / "games") as journal, Keeper.begin(journal, NOW.begin()) as keeper:
        answers(keeper, 6)
        keeper.undo("blue", 5, SEATS)
        before = journal.show(keeper.game)
        keeper.redo()
        after = journal.show(keeper.game)
    assert isinstance(before.legs[0].lines[-1], TakenBack)
    assert before.status() == [[None, *["stands"] * 5, "taken-back", None]]
    assert after.status() == [[None, *["stands"] * 5, "taken-back", None, "stands"]]
    assert (before.answers, after.answers) == (5, 6)


def test_refusals_write_nothing(tmp_path: Path) -> None:
    """A refused answer, undo or redo leaves no line."""
    with Journal(tmp_path / "games") as journal, Keeper.begin(journal, NOW.begin()) as keeper:
        answers(keeper, 1)
        (decision,) = keeper.timeline.decisions()
        replies = [
            keeper.answer("red", "light/red/0/0", 1),
            keeper.choose(decision, "burn"),
            keeper.observe("wick", [3]),
            keeper.undo("red", 7),
            keeper.redo(),
            keeper.override({"places": {"nowhere": []}}),
        ]
        assert [type(reply) for reply in replies] == [kernel.Refused] * 6
        assert len(journal.show(keeper.game).legs[0].lines) == 2


def test_disk_that_fails_shows_nothing(tmp_path: Path) -> None:
    """If it can't be written, nobody sees it; resumed, the game has all that was acknowledged."""
    journal = Journal(tmp_path / "games")
    keeper = Keeper.begin(journal, NOW.begin())
    answers(keeper, 3)
    known = canonical(keeper.timeline.state)
    (decision,) = keeper.timeline.decisions()
    journal.close()
    with pytest.raises(Unavailable):
        keeper.choose(decision, "keep")
    with pytest.raises(Unavailable, match="could not be written down"):
        _ = keeper.timeline
    with pytest.raises(Unavailable, match="could not be written down"):
        keeper.undo("red")
    with Journal(tmp_path / "games") as again:
        resumed = resume(again, keeper.game, NOW.present)
        assert canonical(resumed.timeline.state) == known
        assert isinstance(resumed.keeper.choose(resumed.timeline.decisions()[0], "keep"), Accepted)


def test_game_begun_in_memory_can_be_kept(tmp_path: Path) -> None:
    """A game that was played without a journal is written down whole when it is kept."""
    with Journal(tmp_path / "one") as one, Keeper.begin(one, NOW.begin()) as first:
        answers(first, 5)
        played = first.timeline
    with Journal(tmp_path / "two") as two:
        with Keeper.begin(two, played) as keeper:
            answers(keeper, 2)
        resumed = resume(two, keeper.game, NOW.present)
        assert resumed.notices == ()
        assert len(resumed.timeline.entries) == 7


def test_one_game_is_played_once_at_a_time(tmp_path: Path) -> None:
    """Whoever wants it second is told who has it; another game is free; left, it is free, too."""
    with Journal(tmp_path / "games") as here, Journal(tmp_path / "games") as there:
        keeper = Keeper.begin(here, NOW.begin())
        other = Keeper.begin(there, NOW.begin())
        for journal in (here, there):
            with pytest.raises(Refused, match=r"is being played: process \d+ on .+, since 20"):
                resume(journal, keeper.game, NOW.present)
        with pytest.raises(Refused, match="is being played"):
            there.delete(keeper.game)
        answers(keeper, 2)
        answers(other, 3)
        keeper.close()
        assert len(resume(there, keeper.game, NOW.present).timeline.entries) == 2


def test_what_waits_is_on_the_disk(tmp_path: Path) -> None:
    """An answer that has to wait waits after a restart, too, until it was released."""
    pick = random.Random(3)
    held = released = 0
    with Journal(tmp_path / "games") as journal, Journal(tmp_path / "spare", "NORMAL") as spare:
        keeper = Keeper.begin(journal, playing.begin("1"))
        while not keeper.timeline.over and released < 3:
            game = keeper.timeline
            blocked = [each for each in game.decisions() if game.driver.held(each)]
            if blocked and not game.waiting:
                answer = blocked[0].space().sample(pick.randrange)
                reply = keeper.answer(blocked[0].seat, blocked[0].id, answer)
                assert isinstance(reply, kernel.Held)
                held += 1
            copy = spare.load(journal.export(keeper.game))
            assert resume(spare, copy, playing.present).timeline.waiting == game.waiting
            free = [each for each in game.decisions() if not game.driver.held(each)]
            keeper.choose(free[0], free[0].space().sample(pick.randrange))
            before, waiting = keeper.lines, list(game.waiting)
            done = [isinstance(reply, Accepted) for reply in keeper.release()]
            assert keeper.lines == before + sum(done) + (game.waiting != waiting)
            released += sum(done)
        entries = list(keeper.timeline.entries)
        keeper.close()
        assert held >= released >= 3
        assert len(resume(journal, keeper.game, playing.present).timeline.entries) == len(entries)
