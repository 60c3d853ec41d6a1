"""A game whose process is killed resumes with every answer that was acknowledged."""

from __future__ import annotations

import contextlib
import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.journal import playing
from tests.journal.lamps import NOW, answers
from tts_tool.errors import Refused
from tts_tool.journal import Journal, Keeper, Saved, resume
from tts_tool.journal.saved import Done, TakenBack

ROOT = Path(__file__).parents[2]
NEVER = 0


def player(path: Path, seed: str, most: int) -> subprocess.Popen[str]:
    """Play in a process of its own."""
    script = ROOT / "tests" / "journal" / "playing.py"
    command = [sys.executable, str(script), str(path), seed, str(most)]
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, text=True
    )


def killed(path: Path, seed: str, seconds: float) -> list[tuple[str, int, int]]:
    """Play in a process of its own, kill it so long after its first answer, read what it said."""
    with player(path, seed, NEVER) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        time.sleep(seconds)
        process.kill()
        rest = process.stdout.read()
    said = (first + rest).splitlines(keepends=True)
    return [tuple(json.loads(line)) for line in said if line.endswith("\n")]


def standing_after(saved: Saved, lines: int) -> int:
    """Count the entries that stood when the log had so many lines."""
    stands = 0
    for line in saved.legs[0].lines[:lines]:
        if isinstance(line, TakenBack):
            stands = line.to
        elif isinstance(line, Done):
            stands += 1
    return stands


@pytest.mark.soak(sample=6, full=200)
def test_kill_loses_nothing(tmp_path: Path, rounds: int) -> None:
    """Killed at a random moment, the log holds all that was said and at most one thing more."""
    pick = random.Random(1)
    path = tmp_path / "games"
    most_lines = 0
    for number in range(rounds):
        said = killed(path, str(number), pick.random() * 0.12)
        assert said, "it was killed before it said anything"
        game = said[-1][0]
        with Journal(path) as journal:
            saved = journal.show(game)
            resumed = resume(journal, game, playing.present)
        for _, lines, stands in [each for each in said if each[0] == game]:
            assert standing_after(saved, lines) == stands
        assert said[-1][1] <= len(saved.legs[0].lines) <= said[-1][1] + 2
        assert (resumed.notices, len(saved.legs)) == ((), 1)
        most_lines = max(most_lines, len(saved.legs[0].lines))
    assert most_lines > 20, "no game came far enough for this to prove anything"


def test_game_of_a_killed_process_is_free(tmp_path: Path) -> None:
    """As long as the process lives the game is refused with its number; killed, it is free."""
    path = tmp_path / "games"
    with player(path, "1", 1) as process:  # it waits in the middle of its game
        assert process.stdout is not None
        game = json.loads(process.stdout.readline())[0]
        with Journal(path) as journal:
            with pytest.raises(Refused, match=f"process {process.pid} on"):
                resume(journal, game, playing.present)
            with Keeper.begin(journal, NOW.begin()) as other:
                answers(other, 4)  # a game beside it, in the same file, goes on
        process.kill()
    with Journal(path) as journal:
        assert resume(journal, game, playing.present).notices == ()
        assert [each.answers for each in journal.games() if each.id == other.game] == [4]


@pytest.mark.soak(sample=4, full=40)
def test_processes_that_open_a_new_file_at_once_share_it(tmp_path: Path, rounds: int) -> None:
    """Whoever comes first makes the tables; nobody fails, nobody's game is lost."""
    code = (
        "import sys; from pathlib import Path; from tts_tool.journal import Journal, Keeper\n"
        "from tests.journal.lamps import NOW, answers\n"
        "sys.stdin.readline()\n"
        "with Journal(Path(sys.argv[1])) as j, Keeper.begin(j, NOW.begin()) as k: answers(k, 6)"
    )
    path = tmp_path / "games"
    with contextlib.ExitStack() as stack:
        processes = [
            stack.enter_context(
                subprocess.Popen(
                    [sys.executable, "-c", code, str(path)],
                    stdin=subprocess.PIPE,
                    cwd=ROOT,
                    env={**os.environ, "PYTHONPATH": str(ROOT)},
                )
            )
            for _ in range(rounds)
        ]
        for process in processes:
            process.communicate(b"\n")
    assert [process.returncode for process in processes] == [0] * rounds
    with Journal(path) as journal:
        assert [game.answers for game in journal.games()] == [6] * rounds
