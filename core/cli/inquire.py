"""Verbs that ask or order a running engine."""

import argparse
import datetime
from pathlib import Path

import msgspec

from core.cli.words import network_line, printable, status_lines
from core.ipc.address import control_address
from core.ipc.client import ControlClient
from core.ipc.durations import pause_seconds
from core.ipc.messages import AmendResult, ExportResult, Method, Reason, Status

EXPORT_S = 3600.0
AMEND_S = 86_400.0
QUITTING_S = 60.0
TELLING_S = 1.5
"""For its status, of which an engine need not think; the window takes one that is silent for longer as stuck too."""


def connect(home: Path) -> ControlClient:
    """Raises `NoEngine`."""
    return ControlClient.connect(control_address(home))


def connect_briefly(home: Path) -> ControlClient:
    """For what is told at once or not at all. Raises like `connect`."""
    return ControlClient.connect(control_address(home), timeout_s=TELLING_S, answer_timeout_s=TELLING_S)


def print_status(arguments: argparse.Namespace) -> None:
    with connect_briefly(arguments.home) as client:
        if arguments.json:
            # As it came, so that fields of a newer engine are not lost.
            document = msgspec.json.encode(client.call(Method.STATUS))
            print(msgspec.json.format(document, indent=2).decode())
        else:
            print("\n".join(status_lines(client.call_as(Status, Method.STATUS))))


def print_why(arguments: argparse.Namespace) -> None:
    with connect_briefly(arguments.home) as client:
        status = client.call_as(Status, Method.STATUS)
    _print_state(status)
    if status.action:
        print(printable(status.action))
    if status.network is not None and status.network.sentence not in status.sentence:
        print(f"Network: {printable(network_line(status.network))}")


def pause(arguments: argparse.Namespace) -> None:
    now = datetime.datetime.now().astimezone()
    seconds = None if arguments.time is None else pause_seconds(arguments.time, now)
    with connect(arguments.home) as client:
        _print_state(client.call_as(Status, Method.PAUSE, seconds=seconds))


def resume(arguments: argparse.Namespace) -> None:
    with connect(arguments.home) as client:
        _print_state(client.call_as(Status, Method.RESUME))


def finish(arguments: argparse.Namespace) -> None:
    with connect(arguments.home) as client:
        _print_state(client.call_as(Status, Method.FINISH))


def end(arguments: argparse.Namespace) -> None:
    """Returns when the engine has closed the connection."""
    with connect(arguments.home) as client:
        client.call(Method.QUIT)
        client.answer_timeout_s = QUITTING_S
        for _ in client.notifications():
            pass
    print("The engine has ended.")


def export(arguments: argparse.Namespace) -> None:
    # The engine's working folder is another one.
    folder = arguments.folder.expanduser().absolute()
    with connect(arguments.home) as client:
        client.answer_timeout_s = EXPORT_S
        result = client.call_as(ExportResult, Method.EXPORT, folder=str(folder), published=arguments.published)
    print(f"The model of step {result.step} is in {result.folder} (state {result.state_digest[:7]}).")
    if arguments.push:
        from core.cli.hub import push  # its library, for those who push

        print(f"It is at {push(folder, arguments.push, result.step)} too.")


def amend(arguments: argparse.Namespace) -> None:
    with connect(arguments.home) as client:
        client.answer_timeout_s = AMEND_S  # counting samples takes as long as the data
        if arguments.change == "rollback":
            result = client.call_as(AmendResult, Method.ROLL_BACK, step=arguments.step)
            what = f"The model goes back to what it was after step {arguments.step}"
        else:
            files = [str(file.expanduser().absolute()) for file in arguments.files]
            result = client.call_as(
                AmendResult,
                Method.APPEND_DATA,
                files=files,
                source=arguments.source,
                weight=arguments.weight,
                from_step=arguments.from_step,
            )
            what = f"{result.samples:,} samples join the data"
    if arguments.json:
        print(msgspec.json.format(msgspec.json.encode(result), indent=2).decode())
    else:
        print(f"{what}, by a step from {result.from_step} on; `idlewild log` shows when.")


def _print_state(status: Status) -> None:
    code = "" if status.reason is Reason.NONE else f" [{status.reason.value}]"
    print(f"{printable(status.sentence)}{code}")
