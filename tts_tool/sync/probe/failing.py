"""The questions about errors: what the game writes before each kind, and whose it says it is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from tts_tool.sync.messages import Returned, ScriptFailed
from tts_tool.sync.probe.asking import (
    PURPOSE,
    SECONDS,
    Answers,
    NotFoundOut,
    Outside,
    execute,
    fails,
    failure,
    has_id,
    tell,
)
from tts_tool.sync.probe.conversation import Conversation

__all__ = ["FAILING", "button_that_fails", "of_interface"]

# Where it is chance which comes first, the same does so each time in one of 4,000 cases.
_TRIES: Final = 12
_PLACE: Final = re.compile(r"chunk_(\d+)")
_WITNESS: Final = "Witness"
_SILENT: Final = NotFoundOut("the game told no error")


async def _order(game: Conversation) -> Answers:
    """Let it fail often: one answer that overtakes its error is enough."""
    first = True
    for number in range(80, 80 + _TRIES):
        since = len(game.heard)
        await game.say(execute(f"error('{PURPOSE}')", number))
        await game.until(has_id(number), since, SECONDS)
        await game.until(fails, since, SECONDS)
        order = [type(each.message) for each in game.heard[since:]]
        if ScriptFailed not in order or Returned not in order:
            return {"error-before-answer": NotFoundOut("not both of them came")}
        first = first and order.index(ScriptFailed) < order.index(Returned)
    return {"error-before-answer": first}


async def _of_execute(game: Conversation) -> Answers:
    failed = await _caused(game, execute(f"error('{PURPOSE}')", 99))
    if failed is None:
        return {"error-prefix-execute": _SILENT, "error-prefix-carries-message": _SILENT}
    carried = bool(failed.error) and failed.error in failed.prefix
    return {
        "error-prefix-execute": _before(failed),
        "error-prefix-carries-message": carried,
    }


async def _of_global(game: Conversation) -> Answers:
    failed = await _caused(game, tell({"selftest": "fail"}))
    if failed is None:
        return {"error-prefix-global": _SILENT, "first-chunk": _SILENT}
    place = _PLACE.search(failed.error)
    return {
        "error-prefix-global": _template(failed, "onExternalMessage"),
        "first-chunk": int(place.group(1)) if place else NotFoundOut(f"{failed.error} has none"),
    }


async def _of_object(game: Conversation) -> Answers:
    template = await _of_handler(game, await _witness(game))
    return {"error-prefix-object": template or _SILENT}


async def _of_timer(game: Conversation) -> Answers:
    script = (
        f"function selftest_fail() error('{PURPOSE}') end "
        "Timer.create({identifier = 'selftest fail', function_name = 'selftest_fail', "
        "function_owner = Global, delay = 0.1})"
    )
    failed = await _caused(game, execute(script, 98))
    if failed is None:
        return {"error-prefix-timer": _SILENT, "error-guid-timer": _SILENT}
    return {
        "error-prefix-timer": _template(failed, "selftest_fail"),
        "error-guid-timer": failed.guid,
    }


async def _of_coroutine(game: Conversation) -> Answers:
    """Let an object's coroutine fail in its second step, which nobody but the game has called."""
    since = len(game.heard)
    await game.execute("startLuaCoroutine(getObjectFromGUID(STORE.witness), 'fail_in_coroutine')")
    return await _unlike_handler(game, since, "coroutine", "fail_in_coroutine", SECONDS)


async def button_that_fails(game: Conversation) -> None:
    """Put a button on the screen whose function, of an object's script, fails."""
    await game.execute(
        'UI.setXml(\'<Button id="selftest-fail" width="300" height="60" onClick="\''
        " .. STORE.witness .. '/fail_in_ui\">Click here</Button>')"
    )


async def of_interface(game: Conversation, since: int, seconds: float) -> Answers:
    """Wait until somebody has pressed it."""
    found = await _unlike_handler(game, since, "ui", "fail_in_ui", seconds)
    await game.execute("UI.setXml('')")
    return found


async def _unlike_handler(
    game: Conversation, since: int, kind: str, function: str, seconds: float
) -> Answers:
    """Compare an error of the witness with one of a handler of the same script."""
    prefix, guid = f"error-prefix-{kind}", f"error-guid-{kind}"
    failed = await failure(game, since, seconds)
    if failed is None:
        return {prefix: _SILENT, guid: _SILENT}
    own = await _witness(game)
    template = _template(failed, function, own)
    return {
        prefix: "as-handler" if template == await _of_handler(game, own) else template,
        guid: "own" if failed.guid == own else failed.guid,
    }


async def _of_handler(game: Conversation, own: str) -> str:
    failed = await _caused(game, tell({"selftest": "fail object"}))
    return _template(failed, "onExternalMessage", own) if failed else ""


async def _witness(game: Conversation) -> str:
    return str(await game.execute("return STORE.witness"))


async def _caused(game: Conversation, document: dict[str, Any]) -> ScriptFailed | None:
    since = len(game.heard)
    await game.say(document)
    return await failure(game, since)


def _before(failed: ScriptFailed) -> str:
    """Give what stands before the message, also if the prefix holds all of it."""
    return failed.prefix.partition(failed.error)[0] if failed.error else failed.prefix


def _template(failed: ScriptFailed, function: str, witness: str = "") -> str:
    """Put places in for what is different from one error to the next."""
    text = _before(failed).replace(function, "{function}")
    return text.replace(witness, "{guid}").replace(_WITNESS, "{name}") if witness else text


FAILING: Final[Mapping[tuple[str, ...], Outside]] = {
    ("error-before-answer",): _order,
    ("error-prefix-execute", "error-prefix-carries-message"): _of_execute,
    ("error-prefix-global", "first-chunk"): _of_global,
    ("error-prefix-object",): _of_object,
    ("error-prefix-timer", "error-guid-timer"): _of_timer,
    ("error-prefix-coroutine", "error-guid-coroutine"): _of_coroutine,
}
