"""The table of Old World: everything that the rules know is on it, once, and tells no secret."""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Iterator

import msgspec
import pytest
from PIL import Image

from tests.build.table.old_world import SEATS, art, described, folders, layout, mod, save
from tests.build.table.old_world import values as told
from tts_tool.build import table
from tts_tool.build.faces import easel_of, rasterised
from tts_tool.build.mod import Language
from tts_tool.build.table import ground
from tts_tool.build.table.pieces import CARD_WIDE
from tts_tool.build.table.prints import sort_of
from tts_tool.build.table.told import endings, results
from tts_tool.rulesets.old_world.base.story.stories import Event
from tts_tool.saves.dice import SIX
from tts_tool.saves.kinds import Size, size_of
from tts_tool.saves.objects import (
    Card,
    Deck,
    Dice,
    HandZone,
    HiddenZone,
    ScriptingZone,
    Thing,
    Tile,
    guids,
)
from tts_tool.saves.tree import objects, read, written
from tts_tool.table.switches import guesses

COUNTS = [1, 2, 3, 4, 5]
LANGUAGES: list[Language] = ["en", "de"]


def parts(seats: int = 5, lang: Language = "en") -> Iterator[Thing]:
    """Go through everything on the table and in it."""
    for thing in save(seats, lang).objects:
        yield from thing.all()


@pytest.mark.parametrize("seats", COUNTS)
def test_every_component_is_there_once(seats: int) -> None:
    """What the rules count is on the table, each by its id, and nothing else claims to be."""
    there = Counter(part.memo for part in parts(seats) if part.memo)
    assert there == Counter(mod(seats).inventory.components.keys())


@pytest.mark.parametrize("seats", COUNTS)
def test_piles_hold_what_begins_in_their_place(seats: int) -> None:
    """Each deck lies in the zone of the place where its components begin, complete and in order."""
    box = mod(seats).inventory
    zones = {each.gm_notes: each for each in save(seats).objects if isinstance(each, ScriptingZone)}
    lying: dict[str, list[str]] = {}
    for thing in save(seats).objects:
        memos = [part.memo for part in thing.all() if part.memo]
        if not memos:
            continue
        (start,) = {box.components[memo].start for memo in memos}
        zone = zones[f"place {start}"]
        assert abs(thing.position.x - zone.position.x) <= zone.scale.x / 2
        assert abs(thing.position.z - zone.position.z) <= zone.scale.z / 2
        down = thing.rotation.z == 180
        assert down == (box.places[start].seen == "nobody"), thing.id
        lying.setdefault(start, []).extend(memos if down else reversed(memos))
    begun = {place: [c.id for c in box.components.values() if c.start == place] for place in lying}
    piles = {
        place: ids for place, ids in lying.items() if place not in {"box", "attribute-trophies"}
    }
    assert piles == {place: begun[place] for place in piles}
    assert {place: sorted(ids) for place, ids in lying.items()} == {
        place: sorted(ids) for place, ids in begun.items()
    }


@pytest.mark.parametrize("seats", COUNTS)
def test_layout_and_rules_have_the_same_places(seats: int) -> None:
    """The linter has nothing to say about our table, for any number of seats."""
    assert table.lint(mod(seats), layout(seats), save(seats)) == ()


def test_nothing_is_wrong_in_german() -> None:
    """Words are longer there, on mats and on buttons."""
    assert table.lint(mod(5, "de"), layout(5, "de"), save(5, "de")) == ()


def test_every_place_has_a_zone_and_every_seat_a_hand() -> None:
    """Scripts find each place by the note of one zone; each seat has a hand, and two screens.

    Behind one it chooses its board, behind the other it keeps what boxes let it hide: all others
    are kept from looking, the seat itself is not.
    """
    notes = Counter(part.gm_notes for part in parts() if isinstance(part, ScriptingZone))
    assert notes == Counter(f"place {name}" for name in mod().inventory.places)
    hands = {part.player for part in parts() if isinstance(part, HandZone)}
    screens = {part.id: part.player for part in parts() if isinstance(part, HiddenZone)}
    assert hands == {seat.capitalize() for seat in SEATS}
    assert screens == {
        f"hidden-zone.{place}.{seat}": seat.capitalize()
        for place in ("draft", "private")
        for seat in SEATS
    }


