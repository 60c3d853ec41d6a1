"""`tts-tool table`: run a mod without the game; play a script on it, or serve an editor."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tts_tool.cli.options import examples, json_option, print_json
from tts_tool.errors import BadInput, ExitCode

if TYPE_CHECKING:
    from tts_tool.table import Table
    from tts_tool.table.notices import Notice
    from tts_tool.table.playbook import Failure, Playbook
    from tts_tool.table.running import ChatLine
    from tts_tool.table.switches import Switches

__all__ = ["table"]

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
# Different errors, the most frequent ones: they fit on a screen.
_MOST_LINES = 20
_MOST_SAID = 500
# How a line that only the host sees is called; all others are chat.
_KINDS = {"host": "print", "log": "log"}


@click.command(
    epilog=examples(
        "tts-tool table TS_Save_1.json --frames 600 --fail-on-error",
        "tts-tool table TS_Save_1.json --script draw_two.txt --json",
        "tts-tool table TS_Save_1.json --picture table.png",
        "tts-tool table TS_Save_1.json --serve",
    )
)
@click.argument("save", type=_FILE)
@click.option("--script", type=_FILE, help="A playbook: what players do, and what is expected.")
@click.option("--frames", type=click.IntRange(0), help="How many frames to run (60 a second).")
@click.option("--seed", type=int, default=0, show_default=True, help="Decides all chance.")
@click.option(
    "--seat",
    "seats",
    multiple=True,
    help="A colour at which somebody sits from the beginning; the host's first.",
)
@click.option(
    "--switch", "typed", multiple=True, metavar="NAME=VALUE", help="Turn an assumption about TTS."
)
@click.option("--answers", multiple=True, type=_FILE, help="Answers of a real game, as switches.")
@click.option("--seconds", type=float, default=5.0, help="How long one call of a script may take.")
@click.option(
    "--reach",
    type=click.Choice(["nothing", "loopback", "anywhere"]),
    default="loopback",
    show_default=True,
    help="What scripts may ask the web for; loopback is this machine.",
)
@click.option("--keep", type=click.Path(dir_okay=False, path_type=Path), help="Save to this file.")
@click.option(
    "--picture",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Draw the table from above, as it is in the end, into this PNG file.",
)
@click.option("--sketch", is_flag=True, help="Also write down what lies where.")
@click.option("--serve", is_flag=True, help="Go on, as the game does, until stopped; for editors.")
@click.option("--port", type=int, default=39999, show_default=True, help="Where to listen.")
@click.option("--editor-port", type=int, default=39998, show_default=True, help="Where to talk.")
@click.option("--ends-with-input", is_flag=True, hidden=True, help="Serve no longer than that.")
@click.option("--shuffle-messages", type=int, metavar="SEED", help="Mix up what editors are sent.")
@click.option("--fail-on-error", is_flag=True, help="End with 1 if a script has failed.")
@json_option
def table(
    save: Path,
    *,
    script: Path | None,
    frames: int | None,
    seed: int,
    seats: Sequence[str],
    typed: Sequence[str],
    answers: Sequence[Path],
    seconds: float,
    reach: str,
    keep: Path | None,
    picture: Path | None,
    sketch: bool,
    port: int,
    editor_port: int,
    shuffle_messages: int | None,
    serve: bool,
    ends_with_input: bool,
    fail_on_error: bool,
    as_json: bool,
) -> None:
    """Open the file SAVE on a table without the game, and run its scripts.

    Ends with 0 when the mod ran as far as it was asked to; the errors of its scripts are listed.
    Ends with 1 when an expectation of the playbook does not hold.
    """
    from tts_tool.table import Table
    from tts_tool.table.switches import Switches

    if as_json and serve:
        raise click.UsageError("--serve goes on for ever, so there is nothing to print as --json")
    _check_keep(save, keep)
    book = _read_book(script)
    switches = Switches.load(*answers, typed=typed)
    with Table.open(
        save,
        reach=reach,
        seed=seed,
        switches=switches,
        seconds=seconds,
        keep_at=keep,
        seats=seats,
    ) as opened:
        opened.run(frames if frames is not None else 0 if book or serve else 60)
        failures = book.play(opened) if book else []
        if keep:
            opened.host.save()
        if serve:
            if ends_with_input:
                _end_with_input()
            _serve(opened, switches, (port, editor_port), shuffle_messages)
        if picture:
            picture.write_bytes(_from_above(opened))
        report = {**_report(opened, failures), **({"sketch": _sketch(opened)} if sketch else {})}
        if as_json:
            print_json(report)
        else:
            _print(report, _said(opened))
        if failures or (fail_on_error and opened.errors):
            raise click.exceptions.Exit(ExitCode.FINDING)


def _from_above(opened: Table) -> bytes:
    from tts_tool.picture.above import from_above
    from tts_tool.picture.local import local_picture
    from tts_tool.saves.tree import read

    tree = read(opened.save_as_it_is(), opened.save_path).root
    return from_above(tree, local_picture, width=2400, buttons=opened.buttons())


def _sketch(opened: Table) -> str:
    from tts_tool.picture.text import as_text
    from tts_tool.saves.tree import read

    return as_text(read(opened.save_as_it_is(), opened.save_path).root)


def _check_keep(save: Path, keep: Path | None) -> None:
    if keep is not None and keep.exists() and keep.samefile(save):
        raise BadInput(
            "the table would write over the save that it was opened from",
            where=str(keep),
            fix="keep it in another file",
        )


def _read_book(script: Path | None) -> Playbook | None:
    from tts_tool.table.playbook import Playbook

    if script is None:
        return None
    try:
        return Playbook(script.read_text(encoding="utf-8-sig"), str(script))
    except UnicodeDecodeError as error:
        raise BadInput("a playbook is written in UTF-8", where=str(script)) from error


def _report(opened: Table, failures: Iterable[Failure]) -> dict[str, Any]:
    return {
        "frames": opened.frame,
        "objects": len(opened.objects),
        "errors": [{"guid": each.guid, "error": str(each)} for each in opened.errors],
        "missing": opened.missing,
        "prints": opened.prints,
        "chat": [each.text for each in opened.chat],
        "messages": opened.messages,
        "failures": [str(each) for each in failures],
    }


def _said(opened: Table) -> list[str]:
    """Word what scripts have printed and said, in its order; of a flood, only the beginning."""
    lines = [f"{_KINDS.get(each.kind, 'chat')}{_to(each)}: {each.text}" for each in opened.chat]
    left_out = len(lines) - _MOST_SAID
    more = [f"… and {left_out:,} more, which --json lists"] if left_out > 0 else []
    return [*lines[:_MOST_SAID], *more]


def _to(line: ChatLine) -> str:
    return f" to {line.to}" if line.to else ""


def _print(report: dict[str, Any], said: Iterable[str]) -> None:
    for line in said:
        click.echo(line)
    for text, count in Counter(each["error"] for each in report["errors"]).most_common(_MOST_LINES):
        click.echo(f"{text}{f' ({count} times)' if count > 1 else ''}")
    for name, count in sorted(report["missing"].items()):
        click.echo(f"missing here: {name}, used {count} times")
    for failure in report["failures"]:
        click.echo(failure)
    if "sketch" in report:
        click.echo(report["sketch"])
    counted = (f"{name}: {len(report[name])}" for name in ("errors", "failures"))
    click.echo(f"frames: {report['frames']}, objects: {report['objects']}, {', '.join(counted)}")


def _serve(opened: Table, switches: Switches, ports: tuple[int, int], order: int | None) -> None:
    """Be the game until somebody presses Ctrl+C: time passes, editors are answered."""
    from tts_tool.table.editor import EditorPort
    from tts_tool.table.notices import Loaded

    port, editor_port = ports
    with EditorPort(opened, switches, port=port, editor_port=editor_port, order=order) as line:
        click.echo(f"listening on 127.0.0.1:{line.port}, talking to {editor_port}; Ctrl+C ends it")
        for hear in (line.hear, _echo):
            hear(tuple(opened.heard))
            opened.listen(hear)
        line.hear([Loaded()])
        opened.run_in_real_time()


def _end_with_input() -> None:
    """End as by Ctrl+C as soon as nobody can type any more: whoever has started us is gone."""
    import sys
    from _thread import interrupt_main
    from threading import Thread

    def listen() -> None:
        sys.stdin.read()
        interrupt_main()

    Thread(target=listen, daemon=True).start()


def _echo(notices: Sequence[Notice]) -> None:
    """Show what scripts print and do wrong."""
    from tts_tool.table.notices import Failed, Printed

    for each in notices:
        if isinstance(each, Printed):
            click.echo(each.text)
        elif isinstance(each, Failed):
            click.echo(str(each), err=True)
