"""The names of the game: every page, function, argument and event can be asked for."""

import pytest

from tests.lua.scripts import corpus_scripts
from tts_tool.lua import api, syntax
from tts_tool.lua.errors import LuaError
from tts_tool.lua.parser import parse


def test_every_page_can_be_read() -> None:
    """Each signature is understood: names and types of all arguments."""
    functions = [each for page in api.pages().values() for each in page.functions.values()]
    assert len(api.pages()) > 30
    assert len(functions) > 400
    arguments = [
        argument
        for function in functions
        for signature in function.signatures
        for argument in signature.arguments
    ]
    assert all(each.name == "..." or each.name.isidentifier() for each in arguments)
    assert {each.type for each in arguments} == {
        "Action", "Color", "Object", "Player", "Vector", "Vector|float", "any", "bool", "float",
        "function", "int", "string", "table",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("page", "kind", "lua", "member"),
    [
        ("base", "globals", "", "broadcastToAll"),
        ("object", "type", "Object", "takeObject"),
        ("player/manager", "table", "Player", "getPlayers"),
        ("player/instance", "type", "PlayerInstance", "getHandObjects"),
        ("vector", "type", "Vector", "vec:add"),
        ("behavior/book", "behavior", "Book", "setPage"),
        ("events", "events", "", "onObjectDrop"),
    ],
)
def test_pages(page: str, kind: str, lua: str, member: str) -> None:
    """A page tells how scripts reach what is on it."""
    found = api.page(page)
    assert (found.kind, found.lua) == (kind, lua)
    assert found.functions[member].page == page
    assert found.functions[member].name == member.rpartition(":")[2]


def test_signatures() -> None:
    """A function may be called in several ways."""
    one, other = api.page("vector").functions["vec:scale"].signatures
    assert one == api.Signature((api.Argument("otherVec", "Vector"),), "self")
    assert other == api.Signature((api.Argument("num", "float"),), "self")
    (load,) = api.handlers()["onLoad"].signatures
    assert load == api.Signature((api.Argument("script_state", "string"),), None)


def test_members() -> None:
    """Tables of the game know their members; what is none of them has none."""
    waits = api.global_members("Wait") or frozenset()
    assert sorted(waits) == ["collect", "condition", "frames", "stop", "stopAll", "time"]
    assert "turn_color" in (api.global_members("Turns") or ())
    assert "between" in (api.global_members("Vector") or ())
    assert api.global_members("Watt") is None
    assert {"getPosition", "Book", "UI", "steam_name", "tag"} <= api.object_members()


def test_globals() -> None:
    """Names that a script finds are known; parameters and events are not among them."""
    names = api.global_names()
    assert {"self", "Global", "Player", "JSON", "broadcastToAll", "Vector", "vector"} <= names
    assert not {"position", "json", "onLoad", "Object", "getPosition"} & names
    assert "PickUp" in api.player_actions()


def test_real_scripts_use_these_names() -> None:
    """What real mods call most is in the list, or is their own: it is the same game."""
    known = api.global_names() | {"print", "pairs", "ipairs", "type", "tostring", "tonumber"}
    used = {name for text in corpus_scripts() for name in _called(text)}
    assert len(used & known) > 25


def _called(text: str) -> set[str]:
    try:
        chunk = parse(text, "x")
    except LuaError:
        return set()
    return {
        part.function.name
        for part in syntax.walk(chunk.body)
        if isinstance(part, syntax.Call)
        and isinstance(part.function, syntax.Name)
        and not part.function.is_local
    }
