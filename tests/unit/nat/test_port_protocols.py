"""NAT-PMP and PCP: what is sent, what is understood, and both with a router on loopback."""

import asyncio
import contextlib
import struct
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.nat import nat_pmp, pcp
from core.nat.gateway import Route, parse_bsd_route, parse_linux_routes
from core.nat.nat_pmp import NatPmp, has_restarted
from core.nat.pcp import Pcp
from core.nat.router import Grant, RouterFault, exchange
from core.nat.upnp import Upnp, read_location, search
from core.transport.api import Address

NONCE = bytes(range(12))


def v4_in_v6(text: str) -> bytes:
    return b"\0" * 10 + b"\xff\xff" + bytes(map(int, text.split(".")))


def pcp_mapped(nonce: bytes = NONCE, internal: int = 4242, *, result: int = 0, version: int = 2) -> bytes:
    head = struct.pack("!BBBBII12x", version, 129, 0, result, 1800, 77)
    return head + struct.pack("!12sB3xHH16s", nonce, 17, internal, 5353, v4_in_v6("203.0.113.9"))


def test_nat_pmp_requests_are_those_of_rfc_6886():
    assert nat_pmp.address_request() == bytes.fromhex("0000")
    assert nat_pmp.map_request(4242, 5353, 3600) == bytes.fromhex("0001 0000 1092 14e9 00000e10")


def test_nat_pmp_answers():
    address = bytes.fromhex("0080 0000 0000004d cb007109")
    assert nat_pmp.read_address(address) == nat_pmp.ExternalAddress(77, "203.0.113.9")
    mapped = bytes.fromhex("0081 0000 0000004d 1092 14e9 00000708")
    assert nat_pmp.read_mapped(mapped, 4242) == nat_pmp.MappedPort(77, 4242, 5353, 1800)
    assert nat_pmp.read_mapped(mapped, 4243) is None
    assert nat_pmp.read_mapped(address, 4242) is None
    assert nat_pmp.read_address(mapped) is None
    for length in range(len(mapped)):
        assert nat_pmp.read_mapped(mapped[:length], 4242) is None


def test_nat_pmp_refusals():
    with pytest.raises(RouterFault, match="set to refuse"):
        nat_pmp.read_mapped(bytes.fromhex("0081 0002 0000004d 1092 0000 00000000"), 4242)
    with pytest.raises(RouterFault, match="another version"):  # of a router that speaks PCP alone
        nat_pmp.read_address(bytes.fromhex("0280 0001 00000000 00000000"))
    with pytest.raises(RouterFault, match="code 999"):
        nat_pmp.read_address(bytes.fromhex("0080 03e7 00000000"))


def test_a_router_that_restarted_is_known_by_its_clock():
    assert not has_restarted(1000, 1060, 60)
    assert not has_restarted(1000, 1053, 60)  # an eighth slow
    assert has_restarted(1000, 1030, 60)
    assert has_restarted(1000, 5, 60)


def test_pcp_requests_are_those_of_rfc_6887():
    assert pcp.announce_request("192.168.1.20") == bytes.fromhex("0200 0000 00000000") + v4_in_v6("192.168.1.20")
    asked = pcp.map_request("192.168.1.20", NONCE, 4242, Address("0.0.0.0", 5353), 3600)
    assert asked == (
        bytes.fromhex("0201 0000 00000e10")
        + v4_in_v6("192.168.1.20")
        + NONCE
        + bytes.fromhex("11 000000 1092 14e9")
        + v4_in_v6("0.0.0.0")
    )
    assert len(asked) == 60


def test_pcp_answers():
    assert pcp.read_mapped(pcp_mapped(), NONCE, 4242) == pcp.MappedPort(77, Address("203.0.113.9", 5353), 1800)
    assert pcp.read_mapped(pcp_mapped(b"x" * 12), NONCE, 4242) is None
    assert pcp.read_mapped(pcp_mapped(internal=4243), NONCE, 4242) is None
    for length in range(60):
        assert pcp.read_mapped(pcp_mapped()[:length], NONCE, 4242) is None
    epoch = struct.pack("!BBBBII12x", 2, 128, 0, 0, 0, 77)
    assert pcp.read_announce(epoch) == 77
    assert pcp.read_announce(pcp_mapped()) is None


def test_pcp_refusals():
    with pytest.raises(RouterFault, match="another address of this computer"):
        pcp.read_mapped(pcp_mapped(result=12), NONCE, 4242)
    assert pcp.read_mapped(pcp_mapped(b"x" * 12, result=12), NONCE, 4242) is None  # said to somebody else
    with pytest.raises(RouterFault, match="version 0"):  # of a router that speaks NAT-PMP alone
        pcp.read_mapped(bytes.fromhex("0081 0001 0000004d"), NONCE, 4242)
    with pytest.raises(RouterFault, match="code 200"):
        pcp.read_announce(struct.pack("!BBBBII12x", 2, 128, 0, 200, 0, 77))
    assert pcp.read_announce(struct.pack("!BBBBII12x", 2, 128, 0, 4, 0, 77)) == 77  # knows PCP, not this question


