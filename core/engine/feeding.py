"""A run's data at this peer: what it gives to others, what it fetches for itself, and what it says of that."""

import asyncio
import logging
import random
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.data.child import prepare_in_child
from core.data.fetching import Fetch, FetchPorts, FetchProgress
from core.data.handing_out import PieceDonor
from core.data.holdings import Holdings
from core.data.liars import Liars
from core.data.mirror_book import MirrorBook
from core.data.mirror_use import MirrorPorts, MirrorUse
from core.data.mirrors import Mirror, parse_mirror
from core.data.needs import OrderNeeds
from core.data.objects import ObjectStore, file_digest
from core.data.ranges import SampleRange
from core.data.stock import Stock
from core.data.stocks import Stocks
from core.data.supply import OnFraction, Supply, SupplyPorts
from core.data.web import Web, WebPorts
from core.engine.bulk import BulkGate
from core.errors import LocalFault
from core.identity.amendment import Joined, amended
from core.identity.ids import Digest
from core.identity.manifest import Manifest, Shard
from core.ipc.messages import Phase, Reason
from core.options import RunOptions
from core.paths import Home
from core.saying import Saying, say
from core.storage import settings as page
from core.storage.settings import Settings
from core.tasks import SideTasks
from core.training.tasks import recipe_of
from core.transport.api import Link
from core.transport.budget import TokenBucket
from core.transport.meter import Meter

log = logging.getLogger(__name__)

WORK_STEPS = 2
"""The work at hand are the samples of so many steps: of the one under way and, where some were given back, the next."""
LONELY_S = 15.0
"""Without anybody who gives anything for so long, that is said."""
AUTOMATIC_LIMIT, LEAST_LIMIT_BYTES, MOST_LIMIT_BYTES = 0.1, 2_000_000_000, 20_000_000_000
"""Of the disk, where the owner has not said how much the data may take."""


@dataclass(frozen=True, slots=True)
class Larder:
    """Where this home keeps data."""

    objects: ObjectStore
    prepared: Path
    folder: Path | None
    """Where the owner says that files of the data may lie already."""
    limit_bytes: int | None
    """0: none. None: what `automatic_limit` says."""
    keeps_files: bool
    """A host's files may be nowhere else."""


@dataclass(frozen=True, slots=True)
class FeedingPorts:
    """What feeding is plugged into."""

    links: Callable[[], Sequence[Link]]
    upload_bytes_per_s: Callable[[], float]
    download: TokenBucket
    """What the owner allows, from peers and mirrors together."""
    meter: Meter
    """Counts what mirrors send."""
    web: WebPorts
    position: Callable[[], int]
    """Samples that the run has used."""
    may_work: Callable[[], bool]
    """Whether this computer may do work for the run now."""
    bulk: BulkGate
    """What is large is fetched while it is open."""
    on_ready: Callable[[], None]


