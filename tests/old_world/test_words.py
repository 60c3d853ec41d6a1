"""Everything that players read has a name: questions, places, tracks, phases, options."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.old_world.gestures import asked
from tests.old_world.ring import Ring
from tests.old_world.table import Table, catalogue, new
from tts_tool.kernel.rejection import Rejection
from tts_tool.referee.wording import Reader
from tts_tool.resources import cards_dir, mod_json_dir
from tts_tool.rulesets.old_world.base.story.stories import Event
from tts_tool.rulesets.old_world.base.turn.turn import PHASES


def reader(t: Table, language: str = "en", seat: str = "red") -> Reader:
    """Read a table from a seat."""
    return Reader(catalogue(), t.timeline.state, seat, language)


@pytest.mark.parametrize("language", ["en", "de"])
def test_names(language: str) -> None:
    """No question, place, track, phase or seat is shown by what the rules call it."""
    t = new(5)
    read = reader(t, language)
    inventory = t.timeline.composition.inventory
    questions = {each.name for each in asked() if "*" not in each.name}
    texts = {*questions, *PHASES, *inventory.places, *inventory.tracks, *inventory.seats}
    assert sorted(text for text in texts if read.name(text) is None) == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("hand.red", "Hand (Red)"),
        ("display.3", "Display 3"),
        ("at.7", "Vizima"),
        ("miniature.blue", "Miniature (Blue)"),
        ("board.bear", "School of the Bear"),
        ("no-such-thing", None),
        ("goat-path.deck", "The Goat Path (Deck)"),
        ("goat-path.introduction", "The Goat Path (introduction)"),
        ("goat-path.ending.a.2", "The Goat Path (ending.a.2)"),
    ],
)
def test_a_name(text: str, name: str | None) -> None:
    """A compound is named by its first word, locations and cards by their own, texts not at all."""
    assert reader(new()).name(text) == name


def test_a_hidden_name() -> None:
    """What a seat can't see has no name for it."""
    t = new()
    card = t.place("hand.blue")[0]
    assert reader(t).name(card) == "something hidden"
    assert reader(t, seat="blue").name(card) != "something hidden"


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_is_read_aloud_can_still_be_told_later(language: str) -> None:
    """Chat, log and terminal say introductions whole, also of a card that is face down by now."""
    t = new()
    told = Rejection("story-read", {"reader": "blue", "card": "the-fencing-master"})
    fencing = catalogue().of(Event)["the-fencing-master"]
    assert t.timeline.state.place_of("event.9") == "events"
    assert reader(t, language).name("event.9") != getattr(fencing.name, language)
    for part in (fencing.name, fencing.introduction):
        assert getattr(part, language) in reader(t, language, "blue").say(told)


def label(t: Table, question: str, value: str) -> dict[str, str]:
    """Give what an option is called."""
    return dict(t.ask(question).label(value) or {})


def test_labels_of_deeds() -> None:
    """Moves, actions and fights say where, what and against whom."""
    t = new().stand(red=8)
    assert label(t, "phase-1", "at.4") == {
        "en": "To Ban Ard (Water)",
        "de": "Nach Ban Ard (Wasser)",
    }
    assert label(t, "phase-1", "at.0")["en"] == "To Behelt Nar (any card)"
    assert label(t, "phase-1", "action")["de"] == "Ortsaktion von Vengerberg: eine Karte tauschen"
    assert label(t, "phase-1", "end-phase") == {}
    r = Ring().monster("barghest", at=8).ready()
    assert label(r, "phase-2", "fight.forest")["en"] == "Fight Barghest (level 1, 11 life)"


def test_labels_of_cards() -> None:
    """An Action card says what it does, on the display what it costs, in the hand it doesn't."""
    t = new().to_phase("phase-3").lay("display.6", "action.lightning-reflex.1").until("purchase")
    shown, own = "action.lightning-reflex.1", t.place("hand.red")[0]
    assert label(t, "purchase", shown)["en"].startswith("Lightning Reflex (green, ")
    assert label(t, "purchase", shown)["en"].endswith(", costs 1)")
    assert "costs" not in label(t, "purchase", own)["en"]


def texts(folder: Path) -> Iterator[tuple[str, str]]:
    """Give what the data of a folder say in the two languages, and in which file."""
    for path in sorted(folder.rglob("*.toml")):
        yield from ((path.name, text) for text in said(tomllib.loads(path.read_text("utf-8"))))


def said(value: object) -> Iterator[str]:
    """Find the texts in plain data: whatever has a language."""
    if isinstance(value, list):
        for each in value:
            yield from said(each)
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from [each] if key in {"en", "de"} and isinstance(each, str) else said(each)


def test_texts_have_quotes_and_apostrophes_of_print() -> None:
    """Names and texts are typeset: curved apostrophes, and quotation marks of their language."""
    found = [*texts(cards_dir() / "old_world"), *texts(mod_json_dir() / "old_world")]
    assert len(found) > 2000
    assert [each for each in found if "'" in each[1] or '"' in each[1]] == []
