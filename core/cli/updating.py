"""`idlewild update`: a newer version of the program, looked for, fetched, and put to use."""

import argparse
import time
from collections.abc import Callable

import msgspec

from core.cli.inquire import connect
from core.cli.progress import Show, Stage, progress_display
from core.cli.words import printable
from core.ipc.client import ControlClient
from core.ipc.installed import Update, UpdateState
from core.ipc.messages import Method, Status
from core.saying import in_english

ASKING_S = 180.0
"""Several web servers may be silent, one after the other."""
LOOK_EVERY_S = 0.3

_LINES: dict[UpdateState, Callable[[Update], str]] = {
    UpdateState.CURRENT: lambda _: "This is the newest version.",
    UpdateState.AVAILABLE: lambda it: (
        f"Version {it.newer} is available; {in_english('_bytes', it.size_bytes)} to fetch."
    ),
    UpdateState.FETCHING: lambda it: f"Version {it.newer} is being fetched.",
    UpdateState.READY: lambda it: f"Version {it.newer} is ready, and used from the next start on.",
    UpdateState.APPLYING: lambda it: f"Version {it.newer} starts as soon as the step under way has ended.",
}


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
        print(printable(_sentence(found)))
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


def _sentence(found: Update) -> str:
    if found.state is UpdateState.FAILED:
        return str(found.saying)
    line = _LINES[found.state](found)
    return f"{line} {found.saying}" if found.state is UpdateState.AVAILABLE and found.saying else line
