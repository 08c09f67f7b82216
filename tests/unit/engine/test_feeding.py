"""What a session says and does about its data, where no peer has any: mirrors and the owner's folder."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import pytest

from core.data.objects import ObjectStore
from core.data.pieces import hash_pieces
from core.data.web import WebPorts
from core.engine.bulk import BulkGate
from core.engine.feeding import LONELY_S, Feeding, FeedingPorts, Larder
from core.identity.amendment import AppendData, Joined
from core.identity.manifest import Manifest, Source
from core.ipc.messages import Phase, Reason
from core.transport.budget import TokenBucket
from core.transport.meter import Meter
from tests.sim import clock
from tests.unit.data.test_source import collaboration

MIRROR = "https://data.example.org/shards/"


@pytest.fixture(autouse=True)
def _no_power_cuts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waiting for the disk is most of the time otherwise."""
    monkeypatch.setattr(os, "fsync", lambda _: None)


class Home:
    """Of a peer that has all but the data, which lies in `cupboard`."""

    def __init__(self, folder: Path, *mirrors: str) -> None:
        manifest = collaboration(folder, shards=1)
        self.cupboard = ObjectStore(folder / "objects")
        [shard] = manifest.shards
        hashes = hash_pieces(self.cupboard.path(shard.object))
        shard = msgspec.structs.replace(shard, name="a.txt", pieces=hashes.root)
        self.manifest: Manifest = msgspec.structs.replace(manifest, shards=(shard,), sources=(Source(mirrors=mirrors),))
        self.shard = shard
        self.store = ObjectStore(folder / "mine")
        assert manifest.tokenizer is not None
        self.store.add_bytes(self.cupboard.read(manifest.tokenizer))
        self.asked: list[str] = []
        self.data_folder = folder / "downloads"
        self.data_folder.mkdir()
        larder = Larder(self.store, folder / "prepared", self.data_folder, 0, keeps_files=False)
        ports = FeedingPorts(
            links=lambda: (),
            upload_bytes_per_s=lambda: 1e6,
            download=TokenBucket(),
            meter=Meter(),
            web=WebPorts(resolve=self._resolve),
            position=lambda: 0,
            may_work=lambda: False,
            bulk=BulkGate(),
            on_ready=lambda: None,
        )
        self.feeding = Feeding(self.manifest, larder, ports)

    async def _resolve(self, host: str, port: int) -> list[str]:
        self.asked.append(host)
        raise OSError(-2, "Name or service not known")


def play(home: Home, scene: Callable[[Home], Awaitable[None]]) -> None:
    async def main() -> None:
        running = asyncio.create_task(home.feeding.run(trains=True))
        try:
            await scene(home)
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)

    clock.run(main())


@pytest.mark.parametrize(
    ("mirror", "place"),
    [(MIRROR, "data.example.org"), (f"hf://datasets/me/mine@{40 * 'a'}/shards/", "me/mine on Hugging Face")],
)
def test_the_mirror_that_cannot_be_reached_is_named(tmp_path: Path, mirror: str, place: str) -> None:
    async def scene(home: Home) -> None:
        await asyncio.sleep(5)
        found = home.feeding.situation()
        assert found is not None
        assert found[:2] == (Phase.STARTING, Reason.FETCHING)
        assert str(found[2]) == "Fetching the collaboration's data, 0 %."
        await asyncio.sleep(LONELY_S)
        found = home.feeding.situation()
        assert found is not None
        phase, reason, saying = found
        sentence = str(saying)
        assert (phase, reason) == (Phase.CONNECTING, Reason.NO_DATA)
        assert sentence.startswith("Nobody who can be reached has the data")
        assert sentence.endswith(
            f"The mirror {place} cannot be reached (Name or service not known); it is asked again every minute."
        )

    play(Home(tmp_path, mirror), scene)


def test_without_mirrors_none_is_named(tmp_path: Path) -> None:
    async def scene(home: Home) -> None:
        await asyncio.sleep(LONELY_S + 5)
        found = home.feeding.situation()
        assert found is not None
        assert str(found[2]).endswith("Until then this computer averages for others.")
        assert not home.asked

    play(Home(tmp_path), scene)


def test_mirrors_may_join_later(tmp_path: Path) -> None:
    async def scene(home: Home) -> None:
        await asyncio.sleep(5)
        sources = (Source(mirrors=(MIRROR,)),)
        home.feeding.join([Joined(0, AppendData(shards=(), sources=sources))])
        await asyncio.sleep(10)
        assert set(home.asked) == {"data.example.org"}

    play(Home(tmp_path), scene)


def test_a_file_in_the_owners_folder_is_taken(tmp_path: Path) -> None:
    home = Home(tmp_path, MIRROR)
    (home.data_folder / "a.txt").write_bytes(home.cupboard.read(home.shard.object))

    async def scene(home: Home) -> None:
        await asyncio.sleep(2)
        assert home.store.has(home.shard.object)
        assert not home.asked

    play(home, scene)


def test_another_file_of_that_name_is_not(tmp_path: Path) -> None:
    home = Home(tmp_path, MIRROR)
    content = home.cupboard.read(home.shard.object)
    (home.data_folder / "a.txt").write_bytes(content[:-1] + b"?")

    async def scene(home: Home) -> None:
        await asyncio.sleep(10)
        assert not home.store.has(home.shard.object)
        assert home.asked

    play(home, scene)
