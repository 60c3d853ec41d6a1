"""How fast the kernel is on the sample game, beside Catanatron and python-chess.

Run it: `python tests/bench/bench_kernel.py [--rounds N] [--quick] [--json] [--peers DIR]`.
What the figures mean stands in docs/speed.md.
"""

from __future__ import annotations

from tests.bench.beside import Bench, run

KERNEL = Bench(
    game="Night Market, 3 seats",
    script="kernel_round.py",
    quick_games=10,
    columns={"core": "core", "all": "all boxes"},
    rows=(
        ("decisions_per_s", "decisions / s", "no fewer than Catanatron's actions"),
        ("answers_per_s", "answers / s", ""),
        ("events_per_s", "events / s", ""),
        ("judge_p50_ms", "judging with reasons, p50, ms", ""),
        ("judge_p99_ms", "judging with reasons, p99, ms", "under 0.5"),
        ("restore_p50_ms", "restoring in mid-effect, p50, ms", ""),
        ("restore_p99_ms", "restoring in mid-effect, p99, ms", "under 1"),
        ("replay_1000_ms", "replay of 1,000 answers, ms", ""),
        ("durable_per_s", "durable answers / s (wall clock)", "1,000"),
    ),
)

if __name__ == "__main__":
    run(KERNEL)
