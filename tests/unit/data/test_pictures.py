import io
from pathlib import Path

import pyarrow as pa
import pytest
from PIL import Image
from pyarrow import parquet

from core.data.pictures import is_picture, read_pictures
from core.data.text import BrokenShard, Limits


def encoded(kind: str) -> bytes:
    written = io.BytesIO()
    Image.new("RGB", (9, 7), (200, 10, 10)).save(written, kind)
    return written.getvalue()


def test_pictures_come_with_labels_and_names_where_there_are_any(tmp_path: Path) -> None:
    contents = [encoded(kind) for kind in ("JPEG", "PNG", "WEBP")]
    path = tmp_path / "a.parquet"
    columns = {"image": pa.array([*contents, None]), "label": pa.array([3, None, 1, 2], pa.int16())}
    parquet.write_table(pa.table(columns | {"file": ["a.jpg", "b.png", None, ""], "more": [0.5] * 4}), path)
    fractions: list[float] = []
    rows = list(read_pictures(path, "parquet", on_fraction=fractions.append))
    assert [row.content for row in rows] == [*contents, None]
    assert [row.label for row in rows] == [3, None, 1, 2]
    assert [row.name for row in rows] == ["a.jpg", "b.png", "", ""]
    assert fractions[-1] == 1.0


def test_the_form_of_the_library_datasets_is_read_too(tmp_path: Path) -> None:
    path, content = tmp_path / "a.parquet", encoded("PNG")
    images = [{"bytes": content, "path": "x/1.png"}, {"bytes": None, "path": "gone.png"}, None]
    kind = pa.struct([("bytes", pa.binary()), ("path", pa.string())])
    parquet.write_table(pa.table({"image": pa.array(images, kind), "label": ["text", "is", "none"]}), path)
    rows = list(read_pictures(path, "parquet"))
    assert [(row.content, row.label, row.name) for row in rows] == [
        (content, None, "x/1.png"),
        (None, None, "gone.png"),
        (None, None, ""),
    ]


def test_what_cannot_be_a_picture_is_nothing(tmp_path: Path) -> None:
    path, whole = tmp_path / "a.parquet", encoded("JPEG")
    contents = [whole, b"", b"<html>404</html>", b"GIF89a" + bytes(40), whole + bytes(5000), whole[:4]]
    parquet.write_table(pa.table({"image": contents}), path)
    rows = list(read_pictures(path, "parquet", Limits(document_bytes=4000)))
    assert [row.content is not None for row in rows] == [True, False, False, False, False, True]
    assert is_picture(b"RIFF1234WEBPVP8 ")
    assert not is_picture(b"RIFF1234WAVEfmt ")


def test_other_files_are_refused_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    for table, words in (
        ({"text": ["a"]}, "no column `image`"),
        ({"image": ["a"]}, "no column `image`"),
        ({"image": [{"path": "a"}]}, "no column `image`"),
    ):
        parquet.write_table(pa.table(table), path)
        with pytest.raises(BrokenShard, match=words):
            list(read_pictures(path, "parquet"))
    with pytest.raises(BrokenShard, match="read from parquet files"):
        list(read_pictures(path, "text"))
    path.write_bytes(b"PAR1 but not really PAR1")
    with pytest.raises(BrokenShard) as caught:
        list(read_pictures(path, "parquet"))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("is_struct", [False, True])
def test_a_shard_that_unpacks_to_too_much_is_refused_unread(tmp_path: Path, is_struct: bool) -> None:
    path, content = tmp_path / "a.parquet", encoded("PNG") + bytes(100_000)
    images = [{"bytes": content}] if is_struct else [content]
    parquet.write_table(pa.table({"image": images}), path)
    with pytest.raises(BrokenShard, match="a row group unpacks"):
        list(read_pictures(path, "parquet", Limits(row_group_bytes=50_000)))
    with pytest.raises(BrokenShard, match="it unpacks"):
        list(read_pictures(path, "parquet", Limits(text_bytes=50_000)))
