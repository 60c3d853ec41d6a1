"""Makes the wheel that people install, for tests; from what is already here, with no network."""

import subprocess
import sys
from pathlib import Path

__all__ = ["built_wheel"]

ROOT = Path(__file__).parents[1]


def built_wheel(folder: Path, source: Path = ROOT) -> Path:
    """Build the wheel of a copy of the project, with the build backend that is installed here."""
    build = (sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder))
    done = subprocess.run(
        [*build, str(source)], cwd=folder, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return next(folder.glob("*.whl"))
