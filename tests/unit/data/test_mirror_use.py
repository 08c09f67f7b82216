"""What is fetched from mirrors, and when: beside real peers on the simulated internet, in virtual time."""

import asyncio
import contextlib
import itertools
import logging
import os
import random
import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from core.data.fetching import Fetch, FetchPorts
from core.data.files import DiskFull
from core.data.mirror_book import LONGEST_WAIT_S, MirrorBook
from core.data.mirror_use import LATE_S, MOST_PIECES, SLOWEST_S, MirrorPorts, MirrorUse
from core.data.mirrors import Mirror, parse_mirror
from core.data.pieces import PIECE_BYTES, hash_pieces
from core.data.web import WebFault, WrongFile
from core.saying import say
from tests.sim import clock
from tests.sim.shards import Scene, ShardPeer, inline

MBIT = 1e6 / 8
GOOD = parse_mirror("https://data.example.org/shards/")
OTHER = parse_mirror("https://other.example.org/")


@pytest.fixture(autouse=True)
def _no_power_cuts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waiting for the disk is most of the time otherwise."""
    monkeypatch.setattr(os, "fsync", lambda _: None)


class FakeMirror:
    """Serves one file at some rate."""

    def __init__(self, content: bytes, bytes_per_s: float = 10e6) -> None:
        self.content = content
        self.bytes_per_s = bytes_per_s
        self.faults: list[WebFault] = []
        """What the next requests fail with; the last one stays."""
        self.knows_ranges = True
        self.breaks_after: int | None = None
        """Bytes of an answer."""
        self.breaks = 10**6
        """So many answers end there."""
        self.asked: list[tuple[float, int, int]] = []
        """When, and from where to where."""
        self.sent_bytes = 0


class FakePart:
    def __init__(self, mirror: FakeMirror, span: slice) -> None:
        self.start, self.stop = span.start, span.stop
        self._at = self.start
        self._mirror = mirror

    async def read(self, most_bytes: int) -> bytes:
        mirror, at = self._mirror, self._at
        if mirror.breaks_after is not None and at - self.start >= mirror.breaks_after and mirror.breaks:
            mirror.breaks -= 1
            raise WebFault(say("breaks off in the middle of a file"))
        data = mirror.content[at : min(at + min(most_bytes, 65536), self.stop)]
        await asyncio.sleep(len(data) / mirror.bytes_per_s)
        self._at += len(data)
        mirror.sent_bytes += len(data)
        return data


class FakeWeb:
    """An `Opener` for those mirrors that there are."""

    def __init__(self, mirrors: dict[str, FakeMirror]) -> None:
        self._mirrors = mirrors

    @asynccontextmanager
    async def open(self, mirror: Mirror, name: str, span: slice, size_bytes: int) -> AsyncIterator[FakePart]:
        assert name == "shard"
        one = self._mirrors[mirror.text]
        one.asked.append((asyncio.get_running_loop().time(), span.start, span.stop))
        await asyncio.sleep(0.05)
        if one.faults:
            raise one.faults.pop(0) if len(one.faults) > 1 else one.faults[0]
        if len(one.content) != size_bytes:
            raise WrongFile(say("its file has another size"))
        yield FakePart(one, span if one.knows_ranges else slice(0, size_bytes))


class Stage:
    """A scene with a peer that knows mirrors."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.book = MirrorBook()
        self.good = FakeMirror(scene.content)
        self.other = FakeMirror(scene.content)
        self.limit: float | None = None

    def peer(self, *mirrors: Mirror, down: float = 200 * MBIT) -> ShardPeer:
        peer = self.scene.add(50 * MBIT, down)
        web = FakeWeb({GOOD.text: self.good, OTHER.text: self.other})
        ports = MirrorPorts(lambda: contextlib.nullcontext(web), self.book, lambda: self.limit)
        peer.helpers = [MirrorUse("shard", lambda: mirrors or (GOOD,), ports)]
        return peer

    @property
    def size(self) -> int:
        return len(self.scene.content)


def play(folder: Path, stage_of: Callable[[Stage], object], pieces: float = 24.3) -> None:
    async def main() -> None:
        scene = Scene(folder, pieces)
        try:
            await stage_of(Stage(scene))  # type: ignore[misc]
        finally:
            await scene.end()

    clock.run(main())


def left_over(peer: ShardPeer) -> list[str]:
    """Of what is not finished."""
    return [path.name for path in peer.store.folder.rglob("*") if path.suffix in (".pieces", ".part")]


# --- peers come first


def test_mirrors_are_left_alone_while_peers_are_fast(tmp_path: Path) -> None:
    async def stage_of(stage: Stage) -> None:
        stage.scene.add(20 * MBIT, 20 * MBIT, has_it=True)
        peer = stage.peer()
        await stage.scene.acquaint()
        await stage.scene.fetch([peer])
        assert not stage.good.asked

    play(tmp_path, stage_of)


