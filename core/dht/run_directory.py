"""The directory of one run: what peers tell each other, and behind it the hash table."""

import asyncio
import logging
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import msgspec

from core.dht.contacts import Notary
from core.dht.directory import Gossip, Head, SharePeers
from core.dht.kademlia import Kademlia, KademliaPorts
from core.dht.links import LinkAsker
from core.dht.messages import FindNear, Probe, StoreValues
from core.dht.records import PeerRecord
from core.dht.upkeep import Announcement, Upkeep
from core.dht.values import HEADS, PEER, PEERS, RELAYS, Kind, Value, make_value
from core.errors import PeerFault
from core.identity.ids import PeerId, RunId
from core.identity.keys import Identity
from core.identity.wire import pack, unpack
from core.transport.api import Link, Place, Stream, Transport

log = logging.getLogger(__name__)

RECORD_EVERY_S = 1200.0
"""A record is left in the hash table so often, and at once when it says something new."""
LIFE_S = 3600.0
HEAD_EVERY_S = 600.0
HEAD_LIFE_S = 1800.0
LOOKUP_TIMEOUT_S = 8.0
LOOK_AGAIN_S = 20.0
"""One peer's fresh addresses are not asked for more often."""
EXCHANGE_AGAIN_S = 60.0
NOTED_LIMIT = 1024
"""Peers of whom something is remembered."""
LOOK_AT_RECORD_S = 5.0
WIDEN_EVERY_S = 180.0
WIDEN_LOOKUPS = 8
"""Peers that have left a head and are unknown here, looked up in one round."""
ROUNDS_PER_REMINDER = 12
REMINDED = 8
"""Records that gossip brought, of which the hash table is told once more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectoryPorts:
    """What a directory is plugged into."""

    transport: Transport
    my_record: Callable[[], PeerRecord]
    unix_time: Callable[[], float]
    on_learned: Callable[[PeerRecord], None] = lambda _: None
    head: Callable[[], Head | None] = lambda: None
    """Of this peer's log; None while it is empty."""


