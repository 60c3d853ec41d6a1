"""What the documentation shows is what the command does, line by line."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "tts_tool", "referee"]


def transcripts(text: str) -> Iterator[list[str]]:
    """Give the lines of each fence of the kind `transcript`."""
    for fence in re.findall(r"^```transcript\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        yield fence.splitlines()


def shown(pattern: str) -> re.Pattern[str]:
    """Read a reply of the documentation, in which … stands for something left out."""
    return re.compile(".*".join(map(re.escape, pattern.split("…"))))


def differences(lines: list[str]) -> Iterator[str]:
    """Say every line to the command, and give the replies that are not what is shown."""
    with subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for line in lines:
            direction, _, text = line.partition(" ")
            if direction == ">":
                process.stdin.write(f"{text}\n")
                process.stdin.flush()
            elif direction == "<":
                reply = process.stdout.readline().rstrip("\n")
                if not shown(text).fullmatch(reply):
                    yield f"{text}\n{reply}"
        process.stdin.close()
        yield from process.stdout.read().splitlines()


DOCS = list(transcripts((ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")))


@pytest.mark.parametrize("lines", DOCS, ids=[lines[0][:60] for lines in DOCS])
def test_transcript(lines: list[str]) -> None:
    """Every request of the documentation gets the reply that stands below it."""
    assert sum(line.startswith("> ") for line in lines) > 3
    assert list(differences(lines)) == []


def test_differences_are_seen() -> None:
    """A reply that is not as shown is found, also one that nobody expected."""
    lines = ['> {"id":1,"op":"save"}', '< {"id":1,"ok":true…', '> {"id":2,"op":"quit"}']
    assert len(list(differences(lines))) == 2


def test_the_client_of_the_documentation() -> None:
    """The program that the documentation shows plays a game to its end."""
    text = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    (client,) = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    program = client.replace('["tts-tool", "referee", ', f"[*{COMMAND!r}, ")
    assert program != client
    always = f"import random\nrandom.seed(1)\n{program}"
    said = subprocess.run(
        [sys.executable, "-c", always], capture_output=True, check=True, encoding="utf-8"
    )
    assert sorted(re.findall(r"\w+", said.stdout)) == ["blue", "green", "red"]
