"""Where this peer's private key is kept: in the operating system's keyring, or in a file where there is none.

The order: a key file in the home wins. Else the keyring is asked, under service "idlewild" and an account derived from
the home's path, so that several homes have several identities. Else a new key is made and kept in the keyring, or,
where none works, in a file of mode 0600. `IDLEWILD_KEY_FILE=1` in the environment asks for the file.

A key is never replaced silently, as that would make this peer another one. So that a keyring that is locked today is
not taken for one that never had the key, a note without secrets (`identity.pub`) stays in the home. On Windows the file
has the access list of the user's profile, which keeps other users out; the modes below mean nothing there.
"""

import hashlib
import logging
import os
import queue
import re
import secrets
import stat
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import keyring

from core.errors import LocalFault, reason_of
from core.identity.ids import PeerId
from core.identity.key_text import key_text, parsed_key
from core.identity.keys import Identity
from core.paths import Home
from core.saying import NOTHING, Saying, quote, say

logger = logging.getLogger(__name__)

SERVICE = "idlewild"
FILE_VARIABLE = "IDLEWILD_KEY_FILE"
KEYRING_TIMEOUT_S = 20.0
"""For one exchange with the keyring: long enough for a person to type the password that unlocks it."""

T = TypeVar("T")

_NOTE = re.compile(r"idlewild-keyring-1 ([0-9a-f]{32}) ([0-9a-f]{64})\s*")


class _KeyringUnusableError(Exception):
    """Why the keyring cannot be used."""

    def __init__(self, saying: Saying) -> None:
        self.saying = saying
        super().__init__(saying)


@dataclass(frozen=True, slots=True)
class _Note:
    """Says that the key is in the keyring, where, and which one it is."""

    account: str
    public_key: bytes | None
    """None where the note is damaged: it still says that there is a key."""


def load_identity(
    home: Home, *, environment: Mapping[str, str] = os.environ, timeout_s: float = KEYRING_TIMEOUT_S
) -> tuple[Identity, Saying]:
    """This home's identity, made at the first call, and a notice for the user (`NOTHING` if there is nothing to say).

    Blocks for up to `timeout_s` where the keyring hangs; not for the event loop. Raises `LocalFault` where the key
    exists and cannot be had, or nothing can be written.
    """
    file = home.key_file
    try:
        return _from_file(file)
    except FileNotFoundError:
        pass
    note = _read_note(home)
    if environment.get(FILE_VARIABLE, "") not in ("", "0"):
        if note is not None:
            raise LocalFault(
                say(
                    "The key of {home} is in the keyring, not in a file: unset {variable}, or delete {note} to become "
                    "a new peer.",
                    home=str(home.root),
                    variable=FILE_VARIABLE,
                    note=str(_note_path(home)),
                )
            )
        return _into_file(file, Identity.generate(), _file_notice_asked(file))
    return _from_keyring(home, note, timeout_s) if note else _first_identity(home, timeout_s)


def peer_id_of(home: Home) -> PeerId | None:
    """Who this home is, for commands that only read: the keyring is not opened and no key is made. None where there
    is no key yet, or where its note in the home is damaged. Raises `LocalFault` as `load_identity` does."""
    try:
        return _from_file(home.key_file)[0].peer_id
    except FileNotFoundError:
        note = _read_note(home)
    return PeerId.of_key(note.public_key) if note and note.public_key else None


def forget_identity(home: Home, *, timeout_s: float = KEYRING_TIMEOUT_S) -> Saying:
    """Deletes this home's key, so that this peer is no more; what the user has to delete instead where the keyring does
    not let us, else `NOTHING`.

    Blocks as `load_identity` does. Raises `LocalFault` where a file cannot be read or deleted.
    """
    note = _read_note(home)
    left = NOTHING
    if note is not None:
        account = note.account
        try:
            _bounded(lambda: _deleted(account), timeout_s)
        except _KeyringUnusableError as error:
            left = say(
                "The key of this peer is still in the system's keyring ({reason}): delete its entry {service}, "
                "{account} there.",
                reason=error.saying,
                service=SERVICE,
                account=account,
            )
    try:
        for file in (_note_path(home), home.key_file):
            file.unlink(missing_ok=True)
    except OSError as error:
        raise LocalFault(
            say(
                "The key in {home} cannot be deleted ({reason}): give your account write access to that folder.",
                home=str(home.root),
                reason=reason_of(error),
            )
        ) from error
    return left


