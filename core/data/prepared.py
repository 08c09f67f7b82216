"""Prepared shards on disk: made once per shard and recipe, and read through memory maps."""

import hashlib
import logging
import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import psutil

from core.data.files import TEMPORARY, guarded, sync_folder
from core.data.recipe import Items, Recipe
from core.data.text import OnFraction
from core.identity.ids import Digest

log = logging.getLogger(__name__)

FORMAT_VERSION = 2
"""Rises whenever the rules for text, or the files below, change: old caches are then made anew."""


def cache_folder(prepared: Path, shard: Digest, kind: str, recipe: Recipe) -> Path:
    """Where a prepared shard lies, or would."""
    key = f"{FORMAT_VERSION} {shard.text} {kind} {recipe.key}"
    return prepared / hashlib.blake2b(key.encode(), digest_size=16).hexdigest()


def prepare_shard(
    path: Path, kind: str, recipe: Recipe, folder: Path, on_fraction: OnFraction = lambda fraction: None
) -> Items:
    """Prepares the shard file `path` in `folder`, which appears whole or not at all; or opens what is there.

    Raises `BrokenShard` for the shard, `LocalFault` for the disk.
    """
    if (ready := recipe.open(folder)) is not None:
        return ready
    unfinished = folder.with_name(f"{folder.name}.{os.getpid()}{TEMPORARY}")
    with guarded(folder.parent):
        folder.parent.mkdir(parents=True, exist_ok=True)
        _remove_abandoned(folder)
        try:
            unfinished.mkdir()
            recipe.write(path, kind, unfinished, on_fraction)
            shutil.rmtree(folder, ignore_errors=True)  # a damaged one
            unfinished.rename(folder)
            sync_folder(folder.parent)
        finally:
            shutil.rmtree(unfinished, ignore_errors=True)
    made = recipe.open(folder)
    assert made is not None
    return made


def _remove_abandoned(folder: Path) -> None:
    """Removes what processes that were killed left of this shard."""
    for left in folder.parent.glob(f"{folder.name}.*{TEMPORARY}"):
        pid = left.name.removesuffix(TEMPORARY).rpartition(".")[2]
        if pid.isdigit() and (int(pid) == os.getpid() or not psutil.pid_exists(int(pid))):
            shutil.rmtree(left, ignore_errors=True)


class GrowingArray:
    """A one-dimensional .npy file that is appended to; its header is completed at the end."""

    def __init__(self, path: Path, dtype: npt.DTypeLike) -> None:
        self._file = path.open("wb")
        self._dtype = np.dtype(dtype)
        self.length = 0
        self._write_header()

    def _write_header(self) -> None:
        # NumPy leaves room in the header for the first axis to grow
        header = {"descr": np.lib.format.dtype_to_descr(self._dtype), "fortran_order": False, "shape": (self.length,)}
        np.lib.format.write_array_header_1_0(self._file, header)

    def append(self, values: Sequence[int] | npt.NDArray[Any]) -> None:
        self._file.write(np.array(values, dtype=self._dtype).data)
        self.length += len(values)

    def finish(self) -> None:
        self._file.seek(0)
        self._write_header()
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()

    def close(self) -> None:
        self._file.close()


def open_arrays(folder: Path, names: Sequence[str]) -> list[npt.NDArray[Any]] | None:
    """The one-dimensional arrays of that name, mapped; None if any is absent or damaged."""
    try:
        # np.asarray: indexing np.memmap itself costs several times as much
        arrays = [np.asarray(np.load(folder / name, mmap_mode="r", allow_pickle=False)) for name in names]
    except FileNotFoundError:
        return None
    except (OSError, ValueError, EOFError) as error:
        log.warning("prepared data in %s cannot be read (%s)", folder, error)
        return None
    return arrays if all(array.ndim == 1 for array in arrays) else None