class Feeding:
    """Of one session."""

    def __init__(self, manifest: Manifest, larder: Larder, ports: FeedingPorts) -> None:
        self._manifest = manifest
        self._whole = manifest
        """With the data that has joined the run."""
        self._larder = larder
        self._ports = ports
        self._side = SideTasks()
        self._liars = Liars()
        self._book = MirrorBook()
        self._turns: dict[Digest, asyncio.Lock] = {}
        self._progress: FetchProgress | None = None
        """Of the fetch under way."""
        self._fetched: Shard | None = None
        """Likewise."""
        self._helped_s = 0.0
        """When anybody last gave anything."""
        self.stocks = Stocks((*manifest.shards, *manifest.held_out), larder.objects, asyncio.to_thread)
        self.donor = PieceDonor(self.stocks.find, asyncio.to_thread, self._mend, ports.upload_bytes_per_s)
        self._holdings = Holdings(
            manifest,
            recipe_of(manifest, larder.objects.folder),
            larder.objects,
            self.stocks,
            larder.prepared,
            keeps_files=larder.keeps_files,
        )
        self.supply = Supply(
            self._holdings,
            OrderNeeds(manifest),
            WORK_STEPS * manifest.target_batch,
            SupplyPorts(
                position=ports.position,
                fetch=self.fetch,
                prepare=self._prepare,
                may_prepare=ports.may_work,
                limit_bytes=self._limit_bytes,
                offload=asyncio.to_thread,
                on_ready=ports.on_ready,
            ),
        )

    async def run(self, *, trains: bool) -> None:
        """Until cancelled. Only who trains needs anything."""
        async with self._side.group() as tasks:
            if trains:
                tasks.create_task(self.supply.run())
            await asyncio.Event().wait()

    def has(self, samples: SampleRange) -> bool:
        return self.supply.has(samples)

    def join(self, joined: Sequence[Joined]) -> None:
        """This is all the data that has joined the run by now."""
        whole = self._whole = amended(self._manifest, joined)
        self.stocks.add(whole.shards)
        self.supply.join(whole.shards, OrderNeeds(self._manifest, joined))

    # --- fetching

    async def fetch(self, shard: Shard, on_fraction: OnFraction) -> None:
        """Brings its file here, however long that takes. Raises `LocalFault`."""
        async with self._turns.setdefault(shard.object, asyncio.Lock()):
            if self._larder.objects.has(shard.object):
                return
            if self._larder.folder is not None and await asyncio.to_thread(self._take_from_folder, shard):
                return
            self._helped_s = _now_s()

            def note(progress: FetchProgress) -> None:
                self._progress = progress
                if progress.donors:
                    self._helped_s = _now_s()
                on_fraction(progress.fraction)

            self._fetched = shard
            ports = FetchPorts(
                links=self._ports.links,
                liars=self._liars,
                offload=asyncio.to_thread,
                chance=random.Random(),
                helpers=(self._mirror_use(shard),),
                on_progress=note,
            )
            try:
                await self._ports.bulk.during(lambda: Fetch(self.stocks.of(shard), ports).run())
            finally:
                self._progress = self._fetched = None

    def _mirrors_of(self, shard: Shard) -> list[Mirror]:
        return [parse_mirror(text) for text in self._whole.mirrors_of(shard)]

    def _mirror_use(self, shard: Shard) -> MirrorUse:
        download = self._ports.download
        ports = MirrorPorts(
            web=lambda: Web(self._ports.web, download, self._ports.meter),
            book=self._book,
            limit_bytes_per_s=lambda: download.bytes_per_s,
        )
        return MirrorUse(shard.name, lambda: self._mirrors_of(shard), ports)

    def _take_from_folder(self, shard: Shard) -> bool:
        """Whether the file lay in the owner's folder."""
        assert self._larder.folder is not None
        path = self._larder.folder / Path(shard.name).name
        try:
            is_it = path.is_file() and path.stat().st_size == shard.bytes and file_digest(path) == shard.object
        except OSError as error:
            log.info("%s: %s", path, error)
            return False
        if is_it:
            self._larder.objects.add_file(path)
            self.stocks.of(shard).discard()
        return is_it

    async def _prepare(self, index: int, on_fraction: OnFraction) -> None:
        manifest, larder = self._holdings.alone(index), self._larder
        folders = (larder.objects.folder, larder.prepared)
        await prepare_in_child(manifest, recipe_of, *folders, lambda what, part: on_fraction(part))

    def _mend(self, stock: Stock) -> None:
        """What is wrong of a file that rots on this disk comes from other peers."""
        self._side.spawn(self._fetch_damaged(stock))

    async def _fetch_damaged(self, stock: Stock) -> None:
        await asyncio.to_thread(stock.lose)
        stock.forget()
        shard = self.stocks.shard_of(stock)
        try:
            await self.fetch(shard, lambda fraction: None)
        except LocalFault as fault:
            log.warning("%s cannot be mended: %s", shard.name or shard.object, fault)

    # --- room

    def _limit_bytes(self) -> int | None:
        asked = self._larder.limit_bytes
        if asked is None:
            return automatic_limit(shutil.disk_usage(self._larder.objects.folder.parent).total)
        return asked or None

    # --- what is said of it

    @property
    def progress(self) -> float | None:
        """How far the data is that training waits for; None if it waits for none."""
        return self.supply.fraction if self.supply.is_short else None

    def situation(self) -> tuple[Phase, Reason, Saying] | None:
        """What keeps this peer from training; None if nothing of its data does."""
        supply = self.supply
        if not supply.is_short:
            return None
        if supply.trouble is not None:
            reason = Reason.DISK_FULL if supply.trouble.is_disk_full else Reason.NO_DATA
            return Phase.STARTING, reason, supply.trouble.saying
        percent = 100 * supply.fraction
        if supply.is_preparing:
            saying = say("Preparing the collaboration's data, {done_percent}.", done_percent=percent)
            return Phase.STARTING, Reason.PREPARING, saying
        if self._progress is not None and _now_s() - self._helped_s > LONELY_S:
            return Phase.CONNECTING, Reason.NO_DATA, self._nobody_gives()
        return Phase.STARTING, Reason.FETCHING, self._fetching(percent)

    def _nobody_gives(self) -> Saying:
        mirrors = self._mirrors_of(self._fetched) if self._fetched is not None else ()
        trouble = self._book.trouble(mirrors)
        return say("{sentence} {mirrors}", sentence=NOBODY_GIVES, mirrors=trouble) if trouble else NOBODY_GIVES

    def _fetching(self, percent: float) -> Saying:
        progress = self._progress
        if progress is None or not progress.donors:
            return say("Fetching the collaboration's data, {done_percent}.", done_percent=percent)
        pace = progress.bytes_per_s
        if progress.donors == 1:
            return say(
                "Fetching the collaboration's data, {done_percent}, from one place at {pace_bytes_per_s}.",
                done_percent=percent,
                pace_bytes_per_s=pace,
            )
        return say(
            "Fetching the collaboration's data, {done_percent}, from {donors} places at {pace_bytes_per_s}.",
            done_percent=percent,
            donors=progress.donors,
            pace_bytes_per_s=pace,
        )


NOBODY_GIVES = say(
    "Nobody who can be reached has the data that is needed next; it is asked for again and again. "
    "Until then this computer averages for others."
)


def larder_of(options: RunOptions, settings: Settings, home: Home, objects: ObjectStore, *, is_host: bool) -> Larder:
    preferred = settings.preferences().data_limit_bytes
    folder = settings.get(page.DATA_FOLDER)
    return Larder(
        objects=objects,
        prepared=home.prepared,
        folder=options.data_folder or (Path(folder) if folder else None),
        limit_bytes=preferred if options.data_limit_bytes is None else options.data_limit_bytes,
        keeps_files=is_host,
    )


def automatic_limit(disk_bytes: int) -> int:
    return int(min(max(AUTOMATIC_LIMIT * disk_bytes, LEAST_LIMIT_BYTES), MOST_LIMIT_BYTES))


def _now_s() -> float:
    return asyncio.get_running_loop().time()
