"""Halves of a network that both went on become one again: the heavier history wins, and nobody is talked out of it."""

import asyncio
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from core.swarm import messages as say
from core.swarm.lookout import LOOK_S, PATIENCE_ROUNDS
from tests.sim.swarm import SimPeer, World, play


def split(world: World, *groups: list[SimPeer]) -> None:
    world.net.split(*({peer.id for peer in group} for group in groups))


def are_one(world: World) -> bool:
    """Whether all that live have one history up to the lowest head, and are at it."""
    lowest = min(peer.step for peer in world.alive)
    heads = {peer.node.replica.log.header(lowest) for peer in world.alive}
    return len(heads) == 1 and all(peer.node.replica.is_in_step for peer in world.alive)


async def reunite(world: World, limit_s: float = 240.0) -> None:
    """Heals and waits until all have gone on together for some steps."""
    world.net.heal()
    await world.until(lambda: are_one(world), limit_s)
    await world.until_step(max(peer.step for peer in world.alive) + 4, limit_s)
    world.check()


def heaviest(peers: list[SimPeer]) -> SimPeer:
    return max(peers, key=lambda peer: peer.node.replica.total_samples)


def test_three_parts_become_one(tmp_path: Path) -> None:
    async def scene(world: World) -> None:
        for _ in range(7):
            await world.add()
        await world.until_step(3)
        split(world, world.peers[:2], world.peers[2:4], world.peers[4:])
        await world.until(lambda: all(peer.step >= 6 for peer in world.peers), 200)
        await reunite(world)

    play(tmp_path, scene)


@pytest.mark.parametrize("seed", range(2))
def test_splits_again_and_again(tmp_path: Path, seed: int) -> None:
    """Each time other groups, and sometimes before the last parts have found each other."""

    async def scene(world: World) -> None:
        chance = random.Random(seed)
        for _ in range(6):
            await world.add()
        await world.until_step(2)
        for _ in range(4):
            order = list(world.peers)
            chance.shuffle(order)
            cuts = sorted(chance.sample(range(1, 6), chance.choice([1, 1, 2])))
            split(world, *[order[a:b] for a, b in zip([0, *cuts], [*cuts, 6], strict=True)])
            await asyncio.sleep(chance.uniform(5, 20))
            if chance.random() < 0.6:
                world.net.heal()
                await asyncio.sleep(chance.uniform(0, 10))
        await reunite(world)

    play(tmp_path, scene)


def test_the_organisers_half_gives_way_if_it_is_the_lighter_one(tmp_path: Path) -> None:
    async def scene(world: World) -> None:
        for number in range(5):
            await world.add(sample_s=0.3 if number < 2 else 0.05)
        await world.until_step(3)
        small, large = world.peers[:2], world.peers[2:]
        split(world, small, large)
        await world.until(lambda: min(p.step for p in large) >= 30 and min(p.step for p in small) >= 5, 200)
        kept = large[0].node.replica.log.header(30)
        given_up = small[0].node.replica.log.header(5)
        assert given_up != large[0].node.replica.log.header(5)
        await reunite(world)
        assert {peer.node.replica.log.header(30) for peer in world.alive} == {kept}
        orphans = small[0].node.replica.log.orphans()  # type: ignore[attr-defined]
        assert given_up in {commit.header for commit in orphans}

    play(tmp_path, scene)


def test_who_sleeps_for_long_wakes_with_a_stale_history(tmp_path: Path) -> None:
    """The coordinator itself is cut off; alone it goes on slowly, and gives way to those who went on without it."""

    async def scene(world: World) -> None:
        await world.add(sample_s=2.0)
        for _ in range(3):
            await world.add()
        await world.until_step(3)
        sleeper, others = world.peers[0], world.peers[1:]
        assert sleeper.node.participation.is_conducting
        split(world, [sleeper], others)
        start = max(peer.step for peer in others)
        await world.until(lambda: min(peer.step for peer in others) >= start + 100, 2000)
        kept = others[0].node.replica.log.header(start + 90)
        await reunite(world)
        assert sleeper.node.replica.log.header(start + 90) == kept

    play(tmp_path, scene)


