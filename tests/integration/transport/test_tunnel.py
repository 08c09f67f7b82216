"""Tunnels on loopback: real TCP, real TLS."""

import asyncio
import os
import socket
import ssl
from contextlib import asynccontextmanager

import pytest

from core.errors import LinkLost, LocalFault, PeerTimeout
from core.transport.api import Address, PathKind
from core.transport.meter import Meter
from core.transport.tunnel import BUFFER_BYTES, TunnelLimits, TunnelServer, network_of, open_tunnel, split
from tests.integration.transport.loopback_peers import run, until

LOOPBACK = Address("127.0.0.1", 0)


class Heard:
    def __init__(self):
        self.datagrams = []
        self.tunnels = {}

    def __call__(self, datagrams, tunnel):
        self.datagrams += datagrams
        self.tunnels[tunnel] = None


@asynccontextmanager
async def tunnel_server(heard, **limits):
    server = await TunnelServer.open(LOOPBACK, heard, TunnelLimits(**limits))
    try:
        yield server
    finally:
        await server.close()


def test_frames_are_cut_where_they_end():
    framed = b"".join(len(data).to_bytes(2, "big") + data for data in (b"one", b"", b"three"))
    assert split(framed) == ([b"one", b"", b"three"], len(framed))
    for cut in range(len(framed)):
        whole, used = split(framed[:cut])
        assert b"".join(whole) == framed[2:5][: 3 * (len(whole) > 0)]
        assert used <= cut


def test_datagrams_go_both_ways_and_keep_their_borders():
    async def test():
        there, here = Heard(), Heard()
        sent = [os.urandom(size) for size in (1, 1200, 1500, 9000) * 50]
        async with tunnel_server(there) as server:
            meter = Meter()
            tunnel = await open_tunnel(server.address, here, meter=meter)
            assert tunnel.path.kind is PathKind.TUNNELLED
            assert tunnel.path.address == server.address
            for start in range(0, 200, 10):
                tunnel.send(sent[start : start + 10])
                await asyncio.sleep(0)
            await until(lambda: len(there.datagrams) == 200)
            assert there.datagrams == sent
            (other,) = there.tunnels
            other.send(sent[:7])
            await until(lambda: len(here.datagrams) == 7)
            assert here.datagrams == sent[:7]
            assert 1.0 < meter.sent_bytes / sum(map(len, sent)) < 1.1
            assert 1.0 < meter.received_bytes / sum(map(len, sent[:7])) < 1.1
            tunnel.close()
            await until(lambda: server.count == 0)
            assert not other.is_open
            other.send(sent)  # lost, as datagrams are

    run(test())


def test_a_full_tunnel_drops_and_does_not_grow():
    async def test():
        there = Heard()
        async with tunnel_server(there) as server:
            tunnel = await open_tunnel(server.address, Heard())
            for _ in range(2000):
                tunnel.send([bytes(1200)] * 20)  # 48 MB without giving anybody a turn
            assert tunnel.dropped > 0
            assert tunnel._transport.get_write_buffer_size() < BUFFER_BYTES + 64_000
            tunnel.close()
            await tunnel.lost

    run(test())


def test_one_host_has_so_many_tunnels_and_all_together_have_so_many():
    async def test():
        async with tunnel_server(Heard(), per_host=2) as server:
            tunnels = [await open_tunnel(server.address, Heard()) for _ in range(2)]
            with pytest.raises(LinkLost):
                await open_tunnel(server.address, Heard())
            tunnels[0].close()
            await until(lambda: server.count == 1)
            tunnels.append(await open_tunnel(server.address, Heard()))
            for tunnel in tunnels:
                tunnel.close()
                await tunnel.lost
        async with tunnel_server(Heard(), tunnels=0) as server:
            with pytest.raises(LinkLost):
                await open_tunnel(server.address, Heard())

    run(test())


def test_who_connects_and_says_nothing_takes_a_place_for_a_while_only(monkeypatch):
    monkeypatch.setattr("core.transport.tunnel._HANDSHAKE_S", 0.2)

    async def test():
        async with tunnel_server(Heard()) as server:
            reader, writer = await asyncio.open_connection(server.address.host, server.address.port)
            await until(lambda: server.count == 1)
            await until(lambda: server.count == 0)
            assert await reader.read() == b""
            writer.close()
            await writer.wait_closed()

    run(test())


def test_who_speaks_another_language_is_sent_away():
    async def test():
        async with tunnel_server(Heard()) as server:
            reader, writer = await asyncio.open_connection(server.address.host, server.address.port)
            writer.write(b"GET / HTTP/1.1\r\n\r\n")
            await reader.read()
            await until(lambda: server.count == 0)
            writer.close()
            tunnel = await open_tunnel(server.address, Heard())  # others are served as before
            tunnel.close()
            await tunnel.lost

    run(test())


def test_a_tunnel_that_nobody_uses_ends():
    async def test():
        async with tunnel_server(Heard(), idle_s=0.2) as server:
            tunnel = await open_tunnel(server.address, Heard())
            await tunnel.lost
            await until(lambda: server.count == 0)

    run(test())


def test_it_looks_like_the_web():
    async def test():
        async with tunnel_server(Heard()) as server:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
            context.set_alpn_protocols(["http/1.1"])
            _, writer = await asyncio.open_connection(server.address.host, server.address.port, ssl=context)
            assert writer.get_extra_info("ssl_object").selected_alpn_protocol() == "http/1.1"
            writer.close()

    run(test())


def test_nobody_there_and_nobody_who_answers():
    async def test():
        with socket.socket() as silent:
            silent.bind(("127.0.0.1", 0))
            with pytest.raises(LinkLost):
                await open_tunnel(Address(*silent.getsockname()), Heard())
            silent.listen()
            with pytest.raises(PeerTimeout):
                await open_tunnel(Address(*silent.getsockname()), Heard(), timeout_s=0.2)

    run(test())


def test_a_port_that_is_taken():
    async def test():
        async with tunnel_server(Heard()) as server:
            with pytest.raises(LocalFault, match="TCP port"):
                await TunnelServer.open(server.address, Heard())

    run(test())


def test_networks_are_counted_as_owners_have_them():
    assert network_of("192.0.2.1") == network_of("::ffff:192.0.2.1") != network_of("192.0.2.2")
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff:1") != network_of("2001:db8:0:1::1")
