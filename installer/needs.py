"""Finds the wheels of the engine runtimes that fit the bundle built here, and seals the list of them.

pip resolves them against what is installed in this environment and tells addresses and hashes; sizes are read from the
wheels themselves, of which only the ends are fetched.
"""

import io
import json
import sys
import tempfile
import tomllib
import urllib.parse
import urllib.request
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import Any

import parts
from running import Failed, run

from core.identity.ids import Digest
from core.release.documents import Needs, Runtime, Wheel, this_platform, this_python

HERE = Path(__file__).resolve().parent
ANSWER_S = 60
READ_AHEAD_BYTES = 256 << 10


@dataclass(frozen=True, slots=True)
class Source:
    """Where the wheels of one kind of device come from."""

    device: str
    index: str = ""
    """Asked before what pip is set up to ask here."""
    driver: str = ""


def sources(platform: str) -> list[Source]:
    """As `devices.toml` says. Raises `KeyError` for a platform that it does not know."""
    found = tomllib.loads((HERE / "devices.toml").read_text(encoding="utf-8"))[platform]
    return [Source(device, **told) for device, told in found.items()]


def needs(wanted: Sequence[Source], mirrors: Sequence[str]) -> Needs:
    """Of this platform and this Python. `mirrors`: web folders with slashes at their ends; wheels that lie on this
    computer alone are said to be on the first. Raises `Failed`."""
    runtimes = tuple(
        Runtime(device=source.device, wheels=tuple(_wheels(source, mirrors)), driver=source.driver) for source in wanted
    )
    return Needs(platform=this_platform(), python=this_python(), runtimes=runtimes, mirrors=tuple(mirrors))


def _wheels(source: Source, mirrors: Sequence[str]) -> Iterator[Wheel]:
    for told in _resolved(source):
        url = told["download_info"]["url"]
        folder, _, name = url.rpartition("/")
        size_bytes, unpacked_bytes = sizes(url)
        is_here = url.startswith("file:")
        if is_here and not mirrors:
            raise Failed(f"{url} is no address for others: name a mirror that has it")
        yield Wheel(
            file=urllib.parse.unquote(name),
            size_bytes=size_bytes,
            unpacked_bytes=unpacked_bytes,
            digest=Digest(bytes.fromhex(told["download_info"]["archive_info"]["hashes"]["sha256"])),
            folder=mirrors[0] if is_here else f"{folder}/",
        )


def _resolved(source: Source) -> Iterator[dict[str, Any]]:
    """pip's account of each wheel. It is asked twice, since torch and what it brings for a device (such as CUDA's own
    libraries) come from another index than the rest, which is pinned to what is installed here."""
    own, others = parts.bundled(), parts.fetched() - {"torch"}
    index = ["--extra-index-url", source.index] if source.index else []
    torch = f"torch=={parts.version('torch').partition('+')[0]}"
    found = {told["metadata"]["name"]: told for told in _asked([*index, torch], parts.pinned(own | others))}
    found |= {told["metadata"]["name"]: told for told in _asked(["--no-deps", *parts.pinned(others)])}
    return (told for name, told in sorted(found.items()) if parts.known_as(name) not in own)


def _asked(words: Sequence[str], constraints: Sequence[str] = ()) -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as folder:
        bounds = Path(folder) / "constraints.txt"
        bounds.write_text("\n".join(constraints), encoding="utf-8")
        command = [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "--only-binary", ":all:"]
        command += ["--quiet", "--report", "-", "--constraint", str(bounds), *words]
        return list(json.loads(run(command))["install"])


def sizes(url: str) -> tuple[int, int]:
    """Bytes of the wheel at `url`, and of what is in it. Raises `OSError`."""
    far = FarFile(url)
    with zipfile.ZipFile(io.BufferedReader(far, READ_AHEAD_BYTES)) as wheel:
        return far.size_bytes, sum(entry.file_size for entry in wheel.infolist())


class FarFile(io.RawIOBase):
    """A file on the web (or, by `file:`, here), of which only those parts are fetched that are read."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self._url, self._position = url, 0
        with self._opened("bytes=0-0") as answer:
            told = answer.headers.get("Content-Range", "").rpartition("/")[2] or answer.headers["Content-Length"]
        self.size_bytes = int(told)

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        start = {io.SEEK_SET: 0, io.SEEK_CUR: self._position, io.SEEK_END: self.size_bytes}[whence]
        self._position = start + offset
        return self._position

    def readinto(self, buffer: Any) -> int:
        stop = min(self.size_bytes, self._position + len(buffer))
        if stop <= self._position:
            return 0
        with self._opened(f"bytes={self._position}-{stop - 1}") as answer:
            if getattr(answer, "status", None) != HTTPStatus.PARTIAL_CONTENT:  # who knows no parts sends all
                _skip(answer, self._position)
            data = answer.read(stop - self._position)
        buffer[: len(data)] = data
        self._position += len(data)
        return len(data)

    def _opened(self, span: str) -> Any:
        request = urllib.request.Request(self._url, headers={"Range": span})  # noqa: S310 - what pip has just told
        return urllib.request.urlopen(request, timeout=ANSWER_S)  # noqa: S310


def _skip(answer: Any, count: int) -> None:
    while count > 0:
        count -= len(answer.read(min(count, 1 << 20)))
