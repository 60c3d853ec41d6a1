"""What Unity builds an object of, as far as scripts look at it.

There is no Unity here, and a save does not tell how a thing is built. So each object is one body
with the usual parts, below it stand some children that carry its picture, and below those others:
how many and how deep are switches. What scripts write into their parts is remembered; what they
write into the rigid body is what the save says of the body.

A GameObject goes by the way to it, `7/1/2`; a Component by `7/1/2:Name`, a Material by `7/1/2:0`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tts_tool.saves.tree import number
from tts_tool.table.api.caller import Caller
from tts_tool.table.api.registry import function, prop
from tts_tool.table.api.values import flag, real
from tts_tool.table.scripts.values import Handle
from tts_tool.table.world.bodies import read_body, write_body
from tts_tool.table.world.thing import Thing

__all__: list[str] = []

_GAME_OBJECT = "components/gameobject"
_COMPONENT = "components/component"
_MATERIAL = "components/material"

_MODEL = "Model"
_SHADER = "Standard"

# Component -> its variables.
_BODY: dict[str, dict[str, Any]] = {
    "Transform": {"localScale": [1.0, 1.0, 1.0]},
    "Rigidbody": {},
    "BoxCollider": {"enabled": True, "isTrigger": False, "size": [1.0, 1.0, 1.0]},
    "AudioSource": {"enabled": True, "mute": False, "volume": 1.0, "loop": False},
}
_PICTURE: dict[str, dict[str, Any]] = {
    "Transform": {"localScale": [1.0, 1.0, 1.0]},
    "MeshFilter": {},
    "MeshRenderer": {"enabled": True, "receiveShadows": True},
}
_RIGID = ":Rigidbody"
_GRAVITY = "useGravity"
# Variable of the rigid body -> what the save calls it.
_WEIGHT = {
    "mass": "Mass",
    "drag": "Drag",
    "angularDrag": "AngularDrag",
    _GRAVITY: "UseGravity",
}
_SURFACE: dict[str, Any] = {"_Color": [1.0, 1.0, 1.0, 1.0], "_Glossiness": 0.5}


def _depth(key: str) -> int:
    return key.count("/")


def _known(key: str) -> dict[str, dict[str, Any]]:
    return _PICTURE if _depth(key) else _BODY


def _component(key: str, name: str) -> Handle | None:
    return Handle(_COMPONENT, f"{key}:{name}") if name in _known(key) else None


def _components(key: str, name: str | None) -> list[Handle]:
    wanted = _known(key) if name is None else [each for each in _known(key) if each == name]
    return [Handle(_COMPONENT, f"{key}:{each}") for each in wanted]


def _below(caller: Caller, key: str) -> Iterator[str]:
    """Give a part and all that is below it, depth first."""
    yield key
    for child in _ways(caller, key):
        yield from _below(caller, child)


def _ways(caller: Caller, key: str) -> list[str]:
    if _depth(key) >= caller.switches.count("depth-of-parts"):
        return []
    return [f"{key}/{at + 1}" for at in range(caller.switches.count("parts-of-things"))]


def _name_of(key: str) -> str:
    at = key.rpartition("/")[2]
    return _MODEL if at == "1" else f"Part {at}"


# ---- The same functions for objects and for GameObjects


def _children(caller: Caller, key: str) -> list[Handle]:
    return [Handle(_GAME_OBJECT, each) for each in _ways(caller, key)]


def _find_child(caller: Caller, key: str, name: str) -> Handle | None:
    found = (each for each in _ways(caller, key) if _name_of(each) == name)
    return next((Handle(_GAME_OBJECT, each) for each in found), None)


def _first_below(caller: Caller, key: str, name: str) -> Handle | None:
    found = (_component(each, name) for each in _below(caller, key))
    return next((each for each in found if each is not None), None)


def _all_below(caller: Caller, key: str, name: str | None) -> list[Handle]:
    return [each for at in _below(caller, key) for each in _components(at, name)]


@function("object", "getChild")
def _object_child(caller: Caller, thing: Thing, name: str) -> Handle | None:
    return _find_child(caller, str(thing.handle), name)


@function("object", "getChildren")
def _object_children(caller: Caller, thing: Thing) -> list[Handle]:
    return _children(caller, str(thing.handle))


@function("object", "getComponent")
def _object_component(caller: Caller, thing: Thing, name: str) -> Handle | None:
    return _component(str(thing.handle), name)


@function("object", "getComponentInChildren")
def _object_component_below(caller: Caller, thing: Thing, name: str) -> Handle | None:
    return _first_below(caller, str(thing.handle), name)


@function("object", "getComponents")
def _object_components(caller: Caller, thing: Thing, name: str | None = None) -> list[Handle]:
    return _components(str(thing.handle), name)


@function("object", "getComponentsInChildren")
def _object_components_below(caller: Caller, thing: Thing, name: str | None = None) -> list[Handle]:
    return _all_below(caller, str(thing.handle), name)


@function(_GAME_OBJECT, "getChild")
def _get_child(caller: Caller, key: str, name: str) -> Handle | None:
    return _find_child(caller, key, name)


@function(_GAME_OBJECT, "getChildren")
def _get_children(caller: Caller, key: str) -> list[Handle]:
    return _children(caller, key)


@function(_GAME_OBJECT, "getComponent")
def _get_component(caller: Caller, key: str, name: str) -> Handle | None:
    return _component(key, name)


@function(_GAME_OBJECT, "getComponentInChildren")
def _get_component_below(caller: Caller, key: str, name: str) -> Handle | None:
    return _first_below(caller, key, name)


@function(_GAME_OBJECT, "getComponents")
def _get_components(caller: Caller, key: str, name: str | None = None) -> list[Handle]:
    return _components(key, name)


@function(_GAME_OBJECT, "getComponentsInChildren")
def _get_components_below(caller: Caller, key: str, name: str | None = None) -> list[Handle]:
    return _all_below(caller, key, name)


@function(_GAME_OBJECT, "getMaterials")
def _materials(caller: Caller, key: str) -> list[Handle]:
    return [Handle(_MATERIAL, f"{key}:0")] if _depth(key) else []


@function(_GAME_OBJECT, "getMaterialsInChildren")
def _materials_below(caller: Caller, key: str) -> list[Handle]:
    return [each for at in _below(caller, key) for each in _materials(caller, at)]


@prop(_GAME_OBJECT, "name")
def _game_object_name(caller: Caller, key: str) -> str:
    return _name_of(key) if _depth(key) else caller.thing(int(key)).name


# ---- Variables


@prop(_COMPONENT, "name")
def _component_name(caller: Caller, key: str) -> str:
    return key.partition(":")[2]


@prop(_COMPONENT, "game_object")
def _component_owner(caller: Caller, key: str) -> Handle:
    return Handle(_GAME_OBJECT, key.partition(":")[0])


@prop(_MATERIAL, "shader")
def _shader(caller: Caller, key: str) -> str:
    return _SHADER


def _thing(caller: Caller, key: str) -> Thing:
    return caller.thing(int(key.partition(":")[0].partition("/")[0]))


def _variables(caller: Caller, key: str) -> dict[str, Any]:
    """Give what a component or material has been set to, beginning with what is usual."""
    thing = _thing(caller, key)
    kept: dict[str, Any] = thing.attributes.get("components", {}).get(key, {})
    if key.endswith(_RIGID):
        return {name: _weight(thing, ours) for name, ours in _WEIGHT.items()} | kept
    way, _, name = key.partition(":")
    return {**_known(way).get(name, _SURFACE), **kept}


def _weight(thing: Thing, ours: str) -> float | bool:
    kept = read_body(thing, ours)
    return kept if isinstance(kept, bool) else float(number(kept))


def _kind(value: object) -> str:
    if isinstance(value, bool):
        return "System.Boolean"
    return {float: "System.Single", str: "System.String"}.get(type(value), "UnityEngine.Vector3")


def _register_variables(page: str) -> None:
    @function(page, "getVars")
    def _all(caller: Caller, key: str) -> dict[str, str]:
        return {name: _kind(value) for name, value in _variables(caller, key).items()}

    @function(page, "get")
    def _get(caller: Caller, key: str, name: str) -> object:
        return _variables(caller, key).get(name)

    @function(page, "set")
    def _set(caller: Caller, key: str, name: str, value: object) -> bool:
        """Remember a value, also of a variable that we do not know."""
        thing = _thing(caller, key)
        if key.endswith(_RIGID) and name in _WEIGHT:
            read = flag if name == _GRAVITY else real
            write_body(thing, _WEIGHT[name], read(value))
            caller.world.loosen(thing)
        else:
            thing.attributes.setdefault("components", {}).setdefault(key, {})[name] = value
        return True


_register_variables(_COMPONENT)
_register_variables(_MATERIAL)