class RunDirectory:
    """Fulfils `core.dht.directory.Directory`: gossip answers at once, the hash table where gossip cannot."""

    def __init__(self, identity: Identity, run: RunId, ports: DirectoryPorts) -> None:
        self._identity = identity
        self._me = identity.peer_id
        self._run = run
        self._ports = ports
        self._on_learned = ports.on_learned
        self._chance = random.Random(identity.peer_id.raw)
        notary = Notary(run)
        self._notary = notary
        self._gossip = Gossip(identity.peer_id, run, ports.transport, self._on_news, self.is_genuine)
        self._asker = LinkAsker(ports.transport, self._gossip.record_of)
        self.kademlia = Kademlia(
            identity.peer_id,
            notary,
            KademliaPorts(
                asker=self._asker,
                my_record=ports.my_record,
                unix_time=ports.unix_time,
                loop_time=lambda: asyncio.get_running_loop().time(),
                chance=self._chance,
                on_contact=lambda record: self.learn([record]),
            ),
        )
        self._upkeep = Upkeep(
            self.kademlia,
            [
                Announcement(PEER, lambda: self._record_value(PEER), RECORD_EVERY_S),
                Announcement(PEERS, lambda: self._record_value(PEERS), RECORD_EVERY_S),
                Announcement(RELAYS, lambda: self._record_value(RELAYS), RECORD_EVERY_S),
                Announcement(HEADS, self._head_value, HEAD_EVERY_S),
            ],
            self._chance,
        )
        self._exchanged_s: dict[PeerId, float] = {}
        self._doubtful: dict[PeerId, float] = {}
        """Peers that could not be reached, with the time from which they may be looked up again."""

    async def run(self) -> None:
        """Keeps the hash table going until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._upkeep.run())
            tasks.create_task(self._remind_for_ever())
            tasks.create_task(self._widen_for_ever())

    # --- gossip

    def is_genuine(self, record: PeerRecord) -> bool:
        """Whether `record` is of this run and signed by the peer it speaks of; remembered."""
        return self._notary.contact(record) is not None

    def learn(self, records: Iterable[PeerRecord]) -> None:
        self._gossip.learn(records)

    def met(self, record: PeerRecord) -> None:
        """The peer that made `record` stands at the door: what it says of itself is newer than what others say."""
        self._gossip.learn([record])
        self.kademlia.met(record)
        self._upkeep.look()

    def _on_news(self, record: PeerRecord) -> None:
        self.kademlia.suggest(record)
        self._upkeep.look()
        self._on_learned(record)

    def known(self) -> Sequence[PeerRecord]:
        return self._gossip.known()

    def record_of(self, peer: PeerId) -> PeerRecord | None:
        return self._gossip.record_of(peer)

    def _places_of(self, peer: PeerId) -> list[Place]:
        record = self._gossip.record_of(peer)
        return record.places() if record is not None else []

    async def exchange(self, link: Link, mine: PeerRecord) -> None:
        """Asks the peer at `link` whom it knows, unless that was done a moment ago over another link."""
        now_s = asyncio.get_running_loop().time()
        if now_s - self._exchanged_s.get(link.peer_id, -EXCHANGE_AGAIN_S) < EXCHANGE_AGAIN_S:
            return
        _note(self._exchanged_s, link.peer_id, now_s)
        await self._gossip.exchange(link, mine)

    async def serve(self, stream: Stream, request: SharePeers, mine: PeerRecord) -> None:
        await self._gossip.serve(stream, request, mine)

    # --- the hash table

    async def serve_question(self, link: Link, stream: Stream, question: FindNear | StoreValues | Probe) -> None:
        """Answers one question of the hash table. Raises `PeerFault`."""
        await stream.send(self.kademlia.answer(link.peer_id, self.record_of(link.peer_id), question))

    def note_use(self, link: Link) -> None:
        """`link` serves something else than the hash table, which must not close it."""
        self._asker.note_use(link)

    async def link_to(self, peer: PeerId) -> Link:
        """An open link to `peer`, dialled if need be: where it was last, else where the hash table says. Raises
        `PeerFault`."""
        link = await self._link_to(peer)
        self.note_use(link)
        return link

    async def _link_to(self, peer: PeerId) -> Link:
        link = self._ports.transport.link_to(peer)
        if link is not None:
            self._doubtful.pop(peer, None)
            return link
        if peer in self._doubtful or not self._places_of(peer):
            await self._look_up(peer)
        record = self.record_of(peer)
        self._doubt(peer)  # whoever asks may have less patience than a dial
        try:
            link = await self._gossip.link_to(peer)
        except PeerFault:
            await self._look_up(peer)
            if self.record_of(peer) == record:
                raise
            link = await self._gossip.link_to(peer)
        self._doubtful.pop(peer, None)
        return link

    def _doubt(self, peer: PeerId) -> None:
        """The next dial of `peer` looks its addresses up first, unless this one succeeds."""
        if peer not in self._doubtful:
            _note(self._doubtful, peer, 0.0)

    async def _look_up(self, peer: PeerId) -> None:
        """Learns where `peer` is now, if the hash table knows and was not asked a moment ago."""
        now_s = asyncio.get_running_loop().time()
        if now_s < self._doubtful.get(peer, 0.0):
            return
        _note(self._doubtful, peer, now_s + LOOK_AGAIN_S)
        try:
            async with asyncio.timeout(LOOKUP_TIMEOUT_S):
                await self.find_peer(peer)
        except TimeoutError:
            log.debug("looking for %s takes too long", peer)

    async def find_peer(self, peer: PeerId) -> PeerRecord | None:
        """The newest record of `peer`."""
        self._learn_found(PEER, (await self.kademlia.find(PEER, peer)).values.values())
        return self.record_of(peer)

    async def find_peers(self) -> Sequence[PeerRecord]:
        """Peers of the run, as many as one search brings."""
        self._learn_found(PEERS, (await self.kademlia.find(PEERS)).values.values())
        return self.known()

    def relays(self) -> list[PeerRecord]:
        """Those known that forward for others, most recent first."""
        return [record for record in self.known() if record.relays]

    async def find_relays(self) -> list[PeerRecord]:
        """As `relays`, after a search."""
        self._learn_found(RELAYS, (await self.kademlia.find(RELAYS)).values.values())
        return self.relays()

    async def find_heads(self) -> dict[PeerId, Head]:
        """How far the peers' logs have come, as they said within the last minutes."""
        heads: dict[PeerId, Head] = {}
        for value in (await self.kademlia.find(HEADS)).values.values():
            try:
                heads[value.peer] = unpack(Head, value.content)
            except (msgspec.MsgspecError, ValueError):
                log.debug("%s left a head that cannot be read", value.peer)
        return heads

    async def widen(self) -> None:
        """Learns of peers that gossip has not brought, such as those of another half of a split run: whoever has left
        a head takes part, and is asked who conducts like every known peer."""
        await self.find_peers()
        unknown = [peer for peer in await self.find_heads() if peer != self._me and self.record_of(peer) is None]
        for peer in self._chance.sample(unknown, min(WIDEN_LOOKUPS, len(unknown))):
            await self.find_peer(peer)

    async def _widen_for_ever(self) -> None:
        while True:
            await asyncio.sleep(WIDEN_EVERY_S * self._chance.uniform(0.5, 1.5))
            await self.widen()

    def _learn_found(self, kind: Kind, values: Iterable[Value]) -> None:
        """Records speak of the peer that stored them."""
        for value in values:
            try:
                record = unpack(PeerRecord, value.content)
            except (msgspec.MsgspecError, ValueError):
                log.debug("%s left under %s what is no record", value.peer, kind.name)
                continue
            if record.key == value.writer:
                self.learn([record])

    @property
    def clock_skew_s(self) -> float | None:
        """How far this clock is ahead of the others' (median); None while nobody has told."""
        return self.kademlia.skew.seconds(asyncio.get_running_loop().time())

    # --- what this peer tells

    def _record_value(self, kind: Kind) -> Value | None:
        record = self._ports.my_record()
        if not record.is_reachable or (kind is RELAYS and not record.relays):
            return None
        return self._value(kind, pack(record), LIFE_S)

    def _head_value(self) -> Value | None:
        head = self._ports.head()
        return self._value(HEADS, pack(head), HEAD_LIFE_S) if head is not None else None

    def _value(self, kind: Kind, content: bytes, life_s: float) -> Value:
        return make_value(self._identity, self._run, kind, content, self.kademlia.now_s(), life_s)

    async def _remind_for_ever(self) -> None:
        """Tells the hash table when this peer's record has changed, and of peers that gossip has heard of."""
        told = self._ports.my_record()
        rounds = 0
        while True:
            await asyncio.sleep(LOOK_AT_RECORD_S)
            mine = self._ports.my_record()
            if (mine.addresses, mine.relays) != (told.addresses, told.relays):
                self._upkeep.announce()
            told = mine
            rounds += 1
            if rounds % ROUNDS_PER_REMINDER == 0 or not len(self.kademlia.table):
                known = self.known()
                for record in self._chance.sample(known, min(REMINDED, len(known))):
                    self.kademlia.suggest(record)
                self._upkeep.look()


def _note(moments: dict[PeerId, float], peer: PeerId, moment_s: float) -> None:
    moments.pop(peer, None)
    moments[peer] = moment_s
    if len(moments) > NOTED_LIMIT:
        del moments[next(iter(moments))]
