"""The organiser changes a run that is under way: data joins it, or its model goes back."""

import asyncio
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.data.ranges import RangeSet
from core.identity.amendment import Amendment, AppendData, Change, RollBack, SignedAmendment, sign_amendment
from core.identity.ids import Digest
from core.identity.keys import Identity
from core.identity.manifest import Shard, Source
from core.swarm.records import Header
from tests.sim.swarm import RUN, SimPeer, World, play, seed_of

ORGANISER = Identity.from_seed(seed_of(0))
SHARD = Shard(object=Digest(bytes(32)), bytes=1, format="text", samples=100, pieces=Digest(bytes(32)))
APPEND = AppendData(shards=(SHARD,), sources=(Source(),))


def signed(what: Change, number: int = 1, from_step: int = 1, identity: Identity = ORGANISER) -> SignedAmendment:
    amendment = Amendment(run=RUN, number=number, from_step=from_step, what=what, organiser=identity.public_key)
    return sign_amendment(identity, amendment)


def amending(peer: SimPeer) -> list[Header]:
    return [commit.header for commit in peer.node.replica.log.amending()]


async def until_amended(world: World, amendments: int = 1, limit_s: float = 120.0) -> None:
    await world.until(lambda: all(peer.node.replica.amendments == amendments for peer in world.alive), limit_s)


def check_boundary(world: World) -> None:
    """What was used before the step lies below its boundary."""
    for peer in world.alive:
        log = peer.node.replica.log
        for header in amending(peer):
            before = RangeSet(
                piece
                for commit in log.commits(0, header.step - 1)
                for contribution in commit.contributions
                for piece in contribution.ranges
            )
            assert not before or max(piece.stop for piece in before) <= header.first_sample
            assert header.samples == 0
            assert header.amendment is not None


@pytest.mark.parametrize("is_delayed", [False, True])
def test_data_joins_from_the_stated_step_on(tmp_path: Path, is_delayed: bool) -> None:
    async def scene(world: World) -> None:
        for _ in range(4):
            await world.add()
        await world.until_step(2)
        world.peers[0].node.petition(signed(APPEND, from_step=6))
        await until_amended(world)
        (header,) = amending(world.peers[2])
        assert header.step >= 6
        before = world.peers[2].node.replica.log.header(header.step - 1)
        assert before is not None
        assert (header.total_samples, header.loss) == (before.total_samples, pytest.approx(before.loss))
        newcomer = await world.add()
        await world.until_step(header.step + 4)
        assert amending(newcomer) == [header]
        check_boundary(world)

    play(tmp_path, scene, is_delayed=is_delayed)


def test_who_conducts_need_not_be_the_organiser(tmp_path: Path) -> None:
    """It was away, another conducts; and that one dies when it has just heard of the change."""

    async def scene(world: World) -> None:
        organiser = await world.add()
        for _ in range(4):
            await world.add()
        await world.until_step(2)
        await organiser.kill()
        await world.until_step(5)
        await organiser.start()
        await world.until(lambda: organiser.node.replica.is_in_step)
        conducting = next(peer for peer in world.alive if peer.node.participation.is_conducting)
        assert conducting is not organiser
        organiser.node.petition(signed(APPEND, from_step=organiser.step + 3))
        await asyncio.sleep(0.2)
        await conducting.kill()
        await until_amended(world)
        reached = max(peer.step for peer in world.alive)
        await conducting.start()
        await world.until_step(reached + 5)
        check_boundary(world)
        assert len({tuple(amending(peer)) for peer in world.alive}) == 1

    play(tmp_path, scene)


def test_two_changes_and_halves_of_a_network(tmp_path: Path) -> None:
    """Only one half hears of it; afterwards all have it, whoever's history is the heavier one."""

    async def scene(world: World) -> None:
        for _ in range(6):
            await world.add()
        await world.until_step(2)
        world.net.split({peer.id for peer in world.peers[:2]}, {peer.id for peer in world.peers[2:]})
        for number in (1, 2):
            world.peers[0].node.petition(signed(APPEND, number))
        await world.until(lambda: all(peer.node.replica.amendments == 2 for peer in world.peers[:2]))
        await world.until(lambda: all(peer.step >= 8 for peer in world.peers), 200)
        world.net.heal()
        await until_amended(world, 2, limit_s=300)
        await world.until_step(max(peer.step for peer in world.alive) + 4, 200)
        check_boundary(world)

    play(tmp_path, scene)


async def save(peer: SimPeer) -> Header:
    """Keeps the state that the peer has now."""
    replica = peer.node.replica
    while not (replica.is_in_step and replica.head_step):
        await asyncio.sleep(0.01)
    view, header = replica.view(), replica.log.head()
    assert view is not None
    assert header is not None
    assert peer.files is not None
    peer.files.save(view)
    return header


@pytest.mark.parametrize("is_delayed", [False, True])
def test_the_model_goes_back(tmp_path: Path, is_delayed: bool) -> None:
    """Some keep the state it goes back to, others fetch it; nobody's samples are lost or used again."""

    async def scene(world: World) -> None:
        for _ in range(5):
            await world.add()
        await world.until_step(3)
        kept = await save(world.peers[0])
        kept_state = world.peers[0].trainer.state.copy()
        if world.peers[1].step == kept.step:
            await save(world.peers[1])
        await world.until_step(kept.step + 4)
        seen: dict[int, Any] = {}
        for peer in world.alive:
            replica = peer.node.replica
            replica.on_committed = lambda commit: seen.setdefault(commit.header.step, commit)
        world.peers[0].node.petition(signed(RollBack(step=kept.step, state=kept.state)))
        await until_amended(world)
        (header,) = amending(world.peers[3])
        assert header.step > kept.step + 3
        await world.until_step(header.step + 3)
        assert all(amending(peer) == [header] for peer in world.alive)
        following = seen[header.step + 1].header
        assert following.total_samples > header.total_samples > kept.total_samples
        files = world.peers[0].files
        assert files is not None
        saved = files.open(kept.step, kept.state)
        assert saved is not None
        assert np.array_equal(np.frombuffer(saved.read(0), np.float32), kept_state)
        saved.close()

    play(tmp_path, scene, is_delayed=is_delayed, keeps_states=True)


def test_a_state_that_nobody_keeps_is_not_gone_back_to(tmp_path: Path) -> None:
    async def scene(world: World) -> None:
        for _ in range(3):
            await world.add()
        await world.until_step(4)
        header = world.peers[0].node.replica.log.header(2)
        assert header is not None
        world.peers[0].node.petition(signed(RollBack(step=2, state=header.state)))
        await world.until_step(9)
        assert not amending(world.peers[0])

    play(tmp_path, scene, keeps_states=True)


def test_strangers_change_nothing(tmp_path: Path) -> None:
    async def scene(world: World) -> None:
        for _ in range(3):
            await world.add()
        stranger = world.peers[1]
        with pytest.raises(ValueError, match="another run's"):
            stranger.node.petition(signed(APPEND, identity=stranger.identity))
        forged = SignedAmendment(content=signed(APPEND).content, signature=bytes(64))
        with pytest.raises(ValueError, match="not the organiser's"):
            stranger.node.petition(forged)
        stranger.node.replica.petitions.append(forged)  # it says so all the same
        await world.until_step(3)
        world.net.violations.clear()
        await stranger.leave()
        await world.until_step(6)
        assert not amending(world.peers[0])

    play(tmp_path, scene)
