"""Somebody at a command line, for tests of what people type."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

from tts_tool.cli.main import cli
from tts_tool.cli.shell import run

__all__ = ["Person", "Quick", "edit"]


class Person:
    """Somebody at a command line, with a home and a cache of their own."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.mod = home / "my-mod"

    def types(self, *words: str | Path, cwd: Path | None = None, **more: str) -> Any:  # noqa: ANN401
        """Type a command; give what it printed, its errors and its exit code."""
        return subprocess.run(
            _command(words),
            cwd=cwd or self.home,
            env=self.environment(more),
            capture_output=True,
            check=False,
            encoding="utf-8",
        )

    def begins(
        self, *words: str | Path, cwd: Path | None = None, **more: str
    ) -> subprocess.Popen[str]:
        """Type a command that waits for something; more can be typed while it does."""
        return subprocess.Popen(
            _command(words),
            cwd=cwd or self.home,
            env=self.environment(more),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )

    def begins_into(self, log: Path, *words: str | Path) -> subprocess.Popen[str]:
        """Type a command that goes on, with a file for what it says."""
        with log.open("w", encoding="utf-8") as stream:
            return subprocess.Popen(
                _command(words),
                cwd=self.home,
                env=self.environment(),
                stdin=subprocess.PIPE,
                stdout=stream,
                stderr=subprocess.PIPE,
                encoding="utf-8",
            )

    def limited(self, size: int, *words: str | Path) -> Any:  # noqa: ANN401
        """Type a command that may write no file of more bytes."""

        def limit() -> None:
            import resource  # noqa: PLC0415 - Windows has none

            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

        return subprocess.run(
            _command(words),
            cwd=self.home,
            env=self.environment({"PYTHONDONTWRITEBYTECODE": "1"}),  # or half of it
            capture_output=True,
            check=False,
            encoding="utf-8",
            preexec_fn=limit,
        )

    def environment(self, more: Mapping[str, str] = {}) -> dict[str, str]:
        """Give what a command of theirs finds around it."""
        home = {"HOME": str(self.home), "USERPROFILE": str(self.home), "XDG_DATA_HOME": ""}
        own = {name: name.lower() for name in ("CACHE", "PICTURES", "GAMES", "ORIGINS")}
        own = {f"TTS_TOOL_{name}": str(self.home / path) for name, path in own.items()}
        # Nobody here speaks in secret, and to read all certificates takes a fifth of a command.
        return {**os.environ, **home, **own, "SSL_CERT_FILE": os.devnull, **more}

    def told(self, *words: str | Path, cwd: Path | None = None, **more: str) -> Any:  # noqa: ANN401
        """Type a command that must succeed, with --json; give what it says."""
        done = self.types(*words, "--json", cwd=cwd, **more)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    def ran(self, *words: str) -> list[str]:
        """Build, and name what was made."""
        return [each["node"] for each in self.told("build", "my-mod", "--jobs", "1", *words)["ran"]]


class Quick(Person):
    """Somebody who types into this process: what takes no part of the system is quicker so."""

    def types(self, *words: str | Path, cwd: Path | None = None, **more: str) -> Any:  # noqa: ANN401
        """Type a command; give what it printed, its errors and its exit code."""
        out, err = io.StringIO(), io.StringIO()
        before, here = dict(os.environ), Path.cwd()
        os.environ.update(self.environment(more))
        os.chdir(cwd or self.home)
        try:
            with redirect_stdout(out), redirect_stderr(err):
                code = run(cli, [*map(str, words)])
        finally:
            os.chdir(here)
            os.environ.clear()
            os.environ.update(before)
        return subprocess.CompletedProcess(words, int(code), out.getvalue(), err.getvalue())


def _command(words: Iterable[str | Path]) -> tuple[str, ...]:
    return (sys.executable, "-m", "tts_tool", *map(str, words))


def edit(file: Path, old: str, new: str) -> None:
    """Change a text."""
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
