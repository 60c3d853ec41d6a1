"""What fails in the script of a table costs that alone: the rest is done, and somebody is told."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, NoReturn

import msgspec
import pytest

from tests.build.set_up import made
from tests.web.fairground import COLOURS, FAIR, fair, guid, scripted
from tests.web.peer import Peer
from tests.web.refereed import Refereed, TableOf, drift, look_at
from tests.web.test_budgets import take_back
from tts_tool.playtest.stage import breakable
from tts_tool.referee.table.acts import Bring, Count, Shuffling
from tts_tool.referee.table.chance import Chance
from tts_tool.referee.table.told import Button, Line, Mode, Permits, Question, Told, Verdict
from tts_tool.table import Table

OUCH = "nobody has thought of this"


def broken(peer: Peer, function: str) -> None:
    """Let a function of a module fail, the next time that it is called."""
    module, name = function.split(".")
    peer.table.execute(
        f"local m = loaded_modules['lib.{module}'] local was = m.{name}"
        f" m.{name} = function() m.{name} = was error('{OUCH}') end"
    )


@contextmanager
def breakable_fair(seed: int = 0, mode: Mode = "enforce") -> Iterator[Refereed]:
    """Open a fair in whose script something can be made to fail; what fails is none of ours."""
    save = breakable(FAIR.save)
    made = TableOf(FAIR.ruleset, FAIR.cards, save, FAIR.values)
    with Table.open(save, seed=seed, seats=COLOURS, seconds=20) as table:
        table.settle()
        peer = Refereed.new(table, made, FAIR.ruleset.seats, str(seed), mode=mode)
        peer.sit_down()
        yield peer
        assert [each for each in table.errors if OUCH not in each.error] == []


def trouble(peer: Peer) -> list[dict[str, Any]]:
    """List what the script has said to have failed at."""
    return [each for each in peer.heard("failed") if not each["act"]]


def told(peer: Refereed, words: str = "stumbled") -> bool:
    """Tell whether people were told that something had failed."""
    return any(words in line.text for line in peer.table.chat)


def test_a_screen_that_fails_keeps_nothing_from_being_done() -> None:
    """Verdicts are taken and acts done though no panel can be shown; the referee hears of it."""
    save = breakable(FAIR.save)
    with Table.open(save, seats=COLOURS, seconds=20) as table:
        table.settle()
        peer = Peer(table, "fair")
        peer.begin(Red=Permits(version=1))
        broken(peer, "panel.show")
        table.red.say("!undo")
        (said,) = peer.heard("said")
        panel = {"Red": (Question("q", "Which?", (Button("q#1", "1 this"),)),)}
        verdict = Verdict(said["n"], "Red", done=True, say="")
        peer.frames_until_did(peer.tell(Count("day", 3), verdicts=[verdict], panels=panel))
        assert look_at(peer, FAIR.values).tracks["day"] == 3
        ((about, why),) = ((each["about"], each["why"]) for each in trouble(peer))
        assert (about, OUCH in why) == ("panels", True)
        table.red.say("!redo")
        assert [each["text"] for each in peer.heard("said")] == ["!undo", "!redo"]


def test_what_is_told_before_a_hello_was_heard_is_passed_over() -> None:
    """A table that has missed something does nothing until the answer to its hello has come."""
    with scripted() as peer:
        peer.step += 1  # and this one is late
        late = peer.step
        peer.tell(lines=[Line("I am early.")])
        peer.table.run(36)
        (hello,) = peer.heard("hello")
        assert (hello["step"], hello["heard"]) == (late - 1, late - 1)
        peer.step = late - 1
        peer.tell(Count("day", 5))
        peer.table.run(60)
        assert look_at(peer, FAIR.values).tracks["day"] != 5
        peer.epoch, peer.step = peer.epoch + 1, 0
        peer.performed(Count("day", 5))
        assert look_at(peer, FAIR.values).tracks["day"] == 5


@pytest.mark.parametrize("later", [0, 2])
def test_what_was_under_way_to_a_table_that_is_greeted_again(later: int) -> None:
    """It is passed over, of this epoch or a later one, and the table says hello only once."""
    with scripted() as peer:
        peer.epoch, peer.step = peer.epoch + later, 40
        peer.meet()
        peer.tell(Count("day", 5))
        peer.table.run(60)
        assert len(peer.heard("hello")) == 1
        assert look_at(peer, FAIR.values).tracks["day"] != 5
        peer.epoch, peer.step = peer.epoch + 1, 0
        peer.performed(Count("day", 5))


def test_what_overtakes_something_else_waits_for_it() -> None:
    """Told in any order, also before the answer to a hello, all is done in its own; nobody asks."""
    with scripted() as peer:
        peer.meet()
        peer.table.run(3)
        answer = Told(epoch=peer.epoch + 1, since=0, step=1, mode="enforce")
        after = [
            msgspec.structs.replace(answer, since=step, step=step + 1, acts=(Count("day", step),))
            for step in (1, 2, 3)
        ]
        for each in (after[1], after[0], answer, after[2]):
            peer.send(msgspec.to_builtins(each))
            peer.table.run(3)
        peer.table.run(60)
        assert len(peer.heard("hello")) == 1
        assert [each["step"] for each in peer.heard("did")] == [2, 3, 4]
        assert look_at(peer, FAIR.values).tracks["day"] == 3


def test_what_was_missed_is_asked_for() -> None:
    """Whatever waits for half a second was not overtaken by what it waits for: hello, once."""
    with scripted() as peer:
        for _ in range(2):
            peer.step += 1
            peer.tell(Count("day", 5))
        peer.table.run(24)
        assert len(peer.heard("hello")) == 0
        peer.table.run(60)
        assert [each["heard"] for each in peer.heard("hello")] == [1]
        assert look_at(peer, FAIR.values).tracks["day"] != 5


def test_a_hello_that_fails_while_things_are_told() -> None:
    """Half a second later it is said, once, whatever came meanwhile."""
    with Table.open(breakable(FAIR.save), seats=COLOURS, seconds=20) as table:
        table.settle()
        peer = Peer(table, "fair")
        peer.begin()
        broken(peer, "places.survey")
        peer.step += 1  # something is missed, and more and more is told
        for _ in range(3):
            peer.tell(Count("day", 5))
            table.run(3)
        table.run(60)
        assert len(peer.heard("hello")) == 1
        assert [each["about"] for each in trouble(peer)] == ["hello"]


@pytest.mark.parametrize(
    "function",
    [
        *("hands.onObjectDrop", "places.find", "channel.keep"),
        *("deeds.begin", "deeds.seen", "looking.begin", "looking.over", "steps.still"),
    ],
)
def test_a_gesture_that_nobody_could_look_at(function: str) -> None:
    """The thing lies again as the rules have it, people are told, and the next gesture counts."""
    with breakable_fair(3) as peer:
        stamp = peer.holder("stamp.1")[0]
        assert peer.table.red.pick_up(stamp)
        broken(peer, function)
        peer.table.red.drop_at(stamp, (20, 3, 10))
        for _ in range(120):
            peer.table.run(1)
            peer.listen()
        peer.wait()
        assert drift(peer) == {}
        assert told(peer)
        before = peer.session.digest()
        said = len(peer.table.chat)
        assert peer.table.red.pick_up(stamp.again())
        peer.table.red.drop_at(stamp.again(), (20, 3, 10))
        peer.wait()
        assert (drift(peer), peer.session.digest()) == ({}, before)
        assert [line for line in peer.table.chat[said:] if line.to == "Red"]


@pytest.mark.parametrize("function", ["deeds.begin", "looking.begin", "dice.note", "dice.value"])
def test_a_throw_that_nobody_could_look_at(function: str) -> None:
    """Somebody is told, and the same dice are thrown again, and what was done before counts."""
    save = breakable(made().save)
    with Table.open(save, seats=("Red",), seconds=20) as table:
        table.settle()
        peer = Peer(table, "old-world")
        may = Permits(version=1, rolls={"story": True}, otherwise="No.")
        peer.begin(Red=may)
        die = table.find(made().values["dice"][0]["guids"][0])
        broken(peer, function)
        table.red.roll(die)
        table.run(360)
        assert len(trouble(peer)) == 1
        assert peer.heard("gestured") == []
        table.red.roll(die)
        table.run(360)
        assert [each["gesture"]["die"] for each in peer.heard("gestured")] == ["story"]
        assert [each for each in table.errors if OUCH not in each.error] == []


def test_what_waits_behind_something_that_could_not_be_told() -> None:
    """What the same person did meanwhile is told all the same, at once."""
    with Table.open(breakable(FAIR.save), seats=COLOURS, seconds=20) as table:
        table.settle()
        peer = Peer(table, "fair")
        panel = {"Red": (Question("q", "Which?", (Button("q#1", "1 this"),)),)}
        peer.begin(Red=Permits(version=1, moves={"stamp.1": {"stamped.red": True}}))
        peer.tell(panels=panel)
        table.run(6)
        stamp = table.find(guid(peer, "stamp.1"))
        assert table.red.pick_up(stamp)
        table.red.drop_at(stamp, (20, 3, 10))
        table.red.click("q#1")
        broken(peer, "channel.keep")
        table.run(120)
        assert [each["gesture"]["gesture"] for each in peer.heard("gestured")] == ["press"]
        assert len(trouble(peer)) == 1


def test_what_chance_has_brought_and_nobody_could_take(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table shuffles once more: nobody waits for ever for what it has said already."""

    def failing(*_: object) -> NoReturn:
        monkeypatch.undo()
        raise ZeroDivisionError(OUCH)

    monkeypatch.setattr(Chance, "fell", failing)
    with fair(3) as peer:
        shuffles = [each for each in peer.told_acts if isinstance(each, Shuffling)]
        assert len(shuffles) == len({each.decision for each in shuffles}) + 1
        assert drift(peer) == {}
        assert told(peer)


