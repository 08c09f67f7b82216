"""Open collaborations are found over real multicast, on loopback."""

import asyncio
import ipaddress

from zeroconf import ServiceInfo
from zeroconf.asyncio import AsyncZeroconf

from core.identity.ids import PeerId, RunId
from core.nat.interfaces import Surroundings
from core.nat.lan import SERVICE, LanDiscovery, Neighbour, run_label
from core.nat.nearby import Found, look_nearby
from core.nat.offers import Offer, texts_of
from core.transport.api import Address

RUN, ORGANISER = RunId(b"r" * 32), PeerId(b"o" * 32)
OFFER = Offer(RUN, ORGANISER, "sahajBERT")
OFFLINE = Surroundings(frozenset([ipaddress.ip_interface("127.0.0.1/8")]))


def neighbour(number, port, run=RUN):
    return LanDiscovery(PeerId(bytes([number]) * 32), run, port, lambda *_: None, lambda _: None, look=lambda: OFFLINE)


async def looked(*peers):
    for peer in peers:
        await peer.start()
    try:
        return sorted(await look_nearby(look=lambda: OFFLINE), key=lambda one: one.by.peer)
    finally:
        for peer in peers:
            await peer.stop()


def test_open_runs_are_found_and_others_are_not():
    """Of three peers of three runs one shows its run from the start, one later, and one not: it is by invitation."""
    open_run, later_run, closed_run = (RunId(bytes([number]) * 32) for number in (11, 12, 13))
    first, later, closed = neighbour(1, 4001, open_run), neighbour(2, 4002, later_run), neighbour(3, 4003, closed_run)
    offers = [Offer(run, ORGANISER, f"run {number}") for number, run in enumerate((open_run, later_run), 1)]

    async def main():
        await first.show(offers[0])
        looking = asyncio.create_task(looked(first, later, closed))
        await asyncio.sleep(0.4)
        await later.show(offers[1])
        return await looking

    assert asyncio.run(main()) == [
        Found(offers[0], Neighbour(PeerId(bytes([1]) * 32), (Address("127.0.0.1", 4001),))),
        Found(offers[1], Neighbour(PeerId(bytes([2]) * 32), (Address("127.0.0.1", 4002),))),
    ]


def test_what_is_no_longer_shown_is_not_found():
    peer = neighbour(1, 4001)

    async def main():
        await peer.show(OFFER)
        await peer.show(None)
        return await looked(peer)

    assert asyncio.run(main()) == []


def test_announcements_of_liars_are_passed_over():
    """One with a label of another run than it names, one with rubbish, one that is far away; and an honest one."""
    honest = neighbour(1, 4001)

    async def main():
        texts = texts_of(OFFER)
        liars = [
            {b"peer": PeerId(bytes(32)).text, b"run": "0" * 16, **texts},
            {b"peer": "rubbish", b"run": b"\xff" * 200, b"id": b"\x00", b"by": b"", b"name": b"\xff" * 240},
            {},
            {b"peer": PeerId(bytes(32)).text, b"run": run_label(RUN), **texts},
        ]
        multicast = AsyncZeroconf(interfaces=["127.0.0.1"])
        for number, text in enumerate(liars):
            info = ServiceInfo(
                SERVICE,
                f"liar{number}.{SERVICE}",
                port=4000,
                properties=text,
                server=f"liar{number}.local.",
                parsed_addresses=["203.0.113.9" if number == len(liars) - 1 else "127.0.0.1"],
            )
            await multicast.async_register_service(info)
        await honest.show(OFFER)
        try:
            return await looked(honest)
        finally:
            await multicast.async_close()

    assert [one.by.peer for one in asyncio.run(main())] == [PeerId(bytes([1]) * 32)]
