"""How fast The Witcher: Old World is with all its rules, beside Catanatron and python-chess.

Run it: `python tests/bench/bench_old_world.py [--rounds N] [--quick] [--json] [--peers DIR]`.
What the figures mean, and where the time goes, stands in docs/speed.md.
"""

from __future__ import annotations

from tests.bench.beside import Bench, run

OLD_WORLD = Bench(
    game="Old World, base game",
    script="old_world_round.py",
    quick_games=3,
    columns={"2": "2 seats", "3": "3 seats", "4": "4 seats"},
    rows=(
        ("games_per_s", "whole games / s", ""),
        ("decisions_per_s", "counted decisions / s", "20,000"),
        ("answers_per_s", "answers / s", ""),
        ("events_per_s", "events / s", ""),
        ("judged_per_s", "judged answers with reasons / s", ""),
        ("judge_p50_ms", "judging with reasons, p50, ms", ""),
        ("judge_p99_ms", "judging with reasons, p99, ms", "under 0.5"),
        ("restore_p50_ms", "restoring in mid-effect, p50, ms", ""),
        ("restore_p99_ms", "restoring in mid-effect, p99, ms", ""),
    ),
)

if __name__ == "__main__":
    run(OLD_WORLD)
