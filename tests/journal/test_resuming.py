"""Rules and cards change between two evenings: a game goes on with notice, or says why not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.journal.lamps import NOW, SEATS, Version, answers
from tts_tool.errors import Refused
from tts_tool.journal import Journal, Keeper, Resumed, resume, said
from tts_tool.journal.saved import Done
from tts_tool.kernel.entries import Header, Mark
from tts_tool.kernel.hooks import CompositionError
from tts_tool.kernel.position import canonical, encode


class Change(NamedTuple):
    """What a new version changes, and what players of a game with 7 answers are told."""

    version: Version
    notices: tuple[str, ...]
    entries: int
    """How many entries the timeline has that goes on."""
    aside: int


# With seed 7 wax, gas and wax are kept in the first three turns; the seventh answer is in the
# middle of the fourth turn: a die was rolled and oil drawn, but not yet kept.
CARD = {"oil": 1, "wax": 2, "gas": 3}
ASIDE = (
    "Entries after that which are set aside (the journal keeps them): 1.",
    "Some of them revealed something, so chance falls anew.",
)
ON = "The game goes on from the state after entry 6."
CHANGES = {
    "a card's number": Change(
        replace(NOW, worth={**CARD, "wax": 9}),
        (
            "Cards: wax.worth has changed: 2 -> 9.",
            "The rules now do something else at entry 2 (red: keep).",
            "The game goes on from the state after entry 7.",
        ),
        1,
        0,
    ),
    "the number of a card that did nothing yet": Change(
        replace(NOW, worth={**CARD, "oil": 9}),
        (
            "Cards: oil.worth has changed: 1 -> 9.",
            "Nothing of that touches what was played; the game goes on where it stood.",
        ),
        7,
        0,
    ),
    "a decision's name": Change(
        replace(NOW, question="kindle"),
        ("The rules now do something else at entry 1 (red: light).", ON, *ASIDE),
        1,
        1,
    ),
    "the order of two lines": Change(
        replace(NOW, order=("fame", "coins")),
        ("The rules now do something else at entry 1 (red: light).", ON, *ASIDE),
        1,
        1,
    ),
    "a behaviour number alone": Change(
        replace(NOW, behaviour=2),
        (
            "The rules of lamps have changed: behaviour 1 -> 2.",
            "Nothing of that touches what was played; the game goes on where it stood.",
        ),
        7,
        0,
    ),
}


def played(path: Path, count: int = 7) -> str:
    """Play a game and leave it."""
    with Journal(path) as journal, Keeper.begin(journal, NOW.begin()) as keeper:
        answers(keeper, count)
        return keeper.game


def told(resumed: Resumed) -> tuple[str, ...]:
    """Say the notices in English."""
    return tuple(said(notice) for notice in resumed.notices)


def test_nothing_changed(tmp_path: Path) -> None:
    """The same rules and cards: the same game with all of its history, and nothing to tell."""
    game = played(tmp_path / "games")
    with Journal(tmp_path / "games") as journal:
        resumed = resume(journal, game, NOW.present)
        assert (resumed.notices, len(resumed.timeline.entries)) == ((), 7)
        assert len(journal.show(game).legs) == 1


@pytest.mark.parametrize("what", CHANGES)
def test_game_goes_on_with_notice(tmp_path: Path, what: str) -> None:
    """Each change is told; the state is the old one up to where the game goes on; all is kept."""
    change = CHANGES[what]
    game = played(tmp_path / "games")
    with Journal(tmp_path / "games") as journal:
        old = journal.show(game)
        resumed = resume(journal, game, change.version.present)
        assert told(resumed) == change.notices
        assert len(resumed.timeline.entries) == change.entries
        marks = [mark for leg in journal.show(game).status() for mark in leg]
        assert marks.count("set-aside") == change.aside
        assert journal.show(game).answers == 7 - change.aside
        assert journal.show(game).legs[0].lines[: len(old.legs[0].lines)] == old.legs[0].lines


@pytest.mark.parametrize("what", CHANGES)
def test_notice_is_given_once(tmp_path: Path, what: str) -> None:
    """After it was said the game is one of the new version: it is played on, left and found."""
    version = CHANGES[what].version
    game = played(tmp_path / "games")
    with Journal(tmp_path / "games") as journal:
        with resume(journal, game, version.present).keeper as keeper:
            answers(keeper, 4)
            known = canonical(keeper.timeline.state)
        with resume(journal, game, version.present).keeper as keeper:
            assert canonical(keeper.timeline.state) == known
            while not keeper.timeline.over:
                answers(keeper, 1)
        again = resume(journal, game, version.present)
        assert (again.notices, again.timeline.over) == ((), True)
        assert journal.games()[0].over


@pytest.mark.parametrize("what", ["a decision's name", "the order of two lines"])
def test_state_is_that_of_the_restart_point(tmp_path: Path, what: str) -> None:
    """The game goes on from exactly the state that was played, chance and seen piles apart."""
    game = played(tmp_path / "games", 6)
    with Journal(tmp_path / "games") as journal:
        before = resume(journal, game, NOW.present)
        known = encode(before.timeline.state)
        before.keeper.close()
        after = resume(journal, game, CHANGES[what].version.present)
        assert encode(after.timeline.state) == known
        assert told(after)[1:] == (ON,)


def test_what_was_revealed_is_drawn_anew(tmp_path: Path) -> None:
    """If a roll and a drawn card are set aside, chance gets a new branch and the pile an order."""
    game = played(tmp_path / "games")
    with Journal(tmp_path / "games") as journal:
        resumed = resume(journal, game, replace(NOW, question="kindle").present)
        assert resumed.timeline.entries == [Mark(1, ("deck",))]
        deck = resumed.timeline.state.places["deck"]
        first = resumed.timeline.checkpoints[0].state.places["deck"]
        assert sorted(deck) == sorted(first)
        assert deck != first


def test_answers_since_the_restart_point_are_kept_where_they_lead_to_the_same(
    tmp_path: Path,
) -> None:
    """A card's number that changed touches the past, not the seventh answer: it stays."""
    game = played(tmp_path / "games")
    with Journal(tmp_path / "games") as journal:
        before = resume(journal, game, NOW.present)
        known = encode(before.timeline.state)
        before.keeper.close()
        version = CHANGES["a card's number"].version
        with resume(journal, game, version.present).keeper as keeper:
            assert encode(keeper.timeline.state) == known
            assert [d.name for d in keeper.timeline.decisions()] == ["keep"]


