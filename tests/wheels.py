"""Small wheels, made as others' tools make them, and what a release says of them."""

import base64
import hashlib
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

from core.identity.ids import Digest
from core.release.documents import Runtime, Wheel

FOLDER = "/wheels/"


def written_wheel(
    folder: Path,
    name: str,
    files: Mapping[str, bytes],
    *,
    version: str = "1.0",
    change_record: Callable[[str], str] = lambda record: record,
) -> Path:
    """`files`: by path in the wheel. `change_record`: spoils what it says of itself."""
    path = folder / f"{name}-{version}-py3-none-any.whl"
    info = f"{name}-{version}.dist-info"
    told = {
        **files,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n".encode(),
        f"{info}/WHEEL": b"Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    lines = [f"{file},{_hash(content)},{len(content)}" for file, content in told.items()]
    record = change_record("\n".join([*lines, f"{info}/RECORD,,", ""]))
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for file, content in {**told, f"{info}/RECORD": record.encode()}.items():
            entry = zipfile.ZipInfo(file, (2026, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if file.endswith(".sh") else 0o100644) << 16
            archive.writestr(entry, content)
    return path


def _hash(content: bytes) -> str:
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")


def wheel_of(path: Path, folder: str) -> Wheel:
    """As a release tells of it; `folder` is the web folder where it lies."""
    content = path.read_bytes()
    with zipfile.ZipFile(path) as archive:
        unpacked = sum(entry.file_size for entry in archive.infolist())
    return Wheel(
        file=path.name,
        size_bytes=len(content),
        unpacked_bytes=unpacked,
        digest=Digest.of(content),
        folder=folder,
    )


def runtime_of(paths: list[Path], folder: str, device: str = "cpu") -> Runtime:
    return Runtime(device=device, wheels=tuple(wheel_of(path, folder) for path in paths))
