"""On Windows a process cannot limit itself: its owner puts it into a job that does."""

from __future__ import annotations

import sys

from tts_tool.table.limits import Limits

__all__ = ["Job"]

if sys.platform == "win32":
    import ctypes
    from ctypes import wintypes

    class _Basic(ctypes.Structure):
        _fields_ = (
            ("PerProcessUserTimeLimit", ctypes.c_int64),
            ("PerJobUserTimeLimit", ctypes.c_int64),
            ("LimitFlags", wintypes.DWORD),
            ("MinimumWorkingSetSize", ctypes.c_size_t),
            ("MaximumWorkingSetSize", ctypes.c_size_t),
            ("ActiveProcessLimit", wintypes.DWORD),
            ("Affinity", ctypes.c_size_t),
            ("PriorityClass", wintypes.DWORD),
            ("SchedulingClass", wintypes.DWORD),
        )

    class _Extended(ctypes.Structure):
        _fields_ = (
            ("Basic", _Basic),
            ("IoInfo", ctypes.c_uint64 * 6),
            ("ProcessMemoryLimit", ctypes.c_size_t),
            ("JobMemoryLimit", ctypes.c_size_t),
            ("PeakProcessMemoryUsed", ctypes.c_size_t),
            ("PeakJobMemoryUsed", ctypes.c_size_t),
        )

    _ACTIVE_PROCESS = 0x8
    _PROCESS_MEMORY = 0x100
    _KILL_ON_CLOSE = 0x2000
    _EXTENDED_INFORMATION = 9

    class Job:
        """A job with one process that dies when the job is closed, so also with its owner."""

        def __init__(self, process_handle: int, limits: Limits) -> None:
            kernel = ctypes.WinDLL("kernel32", use_last_error=True)
            kernel.CreateJobObjectW.restype = wintypes.HANDLE
            kernel.CreateJobObjectW.argtypes = (ctypes.c_void_p, wintypes.LPCWSTR)
            kernel.SetInformationJobObject.argtypes = (
                wintypes.HANDLE,
                ctypes.c_int,
                ctypes.c_void_p,
                wintypes.DWORD,
            )
            kernel.AssignProcessToJobObject.argtypes = (wintypes.HANDLE, wintypes.HANDLE)
            kernel.CloseHandle.argtypes = (wintypes.HANDLE,)
            self._kernel = kernel
            self._handle = kernel.CreateJobObjectW(None, None)
            told = _Extended()
            told.Basic.LimitFlags = _ACTIVE_PROCESS | _PROCESS_MEMORY | _KILL_ON_CLOSE
            told.Basic.ActiveProcessLimit = 1
            told.ProcessMemoryLimit = limits.memory
            done = kernel.SetInformationJobObject(
                self._handle, _EXTENDED_INFORMATION, ctypes.byref(told), ctypes.sizeof(told)
            ) and kernel.AssignProcessToJobObject(self._handle, process_handle)
            if not done:
                error = ctypes.WinError(ctypes.get_last_error())
                self.close()
                raise error

        def close(self) -> None:
            """Let go; whatever still runs in the job ends."""
            self._kernel.CloseHandle(self._handle)

else:

    class Job:
        """Elsewhere a process limits itself, so there is nothing to hold."""

        def __init__(self, process_handle: int, limits: Limits) -> None:
            del process_handle, limits

        def close(self) -> None:
            """Do nothing."""
