"""`tts-tool rules`: what the rules of a game say, where they are implemented, what shows them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from tts_tool.cli.options import examples, json_option, print_json
from tts_tool.cli.rulesets import find, games
from tts_tool.errors import ExitCode, NotFound, Unavailable, meant

if TYPE_CHECKING:
    from tts_tool.cli.rulesets import FoundGame
    from tts_tool.proof.breaks import Break
    from tts_tool.proof.subject import Subject

__all__ = ["rules"]

folder_option = click.option(
    "--folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Cards of a checkout instead of those that came with tts-tool.",
)


def _numbers(_context: click.Context, _option: click.Parameter, value: str) -> tuple[int, ...]:
    """Read numbers with commas between them."""
    try:
        return tuple(int(each) for each in value.split(",")) if value else ()
    except ValueError:
        raise click.BadParameter("numbers with commas between them, such as 3,17") from None


@click.group(epilog=examples("tts-tool rules show NM-07"))
def rules() -> None:
    """Read the rules of a game, see where they are implemented and what shows them."""


@rules.command(epilog=examples("tts-tool rules show NM-07 --lang de"))
@click.argument("rule", metavar="ID")
@click.option("--lang", type=click.Choice(["en", "de"]), help="Only this language.")
@folder_option
@json_option
def show(rule: str, lang: str | None, folder: Path | None, *, as_json: bool) -> None:
    """Show the rule ID: our wording, its kind, the lines that carry it, the tests that show it."""
    subject = _having(rule, folder)
    shown = _shown(subject, rule, lang)
    if as_json:
        print_json(shown)
        return
    click.echo(f"{rule}: {shown['kind'] or 'no kind'}, of {subject.name}")
    for language, text in shown["wording"].items():
        click.echo(f"  {language}: {text}")
    for word in ("same", "open"):
        if shown[word]:
            click.echo(f"  {word}: {', '.join(shown[word])}")
    _list("implemented", shown["implemented"], "no line carries it")
    _list("shown by", shown["shown by"], shown["not shown"])


@rules.command("open-points", epilog=examples("tts-tool rules open-points old-world"))
@click.argument("game")
@folder_option
@json_option
def open_points_(game: str, folder: Path | None, *, as_json: bool) -> None:
    """List how GAME settles what its rulebook leaves open: as data, by the text, by a choice.

    Ends with exit code 1 if a point is missing, or names what does not exist.
    """
    from tts_tool.proof.open_points import in_words, open_points

    found = open_points(_subject(find(game), folder))
    if as_json:
        print_json(found)
    else:
        _say(in_words(found))
    _leave(good=not found.problems)


@rules.command(
    "coverage",
    epilog=examples(
        "tts-tool rules coverage night-market",
        "tts-tool rules coverage night-market --run",
        "tts-tool rules coverage old-world --with solo",
        "tts-tool rules coverage night-market --prove 20 --seed 7",
    ),
)
@click.argument("game")
@click.option(
    "--with",
    "--module",
    "module",
    default="",
    metavar="MODULE",
    help="Only the rules that this box brings, or its lines.",
)
@click.option("--run", "run_tests", is_flag=True, help="First run the tests and write evidence.")
@click.option(
    "--prove",
    "count",
    type=click.IntRange(min=1),
    metavar="N",
    help="Instead, break N lines that carry rules and say what no test noticed.",
)
@click.option("--seed", default=1, show_default=True, help="Which lines to break.")
@click.option(
    "--only",
    default="",
    metavar="N,N",
    callback=_numbers,
    help="Of these lines only some, by the numbers that are told.",
)
@click.option(
    "--near", is_flag=True, help="Ask only tests that show rules near by: quicker, stricter."
)
@click.option("--every", is_flag=True, help="Break each of these lines in every way, not in one.")
@click.option("--jobs", default=1, show_default=True, help="How many test runs side by side.")
@click.option(
    "--into",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Remember there what was noticed; begun again, go on from there.",
)
@folder_option
@json_option
def coverage_(
    game: str,
    *,
    module: str,
    count: int | None,
    seed: int,
    only: tuple[int, ...],
    near: bool,
    every: bool,
    jobs: int,
    into: Path | None,
    folder: Path | None,
    run_tests: bool,
    as_json: bool,
) -> None:
    """List the rules of GAME, or of one box, that the evidence does not show, and why not.

    Ends with exit code 1 while anything is missing; with --prove, if a break in a legality,
    limit or scoring rule goes unnoticed, or more than five in others.
    """
    subject = _subject(find(game), folder)
    passed = not run_tests or _run(subject)
    if count is not None:
        ways = {"near": near, "every": every, "module": module}
        _prove(subject, count, seed, only, jobs, into, as_json=as_json, **ways)
        _leave(good=passed)
        return
    from tts_tool.proof.coverage import coverage, in_words

    covered = coverage(subject, module=module)
    if as_json:
        print_json(covered)
    else:
        _say(in_words(covered))
    _leave(good=passed and covered.complete)


def _prove(  # noqa: PLR0917  # as many as there are options
    subject: Subject,
    count: int,
    seed: int,
    only: tuple[int, ...],
    jobs: int,
    into: Path | None,
    *,
    as_json: bool,
    **ways: Any,  # noqa: ANN401  # whom to ask, which lines, how to break them
) -> None:
    from tts_tool.proof.proving import in_words, prove

    _need_pytest()

    def tell(number: int, one: Break, passed: bool) -> None:
        told = "MISSED" if passed else "noticed"
        click.echo(f"{told} {one.file}:{one.line} {one.kind} (number {number})", err=True)

    proven = prove(
        subject,
        count=count,
        seed=seed,
        jobs=jobs,
        only=only,
        into=into,
        tell=tell,
        **ways,
    )
    if as_json:
        print_json(proven)
    else:
        _say(in_words(proven))
    _leave(good=proven.good)


def _run(subject: Subject) -> bool:
    """Run the tests that are marked with rules of a game, and say whether they passed."""
    root = subject.checkout
    _need_pytest()
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tts_tool.proof.rule_plugin"]
    command += ["--rule-evidence", "--rule-game", subject.name, "--rootdir", str(root)]
    command += [str(subject.tests)]
    done = subprocess.run(command, cwd=root, stdout=sys.stderr, check=False)  # noqa: S603
    if done.returncode == _NO_TESTS:
        click.echo(f"no test is marked with a rule of {subject.name}", err=True)
    elif done.returncode:
        click.echo("the tests have failed; what failing tests do shows nothing", err=True)
    return done.returncode in {0, _NO_TESTS}


_NO_TESTS: Final = 5
"""How pytest ends that has found none."""


def _need_pytest() -> None:
    if find_spec("pytest") is None:
        fix = 'install what tests need: pip install -e ".[dev]"'
        raise Unavailable("this runs tests, and pytest is not installed", fix=fix)


def _subject(game: FoundGame, folder: Path | None) -> Subject:
    from tts_tool.proof.subject import Subject

    return Subject.of(game.ruleset, game.package, folder)


def _having(rule: str, folder: Path | None) -> Subject:
    """Find the game that has a rule."""
    known: list[str] = []
    for game in games():
        subject = _subject(game, folder)
        if subject.cards[-1].is_dir():
            if rule in subject.rules:
                return subject
            known.extend(subject.rules)
    raise NotFound(f'no rule "{rule}"', fix=meant(rule, known))


def _shown(subject: Subject, rule: str, lang: str | None) -> dict[str, Any]:
    """Gather what there is to say about a rule."""
    from tts_tool.proof.ground import Ground

    ground = Ground(subject)
    known = ground.rules[rule]
    wording = {"en": known.en, "de": known.de}
    tests, why_not = _tests(ground, rule)
    return {
        "rule": rule,
        "game": subject.name,
        "kind": f"{known.kind}, permits" if known.permits else known.kind,
        "wording": wording if lang is None else {lang: wording[lang]},
        "same": known.same,
        "open": known.open,
        "implemented": [f"{line.file}:{line.line}" for line in ground.of(rule)],
        "shown by": tests,
        "not shown": why_not,
    }


def _tests(ground: Any, rule: str) -> tuple[list[str], str]:  # noqa: ANN401  # known where it is made
    """List the tests that show a rule, or say why there are none."""
    from tts_tool.proof import evidence
    from tts_tool.proof.coverage import why_not

    subject = ground.subject
    if subject.root is None:
        return [], "the evidence lies in a checkout, and this is an installed copy"
    entries = evidence.read(subject.evidence).get(rule, {})
    fresh = [test for test, each in entries.items() if not evidence.stale(ground, rule, test, each)]
    return fresh, ground.rules[rule].unshowable or why_not(ground, rule, entries) or ""


def _list(title: str, lines: list[str], nothing: str) -> None:
    click.echo(f"  {title}:")
    for line in lines:
        click.echo(f"    {line}")
    if nothing and (not lines or title == "shown by"):
        click.echo(f"    {nothing}")


def _say(lines: Iterable[str]) -> None:
    click.echo("\n".join(lines))


def _leave(*, good: bool) -> None:
    if not good:
        raise click.exceptions.Exit(ExitCode.FINDING)
