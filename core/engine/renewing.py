"""Keeps the installed program up to date: asks once a day, fetches beside the work, and says when to start anew.

From sources, or built without a feed, it does nothing. What the owner wants comes first: without leave nothing is
fetched over a network that charges by volume, and without `automatic_updates` a newer version is only told of.
"""

import asyncio
import contextlib
import logging
import random
import time
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass

from core.data.web import Web
from core.errors import LocalFault
from core.ipc.installed import Update, UpdateState
from core.release.feed import Offer
from core.release.seal import ReleaseFault
from core.release.updating import Prepare, Updating, needs_nothing
from core.release.web import NotFetched
from core.saying import NOTHING, Saying, say
from core.storage import settings as page
from core.storage.settings import Settings
from core.tasks import in_thread

log = logging.getLogger(__name__)

LOOK_EVERY_S = 1.0
FIRST_S = (30.0, 600.0)
"""After the start of an engine that has not asked for a day. Drawn from this span, as the next are, so that not
everybody asks at once."""
DAY_S = (64_800.0, 108_000.0)
AGAIN_S = (2_400.0, 4_800.0)
"""After something went wrong."""
RUN_WELL_S = 600.0
"""A version that has run for so long needs the one before no more; and where a newer one is not used although it is
ready, an engine without an app asks for it no more often."""


@dataclass(frozen=True)
class RenewalPorts:
    """What the engine knows, and does."""

    settings: Settings
    web: Callable[[bool], AbstractAsyncContextManager[Web]]
    """Within the owner's limits. True: by leave, also where little may cross the network."""
    may_fetch: Callable[[], bool]
    """Whether much may cross the network now."""
    has_settled: Callable[[], bool]
    """Whether that is known by now: for some seconds after the start nobody can tell."""
    is_older: Callable[[], bool]
    """Whether others were met who speak a newer protocol."""
    is_in_step: Callable[[], bool]
    end: Callable[[], None]
    applies_itself: bool
    """Nobody else decides when a newer version is to be used: there is no app."""
    prepare: Prepare = needs_nothing
    draw: Callable[[float, float], float] = random.uniform
    now_s: Callable[[], float] = time.time
    """Unix time."""


