"""The probe finds out how a game behaves: our own table answers with the switches it has."""

from __future__ import annotations

import asyncio
import json
import math
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.saves.uploading import steam_address, uploaded
from tts_tool.errors import Refused
from tts_tool.sync.probe import Conversation, ProbeFinding, examine, questions, selftest_save
from tts_tool.sync.probe.uploading import PLACES
from tts_tool.table import Table
from tts_tool.table.editor import EditorPort
from tts_tool.table.switches import Switches, Value, guesses

# What a table cannot show of a switch, although a game could.
UNSEEN = {
    "stale-local": "no other Lua leaves old values in new places",
    "pairs-order": "a table that shuffles may by chance give the order of insertion",
    "chip-stack-keeps=MeshIndex": "a stack here has one way to keep its chips",
    "chip-stack-keeps=neither": "a stack here has one way to keep its chips",
    "digits-come-together": "whoever types here types the whole number",
    "numbers-at-any-thing": "all that can be pointed at can be typed at here",
    "selection-reaches-hands": "a selection here is of anything that can be reached",
    "scaled-things-stay-in-zones": "a zone here looks at the middle of a thing, whatever its size",
    "things-far-out-stay": "nothing here is brought back as lost",
    "veto-repeats": "a gesture here is one attempt; nobody holds a button",
    "borrowed-table-kept": "here each script has its own copy, which nobody minds",
    "action-before-container": "no gesture here asks in the other order",
    "closed-editor-blocks=False": "who is refused at once has nothing to stand still for",
    "unstretched-tile-is-square": "no picture of a save gives a tile its shape here",
    "destruct-frames=0": "what is destroyed can be looked at to the end of the frame",
}


# What shows only together with another switch.
TOGETHER: dict[str, dict[str, Value]] = {"closed-editor-blocks": {"editor-connect-seconds": 2.0}}


def probed(  # noqa: PLR0913 - a game can be set up in many ways
    tmp_path: Path,
    switches: Switches,
    only: set[str],
    *,
    person: bool = True,
    state: bytes | None = None,
    order: int = 1,
) -> ProbeFinding:
    """Open the self-test on a table with these switches, and put questions to it."""
    save = tmp_path / "selftest.json"
    save.write_bytes(state or selftest_save(tmp_path / "card.png", uploads(tmp_path)))

    async def run(table: Table) -> ProbeFinding:
        async with Conversation(0, 0) as game:
            ports = {"port": 0, "editor_port": game.editor_port}
            with EditorPort(table, switches, **ports, order=order) as port:
                table.listen(port.hear)
                game.sender.port = port.port
                asked = asyncio.ensure_future(
                    examine(game, Somebody(table).hear, person=person, only=only)
                )
                while not asked.done():
                    await asyncio.to_thread(table.run, 2)
                    await asyncio.sleep(0.001)
                return await asked

    with Table.open(save, switches=switches, keep_at=save) as table:
        table.run(10)
        return asyncio.run(run(table))


def uploads(folder: Path) -> dict[str, str]:
    """Keep a picture for each place of which one asks whether Upload All looks there."""
    pictures = {place: folder / f"{number}.png" for number, place in enumerate(PLACES)}
    for place, picture in pictures.items():
        picture.write_bytes(place.encode())
    return {place: str(picture) for place, picture in pictures.items()}


