"""Golden playthroughs: a game in words, kept beside the tests, which changes only on purpose.

In one line of a test file, with the texts in a folder of their own::

    test_golden = golden(RULESET, Path(__file__).parents[1] / "golden" / "night_market")
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zlib import crc32

from tts_tool.kernel.decisions import Decision
from tts_tool.kernel.entries import Observation
from tts_tool.kernel.events import PhaseBegan
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.module import Ruleset
from tts_tool.kernel.spaces import Record, Space
from tts_tool.kernel.timeline import Timeline
from tts_tool.kernel.views import view
from tts_tool.proof.match import Match, field, matches, module_sets
from tts_tool.proof.play import Broken, Deed, Wanderer, asking, do
from tts_tool.texts import say

if TYPE_CHECKING:
    import pytest

Until = Callable[[Timeline], bool]
"""Says that enough of a game has been written down."""

WRITE = "--golden-write"
MANY, FEW = 40, 3
"""Of more things than so many only a few are named; a number stands for all of them."""
SEED = 1
"""A seed with which dice and decks are those of a table, now and then."""


def golden(
    ruleset: Ruleset,
    folder: Path,
    cards: Any = None,  # noqa: ANN401  # a catalogue, or what acts as one
) -> Callable[..., None]:
    """Make the test that the base and each box by itself still play as it is written in a folder.

    With `--golden-write` the texts are written instead.
    """
    import pytest  # noqa: PLC0415  # who proves nothing needs no pytest

    sets = module_sets(ruleset, 1)

    @pytest.mark.parametrize("modules", sets, ids=["+".join(modules) for modules in sets])
    def proof(modules: tuple[str, ...], pytestconfig: pytest.Config) -> None:
        """A game of this set of modules goes as it is written."""
        file = folder / f"{'+'.join(modules)}.txt"
        text = playthrough(largest_but_one(ruleset, modules, cards))
        kept(file, text, write=pytestconfig.getoption(WRITE))

    return proof


def golden_openings(
    ruleset: Ruleset,
    folder: Path,
    enough: Until,
    cards: Any = None,  # noqa: ANN401  # a catalogue, or what acts as one
) -> Callable[..., None]:
    """Make the same test for games too long to be read: how they begin.

    Of the base that is with each number of seats, of each box with one.
    """
    import pytest  # noqa: PLC0415  # who proves nothing needs no pytest

    known = field(ruleset, cards)
    every = (*known.base, *known.once)

    @pytest.mark.parametrize("match", every, ids=map(str, every))
    def proof(match: Match, pytestconfig: pytest.Config) -> None:
        """A game begins as it is written."""
        text = opening(match, enough)
        kept(folder / f"{match}.txt", text, write=pytestconfig.getoption(WRITE))

    return proof


def kept(file: Path, text: str, *, write: bool) -> None:
    """Demand that a game goes as it is written, after writing it if that is wanted."""
    if write:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    compare(file, text)


def largest_but_one(ruleset: Ruleset, modules: tuple[str, ...], cards: Any) -> Match:  # noqa: ANN401
    """Give a match with these modules and not quite as many seats as there may be."""
    fitting = [match for match in matches(ruleset, cards) if match.modules == modules]
    return fitting[-2:][0]


def compare(file: Path, text: str) -> None:
    """Demand that a game goes as it is written; say at which line it doesn't."""
    if not file.exists():
        raise Broken(f"{file.name} is missing: write it with {WRITE}, and read it")
    known = file.read_text(encoding="utf-8")
    if known == text:
        return
    lines = zip((*known.splitlines(), "(ends)"), (*text.splitlines(), "(ends)"), strict=False)
    for number, (was, now) in enumerate(lines, 1):
        if was != now:
            raise Broken(
                f"{file.name}:{number} was {was!r}, is {now!r}; "
                f"if that is right, raise the behaviour number and write it with {WRITE}"
            )


def playthrough(match: Match) -> str:
    """Play one random game and write down all that anybody was asked, did, and saw."""
    game, lines = began(match)
    choose = Wanderer(SEED)
    lines += (*happened(game, 0), *seen_in_phase(game, 0))
    while not game.over:
        before = len(game.happened)
        lines += (*step(match, game, choose(game)), *seen_in_phase(game, before))
    return "\n".join([*lines, ""])


