"""From shards of pictures to batches of views."""

import logging
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import psutil
from PIL import Image

from core.data.pictures import read_pictures
from core.data.ranges import SampleRange
from core.data.text import OnFraction
from core.errors import LocalFault
from core.identity.manifest import Crops, Manifest, Swav
from core.saying import Saying, say
from core.training.tasks.swav.chance import Chance, Decisions, Floats, box
from core.training.tasks.swav.checking import doubts
from core.training.tasks.swav.pictures import NotAPicture, Pixels, cut_views, opened
from core.training.tasks.swav.shards import Picture, PictureShard, write_shard

log = logging.getLogger(__name__)

_THREADS_MAX = 16
_NEXT_MAX = 100
"""Pictures tried, one after the other, in the place of one that cannot be decoded."""


@dataclass(frozen=True, slots=True)
class ViewsOfSize:
    """All views of one size, of n samples: view after view, N = count * n rows."""

    pixels: Pixels
    """[N, p, p, 3]"""
    colours: npt.NDArray[np.float32]
    """[N, 2, 3, 3], see `Decisions`."""
    blurs: npt.NDArray[np.float32]
    """[N]"""


@dataclass(frozen=True, slots=True)
class ViewBatch:
    """n samples."""

    sizes: tuple[ViewsOfSize, ...]
    samples: int

    def __len__(self) -> int:
        return self.samples


class ViewRecipe:
    """A `core.data.recipe.Recipe`."""

    key = "pictures 1"

    def __init__(self, crops: Sequence[Crops], chance: Chance) -> None:
        self._crops, self._chance = tuple(crops), chance
        self._sides = [size.pixels for size in crops for _ in range(size.count)]
        self._threads = _threads()
        self._pool = ThreadPoolExecutor(self._threads, "views")
        self._said: set[tuple[int, int]] = set()

    @classmethod
    def of(cls, manifest: Manifest) -> "ViewRecipe":
        task = manifest.task
        assert isinstance(task, Swav)
        return cls(task.crops, Chance(manifest.seed, task.crops, task.colour_strength, task.blur_probability))

    def write(self, path: Path, kind: str, folder: Path, on_fraction: OnFraction) -> None:
        write_shard(folder, read_pictures(path, kind, on_fraction=on_fraction))

    def open(self, folder: Path) -> PictureShard | None:
        return PictureShard.open(folder)

    def doubts(self, path: Path, kind: str, made: PictureShard, on_fraction: OnFraction) -> list[Saying]:
        return doubts(path, kind, made, self._pool, on_fraction)

    def batch(self, samples: Sequence[Picture], numbers: SampleRange) -> ViewBatch:
        decided, count = self._chance(numbers), len(samples)
        pixels = [np.empty((size.count * count, size.pixels, size.pixels, 3), np.uint8) for size in self._crops]

        def fill(first: int) -> None:
            for row in range(first, count, self._threads):
                self._fill(samples[row], row, count, decided, pixels)

        list(self._pool.map(fill, range(min(self._threads, count))))
        return ViewBatch(tuple(self._sorted(decided, pixels)), count)

    def _fill(self, picture: Picture, row: int, count: int, decided: Decisions, pixels: list[Pixels]) -> None:
        """Writes one sample's views into `pixels`."""
        views = self._views(picture, decided.cuts[row])
        done = 0
        for size, array in zip(self._crops, pixels, strict=True):
            for number in range(size.count):
                view = np.asarray(views[done])
                array[number * count + row] = view[:, ::-1] if decided.mirrored[row, done] else view
                done += 1

    def _views(self, picture: Picture, cuts: Floats) -> list[Image.Image]:
        """Of the picture, or of the next one in its shard that can be decoded."""
        for _ in range(_NEXT_MAX):
            try:
                image = opened(picture.content())
                boxes = [box(cut, image.width, image.height) for cut in cuts]
                return cut_views(image, boxes, self._sides)
            except NotAPicture as fault:
                self._say_once(picture, fault)
                picture = picture.next()
        raise LocalFault(
            say(
                "{count} pictures in a row cannot be decoded (row {row} and those before it): the data is damaged, or "
                "this machine's Pillow lacks a format; install Idlewild again or tell the organiser.",
                count=_NEXT_MAX,
                row=picture.row,
            )
        )

    def _say_once(self, picture: Picture, fault: NotAPicture) -> None:
        """The same picture comes again with each pass over the data."""
        key = (picture.shard.pictures.size, picture.row)
        if key not in self._said:
            self._said.add(key)
            log.warning("row %d of a shard cannot be decoded (%s); the next one takes its place", picture.row, fault)

    def _sorted(self, decided: Decisions, pixels: list[Pixels]) -> Iterator[ViewsOfSize]:
        """What was decided for each sample's views, as those of each size, view after view."""
        done = 0
        for size, array in zip(self._crops, pixels, strict=True):
            views = slice(done, done + size.count)
            colours = decided.colours[:, views].swapaxes(0, 1).reshape(-1, 2, 3, 3)
            yield ViewsOfSize(array, colours, decided.blurs[:, views].T.reshape(-1))
            done += size.count


def _threads() -> int:
    """As many as processors, or what the trainer was told to use (which it tells other libraries by this name)."""
    told = os.environ.get("RAYON_NUM_THREADS", "")
    return min(_THREADS_MAX, int(told) if told.isdecimal() and int(told) else psutil.cpu_count() or 1)
