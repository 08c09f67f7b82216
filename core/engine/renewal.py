"""An engine and its renewal: what they know of each other, and what is answered on newer versions."""

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from core.data.web import Web
from core.engine.governing import Governor
from core.engine.listening import Listening
from core.engine.renewing import RenewalPorts, Renewing
from core.ipc.messages import Method, Phase, Status
from core.nat.facts import NetworkFacts
from core.paths import Home
from core.release.feed import Standing
from core.release.origin import built
from core.release.updating import Updating
from core.release.versions import Versions
from core.release.web import release_web
from core.storage.settings import Settings
from core.version import VERSION

_IN_STEP = (Phase.TRAINING, Phase.AVERAGING, Phase.SERVING)


class Renewed(Protocol):
    """`core.engine.engine.Engine`, as far as it is renewed."""

    settings: Settings
    governor: Governor
    renewing: Renewing

    def status(self) -> Status: ...

    def facts(self) -> NetworkFacts | None: ...

    def end(self) -> None: ...


def renewing_of(engine: Renewed, home: Home, listening: Listening, *, is_alone: bool) -> Renewing:
    """Of this program; it does nothing where that runs from its sources. `is_alone`: without an app. Raises
    `LocalFault` if the installation is damaged."""

    def is_older() -> bool:
        facts = engine.facts()
        return facts is not None and facts.is_older

    def open_web(has_leave: bool) -> AbstractAsyncContextManager[Web]:
        download = listening.granted if has_leave else listening.budget.download
        return release_web(download, listening.budget.meter)

    origin = built()
    updating = Updating(Versions(home.versions, VERSION), origin, Standing(VERSION)) if origin is not None else None
    ports = RenewalPorts(
        settings=engine.settings,
        web=open_web,
        may_fetch=lambda: engine.governor.bulk.is_open,
        has_settled=lambda: engine.governor.has_settled,
        is_older=is_older,
        is_in_step=lambda: engine.status().phase in _IN_STEP,
        end=engine.end,
        applies_itself=is_alone,
    )
    return Renewing(updating, ports)


class RenewalAnswers:
    """Of one engine."""

    def __init__(self, engine: Renewed) -> None:
        self._engine = engine
        self.answers: dict[Method, Callable[..., Awaitable[object]]] = {
            Method.CHECK_UPDATE: self._check,
            Method.FETCH_UPDATE: self._fetch,
            Method.APPLY_UPDATE: self._apply,
        }

    async def _check(self) -> Status:
        await self._engine.renewing.check_now()
        return self._engine.status()

    async def _fetch(self, metered: bool = False) -> Status:
        await self._engine.renewing.fetch_now(has_leave=metered)
        return self._engine.status()

    async def _apply(self) -> Status:
        self._engine.renewing.apply()
        return self._engine.status()
