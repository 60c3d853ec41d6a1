"""How a thing moves by itself: gliding to a place, turning, falling."""

from msgspec import Struct

from tts_tool.table.world.vectors import Vec, between, turned_by

__all__ = ["Glide", "Motion"]


class Glide(Struct):
    """A way from one value to another that takes some frames."""

    start: Vec
    end: Vec
    frames: int
    done: int = 0
    collide: bool = False
    fast: bool = False

    def advance(self) -> float:
        """Go one frame on and say how much of the way is behind."""
        self.done += 1
        return min(1.0, self.done / self.frames) if self.frames else 1.0

    @property
    def finished(self) -> bool:
        """Tell whether it has arrived."""
        return self.done >= self.frames


class Motion(Struct):
    """All that moves one thing at a time."""

    move: Glide | None = None
    turn: Glide | None = None
    falling: bool = False
    speed: float = 0.0

    @property
    def smooth(self) -> bool:
        """Tell whether it glides or turns to where a script or a hand wants it."""
        return self.move is not None or self.turn is not None

    @property
    def over(self) -> bool:
        """Tell whether nothing is left to do."""
        return not (self.smooth or self.falling)

    def next_position(self) -> Vec | None:
        """Glide one frame on."""
        glide = self.move
        if glide is None:
            return None
        part = glide.advance()
        if glide.finished:
            self.move = None
            return glide.end
        return between(glide.start, glide.end, part)

    def next_rotation(self) -> Vec | None:
        """Turn one frame on."""
        glide = self.turn
        if glide is None:
            return None
        part = glide.advance()
        if glide.finished:
            self.turn = None
            return glide.end
        return turned_by(glide.start, glide.end, part)
