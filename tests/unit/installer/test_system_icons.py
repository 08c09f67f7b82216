"""Icon files are read back by Qt, which knows both forms."""

import struct
import subprocess
import sys
from pathlib import Path

import pytest
import system_icons

READ = """
import sys
from PySide6.QtGui import QGuiApplication, QImageReader
application = QGuiApplication([])
reader = QImageReader(sys.argv[1])
for number in range(reader.imageCount()):
    reader.jumpToImage(number)
    image = reader.read()
    middle = image.pixelColor(image.width() // 2, image.height() // 2)
    print(image.width(), image.height(), middle.alpha())
"""


def pictures_in(path: Path) -> list[tuple[int, int, int]]:
    """Width, height and opacity in the middle; in a process of its own, as Qt would stay in this one."""
    done = subprocess.run(
        [sys.executable, "-c", READ, str(path)],
        env={"QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return [tuple(map(int, line.split())) for line in done.stdout.splitlines()]  # type: ignore[misc]


@pytest.mark.parametrize(
    ("name", "sizes"),
    [("idlewild.ico", set(system_icons.ICO_SIZES)), ("idlewild.icns", set(system_icons.ICNS_KINDS.values()))],
)
def test_every_size_is_drawn(tmp_path: Path, name: str, sizes: set[int]) -> None:
    made = tmp_path / "out" / name
    subprocess.run(
        [sys.executable, system_icons.__file__, str(made)], check=True, timeout=60, stdout=subprocess.DEVNULL
    )
    seen = pictures_in(made)
    assert {(width, height) for width, height, _ in seen} == {(size, size) for size in sizes}
    assert {alpha for *_, alpha in seen} == {255}


def test_the_container_of_windows() -> None:
    data = system_icons.ico({256: b"large", 16: b"small!"})
    assert struct.unpack_from("<HHH", data) == (0, 1, 2)
    for place, (side, content) in enumerate(((16, b"small!"), (0, b"large"))):
        width, height, *_, length, offset = struct.unpack_from("<BBBBHHII", data, 6 + 16 * place)
        assert (width, height, data[offset : offset + length]) == (side, side, content)


def test_the_container_of_macos() -> None:
    data = system_icons.icns({"icp4": b"x", "ic10": b"yy"})
    assert (
        data
        == b"icns"
        + struct.pack(">I", 27)
        + b"icp4"
        + struct.pack(">I", 9)
        + b"x"
        + b"ic10"
        + struct.pack(">I", 10)
        + b"yy"
    )
