"""`idlewild check`: what is well here and what is not, in plain words."""

import argparse
import importlib.metadata
import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import msgspec
import psutil

from core.cli.inquire import connect
from core.cli.words import peers, printable
from core.errors import LocalFault, UsageError
from core.ipc.client import NoEngine
from core.ipc.messages import CheckResult, Finding, Method, Network, Phase, Status
from core.paths import Home
from core.screen import display_problem, qt_problem
from core.version import VERSION

ROOM_BYTES = 2 << 30
"""Free space below which a collaboration of common size will not fit."""
_MARKS = {"good": "ok  ", "note": "note", "bad": "BAD "}


def check(arguments: argparse.Namespace) -> int:
    """Prints the findings; 1 if any keeps Idlewild from running here, or from taking part in what it is to join."""
    home: Path = arguments.home
    engine, status = _engine(home)
    network, reach = _network(home, arguments.join, status)
    findings = [*_machine(), *_home(home, status), *engine, *reach, *_window()]
    if arguments.json:
        document = msgspec.json.encode(CheckResult(findings=findings, network=network))
        print(msgspec.json.format(document, indent=2).decode())
    else:
        for finding in findings:
            print(f"{_MARKS[finding.kind]}  {printable(finding.sentence)}")
    return int(any(finding.kind == "bad" for finding in findings))


def _found(kind: str, sentence: str) -> Finding:
    return Finding(kind=kind, sentence=sentence)


def _machine() -> Iterator[Finding]:
    memory_gib = psutil.virtual_memory().total / (1 << 30)
    yield _found(
        "good",
        f"Idlewild {VERSION} on {platform.system()} {platform.machine()}, Python {platform.python_version()}, "
        f"{os.cpu_count()} processors, {memory_gib:.1f} GiB of memory.",
    )
    try:
        yield _found("good", f"PyTorch {importlib.metadata.version('torch')} is installed.")
    except importlib.metadata.PackageNotFoundError:
        yield _found("bad", "PyTorch is not installed, so nothing can be trained; run `pip install idlewild` again.")


def _home(home: Path, status: Status | None) -> Iterator[Finding]:
    existing = next((folder for folder in (home, *home.parents) if folder.exists()), home)
    try:
        with tempfile.TemporaryFile(dir=existing):
            pass
        free_bytes = shutil.disk_usage(existing).free
    except OSError as fault:
        yield _found("bad", f"The home {home} cannot be written ({fault.strerror}); choose another with --home.")
        return
    made = "can be written" if existing == home else "does not exist yet and can be made"
    yield _found("good", f"The home {home} {made}.")
    if free_bytes < ROOM_BYTES:
        yield _found("note", f"Only {free_bytes >> 20} MiB are free there; most collaborations need more than 2 GiB.")
    key_file = Home(home).key_file
    if status is not None and any(str(key_file) in notice for notice in status.notices):
        return  # the engine tells it, and why
    if key_file.exists():
        yield _found("note", f"This peer's key lies in {key_file}; whoever reads that file can act as you.")
    elif (home / "identity.pub").exists():
        yield _found("good", "This peer's key lies in the system's keyring.")


def _engine(home: Path) -> tuple[list[Finding], Status | None]:
    """What the running engine says; None where there is none that answers."""
    try:
        with connect(home) as client:
            status = client.call_as(Status, Method.STATUS)
    except NoEngine:
        return [_found("note", "No engine is running in this home; `idlewild run` starts one.")], None
    except LocalFault as fault:
        return [_found("bad", str(fault))], None
    return list(_engine_findings(status)), status


def _engine_findings(status: Status) -> Iterator[Finding]:
    yield _found("bad" if status.phase is Phase.FAILED else "good", f"The engine runs: {status.sentence}")
    if status.device:
        yield _found("good", f"It computes on {status.device}.")
    else:
        yield _found("note", "It computes nothing.")
    if status.listen:
        yield _found("good", f"It listens on {status.listen}.")
    else:
        yield _found("note", "It accepts no connections from other peers.")
    if status.collaboration is not None:
        count = len(status.collaboration.peers)
        sight = f"In {status.collaboration.name} it sees {peers(count)}, itself included."
        yield _found("good" if count > 1 else "note", sight)
    for notice in status.notices:
        yield _found("note", notice)


def _network(home: Path, link: str | None, status: Status | None) -> tuple[Network | None, list[Finding]]:
    """What the engine knows where one runs, else what a call on the collaboration's peers tells."""
    from core.cli import network_check as net

    findings = list(net.interface_findings())
    if status is not None and link is None:
        wants_others = status.collaboration is not None and not status.collaboration.is_host
        if status.network is not None:
            findings += net.network_findings(status.network, wants_others=wants_others, is_running=True)
        return status.network, findings
    try:
        goal = net.goal_of(home, link)
        findings.append(net.names_finding(goal))
        if goal is not None and goal.places:
            _say_wait(len(goal.places), net.CALL_S + net.LOOK_S)
        answers, network = net.call_on(goal, home, is_running=status is not None) if goal else ([], net.at_rest())
    except UsageError:
        raise
    except LocalFault as fault:
        return None, [*findings, _found("bad", str(fault))]
    wants_others = goal is not None and not goal.is_host
    return network, [
        *findings,
        *answers,
        *net.network_findings(network, wants_others=wants_others, is_running=False),
    ]


def _say_wait(places: int, limit_s: float) -> None:
    what = "1 place" if places == 1 else f"{places} places"
    print(f"Calling on the collaboration at {what}, {limit_s:g} s at most …", file=sys.stderr, flush=True)


def _window() -> Iterator[Finding]:
    problems = [problem for problem in (display_problem(), qt_problem()) if problem]
    for problem in problems:
        yield _found("note", f"{problem}; Idlewild runs in the terminal instead.")
    if not problems:
        yield _found("good", "The window can be opened.")
