"""Cards of Old World are edited while it is played by the rules, at rest and amid what hands do."""

from __future__ import annotations

import asyncio
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from tts_tool.journal import Journal
from tts_tool.playtest.bots import RandomBot
from tts_tool.playtest.lockstep import Lockstep
from tts_tool.playtest.stage import old_world
from tts_tool.playtest.stormy import Stormy, StormyWay
from tts_tool.rulesets.old_world.base.fight.fight import Fight
from tts_tool.saves.tree import Node, objects, read
from tts_tool.sync.dev.carrying import carry, carryings
from tts_tool.sync.dev.edits import edits, put, things

CARDS = 3
"""So many cards are edited at a time."""


class Table:
    """A line to the table that needs no port, so that the same happens again."""

    def __init__(self, top: Stormy) -> None:
        self._top = top

    async def execute(self, script: str, guid: str = "-1") -> Any:  # noqa: ANN401, ARG002
        """Run a piece of Lua."""
        return self._top.table.execute(script)


class Edited(Lockstep):
    """A game in which somebody edits the text of cards, and the art of some."""

    def __init__(self, top: Stormy) -> None:
        bots = {seat: RandomBot(str(n)) for n, seat in enumerate(top.host.session.seats)}
        super().__init__(top, bots)
        self.files: Node = read(top.built.save, "the build").root
        self.table: Node = deepcopy(self.files)
        """What has come of the files."""
        self.names: dict[str, str] = {}
        self.brought = self.fights = 0

    def _edit(self) -> None:
        """Edit some cards in the files."""
        cards = [each for each in objects(self.files) if each.get("CardID") and each.get("Memo")]
        for n, card in enumerate(self.chance.sample(cards, CARDS)):
            name = card["Nickname"] = f"Edited {self.answers}.{n}"
            if n == 0:
                sheet = dict(next(iter(card["CustomDeck"].values())))
                sheet |= {"FaceURL": f"https://example.invalid/{name}", "NumWidth": 1}
                card.update(CardID=12300, CustomDeck={"123": {**sheet, "NumHeight": 1}})

    async def _happen(self) -> None:
        """Edit before anybody does anything, and while it is done."""
        await self._bring()

        async def amid(top: Stormy) -> None:
            await top.go_on(self.chance.randint(0, 40))
            await self._bring()

        self.top.strikes.append(amid)

    async def _bring(self) -> None:
        """Bring an edit to the table; what is held or moves comes with the next one."""
        self._edit()
        found, known = edits(self.table, self.files), things(self.table)
        done = await carry(Table(self.top), carryings(found.changed), 1)  # type: ignore[arg-type]
        assert not [each for each in done if each.failed]
        for each in done:
            memo = each.thing.memo
            if each.copies and not each.busy:
                self.names[memo] = str(each.thing.data["Nickname"])
                self.brought += 1
                for edit in each.edits:
                    put(known[memo], edit)
            else:
                self.names.pop(memo, None)

    async def _compare(self, after: str) -> None:
        await super()._compare(after)
        fight: Any = self.top.host.session.state.parts[Fight]
        self.fights += bool(fight.attacker)
        there = {
            str(each["Memo"]): each["Nickname"]
            for each in objects(self.top.tree())
            if each.get("Memo") in self.names
        }
        assert there == {memo: self.names[memo] for memo in there}


@pytest.mark.soak(sample=5, full=400)
@pytest.mark.timeout(3_600)
def test_cards_are_edited_while_they_are_played(rounds: int, tmp_path: Path) -> None:
    """Nothing drifts, no answer is lost, the referee stays, and every edit is there."""

    async def run() -> Edited:
        stage = old_world()
        with Journal(tmp_path, durability="NORMAL") as journal:
            top = Stormy(stage, journal, stage.begin(journal, 2, "edits"), StormyWay(), 3)
            async with top:
                game = Edited(top)
                await game.play(rounds)
                return game

    game = asyncio.run(run())
    assert game.answers == rounds
    assert game.brought > rounds
    assert game.top.beginnings <= 1
    assert game.fights or rounds < 100
