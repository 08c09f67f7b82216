"""The file for whoever is asked for help: settings, facts and the log of a home, without its owner's secrets.

Everything goes through one `Redactor`, the names of the zip's members aside, which are fixed.
"""

import os
import re
import time
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from core.engine.computer import computer, network_interfaces, versions
from core.engine.log_ends import READ_BYTES, end_of, log_files
from core.engine.redaction import Redactor
from core.errors import LocalFault, UsageError, reason_of
from core.ipc.records import Bundle
from core.paths import Home
from core.saying import say

MARK = b"idlewild diagnostics 1"
"""The zip's comment: what such a file is known by, so that nothing else is overwritten."""
DOCUMENT_BYTES = 2 << 20
"""Of one member, at most; with the few members there are, a bundle stays far below 20 MB."""
LOG_BYTES = 2 * READ_BYTES
CRASHES = 20
_CRASH = re.compile(r"(?:^.*\n)?^Traceback \(most recent call last\):\n(?:[ \t].*\n|\n)*(?:^\S.*$)?", re.MULTILINE)

Documents = Mapping[str, Any]
"""Name without ending to plain values of JSON."""


def write_bundle(home: Home, file: Path, documents: Documents, redactor: Redactor) -> Bundle:
    """Writes `file`, which appears whole or not at all. Blocks for about a second; any thread may call it.

    `documents`: what only the engine knows. Raises `UsageError` where `file` is there and no earlier bundle, and
    `LocalFault` where it cannot be written.
    """
    check_replaceable(file)
    members = dict(_members(home, documents, redactor))
    new = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        try:
            with zipfile.ZipFile(new, "x", zipfile.ZIP_DEFLATED) as archive:
                archive.comment = MARK
                for name, text in members.items():
                    archive.writestr(name, text.encode("utf-8", errors="replace"))
            new.replace(file)
        finally:
            new.unlink(missing_ok=True)
        size = file.stat().st_size
    except OSError as error:
        raise LocalFault(
            say(
                "{file} cannot be written ({reason}): name a file in a folder where you may write.",
                file=str(file),
                reason=reason_of(error),
            )
        ) from error
    return Bundle(file=str(file), bytes=size, removed=redactor.removed)


def check_replaceable(file: Path) -> None:
    """Raises `UsageError` where something else would be overwritten, or there is no such folder."""
    if not file.parent.is_dir():
        raise UsageError(say("There is no folder {folder}: name a file in one that there is.", folder=str(file.parent)))
    if not file.exists() and not file.is_symlink():
        return
    try:
        with zipfile.ZipFile(file) as archive:
            is_ours = archive.comment == MARK
    except (OSError, zipfile.BadZipFile):
        is_ours = False
    if not is_ours:
        raise UsageError(say("{file} exists already, and is no such file: choose another name.", file=str(file)))


def _members(home: Home, documents: Documents, redactor: Redactor) -> Iterator[tuple[str, str]]:
    made = {"made": {"time": time.strftime("%Y-%m-%d %H:%M:%S %z"), "members": sorted(documents)}}
    facts = {"versions": versions(), "computer": computer(home.root), "interfaces": network_interfaces()}
    for name, content in {**made, **facts, "files": _sizes(home), **documents}.items():
        document = msgspec.json.encode(redactor.cleaned(msgspec.to_builtins(content)))
        yield f"{name}.json", msgspec.json.format(document, indent=2).decode()[:DOCUMENT_BYTES]
    logs = [(path.name, end_of(path, LOG_BYTES)) for path in log_files(home.log_file)[:3]]
    for name, text in logs:
        yield f"logs/{name}.txt", redactor.clean(text)
    crashes = [crash for _, text in reversed(logs) for crash in _CRASH.findall(text)]
    yield "crashes.txt", redactor.clean("\n\n".join(crashes[-CRASHES:]))[-DOCUMENT_BYTES:]


def _sizes(home: Home) -> dict[str, int]:
    """Bytes of the home's files and folders, by their names."""
    found = {}
    for path in sorted(home.root.iterdir()) if home.root.is_dir() else []:
        found[path.name] = sum(map(_size, path.rglob("*"))) if path.is_dir() else _size(path)
    return found


def _size(path: Path) -> int:
    try:
        return path.lstat().st_size if path.is_file() else 0
    except OSError:  # it has just been removed
        return 0
