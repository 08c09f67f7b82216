"""A simulated internet in virtual time, from one seed: lines with rates, latency and loss, routers that let in or do
not, relays, partitions, and peers that die, freeze or leave.

    net = Internet(seed=7)
    host = net.join(identity, Address("192.0.2.1", 1))      # fulfils `core.transport.api.Transport`
    host.up.bytes_per_s = 1e6
    net.split({a, b}, {c}); net.heal(); net.sever(a, b); net.kill(address); host.freeze(); host.thaw()

Messages pass through the real codec, so what cannot travel fails here too. Bytes queue at the sender's uplink and the
receiver's downlink, where streams take turns; a stream has at most `window_bytes` under way. Loss is delay: a stream is
reliable. What is under way while there is no way arrives after it is back, unless the link has died of silence.
"""

import asyncio
import itertools
import random
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextvars import copy_context
from enum import StrEnum
from typing import NamedTuple, Union

from core.data.piece_messages import MESSAGES as PIECE_MESSAGES
from core.errors import LinkLost, PeerTimeout, Refused
from core.identity.ids import Digest, PeerId
from core.identity.keys import Identity
from core.identity.wire import pack, unpacker
from core.swarm.node import MESSAGES
from core.transport.api import Address, Message, Path, PathKind, Place, Refusal, Relayed
from tests.sim.clock import VirtualLoop, owner
from tests.sim.line import Agenda, Line
from tests.sim.links import Item, SimLink, SimStream, Wire

_decode = unpacker(Union[(*MESSAGES, *PIECE_MESSAGES, Refusal)])
IDLE_S = 6.0
"""After this much silence a link to a dead or unreachable peer is given up."""
PACKET_BYTES = 1200
SHARED_MESSAGES = 256
DECODED_EVERY = 16
"""Of messages that are shared so many as a sample take the way through the decoder."""
STALL_OF_LOSSES = 0.02
"""Of the losses so many lose the repetition too: the stream stalls for seconds."""


class Nat(StrEnum):
    """What a peer's router does with strangers."""

    OPEN = "open"
    """None, or a port is forwarded: anybody can dial."""
    CONE = "cone"
    """A hole can be made by both sides at once, with somebody who introduces them."""
    SYMMETRIC = "symmetric"
    """A new port towards each peer: holes only together with open peers, else relays."""


class Violation(NamedTuple):
    """Who says so, of whom, what."""

    by: PeerId
    of: PeerId
    text: str


Serve = Callable[[SimLink, SimStream, Message], Awaitable[None]]
Tap = Callable[["Host", PeerId, Item | None], float | None]
"""Hears of everything that is about to be sent (None: the end of a stream): how late it comes, None for never."""


