"""What German sentences on cards do, and what they let a number decide."""

from __future__ import annotations

from tests.build.faces.reader.german.headings import FEES
from tests.build.faces.reader.german.words import (
    COLOURS,
    COMBOS,
    TERRAINS,
    TURNS,
    WORDS,
    Match,
    attribute,
    by,
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

EACH = r"(?:je <colours> in ihr )?"
PER = r"(?:je <colours> deiner Combo )?"
LIMITS = r"(?:, aber nicht unter <least>)?(?:, wenn deine Combo kein <colour> hat)?"
LONG = r"(?:<span> )?"


def changed(value: str, m: Match, **facts: object) -> Found:
    """Put together what is another number, and until when, with the names of the rules."""
    return {"op": "change", "value": value, **facts, **limits(m), **until(m)}


def limits(m: Match) -> Found:
    """Read what limits a change."""
    groups, found = m.groupdict(), Found()
    if groups.get("least"):
        found["least"] = int(groups["least"])
    if groups.get("colour"):
        found["without"] = COLOURS[groups["colour"]]
    if groups.get("colours"):
        found["per"] = [COLOURS[each] for each in groups["colours"].split("/")]
    if groups.get("last"):
        found["last"] = int(groups["last"])
    return found


COMBO: tuple[Phrase, ...] = phrases(
    [
        (rf"fügt {EACH}<n> Schaden <more> zu", lambda m: changed("combo-damage", m, by=by(m))),
        (rf"bringt {EACH}<n> Schild mehr", lambda m: changed("combo-shield", m, by=number(m))),
        (rf"kostet {EACH}<n> Schild", lambda m: changed("combo-shield", m, by=-number(m))),
        (rf"zieht {EACH}<n> <more>", lambda m: changed("draw-after-damage", m, by=by(m))),
    ],
    WORDS,
)


def combos(m: Match) -> list[Found]:
    """Read what a Combo does, part by part."""
    found = []
    for part in m["rest"].split(" und "):
        pairs = ((each, each.pattern.fullmatch(part)) for each in COMBO)
        said = next(((each, match) for each, match in pairs if match), None)
        if said is None:
            raise Unreadable(f"Combo: {part}")
        found.append({**said[0].meaning(said[1]), "until": COMBOS[m["which"].lower()], **limits(m)})
    return found if len(found) == 1 or not limits(m) else refuse(m)


def quest(m: Match) -> Found:
    """Read where a quest leads, what entering costs, and which event is there."""
    goal: object = int(m["n"]) if m["n"] else TERRAINS.get(m["terrain"] or "", "own-school")
    fee = price(m["fee"], FEES, "und") if m["fee"] else {}
    return {"op": "quest", "event": number(m, "event"), "to": goal, "fee": fee}


EFFECTS = phrases(
    [
        (r"<n> Schaden zufügen", lambda m: {"op": "strike", "damage": number(m)}),
        (r"<n> Schaden erleiden", lambda m: {"op": "suffer", "damage": number(m)}),
        (
            (
                r"so viel Schaden erleiden wie (?:<n> \+ )?(?:(?P<times>\d+) × )?"
                r"(?:die )?Monsterstufe(?: − (?P<minus>\d+))?"
            ),
            lambda m: {
                "op": "suffer",
                "damage": int(m["n"] or 0) - int(m["minus"] or 0),
                "monster_level": int(m["times"] or 1),
            },
        ),
        (
            r"so viel Schaden erleiden wie dein Wert <attribute>",
            lambda m: {"op": "suffer", "attribute": attribute(m)},
        ),
        (r"<n> Karten? ziehen", lambda m: {"op": "draw-cards", "count": number(m)}),
        (r"<n> Schild <gain>", lambda m: {"op": "shield", "by": by(m)}),
        (r"je Handkarte <n> Schild <gain>", lambda m: {"op": "shield", "by_hand": by(m)}),
        (r"<n> Gold <gain>", lambda m: {"op": "gold", "by": by(m)}),
        (r"<n> (?:Trank|Tränke) erhalten", lambda m: {"op": "brew", "count": number(m)}),
        (r"<n> (?:Trank|Tränke) ablegen", lambda m: {"op": "spill", "count": number(m)}),
        (r"alle (?:Trank|Tränke) ablegen", lambda _: {"op": "spill", "every": True}),
        (r"<n> <cards> ablegen", lambda m: {"op": "lose-cards", "count": number(m)}),
        (r"alle Handkarten ablegen", lambda _: {"op": "lose-cards", "every": True}),
        (
            r"<n> zufällige <cards> ablegen(?P<rest>, den Rest oben von deinem Stapel)?",
            lambda m: {
                "op": "lose-cards",
                "count": number(m),
                "source": "random",
                "rest_from_deck": bool(m["rest"]),
            },
        ),
        (
            (
                r"so viele (?P<random>zufällige )?Handkarten ablegen wie die Monsterstufe"
                r"(?P<rest>, den Rest oben von deinem Stapel)?"
            ),
            lambda m: {
                "op": "lose-cards",
                "monster_level": 1,
                "source": "random" if m["random"] else "hand",
                "rest_from_deck": bool(m["rest"]),
            },
        ),
        (
            r"deinen Stapel durchsehen, <n> Karten? davon ablegen und ihn mischen",
            lambda m: {"op": "lose-cards", "count": number(m), "source": "deck"},
        ),
        (
            r"1 Handkarte entsorgen, ohne Hand die oberste Karte deines Stapels",
            lambda _: {"op": "trash-card"},
        ),
        (r"1 Stufe <attribute> verlieren", lambda m: {"op": "weaken", "attribute": attribute(m)}),
        (
            r"(?P<card>oberste|beliebige) Karte deiner Ablage auf die Hand",
            lambda m: {"op": "fetch", "any_card": m["card"].lower() != "oberste"},
        ),
        (
            r"<n> <cards> oben auf deinen Stapel legen",
            lambda m: {"op": "put-back", "count": number(m)},
        ),
        (
            r"<n> Karten? deiner Ablage in deinen Stapel mischen",
            lambda m: {"op": "mend", "count": number(m)},
        ),
        (
            (
                r"oberste <n> Karten? vom Stapel des Gegners ansehen"
                r"(?:, (?P<gone>\d+) davon ablegen)?"
            ),
            lambda m: {"op": "peer", "see": number(m), "discard": int(m["gone"] or 0)},
        ),
        (
            r"in Phase III dieses Zugs genau <n> Karten? ziehen, egal, was sonst gilt",
            lambda m: {"op": "fix-draw", "cards": number(m)},
        ),
        (
            r"<attribute> um <n> erhöhen",
            lambda m: {"op": "learn", "attribute": attribute(m), "levels": number(m)},
        ),
        (r"ein Attribut nach Wahl um <n> erhöhen", lambda m: {"op": "learn", "levels": number(m)}),
        (r"<attribute> um 1 senken", lambda m: {"op": "unlearn", "attribute": attribute(m)}),
        (r"ein Attribut nach Wahl um 1 senken", lambda _: {"op": "unlearn"}),
        (
            r"eine Fährte \(<terrain>\) erhalten",
            lambda m: {"op": "track", "terrain": TERRAINS[m["terrain"]]},
        ),
        (r"eine Fährte nach Wahl erhalten", lambda _: {"op": "track"}),
        (r"in Phase III dieses Zugs <n> <more> ziehen", lambda m: {"op": "phase3", "by": by(m)}),
        (
            r"<n> Karten? aus Hand, Stapel oder Ablage entsorgen",
            lambda m: {"op": "thin", "count": number(m)},
        ),
        (r"<n> <cards> entsorgen", lambda m: {"op": "thin", "count": number(m), "hand_only": True}),
        (
            r"eine Aktionskarte mit Kosten <n> erhalten",
            lambda m: {"op": "find", "cost": number(m)},
        ),
        (
            (
                r"diese Karte als Quest behalten; "
                r"an (?:deiner Schule|einem zufälligen Ort \(<terrain>\)|Ort <n>)"
                r"(?: (?P<fee>[^.]*?) zahlen und)? Ereignis <event> lesen"
            ),
            quest,
        ),
        (r"diese Karte behalten für das, was sie kann", lambda _: {"op": "stay"}),
        (
            r"diese Karte ablegen(?: und Ereignis (?P<event>\d+) lesen)?",
            lambda m: {"op": "depart", **({"event": int(m["event"])} if m["event"] else {})},
        ),
        (
            r"auf einer Straße umsonst zu einem Ort mit <terrain> ziehen",
            lambda m: {"op": "ride", "terrain": TERRAINS[m["terrain"]]},
        ),
        (rf"<which> Combo (?P<rest>.+?){LIMITS}", combos),
        (
            rf"{LONG}{PER}<n> <more> ziehen in Schritt 4(?: <turns> Kampfzugs)?{LIMITS}",
            lambda m: {
                **changed("draw", m, by=by(m)),
                **({"until": TURNS[m["turns"].lower()]} if m["turns"] else {}),
            },
        ),
        (
            (
                rf"{LONG}{PER}jedes Mal <n> Schaden <more> erleiden"
                rf"{LIMITS}(?:, wenn es mit einer seiner letzten (?P<last>\d+) Karten? angreift)?"
            ),
            lambda m: changed("damage-taken", m, by=by(m)),
        ),
        (
            rf"deine Combo fügt <n> Schaden <more> zu{LIMITS}",
            lambda m: changed("combo-damage", m, by=by(m)),
        ),
        (rf"du fügst keinen Schaden zu{LIMITS}", lambda m: changed("damage", m, most=0)),
        (
            rf"du fügst insgesamt höchstens <n> Schaden zu{LIMITS}",
            lambda m: changed("damage", m, most=number(m)),
        ),
        (
            rf"es verliert insgesamt höchstens <n> Leben{LIMITS}",
            lambda m: changed("loss", m, most=number(m)),
        ),
        (
            rf"dein Schild steigt insgesamt um höchstens <n>{LIMITS}",
            lambda m: changed("shield-rise", m, most=number(m)),
        ),
        (
            rf"(?:du darfst|<span> darfst du) höchstens <n> (?:Trank|Tränke) benutzen{LIMITS}",
            lambda m: changed("potions", m, most=number(m)),
        ),
        (
            rf"(?:du darfst|<span> darfst du) {PER}<n> (?:Trank|Tränke) <more> benutzen{LIMITS}",
            lambda m: changed("potions", m, by=by(m)),
        ),
        (
            (
                r"dein Wert Kampf zählt als (?:höchstens )?<n>; "
                rf"was sonst ziehen lässt, gilt weiter{LIMITS}"
            ),
            lambda m: changed("combat", m, most=number(m)),
        ),
        (
            (
                r"dein Wert (?P<attribute>Verteidigung|Alchemie|Spezialität) "
                rf"zählt als (?:höchstens )?<n>{LIMITS}"
            ),
            lambda m: changed(attribute(m), m, most=number(m)),
        ),
        (
            rf"dein Wert <attribute> zählt {PER}<n> <more>{LIMITS}",
            lambda m: changed(attribute(m), m, by=by(m)),
        ),
        (
            r"Karten mit <colour> haben keine Wirkung, verbinden aber weiter",
            lambda m: {"op": "bend", "rule": "muted", "colour": COLOURS[m["colour"]], **until(m)},
        ),
        (
            r"die erste Karte deiner Combo ist eine zufällige, die weiteren wählst du",
            lambda m: {"op": "bend", "rule": "random-first", **until(m)},
        ),
        (
            rf"{LONG}Schaden zuerst von der Hand erleiden, dann wie üblich",
            lambda m: {"op": "bend", "rule": "hand-first", **until(m)},
        ),
        (
            r"es greift so an, dass es dich mehr Karten kostet",
            lambda m: {"op": "bend", "rule": "worst-attack", **until(m)},
        ),
        (
            r"eine Karte <ofwhich> Combo braucht keine Verbindung",
            lambda m: {"op": "bend", "rule": "any-link", "until": COMBOS[m["ofwhich"].lower()]},
        ),
        (
            r"du hast den ersten Kampfzug",
            lambda _: {"op": "bend", "rule": "first-turn", "until": "fight"},
        ),
    ],
    WORDS,
)

TRIALS = phrases(
    [
        (
            r"einen Würfel werfen(?: und <attribute> addieren)?\. ",
            lambda m: {"op": "roll-die", **({"plus": attribute(m)} if m["attribute"] else {})},
        ),
        (
            r"dein Wert <attribute> entscheidet\. ",
            lambda m: {"op": "test", "attribute": attribute(m)},
        ),
        (r"eine Combo legen; ihr Schaden entscheidet\. ", lambda _: {"op": "skirmish"}),
    ],
    WORDS,
)