def test_words_that_are_too_long_for_the_referee() -> None:
    """A command of a whole book is chat; and why something has failed is told in short."""
    with breakable_fair(3) as peer:
        peer.table.red.say("!" + "x" * 3_000)
        assert peer.heard("said") == []
        assert peer.table.chat[-1].text.endswith("x" * 3_000)
        peer.table.execute(
            "local m = loaded_modules['lib.places'] local was = m.find"
            f" m.find = function() m.find = was error('{OUCH}' .. string.rep('x', 5000)) end"
        )
        stamp = peer.holder("stamp.1")[0]
        for _ in range(2):
            assert peer.table.red.pick_up(stamp.again())
            peer.table.red.drop_at(stamp.again(), (20, 3, 10))
            for _ in range(120):
                peer.table.run(1)
                peer.listen()  # whatever was reported can be read
            peer.wait()
            assert drift(peer) == {}
        assert told(peer)


BENT = (
    *("null", "7", '"x"', "[[1]", "nonsense", '{"referee": 7, "desk": true, "persons": "x"}'),
    '{"desk": {"stage": "done", "tongues": 1e308}}',
    '{"desk": {"stage": 3, "step": {}, "memory": 7, "folded": 7}}',
    '{"referee": {"epoch": "x", "done": {}, "count": [], "pending": 7, "dice": 7}}',
    '{"referee": {"count": 3, "pending": [[7]], "dice": {"x": "y"}, "moment": 7}}',
    '{"referee": {"words": 7, "tongues": true, "keepsake": [], "epoch": -3, "done": 1e308}}',
    '{"persons": {"7": 7, "8": {"lessons": "x"}}}',
)


