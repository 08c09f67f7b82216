"""What computes: torch and what it needs, which the installed program fetches for this computer's hardware.

It is looked for at the start and, where there is none, brought in the background as soon as the owner has agreed to
what this computer is used for. Whoever needs it waits (`ready`), and shows on the board what is going on.
"""

import asyncio
import functools
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import msgspec

from core.data.web import Web
from core.engine.board import Board
from core.engine.bulk import BulkGate
from core.engine.installing_words import fraction, said, waits_for_leave
from core.engine.listening import Listening
from core.errors import LocalFault
from core.ipc.installed import EngineRuntime, RuntimeState
from core.ipc.messages import Phase, Reason
from core.options import RunOptions
from core.paths import Home
from core.release.disk import NoSpace
from core.release.documents import Runtime
from core.release.fitting import Fitting
from core.release.hardware import Computer, ThisComputer
from core.release.installing import InstallPorts, install
from core.release.origin import Origin, built
from core.release.runtimes import Installed, activate
from core.release.seal import ReleaseFault
from core.release.self_test import DoesNotWork
from core.release.web import NotFetched, release_web
from core.saying import NOTHING, Saying, say
from core.tasks import in_thread
from core.throttle.policy import Decision

log = logging.getLogger(__name__)

LOOK_EVERY_S = 0.5
AGAIN_S, LONGEST_AGAIN_S = 10.0, 600.0
"""After so long it is tried again where the web or the disk failed; twice as long after each failure."""
_NO_NETWORK_NEEDED = (RuntimeState.UNPACKING, RuntimeState.TESTING)
_CHARGED = (Reason.METERED, Reason.DATA_BUDGET)
_HERE = EngineRuntime()


class Owner(Protocol):
    """`core.engine.governing.Governor`: what the owner allows now."""

    @property
    def has_consent(self) -> bool: ...

    @property
    def has_settled(self) -> bool:
        """Whether it is known by now whether the network charges by volume, as far as it ever will be."""
        ...

    @property
    def bulk(self) -> BulkGate: ...

    @property
    def decision(self) -> Decision: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class InstallingPorts:
    """What this is plugged into."""

    origin: Origin | None
    """None in a program that runs from its sources: all that computes is there then."""
    folder: Path
    """Of the home's runtimes."""
    device: str
    """The owner's choice, as `RunOptions.device`."""
    owner: Owner
    board: Board
    web: Callable[[], AbstractAsyncContextManager[Web]]
    computer: Computer = ThisComputer()  # noqa: RUF009  # asks nothing before it is asked
    install: Callable[[Runtime, InstallPorts], Awaitable[Installed]] = install
    activate: Callable[[Installed, Installed | None], None] = activate


