"""Where modules join in: the half of a game that knows which of them does what at which point."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from tts_tool.kernel.flow import NOTHING, Flow
from tts_tool.kernel.state import FlowError

if TYPE_CHECKING:
    from tts_tool.kernel.hooks import Hook, Point
    from tts_tool.kernel.module import Composition
    from tts_tool.kernel.rejection import Rejection

T = TypeVar("T")


class Joined:
    """Rules as modules have joined in; what hooks are given as the game is the whole of it."""

    def __init__(self, composition: Composition) -> None:
        """Let these modules join in."""
        self.composition = composition
        self._hooks = composition.hooks
        self._replacing = composition.replacing

    def modify(self, point: Point, value: T, **context: object) -> T:
        """Let modules change a value, in their order; there is one that doubles a price here.

        >>> g.modify(PRICE, 2)
        4
        """
        for hook in self._hooks.get((point.name, "modify"), ()):
            value = hook(self, value, **context)
        return value

    def veto(self, point: Point, **context: object) -> Rejection | None:
        """Let modules forbid something; the first reason counts.

        >>> g.veto(PRICE) is None
        True
        """
        for hook in self._hooks.get((point.name, "veto"), ()):
            rejection: Rejection | None = hook(self, **context)
            if rejection is not None:
                return rejection
        return None

    def provide(self, point: Point, **context: object) -> list[Any]:
        """Collect what modules add."""
        hooks = self._hooks.get((point.name, "provide"))
        return [thing for hook in hooks for thing in hook(self, **context)] if hooks else []

    def replaced(self, point: Point, default: Callable[..., T], **context: object) -> T:
        """Compute a value, or begin a flow, the usual way unless a module replaces it.

        Who replaces it gets the usual way as a function, to do it all the same, before or after.
        """
        replacing = self._replacing.get(point.name)
        if replacing is None:
            return default(self, **context)
        return self._instead(point, replacing, partial(default, self, **context), context)

    def _instead(
        self,
        point: Point,
        replacing: tuple[Hook, ...],
        usual: Callable[[], T],
        context: dict[str, object],
    ) -> T:
        holding: list[Hook] = []
        for hook in replacing:
            if hook.when is None:  # the last, and there always
                usual = partial(hook.run, self, usual, **context)
            elif hook.when(self, **context):
                holding.append(hook)
        if len(holding) > 1:
            owners = " and ".join(hook.module for hook in holding)
            msg = f"{owners} replace {point.name} at the same time"
            raise FlowError(msg)
        for hook in holding:
            usual = partial(hook.run, self, usual, **context)
        return usual()

    def replaces(self, point: Point) -> bool:
        """Tell whether a module takes over at a point, ever."""
        return point.name in self._replacing

    def around(self, point: Point, inner: Callable[[], Flow[T]], **context: object) -> Flow[T]:
        """Run a flow inside what modules put around it, the first in order outermost."""
        for hook in reversed(self._hooks.get((point.name, "around"), ())):
            inner = _wrapped(self, hook, inner, context)
        return inner()

    def consult(self, point: Point, **context: object) -> Flow[None]:
        """Run the questions that modules ask at this point."""
        asking = self._hooks.get((point.name, "ask"))
        return NOTHING if asking is None else self._consult(asking, context)

    def _consult(
        self, asking: tuple[Callable[..., Flow[None]], ...], context: dict[str, object]
    ) -> Flow[None]:
        for hook in asking:
            yield from hook(self, **context)


def _wrapped(
    g: Joined,
    hook: Callable[..., Flow[T]],
    inner: Callable[[], Flow[T]],
    context: dict[str, object],
) -> Callable[[], Flow[T]]:
    return lambda: hook(g, inner, **context)
