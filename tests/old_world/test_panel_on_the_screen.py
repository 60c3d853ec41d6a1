"""The panel on the screen: its words have room, the hand is free, and it is not drawn anew."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.old_world.moments import met
from tests.old_world.real_table import COLOURS, Sat, open_table
from tests.old_world.table import catalogue, new
from tests.old_world.test_every_question_by_hand import Deed, in_order
from tts_tool.kernel.rejection import LANGUAGES
from tts_tool.picture.screen import Box, laid_out
from tts_tool.playtest.bots import bot_for
from tts_tool.referee.presenting import terms
from tts_tool.referee.wording import Reader
from tts_tool.rulesets.old_world import RULESET
from tts_tool.texts import house

SCREENS = {(1366, 768): (1, 2), (3840, 2160): (1, 2, 3)}
"""Which sizes of the panel fit which screen; the largest is for large ones."""
HAND = 0.2
"""So much of the height is the hand's."""
RED = COLOURS["red"]


@pytest.fixture(scope="module")
def table() -> Iterator[Sat]:
    """Open the table once for all moments."""
    with open_table(new(5).timeline) as sat:
        yield sat


def panel(sat: Sat, colour: str, screen: tuple[int, int] = (1366, 768)) -> list[Box]:
    """Lay the panel out as somebody sees it."""
    return laid_out(sat.top.table.screen(colour), screen)


def texts(boxes: list[Box]) -> str:
    """Give all that is to be read."""
    return "\n".join(" ".join(box.lines) for box in boxes)


def press(sat: Sat, colour: str, what: str) -> None:
    """Press what concerns only whoever sits there."""
    sat.top.table.player(colour).click(f"own.{colour}.{what}")
    sat.settle()


