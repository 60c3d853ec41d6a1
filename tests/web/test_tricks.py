"""What people do in the game that no rule knows: it is prevented or put back, and nothing is lost.

Each trick is done at a table where everything may be vetoed, and at one where nothing is known to
be: there all is put back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.web.fairground import fair
from tests.web.peer import EVERY_VETO
from tests.web.refereed import Refereed, drift
from tts_tool.kernel.decisions import Move
from tts_tool.table.pieces import Piece

Trick = Callable[["Table"], None]


class Table:
    """A refereed fair, and the things on it by what they are."""

    def __init__(self, peer: Refereed) -> None:
        self.peer = peer
        self.red: Any = peer.table.player("Red")
        self.blue: Any = peer.table.player("Blue")

    def deck(self) -> Piece:
        """Give the deck of prizes."""
        return self.piece(self.peer.session.state.places["prizes"][0])

    def piece(self, component: str) -> Piece:
        """Give the object that is, or holds, a component."""
        return self.peer.holder(component)[0]

    def booth(self, number: int) -> Piece:
        """Give the card of the market."""
        return self.piece(self.peer.session.state.places[f"booth.{number}"][0])

    def hand(self, seat: str) -> Piece:
        """Give the first card of a hand."""
        return self.piece(self.peer.session.state.places[f"hand.{seat}"][0])

    def die(self, number: int = 1) -> Piece:
        """Give a green die."""
        return self.peer.table.find(self.peer.made.values["dice"][0]["guids"][number - 1])

    def marker(self, track: str) -> Piece:
        """Give what shows a track."""
        return self.peer.table.find(self.peer.made.values["tracks"][track]["guid"])

    def coin(self) -> Piece:
        """Give a coin of red."""
        found = [each for each in self.peer.table.objects if "Token bank" in each.tags]
        return min((each for each in found if each.kind == "Tile"), key=lambda c: c.position[2])

    def spot(self, place: str) -> tuple[float, float, float]:
        """Say where hands let go of what goes to a place."""
        return self.peer.spot(place)

    def script(self, thing: Piece, what: str) -> None:
        """Do with a tool what no hand does: nobody is told of it."""
        self.peer.table.execute(f"getObjectFromGUID('{thing.guid}').{what}")

    def bag(self) -> Piece:
        """Put a bag on the table."""
        self.peer.table.execute(
            "spawnObject({type = 'Bag', position = {20, 2, 0}}).setName('sack')"
        )
        self.peer.table.run(30)
        return self.peer.table.find("sack")


def number_on_a_die(table: Table) -> None:
    """Turn a die to six by its number key."""
    table.red.number(table.die(), 6)


def number_on_a_deck(table: Table) -> None:
    """Draw three cards by a number key."""
    table.red.number(table.deck(), 3)


def number_on_a_board(table: Table) -> None:
    """Change somebody else's board to its second state by a number key."""
    table.red.number(table.piece("stall.blue"), 2)


def moved_by_a_tool(table: Table) -> None:
    """Move the standee of somebody who is not asked with the gizmo."""
    table.script(table.piece("visitor.red"), "setPosition({x = 2, y = 3, z = -1})")


def moved_off_by_a_tool(table: Table) -> None:
    """Move a token with the gizmo to where no place is."""
    table.script(table.piece("stamp.2"), "setPosition({x = 20, y = 3, z = 10})")


def turned_by_a_tool(table: Table) -> None:
    """Turn a card of the market over with the gizmo."""
    table.script(table.booth(2), "setRotation({x = 0, y = 180, z = 180})")


def paste_a_card(table: Table) -> None:
    """Copy a card and paste it."""
    table.red.copy(table.booth(1))
    table.red.paste()


def paste_onto_its_like(table: Table) -> None:
    """Copy a token and paste it beside itself."""
    table.red.paste(table.piece("stamp.1"))


def paste_a_deck(table: Table) -> None:
    """Copy a whole deck and paste it."""
    table.blue.copy(table.deck())
    table.blue.paste()


def delete_a_card(table: Table) -> None:
    """Throw a card of the market away."""
    table.red.delete(table.booth(3))


def delete_a_deck(table: Table) -> None:
    """Throw a whole deck away."""
    table.red.delete(table.deck())


def delete_a_standee(table: Table) -> None:
    """Throw somebody's standee away."""
    table.red.delete(table.piece("visitor.blue"))


def delete_from_a_hand(table: Table) -> None:
    """Throw a card of the own hand away."""
    table.red.delete(table.hand("red"))


def cut_out_and_paste(table: Table) -> None:
    """Cut a token out and paste it elsewhere."""
    if table.blue.cut_out(table.piece("stamp.3")):
        table.peer.wait()
        table.blue.paste()


