"""Made-up pictures, and shards of them."""

from io import BytesIO
from pathlib import Path

import numpy as np
import pyarrow as pa
from PIL import Image
from pyarrow import parquet


def pixels(seed: int, width: int, height: int) -> np.ndarray:
    """[height, width, 3] uint8: soft colours with an edge, as photographs have them."""
    chance = np.random.default_rng(seed)
    down, across = np.mgrid[0 : 1 : height * 1j, 0 : 1 : width * 1j]
    waves = [np.sin(6 * (down * a + across * b) + c) for a, b, c in chance.uniform(-1, 1, (3, 3))]
    values = 128 + 90 * np.stack(waves, -1)
    values[:, : width // 3] *= 0.6
    return values.round().astype(np.uint8)


def encoded(seed: int, width: int = 40, height: int = 30, kind: str = "JPEG") -> bytes:
    written = BytesIO()
    Image.fromarray(pixels(seed, width, height)).save(written, kind)
    return written.getvalue()


def write_pictures(path: Path, contents: list[bytes | None], **columns: list[object]) -> Path:
    table = {"image": pa.array(contents, pa.binary()), **columns}
    parquet.write_table(pa.table(table), path, row_group_size=5)
    return path
