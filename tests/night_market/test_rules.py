"""Each rule of the night market itself, shown from a position set up for it."""

from __future__ import annotations

import pytest

from tests.night_market.stalls import (
    asked,
    at_spot,
    coins,
    does,
    evening,
    fame,
    haggle,
    lies,
    match,
    night,
    offered,
    refusal,
)
from tts_tool.kernel.events import Said
from tts_tool.kernel.game import Luck
from tts_tool.kernel.timeline import Timeline


def fresh(seats: int = 3) -> Timeline:
    """Begin a game from nothing."""
    here = match(seats=seats)
    header = here.header(Luck(seed="fresh"))
    return Timeline(here.composition(header.settings), header)


@pytest.mark.rule("NM-01")
def test_a_game_lasts_three_nights() -> None:
    """After the second night comes the third; after the third the game is over."""
    going_on = evening("close", night=2)
    assert (night(going_on).number, going_on.over) == (3, False)
    done = evening("close", night=3)
    assert (night(done).number, done.over) == (4, True)


@pytest.mark.rule("NM-02")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everyone_starts_with_hand_attic_and_coins(seats: int) -> None:
    """Four wares in hand, two in the attic, three coins; the rest is the deck."""
    game = fresh(seats)
    for seat in game.composition.setup.seats:
        assert len(lies(game, f"hand.{seat}")) == 4
        assert len(lies(game, f"attic.{seat}")) == 2
        assert coins(game, seat) == 3
    assert len(lies(game, "deck")) == 34 - 6 * seats


@pytest.mark.rule("NM-03")
def test_hands_are_filled_from_the_deck() -> None:
    """Each draws what is missing, the acting seat first."""
    hands = {"hand.blue": ["silk"] * 3, "hand.red": ["comb"] * 2, "deck": ["tea", "drum", "felt"]}
    game = evening("begin", hands, acting="red")
    assert lies(game, "hand.red") == ["drum", "tea", "comb", "comb"]
    assert lies(game, "hand.blue") == ["felt", "silk", "silk", "silk"]


@pytest.mark.rule("NM-03")
def test_an_empty_deck_is_made_of_the_discards() -> None:
    """When the deck gives out in the middle of drawing, the discards are shuffled into it."""
    full = {"hand.blue": ["silk"] * 4, "discard": ["comb"] * 5, "hand.red": ["drum"] * 2}
    kinds = {"tea": 5, "lantern": 4, "felt": 4, "drum": 2, "mask": 4, "spyglass": 4}
    stored = [kind for kind, count in kinds.items() for _ in range(count)]
    lying = full | {"attic.red": stored[1:], "deck": stored[:1]}
    game = evening("begin", lying, script={"shuffle.deck": [["ware.comb.4"]]})
    assert lies(game, "hand.red") == ["comb", "tea", "drum", "drum"]
    assert "ware.comb.4" in game.state.places["hand.red"]
    assert (len(lies(game, "deck")), lies(game, "discard")) == (4, [])


HANDS = {"hand.red": ["tea", "silk"], "hand.blue": ["drum", "comb"]}


@pytest.mark.rule("NM-04")
def test_scheming_shows_all_at_once() -> None:
    """A spot, then a ware; nothing moves before the last has chosen."""
    game = evening("scheme", HANDS)
    does(game, "red", "spot", "temple")
    does(game, "red", "bring", "ware.silk.1")
    assert lies(game, "temple") == []
    does(game, "blue", "spot", "bridge")
    does(game, "blue", "bring", "ware.drum.1")
    assert (lies(game, "temple"), lies(game, "bridge")) == (["silk"], ["drum"])
    assert game.state.flags["seller.ware.silk.1"] == "red"


@pytest.mark.rule("NM-04")
def test_empty_hands_scheme_nothing() -> None:
    """Who has no ware is not asked for a spot."""
    game = evening("scheme", {"hand.red": ["tea"]}, seats=3)
    assert asked(game) == ["spot/red"]


