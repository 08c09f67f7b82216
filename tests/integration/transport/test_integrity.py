"""What is sent is what arrives: many streams both ways through a bad network, with new keys in the middle.

`IDLEWILD_INTEGRITY_SEEDS=40` runs more seeds than the few that every test run takes.
"""

import asyncio
import hashlib
import os
import random
from contextlib import AsyncExitStack
from typing import Any

import pytest
from loopback_peers import Hi, Peer, peer, run, until
from lossy_network import Faults, lossy

from core.identity.ids import Digest
from core.transport.api import PAYLOAD_BYTES, Link, Message, Stream

SEEDS = range(int(os.environ.get("IDLEWILD_INTEGRITY_SEEDS", "2")))
PATHS: dict[str, dict[str, Any]] = {
    "internet": {"loopback_datagram_bytes": 1200},
    "no segmentation": {"segmentation": False, "loopback_datagram_bytes": 1200},
    "loopback": {"loopback_datagram_bytes": 16_000},
    "no fast path": {"fast_path": False, "loopback_datagram_bytes": 1200},
    "no fast path, loopback": {"fast_path": False, "loopback_datagram_bytes": 16_000},
}


class Parts(Message, frozen=True):
    """That many payloads follow."""

    count: int


class Sum(Message, frozen=True):
    digest: Digest


async def take_parts(link: Link, stream: Stream, first: Message) -> None:
    """Answers with the digest of what came, and sends it back, so that each stream is busy in both directions."""
    assert isinstance(first, Parts)
    total = hashlib.sha256()
    for _ in range(first.count):
        part = await stream.receive_payload(PAYLOAD_BYTES)
        total.update(part)
        await stream.send_payload(part)
    await stream.send(Sum(digest=Digest(total.digest())))


async def send_parts(link: Link, chance: random.Random, scale: int) -> int:
    sizes = [chance.choice((0, 1, 100, 5_000, 65_536, 300_000 * scale)) for _ in range(chance.randrange(2, 9))]
    parts = [chance.randbytes(size) for size in sizes]
    stream = await link.open(Parts(count=len(parts)))
    total = hashlib.sha256(b"".join(parts))

    async def send() -> None:
        for part in parts:
            await stream.send_payload(part)
            if chance.random() < 0.2:
                await asyncio.sleep(0.003)
        stream.finish()

    async with asyncio.TaskGroup() as group:
        group.create_task(send())
        for part in parts:
            assert await stream.receive_payload(PAYLOAD_BYTES) == part
    assert (await stream.receive(Sum)).digest.raw == total.digest()
    return sum(sizes)


async def update_keys(*links: Link) -> None:
    for _ in range(2):
        for link in links:
            await asyncio.sleep(0.05)
            link.update_keys()  # type: ignore[attr-defined]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("seed", SEEDS)
def test_streams_survive_loss_reordering_repetition_and_new_keys(seed: int, path: str) -> None:
    async def test() -> None:
        settings = dict(PATHS[path])
        segmentation = settings.pop("segmentation", True)
        chance = random.Random(seed)
        async with AsyncExitStack() as stack:
            a, b = [
                await stack.enter_async_context(
                    peer(
                        messages=[Hi, Parts, Sum],
                        serve=take_parts,
                        udp=lossy(2 * seed + side, segmentation=segmentation),
                        **settings,
                    )
                )
                for side in range(2)
            ]
            await exchange(a, b, chance, scale=4 if "loopback" in path else 1)

    run(test(), timeout_s=90)


async def exchange(a: Peer, b: Peer, chance: random.Random, scale: int) -> None:
    link = await a.endpoint.dial(b.peer_id, b.endpoint.addresses)
    await until(lambda: bool(b.links))
    async with asyncio.TaskGroup() as group:
        for way in (link, b.links[0]):
            for _ in range(4):
                group.create_task(send_parts(way, random.Random(chance.random()), scale))
        group.create_task(update_keys(link, b.links[0]))
    assert link.is_open
    assert a.lost == b.lost == []


def test_a_very_bad_network_is_slow_and_right() -> None:
    async def test() -> None:
        faults = Faults(lost=0.1, repeated=0.1, late=0.3, late_s=0.02)
        settings = {"messages": [Hi, Parts, Sum], "serve": take_parts, "loopback_datagram_bytes": 1200}
        async with peer(udp=lossy(1, faults), **settings) as a, peer(udp=lossy(2, faults), **settings) as b:
            link = await a.endpoint.dial(b.peer_id, b.endpoint.addresses, timeout_s=30)
            async with asyncio.TaskGroup() as group:
                for seed in range(3):
                    group.create_task(send_parts(link, random.Random(seed), 1))

    run(test(), timeout_s=90)
