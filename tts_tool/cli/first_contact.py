"""What the version of the game on this computer has answered so far, and what rests on guesses."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from tts_tool.belongings import belongings
from tts_tool.build.places import SAVES

__all__ = ["VETOES", "FirstContact"]

VETOES: Final[Mapping[str, str]] = {
    "onPlayerAction": "veto-repeats",
    "tryObjectEnterContainer": "action-before-container",
    "tryObjectRandomize": "",
    "tryObjectRotate": "",
    "tryObjectStateChange": "",
    "onObjectNumberTyped": "",
}
"""Events in which a script says no to the game, each with the question by which it is proven."""


class FirstContact:
    """The answers of one version, kept among what belongs to a person."""

    def __init__(self, folder: Path) -> None:
        """Find out which version has saved last in a folder of the game."""
        from tts_tool.sync.probe.first import answers_file, version_of

        self.version = version_of(folder / SAVES)
        self._file = answers_file(belongings(), self.version)

    @property
    def known(self) -> bool:
        """Tell whether this version has answered yet what can be asked at any table."""
        from tts_tool.sync.probe.questions import questions

        return any(questions()[name].anywhere for name in self._answered & questions().keys())

    def keep(self, answers: Mapping[str, Any], how: Mapping[str, str] | None = None) -> None:
        """Keep what it has answered now, and how that was measured."""
        from tts_tool.sync.probe.answers import write_answers

        self._file.parent.mkdir(parents=True, exist_ok=True)
        write_answers(self._file, answers, how or {}, datetime.now(UTC).date())

    @property
    def proven(self) -> tuple[str, ...]:
        """List the events in which this version is known to listen to a script that says no."""
        return tuple(event for event, name in VETOES.items() if name in self._answered)

    @property
    def _answered(self) -> set[str]:
        if not self._file.is_file():
            return set()
        return set(tomllib.loads(self._file.read_text(encoding="utf-8")))

    @property
    def words(self) -> str:
        """Say in one line what is known, and what rests on guesses."""
        from tts_tool.table.switches import guesses

        every = guesses()
        proven = sum(name in self._answered for name in every)
        return (
            f"Of {len(every)} things assumed of Tabletop Simulator {self.version}, {proven} are "
            f"answers, {len(every) - proven} are guesses (`tts-tool doctor --tts` asks them)."
        )
