"""The linter of tables: silent on ours, and with a word for each way in which one can be wrong."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from tests.build.table.old_world import art, layout, mod, rewritten, save
from tts_tool.build import table
from tts_tool.build.graph import Made
from tts_tool.build.mod import Mod
from tts_tool.build.problems import BuildError
from tts_tool.build.seams import Spread
from tts_tool.build.table.ground import Ground
from tts_tool.build.table.told import results
from tts_tool.errors import BadInput, NotFound
from tts_tool.resources import mod_json_dir
from tts_tool.saves.objects import Save, SnapPoint, Thing, Vector

Change = Callable[[Save], Save]


def moved(identity: str, **by: float) -> Change:
    """Move one thing."""

    def change(made: Save) -> Save:
        return with_thing(made, identity, lambda thing: shifted(thing, **by))

    return change


def shifted(thing: Thing, x: float = 0, y: float = 0, z: float = 0) -> Thing:
    """Give a thing that lies somewhere else."""
    at = thing.position
    return msgspec.structs.replace(thing, position=Vector(at.x + x, at.y + y, at.z + z))


def with_thing(made: Save, identity: str, change: Callable[[Thing], Thing]) -> Save:
    """Change one thing of a table."""
    assert identity in {thing.id for thing in made.objects}
    things = tuple(change(each) if each.id == identity else each for each in made.objects)
    return msgspec.structs.replace(made, objects=things)


def without(identity: str) -> Change:
    """Leave one thing out."""
    return lambda made: msgspec.structs.replace(
        made, objects=tuple(each for each in made.objects if each.id != identity)
    )


def snapping(x: float, y: float, z: float, *tags: str) -> Change:
    """Add a snap point."""
    point = SnapPoint(position=Vector(x, y, z), tags=tags)
    return lambda made: msgspec.structs.replace(made, snap_points=(*made.snap_points, point))


def doubled(made: Save) -> Save:
    """Put a second copy of a component on the table."""
    one = next(each for each in made.objects if each.id == "closed-tavern")
    again = msgspec.structs.replace(shifted(one, x=3), id="again")
    return msgspec.structs.replace(made, objects=(*made.objects, again))


def unknown(made: Save) -> Save:
    """Claim to be a component that the rules do not know."""
    return with_thing(
        made, "closed-tavern", lambda one: msgspec.structs.replace(one, memo="open-tavern")
    )


TABLES: list[tuple[str, Change, str, str]] = [
    ("in each other", moved("closed-tavern", z=2.5), "overlap", "closed-tavern"),
    ("in the air", moved("pile.potion-deck", y=2), "ground", "hangs 2.00 above"),
    ("in the ground", moved("pile.potion-deck", y=-1), "ground", "sinks 1.00 into"),
    ("off the table", moved("closed-tavern", z=30), "ground", '"closed-tavern" is off'),
    ("half off the table", moved("pile.boards", z=8.0), "ground", "is off the table"),
    ("mats on each other", moved("mat.market", z=1), "floors", '"mat.market"'),
    ("a mat over the edge", moved("mat.seat.yellow", x=3), "floors", "over the edge"),
    ("zones on each other", moved("zone.display.1", x=1), "zones", "share ground"),
    ("a place without its zone", without("zone.trash"), "zones", '"trash" has 0 zones'),
    ("slots outside the zone", moved("zone.story", z=4), "outside", 'slot of "story"'),
    ("a zone over its mat", moved("zone.trash", x=2), "outside", '"trash" reaches over'),
    ("a hand off the table", moved("zone.hand.red", z=-4), "outside", '"hand.red" reaches'),
    ("a snap point off the table", snapping(190, 1.06, 0), "snaps", "is off the table"),
    ("a snap point in the air", snapping(0, 4, -24), "snaps", "2.94 above"),
    ("a snap point nobody uses", snapping(0, 1.06, -10, "Hat"), "snaps", "no such thing"),
    ("a snap point under the help", snapping(32, 1.06, -14), "snaps", "cannot be moved"),
    ("two snap points", snapping(-19.2, 1.06, -17.85), "snaps", "two snap points"),
    ("a component twice", doubled, "components", '"closed-tavern" is on the table 2 times'),
    ("no component", unknown, "components", '"open-tavern" is no component'),
    ("a missing component", without("miniature.red"), "components", '"miniature.red" is not'),
    ("no hand", without("hand-zone.hand.blue"), "hands", '"blue" has no hand'),
]


@pytest.mark.parametrize(
    ("change", "code", "what"), [row[1:] for row in TABLES], ids=[r[0] for r in TABLES]
)
def test_a_broken_table_is_told(change: Change, code: str, what: str) -> None:
    """Each way of being wrong is found, under its code and with the names of what is wrong."""
    found = table.lint(mod(), layout(), change(save()))
    assert [each for each in found if each.code == code and what in each.what], found


LAYOUTS: list[tuple[str, str, str, str, str]] = [
    (
        "a place that the layout lacks",
        'names = ["story"]',
        'names = ["storey"]',
        "places",
        'the rules have the place "story"',
    ),
    (
        "a place that the rules lack",
        'names = ["trash"]',
        'names = ["trash", "bin"]',
        "places",
        'the layout has the place "bin"',
    ),
    (
        "a track that the layout lacks",
        'names = ["gold.{seat}"]',
        'names = ["silver.{seat}"]',
        "places",
        'the rules have the track "gold.blue"',
    ),
    ("names too small to read", "label = 0.86", "label = 0.3", "text", 'on the mat "map"'),
    (
        "a name on another",
        "at = [-6.3, -4.2]",
        "at = [-7.0, -4.2]",
        "names",
        'name of "driven-away.1" is written over the name of "monster-tokens.1"',
    ),
    (
        "a mark under cards",
        'names = ["action-deck"]\non = "market"\nat = [-19.3, -1.05]',
        'names = ["action-deck"]\non = "market"\nat = [-16.6, -1.05]',
        "names",
        'the mark of "display.1" lies under the name of "action-deck"',
    ),
    (
        "a button over a name",
        "at = [-9.0, -4.65]\nlines = 1",
        "at = [-9.0, -4.65]\nlines = 2",
        "buttons",
        'the button "Draw up to three" at "board.red" stands over the name of "trophies.red"',
    ),
    (
        "a button in another frame than its card",
        "at = [-9.2, 5.75], size = [8.8, 10.5]",
        "at = [-9.2, 6.15], size = [8.8, 9.7]",
        "buttons",
        'the button "Fight" at "monster.forest" stands on a frame',
    ),
    (
        "a button over another",
        "step = [3.64, 0]",
        "step = [2.1, 0]",
        "buttons",
        'at "display.2" stands over the button "Gain for cards" at "display.1"',
    ),
    (
        "a button over a card",
        'names = ["discard.{seat}"]\non = "seat"\nat = [14.9, 1.2]',
        'names = ["discard.{seat}"]\non = "seat"\nat = [14.9, 2.8]',
        "buttons",
        'the button "Draw up to three" at "deck.red" stands over what lies in "discard.red"',
    ),
    (
        "a name on a slot",
        "at = [-6.35, 3.9]\nwide = 2.8",
        "at = [-6.35, 3.9]\nlines = 4\nwide = 2.8",
        "names",
        'the name of "tokens.forest" is written over a slot of "lair.forest"',
    ),
    (
        "a name on a frame",
        "at = [-6.3, -4.2]",
        "at = [-5.9, -4.2]",
        "names",
        'the name of "driven-away.1" stands on a frame, on the mat "monsters"',
    ),
    (
        "a value on the edge",
        "at = [-15.86, 4.21]",
        "at = [-16.1, 4.21]",
        "names",
        '1 of "specialty.red" stands on the edge',
    ),
    (
        "a track's name over a slot",
        "at = [-5.1, 3.4]",
        "at = [-6.4, 3.4]",
        "names",
        'the name of "combat.red" is written over a slot of "board.red"',
    ),
    (
        "names of tracks over each other",
        "step = [0, -0.93]",
        "step = [0, -0.63]",
        "names",
        'the name of "defense.red" is written over the name of "combat.red"',
    ),
    (
        "a name over the values of a track",
        "at = [7.3, 1.2]\nlines = 1",
        "at = [5.3, -0.8]\nlines = 1",
        "names",
        'the name of "potions.red" is written over 5 of "alchemy.red"',
    ),
    (
        "cards that nobody can read",
        'holds = "event"\nscale = 2.45',
        'holds = "event"\nscale = 1.8',
        "cards",
        'lines of what lies in "story" are 8.',
    ),
    (
        "market cards beside what their camera shows",
        "at = [-15.9, -1.05]\nstep = [3.64, 0]",
        "at = [-1.0, -1.05]\nstep = [3.64, 0]",
        "cards",
        'lines of what lies in "display.4" are ',
    ),
    (
        "a seat's board behind its hand",
        'holds = "board"\nread = true',
        'holds = "board"\nscale = 0.7\nread = true',
        "cards",
        'lines of what lies in "board.red" are 9.',
    ),
    ("a blurred mat", "density = 72", "density = 10", "text", "has 10 pixels per unit"),
]


@pytest.mark.parametrize(
    ("old", "new", "code", "what"), [row[1:] for row in LAYOUTS], ids=[r[0] for r in LAYOUTS]
)
def test_a_broken_layout_is_told(tmp_path: Path, old: str, new: str, code: str, what: str) -> None:
    """What a layout lacks or has too much of is found by name."""
    made = rewritten(tmp_path, "layout.toml", (old, new))
    said = table.read_layout(made)
    found = table.lint(made, said, save())
    assert [each for each in found if each.code == code and what in each.what], found


def test_an_extra_in_the_way_is_told(tmp_path: Path) -> None:
    """What lies on a mat and is no place has ground of its own, off others, names and the rim."""
    moves = [
        ("at = [11.8, -2.1]", "at = [9.2, -2.1]", '"standees" lies over the ground of "bank"'),
        ("at = [7.1, 2.7]", "at = [7.1, 4.4]", '"starting-player" lies over the ground of "die.'),
        ("at = [7.1, 2.7]", "at = [7.1, -0.4]", '"die.red" lies over the name of "bank"'),
        ("at = [8.0, 5.3]", "at = [8.0, 6.1]", '"starting-player" stands on the edge'),
    ]
    for number, (old, new, what) in enumerate(moves):
        made = rewritten(tmp_path / str(number), "props.toml", (old, new))
        found = table.lint(made, table.read_layout(made), save())
        assert [each for each in found if each.code == "names" and what in each.what], found


FILES: list[tuple[str, str, str, str, str]] = [
    ("no TOML", "layout.toml", "[surface]", "[surface", "layout.toml:"),
    (
        "an unknown key",
        "layout.toml",
        'holds = "action"\nslots = 6',
        'holds = "action"\nsolts = 6',
        '"solts"',
    ),
    ("a wrong type", "layout.toml", "label = 0.86", 'label = "far"', "mats.map.label"),
    ("nothing can be that large", "layout.toml", "size = [42, 31]", "size = [42, 3100]", "size"),
    ("nothing lies nowhere", "layout.toml", "at = [0, -4.5]", "at = [nan, 2]", "at.0"),
    ("a colour that nobody is", "layout.toml", 'colour = "Red"', 'colour = "Mauve"', "Mauve"),
    ("an unknown shape", "pieces.toml", 'shape = "standee"', 'shape = "statue"', "statue"),
]


@pytest.mark.parametrize(
    ("file", "old", "new", "what"), [row[1:] for row in FILES], ids=[row[0] for row in FILES]
)
def test_a_file_that_is_wrong_is_told_with_its_line(
    tmp_path: Path, file: str, old: str, new: str, what: str
) -> None:
    """An error names the file, the line and the key."""
    made = rewritten(tmp_path, file, (old, new))
    with pytest.raises(BadInput) as caught:
        table.read_layout(made)
    assert what in str(caught.value)
    where, _, line = str(caught.value.where).rpartition(":")
    assert where.endswith(file)
    text = (tmp_path / file).read_text("utf-8")
    wrong = text[: text.index(new)].count("\n") + 1
    assert wrong - 12 <= int(line) <= wrong + 2 + new.count("\n")


CAMERAS: list[tuple[str, str, str, str]] = [
    (
        "a camera of nothing",
        'mat = "help"',
        'mat = "halp"',
        'a camera looks at "halp", which is no',
    ),
    (
        "no key that is left",
        'key = 0\nmat = "map"',
        "".join(f'mat = "help"\ndistance = {far}\n[[cameras]]\n' for far in (20, 21, 22))
        + 'key = 0\nmat = "map"',
        'no key is left for the camera of "help"',
    ),
    (
        "a camera too far off",
        'mat = "monsters"\ndistance = 21.5',
        'mat = "monsters"\ndistance = 38',
        'lines of what lies in "monster.forest" are ',
    ),
    (
        "a seat that looks from too far",
        'mat = "seat"\ndistance = 19',
        'mat = "seat"\ndistance = 28',
        'lines of what lies in "board.red" are ',
    ),
    (
        "names too small from the only camera",
        'mat = "trophies"\ndistance = 22',
        'mat = "trophies"\ndistance = 60',
        'the names on the mat "trophies" are ',
    ),
    (
        "a sheet too small to read",
        "size = [5.7, 2.7]",
        "size = [4.9, 2.32]",
        'lines on "aid" are ',
    ),
]


@pytest.mark.parametrize(
    ("old", "new", "what"), [row[1:] for row in CAMERAS], ids=[row[0] for row in CAMERAS]
)
def test_what_cameras_do_not_show_is_told(tmp_path: Path, old: str, new: str, what: str) -> None:
    """Cameras are those that players get: what none of them shows large enough is found by name."""
    made = rewritten(tmp_path, "props.toml", (old, new))
    said = table.read_layout(made)
    assert [each for each in table.lint(made, said, save()) if what in each.what]


def test_words_that_have_no_room_on_a_button_are_told(tmp_path: Path) -> None:
    """A button is as wide as a card; what it says is measured."""
    longer = ('en = "Gain for cards"', 'en = "Gain this card for some others"')
    made = rewritten(tmp_path, "chores.toml", longer)
    found = table.lint(made, table.read_layout(made), save())
    what = 'the button "Gain this card for some others" at "display.1" has no room for its words'
    assert [each for each in found if (each.code, each.what) == ("buttons", what)]


UNBUILDABLE: list[tuple[str, str, str, str]] = [
    (
        "a strip that is missing",
        'names = ["combo.{seat}"]',
        'strip = "charms"\nnames = ["combo.{seat}"]',
        'the mat "seat" has no strip "charms"',
    ),
    (
        "a strip of no mat",
        "[mats.help]",
        '[strips.charms]\non = "market-2"\ndeep = 3\n\n[mats.help]',
        'no mat "market-2" for the strip "charms"',
    ),
    (
        "a column that is missing",
        "[mats.help]",
        '[mats.booth]\nsize = [3, 3]\ncolumn = "middle"\n\n[mats.help]',
        'no column "middle"',
    ),
    ("a place twice", 'names = ["trash"]', 'names = ["story"]', '"story" is laid out twice'),
    ("an unknown mat", 'on = "market"', 'on = "bazaar"', 'no mat "bazaar"'),
    ("an unknown piece", 'holds = "event"', 'holds = "fish"', 'holds unknown "fish"'),
    (
        "a pile that is missing",
        '"closed-tavern" = ',
        '"open-tavern" = ',
        '"closed-tavern" has no pile',
    ),
    ("points that do not suffice", "[-12.8, 7.4], ", "", "3 names, 2 points"),
    ("a seat that is missing", "[seats.green]", "[seats.purple]", 'no seat "green"'),
    ("an unknown marker", 'marker = "cube"', 'marker = "cue"', 'unknown marker "cue"'),
]


@pytest.mark.parametrize(
    ("old", "new", "what"), [row[1:] for row in UNBUILDABLE], ids=[row[0] for row in UNBUILDABLE]
)
def test_a_layout_that_cannot_be_built_is_an_error(
    tmp_path: Path, old: str, new: str, what: str
) -> None:
    """What no table could be made of stops the build, with what to mend."""
    made = rewritten(tmp_path, "layout.toml", (old, new))
    with pytest.raises(BadInput, match=what) as caught:
        table.save(made, said := table.read_layout(made), art(made, said))
    where = str(caught.value.where).removeprefix((tmp_path / "layout.toml").as_posix())
    lines = (tmp_path / "layout.toml").read_text("utf-8").splitlines()
    written = lines[int(where.removeprefix(":")) - 1] if where else "nowhere"
    entries = ("[[places]]", "[[tracks]]", "[strips.", "column =")
    assert written.startswith("nowhere" if "no seat" in what else entries)


Edit = tuple[str, str, str]
"""The line by which an entry is known, a key in it, and what is to stand there."""
DECK, TRASH = 'names = ["action-deck"]', 'names = ["trash"]'
RED, SILVER = 'id = "die.red"', 'id = "die.silver"'

UNPLAYABLE: list[tuple[str, str, list[Edit], list[tuple[str, str]]]] = [
    (
        "two places at one spot",
        "layout.toml",
        [(DECK, "at", "[5, -0.75]"), (TRASH, "at", "[5, -0.75]")],
        [(TRASH, '"action-deck", "trash" share ground, see ')],
    ),
    (
        "pieces at one spot",
        "layout.toml",
        [('names = ["attribute-trophies"]', "spread", "[0, 0]")],
        [
            ('names = ["attribute-trophies"]', '"attribute-trophy.alchemy.1", "attribute-trophy.'),
            ("", " and 5 more lie in one place"),
        ],
    ),
    (
        "a name with a slip",
        "layout.toml",
        [(DECK, "names", '["acton-deck"]')],
        [
            (
                'names = ["acton-deck"]',
                'the rules have the place "action-deck", the layout has not',
            ),
            ('names = ["acton-deck"]', 'the layout has the place "acton-deck", the rules have not'),
            ("", 'components start in "action-deck", which has no spot'),
        ],
    ),
    (
        "far away",
        "layout.toml",
        [(DECK, "at", "[150, -0.75]")],
        [
            (DECK, 'the place "action-deck" reaches over the edge of its mat'),
            (DECK, '"pile.action-deck" is off the table'),
        ],
    ),
    (
        "two extras at one spot",
        "props.toml",
        [(RED, "at", "[7.1, 1]"), (SILVER, "at", "[7.1, 1]")],
        [(SILVER, '"die.red.1", "die.silver.1" lie in one place, see ')],
    ),
]


@pytest.mark.parametrize(
    ("file", "edits", "said"), [row[1:] for row in UNPLAYABLE], ids=[row[0] for row in UNPLAYABLE]
)
def test_nobody_could_play_on_it(
    tmp_path: Path, file: str, edits: list[Edit], said: list[tuple[str, str]]
) -> None:
    """Such a table ends the build, with the line in which each thing is written."""
    made = rewritten(tmp_path, file, *(change(file, *each) for each in edits))
    with pytest.raises(BuildError) as caught:
        looked_over(made)
    lines = (tmp_path / file).read_text("utf-8").splitlines()
    for entry, what in said:
        # The header of an entry is the line before the one by which it is known.
        place = f"{(tmp_path / file).as_posix()}:{lines.index(entry)}: " if entry else ""
        assert f"{place}{what}" in caught.value.report


def change(file: str, entry: str, key: str, value: str) -> tuple[str, str]:
    """Give an entry of our layout as it is, and with something else under a key."""
    text = (mod_json_dir() / "old_world" / file).read_text("utf-8")
    start = text.index(entry)
    old = text[start : text.index("\n\n", start)]
    new = re.sub(rf"(?m)^{key} = .*$", f"{key} = {value}", old, count=1)
    assert new != old
    return old, new


def test_what_one_could_play_on_is_noted(tmp_path: Path) -> None:
    """What is only a pity does not end the build; a table that is as it should be says nothing."""
    quiet = looked_over(mod())
    assert (quiet.files, quiet.notes) == ((), ())
    pity = looked_over(rewritten(tmp_path, "layout.toml", ("label = 0.86", "label = 0.3")))
    (note,) = pity.notes
    assert note.startswith(f"{(tmp_path / 'layout.toml').as_posix()}:")
    assert "pixels high" in note
    assert (tmp_path / "layout.toml").as_posix() in pity.files


def looked_over(made: Mod) -> Made:
    """Make the node of a build that looks its table over."""
    return table.looked_over(Spread(made.bare(), table.read_layout(made)), {})


def test_an_icon_without_a_word_is_told(tmp_path: Path) -> None:
    """An icon of a result for which the chat has no word is named with the table it belongs in."""
    made = rewritten(tmp_path, "script.toml", ("gold = {", "silver = {"))
    with pytest.raises(BadInput, match='the icon "gold"') as caught:
        results(made, table.read_layout(made))
    text = (tmp_path / "script.toml").read_text("utf-8")
    line = text[: text.index("[script.icons]")].count("\n") + 1
    assert caught.value.where == f"{(tmp_path / 'script.toml').as_posix()}:{line}"


def test_a_mod_without_a_layout_is_told(tmp_path: Path) -> None:
    """A folder without `layout.toml` is named."""
    made = mod()._replace(folders=mod().folders._replace(data=(tmp_path,)))
    with pytest.raises(NotFound, match=r"no layout\.toml"):
        table.read_layout(made)


def test_what_a_first_folder_says_counts(tmp_path: Path) -> None:
    """A modder's own file takes the place of ours."""
    made = rewritten(tmp_path, "layout.toml", ('en = "The Witcher: Old World"', 'en = "Mine"'))
    said = table.read_layout(made)
    assert said.title.en == "Mine"
    assert said.files[0].startswith(tmp_path.as_posix())


@pytest.mark.parametrize("turn", [0, 30, 90, 180, 271])
def test_rectangles_meet_whatever_way_they_are_turned(turn: float) -> None:
    """Two that share ground are found, two that only touch are not."""
    one = Ground(0, 0, 4, 2, turn)
    x, z = one.corners()[1]
    assert one.meets(Ground(x, z, 1, 1, 45))
    assert one.has(x * 0.99, z * 0.99)
    assert not one.has(x * 1.01, z * 1.01)
    assert not one.meets(Ground(0, 0, 4, 2, turn)._replace(x=9))
    assert one.holds(Ground(0, 0, 3.9, 1.9, turn))
    assert not one.holds(Ground(0, 0, 4.1, 1.9, turn))
