"""States that stand still for those who download them, while training goes on.

All members hold the same state at the same step, so a newcomer can fetch one state from many of them, if they all keep
it for as long as that takes. It costs a donor no memory: a lent state is read from the live vector until it is in a
file, and then from there; it is copied only if a step is applied before it is saved, until it is.
"""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager

from core.errors import LocalFault
from core.identity.ids import Digest
from core.swarm.replica import Replica
from core.swarm.state_files import SavedState, StateFiles
from core.swarm.state_messages import AskState
from core.training.state_digest import StateDigest
from core.training.state_view import StateView

log = logging.getLogger(__name__)

STATES = 2
"""Lent at a time."""
DOWNLOADS = 6
"""Served at a time."""
LINGER_S = 60.0
"""How long a state stays after its last download ended or was asked about: links break, and come back."""
CHANGE_S = 3.0
"""A state that nobody downloads makes room for a newer one after so long."""
COMMIT_S = 4.0
"""How long a state that is not committed yet is waited for."""
AHEAD_STEPS = 2
AHEAD_S = 15.0
"""A state that will be there within so many steps is waited for so long."""


class LentState:
    """One state on the shelf."""

    def __init__(self, digest: StateDigest, source: StateView | SavedState) -> None:
        self.digest = digest
        self.source = source
        self.users = 0
        self.used_s = 0.0

    def read(self, index: int) -> bytes:
        """From any thread. Raises `OSError`."""
        return self.source.read(index)

    def close(self) -> None:
        if not isinstance(self.source, StateView):
            self.source.close()


class Shelf:
    """The lent states of one replica. `run` puts them in files and takes those away that nobody wants any more."""

    def __init__(self, replica: Replica, files: StateFiles | None) -> None:
        """Without `files` lent states stay in memory."""
        self._replica = replica
        self._files = files
        self._lent: list[LentState] = []
        """Newest last."""
        self._is_new = asyncio.Event()

    @property
    def downloads(self) -> int:
        return sum(state.users for state in self._lent)

    @property
    def held_bytes(self) -> int:
        """Memory that lent states take."""
        return sum(lent.source.held_bytes for lent in self._lent if isinstance(lent.source, StateView))

    async def newest(self, wanted: AskState) -> LentState | None:
        """The state that is named if it can be had, else the newest that can; None if none is of use."""
        if wanted.root is not None:
            named = self._on_shelf(wanted.root) or await self._take_up(wanted.step, wanted.root)
            if named is not None:
                return self._touched(named)
        replica = self._replica
        try:
            async with asyncio.timeout(COMMIT_S):
                while not replica.is_on_log:  # a step is being applied or committed
                    await replica.changed()
        except TimeoutError:
            log.debug("the present state is not committed")
        position = replica.position
        if position is not None and replica.is_on_log and position.step > 0:
            lent = self._on_shelf(position.root) or await self._take_up(position.step, position.root)
            if lent is not None:
                return self._touched(lent)
        if self._lent and self._lent[-1].digest.step >= wanted.at_least:
            return self._touched(self._lent[-1])
        return None

    async def exactly(self, step: int, root: Digest) -> LentState | None:
        """That state, now or in a moment; None if it cannot be had here."""
        give_up_s = asyncio.get_running_loop().time() + AHEAD_S
        while True:
            lent = self._on_shelf(root) or await self._take_up(step, root)
            if lent is not None:
                return self._touched(lent)
            position = self._replica.position
            if position is not None and not position.step < step <= position.step + AHEAD_STEPS:
                return None
            try:
                async with asyncio.timeout_at(give_up_s):
                    await self._replica.changed()
            except TimeoutError:
                return None

    @contextmanager
    def using(self, lent: LentState) -> Iterator[None]:
        """While somebody downloads `lent`, which stays."""
        lent.users += 1
        try:
            yield
        finally:
            lent.users -= 1
            self._touched(lent)

    def _touched(self, lent: LentState) -> LentState:
        lent.used_s = asyncio.get_running_loop().time()
        return lent

    def _on_shelf(self, root: Digest) -> LentState | None:
        return next((lent for lent in self._lent if lent.digest.root == root), None)

    async def _take_up(self, step: int, root: Digest) -> LentState | None:
        """Puts that state on the shelf, if it is the present one or in a file, and there is room."""
        header = self._replica.log.header(step)
        if header is None or header.state != root or not self._has_room():
            return None
        position = self._replica.position
        if position is not None and position.root == root:
            view = self._replica.view()
            assert view is not None
            self._is_new.set()
            return self._put(LentState(view.digest, view))
        return await self._take_from_file(step, root)

    async def _take_from_file(self, step: int, root: Digest) -> LentState | None:
        files = self._files
        if files is None:
            return None
        saved = await self._replica.offload(lambda: files.open(step, root))
        if saved is None:
            return None
        try:
            digest = await self._replica.offload(saved.rehash)
        except OSError as error:
            log.warning("the state of step %d cannot be read: %s", step, error)
            saved.close()
            return None
        there = self._on_shelf(root)
        if digest.root != root or there is not None or not self._has_room():
            saved.close()
            return there
        return self._put(LentState(digest, saved))

    def _put(self, lent: LentState) -> LentState:
        self._lent.append(lent)
        self._lent.sort(key=lambda one: one.digest.step)
        return lent

    def _has_room(self) -> bool:
        """Makes room if need be and if that hurts nobody."""
        now_s = asyncio.get_running_loop().time()
        self._clear(now_s, LINGER_S)
        if len(self._lent) >= STATES:
            self._clear(now_s, CHANGE_S)
        return len(self._lent) < STATES

    def _clear(self, now_s: float, idle_s: float) -> None:
        for lent in list(self._lent):
            if not lent.users and now_s - lent.used_s > idle_s:
                self._lent.remove(lent)
                lent.close()

    # --- upkeep

    async def run(self) -> None:
        """Until cancelled."""
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._clear_for_ever())
                tasks.create_task(self._save_for_ever())
        finally:
            for lent in self._lent:
                lent.close()
            self._lent.clear()

    async def _clear_for_ever(self) -> None:
        while True:
            await asyncio.sleep(LINGER_S / 2)
            self._clear(asyncio.get_running_loop().time(), LINGER_S)

    async def _save_for_ever(self) -> None:
        while True:
            await self._is_new.wait()
            self._is_new.clear()
            for lent in list(self._lent):
                if isinstance(lent.source, StateView) and not lent.source.is_settled:
                    await self._save(lent.source)

    async def _save(self, view: StateView) -> None:
        files = self._files
        if files is None:
            return
        try:
            await self._replica.offload(lambda: files.save(view))
        except LocalFault as fault:
            log.warning("the state of step %d is given to others from memory: %s", view.digest.step, fault)
