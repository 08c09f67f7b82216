"""One engine in one home: what it takes part in, what the control socket asks of it, and how it ends."""

import asyncio
import contextlib
import functools
import logging
import signal
import time
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

from core.background import stand_back
from core.collaboration.invitation import Invitation
from core.data.objects import ObjectStore
from core.data.web import WebPorts
from core.display import Display
from core.engine.answering import Answering, Choice, Goal
from core.engine.board import STARTING, Board
from core.engine.choosing import Chooser
from core.engine.collaborations import situation_run
from core.engine.governing import Governor
from core.engine.installing import Installing, installing_of
from core.engine.ledger import Ledger, LedgerPorts
from core.engine.lending import SessionParts
from core.engine.listening import Listening
from core.engine.parent import say_up, watch_parent
from core.engine.renewal import renewing_of
from core.engine.reporting import invitation_of, is_cut_off, situation_of, work_of
from core.engine.rota import Rota
from core.engine.session import Session
from core.engine.telling import status_of
from core.errors import LocalFault
from core.identity.ids import RunId
from core.identity.keys import Identity
from core.identity.keystore import load_identity
from core.ipc.address import control_address
from core.ipc.lock import HomeLock
from core.ipc.messages import Event, Phase, Reason, Status
from core.ipc.restart import RESTART
from core.ipc.server import ControlServer
from core.nat.facts import NetworkFacts
from core.options import RunOptions
from core.paths import Home
from core.saying import Saying, say
from core.storage import settings as page
from core.storage.database import Database
from core.storage.history import History
from core.storage.log_store import LogStore, log_entry
from core.storage.petitions import PetitionStore
from core.storage.runs import RunRecord, Runs
from core.storage.scores import ScoreBook
from core.storage.settings import Settings
from core.swarm.records import Commit
from core.tasks import leading
from core.throttle.processor import own_processes
from core.throttle.sensors import Sensors
from core.training.api import TrainerBroken

log = logging.getLogger(__name__)

STATUS_EVERY_S = 0.5
REST_S = 3.0
"""How long an engine that is told to end waits for the step that is being applied."""


def run_engine(options: RunOptions, display: Display, web: WebPorts | None = None) -> int:
    """Runs an engine in the foreground until it is told to end; the exit status. `web`: None for the public one.
    Raises `LocalFault`."""
    if options.throttle:
        stand_back()  # averaging is work too
    home = Home(options.home.expanduser().absolute())
    with HomeLock(home.lock), Database.open(home.database) as database:
        identity, notice = load_identity(home)
        try:
            notices = [notice] if notice else []
            engine = Engine(options, home, database, identity, display, notices, web or WebPorts())
            return asyncio.run(engine.run())
        finally:
            display.done()