def test_every_track_has_a_marker_at_its_start() -> None:
    """Markers say which track they mark, and stand where it begins."""
    values = told()["tracks"]
    markers = {part.gm_notes: part for part in parts() if part.gm_notes.startswith("track ")}
    assert markers.keys() == {f"track {name}" for name in mod().inventory.tracks}
    for name, track in mod().inventory.tracks.items():
        at, known = markers[f"track {name}"].position, values[name]["values"]
        point = known.get(str(track.start)) or known[str(track.low)]
        assert (at.x, at.z) == (point["x"], point["z"]), name


def test_tracks_have_a_point_for_every_value() -> None:
    """A marker in a row has a spot for each level that the rules allow, no two alike."""
    values = told()["tracks"]
    for name, track in mod().inventory.tracks.items():
        if track.shown == "marker":
            points = values[name]["values"]
            assert [*points] == [str(each) for each in range(track.low, track.high + 1)]
            assert len({(each["x"], each["z"]) for each in points.values()}) == len(points)


def test_only_what_has_no_secret_has_states() -> None:
    """The help sheets and the attack are turned by states; no piece of the game is."""
    stateful = {part.id: len(part.states) + 1 for part in save().objects if part.states}
    seats = {f"aid.{seat}": 4 for seat in mod().inventory.seats}
    assert stateful == {"attack": 2, "help": 3, **seats}
    assert not any(part.states for part in parts() if part.memo)


def test_dice_have_six_sides_of_their_own() -> None:
    """Ten dice show pictures of ours; each side is worth what is on it, and names what they are."""
    dice = [part for part in parts() if isinstance(part, Dice)]
    assert len(dice) == mod().cards.raw_table("poker")["dice"] * 2
    assert {die.image for die in dice} == {"file:///die.red.1.png", "file:///die.silver.1.png"}
    for die in dice:
        assert [face.value for face in die.faces] == [1, 2, 3, 4, 5, 6]
        assert len({face.rotation for face in die.faces}) == 6
        assert die.nickname
        assert die.description


@pytest.mark.parametrize("name", ["die.red.1", "die.silver.1"])
def test_each_side_of_a_die_has_its_marks(name: str) -> None:
    """Where the game takes a side from are as many marks as it is worth; a single one is large."""
    (asked,) = (each for each in table.drawings(mod(), layout()) if each.name == name)
    svg = easel_of(folders().data).draw(asked.template, asked.values, asked.lang).svg
    with Image.open(io.BytesIO(rasterised(svg, (300, 300)))) as picture:
        pixels = picture.convert("RGB")
    body = pixels.getpixel((1, 1))
    marked: dict[int, int] = {}
    for value, side in enumerate(SIX, 1):
        corner = (side.column * 100 + 14, side.row * 100 + 14)
        inside = pixels.crop((*corner, corner[0] + 72, corner[1] + 72)).getcolors(72 * 72) or []
        marked[value] = sum(count for count, colour in inside if colour != body)
    each = marked[2] / 2
    assert all(abs(marked[value] - value * each) < each * 0.2 for value in (3, 4, 5, 6)), marked
    assert marked[1] > 2 * each


def test_measures_are_those_of_the_guesses() -> None:
    """Cards are made as large as the game is thought to make them: there is one guess."""
    guessed = guesses()["card-width"].value
    assert guessed == CARD_WIDE
    card = next(part for part in parts() if isinstance(part, Card))
    assert card.scale.x * guessed == pytest.approx(2.2)


def test_cards_of_another_width_are_in_nobodys_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """If cards turn out to be wider or narrower, still nothing lies on another thing's place."""
    for width in guesses()["card-width"].alternatives:
        factor = float(width) / CARD_WIDE

        def as_wide(name: str, factor: float = factor) -> Size:
            wide, high, deep = size_of(name)
            cards = name.startswith(("Card", "Deck"))
            return (wide * factor, high, deep * factor) if cards else (wide, high, deep)

        monkeypatch.setattr(ground, "size_of", as_wide)
        assert table.lint(mod(), layout(), save()) == (), width


