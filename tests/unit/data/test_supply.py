"""What a peer fetches, prepares and removes, and when: with real files, and nothing that takes time."""

import asyncio
import random
import shutil
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import pytest

from core.data.child import Undecodable
from core.data.files import DiskFull
from core.data.holdings import Holdings
from core.data.objects import ObjectStore
from core.data.pieces import hash_pieces
from core.data.ranges import SampleRange
from core.data.seals import SEAL, is_sound
from core.data.source import SampleSource, prepare
from core.data.stocks import Stocks
from core.data.supply import RETRY_S, OnFraction, Supply, SupplyPorts
from core.errors import LocalFault
from core.identity.manifest import Manifest, Shard
from core.training.tasks import recipe_of
from tests.sim import clock
from tests.unit.data.test_source import collaboration

T = TypeVar("T")
SAMPLES = 10
"""Of each shard, as far as the order of these tests goes."""


async def inline(work: Callable[[], T]) -> T:
    return work()


class InTurn:
    """One shard after the other."""

    def __init__(self, shards: int) -> None:
        self._shards = shards

    def shards_of(self, samples: SampleRange) -> frozenset[int]:
        return frozenset(n // SAMPLES % self._shards for n in range(samples.start, samples.stop))

    def upcoming(self, start: int) -> Iterator[int]:
        number = start // SAMPLES
        while True:
            yield number % self._shards
            number += 1


class Peer:
    """A supply, and a cupboard from which it fetches."""

    def __init__(self, folder: Path, manifest: Manifest, *, is_host: bool = False) -> None:
        self.manifest = manifest
        self.cupboard = ObjectStore(folder / "objects")
        self.store = ObjectStore(folder / "objects" if is_host else folder / "mine")
        if not is_host:
            self.store.add_bytes(self.cupboard.read(manifest.tokenizer))
        self.prepared = folder / "prepared"
        self.stocks = Stocks(manifest.shards, self.store, inline)
        self.recipe = recipe_of(manifest, folder / "objects")
        self.holdings = Holdings(manifest, self.recipe, self.store, self.stocks, self.prepared, keeps_files=is_host)
        self.position = 0
        self.limit: int | None = None
        self.may_prepare = True
        self.faults: list[LocalFault | None] = []
        """What the next fetches and preparations fail with."""
        self.done: list[tuple[str, int]] = []
        self.readied = 0
        self.fetch_s = self.prepare_s = 1.0
        ports = SupplyPorts(
            position=lambda: self.position,
            fetch=self.fetch,
            prepare=self.prepare,
            may_prepare=lambda: self.may_prepare,
            limit_bytes=lambda: self.limit,
            offload=inline,
            on_ready=self.count,
        )
        self.supply = Supply(self.holdings, InTurn(len(manifest.shards)), SAMPLES, ports)

    def count(self) -> None:
        self.readied += 1

    async def fetch(self, shard: Shard, on_fraction: OnFraction) -> None:
        index = next(n for n, one in enumerate(self.manifest.shards) if one is shard)
        self.done.append(("begin", index))
        on_fraction(0.5)
        await asyncio.sleep(self.fetch_s)
        self.fail()
        stock = self.stocks.of(shard)
        self.store.add_bytes(self.cupboard.read(shard.object))
        stock.discard()
        stock.recall()
        self.done.append(("fetch", index))

    async def prepare(self, index: int, on_fraction: OnFraction) -> None:
        on_fraction(0.5)
        await asyncio.sleep(self.prepare_s)
        self.fail()
        prepare(self.holdings.alone(index), self.recipe, self.store.folder, self.prepared)
        self.done.append(("prepare", index))

    def fail(self) -> None:
        fault = self.faults.pop(0) if self.faults else None
        if fault is not None:
            raise fault

    @property
    def fetched(self) -> list[int]:
        return [index for what, index in self.done if what == "fetch"]

    def move(self, position: int) -> None:
        self.position = position
        self.supply.look()

    def has(self, start: int, stop: int) -> bool:
        return self.supply.has(SampleRange(start, stop))


def manifest_of(folder: Path, shards: int = 6) -> Manifest:
    manifest = collaboration(folder, shards)
    store = ObjectStore(folder / "objects")
    right = [hash_pieces(store.path(shard.object)).root for shard in manifest.shards]

    return msgspec.structs.replace(
        manifest,
        shards=tuple(
            msgspec.structs.replace(shard, pieces=root) for shard, root in zip(manifest.shards, right, strict=True)
        ),
    )


def play(peer: Peer, scene: Callable[[], Awaitable[None]]) -> None:
    async def main() -> None:
        running = asyncio.get_running_loop().create_task(peer.supply.run())
        try:
            await scene()
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)

    clock.run(main())


