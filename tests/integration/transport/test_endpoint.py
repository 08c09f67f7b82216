"""Links and requests between endpoints over real sockets."""

import asyncio
import socket

import pytest
from loopback_peers import Answer, Ask, Hi, kill, peer, run, until

from core.errors import LinkLost, LocalFault, PeerTimeout, ProtocolViolation, Refused
from core.identity.ids import PeerId
from core.identity.keys import Identity
from core.transport.api import Address, Link, Message, Refusal, Stream


def test_request_and_answer_in_both_directions() -> None:
    async def test() -> None:
        async with peer() as a, peer() as b:
            link = await a.endpoint.dial(b.peer_id, b.endpoint.addresses)
            assert (await link.request(Ask(number=1), Answer)).number == 2
            await until(lambda: bool(b.links))
            assert (await b.links[0].request(Ask(number=5), Answer)).number == 6
            assert (link.peer_id, link.greeting) == (b.peer_id, Hi())
            assert PeerId.of_key(link.public_key) == b.peer_id
            assert b.links[0].peer_id == a.peer_id
            assert link.remote_address == b.endpoint.addresses[0]
            assert 0 < link.round_trip_s < 1

    run(test())


def test_dial_returns_the_open_link_in_either_direction() -> None:
    async def test() -> None:
        async with peer() as a, peer() as b:
            link = await a.endpoint.dial(b.peer_id, b.endpoint.addresses)
            assert await a.endpoint.dial(b.peer_id, []) is link
            await until(lambda: bool(b.links))
            assert await b.endpoint.dial(a.peer_id, []) is b.endpoint.link_to(a.peer_id)

    run(test())


def test_concurrent_dials_of_one_peer_share_one_attempt() -> None:
    async def test() -> None:
        async with peer() as a, peer() as b:
            dials = [a.endpoint.dial(b.peer_id, b.endpoint.addresses) for _ in range(5)]
            links = await asyncio.gather(*dials)
            assert len(set(links)) == 1
            assert (await links[0].request(Ask(number=1), Answer)).number == 2
            assert len(b.links) == 1

    run(test())


def test_both_dialing_at_once_leaves_both_with_a_working_link() -> None:
    async def test() -> None:
        for _ in range(10):
            async with peer() as a, peer() as b:
                ab, ba = await asyncio.gather(
                    a.endpoint.dial(b.peer_id, b.endpoint.addresses), b.endpoint.dial(a.peer_id, a.endpoint.addresses)
                )
                for link in (ab, ba):
                    assert (await link.request(Ask(number=1), Answer)).number == 2
                await asyncio.sleep(0.05)
                assert ab.is_open
                assert ba.is_open
                assert a.lost == b.lost == []

    run(test())


def test_dial_of_anyone_at_an_address_is_authenticated() -> None:
    async def test() -> None:
        async with peer() as a, peer() as b:
            link = await a.endpoint.dial(None, b.endpoint.addresses)
            assert link.peer_id == b.peer_id

    run(test())


def test_a_dead_address_delays_the_next_one_by_the_stagger_only() -> None:
    async def test() -> None:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as silent:
            silent.bind(("127.0.0.1", 0))
            dead = Address(*silent.getsockname())
            async with peer() as a, peer() as b:
                began_s = asyncio.get_running_loop().time()
                link = await a.endpoint.dial(b.peer_id, [dead, *b.endpoint.addresses])
                assert link.is_open
                assert asyncio.get_running_loop().time() - began_s < 2

    run(test())


def test_host_names_are_resolved() -> None:
    async def test() -> None:
        async with peer() as a, peer() as b:
            link = await a.endpoint.dial(b.peer_id, [Address("localhost", b.endpoint.addresses[0].port)])
            assert link.is_open
            with pytest.raises(LinkLost, match="resolved"):
                await a.endpoint.dial(Identity.generate().peer_id, [Address("name.invalid", 1)])

    run(test())


def test_nobody_there_is_a_timeout() -> None:
    async def test() -> None:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as silent:
            silent.bind(("127.0.0.1", 0))
            async with peer() as a:
                with pytest.raises(PeerTimeout):
                    await a.endpoint.dial(Identity.generate().peer_id, [Address(*silent.getsockname())], timeout_s=0.3)
                assert a.endpoint.links() == []

    run(test())


def test_another_peer_at_the_address_is_a_failure_of_that_address() -> None:
    async def test() -> None:
        async with peer() as a, peer() as b, peer() as c:
            with pytest.raises(LinkLost, match="expected"):
                await a.endpoint.dial(c.peer_id, b.endpoint.addresses)
            link = await a.endpoint.dial(c.peer_id, [*b.endpoint.addresses, *c.endpoint.addresses])
            assert link.peer_id == c.peer_id
            assert b.links == []

    run(test())


