"""Playing at the keyboard: whole games, questions, refusals, taking back, coming back."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.old_world.table import catalogue
from tts_tool.build.parsed import parsed_in
from tts_tool.cli.main import cli
from tts_tool.rulesets.old_world.base.story.stories import Event, Exploration

Play = Callable[..., Result]


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Play:
    """Type a command and what comes after it, with a journal that nobody else uses."""
    monkeypatch.setenv("TTS_TOOL_GAMES", str(tmp_path / "games.db"))

    def typed(line: str, *answers: str) -> Result:
        lines = "".join(f"{answer}\n" for answer in answers)
        return CliRunner().invoke(cli, line.split(), input=lines)

    return typed


def test_bots_play_to_the_end(play: Play) -> None:
    """Bots alone play a whole game, and the end says who won."""
    told = play("play night-market --bots 3 --seed 7").output
    assert told.count("-- Close for the night") == 3
    *_, one, two, three = told.splitlines()
    assert [line[:3] for line in (one, two, three)] == ["1. ", "2. ", "3. "]


def test_cards_are_not_read_anew(
    play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was parsed for one game is not parsed for the next; where nothing is kept, each time."""
    parsed: list[str] = []
    usual = tomllib.loads

    def noted(text: str) -> dict[str, object]:
        parsed.append(text)
        return usual(text)

    def games() -> list[int]:
        counts, told = [], set()
        for _ in range(2):
            parsed.clear()
            parsed_in.cache_clear()  # as the next process begins
            told.add(play("play night-market --bots 2 --seed 7").output)
            counts.append(len(parsed))
        assert len(told) == 1
        return counts

    monkeypatch.setattr(tomllib, "loads", noted)
    monkeypatch.setenv("TTS_TOOL_CACHE", str(tmp_path / "cache"))
    first, second = games()
    assert first > 0
    assert second == 0
    (tmp_path / "file").touch()
    monkeypatch.setenv("TTS_TOOL_CACHE", str(tmp_path / "file"))
    assert games() == [first, first]


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("en", r"  (\w+): (\d+) coins and (\d+) fame make (\d+)\. \[NM-19\]"),
        ("de", r"  (\w+): (\d+) Münzen und (\d+) Ruhm ergeben (\d+)\. \[NM-19\]"),
    ],
)
@pytest.mark.parametrize("seed", "7ab")
def test_points_at_the_end(play: Play, lang: str, sentence: str, seed: str) -> None:
    """Before the ranks stands what everybody's points are made of, once, the most first."""
    told = play(f"play night-market --bots 3 --seed {seed} --lang {lang}").output.splitlines()
    told, ranks = told[:-3], told[-3:]
    found = [re.fullmatch(sentence, line) for line in told]
    assert [line for line in found[-3:] if line] == [line for line in found if line]
    points = [line.groups() for line in found[-3:] if line]
    assert [name for name, *_ in points] == [line.partition(". ")[2] for line in ranks]
    made = [int(make) for *_, make in points]
    assert made == [int(coins) + int(fame) for _, coins, fame, _ in points]
    assert made == sorted(made, reverse=True)


@pytest.mark.parametrize("bots", ["2", "3", "4"])
def test_the_same_seed_is_the_same_game(play: Play, bots: str) -> None:
    """A seed gives the same result and the same state, another seed another one."""
    line = f"play night-market --bots {bots} --with guild --with storm --json --seed"
    first, again, other = (json.loads(play(f"{line} {s}").output) for s in ("a", "a", "b"))
    assert first["over"]
    assert first["modules"] == ["core", "storm", "guild"]
    assert first == again
    assert first["state"] != other["state"]


def test_a_person_is_asked(play: Play) -> None:
    """Options are numbered and named, in the language that was asked for."""
    told = play("play night-market --people 1 --bots 1 --seed 7 --lang de", "1", "q").output
    assert "Rot: An welchen Ort heute Nacht? (NM-04)" in told
    assert "1 Brücke" in told
    assert "1 Rauchtee (Wert 2, Münzen +1)" in told
    assert "Nummer oder ?>" in told
    assert "Vom Tisch aufgestanden." in told


def test_nonsense_is_refused_and_asked_again(play: Play) -> None:
    """What is no answer gets a reason, and the question comes again."""
    told = play("play night-market --people 1 --bots 1 --seed 7", "9", "bridgd", "q").output
    assert "9 is not among the choices" in told
    assert "bridgd is not among the choices" in told
    assert told.count("Red: Which spot tonight? (NM-04)") == 3