def test_a_mirror_helps_a_slow_host(tmp_path: Path) -> None:
    async def stage_of(stage: Stage) -> None:
        host = stage.scene.add(2 * MBIT, 2 * MBIT, has_it=True)
        peer = stage.peer()
        await stage.scene.acquaint()
        took_s = await stage.scene.fetch([peer])
        assert took_s < 3 + stage.size / stage.good.bytes_per_s + 6, took_s
        assert stage.good.asked[0][0] >= 3.0
        assert stage.good.sent_bytes < 1.1 * stage.size
        assert host.sent_bytes > 0
        longest = max(stop - start for _, start, stop in stage.good.asked)
        assert 4 * PIECE_BYTES < longest <= MOST_PIECES * PIECE_BYTES
        assert max(one.donors for one in peer.progress) == 2
        assert max(one.bytes_per_s for one in peer.progress) > 2e6

    play(tmp_path, stage_of)


def test_what_a_slow_host_was_asked_for_comes_from_the_mirror_in_the_end(tmp_path: Path) -> None:
    """A piece takes this host 80 seconds."""

    async def stage_of(stage: Stage) -> None:
        stage.scene.add(0.1 * MBIT, 2 * MBIT, has_it=True)
        peer = stage.peer()
        await stage.scene.acquaint()
        took_s = await stage.scene.fetch([peer])
        assert took_s < 6, took_s
        assert stage.good.sent_bytes < 1.2 * stage.size

    play(tmp_path, stage_of, 8.3)


def test_a_mirror_stops_when_peers_do_it_alone(tmp_path: Path) -> None:
    async def stage_of(stage: Stage) -> None:
        slow = stage.scene.add(1 * MBIT, 2 * MBIT, has_it=True)
        stage.good.bytes_per_s = 0.5e6
        peer = stage.peer()
        await peer.meet([slow])
        fetching = stage.scene.spawn(stage.scene.fetch([peer]))
        await asyncio.sleep(8)
        assert stage.good.asked
        fast = stage.scene.add(16 * MBIT, 16 * MBIT, has_it=True)
        await peer.meet([fast])
        await asyncio.sleep(14)
        asked = len(stage.good.asked)
        await fetching
        assert len(stage.good.asked) <= asked + 1
        assert fast.sent_bytes > 0.5 * stage.size

    play(tmp_path, stage_of, 60.3)


def test_what_the_owner_allows_is_enough(tmp_path: Path) -> None:
    async def stage_of(stage: Stage) -> None:
        stage.scene.add(4 * MBIT, 4 * MBIT, has_it=True)
        peer = stage.peer()
        stage.limit = 4 * MBIT
        await stage.scene.acquaint()
        await stage.scene.fetch([peer])
        assert not stage.good.asked

    play(tmp_path, stage_of, 6.3)


# --- nobody but mirrors


def test_a_whole_file_without_any_peer(tmp_path: Path) -> None:
    async def stage_of(stage: Stage) -> None:
        peer = stage.peer()
        await stage.scene.fetch([peer])
        assert [(start, stop) for _, start, stop in stage.good.asked] == [(0, stage.size)]
        assert left_over(peer) == []
        assert 0.1 < max(one.fraction for one in peer.progress) <= 1.0

    play(tmp_path, stage_of)


def test_it_goes_on_where_it_was(tmp_path: Path) -> None:
    """The mirror breaks off again and again, and the program ends in between."""

    async def stage_of(stage: Stage) -> None:
        stage.good.breaks_after = 5 * PIECE_BYTES + 1000
        peer = stage.peer()
        task = stage.scene.spawn(peer.run())
        await asyncio.sleep(6)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert stage.good.sent_bytes > 5 * PIECE_BYTES
        peer.die()
        again = stage.peer()
        again.store = peer.store
        again.start()
        await stage.scene.fetch([again])
        assert stage.good.sent_bytes < 1.2 * stage.size

    play(tmp_path, stage_of)


def test_another_mirror_goes_on(tmp_path: Path) -> None:
    async def stage_of(stage: Stage) -> None:
        for mirror in (stage.good, stage.other):
            mirror.breaks_after = 7 * PIECE_BYTES
        await stage.scene.fetch([stage.peer(GOOD, OTHER)])
        assert stage.good.sent_bytes > 0 < stage.other.sent_bytes
        assert stage.good.sent_bytes + stage.other.sent_bytes < 1.2 * stage.size

    play(tmp_path, stage_of)


