"""The AppImage: one file that needs no installation. A small program in front mounts the image behind it."""

import platform
import shutil
import tempfile
from pathlib import Path

import icons
from bundling import variant
from deb import lay_out_for_desktops
from running import run

_LEVELS = {"": "22", "-offline": "12"}
"""Of Zstandard, as with Debian packages."""
_BLOCK = "128K"
"""What is unpacked at once: with 1 MB the file is a tenth smaller, and the window comes a quarter of a second later."""


def make_appimage(bundle: Path, folder: Path, version: str, runtime: Path) -> Path:
    """The file in `folder`. `runtime`: a static build of AppImage's type-2 runtime. Raises `Failed`."""
    kind = variant(bundle)
    image = folder / f"Idlewild-{version}-{platform.machine()}{kind}.AppImage"
    with tempfile.TemporaryDirectory() as scratch:
        tree, packed = Path(scratch) / "AppDir", Path(scratch) / "packed"
        shutil.copytree(bundle, tree / "usr/lib/idlewild", symlinks=True)
        lay_out_for_desktops(tree / "usr/share")
        (tree / "AppRun").symlink_to("usr/lib/idlewild/idlewild")
        (tree / "idlewild.desktop").symlink_to("usr/share/applications/idlewild.desktop")
        icons.write_png(tree / "idlewild.png", 256)
        (tree / ".DirIcon").symlink_to("idlewild.png")
        command = ["mksquashfs", str(tree), str(packed), "-quiet", "-no-progress", "-root-owned", "-noappend"]
        command += ["-comp", "zstd", "-Xcompression-level", _LEVELS[kind], "-b", _BLOCK]
        command += ["-mkfs-time", "0", "-all-time", "0"]
        run(command)
        image.write_bytes(runtime.read_bytes())
        with image.open("ab") as whole, packed.open("rb") as part:
            shutil.copyfileobj(part, whole)
    image.chmod(0o755)
    return image
