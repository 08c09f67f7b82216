"""How a peer that is new, or was away, comes to the head of the log.

First the log, every commit checked; then the state: by applying the averages it missed where they can still be had and
that is less to fetch, else by a download from several peers. While that runs, the averages of the steps that are made
meanwhile are collected, so that the peer does not arrive behind.
"""

import asyncio
import logging
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from core.averaging.assignment import Layout
from core.averaging.part_book import PartBook
from core.dht.directory import Directory
from core.errors import PeerFault
from core.identity.ids import PeerId
from core.swarm.amending import amended_state, amendment_of
from core.swarm.assembly import Assembly
from core.swarm.download import DONORS, Download, DownloadPorts, DownloadProgress, Liars, StateGone, Target
from core.swarm.log_sync import LighterHistory, LogSync
from core.swarm.missed import AverageGone, Missed, MissedPorts
from core.swarm.replica import Replica
from core.swarm.state_files import StateFiles
from core.swarm.state_messages import AskState, StateOffer
from core.tasks import bare_faults
from core.training.state_digest import StateDigest, chunk_spans

log = logging.getLogger(__name__)

TRIES = 4
"""States that are tried, each newer than the one before."""
ANSWER_S = 6.0
ASKED = 8
"""Peers asked for averages."""
OTHERS_S = 1.0
"""How long others may take to answer when one has."""
NOWHERE_S = 20.0
"""How long the state of this peer's head is looked for before it is taken as lost to everybody."""
WAITING_BYTES = 1 << 30
"""Most that averages may take which wait to be applied."""


class StateNowhere(PeerFault):
    """Of all who were asked nobody has a state that leads on to the head."""


@dataclass(frozen=True, slots=True)
class CatchUpPorts:
    """What `CatchUp` is plugged into."""

    directory: Directory
    log_sync: LogSync
    new_book: Callable[[int, Layout], PartBook]
    """An empty book for a step, over the trainer's average."""
    reload_state: Callable[[], Awaitable[None]]
    """Puts the best state that this machine keeps into the replica."""
    average_bytes: int
    """Of one coded average."""
    files: StateFiles | None = None
    """Without them a download that is broken off is resumed only while the program runs."""
    on_progress: Callable[[DownloadProgress | None], None] = lambda _: None
    """None: no download is under way any more."""