class Host:
    """One peer's place on the net."""

    def __init__(self, net: "Internet", peer: PeerId, public_key: bytes, address: Address) -> None:
        self.net, self.me, self.public_key = net, peer, public_key
        self.addresses: Sequence[Address] = [address]
        self.up, self.down = Line(net.agenda), Line(net.agenda)
        self.nat = Nat.OPEN
        self.latency_s = net.latency_s / 2
        """Between this peer and the middle of the net."""
        self.loss = 0.0
        """Of its packets."""
        self.is_up = True
        self.is_frozen = self.seems_alive = False
        self.context = copy_context()
        self.context.run(owner.set, self)
        self.serve: Serve
        self.greeting: Callable[[], Message] = Message
        self.admit: Callable[[PeerId, Message], str] = lambda peer, greeting: ""
        self.relayed: dict[Wire, None] = {}
        """What goes through here."""
        self._links: dict[PeerId, list[SimLink]] = {}
        self._dials: dict[PeerId, asyncio.Future[SimLink]] = {}

    # What `Transport` asks for

    def link_to(self, peer_id: PeerId) -> SimLink | None:
        links = self._links.get(peer_id)
        return links[-1] if links else None

    def links(self) -> Sequence[SimLink]:
        return [link for links in self._links.values() for link in links]

    def forget(self, link: SimLink) -> None:
        links = self._links.get(link.peer_id, [])
        if link in links:
            links.remove(link)
        if not links:
            self._links.pop(link.peer_id, None)

    async def dial(self, peer_id: PeerId | None, places: Sequence[Place], *, timeout_s: float = 10.0) -> SimLink:
        if peer_id is not None and (link := self.link_to(peer_id)):
            return link
        found = next((pair for place in places if (pair := self.net.at(peer_id, place))), None)
        if found is None or peer_id not in (None, found[0].me) or found[0] is self:
            await asyncio.sleep(timeout_s)
            raise PeerTimeout("nobody answers")
        peer, relay = found
        if (running := self._dials.get(peer.me)) is not None:
            return await asyncio.shield(running)
        dial = self._dials[peer.me] = asyncio.get_running_loop().create_future()
        try:
            link = await self._dial(peer, relay, timeout_s)
            dial.set_result(link)
            return link
        except BaseException as fault:
            failure = fault if isinstance(fault, Exception) else LinkLost("the dial was given up")
            dial.set_exception(failure)
            dial.exception()
            raise
        finally:
            del self._dials[peer.me]

    async def _dial(self, peer: "Host", relay: "Host | None", timeout_s: float) -> SimLink:
        net = self.net
        kind, through = net.way_between(self, peer, relay)
        wire = Wire(net, self, peer, through)
        if kind is None or not net.has_way(wire):
            await asyncio.sleep(timeout_s)
            raise PeerTimeout("nobody answers")
        turns = {PathKind.DIRECT: 2, PathKind.RELAYED: 3, PathKind.PUNCHED: 4}[kind]
        await asyncio.sleep(turns * wire.latency_s(self, peer))
        if not net.has_way(wire):
            raise LinkLost("gone")
        near_path = Path(kind, (through or peer).addresses[0], through.me if through else None)
        far_path = Path(kind, (through or self).addresses[0], through.me if through else None)
        near = SimLink(net, wire, self, peer, near_path, peer.greeting())
        far = SimLink(net, wire, peer, self, far_path, self.greeting())
        near.twin, far.twin, wire.links = far, near, (near, far)
        for judge, link in ((peer, far), (self, near)):
            refusal = judge.admit(link.peer_id, link.greeting)
            if refusal:
                raise Refused(refusal)
        self._links.setdefault(peer.me, []).append(near)
        peer._links.setdefault(self.me, []).append(far)
        if through is not None:
            through.relayed[wire] = None
        return near

    async def close(self) -> None:
        for link in self.links():
            link.close("leaving")

    # What befalls it

    def freeze(self, *, seems_alive: bool = False) -> None:
        """As SIGSTOP: nothing moves. `seems_alive`: its links are kept up all the same, as by a part that goes on."""
        self.is_frozen, self.seems_alive = True, seems_alive
        _loop().freeze(self)
        self.look()

    def thaw(self) -> None:
        """As SIGCONT."""
        if self.is_frozen:
            self.is_frozen = self.seems_alive = False
            _loop().thaw(self)
            self.look()

    def look(self) -> None:
        for wire in self.wires():
            wire.look()

    def wires(self) -> list[Wire]:
        return [*(link.wire for link in self.links()), *self.relayed]


def _loop() -> VirtualLoop:
    loop = asyncio.get_running_loop()
    assert isinstance(loop, VirtualLoop)
    return loop


