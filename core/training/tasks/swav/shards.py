"""Pictures as they were stored, end to end in one file that is read through a memory map."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np
import numpy.typing as npt

from core.data.pictures import PictureRow
from core.data.prepared import GrowingArray, open_arrays

_FILES = ("pictures.npy", "starts.npy", "rows.npy")
_FLUSH_BYTES = 1 << 22


@dataclass(frozen=True, slots=True)
class Picture:
    """One sample: a picture of a shard."""

    shard: "PictureShard"
    item: int

    @property
    def row(self) -> int:
        """Of the shard's file, from 0."""
        return int(self.shard.rows[self.item])

    def content(self) -> bytes:
        start, stop = self.shard.starts[self.item : self.item + 2].tolist()
        return self.shard.pictures[start:stop].tobytes()

    def next(self) -> "Picture":
        """The one after it; after the last, the first."""
        return Picture(self.shard, (self.item + 1) % self.shard.samples)


@dataclass(frozen=True, slots=True, eq=False)
class PictureShard:
    """A shard's samples."""

    pictures: npt.NDArray[np.uint8]
    """Flat."""
    starts: npt.NDArray[np.int64]
    """[n + 1], the byte each begins with, and where the last ends."""
    rows: npt.NDArray[np.int64]
    """[n + 1], which row of the shard's file each was, and how many rows that has."""

    @classmethod
    def open(cls, folder: Path) -> Self | None:
        """The prepared shard in `folder`; None if it is absent or damaged, and so to be made anew."""
        arrays = open_arrays(folder, _FILES)
        if arrays is None:
            return None
        pictures, starts, rows = arrays
        is_whole = len(starts) == len(rows) > 0 and starts[-1] == len(pictures)
        return cls(pictures, starts, rows) if is_whole else None

    @property
    def samples(self) -> int:
        return len(self.rows) - 1

    def sample(self, item: int) -> Picture:
        return Picture(self, item)


def write_shard(folder: Path, rows: Iterator[PictureRow]) -> None:
    """Rows that hold no picture are left out."""
    pictures, starts, numbers = (
        GrowingArray(folder / name, kind) for name, kind in zip(_FILES, (np.uint8, np.int64, np.int64), strict=True)
    )
    held, number = bytearray(), 0
    try:
        for row in rows:
            if row.content is not None:
                starts.append([pictures.length + len(held)])
                numbers.append([number])
                held += row.content
            number += 1
            if len(held) >= _FLUSH_BYTES:
                pictures.append(np.frombuffer(bytes(held), np.uint8))
                held.clear()
        pictures.append(np.frombuffer(bytes(held), np.uint8))
        starts.append([pictures.length])
        numbers.append([number])
        for file in (pictures, starts, numbers):
            file.finish()
    finally:
        for file in (pictures, starts, numbers):
            file.close()
