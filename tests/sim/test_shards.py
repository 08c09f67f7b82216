"""One shard, one slow host, and peers that fetch it from each other: some of them die, stall, lie or come late."""

import asyncio
import logging
import os
from pathlib import Path

import pytest

from core.data.handing_out import IDLE_S, TAKERS
from core.data.piece_messages import TakePieces
from core.data.pieces import PIECE_BYTES
from tests.sim import clock
from tests.sim.shards import Play, Scene, ShardPeer

MBIT = 1e6 / 8
UP = 20 * MBIT
"""Of the host."""


@pytest.fixture(autouse=True)
def _no_power_cuts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waiting for the disk is most of the time otherwise."""
    monkeypatch.setattr(os, "fsync", lambda _: None)


def play(folder: Path, scene_of: Play, pieces: float = 24.3) -> None:
    async def main() -> None:
        scene = Scene(folder, pieces)
        try:
            await scene_of(scene)
        finally:
            await scene.end()

    clock.run(main())


def alone_s(scene: Scene) -> float:
    """How long the host's line takes to send the shard once."""
    return len(scene.content) / UP


def shares(scene: Scene, peer: ShardPeer) -> float:
    """How many times over it has sent the shard."""
    return peer.sent_bytes / len(scene.content)


def test_eight_peers_take_hardly_longer_than_one(tmp_path: Path) -> None:
    async def scene_of(scene: Scene) -> None:
        host = scene.add(UP, UP, has_it=True)
        peers = [scene.add(50 * MBIT, 50 * MBIT) for _ in range(8)]
        await scene.acquaint()
        took_s = await scene.fetch(peers)
        assert took_s < 1.6 * alone_s(scene), took_s  # of so few pieces; 1.1 of two hundred
        assert shares(scene, host) < 1.6
        for peer in peers:
            assert peer.fetch is not None
            assert peer.fetch.received_bytes <= len(scene.content) + 2 * PIECE_BYTES
            assert 0.5 < max(one.fraction for one in peer.progress) <= 1.0
            assert max(one.donors for one in peer.progress) == 8, peer.progress
        assert not scene.net.violations

    play(tmp_path, scene_of, 16.3)


def test_one_alone_takes_as_long_as_the_hosts_line(tmp_path: Path) -> None:
    async def scene_of(scene: Scene) -> None:
        host = scene.add(UP, UP, has_it=True)
        peer = scene.add(50 * MBIT, 50 * MBIT)
        await scene.acquaint()
        took_s = await scene.fetch([peer])
        assert took_s < 1.05 * alone_s(scene) + 0.5, took_s
        assert shares(scene, host) == 1.0

    play(tmp_path, scene_of)


def test_peers_with_slow_lines_up_are_helped_by_all(tmp_path: Path) -> None:
    async def scene_of(scene: Scene) -> None:
        scene.add(UP, UP, has_it=True)
        peers = [scene.add(5 * MBIT, 50 * MBIT) for _ in range(4)]
        await scene.acquaint()
        took_s = await scene.fetch(peers)
        least_s = 4 * len(scene.content) / (UP + 4 * 5 * MBIT)
        assert took_s < 1.25 * least_s, (took_s, least_s)

    play(tmp_path, scene_of)


def test_two_hosts_do_not_send_the_same(tmp_path: Path) -> None:
    async def scene_of(scene: Scene) -> None:
        hosts = [scene.add(UP, UP, has_it=True) for _ in range(2)]
        peers = [scene.add(50 * MBIT, 50 * MBIT) for _ in range(4)]
        await scene.acquaint()
        took_s = await scene.fetch(peers)
        assert took_s < 0.85 * alone_s(scene), took_s
        assert sum(shares(scene, host) for host in hosts) < 1.75

    play(tmp_path, scene_of)


def test_more_than_a_host_gives_to_learn_from_each_other(tmp_path: Path) -> None:
    async def scene_of(scene: Scene) -> None:
        scene.add(UP, UP, has_it=True)
        peers = [scene.add(50 * MBIT, 50 * MBIT) for _ in range(TAKERS + 3)]
        await scene.acquaint()
        took_s = await scene.fetch(peers)
        assert took_s < 2.2 * alone_s(scene), took_s

    play(tmp_path, scene_of, 12.3)


def test_who_comes_late_takes_from_all(tmp_path: Path) -> None:
    async def scene_of(scene: Scene) -> None:
        scene.add(UP, UP, has_it=True)
        peers = [scene.add(UP, 100 * MBIT) for _ in range(3)]
        await scene.acquaint()
        await scene.fetch(peers)
        late = scene.add(UP, 100 * MBIT)
        await late.meet(scene.peers[:-1])
        took_s = await scene.fetch([late])
        assert took_s < 0.4 * alone_s(scene), took_s

    play(tmp_path, scene_of)


