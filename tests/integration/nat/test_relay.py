"""Two peers that cannot reach each other talk through a third."""

import os

from core.transport.api import PathKind, Relayed, Tunnelled
from tests.integration.nat.reaching_peers import Answer, Ask, Book, Bulk, reaching_peer
from tests.integration.transport.loopback_peers import kill, run, until

CHUNK = os.urandom(1 << 19)


async def _reserved(peer, relay):
    """Links `peer` to `relay` and waits until others can reach it there."""
    await peer.endpoint.dial(relay.peer_id, relay.reach.places())
    await until(lambda: any(isinstance(place, Relayed) for place in peer.reach.places()))
    peer.record()


async def _send_bulk(link, chunks):
    stream = await link.open(Bulk(chunks=chunks))
    for _ in range(chunks):
        await stream.send_payload(CHUNK)
    stream.finish()
    assert (await stream.receive(Answer)).number == chunks * len(CHUNK)


def test_two_peers_talk_through_a_relay():
    async def test():
        book = Book()
        async with (
            reaching_peer(book, relays=True) as relay,
            reaching_peer(book, shy=True) as a,
            reaching_peer(book, shy=True) as b,
        ):
            await _reserved(b, relay)
            meters = [one.endpoint.line.budget.meter for one in (relay, a, b)]
            link = await a.endpoint.dial(b.peer_id, b.record().places())
            assert link.peer_id == b.peer_id
            assert link.path.kind is PathKind.RELAYED
            assert link.path.relay == relay.peer_id
            assert (await link.request(Ask(number=1), Answer)).number == 2
            await _send_bulk(link, 8)
            assert link.path.kind is PathKind.RELAYED
            assert relay.reach.relay.switchboard.carried_bytes > 8 * len(CHUNK)
            # What it forwards for others costs its owner, both ways; retransmissions and acknowledgements are more.
            of_relay, of_sender, of_receiver = meters
            much, too_much = 8 * len(CHUNK), 12 * len(CHUNK)
            assert much < of_relay.received_bytes < too_much
            assert much < of_relay.sent_bytes < too_much
            assert much < of_sender.sent_bytes < too_much
            assert much < of_receiver.received_bytes < too_much
            assert of_sender.received_bytes + of_receiver.sent_bytes < much

    run(test())


def test_another_relay_takes_over_when_one_dies():
    async def test():
        book = Book()
        async with (
            reaching_peer(book, relays=True) as one,
            reaching_peer(book, relays=True) as other,
            reaching_peer(book, shy=True) as a,
            reaching_peer(book, shy=True) as b,
        ):
            await _reserved(b, one)
            await _reserved(b, other)
            await until(lambda: len(b.reach.client.held) == 2)
            link = await a.endpoint.dial(b.peer_id, b.record().places())
            first, second = (one, other) if link.path.relay == one.peer_id else (other, one)
            assert (await link.request(Ask(number=1), Answer)).number == 2
            kill(first)
            # The link goes on, and a new one finds its way as well.
            await until(lambda: link.path.relay == second.peer_id)
            assert (await link.request(Ask(number=2), Answer)).number == 3
            await until(lambda: b.reach.client.held == [second.peer_id])
            link.close()
            await until(lambda: a.endpoint.link_to(b.peer_id) is None)
            link = await a.endpoint.dial(b.peer_id, b.record().places())
            assert link.path.relay == second.peer_id

    run(test())


def test_where_udp_is_blocked_a_tunnel_leads_to_the_relay_and_beyond():
    async def test():
        book = Book()
        async with (
            reaching_peer(book, relays=True, shy=True) as relay,
            reaching_peer(book, shy=True) as a,
            reaching_peer(book, shy=True) as b,
        ):
            await until(lambda: bool(relay.reach.places()))
            tunnels = relay.reach.places()
            assert all(isinstance(place, Tunnelled) for place in tunnels)
            to_relay = await b.endpoint.dial(relay.peer_id, tunnels)
            assert to_relay.path.kind is PathKind.TUNNELLED
            assert to_relay.path.relay is None
            await until(lambda: b.reach.client.held == [relay.peer_id])
            await a.endpoint.dial(relay.peer_id, tunnels)
            link = await a.endpoint.dial(b.peer_id, b.record().places())
            assert link.path.kind is PathKind.TUNNELLED
            assert link.path.relay == relay.peer_id
            await _send_bulk(link, 8)

    run(test())


def test_two_peers_behind_relays_find_their_straight_path():
    async def test():
        book = Book()
        async with (
            reaching_peer(book, relays=True) as relay,
            reaching_peer(book) as a,
            reaching_peer(book) as b,
        ):
            await _reserved(b, relay)
            relayed = [place for place in b.record().places() if isinstance(place, Relayed)]
            link = await a.endpoint.dial(b.peer_id, relayed)
            await until(lambda: link.path.kind in (PathKind.DIRECT, PathKind.PUNCHED))
            await _send_bulk(link, 4)

    run(test())
