"""The command line's side of the control socket: blocking, without an event loop."""

from collections import deque
from collections.abc import Iterator
from types import TracebackType
from typing import Any, Self, TypeVar

from core.errors import LocalFault
from core.ipc.address import untrusted_reason
from core.ipc.blocking import Wire, open_wire
from core.ipc.codec import Failure, LineSplitter, Notification, Reply, Result, decode_reply, encode_request
from core.saying import say

T = TypeVar("T")


class NoEngine(LocalFault):
    """Nothing answers at the home's address."""

    def __init__(self) -> None:
        super().__init__("No engine is running in this home; start one with `idlewild run`.")


class ControlClient:
    """One connection to a running engine; not for use from several threads."""

    def __init__(self, wire: Wire, answer_timeout_s: float | None) -> None:
        self._wire = wire
        self._splitter = LineSplitter()
        self._arrived: deque[Reply] = deque()
        self._notifications: deque[Notification] = deque()
        self._next_id = 1
        self.answer_timeout_s = answer_timeout_s
        """How long to wait for each answer and between notifications; None: for ever."""

    @classmethod
    def connect(cls, address: str, timeout_s: float = 5.0, answer_timeout_s: float | None = 30.0) -> Self:
        """Raises `NoEngine`, or `LocalFault` where something else is in the way."""
        if reason := untrusted_reason(address):
            raise LocalFault(
                say("The engine cannot be trusted because {reason}; choose another folder with --home.", reason=reason)
            )
        try:
            wire = open_wire(address, timeout_s)
        except (FileNotFoundError, ConnectionRefusedError, NotADirectoryError):
            raise NoEngine from None
        except (TimeoutError, BlockingIOError):
            raise _silent() from None
        except OSError as fault:
            raise LocalFault(
                f"The engine's control socket cannot be opened ({fault.strerror}); run as its owner."
            ) from fault
        return cls(wire, answer_timeout_s)

    def call(self, method: str, /, **params: Any) -> Any:
        """Result as plain values of JSON. Raises the engine's `LocalFault` or `UsageError`, or `LocalFault` where it
        does not answer."""
        return self.call_as(Any, method, **params)

    def call_as(self, kind: type[T], method: str, /, **params: Any) -> T:
        """Result as `kind`; raises like `call`."""
        call_id = self._next_id
        self._next_id += 1
        self._send(encode_request(call_id, method, params))
        while True:
            match self._receive():
                case Notification() as notification:
                    self._notifications.append(notification)
                case Failure(id=answered, error=error) if answered in (call_id, None):
                    raise error.as_fault()
                case Result(id=answered) as result if answered == call_id:
                    return result.read(kind)

    def notifications(self) -> Iterator[Notification]:
        """After `call("subscribe")`: all that comes, until the engine closes the connection."""
        while True:
            while self._notifications:
                yield self._notifications.popleft()
            try:
                reply = self._receive()
            except _Ended:
                return
            if isinstance(reply, Notification):
                self._notifications.append(reply)

    def close(self) -> None:
        self._wire.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def _send(self, line: bytes) -> None:
        try:
            self._wire.send(line)
        except TimeoutError:
            raise _silent() from None
        except OSError:
            raise _Ended from None

    def _receive(self) -> Reply:
        while not self._arrived:
            try:
                data = self._wire.receive(self.answer_timeout_s)
            except TimeoutError:
                raise _silent() from None
            except OSError:
                data = b""
            if not data:
                raise _Ended
            self._arrived.extend(map(decode_reply, self._splitter.feed(data)))
        return self._arrived.popleft()


class _Ended(LocalFault):
    def __init__(self) -> None:
        super().__init__("The engine ended before it answered; `idlewild run` starts it again.")


def _silent() -> LocalFault:
    return LocalFault("The engine does not answer; if this lasts, end its process and start it again.")
