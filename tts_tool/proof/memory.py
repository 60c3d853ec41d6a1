"""Checks that a game can be left anywhere and gone on with: saved, forked, re-entered."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from tts_tool.kernel.entries import Accepted, AnyEntry, Header
from tts_tool.kernel.position import decode, encode
from tts_tool.kernel.state import State
from tts_tool.kernel.timeline import Checkpoint, Timeline, fold
from tts_tool.proof.play import Broken, Deed, Play, Step, agree, do, same, snapshot

FAR_APART = 40
"""More answers between two restart points are too many to replay at a blink."""
FEW = 5
FOLLOWED = 12
"""For so many answers a game that was re-entered goes on beside the one that was not."""


def saved_and_loaded(play: Play) -> None:
    """Header and entries, written as JSON and read again, lead to the same moment.

    What was read goes on entry by entry beside the game, as loading does, and so stands at each
    moment where a game that is loaded then would stand.
    """
    game, told = play.game, 0
    twin = loaded(game)
    for game in play:
        for entry in reread(game.entries[len(twin.entries) :]):
            twin.again(entry)
        agree("after loading", game, twin)
        same("what happened until it was loaded", game.happened[told:], twin.happened[told:])
        told = len(game.happened)
    agree("after loading at the end", game, loaded(game))


def loaded(game: Timeline) -> Timeline:
    """Write a game down and read it again."""
    header = msgspec.json.decode(msgspec.json.encode(game.header), type=Header)
    return Timeline.replay(game.composition, header, reread(game.entries))


def reread(entries: list[AnyEntry]) -> list[AnyEntry]:
    """Write entries down and read them again."""
    return msgspec.json.decode(msgspec.json.encode(entries), type=list[AnyEntry])


def replayed(play: Play) -> None:
    """A whole game, written down and read again, comes to the same end."""
    game = play.game
    for _ in play:
        pass
    twin = loaded(game)
    agree("after a whole game", game, twin)
    same("what happened in a whole game", game.happened, twin.happened)


def resumed_from_checkpoint(play: Play) -> None:
    """The last checkpoint as a position, and the answers since, lead to the same moment."""
    for game in play:
        last = game.checkpoints[-1]
        twin = entered(game, last.state)
        for step in play.steps[last.entry :]:
            do(twin, step.deed)
        agree("after resuming", game, twin)


def forked(play: Play) -> None:
    """A fork stands where the game stands, and what happens there leaves the game alone."""
    for game in play:
        before = snapshot(game)
        twin = game.fork()
        agree("of a fork", game, twin)
        same("what happened until the fork", game.happened, twin.happened)
        for decision in twin.decisions()[:1]:
            if decision.kind != "chance":
                twin.choose(decision, decision.space().sample(play.random.randrange))
        same("a game of which a fork went on", before, snapshot(game))


def reentered(play: Play) -> None:
    """A game entered at a restart point asks the same, and goes on the same way."""
    followers: list[tuple[int, Timeline]] = []
    for game in play:
        followers = [
            (left - 1, follow(game, twin, play.steps[-1].deed)) for left, twin in followers if left
        ]
        for restart in game.restarts:
            twin = entered(game, restart.state)
            agree("after re-entry", game, twin)
            since = game.happened[restart.event :]
            same("what happened after a restart point", since, twin.happened)
            followers.append((FOLLOWED, twin))


def follow(game: Timeline, twin: Timeline, deed: Deed) -> Timeline:
    """Do the same in a game that was re-entered, and compare."""
    reply = do(twin, deed)
    if not isinstance(reply, Accepted):
        raise Broken(f"re-entered, the game does not take the same answer: {reply}")
    agree("some answers after re-entry", game, twin)
    return twin


def entered(game: Timeline, state: State) -> Timeline:
    """Leave a game at a restart point and enter it again through a position."""
    document = msgspec.json.decode(msgspec.json.encode(encode(state)))
    start = decode(document, game.composition.inventory)
    return Timeline(game.composition, game.header, start=start)


def restarts_in_time(play: Play) -> None:
    """From one restart point to the next it is never far.

    Offers that are taken beside the game don't count, nor do secrets that were changed.
    """
    counted: list[Step] = []
    for game in play:
        counted = [] if game.restarts else counted_on(counted, play.steps[-1:])
        if len(counted) > FAR_APART:
            shown = ", ".join(step.id for step in counted[:FEW])
            raise Broken(f"{len(counted)} answers since the last restart point: {shown} …")


def counted_on(before: list[Step], last: list[Step]) -> list[Step]:
    """Count an answer, or take those from the count that a seat has changed its mind about."""
    for step in last:
        if step.kind == "again":
            return [one for one in before if one.kind != "sealed" or one.seat != step.seat]
        if step.kind != "offer":
            return [*before, step]
    return before


def folded(play: Play) -> None:
    """The events alone, from the first state on, give the state."""
    states = fold_along(play)
    for game in play:
        state = next(states)
        same("the state made of the events", encode(game.state), encode(state))


def fold_along(play: Play) -> Iterator[State]:
    """Fold what happened so far, at each decision."""
    first: Checkpoint = play.game.checkpoints[0]
    state, events = first.state, first.event
    while True:
        happened = play.game.happened[events:]
        state = fold(state, (one.event for one in happened))
        events += len(happened)
        yield state