@given(st.one_of(st.binary(max_size=80), st.binary(max_size=60).map(lambda tail: b"\2\x81\0\0" + tail)))
def test_any_answer_is_read_refused_or_passed_over(data):
    for read in (
        nat_pmp.read_address,
        lambda data: nat_pmp.read_mapped(data, 4242),
        pcp.read_announce,
        lambda data: pcp.read_mapped(data, NONCE, 4242),
    ):
        with contextlib.suppress(RouterFault):
            read(data)


LOCATION = b"HTTP/1.1 200 OK\r\nST: urn:x\r\nLocation: http://192.168.1.1:5000/root.xml\r\n\r\n"


def test_where_a_router_describes_itself():
    assert read_location(LOCATION, "192.168.1.1") == "http://192.168.1.1:5000/root.xml"
    assert read_location(LOCATION, "192.168.1.2") is None
    assert read_location(LOCATION.replace(b"http:", b"https:"), "192.168.1.1") is None
    assert read_location(LOCATION.replace(b"192.168.1.1:", b"192.168.1.1@10.0.0.1:"), "192.168.1.1") is None
    assert read_location(LOCATION.replace(b":5000", b":500000"), "192.168.1.1") is None
    assert read_location(LOCATION.replace(b"200 OK", b"404 No"), "192.168.1.1") is None
    assert read_location(b"NOTIFY" + LOCATION, "192.168.1.1") is None
    assert search("urn:x").endswith(b"ST: urn:x\r\n\r\n")


@given(st.one_of(st.binary(max_size=200), st.binary(max_size=60).map(lambda tail: LOCATION[:-4] + tail)))
def test_any_answer_to_a_search_is_read_or_passed_over(data):
    location = read_location(data, "192.168.1.1")
    assert location is None or location.startswith("http://192.168.1.1")


def test_the_default_gateway_in_the_routing_tables_of_systems():
    linux = (
        "Iface Destination Gateway Flags RefCnt Use Metric Mask MTU Window IRTT\n"
        "wlan0 00000000 FE01A8C0 0003 0 0 600 00000000 0 0 0\n"
        "eth0 00000000 0100A8C0 0003 0 0 100 00000000 0 0 0\n"
        "tun0 00000000 00000000 0001 0 0 50 00000000 0 0 0\n"
        "eth0 0000A8C0 00000000 0001 0 0 100 00FFFFFF 0 0 0\n"
    )
    assert parse_linux_routes(linux) == "192.168.0.1"
    assert parse_linux_routes("Iface Destination\n") is None
    assert parse_linux_routes("") is None
    assert parse_bsd_route("   route to: default\n    gateway: 192.168.0.1\n  interface: en0\n") == "192.168.0.1"
    assert parse_bsd_route("   route to: default\n  interface: utun3\n") is None
    assert parse_bsd_route("    gateway: fe80::1%en0\n") is None


class Router(asyncio.DatagramProtocol):
    """Answers each request with what `answer` makes of it."""

    def __init__(self, answer: Callable[[bytes], list[bytes]]) -> None:
        self.answer = answer
        self.asked: list[bytes] = []
        self.transport: asyncio.DatagramTransport | None = None

    def connection_made(self, transport):
        self.transport = transport

    def datagram_received(self, data, address):
        self.asked.append(data)
        for answer in self.answer(data):
            self.transport.sendto(answer, address)

    async def __aenter__(self) -> "Router":
        await asyncio.get_running_loop().create_datagram_endpoint(lambda: self, local_addr=("127.0.0.1", 0))
        return self

    async def __aexit__(self, *_):
        self.transport.close()

    @property
    def port(self) -> int:
        return self.transport.get_extra_info("sockname")[1]


class NatPmpRouter(Router):
    def __init__(self) -> None:
        super().__init__(self.reply)
        self.epoch_s = 1000
        self.host = bytes([203, 0, 113, 9])
        self.open: dict[int, int] = {}
        self.noise = [b"", b"\0", b"\0\x81", bytes(12)]

    def reply(self, data: bytes) -> list[bytes]:
        if data == b"\0\0":
            return [*self.noise, struct.pack("!BBHI4s", 0, 128, 0, self.epoch_s, self.host)]
        _, _, _, internal, external, lifetime = struct.unpack("!BBHHHI", data)
        if lifetime:
            self.open[internal] = external + 1
        else:
            del self.open[internal]
        given = self.open.get(internal, 0)
        return [*self.noise, struct.pack("!BBHIHHI", 0, 129, 0, self.epoch_s, internal, given, min(lifetime, 900))]


def test_nat_pmp_with_a_router():
    async def main():
        async with NatPmpRouter() as router:
            control = NatPmp("127.0.0.1", 4242, control_port=router.port)
            await control.probe()
            assert not router.open
            assert await control.open() == Grant(Address("203.0.113.9", 4243), 900)
            assert await control.check() == "203.0.113.9"
            router.host = bytes([203, 0, 113, 10])
            assert await control.check() == "203.0.113.10"
            router.epoch_s = 3
            assert await control.check() is None
            assert await control.open() == Grant(Address("203.0.113.10", 4244), 900)
            assert await control.check() == "203.0.113.10"
            await control.shut()
            assert not router.open

    asyncio.run(main())


