"""The program's version and the version of what peers say to each other."""

import re

VERSION = "0.1.0"
PROTOCOL = 2
"""Peers of different `PROTOCOL` refuse each other's links with a reason that names the older one."""

_VERSION = re.compile(r"(?:0|[1-9]\d{0,5})(?:\.(?:0|[1-9]\d{0,5})){2}", re.ASCII)


def version_key(version: str) -> tuple[int, ...]:
    """Versions in order. Raises `ValueError`."""
    if not _VERSION.fullmatch(version):
        raise ValueError(f"{version[:40]!r} is no version")
    return tuple(int(part) for part in version.split("."))