@pytest.mark.rule("NM-05")
def test_stalls_are_kept_in_any_order_until_closed() -> None:
    """Each goes on in its own time; the night goes on when the last has closed."""
    game = evening("bustle", HANDS)
    does(game, "blue", "bustle", "ware.drum.1")
    does(game, "blue", "bustle", "close")
    assert asked(game) == ["bustle/red"]
    does(game, "red", "bustle", "ware.tea.1")
    assert night(game).step == "bustle"
    does(game, "red", "bustle", "close")
    assert night(game).step == "close"


@pytest.mark.rule("NM-06")
def test_a_stall_holds_three() -> None:
    """A fourth ware is refused, with the reason."""
    game = evening("bustle", {"hand.red": ["tea"], "stall.red": ["silk", "silk", "silk"]})
    assert refusal(game, "red", "bustle", "ware.tea.1") == ("stall-full", "NM-06")
    assert "ware.tea.1" not in offered(game, "red", "bustle")


@pytest.mark.rule("NM-07")
def test_fetching_costs_two() -> None:
    """The top ware of the attic comes to the hand for two coins."""
    game = evening("bustle", {"attic.red": ["comb", "felt"]}, tracks={"coins.red": 3})
    does(game, "red", "bustle", "fetch")
    assert (lies(game, "hand.red"), lies(game, "attic.red")) == (["comb"], ["felt"])
    assert coins(game, "red") == 1
    assert refusal(game, "red", "bustle", "fetch") == ("too-dear", "NM-07")


@pytest.mark.rule("NM-07")
def test_nothing_comes_from_an_empty_attic() -> None:
    """An empty attic is the reason, whatever one could pay."""
    game = evening("bustle")
    assert refusal(game, "red", "bustle", "fetch") == ("attic-empty", "NM-07")


BARTER = {"hand.red": ["tea", "comb"], "discard": ["drum", "mask", "silk"]}


@pytest.mark.rule("NM-08")
def test_barter_for_what_is_worth_no_more() -> None:
    """A comb (3) goes for a mask (3); silk (4) is never to be had for it."""
    game = evening("bustle", BARTER)
    does(game, "red", "bustle", "barter")
    taken = {(deal["give"], deal["take"]) for deal in offered(game, "red", "barter")}
    assert taken == {
        ("ware.tea.1", "ware.drum.1"),
        ("ware.comb.1", "ware.drum.1"),
        ("ware.comb.1", "ware.mask.1"),
    }
    too_dear = {"give": "ware.comb.1", "take": "ware.silk.1"}
    assert refusal(game, "red", "barter", too_dear) == ("not-an-option", "")
    does(game, "red", "barter", {"give": "ware.comb.1", "take": "ware.mask.1"})
    assert lies(game, "hand.red") == ["mask", "tea"]
    assert lies(game, "discard") == ["comb", "drum", "silk"]


@pytest.mark.rule("NM-08")
@pytest.mark.parametrize(
    "lying",
    [{"discard": ["tea"]}, {"hand.red": ["silk"]}, {"hand.red": ["drum"], "discard": ["tea"]}],
    ids=["empty hand", "no discards", "all dearer"],
)
def test_no_barter_without_a_fair_deal(lying: dict[str, list[str]]) -> None:
    """Nothing to give, nothing to take, or all of it dearer: no barter."""
    game = evening("bustle", lying)
    assert refusal(game, "red", "bustle", "barter") == ("nothing-to-barter", "NM-08")


@pytest.mark.rule("NM-09")
def test_a_hawked_ware_does_what_it_says() -> None:
    """A drum goes into the stall, brings fame, then coins."""
    game = evening("bustle", {"hand.red": ["drum"]})
    does(game, "red", "bustle", "ware.drum.1")
    assert (lies(game, "stall.red"), fame(game, "red"), coins(game, "red")) == (["drum"], 1, 12)