@pytest.mark.parametrize("state", BENT)
def test_what_a_table_has_kept_is_bent(state: str) -> None:
    """It begins anew where it can't read that; it is met, and what hands do counts."""
    tree = msgspec.json.decode(FAIR.save)
    tree["LuaScriptState"] = state
    made = TableOf(FAIR.ruleset, FAIR.cards, msgspec.json.encode(tree), FAIR.values)
    with Table.open(made.save, seats=COLOURS, seconds=20) as table:
        table.settle()
        told_of = [each.error for each in table.errors]
        assert len(told_of) <= 1
        peer = Refereed.new(table, made, FAIR.ruleset.seats, "3")
        peer.sit_down()
        assert drift(peer) == {}
        stamp = peer.holder("stamp.1")[0]
        said = len(table.chat)
        assert table.red.pick_up(stamp)
        table.red.drop_at(stamp, (20, 3, 10))
        peer.wait()
        assert drift(peer) == {}
        assert [line for line in table.chat[said:] if line.to == "Red"]
        table.reload(table.save())
        table.settle()
        assert [each.error for each in table.errors] == told_of


def test_what_could_not_be_saved() -> None:
    """It stays as it was saved last, all else is saved as it is, and people are told."""
    with breakable_fair(3) as peer:

        def kept() -> dict[str, Any]:
            tree = msgspec.json.decode(peer.table.save())
            return dict(msgspec.json.decode(tree["LuaScriptState"]))

        before = kept()
        broken(peer, "referee.saved")
        assert kept() == before
        peer.pass_frames(30)
        assert told(peer)


def test_what_could_not_be_put_back_is_put_back_again() -> None:
    """An act in which the script fails is done once more, as the rules have it now."""
    with breakable_fair(3) as peer:
        stamp = peer.holder("stamp.1")[0]
        assert peer.table.red.pick_up(stamp)
        broken(peer, "laying.lay")
        peer.table.red.drop_at(stamp, (20, 3, 10))
        peer.wait()
        assert drift(peer) == {}
        assert told(peer, "could not do something and will be put right")


