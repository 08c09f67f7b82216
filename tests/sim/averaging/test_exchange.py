"""Whole exchanges in virtual time: who dies, lags, comes late or cheats, and what the others hold then."""

import asyncio
import random
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import numpy as np
import pytest
from memory_net import MemoryLink, MemoryNet, MemoryStream

from core.averaging.assignment import Assignment, Layout, Owner, Weight, assign, reassign
from core.averaging.codec import codec_named
from core.averaging.exchange import Exchange, ExchangeEvents
from core.averaging.fetch import fetch_parts, serve_fetch
from core.averaging.history import AverageHistory
from core.averaging.messages import AveragedPart, ContributedPart, FetchParts, OpenExchange
from core.averaging.part_book import Gaps, PartBook
from core.averaging.planner import Member, plan
from core.errors import LinkLost, PeerFault, Refused
from core.identity.ids import Digest, PeerId
from core.training.api import Vector
from core.transport.api import Message
from tests.sim.clock import run

LAYOUT = Layout(10_007, 512)


class Peer:
    """One member with its exchange, its history and what it was told."""

    def __init__(self, net: MemoryNet, number: int, samples: int, *, may_reduce: bool = True, elements: int) -> None:
        rng = np.random.default_rng(number)
        self.id = PeerId(bytes([number + 1]) * 32)
        self.samples = samples
        self.may_reduce = may_reduce
        self.mean = rng.standard_normal(elements, dtype=np.float32)
        self.gradient: Vector | None = self.mean * np.float32(samples) if samples else None
        self.average = np.full(elements, np.nan, dtype=np.float32)
        self.closed: dict[int, tuple[tuple[PeerId, ...], Digest]] = {}
        """Parts closed here: whose gradients are in them, and their hashes."""
        self.held: list[int] = []
        self.lost: list[int] = []
        self.lost_reducers: list[PeerId] = []
        self.history = AverageHistory(1 << 30, 4)
        self.net = net
        events = ExchangeEvents(
            on_part_closed=self.note_closed,
            on_part_held=self.held.append,
            on_part_lost=self.lost.append,
            on_reducer_lost=lambda peer, reason: self.lost_reducers.append(peer),
        )
        self.exchange = Exchange(self.id, net.link_to(self.id), events, patience_s=5.0)
        net.serve[self.id] = self.serve

    async def serve(self, link: MemoryLink, stream: MemoryStream, first: Message) -> None:
        if isinstance(first, OpenExchange):
            await self.exchange.serve(link, stream, first)
        else:
            assert isinstance(first, FetchParts)
            await serve_fetch(stream, first, self.history)

    def note_closed(self, index: int, gaps: Gaps, digest: Digest) -> None:
        latest = self.exchange.assignment
        assert latest is not None
        plan = latest if gaps.attempt == latest.attempt else self.first
        assert gaps.attempt == plan.attempt
        assert set(gaps.missing) <= plan.contributors
        self.closed[index] = (tuple(sorted(plan.contributors - set(gaps.missing))), digest)

    def begin(self, assignment: Assignment) -> None:
        self.first = assignment
        self.history.add(self.exchange.begin(assignment, self.gradient, self.average))

    @property
    def book(self) -> Any:
        return self.exchange.book


