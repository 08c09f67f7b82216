import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import cast

import pytest

from core.data import exchange
from core.data.exchange import CHUNK_BYTES, FetchObject, ObjectHead, fetch_object, serve_object
from core.data.objects import ObjectStore
from core.errors import LinkLost, PeerTimeout, ProtocolViolation, Refused
from core.identity.ids import Digest, PeerId
from core.identity.wire import pack, unpack
from core.transport.api import Link, Message, Stream
from core.transport.local import local_streams

CONTENT = bytes(range(251)) * 4000
DIGEST = Digest.of(CONTENT)
ME, DONOR = PeerId(bytes(32)), PeerId(bytes([1]) * 32)

Serve = Callable[[Stream, FetchObject], Awaitable[None]]


class DirectLink:
    """A link whose other end is a coroutine function."""

    peer_id = DONOR

    def __init__(self, serve: Serve) -> None:
        self._serve = serve
        self.tasks: list[asyncio.Task[None]] = []
        self.asked: list[FetchObject] = []

    async def open(self, first: Message) -> Stream:
        assert isinstance(first, FetchObject)
        self.asked.append(first)
        near, far = local_streams(ME, DONOR)

        async def answer() -> None:
            try:
                await self._serve(far, unpack(FetchObject, pack(first)))
            except LinkLost:
                pass
            else:
                far.finish()

        self.tasks.append(asyncio.create_task(answer()))
        return near


def fetch(link: DirectLink, store: ObjectStore, limit_bytes: int = len(CONTENT), **more: object) -> Path:
    async def run() -> Path:
        try:
            return await fetch_object(cast("Link", link), DIGEST, limit_bytes, store, **more)  # type: ignore[arg-type]
        finally:
            for task in link.tasks:
                task.cancel()
            await asyncio.gather(*link.tasks, return_exceptions=True)
            link.tasks.clear()

    return asyncio.run(run())


def donor(folder: Path, content: bytes = CONTENT, *, shares: bool = True) -> DirectLink:
    store = ObjectStore(folder / "donor")
    store.add_bytes(CONTENT)
    store.path(DIGEST).write_bytes(content)
    return DirectLink(lambda stream, request: serve_object(stream, request, store, lambda digest: shares))


def sends(head: int, *payloads: bytes) -> DirectLink:
    async def serve(stream: Stream, request: FetchObject) -> None:
        await stream.send(ObjectHead(size_bytes=head))
        for payload in payloads:
            await stream.send_payload(payload)

    return DirectLink(serve)


def test_an_object_travels(tmp_path: Path) -> None:
    store = ObjectStore(tmp_path / "mine")
    seen: list[tuple[int, int]] = []
    link = donor(tmp_path)
    path = fetch(link, store, on_progress=lambda here, all_: seen.append((here, all_)))
    assert path.read_bytes() == CONTENT
    assert seen[-1] == (len(CONTENT), len(CONTENT))
    assert len(seen) == -(-len(CONTENT) // CHUNK_BYTES)
    fetch(link, store)
    assert len(link.asked) == 1, "what is here is not asked for again"


def begin(store: ObjectStore, content: bytes) -> None:
    with store.writer(DIGEST) as writer:
        writer.expect(len(CONTENT))
        writer.write(content)


def test_a_broken_off_fetch_continues(tmp_path: Path) -> None:
    store = ObjectStore(tmp_path / "mine")
    with pytest.raises(LinkLost):
        fetch(sends(len(CONTENT), CONTENT[:1000]), store)
    link = donor(tmp_path)
    fetch(link, store)
    assert [request.offset for request in link.asked] == [1000]
    assert store.read(DIGEST) == CONTENT


@pytest.mark.parametrize("earlier", [b"wrong" * 100, CONTENT[:-1] + b"x"])
def test_an_earlier_donors_lie_is_not_blamed_on_this_one(tmp_path: Path, earlier: bytes) -> None:
    store = ObjectStore(tmp_path / "mine")
    begin(store, earlier)
    link = donor(tmp_path)
    fetch(link, store)
    assert [request.offset for request in link.asked] == [len(earlier), 0]
    assert store.read(DIGEST) == CONTENT


@pytest.mark.parametrize(
    "link",
    [
        lambda folder: donor(folder, CONTENT[:-1] + b"x"),
        lambda folder: donor(folder, CONTENT[:-1]),
        lambda folder: sends(len(CONTENT) + 1),
        lambda folder: sends(1000, CONTENT[:1001]),
        lambda folder: sends(1000, b""),
        lambda folder: sends(1000, bytes(1000)),
    ],
    ids=["a changed byte", "too short", "over the limit", "more than announced", "empty payload", "other bytes"],
)
def test_wrong_bytes_are_a_violation_and_not_stored(tmp_path: Path, link: Callable[[Path], DirectLink]) -> None:
    store = ObjectStore(tmp_path / "mine")
    with pytest.raises(ProtocolViolation):
        fetch(link(tmp_path), store)
    assert not store.has(DIGEST)


def test_only_shared_objects_are_served(tmp_path: Path) -> None:
    store = ObjectStore(tmp_path / "mine")
    with pytest.raises(Refused, match="not here"):
        fetch(donor(tmp_path, shares=False), store)
    (tmp_path / "empty").mkdir()
    empty = ObjectStore(tmp_path / "empty")
    with pytest.raises(Refused, match="not here"):
        fetch(DirectLink(lambda stream, request: serve_object(stream, request, empty, lambda digest: True)), store)


def test_a_silent_donor_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def silent(stream: Stream, request: FetchObject) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(exchange, "STALL_S", 0.01)
    with pytest.raises(PeerTimeout):
        fetch(DirectLink(silent), ObjectStore(tmp_path))


def test_an_offset_beyond_the_end_gets_no_bytes(tmp_path: Path) -> None:
    link = donor(tmp_path)

    async def ask() -> None:
        stream = await link.open(FetchObject(digest=DIGEST, offset=1 << 60))
        head = await stream.receive(ObjectHead)
        assert head.size_bytes == len(CONTENT)
        with pytest.raises(LinkLost):
            await stream.receive_payload(CHUNK_BYTES)
        await asyncio.gather(*link.tasks)

    asyncio.run(ask())
