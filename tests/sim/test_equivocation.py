"""A coordinator that tells two halves of the run two different things convicts itself, and the run goes on."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from core.identity.ids import PeerId
from core.identity.keys import Identity
from core.swarm import participation
from core.swarm.coordinator import Coordinator
from core.swarm.equivocation import fault_of_proof
from core.swarm.records import sign_commit
from core.swarm.seal import SignedSeal, sign_seal
from tests.sim.swarm import RUN, World, play

BAD_STEP = 5
ORGANISER = Identity.from_seed(bytes([1]) * 32).peer_id


class Equivocator(Coordinator):
    """From one step on it seals two things and shows each to half of its members; it commits `commits` of them."""

    commits = 2

    async def _commit(self, signed: SignedSeal) -> None:
        if signed.seal.step < BAD_STEP:
            await super()._commit(signed)
            return
        header = signed.seal.header
        other = sign_seal(
            self._identity,
            msgspec.structs.replace(signed.seal, header=msgspec.structs.replace(header, time_s=header.time_s + 1)),
        )
        table, me = self._table, self._replica.me
        seats = sorted(table.members, key=lambda seat: (seat.peer != me, seat.peer))
        halves = (seats[::2], seats[1::2])
        for half, seal in zip(halves, (signed, other), strict=True):
            table._announcer.post_seal(half, half, seal)
        state = await self._own_result(header.step)
        await asyncio.sleep(0.5)
        for half, seal in list(zip(halves, (signed, other), strict=True))[: self.commits]:
            commit = sign_commit(self._identity, seal.seal.committed(state), seal.seal.contributions)
            if half is halves[0]:
                self._replica.append(commit)
            table._announcer.post_commit(half, commit)
        await asyncio.sleep(1.0)


class SealsOnly(Equivocator):
    commits = 0


class CommitsOne(Equivocator):
    commits = 1


def corrupt(patch: pytest.MonkeyPatch, culprit: PeerId, kind: type[Coordinator]) -> None:
    def make(identity: Identity, *arguments: Any, **options: Any) -> Coordinator:
        chosen = kind if identity.peer_id == culprit else Coordinator
        return chosen(identity, *arguments, **options)

    patch.setattr(participation, "Coordinator", make)


@pytest.mark.parametrize("kind", [Equivocator, CommitsOne])
def test_two_commits_or_seals_convict_and_the_run_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, kind: type[Coordinator]
) -> None:
    async def scene(world: World) -> None:
        for _ in range(6):
            await world.add()
        culprit, others = world.peers[0], world.peers[1:]
        await world.until(lambda: all(p.node.accuser.is_culprit(culprit.id) for p in world.peers), 300)
        reached = max(peer.step for peer in others)
        await world.until(lambda: all(peer.step >= reached + 6 for peer in others), 300)
        lowest = min(peer.step for peer in others)
        assert len({peer.node.replica.log.header(lowest) for peer in others}) == 1
        assert not culprit.node.participation.is_conducting
        world.check()
        proof = next(iter(others[0].node.accuser._proofs.values()))
        assert proof.culprit == culprit.id
        assert not fault_of_proof(proof, RUN)
        await others[0].kill()
        await others[0].start()
        assert others[0].node.accuser.is_culprit(culprit.id), "kept over restarts"

    corrupt(monkeypatch, ORGANISER, kind)
    play(tmp_path, scene)
    assert any("two different things" in record.message for record in caplog.records)


def test_two_seals_without_a_commit_leave_nobody_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The culprit seals twice and dies before it commits: who applied the one that is not finished fetches the state,
    and the next coordinator hears both."""

    async def scene(world: World) -> None:
        for _ in range(6):
            await world.add()
        culprit, others = world.peers[0], world.peers[1:]

        def both_applied() -> bool:
            applied = {p.node.replica.sealed.seal.header for p in others if p.node.replica.sealed is not None}
            return len(applied) == 2

        await world.until(both_applied, 100)
        await culprit.kill()
        await world.until(lambda: all(peer.step >= BAD_STEP + 6 for peer in others), 300)
        world.check()
        await world.until(lambda: all(p.node.accuser.is_culprit(culprit.id) for p in others), 100)

    corrupt(monkeypatch, ORGANISER, SealsOnly)
    play(tmp_path, scene)


def test_crashes_after_sealing_convict_nobody(tmp_path: Path) -> None:
    """An honest coordinator dies at all moments of a step and comes back: it may seal anew, in another term."""

    async def scene(world: World) -> None:
        for _ in range(3):
            await world.add()
        await world.until_step(2)
        for turn in range(12):
            conducting = next((p for p in world.alive if p.node.participation.is_conducting), world.peers[0])
            await asyncio.sleep(0.07 * turn)
            await conducting.kill()
            await asyncio.sleep(0.3 if turn % 2 else 9.0)
            await conducting.start()
            await asyncio.sleep(6.0)
        await world.until_step(max(peer.step for peer in world.alive) + 3, 200)
        for peer in world.peers:
            assert not peer.node.accuser._proofs
        world.check()

    play(tmp_path, scene)