class Swarm:
    def __init__(self, samples: Sequence[int], clients: Sequence[int] = (), layout: Layout = LAYOUT) -> None:
        self.net = MemoryNet()
        self.layout = layout
        self.peers = [
            Peer(self.net, number, count, may_reduce=number not in clients, elements=layout.elements)
            for number, count in enumerate(samples)
        ]
        self.by_id = {peer.id: peer for peer in self.peers}

    def assignment(
        self, *, codec: str = "float32", grace_s: float = 60.0, step: int = 1, series: int = 1, attempt: int = 0
    ) -> Assignment:
        """`attempt`: that of the step's number if nothing is said."""
        members = [Member(p.id, p.samples, 0, 0, 0, p.may_reduce) for p in self.peers]
        allocation = plan(
            members,
            elements=self.layout.elements,
            coded_bytes_per_element=4,
            target_batch=64,
            part_elements=self.layout.part_elements,
        )
        samples = {p.id: p.samples for p in self.peers}
        return assign(
            allocation,
            samples,
            step=step,
            series=series,
            attempt=attempt or step,
            part_elements=self.layout.part_elements,
            codec=codec,
            grace_s=grace_s,
        )

    def mean_of(self, peers: Sequence[Peer]) -> np.ndarray:
        total = sum(p.mean.astype(np.float64) * p.samples for p in peers)
        return total / sum(p.samples for p in peers)

    async def complete(self, peers: Sequence[Peer]) -> None:
        async with asyncio.timeout(1000):
            await asyncio.gather(*(p.exchange.complete() for p in peers))

    async def close(self) -> None:
        for peer in self.peers:
            await peer.exchange.close()
        await self.net.settle()

    def assert_equal(self, peers: Sequence[Peer], expected: np.ndarray, tolerance: float = 1e-6) -> None:
        for peer in peers:
            assert peer.book.root() == peers[0].book.root()
            assert np.array_equal(peer.average, peers[0].average)
        assert np.abs(peers[0].average - expected).max() <= tolerance * np.abs(expected).max()

    def hashes(self) -> list[Digest]:
        """As the coordinator collects them."""
        told = {index: digest for peer in self.peers for index, (_, digest) in peer.closed.items()}
        return [told[index] for index in range(self.layout.parts)]


def simulate(scene: Callable[[Swarm], Coroutine[Any, Any, None]], swarm: Callable[[], Swarm]) -> None:
    async def main() -> None:
        there = swarm()
        try:
            await scene(there)
        finally:
            await there.close()

    run(main())


def now_s() -> float:
    return asyncio.get_running_loop().time()


@pytest.mark.parametrize("seed", range(8))
def test_everyone_holds_the_same_weighted_mean(seed: int) -> None:
    rng = random.Random(seed)
    count = rng.choice([1, 2, 3, 5, 8])
    samples = [rng.choice([0, 1, 7, 300]) for _ in range(count)]
    samples[rng.randrange(count)] = 5
    clients = rng.sample(range(count), rng.randrange(count))

    async def scene(swarm: Swarm) -> None:
        for peer in swarm.peers:
            swarm.net.upload_bytes_per_s[peer.id] = rng.uniform(1e4, 1e7)
        assignment = swarm.assignment()
        for peer in swarm.peers:
            await asyncio.sleep(rng.random())
            peer.begin(assignment)
        await swarm.complete(swarm.peers)
        swarm.assert_equal(swarm.peers, swarm.mean_of([p for p in swarm.peers if p.samples]))
        assert all(sorted(p.held) == list(range(LAYOUT.parts)) for p in swarm.peers)
        assert sorted(index for p in swarm.peers for index in p.closed) == list(range(LAYOUT.parts))
        everyone = tuple(sorted(p.id for p in swarm.peers if p.samples))
        assert all(included == everyone for p in swarm.peers for included, _ in p.closed.values())
        assert not swarm.net.violations

    simulate(scene, lambda: Swarm(samples, clients))


def test_float16_gives_everyone_the_same_bytes_too() -> None:
    async def scene(swarm: Swarm) -> None:
        for peer in swarm.peers:
            peer.begin(swarm.assignment(codec="float16"))
        await swarm.complete(swarm.peers)
        swarm.assert_equal(swarm.peers, swarm.mean_of(swarm.peers), tolerance=1e-3)

    simulate(scene, lambda: Swarm([3, 5, 9]))


