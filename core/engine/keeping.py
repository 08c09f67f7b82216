"""States on disk: saved now and then and at the end, loaded at the start."""

import asyncio
import logging
import time
from collections.abc import Callable

from core.data.objects import ObjectStore
from core.engine.examining import Examiner
from core.errors import LocalFault
from core.identity.ids import Digest
from core.identity.manifest import Manifest
from core.paths import Home
from core.saying import Saying
from core.storage.checkpoints import KEPT, KEPT_BY_HOSTS, CheckpointStore
from core.storage.run_states import RunStates
from core.storage.runs import RunRecord
from core.storage.scores import ScoreBook
from core.swarm.replica import Replica
from core.training.layout import read_weights

log = logging.getLogger(__name__)

SAVE_EVERY_S = 60.0


class Keeper:
    """Keeps one run's state across restarts. Where the run is hosted it keeps more of them, and each is examined."""

    def __init__(
        self,
        record: RunRecord,
        manifest: Manifest,
        home: Home,
        scores: ScoreBook,
        on_notice: Callable[[Saying], None] = lambda saying: None,
    ) -> None:
        self._run = record.run
        self._manifest = manifest
        self._objects = ObjectStore(home.objects)
        self._checkpoints = CheckpointStore(home.checkpoints, KEPT_BY_HOSTS if record.is_host else KEPT)
        self._examiner = Examiner(manifest, home, scores, on_notice) if record.is_host else None
        self.scores = scores
        self.files = RunStates(self._checkpoints, self._run)
        self._saved_step = 0
        self._saved_s = time.monotonic()

    async def run(self) -> None:
        """Until cancelled."""
        if self._examiner is not None:
            await self._examiner.run()

    async def load(self, replica: Replica) -> None:
        """The newest state that is on disk and that the log has passed through; else the initial weights.

        Raises `LocalFault` if not even these can be read.
        """
        await replica.vacate()
        state = replica.trainer.state
        at_most = replica.head_step
        while at_most > 0:
            found = await asyncio.to_thread(self._checkpoints.load_into, self._run, state, at_most)
            if found is None:
                break
            position = await replica.take_over(found.step)
            if position.root == found.digest and replica.is_on_log:
                self._saved_step = found.step
                log.info("state of step %d loaded", found.step)
                self._have_examined(found.step, found.digest)
                return
            if position.root != found.digest:
                self._checkpoints.condemn(self._run, found.step)
            at_most = found.step - 1
        state[self._manifest.elements :] = 0.0
        read_weights(self._objects.path(self._manifest.initial_weights), state[: self._manifest.elements])
        await replica.take_over(0)

    async def save_when_due(self, replica: Replica) -> None:
        if time.monotonic() - self._saved_s >= SAVE_EVERY_S:
            await self.save(replica)

    async def save(self, replica: Replica) -> None:
        """Saves the state if the log's head is newer than what is on disk. A full disk is reported, not fatal: the
        network has the state."""
        self._saved_s = time.monotonic()
        position = replica.position
        if position is None or not replica.is_in_step or position.step <= self._saved_step:
            return
        view = replica.view()
        if view is None:
            return
        try:
            await asyncio.to_thread(self.files.save, view)
            self._saved_step = position.step
            self._have_examined(position.step, position.root)
        except LocalFault as fault:
            log.warning("the state of step %d was not saved: %s", position.step, fault)

    def _have_examined(self, step: int, state: Digest) -> None:
        if self._examiner is not None:
            self._examiner.take(step, state, self._checkpoints.path(self._run, step))
