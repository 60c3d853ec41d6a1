"""How long `tts-tool --help` takes beside a script that only imports click.

Run it: `python tests/bench/bench_startup.py`. The aim is a ratio of at most 2.
"""

import statistics
import subprocess
import sys
import time

RUNS = 25
HELP = "import sys; sys.argv = ['tts-tool', '--help']; from tts_tool.cli.main import main; main()"
BARE = "import click"


def seconds(program: str) -> float:
    """Time one run in a process of its own."""
    started = time.perf_counter()
    subprocess.run([sys.executable, "-c", program], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - started


def main() -> None:
    """Measure both in turns, so that a busy moment hits both, and print medians and ratio."""
    pairs = [(seconds(HELP), seconds(BARE)) for _ in range(RUNS)]
    ours, bare = (statistics.median(column) for column in zip(*pairs, strict=True))
    ratio = statistics.median(mine / other for mine, other in pairs)
    print(f"tts-tool --help  {ours * 1000:7.1f} ms (median of {RUNS})")
    print(f"import click     {bare * 1000:7.1f} ms")
    print(f"ratio            {ratio:7.2f}    (aim: at most 2)")


if __name__ == "__main__":
    main()