class Somebody:
    """A person at the table, who does what they are asked to."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.player = table.white

    def hear(self, text: str) -> None:
        """Find what is meant, and do it."""
        for words, do in DEEDS.items():
            if words in text:
                do(self)

    def new(self, name: str) -> Any:  # noqa: ANN401
        """Find what the self-test has just put in front of us."""
        self.table.run(120)
        near = [each for each in self.table.objects if each.nickname == name]
        return min(near, key=lambda each: math.dist(each.position, (-6, 1, 0)))

    def start(self) -> None:
        """Begin the part inside of the game."""
        self.player.say("!selftest")

    def drag_from_deck(self) -> None:
        """Take the top card and put it aside."""
        self.player.pull(self.new("Deck"))
        self.player.drop()

    def draw_by_number(self) -> None:
        """Type 1 over the deck."""
        self.player.number(self.new("Deck"), 1)

    def type_twelve(self) -> None:
        """Type 12 over the deck."""
        self.player.number(self.new("Deck"), 12)

    def type_three(self) -> None:
        """Type 3 over the block."""
        self.player.number(self.new("Block"), 3)

    def select_in_hand(self) -> None:
        """Select a card of the hand."""
        self.table.run(240)
        self.player.select(self.table.hand("White")[0])
        self.player.say("!enough")

    def drag_from_hand(self) -> None:
        """Drag a card out of the hand."""
        self.table.run(240)
        card = self.table.hand("White")[0]
        self.player.pick_up(card)
        self.player.drop_at(card, (0.0, 3.0, 0.0))

    def search(self) -> None:
        """Look into the bag."""
        bag = self.new("Full bag")
        self.player.search(bag)
        self.player.close(bag)

    def grab(self) -> None:
        """Try to take what may not be taken."""
        assert not self.player.pick_up(self.new("Block"))

    def group(self) -> None:
        """Group two cards."""
        self.table.run(120)
        near = [each for each in self.table.objects if each.nickname == "Card"]
        near.sort(key=lambda each: math.dist(each.position, (-6, 1, 0)))
        self.player.group(*near[:2])

    def press_what_fails(self) -> None:
        """Press the button whose function fails."""
        self.table.run(10)
        self.player.click("selftest-fail")

    def press(self) -> None:
        """Press the button on the block."""
        self.player.click(self.new("Block"))

    def toggle(self) -> None:
        """Use the toggle on the screen."""
        self.table.run(10)
        self.player.click("selftest-toggle")

    def drop_nearer(self) -> None:
        """Drop the block nearer and nearer to the spot."""
        block = self.new("Block")
        for step in range(22, 3, -1):
            self.player.pick_up(block)
            self.player.carry(block, (step / 10 - 0.001, 2.0, 0.0))
            self.table.run(1)
            self.player.drop(block)
            self.table.run(90)
        self.player.say("!enough")

    def rewind(self) -> None:
        """Go back one step."""
        self.table.run(1200)
        self.table.host.rewind(1)
        self.player.say("!done")

    def save(self) -> None:
        """Save the game."""
        self.table.host.save()

    def upload(self) -> None:
        """Let the Cloud Manager bring to Steam what it brings with these switches, and save."""
        switches, file = self.table.switches, self.table.host.save()
        covers = {
            name.removeprefix("upload-all-in-")
            for name in guesses()
            if name.startswith("upload-all-in-") and switches.on(name)
        }
        covers |= {"cards"} if "decks" in covers else set()
        salt = b"" if switches.on("steam-address-names-content") else b"salt"
        root = json.loads(file.read_bytes())
        pictures = [file.with_name(f"{number}.png") for number in range(len(PLACES))]
        cloud = {
            str(picture): steam_address(picture.read_bytes() + salt, number)
            for number, picture in enumerate(pictures)
        }
        file.write_text(json.dumps(uploaded(root, cloud, covers)), encoding="utf-8")
        self.player.say("!done")

    def look(self) -> None:
        """Say which tile shows its picture: as a game with this switch would show it."""
        self.player.say(f"!{self.table.switches['local-paths-on-unix']}")


DEEDS: dict[str, Callable[[Somebody], None]] = {
    "!selftest": Somebody.start,
    "top card off the deck": Somebody.drag_from_deck,
    "type 1": Somebody.draw_by_number,
    "digits 1 and 2": Somebody.type_twelve,
    "digit 3": Somebody.type_three,
    "Select one card": Somebody.select_in_hand,
    "out of your hand": Somebody.drag_from_hand,
    "Search the bag": Somebody.search,
    "pick up the block": Somebody.grab,
    "group them": Somebody.group,
    "Press the button": Somebody.press,
    "toggle on the screen": Somebody.toggle,
    "button on the screen": Somebody.press_what_fails,
    "nearer and nearer": Somebody.drop_nearer,
    "rewind the game": Somebody.rewind,
    "save the game": Somebody.save,
    "show a picture": Somebody.look,
    "press Upload All": Somebody.upload,
}


def turned() -> Iterator[tuple[str, str, Value]]:
    """List every switch that can be asked about, with everything it could be."""
    for name, switch in guesses().items():
        if questions()[name].asked != "never" and name not in UNSEEN:
            for value in switch.choices:
                if f"{name}={value}" not in UNSEEN:
                    yield f"{name}={value}", name, value


def test_every_switch_has_a_question() -> None:
    """No assumption is forgotten: each is asked about, or it is said why it cannot be."""
    assert set(questions()) == set(guesses())
    for question in questions().values():
        assert bool(question.why) == (question.asked == "never")


@pytest.mark.long
def test_a_whole_run(tmp_path: Path) -> None:
    """All questions in one run, in each other's way, find the guesses that the table has."""
    asked = {name for name, each in questions().items() if each.asked != "never"}
    found = probed(tmp_path, Switches(), asked)
    assert found.problems == ()
    wrong = {
        name: found.answers.get(name)
        for name in sorted(asked)
        if not UNSEEN.keys() & {name, f"{name}={guesses()[name].value}"}
        and found.answers.get(name) != guesses()[name].value
    }
    assert wrong == {}