def test_no_tile_takes_the_shape_of_its_picture() -> None:
    """All tiles are of the sort that is square, and their pictures have the shape they lie in."""
    made, said = mod(), layout()
    sizes = {f"file:///{each.name}.png": each.size for each in table.drawings(made, said)}
    tiles = [part for part in parts() if isinstance(part, Tile)]
    assert len(tiles) > len(SEATS)
    for tile in tiles:
        wide, deep = sizes[tile.image]
        assert not tile.stretch
        assert tile.scale.x / tile.scale.z == pytest.approx(wide / deep, rel=0.01), tile.id


def test_names_of_objects_do_not_change() -> None:
    """A GUID is made of the object's id: fewer seats or another language leave it as it is."""
    five = guids(part.id for part in parts())
    two = guids(part.id for part in parts(2))
    german = guids(part.id for part in parts(5, "de"))
    assert german == five
    assert {name: five[name] for name in two} == two


def test_scripts_are_told_the_guids_of_the_save() -> None:
    """What a script is told of an object is what the save calls it."""
    tree = read(written(save().tree()), "table").root
    there = {each["GUID"]: each for each in tree["ObjectStates"]}
    for name, place in told()["places"].items():
        assert there[place["guid"]]["GMNotes"] == f"place {name}"
    for name, track in told()["tracks"].items():
        assert there[track["guid"]]["GMNotes"] == f"track {name}"
    assert json.loads(json.dumps(told())) == told()


def test_the_save_is_one_that_is_read_without_loss() -> None:
    """Written, read and written again it is the same, byte for byte."""
    data = written(save().tree())
    assert read(data, "table").bytes() == data


@pytest.mark.parametrize("lang", LANGUAGES)
def test_only_what_was_asked_for_is_used(lang: Language) -> None:
    """Every address in the save is that of a drawing that the table asks for, and all are used."""
    made, said = mod(5, lang), layout(5, lang)
    given = set(art(made, said).pictures.values())
    used: set[str] = set()
    for thing in objects(save(5, lang).tree()):
        for sheet in thing.get("CustomDeck", {}).values():
            used |= {sheet["FaceURL"], sheet["BackURL"]}
        image = thing.get("CustomImage", {})
        used |= {image[key] for key in ("ImageURL", "ImageSecondaryURL") if image.get(key)}
    assert used == given


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_object_holds_a_result(lang: Language) -> None:
    """What comes of a choice stands nowhere on the table: not in a name, note, state or page."""
    tree = described(5, lang).tree()
    shown = {text for key, node in tree.items() if key != "LuaScript" for text in _texts(node)}
    worded = results(mod(5, lang), layout(5, lang))
    resolved = [event for event in mod().cards.of(Event).values() if event.ways or event.effects]
    assert len(worded) == 36 + 36 + len(resolved)
    ends = endings(mod(5, lang), layout(5, lang))
    said = {text for each in worded.values() for texts in each.values() for text in texts}
    options = [option for each in ends.values() for told in each.values() for option in told]
    said |= {text for option in options for text in option}
    for result in {line for text in said for line in text.split("\n")}:
        assert not [text for text in shown if len(result) > 20 and result in text]


def test_a_story_card_without_words_says_its_title_and_nothing_else() -> None:
    """A card with options carries its title, its id and its sort; what is added is on its face."""
    box = mod().inventory.components
    stories = [
        part for part in parts() if hasattr(getattr(box.get(part.memo), "card", None), "ways")
    ]
    assert len(stories) == 36 + 36 + 56
    for part in stories:
        title = box[part.memo].card.name.en
        said = {*_texts(part.tree({part.id: "guid00"}))}
        kept = {each.rpartition(" · ")[2] for each in said if not each.startswith("file:")}
        assert kept <= {"guid00", "Card", "CardCustom", title, part.memo, "Story card", ""}


def test_events_are_found_by_their_numbers() -> None:
    """Whoever is told to read event 17 finds it by that in the pile: its name begins with it."""
    box = mod().inventory.components
    events = [part for part in parts() if part.memo and "number" in box[part.memo].back]
    assert len(events) == 56
    for part in events:
        number, title = box[part.memo].back["number"], box[part.memo].card.name.en
        assert part.nickname == f"{number} · {title}"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_save_says_what_it_is(lang: Language) -> None:
    """It is found by players, time and tags, says at once what to do, and keeps turns in order."""
    tree = save(5, lang).tree()
    assert (tree["GameType"], tree["PlayerCounts"]) == ("Game", [1, 5])
    assert (tree["PlayingTime"], tree["Tags"][0]) == ([90, 150], "Board Games")
    assert {"en": "Unofficial", "de": "Inoffiziell"}[lang] in tree["Note"]
    colours = [layout().seats[seat].colour for seat in SEATS]
    assert (tree["Turns"]["TurnOrder"], tree["Turns"]["Enable"]) == (colours, False)