def test_what_is_not_allowed_says_why(play: Play) -> None:
    """Options that are not possible are listed with their reason and its rule."""
    told = play("play night-market --people 1 --bots 1 --seed 7 --set performer=nobody", *"115q")
    assert "- Barter: Nothing that was discarded" in told.output
    assert "[NM-08]" in told.output


def test_looking_and_the_story(play: Play) -> None:
    """The table and the story can be seen at any question, without others' secrets."""
    told = play("play night-market --people 1 --bots 1 --seed 7", "v", "l", "?", "q").output
    assert "Hand (Red): " in told
    assert "Hand (Blue): 4 face down" in told
    assert told.count("Coins (Red): 0 -> 3 [NM-02]") == 2
    assert "take back" in told


def test_taking_back(play: Play) -> None:
    """An answer of one's own can be taken back and given anew."""
    told = play("play night-market --people 1 --bots 1 --with guild --seed 7", "0", "u", "1", "q")
    dues = "How much do you pay in dues?"
    assert told.output.count(f"Red: {dues} (NM-41)") == 2
    assert f"Red · {dues}: 0" in told.output
    assert f"Red · {dues}: 1" in told.output


def test_something_beside(play: Play) -> None:
    """A standing offer can be taken in the middle of a question."""
    told = play("play night-market --people 1 --bots 1 --seed 7", "b", "1", "1", "1", "q").output
    assert "Red · Attic: Look through it" in told
    assert "Attic (Red) is shuffled [NM-20]" in told


def test_records_assignments_and_numbers(play: Play) -> None:
    """Questions with several parts are asked part by part."""
    told = play(
        "play night-market --people 1 --bots 1 --with guild --seed 7", "2", "1", "3", "q"
    ).output
    assert "Red · How much do you pay in dues?: 2" in told
    assert "Red · Where do your apprentices stand?: Runner: Bridge, Singer: Temple" in told


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("19", "19 is not among the choices for this question."),
        ("7", "You have to take a card, as there is one that you can pay for. [OW-MARKET-06]"),
    ],
)
def test_a_part_that_is_refused(play: Play, typed: str, why: str) -> None:
    """What else is asked depends on it, so the reason is said at once, and all is asked again."""
    until_then = ("1", "1", "21", "1", "1", "1")  # the end of the first turn
    told = play("play old-world --people 1 --bots 1 --seed 7", *until_then, typed, "q").output
    asked = "Which card of the display do you gain, and how do you pay?"
    _, once, again = told.split(asked)
    assert f"> {typed}\n  {why}\n" in once
    assert [part.count("Pay:") for part in (once, again)] == [0, 0]
    assert "Left the table." in again


NIGHT = "play night-market --people 1 --bots 1 --seed 7"


@pytest.mark.parametrize(
    ("language", "typed", "says"),
    [
        ("en", "help", "take back"),
        ("en", "HELP", "take back"),
        ("de", "hilfe", "zurücknehmen"),
        ("en", "view", "Hand (Blue): 4 face down"),
        ("de", "tisch", "Hand (Blau): 4 verdeckt"),
        ("en", "log", "    Coins (Red): 0 -> 3 [NM-02]"),
        ("en", "undo", "nothing to take back"),
        ("de", "zurück", "nichts zurückzunehmen"),
        ("en", "rule", "  NM-04: In secret everyone chooses a spot"),
        ("en", "r nm-08", "  NM-08: A ware in hand can be bartered"),
        ("en", "rule voice one", "  NM-13: A haggler raises the voice"),
        ("de", "regel Stimme Eins", "  NM-13: Wer feilscht, hebt die Stimme"),
        ("en", "rule unheard of", "No rule has that id or those words"),
        ("en", "card", "Which card?"),
        ("en", "card 7", "Which card?"),
        ("en", "card smoked tea", "  Smoked tea · Ware\n    Worth: 2\n    coins +1\n"),
        ("de", "karte Trommel", "  Ziegenfelltrommel"),
        ("de", "karte Trommel", "    Wert: 1\n    Ruhm +1\n    Münzen +2\n"),
        ("en", "c lanttern", "No card is called “lanttern”."),
        ("en", "c r", "Did you mean "),
    ],
)
def test_commands_are_words(play: Play, language: str, typed: str, says: str) -> None:
    """What is typed for help, cards and rules is understood in both languages; quit leaves."""
    told = play(f"{NIGHT} --lang {language}", typed, "quit")
    assert told.exit_code == 0
    assert says in told.output