def test_a_server_without_ranges(tmp_path: Path) -> None:
    async def stage_of(stage: Stage) -> None:
        stage.good.knows_ranges = False
        await stage.scene.fetch([stage.peer()])
        assert stage.good.sent_bytes == stage.size
        slow = stage.scene.add(1 * MBIT, 1 * MBIT, has_it=True)
        peer = stage.peer()
        await peer.meet([slow])
        await stage.scene.fetch([peer])
        assert stage.good.sent_bytes <= 2 * stage.size

    play(tmp_path, stage_of)


def test_a_peer_that_comes_while_it_is_fetched_blind(tmp_path: Path) -> None:
    """What came so far counts, and the rest comes by pieces, from both."""

    async def stage_of(stage: Stage) -> None:
        stage.good.bytes_per_s = 1e6
        peer = stage.peer()
        fetching = stage.scene.spawn(stage.scene.fetch([peer]))
        await asyncio.sleep(12)
        host = stage.scene.add(4 * MBIT, 4 * MBIT, has_it=True)
        await peer.meet([host])
        await fetching
        assert len(stage.good.asked) > 1
        assert stage.good.sent_bytes + host.sent_bytes < 1.2 * stage.size
        assert host.sent_bytes > 2 * PIECE_BYTES

    play(tmp_path, stage_of)


def test_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def stage_of(stage: Stage) -> None:
        peer = stage.peer()
        free = 10 * PIECE_BYTES

        def disk_usage(folder: Path) -> SimpleNamespace:
            used = sum(path.stat().st_size for path in peer.store.folder.rglob("*") if path.is_file())
            return SimpleNamespace(total=free, free=free - used)

        monkeypatch.setattr(shutil, "disk_usage", disk_usage)
        with pytest.raises(DiskFull):
            await peer.run()

    play(tmp_path, stage_of)


# --- mirrors that fail


