"""Answers on what the owner allows: preferences, what they would do, what sensors say, and consent."""

from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from core.engine.governing import Governor
from core.ipc.messages import Method, Status
from core.ipc.preferences import Preferences
from core.ipc.records import Preview, SensorReading


class Owned(Protocol):
    """`core.engine.engine.Engine`, to its owner's rules."""

    governor: Governor

    def status(self) -> Status: ...

    def consent(self, given: bool) -> None: ...

    def take_limits(self) -> None: ...


class Preferring:
    """Of one engine."""

    def __init__(self, engine: Owned) -> None:
        self._engine = engine
        self.answers: dict[Method, Callable[..., Awaitable[object]]] = {
            Method.PREFERENCES: self._preferences,
            Method.SET_PREFERENCES: self._set_preferences,
            Method.PREVIEW: self._preview,
            Method.SENSORS: self._sensors,
            Method.CONSENT: self._consent,
        }

    async def _preferences(self) -> Preferences:
        return self._engine.governor.preferences

    async def _set_preferences(self, changes: dict[str, Any]) -> Preferences:
        """Raises `UsageError` for what cannot be; then nothing is changed."""
        after = self._engine.governor.change(changes)
        self._engine.take_limits()
        return after

    async def _preview(self, changes: dict[str, Any]) -> Preview:
        """Likewise."""
        return self._engine.governor.preview(changes)

    async def _sensors(self) -> list[SensorReading]:
        return self._engine.governor.sensed()

    async def _consent(self, given: bool) -> Status:
        self._engine.consent(given)
        return self._engine.status()