@pytest.mark.rule("NM-09")
def test_sifting_orders_the_top_of_the_deck() -> None:
    """A spyglass shows three wares to its owner alone, who puts them back in any order."""
    game = evening("bustle", {"hand.red": ["spyglass"], "deck": ["tea", "drum", "silk", "comb"]})
    does(game, "red", "bustle", "ware.spyglass.1")
    assert game.state.shown == dict.fromkeys(("ware.tea.1", "ware.drum.1", "ware.silk.1"), ("red",))
    does(game, "red", "sift", ["ware.silk.1", "ware.tea.1", "ware.drum.1"])
    assert lies(game, "deck")[:4] == ["silk", "tea", "drum", "comb"]


@pytest.mark.rule("NM-09")
def test_what_is_looked_at_stays_when_something_is_taken_back() -> None:
    """What blue saw below is shuffled anew; what red is looking at just now stays on top."""
    wares = ["tea", "drum", "silk", "comb", "mask", "felt", "lantern"]
    hands = {"hand.red": ["spyglass"], "hand.blue": ["spyglass"], "deck": wares}
    game = evening("bustle", hands)
    does(game, "red", "bustle", "ware.spyglass.1")
    top = game.state.places["deck"][:3]
    does(game, "red", "sift", list(top))
    does(game, "blue", "bustle", "ware.spyglass.2")
    game.undo("red", to=1, consent=("blue",))
    assert game.state.places["deck"][:3] == top
    assert game.state.shown == dict.fromkeys(top, ("red",))
    does(game, "red", "sift", [*reversed(top)])
    assert game.state.places["deck"][:3] == top[::-1]


@pytest.mark.rule("NM-09")
@pytest.mark.parametrize(
    ("payment", "left"),
    [
        ("coins", {"coins.red": 11, "coins.blue": 9, "fame.blue": 5}),
        ("ware.silk.1", {"coins.red": 11 - 1, "coins.blue": 10, "fame.blue": 5}),
        ("nothing", {"coins.red": 11 - 1, "coins.blue": 10, "fame.blue": 4}),
    ],
)
def test_squeezing_a_neighbour(payment: str, left: dict[str, int]) -> None:
    """The next seat pays in coins, with a ware, or with its good name."""
    hands = {"hand.red": ["felt"], "hand.blue": ["silk"]}
    game = evening("bustle", hands, tracks={"coins.red": 9, "fame.blue": 5})
    does(game, "red", "bustle", "ware.felt.1")
    does(game, "blue", "squeezed", payment)
    assert {track: game.state.tracks[track] for track in left} == left
    assert ("silk" in lies(game, "discard")) == (payment == "ware.silk.1")


@pytest.mark.rule("NM-09")
def test_who_is_poor_can_not_pay_coins() -> None:
    """Coins that one hasn't got are refused."""
    hands = {"hand.red": ["mask"], "hand.blue": ["silk"]}
    game = evening("bustle", hands, tracks={"coins.blue": 1})
    does(game, "red", "bustle", "ware.mask.1")
    assert refusal(game, "blue", "squeezed", "coins") == ("too-dear", "NM-09")


@pytest.mark.rule("NM-10")
def test_a_lantern_glows_on_the_rest_of_its_stall() -> None:
    """Silk (4) and tea (2) pay one more each beside a lantern (1): 9 // 2 = 4 coins."""
    game = evening("bustle", {"hand.red": ["lantern"], "stall.red": ["silk", "tea"]})
    does(game, "red", "bustle", "ware.lantern.1")
    does(game, "red", "bustle", "close")
    does(game, "blue", "bustle", "close")
    assert coins(game, "red") == 10 + 9 // 2


