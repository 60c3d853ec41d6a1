"""How much memory this process has needed at most."""

from __future__ import annotations

import platform
import re
import sys
from pathlib import Path

__all__ = ["peak"]


def peak() -> int:
    """Give bytes; 0 on Windows, which does not say without help.

    Linux counts in `ru_maxrss` what the process needed that started this one, so it is not asked.
    """
    if platform.system() == "Linux":
        status = Path("/proc/self/status").read_text(encoding="ascii")
        return int(re.findall(r"VmHWM:\s+(\d+) kB", status)[0]) * 1024
    return 0 if sys.platform == "win32" else _on_unix()


def _on_unix() -> int:
    import resource  # noqa: PLC0415 - Windows has none

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