class Renewing:
    """One per engine. Everything belongs to the event loop."""

    def __init__(self, updating: Updating | None, ports: RenewalPorts) -> None:
        """`updating`: None where there is nobody to ask."""
        self._updating = updating if updating is not None and updating.origin.feeds else None
        self._ports = ports
        self.wants_restart = False
        """The engine was ended so that a newer version can take its place."""
        self._wake = asyncio.Event()
        self._checked = asyncio.Event()
        self._job: asyncio.Task[None] | None = None
        self._is_fetching = False
        self._offer: Offer | None = None
        self._size_bytes = self._done_bytes = 0
        self._fault: Saying = NOTHING
        self._ready = ""
        self._taken_back: tuple[str, Saying] = ("", NOTHING)
        self._is_ordered = self._has_leave = self._is_applying = self._is_by_hand = self._was_older = False
        self._check_s = self._first_check_s()
        self._fetch_s = 0.0
        """Unix time before which neither is done, as above."""
        self._settled_s = ports.now_s() + RUN_WELL_S
        self._has_run_well = False

    # --- what is said

    def told(self) -> Update:
        state, saying = self._state()
        offered = self._offer.release if self._offer is not None else None
        newer = offered.version if offered is not None else self._taken_back[0]
        return Update(
            state=state,
            newer=self._ready if state in (UpdateState.READY, UpdateState.APPLYING) else newer,
            size_bytes=self._size_bytes,
            done_bytes=self._done_bytes,
            notes=offered.notes if offered is not None else "",
            is_needed=self._updating is not None and self._ports.is_older(),
            saying=saying,
        )

    def _state(self) -> tuple[UpdateState, Saying]:
        applying = say("The newer version starts as soon as the step under way has ended.")
        waiting = say("The newer version is fetched as soon as the network may be used for it, or you say so.")
        waits = self._wants_fetch and self._ports.has_settled() and not self._may_fetch
        cases = (
            (self._updating is None, UpdateState.NONE, NOTHING),
            (self._is_applying, UpdateState.APPLYING, applying),
            (self._is_fetching, UpdateState.FETCHING, NOTHING),
            (bool(self._ready), UpdateState.READY, NOTHING),
            (bool(self._fault), UpdateState.FAILED, self._fault),
            (self._is_taken_back, UpdateState.FAILED, self._taken_back[1]),
            (self._offer is not None, UpdateState.AVAILABLE, waiting if waits else NOTHING),
        )
        found = ((state, saying) for is_so, state, saying in cases if is_so)
        return next(found, (UpdateState.CURRENT, NOTHING))

    @property
    def _is_taken_back(self) -> bool:
        version, _ = self._taken_back
        return bool(version) and (self._offer is None or self._offer.release.version == version)

    # --- what is asked; all raise `LocalFault` where there is nobody to ask

    async def check_now(self) -> None:
        """Returns when that is known. What was taken back is forgiven."""
        updating = self._asked()
        if not self._is_fetching:
            await self._forgive(updating)
            self._checked.clear()
            self._is_by_hand = True
            self._wake.set()
            await self._checked.wait()

    async def fetch_now(self, *, has_leave: bool) -> None:
        """Begins with it. `has_leave`: also where the network charges by volume."""
        await self._forgive(self._asked())
        self._is_ordered, self._fetch_s, self._fault = True, 0.0, NOTHING
        self._has_leave = self._has_leave or has_leave
        self._is_by_hand = self._is_by_hand or self._offer is None
        self._wake.set()

    def apply(self) -> None:
        """As soon as the step under way has ended. Raises `LocalFault` if nothing is ready."""
        self._asked()
        if not self._ready:
            raise LocalFault(say("No newer version is here that could be used: look for updates first."))
        self._is_applying = True
        self._wake.set()

    def _asked(self) -> Updating:
        if self._updating is None:
            raise LocalFault(
                say("This Idlewild knows no place to ask for newer versions: bring it up to date as it was installed.")
            )
        return self._updating

    async def _forgive(self, updating: Updating) -> None:
        version, _ = self._taken_back
        if version:
            with contextlib.suppress(ReleaseFault):
                await in_thread(lambda: updating.versions.forgive(version))
            await self._refresh(updating)

    def note_commit(self) -> None:
        """A step has ended: the moment for a newer version to take over."""
        if self._is_applying:
            self._end()

    # --- what is done

    async def run(self) -> None:
        """Until cancelled."""
        if self._updating is None:
            return
        updating = self._updating
        try:
            with contextlib.suppress(ReleaseFault):  # a disk that fails now is told of when something is written
                await in_thread(updating.versions.tidy)
            await self._refresh(updating)
            while True:
                self._wake.clear()
                await self._turn(updating)
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(LOOK_EVERY_S):
                        await self._wake.wait()
        finally:
            await self._break_off()

    async def _turn(self, updating: Updating) -> None:
        now_s = self._ports.now_s()
        self._heed_others(now_s)
        if self._job is not None and self._job.done():
            await self._harvest(updating)
        if self._is_fetching and not self._may_fetch:
            await self._break_off()
        if self._job is None and not self._is_applying:
            self._begin(updating, now_s)
        if self._ready and self._ports.applies_itself and self._is_automatic and now_s >= self._settled_s:
            self._is_applying = True
        if self._is_applying and not self._ports.is_in_step():
            self._end()
        if now_s >= self._settled_s and not self._has_run_well:
            self._has_run_well = True
            with contextlib.suppress(ReleaseFault):
                await in_thread(updating.versions.run_well)

    def _heed_others(self, now_s: float) -> None:
        """They may be updated already, and leave this peer alone until it is too."""
        is_older = self._ports.is_older()
        if is_older and not self._was_older:
            self._check_s = min(self._check_s, now_s)
        self._was_older = is_older

    def _begin(self, updating: Updating, now_s: float) -> None:
        if self._is_by_hand or (now_s >= self._check_s and self._has_consent and self._may_fetch):
            self._job = asyncio.create_task(self._check(updating))
        elif self._wants_fetch and self._may_fetch and now_s >= self._fetch_s:
            self._is_fetching = True
            self._job = asyncio.create_task(self._fetch(updating))

    async def _check(self, updating: Updating) -> None:
        async with self._ports.web(self._is_by_hand) as web:
            self._offer = await updating.check(web)
        if self._offer is not None:
            plan = await updating.plan(self._offer)
            self._size_bytes, self._done_bytes = plan.fetch_bytes, 0
            if self._ready == self._offer.release.version:
                self._size_bytes = 0

    async def _fetch(self, updating: Updating) -> None:
        assert self._offer is not None

        def tell(done_bytes: int, size_bytes: int) -> None:
            self._done_bytes, self._size_bytes = done_bytes, size_bytes

        async with self._ports.web(self._has_leave) as web:
            await updating.fetch(web, self._offer, tell, self._ports.prepare)

    async def _harvest(self, updating: Updating) -> None:
        """Of a job that has ended."""
        assert self._job is not None
        job, self._job = self._job, None
        was_fetching, self._is_fetching = self._is_fetching, False
        is_by_hand = was_fetching or self._is_by_hand
        self._is_by_hand = self._is_by_hand and was_fetching
        now_s = self._ports.now_s()
        next_s, again_s = now_s + self._ports.draw(*DAY_S), now_s + self._ports.draw(*AGAIN_S)
        try:
            await job
        except ReleaseFault as fault:
            log.warning("no newer version was %s: %s", "fetched" if was_fetching else "found", fault)
            # That the feed cannot be reached in the night is nobody's concern.
            self._fault = fault.saying if is_by_hand or not isinstance(fault, NotFetched) else self._fault
            self._check_s, self._fetch_s = again_s, again_s
        else:
            self._fault = NOTHING
            self._is_ordered = self._has_leave = False if was_fetching else self._is_ordered
            self._check_s = self._check_s if was_fetching else next_s
        if not was_fetching:
            with contextlib.suppress(LocalFault):  # a full disk is told of by others
                self._ports.settings.set(page.UPDATE_ASKED_S, now_s)
            self._checked.set()
        await self._refresh(updating)

    async def _refresh(self, updating: Updating) -> None:
        """What the disk says."""
        versions = updating.versions
        self._ready = await in_thread(lambda: versions.ready)
        version = await in_thread(versions.taken_back)
        self._taken_back = version, versions.why_not(version)

    async def _break_off(self) -> None:
        """What has come stays."""
        job, self._job, self._is_fetching = self._job, None, False
        if job is not None:
            job.cancel()
            await asyncio.gather(job, return_exceptions=True)

    def _end(self) -> None:
        if not self.wants_restart:
            self.wants_restart = True
            self._ports.end()

    # --- whether it may be

    @property
    def _is_automatic(self) -> bool:
        return self._ports.settings.preferences().automatic_updates

    @property
    def _has_consent(self) -> bool:
        return self._ports.settings.get(page.CONSENT) is True

    @property
    def _may_fetch(self) -> bool:
        return self._has_leave or (self._ports.has_settled() and self._ports.may_fetch())

    @property
    def _wants_fetch(self) -> bool:
        if self._offer is None or self._offer.release.version == self._ready or self._is_taken_back:
            return False
        return self._is_ordered or (self._is_automatic and self._has_consent)

    def _first_check_s(self) -> float:
        """A clock that was ahead keeps nobody from asking."""
        now_s = self._ports.now_s()
        asked_s = min(now_s, self._ports.settings.get(page.UPDATE_ASKED_S))
        return max(now_s + self._ports.draw(*FIRST_S), asked_s + self._ports.draw(*DAY_S))
