"""Messages between the cage and its owner: a length, then MessagePack."""

from __future__ import annotations

from typing import Any, BinaryIO, TypeAlias

import msgspec

from tts_tool.errors import BadInput

__all__ = ["MOST_BYTES", "Plain", "read_message", "write_message"]

# A save goes over in one message; the largest that is known of has 90 MB.
MOST_BYTES = 128 << 20

_LENGTH = 4  # bytes before each message

# Whatever MessagePack has a form for.
Plain: TypeAlias = Any


def write_message(stream: BinaryIO, message: Plain, *, at_once: bool = True) -> None:
    """Send a message; one that is too big, or has no form here, is refused and nothing is sent.

    What need not be there at once goes with the next one.
    """
    try:
        data = _encoded(message)
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise BadInput(f"this cannot be sent: {error}") from error
    if len(data) > MOST_BYTES:
        raise BadInput(f"a message of {len(data):,} bytes is too big; {MOST_BYTES:,} are allowed")
    stream.write(len(data).to_bytes(_LENGTH, "little") + data)
    if at_once:
        stream.flush()


def _encoded(message: Plain) -> bytes:
    try:
        return msgspec.msgpack.encode(message)
    except UnicodeEncodeError:
        return msgspec.msgpack.encode(_whole(msgspec.to_builtins(message, builtin_types=(bytes,))))


def _whole(value: Plain) -> Plain:
    """Put a question mark in place of half a letter, which JSON can say and UTF-8 cannot."""
    if isinstance(value, str):
        return value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    if isinstance(value, dict):
        return {_whole(key): _whole(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_whole(each) for each in value]
    return value


def read_message(stream: BinaryIO) -> Plain:
    """Wait for a message; `EOFError` if the other side is gone, also in the middle of one."""
    size = int.from_bytes(_exactly(stream, _LENGTH), "little")
    if size > MOST_BYTES:
        raise BadInput(f"a message claims {size:,} bytes; {MOST_BYTES:,} are allowed")
    try:
        return msgspec.msgpack.decode(_exactly(stream, size))
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadInput(f"a message is not MessagePack: {error}") from error


def _exactly(stream: BinaryIO, size: int) -> bytes:
    data = stream.read(size)
    if len(data) < size:
        raise EOFError("the other side closed the pipe")
    return data
