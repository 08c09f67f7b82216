"""Two histories meet: what is checked, what is given up, and who is not believed afterwards."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from core.averaging.assignment import Layout
from core.averaging.codec import codec_named
from core.averaging.history import AverageHistory
from core.averaging.part_book import PartBook
from core.errors import PeerFault, ProtocolViolation
from core.identity.ids import Digest, PeerId
from core.identity.keys import Identity
from core.identity.wire import pack
from core.storage.database import Database
from core.storage.log_store import LogStore
from core.swarm.doubts import NOTED_LIMIT, Doubts
from core.swarm.log_sync import DOUBT_OF_STATE_S, DOUBT_S, GROWTH, LogSync
from core.swarm.messages import FetchLog, LogAnswer
from core.swarm.records import Commit, SignedHeader, Weight, sign_commit, weight_of
from core.swarm.replica import Replica
from core.swarm.seal import NO_STATE, Seal, sign_seal
from core.training.api import TrainerEvents
from core.training.state_digest import StateDigest
from core.transport.local import local_streams
from tests.sim import clock
from tests.sim.trainer import SimTrainer
from tests.unit.storage.chains import Chain

ME, THEM = Chain.peer(100), Chain.peer(101)


class ServedLog:
    """A link to a peer with these commits; fulfils what `LogSync` needs of `Link`."""

    peer_id = THEM

    def __init__(self, commits: list[Commit], *, head_step: int | None = None) -> None:
        self.commits = commits
        self.head_step = len(commits) if head_step is None else head_step
        self.asked = 0
        self.sent_bytes = 0

    async def open(self, question: FetchLog) -> Any:
        self.asked += 1
        near, far = local_streams(THEM, ME)
        batch = self.batch(question.after_step, question.limit)
        await far.send(LogAnswer(count=len(batch), head_step=self.head_step))
        task = asyncio.get_running_loop().create_task(self._give(far, batch, question.headers))
        near.task = task  # type: ignore[attr-defined]
        return near

    def batch(self, after: int, limit: int) -> list[Commit]:
        return self.commits[after : after + limit]

    async def _give(self, far: Any, batch: list[Commit], headers: bool) -> None:
        for commit in batch:
            data = pack(commit.brief if headers else commit)
            self.sent_bytes += len(data)
            await far.send_payload(data)


def weight(chain: Chain) -> Weight:
    head = chain.commits[-1].header
    return weight_of(head.total_samples, head.step, head.digest)


def chain_of(steps: int, salt: bytes = b"", peers: int = 2) -> Chain:
    chain = Chain()
    chain.grow(steps, peers, salt)
    return chain


def play(
    folder: Path, own: Chain, scene: Callable[[LogSync, Replica, list[SignedHeader]], Coroutine[Any, Any, None]]
) -> None:
    async def main() -> None:
        database = Database.open(folder / "log.sqlite")
        store = LogStore(database, own.run)
        for commit in own.commits:
            store.append(commit, ME)
        trainer = SimTrainer(
            4, TrainerEvents(lambda _: None, lambda _: None, lambda: None, lambda _: None, lambda _: None)
        )

        async def inline(work: Any) -> Any:
            return work()

        replica = Replica(own.run, ME, store, trainer, AverageHistory(1 << 20, 4), inline, organiser=ME)
        heard: list[SignedHeader] = []
        try:
            await scene(LogSync(replica, Doubts(), heard.append), replica, heard)
        finally:
            database.close()

    clock.run(main())


@pytest.mark.parametrize(("own", "theirs"), [(0, 3), (3, 3), (3, 4), (5, 2), (2, 600)])
def test_a_longer_log_is_taken_over_and_a_shorter_one_changes_nothing(tmp_path: Path, own: int, theirs: int):
    whole = chain_of(max(own, theirs))

    async def scene(sync: LogSync, replica: Replica, _: list[SignedHeader]) -> None:
        await sync.follow(ServedLog(whole.commits[:theirs]))  # type: ignore[arg-type]
        assert replica.head_step == max(own, theirs)

    play(tmp_path, whole.branch(own), scene)


def test_the_heavier_branch_wins_and_the_own_one_is_kept_aside(tmp_path: Path):
    own = chain_of(5)
    theirs = own.branch(2)
    theirs.grow(300, salt=b"other")

    async def scene(sync: LogSync, replica: Replica, heard: list[SignedHeader]) -> None:
        assert await sync.outweighs(ServedLog(theirs.commits), weight(theirs))  # type: ignore[arg-type]
        await sync.follow(ServedLog(theirs.commits))  # type: ignore[arg-type]
        assert replica.head_digest == theirs.commits[-1].header.digest
        assert [c.header.step for c in replica.log.orphans()] == [5, 4, 3]  # type: ignore[attr-defined]
        assert {own.commits[2].brief.header.digest, theirs.commits[2].brief.header.digest} <= {
            statement.header.digest for statement in heard
        }

    play(tmp_path, own, scene)


def test_the_lighter_branch_is_refused_and_equal_ones_are_decided_alike_on_both_sides(tmp_path: Path):
    one, other = chain_of(3), chain_of(3)
    one.grow(2, salt=b"one")
    other.grow(2, salt=b"other")
    light, heavy = sorted((one, other), key=weight)
    assert light.commits[-1].header.total_samples == heavy.commits[-1].header.total_samples

    async def stay(sync: LogSync, replica: Replica, _: list[SignedHeader]) -> None:
        before = replica.head_digest
        assert not await sync.outweighs(ServedLog(light.commits), weight(light))  # type: ignore[arg-type]
        with pytest.raises(PeerFault, match="lighter"):
            await sync.follow(ServedLog(light.commits))  # type: ignore[arg-type]
        assert replica.head_digest == before

    async def go(sync: LogSync, replica: Replica, _: list[SignedHeader]) -> None:
        await sync.follow(ServedLog(heavy.commits))  # type: ignore[arg-type]
        assert replica.head_digest == heavy.commits[-1].header.digest

    for name, own, scene in (("a", heavy, stay), ("b", light, go)):
        (tmp_path / name).mkdir()
        play(tmp_path / name, own, scene)


def test_who_claims_more_than_it_shows_is_not_believed_for_a_while(tmp_path: Path):
    own = chain_of(5)
    theirs = own.branch(2)
    theirs.grow(300, salt=b"other")
    claim = (10**9, 0)

    async def scene(sync: LogSync, replica: Replica, _: list[SignedHeader]) -> None:
        link = ServedLog(own.branch(4).commits, head_step=10**6)
        assert not await sync.outweighs(link, claim)  # type: ignore[arg-type]
        assert sync.is_doubted(THEM)
        asked = link.asked
        assert not await sync.outweighs(link, claim)  # type: ignore[arg-type]
        assert link.asked == asked
        await asyncio.sleep(DOUBT_S + 1)
        assert await sync.outweighs(ServedLog(theirs.commits), weight(theirs))  # type: ignore[arg-type]
        assert replica.head_step == 5

    play(tmp_path, own, scene)


def forged(chain: Chain, step: int, **changes: object) -> list[Commit]:
    """The chain with one commit changed and signed by somebody else, the rest as it was."""
    commits = list(chain.commits)
    header = msgspec.structs.replace(commits[step - 1].header, **changes)
    commits[step - 1] = sign_commit(Identity.from_seed(bytes([3]) * 32), header, commits[step - 1].contributions)
    return commits


def test_a_history_that_is_not_one_is_not_taken_over(tmp_path: Path):
    own = chain_of(5)
    theirs = own.branch(2)
    theirs.grow(20, salt=b"other")
    unsigned = [
        *theirs.commits[:9],
        msgspec.structs.replace(theirs.commits[9], signature=bytes(64)),
        *theirs.commits[10:],
    ]
    twice = own.branch(2)
    twice.grow(1, salt=b"other")
    twice.add([(0, [(0, 40)])], salt=b"used before")
    cases = [unsigned, forged(theirs, 8, total_samples=10**6), forged(theirs, 3, samples=10**6), twice.commits]

    async def scene(sync: LogSync, replica: Replica, _: list[SignedHeader]) -> None:
        before = replica.head_digest
        for commits in cases:
            sync.settle()
            with pytest.raises(ProtocolViolation):
                await sync.follow(ServedLog(commits))  # type: ignore[arg-type]
            if commits is not twice.commits:  # what samples were used is known to the store alone
                assert replica.head_digest == before, "given up before what takes its place was checked"
            sync.undo()
            assert replica.head_digest == before

    play(tmp_path, own, scene)


def test_a_log_without_end_is_left(tmp_path: Path):
    """It grows as it is read, by more than steps can be made meanwhile."""
    chain = chain_of(1, peers=1)

    class Endless(ServedLog):
        def batch(self, after: int, limit: int) -> list[Commit]:
            chain.grow(max(0, min(after + limit, GROWTH + 600) - len(chain.commits)), peers=1)
            return chain.commits[after : after + limit]

    async def scene(sync: LogSync, replica: Replica, _: list[SignedHeader]) -> None:
        link = Endless(chain.commits, head_step=1)
        assert not await sync.outweighs(link, (10**9, 0, 0))  # type: ignore[arg-type]
        assert len(chain.commits) < GROWTH + 600
        assert sync.is_doubted(THEM)

    play(tmp_path, Chain(), scene)


def test_a_silent_peer_is_left(tmp_path: Path):
    class Silent(ServedLog):
        async def _give(self, far: Any, batch: list[Commit], headers: bool) -> None:
            await asyncio.sleep(10**6)

        async def open(self, question: FetchLog) -> Any:
            near = await super().open(question)
            near.task.cancel()
            return near

    async def scene(sync: LogSync, replica: Replica, _: list[SignedHeader]) -> None:
        assert not await sync.outweighs(Silent(chain_of(4).commits), (10**9, 0, 0))  # type: ignore[arg-type]
        with pytest.raises(PeerFault, match="slowly"):
            await sync.follow(Silent(chain_of(4).commits))  # type: ignore[arg-type]

    play(tmp_path, Chain(), scene)


def test_without_a_state_the_old_history_comes_back(tmp_path: Path):
    own = chain_of(5)
    theirs = own.branch(2)
    theirs.grow(30, salt=b"other")

    async def scene(sync: LogSync, replica: Replica, _: list[SignedHeader]) -> None:
        before = replica.head_digest
        sync.settle()
        await sync.follow(ServedLog(theirs.commits))  # type: ignore[arg-type]
        sync.undo()
        assert replica.head_digest == before
        assert sync.is_doubted(THEM)
        await asyncio.sleep(DOUBT_OF_STATE_S + 1)
        assert not sync.is_doubted(THEM)

    play(tmp_path, own, scene)


def test_a_state_that_has_come_along_stays_and_its_steps_too(tmp_path: Path):
    """Going back behind it would leave this peer with neither state."""
    own = chain_of(5)
    theirs = own.branch(2)
    theirs.grow(8, salt=b"other")
    position = StateDigest(10, (Digest.of(b"chunk"),))
    last = theirs.commits.pop()
    reached = msgspec.structs.replace(last.header, state=position.root)
    theirs.commits.append(sign_commit(own.coordinator, reached, last.contributions))
    theirs.grow(20, salt=b"other")

    async def scene(sync: LogSync, replica: Replica, _: list[SignedHeader]) -> None:
        sync.settle()
        await sync.follow(ServedLog(theirs.commits))  # type: ignore[arg-type]
        replica.position = position
        sync.undo()
        assert replica.head_digest == reached.digest
        assert replica.is_in_step

    play(tmp_path, own, scene)


def test_time_computed_for_steps_that_are_given_up_was_given_all_the_same(tmp_path: Path):
    own = chain_of(5)
    theirs = own.branch(4)
    theirs.grow(8, salt=b"other")

    async def scene(sync: LogSync, replica: Replica, _: list[SignedHeader]) -> None:
        replica.truncate(4)
        replica.training_s = 7.0
        replica.append(own.commits[4])
        await sync.follow(ServedLog(theirs.commits))  # type: ignore[arg-type]
        assert replica.training_s == 7.0

    play(tmp_path, own, scene)


def test_what_was_taken_over_for_good_is_not_undone(tmp_path: Path):
    whole = chain_of(9)

    async def scene(sync: LogSync, replica: Replica, _: list[SignedHeader]) -> None:
        sync.settle()
        await sync.follow(ServedLog(whole.commits))  # type: ignore[arg-type]
        sync.settle()
        sync.undo()
        assert replica.head_step == 9
        assert not sync.is_doubted(THEM)

    play(tmp_path, whole.branch(4), scene)


@pytest.mark.parametrize("branches_at", [2, 5])
def test_a_sealed_step_comes_back_with_the_old_history(tmp_path: Path, branches_at: int):
    """It is applied already: without its seal and average nobody could finish it, here or elsewhere."""
    own = chain_of(5)
    theirs = own.branch(branches_at)
    theirs.grow(30, salt=b"other")
    next_one = own.branch(5)
    header = msgspec.structs.replace(next_one.add([(0, [(1000, 1004)])]).header, state=NO_STATE)
    seal = sign_seal(own.coordinator, Seal(header=header, layout=Layout(4, 4), parts=(Digest.of(b"part"),)))
    sealed_book, last_book = (PartBook(s, Layout(4, 4), codec_named("float32"), np.zeros(4, "f4")) for s in (6, 5))

    async def scene(sync: LogSync, replica: Replica, _: list[SignedHeader]) -> None:
        replica.sealed = seal
        replica.position = StateDigest(6, (Digest.of(b"chunk"),))
        replica.history.add(last_book)
        replica.history.add(sealed_book)
        sync.settle()
        await sync.follow(ServedLog(theirs.commits))  # type: ignore[arg-type]
        assert replica.sealed is None
        sync.undo()
        assert replica.is_beyond_by_seal
        assert (replica.history.get(5), replica.history.get(6)) == (last_book, sealed_book)

    play(tmp_path, own, scene)


def test_weighing_reads_headers_alone(tmp_path: Path):
    theirs = chain_of(200, peers=30)

    async def scene(sync: LogSync, replica: Replica, _: list[SignedHeader]) -> None:
        link = ServedLog(theirs.commits)
        assert await sync.outweighs(link, weight(theirs))  # type: ignore[arg-type]
        assert link.sent_bytes < 600 * len(theirs.commits)
        assert replica.head_step == 0

    play(tmp_path, Chain(), scene)


def test_doubts_end_and_are_bounded():
    doubts = Doubts()
    peers = [PeerId(number.to_bytes(32, "big")) for number in range(NOTED_LIMIT + 5)]
    doubts.note(peers[0], 10.0)
    doubts.note(peers[0], 5.0)
    assert doubts.has(peers[0], 9.9)
    assert not doubts.has(peers[0], 10.0)
    for peer in peers[1:]:
        doubts.note(peer, 10.0)
    assert not doubts.has(peers[1], 0.0)
    assert doubts.has(peers[-1], 0.0)
