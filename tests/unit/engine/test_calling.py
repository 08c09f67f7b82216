"""What an endpoint knows of the network by itself."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from ipaddress import ip_interface
from types import SimpleNamespace

import pytest

from core.engine.calling import _udp_works, facts_of
from core.errors import PeerTimeout
from core.identity.ids import PeerId
from core.identity.keys import Identity
from core.nat.calls import Calls
from core.nat.diagnosis import NetworkCode, diagnose
from core.nat.facts import Greeted, NetworkFacts
from core.nat.interfaces import Surroundings
from core.transport.api import Address, Link, Message, Path, PathKind, Stream
from core.transport.endpoint import Endpoint, EndpointConfig
from core.transport.scope import parse_ip

SILENT = Address("203.0.113.9", 9)


class Hello(Message, frozen=True):
    pass


async def an_endpoint() -> Endpoint:
    async def serve(link: Link, stream: Stream, first: Message) -> None: ...

    return await Endpoint.open(
        EndpointConfig(
            identity=Identity.generate(),
            messages=(Hello,),
            greeting=Hello,
            admit=lambda *_: "",
            serve=serve,
            listen=Address("127.0.0.1", 0),
        )
    )


def with_two(look: Callable[[Endpoint, Endpoint], Awaitable[NetworkFacts]]) -> NetworkFacts:
    async def scenario() -> NetworkFacts:
        here, there = await an_endpoint(), await an_endpoint()
        try:
            return await look(here, there)
        finally:
            await here.close()
            await there.close()

    return asyncio.run(scenario())


def test_links_and_addresses_are_facts() -> None:
    async def look(here: Endpoint, there: Endpoint) -> NetworkFacts:
        await here.dial(there.peer_id, there.addresses)
        calls = Calls()
        calls.note([SILENT, there.addresses[0]], PeerTimeout("nobody"))
        facts = facts_of(here, calls, expects_others=True)
        assert facts.listen == tuple(here.addresses)
        assert [link.peer for link in facts.links] == [there.peer_id]
        return facts

    facts = with_two(look)
    assert [link.path.kind for link in facts.links] == [PathKind.DIRECT]
    assert facts.udp_works is None, "this very computer says nothing of the network"
    assert facts.lan_peers == 0
    assert facts.unreached == (str(SILENT),), "who is linked by now is not unreached"


class SomeLink(SimpleNamespace):
    """A link, as far as it is asked here."""

    def __init__(self, kind: PathKind, host: str, *, is_dialer: bool) -> None:
        super().__init__(path=Path(kind, Address(host, 1)), is_dialer=is_dialer)


@pytest.mark.parametrize(
    ("links", "works"),
    [
        ([], None),
        ([(PathKind.DIRECT, "127.0.0.1", True)], None),
        ([(PathKind.TUNNELLED, "203.0.113.9", False)], None),
        ([(PathKind.TUNNELLED, "203.0.113.9", True)], False),
        ([(PathKind.TUNNELLED, "203.0.113.9", True), (PathKind.RELAYED, "203.0.113.8", False)], True),
        ([(PathKind.DIRECT, "::1", True), (PathKind.PUNCHED, "10.0.0.7", True)], True),
    ],
)
def test_whether_udp_works_is_seen_from_the_links(links: list[tuple[PathKind, str, bool]], works: bool | None) -> None:
    assert _udp_works([SomeLink(kind, host, is_dialer=dials) for kind, host, dials in links]) is works  # type: ignore


def test_that_nobody_is_there_is_no_fault_of_who_hosts() -> None:
    async def look(here: Endpoint, there: Endpoint) -> NetworkFacts:
        calls = Calls()
        calls.note([SILENT], PeerTimeout("nobody"))
        volunteer = facts_of(here, calls, expects_others=True)
        assert volunteer.greeted is Greeted.SILENT
        return facts_of(here, calls, expects_others=False)

    facts = with_two(look)
    assert facts.greeted is Greeted.NOT_TRIED
    assert diagnose(facts).code in {NetworkCode.FINDING_OUT, NetworkCode.NO_NETWORK}


def test_links_that_lead_nowhere_any_more_are_none() -> None:
    """What the interfaces say counts, long before a link is given up for its silence."""
    peer = PeerId(bytes(32))
    rates = {"upload_bytes_per_s": 0.0, "download_bytes_per_s": 0.0}
    about = {"peer_id": peer, "round_trip_s": 0.1, **rates}
    far, here = (SomeLink(PathKind.DIRECT, host, is_dialer=True) for host in ("8.8.8.8", "127.0.0.1"))
    for link in (far, here):
        link.__dict__.update(about)

    def facts(links: list[SomeLink], around: Surroundings) -> NetworkFacts:
        endpoint = SimpleNamespace(links=lambda: links, addresses=[], **rates)
        return facts_of(endpoint, Calls(), expects_others=True, surroundings=around)  # type: ignore[arg-type]

    home = Surroundings(frozenset([ip_interface("192.168.1.20/24")]), parse_ip("192.168.1.20"))
    assert not facts([far], home).is_offline
    assert facts([far], Surroundings()).links == ()
    assert facts([far], Surroundings()).is_offline
    assert diagnose(facts([far], Surroundings())).code is NetworkCode.NO_NETWORK
    assert str(diagnose(facts([far], Surroundings())).sentence) == "This computer is connected to no network."
    no_route = facts([far], replace(home, source_v4=None))
    assert str(diagnose(no_route).sentence) == "This computer has no way to the internet."
    assert not facts([far, here], Surroundings()).is_offline, "with peers on this very computer it goes on"
