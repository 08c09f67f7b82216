"""What a directory learns from the hash table, whose answers are given here."""

import asyncio
from typing import Any

from core.dht.directory import Head
from core.dht.records import PeerRecord, make_record
from core.dht.run_directory import DirectoryPorts, RunDirectory
from core.dht.search import Found
from core.dht.values import HEADS, PEER, PEERS, Kind, Value, make_value
from core.identity.ids import Digest, PeerId, RunId
from core.identity.keys import Identity
from core.identity.wire import pack
from core.transport.api import Address

RUN = RunId(b"r" * 32)
NOW_S = 1_800_000_000.0
ME, NEIGHBOUR, FAR = (Identity.from_seed(bytes([number]) * 32) for number in (1, 2, 3))


def record(identity: Identity) -> PeerRecord:
    return make_record(identity, RUN, [Address("192.0.2.1", 4000)], NOW_S)


class Table:
    """Holds values; notes what it was asked for."""

    def __init__(self, *values: Value) -> None:
        self.values = values
        self.asked: list[tuple[Kind, PeerId | None]] = []

    async def find(self, kind: Kind, writer: PeerId | None = None) -> Found:
        self.asked.append((kind, writer))
        fitting = [v for v in self.values if v.kind == kind.name and writer in (None, v.peer)]
        return Found(nearest=[], values={value.writer: value for value in fitting})


def value(identity: Identity, kind: Kind, content: object) -> Value:
    return make_value(identity, RUN, kind, pack(content), NOW_S, 1800.0)


def widened(*values: Value) -> tuple[RunDirectory, Table]:
    async def scene() -> tuple[RunDirectory, Table]:
        unused: Any = None
        ports = DirectoryPorts(transport=unused, my_record=lambda: record(ME), unix_time=lambda: NOW_S)
        directory, table = RunDirectory(ME, RUN, ports), Table(*values)
        stand_in: Any = table
        directory.kademlia.find = stand_in.find  # type: ignore[method-assign]
        await directory.widen()
        return directory, table

    return asyncio.run(scene())


def test_peers_that_gossip_has_not_brought_are_learned_from_the_hash_table():
    directory, _ = widened(value(NEIGHBOUR, PEERS, record(NEIGHBOUR)))
    assert directory.record_of(NEIGHBOUR.peer_id) == record(NEIGHBOUR)


def test_whoever_has_left_a_head_is_looked_up():
    head = Head(7, Digest(b"h" * 32))
    directory, table = widened(value(FAR, HEADS, head), value(ME, HEADS, head), value(FAR, PEER, record(FAR)))
    assert directory.record_of(FAR.peer_id) == record(FAR)
    assert (PEER, FAR.peer_id) in table.asked
    assert (PEER, ME.peer_id) not in table.asked


def test_known_peers_are_not_looked_up_again():
    head = Head(7, Digest(b"h" * 32))
    _, table = widened(value(NEIGHBOUR, PEERS, record(NEIGHBOUR)), value(NEIGHBOUR, HEADS, head))
    assert [kind for kind, _ in table.asked] == [PEERS, HEADS]


def test_a_record_that_speaks_of_somebody_else_is_not_learned():
    directory, _ = widened(value(FAR, PEERS, record(NEIGHBOUR)))
    assert directory.record_of(NEIGHBOUR.peer_id) is None


class Linked:
    """A transport with one open link, to a peer that accepts none."""

    def __init__(self, peer: PeerId) -> None:
        self.peer_id = peer

    def link_to(self, peer: PeerId) -> Any:
        return self if peer == self.peer_id else None


def test_a_linked_peer_that_accepts_no_links_is_not_looked_up():
    async def scene() -> tuple[Any, Table, Linked]:
        transport: Any = Linked(NEIGHBOUR.peer_id)
        ports = DirectoryPorts(transport=transport, my_record=lambda: record(ME), unix_time=lambda: NOW_S)
        directory, table = RunDirectory(ME, RUN, ports), Table()
        stand_in: Any = table
        directory.kademlia.find = stand_in.find  # type: ignore[method-assign]
        directory.learn([make_record(NEIGHBOUR, RUN, [], NOW_S)])
        return await directory.link_to(NEIGHBOUR.peer_id), table, transport

    link, table, transport = asyncio.run(scene())
    assert link is transport
    assert not table.asked
