import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from pyarrow import parquet

from core.errors import UsageError
from core.evaluation import pictures
from core.evaluation.pictures import Picture, decode, read_pictures


def encoded(kind: str = "JPEG", mode: str = "RGB", size: tuple[int, int] = (40, 30)) -> bytes:
    values = np.random.default_rng(0).integers(0, 256, (size[1], size[0], 3), np.uint8)
    file = io.BytesIO()
    Image.fromarray(values).convert(mode).save(file, kind)
    return file.getvalue()


def table(path: Path, names: Any = None, **columns: list[Any]) -> Path:
    made = pyarrow.table(columns)
    if names is not None:
        made = made.replace_schema_metadata({"label_names": json.dumps(names)})
    parquet.write_table(made, path)
    return path


def test_labels_are_named_where_the_table_names_them(tmp_path: Path) -> None:
    path = table(tmp_path / "a.parquet", ["cat", "dog"], image=[b"1", b"2", b"3"], label=[1, 0, 2], file=["", "", ""])
    assert read_pictures(path) == [Picture(b"1", "dog", None), Picture(b"2", "cat", None), Picture(b"3", "2", None)]
    path = table(tmp_path / "b.parquet", image=[b"1", b"2"], label=["x", "y"], source=["s", None])
    assert read_pictures(path) == [Picture(b"1", "x", "s"), Picture(b"2", "y", None)]
    assert len(read_pictures(path, 1)) == 1


def test_tables_that_do_not_fit_are_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="holds no images"):
        read_pictures(table(tmp_path / "a.parquet", image=[], label=[]))
    with pytest.raises(UsageError, match="no column `image`"):
        read_pictures(table(tmp_path / "a.parquet", label=[1]))
    with pytest.raises(UsageError, match="image 2, cannot be used"):
        read_pictures(table(tmp_path / "a.parquet", image=[b"1", None], label=[1, 2]))
    with pytest.raises(UsageError, match="image 1, cannot be used"):
        read_pictures(table(tmp_path / "a.parquet", image=[b"1"], label=[0.5]))
    with pytest.raises(UsageError, match="no JSON list"):
        read_pictures(table(tmp_path / "a.parquet", {"0": "cat"}, image=[b"1"], label=[1]))
    (tmp_path / "a.parquet").write_bytes(b"no")
    with pytest.raises(UsageError, match="cannot be read"):
        read_pictures(tmp_path / "a.parquet")


@pytest.mark.parametrize(
    ("kind", "mode"),
    [("JPEG", "RGB"), ("JPEG", "L"), ("JPEG", "CMYK"), ("PNG", "P"), ("PNG", "RGBA"), ("WEBP", "RGB"), ("GIF", "P")],
)
def test_any_kind_of_image_becomes_red_green_and_blue(kind: str, mode: str) -> None:
    image = decode(encoded(kind, mode))
    assert image is not None
    assert (image.mode, image.size) == ("RGB", (40, 30))
    assert np.asarray(image).std() > 10


@given(
    kind=st.sampled_from(["JPEG", "PNG", "WEBP", "GIF", "BMP"]),
    cut=st.integers(0, 400),
    flips=st.lists(st.tuples(st.integers(0, 10_000), st.integers(1, 255)), max_size=8),
)
def test_a_broken_image_is_none_or_at_least_an_image(kind: str, cut: int, flips: list[tuple[int, int]]) -> None:
    content = bytearray(encoded(kind, "P" if kind == "GIF" else "RGB", (12, 9)))
    for place, bits in flips:
        content[place % len(content)] ^= bits
    image = decode(bytes(content[: len(content) - cut]))
    assert image is None or image.mode == "RGB"


def test_what_is_no_image_or_too_large_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert decode(b"") is None
    assert decode(b"<svg/>") is None
    assert decode(encoded()[:300]) is None
    monkeypatch.setattr(pictures, "PIXELS_MAX", 40 * 30 - 1)
    assert decode(encoded()) is None
    monkeypatch.setattr(pictures, "PIXELS_MAX", 40 * 30)
    assert decode(encoded()) is not None
