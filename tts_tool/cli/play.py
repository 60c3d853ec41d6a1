"""`tts-tool play`: people and bots at one keyboard, with the referee between them."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

import click

from tts_tool.cli.options import examples, json_option, print_json, settings_of
from tts_tool.errors import BadInput

if TYPE_CHECKING:
    from tts_tool.cli.rulesets import FoundGame
    from tts_tool.journal import Journal
    from tts_tool.playtest.bots import Bot
    from tts_tool.referee.session import Session

__all__ = ["at_the_table", "play"]


@click.command(
    epilog=examples(
        "tts-tool play night-market --bots 3 --seed 7",
        "tts-tool play night-market --people 1 --bots 2 --with storm --lang de",
        "tts-tool play old-world --people 1 --bots 2 --bot steady",
    )
)
@click.argument("game")
@click.option("--people", type=click.IntRange(0), help="Seats for people, before the bots.")
@click.option("--bots", type=click.IntRange(0), help="Seats for bots; alone: only bots play.")
@click.option(
    "--bot",
    type=click.Choice(["counting", "random", "steady"]),
    help="How bots play: steady knows Old World, counting Path of Destiny, random any game; "
    "the best there is if left out.",
)
@click.option(
    "--with",
    "modules",
    multiple=True,
    metavar="MODULE",
    help="A box to play with; may be repeated.",
)
@click.option("--set", "settings", multiple=True, help="A reading or house rule: NAME=VALUE.")
@click.option("--seed", help="Play with this chance; without it a new one is drawn.")
@click.option("--lang", type=click.Choice(["en", "de"]), default="en", help="Language of texts.")
@click.option("--save/--no-save", default=None, help="Keep the game on disk; done if people play.")
@json_option
def play(
    *,
    game: str,
    people: int | None,
    bots: int | None,
    bot: str | None,
    modules: tuple[str, ...],
    settings: tuple[str, ...],
    seed: str | None,
    lang: str,
    save: bool | None,
    as_json: bool,
) -> None:
    """Play a game in the terminal.

    Where people play every answer is kept on disk before the next question comes, and
    `tts-tool games resume` goes on with a game that was left. At any question `help` says what
    else can be typed: take back, look at the table, read a card or a rule.
    """
    from tts_tool.cli.faults import faults_told
    from tts_tool.cli.rulesets import find
    from tts_tool.playtest.bots import KNOWN
    from tts_tool.referee.session import Session

    found = find(game)
    persons, programs = seating(found, people, bots)
    if as_json and persons:
        raise BadInput("only a game of bots can be printed as JSON", fix="leave out --people")
    if bot not in (None, "random", KNOWN.get(found.ruleset.name)):
        raise BadInput(f"the bot {bot} does not know {game}", fix="leave out --bot")
    keep = bool(persons) if save is None else save
    with (
        faults_told(found),
        journal_of(keep=keep) as journal,
        Session.new(
            found.ruleset,
            found.load(),
            seats=persons + programs,
            modules=modules,
            settings=settings_of(settings),
            seed=seed,
            journal=journal,
        ) as session,
    ):
        at_the_table(session, session.seats[:persons], lang, quiet=as_json, bot=bot or "")
        if as_json:
            print_json(summary(session))


def journal_of(*, keep: bool) -> AbstractContextManager[Journal | None]:
    """Open the journal of this person's games, or none."""
    if not keep:
        return nullcontext()
    from tts_tool.journal import Journal, games_folder

    return Journal(games_folder())


def seating(game: FoundGame, people: int | None, bots: int | None) -> tuple[int, int]:
    """Say how many people and how many bots sit down."""
    if people is None and bots is None:
        return 1, max(1, game.ruleset.fewest - 1)
    return people or 0, bots or 0


def at_the_table(
    session: Session, people: tuple[str, ...], language: str, *, quiet: bool, bot: str = ""
) -> None:
    """Let people and bots play until the game is over or somebody leaves."""
    from tts_tool.cli.table_talk import Talk
    from tts_tool.garbage import seldom_swept
    from tts_tool.playtest.bots import bot_for

    seed = session.timeline.header.luck.seed
    bots: dict[str, Bot] = {
        seat: bot_for(session.ruleset.name, f"{seed}/{seat}", bot)
        for seat in session.seats
        if seat not in people
    }
    talk = Talk(session, people, language)
    with seldom_swept() if not people else nullcontext():
        while not session.over:
            if not quiet:
                talk.tell()
            if bots_turn(session, bots):
                continue
            if not talk.ask():
                click.echo(talk.farewell())
                return
    if not quiet:
        talk.tell()
        talk.tell_result()


def bots_turn(session: Session, bots: dict[str, Bot]) -> bool:
    """Let one bot answer one question; tell whether one had a question."""
    from tts_tool.cli.faults import fault_of
    from tts_tool.kernel.entries import Accepted, Fault

    for decision in session.open("*"):
        bot = bots.get(decision.seat)
        if bot is None or session.waits_for(decision):
            continue
        reply = session.choose(decision, bot.answer(decision))
        if isinstance(reply, Fault):
            raise fault_of(reply, session)
        return isinstance(reply, Accepted)
    return False


def summary(session: Session) -> dict[str, object]:
    """Give what came of a game."""
    from hashlib import blake2b

    return {
        "game": session.ruleset.name,
        "seats": session.seats,
        "modules": [module.name for module in session.composition.modules],
        "seed": session.timeline.header.luck.seed,
        "answers": session.step,
        "events": len(session.timeline.happened),
        "over": session.over,
        "result": session.state.result,
        "lost": session.state.lost,
        "state": blake2b(session.digest(), digest_size=16).hexdigest(),
    }