def test_steps_follow_each_other_and_receivers_one_step_behind_are_served() -> None:
    async def scene(swarm: Swarm) -> None:
        slow, others = swarm.peers[2], swarm.peers[:2]
        for peer in swarm.peers:
            peer.begin(swarm.assignment())
        swarm.net.read_bytes_per_s[slow.id] = 40_000
        await swarm.complete(others)
        assert now_s() < 0.5
        assert slow.book.missing()
        for peer in others:
            peer.begin(swarm.assignment(step=2, grace_s=5))
        await slow.exchange.complete()
        slow.begin(swarm.assignment(step=2, grace_s=5))
        await swarm.complete(swarm.peers)
        swarm.assert_equal(swarm.peers, swarm.mean_of(swarm.peers))

    simulate(scene, lambda: Swarm([3, 5, 9], clients=[2]))


def test_contributor_that_dies_mid_stream_is_left_out_of_what_it_did_not_deliver() -> None:
    async def scene(swarm: Swarm) -> None:
        victim, others = swarm.peers[3], swarm.peers[:3]
        swarm.net.upload_bytes_per_s[victim.id] = 20_000.0
        for peer in swarm.peers:
            peer.begin(swarm.assignment())
        await asyncio.sleep(1.0)
        swarm.net.kill(victim.id)
        for peer in others:
            peer.exchange.drop(victim.id)
        await swarm.complete(others)
        assert now_s() < 2.0
        expected = np.empty(LAYOUT.elements)
        counts = set()
        for peer in others:
            for index, (included, _) in peer.closed.items():
                start, stop = LAYOUT.part(index)
                expected[start:stop] = swarm.mean_of([swarm.by_id[i] for i in included])[start:stop]
                counts.add(len(included))
        assert counts == {3, 4}
        swarm.assert_equal(others, expected)

    simulate(scene, lambda: Swarm([3, 5, 9, 100], clients=[3]))


async def replan(swarm: Swarm, assignment: Assignment, victim: Peer, rng: random.Random) -> None:
    """What a coordinator does after a death: new owners for what no survivor holds (in some runs even for what the
    living have not closed yet), told to one after the other."""
    others = [peer for peer in swarm.peers if peer is not victim]
    held = {index for peer in others for index in peer.held}
    orphans = range(LAYOUT.parts) if rng.random() < 0.5 else assignment.parts_of(victim.id)
    missing = [index for index in orphans if index not in held]
    for peer in others:
        peer.exchange.drop(victim.id)
    if not missing:
        return
    second = reassign(assignment, missing, [p.id for p in others if p.may_reduce], [victim.id])
    for peer in others:
        await asyncio.sleep(0.2 * rng.random())
        peer.exchange.reassign(second)


@pytest.mark.parametrize("seed", range(12))
def test_death_of_a_reducer_at_any_moment(seed: int) -> None:
    rng = random.Random(seed)

    async def scene(swarm: Swarm) -> None:
        victim = swarm.peers[rng.randrange(3)]
        others = [peer for peer in swarm.peers if peer is not victim]
        for peer in swarm.peers:
            swarm.net.upload_bytes_per_s[peer.id] = rng.uniform(2e4, 1e5)
        assignment = swarm.assignment()
        for peer in swarm.peers:
            peer.begin(assignment)
        await asyncio.sleep(rng.uniform(0.05, 4))
        swarm.net.kill(victim.id)
        await asyncio.sleep(0.1)
        await replan(swarm, assignment, victim, rng)
        async with asyncio.timeout(30):
            while len({index for peer in others for index in peer.held}) < LAYOUT.parts:
                await asyncio.sleep(0.1)
        closed = {i: facts for p in (victim, *others) for i, facts in p.closed.items()}
        hashes = [closed[index][1] for index in range(LAYOUT.parts)]
        for peer in others:
            donors = [p.id for p in others if p is not peer]
            await fetch_parts(swarm.net.link_to(peer.id), donors, 1, hashes, peer.book, range(LAYOUT.parts))
        await swarm.complete(others)
        expected = np.empty(LAYOUT.elements)
        for index, (included, _) in closed.items():
            start, stop = LAYOUT.part(index)
            expected[start:stop] = swarm.mean_of([swarm.by_id[i] for i in included])[start:stop]
        swarm.assert_equal(others, expected)
        assert not swarm.net.violations

    simulate(scene, lambda: Swarm([3, 5, 9, 4], clients=[3]))


