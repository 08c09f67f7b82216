"""Which pictures of a shard cannot be decoded, for its organiser, while it is being hosted.

Training goes on whatever is found: the number of a shard's samples does not depend on it, and where a picture fails the
next one takes its place (`core.training.tasks.swav.recipe`).
"""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from core.data.pictures import read_pictures
from core.data.text import BrokenShard, OnFraction
from core.saying import Saying, say
from core.training.tasks.swav.pictures import NotAPicture, check
from core.training.tasks.swav.shards import Picture, PictureShard

_NAMED = 5
_AT_A_TIME = 256


def doubts(
    path: Path, kind: str, made: PictureShard, pool: ThreadPoolExecutor, on_fraction: OnFraction
) -> list[Saying]:
    """Decodes every picture. Raises `BrokenShard` if not one can be."""
    whole: set[int] = set()
    for start in range(0, made.samples, _AT_A_TIME):
        pictures = [made.sample(item) for item in range(start, min(start + _AT_A_TIME, made.samples))]
        fine = pool.map(_is_fine, pictures)
        whole.update(picture.row for picture, is_fine in zip(pictures, fine, strict=True) if is_fine)
        on_fraction((start + len(pictures)) / made.samples)
    if not whole:
        raise BrokenShard(path, say("none of its pictures can be decoded"))
    rows = int(made.rows[-1])
    return [_sentence(path, kind, whole, rows)] if len(whole) < rows else []


def _is_fine(picture: Picture) -> bool:
    try:
        check(picture.content())
    except NotAPicture:
        return False
    return True


def _sentence(path: Path, kind: str, whole: set[int], rows: int) -> Saying:
    named = [
        f"{number}" + (f" ({row.name})" if row.name else "")
        for number, row in enumerate(read_pictures(path, kind))
        if number not in whole
    ]
    first = ", ".join(named[:_NAMED])
    if len(named) <= _NAMED:
        return say(
            "{name}: {broken} of {rows} pictures cannot be decoded and are passed over, in the rows {first}.",
            name=path.name,
            broken=len(named),
            rows=rows,
            first=first,
        )
    return say(
        "{name}: {broken} of {rows} pictures cannot be decoded and are passed over, in the rows {first} and {more} "
        "more.",
        name=path.name,
        broken=len(named),
        rows=rows,
        first=first,
        more=len(named) - _NAMED,
    )
