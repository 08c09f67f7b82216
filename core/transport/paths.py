"""Which way one link's datagrams take: every way is tried before it is taken, and the best that works is used.

    offered ──probed, answered──▶ working ──best of those──▶ taken
                                     ▲                         │ silence
                                     └────── standby ◀─────────┘

A peer is offered the other's candidates over the link itself, which at that time runs through a relay or over any other
way. Both then probe all of each other's candidates at once, and so open their own routers for the other's probes: hole
punching (Ford, Srisuresh, Kegel 2005). Whoever hears a probe from an address that it did not know (a symmetric NAT, a
changed network) probes that address too. Sans-IO; takes `now`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from core.transport.api import Path, PathKind
from core.transport.hops import Hop
from core.transport.path_mtu import PathMtu
from core.transport.probe import PROBE_BYTES, Probe, ProbeKind, decode, encode, new_nonce

WAYS_LIMIT = 24
PUNCH_EVERY_S = 0.1
PUNCH_FOR_S = 3.0
PUNCH_AGAIN_S = (15.0, 60.0, 300.0)
"""Pauses after attempts in vain; the last one again and again."""
PUNCH_AGAIN_FOR_S = 0.5
SUSPECT_S = 2.0
"""Silence after which a way is doubted; a peer is asked for a sign of life before that (`Endpoint`)."""
DOUBT_EVERY_S = 0.4
STANDBY_EVERY_S = 15.0
"""Routers forget UDP mappings after 30 s and more (RFC 4787, section 4.3, asks for 120)."""
FORGET_S = 60.0
ANSWER_WITHIN_S = 2.0
FASTER, FASTER_BY_S = 0.7, 0.01
"""A way of equal rank is changed for one with this share of its round trip, and shorter by so much: less than that is
what a busy computer adds to a single answer."""

_RANK = {PathKind.DIRECT: 1, PathKind.PUNCHED: 1, PathKind.RELAYED: 2, PathKind.TUNNELLED: 3}


@dataclass(slots=True)
class Way:
    """One way to the peer."""

    hop: Hop
    path: Path
    is_near: bool
    """Within one home or machine: preferred to every other."""
    mtu: PathMtu
    answered_s: float | None = None
    """When something last came back; None: nothing ever did."""
    round_trip_s: float = 0.0
    probed_s: float = -1e9
    nonces: dict[bytes, tuple[float, int]] = field(default_factory=dict)
    """Of probes that are under way: when they were sent, and how long they were."""

    @property
    def works(self) -> bool:
        return self.answered_s is not None

    @property
    def rank(self) -> int:
        return 0 if self.is_near else _RANK[self.path.kind]


@dataclass(slots=True)
class Attempt:
    """Probing of the ways that do not work yet."""

    until_s: float
    next_s: float
    failed: int = 0


class Paths:
    """The ways of one link. After each call `outbox` has what is to be sent, and `taken` where everything else goes."""

    def __init__(self, first: Way, *, is_dialer: bool, now: float) -> None:
        """`first` is the way over which the link was made."""
        self.taken = first
        self.outbox: list[tuple[Hop, bytes]] = []
        self._is_dialer = is_dialer
        self.key = b""
        """What probes are sealed with; without it there are none."""
        self._ways: dict[Hop, Way] = {first.hop: first}
        self._attempt: Attempt | None = None
        self._heard_s = now
        first.answered_s = now

    @property
    def ways(self) -> Iterable[Way]:
        return self._ways.values()

    # --- what others tell

    def offer(self, ways: Iterable[Way], now: float) -> None:
        """The peer may be reached that way too: it is tried, now and again later."""
        for way in ways:
            if len(self._ways) < WAYS_LIMIT:
                self._ways.setdefault(way.hop, way)
        self._attempt = Attempt(until_s=now + PUNCH_FOR_S, next_s=now)
        self.tick(now)

    def on_datagram(self, datagram: bytes, source: Way, now: float) -> bool:
        """A probe or an answer has come that way; `source` is used where the way is not known yet. False if it is
        not the peer's."""
        probe = decode(datagram, self.key) if self.key else None
        if probe is None or probe.from_dialer == self._is_dialer:
            return False
        way = self._known(source)
        if probe.kind is ProbeKind.PROBE:
            answer = Probe(ProbeKind.ANSWER, probe.nonce, self._is_dialer, probe.length_bytes)
            self.outbox.append((way.hop, encode(answer, self.key)))
            if not way.works:
                self._probe(way, now)
        else:
            self._on_answer(way, probe, now)
        return True

    def on_heard(self, hop: Hop, now: float) -> None:
        """The link's newest packet came that way: it is the peer's, whoever brought it."""
        if hop == self.taken.hop:
            self._heard_s = self.taken.answered_s = now

    def on_stray(self, source: Way, now: float) -> None:
        """The link's newest packet came another way than the taken one: the peer's address has changed, or it has found
        something better. Nothing is sent there (RFC 9000, section 9.3.1) before it has answered a probe."""
        way = self._known(source)
        if way.works and now - self._heard_s > SUSPECT_S / 2:
            self._take(way, now)
        elif now - way.probed_s > PUNCH_EVERY_S / 2:
            self._probe(way, now)

    def on_surroundings_changed(self, now: float) -> None:
        """This computer has come to another network: what worked must show that it still does."""
        self._heard_s = now - SUSPECT_S
        for way in self._ways.values():
            way.probed_s = -1e9
        self.tick(now)

    # --- time

    def tick(self, now: float) -> None:
        """To be called at `due_s` or later, and a few times a second while the link is silent."""
        if not self.key:
            return
        if self.is_doubtful(now):
            self._probe_all(now, every_s=DOUBT_EVERY_S)
        elif self._attempt is not None and now >= self._attempt.next_s:
            self._punch(self._attempt, now)
        self._keep_standbys(now)
        length_bytes = self.taken.mtu.due(now)
        if length_bytes is not None:
            self._probe(self.taken, now, length_bytes)

    def is_doubtful(self, now: float) -> bool:
        """Whether nothing has come the taken way for so long that it may be broken."""
        return now - self._heard_s >= SUSPECT_S

    def due_s(self, now: float) -> float:
        """When to `tick` next."""
        due = min(self.taken.mtu.due_s, now + STANDBY_EVERY_S)
        if self._attempt is not None:
            due = min(due, self._attempt.next_s)
        return max(due, now)

    def _punch(self, attempt: Attempt, now: float) -> None:
        if self.taken.rank == 0:
            self._attempt = None
            return
        pending = [way for way in self._ways.values() if not way.works and way.rank < self.taken.rank]
        for way in pending:
            self._probe(way, now)
        attempt.next_s = now + PUNCH_EVERY_S
        if now >= attempt.until_s or not pending:
            pause_s = PUNCH_AGAIN_S[min(attempt.failed, len(PUNCH_AGAIN_S) - 1)]
            again_s = now + pause_s
            self._attempt = Attempt(until_s=again_s + PUNCH_AGAIN_FOR_S, next_s=again_s, failed=attempt.failed + 1)

    def _keep_standbys(self, now: float) -> None:
        for way in list(self._ways.values()):
            if way is self.taken or way.answered_s is None:
                continue
            if now - way.answered_s > FORGET_S:
                way.answered_s = None
            elif now - way.probed_s >= STANDBY_EVERY_S:
                self._probe(way, now)

    def _probe_all(self, now: float, *, every_s: float) -> None:
        for way in self._ways.values():
            if now - way.probed_s >= every_s:
                self._probe(way, now)

    def _probe(self, way: Way, now: float, length_bytes: int = PROBE_BYTES) -> None:
        if not self.key:
            return
        nonce = new_nonce()
        way.nonces = {n: sent for n, sent in way.nonces.items() if now - sent[0] < ANSWER_WITHIN_S}
        way.nonces[nonce] = (now, length_bytes)
        way.probed_s = now
        self.outbox.append((way.hop, encode(Probe(ProbeKind.PROBE, nonce, self._is_dialer, length_bytes), self.key)))

    # --- choosing

    def _on_answer(self, way: Way, answer: Probe, now: float) -> None:
        sent = way.nonces.pop(answer.nonce, None)
        if sent is None:
            return
        sent_s, length_bytes = sent
        way.answered_s = now
        sample_s = now - sent_s
        way.round_trip_s = sample_s if not way.round_trip_s else 0.75 * way.round_trip_s + 0.25 * sample_s
        way.mtu.on_answer(length_bytes, now)
        if way is self.taken:
            self._heard_s = now
        elif self.is_doubtful(now) or self._is_better(way):
            self._take(way, now)

    def _is_better(self, way: Way) -> bool:
        if way.rank != self.taken.rank:
            return way.rank < self.taken.rank
        longest_s = min(FASTER * self.taken.round_trip_s, self.taken.round_trip_s - FASTER_BY_S)
        return 0.0 < way.round_trip_s < longest_s

    def _take(self, way: Way, now: float) -> None:
        self.taken = way
        self._heard_s = now

    def _known(self, source: Way) -> Way:
        """What is known of that way; from now on it is."""
        if source.hop not in self._ways:
            self._make_room()
            self._ways[source.hop] = source
        return self._ways[source.hop]

    def _make_room(self) -> None:
        """Peers' routers may change addresses without end; the eldest that does not work goes first."""
        if len(self._ways) >= WAYS_LIMIT:
            spare = [way for way in self._ways.values() if way is not self.taken]
            del self._ways[min(spare, key=lambda way: (way.works, way.probed_s)).hop]