def test_bug_in_a_callback_comes_out_of_complete() -> None:
    async def scene(swarm: Swarm) -> None:
        broken = ExchangeEvents(on_part_closed=lambda *_: {}["bug"])
        async with Exchange(swarm.peers[0].id, swarm.net.link_to(swarm.peers[0].id), broken) as exchange:
            exchange.begin(swarm.assignment(), swarm.peers[0].gradient, swarm.peers[0].average)
            with pytest.raises(KeyError):
                await exchange.complete()

    simulate(scene, lambda: Swarm([3]))


def test_slow_contributor_is_left_out_at_the_deadline_and_still_receives() -> None:
    async def scene(swarm: Swarm) -> None:
        slow = swarm.peers[0]
        swarm.net.upload_bytes_per_s[slow.id] = 2000.0
        for peer in swarm.peers:
            peer.begin(swarm.assignment(grace_s=4.0))
        await swarm.complete(swarm.peers)
        assert now_s() < 4.6
        included = [who for p in swarm.peers for who, _ in p.closed.values()]
        assert sum(slow.id not in who for who in included) > 15
        missed = [i for p in swarm.peers for i, (who, _) in p.closed.items() if slow.id not in who]
        assert slow.exchange.missed_spans() == [LAYOUT.part(index) for index in sorted(missed)]
        assert swarm.peers[1].exchange.missed_spans() == []
        swarm.assert_equal(swarm.peers, swarm.peers[1].average)
        assert not swarm.net.violations

    simulate(scene, lambda: Swarm([300, 5, 9], clients=[0]))


def test_slow_receiver_delays_nobody() -> None:
    async def scene(swarm: Swarm) -> None:
        for peer in swarm.peers:
            peer.begin(swarm.assignment())
        stuck = await MemoryLink(swarm.net, PeerId(b"z" * 32), swarm.peers[0].id).open(
            OpenExchange(step=1, series=1, attempt=1, runs=((0, 7),))
        )
        await swarm.complete(swarm.peers)
        assert now_s() < 1.0
        swarm.assert_equal(swarm.peers, swarm.mean_of(swarm.peers))
        stuck.reset()

    simulate(scene, lambda: Swarm([3, 5, 9], layout=Layout(300_000, 1 << 14)))


def test_opener_that_is_ahead_is_kept_waiting_then_refused() -> None:
    async def scene(swarm: Swarm) -> None:
        early, late = swarm.peers
        early.begin(swarm.assignment())
        await asyncio.sleep(3.0)
        late.begin(swarm.assignment())
        await swarm.complete(swarm.peers)
        assert not early.lost_reducers
        assert now_s() < 3.5
        early.begin(swarm.assignment(step=2))
        await asyncio.sleep(6.0)
        assert early.lost_reducers == [late.id]
        early.exchange.end()
        with pytest.raises(PeerFault, match="ended"):
            await early.exchange.complete()

    simulate(scene, lambda: Swarm([3, 5]))


def test_what_was_given_before_the_standing_broke_is_not_given_again() -> None:
    async def scene(swarm: Swarm) -> None:
        contributor, reducer = swarm.peers
        for peer in swarm.peers:
            peer.begin(swarm.assignment())
        while not reducer.closed:
            await asyncio.sleep(0.001)
        contributor.exchange.end()
        assert contributor.book.missing()
        assert contributor.exchange.missed_spans() == []

    simulate(scene, lambda: Swarm([3, 5], clients=[0]))