def group_the_market(table: Table) -> None:
    """Make one pile of two cards of the market."""
    table.red.group(table.booth(1), table.booth(2))


def group_a_deck(table: Table) -> None:
    """Put a card of the market into the deck by grouping."""
    table.red.group(table.deck(), table.booth(4))


def flick_a_standee(table: Table) -> None:
    """Flick somebody's standee away."""
    table.red.flick(table.piece("visitor.blue"), (6.0, 0.0, 0.0))


def cut_a_deck(table: Table) -> None:
    """Cut a deck by the menu, and leave it so."""
    table.red.cut(table.deck())


def split_a_deck(table: Table) -> None:
    """Split a deck by the menu."""
    table.red.split(table.deck(), 3)


def spread_a_deck(table: Table) -> None:
    """Spread a deck by the menu."""
    table.red.spread(table.piece("ticket.1"))


def shuffle_a_deck(table: Table) -> None:
    """Shuffle a deck that nobody is to shuffle."""
    table.red.randomize(table.deck())


def flip_a_deck(table: Table) -> None:
    """Turn a whole deck over."""
    table.red.flip(table.deck())


def flip_a_card(table: Table) -> None:
    """Turn a card of the market over."""
    table.blue.flip(table.booth(2))


def card_under_a_deck(table: Table) -> None:
    """Lift the deck and put it down on a card of the market."""
    deck = table.deck()
    if table.red.pick_up(deck):
        x, _, z = table.booth(1).position
        table.red.drop_at(deck, (x, 4, z))


def pile_onto_pile(table: Table) -> None:
    """Push the tickets onto the deck of prizes."""
    pile = table.piece("ticket.1")
    if table.red.pick_up(pile):
        table.red.drop_at(pile, table.spot("prizes"))


def deck_elsewhere(table: Table) -> None:
    """Carry the deck to where no place is."""
    deck = table.deck()
    if table.blue.pick_up(deck):
        table.blue.drop_at(deck, (20, 3, 6))


def under(table: Table) -> None:
    """Slide a card under what lies below it."""
    table.red.under(table.booth(1))


def into_a_bag(table: Table) -> None:
    """Put a token into a bag."""
    bag, stamp = table.bag(), table.piece("stamp.4")
    if table.red.pick_up(stamp):
        table.red.put_into(stamp, bag)


def deck_into_a_bag(table: Table) -> None:
    """Put the deck of tickets into a bag."""
    bag, pile = table.bag(), table.piece("ticket.1")
    if table.red.pick_up(pile):
        table.red.put_into(pile, bag)


def into_the_bank(table: Table) -> None:
    """Put a standee into the bag that never ends."""
    bank = next(each for each in table.peer.table.objects if each.kind == "Infinite")
    visitor = table.piece("visitor.blue")
    if table.blue.pick_up(visitor):
        table.blue.put_into(visitor, bank)


def deal_to_somebody(table: Table) -> None:
    """Deal cards by the menu to whose turn it is not; whoever is asked may take one."""
    acting = table.peer.session.state.acting
    table.red.deal(table.deck(), "Red" if acting == "blue" else "Blue", 2)


def out_of_the_middle(table: Table) -> None:
    """Search a deck, and take a card out of its middle."""
    deck = table.deck()
    inside = table.red.search(deck)
    card = table.red.pull(deck, inside[5]["GUID"])
    table.red.close(deck)
    if card:
        table.red.drop_at(card, (20, 3, 2))


def out_of_a_hand(table: Table) -> None:
    """Take a card out of somebody else's hand into the own."""
    card = table.hand("blue")
    if table.red.pick_up(card):
        table.red.drop_at(card, table.spot("hand.red"))


def token_into_a_hand(table: Table) -> None:
    """Drop a token where the hand is: it never gets into it."""
    stamp = table.piece("stamp.5")
    if table.blue.pick_up(stamp):
        table.blue.drop_at(stamp, table.spot("hand.blue"))
        assert stamp.again().hand == ""


def marker_moved(table: Table) -> None:
    """Move a marker of a row."""
    cube = table.marker("fame.red")
    at = table.peer.made.values["tracks"]["fame.red"]["values"]["5"]
    if table.red.pick_up(cube):
        table.red.drop_at(cube, (at["x"], at["y"] + 1, at["z"]))


def marker_deleted_elsewhere(table: Table) -> None:
    """Carry a disc of a row off."""
    disc = table.marker("luck.blue")
    if table.red.pick_up(disc):
        table.red.drop_at(disc, (20, 3, 7))


def counter_clicked(table: Table) -> None:
    """Click a counter up."""
    table.script(table.marker("day"), "Counter.increment()")


def coin_taken(table: Table) -> None:
    """Take a coin off a heap."""
    coin = table.coin()
    if table.red.pick_up(coin):
        table.red.drop_at(coin, (20, 3, 8))


