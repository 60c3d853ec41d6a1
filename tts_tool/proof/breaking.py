"""Breaks code line by line and says which breaks no test notices.

    python -m tts_tool.proof.breaking tts_tool/kernel --count 100 -- pytest -x -q tests/kernel

Every break is made in a copy of the project, never in the project itself.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import click
import msgspec

from tts_tool.errors import ExitCode, UserError
from tts_tool.proof.breaks import Break
from tts_tool.proof.workbench import Tell, Workbench


class Unnoticed(msgspec.Struct, frozen=True):
    """A break with which all tests pass."""

    file: str
    line: int
    kind: str
    diff: str


class BreakingReport(msgspec.Struct, frozen=True):
    """What became of the breaks."""

    seed: int
    possible: int
    broken: int
    seconds: float
    unnoticed: tuple[Unnoticed, ...]


def chosen(possible: Sequence[Break], count: int, seed: int, *, every: bool = False) -> list[Break]:
    """Choose lines at random, and of each line one break, or every one."""
    chance = random.Random(seed)  # a sample, not a secret
    lines: dict[tuple[str, int], list[Break]] = {}
    for one in possible:
        lines.setdefault((one.file, one.line), []).append(one)
    picked = chance.sample(sorted(lines), min(count, len(lines)))
    if every:
        return [one for line in picked for one in lines[line]]
    return [chance.choice(lines[line]) for line in picked]


def survey(
    workbench: Workbench,
    *,
    count: int,
    seed: int,
    jobs: int,
    tell: Tell = lambda _one, _passed: None,
) -> BreakingReport:
    """Break so many lines, and report."""
    begun = time.monotonic()
    picked = chosen(workbench.possible, count, seed)
    left = workbench.unnoticed(picked, jobs, tell)
    found = tuple(
        Unnoticed(one.file, one.line, one.kind, one.diff(workbench.sources[one.file]))
        for one in left
    )
    took = round(time.monotonic() - begun, 1)
    return BreakingReport(seed, len(workbench.possible), len(picked), took, found)


def in_words(report: BreakingReport) -> str:
    """Write a report for people."""
    noticed = report.broken - len(report.unnoticed)
    parts = [f"{one.file}:{one.line} {one.kind}\n{one.diff}\n" for one in report.unnoticed]
    parts.append(
        f"{noticed} of {report.broken} breaks noticed, {len(report.unnoticed)} not "
        f"({report.possible} possible, seed {report.seed}, {report.seconds:.0f} s)"
    )
    return "\n".join(parts)


@click.command()
@click.argument("paths", nargs=-1, required=True)
@click.option("--count", default=100, show_default=True, help="How many lines to break.")
@click.option("--seed", default=1, show_default=True, help="Which lines.")
@click.option("--allow", default=3, show_default=True, help="How many may go unnoticed.")
@click.option("--jobs", default=2, show_default=True, help="How many test runs side by side.")
@click.option("--json", "as_json", is_flag=True, help="Report as JSON.")
@click.pass_context
def main(  # noqa: PLR0913, PLR0917  # one parameter per option
    context: click.Context,
    paths: tuple[str, ...],
    count: int,
    seed: int,
    allow: int,
    jobs: int,
    as_json: bool,  # noqa: FBT001  # a switch on the command line
) -> None:
    """Break lines under PATHS one by one; the tests are the command after `--`."""
    command = context.obj
    if not command:
        raise click.UsageError("say after -- how to run the tests")

    def tell(one: Break, passed: bool) -> None:  # noqa: FBT001  # as it is called
        click.echo(
            f"{'MISSED' if passed else 'noticed'} {one.file}:{one.line} {one.kind}", err=True
        )

    try:
        workbench = Workbench(Path.cwd(), paths, command)
        report = survey(workbench, count=count, seed=seed, jobs=jobs, tell=tell)
    except UserError as problem:
        click.echo(f"{problem}\n{problem.fix}", err=True)
        sys.exit(problem.exit_code)
    click.echo(msgspec.json.encode(report).decode() if as_json else in_words(report))
    if len(report.unnoticed) > allow:
        sys.exit(ExitCode.FINDING)


def run(arguments: Sequence[str]) -> None:
    """Part the arguments at `--`: what is to be broken, and the test command."""
    own = [*arguments]
    at = own.index("--") if "--" in own else len(own)
    main.main(own[:at], prog_name="python -m tts_tool.proof.breaking", obj=own[at + 1 :])


if __name__ == "__main__":
    run(sys.argv[1:])