def test_without_a_person(tmp_path: Path) -> None:
    """Where nobody sits at the table, only what the game answers by itself is asked."""
    asked = {"draw-asks-pick-up", "rewind-tells-editor", "vector-heading-x", "nothing-returned"}
    found = probed(tmp_path, Switches(), asked, person=False)
    assert found.answers == {"vector-heading-x": "yz", "nothing-returned": "omitted"}


@pytest.mark.soak(sample=10, full=1000)
def test_each_switch_is_found_out(tmp_path: Path, rounds: int) -> None:
    """With one switch turned, each to each thing that it could be, the answer is that thing."""
    words = list(turned())
    step = max(len(words) // rounds, 1)
    wrong = {}
    for number, (word, name, value) in enumerate(words[::step]):
        folder = tmp_path / str(number)
        folder.mkdir()
        found = probed(folder, Switches({name: value, **TOGETHER.get(name, {})}), {name})
        if found.answers.get(name) != value:
            wrong[word] = found
    assert wrong == {}


@pytest.mark.parametrize("saves", [True, False])
@pytest.mark.parametrize("order", [4, 8])
def test_in_any_order(tmp_path: Path, order: int, saves: bool) -> None:  # noqa: FBT001
    """Save & Play may tell of the new game before it tells what the old one did at its end."""
    name = "save-and-play-calls-on-save"
    found = probed(tmp_path, Switches({name: saves}), {name}, order=order)
    assert found.answers == {name: saves}


def test_what_stays_open(tmp_path: Path) -> None:
    """What was measured says how; what has no answer says why."""
    asked = {"custom-message-frames", "closed-editor-blocks", "draw-asks-pick-up", "tile-ratio"}
    found = probed(tmp_path, Switches(), asked, person=False)
    assert found.answers == {"custom-message-frames": 0}
    assert re.match(
        r"0 frames until it is heard, there and back in [\d.]+ ms",
        found.how["custom-message-frames"],
    )
    assert found.not_found_out.keys() == asked - found.answers.keys()
    assert "lost at once" in found.not_found_out["closed-editor-blocks"]
    assert found.not_found_out["draw-asks-pick-up"] == "it needs a person"
    assert found.not_found_out["tile-ratio"] == questions()["tile-ratio"].why


def test_the_same_save_twice(tmp_path: Path) -> None:
    """What one run leaves in the file and at the table is not in the way of the next."""
    names = {"save-and-play-rereads-file", "save-and-play-adds-objects", "vector-heading-x"}
    first = probed(tmp_path, Switches(), names)
    kept = (tmp_path / "selftest.json").read_bytes()
    second = probed(tmp_path, Switches(), names, state=kept)
    assert kept != selftest_save(tmp_path / "card.png")
    assert first.answers == second.answers
    assert names <= set(first.answers)
    assert second.problems == ()


def test_another_save_is_left_alone(tmp_path: Path) -> None:
    """If the game has something else open, nothing is asked and nothing is changed."""
    save = tmp_path / "mine.json"
    state = selftest_save().replace(b"-- tts-tool self-test", b"-- mine")
    save.write_bytes(state)

    async def run(table: Table) -> None:
        async with Conversation(0, 0) as game:
            with EditorPort(table, port=0, editor_port=game.editor_port) as port:
                table.listen(port.hear)
                game.sender.port = port.port
                with pytest.raises(Refused, match="another save"):
                    await examine(game, lambda _: None)

    with Table.open(save, keep_at=save) as table:
        asyncio.run(run(table))
    assert save.read_bytes() == state
