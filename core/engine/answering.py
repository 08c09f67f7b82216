"""What the control socket asks of the engine, each passed on to whom it concerns."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Protocol

from core.collaboration.invitation import Invitation
from core.engine.amending import Amender
from core.engine.board import Board
from core.engine.exporting import export_model
from core.engine.governing import Governor
from core.engine.ledger import Ledger
from core.engine.nearby import nearby_of
from core.engine.preferring import Preferring
from core.engine.session import Session
from core.errors import LocalFault
from core.identity.keys import Identity
from core.ipc.messages import ExportResult, LogEntry, Method, Phase, Status
from core.ipc.records import HistoryRow, Nearby
from core.nat.nearby import look_nearby
from core.paths import Home
from core.storage.database import Database
from core.storage.history import History
from core.storage.log_store import LogStore
from core.storage.runs import RunRecord, Runs
from core.storage.settings import Settings

Goal = RunRecord | Invitation
Choice = Callable[[], Coroutine[Any, Any, Goal | None]]
"""Finds out what to take part in; None: nothing until the user says."""
Answer = Callable[..., Awaitable[object]]


class Host(Protocol):
    """`core.engine.engine.Engine`, to the control socket."""

    identity: Identity
    board: Board
    runs: Runs
    settings: Settings
    governor: Governor
    session: Session | None
    ledger: Ledger

    def status(self) -> Status: ...

    def switch_to(self, choice: Choice) -> None:
        """Leaves what is under way for something else."""
        ...

    def joining(self, link: str) -> Choice:
        """Raises `UsageError` if the link is broken."""
        ...

    async def start_starter(self) -> Goal: ...

    def consent(self, given: bool) -> None:
        """The owner agrees to what this computer is used for, or does so no more."""
        ...

    def take_limits(self) -> None:
        """Preferences of the network have changed."""
        ...

    def try_again(self) -> None:
        """What failed last."""
        ...

    def end(self) -> None: ...


class Answering:
    """All answers of one engine."""

    def __init__(self, host: Host, database: Database, home: Home) -> None:
        self._host, self._database, self._home = host, database, home
        self._answers: dict[Method, Answer] = {
            Method.STATUS: self._status,
            Method.SUBSCRIBE: self._status,
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
            Method.CHECK_NETWORK: self._check_network,
            Method.APPEND_DATA: lambda **asked: self._amender().append_data(**asked),
            Method.ROLL_BACK: lambda **asked: self._amender().roll_back(**asked),
            **Preferring(host).answers,
        }

    async def answer(self, method: Method, params: dict[str, Any]) -> object:
        """Raises `LocalFault` where it cannot be done."""
        return await self._answers[method](**params)

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

    def _amender(self) -> Amender:
        session = self._host.session
        if session is None or session.amender is None:
            raise LocalFault("The collaboration is not under way yet: wait until it has started.")
        return session.amender

    async def _check_network(self) -> Status:
        if self._host.session is None:
            raise LocalFault("There is nobody to reach yet: join a collaboration, or start one.")
        await self._host.session.check_network()
        return self._host.status()
