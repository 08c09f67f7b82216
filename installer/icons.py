"""The program's icon in the forms that systems want, drawn from the one in `resources`."""

import sys
from pathlib import Path

import system_icons

SOURCE = system_icons.SOURCE
SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
"""Pixels; those of the freedesktop icon theme."""


def write_png(path: Path, size: int) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(system_icons.drawn(size))
    return path


def for_program(folder: Path) -> Path | None:
    """The file that PyInstaller builds in, made in `folder`; None where a program file holds no icon (Linux)."""
    name = {"win32": "idlewild.ico", "darwin": "idlewild.icns"}.get(sys.platform)
    return system_icons.write(folder / name, system_icons.drawn) if name else None
