"""What this computer can compute with, found out before torch is there to be asked."""

import ctypes.util
import os
import platform
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import pynvml

from core.release.documents import DEVICES, Runtime

_FASTEST_FIRST = ("cuda", "rocm", "xpu", "mps", "cpu")
assert set(_FASTEST_FIRST) == set(DEVICES)
_INTEL = "0x8086"
_DISPLAY_CLASS = "0x03"
_WINDOWS_DISPLAYS = r"SYSTEM\CurrentControlSet\Control\Class\{4d36e968-e325-11ce-bfc1-08002be10318}"


@dataclass(frozen=True, slots=True)
class Hardware:
    """What was found."""

    nvidia_driver: str = ""
    """Its version; empty where there is none, or no card."""
    has_amd: bool = False
    has_intel: bool = False
    has_metal: bool = False


class Computer(Protocol):
    """What is asked. No method raises."""

    def nvidia_driver(self) -> str: ...

    def has_amd_card(self) -> bool: ...

    def has_intel_card(self) -> bool: ...

    def has_metal(self) -> bool: ...


def look(computer: Computer) -> Hardware:
    """Blocks; some tenths of a second where a card has to wake up."""
    return Hardware(
        nvidia_driver=computer.nvidia_driver(),
        has_amd=computer.has_amd_card(),
        has_intel=computer.has_intel_card(),
        has_metal=computer.has_metal(),
    )


def wishes(runtimes: Sequence[Runtime], hardware: Hardware, words: str) -> list[Runtime]:
    """Those that fit, the best first, and the one for the processor last of all.

    `words`: the owner's choice of a device, as `RunOptions.device`. Who names a card gets no other kind of card; but
    where there is none for what is named, any will do, since all of them compute on the processor too.
    """
    fitting = [runtime for runtime in runtimes if _fits(runtime, hardware)]
    named = [runtime for runtime in fitting if runtime.device in _kinds(words)]
    return sorted(named or fitting, key=lambda runtime: _FASTEST_FIRST.index(runtime.device))


def _kinds(words: str) -> set[str]:
    if words == "auto":
        return set(_FASTEST_FIRST)
    named = {word.partition(":")[0].strip() for word in words.split(",")}
    if named & {"cuda", "rocm"}:
        named |= {"cuda", "rocm"}  # PyTorch calls AMD's cards `cuda` too
    return named | {"cpu"}


def _fits(runtime: Runtime, hardware: Hardware) -> bool:
    match runtime.device:
        case "cuda":
            return bool(hardware.nvidia_driver) and _numbers(hardware.nvidia_driver) >= _numbers(runtime.driver)
        case "rocm":
            return hardware.has_amd
        case "xpu":
            return hardware.has_intel
        case "mps":
            return hardware.has_metal
    return True


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", version))


class ThisComputer:
    """A `Computer`."""

    def __init__(self, library: Any = pynvml, root: Path = Path("/"), system: str = sys.platform) -> None:
        """`library`: the module `pynvml`, or what stands in for it. `root`: of the file system."""
        self._library = library
        self._root = root
        self._system = system

    def nvidia_driver(self) -> str:
        library = self._library
        try:
            library.nvmlInit()
        except library.NVMLError:
            return ""
        try:
            told = library.nvmlSystemGetDriverVersion() if library.nvmlDeviceGetCount() else ""
        except library.NVMLError:
            return ""
        finally:
            _shut_down(library)
        return told.decode() if isinstance(told, bytes) else str(told)

    def has_amd_card(self) -> bool:
        """Linux: one that the compute driver shows, and that this user may open."""
        if self._system != "linux" or not os.access(self._root / "dev/kfd", os.R_OK | os.W_OK):
            return False
        nodes = (self._root / "sys/class/kfd/kfd/topology/nodes").glob("*/properties")
        return any(re.search(r"^simd_count [1-9]", _text(node), re.MULTILINE) for node in nodes)

    def has_intel_card(self) -> bool:
        """One of its own, not a part of the processor, and what it is spoken to with."""
        if self._system == "win32":
            return any("Intel" in name and "Arc" in name for name in _windows_displays())
        if self._system != "linux" or ctypes.util.find_library("ze_loader") is None:
            return False
        return any(
            _text(device / "vendor") == _INTEL
            and _text(device / "class").startswith(_DISPLAY_CLASS)
            and not device.name.startswith("0000:00:")
            for device in _entries(self._root / "sys/bus/pci/devices")
        )

    def has_metal(self) -> bool:
        return self._system == "darwin" and platform.machine() == "arm64"


def _shut_down(library: Any) -> None:
    try:
        library.nvmlShutdown()
    except library.NVMLError:
        return


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


def _entries(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError:
        return []


def _windows_displays() -> list[str]:
    """What their drivers call them."""
    if sys.platform != "win32":
        return []
    import winreg  # there on Windows alone

    names = []
    with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, _WINDOWS_DISPLAYS) as displays:
        for index in range(winreg.QueryInfoKey(displays)[0]):
            try:
                with winreg.OpenKey(displays, winreg.EnumKey(displays, index)) as display:
                    names.append(str(winreg.QueryValueEx(display, "DriverDesc")[0]))
            except OSError:  # one that tells nothing, or is for administrators
                continue
    return names