@pytest.mark.parametrize("kind", ["piece", "size"])
def test_a_lying_mirror_is_named_and_the_peers_give_the_rest(
    tmp_path: Path, kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def stage_of(stage: Stage) -> None:
        stage.scene.add(4 * MBIT, 4 * MBIT, has_it=True)
        content = bytearray(stage.scene.content)
        content[::PIECE_BYTES] = bytes(byte ^ 1 for byte in content[::PIECE_BYTES])
        stage.good.content = bytes(content) if kind == "piece" else stage.scene.content + b"!"
        peer = stage.peer()
        await stage.scene.acquaint()
        await stage.scene.fetch([peer])
        assert peer.liars.has_mirror(GOOD.text)
        assert len(stage.good.asked) == 1
        assert stage.good.sent_bytes <= PIECE_BYTES
        assert not any(peer.liars.has_peer(other.id) for other in stage.scene.peers)

    with caplog.at_level(logging.WARNING):
        play(tmp_path, stage_of, 12.3)
    assert f"the mirror {GOOD.text} gives other data than the manifest says" in caplog.text


def test_a_lie_that_nobody_can_see_before_the_end(tmp_path: Path) -> None:
    """Whichever is asked first, the honest one brings the file."""

    async def stage_of(stage: Stage) -> None:
        stage.good.content = bytes([stage.scene.content[0] ^ 1]) + stage.scene.content[1:]
        peer = stage.peer(GOOD, OTHER)
        await stage.scene.fetch([peer])
        if stage.good.asked:
            assert peer.liars.has_mirror(GOOD.text)
            assert "tell the collaboration's organiser" in str(stage.book.trouble([GOOD]))
        assert not peer.liars.has_mirror(OTHER.text)
        assert left_over(peer) == []

    play(tmp_path, stage_of)


def test_a_lie_alone_leaves_nothing_behind(tmp_path: Path) -> None:
    async def stage_of(stage: Stage) -> None:
        stage.good.content = bytes([stage.scene.content[0] ^ 1]) + stage.scene.content[1:]
        peer = stage.peer()
        task = stage.scene.spawn(peer.run())
        await asyncio.sleep(60)
        assert peer.liars.has_mirror(GOOD.text)
        assert left_over(peer) == []
        assert stage.good.sent_bytes == stage.size
        task.cancel()

    play(tmp_path, stage_of)


@pytest.mark.parametrize("liar", ["good", "other"])
def test_who_lied_of_two_is_found_out(tmp_path: Path, liar: str) -> None:
    """One breaks off, the other goes on, then the first again: nobody is to blame for sure, and it is fetched anew."""

    async def stage_of(stage: Stage) -> None:
        lie = bytearray(stage.scene.content)
        for at in (0, 12 * PIECE_BYTES, -1):
            lie[at] ^= 1
        getattr(stage, liar).content = bytes(lie)
        for mirror in (stage.good, stage.other):
            mirror.breaks_after, mirror.breaks = 10 * PIECE_BYTES, 1
        peer = stage.peer(GOOD, OTHER)
        await stage.scene.fetch([peer])
        assert not peer.liars.has_mirror((OTHER if liar == "good" else GOOD).text)
        assert len(stage.good.asked) + len(stage.other.asked) > 2

    play(tmp_path, stage_of)


def test_what_is_verified_is_not_written_over_blindly(tmp_path: Path) -> None:
    async def stage_of(stage: Stage) -> None:
        peer = stage.peer()
        stock = peer.stocks.of(stage.scene.shard)
        fetch = Fetch(stock, FetchPorts(list, peer.liars, inline, random.Random(0)))
        piece = stage.scene.content[:PIECE_BYTES]
        assert await fetch.write_blind(0, bytes(PIECE_BYTES))
        whole = tmp_path / "whole"
        whole.write_bytes(stage.scene.content)
        await fetch.learn(hash_pieces(whole))
        assert not await fetch.take(0, bytes(PIECE_BYTES))
        assert await fetch.take(0, piece)
        assert not await fetch.write_blind(0, bytes(PIECE_BYTES))
        assert not await fetch.forget_blind()
        assert stock.read(0) == piece

    play(tmp_path, stage_of, 2.3)


def test_a_mirror_that_fails_is_asked_less_and_less(tmp_path: Path) -> None:
    async def stage_of(stage: Stage) -> None:
        stage.good.faults = [WebFault(say("does not have the file (404)"), say("tell the collaboration's organiser"))]
        task = stage.scene.spawn(stage.peer().run())
        await asyncio.sleep(300)
        times = [at for at, _, _ in stage.good.asked]
        gaps = [later - sooner for sooner, later in itertools.pairwise(times)]
        assert gaps == sorted(gaps)
        assert 2 <= gaps[0] < 3
        assert LONGEST_WAIT_S <= gaps[-1] < LONGEST_WAIT_S + 1
        assert str(stage.book.trouble([GOOD, OTHER])) == (
            "The mirror data.example.org does not have the file (404): tell the collaboration's organiser; it is asked "
            "again every minute."
        )
        stage.good.faults = []
        await asyncio.sleep(70)
        assert task.done()
        assert str(stage.book.trouble([GOOD, OTHER])) == ""

    play(tmp_path, stage_of, 4.3)


def test_a_mirror_that_asks_for_patience_has_it(tmp_path: Path) -> None:
    async def stage_of(stage: Stage) -> None:
        stage.good.faults = [WebFault(say("has too much to do (503)"), wait_s=400.0)]
        task = stage.scene.spawn(stage.peer().run())
        await asyncio.sleep(390)
        assert len(stage.good.asked) == 1
        assert str(stage.book.trouble([GOOD])).endswith("(503); it is asked again in 6 min.")
        task.cancel()

    play(tmp_path, stage_of, 4.3)


def test_one_mirror_fails_and_the_other_gives(tmp_path: Path) -> None:
    async def stage_of(stage: Stage) -> None:
        stage.good.faults = [WebFault(say("cannot be reached (Connection refused)"))]
        took_s = await stage.scene.fetch([stage.peer(GOOD, OTHER)])
        assert took_s < 10, took_s
        assert stage.other.sent_bytes == stage.size

    play(tmp_path, stage_of)


def test_two_slow_mirrors_together(tmp_path: Path) -> None:
    async def stage_of(stage: Stage) -> None:
        stage.scene.add(0.5 * MBIT, 2 * MBIT, has_it=True)
        stage.good.bytes_per_s = stage.other.bytes_per_s = 0.4e6
        peer = stage.peer(GOOD, OTHER)
        await stage.scene.acquaint()
        took_s = await stage.scene.fetch([peer])
        assert took_s < 0.75 * stage.size / 0.4e6, took_s
        assert stage.good.sent_bytes + stage.other.sent_bytes < 1.3 * stage.size

    play(tmp_path, stage_of, 16.3)


def test_a_mirror_that_stalls_keeps_nothing_from_peers(tmp_path: Path) -> None:
    async def stage_of(stage: Stage) -> None:
        stage.scene.add(4 * MBIT, 4 * MBIT, has_it=True)
        stage.good.bytes_per_s = 10.0
        peer = stage.peer()
        await stage.scene.acquaint()
        took_s = await stage.scene.fetch([peer])
        assert took_s < stage.size / (4 * MBIT) + LATE_S + 5, took_s

    play(tmp_path, stage_of, 4.3)


def test_a_mirror_that_trickles_is_left(tmp_path: Path) -> None:
    async def stage_of(stage: Stage) -> None:
        stage.good.bytes_per_s = 7000.0
        task = stage.scene.spawn(stage.peer().run())
        await asyncio.sleep(SLOWEST_S + 10)
        assert "gives less than 8.7 kB/s" in str(stage.book.trouble([GOOD]))
        task.cancel()

    play(tmp_path, stage_of, 4.3)
