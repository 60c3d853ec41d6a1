"""Beginning a game: from scratch, from a position, with other cards, with outcomes laid down."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.referee.client import BUSTLE, HAGGLE, SEATS, Client, step

JADE = {
    "kind": "ware",
    "id": "jade",
    "name": {"en": "Jade frog", "de": "Jadefrosch"},
    "worth": 9,
    "copies": 1,
}


def test_hello() -> None:
    """One learns what can be asked and what can be played; the base module stands first."""
    hello = Client().ask("hello", game="night-market")
    assert hello["protocol"] == 1
    assert hello["playing"] is None
    (game,) = hello["games"]
    assert game["seats"] == SEATS
    assert [module["name"] for module in game["modules"]] == ["core", "storm", "guild"]
    setting = game["modules"][0]["settings"][0]
    assert (setting["name"], setting["values"]) == ("performer", ["fastest", "nobody"])


def test_what_is_left_out_is_as_usual() -> None:
    """A bare "new" is the base game with the fewest seats, and another game each time."""
    client = Client()
    began = client.ask("new")
    assert began["seats"] == SEATS[:2]
    assert began["modules"] == {"core": 2}
    assert began["settings"] == {"performer": "fastest", "always-ask": "no"}
    first = client.ask("position")["position"]
    assert client.ask("new")["game"] == "night-market"
    assert client.ask("position")["position"] != first
    assert client.ask("hello")["playing"]["seats"] == SEATS[:2]


@pytest.mark.parametrize(
    ("fields", "code", "hint"),
    [
        ({"game": "nigth-market"}, "not-found", 'did you mean "night-market"?'),
        ({"seats": 1}, "not-allowed", "2 to 4 seats, not 1"),
        ({"seats": ["red", "bleu"]}, "not-found", 'did you mean "blue"?'),
        ({"seats": ["red", "red"]}, "bad-input", "named twice"),
        ({"modules": ["strom"]}, "not-found", 'did you mean "storm"?'),
        ({"settings": {"performers": "nobody"}}, "not-found", 'did you mean "performer"?'),
        ({"settings": {"performer": "all"}}, "not-found", "there are: fastest, nobody"),
        ({"settings": {"performer": 1}}, "bad-field", "settings"),
        ({"cards": [{**JADE, "wroth": 1}]}, "bad-cards", 'did you mean "worth"?'),
        ({"cards": [{**JADE, "worth": 99}]}, "bad-cards", "inline record 1"),
        ({"cards": [3]}, "bad-cards", "inline record 1"),
        ({"tables": {"market": {"night": 1}}}, "bad-cards", 'did you mean "nights"?'),
        ({"tables": {"markt": {}}}, "bad-cards", 'did you mean "market"?'),
        ({"script": {"shuffle.deck": [["jade"]]}}, "not-allowed", "jade"),
        ({"script": {"shuffle.deck": [3]}}, "not-allowed", "can't begin"),
        ({"position": {"place": {}}}, "bad-input", "place"),
        ({"position": {"places": {"deck": []}}}, "not-allowed", "lies nowhere"),
        ({"position": {"places": {"deck": "rest", "dock": ["x"]}}}, "not-allowed", "dock"),
        ({"position": {"tracks": {"fame.red": 21}}}, "not-allowed", "0 to 20"),
        ({"position": {"parts": {"day": {}}}}, "bad-input", "day"),
        ({"position": {"acting": "purple"}}, "not-allowed", "purple"),
        ({"position": {"parts": {"night": {"number": 1, "step": "noon"}}}}, "not-allowed", "begin"),
        ({"position": {"chance": {"streams": {"x": 2**50}}}}, "bad-input", "stream"),
    ],
)
def test_what_makes_no_game(fields: dict[str, Any], code: str, hint: str) -> None:
    """What is wrong is named with its place and what was meant; the game before stays."""
    client = Client()
    client.ask("new", seed=1)
    before = client.state()
    error = client.error("new", **fields)
    assert error["code"] == code, error
    assert hint in error["message"]
    assert client.state() == before


def test_inline_cards_and_numbers() -> None:
    """A new card is in the deck, a number replaces just that number."""
    client = Client()
    script = {"shuffle.deck": [["jade", "tea"]]}
    client.ask("new", cards=[JADE], tables={"market": {"coins": 7}}, script=script)
    view = client.ask("view", seat="*")
    assert view["tracks"]["coins.red"] == 7
    top = view["places"]["attic.red"]
    assert [each["kind"] for each in top] == ["jade", "tea"]
    assert top[0]["name"] == "Jade frog"
    assert len(view["places"]["hand.red"]) == 4
    client.ask("quit")


def test_outcomes_by_stream() -> None:
    """Dice fall as laid down, null leaves one to the generator, and what never came is told."""
    client = Client()
    client.ask("new", seats=2, seed=1, position=HAGGLE, script={"voice": [[6], None, [1]]})
    voice = client.ask("view")["tracks"]["voice.red"]
    client.answer("red", "haggle", "raise")
    assert client.ask("view")["tracks"]["voice.red"] == voice + 6
    client.answer("blue", "haggle", "raise")
    error = client.error("quit")
    assert error["code"] == "unused-outcomes"
    assert "voice [[1]]" in error["message"]


def test_a_stream_that_never_was() -> None:
    """A misspelt stream is an outcome that never came, and the right name is guessed."""
    client = Client()
    client.ask("new", script={"shuffle.dekc": [["tea"]]})
    error = client.error("quit")
    assert 'did you mean "shuffle.deck"?' in error["message"]


def test_a_new_game_says_what_was_left_of_the_last() -> None:
    """Many scenes can be played in one process; each begins with the account of the last."""
    client = Client()
    client.ask("new", position=HAGGLE, script={"voice": [[2]]})
    assert client.ask("new", seed=1)["unused"] == {"voice": [[2]]}
    assert client.ask("new", seed=1)["unused"] == {}


@pytest.mark.soak(sample=12, full=300)
def test_a_position_leads_to_the_same_questions(rounds: int) -> None:
    """Exported at a restart point and set up in a new game, all is as it was, also chance."""
    compared = 0
    for seed in range(rounds):
        random, client, twin = Random(seed), Client(), Client()
        begin = {"seats": 3, "modules": ["storm", "guild"], "seed": seed}
        client.ask("new", **begin)
        for _ in range(random.randint(1, 60)):
            if not step(client, random):
                break
        told = client.ask("position")
        twin.ask("new", **begin, position=told["position"])
        assert twin.ask("position") == {"position": told["position"], "answers_since": 0}
        if told["answers_since"] == 0:
            compared += 1
            one, other = (each.ask("open", seat="*") for each in (client, twin))
            assert one["decisions"] == other["decisions"]
            assert one["over"] == other["over"]
    assert compared > rounds // 4


def test_an_override_is_logged_and_told() -> None:
    """A position set up in a running game is an entry, an event, and where the game goes on."""
    client = Client()
    client.ask("new", seats=2, seed=1)
    known = client.ask("events")["next"]
    done = client.ask("position", position=BUSTLE, seat="blue")
    assert done["status"] == "done"
    assert client.ask("events", since=known)["events"][0]["event"] == "overridden"
    (chapter,) = client.ask("log")["chapters"]
    assert chapter["kind"] == "override"
    assert client.question("red", "bustle")
    assert client.ask("position")["answers_since"] == 0


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"position": {"tracks": {"coins.red": -1}}}, "not-allowed"),
        ({"position": {"acting": 3}}, "bad-input"),
        ({"position": BUSTLE, "seat": "purple"}, "not-found"),
        ({"position": {"parts": {"night": {"number": 1, "step": "noon"}}}}, "fault"),
        ({"tables": {"market": {"nights": 99}}}, "bad-cards"),
    ],
)
def test_an_override_that_can_t_be(fields: dict[str, Any], code: str) -> None:
    """A position that can't be entered leaves the game as it is."""
    client = Client()
    client.ask("new", seats=2, seed=1)
    before = client.state()
    assert client.error("position", **fields)["code"] == code
    assert client.state() == before


