"""What the control socket asks of the engine, each passed on to whom it concerns."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Protocol

from core.collaboration.invitation import Invitation
from core.engine.amending import Amender
from core.engine.board import Board
from core.engine.collaborations import Collaborations
from core.engine.diagnostics import Diagnostics
from core.engine.exporting import export_model
from core.engine.governing import Governor
from core.engine.ledger import Ledger
from core.engine.nearby import nearby_of
from core.engine.preferring import Preferring
from core.engine.renewal import RenewalAnswers
from core.engine.renewing import Renewing
from core.engine.rota import Rota
from core.engine.session import Session
from core.engine.trying import Trying
from core.errors import LocalFault
from core.identity.keys import Identity
from core.ipc.messages import ExportResult, LogEntry, Method, Phase, Status
from core.ipc.records import Bundle, HistoryRow, Membership, Nearby, TryAnswer
from core.nat.facts import NetworkFacts
from core.nat.nearby import look_nearby
from core.paths import Home
from core.saying import say
from core.storage.database import Database
from core.storage.history import History
from core.storage.log_store import LogStore
from core.storage.runs import RunRecord, Runs
from core.storage.settings import Settings

Goal = RunRecord | Invitation
Choice = Callable[[], Coroutine[Any, Any, Goal | None]]
"""Finds out what to take part in; None: nothing until the user says."""
Answer = Callable[..., Awaitable[object]]

_IN_A_BUNDLE = (Method.STATUS, Method.PREFERENCES, Method.SENSORS, Method.COLLABORATIONS)


class Host(Protocol):
    """`core.engine.engine.Engine`, to the control socket."""

    identity: Identity
    board: Board
    runs: Runs
    rota: Rota
    settings: Settings
    governor: Governor
    session: Session | None
    ledger: Ledger
    renewing: Renewing

    def status(self) -> Status: ...

    def switch_to(self, choice: Choice) -> None:
        """Leaves what is under way for something else."""
        ...

    def joining(self, link: str) -> Choice:
        """Raises `UsageError` if the link is broken."""
        ...

    def go_on(self, first: Callable[[], object] | None = None) -> None:
        """Leaves what is under way, does `first` in a thread, and goes on with whatever is due then."""
        ...

    async def start_starter(self) -> Goal: ...

    def consent(self, given: bool) -> None:
        """The owner agrees to what this computer is used for, or does so no more."""
        ...

    def take_limits(self) -> None:
        """Preferences of the network have changed."""
        ...

    def install_runtime(self, metered: bool) -> None:
        """What computes is fetched now, also where volume is charged if `metered`; what failed is tried again."""
        ...

    def try_again(self) -> None:
        """What failed last."""
        ...

    def facts(self) -> NetworkFacts | None:
        """Of the session, or of the last one."""
        ...

    def end(self) -> None: ...


class Answering:
    """All answers of one engine."""

    def __init__(self, host: Host, database: Database, home: Home) -> None:
        self._host, self._database, self._home = host, database, home
        self.collaborations = Collaborations(host, database, home)
        self._trying = Trying(home, host.status)
        self._diagnostics = Diagnostics(home, database, host.identity)
        self._answers: dict[Method, Answer] = {
            Method.STATUS: self._status,
            Method.SUBSCRIBE: lambda **_: self._status(),
            Method.PAUSE: self._pause,
            Method.RESUME: self._resume,
            Method.FINISH: self._finish,
            Method.QUIT: self._quit,
            Method.JOIN: self._join,
            Method.HOST_STARTER: self._host_starter,
            Method.HISTORY: self._history,
            Method.LOG: self._log,
            Method.NEARBY: self._nearby,
            Method.EXPORT: self._export,
            Method.INSTALL_RUNTIME: self._install_runtime,
            Method.CHECK_NETWORK: self._check_network,
            Method.APPEND_DATA: lambda **asked: self._amender().append_data(**asked),
            Method.ROLL_BACK: lambda **asked: self._amender().roll_back(**asked),
            **Preferring(host).answers,
            **RenewalAnswers(host).answers,
            Method.TRY_MODEL: self._try_model,
            Method.COLLABORATIONS: self._list_collaborations,
            Method.SET_SHARE: self._set_share,
            Method.LEAVE: self.collaborations.leave,
            Method.LOG_TAIL: self._diagnostics.log_tail,
            Method.DIAGNOSTICS: self._write_bundle,
        }

    async def answer(self, method: Method, params: dict[str, Any]) -> object:
        """Raises `LocalFault` where it cannot be done."""
        return await self._answers[method](**params)

    def close(self) -> None:
        """Nothing that was begun for an answer goes on."""
        self._trying.close()

    async def _status(self) -> Status:
        return self._host.status()

    async def _pause(self, seconds: float | None = None) -> Status:
        self._host.governor.pause(seconds)
        return self._host.status()

    async def _resume(self) -> Status:
        """After a failure: tries again what failed."""
        if self._host.board.phase is Phase.FAILED:
            self._host.try_again()
        else:
            self._host.governor.resume()
        return self._host.status()

    async def _finish(self) -> Status:
        self._host.governor.finish_step()
        return self._host.status()

    async def _quit(self) -> None:
        asyncio.get_running_loop().call_soon(self._host.end)

    async def _join(self, link: str) -> Status:
        self._host.switch_to(self._host.joining(link))
        return self._host.status()

    async def _host_starter(self) -> Status:
        self._host.switch_to(self._host.start_starter)
        return self._host.status()

    async def _history(self, unit: str = "day", after: str = "", limit: int = 5_000) -> list[HistoryRow]:
        self._host.ledger.write_if_possible()
        return History(self._database).rows(unit, after, limit)

    async def _log(self, after_step: int = 0, limit: int = 1000) -> list[LogEntry]:
        record = self._host.runs.active()
        if record is None:
            return []
        return LogStore(self._database, record.run).entries(after_step, limit, self._host.identity.peer_id)

    async def _nearby(self) -> list[Nearby]:
        return nearby_of(await look_nearby(), self._host.identity.peer_id)

    async def _export(self, folder: str, published: bool = False) -> ExportResult:
        return await export_model(self._host.session, self._home, folder, published=published)

    async def _install_runtime(self, metered: bool = False) -> Status:
        self._host.install_runtime(metered)
        return self._host.status()

    def _amender(self) -> Amender:
        session = self._host.session
        if session is None or session.amender is None:
            raise LocalFault(say("The collaboration is not under way yet: wait until it has started."))
        return session.amender

    async def _check_network(self) -> Status:
        if self._host.session is None:
            raise LocalFault(say("There is nobody to reach yet: join a collaboration, or start one."))
        await self._host.session.check_network()
        return self._host.status()

    async def _try_model(self, text: str, count: int = 5) -> TryAnswer:
        session = self._host.session
        record = session.record if session is not None and session.record is not None else self._host.runs.active()
        return await self._trying.answer(record, session, text, count)

    async def _list_collaborations(self) -> list[Membership]:
        return self.collaborations.memberships()

    async def _set_share(self, run: str, share: int) -> list[Membership]:
        return self.collaborations.set_share(run, share)

    async def _write_bundle(self, file: str) -> Bundle:
        questions = {method.value: self._answers[method] for method in _IN_A_BUNDLE if method in self._answers}
        return await self._diagnostics.bundle(file, questions)
