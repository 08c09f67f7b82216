"""Newcomers to a run whose steps are quick beside the download of its state."""

import asyncio
from pathlib import Path

import numpy as np
import pytest

import core.swarm.giver
import core.swarm.node
import core.training.state_digest
import tests.sim.swarm
from core.averaging.assignment import PARTS_OF_SPAN, part_elements_of
from core.storage.checkpoints import CheckpointStore
from core.storage.run_states import RunStates
from tests.sim.swarm import RUN, Scene, SimPeer, World, has_given

ELEMENTS = 600_000
STATE_BYTES = 4 * ELEMENTS
CHUNK_BYTES = 1 << 14
DOWNLOAD_S = 6.0


async def begin(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three peers that make steps in about a third of the time that a download takes, and keep two averages."""
    monkeypatch.setattr(tests.sim.swarm, "ELEMENTS", ELEMENTS)
    monkeypatch.setattr(core.swarm.node, "HISTORY_BYTES", 1)
    for module in (core.training.state_digest, core.swarm.giver):
        monkeypatch.setattr(module, "CHUNK_BYTES", CHUNK_BYTES)
    world.terms = type(world.terms)(
        **{field: getattr(world.terms, field) for field in world.terms.__dataclass_fields__}
        | {"elements": ELEMENTS, "part_elements": 50_000, "codec": "int8"}
    )
    for _ in range(3):
        await world.add(sample_s=DOWNLOAD_S / 3 / 4)
    await world.until_step(4)


async def join(world: World) -> SimPeer:
    return await world.add(down_bytes_per_s=STATE_BYTES / DOWNLOAD_S, sample_s=0.3)


def play(scene: Scene, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    async def begun(world: World) -> None:
        await begin(world, monkeypatch)
        await scene(world)

    tests.sim.swarm.play(folder, begun, target_batch=12)


def has_contributed(world: World, peer: SimPeer) -> bool:
    commits = world.peers[0].node.replica.log.commits(4, 1000)
    return has_given(commits, peer)


def test_parts_are_short_enough_to_overlap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(world: World) -> None:
        book = world.peers[0].node.replica.history.get(world.peers[0].step)
        assert book is not None
        assert book.layout.part_elements == part_elements_of(ELEMENTS, 3, world.terms.part_elements)
        assert book.layout.parts >= 3 * PARTS_OF_SPAN

    play(scene, monkeypatch, tmp_path)


async def contribute(world: World, newcomer: SimPeer) -> None:
    """With a line that is worth planning with, it does."""
    newcomer.host.down.bytes_per_s = None
    await world.until(lambda: has_contributed(world, newcomer), 120)


def test_steps_made_during_a_download_are_there_at_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(world: World) -> None:
        began_s, began = asyncio.get_running_loop().time(), world.peers[0].step
        newcomer = await join(world)
        await world.until(lambda: newcomer.step > began and newcomer.node.replica.is_in_step, 200)
        took_s = asyncio.get_running_loop().time() - began_s
        made = newcomer.step - began
        print(f"{took_s:.1f} s, {made} steps of {took_s / max(1, made):.1f} s were made meanwhile")
        assert made >= 2
        assert took_s < 8 * DOWNLOAD_S
        await contribute(world, newcomer)

    play(scene, monkeypatch, tmp_path)


def test_a_newcomer_that_is_killed_goes_on_from_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(world: World) -> None:
        newcomer = await join(world)
        files = RunStates(CheckpointStore(tmp_path / "checkpoints"), RUN)
        newcomer.node.participation._catch_up._ports = replace_files(newcomer, files)
        await world.until(lambda: bool(list(tmp_path.rglob("*.part"))), 60)
        await asyncio.sleep(DOWNLOAD_S)
        await newcomer.kill()
        begun = files.unfinished(ELEMENTS)
        assert begun is not None
        step = begun.digest.step
        here = sum(begun.digest.is_chunk(index, begun.read(index)) for index in range(len(begun.digest.chunks)))
        begun.close()
        assert here > 0
        newcomer.checkpoint = (0, np.zeros(ELEMENTS, np.float32))
        await newcomer.start()
        newcomer.node.participation._catch_up._ports = replace_files(newcomer, files)
        await world.until(lambda: newcomer.step > step and newcomer.node.replica.is_in_step, 200)
        await contribute(world, newcomer)

    play(scene, monkeypatch, tmp_path)


def replace_files(peer: SimPeer, files: RunStates) -> object:
    from dataclasses import replace

    return replace(peer.node.participation._catch_up._ports, files=files)
