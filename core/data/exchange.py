"""Objects travel from peer to peer: asked for by hash, continued where they broke off, verified before they count."""

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import msgspec

from core.data.objects import ObjectStore, ObjectWriter
from core.errors import PeerTimeout, ProtocolViolation
from core.identity.ids import Digest
from core.transport.api import Link, Message, Refusal, Stream

log = logging.getLogger(__name__)

CHUNK_BYTES = 256 << 10
"""Length of the payloads an object is cut into; the last may be shorter."""
STALL_S = 30.0
"""A donor that sends nothing for so long is given up."""

OnBytes = Callable[[int, int], None]
"""Called with the bytes that are here and the bytes there will be."""


class FetchObject(Message, frozen=True):
    """Asks for an object from byte `offset` on. Answered by `ObjectHead` and payloads, or by a `Refusal`."""

    digest: Digest
    offset: Annotated[int, msgspec.Meta(ge=0)] = 0


class ObjectHead(Message, frozen=True):
    """Payloads with the bytes from the asked offset up to `size_bytes` follow (none if the offset lies beyond)."""

    size_bytes: Annotated[int, msgspec.Meta(ge=0)]


async def serve_object(
    stream: Stream, request: FetchObject, store: ObjectStore, allowed: Callable[[Digest], bool]
) -> None:
    """Answers `request` if `allowed` says that the object belongs to what this peer shares.

    An object that is not shared and one that is not here get the same answer, so that nobody learns what else
    is on this disk.
    """
    if not allowed(request.digest) or not store.has(request.digest):
        await stream.send(Refusal(reason="this object is not here"))
        return
    size_bytes = store.size_bytes(request.digest)
    await stream.send(ObjectHead(size_bytes=size_bytes))
    if request.offset >= size_bytes:
        return
    with store.path(request.digest).open("rb") as file:
        file.seek(request.offset)
        while chunk := file.read(CHUNK_BYTES):
            await stream.send_payload(chunk)


async def fetch_object(
    link: Link, digest: Digest, size_limit_bytes: int, store: ObjectStore, on_progress: OnBytes | None = None
) -> Path:
    """Brings the object into `store` and returns its path; at once if it is there.

    Cancelled or broken off, it continues from there the next time, with whichever donor.
    Raises `ProtocolViolation` if the peer announces more than `size_limit_bytes` or sends other bytes than the digest
    says (nothing is stored then), `PeerTimeout`, `LinkLost`, `Refused`, or `LocalFault` for the disk.
    """
    if store.has(digest):
        return store.path(digest)
    with store.writer(digest) as writer:
        resumed = writer.offset > 0
        try:
            return await _fetch_rest(link, size_limit_bytes, writer, on_progress)
        except ProtocolViolation:
            if not resumed:
                raise
    log.info("object %s did not fit what an earlier donor sent; fetching it whole from %s", digest, link.peer_id)
    with store.writer(digest) as writer:
        writer.restart()
        return await _fetch_rest(link, size_limit_bytes, writer, on_progress)


async def _fetch_rest(link: Link, size_limit_bytes: int, writer: ObjectWriter, on_progress: OnBytes | None) -> Path:
    stream = await link.open(FetchObject(digest=writer.digest, offset=writer.offset))
    try:
        stream.finish()
        async with asyncio.timeout(STALL_S):
            head = await stream.receive(ObjectHead)
        if head.size_bytes > size_limit_bytes:
            raise ProtocolViolation(
                f"object {writer.digest} has {head.size_bytes} bytes, {size_limit_bytes} are allowed"
            )
        writer.expect(head.size_bytes)
        while writer.offset < head.size_bytes:
            async with asyncio.timeout(STALL_S):
                chunk = await stream.receive_payload(CHUNK_BYTES)
            if not chunk:
                raise ProtocolViolation("an object's payload was empty")
            writer.write(chunk)
            if on_progress is not None:
                on_progress(writer.offset, head.size_bytes)
        return writer.finish()
    except TimeoutError as error:
        stream.reset("too slow")
        raise PeerTimeout(f"{link.peer_id} sent nothing of object {writer.digest} for {STALL_S:.0f} s") from error
    except BaseException:
        stream.reset()
        raise
