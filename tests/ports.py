"""Ports for tests that start programs which listen.

A port that was just free may be anybody's a moment later: systems give connections that go out
any port of a range of theirs (from 32768 on, or 49152), and a suite makes thousands of those. So
these are drawn below that range, and no two processes of a run draw the same in a row.
"""

from __future__ import annotations

import os
import random
import socket

__all__ = ["free_port", "two_ports"]

_DRAWN = random.Random(os.getpid())
_BELOW_WHAT_GOES_OUT = range(20_000, 32_000)


def free_port() -> int:
    """Find a port on which nobody listens, and that no connection takes."""
    while True:
        port = _DRAWN.choice(_BELOW_WHAT_GOES_OUT)
        try:
            with socket.create_server(("127.0.0.1", port)):
                return port
        except OSError:
            continue


def two_ports() -> tuple[int, int]:
    """Find two of them."""
    return free_port(), free_port()