def opening(match: Match, enough: Until) -> str:
    """Write down how a random game begins, and what everybody sees when that is enough."""
    game, lines = began(match)
    choose = Wanderer(SEED)
    lines += happened(game, 0)
    while not game.over and not enough(game):
        lines += step(match, game, choose(game))
    return "\n".join([*lines, "", *views(game), ""])


def began(match: Match) -> tuple[Timeline, list[str]]:
    """Begin a game, and write down with what."""
    header = match.begin(SEED)
    lines = [f"{match.ruleset.name} {match}: {', '.join(match.seats)}"]
    lines += [f"{name}: {value}" for name, value in header.settings.items()]
    return Timeline(match.composition(header.settings), header), lines


def step(match: Match, game: Timeline, deed: Deed) -> list[str]:
    """Do something, and write down what was asked, done and what came of it."""
    before = len(game.happened)
    lines = ["", *asked(match, asking(game, deed)), f"  = {_done(deed)}"]
    do(game, deed)
    return [*lines, *happened(game, before)]


def asked(match: Match, decision: Decision[Any]) -> list[str]:
    """Write down one question with everything that could be answered."""
    why = f" ({decision.why})" if decision.why else ""
    head = f"{decision.seat or 'the table'}: {decision.name}{why}"
    return [head, *(f"  {line}" for line in offered(match, decision.space()))]


def offered(match: Match, space: Space[Any]) -> Iterator[str]:
    """Write down a space: what is allowed in one line, then each refusal in one of its own."""
    if isinstance(space, Record):
        for field in space.fields:
            for line in offered(match, space.left(field, {})):
                yield f"{field}: {line}"
        return
    options = space.options()
    allowed = _few([_short(option.value) for option in options if option.rejection is None])
    yield ", ".join(allowed) if options else _range(space)
    for option in options:
        if option.rejection is not None:
            reason = say(option.rejection, game=match.cards.wordings)
            yield f"not {_short(option.value)}: {reason}"


def _range(space: Space[Any]) -> str:
    told = space.describe()
    return " ".join(f"{name} {value}" for name, value in told.items() if name != "refused")


def happened(game: Timeline, since: int) -> Iterator[str]:
    """Write down what happened."""
    for one in game.happened[since:]:
        told = one.event.told()
        said = " ".join(f"{n}={_short(v)}" for n, v in told.items() if v is not False and v != "")
        yield f"  - {said.removeprefix('event=')}{f' [{one.rule}]' if one.rule else ''}"


def seen_in_phase(game: Timeline, since: int) -> Iterator[str]:
    """When a phase has begun, write down what everybody sees."""
    if any(isinstance(one.event, PhaseBegan) for one in game.happened[since:]):
        yield from views(game)


def views(game: Timeline) -> Iterator[str]:
    """Write down what everybody sees."""
    for seat in (*game.composition.setup.seats, None):
        yield f"  {seat or 'spectators'} see{'s' if seat else ''} {seen(game, seat)}"


def seen(game: Timeline, seat: Seat | None) -> str:
    """Write down a view in one line: places with what is known in them, then tracks."""
    whole = view(game.state, seat)
    places = (f"{name} {_things(things)}" for name, things in whole["places"].items() if things)
    tracks = (f"{name} {value}" for name, value in whole["tracks"].items() if value)
    return "; ".join((*places, *tracks))


def _things(things: list[dict[str, Any]]) -> str:
    known = [str(thing["id"]) for thing in things if "id" in thing]
    hidden = len(things) - len(known)
    return " ".join((*_few(known), *([f"{hidden} hidden"] if hidden else [])))


def _done(deed: Deed) -> str:
    return _short(deed.outcome if isinstance(deed, Observation) else deed.value)


def _short(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_short(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_few([_short(part) for part in value])) + "]"
    return str(value)


def _few(words: list[str]) -> list[str]:
    """Leave out the middle of what nobody reads to its end, but not unnoticed."""
    if len(words) <= MANY:
        return words
    return [*words[:FEW], f"… {crc32(' '.join(words).encode()):08x} … of {len(words)}"]
