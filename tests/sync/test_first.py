"""The first contact asks a game what it can, quickly, and nobody at the table sees any of it."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

from tts_tool.saves.objects import Block, Save
from tts_tool.saves.tree import written
from tts_tool.sync.probe import Conversation
from tts_tool.sync.probe.first import first_contact, version_of
from tts_tool.sync.probe.questions import questions
from tts_tool.table import Table
from tts_tool.table.editor import EditorPort
from tts_tool.table.switches import Switches

ANYWHERE = {name for name, each in questions().items() if each.anywhere}
SCRIPT = "function onLoad() end function onExternalMessage(message) heard = message end"


def asked(switches: Switches) -> dict[str, Any]:
    """Meet a table on which nothing is prepared; see that it stays as it was."""
    save = Save(name="any", objects=(Block(id="block"),), script=SCRIPT)

    async def meet(table: Table) -> dict[str, Any]:
        async with Conversation(0, 0) as game:
            with EditorPort(table, switches, port=0, editor_port=game.editor_port) as port:
                table.listen(port.hear)
                game.sender.port = port.port
                contact = asyncio.create_task(first_contact(game))
                while not contact.done():
                    table.run(2)
                    await asyncio.sleep(0.01)
                return contact.result()

    with Table.open(written(save.tree()), switches=switches) as table:
        before = table.save_as_it_is()
        answers = asyncio.run(meet(table))
        assert (table.chat, table.errors, table.prints) == ([], [], [])
        assert table.save_as_it_is() == before
    return answers


def test_it_answers_as_it_is() -> None:
    """Every question that can be asked anywhere is answered, as the table's switches say."""
    answers = asked(Switches())
    assert set(answers) == ANYWHERE
    assert answers == {name: Switches()[name] for name in ANYWHERE}


def test_it_finds_wrong_guesses() -> None:
    """A game that is in nothing as we had guessed is found out in everything."""
    others = [dict(each.turned) for _, each in Switches().each_turned()]
    turned = {name: value for each in others for name, value in each.items() if name in ANYWHERE}
    assert len(turned) > len(ANYWHERE) / 2
    answers = asked(Switches(turned))
    assert {name: answers[name] for name in turned} == turned


def test_the_version_of_the_game(tmp_path: Path) -> None:
    """It is that of the newest save that the game has written by itself."""
    assert version_of(tmp_path) == "unknown"
    for day, (name, version) in enumerate(
        [("TS_Save_1", "v13.2"), ("TS_AutoSave", "v14.1.8"), ("Mine", "v9.1")], 1
    ):
        path = tmp_path / f"{name}.json"
        path.write_text('{\n  "SaveName": "x",\n' + f'  "VersionNumber": "{version}"\n' + "}")
        os.utime(path, (day, day))
    assert version_of(tmp_path) == "v14.1.8"