def test_own_address_is_recognised() -> None:
    async def test() -> None:
        async with peer() as a:
            with pytest.raises(LinkLost, match="own"):
                await a.endpoint.dial(None, a.endpoint.addresses)
            with pytest.raises(LinkLost):
                await a.endpoint.dial(a.peer_id, a.endpoint.addresses)

    run(test())


def test_the_acceptor_refuses_with_its_reason() -> None:
    async def test() -> None:
        async with peer(run="one") as a, peer(run="two") as b:
            with pytest.raises(Refused, match="this is run two, not one"):
                await a.endpoint.dial(b.peer_id, b.endpoint.addresses)
            assert (a.links, b.links, b.served) == ([], [], [])

    run(test())


def test_the_dialer_refuses_too() -> None:
    async def test() -> None:
        async with peer(admit=lambda _, hi: "not you") as a, peer(admit=lambda _, hi: "") as b:
            with pytest.raises(Refused, match="not you"):
                await a.endpoint.dial(b.peer_id, b.endpoint.addresses)
            assert (a.links, b.links) == ([], [])

    run(test())


def test_leaving_is_noticed_at_once_and_a_request_under_way_fails() -> None:
    async def never(link: Link, stream: Stream, first: Message) -> None:
        await asyncio.Event().wait()

    async def test() -> None:
        async with peer() as a:
            async with peer(serve=never) as b:
                link = await a.endpoint.dial(b.peer_id, b.endpoint.addresses)
                asking = asyncio.ensure_future(link.request(Ask(number=1), Answer))
                await until(lambda: bool(b.endpoint.links()))
            with pytest.raises(LinkLost, match="ended"):
                await asking
            assert await link.wait_closed() == a.lost[0]
            assert not link.is_open
            assert a.endpoint.link_to(b.peer_id) is None
            with pytest.raises(LinkLost):
                await link.request(Ask(number=1), Answer)

    run(test())


def test_link_close_tells_the_reason() -> None:
    async def test() -> None:
        async with peer() as a, peer() as b:
            link = await a.endpoint.dial(b.peer_id, b.endpoint.addresses)
            await until(lambda: bool(b.links))
            link.close("enough for today")
            assert await b.links[0].wait_closed() == "enough for today"

    run(test())


def test_a_silent_peer_is_given_up_in_time() -> None:
    async def test() -> None:
        async with peer(idle_timeout_s=1.2) as a, peer() as b:
            link = await a.endpoint.dial(b.peer_id, b.endpoint.addresses)
            assert (await link.request(Ask(number=1), Answer)).number == 2
            kill(b)
            began_s = asyncio.get_running_loop().time()
            assert "silent" in await link.wait_closed()
            assert asyncio.get_running_loop().time() - began_s <= 1.2

    run(test())


def test_keep_alive_holds_an_idle_link() -> None:
    async def test() -> None:
        async with peer(idle_timeout_s=2.0) as a, peer(idle_timeout_s=2.0) as b:
            link = await a.endpoint.dial(b.peer_id, b.endpoint.addresses)
            await asyncio.sleep(4.5)
            assert (await link.request(Ask(number=1), Answer)).number == 2
            assert a.lost == b.lost == []

    run(test())


def test_an_unanswered_request_times_out_and_the_link_stays() -> None:
    async def slow(link: Link, stream: Stream, first: Message) -> None:
        assert isinstance(first, Ask)
        if first.number == 0:
            await stream.receive(Message)  # fails when the asker gives up
        await stream.send(Answer(number=first.number))

    async def test() -> None:
        async with peer() as a, peer(serve=slow) as b:
            link = await a.endpoint.dial(b.peer_id, b.endpoint.addresses)
            stream = await link.open(Ask(number=0))
            with pytest.raises(PeerTimeout):
                async with asyncio.timeout(5):
                    await link.request(Ask(number=0), Answer, timeout_s=0.0)
            assert (await link.request(Ask(number=7), Answer)).number == 7
            stream.reset("enough")

    run(test())


def test_refusal_and_wrong_reply() -> None:
    async def decline(link: Link, stream: Stream, first: Message) -> None:
        await stream.send(Refusal(reason="no thanks") if first == Ask(number=1) else Hi())

    async def test() -> None:
        async with peer() as a, peer(serve=decline) as b:
            link = await a.endpoint.dial(b.peer_id, b.endpoint.addresses)
            with pytest.raises(Refused, match="no thanks"):
                await link.request(Ask(number=1), Answer)
            with pytest.raises(ProtocolViolation, match="Hi came where Answer"):
                await link.request(Ask(number=2), Answer)

    run(test())


