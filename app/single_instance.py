"""One app per home: whoever starts second hands its link to the first and leaves."""

import logging
import os
import sys
from pathlib import Path

import msgspec

from app.qt import QLocalServer, QLocalSocket, QLockFile, QObject, Signal
from core.ipc.address import control_address, untrusted_reason
from core.saying import NOTHING, Saying

logger = logging.getLogger(__name__)

_ANSWER = b"ok\n"
_WAIT_MS = 3_000
_END_MS = 30_000
_LONGEST_BYTES = 16_384


class Greeting(msgspec.Struct, frozen=True, kw_only=True):
    """What the second start says."""

    link: str = ""
    activation: str = ""
    """Wayland's permission to come to the front (`XDG_ACTIVATION_TOKEN`)."""
    is_farewell: bool = False
    """The first one is to end."""


class UnwritableHome(Exception):
    """Nothing can be kept there, not even a lock."""


def app_address(home: Path) -> str:
    """Beside the engine's own address, and as private."""
    control = control_address(home)
    if sys.platform == "win32":
        return control + "-app"
    path = Path(control)
    return str(path.with_name("app.sock" if path.name == "control.sock" else f"a{path.name}"))


class SingleInstance(QObject):
    """Holds a lock in the home for as long as it lives; the lock of a process that died does not count."""

    greeted = Signal(object)
    """Greeting of a later start."""

    def __init__(self, home: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._home = home
        self._address = app_address(home)
        self._lock = QLockFile(str(home / "app.lock"))
        self._lock.setStaleLockTime(0)
        self._server: QLocalServer | None = None

    def is_first(self) -> bool:
        """Takes the lock and begins to listen; false where another app has it. Raises `UnwritableHome`."""
        if not self._lock.tryLock(0):
            if self._lock.error() is not QLockFile.LockError.LockFailedError:
                raise UnwritableHome(self._home)
            return False
        Path(self._address).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._on_connection)
        QLocalServer.removeServer(self._address)
        if not self._server.listen(self._address):
            logger.warning("A second start will not find this one: %s", self._server.errorString())
        return True

    def greet_first(self, link: str) -> bool:
        """From the second start; whether the first one answered. Blocks for at most some seconds."""
        return self._greet(Greeting(link=link, activation=os.environ.get("XDG_ACTIVATION_TOKEN", "")))

    def end_first(self) -> bool:
        """Asks the one that runs to end, and waits until it has; whether there is none any more. Not for one that is
        first itself."""
        if not self._lock.tryLock(0):
            if self._lock.error() is not QLockFile.LockError.LockFailedError:
                return True  # nobody can hold it
            if not self._greet(Greeting(is_farewell=True)) or not self._lock.tryLock(_END_MS):
                return False
        self._lock.unlock()
        return True

    def _greet(self, greeting: Greeting) -> bool:
        if self.distrust():
            return False
        socket = QLocalSocket()
        socket.connectToServer(self._address)
        if not socket.waitForConnected(_WAIT_MS):
            return False
        socket.write(msgspec.json.encode(greeting) + b"\n")
        socket.flush()
        answered = socket.waitForReadyRead(_WAIT_MS) and socket.readAll().data() == _ANSWER
        socket.disconnectFromServer()
        return bool(answered)

    def distrust(self) -> Saying:
        """Why the first one is not even asked, as a clause; `NOTHING` where nothing speaks against it. As with the
        engine's address, a home is not doubted, only the folder under /tmp for homes with long names."""
        return NOTHING if Path(self._address).parent == self._home else untrusted_reason(self._address)

    def close(self) -> None:
        if self._server is not None:
            self._server.close()
        self._lock.unlock()

    def _on_connection(self) -> None:
        assert self._server is not None
        while (socket := self._server.nextPendingConnection()) is not None:
            socket.disconnected.connect(socket.deleteLater)
            socket.readyRead.connect(self._on_ready)
            if socket.canReadLine():
                self._read(socket)

    def _on_ready(self) -> None:
        # Not a closure over the socket: that would hold this object, which a dying socket would then take with it.
        socket = self.sender()
        assert isinstance(socket, QLocalSocket)
        self._read(socket)

    def _read(self, socket: QLocalSocket) -> None:
        if socket.bytesAvailable() > _LONGEST_BYTES:
            socket.abort()
            return
        if not socket.canReadLine():
            return
        try:
            greeting = msgspec.json.decode(socket.readLine().data(), type=Greeting)
        except msgspec.DecodeError:
            socket.abort()
            return
        socket.write(_ANSWER)
        socket.flush()
        self.greeted.emit(greeting)
