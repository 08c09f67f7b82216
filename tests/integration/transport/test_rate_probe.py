"""The probe at joining, over real links: what it finds, and whom it serves."""

import asyncio

import pytest

from core.errors import Refused
from core.nat import rate_probe
from core.nat.rate_probe import MESSAGES, PIECE_BYTES, PIECES, MeasureRates, RateProbes, TakeBurst, probe_rates
from core.transport.api import Link, Message, Stream
from core.transport.budget import Budget
from core.transport.rates import Rates
from tests.integration.transport.loopback_peers import Hi, Peer, peer, run

KINDS = [Hi, *MESSAGES]
CAP = 1e6


class Server:
    def __init__(self) -> None:
        self.probes = RateProbes()

    async def serve(self, link: Link, stream: Stream, first: Message) -> None:
        assert isinstance(first, MeasureRates)
        await self.probes.serve(link, stream, first)


async def probed(a: Peer, b: Peer) -> tuple[Rates, float]:
    link = await a.endpoint.dial(b.peer_id, b.endpoint.addresses)
    loop = asyncio.get_running_loop()
    start_s = loop.time()
    return await probe_rates(link), loop.time() - start_s


def test_a_slow_line_is_measured_in_time() -> None:
    async def test() -> None:
        budget = Budget(upload_bytes_per_s=CAP)
        async with peer(messages=KINDS, budget=budget) as a, peer(messages=KINDS, serve=Server().serve) as b:
            rates, took_s = await probed(a, b)
            assert rates.upload_bytes_per_s == pytest.approx(CAP, rel=0.4)
            assert rates.download_bytes_per_s > 3 * CAP
            assert took_s < 2.5

    run(test())


def test_a_fast_line_costs_no_more_than_agreed() -> None:
    async def test() -> None:
        async with peer(messages=KINDS) as a, peer(messages=KINDS, serve=Server().serve) as b:
            rates, _ = await probed(a, b)
            assert min(rates.upload_bytes_per_s, rates.download_bytes_per_s) > 3 * CAP
            received = [link._quic._local_max_data.used for link in b.endpoint.links()]
            assert received[0] < 1.1 * PIECES * PIECE_BYTES

    run(test())


def test_each_peer_is_served_now_and_then_and_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        server = Server()
        async with peer(messages=KINDS) as a, peer(messages=KINDS, serve=server.serve) as b:
            await probed(a, b)
            with pytest.raises(Refused, match="a moment ago"):
                await probed(a, b)
            monkeypatch.setattr(rate_probe, "PEER_AGAIN_S", 0.0)
            await probed(a, b)
            monkeypatch.setattr(rate_probe, "PROBES_AT_A_TIME", 0)
            with pytest.raises(Refused, match="too many"):
                await probed(a, b)

    run(test())


def test_who_takes_more_than_agreed_is_cut_off() -> None:
    async def test() -> None:
        async with peer(messages=KINDS) as a, peer(messages=KINDS, serve=Server().serve) as b:
            link = await a.endpoint.dial(b.peer_id, b.endpoint.addresses)
            stream = await link.open(MeasureRates())
            await stream.receive(rate_probe.MayMeasure)
            await stream.send(TakeBurst(pieces=PIECES + 1))
            assert "more than" in await link.wait_closed()

    run(test())