def test_an_option_may_be_typed_and_its_card_be_read(play: Play) -> None:
    """The second option's card is read by its number; "close" is an answer and no command."""
    told = play(NIGHT, "1", "card 3", "1", "1", "fetch", "close", "end", "q").output
    assert "  Paper lantern" in told
    assert "Red · At the stalls: Fetch from the attic" in told
    assert "Red · At the stalls: Close for the night" in told
    assert "end is not among the choices" in told


def test_results_of_options_are_not_read_beforehand(play: Play) -> None:
    """Of a card with options only the words are told, whoever asks."""
    told = play(
        "play old-world --people 1 --bots 1 --bot random --seed 5", "c the drowned bell", "q"
    ).output
    assert "It tolls before somebody drowns" in told
    assert "    Cut the rope" in told
    assert "defense" not in told.lower().partition("drowned bell")[2]
    told = play(
        "play old-world --people 1 --bots 1 --bot random --seed 5", "c barghest", "q"
    ).output
    assert "  Barghest · Monster" in told
    assert "life: 11" in told.lower()


ENGLISH = re.compile(
    r"\b(the|turn|shuffled|hidden|chosen|number|numbers|nothing|face down|secret|more|table)\b"
)


@pytest.mark.parametrize("modules", ["", " --with guild --with storm"])
def test_in_german_nothing_is_said_in_english(play: Play, modules: str) -> None:
    """A few questions, the help, the table and the story of a game."""
    typed = ["1", "1", "1", "1", "1", "?", "v", "u", "n", "l", "b", "1", "1", "r", "c 1", "q"]
    told = play(f"{NIGHT} --lang de{modules}", *typed).output
    assert len(told.splitlines()) > 60
    assert [line for line in told.splitlines() if ENGLISH.search(line)] == []


def test_a_game_that_is_gone_on_with_begins_with_its_last_turn(play: Play) -> None:
    """Not with the whole story, which can still be had."""
    typed = ["1", "1", *["6", "5", "4", "3", "2", "1"] * 12, "q"]
    left = play("play old-world --people 1 --bots 1 --bot random --seed 5", *typed).output
    back = play(f"games resume {left.split()[-1]}", "log", "q").output
    before, _, after = back.partition("or ?>")
    assert before.startswith("The last turn (l tells the whole game):\n-- Red’s turn")
    assert before.count("’s turn") <= 2
    assert after.count("’s turn") > before.count("’s turn")
    assert "[OW-SETUP-28]" not in before
    assert "[OW-SETUP-28]" in after


def test_leaving_and_coming_back(play: Play) -> None:
    """A game that was left goes on where it stood."""
    left = play("play night-market --people 1 --bots 1 --seed 7", "1", "q").output
    game = left.split()[-1]
    assert game.startswith("night-market-")
    back = play(f"games resume {game} --people 1", "q").output
    assert "Red: Which ware do you bring? (NM-04)" in back


OLD_WORLD = "play old-world --people 1 --bots 1 --bot random --seed 5"


@pytest.mark.parametrize(
    ("language", "says"),
    [
        (
            "en",
            (
                "Red: Which school do you play? (OW-DEC-02)",
                "1 School of the Wolf",
                "Red: Phase I: move and act. What do you do? (OW-DEC-06)",
                "To Hengfors (Mountain)",
                "Location Action of Kaer Morhen: train an attribute: You have to move first",
                "21 End the phase",
                "Gold (Blue): 0 -> 2 [OW-SETUP-28]",
            ),
        ),
        (
            "de",
            (
                "1 Wolfsschule",
                "Rot: Phase I: bewegen und handeln. Was tust du? (OW-DEC-06)",
                "Nach Hengfors (Gebirge)",
                "21 Phase beenden",
                "Gold (Blau): 0 -> 2 [OW-SETUP-28]",
            ),
        ),
    ],
)
def test_things_have_names(play: Play, language: str, says: tuple[str, ...]) -> None:
    """Questions, options, places and tracks are called what the cards call them."""
    told = play(f"{OLD_WORLD} --lang {language}", "1", "q").output
    for line in says:
        assert line in told