@pytest.mark.rule("NM-11")
def test_a_rival_may_rise_too() -> None:
    """Blue has a mask in the stall and pays a coin to keep up with red's drum."""
    game = evening("bustle", {"hand.red": ["drum"], "stall.blue": ["mask"]})
    does(game, "red", "bustle", "ware.drum.1")
    before = dict(game.state.tracks)
    does(game, "blue", "rival", "rise")
    changed = {t: v - before[t] for t, v in game.state.tracks.items() if v != before[t]}
    assert changed == {"fame.blue": 1, "coins.blue": -1, "coins.red": 2}


@pytest.mark.rule("NM-11")
@pytest.mark.parametrize(
    ("stall", "tracks"),
    [(["silk"], {}), (["mask"], {"coins.blue": 0}), (["mask"], {"fame.blue": 1})],
    ids=["no rival's ware", "no coin", "as famous"],
)
def test_who_is_no_rival_is_not_asked(stall: list[str], tracks: dict[str, int]) -> None:
    """It takes a rival's ware, a coin, and somebody who is ahead."""
    game = evening("bustle", {"hand.red": ["drum"], "stall.blue": stall}, tracks=tracks)
    does(game, "red", "bustle", "ware.drum.1")
    assert asked(game) == ["bustle/blue", "bustle/red"]
    assert coins(game, "red") == 12


MEETING = at_spot("bridge", red="silk", blue="tea")


@pytest.mark.rule("NM-13")
def test_a_voice_is_raised_until_one_holds() -> None:
    """Silk begins with 4; a three makes it 7, and the same seat goes on; holding passes it on."""
    game = evening("haggle", script={"voice": [[3]]}, **MEETING)
    assert game.state.tracks["voice.red"] == 4
    does(game, "red", "haggle", "raise")
    assert (game.state.tracks["voice.red"], haggle(game).turn) == (7, "red")
    does(game, "red", "haggle", "hold")
    assert asked(game) == ["haggle/blue"]


@pytest.mark.rule("NM-13")
def test_a_one_breaks_the_voice() -> None:
    """Red is out; blue sells though its tea is quieter."""
    game = evening("haggle", script={"voice": [[1]]}, **MEETING)
    does(game, "red", "haggle", "raise")
    assert haggle(game).loud == ("blue",)
    does(game, "blue", "haggle", "hold")
    assert (coins(game, "red"), coins(game, "blue")) == (10, 10 + 2 + 1)


@pytest.mark.rule("NM-13")
def test_a_six_ends_the_turn() -> None:
    """Louder than that nobody gets at once."""
    game = evening("haggle", script={"voice": [[6]]}, **MEETING)
    does(game, "red", "haggle", "raise")
    assert (game.state.tracks["voice.red"], haggle(game).turn) == (10, "blue")


@pytest.mark.rule("NM-14")
def test_the_loudest_sells() -> None:
    """Blue's tea (2) with a six beats silk (4); it pays its worth and one for each outshouted."""
    game = evening("haggle", script={"voice": [[6]]}, **MEETING)
    does(game, "red", "haggle", "hold")
    does(game, "blue", "haggle", "raise")
    assert (coins(game, "red"), coins(game, "blue")) == (10, 10 + 2 + 1)


@pytest.mark.rule("NM-14")
@pytest.mark.parametrize(("acting", "winner"), [("red", "red"), ("blue", "blue")])
def test_of_equally_loud_ones_the_first_sells(acting: str, winner: str) -> None:
    """Comb against mask, both 3: whoever spoke first."""
    game = evening("haggle", acting=acting, **at_spot("bridge", red="comb", blue="mask"))
    for _ in range(2):
        does(game, haggle(game).turn, "haggle", "hold")
    assert {seat: coins(game, seat) for seat in ("red", "blue")}[winner] == 10 + 3 + 1


@pytest.mark.rule("NM-15")
def test_alone_at_a_spot_nobody_haggles() -> None:
    """Silk sells for its four coins; the night goes on to its end."""
    game = evening("haggle", **at_spot("temple", blue="silk"))
    assert coins(game, "blue") == 14
    assert night(game).number == 2