class Internet:
    """All peers and what lies between them."""

    def __init__(
        self,
        latency_s: float = 0.02,
        *,
        seed: int = 0,
        jitter: float = 0.0,
        idle_s: float = IDLE_S,
        window_bytes: int = 1 << 20,
        shares_messages: bool = False,
    ) -> None:
        """`latency_s`: one way, where hosts say nothing else. `jitter`: a message takes up to so much longer than
        usual, as a share. `shares_messages`: what goes to many is coded once, and most receivers get the frozen object
        that was sent, instead of each its own."""
        self.latency_s, self.jitter, self.idle_s, self.window_bytes = latency_s, jitter, idle_s, window_bytes
        self.chance = random.Random(seed)
        self.agenda = Agenda()
        self.numbers = itertools.count(1)
        self.peers: dict[Address, Host] = {}
        self.violations: list[Violation] = []
        self.taps: list[Tap] = []
        self.listeners: list[Callable[[Host, Host, Item | None, int], None]] = []
        """Hear of everything that arrives."""
        self._by_id: dict[PeerId, Host] = {}
        self._groups: dict[PeerId, int] = {}
        self._severed: set[frozenset[PeerId]] = set()
        self._shares_messages = shares_messages
        self._packed = 0
        self._wire_forms: dict[int, tuple[Message, Message, int]] = {}

    # Peers

    def join(self, identity: Identity | PeerId, address: Address) -> Host:
        """A host for that peer; tests that need no identity give an id alone."""
        if isinstance(identity, PeerId):
            host = Host(self, identity, Digest.of(identity.raw).raw, address)
        else:
            host = Host(self, identity.peer_id, identity.public_key, address)
        self.peers[address] = self._by_id[host.me] = host
        return host

    def host(self, peer: PeerId) -> Host | None:
        return self._by_id.get(peer)

    def at(self, peer: PeerId | None, place: Place) -> tuple[Host, Host | None] | None:
        """Who answers at `place`, and the relay it names."""
        if isinstance(place, Address):
            host = self.peers.get(place)
            return (host, None) if host is not None else None
        assert isinstance(place, Relayed)
        relay, host = self.peers.get(place.address), self._by_id.get(peer) if peer is not None else None
        return (host, relay) if host is not None and relay is not None else None

    def kill(self, address: Address) -> None:
        """The peer is gone without a word; others notice after `idle_s`."""
        gone = self._remove(address)
        for wire in gone.wires():
            wire.look()
        for link in gone.links():
            link.end("killed")

    def leave(self, address: Address) -> None:
        """The peer closes its links."""
        gone = self.peers[address]
        for link in gone.links():
            link.close("leaving")
        self._remove(address)
        for wire in gone.relayed:
            wire.look()

    def _remove(self, address: Address) -> Host:
        gone = self.peers.pop(address)
        del self._by_id[gone.me]
        gone.thaw()
        gone.is_up = False
        return gone

    # Misfortunes

    def split(self, *groups: Iterable[PeerId]) -> None:
        """From now on only peers of one group see each other; links between groups die of silence."""
        self._groups = {peer: number for number, group in enumerate(groups) for peer in group}
        self._look()

    def put(self, peer: PeerId, group: int) -> None:
        """While the net is split: `peer`, which is about to join, is in that group."""
        self._groups[peer] = group

    def heal(self) -> None:
        self._groups = {}
        self._look()

    def sever(self, a: PeerId, b: PeerId) -> None:
        """These two do not reach each other any more, whomever else they reach."""
        self._severed.add(frozenset((a, b)))
        self._look()

    def mend(self, a: PeerId, b: PeerId) -> None:
        self._severed.discard(frozenset((a, b)))
        self._look()

    def _look(self) -> None:
        for host in tuple(self.peers.values()):
            host.look()

    def can_see(self, a: Host, b: Host) -> bool:
        if not (a.is_up and b.is_up) or a.is_frozen or b.is_frozen:
            return False
        if self._groups and self._groups.get(a.me, -1) != self._groups.get(b.me, -1):
            return False
        return not self._severed or frozenset((a.me, b.me)) not in self._severed

    def has_way(self, wire: Wire) -> bool:
        a, b = wire.ends
        if wire.relay is None:
            return self.can_see(a, b)
        return self.can_see(a, wire.relay) and self.can_see(wire.relay, b) and a.is_up and b.is_up

    def way_between(self, a: Host, b: Host, relay: Host | None) -> tuple[PathKind | None, Host | None]:
        """How a link from `a` to `b` would go; None if it cannot."""
        if b.nat is Nat.OPEN:
            return PathKind.DIRECT, None
        if relay is None:
            return None, None
        is_punched = a.nat is Nat.OPEN or (a.nat is Nat.CONE and b.nat is Nat.CONE)
        return (PathKind.PUNCHED, None) if is_punched else (PathKind.RELAYED, relay)

    # What links ask

    @property
    def is_coarse(self) -> bool:
        """Whether details that nobody looks at may be left out."""
        return self._shares_messages and not self.taps

    def usual_delay_s(self, a: Host, b: Host) -> float:
        return a.latency_s + b.latency_s

    def delay_s(self, a: Host, b: Host) -> float:
        """One way, this time."""
        usual_s = a.latency_s + b.latency_s
        return usual_s * (1 + self.jitter * self.chance.random()) if self.jitter else usual_s

    def loss_delay_s(self, a: Host, b: Host, size: int) -> float:
        """What losses cost a stream that sends `size` bytes: a round trip or more until they are made good."""
        loss = a.loss + b.loss
        if not loss or self.chance.random() > 1 - (1 - loss) ** (1 + size // PACKET_BYTES):
            return 0.0
        stall_s = self.chance.uniform(0.5, 4) if self.chance.random() < STALL_OF_LOSSES else 0.0
        return self.usual_delay_s(a, b) * self.chance.uniform(2.2, 4) + stall_s

    def fate(self, sender: Host, receiver: PeerId, item: Item | None) -> float | None:
        late_s = 0.0
        for tap in self.taps:
            more_s = tap(sender, receiver, item)
            if more_s is None:
                return None
            late_s += more_s
        return late_s

    def on_wire(self, message: Message) -> tuple[Message, int]:
        """`message` as it comes out at the other end, and its length."""
        if not self._shares_messages:
            data = pack(message)
            return _decode(data), len(data)
        known = self._wire_forms.get(id(message))
        if known is None:
            data = pack(message)
            self._packed += 1
            form = _decode(data) if self._packed % DECODED_EVERY == 0 else message
            known = self._wire_forms[id(message)] = (message, form, len(data))
            if len(self._wire_forms) > SHARED_MESSAGES:
                del self._wire_forms[next(iter(self._wire_forms))]
        return known[1], known[2]

    def note_delivery(self, sender: Host, receiver: Host, item: Item | None, size: int) -> None:
        for listener in self.listeners:
            listener(sender, receiver, item, size)

    def note_violation(self, host: Host, peer: PeerId, text: str) -> None:
        self.violations.append(Violation(host.me, peer, text))
