"""What is wrong with a release's documents, although whoever may sign has signed them: people err.

Each check yields half a sentence for each thing that must not be used, and none for a good document.
"""

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from core.release.documents import DEVICES, Needs, ProgramFile, Release, Wheel
from core.version import version_key

MOST_WHEELS, MOST_FILES, MOST_MIRRORS = 300, 20_000, 16
LARGEST_BYTES = 8 << 30
"""One file; torch with CUDA in one wheel has 0.9 GB."""

_WHEEL = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+!-]{0,200}\.whl")
_NAME = re.compile(r"[^\x00-\x1f/\\:*?\"<>|]{1,200}")


def wrong_in_needs(needs: Needs) -> Iterator[str]:
    if len(needs.mirrors) > MOST_MIRRORS:
        yield "it names too many mirrors"
    for runtime in needs.runtimes:
        if runtime.device not in DEVICES:
            yield f"it is for an unknown device {runtime.device[:20]!r}"
        if not 0 < len(runtime.wheels) <= MOST_WHEELS:
            yield f"it has {len(runtime.wheels)} wheels"
        if len({wheel.file for wheel in runtime.wheels}) < len(runtime.wheels):
            yield "it names a wheel twice"
        for wheel in runtime.wheels:
            yield from _wrong_in_wheel(wheel)


def _wrong_in_wheel(wheel: Wheel) -> Iterator[str]:
    if not _WHEEL.fullmatch(wheel.file):
        yield f"{wheel.file[:60]!r} is no wheel's name"
    if not (0 < wheel.size_bytes <= LARGEST_BYTES and 0 < wheel.unpacked_bytes <= LARGEST_BYTES):
        yield f"{wheel.file[:60]!r} has an impossible size"


def wrong_in_release(release: Release) -> Iterator[str]:
    try:
        version_key(release.version)
    except ValueError as error:
        yield str(error)
    if release.sequence < 0 or release.issued_s < 0:
        yield "its sequence or time is less than 0"
    if not 0 < len(release.files) <= MOST_FILES or len(release.mirrors) > MOST_MIRRORS:
        yield f"it has {len(release.files)} files on {len(release.mirrors)} mirrors"
    seen: set[str] = set()
    links = {file.path.casefold() for file in release.files if file.target}
    for file in release.files:
        folded = file.path.casefold()  # some file systems make no difference between a and A
        if folded in seen:
            yield f"{file.path[:80]!r} is there twice"
        if any(parent.as_posix() in links for parent in PurePosixPath(folded).parents):
            yield f"{file.path[:80]!r} lies behind a link"
        seen.add(folded)
        yield from _wrong_in_file(file)


def _wrong_in_file(file: ProgramFile) -> Iterator[str]:
    shown = repr(file.path[:80])
    if not is_inside(file.path):
        yield f"{shown} is no path in a folder"
    if file.target:
        if not _stays_inside(file.path, file.target):
            yield f"the link {shown} leads out of the folder"
    elif file.digest is None or not 0 <= file.size_bytes <= LARGEST_BYTES or not 0 < file.packed_bytes <= LARGEST_BYTES:
        yield f"{shown} has no digest or an impossible size"


def is_inside(path: str) -> bool:
    """Whether `path` names a file below its folder on every system."""
    return 0 < len(path) <= 400 and all(_is_name(part) for part in path.split("/"))


def _is_name(part: str) -> bool:
    return _NAME.fullmatch(part) is not None and part[-1] not in " ."


def _stays_inside(path: str, target: str) -> bool:
    """Whether a link at `path` stays in the folder: it may go up, but never above."""
    depth = path.count("/")
    for part in target.split("/"):
        depth += -1 if part == ".." else 1
        if depth < 0 or not (part == ".." or _is_name(part)):
            return False
    return len(target) <= 400