def lacking(header: Header) -> None:
    """Compose a game whose modules are not there any more."""
    raise CompositionError(f"{header.game} has no module lamps")


REFUSED: dict[str, tuple[Callable[..., object], str]] = {
    "a kind that is gone": (
        replace(NOW, worth={"oil": 1, "wax": 2}).present,
        r"can't go on: lamp\.gas\.\d in \S+ is no component of this game\. Cards: gas is gone\.",
    ),
    "a kind that is new": (
        replace(NOW, worth={**CARD, "pitch": 4}).present,
        r"can't go on: lamp\.pitch\.0 lies nowhere\. Cards: pitch is new\.",
    ),
    "rules that fail": (replace(NOW, broken=True).present, "can't go on: the wick is wet"),
    "a module that is gone": (lacking, "can't go on: lamps has no module lamps"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_game_that_cannot_go_on_says_why(tmp_path: Path, what: str) -> None:
    """It is refused with the reason, nothing of it changes, and it is free for others."""
    compose, reason = REFUSED[what]
    game = played(tmp_path / "games")
    with Journal(tmp_path / "games") as journal:
        before = journal.show(game)
        with pytest.raises(Refused, match=reason) as refused:
            resume(journal, game, compose)  # type: ignore[arg-type]  # one only raises
        assert f"games export {game}" in str(refused.value.fix)
        assert journal.show(game) == before
    with Journal(tmp_path / "games") as other:
        assert resume(other, game, NOW.present).notices == ()


def test_versions_come_one_after_the_other(tmp_path: Path) -> None:
    """Back and forth between versions, and further back than a leg, nothing is lost unseen."""
    game = played(tmp_path / "games")
    versions = [replace(NOW, question="kindle"), NOW, replace(NOW, order=("fame", "coins")), NOW]
    with Journal(tmp_path / "games") as journal:
        for version in versions:
            with resume(journal, game, version.present).keeper as keeper:
                if not keeper.timeline.over:
                    answers(keeper, 1)
        saved = journal.show(game)
        done = [line for leg in saved.legs for line in leg.lines if isinstance(line, Done)]
        marks = [mark for leg in saved.status() for mark in leg if mark is not None]
        assert len(saved.legs) > 2
        assert (len(done), marks.count("stands")) == (len(marks), len(saved.since_the_beginning()))
        assert saved.answers == journal.games()[0].answers


def test_override_is_replayed(tmp_path: Path) -> None:
    """A position set up by hand is an entry like any other."""
    with Journal(tmp_path / "games") as journal:
        with Keeper.begin(journal, NOW.begin()) as keeper:
            answers(keeper, 2)
            position = encode(keeper.timeline.checkpoints[-1].state)
            keeper.override({**position, "tracks": {**position["tracks"], "coins.red": 40}}, "red")
            known = canonical(keeper.timeline.state)
        resumed = resume(journal, keeper.game, NOW.present)
        assert (resumed.notices, canonical(resumed.timeline.state)) == ((), known)
        assert resumed.timeline.state.tracks["coins.red"] == 40


def test_entries_are_compared_one_by_one(tmp_path: Path) -> None:
    """An exported game in which one answer was altered is not replayed into another state."""
    game = played(tmp_path / "games")
    with Journal(tmp_path / "games") as journal:
        document = journal.export(game)
        document["legs"][0]["lines"][3]["entry"]["value"] = 3
        resumed = resume(journal, journal.load(document), NOW.present)
        assert told(resumed)[0] == "The rules now do something else at entry 3 (blue: light)."


def test_undo_goes_back_to_where_the_leg_begins(tmp_path: Path) -> None:
    """What came before the restart point can't be taken back under the new rules."""
    game = played(tmp_path / "games", 6)
    version = replace(NOW, question="kindle")
    with Journal(tmp_path / "games") as journal:
        with resume(journal, game, version.present).keeper as keeper:
            answers(keeper, 1)
            keeper.undo("blue", 0, SEATS)
            assert len(keeper.timeline.entries) == 1
        again = resume(journal, game, version.present)
        assert (again.notices, len(again.timeline.entries)) == ((), 1)
