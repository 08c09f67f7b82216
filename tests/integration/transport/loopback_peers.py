"""Peers on loopback for the transport's tests: real sockets, real QUIC, real time."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

from core.identity.ids import PeerId
from core.identity.keys import Identity
from core.transport.api import Address, Link, Message, Stream
from core.transport.endpoint import Endpoint, EndpointConfig

LOOPBACK = Address("127.0.0.1", 0)


class Hi(Message, frozen=True):
    run: str = "same"
    padding: bytes = b""


class Ask(Message, frozen=True):
    number: int


class Answer(Message, frozen=True):
    number: int


class Bulk(Message, frozen=True):
    """The opener sends payloads until it finishes; the answer is how many bytes came."""


class Stranger(Message, frozen=True):
    """A message that the other side's engine does not know."""


class Peer:
    """An endpoint that answers, and remembers what happened to it."""

    def __init__(self) -> None:
        self.endpoint: Endpoint
        self.links: list[Link] = []
        self.lost: list[str] = []
        self.bugs: list[Exception] = []
        self.served: list[Message] = []

    @property
    def peer_id(self) -> PeerId:
        return self.endpoint.peer_id

    async def serve(self, link: Link, stream: Stream, first: Message) -> None:
        self.served.append(first)
        if isinstance(first, Ask):
            await stream.send(Answer(number=first.number + 1))


@asynccontextmanager
async def peer(
    *,
    run: str = "same",
    serve: Callable[[Link, Stream, Message], Awaitable[None]] | None = None,
    bugs_allowed: bool = False,
    **settings: Any,
) -> AsyncIterator[Peer]:
    """A listening peer. Leaving fails if a bug was reported, unless the test makes one on purpose."""
    it = Peer()
    settings.setdefault("identity", Identity.generate())
    settings.setdefault("listen", LOOPBACK)
    settings.setdefault("messages", [Hi, Ask, Answer, Bulk])
    settings.setdefault("greeting", lambda: Hi(run=run))
    settings.setdefault("admit", lambda _, hi: "" if hi.run == run else f"this is run {run}, not {hi.run}")
    it.endpoint = await Endpoint.open(
        EndpointConfig(
            serve=serve or it.serve,
            on_link=it.links.append,
            on_link_lost=lambda _, reason: it.lost.append(reason),
            on_bug=it.bugs.append,
            **settings,
        )
    )
    try:
        yield it
    finally:
        await it.endpoint.close()
    if not bugs_allowed:
        assert it.bugs == []


def run(test: Coroutine[Any, Any, None], *, timeout_s: float = 60.0) -> None:
    """Runs `test`; nothing of it may be left afterwards."""

    async def bounded() -> None:
        async with asyncio.timeout(timeout_s):
            await test
        await asyncio.sleep(0)
        left = asyncio.all_tasks() - {asyncio.current_task()}
        assert not left, f"tasks left: {left}"

    asyncio.run(bounded())


def kill(victim: Peer) -> None:
    """As if its process were killed: its socket is gone, and nobody was told."""
    endpoint = victim.endpoint
    endpoint._is_closed = True
    assert endpoint._socket is not None
    endpoint._socket.close()
    assert endpoint._sweep_soon is not None
    endpoint._sweep_soon.cancel()
    for connection in list(endpoint._links):
        connection.abandon()


async def until(condition: Callable[[], bool]) -> None:
    """Waits for what another task does; bounded by `run`."""
    while not condition():
        await asyncio.sleep(0.005)
