"""The user's caps over real sockets, and the rates that are measured beside them."""

import asyncio

import pytest

from core.transport.api import Link, Message, Stream
from core.transport.budget import Budget
from tests.integration.transport.loopback_peers import Bulk, peer, run

CAP = 2e6
CHUNK = bytes(64 << 10)


class Counter:
    """Serves by reading all that comes."""

    def __init__(self) -> None:
        self.bytes = 0

    async def serve(self, link: Link, stream: Stream, first: Message) -> None:
        while True:
            data = await stream.receive_payload(len(CHUNK))
            self.bytes += len(data)


async def send_on(link: Link) -> None:
    stream = await link.open(Bulk())
    while True:
        await stream.send_payload(CHUNK)


async def rate(counters: list[Counter], links: list[Link], *, seconds: float = 2.0, warm: float = 0.7) -> float:
    async with asyncio.TaskGroup() as sending:
        tasks = [sending.create_task(send_on(link)) for link in links]
        await asyncio.sleep(warm)
        loop = asyncio.get_running_loop()
        before, start_s = sum(counter.bytes for counter in counters), loop.time()
        await asyncio.sleep(seconds)
        arrived = sum(counter.bytes for counter in counters) - before
        took_s = loop.time() - start_s
        for task in tasks:
            task.cancel()
    return arrived / took_s


@pytest.mark.parametrize("fast_path", [True, False])
def test_an_upload_is_capped_for_all_links_together(fast_path: bool) -> None:
    async def test() -> None:
        first, second = Counter(), Counter()
        budget = Budget(upload_bytes_per_s=CAP)
        async with (
            peer(budget=budget, fast_path=fast_path) as a,
            peer(serve=first.serve) as b,
            peer(serve=second.serve) as c,
        ):
            links: list[Link] = [await a.endpoint.dial(p.peer_id, p.endpoint.addresses) for p in (b, c)]
            assert await rate([first, second], links) == pytest.approx(CAP, rel=0.1)
            assert a.endpoint.upload_bytes_per_s <= CAP

    run(test())


def test_a_download_is_capped_for_all_links_together() -> None:
    async def test() -> None:
        counter = Counter()
        budget = Budget(download_bytes_per_s=CAP)
        async with peer() as a, peer() as b, peer(serve=counter.serve, budget=budget) as c:
            links: list[Link] = [await p.endpoint.dial(c.peer_id, c.endpoint.addresses) for p in (a, b)]
            assert await rate([counter], links) == pytest.approx(CAP, rel=0.1)
            assert c.endpoint.download_bytes_per_s <= CAP

    run(test())


def test_caps_may_be_changed_while_bytes_flow() -> None:
    async def test() -> None:
        counter = Counter()
        budget = Budget(upload_bytes_per_s=CAP)
        async with peer(budget=budget) as a, peer(serve=counter.serve) as b:
            link = await a.endpoint.dial(b.peer_id, b.endpoint.addresses)
            assert await rate([counter], [link], seconds=1.0) == pytest.approx(CAP, rel=0.15)
            budget.upload.change(None)
            assert await rate([counter], [link], seconds=1.5) > 4 * CAP
            assert a.endpoint.upload_bytes_per_s > CAP

    run(test())
