"""`idlewild check`: what is well here and what is not, in plain words."""

import importlib.metadata
import os
import platform
import shutil
import socket
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import psutil

from core.cli.inquire import connect
from core.cli.launch import display_problem, qt_problem
from core.cli.words import peers, printable
from core.errors import LocalFault
from core.ipc.client import NoEngine
from core.ipc.messages import Method, Phase, Status
from core.paths import Home
from core.version import VERSION

ROOM_BYTES = 2 << 30
"""Free space below which a collaboration of common size will not fit."""
_MARKS = {"good": "ok  ", "note": "note", "bad": "BAD "}


@dataclass(frozen=True, slots=True)
class Finding:
    kind: Literal["good", "note", "bad"]
    sentence: str


def check(home: Path) -> int:
    """Prints the findings; 1 if any keeps Idlewild from running here."""
    findings = [*_machine(), *_home(home), *_engine(home), *_network(), *_window()]
    for finding in findings:
        print(f"{_MARKS[finding.kind]}  {printable(finding.sentence)}")
    return int(any(finding.kind == "bad" for finding in findings))


def _machine() -> Iterator[Finding]:
    memory_gib = psutil.virtual_memory().total / (1 << 30)
    yield Finding(
        "good",
        f"Idlewild {VERSION} on {platform.system()} {platform.machine()}, Python {platform.python_version()}, "
        f"{os.cpu_count()} processors, {memory_gib:.1f} GiB of memory.",
    )
    try:
        yield Finding("good", f"PyTorch {importlib.metadata.version('torch')} is installed.")
    except importlib.metadata.PackageNotFoundError:
        yield Finding("bad", "PyTorch is not installed, so nothing can be trained; run `pip install idlewild` again.")


def _home(home: Path) -> Iterator[Finding]:
    existing = next((folder for folder in (home, *home.parents) if folder.exists()), home)
    try:
        with tempfile.TemporaryFile(dir=existing):
            pass
        free_bytes = shutil.disk_usage(existing).free
    except OSError as fault:
        yield Finding("bad", f"The home {home} cannot be written ({fault.strerror}); choose another with --home.")
        return
    made = "can be written" if existing == home else "does not exist yet and can be made"
    yield Finding("good", f"The home {home} {made}.")
    if free_bytes < ROOM_BYTES:
        yield Finding("note", f"Only {free_bytes >> 20} MiB are free there; most collaborations need more than 2 GiB.")
    if Home(home).key_file.exists():
        yield Finding("note", f"This peer's key lies in {Home(home).key_file}; whoever reads that file can act as you.")
    elif (home / "identity.pub").exists():
        yield Finding("good", "This peer's key lies in the system's keyring.")


def _engine(home: Path) -> Iterator[Finding]:
    try:
        with connect(home) as client:
            status = client.call_as(Status, Method.STATUS)
    except NoEngine:
        yield Finding("note", "No engine is running in this home; `idlewild run` starts one.")
        return
    except LocalFault as fault:
        yield Finding("bad", str(fault))
        return
    yield Finding("bad" if status.phase is Phase.FAILED else "good", f"The engine runs: {status.sentence}")
    if status.device:
        yield Finding("good", f"It computes on {status.device}.")
    else:
        yield Finding("note", "It computes nothing.")
    if status.listen:
        yield Finding("good", f"It listens on {status.listen}.")
    else:
        yield Finding("note", "It accepts no connections from other peers.")
    if status.collaboration is not None:
        count = len(status.collaboration.peers)
        sight = f"In {status.collaboration.name} it sees {peers(count)}, itself included."
        yield Finding("good" if count > 1 else "note", sight)
    for notice in status.notices:
        yield Finding("note", notice)


def _network() -> Iterator[Finding]:
    families = [("IPv4", socket.AF_INET, "127.0.0.1", "192.0.2.1"), ("IPv6", socket.AF_INET6, "::1", "2001:db8::1")]
    for name, family, loopback, outside in families:
        if not _can_bind(family, loopback):
            yield Finding("bad" if name == "IPv4" else "note", f"{name} is switched off on this computer.")
        elif own := _own_address(family, outside):
            yield Finding("good", f"{name} works; this computer's address is {own}.")
        else:
            yield Finding("note", f"{name} reaches only this computer: there is no route to other networks.")


def _can_bind(family: socket.AddressFamily, address: str) -> bool:
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.bind((address, 0))
    except OSError:
        return False
    return True


def _own_address(family: socket.AddressFamily, outside: str) -> str:
    """The address that packets to `outside` would carry; connecting a UDP socket sends none."""
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((outside, 9))
            return str(probe.getsockname()[0])
    except OSError:
        return ""


def _window() -> Iterator[Finding]:
    problems = [problem for problem in (display_problem(), qt_problem()) if problem]
    for problem in problems:
        yield Finding("note", f"{problem}; Idlewild runs in the terminal instead.")
    if not problems:
        yield Finding("good", "The window can be opened.")