@pytest.mark.parametrize("mode", ["enforce", "advise"])
def test_what_could_not_be_taken_back_is_taken_back_again(mode: Mode) -> None:
    """Where nothing else is put back, what the referee itself could not do is done once more."""
    with breakable_fair(3, mode) as peer:
        before = peer.session.step
        for _ in range(3):
            (asked, *_) = peer.asked()
            peer.session.choose(asked, asked.space().sample(Random(1).randrange))
            peer.look()
            peer.rest()
        assert drift(peer) == {}
        broken(peer, "laying.lay")
        take_back(peer, before)
        peer.look()
        peer.wait()
        assert drift(peer) == {}
        assert told(peer, "could not do something and will be put right")


def test_a_track_that_could_not_be_read_amid_others() -> None:
    """What is done together and fails is done again one by one; where that works all is well."""
    with Table.open(breakable(FAIR.save), seats=COLOURS, seconds=20) as table:
        table.settle()
        peer = Peer(table, "fair")
        peer.begin()
        broken(peer, "tracks.value")
        peer.performed(Count("luck.red", 2), Count("day", 3))
        tracks = look_at(peer, FAIR.values).tracks
        assert (tracks["luck.red"], tracks["day"]) == (2, 3)
        assert peer.heard("failed") == []
        assert len([each for each in table.errors if OUCH in each.error]) == 0


def test_tracks_that_could_not_be_looked_at() -> None:
    """Whatever fails while the table looks around is said once, and it looks around again."""
    with breakable_fair() as peer:
        broken(peer, "tracks.seen")
        for _ in range(180):
            peer.table.run(1)
            peer.listen()
        peer.wait()
        assert [each["about"] for each in trouble(peer)] == ["watch"]
        assert len([each for each in peer.table.chat if "stumbled" in each.text]) == 1
        before = look_at(peer, FAIR.values).tracks["day"]
        peer.table.execute(
            f"getObjectFromGUID('{FAIR.values['tracks']['day']['guid']}').Counter.increment()"
        )
        assert look_at(peer, FAIR.values).tracks["day"] != before
        for _ in range(180):
            peer.table.run(1)
            peer.listen()
        peer.wait()
        assert drift(peer) == {}
        assert look_at(peer, FAIR.values).tracks["day"] == before


def test_what_can_never_be_laid_is_said() -> None:
    """Where the script fails however often an act is told, people are told what they can do."""
    with breakable_fair(3) as peer:
        peer.table.execute(f"loaded_modules['lib.laying'].lay = function() error('{OUCH}') end")
        stamp = peer.holder("stamp.1")[0]
        assert peer.table.red.pick_up(stamp)
        peer.table.red.drop_at(stamp, (20, 3, 10))
        for _ in range(300):
            peer.table.run(1)
            peer.listen()
        assert len([each for each in peer.heard("failed") if each["act"]]) < 12
        assert told(peer, "!repair")


def test_a_hello_that_fails_is_said_again() -> None:
    """A table that could not say how it lies says so a second later."""
    with breakable_fair() as peer:
        broken(peer, "places.survey")
        hellos = len(peer.heard("hello"))
        peer.meet()
        for _ in range(90):
            peer.table.run(1)
            peer.listen()
        peer.rest()
        assert len(peer.heard("hello")) == hellos + 1
        assert drift(peer) == {}


def test_who_does_chores_forbids_as_well() -> None:
    """In automate, as in enforce, what was pasted goes again, and what was flipped in a hand."""
    for mode in ("automate", "enforce"):
        with fair(5, mode=mode) as peer:
            peer.table.red.copy(peer.holder(peer.session.state.places["booth.1"][0])[0])
            peer.table.red.paste()
            card = peer.session.state.places["hand.red"][0]
            peer.table.red.flip(peer.holder(card)[0])
            for _ in range(180):
                peer.table.run(1)
                peer.listen()
            peer.wait()
            assert drift(peer) == {}
            ids = [each["Memo"] for each in peer.tree() if each.get("Memo")]
            assert len(ids) == len(set(ids))
            assert guid(peer, card)


def test_only_cards_are_shuffled() -> None:
    """What somebody has laid on a deck is in no deck afterwards, and in no order that is told."""
    with scripted() as peer:
        peer.performed(Bring("visitor.red", "prizes", down=False))
        peer.performed(Shuffling("chance.shuffle.prizes/1", "prizes"))
        (fell,) = peer.heard("fell")
        assert {component.partition(".")[0] for component in fell["outcome"]} == {"prize"}
        assert peer.table.find(guid(peer, "visitor.red")).name == "Figurine_Custom"
