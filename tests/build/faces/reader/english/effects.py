"""What English sentences on cards do, and what they let a number decide."""

from __future__ import annotations

from tests.build.faces.reader.english.headings import FEES
from tests.build.faces.reader.english.words import (
    COMBOS,
    TERRAINS,
    WORDS,
    Match,
    attribute,
    signed,
    until,
)
from tests.build.faces.reader.sentences import (
    Found,
    Phrase,
    Unreadable,
    number,
    phrases,
    price,
    refuse,
)

EACH = r"(?: for each <colours> in (?:it|your Combo))?"
LIMITS = r"(?:, but not below <least>)?(?: if your Combo has no <colour>)?"
TAIL = rf"{EACH}{LIMITS}(?: <span>)?"


def change(value: str, m: Match, **facts: object) -> Found:
    """Put together what is another number, and until when."""
    spans = until(m) if "span" in m.re.groupindex else {}
    return {"op": "change", "value": value, **facts, **limits(m), **spans}


def limits(m: Match) -> Found:
    """Read what limits a change."""
    found, groups = Found(), m.groupdict()
    if groups.get("least"):
        found["least"] = int(groups["least"])
    if groups.get("colour"):
        found["without"] = groups["colour"]
    if groups.get("colours"):
        found["per"] = groups["colours"].split("/")
    if groups.get("last"):
        found["last"] = int(groups["last"])
    return found


def combos(m: Match) -> list[Found]:
    """Read what a Combo does, part by part."""
    found = []
    for part in m["rest"].split(" and "):
        match = next(filter(None, (each.pattern.fullmatch(part) for each in COMBO)), None)
        if match is None:
            raise Unreadable(f"Combo: {part}")
        phrase = next(each for each in COMBO if each.pattern == match.re)
        found.append({**phrase.meaning(match), "until": COMBOS[m["which"].lower()], **limits(m)})
    return found if len(found) == 1 or not limits(m) else refuse(m)


COMBO: tuple[Phrase, ...] = phrases(
    [
        (rf"deals <n> damage <more>{EACH}", lambda m: change("combo-damage", m, by=signed(m))),
        (rf"brings <n> Shield more{EACH}", lambda m: change("combo-shield", m, by=number(m))),
        (rf"costs <n> Shield{EACH}", lambda m: change("combo-shield", m, by=-number(m))),
        (rf"draws <n> <more>{EACH}", lambda m: change("draw-after-damage", m, by=signed(m))),
    ],
    WORDS,
)


def quest(m: Match) -> Found:
    """Read where a quest leads, what entering costs, and which event is there."""
    goal: object = int(m["n"]) if m["n"] else TERRAINS.get(m["terrain"] or "", "own-school")
    fee = price(m["fee"], FEES, "and") if m["fee"] else {}
    return {"op": "quest", "event": number(m, "event"), "to": goal, "fee": fee}


def which(m: Match) -> Found:
    """Read of which Fight Turns, if it is said."""
    return {"until": COMBOS[m["which"].lower()]} if m["which"] else {}


