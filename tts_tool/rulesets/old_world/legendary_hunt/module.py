"""The module of the hunt, with what is chosen when a game of it begins."""

from __future__ import annotations

from tts_tool.kernel.module import Module, OpenPoint
from tts_tool.kernel.settings import Setting

APART = {"wild-hunt": "COMB-41"}  # COMB-41

legendary_hunt = Module(
    "legendary-hunt",
    needs=("base",),
    excludes=APART,
    settings=(
        Setting("hunt-side", ("a", "b"), "which side of the Large Help Card is up", "LH-02"),
        Setting("hunt-legend", ("random", "choose"), "who says which legend is hunted", "LH-05"),
        Setting("hunt-legends", ("all", "known"), "among which legends it is", "LH-05"),
        Setting(
            "hunt-ranking", ("by-track", "shared"), "how those are ranked who haven't won", "LH-12"
        ),
        Setting("hunt-cap", ("dealt", "suffered"), "what the Damage cap of a legend caps", "LH-75"),
        Setting("hunt-habits", ("last-player", "habits"), "who chooses between ways", "LH-30"),
        Setting("hunt-meditation", ("free", "short"), "may it lead to the top spot", "LH-16"),
        Setting("hunt-fatigue", ("rested", "tired"), "do trophies tire at the top spot", "LH-15"),
    ),
)

legendary_hunt.settles(
    OpenPoint(
        "LH-OPEN-01",
        "choice",
        "hunt-fatigue",
        "The marker stays at the top and the trophy is kept; it tires nobody any more, or as much "
        "as the last spot for which the board prints any Fatigue.",
    ),
    OpenPoint(
        "LH-OPEN-02",
        "choice",
        "hunt-meditation",
        "Meditation may reach the top of the Trophy Track, or stops short of it.",
    ),
    OpenPoint("LH-OPEN-03", "settled", "", "The legend blocks the Location Action and no more."),
    OpenPoint(
        "LH-OPEN-04",
        "settled",
        "",
        "Legend and monster share a location, and whoever fights there chooses between them.",
    ),
    OpenPoint("LH-OPEN-05", "settled", "", "A token is laid where the legend leaves."),
    OpenPoint("LH-OPEN-06", "settled", "", "No Movement card is revealed before the first night."),
    OpenPoint(
        "LH-OPEN-07", "data", "movement.moves", "How far it goes is read by the number of seats."
    ),
    OpenPoint(
        "LH-OPEN-08",
        "settled",
        "",
        "Ways are measured as if there were no tokens; only then are blocked neighbours left out.",
    ),
    OpenPoint(
        "LH-OPEN-09",
        "settled",
        "",
        "Once it has been at its main goal it makes for the second for the rest of the card.",
    ),
    OpenPoint(
        "LH-OPEN-10",
        "settled",
        "",
        "At the second goal with Movements left it goes on to any neighbour that is free.",
    ),
    OpenPoint("LH-OPEN-11", "settled", "", "With no token left it moves all the same."),
    OpenPoint("LH-OPEN-12", "settled", "", "It walks by land, also to location 0, never by sea."),
    OpenPoint("LH-OPEN-13", "settled", "", "Nobody has to drive the legend away."),
    OpenPoint(
        "LH-OPEN-14",
        "settled",
        "",
        "A hand card is discarded, a Movement card drawn, and the legend goes one location by it.",
    ),
    OpenPoint("LH-OPEN-15", "settled", "", "Whoever plays last chooses then, too."),
    OpenPoint(
        "LH-OPEN-16",
        "settled",
        "",
        "Where no neighbour is free the legend can't be driven away, and nothing is paid.",
    ),
    OpenPoint("LH-OPEN-17", "settled", "", "It may be driven away several times a turn."),
    OpenPoint(
        "LH-OPEN-18",
        "settled",
        "",
        "A level by a token draws no cards; what else boxes give for a level is gained.",
    ),
    OpenPoint(
        "LH-OPEN-19", "data", "destruction.copies", "24 tokens of five kinds; see LH-OPEN-29."
    ),
    OpenPoint("LH-OPEN-20", "settled", "", "A card lost by the legend does nothing."),
    OpenPoint(
        "LH-OPEN-21", "settled", "", "Who holds nothing but barred cards lays no Combo that turn."
    ),
    OpenPoint("LH-OPEN-22", "settled", "", "Protection goes by the position on the Trophy Track."),
    OpenPoint(
        "LH-OPEN-23",
        "settled",
        "",
        "Only Damage of the own Fight Turn is lessened, and no discard that is none.",
    ),
    OpenPoint(
        "LH-OPEN-24",
        "settled",
        "",
        "Who loses gains a Destruction Token, before the Shield is refilled, and nothing else.",
    ),
    OpenPoint(
        "LH-OPEN-27",
        "choice",
        "hunt-ranking",
        "The others are ranked by the Trophy Track and then by their Destruction Tokens, or they "
        "all share the second rank.",
    ),
    OpenPoint(
        "LH-OPEN-29", "data", "destruction.copies", "5 each, but 4 of the kind with an attribute."
    ),
    OpenPoint(
        "LH-OPEN-30",
        "choice",
        "hunt-legends",
        "Five legends are of our own design; the draw may be restricted to those of the box.",
    ),
    OpenPoint(
        "LH-OPEN-31",
        "choice",
        "hunt-cap",
        "A cap counts the Damage dealt, before Protection, or the cards lost, after it.",
    ),
    OpenPoint(
        "LH-OPEN-32",
        "choice",
        "hunt-habits",
        "Between equal ways whoever plays last chooses, or the legend by its habit.",
    ),
    OpenPoint("LH-OPEN-33", "data", "legend.attacks", "Tokens on the board are those on the map."),
    OpenPoint(
        "LH-OPEN-34", "settled", "", "What names cards of the deck is no Damage: no Shield helps."
    ),
    OpenPoint(
        "LH-OPEN-35",
        "settled",
        "",
        "Another attack at once is announced by whoever is next in order.",
    ),
    OpenPoint(
        "LH-OPEN-36",
        "settled",
        "",
        "Tokens and an ability lessen a Life Pool together, but a card is always left.",
    ),
)