@pytest.fixture
def manifest(tmp_path: Path) -> Manifest:
    return manifest_of(tmp_path)


def test_what_is_at_hand_and_two_ahead(tmp_path: Path, manifest: Manifest) -> None:
    peer = Peer(tmp_path, manifest)

    async def scene() -> None:
        assert peer.supply.is_short
        assert not peer.has(0, 5)
        await asyncio.sleep(0.5)
        assert 0.2 < peer.supply.fraction < 0.3
        await asyncio.sleep(0.6)
        assert not peer.supply.is_short or peer.supply.is_preparing
        await asyncio.sleep(1.0)
        assert peer.has(0, 10)
        assert not peer.has(5, 11)
        await asyncio.sleep(30)
        assert peer.fetched == [0, 1, 2]
        assert peer.holdings.ready == {0, 1, 2}
        assert peer.readied == 3
        peer.move(11)
        await asyncio.sleep(30)
        assert peer.fetched == [0, 1, 2, 3, 4]
        assert peer.has(40, 50)
        peer.move(55)  # the next pass needs the first ones again
        await asyncio.sleep(30)
        assert peer.fetched == [0, 1, 2, 3, 4, 5]

    play(peer, scene)


def test_nothing_is_prepared_while_the_computer_has_no_time(tmp_path: Path, manifest: Manifest) -> None:
    peer = Peer(tmp_path, manifest)
    peer.may_prepare = False

    async def scene() -> None:
        await asyncio.sleep(30)
        assert peer.fetched == [0, 1, 2]
        assert not peer.holdings.ready
        peer.may_prepare = True
        peer.supply.look()
        await asyncio.sleep(1.5)
        assert peer.has(0, 1)

    play(peer, scene)


def test_it_goes_on_where_it_was(tmp_path: Path, manifest: Manifest) -> None:
    first, again = Peer(tmp_path, manifest), Peer(tmp_path, manifest)

    async def first_life() -> None:
        await asyncio.sleep(2.5)

    async def second_life() -> None:
        await asyncio.sleep(0.1)
        assert again.has(0, 20)
        await asyncio.sleep(30)
        assert again.fetched == [2]

    play(first, first_life)
    assert first.fetched[:2] == [0, 1]
    again.prepare_s = 0.0
    play(again, second_life)


def test_what_is_asked_for_comes_before_what_is_ahead(tmp_path: Path, manifest: Manifest) -> None:
    """Samples that another peer gave back, say."""
    peer = Peer(tmp_path, manifest)
    peer.fetch_s = 10.0

    async def scene() -> None:
        await asyncio.sleep(15)
        assert peer.done[-2:] == [("begin", 1), ("prepare", 0)], "the next one of what is ahead"
        assert not peer.has(50, 51)
        await asyncio.sleep(12)
        assert peer.has(50, 51)
        assert peer.fetched == [0, 5]
        await asyncio.sleep(40)
        assert peer.fetched == [0, 5, 1, 2]

    play(peer, scene)


def test_the_limit_is_kept_by_removing_what_is_needed_last(tmp_path: Path, manifest: Manifest) -> None:
    peer = Peer(tmp_path, manifest)
    peer.limit = 4 * 3 * manifest.shards[0].bytes  # a shard's samples take about as much again as its file

    async def scene() -> None:
        for position in range(0, 120, 5):
            peer.move(position)
            await asyncio.sleep(20)
            assert peer.has(position, position + 5)
            assert peer.holdings.used_bytes <= (peer.limit or 0)
            on_disk = sum(path.stat().st_size for path in peer.prepared.rglob("*") if path.is_file())
            assert on_disk <= (peer.limit or 0)
        assert len(peer.fetched) > 8, "some were fetched more than once"

    play(peer, scene)


def test_a_limit_that_leaves_no_room_for_what_is_ahead_is_no_trouble(tmp_path: Path, manifest: Manifest) -> None:
    peer = Peer(tmp_path, manifest)
    peer.limit = 3 * manifest.shards[0].bytes

    async def scene() -> None:
        for position in (0, 20, 40):
            peer.move(position)
            await asyncio.sleep(60)
            assert peer.has(position, position + 10)
            assert peer.supply.trouble is None
            assert len(peer.holdings.ready) == 1

    play(peer, scene)


def test_a_limit_that_leaves_no_room_for_what_is_needed_now_is_told(tmp_path: Path, manifest: Manifest) -> None:
    peer = Peer(tmp_path, manifest)
    peer.limit = manifest.shards[0].bytes // 2

    async def scene() -> None:
        await asyncio.sleep(1)
        assert peer.supply.trouble is not None
        assert peer.supply.trouble.is_disk_full
        assert "--data-limit" in str(peer.supply.trouble.saying)
        assert not peer.done
        peer.limit = None
        peer.supply.look()
        await asyncio.sleep(RETRY_S + 5)
        assert peer.has(0, 10)
        assert peer.supply.trouble is None

    play(peer, scene)


