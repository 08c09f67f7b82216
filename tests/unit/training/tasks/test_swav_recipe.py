import contextlib
import dataclasses
import logging
import struct
import zlib
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from picture_files import encoded, pixels, write_pictures
from PIL import Image

from core.data.prepared import prepare_shard
from core.data.ranges import SampleRange
from core.data.text import BrokenShard
from core.errors import LocalFault
from core.identity.manifest import Crops
from core.training.tasks.swav.chance import Chance, box
from core.training.tasks.swav.pictures import PIXELS_MAX, NotAPicture, check, cut_views, opened
from core.training.tasks.swav.recipe import ViewRecipe
from core.training.tasks.swav.shards import PictureShard

CROPS = (
    Crops(count=2, pixels=24, least_area=0.3, most_area=1.0),
    Crops(count=3, pixels=12, least_area=0.1, most_area=0.3),
)
WHOLE = (0.0, 0.0, 1.0, 1.0)


def recipe(threads: int = 2) -> ViewRecipe:
    made = ViewRecipe(CROPS, Chance(5, CROPS, 1.0, 0.5))
    made._threads, made._pool = threads, ThreadPoolExecutor(threads)
    return made


def prepared(folder: Path, contents: list[bytes | None]) -> PictureShard:
    path = write_pictures(folder / "shard.parquet", contents)
    shard = prepare_shard(path, "parquet", recipe(), folder / "made")
    assert isinstance(shard, PictureShard)
    return shard


def nothing(_: float) -> None:
    pass


