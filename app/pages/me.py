"""What this computer has given: sums, milestones, charts, and all of it as a file."""

from datetime import datetime
from functools import partial
from pathlib import Path

from app.history import UNITS, Unit
from app.history_csv import CsvExport
from app.history_feed import HistoryFeed
from app.pages.me_cards import CalendarCard, CollaborationsCard, MilestonesCard, TimeCard, TotalsCard
from app.qt import QFileDialog, QMenu, Signal
from app.session import Session
from app.situation import Situation
from app.widgets.card import Card, Page
from app.widgets.text import Text
from core.ipc.messages import LogEntry
from core.ipc.preferences import Preferences


class MePage(Page):
    """Asks for what is new when it is shown and when a commit counts samples of mine while it is."""

    said = Signal(str)
    """A short remark for the window's status line."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._run = ""
        self._preferences = Preferences()
        self._wants_preferences = True
        self._was_live = False
        self._export: CsvExport | None = None
        self.feed = HistoryFeed(session, self)
        self.notice = Text(wraps=True, tint="muted")
        self.waiting = Card(self.tr("My contribution"))
        self.waiting.rows.addWidget(self.notice)
        self.totals = TotalsCard()
        self.milestones = MilestonesCard()
        self.time = TimeCard()
        self.calendar = CalendarCard()
        self.collaborations = CollaborationsCard()
        self._full = (self.totals, self.milestones, self.time, self.calendar, self.collaborations)
        for part in (self.waiting, *self._full):
            self.add(part)
        self.column.addStretch(1)
        self._add_save_menu()
        self._connect()
        self._show_history()

    def _add_save_menu(self) -> None:
        menu = QMenu(self)
        texts = {"hour": self.tr("By &hour…"), "day": self.tr("By &day…"), "month": self.tr("By &month…")}
        for unit in UNITS:
            menu.addAction(texts[unit], partial(self._ask_and_save, unit))
        self.collaborations.save.setMenu(menu)

    def _connect(self) -> None:
        self.feed.changed.connect(self._show_history)
        self.feed.failed.connect(self._show_notice)
        self.totals.filtered.connect(self._on_filter)
        self.time.hours_wanted.connect(self.feed.look_at_hours)
        self._session.committed.connect(self._on_commit)

    def show_situation(self, situation: Situation) -> None:
        is_live = situation.live is not None
        if is_live and not self._was_live:
            self.feed.go_stale()
            self._wants_preferences = True
        self._was_live = is_live
        if is_live and self.isVisible():
            self.feed.fetch()
            if self._wants_preferences:
                self._wants_preferences = False
                self._session.control.preferences(self._take_preferences, lambda _: None)
        self._show_notice()

    def keeps(self) -> bool:
        return self._export is not None

    def refresh_when_shown(self) -> None:
        self.feed.go_stale()
        self._wants_preferences = True

    # --- showing ----------------------------------------------------------------------------------------------------

    def _show_history(self) -> None:
        history, today = self.feed.history, datetime.now().astimezone()
        run = self._run if self._run in history.names else ""
        self.totals.show_history(history, run, self._preferences)
        if history.starts("day"):
            self.milestones.show_history(history, run, today.date())
            self.time.show_history(history, run, today)
            self.calendar.show_history(history, run, today.date())
            self.collaborations.show_history(history)
        self._show_notice()

    def _show_notice(self) -> None:
        """What stands in for the cards while there is nothing to show in them, and above them where they may be old."""
        has_rows = bool(self.feed.history.starts("day"))
        self.waiting.title.setVisible(not has_rows)
        for part in self._full:
            part.setVisible(has_rows)
        if not self._was_live:
            text = self.tr("The engine does not answer at the moment, so this may not be the newest.")
            self.notice.setText(text if has_rows else self.tr("Your history is shown as soon as the engine runs."))
        elif not self.feed.is_loaded:
            self.notice.setText(self.tr("Loading your history…"))
        else:
            self.notice.setText(
                self.tr(
                    "Nothing yet. Samples are pieces of the training data: each one that this computer has worked"
                    " through is counted here, as soon as the collaboration has accepted it."
                )
            )
        self.waiting.setVisible(not has_rows or not self._was_live)

    def _take_preferences(self, preferences: Preferences) -> None:
        if preferences != self._preferences:
            self._preferences = preferences
            self._show_history()

    def _on_filter(self, run: str) -> None:
        self._run = run
        self._show_history()

    def _on_commit(self, entry: LogEntry) -> None:
        if entry.my_samples:
            self.feed.go_stale()

    # --- the file ---------------------------------------------------------------------------------------------------

    def save_to(self, path: str, unit: Unit) -> None:
        """All collaborations, whatever is shown."""
        self.collaborations.save.setEnabled(False)
        self._export = CsvExport(self._session, unit, path, lambda reason: self._on_saved(path, reason))
        self._export.start()

    def _on_saved(self, path: str, reason: str) -> None:
        self._export = None
        self.collaborations.save.setEnabled(True)
        if reason:
            self.said.emit(self.tr("Not saved: {reason}").format(reason=reason))
        else:
            self.said.emit(self.tr("Saved: {path}").format(path=path))

    def _ask_and_save(self, unit: Unit) -> None:
        suggestion = str(Path.home() / f"idlewild-history-{unit}s.csv")
        path, _ = QFileDialog.getSaveFileName(self, self.tr("Save my history"), suggestion, self.tr("CSV (*.csv)"))
        if path:
            self.save_to(path, unit)