def test_a_host_keeps_its_files(tmp_path: Path, manifest: Manifest) -> None:
    peer = Peer(tmp_path, manifest, is_host=True)
    total = sum(shard.bytes for shard in manifest.shards)
    peer.limit = total + 6 * manifest.shards[0].bytes

    async def scene() -> None:
        for position in range(0, 70, 10):
            peer.move(position)
            await asyncio.sleep(20)
            assert peer.has(position, position + 5)
        assert not peer.fetched
        assert all(peer.store.has(shard.object) for shard in manifest.shards)
        assert len(peer.holdings.ready) < 6

    play(peer, scene)


@pytest.mark.parametrize("moment", ["fetch", "prepare"])
def test_a_full_disk_is_told_and_tried_again(tmp_path: Path, manifest: Manifest, moment: str) -> None:
    peer = Peer(tmp_path, manifest)
    fault = DiskFull("The disk is full: free some.")
    peer.faults = [fault] if moment == "fetch" else [None, fault]

    async def scene() -> None:
        await asyncio.sleep(3.5)
        assert not peer.has(0, 1)
        assert peer.supply.is_short
        assert peer.supply.trouble is not None
        assert str(peer.supply.trouble.saying) == "The disk is full: free some."
        assert peer.supply.trouble.is_disk_full
        await asyncio.sleep(RETRY_S + 3)
        assert peer.has(0, 1)
        assert peer.supply.trouble is None

    play(peer, scene)


def test_prepared_data_that_rots_is_made_anew(
    tmp_path: Path, manifest: Manifest, caplog: pytest.LogCaptureFixture
) -> None:
    first, again = Peer(tmp_path, manifest), Peer(tmp_path, manifest)

    async def first_life() -> None:
        await asyncio.sleep(20)

    play(first, first_life)
    tokens = first.holdings.folder(0) / "tokens.npy"
    content = bytearray(tokens.read_bytes())
    content[-20] ^= 1
    tokens.write_bytes(content)
    assert not is_sound(tokens.parent)

    async def second_life() -> None:
        await asyncio.sleep(5)
        assert again.has(0, 30)
        assert again.done == [("prepare", 0)]
        assert is_sound(tokens.parent)

    play(again, second_life)
    assert "is damaged and is made anew" in caplog.text


def test_a_file_that_rots_is_fetched_again(
    tmp_path: Path, manifest: Manifest, caplog: pytest.LogCaptureFixture
) -> None:
    peer = Peer(tmp_path, manifest)
    peer.faults = [None, Undecodable("The data file cannot be used.")]
    digest = manifest.shards[0].object

    async def scene() -> None:
        await asyncio.sleep(1.5)
        path = peer.store.path(digest)
        path.write_bytes(random.Random(0).randbytes(path.stat().st_size))
        await asyncio.sleep(10)
        assert peer.has(0, 10)
        assert peer.fetched.count(0) == 2

    play(peer, scene)
    assert "is damaged" in caplog.text


def test_a_file_that_cannot_be_read_by_anybody_is_the_organisers(tmp_path: Path, manifest: Manifest) -> None:
    peer = Peer(tmp_path, manifest)
    peer.faults = [None, Undecodable("The data file cannot be used.")]

    async def scene() -> None:
        await asyncio.sleep(5)
        assert not peer.has(0, 10)
        assert peer.supply.trouble is not None
        assert str(peer.supply.trouble.saying).endswith("Update Idlewild, or tell the collaboration's organiser.")
        assert 1 in peer.holdings.ready, "the others are seen to"

    play(peer, scene)


def test_the_trainer_reads_what_is_ready_and_no_more(tmp_path: Path, manifest: Manifest) -> None:
    """Lazily, though a shard it does not need is not here."""

    peer = Peer(tmp_path, manifest)

    async def scene() -> None:
        await asyncio.sleep(20)

    play(peer, scene)
    source: Any = SampleSource(manifest, peer.recipe, peer.prepared)
    for shard in (0, 1, 2):
        assert source._shard(shard).samples == manifest.shards[shard].samples
    with pytest.raises(LocalFault, match="not prepared"):
        source._shard(4)
    assert (peer.holdings.folder(0) / SEAL).is_file()

    shutil.rmtree(peer.holdings.folder(0))
    source._shards.pop(2)
    source._shard(2)
    assert 0 not in source._shards, "what was removed takes no room on the disk"
