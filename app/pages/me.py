"""What this computer has given, by day."""

from datetime import datetime
from pathlib import Path

from app import words
from app.history_csv import save_csv
from app.qt import QFileDialog, Signal
from app.session import Session
from app.situation import Situation
from app.tables import Table, history_model, history_rows
from app.widgets.button import Button
from app.widgets.card import Card, Figure, Page, figures, side_by_side
from app.widgets.day_bars import DayBars
from app.widgets.text import Text
from core.ipc.messages import LogEntry
from core.ipc.records import HistoryRow

_MOST_ROWS_SHOWN = 31


class MePage(Page):
    """Asks for the history when it is shown and when a commit counts samples of mine while it is."""

    said = Signal(str)
    """A short remark for the window's status line."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._days: list[HistoryRow] = []
        self._is_stale = True
        self._is_fetching = False
        self.samples = Figure(self.tr("Samples in all"))
        self.steps = Figure(self.tr("Steps taken part in"))
        self.time = Figure(self.tr("Time trained"))
        self.bars = DayBars()
        self.model = history_model()
        self.table = Table(self.model, self.tr("My history by day"), spare=(3, 4), most_rows=_MOST_ROWS_SHOWN)
        self.empty = Text(
            self.tr("Nothing yet. Each sample that the collaboration accepts from this computer is counted here."),
            wraps=True,
            tint="muted",
        )
        self.save = Button(self.tr("&Save as CSV…"))
        self._build()
        self.save.clicked.connect(self._ask_and_save)
        session.committed.connect(self._on_commit)

    def _build(self) -> None:
        totals = Card(self.tr("My contribution"))
        totals.rows.addLayout(figures((self.samples, self.steps, self.time)))
        totals.rows.addWidget(self.empty)
        self.chart = Card(self.tr("Samples per day"))
        self.chart.rows.addWidget(self.bars)
        self.list = Card()
        heading = side_by_side(Text(self.tr("Day by day"), bold=True), self.save, stretch_last=True)
        heading.setStretch(0, 1)
        self.list.rows.addLayout(heading)
        self.list.rows.addWidget(self.table)
        for part in (totals, self.chart, self.list):
            self.add(part)
        self.column.addStretch(1)

    @property
    def days(self) -> list[HistoryRow]:
        return self._days

    def show_situation(self, situation: Situation) -> None:
        if situation.live is not None and self._is_stale and not self._is_fetching and self.isVisible():
            self._is_fetching = True
            self._is_stale = False
            self._session.history(self.show_days, self._give_up)
        if not self._days:
            self.show_days([])

    def refresh_when_shown(self) -> None:
        self._is_stale = True

    def show_days(self, days: list[HistoryRow]) -> None:
        self._is_fetching = False
        self._days = days
        self.samples.show_value(words.count(sum(entry.samples for entry in days)))
        self.steps.show_value(words.count(sum(entry.steps for entry in days)))
        self.time.show_value(words.duration(sum(entry.training_s for entry in days)))
        by_day: dict[str, int] = {}
        for entry in days:
            by_day[entry.start] = by_day.get(entry.start, 0) + entry.samples
        self.bars.show_days(by_day, datetime.now().astimezone().date())
        rows = history_rows(days)
        self.model.show_rows(rows)
        self.table.fit()
        self.empty.setVisible(not days)
        for part in (self.chart, self.list):
            part.setVisible(bool(days))

    def save_to(self, path: str) -> None:
        reason = save_csv(self._days, path)
        if reason:
            self.said.emit(self.tr("Not saved: {reason}").format(reason=reason))
        else:
            self.said.emit(self.tr("Saved: {path}").format(path=path))

    def _ask_and_save(self) -> None:
        suggestion = str(Path.home() / "idlewild-history.csv")
        path, _ = QFileDialog.getSaveFileName(self, self.tr("Save my history"), suggestion, self.tr("CSV (*.csv)"))
        if path:
            self.save_to(path)

    def _give_up(self, _sentence: str) -> None:
        self._is_fetching = False
        self._is_stale = True

    def _on_commit(self, entry: LogEntry) -> None:
        if entry.my_samples:
            self._is_stale = True
