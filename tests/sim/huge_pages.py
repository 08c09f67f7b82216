"""Huge pages for what this process holds: the objects of a thousand peers lie all over gigabytes, and a quarter of the
time goes into finding out where their pages are."""

import ctypes
import sys
from pathlib import Path

PAGE_BYTES = 2 << 20
_COLLAPSE = 25
"""Of madvise(2), since Linux 6.1: now, and not when the kernel comes by."""


def use_huge_pages() -> None:
    """What is written to memory from now on may need another call. Where they cannot be had nothing changes."""
    if sys.platform != "linux":
        return
    madvise = ctypes.CDLL(None).madvise
    madvise.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    for line in Path("/proc/self/maps").read_text().splitlines():
        where, rights, _, _, inode, *_ = line.split()
        start, stop = (int(end, 16) for end in where.split("-"))
        start, stop = -(-start // PAGE_BYTES) * PAGE_BYTES, stop // PAGE_BYTES * PAGE_BYTES
        if rights == "rw-p" and inode == "0" and stop > start and "[stack]" not in line:
            madvise(start, stop - start, _COLLAPSE)