def _texts(node: object) -> Iterator[str]:
    """Go through every text in a tree."""
    if isinstance(node, str):
        yield node
    elif isinstance(node, dict | list | tuple):
        for each in node.values() if isinstance(node, dict) else node:
            yield from _texts(each)


def test_hidden_things_tell_nothing() -> None:
    """What has a secret face hides its name when it lies face down, and shares its back."""
    box = mod().inventory.components
    backs: dict[tuple[object, ...], set[str]] = {}
    for part in parts():
        component = box.get(part.memo)
        if component is None or not component.back:
            continue
        assert isinstance(part, Card)
        assert part.hide_when_face_down
        assert part.sheet.back_is_hidden
        assert (part.description, part.gm_notes, part.script, part.states) == ("", "", "", ())
        look = (sort_of(component), *component.back.items())
        backs.setdefault(look, set()).add(part.sheet.back)
    assert all(len(addresses) == 1 for addresses in backs.values())


def test_hidden_piles_are_named_by_their_place() -> None:
    """A pile's name says where it lies, never what is in it."""
    names = {part.nickname for part in parts() if isinstance(part, Deck)}
    faces = {card.nickname for part in parts() if isinstance(part, Deck) for card in part.cards}
    assert not names & faces


@pytest.mark.parametrize("lang", LANGUAGES)
def test_names_are_in_the_language_of_play(lang: Language) -> None:
    """Places, cards and extras have names, and the notebook begins in the language of play."""
    nameless = [
        part.id
        for part in parts(5, lang)
        if not part.nickname
        and not part.id.startswith(("mat.", "surface", "hand-zone", "hidden-zone", "zone."))
    ]
    assert nameless == []
    titles = {"en": "Quick reference", "de": "Kurzübersicht"}
    assert save(5, lang).notebook[0].title == titles[lang]
    assert len(save(5, lang).notebook) == len(layout(5, lang).pages)


def test_decks_are_what_the_game_takes() -> None:
    """No deck of one card, no sheet of more than 70 cells, and each key means one sheet."""
    tree = save().tree()
    for thing in objects(tree):
        if thing["Name"] == "Deck":
            assert len(thing["DeckIDs"]) > 1
            assert thing["DeckIDs"] == [card["CardID"] for card in thing["ContainedObjects"]]


def test_pictures_are_asked_for_once() -> None:
    """What looks alike is one drawing; each says which record it shows, if any."""
    made, said = mod(), layout()
    drawn = [*table.drawings(made, said)]
    bare = [msgspec.json.encode(msgspec.structs.replace(each, name="")) for each in drawn]
    faces = [data for data, each in zip(bare, drawn, strict=True) if each.record]
    assert len(set(faces)) == len(faces)
    assert len({each.name for each in drawn}) == len(drawn)
    potions = [each for each in drawn if each.template == "potion.svg"]
    assert len(potions) == 7
    assert all(each.record in made.cards for each in drawn if each.record)


def test_seats_look_at_the_table_from_their_side() -> None:
    """Nobody reads the table upside down: all mats and hands lie the same way round."""
    things = {thing.id: thing for thing in save().objects}
    for seat in SEATS:
        mat, hand = things[f"mat.seat.{seat}"], things[f"hand-zone.hand.{seat}"]
        assert hand.position.z < mat.position.z < things["mat.market"].position.z
        assert mat.rotation == things["mat.map"].rotation


def test_cameras_stand_behind_the_seats() -> None:
    """Number keys look at what all share and at the whole table; two are free for boxes."""
    cameras = save().tree()["CameraStates"]
    assert [number for number, camera in enumerate(cameras, 1) if not camera] == [8, 9]
    for number, camera in enumerate(filter(None, cameras)):
        assert camera["AbsolutePosition"]["y"] > camera["Position"]["y"], number