def test_other_cards_in_a_running_game() -> None:
    """With cards, numbers or outcomes the game begins anew from where it stood."""
    client = Client()
    begin = {"seats": 2, "seed": 1, "script": {"voice": [[6], [1]]}}
    client.ask("new", **begin, position=HAGGLE, tables={"market": {"fetch": 0}})
    client.answer("red", "haggle", "raise")
    began = client.ask("position", tables={"market": {"dues": 0}}, script={"rain": [[3]]})
    assert began["step"] == 0
    header = client.ask("save")["header"]
    assert header["cards"]["tables"]["market"]["fetch"] == 0
    assert header["cards"]["tables"]["market"]["dues"] == 0
    client.answer("blue", "haggle", "raise")
    assert client.ask("view")["tracks"]["voice.blue"] == 0
    assert "rain" in client.error("quit")["message"]


def test_answers_are_not_lost_by_other_cards() -> None:
    """Between restart points the position must be sent along, so that nobody is surprised."""
    client = Client()
    client.ask("new", seats=2, seed=1)
    client.answer("blue", "spot", "bridge")
    error = client.error("position", script={"voice": [[1]]})
    assert error["code"] == "not-allowed"
    assert "1 answers ago" in error["message"]
    position = client.ask("position")["position"]
    assert client.ask("position", script={"voice": [[1]]}, position=position)["step"] == 0


@pytest.mark.parametrize("op", ["open", "view", "events", "redo", "save", "position", "log"])
def test_no_game(op: str) -> None:
    """Without a game there is nothing to ask about, and the error says how to begin one."""
    error = Client().error(op)
    assert error["code"] == "no-game"
    assert '"new"' in error["message"]
