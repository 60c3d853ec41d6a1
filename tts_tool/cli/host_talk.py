"""What whoever hosts reads in the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from tts_tool.errors import UserError
    from tts_tool.referee.table.host import Host
    from tts_tool.sync.dev.loading import Reloaded
    from tts_tool.sync.hub import Ports
    from tts_tool.web.hosting import News

__all__ = ["UPGRADE", "Teller"]

UPGRADE = "u"
"""What is typed to bring an older table to the rules of now."""


class Teller:
    """Says in the terminal what goes on, in words or, for programs, as JSON, a line each."""

    def __init__(self, game: str, *, as_json: bool) -> None:
        self._game = game
        self._as_json = as_json
        self._title = ""
        self._plays_the_game = self._met = False

    def prepared(self, name: str, row: Mapping[str, Any], installed: str | None) -> None:
        """Say what was built, and who sees the pictures."""
        self._title = name
        seen = installed or str(row["seen"])
        self.say("ready", f'The table "{name}" is ready; {seen}.', save=row["save"], seen=seen)

    def plays_the_game(self, ports: Ports) -> None:
        """Say where the table without the game is found by other commands."""
        self._plays_the_game = True
        where = f"--game 127.0.0.1:{ports.game} --editor-port {ports.editor}"
        text = f"I play the game, too; exec, console and push find it with {where}."
        self.say("plays-the-game", text, port=ports.game, editor_port=ports.editor)

    def news(self, news: News) -> None:
        """Say what is new."""
        match news.what:
            case "waiting":
                self.say("waiting", f"I wait: {news.text}.", fix=self._what_to_do())
            case "outdated":
                self.say("outdated", news.text, fix=f"{self._upgrade(news.save)}; or {news.fix}")
            case "trouble":
                self.say("trouble", news.text, fix=news.fix)
            case "met":
                self._met = True
                self.say("met", "The table is met. Sit down, and choose on the panel who plays.")
            case "begun":
                text = f"The game has begun; it is kept as {news.text}."
                self.say("begun", text, game=news.text)
            case "said":
                self.say("said", news.text)
            case "over":
                self.say("over", "The game is over.")

    def trouble(self, error: UserError) -> None:
        """Say what did not work."""
        self.say("trouble", str(error), fix=error.fix or "")

    def stumbled(self, path: Path) -> None:
        """Say that the referee itself has failed at something."""
        fix = "`tts-tool report` packs what is needed to see why"
        self.say("stumbled", f"The referee has stumbled; play goes on. See {path}.", fix=fix)

    def goodbye(self, host: Host | None) -> None:
        """Say how to come back."""
        kept = host.session.kept_as if host is not None and not host.told.over else None
        on = f" The game {kept} can be gone on with when you host again." if kept else ""
        left = "The table is told that the referee has left." if self._met else "No table was met."
        self.say("left", f"{left}{on}", game=kept)

    def asks(self, text: str) -> None:
        """Say what somebody has to do in the game."""
        self.say("asks", text)

    def upgraded(self, done: Reloaded, folder: Path) -> None:
        """Say that the table is of the new rules now, and how the old one comes back."""
        fix = f"`tts-tool restore {folder} {done.backup} --reload` brings the save back as it was"
        self.say("upgraded", "The table has the new rules.", fix=fix, backup=done.backup)
        from tts_tool.saves.upgrading import told

        for each in done.conflicts:
            self.say("both-changed", told(each))
        for name in done.otherwise:
            text = f"{name} lies otherwise than before; {done.file} has it as it lay."
            self.say("otherwise", text)

    def _upgrade(self, save: str) -> str:
        """Say how a table that was played goes on with what is new."""
        file = f'"{save}"' if save else "SAVE"
        return (
            f"type {UPGRADE} and Enter: it gets the new rules, with all as it lies (a copy is kept)"
            f"; or save in the game, type `tts-tool upgrade {file} --to {self._game}` and load what"
            " it writes"
        )

    def _what_to_do(self) -> str:
        if self._plays_the_game:
            return "the table without the game is being opened"
        return f'start Tabletop Simulator and load "{self._title}" (Games, Save & Load)'

    def say(self, what: str, text: str, *, fix: str = "", **more: Any) -> None:  # noqa: ANN401
        """Say something, and what can be done about it."""
        if self._as_json:
            from msgspec import json

            said = {"what": what, "text": text, **({"fix": fix} if fix else {}), **more}
            click.echo(json.encode(said).decode())
            return
        click.echo(text)
        if fix:
            click.echo(f"  {fix}")
