"""The secrets of a home and of its owner that are known by their text."""

import base64
import getpass
import os
import re
import socket
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from core.engine.redaction import Known, Redactor
from core.errors import LocalFault
from core.identity.keys import Identity
from core.nat.whereabouts import is_loopback
from core.paths import Home
from core.storage import settings as page
from core.storage.database import Database
from core.storage.runs import KNOWN_PEERS, Runs
from core.storage.settings import Settings
from core.transport.api import Address

if sys.platform != "win32":
    import pwd

_HEX = re.compile(r"[0-9a-f]{64}")


def redactor_of(home: Home, database: Database | None, identity: Identity | None = None) -> Redactor:
    """`database`: None where it cannot be read. Call it on the thread that owns it."""
    known = [*_of_owner(), *_of_home(home, identity)]
    if database is not None:
        with suppress(LocalFault):  # damaged: addresses and links are found by their form too
            known += _of_database(database)
    return Redactor(known)


def _of_owner() -> Iterator[Known]:
    names = {_user(), _whole_name()}
    with suppress(RuntimeError):  # there is none, as in containers
        home = Path.home()
        names.add(home.name)
        for path in {home, home.resolve()}:
            if len(path.parts) > 1:
                yield from _written(Known("~", str(path)))
    for name in names:
        yield Known("user name", name)
    host = socket.gethostname()
    for name in {host, host.partition(".")[0]}:
        yield Known("host name", name)


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):  # no such account, as in containers
        return ""


def _whole_name() -> str:
    """As the account has it, where the system tells."""
    if sys.platform == "win32":
        return ""
    else:  # noqa: RET505 - mypy follows platforms by branch
        try:
            return pwd.getpwuid(os.getuid()).pw_gecos.partition(",")[0]
        except KeyError:
            return ""


def _of_home(home: Home, identity: Identity | None) -> Iterator[Known]:
    for path in {home.root, home.root.resolve()}:
        yield from _written(Known("home", str(path)))
    seeds = [identity.seed] if identity is not None else []
    with suppress(OSError):
        seeds += map(bytes.fromhex, _HEX.findall(home.key_file.read_text("utf-8", errors="replace")))
    for seed in seeds:
        yield from _forms("key", seed)


def _of_database(database: Database) -> Iterator[Known]:
    runs = Runs(database)
    for record in runs.all(also_left=True):
        if record.token:
            yield from _forms("invitation token", record.token)
        for peer in runs.known_peers(record.run, KNOWN_PEERS):
            for place in peer.addresses:
                address = place if isinstance(place, Address) else place.address
                if not is_loopback(address):
                    yield Known("address", address.host)
    folder = Settings(database).get(page.DATA_FOLDER)
    if folder:
        yield from _written(Known("folder", folder))


def _written(path: Known) -> Iterator[Known]:
    """As it is, and as JSON and Python write its backslashes."""
    yield path
    if "\\" in path.text:
        yield Known(path.kind, path.text.replace("\\", "\\\\"))
        yield Known(path.kind, path.text.replace("\\", "/"))


def _forms(kind: str, secret: bytes) -> Iterator[Known]:
    """As programs write bytes."""
    for text in (secret.hex(), base64.b32encode(secret).decode(), base64.b64encode(secret).decode()):
        yield Known(kind, text.rstrip("="))
    yield Known(kind, base64.urlsafe_b64encode(secret).decode().rstrip("="))
