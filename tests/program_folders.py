"""Small programs in folders like the installed one's, and releases of them, for tests of updates.

A program is a shell script beside `_internal`, which says who it is and does what its version is to do.
"""

import base64
import json
import textwrap
from dataclasses import dataclass
from pathlib import Path

import zstandard

from core.identity.ids import Digest
from core.identity.keys import Identity
from core.release.documents import Needs, ProgramFile, Release, this_platform, this_python
from core.release.feed import Offer
from core.release.origin import Origin
from core.release.packing import packed_name
from core.release.seal import seal
from core.version import PROTOCOL

MAKER, STRANGER = Identity.from_seed(b"m" * 32), Identity.from_seed(b"s" * 32)
NEEDS = seal(MAKER, Needs(platform=this_platform(), python=this_python(), runtimes=()))

GOOD = """
if [ -n "$IDLEWILD_TRIAL" ]; then : > "$IDLEWILD_TRIAL"; fi
exit "${STATUS:-0}"
"""
CRASHES = "exit 3"
SILENT = """
(trap "" TERM; exec sleep 1000) &
echo $! > "$CHILDREN"
wait
"""

Content = dict[str, bytes]
"""Path to what is in it; of links, `-> TARGET`."""


def program(version: str, does: str = GOOD, **parts: bytes) -> Content:
    """`parts`: files in `_internal`."""
    script = f'#!/bin/sh\necho "{version} $*"\n{textwrap.dedent(does)}'
    inside = {f"_internal/{name}": content for name, content in parts.items()}
    return {"idlewild": script.encode(), "_internal/release/needs": NEEDS, **inside}


def write_program(folder: Path, content: Content) -> None:
    for name, data in content.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if data.startswith(b"-> "):
            path.symlink_to(data.removeprefix(b"-> ").decode())
        else:
            path.write_bytes(data)
            path.chmod(0o755 if name == "idlewild" else 0o644)


def read_program(folder: Path) -> Content:
    """What is there, without the description; links as `Content` has them."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_symlink():
            found[path.relative_to(folder).as_posix()] = b"-> " + str(path.readlink()).encode()
        elif path.is_file() and path.name != ".release":
            found[path.relative_to(folder).as_posix()] = path.read_bytes()
    return found


@dataclass
class Published:
    """A release, and what a web server holds of it, by name."""

    release: Release
    sealed: bytes
    files: dict[str, bytes]

    @property
    def offer(self) -> Offer:
        return Offer(self.release, self.sealed)

    def web(self) -> dict[str, bytes]:
        """By path: the feed, and the mirror."""
        mirror = {f"/files/{name}": data for name, data in self.files.items()}
        return {f"/feed/{self.release.platform}": self.sealed, **mirror}


def published(
    version: str, content: Content, mirror: str, *, signer: Identity = MAKER, sequence: int = 1, **changes: object
) -> Published:
    described, files = [], {}
    for name, data in content.items():
        if data.startswith(b"-> "):
            described.append(ProgramFile(path=name, target=data.removeprefix(b"-> ").decode()))
            continue
        packed, digest = zstandard.ZstdCompressor().compress(data), Digest.of(data)
        files[packed_name(digest)] = packed
        described.append(
            ProgramFile(
                path=name,
                size_bytes=len(data),
                digest=digest,
                packed_bytes=len(packed),
                is_executable=name == "idlewild",
            )
        )
    fields = {
        "version": version,
        "platform": this_platform(),
        "sequence": sequence,
        "issued_s": 1_800_000_000,
        "protocol": PROTOCOL,
        "files": tuple(described),
        "mirrors": (mirror,),
    } | changes
    release = Release(**fields)  # type: ignore[arg-type]
    return Published(release, seal(signer, release), files)


def origin_of(installed: Path, *feeds: str) -> Origin:
    return Origin(keys=(MAKER.public_key,), feeds=feeds, needs=NEEDS, folder=installed / "_internal")


def origin_json(*feeds: str) -> str:
    """As the build puts it beside a program."""
    return json.dumps({"keys": [base64.b64encode(MAKER.public_key).decode()], "feeds": feeds})
