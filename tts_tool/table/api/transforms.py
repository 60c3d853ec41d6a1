"""Where objects are, how they are turned, how large they are, and how they get elsewhere."""

from __future__ import annotations

from tts_tool.saves.tree import number
from tts_tool.table.api.caller import Caller
from tts_tool.table.api.registry import function
from tts_tool.table.api.values import real, vec
from tts_tool.table.world import motion
from tts_tool.table.world.bodies import read_body
from tts_tool.table.world.thing import Thing
from tts_tool.table.world.vectors import Vec, added, normal_rotation, scaled, subtracted, times

__all__: list[str] = []

_MASS_MATTERS = (1, 3)  # force and impulse; acceleration and change of velocity ignore the mass


@function("object", "getPosition")
def _position(caller: Caller, thing: Thing) -> Vec:
    return thing.position


@function("object", "getRotation")
def _rotation(caller: Caller, thing: Thing) -> Vec:
    return thing.rotation


@function("object", "getScale")
def _scale(caller: Caller, thing: Thing) -> Vec:
    return thing.scale


@function("object", "setPosition")
def _set_position(caller: Caller, thing: Thing, vector: Vec) -> bool:
    motion.move_to(caller.world, thing, vector)
    return True


@function("object", "setRotation")
def _set_rotation(caller: Caller, thing: Thing, vector: Vec) -> bool:
    motion.turn_to(caller.world, thing, vector)
    return True


@function("object", "setScale")
def _set_scale(caller: Caller, thing: Thing, vector: Vec) -> bool:
    motion.scale_to(caller.world, thing, vector)
    return True


@function("object", "scale")
def _scale_by(caller: Caller, thing: Thing, factor: object) -> bool:
    three = vec(factor) if isinstance(factor, list | dict) else (real(factor),) * 3
    motion.scale_to(caller.world, thing, times(thing.scale, three))
    return True


@function("object", "setPositionSmooth")
def _glide(
    caller: Caller,
    thing: Thing,
    vector: Vec,
    collide: bool = False,
    fast: bool = False,
) -> bool:
    motion.glide_to(caller.world, thing, vector, collide=collide, fast=fast)
    return True


@function("object", "setRotationSmooth")
def _turn(
    caller: Caller,
    thing: Thing,
    vector: Vec,
    collide: bool = False,
    fast: bool = False,
) -> bool:
    motion.turn_smoothly(caller.world, thing, vector, collide=collide, fast=fast)
    return True


@function("object", "translate")
def _translate(caller: Caller, thing: Thing, vector: Vec) -> bool:
    motion.glide_to(caller.world, thing, added(thing.position, vector))
    return True


@function("object", "rotate")
def _rotate(caller: Caller, thing: Thing, vector: Vec) -> bool:
    motion.turn_smoothly(caller.world, thing, added(thing.rotation, vector))
    return True


@function("object", "getPositionSmooth")
def _gliding_to(caller: Caller, thing: Thing) -> Vec | None:
    moving = caller.world.motions.get(thing.handle)
    return moving.move.end if moving and moving.move else None


@function("object", "getRotationSmooth")
def _turning_to(caller: Caller, thing: Thing) -> Vec | None:
    moving = caller.world.motions.get(thing.handle)
    return normal_rotation(moving.turn.end) if moving and moving.turn else None


@function("object", "isSmoothMoving")
def _is_gliding(caller: Caller, thing: Thing) -> bool:
    return motion.smooth_moving(caller.world, thing)


@function("object", "getBounds")
def _bounds(caller: Caller, thing: Thing) -> dict[str, object]:
    centre = thing.box.centre
    return {
        "center": centre,
        "size": thing.box.size,
        "offset": subtracted(centre, thing.position),
    }


@function("object", "getBoundsNormalized", "getVisualBoundsNormalized")
def _upright_bounds(caller: Caller, thing: Thing) -> dict[str, object]:
    middle = thing.axes.inward(subtracted(thing.box.centre, thing.position))
    return {
        "center": added(thing.position, middle),
        "size": thing.flat_size,
        "offset": middle,
    }


@function("object", "getTransformForward")
def _forward(caller: Caller, thing: Thing) -> Vec:
    return thing.axes.forward


@function("object", "getTransformRight")
def _right(caller: Caller, thing: Thing) -> Vec:
    return thing.axes.right


@function("object", "getTransformUp")
def _up(caller: Caller, thing: Thing) -> Vec:
    return thing.axes.up


@function("object", "positionToLocal")
def _to_local(caller: Caller, thing: Thing, vector: Vec) -> Vec:
    return thing.to_local(vector)


@function("object", "positionToWorld")
def _to_world(caller: Caller, thing: Thing, vector: Vec) -> Vec:
    return thing.to_world(vector)


# ---- Speed: there is no physics, so a push is seen for a frame and moves nothing


@function("object", "getVelocity")
def _velocity(caller: Caller, thing: Thing) -> Vec:
    return thing.velocity


@function("object", "getAngularVelocity")
def _spin(caller: Caller, thing: Thing) -> Vec:
    return thing.spin


@function("object", "setVelocity")
def _set_velocity(caller: Caller, thing: Thing, vector: Vec) -> bool:
    _push(caller, thing, vector, thing.spin)
    return True


@function("object", "setAngularVelocity")
def _set_spin(caller: Caller, thing: Thing, vector: Vec) -> bool:
    _push(caller, thing, thing.velocity, vector)
    return True


@function("object", "addForce")
def _add_force(caller: Caller, thing: Thing, vector: Vec, force_type: int = 3) -> bool:
    change = scaled(vector, _ease(thing, force_type))
    _push(caller, thing, added(thing.velocity, change), thing.spin)
    return True


@function("object", "addTorque")
def _add_torque(caller: Caller, thing: Thing, vector: Vec, force_type: int = 3) -> bool:
    change = scaled(vector, _ease(thing, force_type))
    _push(caller, thing, thing.velocity, added(thing.spin, change))
    return True


def _push(caller: Caller, thing: Thing, velocity: Vec, spin: Vec) -> None:
    thing.velocity, thing.spin = velocity, spin
    caller.desk.waiting.after(1, lambda: _still(caller, thing))


def _still(caller: Caller, thing: Thing) -> None:
    if thing.handle not in caller.world.motions:
        thing.velocity = thing.spin = (0.0, 0.0, 0.0)


def _ease(thing: Thing, force_type: int) -> float:
    mass = number(read_body(thing, "Mass")) if force_type in _MASS_MATTERS else 1.0
    return 1.0 / mass if mass else 1.0