class CatchUp:
    """Brings one replica to the head that other peers are at."""

    def __init__(self, replica: Replica, ports: CatchUpPorts) -> None:
        self._replica = replica
        self._ports = ports
        self._log_sync = ports.log_sync
        self._directory = ports.directory
        self._liars = Liars()
        self._chance = random.Random(replica.me.raw)
        self._missing_since_s: float | None = None
        """When it first turned out that nobody has the state of the head."""

    async def run(self, sources: Sequence[PeerId]) -> None:
        """Log and state from `sources`: the log of the first that can be reached is followed. Raises `PeerFault` if
        none could bring this peer up to date; then the log is as it was before, or where the state here is if that of
        the head has been nowhere for long: the weight of a history is only worth what its state can be had for."""
        fault: PeerFault = PeerFault("nobody to catch up from")
        is_out_of_reach = False
        self._log_sync.settle()
        for place, source in enumerate(sources):
            try:
                link = await self._directory.link_to(source)
                await self._log_sync.follow(link)
                await self._reach_head([source, *sources[:place], *sources[place + 1 :]])
                self._log_sync.settle()
                self._missing_since_s = None
                return
            except PeerFault as caught:
                log.info("could not catch up from %s: %s", source, caught)
                fault = caught
                is_out_of_reach |= isinstance(caught, StateNowhere | LighterHistory)
        self._log_sync.undo()
        if is_out_of_reach:
            await self._miss_state()
        raise fault

    async def _miss_state(self) -> None:
        now_s = asyncio.get_running_loop().time()
        if self._missing_since_s is None:
            self._missing_since_s = now_s
        if now_s - self._missing_since_s > NOWHERE_S:
            self._missing_since_s = None
            if not self._replica.shown.step:
                await self._ports.reload_state()
            self._replica.come_down()

    async def _reach_head(self, sources: Sequence[PeerId]) -> None:
        replica = self._replica
        fault: PeerFault = PeerFault("the log outran the state")
        at_least = 0
        for _ in range(TRIES):
            if not replica.is_in_step and replica.head_step == 0:
                await self._ports.reload_state()
            if replica.is_in_step:
                return
            try:
                with bare_faults():
                    await self._pursue(sources, at_least)
            except (AverageGone, StateGone) as gone:
                log.info("%s", gone)
                fault = gone
                at_least = max(at_least, gone.step) if isinstance(gone, AverageGone) else at_least
        if not replica.is_in_step:
            raise fault

    async def _pursue(self, sources: Sequence[PeerId], at_least: int) -> None:
        """From a state that is here or is downloaded, not older than that of step `at_least`, over all steps after it
        to the head."""
        position = self._replica.position
        target, donors = None, list[PeerId]()
        if position is None or position.step < at_least or not self._is_near(position):
            target, donors = await self._choose(sources, at_least)
        after = target.step if target is not None else position.step if position is not None else 0
        missed = Missed(
            self._replica,
            after,
            MissedPorts(
                log_sync=self._log_sync,
                link_to=self._directory.link_to,
                sources=lambda: [sources[0], *self._donors(sources)[:-1]][:ASKED],
                new_book=self._ports.new_book,
                liars=self._liars,
                limit_bytes=min(WAITING_BYTES, self._replica.trainer.state.nbytes),
            ),
        )
        async with asyncio.TaskGroup() as tasks:
            collecting = tasks.create_task(missed.run())
            if target is not None:
                assembly = await self._download(target, donors, sources, missed)
                tasks.create_task(self._finish(assembly))
            await self._apply(missed)
            collecting.cancel()

    def _is_near(self, position: StateDigest) -> bool:
        """Whether the averages missed since `position` are less to fetch than the state."""
        missed_bytes = (self._replica.head_step - position.step) * self._ports.average_bytes
        return self._replica.is_on_log and 0 <= missed_bytes <= self._replica.trainer.state.nbytes

    # --- steps

    async def _apply(self, missed: Missed) -> None:
        """Every step from the state on to the head, which may move on meanwhile."""
        replica = self._replica
        while not replica.is_in_step:
            if not replica.is_on_log or replica.position is None:
                raise StateGone("the log has left the state behind")
            step = replica.position.step + 1
            if await self.pass_amendment(step):
                continue
            average = await missed.take(step)
            header = replica.log.header(step)
            if header is None or not replica.is_on_log:
                raise StateGone("the log has left the state behind")
            book = await replica.offload(average.decode)
            position = await replica.apply(step, header.scalars)
            book.detach()
            replica.history.add(book)
            if position.root != header.state:
                replica.position = None
                raise PeerFault(f"step {step} gave another state than the log names")

    async def pass_amendment(self, step: int) -> bool:
        """Whether that is an amending step; the state is then brought to its result. Raises `AverageGone` if that is
        not to be had here."""
        replica = self._replica
        commits = replica.log.commits(step - 1, 1)
        if not commits or (amendment := amendment_of(commits[0], replica.run, replica.organiser)) is None:
            return False
        if replica.gradient.reaches(commits[0].header.first_sample):  # of what those samples were before
            await replica.clear_gradient()
        position = await amended_state(replica, amendment, step, self._ports.files)
        if position is None or position.root != commits[0].header.state:
            raise AverageGone(step, "it rolls back to a state that is not kept here")
        return True

    # --- the state

    def _donors(self, sources: Sequence[PeerId]) -> list[PeerId]:
        """Whoever may have states and averages: those that conduct come last, since they have other work."""
        reachable = [record.peer for record in self._directory.known() if record.is_reachable]
        others = [peer for peer in dict.fromkeys([*sources[1:], *reachable]) if peer != sources[0]]
        return [peer for peer in [*others, sources[0]] if peer != self._replica.me]

    async def _choose(self, sources: Sequence[PeerId], at_least: int) -> tuple[Target, list[PeerId]]:
        """The state that most of those asked have, the newest of several, and who has it; one of which a part is here
        already comes first, unless it has grown old. Raises `PeerFault`."""
        begun = await self._unfinished()
        offers = await self._ask(sources, begun, at_least)
        if any(target.step > self._replica.head_step for target in offers.values()):
            await self._log_sync.follow(await self._directory.link_to(sources[0]))
        offers = {peer: t for peer, t in offers.items() if t.step >= at_least and self._is_on_log(t)}
        if not offers:
            raise StateNowhere("nobody offers a state of this history")
        counts = Counter(offers.values())
        best = max(counts, key=lambda target: (counts[target], target.step))
        if begun is not None and begun in counts and self._lag_bytes(begun) <= self._replica.trainer.state.nbytes // 2:
            best = begun
        givers = [peer for peer, target in offers.items() if target == best]
        return best, sorted(givers, key=lambda peer: peer == sources[0])

    def _is_on_log(self, target: Target) -> bool:
        header = self._replica.log.header(target.step)
        return header is not None and header.state == target.root

    def _lag_bytes(self, target: Target) -> int:
        return (self._replica.head_step - target.step) * self._ports.average_bytes

    async def _unfinished(self) -> Target | None:
        """The state of which a part was downloaded before the program ended."""
        files, elements = self._ports.files, self._replica.trainer.state.size
        if files is None:
            return None
        unfinished = await self._replica.offload(lambda: files.unfinished(elements))
        if unfinished is None:
            return None
        unfinished.close()
        target = Target(unfinished.digest.step, unfinished.digest.root)
        return target if self._is_on_log(target) else None

    async def _ask(self, sources: Sequence[PeerId], begun: Target | None, at_least: int) -> dict[PeerId, Target]:
        """What each of several donors can give."""
        donors = [peer for peer in self._donors(sources) if peer not in self._liars]
        asked = [*self._chance.sample(donors[:-1], min(DONORS - 1, len(donors) - 1)), *donors[-1:]] if donors else []
        offers: dict[PeerId, Target] = {}

        question = AskState(at_least=at_least)
        if begun is not None and begun.step >= at_least:
            question = AskState(step=begun.step, root=begun.root, at_least=at_least)

        async def ask(peer: PeerId) -> None:
            try:
                link = await self._directory.link_to(peer)
                offer = await link.request(question, StateOffer, timeout_s=ANSWER_S)
            except PeerFault as fault:
                log.info("no state from %s: %s", peer, fault)
                return
            offers[peer] = Target(offer.step, offer.root)

        async with asyncio.TaskGroup() as tasks:
            asking = {tasks.create_task(ask(peer)) for peer in asked}
            while asking and not offers:
                _, asking = await asyncio.wait(asking, return_when=asyncio.FIRST_COMPLETED)
            if asking:
                _, asking = await asyncio.wait(asking, timeout=OTHERS_S)
            for task in asking:
                task.cancel()
        return offers

    async def _download(
        self, target: Target, donors: Sequence[PeerId], sources: Sequence[PeerId], missed: Missed
    ) -> Assembly:
        replica = self._replica

        async def assemble(digest: StateDigest) -> Assembly:
            if not digest.fits(replica.trainer.state.size):
                raise PeerFault("the state offered has another size than this run's")
            await replica.vacate()
            return Assembly(digest, replica.trainer.state, self._ports.files)

        download = Download(
            target,
            DownloadPorts(
                link_to=self._directory.link_to,
                candidates=lambda: list(dict.fromkeys([*donors, *self._donors(sources)])),
                liars=self._liars,
                offload=replica.offload,
                assemble=assemble,
                on_progress=self._ports.on_progress,
                must_wait=lambda: missed.needs_line,
                donors=min(DONORS, len(chunk_spans(replica.trainer.state.size)) + 1),
            ),
        )
        try:
            assembly = await download.run()
        finally:
            self._ports.on_progress(None)
        position = await replica.take_over(target.step)
        if position.root != target.root:
            replica.position = None
            raise PeerFault("the state fetched is damaged")
        await replica.clear_gradient()
        log.info("fetched the state of step %d", target.step)
        return assembly

    async def _finish(self, assembly: Assembly) -> None:
        await self._replica.offload(assembly.finish)