@pytest.mark.soak(sample=3, full=1_000)
@pytest.mark.timeout(900)
def test_every_question_has_room(table: Sat, rounds: int) -> None:
    """In both languages and every size all words have room, on small and on large screens."""
    asked = {moment.question: moment for _, moment in sorted(met().items())}
    some = [Deed(each, "button") for each in list(asked.values())[:: max(1, len(asked) // rounds)]]
    for moment, _ in in_order(some):
        colour = COLOURS[moment.seat]
        for language in LANGUAGES:
            table.lay(moment.game.fork(), language)
            for _ in range(3):
                press(table, colour, "size")
                boxes = panel(table, colour)
                assert [box.lines for box in boxes if box.overflows] == [], moment.id
                for screen, sizes in SCREENS.items():
                    within(panel(table, colour, screen), screen, sizes)


@pytest.mark.timeout(900)
def test_what_is_answered_at_one_stroke_has_room(table: Sat) -> None:
    """Where whole Combos and ways are offered beside single answers, all of it can be read."""
    asked = {
        each.question: each
        for _, each in sorted(met().items())
        if (kind := RULESET.strokes.get(each.question)) and [*kind(each.game.game, each.seat)]
    }
    assert {*asked} >= {"attack", "combo", "phase-1", "phase-2"}
    for moment in asked.values():
        colour = COLOURS[moment.seat]
        for language in LANGUAGES:
            table.lay(moment.game.fork(), language, mode="automate")
            offered = house("referee")["at-one-stroke"][language]
            for _ in range(3):
                press(table, colour, "size")
                assert offered in texts(panel(table, colour)), moment.id
                for screen, sizes in SCREENS.items():
                    boxes = panel(table, colour, screen)
                    assert [box.lines for box in boxes if box.overflows] == [], moment.id
                    within(boxes, screen, sizes)


def within(boxes: list[Box], screen: tuple[int, int], sizes: tuple[int, ...]) -> None:
    """Demand that the panel lies on the screen, and above the hand in the sizes for this screen."""
    frame = boxes[0].frame
    assert frame.left >= 0
    assert frame.left + frame.width <= screen[0]
    wide = {300: 1, 370: 2, 480: 3}[int(frame.width)]
    if wide in sizes:
        assert frame.top + frame.height <= screen[1] * (1 - HAND)


def test_what_does_not_change_is_not_redrawn(table: Sat) -> None:
    """A turn goes on, and what somebody has scrolled or dragged stays as it is."""
    table.lay(new(3).stand(red=8).timeline)
    table.top.table.run(60)  # what was set anew is there only after some frames
    table.top.table.execute("UI.setAttribute('referee.1', 'mark', 'here')")
    before = texts(panel(table, RED))
    table.press("red", "phase-1", "at.7")
    press(table, RED, "size")
    press(table, RED, "fold")
    press(table, RED, "fold")
    assert texts(panel(table, RED)) != before
    assert table.top.table.execute("return UI.getAttribute('referee.1', 'mark')") == "here"


def test_folding_and_unfolding(table: Sat) -> None:
    """A folded panel says whose turn it is; what is not possible is shown with its reasons."""
    table.lay(new(3).stand(red=8).timeline)
    assert "No road leads from here" not in texts(panel(table, RED))
    press(table, RED, "others")
    assert "No road leads from here" in texts(panel(table, RED))
    press(table, RED, "others")
    open_ = panel(table, RED)[0].frame.height
    press(table, RED, "fold")
    boxes = panel(table, RED)
    assert "Red’s turn" in texts(boxes)
    assert boxes[0].frame.height < open_ / 3
    press(table, RED, "fold")


def test_marks_without_colours(table: Sat) -> None:
    """What is chosen and what can't be has a sign, not only a colour."""
    table.lay(new(3).stand(red=8).timeline)
    table.press("red", "phase-1", "at.4")
    decision = next(each for each in table.session.open("red"))
    card = next(o.value for o in decision.space().options() if o.rejection is None)
    table.press("red", decision.name, card)
    words = [" ".join(box.lines) for box in panel(table, RED) if box.tag == "Button"]
    greyed = [box for box in panel(table, RED) if box.attributes.get("interactable") == "false"]
    assert all(" ".join(box.lines).startswith("×") for box in greyed)
    assert table.session.step > 1 or any(each.startswith("•") for each in words)


def test_the_language_belongs_to_the_person(table: Sat) -> None:
    """Who chooses German has it at another colour, too, and it is saved with the table."""
    table.lay(new(3).stand(red=8).timeline)
    player = table.top.table.player(RED)
    press(table, RED, "language")
    assert "Rot ist am Zug" in texts(panel(table, RED))
    assert table.host.seating.tongue(RED) == "de"
    assert '"de"' in str(table.top.table.execute("return onSave()"))
    blue = COLOURS["blue"]
    assert table.host.seating.tongue(blue) == "en"
    assert player.colour == RED
    press(table, RED, "language")
    assert table.host.seating.tongue(RED) == "en"


def test_who_is_new_is_told_what_a_phase_is_for(table: Sat) -> None:
    """In the first turns of one's own; then the panel goes quiet about it by itself."""
    lesson = "each step is paid with a card"
    table.lay(new(3).stand(red=8).timeline)
    assert lesson in " ".join(texts(panel(table, RED)).split())
    assert lesson not in " ".join(texts(panel(table, COLOURS["blue"])).split())
    assert [told_after(table, turn, lesson) for turn in range(1, 5)] == [True, True, True, False]


def test_words_of_a_question_are_explained(table: Sat) -> None:
    """In the language of whoever is asked, with the question."""
    moment = next(each for _, each in sorted(met().items()) if each.question == "combo")
    colour, begins = COLOURS[moment.seat], {"en": "Combo: cards", "de": "Kombo: Karten"}
    for language in LANGUAGES:
        table.lay(moment.game.fork(), language)
        begin = begins[table.host.seating.tongue(colour)]  # of whoever has chosen one: that
        asked = [q.terms for q in table.host.panels[colour] if q.title]
        assert any(each.startswith(begin) for each in asked)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_term_is_met(language: str) -> None:
    """Each that is explained stands in a question, a refusal or a card, and explains itself."""
    cards = catalogue()
    reader = Reader(cards, new(2).timeline.state, None, language)
    read = [reader.name(each) or "" for each in cards.ids if not each.startswith("term-")]
    read += [str(getattr(each, language)) for each in cards.rules.values()]
    for term in (each for each in cards.ids if each.startswith("term-")):
        words = reader.name(term) or ""
        first = words.partition(": ")[0].partition(" / ")[0]
        assert terms(f"… {first}!", reader).startswith(f"{first}: ")
        assert any(f"{first}: " in terms(each, reader) for each in read), term


def told_after(sat: Sat, turn: int, lesson: str) -> bool:
    """Let everybody else have a turn, and red begin the next one; tell whether it is still told."""
    bots = {seat: bot_for("old-world", f"{seat}{turn}") for seat in sat.session.seats}
    for of_red in (True, False):
        while (sat.session.state.acting == "red") == of_red:
            decision = next(d for d in sat.session.open("*") if not sat.session.waits_for(d))
            sat.session.choose(decision, bots[decision.seat].answer(decision))
        sat.player("blue").say("!help")
        sat.settle()
    return lesson in " ".join(texts(panel(sat, RED)).split())


def test_who_sits_at_a_seat_is_told(table: Sat) -> None:
    """Another colour is another seat and the same person, as the game knows people."""
    table.lay(new(3).stand(red=8).timeline)
    seating = table.host.seating
    red, blue = seating.whose("red"), seating.whose("blue")
    assert len({red, blue, "red", "blue"}) == 4
    player = table.top.table.player(RED)
    player.change_colour("Purple")
    table.settle()
    assert seating.whose("red") == "red"
    table.top.table.player("Purple").change_colour(RED)
    table.settle()
    assert seating.whose("red") == red