@pytest.mark.rule("NM-16")
def test_all_wares_of_a_spot_are_discarded() -> None:
    """Sold or not, they go under the discards, and the voices fall silent."""
    game = evening("haggle", **MEETING)
    for seat in ("red", "blue"):
        does(game, seat, "haggle", "hold")
    assert lies(game, "bridge") == []
    assert sorted(lies(game, "discard")) == ["silk", "tea"]
    assert game.state.tracks["voice.red"] == 0
    assert not [flag for flag in game.state.flags if flag.startswith("seller.")]


@pytest.mark.rule("NM-17")
def test_a_stall_pays_half_of_its_worth() -> None:
    """Silk (4) and comb (3) pay three coins, rounded down."""
    game = evening("close", {"stall.red": ["silk", "comb"]})
    assert (coins(game, "red"), coins(game, "blue")) == (13, 10)


@pytest.mark.rule("NM-17")
@pytest.mark.parametrize(("did", "more"), [("grab", 1), ("wave-on", 0)])
def test_the_charm_goes_to_the_fastest(did: str, more: int) -> None:
    """All are asked at once; the first answer closes the question for the rest."""
    game = evening("close", seats=3, settings={"performer": "fastest"})
    assert asked(game) == ["charm/blue", "charm/green", "charm/red"]
    does(game, "green", "charm", did)
    assert (coins(game, "green"), coins(game, "red")) == (10 + more, 10)
    assert night(game).number == 2


@pytest.mark.rule("NM-18")
def test_a_full_stall_is_cleared() -> None:
    """One of three wares must go, more may."""
    game = evening("close", {"stall.red": ["silk", "comb", "tea"]})
    assert refusal(game, "red", "clear", []) == ("too-few", "NM-18")
    does(game, "red", "clear", ["ware.comb.1", "ware.tea.1"])
    assert (lies(game, "stall.red"), lies(game, "discard")) == (["silk"], ["comb", "tea"])


@pytest.mark.rule("NM-18")
def test_a_stall_with_a_free_spot_may_stay() -> None:
    """Nothing has to go from two wares."""
    game = evening("close", {"stall.red": ["silk", "comb"]})
    does(game, "red", "clear", [])
    assert lies(game, "stall.red") == ["silk", "comb"]


@pytest.mark.rule("NM-19")
def test_coins_and_fame_rank_the_seats() -> None:
    """Blue leads by fame; who has as much shares a rank."""
    tracks = {"coins.red": 7, "coins.blue": 5, "fame.blue": 4, "coins.green": 3, "fame.green": 4}
    game = evening("close", seats=3, night=3, tracks=tracks)
    assert game.state.result == (("blue",), ("red", "green"))
    said = [one.event.params for one in game.happened if isinstance(one.event, Said)]
    assert [(each["seat"], each["points"]) for each in said] == [
        ("blue", 9),
        ("red", 7),
        ("green", 7),
    ]


@pytest.mark.rule("NM-20")
def test_one_may_look_through_ones_attic() -> None:
    """It is shown to its owner, and shuffled when that has seen enough."""
    game = evening(
        "bustle",
        {"attic.red": ["silk", "tea", "drum"]},
        script={"shuffle.attic.red": [["drum", "tea"]]},
    )
    does(game, "red", "attic", "look")
    assert set(game.state.shown) == set(game.state.places["attic.red"])
    does(game, "red", "look", "done")
    assert (lies(game, "attic.red"), game.state.shown) == (["drum", "tea", "silk"], {})


@pytest.mark.rule("NM-20")
@pytest.mark.parametrize("attic", [[], ["silk"]])
def test_there_is_no_looking_where_nothing_can_be_learned(attic: list[str]) -> None:
    """With an empty attic there is nothing to see, and one ware alone is not shuffled."""
    game = evening("bustle", {"attic.red": attic})
    assert [decision.key for decision in game.beside()] == []