def test_those_of_another_coordinator_are_refused_at_once() -> None:
    """Two plans for one step, as after a split: their averages must not mix."""

    async def scene(swarm: Swarm) -> None:
        a, b, c = swarm.peers
        for peer, series, attempt in ((a, 1, 1), (b, 1, 1), (c, 2, 1)):
            peer.begin(swarm.assignment(series=series, attempt=attempt, grace_s=3.0))
        await asyncio.sleep(0.5)
        assert sorted(a.lost_reducers + b.lost_reducers) == [c.id, c.id]
        assert sorted(c.lost_reducers) == sorted([a.id, b.id])
        await asyncio.sleep(4.0)
        assert all(c.id not in who for peer in (a, b) for who, _ in peer.closed.values())
        assert not c.closed
        assert not swarm.net.violations

    simulate(scene, lambda: Swarm([3, 5, 9]))


def test_whoever_has_not_heard_of_a_new_series_is_waited_for() -> None:
    async def scene(swarm: Swarm) -> None:
        a, b, c = swarm.peers
        for peer in swarm.peers:
            peer.begin(swarm.assignment())
        for number, peer in enumerate(swarm.peers):
            peer.begin(swarm.assignment(series=2, attempt=2))
            await asyncio.sleep(float(number < 2))
        await swarm.complete(swarm.peers)
        assert now_s() < 3
        assert not a.lost_reducers + b.lost_reducers + c.lost_reducers + swarm.net.violations
        swarm.assert_equal(swarm.peers, swarm.mean_of(swarm.peers))
        assignment = swarm.assignment(series=3, attempt=3)
        with pytest.raises(ValueError, match="follows nothing"):
            a.exchange.reassign(assignment)

    simulate(scene, lambda: Swarm([3, 5, 9]))


def test_an_earlier_step_is_averaged_again_once_its_history_was_given_up() -> None:
    async def scene(swarm: Swarm) -> None:
        went_back, other = swarm.peers
        went_back.begin(swarm.assignment(step=18, attempt=7))
        with pytest.raises(ValueError, match="not newer"):
            went_back.begin(swarm.assignment(step=19, attempt=7))
        other.begin(swarm.assignment(step=1, attempt=8))
        await asyncio.sleep(1.0)
        went_back.begin(swarm.assignment(step=1, attempt=8))
        await swarm.complete(swarm.peers)
        swarm.assert_equal(swarm.peers, swarm.mean_of(swarm.peers))
        assert not swarm.net.violations

    simulate(scene, lambda: Swarm([3, 5]))


