"""Text in boxes: nothing overflows, no word is lost, and words are parted as the language says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tts_tool.build.faces.fonts import EM, metrics, shape
from tts_tool.build.faces.typesetting import Fonts, Hyphens, Set, SetLine, Sizes, fit

SANS = Fonts("sans", "sans-black")
EN, DE = Hyphens("en"), Hyphens("de", ("Nacht-falter",))
SIZES = Sizes(40, 30, 1.15)
WORDS = st.text("abcdefghijklmnopqrstuvwxyzäöüßÄÖÜ.,-", min_size=1, max_size=18)
TEXTS = st.lists(
    st.one_of(WORDS, st.sampled_from(["[shield]+1", "*bold*", "2\u00a0[gold]"])), max_size=30
)


def read(found: Set) -> list[str]:
    """Read the lines of a text, icons in brackets."""
    return [line_text(line) for line in found.lines]


def line_text(line: SetLine) -> str:
    """Read a line; a space stands where there is room for one."""
    text, end = "", 0.0
    for at, piece in line.pieces:
        text += " " if at - end > 0.15 else ""
        text += piece.value if piece.font else f"[{piece.value}]"
        end = at + piece.width
    return text


@given(TEXTS, st.integers(100, 600), st.integers(40, 600), st.sampled_from(["en", "de"]))
def test_what_fits_stays_in_its_box_and_keeps_every_letter(
    words: list[str], width: int, height: int, language: str
) -> None:
    """Every line is inside the box, and so are all together; only hyphens and spaces change."""
    text = " ".join(words)
    found = fit(text, SANS, Hyphens(language), (width, height), SIZES)
    if found is None:
        return
    assert SIZES.smallest <= found.size <= SIZES.largest
    assert len(found.lines) * found.size * SIZES.leading <= height + 1e-6
    for line in found.lines:
        right = max((at + piece.width for at, piece in line.pieces), default=0.0)
        assert right * found.size <= width + 1e-6
        assert right == pytest.approx(line.width)
    set_ = "".join(read(found)).replace(" ", "").replace("-", "")
    assert set_ == text.replace("*", "").replace(" ", "").replace("-", "")


@given(TEXTS, st.integers(150, 500), st.integers(60, 400))
def test_more_room_never_fits_worse(words: list[str], width: int, height: int) -> None:
    """What fits a box fits a higher one, at least as large."""
    text = " ".join(words)
    small = fit(text, SANS, EN, (width, height), SIZES)
    large = fit(text, SANS, EN, (width, height + 100), SIZES)
    if small is not None:
        assert large is not None
        assert large.size >= small.size * 0.85  # a larger text may do without parted words


@pytest.mark.parametrize(("words", "size"), [(3, 40), (22, 34), (200, 0)])
def test_text_is_as_large_as_it_can_be(words: int, size: int) -> None:
    """Little text is set large, much text small, too much not at all."""
    found = fit("word " * words, SANS, EN, (400, 200), SIZES)
    assert (found.size if found else 0) == size


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("Mittagserscheinung", 250, ["Mittagser-", "scheinung"]),
        ("Verteidigungswürfel", 250, ["Verteidi-", "gungswürfel"]),
        ("Nacht-Erscheinungen", 250, ["Nacht-", "Erscheinungen"]),
        ("Nachtfalter.", 130, ["Nacht-", "falter."]),
        ("„Nachtfalter“,", 150, ["„Nacht-", "falter“,"]),
    ],
)
def test_german_words_are_parted_where_german_allows_it(
    text: str, width: int, lines: list[str]
) -> None:
    """A compound that is too long for its line is parted, and a hyphen of its own is enough."""
    found = fit(text, SANS, DE, (width, 200), Sizes(40, 30, 1.15))
    assert found is not None
    assert read(found) == lines


def test_words_are_parted_only_where_that_helps_much() -> None:
    """A text that fits a little smaller without hyphens has none."""
    found = fit("Verteidigungswürfel", SANS, DE, (300, 200), SIZES)
    assert found is not None
    assert read(found) == ["Verteidigungswürfel"]
    assert found.size < SIZES.largest


def test_a_number_stays_with_its_icon() -> None:
    """What stands together without a space, or with one that must not break, is never parted."""
    for width in range(100, 400, 10):
        found = fit("aaa 2\u00a0[gold] bbb [damage]2 ccc", SANS, EN, (width, 900), SIZES)
        assert found is not None
        lines = "|".join(read(found)).replace("\u00a0", " ")
        assert "2 [gold]" in lines
        assert "[damage]2" in lines.replace("] 2", "]2")


def test_marks_are_not_printed() -> None:
    """A star makes bold, a bracket an icon; a bracket that is none stays what it is."""
    found = fit("a *b c* d [e f", SANS, EN, (900, 100), SIZES)
    assert found is not None
    pieces = [(piece.font, piece.value) for _, piece in found.lines[0].pieces]
    assert pieces == [
        ("sans", "a"),
        ("sans-black", "b"),
        ("sans-black", "c"),
        ("sans", "d"),
        ("sans", "["),
        ("sans", "e"),
        ("sans", "f"),
    ]


def test_paragraphs_begin_on_new_lines() -> None:
    """A line break is kept."""
    found = fit("one two\nthree", SANS, EN, (900, 200), SIZES)
    assert found is not None
    assert read(found) == ["one two", "three"]


def test_words_are_measured_as_they_are_drawn() -> None:
    """Letters that move together by kerning are narrower together, and figures are tall."""
    assert shape("serif-black", "AV").width < sum(shape("serif-black", each).width for each in "AV")
    assert 0.4 < metrics("sans").capitals / EM < 0.8
    tops = {min(int(y) for _, y in ends(shape("sans", figure).path)) for figure in "1234567890"}
    assert max(tops) - min(tops) < 30


def ends(path: str) -> list[tuple[str, str]]:
    """Follow the relative steps of a path; give where each contour begins and its highest point."""
    found = []
    for contour in path.split("M")[1:]:
        start, *steps = (
            contour.replace("z", "")
            .replace("l", "|")
            .replace("q", "|")
            .replace("c", "|")
            .split("|")
        )
        x, y = (int(part) for part in start.split())
        found.append((str(x), str(y)))
        for step in steps:
            numbers = [int(part) for part in step.split()]
            x, y = x + numbers[-2], y + numbers[-1]
            found.append((str(x), str(y)))
    return found
