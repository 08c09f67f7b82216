"""`idlewild update`: a newer version of the program, looked for, fetched, and put to use."""

import argparse
import time

import msgspec

from core.cli.inquire import connect
from core.cli.progress import Show, Stage, progress_display
from core.cli.words import printable, update_line
from core.ipc.client import ControlClient
from core.ipc.installed import Update, UpdateState
from core.ipc.messages import Method, Status

ASKING_S = 180.0
"""Several web servers may be silent, one after the other."""
LOOK_EVERY_S = 0.3


def update(arguments: argparse.Namespace) -> int:
    """The exit status."""
    with connect(arguments.home) as client:
        client.answer_timeout_s = ASKING_S
        found = client.call_as(Status, Method.CHECK_UPDATE).update
        if not arguments.check and found.state in (UpdateState.AVAILABLE, UpdateState.FETCHING):
            found = _fetched(client, arguments.metered)
        if not arguments.check and found.state is UpdateState.READY:
            found = client.call_as(Status, Method.APPLY_UPDATE).update
    if arguments.json:
        print(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
    else:
        print(printable(update_line(found)))
    is_wanting = found.state is UpdateState.AVAILABLE and not arguments.check
    return 1 if is_wanting or found.state is UpdateState.FAILED else 0


def _fetched(client: ControlClient, metered: bool) -> Update:
    """What became of it."""
    found = client.call_as(Status, Method.FETCH_UPDATE, metered=metered).update
    with progress_display() as show:
        # It is taken up a moment after it was asked for; one that waits for the network says so.
        while found.state is UpdateState.FETCHING or (found.state is UpdateState.AVAILABLE and not found.saying):
            _show(show, found)
            time.sleep(LOOK_EVERY_S)
            found = client.call_as(Status, Method.STATUS).update
    return found


def _show(show: Show, found: Update) -> None:
    if found.size_bytes:
        # Never over: what is left after the last byte takes a moment too.
        show(Stage(f"version {found.newer}", min(found.done_bytes / found.size_bytes, 0.99)))