EFFECTS = phrases(
    [
        (r"deal <n> damage", lambda m: {"op": "strike", "damage": number(m)}),
        (r"take <n> damage", lambda m: {"op": "suffer", "damage": number(m)}),
        (
            (
                r"take damage equal to (?:<n> \+ )?(?:(?P<times>\d+) × )?"
                r"the monster’s level(?: − (?P<minus>\d+))?"
            ),
            lambda m: {
                "op": "suffer",
                "damage": int(m["n"] or 0) - int(m["minus"] or 0),
                "monster_level": int(m["times"] or 1),
            },
        ),
        (
            r"take damage equal to your <attribute>",
            lambda m: {"op": "suffer", "attribute": attribute(m)},
        ),
        (r"draw <n> cards?", lambda m: {"op": "draw-cards", "count": number(m)}),
        (r"<gain> <n> Shield", lambda m: {"op": "shield", "by": signed(m)}),
        (
            r"<gain> <n> Shield for each card in hand",
            lambda m: {"op": "shield", "by_hand": signed(m)},
        ),
        (r"<gain> <n> gold", lambda m: {"op": "gold", "by": signed(m)}),
        (r"gain <n> Potions?", lambda m: {"op": "brew", "count": number(m)}),
        (r"discard <n> Potions?", lambda m: {"op": "spill", "count": number(m)}),
        (r"discard all Potions?", lambda _: {"op": "spill", "every": True}),
        (r"discard <n> cards? from hand", lambda m: {"op": "lose-cards", "count": number(m)}),
        (r"discard all cards from hand", lambda _: {"op": "lose-cards", "every": True}),
        (
            r"discard <n> random cards? from hand(?P<rest>, the rest from the top of your deck)?",
            lambda m: {
                "op": "lose-cards",
                "count": number(m),
                "source": "random",
                "rest_from_deck": bool(m["rest"]),
            },
        ),
        (
            (
                r"discard as many (?P<random>random )?cards from hand as the monster’s level"
                r"(?P<rest>, the rest from the top of your deck)?"
            ),
            lambda m: {
                "op": "lose-cards",
                "monster_level": 1,
                "source": "random" if m["random"] else "hand",
                "rest_from_deck": bool(m["rest"]),
            },
        ),
        (
            r"look through your deck, discard <n> cards? of it and shuffle it",
            lambda m: {"op": "lose-cards", "count": number(m), "source": "deck"},
        ),
        (
            r"trash 1 card from hand, or with none the top card of your deck",
            lambda _: {"op": "trash-card"},
        ),
        (r"lose 1 level of <attribute>", lambda m: {"op": "weaken", "attribute": attribute(m)}),
        (
            r"take (?P<card>any|the top) card of your discard to hand",
            lambda m: {"op": "fetch", "any_card": m["card"].lower() == "any"},
        ),
        (
            r"put <n> cards? from hand on top of your deck",
            lambda m: {"op": "put-back", "count": number(m)},
        ),
        (
            r"shuffle <n> cards? from your discard into your deck",
            lambda m: {"op": "mend", "count": number(m)},
        ),
        (
            (
                r"look at the top <n> cards? of the opponent’s deck"
                r"(?:, discard (?P<gone>\d+) of them)?"
            ),
            lambda m: {"op": "peer", "see": number(m), "discard": int(m["gone"] or 0)},
        ),
        (
            r"in Phase III of this turn draw exactly <n> cards?, whatever other cards say",
            lambda m: {"op": "fix-draw", "cards": number(m)},
        ),
        (
            r"raise <attribute> by <n>",
            lambda m: {"op": "learn", "attribute": attribute(m), "levels": number(m)},
        ),
        (
            r"raise an attribute of your choice by <n>",
            lambda m: {"op": "learn", "levels": number(m)},
        ),
        (r"lower <attribute> by 1", lambda m: {"op": "unlearn", "attribute": attribute(m)}),
        (r"lower an attribute of your choice by 1", lambda _: {"op": "unlearn"}),
        (
            r"gain a <terrain> Trail Token",
            lambda m: {"op": "track", "terrain": TERRAINS[m["terrain"]]},
        ),
        (r"gain a Trail Token of your choice", lambda _: {"op": "track"}),
        (r"draw <n> <more> in Phase III of this turn", lambda m: {"op": "phase3", "by": signed(m)}),
        (
            r"trash <n> cards? from hand, deck or discard",
            lambda m: {"op": "thin", "count": number(m)},
        ),
        (
            r"trash <n> cards? from hand",
            lambda m: {"op": "thin", "count": number(m), "hand_only": True},
        ),
        (r"gain an Action card of cost <n>", lambda m: {"op": "find", "cost": number(m)}),
        (
            (
                r"keep this card as a quest; "
                r"at (?:your school|a random <terrain> location|location <n>)"
                r"(?: pay (?P<fee>[^.]*?) and)? read event <event>"
            ),
            quest,
        ),
        (r"keep this card for what it can do", lambda _: {"op": "stay"}),
        (
            r"discard this card(?: and read event (?P<event>\d+))?",
            lambda m: {"op": "depart", **({"event": int(m["event"])} if m["event"] else {})},
        ),
        (
            r"move along a road to an? (?P<terrain>forest|mountain|water) location for free",
            lambda m: {"op": "ride", "terrain": m["terrain"]},
        ),
        (rf"<which> Combo (?P<rest>.+?){LIMITS}", combos),
        (
            rf"draw <n> <more> in step 4(?: of <which> Fight Turn)?{TAIL}",
            lambda m: {**change("draw", m, by=signed(m)), **which(m)},
        ),
        (
            (
                r"take <n> damage <more> each time"
                r"(?: it attacks with one of its last (?P<last>\d+) cards?)?"
                rf"{TAIL}"
            ),
            lambda m: change("damage-taken", m, by=signed(m)),
        ),
        (
            rf"your Combo deals <n> damage <more>{LIMITS}(?: <span>)?",
            lambda m: change("combo-damage", m, by=signed(m)),
        ),
        (rf"you deal no damage{LIMITS}(?: <span>)?", lambda m: change("damage", m, most=0)),
        (
            rf"you deal at most <n> damage in all{LIMITS}(?: <span>)?",
            lambda m: change("damage", m, most=number(m)),
        ),
        (
            rf"it loses at most <n> life in all{LIMITS}(?: <span>)?",
            lambda m: change("loss", m, most=number(m)),
        ),
        (
            rf"your Shield rises by at most <n> in all{LIMITS}(?: <span>)?",
            lambda m: change("shield-rise", m, most=number(m)),
        ),
        (
            rf"you may use at most <n> Potions?{LIMITS}(?: <span>)?",
            lambda m: change("potions", m, most=number(m)),
        ),
        (rf"you may use <n> Potions? <more>{TAIL}", lambda m: change("potions", m, by=signed(m))),
        (
            (
                r"your Combat counts as (?:at most )?<n>; all other draws still count"
                rf"{LIMITS}(?: <span>)?"
            ),
            lambda m: change("combat", m, most=number(m)),
        ),
        (
            (
                r"your (?P<attribute>Defense|Alchemy|Specialty) counts as (?:at most )?<n>"
                rf"{LIMITS}(?: <span>)?"
            ),
            lambda m: change(attribute(m), m, most=number(m)),
        ),
        (
            rf"your <attribute> counts <n> <more>{TAIL}",
            lambda m: change(attribute(m), m, by=signed(m)),
        ),
        (
            r"cards of <colour> have no effect but still connect(?: <span>)?",
            lambda m: {"op": "bend", "rule": "muted", "colour": m["colour"], **until(m)},
        ),
        (
            (
                r"the first card of your Combo is a random one, the others are of your choice"
                r"(?: <span>)?"
            ),
            lambda m: {"op": "bend", "rule": "random-first", **until(m)},
        ),
        (
            r"take damage from your hand first, then as usual(?: <span>)?",
            lambda m: {"op": "bend", "rule": "hand-first", **until(m)},
        ),
        (
            r"it attacks in the way that costs you more cards(?: <span>)?",
            lambda m: {"op": "bend", "rule": "worst-attack", **until(m)},
        ),
        (
            r"one card of <which> Combo needs no connection",
            lambda m: {"op": "bend", "rule": "any-link", "until": COMBOS[m["which"].lower()]},
        ),
        (
            r"you take the first Fight Turn",
            lambda _: {"op": "bend", "rule": "first-turn", "until": "fight"},
        ),
    ],
    WORDS,
)


TRIALS = phrases(
    [
        (
            r"roll a die(?: and add <attribute>)?\. ",
            lambda m: {"op": "roll-die", **({"plus": attribute(m)} if m["attribute"] else {})},
        ),
        (r"your <attribute> decides\. ", lambda m: {"op": "test", "attribute": attribute(m)}),
        (r"lay one Combo; its damage decides\. ", lambda _: {"op": "skirmish"}),
    ],
    WORDS,
)
