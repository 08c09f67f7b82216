"""States on disk: saved now and then and at the end, loaded at the start."""

import asyncio
import logging
import time

from core.data.objects import ObjectStore
from core.errors import LocalFault
from core.identity.ids import RunId
from core.identity.manifest import Manifest
from core.storage.checkpoints import CheckpointStore
from core.storage.run_states import RunStates
from core.swarm.replica import Replica
from core.training.layout import read_weights

log = logging.getLogger(__name__)

SAVE_EVERY_S = 60.0


class Keeper:
    """Keeps one run's state across restarts."""

    def __init__(self, run: RunId, manifest: Manifest, objects: ObjectStore, checkpoints: CheckpointStore) -> None:
        self._run = run
        self._manifest = manifest
        self._objects = objects
        self._checkpoints = checkpoints
        self.files = RunStates(checkpoints, run)
        self._saved_step = 0
        self._saved_s = time.monotonic()

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
        except LocalFault as fault:
            log.warning("the state of step %d was not saved: %s", position.step, fault)