def test_a_bug_in_a_handler_costs_its_stream_only_and_is_reported() -> None:
    async def broken(link: Link, stream: Stream, first: Message) -> None:
        if first == Ask(number=1):
            raise KeyError("bug")
        await stream.send(Answer(number=0))

    async def test() -> None:
        async with peer() as a, peer(serve=broken, bugs_allowed=True) as b:
            link = await a.endpoint.dial(b.peer_id, b.endpoint.addresses)
            with pytest.raises(LinkLost, match="internal error"):
                await link.request(Ask(number=1), Answer)
            assert [type(bug) for bug in b.bugs] == [KeyError]
            assert (await link.request(Ask(number=2), Answer)).number == 0

    run(test())


def test_a_peer_fault_in_a_handler_resets_its_stream_with_the_reason() -> None:
    async def faulty(link: Link, stream: Stream, first: Message) -> None:
        raise PeerTimeout("somebody else was too slow")

    async def test() -> None:
        async with peer() as a, peer(serve=faulty) as b:
            link = await a.endpoint.dial(b.peer_id, b.endpoint.addresses)
            with pytest.raises(LinkLost, match="somebody else was too slow"):
                await link.request(Ask(number=1), Answer)
            assert link.is_open

    run(test())


def test_port_in_use_says_what_to_do() -> None:
    async def test() -> None:
        async with peer() as a:
            with pytest.raises(LocalFault, match=r"in use by another program.*--listen"):
                async with peer(listen=a.endpoint.addresses[0]):
                    pass
        with pytest.raises(LocalFault, match="cannot be listened on"):
            async with peer(listen=Address("203.0.113.7", 0)):
                pass

    run(test())


def test_wildcard_lists_concrete_addresses_loopback_last() -> None:
    async def test() -> None:
        async with peer(listen=None) as a:
            hosts = [address.host for address in a.endpoint.addresses]
            assert hosts[-1] == "127.0.0.1"
            assert "0.0.0.0" not in hosts
            assert len({address.port for address in a.endpoint.addresses}) == 1

    run(test())


def test_ipv6_endpoints_reach_both_families() -> None:
    async def test() -> None:
        async with peer(listen=Address("::", 0)) as a, peer() as b, peer(listen=Address("::1", 0)) as c:
            over_4 = await a.endpoint.dial(b.peer_id, b.endpoint.addresses)
            assert over_4.remote_address == b.endpoint.addresses[0]
            over_6 = await a.endpoint.dial(c.peer_id, c.endpoint.addresses)
            assert over_6.remote_address == c.endpoint.addresses[0]
            with pytest.raises(LinkLost, match="IPv4"):
                await b.endpoint.dial(c.peer_id, c.endpoint.addresses)

    with socket.socket(socket.AF_INET6, socket.SOCK_DGRAM) as probe:
        try:
            probe.bind(("::1", 0))
        except OSError:
            pytest.skip("this machine has no IPv6")
    run(test())


def test_many_requests_at_once() -> None:
    async def test() -> None:
        async with peer() as a, peer() as b:
            link = await a.endpoint.dial(b.peer_id, b.endpoint.addresses)
            answers = await asyncio.gather(*(link.request(Ask(number=i), Answer) for i in range(600)))
            assert [answer.number for answer in answers] == list(range(1, 601))

    run(test())


def test_dialing_ends_with_its_endpoint() -> None:
    async def test() -> None:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as silent:
            silent.bind(("127.0.0.1", 0))
            async with peer() as a:
                dial = a.endpoint.dial(Identity.generate().peer_id, [Address(*silent.getsockname())])
                dialing = asyncio.ensure_future(dial)
                await asyncio.sleep(0.05)
            with pytest.raises(LinkLost):
                await dialing

    run(test())


def test_a_peer_restarted_under_the_same_identity_is_reached_anew() -> None:
    async def test() -> None:
        identity = Identity.generate()
        async with peer() as a, peer(identity=identity) as before:
            listen = before.endpoint.addresses[0]
            old = await a.endpoint.dial(identity.peer_id, [listen])
            kill(before)
            async with peer(identity=identity, listen=listen) as after:
                await after.endpoint.dial(a.peer_id, a.endpoint.addresses)
                await until(lambda: a.endpoint.link_to(identity.peer_id) is not old)
                link = a.endpoint.link_to(identity.peer_id)
                assert link is not None
                assert (await link.request(Ask(number=1), Answer)).number == 2

    run(test())