class Installing:
    """Of one engine."""

    def __init__(self, ports: InstallingPorts) -> None:
        self._ports = ports
        self._told = _HERE if ports.origin is None else EngineRuntime(state=RuntimeState.MISSING)
        self._fitting: Fitting | None = None
        if ports.origin is not None:
            self._fitting = Fitting(ports.origin, ports.folder, ports.device, ports.computer)
        self._active: Installed | None = None
        self._fault: Saying | None = None
        """Nobody but the user can mend it."""
        self._has_leave = False
        """To fetch although volume is charged."""
        self._forgives = False
        self._has_local = False
        """Whether one of the wishes is on this computer already."""
        self._gate = BulkGate()
        self._changed = asyncio.Event()
        self._asked, self._trained = asyncio.Event(), asyncio.Event()
        self._damages = 0

    # --- for whoever needs it

    @property
    def runtime(self) -> EngineRuntime:
        """As `Status` has it."""
        return self._told

    @property
    def is_ready(self) -> bool:
        return self._told.state is RuntimeState.READY

    async def ready(self) -> None:
        """Returns when it is there; says on the board meanwhile what it waits for. Raises `LocalFault` where it fails
        for good."""
        while not self.is_ready:
            if self._fault is not None:
                raise LocalFault(self._fault)
            self._say()
            await self._change_or(LOOK_EVERY_S)

    def ask(self, *, metered: bool = False) -> None:
        """The owner wants it now: what failed is tried again. `metered`: also where volume is charged."""
        self._has_leave |= metered
        self._forgives = True
        self._fault = None
        if self._told.state is RuntimeState.FAILED:
            self._told = msgspec.structs.replace(self._told, state=RuntimeState.MISSING, saying=NOTHING)
        self._asked.set()

    def note_trained(self) -> None:
        """Something that was computed with it was accepted: those before it can go."""
        self._trained.set()

    async def give_up(self, why: Saying) -> bool:
        """The trainer cannot start with it, half a sentence says `why`. Whether there is another way: another one, the
        one before it, or the same anew if it was damaged; `ready` waits for that."""
        if self._fitting is None or self._active is None:
            return False
        broken, store = self._active, self._fitting.store
        self._damages += 1
        is_damaged = self._damages == 1 and await in_thread(lambda: store.discard_if_damaged(broken))
        notice = say("Files of the parts that compute were damaged ({why}); they are fetched anew.", why=why)
        if not is_damaged:
            await in_thread(lambda: store.spoil(broken.id, str(why)))
            notice = say(
                "The parts that compute ({device}) do not work any more ({why}); others take their place.",
                device=broken.device,
                why=why,
            )
        self._ports.board.notices.append(notice)
        self._told = EngineRuntime(state=RuntimeState.MISSING, device=broken.device)
        self._asked.set()
        return True

    # --- the work

    async def run(self) -> None:
        """Until cancelled."""
        if self._fitting is None:
            return
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._mind_gate())
            tasks.create_task(self._note_when_trained(self._fitting))
            again_s = AGAIN_S
            while True:
                self._asked.clear()
                is_worth_it = await self._try(self._fitting)
                if self.is_ready:
                    again_s = AGAIN_S
                await self._asked_within(again_s if is_worth_it else None)
                again_s = min(2 * again_s, LONGEST_AGAIN_S)

    async def _try(self, fitting: Fitting) -> bool:
        """Whether it is worth trying again after a while."""
        try:
            await in_thread(lambda: self._look(fitting))
            if not self.is_ready:
                await self._gate.during(lambda: self._bring(fitting))
        except (NotFetched, NoSpace) as fault:
            self._fail(fault.saying)
            return True
        except (ReleaseFault, LocalFault) as fault:
            self._fail(fault.saying)
            self._fault = fault.saying
        finally:
            self._tell()
        return False

    def _look(self, fitting: Fitting) -> None:
        """Whether the best is here already. Blocks. Raises `ReleaseFault`, `LocalFault`."""
        if self._forgives:
            self._forgives = False
            fitting.store.forgive()
        if self.is_ready:
            return  # what works is left; what is forgiven is tried at the next start
        fitting.tidy()
        wanted = fitting.wanted()
        if (usable := fitting.usable(wanted)) is not None:
            self._take(usable, wanted[0])
            return
        self._has_local = bool(fitting.local(wanted))
        self._show(RuntimeState.MISSING, wanted[0])

    async def _bring(self, fitting: Fitting) -> None:
        """The best that works; where that cannot be fetched, one that is here already. Raises `ReleaseFault`."""
        wanted = await in_thread(fitting.wanted)
        local = await in_thread(lambda: fitting.local(wanted))
        if local and not self._may_fetch:
            wanted = local
        for runtime in wanted:
            try:
                return await self._bring_one(fitting, runtime)
            except DoesNotWork as fault:
                log.warning("%s", fault)
                await in_thread(functools.partial(fitting.store.spoil, runtime.id, str(fault.why)))
                if runtime is wanted[-1]:
                    raise
                self._ports.board.notices.append(fault.saying)
            except (NotFetched, NoSpace) as fault:
                log.warning("%s", fault)
                others = [one for one in local if one is not runtime]
                if not others:
                    raise
                return await self._bring_one(fitting, others[0])
        return None

    async def _bring_one(self, fitting: Fitting, runtime: Runtime) -> None:
        self._show(RuntimeState.MISSING, runtime)
        ports = InstallPorts(
            runtimes=fitting.store,
            web=self._ports.web,
            mirrors=fitting.needs.mirrors,
            on_progress=lambda state, done_bytes: self._show(state, runtime, done_bytes),
        )
        began_s = time.monotonic()
        installed = await self._ports.install(runtime, ports)
        log.info("%s was installed in %.0f s", installed.id, time.monotonic() - began_s)
        self._take(installed, runtime)

    def _take(self, installed: Installed, runtime: Runtime) -> None:
        self._ports.activate(installed, self._active)
        self._active, self._fault = installed, None
        self._show(RuntimeState.READY, runtime)

    async def _note_when_trained(self, fitting: Fitting) -> None:
        kept: Installed | None = None
        while True:
            await self._trained.wait()
            self._trained.clear()
            if (active := self._active) is not None and active != kept:
                kept = active
                try:
                    await in_thread(functools.partial(fitting.keep, active))
                except (LocalFault, ReleaseFault) as fault:
                    log.warning("%s", fault)

    # --- what the owner allows

    @property
    def _may_fetch(self) -> bool:
        return self._has_leave or (self._ports.owner.has_settled and self._ports.owner.bulk.is_open)

    def _look_at_gate(self) -> None:
        owner, state = self._ports.owner, self._told.state
        needs_no_network = state in _NO_NETWORK_NEEDED or (self._has_local and state is not RuntimeState.FETCHING)
        self._gate.change(owner.has_consent and (needs_no_network or self._may_fetch))
        if not self._may_fetch and self._is_charged and state in (RuntimeState.MISSING, RuntimeState.FETCHING):
            saying = waits_for_leave(self._told.size_bytes)
            self._told = msgspec.structs.replace(self._told, state=RuntimeState.WAITS, saying=saying)

    @property
    def _is_charged(self) -> bool:
        return self._ports.owner.has_settled and self._ports.owner.decision.reason in _CHARGED

    async def _mind_gate(self) -> None:
        while True:
            self._look_at_gate()
            await asyncio.sleep(LOOK_EVERY_S)

    # --- what is told

    def _show(self, state: RuntimeState, runtime: Runtime, done_bytes: int = 0) -> None:
        """Called in other threads too."""
        told = EngineRuntime(
            state=state,
            device=runtime.device,
            size_bytes=runtime.size_bytes,
            unpacked_bytes=runtime.unpacked_bytes,
            done_bytes=done_bytes,
        )
        self._told = msgspec.structs.replace(told, saying=said(told))

    def _fail(self, saying: Saying) -> None:
        log.warning("what computes cannot be installed: %s", saying)
        self._told = msgspec.structs.replace(self._told, state=RuntimeState.FAILED, saying=saying)

    def _say(self) -> None:
        """On the board: why what needs it waits."""
        told, board, decision = self._told, self._ports.board, self._ports.owner.decision
        if told.state is RuntimeState.FAILED:
            board.say(Phase.FAILED, Reason.FAULT, told.saying)
        elif self._gate.is_open or not self._ports.owner.has_settled:
            board.say(Phase.STARTING, Reason.INSTALLING, told.saying, fraction(told))
        elif self._is_charged:
            board.say(Phase.STARTING, Reason.METERED_INSTALL, told.saying)
        else:
            board.say(Phase.PAUSED, decision.reason, decision.saying)

    def _tell(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    async def _change_or(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._changed.wait()
        except TimeoutError:
            return

    async def _asked_within(self, seconds: float | None) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._asked.wait()
        except TimeoutError:
            return


def installing_of(options: RunOptions, home: Home, owner: Owner, board: Board, listening: Listening) -> Installing:
    """Raises `LocalFault` if the installation is damaged."""
    return Installing(
        InstallingPorts(
            origin=built(),
            folder=home.runtimes,
            device=options.device,
            owner=owner,
            board=board,
            web=lambda: release_web(listening.granted, listening.budget.meter),
        )
    )
