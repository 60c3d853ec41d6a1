"""Cards are edited at a table where a game is refereed: eyes read other things, it goes on."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.web.test_thread import COLOURS, DICE, OBSERVED, SEATS, chosen, ways
from tests.web.test_through_a_hub import ThroughHub, home
from tts_tool.catalog import load
from tts_tool.journal import Journal
from tts_tool.referee.session import Session as Game
from tts_tool.resources import cards_dir
from tts_tool.rulesets.night_market import RULESET
from tts_tool.saves.tree import Node, objects, read
from tts_tool.sync.dev import Allowed, News, Session
from tts_tool.sync.push import Memory
from tts_tool.table.switches import Switches

GESTURES = 6
home = home  # noqa: PLW0127 - a fixture


class Files:
    """Files of which a test says what they say."""

    layout: Mapping[str, Any] = {}

    def __init__(self, save: bytes, rules: str) -> None:
        self.root: Node = read(save, "the start").root
        self.rules = rules

    def save(self, _edited: Iterable[Path], _overtaken: Callable[[], bool]) -> Node:
        """Give the save that they say."""
        return self.root

    def moved(self, _edited: Iterable[Path]) -> None:
        """Nothing is known sooner than the save."""

    def source(self, _guid: str, _line: int, _column: int) -> str:
        """Nothing is filled in."""
        return ""

    def edit_cards(self, chance: Random, number: int) -> set[str]:
        """Edit the text of some cards, and the art of others; name them."""
        self.root = deepcopy(self.root)
        found = [each for each in objects(self.root) if each.get("CardID") and each.get("Memo")]
        some = chance.sample(found, 3)
        for card in some:
            card["Nickname"] = f"Edited {number}"
        sheet = dict(next(iter(some[0]["CustomDeck"].values())))
        sheet |= {"FaceURL": f"https://example.invalid/{number}.png", "NumWidth": 1, "NumHeight": 1}
        some[0].update(CardID=(900 + number) * 100, CustomDeck={str(900 + number): sheet})
        return {str(each["Memo"]) for each in some}


def cards(top: ThroughHub) -> dict[str, Node]:
    """Give the data of each card, wherever it is."""
    root = read(json.dumps(top.tree()).encode(), "the table").root
    return {str(each["Memo"]): each for each in objects(root) if each.get("Memo")}


async def played(top: ThroughHub, folder: Path, chance: Random) -> list[News]:
    """Play on while cards are edited, wherever they are just then."""
    told: list[News] = []
    async with top, top.attached("tts-tool dev") as line:
        files = Files(top.start, top.digest)

        async def refereed() -> bool:
            return True

        session = Session(line, files, Memory(folder), told.append, Allowed(bind=True))
        session.refereed = refereed

        async def done(work: Any) -> None:  # noqa: ANN401 - whatever is awaited
            working = asyncio.ensure_future(work)
            while not working.done():
                top.table.run(2)
                await asyncio.sleep(0.002)
            await working
            await top.settle()

        await top.settle()
        await done(session.begin())
        for turn in range(GESTURES):
            edited = files.edit_cards(chance, turn)
            can = {colour: ways(top, colour, permit) for colour, permit in top.host.permits.items()}
            colour = next(each for each, found in can.items() if found)
            before, at = top.host.session.digest(), len(told)
            editing = asyncio.ensure_future(done(session.edited()))
            top.do(colour, chosen(can[colour], chance))
            await editing
            await top.settle()
            assert top.host.session.digest() != before, "no gesture is lost"
            assert top.drift() == {}
            (sent,) = [each.sent for each in told[at:] if each.sent]
            assert len(sent.what) == len(edited)
            there = cards(top)
            assert {there[each]["Nickname"] for each in edited} == {f"Edited {turn}"}
        assert not top.table.errors
        assert top.host.epoch == 1
        # Rules or numbers are offered, and nothing of that edit is applied.
        names = {memo: card["Nickname"] for memo, card in cards(top).items()}
        files.edit_cards(chance, 99)
        files.rules = "0" * 32
        await done(session.edited())
        assert {memo: card["Nickname"] for memo, card in cards(top).items()} == names
    return told


@pytest.mark.soak(sample=1, full=10)
@pytest.mark.long
def test_cards_are_edited_while_a_game_is_refereed(tmp_path: Path, rounds: int) -> None:
    """Every edit arrives, in hands and decks, too; no gesture is lost, nothing drifts."""
    for seed in range(1, rounds + 1):
        one_game(tmp_path / str(seed), seed)


def one_game(folder: Path, seed: int) -> None:
    """Play some gestures of a game."""
    catalogue = load(cards_dir() / RULESET.folder, RULESET.schema)
    journal = Journal(folder / "games", durability="NORMAL")
    with Game.new(
        RULESET, catalogue, seats=SEATS, seed=str(seed), observed=OBSERVED, journal=journal
    ) as session:
        kept = str(session.kept_as)
    rules = (RULESET, catalogue, journal, kept)
    top = ThroughHub(*rules, colours=COLOURS, dice=DICE, switches=Switches(), seed=seed)
    told = asyncio.run(played(top, folder, Random(seed)))
    assert told[-1].kind == "offers"
    assert {each.kind for each in told} <= {"ready", "same", "sent", "offers"}