def test_coordinators_that_do_not_know_each_other_hear_of_each_other_by_their_members(tmp_path: Path) -> None:
    async def scene(world: World) -> None:
        for half in range(2):
            members: list[SimPeer] = []
            for _ in range(3):
                world.knows = members
                members.append(await world.add())
                if half:  # only the organiser's peer begins alone
                    for a in members:
                        for b in members:
                            a.node.directory.learn([b.node.record()])
        one, other = world.peers[:3], world.peers[3:]
        await world.until_step(4)
        assert one[0].node.replica.log.header(4) != other[0].node.replica.log.header(4)
        conducting = [peer for peer in world.peers if peer.node.participation.is_conducting]
        assert len(conducting) == 2
        a, b = (next(p for p in half if p not in conducting) for half in (one, other))
        a.node.directory.learn([b.node.record()])
        await world.until(lambda: are_one(world), 3 * PATIENCE_ROUNDS * LOOK_S)
        await world.until_step(max(peer.step for peer in world.alive) + 4)

    play(tmp_path, scene)


class Claims:
    """What a peer says of its history, and how often the others have given up theirs."""

    def __init__(self, world: World, liar: SimPeer) -> None:
        self.truncated = 0
        part = liar.node.participation
        truth, greeting = part.answer, part._new_member

        def answer() -> say.Coordination:
            own = truth()
            return msgspec.structs.replace(
                own,
                coordinator=liar.node.record(),
                total_samples=own.total_samples + 10**6,
                may_conduct=True,
                since_ms=1,
            )

        def new_member() -> Any:
            member = greeting()
            honest = member.greeting
            member.greeting = lambda record: msgspec.structs.replace(honest(record), total_samples=10**7)  # type: ignore[method-assign]
            return member

        part.answer = answer  # type: ignore[method-assign]
        part._search._my_answer = truth
        part._new_member = new_member  # type: ignore[method-assign]
        for peer in world.peers:
            if peer is not liar:
                self._count(peer)

    def _count(self, peer: SimPeer) -> None:
        truncate = peer.node.replica.truncate

        def counted(after_step: int) -> None:
            self.truncated += 1
            truncate(after_step)

        peer.node.replica.truncate = counted  # type: ignore[method-assign]


def test_a_claim_of_more_history_moves_nobody(tmp_path: Path) -> None:
    """One peer tells everybody of a million samples that it does not have, when asked and when it attends."""

    async def scene(world: World) -> None:
        for _ in range(4):
            await world.add()
        await world.until_step(3)
        claims = Claims(world, world.peers[3])
        honest = world.peers[:3]
        before = world.peers[0].step
        await world.peers[2].kill()
        await world.peers[2].start()
        await world.until(lambda: all(peer.step >= before + 12 for peer in honest), 200)
        log_sync = world.peers[2].node.participation._log_sync
        await world.until(lambda: log_sync.is_doubted(world.peers[3].id), 120)  # asked sooner or later
        assert claims.truncated == 0

    play(tmp_path, scene)


def test_a_claim_delays_the_choice_of_a_coordinator_and_does_not_prevent_it(tmp_path: Path) -> None:
    async def scene(world: World) -> None:
        for _ in range(4):
            await world.add()
        await world.until_step(3)
        claims = Claims(world, world.peers[3])
        await world.peers[0].kill()
        honest = world.peers[1:3]
        before = max(peer.step for peer in honest)
        await world.until(lambda: all(peer.step >= before + 5 for peer in honest), 300)
        assert claims.truncated == 0

    play(tmp_path, scene)


def test_samples_of_the_lighter_half_are_computed_again(tmp_path: Path) -> None:
    """No gap stays in what the winning history uses: what the others had done or held is free again."""

    async def scene(world: World) -> None:
        for _ in range(4):
            await world.add()
        await world.until_step(3)
        split(world, world.peers[:1], world.peers[1:])
        await world.until(lambda: min(p.step for p in world.peers[1:]) >= 10, 200)
        await reunite(world)
        used = list(world.peers[0].node.replica.log.used())
        end = used[-1].stop
        await world.until(lambda: world.peers[0].node.replica.total_samples >= end + 200, 200)
        first = next(iter(world.peers[0].node.replica.log.used()))
        assert first.start == 0
        assert first.stop >= end

    play(tmp_path, scene)


def test_steps_whose_state_is_lost_to_everybody_are_given_up(tmp_path: Path) -> None:
    """Two made steps alone, and died before they had kept a state. The one that comes back cannot conduct; its log
    would win for ever over the histories of those that can go on."""

    async def scene(world: World) -> None:
        early = [await world.add() for _ in range(2)]
        late = [await world.add(), await world.add(accepts_links=False)]
        await world.until_step(4)
        for peer in early:
            await peer.leave()
        await world.until(lambda: min(peer.step for peer in late) >= 150, 200)
        for peer in late:
            await peer.kill()
        for peer in (*early, late[-1]):
            await peer.start()
        await world.until(lambda: are_one(world) and 5 < world.peers[0].step < 150, 60)
        await reunite(world)

    play(tmp_path, scene)