def coin_added(table: Table) -> None:
    """Take a coin out of the bank and lay it on the own heap."""
    bank = next(each for each in table.peer.table.objects if each.kind == "Infinite")
    coin = table.red.pull(bank)
    if coin:
        x, _, z = table.marker("coins.red").position
        table.red.drop_at(coin, (x, 4, z + 1))


def roll_by_hand(table: Table) -> None:
    """Roll dice that nobody is to roll."""
    table.blue.roll(table.die(1), table.die(2))


def turned_about(table: Table) -> None:
    """Turn a standee on the spot: that is free."""
    assert table.red.rotate(table.piece("visitor.blue"), 2)


def looked_at(table: Table) -> None:
    """Look through a deck, and close it again."""
    deck = table.deck()
    table.red.search(deck)
    table.red.close(deck)


def locked(table: Table) -> None:
    """Lock a card of the market: it is laid where it should lie all the same."""
    table.red.lock(table.booth(2))
    table.script(table.booth(2), "setPosition({x = 20, y = 1, z = 9})")
    table.peer.wait()
    table.red.lock(table.booth(2), on=False)


def undo_key(table: Table) -> None:
    """Carry a token off, and press the key that takes time back: the game loads what it kept."""
    stamp = table.piece("stamp.6")
    if table.red.pick_up(stamp):
        table.red.drop_at(stamp, (20, 3, 12))
    table.peer.pass_frames(2 * REWOUND)
    table.peer.table.host.rewind()
    table.peer.due = None
    table.peer.sit_down()  # whoever hosts greets whatever the game has loaded


def undo_key_twice(table: Table) -> None:
    """Press it twice in a row."""
    for _ in range(2):
        undo_key(table)


REWOUND = 660
"""So many frames, eleven seconds, after which the game has kept how all lies once more."""

TRICKS: tuple[Trick, ...] = (
    number_on_a_die, number_on_a_deck, number_on_a_board, moved_by_a_tool, moved_off_by_a_tool,
    turned_by_a_tool, paste_a_card, paste_onto_its_like, paste_a_deck, delete_a_card,
    delete_a_deck, delete_a_standee, delete_from_a_hand, cut_out_and_paste, group_the_market,
    group_a_deck, flick_a_standee, cut_a_deck, split_a_deck, spread_a_deck, shuffle_a_deck,
    flip_a_deck, flip_a_card, card_under_a_deck, pile_onto_pile, deck_elsewhere, under, into_a_bag,
    deck_into_a_bag, into_the_bank, deal_to_somebody, out_of_the_middle, out_of_a_hand,
    token_into_a_hand, marker_moved, marker_deleted_elsewhere, counter_clicked, coin_taken,
    coin_added, roll_by_hand, turned_about, looked_at, locked, undo_key, undo_key_twice,
)  # fmt: skip

LONG = 180
"""So many frames after which whatever was done is noticed: three seconds."""


@pytest.fixture(scope="module", params=[EVERY_VETO, ()], ids=["vetoed", "put back"])
def table(request: pytest.FixtureRequest) -> Iterator[Table]:
    """Begin to referee at a fair, where everything may be prevented, or nothing."""
    with fair(5, proven=request.param) as peer:
        yield Table(peer)


@pytest.mark.parametrize("trick", TRICKS, ids=lambda trick: trick.__name__)
def test_a_trick(table: Table, trick: Trick) -> None:
    """Afterwards all lies as the rules say, exactly once, and the game goes on by a legal deed.

    Red, who tries, is not asked: at their turn the first of three cards may be theirs by right.
    """
    peer = table.peer
    if not peer.session.over and peer.asked()[0].seat == "red":
        go_on(peer)
    before = peer.session.digest()
    trick(table)
    peer.wait()
    peer.pass_frames(LONG)
    peer.wait()
    assert drift(peer) == {}
    assert peer.session.digest() == before
    ids = [each["Memo"] for each in pieces(peer.tree())]
    assert sorted(ids) == sorted(peer.session.state.inventory.components)
    assert [str(each) for each in peer.table.errors] == []
    if not peer.session.over:
        go_on(peer)


def go_on(peer: Refereed) -> None:
    """Let whoever is asked walk on, as they may."""
    seat = peer.asked()[0].seat
    here = peer.session.state.place_of(f"visitor.{seat}")
    yard = "yard.1" if here != "yard.1" else "yard.2"
    assert peer.do(peer.made.values["colours"][seat], Move(f"visitor.{seat}", yard))
    peer.wait()
    assert peer.session.state.place_of(f"visitor.{seat}") == yard


def pieces(things: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """List every piece, also those in piles and bags."""
    for thing in things:
        if thing.get("Memo"):
            yield thing
        yield from pieces(thing.get("ContainedObjects", []))
