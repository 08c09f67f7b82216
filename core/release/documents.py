"""What a release says of itself: the program's files, and the wheels that training needs beside them.

Two documents, both signed (`core.release.seal`). `Needs` lies inside the program it was built with: which engine
runtimes fit it. `Release` lies on the web: which files the newest program has; it names no wheels, since the program
that it describes brings its own `Needs`.
"""

import hashlib
import platform
import sys

import msgspec

from core.identity.ids import Digest

DEVICES = ("cpu", "cuda", "rocm", "xpu", "mps")


class Wheel(msgspec.Struct, frozen=True, kw_only=True):
    """One file of the Python package index, or of another."""

    file: str
    size_bytes: int
    unpacked_bytes: int
    digest: Digest
    folder: str
    """Where it lies: a web folder, with a slash at its end."""


class Runtime(msgspec.Struct, frozen=True, kw_only=True):
    """What computes: torch for one kind of device, and everything that it and the trainer import."""

    device: str
    """One of `DEVICES`."""
    wheels: tuple[Wheel, ...]
    driver: str = ""
    """Oldest driver of the card that it works with, such as `580.65`; empty where that does not matter."""

    @property
    def id(self) -> str:
        """The same for the same wheels, and a folder's name."""
        told = "\n".join([self.device, *sorted(wheel.digest.text for wheel in self.wheels)])
        return f"{self.device}-{hashlib.sha256(told.encode()).hexdigest()[:16]}"

    @property
    def size_bytes(self) -> int:
        """To be fetched."""
        return sum(wheel.size_bytes for wheel in self.wheels)

    @property
    def unpacked_bytes(self) -> int:
        return sum(wheel.unpacked_bytes for wheel in self.wheels)


class Needs(msgspec.Struct, frozen=True, kw_only=True):
    """Which engine runtimes fit one build of the program."""

    platform: str
    """As `this_platform`."""
    python: str
    """Such as `3.11`: wheels are made for one."""
    runtimes: tuple[Runtime, ...]
    mirrors: tuple[str, ...] = ()
    """Web folders that hold all wheels by name, asked after each wheel's own place."""


class ProgramFile(msgspec.Struct, frozen=True, kw_only=True):
    """One file of the program's folder, or a link to another one in it."""

    path: str
    """From the folder on, with slashes."""
    size_bytes: int = 0
    digest: Digest | None = None
    """None for a link."""
    packed_bytes: int = 0
    """As it travels: one Zstandard frame, `DIGEST.zst` on the mirrors."""
    is_executable: bool = False
    target: str = ""
    """Of a link, from the link's own folder on."""


class Release(msgspec.Struct, frozen=True, kw_only=True):
    """The newest program for one platform."""

    version: str
    platform: str
    sequence: int
    """Grows with everything that is published; what is older than what was seen is refused."""
    issued_s: int
    """Unix time."""
    protocol: int
    """`core.version.PROTOCOL` of it: whether others can still be spoken to without it."""
    files: tuple[ProgramFile, ...]
    mirrors: tuple[str, ...]
    notes: str = ""
    """Web page that says what is new."""

    @property
    def size_bytes(self) -> int:
        return sum(file.size_bytes for file in self.files)


def this_platform() -> str:
    """System and processor, in the words that documents use: `linux-x86_64`, `windows-x86_64`, `macos-arm64` …"""
    system = {"win32": "windows", "darwin": "macos"}.get(sys.platform, sys.platform)
    machine = platform.machine().lower()
    return f"{system}-{ {'amd64': 'x86_64', 'aarch64': 'arm64'}.get(machine, machine) }"


def this_python() -> str:
    return f"{sys.version_info.major}.{sys.version_info.minor}"