def _deleted(account: str) -> None:
    """Runs in a thread of its own."""
    backend = _backend()
    if backend.get_password(SERVICE, account) is not None:
        backend.delete_password(SERVICE, account)


def _from_keyring(home: Home, note: _Note, timeout_s: float) -> tuple[Identity, Saying]:
    """The key is known to be there: anything else than having it is a fault."""
    try:
        text = _bounded(lambda: _backend().get_password(SERVICE, note.account), timeout_s)
    except _KeyringUnusableError as error:
        raise LocalFault(
            say(
                "The key of this peer is in the system's keyring, which cannot be read now ({reason}): unlock the "
                "keyring or log in to the desktop, and start again.",
                reason=error.saying,
            )
        ) from error
    identity = parsed_key(text) if text else None
    if identity is None or note.public_key not in (None, identity.public_key):
        raise LocalFault(
            say(
                "The key of this peer is no longer in the system's keyring (entry {service}, {account}): bring that "
                "entry back, or delete {note} to become a new peer.",
                service=SERVICE,
                account=note.account,
                note=str(_note_path(home)),
            )
        )
    if note.public_key is None:
        _note_path(home).unlink()
        _write_note(home, note.account, identity)
    return identity, NOTHING


def _first_identity(home: Home, timeout_s: float) -> tuple[Identity, Saying]:
    """No file and no note: a new home, or one that lost them while the keyring kept the key."""
    account = _account(home)
    made = Identity.generate()
    try:
        identity = _bounded(lambda: _kept(account, made), timeout_s)
    except _KeyringUnusableError as error:
        logger.info("the keyring is not used: %s", error)
        # The same key that the keyring may still be about to take, so that there is one identity whichever is read.
        return _into_file(home.key_file, made, _file_notice_forced(home.key_file))
    _write_note(home, account, identity)
    return identity, NOTHING


def _kept(account: str, made: Identity) -> Identity:
    """Runs in a thread of its own: the key the keyring has, else `made`, once the keyring has proved to hold it."""
    backend = _backend()
    text = backend.get_password(SERVICE, account)
    if text is None:
        backend.set_password(SERVICE, account, key_text(made))
        text = backend.get_password(SERVICE, account)
        if text is None:
            raise _KeyringUnusableError(say("it does not keep what it is given"))
    identity = parsed_key(text)
    if identity is None:
        raise LocalFault(
            say(
                "The system's keyring has a damaged entry {service}, {account}: restore it, or delete it to start as "
                "a new peer.",
                service=SERVICE,
                account=account,
            )
        )
    return identity


def _backend() -> keyring.backend.KeyringBackend:
    """The user's keyring. What `keyring` itself does not recommend (none, plain files) is no better than our file."""
    backend = keyring.get_keyring()
    if backend.priority < 1:
        raise _KeyringUnusableError(say("there is none"))
    return backend


def _bounded(ask: Callable[[], T], timeout_s: float) -> T:
    """`ask()` in a thread, as a locked keyring may wait for a person for ever. The thread is then left behind; as a
    daemon it does not keep the program from ending."""
    answers: queue.SimpleQueue[T | _KeyringUnusableError | LocalFault] = queue.SimpleQueue()

    def run() -> None:
        try:
            answers.put(ask())
        except (_KeyringUnusableError, LocalFault) as error:
            answers.put(error)
        except Exception as error:  # noqa: BLE001  # backends raise what their D-Bus or system library raises
            answers.put(_KeyringUnusableError(quote(f"{type(error).__name__}: {error}")))

    threading.Thread(target=run, name="keyring", daemon=True).start()
    try:
        answer = answers.get(timeout=timeout_s)
    except queue.Empty:
        raise _KeyringUnusableError(say("it does not answer")) from None
    if isinstance(answer, (_KeyringUnusableError, LocalFault)):
        raise answer
    return answer


