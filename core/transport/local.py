"""A stream that never leaves the process: how a peer attends to itself, with the code that serves all the others."""

import asyncio
from collections import deque

from core.errors import LinkLost, ProtocolViolation, Refused
from core.identity.ids import PeerId
from core.transport.api import Buffer, M, Message, Refusal

PENDING_LIMIT = 256
"""Messages and payloads that may wait unread before the sender has to."""


class _Pipe:
    """One direction: a bounded queue with an end."""

    def __init__(self) -> None:
        self._items: deque[Message | bytes] = deque()
        self._changed = asyncio.Event()
        self._is_finished = False
        self._fault: str | None = None

    async def put(self, item: Message | bytes) -> None:
        while len(self._items) >= PENDING_LIMIT and self._fault is None:
            await self._wait()
        if self._fault is not None:
            raise LinkLost(self._fault)
        if self._is_finished:
            raise RuntimeError("this side has finished the stream")
        self._items.append(item)
        self._changed.set()

    async def get(self) -> Message | bytes:
        while not self._items:
            if self._fault is not None or self._is_finished:
                raise LinkLost(self._fault or "the stream ended")
            await self._wait()
        self._changed.set()
        return self._items.popleft()

    async def _wait(self) -> None:
        self._changed.clear()
        await self._changed.wait()

    def finish(self) -> None:
        self._is_finished = True
        self._changed.set()

    def fail(self, reason: str) -> None:
        if self._fault is None:
            self._fault = reason
            self._items.clear()
            self._changed.set()


class LocalStream:
    """One end; fulfils `core.transport.api.Stream`."""

    def __init__(self, peer_id: PeerId, incoming: _Pipe, outgoing: _Pipe) -> None:
        self._peer_id = peer_id
        self._incoming = incoming
        self._outgoing = outgoing

    @property
    def peer_id(self) -> PeerId:
        return self._peer_id

    async def send(self, message: Message) -> None:
        await self._outgoing.put(message)

    async def receive(self, kind: type[M]) -> M:
        item = await self._incoming.get()
        if isinstance(item, Refusal) and not issubclass(Refusal, kind):
            raise Refused(item.reason)
        if not isinstance(item, kind):
            raise ProtocolViolation(f"expected {kind}, got {type(item).__name__}")
        return item

    async def send_payload(self, data: Buffer) -> None:
        await self._outgoing.put(bytes(data))

    async def drain(self) -> None:
        return

    async def receive_payload(self, limit_bytes: int) -> bytes | bytearray:
        item = await self._incoming.get()
        if not isinstance(item, bytes):
            raise ProtocolViolation(f"expected a payload, got {type(item).__name__}")
        if len(item) > limit_bytes:
            raise ProtocolViolation(f"a payload of {len(item)} bytes, more than the {limit_bytes} allowed")
        return item

    def finish(self) -> None:
        self._outgoing.finish()

    def reset(self, reason: str = "") -> None:
        self._incoming.fail(reason or "the stream was reset")
        self._outgoing.fail(reason or "the stream was reset")


def local_streams(near: PeerId, far: PeerId) -> tuple[LocalStream, LocalStream]:
    """Two ends of one stream: the first is `near`'s (it talks to `far`), the second `far`'s."""
    there, back = _Pipe(), _Pipe()
    return LocalStream(far, back, there), LocalStream(near, there, back)