@pytest.mark.parametrize("kind", ["piece", "hashes", "other size"])
def test_a_liar_is_named_and_left(tmp_path: Path, kind: str, caplog: pytest.LogCaptureFixture) -> None:
    async def scene_of(scene: Scene) -> None:
        scene.add(UP, UP, has_it=True)
        liar = scene.add(UP, UP, has_it=True)
        peers = [scene.add(50 * MBIT, 50 * MBIT) for _ in range(3)]
        match kind:
            case "piece":
                liar.lies = lambda index, data: data if index % 5 else bytes([data[0] ^ 1]) + data[1:]
            case "hashes":
                liar.hashes = lambda raw: bytes(len(raw))
            case "other size":
                liar.hashes = lambda raw: raw[:-32]
        if kind == "piece":
            await scene.acquaint()
        for peer in peers:
            await peer.meet([liar])
        fetching = scene.spawn(scene.fetch(peers))
        await asyncio.sleep(0.2)
        await scene.acquaint()
        took_s = await fetching
        assert took_s < 2.0 * alone_s(scene), took_s
        named = [peer for peer in peers if peer.liars.has_peer(liar.id)]
        assert named if kind == "piece" else len(named) == 3
        assert not any(peer.liars.has_peer(other.id) for peer in peers for other in scene.peers if other is not liar)

    with caplog.at_level(logging.WARNING):
        play(tmp_path, scene_of)
    assert "lies, and is not asked for data again" in caplog.text


def test_a_peer_that_dies_and_one_that_stalls(tmp_path: Path) -> None:
    async def scene_of(scene: Scene) -> None:
        host = scene.add(UP, UP, has_it=True)
        peers = [scene.add(50 * MBIT, 50 * MBIT) for _ in range(5)]
        await scene.acquaint()
        tasks = [scene.spawn(peer.run()) for peer in peers]
        await asyncio.sleep(0.4 * alone_s(scene))
        tasks[0].cancel()
        peers[0].die()
        peers[1].host.freeze(seems_alive=True)
        times = await asyncio.gather(*tasks[2:])
        assert max(times) < 1.6 * alone_s(scene) + 8, times
        assert shares(scene, host) < 2.0
        peers[1].host.thaw()
        await tasks[1]

    play(tmp_path, scene_of)


def test_the_host_dies_and_comes_back_with_what_the_others_lack(tmp_path: Path) -> None:
    async def scene_of(scene: Scene) -> None:
        host = scene.add(UP, UP, has_it=True)
        peers = [scene.add(50 * MBIT, 50 * MBIT) for _ in range(4)]
        await scene.acquaint()
        tasks = [scene.spawn(peer.run()) for peer in peers]
        await asyncio.sleep(0.5 * alone_s(scene))
        host.die()
        await asyncio.sleep(60)
        here = [float(peer.stocks.of(scene.shard).have.mean()) for peer in peers]
        assert max(here) - min(here) < 0.02, "what one has all get"
        assert 0.3 < max(here) < 0.7
        host.start()
        for peer in peers:
            await peer.meet([host])
        began_s = asyncio.get_running_loop().time()
        await asyncio.gather(*tasks)
        assert asyncio.get_running_loop().time() - began_s < alone_s(scene) + 35

    play(tmp_path, scene_of)


def test_a_peer_goes_on_where_it_was(tmp_path: Path) -> None:
    async def scene_of(scene: Scene) -> None:
        host, peer = scene.add(UP, UP, has_it=True), scene.add(UP, UP)
        await scene.acquaint()
        task = scene.spawn(peer.run())
        await asyncio.sleep(0.5 * alone_s(scene))
        task.cancel()
        peer.die()
        await asyncio.sleep(10)
        before = host.sent_bytes
        peer.start()
        await peer.meet([host])
        await scene.fetch([peer])
        assert peer.fetch is not None
        assert peer.fetch.received_bytes < 0.6 * len(scene.content)
        assert host.sent_bytes - before < 0.6 * len(scene.content)

    play(tmp_path, scene_of)


def test_a_disk_that_rots_under_a_donor(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """It gives nothing wrong, and nobody takes it for a liar; what was damaged it can fetch again."""

    async def scene_of(scene: Scene) -> None:
        donors = [scene.add(UP, UP, has_it=True) for _ in range(2)]
        peer = scene.add(50 * MBIT, 50 * MBIT)
        path = donors[0].store.path(scene.shard.object)
        await scene.acquaint()
        assert await donors[0].stocks.find(scene.shard.object) is not None
        with path.open("r+b") as file:
            for piece in range(0, 24, 2):
                file.seek(piece * PIECE_BYTES)
                file.write(b"rot")
        await scene.fetch([peer])
        assert not peer.liars.has_peer(donors[0].id)
        assert not donors[0].store.has(scene.shard.object)
        await scene.fetch([donors[0]])
        assert donors[0].fetch is not None
        assert donors[0].fetch.received_bytes <= 0.6 * len(scene.content)

    play(tmp_path, scene_of)
    assert "is damaged at byte" in caplog.text


def test_an_idle_taker_makes_room(tmp_path: Path) -> None:
    async def scene_of(scene: Scene) -> None:
        host = scene.add(UP, UP, has_it=True)
        idlers = [scene.add(UP, UP) for _ in range(TAKERS)]
        wanting = scene.add(50 * MBIT, 50 * MBIT)
        for peer in (*idlers, wanting):
            await peer.meet([host])
        for peer in idlers:
            await peer.host.links()[0].open(taking(scene))
        await asyncio.sleep(1)
        took_s = await scene.fetch([wanting])
        assert IDLE_S * 0.5 < took_s < IDLE_S + 35 + alone_s(scene)

    play(tmp_path, scene_of, 4.3)


def taking(scene: Scene) -> TakePieces:
    return TakePieces(object=scene.shard.object)
