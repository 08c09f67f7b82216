"""What this computer is, for whoever is asked for help. Nothing of torch is loaded: that takes seconds and memory."""

import importlib.metadata
import os
import platform
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil

from core.version import VERSION

_PACKAGES = (
    *("torch", "transformers", "tokenizers", "numpy", "scipy", "aioquic", "cryptography", "msgspec", "psutil"),
    *("PySide6-Essentials", "zeroconf", "aiohttp", "keyring"),
)


def versions() -> dict[str, str]:
    found = {"idlewild": VERSION, "python": sys.version.split()[0], "system": platform.platform()}
    for name in _PACKAGES:
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            found[name] = "missing"
    return found


def computer(home: Path) -> dict[str, Any]:
    """Processors, memory, disk, graphics cards; what the system does not tell is left out."""
    memory, found = psutil.virtual_memory(), {}
    if home.exists():
        disk = shutil.disk_usage(home)
        found = {"disk_bytes": disk.total, "disk_free_bytes": disk.free}
    return {
        "machine": platform.machine(),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "memory_bytes": memory.total,
        "memory_free_bytes": memory.available,
        "graphics": list(_graphics()),
        "desktop": os.environ.get("XDG_CURRENT_DESKTOP", ""),
        "session": os.environ.get("XDG_SESSION_TYPE", ""),
        **found,
    }


def network_interfaces() -> list[dict[str, Any]]:
    """Without their addresses."""
    return [
        {"name": name, "is_up": stats.isup, "mbit_per_s": stats.speed, "mtu": stats.mtu}
        for name, stats in sorted(psutil.net_if_stats().items())
    ]


def _processor() -> str:
    for line in _read(Path("/proc/cpuinfo")).splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.processor()


def _graphics() -> Iterator[str]:
    """Names where a driver tells them, else vendor and device as the bus numbers them. Linux alone: elsewhere the
    status names the device that trains."""
    for card in sorted(Path("/proc/driver/nvidia/gpus").glob("*/information")):
        for line in _read(card).splitlines():
            if line.startswith("Model"):
                yield line.partition(":")[2].strip()
    for card in sorted(Path("/sys/class/drm").glob("card[0-9]")):
        vendor, device = (_read(card / "device" / name).strip() for name in ("vendor", "device"))
        if vendor:
            yield f"{vendor} {device}"


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