def _from_file(file: Path) -> tuple[Identity, Saying]:
    """Raises `FileNotFoundError`, else `LocalFault`."""
    notice = _file_notice(file)
    try:
        with file.open(encoding="ascii", errors="replace") as opened:
            if _tighten(opened.fileno()):
                notice = _file_notice_read(file)
            text = opened.read(1024)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise LocalFault(
            say(
                "The key file {file} cannot be read ({reason}): make it belong to your account, with mode 0600, or "
                "use --home.",
                file=str(file),
                reason=reason_of(error),
            )
        ) from error
    identity = parsed_key(text)
    if identity is None:
        raise LocalFault(
            say(
                "The key file {file} is damaged: restore it from a backup, or delete it to start as a new peer whose "
                "contributions count anew.",
                file=str(file),
            )
        )
    return identity, notice


def _tighten(descriptor: int) -> bool:
    """Takes the key file away from other users; True if they had access."""
    if os.name != "posix" or not stat.S_IMODE(os.fstat(descriptor).st_mode) & 0o077:
        return False
    os.fchmod(descriptor, 0o600)
    return True


def _into_file(file: Path, identity: Identity, notice: Saying) -> tuple[Identity, Saying]:
    try:
        _write_new(file, key_text(identity))
    except FileExistsError:  # another process was faster
        return _from_file(file)
    return identity, notice


def _file_notice(file: Path) -> Saying:
    return say("Your key is kept in the file {file}; whoever can read that file can act as you.", file=str(file))


def _file_notice_asked(file: Path) -> Saying:
    return say(
        "Your key is kept in the file {file}, as you asked; whoever can read that file can act as you.", file=str(file)
    )


def _file_notice_forced(file: Path) -> Saying:
    return say(
        "Your key is kept in the file {file}, because this computer's keyring cannot be used; whoever can read that "
        "file can act as you.",
        file=str(file),
    )


def _file_notice_read(file: Path) -> Saying:
    return say(
        "Your key is kept in the file {file}; whoever can read that file can act as you. Other users could read it "
        "until now; if you do not trust them all, delete it to start anew.",
        file=str(file),
    )


def _write_new(path: Path, text: str) -> None:
    """Creates `path` whole and with mode 0600, or not at all. Raises `FileExistsError`, else `LocalFault`."""
    temporary = path.with_name(f"{path.name}.{secrets.token_hex(8)}.tmp")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            with os.fdopen(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as opened:
                opened.write(text)
                opened.flush()
                os.fsync(opened.fileno())
            _rename_new(temporary, path)
        finally:
            temporary.unlink(missing_ok=True)
    except FileExistsError:
        raise
    except OSError as error:
        raise LocalFault(
            say(
                "{path} cannot be written ({reason}): make room or give your account write access to {folder}, or "
                "name another folder with --home.",
                path=str(path),
                reason=reason_of(error),
                folder=str(path.parent),
            )
        ) from error


def _rename_new(temporary: Path, path: Path) -> None:
    """Renames without replacing: on Windows a rename does that, elsewhere a second link is taken."""
    if os.name == "posix":
        try:
            path.hardlink_to(temporary)
        except FileExistsError:
            raise
        except OSError:  # a file system without links
            temporary.rename(path)
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    else:
        temporary.rename(path)


def _note_path(home: Home) -> Path:
    return home.root / "identity.pub"


def _read_note(home: Home) -> _Note | None:
    path = _note_path(home)
    try:
        match = _NOTE.fullmatch(path.read_text("ascii", errors="replace"))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise LocalFault(
            say(
                "{path} cannot be read ({reason}): give your account access to it, or use --home.",
                path=str(path),
                reason=reason_of(error),
            )
        ) from error
    if match is None:
        logger.warning("%s is damaged", path)
        return _Note(_account(home), None)
    return _Note(match[1], bytes.fromhex(match[2]))


def _write_note(home: Home, account: str, identity: Identity) -> None:
    with suppress(FileExistsError):  # another process was faster, and asked the same keyring
        _write_new(_note_path(home), f"idlewild-keyring-1 {account} {identity.public_key.hex()}\n")


def _account(home: Home) -> str:
    return hashlib.sha256(b"idlewild account 1\0" + os.fsencode(home.root.absolute())).hexdigest()[:32]