class Engine:
    """Runs one session at a time."""

    def __init__(
        self,
        options: RunOptions,
        home: Home,
        database: Database,
        identity: Identity,
        display: Display,
        notices: list[Saying],
        web: WebPorts,
    ) -> None:
        """`web`: what mirrors are asked through."""
        self._options = options
        self._home = home
        self._database = database
        self.identity = identity
        self._display = display
        self._web = web
        self.board = Board(notices=notices)
        self.runs = Runs(database)
        self.settings = Settings(database)
        self._objects = ObjectStore(home.objects)
        # Who hosts, or waits for one collaboration's step, does not go on to others.
        takes_turns = options.mode == "run" and options.until_step is None
        self.rota = Rota(self.runs, self._situation, self._take_turn, is_active=takes_turns)
        self._listening = Listening(options, identity, self.settings)
        ports = LedgerPorts(
            work=lambda: work_of(self.session),
            meter=self._listening.budget.meter,
            watts=lambda: self.governor.preferences.watts,
        )
        self.ledger = Ledger(History(database), ports)
        self._settle_consent()
        self.governor = Governor(
            self.settings,
            functools.partial(Sensors, lambda: own_processes(with_parent=options.exit_with_parent)),
            is_throttled=options.throttle and options.train and not options.auxiliary,
            device="cpu" if options.device == "auto" else options.device,
            month_bytes=self.ledger.month_bytes,
            on_bulk=self._listening.allow_bulk,
        )
        self.installing: Installing = installing_of(options, home, self.governor, self.board, self._listening)
        ready = self.installing.ready
        self._chooser = Chooser(identity, home, self._objects, self.runs, tuple, self.rota.admit, ready)
        self.renewing = renewing_of(self, home, self._listening, is_alone=not options.exit_with_parent)
        self._answering = Answering(self, database, home)
        self._server = ControlServer(control_address(home.root), self._answering.answer)
        self.session: Session | None = None
        self._last_facts: NetworkFacts | None = None
        self._next: Choice | None = None
        self._last: Choice | None = None
        self._interrupt = asyncio.Event()
        self._is_ending = False
        self._started_s = time.monotonic()
        self._has_invited = False

    async def run(self) -> int:
        """The exit status. Raises `LocalFault` if the engine cannot go on and nobody can be asked."""
        with contextlib.suppress(NotImplementedError):  # Windows
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self.end)
        if self._options.exit_with_parent:
            watch_parent(self.end)
        async with self._server:
            if not self._options.exit_with_parent:  # else it is the app that says so
                say_up()
            await self._answering.collaborations.tidy()
            works = (self._tell(), self.governor.run(), self.ledger.run(), self.rota.run())
            parts = (self.installing.run(), self.renewing.run())
            beside = [asyncio.create_task(work) for work in (*works, *parts)]
            try:
                await self._pursue_goals()
            finally:
                self._answering.close()
                for task in beside:
                    task.cancel()
                await asyncio.gather(*beside, return_exceptions=True)
        return RESTART if self.renewing.wants_restart else 0

    def end(self) -> None:
        self._is_ending = True
        self._interrupt.set()

    # --- goals

    def _settle_consent(self) -> None:
        """Who starts an engine in a terminal has agreed by that, and who had joined something before anybody asked."""
        is_asked = self._options.exit_with_parent
        if not is_asked or (self.settings.get(page.CONSENT) is None and self.runs.all()):
            self.settings.set(page.CONSENT, True)

    def consent(self, given: bool) -> None:
        """What is under way ends without it; with it, what was wanted begins."""
        had = self.governor.has_consent
        self.governor.consent(given)
        if given != had:
            self._next = self._next or self._last
            self._interrupt.set()

    async def _pursue_goals(self) -> None:
        self._next = self._first_choice()
        while not self._is_ending:
            self._interrupt.clear()
            if not self.governor.has_consent:
                await self._until_interrupted(self._wait_for_consent())
                continue
            choice, self._next = self._next, None
            self._last = choice or self._last
            await self._until_interrupted(self._pursue(choice) if choice else self._wait_for_orders())

    async def _wait_for_consent(self) -> None:
        sentence = say("Nothing is computed and nobody is called on before you agree to it.")
        self.board.say(Phase.IDLE, Reason.NEEDS_CONSENT, sentence)
        await asyncio.Event().wait()

    async def _until_interrupted(self, work: Coroutine[Any, Any, None]) -> None:
        """Does `work` until it ends or something else is wanted."""
        working = asyncio.create_task(work)
        interrupted = asyncio.create_task(self._interrupt.wait())
        try:
            await asyncio.wait({working, interrupted}, return_when=asyncio.FIRST_COMPLETED)
            await self._come_to_rest()
        finally:
            for task in (working, interrupted):
                task.cancel()
            await asyncio.gather(working, interrupted, return_exceptions=True)
        if not working.cancelled() and (fault := working.exception()) is not None:
            self._take_fault(fault)

    async def _come_to_rest(self) -> None:
        """A step that is applied here is committed first: only a state that is in the log can be saved."""
        loop = asyncio.get_running_loop()
        give_up = loop.time() + REST_S
        while (session := self.session) and session.is_between_states and loop.time() < give_up:  # noqa: ASYNC110  # once
            await asyncio.sleep(0.01)

    def _take_fault(self, fault: BaseException) -> None:
        """In the app the user reads it and decides; on the command line the engine ends with it."""
        bare = leading(fault, LocalFault) if isinstance(fault, BaseExceptionGroup) else fault
        if not isinstance(bare, LocalFault) or not self._options.exit_with_parent:
            raise bare
        log.error("%s", bare)
        self.board.say(Phase.FAILED, Reason.FAULT, bare.saying)

    async def _wait_for_orders(self) -> None:
        if self.board.phase is not Phase.FAILED:
            nothing = say("This computer takes part in nothing yet: join a collaboration, or start one.")
            if self.runs.all():
                nothing = say("All collaborations are set aside: give one of them a share.")
            self.board.say(Phase.IDLE, Reason.NO_COLLABORATION, nothing)
        await asyncio.Event().wait()

    async def _pursue(self, choice: Choice) -> None:
        goal = await choice()
        if goal is None:
            return
        session = self.session = Session(self._session_parts(goal), goal, self._listening)
        try:
            await session.run()
        except TrainerBroken as fault:
            if not await self.installing.give_up(fault.saying):
                raise
            self._next = self._next or choice
        finally:
            self._last_facts = session.network_facts()
            self.ledger.settle()
            self.session = None

    def _session_parts(self, goal: Goal) -> SessionParts:
        is_own = isinstance(goal, RunRecord) and goal.is_host and self._options.mode == "run"
        return SessionParts(
            # Who runs (rather than hosts) a collaboration of their own trains: nobody else may be there.
            options=replace(self._options, train=True) if is_own else self._options,
            identity=self.identity,
            home=self._home,
            objects=self._objects,
            runs=self.runs,
            settings=self.settings,
            board=self.board,
            governor=self.governor,
            remember=self._chooser.remember,
            open_log=lambda record: LogStore(self._database, record.run),
            open_scores=lambda record: ScoreBook(self._database, record.run),
            open_petitions=lambda record: PetitionStore(self._database, record.run),
            on_commit=self._on_commit,
            look_at_spending=self.ledger.look,
            installed=self.installing.ready,
            web=self._web,
        )

    def _first_choice(self) -> Choice | None:
        options, manifest = self._options, self._options.manifest
        if manifest is not None:
            return lambda: self._chooser.host(manifest, self.board.report, self.board.notices.append)
        if options.join is not None:
            return self.joining(options.join)
        if self.runs.all():
            return self._due
        return self.start_starter if options.starter else None

    def joining(self, link: str) -> Choice:
        """Raises `UsageError` if the link is broken."""
        invitation = Invitation.parse(link)

        async def choose() -> Goal:
            return self._chooser.joined(invitation) or invitation

        return choose

    async def _due(self) -> Goal | None:
        """The collaboration that was under way, unless it is set aside; else whichever is due."""
        active = self.runs.active()
        if active is None or not self.rota.has_share(active.run):
            found = self.rota.next()
            self.runs.set_active(found)
            active = self.runs.get(found) if found is not None else None
        return active

    async def start_starter(self) -> Goal:
        return await self._chooser.host_starter(self.board.report)

    def switch_to(self, choice: Choice) -> None:
        self.board.say(Phase.STARTING, Reason.PREPARING, STARTING)
        self._next = choice
        self._interrupt.set()

    def take_limits(self) -> None:
        """Preferences of the network have changed."""
        self._listening.take_limits()

    def go_on(self, first: Callable[[], object] | None = None) -> None:
        """Leaves what is under way, does `first` in a thread, and goes on with whatever is due then."""

        async def choose() -> Goal | None:
            if first is not None:
                await asyncio.to_thread(first)
            return await self._due()

        self.switch_to(choose)

    def _take_turn(self, run: RunId) -> None:
        self.runs.set_active(run)
        self.switch_to(self._due)

    def _situation(self) -> tuple[RunId | None, Phase, Reason]:
        """As `core.engine.rota` asks for it."""
        session = self.session
        situation = situation_of(session) if session is not None else None
        phase, reason, _ = situation or (self.board.phase, self.board.reason, "")
        if session is not None and is_cut_off(session):
            reason = Reason.NONE  # it would be no better with any other collaboration
        return situation_run(session, self.runs), phase, reason

    def try_again(self) -> None:
        """What failed last."""
        self.installing.ask()
        if self._last is not None:
            self.switch_to(self._last)

    def install_runtime(self, metered: bool) -> None:
        self.installing.ask(metered=metered)
        if self.board.phase is Phase.FAILED:
            self.try_again()

    # --- what happens

    def _on_commit(self, commit: Commit) -> None:
        entry = log_entry(commit, self.identity.peer_id)
        self._server.notify(Event.COMMIT, entry)
        if entry.my_samples:
            self.installing.note_trained()
        self.rota.consider()
        self.renewing.note_commit()
        self._end_at(commit.header.step)

    def _end_at(self, step: int) -> None:
        """Ends if `step`, the newest in the log, is what was waited for."""
        until = self._options.until_step
        if until is not None and step >= until:
            self.end()

    async def _tell(self) -> None:
        """Status to the display and to subscribers."""
        while True:
            status = self.status()
            self._display.show(status)
            self._server.notify(Event.STATUS, status)
            self._invite()
            if status.collaboration is not None:
                self._end_at(status.collaboration.step)  # it may have been in the log from the start
            await asyncio.sleep(STATUS_EVERY_S)

    def _invite(self) -> None:
        """A host's first line of output, once others can come in."""
        if self._options.mode != "host" or self._has_invited or self.session is None or self.session.node is None:
            return
        link = invitation_of(self.session)
        if link:
            self._has_invited = True
            self._display.invitation(link)

    def status(self) -> Status:
        uptime_s = time.monotonic() - self._started_s
        return status_of(self.session, self, home=self._home, uptime_s=uptime_s, facts=self.facts())

    def facts(self) -> NetworkFacts | None:
        """What kept a session from going on stays told after its end."""
        return self.session.network_facts() if self.session is not None else self._last_facts