@pytest.mark.parametrize(
    ("language", "reads", "option"),
    [
        ("en", "Blue reads “The Charcoal-Burners”. Black faces, red eyes,", "Warm your hands"),
        ("de", "Blau liest „Die Köhler“ vor. Schwarze Gesichter, rote Augen,", "Sich die Hände"),
    ],
)
def test_a_story_is_read_before_the_choice(
    play: Play, language: str, reads: str, option: str
) -> None:
    """Who reads, the introduction and then the options: in the language of the game."""
    told = play(f"{OLD_WORLD} --lang {language}", *["1", "21", "2", "q"]).output
    assert 0 < told.index(reads) < told.index(option)


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_story_s_end_is_told_after_the_choice(play: Play, language: str) -> None:
    """First the introduction, then the answer, then the ending of this option and no other."""
    ending = catalogue().of(Exploration)["charcoal-burners"].ending
    game = f"{OLD_WORLD} --lang {language}"
    told = {name: getattr(text, language) for name, text in ending.items()}
    before = play(game, *["1", "21", "2", "q"]).output
    assert [name for name, text in told.items() if text in before] == []
    after = play(game, *["1", "21", "2", "2", "q"]).output
    assert [name for name, text in told.items() if text in after] == ["b"]


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_card_s_end_can_be_read(play: Play, language: str) -> None:
    """Of a card, also one that asks nothing but tests, only what comes before the end is read."""
    every = (*catalogue().of(Exploration).values(), *catalogue().of(Event).values())
    tales = [card for card in every if card.ending][::4]
    game = f"play old-world --people 1 --bots 1 --bot random --seed 5 --lang {language}"
    told = play(game, *(f"c {card.id}" for card in tales), "q").output
    for card in tales:
        assert getattr(card.introduction, language) in told
        assert [text for text in card.ending.values() if getattr(text, language) in told] == []
    assert {type(card) for card in tales if not card.ways} == {Event}
    assert "effects" not in told


def test_many_refusals_stand_together(play: Play) -> None:
    """What can't be done for one and the same reason is one line; its number says why."""
    told = play(OLD_WORLD, "1", "9", "q").output
    (line,) = {each for each in told.splitlines() if "not now" in each}
    assert "[OW-MOVE-01]: 1 To Behelt Nar (any card), 2 To Kaer Seren (Water)" in line
    assert "No road leads from here to Kaer Seren. [OW-MOVE-01]" not in told
    assert "No road leads from here to Cintra. [OW-MOVE-01]" in told


def test_faces_on_the_table(play: Play) -> None:
    """The table tells what faces show, and of long rows only the beginning."""
    told = play(OLD_WORLD, "1", "v", "q").output
    assert "Monster (Forest): Barghest (level 1, life 11)" in told
    assert "Display 1: Lightning Reflex (cost 2)" in told
    assert "Kaer Morhen: Miniature (Red)" in told
    assert "Red: Gold 4, Combat 1" in told
    assert "more" in next(line for line in told.splitlines() if line.startswith("  Box: "))


def test_cards_say_what_they_do(play: Play) -> None:
    """Where Action cards are chosen their abilities are told, beside what they cost."""
    told = play(OLD_WORLD, "1", "3", "q").output
    assert "Red: How do you pay for the move? (OW-DEC-06)" in told
    assert "1 Quick Slash (blue, Forest, +1 damage, → green)" in told
    assert "6 Gold" in told


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("play night-markt --bots 2", 'no game "night-markt"'),
        ("play night-market --bots 9", "night-market is for 2 to 4 seats, not 9"),
        ("play night-market --bots 2 --with strom", 'no module "strom"'),
        ("play night-market --bots 2 --set performer", '"performer" sets nothing'),
        ("play night-market --bots 2 --set performer=all", 'no value "all"'),
        ("play night-market --people 1 --json", "only a game of bots"),
    ],
)
def test_what_can_not_be_played(play: Play, line: str, says: str) -> None:
    """A wrong game, number, module or setting is named, and nothing begins."""
    error = play(line).exception
    assert says in str(error)


def test_the_journal_keeps_bots_only_if_asked(play: Play) -> None:
    """A game of bots leaves nothing behind unless it is told to."""
    play("play night-market --bots 2 --seed 1")
    assert "night-market-" not in play("games list").output
    play("play night-market --bots 2 --seed 1 --save")
    assert "night-market-" in play("games list").output
