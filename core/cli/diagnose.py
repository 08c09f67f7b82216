"""`idlewild diagnose`: a file for whoever is asked for help."""

import argparse
from pathlib import Path

import msgspec

from core.cli.inquire import connect
from core.engine.diagnostics import bundle_from_files
from core.errors import LocalFault, UsageError
from core.ipc.client import ControlClient
from core.ipc.messages import Method
from core.ipc.records import Bundle
from core.paths import Home

WRITING_S = 120.0


def diagnose(arguments: argparse.Namespace) -> None:
    file: Path = arguments.file.expanduser().absolute()
    bundle = _bundle(arguments.home, file)
    if arguments.json:
        print(msgspec.json.format(msgspec.json.encode(bundle), indent=2).decode())
    else:
        print(f"{bundle.file} is written ({bundle.bytes:,} bytes); in {bundle.removed:,} places a secret was removed.")
        print("Look into it before you give it away: what it is about is up to you.")


def _bundle(home: Path, file: Path) -> Bundle:
    """The engine's, or one from the home's files where none runs, or none that answers."""
    try:
        client: ControlClient = connect(home)
    except LocalFault as fault:
        return bundle_from_files(Home(home), file, str(fault))
    with client:
        client.answer_timeout_s = WRITING_S
        try:
            return client.call_as(Bundle, Method.DIAGNOSTICS, file=str(file))
        except UsageError:
            raise
        except LocalFault as fault:
            return bundle_from_files(Home(home), file, str(fault))
