"""The preferences as the engine has them, and what is done to them: change, take back, look what a change would do."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import msgspec

from app.control import Failed
from app.qt import QObject, Signal
from core.ipc.preferences import Preferences
from core.ipc.records import Preview, SensorReading

Changes = dict[str, Any]
"""Key of `Preferences` to its new value; None is the default."""

_MOST_UNDONE = 100


class Engine(Protocol):
    """`app.session.Session`, to this page."""

    def preferences(self, done: Callable[[Preferences], None], failed: Failed) -> None: ...

    def set_preferences(
        self, changes: Mapping[str, Any], done: Callable[[Preferences], None], failed: Failed
    ) -> None: ...

    def preview(self, changes: Mapping[str, Any], done: Callable[[Preview], None], failed: Failed) -> None: ...

    def sensors(self, done: Callable[[list[SensorReading]], None], failed: Failed) -> None: ...


@dataclass(frozen=True, slots=True)
class Done:
    """A change that the engine has taken."""

    what: str
    """In words."""
    before: Changes


class Desk(QObject):
    """Knows nothing of controls. Answers come in the order of their requests, so the last one is the truth."""

    shown = Signal(object)
    """Preferences"""
    taken = Signal(str)
    """A change took effect; what it was, in words."""
    refused = Signal(object, str)
    """The keys (a frozen set) of a change that the engine did not take, and why."""
    undo_changed = Signal()

    def __init__(self, engine: Engine, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._engine = engine
        self._done: list[Done] = []
        self._under_way = 0
        self.current: Preferences | None = None

    @property
    def last(self) -> str:
        """What `undo` would take back, in words; empty where there is nothing."""
        return self._done[-1].what if self._done else ""

    def load(self) -> None:
        """Somebody else may have changed them, such as the command line."""
        self._engine.preferences(self._take, lambda _: None)

    def _take(self, preferences: Preferences) -> None:
        if preferences != self.current:
            self._show(preferences)

    def change(self, changes: Changes, what: str) -> None:
        def done(preferences: Preferences) -> None:
            before = _values(self.current, changes)
            self._settle(preferences)
            if before != _values(preferences, changes):
                self._done = [*self._done, Done(what, before)][-_MOST_UNDONE:]
                self.undo_changed.emit()
                self.taken.emit(what)

        self._set(changes, done)

    def undo(self) -> None:
        """Takes the last change back. One that cannot be is forgotten, so that those before it can."""
        if not self._done:
            return
        last = self._done.pop()
        self.undo_changed.emit()
        self._set(last.before, self._settle)

    def _set(self, changes: Changes, done: Callable[[Preferences], None]) -> None:
        self._under_way += 1
        self._engine.set_preferences(changes, done, lambda why: self._refuse(changes, why))

    def _settle(self, preferences: Preferences) -> None:
        self._under_way -= 1
        self._show(preferences)

    def _show(self, preferences: Preferences) -> None:
        """While another change is under way, what is known now is about to be old, and would only flicker."""
        self.current = preferences
        if not self._under_way:
            self.shown.emit(preferences)

    def _refuse(self, changes: Changes, why: str) -> None:
        self._under_way -= 1
        self.refused.emit(frozenset(changes), why)
        if self.current is not None:
            self._show(self.current)


def _values(preferences: Preferences | None, changes: Changes) -> Changes:
    if preferences is None:
        return {}
    values = msgspec.structs.asdict(preferences)
    return {key: values[key] for key in changes}


class Outlook(QObject):
    """Asks the engine what preferences would do right now. One question at a time: what is asked meanwhile waits, only
    the newest is asked, and an answer that has been overtaken is dropped."""

    said = Signal(object)
    """Preview; None where it is not known."""

    def __init__(self, engine: Engine, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._engine = engine
        self._asked: Changes | None = None
        """Under way."""
        self._wanted: Changes | None = None
        """What `said` is to be about; None while nobody looks."""

    @property
    def changes(self) -> Changes:
        """What is being edited and not yet set."""
        return self._wanted or {}

    def ask(self, changes: Changes) -> None:
        self._wanted = changes
        if self._asked is None:
            self._send(changes)

    def forget(self) -> None:
        """Nobody looks any more."""
        self._wanted = None

    def _send(self, changes: Changes) -> None:
        self._asked = changes
        self._engine.preview(changes, self._take, lambda _: self._take(None))

    def _take(self, preview: Preview | None) -> None:
        asked, self._asked = self._asked, None
        if self._wanted is None:
            return
        if asked == self._wanted:
            self.said.emit(preview)
        else:
            self._send(self._wanted)
