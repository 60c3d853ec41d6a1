"""Refusals are values, and read well in both languages."""

import pytest

from tts_tool.kernel.rejection import Rejection, quoted, render

WORDS = {
    "too-dear": {"en": "{who} needs {cost}.", "de": "{who} braucht {cost}."},
    "read": {"en": "{card.motto} {cost.motto}", "de": "{card.motto}! {cost.motto}"},
    "ended": {"en": "{card.end.how}", "de": "{card.end.how}!"},
    "cards": {"en": "{n card|cards}", "de": "{n Karte|Karten} ({n})"},
    "closed": {"en": "Our own closed.", "de": "Unser zu."},
}


@pytest.mark.parametrize(
    ("rejection", "language", "sentence"),
    [
        (Rejection("too-dear", {"who": "ann", "cost": 3}), "en", "Ann needs 3."),
        (Rejection("too-dear", {"who": "ann", "cost": 3}), "de", "Ann braucht 3."),
        (Rejection("too-dear", {"who": "ann", "cost": 3}, "T-1"), "en", "Ann needs 3. [T-1]"),
        (Rejection("too-dear", {"cost": 3}), "en", "{Who} needs 3."),
        (Rejection("read", {"card": "ann", "cost": 3}), "de", "motto of ann! 3"),
        (Rejection("read", {"cost": 3}), "en", "motto of {card} 3"),
        (Rejection("ended", {"card": "ann", "how": "a.2"}), "de", "end.a.2 of ann!"),
        (Rejection("ended", {"card": "ann", "how": 2}), "en", "end.2 of ann"),
        (Rejection("ended", {"card": "ann"}), "en", "end.how of ann"),
        (Rejection("cards", {"n": 1}), "en", "1 card"),
        (Rejection("cards", {"n": -1}), "en", "-1 card"),
        (Rejection("cards", {"n": 0}), "en", "0 cards"),
        (Rejection("cards", {"n": 2}), "de", "2 Karten (2)"),
        (Rejection("cards"), "de", "{N} Karten ({N})"),
        (Rejection("closed"), "en", "Our own closed."),
        (Rejection("odd", {"a": 1, "b": "x"}), "en", "odd (a 1, b x)"),
        (Rejection("odd", rule="T-2"), "de", "odd [T-2]"),
    ],
)
def test_sentences(rejection: Rejection, language: str, sentence: str) -> None:
    """A code is said in its words, with what it is about; one without words says itself."""
    assert render(rejection, WORDS, language, str.title, written) == sentence


def written(card: str, text: str) -> str:
    """Read a text of a card."""
    return f"{text} of {card}"


def test_a_text_on_a_card_names_whom_the_saying_is_about() -> None:
    """So it can end with whoever has won; what it asks for of other cards, it is not given."""
    on_card = lambda _card, _text: "{who} Deep, {how}, {card.motto}"  # noqa: E731
    about: dict[str, str | int] = {"card": "x", "who": "ann", "cost": 3}
    said = render(Rejection("read", about), WORDS, "de", str.title, on_card)
    assert said == "Ann Deep, {How}, x.motto! 3"


def test_without_cards_a_text_is_named() -> None:
    """Who has no cards at hand says which text of which card it would be."""
    assert render(Rejection("read", {"card": "ann", "cost": 3}), WORDS, "de") == "ann.motto! 3"


def deep() -> list[object]:
    """Make a list too deep to be written down."""
    found: list[object] = []
    for _ in range(100_000):
        found = [found]
    return found


@pytest.mark.parametrize(
    ("thing", "quote"),
    [
        ("north", "north"),
        ("x" * 100, "x" * 80),
        ("", ""),
        (None, "None"),
        (["x", 1], "['x', 1]"),
        (list(range(100)), str(list(range(100)))[:80]),
        ("\ud800!", "?!"),
    ],
    ids=repr,
)
def test_quoting(thing: object, quote: str) -> None:
    """Whatever came in is said in a few characters that can be sent on."""
    assert quoted(thing) == quote


def test_quoting_what_is_too_much() -> None:
    """A list or number that can't even be printed is named by what it is."""
    assert quoted(deep()) == "list"
    assert quoted(10**5000) == "int"


def test_plain_english_by_default() -> None:
    """Without language and names, a refusal reads in English with the ids as they are."""
    assert render(Rejection("too-dear", {"who": "ann", "cost": 3}), WORDS) == "ann needs 3."