class PcpRouter(Router):
    def __init__(self) -> None:
        super().__init__(self.reply)
        self.result = 0
        self.host = v4_in_v6("203.0.113.9")
        self.open: dict[bytes, int] = {}

    def reply(self, data: bytes) -> list[bytes]:
        version, request, _, lifetime, source = struct.unpack("!BBHI16s", data[:24])
        assert (version, source) == (2, v4_in_v6("127.0.0.1"))
        head = struct.pack("!BBBBII12x", 2, request + 128, 0, self.result, min(lifetime, 900), 50)
        if request == 0:
            return [head]
        nonce, protocol, internal, external, _ = struct.unpack("!12sB3xHH16s", data[24:])
        if lifetime:
            self.open.setdefault(nonce, external)
        else:
            assert external == 0
            self.open.pop(nonce, None)
        body = struct.pack("!12sB3xHH16s", nonce, protocol, internal, self.open.get(nonce, 0), self.host)
        return [pcp_mapped(b"?" * 12), head + body]


def test_pcp_with_a_router():
    async def main():
        async with PcpRouter() as router:
            control = Pcp(Route("127.0.0.1", "127.0.0.1"), 4242, control_port=router.port)
            await control.probe()
            assert not router.open
            assert await control.open() == Grant(Address("203.0.113.9", 4242), 900)
            router.host = v4_in_v6("203.0.113.10")
            assert await control.check() == "203.0.113.10"
            router.open[next(iter(router.open))] = 7777  # it has restarted, and the port is now somebody else's
            assert await control.check() is None
            assert await control.open() == Grant(Address("203.0.113.10", 7777), 900)
            await control.shut()
            assert not router.open
            router.result = 8
            with pytest.raises(RouterFault, match="no room"):
                await control.open()

    asyncio.run(main())


def test_requests_are_repeated_until_they_are_answered():
    async def main():
        heard = []
        async with Router(lambda data: heard.append(data) or ([b"yes"] if len(heard) == 3 else [])) as router:
            server = Address("127.0.0.1", router.port)
            assert await exchange(server, b"?", lambda data: data, waits_s=(0.01,) * 200) == b"yes"
            assert len(heard) >= 3

    asyncio.run(main())


def test_a_router_that_is_silent_or_not_there():
    async def main():
        async with Router(lambda _: []) as router:
            server = Address("127.0.0.1", router.port)
            with pytest.raises(RouterFault, match="does not answer"):
                await exchange(server, b"?", lambda data: data, waits_s=(0.01, 0.01))
            assert router.asked == [b"?", b"?"]
        await asyncio.sleep(0)
        with pytest.raises(RouterFault, match="nothing listens there"):
            await exchange(server, b"?", lambda data: data)
        with pytest.raises(RouterFault, match="cannot be asked"):
            await exchange(Address("255.255.255.255", 9), b"?", lambda data: data)

    asyncio.run(main())


ROOT = """<?xml version="1.0"?><root xmlns="urn:schemas-upnp-org:device-1-0"><device>
<deviceType>urn:schemas-upnp-org:device:InternetGatewayDevice:1</deviceType><UDN>uuid:1</UDN>%s</device></root>"""
SERVICE = """<serviceList><service><serviceType>urn:schemas-upnp-org:service:WANIPConnection:1</serviceType>
<serviceId>a</serviceId><SCPDURL>%s/scpd.xml</SCPDURL><controlURL>/c</controlURL><eventSubURL>/e</eventSubURL>
</service></serviceList>"""


@pytest.mark.parametrize(
    "description",
    [
        b"",
        b"not xml",
        b"<a>" * 5000,
        b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
        (ROOT % "").encode(),
        (ROOT % (SERVICE % "")).encode(),
        (ROOT % (SERVICE % "http://127.0.0.2:1")).encode(),
        (ROOT % "<iconList><icon><width>wide</width></icon></iconList>").encode(),
        b"x" * (1 << 20),
    ],
    ids=["empty", "text", "deep", "entity", "no service", "looped", "elsewhere", "icon", "long"],
)
def test_odd_upnp_routers_are_faults_and_no_errors(description):
    async def web(reader, writer):
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(description) + description)
        await writer.drain()
        writer.close()

    async def main():
        server = await asyncio.start_server(web, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        answer = b"HTTP/1.1 200 OK\r\nLOCATION: http://127.0.0.1:%d/root.xml\r\n\r\n" % port
        async with server, Router(lambda _: [answer]) as router:
            control = Upnp(Route("127.0.0.1", "127.0.0.1"), 4242, ssdp_port=router.port)
            with pytest.raises(RouterFault):
                await control.probe()

    asyncio.run(main())
