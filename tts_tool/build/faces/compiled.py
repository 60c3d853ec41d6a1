"""Keeps templates compiled from build to build: that takes longer than filling one in."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

import jinja2
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

from tts_tool.build.cache import at_work
from tts_tool.build.stamps import digest_of, fingerprint
from tts_tool.cached import read_whole, write_whole

__all__ = ["Compiled"]


class Compiled(BytecodeCache):
    """Compiled templates in the cache of the build that is at work; without one, none are kept.

    `makers` are the code that sets up the environment: another one may compile otherwise.
    """

    def __init__(self, makers: tuple[Path, ...]) -> None:
        self._makers = makers

    def load_bytecode(self, bucket: Bucket) -> None:
        """Read what was compiled; what was cut off or altered is never run."""
        file = self._file(bucket)
        if file is not None and (code := read_whole(file)):
            bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what was compiled."""
        file = self._file(bucket)
        if file is not None:
            write_whole(file, bucket.bytecode_to_string())

    def _file(self, bucket: Bucket) -> Path | None:
        cache = at_work.get()
        if cache is None:
            return None
        name = fingerprint(self._compiler, bucket.key.encode(), bucket.checksum.encode())
        return cache / "compiled" / name[:2] / f"{name[2:]}.template"

    @cached_property
    def _compiler(self) -> bytes:
        code = (digest_of(maker.read_bytes()) for maker in self._makers)
        return f"{jinja2.__version__} {' '.join(code)}".encode()
