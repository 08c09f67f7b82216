"""One client of the control socket, as the engine sees it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from core.errors import LocalFault
from core.ipc.codec import (
    INTERNAL_ERROR,
    LINE_BYTES,
    LineSplitter,
    MalformedLine,
    Request,
    decode_request,
    encode_failure,
    encode_result,
)
from core.ipc.messages import Method
from core.ipc.outbox import Outbox
from core.ipc.requests import RequestFault, checked
from core.ipc.telling import Telling
from core.saying import say

logger = logging.getLogger(__name__)

Handler = Callable[[Method, dict[str, Any]], Awaitable[Any]]
"""Answers one request. Parameters are checked and complete (`core.ipc.requests`). A `LocalFault` is told to the
client as its saying; any other exception is logged and told as an internal error."""

READ_BYTES = 1 << 16
REQUESTS_AT_ONCE = 8
"""Of one client. Their answers may wait beside what the outbox holds, so this bounds memory too."""

_BUG = say("Internal error in the engine; idlewild.log in the home folder says more.")
_TOO_LONG = say("The answer is too long for one message; ask for less.")


class Connection:
    """Reads requests, answers them in the order they get ready, and passes notifications on."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, handler: Handler) -> None:
        self._reader = reader
        self._writer = writer
        self._handler = handler
        self._outbox = Outbox()
        self._slots = asyncio.Semaphore(REQUESTS_AT_ONCE)
        self._reading: asyncio.Task[None] | None = None
        self.is_subscribed = False
        self.telling = Telling()

    async def run(self) -> None:
        """Returns when the client is gone, misbehaved or was given up, and its last answer is out."""
        writing = asyncio.create_task(self._write_all())
        try:
            async with asyncio.TaskGroup() as requests:
                self._reading = requests.create_task(self._read_all(requests))
            self._outbox.close()
            await writing
            self._writer.close()
            await self._writer.wait_closed()
        except OSError as fault:
            logger.debug("Control client left: %s", fault)
        finally:
            self.is_subscribed = False
            writing.cancel()
            self._writer.transport.abort()
            await asyncio.wait([writing])

    def stop_reading(self) -> None:
        """Takes no more requests; `run` returns when those under way are answered."""
        self.is_subscribed = False
        if self._reading is not None:
            self._reading.cancel()

    def notify(self, line: bytes, *, replaces: str | None) -> None:
        """Gives the client up where it has not read for so long that its queue is full."""
        if not self._outbox.put(line, replaces=replaces):
            logger.warning("A control client does not read what it subscribed to; it is disconnected")
            self.is_subscribed = False
            self._writer.transport.abort()

    async def _read_all(self, requests: asyncio.TaskGroup) -> None:
        splitter = LineSplitter()
        try:
            while data := await self._reader.read(READ_BYTES):
                for line in splitter.feed(data):
                    request = decode_request(line)
                    await self._outbox.wait_half_empty()
                    await self._slots.acquire()
                    requests.create_task(self._answer(request))
        except MalformedLine as fault:
            logger.warning("Control connection ended: %s", fault.reason)
            self._outbox.put(encode_failure(None, fault.code, fault.saying), is_bounded=False)
        except OSError as fault:
            logger.debug("Control client left: %s", fault)
        finally:
            self.is_subscribed = False

    async def _write_all(self) -> None:
        try:
            while (line := await self._outbox.take()) is not None:
                self._writer.write(line)
                await self._writer.drain()
        except OSError:
            self._writer.transport.abort()
            self.stop_reading()
            while await self._outbox.take() is not None:
                pass  # so that nobody waits for room in a queue that nobody reads

    async def _answer(self, request: Request) -> None:
        try:
            line = await self._answer_line(request)
        finally:
            self._slots.release()
        if request.id is not None:
            self._outbox.put(line, is_bounded=False)

    async def _answer_line(self, request: Request) -> bytes:
        try:
            method, params = checked(request.method, request.params)
            result = await self._handler(method, params)
            line = encode_result(request.id, result)
        except RequestFault as fault:
            return encode_failure(request.id, fault.code, fault.saying)
        except LocalFault as fault:
            return encode_failure(request.id, fault.exit_status, fault.saying)
        except Exception:  # The boundary where bugs are sorted from faults: one must not end the engine
            logger.exception("Request %s failed", request.method)
            return encode_failure(request.id, INTERNAL_ERROR, _BUG)
        if len(line) > LINE_BYTES:
            return encode_failure(request.id, LocalFault.exit_status, _TOO_LONG)
        # No await between the handler's answer and this: nothing that happens after it goes unnoticed.
        if method is Method.SUBSCRIBE:
            self.is_subscribed, self.telling = True, Telling(params["every_s"])
        return line