def truncated(seed: int) -> bytes:
    content = encoded(seed, 200, 200)
    return content[: len(content) // 2]


def bomb() -> bytes:
    """A PNG of a few bytes that says it has a hundred million pixels."""
    side = 10_000
    assert side**2 > PIXELS_MAX
    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    chunks = [(b"IHDR", head), (b"IDAT", zlib.compress(bytes(1000))), (b"IEND", b"")]
    parts = (
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def test_rows_that_hold_no_picture_are_left_out_and_all_others_come_back(tmp_path: Path) -> None:
    contents = [encoded(1), None, encoded(2, kind="PNG"), b"nothing", encoded(3, kind="WEBP"), None]
    shard = prepared(tmp_path, contents)
    assert shard.samples == 3
    assert [shard.sample(item).content() for item in range(3)] == [contents[0], contents[2], contents[4]]
    assert [shard.sample(item).row for item in range(3)] == [0, 2, 4]
    assert shard.sample(2).next().row == 0
    for name in ("starts.npy", "pictures.npy", "rows.npy"):
        kept = (tmp_path / "made" / name).read_bytes()
        (tmp_path / "made" / name).write_bytes(b"x")
        assert recipe().open(tmp_path / "made") is None
        (tmp_path / "made" / name).write_bytes(kept)
    assert recipe().open(tmp_path / "made") is not None


def test_a_batch_is_the_same_however_it_is_cut_and_threaded(tmp_path: Path) -> None:
    shard = prepared(tmp_path, [encoded(seed) for seed in range(11)])
    samples = [shard.sample(item) for item in range(11)]
    whole = recipe().batch(samples, SampleRange(20, 31))
    assert len(whole) == 11
    assert [views.pixels.shape for views in whole.sizes] == [(22, 24, 24, 3), (33, 12, 12, 3)]
    part = recipe(1).batch(samples[4:6], SampleRange(24, 26))
    for size, (all_views, some) in enumerate(zip(whole.sizes, part.sizes, strict=True)):
        rows = [view * 11 + row for view in range(CROPS[size].count) for row in (4, 5)]
        assert (all_views.pixels[rows] == some.pixels).all()
        assert (all_views.colours[rows] == some.colours).all()
        assert (all_views.blurs[rows] == some.blurs).all()
    assert len({views.tobytes() for views in whole.sizes[0].pixels}) == 22


def test_views_are_parts_of_their_picture(tmp_path: Path) -> None:
    halves = np.zeros((40, 60, 3), np.uint8)
    halves[:, 30:] = (0, 0, 250)
    written = BytesIO()
    Image.fromarray(halves).save(written, "PNG")
    image = opened(written.getvalue())
    left, right, both = cut_views(image, [(0, 0, 0.5, 1), (0.5, 0, 1, 1), WHOLE], [8, 16, 8])
    assert np.asarray(left)[:, :-1].max() == 0
    assert (np.asarray(right)[:, 1:] == (0, 0, 250)).all()
    assert right.size == (16, 16)
    assert np.asarray(both)[:, 0].max() == 0
    assert (np.asarray(both)[:, -1] == (0, 0, 250)).all()


@settings(deadline=None)
@given(
    st.integers(1, 90),
    st.integers(1, 90),
    st.floats(0.001, 1.0),
    st.floats(-0.29, 0.29),
    st.floats(0, 1),
    st.floats(0, 1),
)
def test_every_cut_of_every_picture_can_be_made(
    width: int, height: int, area: float, ratio: float, left: float, top: float
) -> None:
    image = opened(encoded(0, width, height))
    (view,) = cut_views(image, [box(np.array([area, ratio, left, top]), width, height)], [9])
    assert view.size == (9, 9)


@pytest.mark.parametrize("side", [16, 30, 100])
def test_a_large_photograph_is_decoded_small_with_the_same_views(side: int) -> None:
    content = encoded(3, 800, 600)
    boxes = [(0.1, 0.2, 0.6, 0.9), WHOLE]
    found = cut_views(opened(content), boxes, [side, side])
    plain = Image.fromarray(pixels(3, 800, 600))
    for view, (left, top, right, bottom) in zip(found, boxes, strict=True):
        box = (left * 800, top * 600, right * 800, bottom * 600)
        expected = np.asarray(plain.resize((side, side), Image.Resampling.BILINEAR, box), np.float64)
        assert np.abs(np.asarray(view) - expected).mean() < 4


def test_the_view_that_needs_most_decides_how_small_that_is() -> None:
    noise = np.random.default_rng(0).integers(0, 255, (256, 256, 3), np.uint8)
    written = BytesIO()
    Image.fromarray(noise).save(written, "JPEG", quality=98, subsampling=0)
    _, fine = cut_views(opened(written.getvalue()), [WHOLE, (0.5, 0.5, 0.75, 0.75)], [16, 64])
    assert np.abs(np.asarray(fine, np.float64) - noise[128:192, 128:192]).mean() < 8


def test_mirrored_views_are_the_others_turned_round(tmp_path: Path) -> None:
    shard, made = prepared(tmp_path, [encoded(1)]), recipe(1)
    decided = made._chance(SampleRange(0, 1))
    plain = made.batch([shard.sample(0)], SampleRange(0, 1)).sizes[0].pixels
    turned = dataclasses.replace(decided, mirrored=~decided.mirrored)
    made._chance = lambda numbers: turned  # type: ignore[assignment]
    other = made.batch([shard.sample(0)], SampleRange(0, 1)).sizes[0].pixels
    assert (other == plain[:, :, ::-1]).all()
    assert (other != plain).any()
    image = opened(encoded(1))
    boxes = [box(cut, image.width, image.height) for cut in decided.cuts[0]]
    view = np.asarray(cut_views(image, boxes, made._sides)[0])
    assert (view == (other if decided.mirrored[0, 0] else plain)[0]).all()


@pytest.mark.parametrize("mode", ["L", "P", "RGBA", "I;16", "CMYK"])
def test_every_kind_of_colour_becomes_three(mode: str) -> None:
    written, image = BytesIO(), Image.fromarray(pixels(1, 20, 20))
    if mode == "I;16":
        image = image.convert("L").convert("I").point(lambda value: value * 200)
    image.convert(mode).save(written, "JPEG" if mode == "CMYK" else "PNG")
    (view,) = cut_views(opened(written.getvalue()), [WHOLE], [8])
    assert view.mode == "RGB"


BROKEN = [truncated(1), bomb(), b"\xff\xd8\xff" + bytes(100), b"\x89PNG\r\n\x1a\n", encoded(1)[:20]]


@pytest.mark.parametrize("content", BROKEN, ids=["cut", "bomb", "zeros", "empty", "head"])
@pytest.mark.filterwarnings("ignore::PIL.Image.DecompressionBombWarning")
def test_what_does_not_decode_is_told_from_what_does(content: bytes) -> None:
    check(encoded(1))
    with pytest.raises(NotAPicture):
        check(content)


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(["JPEG", "PNG", "WEBP"]),
    st.lists(st.tuples(st.integers(0, 2000), st.integers(0, 255)), min_size=1, max_size=8),
    st.one_of(st.none(), st.integers(0, 2000)),
)
def test_no_change_of_bytes_is_worse_than_no_picture(
    kind: str, changes: list[tuple[int, int]], stop: int | None
) -> None:
    content = bytearray(encoded(2, 30, 20, kind))
    for place, value in changes:
        content[place % len(content)] = value
    with contextlib.suppress(NotAPicture):
        cut_views(opened(bytes(content[:stop])), [WHOLE, (0.2, 0.2, 0.7, 0.8)], [8, 4])


def test_the_next_picture_takes_the_place_of_one_that_cannot_be_decoded(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    shard = prepared(tmp_path, [encoded(0), truncated(1), truncated(2), encoded(3)])
    made, samples = recipe(1), [shard.sample(item) for item in range(4)]
    with caplog.at_level(logging.WARNING):
        batch = made.batch(samples, SampleRange(0, 4))
        again = made.batch([shard.sample(3)] * 4, SampleRange(0, 4))
        made.batch(samples, SampleRange(4, 8))
    assert len(batch) == 4
    for views, others in zip(batch.sizes, again.sizes, strict=True):
        rows = [row for row in range(len(views.pixels)) if row % 4]
        assert (views.pixels[rows] == others.pixels[rows]).all()
    said = [record.getMessage() for record in caplog.records]
    assert [words.partition(" of")[0] for words in said] == ["row 1", "row 2"], "each once"


def test_nothing_but_damage_is_this_machines_fault(tmp_path: Path) -> None:
    shard = prepared(tmp_path, [truncated(1)] * 3)
    with pytest.raises(LocalFault, match="100 pictures in a row"):
        recipe().batch([shard.sample(0)], SampleRange(0, 1))


def test_the_organiser_is_told_which_pictures_fail(tmp_path: Path) -> None:
    contents = [encoded(0), None, truncated(1), *[b"no"] * 5, encoded(3), None]
    path = write_pictures(tmp_path / "a.parquet", contents, file=[f"{number}.jpg" for number in range(10)])
    fractions: list[float] = []
    shard = prepare_shard(path, "parquet", recipe(), tmp_path / "it")
    assert [str(doubt) for doubt in recipe().doubts(path, "parquet", shard, fractions.append)] == [
        "a.parquet: 8 of 10 pictures cannot be decoded and are passed over, in the rows 1 (1.jpg), 2 (2.jpg), "
        "3 (3.jpg), 4 (4.jpg), 5 (5.jpg) and 3 more."
    ]
    assert fractions[-1] == 1.0
    assert recipe().doubts(path, "parquet", prepared(tmp_path, [encoded(0)]), nothing) == []
    bad = write_pictures(tmp_path / "bad.parquet", [truncated(1)])
    shard = prepare_shard(bad, "parquet", recipe(), tmp_path / "bad")
    with pytest.raises(BrokenShard, match="none of its pictures"):
        recipe().doubts(bad, "parquet", shard, nothing)
