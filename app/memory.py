"""Gives memory back that this program no longer needs, as far as the system lets a program do so."""

import ctypes
import gc
import sys

from app.qt import QPixmapCache


def give_back() -> None:
    """Takes a few milliseconds, for which the window does not answer: at best while there is none."""
    gc.collect()
    QPixmapCache.clear()
    if sys.platform == "win32":  # its heap gives pages back by itself
        return
    library = ctypes.CDLL(None)
    if sys.platform == "darwin":
        library.malloc_zone_pressure_relief(None, ctypes.c_size_t(0))
    elif hasattr(library, "malloc_trim"):  # glibc; musl has none
        library.malloc_trim(ctypes.c_size_t(0))
