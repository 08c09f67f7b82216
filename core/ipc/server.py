"""The engine's control socket: only this user can open it (design §2)."""

import asyncio
import logging
import sys
import time
from types import TracebackType
from typing import Protocol, Self

import msgspec

from core.errors import LocalFault, reason_of
from core.ipc.codec import encode_notification
from core.ipc.connection import Connection, Handler
from core.ipc.messages import Beat, Event, Status
from core.saying import say

if sys.platform != "win32":
    from core.ipc import unix_socket

logger = logging.getLogger(__name__)

_BEAT = encode_notification(Event.BEAT, Beat())
CLOSING_S = 1.0
"""How long `close` lets answers under way get ready and be read."""


class _Listener(Protocol):
    def close(self) -> None: ...


class ControlServer:
    """Answers requests and spreads notifications. Owns one task per client; `close` ends them all.

    `handler(method, params)` runs in a task of its own for each request, up to 8 at once per client, so that a long
    one (`export`) delays no other. A client that asked for `subscribe` gets every `notify` that comes after the
    handler's answer to it, as `core.ipc.telling` says.
    """

    def __init__(self, address: str, handler: Handler) -> None:
        self._address = address
        self._handler = handler
        self._listener: _Listener | None = None
        self._clients: dict[asyncio.Task[None], Connection] = {}

    @property
    def clients(self) -> int:
        return len(self._clients)

    @property
    def subscribers(self) -> int:
        return sum(client.is_subscribed for client in self._clients.values())

    async def start(self) -> None:
        """Raises `LocalFault` where another engine answers at the address or it cannot be opened."""
        if sys.platform == "win32":
            self._listener = await self._listen_on_pipe()
        else:
            self._listener = await self._listen_on_socket()
        logger.info("Control socket: %s", self._address)

    def notify(self, name: Event, content: msgspec.Struct) -> None:
        """To all subscribers. Never waits: a slow one gets only the newest of several `status`; one that leaves a
        thousand other lines unread is disconnected."""
        now_s = time.monotonic()
        subscribers = [client for client in self._clients.values() if client.is_subscribed]
        hearing = [one for one in subscribers if not isinstance(content, Status) or one.telling.wants(content, now_s)]
        if hearing:
            line = encode_notification(name, content)
            for client in hearing:
                client.notify(line, replaces=name if name is Event.STATUS else None)
        for client in subscribers:
            if client not in hearing:
                client.notify(_BEAT, replaces=Event.BEAT)

    async def close(self) -> None:
        """Answers that are nearly ready still go out. May be called twice, and without `start`."""
        if self._listener is not None:
            self._listener.close()
            self._listener = None
            if sys.platform != "win32":
                unix_socket.remove(self._address)
        for client in self._clients.values():
            client.stop_reading()
        if self._clients:
            await asyncio.wait(list(self._clients), timeout=CLOSING_S)
        leftover = list(self._clients)
        for task in leftover:
            task.cancel()
        if leftover:
            await asyncio.wait(leftover)

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()

    def _on_connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if _is_stranger(writer):
            logger.warning("Another user tried to open the control socket")
            writer.transport.abort()
            return
        client = Connection(reader, writer, self._handler)
        task = asyncio.create_task(client.run(), name="control client")
        self._clients[task] = client
        task.add_done_callback(self._forget)

    def _forget(self, task: asyncio.Task[None]) -> None:
        del self._clients[task]
        if not task.cancelled() and (fault := task.exception()) is not None:
            logger.error("A control client's task failed", exc_info=fault)

    if sys.platform == "win32":

        async def _listen_on_pipe(self) -> _Listener:
            loop = asyncio.get_running_loop()
            if not isinstance(loop, asyncio.ProactorEventLoop):
                raise TypeError("named pipes need the proactor event loop")

            def protocol() -> asyncio.StreamReaderProtocol:
                return asyncio.StreamReaderProtocol(asyncio.StreamReader(), self._on_connected)

            # The first instance of the name is claimed exclusively, and the default access list lets other users
            # neither write to the pipe nor serve it: nothing is answered that was not asked in writing.
            try:
                [server] = await loop.start_serving_pipe(protocol, self._address)
            except OSError as fault:
                raise self._unavailable(fault) from fault
            return server

    else:

        async def _listen_on_socket(self) -> _Listener:
            try:
                bound = unix_socket.open_listening(self._address)
            except OSError as fault:
                raise self._unavailable(fault) from fault
            return await asyncio.start_unix_server(self._on_connected, sock=bound)

    def _unavailable(self, fault: OSError) -> LocalFault:
        return LocalFault(
            say(
                "The control socket {address} cannot be opened ({reason}); end the other engine with `idlewild quit`, "
                "or choose another folder with --home.",
                address=self._address,
                reason=reason_of(fault),
            )
        )


def _is_stranger(writer: asyncio.StreamWriter) -> bool:
    if sys.platform == "win32":
        return False
    else:  # noqa: RET505 - mypy follows platforms by branch
        return unix_socket.is_stranger(writer.get_extra_info("socket"))
