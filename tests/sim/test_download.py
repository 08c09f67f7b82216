"""A state from several donors, some of whom die, stall, lie or come late."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path

import numpy as np
import pytest

import core.swarm.giver
import core.training.state_digest
from core.errors import PeerFault
from core.identity.ids import Digest
from core.storage.checkpoints import CheckpointStore
from core.storage.run_states import RunStates
from core.swarm import state_messages as say
from core.swarm.download import StateGone
from core.swarm.shelf import DOWNLOADS
from tests.sim import clock
from tests.sim.donors import CHUNK_BYTES, DOWN, RUN, UP, Scene

Play = Callable[[Scene], Awaitable[None]]


@pytest.fixture(autouse=True)
def _small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (core.training.state_digest, core.swarm.giver):
        monkeypatch.setattr(module, "CHUNK_BYTES", CHUNK_BYTES)


def play(scene_of: Play, chunks: float = 24.3) -> None:
    async def main() -> None:
        scene = Scene(chunks)
        try:
            await scene_of(scene)
        finally:
            await scene.end()

    clock.run(main())


def wasted(scene: Scene) -> int:
    return scene.download.received_bytes - scene.state.nbytes


def test_the_newcomers_line_is_full() -> None:
    async def scene_of(scene: Scene) -> None:
        for _ in range(4):
            await scene.add()
        took_s = await scene.fetch()
        assert scene.state.nbytes / DOWN / took_s > 0.9, took_s
        assert wasted(scene) <= CHUNK_BYTES
        counts = [sum(isinstance(one, say.FetchState) for one in donor.asked) for donor in scene.donors]
        assert counts == [1] * 4
        assert scene.progress[-1].fraction > 0.8
        assert scene.progress[-1].donors == 4
        assert 0.7 * DOWN < scene.progress[-1].bytes_per_s <= 1.05 * DOWN

    play(scene_of, 96.5)


def test_each_donor_gives_what_its_line_takes() -> None:
    async def scene_of(scene: Scene) -> None:
        rates = (UP, UP / 2, UP / 4, UP / 20)
        for rate in rates:
            await scene.add(bytes_per_s=rate)
        took_s = await scene.fetch()
        assert scene.state.nbytes / sum(rates) / took_s > 0.85, took_s

    play(scene_of, 48.3)


def test_a_hopelessly_slow_donor_is_overtaken_at_the_end() -> None:
    async def scene_of(scene: Scene) -> None:
        for rate in (UP, UP, UP / 250):
            await scene.add(bytes_per_s=rate)
        took_s = await scene.fetch()
        assert took_s < 1.25 * scene.state.nbytes / (2 * UP) + 1, took_s

    play(scene_of)


@pytest.mark.parametrize("moment_s", [0.01, 0.1, 0.7, 1.9])
def test_two_of_four_die(moment_s: float) -> None:
    async def scene_of(scene: Scene) -> None:
        for _ in range(4):
            await scene.add()
        fetching = asyncio.ensure_future(scene.fetch())
        await asyncio.sleep(moment_s)
        scene.donors[0].die()
        scene.donors[2].die()
        took_s = await fetching
        assert took_s < scene.state.nbytes / (2 * UP) + 8, took_s
        assert wasted(scene) <= 8 * CHUNK_BYTES

    play(scene_of)


def test_one_that_stalls_is_done_without() -> None:
    async def scene_of(scene: Scene) -> None:
        for _ in range(3):
            await scene.add()
        fetching = asyncio.ensure_future(scene.fetch())
        await asyncio.sleep(1.0)
        scene.donors[1].host.freeze(seems_alive=True)
        took_s = await fetching
        assert took_s < scene.state.nbytes / (2 * UP) + 4, took_s
        scene.donors[1].host.thaw()

    play(scene_of)


@pytest.mark.parametrize("kind", ["chunk", "short chunk", "hashes", "fewer hashes"])
def test_a_liar_is_named_and_left(kind: str, caplog: pytest.LogCaptureFixture) -> None:
    async def scene_of(scene: Scene) -> None:
        for _ in range(4):
            await scene.add()
        liar = scene.donors[0]
        match kind:
            case "chunk":
                liar.lies = lambda index, data: bytes([data[0] ^ 1]) + data[1:]
            case "short chunk":
                liar.lies = lambda index, data: data[:-4]
            case "hashes":
                liar.hashes = lambda chunks: (Digest(bytes(32)), *chunks[1:])
            case _:
                liar.hashes = lambda chunks: chunks[1:]
        for donor in scene.donors[1:]:
            donor.host.latency_s = 0.2  # the liar is the first to answer
        with caplog.at_level(logging.WARNING):
            await scene.fetch()
        assert liar.id in scene.liars
        assert [r for r in caplog.records if str(liar.id) in r.getMessage() and r.levelno == logging.WARNING]
        assert scene.me.link_to(liar.id) is None
        asked = len(liar.asked)
        scene.memory[:] = 0
        await scene.fetch()
        assert len(liar.asked) == asked
        assert not any(donor.id in scene.liars for donor in scene.donors[1:])

    play(scene_of)


def test_a_donor_that_comes_late_helps() -> None:
    async def scene_of(scene: Scene) -> None:
        await scene.add()
        fetching = asyncio.ensure_future(scene.fetch())
        await asyncio.sleep(1.0)
        for _ in range(3):
            await scene.add()
        took_s = await fetching
        assert took_s < 0.7 * scene.state.nbytes / UP, took_s

    play(scene_of)


def test_all_die_and_come_back() -> None:
    async def scene_of(scene: Scene) -> None:
        for _ in range(3):
            await scene.add()
        fetching = asyncio.ensure_future(scene.fetch())
        await asyncio.sleep(1.2)
        for donor in scene.donors:
            donor.die()
        await asyncio.sleep(12)
        assert not fetching.done()
        for donor in scene.donors:
            await donor.start()
        await fetching
        assert wasted(scene) <= 6 * CHUNK_BYTES

    play(scene_of)


def test_it_is_given_up_when_nobody_is_left_and_resumed_from_memory() -> None:
    async def scene_of(scene: Scene) -> None:
        donor = await scene.add()
        fetching = asyncio.ensure_future(scene.fetch())
        await asyncio.sleep(3.0)
        donor.die()
        with pytest.raises(PeerFault, match="nobody gives"):
            await fetching
        first_bytes = scene.download.received_bytes
        assert first_bytes > 5 * CHUNK_BYTES
        await donor.start()
        await scene.fetch()
        assert scene.download.received_bytes <= scene.state.nbytes - first_bytes + CHUNK_BYTES

    play(scene_of)


def test_a_restarted_newcomer_goes_on_from_its_file(tmp_path: Path) -> None:
    async def scene_of(scene: Scene) -> None:
        for _ in range(2):
            await scene.add()
        scene.files = RunStates(CheckpointStore(tmp_path), RUN)
        fetching = asyncio.ensure_future(scene.fetch())
        await asyncio.sleep(1.5)
        fetching.cancel()
        await asyncio.gather(fetching, return_exceptions=True)
        first_bytes = scene.download.received_bytes
        assert first_bytes > 4 * CHUNK_BYTES
        path = next(tmp_path.rglob("*.part"))
        damaged = bytearray(path.read_bytes())
        damaged[200] ^= 1  # in the first chunk
        path.write_bytes(damaged)
        scene.memory = np.zeros_like(scene.state)
        scene.files = RunStates(CheckpointStore(tmp_path), RUN)
        await scene.fetch()
        left_bytes = scene.state.nbytes - first_bytes
        assert left_bytes <= scene.download.received_bytes <= left_bytes + 3 * CHUNK_BYTES
        found = CheckpointStore(tmp_path).load(RUN)
        assert found is not None
        assert (found.step, found.digest) == (scene.target.step, scene.target.root)
        assert found.state.tobytes() == scene.state.tobytes()
        assert not list(tmp_path.rglob("*.part"))

    play(scene_of)


def test_nobody_has_that_state_any_more() -> None:
    async def scene_of(scene: Scene) -> None:
        for _ in range(2):
            await scene.add()
        for donor in scene.donors:
            donor.replica.log.headers.clear()  # type: ignore[attr-defined]
        with pytest.raises(StateGone):
            await scene.fetch()

    play(scene_of)


def test_a_state_stands_still_while_steps_are_made(tmp_path: Path) -> None:
    """From memory, from a file, and half of each; and the memory is given back."""

    async def scene_of(scene: Scene) -> None:
        from core.training.api import Scalars

        await scene.add()
        await scene.add(folder=tmp_path / "1")
        fetching = asyncio.ensure_future(scene.fetch())
        await asyncio.sleep(0.8)
        for donor in scene.donors:
            for step in range(8, 11):
                await donor.replica.apply(step, Scalars(1.0, 1.0, 1.0))
        in_memory, in_file = (donor.donor.shelf for donor in scene.donors)
        assert in_memory.held_bytes == scene.state.nbytes
        assert in_file.held_bytes == 0
        await fetching
        await asyncio.sleep(100)
        assert in_memory.held_bytes == 0

    play(scene_of)


def test_a_donor_that_was_restarted_gives_from_its_file(tmp_path: Path) -> None:
    async def scene_of(scene: Scene) -> None:
        donor = await scene.add(folder=tmp_path)
        view = donor.replica.view()
        assert view is not None
        assert donor.files is not None
        donor.files.save(view)
        donor.die()
        await donor.start(np.zeros(5, np.float32))  # its present state is another
        await scene.fetch()

    play(scene_of)


def test_a_donor_serves_a_few_at_a_time() -> None:
    async def scene_of(scene: Scene) -> None:
        donor = await scene.add()
        link = await scene.link_to(donor.id)
        step, root = scene.target.step, scene.target.root
        streams = [await link.open(say.FetchState(step=step, root=root)) for _ in range(DOWNLOADS + 1)]
        answers = [await stream.receive(say.Message) for stream in streams[:-1]]
        assert all(isinstance(answer, say.StateOffer) for answer in answers)
        with pytest.raises(PeerFault, match="enough others"):
            await streams[-1].receive(say.StateOffer)
        streams[0].reset("enough")
        await asyncio.sleep(1)
        again = await link.open(say.FetchState(step=step, root=root))
        await again.receive(say.StateOffer)

    play(scene_of, 2.5)
