"""Tells why nobody can listen on a port: another program does, or the system forbids it."""

from __future__ import annotations

import errno

from tts_tool.errors import Unavailable

__all__ = ["FORBIDDEN", "cannot_listen", "is_forbidden"]

FORBIDDEN = (
    "on Windows, `netsh interface ipv4 show excludedportrange protocol=tcp` lists what the system "
    "keeps for itself (`net stop winnat`, then `net start winnat`, often frees it); elsewhere, "
    "ports below 1024 are not for everybody"
)
"""What to do where the system forbids it."""


def is_forbidden(error: OSError) -> bool:
    """Tell whether the system forbids to listen; it is not that somebody else does."""
    return error.errno in {errno.EACCES, errno.EPERM}


def cannot_listen(error: OSError, where: str, fix: str, forbidden: str = FORBIDDEN) -> Unavailable:
    """Make an error of a refusal: `fix` is what to do where another program listens."""
    if error.errno == errno.EADDRINUSE:
        return Unavailable("another program listens here in our place", where=where, fix=fix)
    if is_forbidden(error):
        return Unavailable("this system lets nobody listen here", where=where, fix=forbidden)
    return Unavailable(f"cannot listen here: {error.strerror or error}", where=where)
