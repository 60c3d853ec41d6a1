"""Where tests write: in memory where there is room for it, elsewhere as the machine has it."""

import os
import subprocess
import sys
from pathlib import Path

from tests.temporary import in_memory
from tests.wants import wants

ASK = "import tests.temporary, tempfile; print(tempfile.gettempdir())"


@wants("linux")
def test_only_where_there_is_room(tmp_path: Path) -> None:
    """A place that lacks room, or is none, is left alone."""
    assert in_memory(tmp_path, 0) == tmp_path
    assert in_memory(tmp_path, 1 << 60) is None
    assert in_memory(tmp_path / "none", 0) is None


def test_who_says_where_is_obeyed(tmp_path: Path) -> None:
    """`TMPDIR` of whoever runs the tests stays what it is."""
    said = os.environ | dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(tmp_path))
    done = subprocess.run(
        [sys.executable, "-c", ASK], env=said, capture_output=True, encoding="utf-8", check=True
    )
    assert Path(done.stdout.strip()) == tmp_path
