"""This computer's history, asked for page by page: months and days whole, hours of those days that are looked at."""

from collections.abc import Callable
from datetime import date, timedelta

from app.history import UNITS, History, Unit
from app.qt import QObject, Signal
from app.session import Session
from core.ipc.records import HistoryRow

PAGE_STARTS = 200
"""Few enough that an answer takes little memory and a few milliseconds, several collaborations a day included."""
_HOURS = 25
"""Of the longest day."""


class HistoryFeed(QObject):
    changed = Signal()
    failed = Signal()

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.history = History()
        self.is_loaded = False
        """Months and days have been here in whole, if not the newest."""
        self._is_stale = True
        self._is_fetching = False
        self._hours_of: date | None = None

    def go_stale(self) -> None:
        """Something was added; only the newest rows can have changed."""
        self._is_stale = True

    def fetch(self) -> None:
        """What is new, unless that is under way."""
        if self._is_stale and not self._is_fetching:
            self._is_stale, self._is_fetching = False, True
            self._ask("month", self._known("month"))

    def look_at_hours(self, day: date) -> None:
        """Those of one day, which then are here alone."""
        if day != self._hours_of:
            self._hours_of = day
            self.history.forget_hours()
        before = (day - timedelta(days=1)).isoformat()
        self._session.control.history(
            "hour", f"{before}T23", lambda rows: self._take_hours(day, rows), lambda _: None, _HOURS
        )

    def _take_hours(self, day: date, rows: list[HistoryRow]) -> None:
        if day == self._hours_of:
            self.history.take("hour", [row for row in rows if row.start.startswith(day.isoformat())])
            self.changed.emit()

    def _known(self, unit: Unit) -> str:
        """The newest start that cannot change any more; the one after it still may."""
        starts = self.history.starts(unit)
        return starts[-2] if len(starts) > 1 else ""

    def _ask(self, unit: Unit, after: str) -> None:
        self._session.control.history(
            unit, after, lambda rows: self._take(unit, rows), lambda _: self._give_up(), PAGE_STARTS
        )

    def _take(self, unit: Unit, rows: list[HistoryRow]) -> None:
        self.history.take(unit, rows)
        if is_cut(rows, PAGE_STARTS):
            self._ask(unit, rows[-1].start)
        elif unit == "month":
            self._ask("day", self._known("day"))
        else:
            self._is_fetching, self.is_loaded = False, True
            if self._hours_of is not None:
                self.look_at_hours(self._hours_of)
            self.changed.emit()

    def _give_up(self) -> None:
        self._is_fetching, self._is_stale = False, True
        self.failed.emit()


class RowsOfAllTime:
    """Every row of one unit, a page at a time; one of `done` and `failed` is called at the end."""

    def __init__(
        self,
        session: Session,
        unit: Unit,
        page: Callable[[list[HistoryRow]], None],
        done: Callable[[], None],
        failed: Callable[[str], None],
    ) -> None:
        assert unit in UNITS
        self._session, self._unit, self._page, self._done, self._failed = session, unit, page, done, failed

    def start(self) -> None:
        self._ask("")

    def _ask(self, after: str) -> None:
        self._session.control.history(self._unit, after, self._take, self._failed, PAGE_STARTS)

    def _take(self, rows: list[HistoryRow]) -> None:
        self._page(rows)
        if is_cut(rows, PAGE_STARTS):
            self._ask(rows[-1].start)
        else:
            self._done()


def is_cut(rows: list[HistoryRow], limit: int) -> bool:
    """Whether there may be more than these: an answer holds at most `limit` starts."""
    return len({row.start for row in rows}) >= limit