def test_parts_of_another_layout_are_not_fetched() -> None:
    """They have the same numbers and other lengths: no fault of either."""

    async def scene(swarm: Swarm) -> None:
        a, b = swarm.peers
        for peer in swarm.peers:
            peer.begin(swarm.assignment())
        await swarm.complete(swarm.peers)
        layout = Layout(LAYOUT.elements, LAYOUT.part_elements // 2)
        book = PartBook(1, layout, codec_named("float32"), np.empty(LAYOUT.elements, np.float32))
        expected = [Digest.of(b"")] * layout.parts
        with pytest.raises(PeerFault, match="nobody"):
            await fetch_parts(swarm.net.link_to(a.id), [b.id], 1, expected, book, range(layout.parts))
        assert not swarm.net.violations

    simulate(scene, lambda: Swarm([3, 5]))


def test_broken_stream_is_resumed_once_without_sending_twice() -> None:
    async def scene(swarm: Swarm) -> None:
        a, b, slow = swarm.peers
        swarm.net.upload_bytes_per_s[a.id] = 40_000.0
        swarm.net.upload_bytes_per_s[slow.id] = 10_000.0
        for peer in swarm.peers:
            peer.begin(swarm.assignment())
        await asyncio.sleep(0.8)
        assert len(a.book.missing()) > LAYOUT.parts / 2
        swarm.net.cut(a.id, b.id)
        await swarm.complete(swarm.peers)
        swarm.assert_equal(swarm.peers, swarm.mean_of(swarm.peers))
        assert not a.lost_reducers
        assert swarm.net.sent_bytes[a.id] < LAYOUT.elements * 4 * 1.2

    simulate(scene, lambda: Swarm([3, 5, 9], clients=[0, 2]))


def test_part_that_went_to_another_is_not_closed_here() -> None:
    async def scene(swarm: Swarm) -> None:
        me, other = swarm.peers
        assignment = swarm.assignment()
        swarm.net.broken.add(frozenset((me.id, other.id)))
        me.begin(assignment)
        await asyncio.sleep(1)
        me.exchange.reassign(reassign(assignment, [3], [other.id]))
        me.exchange.drop(other.id)
        await asyncio.sleep(1)
        assert sorted(me.closed) == [0, 1, 2, 4, 5, 6, 7, 8, 9]

    simulate(scene, lambda: Swarm([3, 5]))


def test_reducer_out_of_reach_is_reported_and_its_parts_fetched() -> None:
    async def scene(swarm: Swarm) -> None:
        a, b, c = swarm.peers
        swarm.net.broken.add(frozenset((a.id, b.id)))
        for peer in swarm.peers:
            peer.begin(swarm.assignment(grace_s=3.0))
        await swarm.complete([c])
        assert (a.lost_reducers, b.lost_reducers) == ([b.id], [a.id])
        for peer in (a, b):
            missing = peer.book.missing()
            await fetch_parts(swarm.net.link_to(peer.id), [b.id, c.id], 1, swarm.hashes(), peer.book, missing)
        await swarm.complete(swarm.peers)
        swarm.assert_equal(swarm.peers, c.average)

    simulate(scene, lambda: Swarm([3, 5, 9]))


def test_heir_that_holds_a_part_already_says_so_and_bears_with_those_who_deliver_it() -> None:
    async def scene(swarm: Swarm) -> None:
        a, b, c = swarm.peers
        swarm.net.broken.add(frozenset((a.id, c.id)))
        assignment = swarm.assignment(grace_s=3.0)
        for peer in swarm.peers:
            peer.begin(assignment)
        await swarm.complete([b])
        parts = assignment.parts_of(a.id)
        assert set(c.book.missing()) == set(parts)
        closed = [b.book.hash_of(part) for part in parts]
        again = reassign(assignment, parts, [b.id])
        b.exchange.reassign(again)
        assert [b.closed[part][1] for part in parts] == closed
        c.exchange.reassign(again)
        await swarm.complete([c])
        assert c.book.root() == b.book.root()
        assert not swarm.net.violations

    simulate(scene, lambda: Swarm([3, 5, 9]))


def test_part_that_nobody_delivers_is_reported_lost() -> None:
    async def scene(swarm: Swarm) -> None:
        auxiliary, dead = swarm.peers
        swarm.net.kill(dead.id)
        auxiliary.begin(swarm.assignment(grace_s=3.0))
        await asyncio.sleep(2.9)
        assert not auxiliary.lost
        await asyncio.sleep(0.2)
        assert auxiliary.lost == list(range(LAYOUT.parts))
        assert not auxiliary.held
        receiver = PeerId(b"r" * 32)
        stream = await MemoryLink(swarm.net, receiver, auxiliary.id).open(
            OpenExchange(step=1, series=1, attempt=1, runs=((3, 4),))
        )
        assert await stream.receive(AveragedPart) == AveragedPart(index=3, is_lost=True)

    simulate(scene, lambda: Swarm([0, 5], clients=[1]))


async def drain(stream: MemoryStream) -> None:
    while True:
        await stream.into.next()


async def cheat(swarm: Swarm, acts: Sequence[Message | bytes], runs: tuple[tuple[int, int], ...] = ((0, 20),)) -> None:
    cheater, honest = swarm.peers[2], swarm.peers[:2]
    for peer in honest:
        peer.begin(swarm.assignment())
    stream = await MemoryLink(swarm.net, cheater.id, honest[0].id).open(
        OpenExchange(step=1, series=1, attempt=1, runs=runs)
    )
    for act in acts:
        if isinstance(act, bytes):
            await stream.send_payload(act)
        else:
            await stream.send(act)
    with pytest.raises(LinkLost):
        await drain(stream)


PART = np.ones(512, np.float32).tobytes()
SPOILT = np.array([1.0] * 511 + [np.nan], np.float32).tobytes()


@pytest.mark.parametrize(
    "acts",
    [
        [ContributedPart(index=3), PART[:-4]],
        [ContributedPart(index=3), PART + bytes(4)],
        [ContributedPart(index=3), SPOILT],
        [ContributedPart(index=15), PART],
        [ContributedPart(index=3), PART, ContributedPart(index=3), PART],
        [PART],
        [ContributedPart(index=3), ContributedPart(index=4)],
    ],
    ids=["short", "long", "nan", "not-mine", "twice", "no-header", "no-payload"],
)
def test_cheater_is_cut_off_and_harms_no_part(acts: list[Message | bytes]) -> None:
    async def scene(swarm: Swarm) -> None:
        cheater, honest = swarm.peers[2], swarm.peers[:2]
        await cheat(swarm, acts, runs=((0, 10),))
        assert [(server, peer) for server, peer, _ in swarm.net.violations] == [(honest[0].id, cheater.id)]
        honest[1].exchange.drop(cheater.id)
        await swarm.complete(honest)
        assert now_s() < 5
        assert np.isfinite(honest[0].average).all()
        with_cheater = [i for p in honest for i, (who, _) in p.closed.items() if cheater.id in who]
        assert with_cheater == ([3] if len(acts) == 4 else [])

    simulate(scene, lambda: Swarm([3, 5, 9], clients=[2]))


def test_parts_of_another_reducer_are_refused() -> None:
    async def scene(swarm: Swarm) -> None:
        stranger = PeerId(b"q" * 32)
        swarm.peers[0].begin(swarm.assignment())
        for runs in (((15, 16),), ((5, 5),), ((0, 1 << 40),)):
            stream = await MemoryLink(swarm.net, stranger, swarm.peers[0].id).open(
                OpenExchange(step=1, series=1, attempt=1, runs=runs)
            )
            with pytest.raises(PeerFault):
                await stream.receive(Message)
        assert len(swarm.net.violations) == 2

    simulate(scene, lambda: Swarm([3, 5]))


def test_own_gradient_that_is_not_finite_is_withheld() -> None:
    async def scene(swarm: Swarm) -> None:
        ill, well = swarm.peers
        assert ill.gradient is not None
        ill.gradient[7] = np.nan
        for peer in swarm.peers:
            peer.begin(swarm.assignment(grace_s=3.0))
        await swarm.complete(swarm.peers)
        assert {who for p in swarm.peers for who, _ in p.closed.values()} <= {(well.id,), (ill.id, well.id)}
        assert ill.closed[0][0] == (well.id,)
        assert np.isfinite(ill.average).all()
        assert not swarm.net.violations

    simulate(scene, lambda: Swarm([3, 5]))


def test_liar_among_donors_is_passed_over() -> None:
    async def scene(swarm: Swarm) -> None:
        a, b, c = swarm.peers
        for peer in swarm.peers:
            peer.begin(swarm.assignment())
        await swarm.complete(swarm.peers)
        expected = a.book.hashes()
        for index in (0, 5):
            start, stop = LAYOUT.part(index)
            for liar, value in ((a, 0.5), (b, 0.25)):
                liar.book.replace(index, np.full(stop - start, value, np.float32).tobytes())
        link_to = swarm.net.link_to(a.id)
        with pytest.raises(PeerFault, match="2 parts"):
            await fetch_parts(link_to, [b.id], 1, expected, a.book, range(LAYOUT.parts))
        assert a.average[0] == 0.5
        await fetch_parts(link_to, [b.id, c.id], 1, expected, a.book, range(LAYOUT.parts))
        assert a.book.hashes() == expected
        swarm.assert_equal([a, c], swarm.mean_of(swarm.peers))

    simulate(scene, lambda: Swarm([3, 5, 9]))


def test_assignment_of_owner_runs_is_honoured() -> None:
    async def scene(swarm: Swarm) -> None:
        a, b = swarm.peers
        assignment = Assignment(
            step=1,
            series=1,
            attempt=1,
            layout=LAYOUT,
            codec="float32",
            weights=(Weight(a.id, 3), Weight(b.id, 5)),
            owners=(Owner(a.id, 0, 4), Owner(b.id, 4, 9), Owner(a.id, 9, LAYOUT.parts)),
            grace_s=9,
            predicted_s=0,
        )
        for peer in swarm.peers:
            peer.begin(assignment)
        await swarm.complete(swarm.peers)
        assert tuple(sorted(b.closed)) == (4, 5, 6, 7, 8)
        swarm.assert_equal(swarm.peers, swarm.mean_of(swarm.peers))

    simulate(scene, lambda: Swarm([3, 5]))


def test_member_that_begins_when_others_are_a_step_ahead_is_served() -> None:
    async def scene(swarm: Swarm) -> None:
        late, others = swarm.peers[2], swarm.peers[:2]
        for peer in others:
            peer.begin(swarm.assignment(grace_s=2))
        await swarm.complete(others)
        expected = others[0].average.copy()
        for peer in others:
            peer.begin(swarm.assignment(step=2, grace_s=9))
        late.begin(swarm.assignment(grace_s=2))
        await late.exchange.complete()
        assert np.array_equal(late.average, expected)
        assert now_s() < 3

    simulate(scene, lambda: Swarm([3, 5, 9], clients=[2]))


def test_average_of_a_former_owner_is_not_taken() -> None:
    async def scene(swarm: Swarm) -> None:
        me, former = swarm.peers
        may_answer = asyncio.Event()

        async def answer(link: MemoryLink, stream: MemoryStream, first: Message) -> None:
            await may_answer.wait()
            for index in (10, 11):
                await stream.send(AveragedPart(index=index))
                await stream.send_payload(np.full(512, 42, np.float32).tobytes())

        swarm.net.serve[former.id] = answer
        assignment = swarm.assignment(grace_s=9)
        me.begin(assignment)
        await asyncio.sleep(1)
        me.exchange.reassign(reassign(assignment, [10], [me.id]))
        may_answer.set()
        await asyncio.sleep(1)
        assert me.held == [11]
        await asyncio.sleep(9)
        assert me.held == [11]
        assert 10 in me.lost  # nobody else gave anything to it

    simulate(scene, lambda: Swarm([3, 5]))


def test_streams_per_peer_are_bounded() -> None:
    async def scene(swarm: Swarm) -> None:
        link = MemoryLink(swarm.net, PeerId(b"q" * 32), swarm.peers[0].id)
        greedy = []
        for _ in range(9):
            greedy.append(await link.open(OpenExchange(step=1, series=1, attempt=1, runs=((0, 1),))))
            await asyncio.sleep(0.1)
        with pytest.raises(Refused, match="too many"):
            await greedy[8].receive(Message)
        swarm.peers[0].begin(swarm.assignment())
        for stream in greedy[:8]:
            assert (await stream.receive(AveragedPart)).index == 0
            await stream.receive_payload(1 << 20)
        await asyncio.sleep(1)
        again = await link.open(OpenExchange(step=1, series=1, attempt=1, runs=((0, 1),)))
        assert (await again.receive(AveragedPart)).index == 0

    simulate(scene, lambda: Swarm([3]))


def test_round_may_be_ended_from_its_own_callbacks() -> None:
    async def scene(swarm: Swarm) -> None:
        me = swarm.peers[0]
        told: list[int] = []

        def on_closed(index: int, gaps: Gaps, digest: Digest) -> None:
            told.append(index)
            exchange.end()

        events = ExchangeEvents(on_part_closed=on_closed)
        async with Exchange(me.id, swarm.net.link_to(me.id), events) as exchange:
            for step in (1, 2, 3, 4):
                exchange.begin(swarm.assignment(step=step), me.gradient, me.average)
                with pytest.raises(PeerFault, match="ended"):
                    await exchange.complete()
        assert told == [0, 0, 0, 0]

    simulate(scene, lambda: Swarm([3]))
