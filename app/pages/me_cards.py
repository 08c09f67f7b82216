"""The parts of the page about what this computer has given. Each shows a `History`, of all collaborations or of one."""

from datetime import date, datetime

from app import chart_words, words
from app.history import History, total
from app.milestones import milestones
from app.periods import Period, bars
from app.qt import QComboBox, QHBoxLayout, QSignalBlocker, QSizePolicy, Qt, QToolButton, QWidget, Signal
from app.tables import Table, collaboration_rows, collaborations_model
from app.widgets.bar import Bar
from app.widgets.bars import Bars
from app.widgets.button import Button
from app.widgets.card import Card, Figure, side_by_side
from app.widgets.choice import Choice
from app.widgets.figure_grid import FigureGrid
from app.widgets.flow import Flow
from app.widgets.text import Text, name
from app.widgets.year import Legend, Year
from core.ipc.preferences import Preferences

_MILESTONES_SHOWN = 4
_MOST_ROWS_SHOWN = 12
_COLUMN_GAP_PX = 4
_STEP_PX = 30


class Stepper(QWidget):
    """A title between a way back in time and one forward."""

    stepped = Signal(int)

    def __init__(self, before: str, after: str) -> None:
        """`before` and `after`: what the buttons are called."""
        super().__init__()
        # Time runs from left to right here as in the charts, whatever the language.
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        self.before, self.after = QToolButton(), QToolButton()
        self.title = Text(wraps=True)
        self.title.setAlignment(Qt.AlignmentFlag.AlignCenter)
        for button, arrow, called, by in (
            (self.before, Qt.ArrowType.LeftArrow, before, -1),
            (self.after, Qt.ArrowType.RightArrow, after, 1),
        ):
            button.setArrowType(arrow)
            button.setAutoRaise(True)
            button.setFixedSize(_STEP_PX, _STEP_PX)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.setToolTip(called)
            name(button, called)
            button.clicked.connect(lambda _=False, by=by: self.stepped.emit(by))
        row.addWidget(self.before)
        row.addWidget(self.title, 1)
        row.addWidget(self.after)

    def show_place(self, title: str, *, has_before: bool, has_after: bool) -> None:
        self.title.setText(title)
        self.before.setEnabled(has_before)
        self.after.setEnabled(has_after)


class TotalsCard(Card):
    filtered = Signal(str)
    """Run of the collaboration that the whole page is to show; empty for all."""

    def __init__(self) -> None:
        super().__init__(self.tr("My contribution"))
        self.only = QComboBox()
        self.only.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.only.setMinimumContentsLength(18)
        self.only.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.samples = Figure(self.tr("Samples in all"))
        self.steps = Figure(self.tr("Steps taken part in"))
        self.time = Figure(self.tr("Time trained"))
        self.energy = Figure(self.tr("Energy (estimate)"))
        self.cost = Figure(self.tr("Cost (estimate)"))
        self.traffic = Text(tint="muted", wraps=True)
        self.about_cost = Text(tint="muted", wraps=True)
        self.rows.addWidget(self.only)
        self.rows.addWidget(
            FigureGrid(
                self.samples, self.steps, self.time, self.energy, self.cost, most_columns=3, column_characters=15
            )
        )
        self.rows.addWidget(self.traffic)
        self.rows.addWidget(self.about_cost)
        name(self.only, self.tr("Collaborations shown"))
        self.only.currentIndexChanged.connect(lambda _: self.filtered.emit(self.only.currentData() or ""))

    def show_history(self, history: History, run: str, preferences: Preferences) -> None:
        sums = history.in_all(run)
        self._show_names(history)
        self.samples.show_value(words.count(sums.samples))
        self.steps.show_value(words.count(sums.steps))
        self.time.show_value(words.duration(sums.training_s))
        self.energy.show_value(chart_words.energy(sums.energy_wh))
        price = preferences.price_per_kwh
        self.cost.show_value(chart_words.money(sums.energy_wh, price, preferences.currency))
        traffic = chart_words.traffic(sums.sent_bytes, sums.received_bytes)
        self.traffic.setText(self.tr("Sent and received: {traffic}").format(traffic=traffic))
        self.traffic.setVisible(sums.sent_bytes + sums.received_bytes > 0)
        self.about_cost.setText(
            self.tr("Above what the idle computer takes, at {price} per kWh.").format(
                price=chart_words.money(1_000, price, preferences.currency)
            )
            if price > 0
            else self.tr("Enter the price of electricity in the settings to see what this has cost.")
        )

    def _show_names(self, history: History) -> None:
        wanted = [("", self.tr("All collaborations"))]
        wanted += [(run, words.plain(called, 120)) for run, called in history.names.items()]
        self.only.setVisible(len(history.names) > 1)
        if [(self.only.itemData(n), self.only.itemText(n)) for n in range(self.only.count())] == wanted:
            return
        chosen = self.only.currentData()
        with QSignalBlocker(self.only):
            self.only.clear()
            for run, called in wanted:
                self.only.addItem(called, run)
            self.only.setCurrentIndex(max(0, self.only.findData(chosen)))


class MilestonesCard(Card):
    """How long the row of days is, what comes next, what has been reached."""

    def __init__(self) -> None:
        super().__init__(self.tr("Milestones"))
        self.streak = Figure(self.tr("Days in a row"))
        self.longest = Figure(self.tr("Longest row of days"))
        self.ahead = Text(wraps=True)
        self.progress = Bar()
        self.reached = Text(wraps=True, tint="muted")
        name(self.progress, self.tr("Progress to the next milestone"))
        self.rows.addWidget(FigureGrid(self.streak, self.longest, most_columns=2))
        for part in (self.ahead, self.progress, self.reached):
            self.rows.addWidget(part)

    def show_history(self, history: History, run: str, today: date) -> None:
        found = milestones(history.given("day", run), today)
        self.streak.show_value(words.count(found.streak_days))
        self.longest.show_value(words.count(found.longest_days))
        for part in (self.ahead, self.progress):
            part.setVisible(bool(found.ahead))
        if found.ahead:
            text = self.tr("Next: {milestone}").format(milestone=chart_words.ahead(found.ahead[0]))
            self.ahead.setText(text)
            self.progress.show_fraction(found.ahead[0].progress)
            name(self.progress, self.tr("Progress to the next milestone"), text)
        self.reached.setText("\n".join(chart_words.reached(one) for one in found.reached[:_MILESTONES_SHOWN]))
        self.reached.setVisible(bool(found.reached))


class TimeCard(Card):
    """Samples by hour, day or month, a page of them at a time."""

    hours_wanted = Signal(object)
    """date"""

    def __init__(self) -> None:
        super().__init__(self.tr("Samples over time"))
        self._history, self._run = History(), ""
        self._now = datetime.now().astimezone()
        self._back = 0
        self.unit = Choice(
            self.tr("Shown by"), (("day", self.tr("Days")), ("hour", self.tr("Hours")), ("month", self.tr("Months")))
        )
        self.pages = Stepper(self.tr("Earlier"), self.tr("Later"))
        self.bars = Bars(self.tr("Samples over time"))
        self.read_out = Text(wraps=True, tint="muted")
        self.read_out.setMinimumHeight(self.read_out.fontMetrics().lineSpacing() * 2)
        self.read_out.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._summary = ""
        self.rows.addLayout(Flow(self.unit))
        for part in (self.pages, self.bars, self.read_out):
            self.rows.addWidget(part)
        self.unit.chosen.connect(lambda _: self._turn_to(0))
        self.pages.stepped.connect(self._step)
        self.bars.stepped.connect(self._step)
        self.bars.read.connect(lambda text: self.read_out.setText(text or self._summary))

    @property
    def period(self) -> Period:
        return Period(self.unit.value, self._back, self._now.date())

    def show_history(self, history: History, run: str, now: datetime) -> None:
        """`now`: local time."""
        self._history, self._run, self._now = history, run, now
        self._show()

    def _step(self, by: int) -> None:
        """-1 is earlier."""
        if by > 0 or self.period.has_before(self._history):
            self._turn_to(max(0, self._back - by))

    def _turn_to(self, back: int) -> None:
        self._back = back
        if self.unit.value == "hour":
            self.hours_wanted.emit(self.period.day)
        self._show()

    def _show(self) -> None:
        period = self.period
        now = {"hour": f"{self._now:%Y-%m-%dT%H}", "day": f"{self._now:%Y-%m-%d}", "month": f"{self._now:%Y-%m}"}
        given = total(self._history.sums(period.unit, start, self._run) for start in period.starts)
        self._summary = chart_words.read_out(period.title(), given)
        self.pages.show_place(period.title(), has_before=period.has_before(self._history), has_after=self._back > 0)
        self.bars.show_bars(bars(self._history, period, now[period.unit], self._run), self._summary)
        if self.bars.chosen is None:
            self.read_out.setText(self._summary)


class CalendarCard(Card):
    """A year, day by day."""

    def __init__(self) -> None:
        super().__init__(self.tr("Calendar"))
        self._history, self._run = History(), ""
        self._today = date(1970, 1, 1)
        self._year: int | None = None
        self.years = Stepper(self.tr("Year before"), self.tr("Year after"))
        self.year = Year(self.tr("Calendar of samples"), self._told)
        self.read_out = Text(wraps=True, tint="muted")
        self.read_out.setMinimumHeight(self.read_out.fontMetrics().lineSpacing() * 2)
        self.read_out.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._summary = ""
        self.rows.addWidget(self.years)
        self.rows.addWidget(self.year)
        self.rows.addWidget(self._legend())
        self.rows.addWidget(self.read_out)
        self.years.stepped.connect(self._step)
        self.year.stepped.connect(self._step)
        self.year.read.connect(lambda text: self.read_out.setText(text or self._summary))

    def _legend(self) -> QWidget:
        less, more = Text(self.tr("Less"), tint="muted"), Text(self.tr("More"), tint="muted")
        row = Flow(less, Legend(), more)
        row.setContentsMargins(0, 0, 0, 0)
        whole = QWidget()
        whole.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        whole.setLayout(row)
        return whole

    @property
    def shown(self) -> int:
        return self._today.year if self._year is None else self._year

    def show_history(self, history: History, run: str, today: date) -> None:
        self._history, self._run, self._today = history, run, today
        self._show()

    def _told(self, day: date) -> str:
        sums = self._history.sums("day", day.isoformat(), self._run)
        return chart_words.read_out(chart_words.long_day(day), sums)

    @property
    def _first(self) -> int:
        starts = self._history.starts("day")
        return int(starts[0][:4]) if starts else self._today.year

    def _step(self, by: int) -> None:
        wanted = min(self._today.year, max(self._first, self.shown + by))
        self._year = None if wanted == self._today.year else wanted
        self._show()

    def _show(self) -> None:
        year = chart_words.year(self.shown)
        days = {
            date.fromisoformat(start): self._history.sums("day", start, self._run)
            for start in self._history.starts_within("day", f"{self.shown:04}")
        }
        given = total(days.values())
        at_work = sum(sums.samples > 0 for sums in days.values())
        self._summary = self.tr("{year}: {what}. Days with samples: {days}").format(
            year=year, what=chart_words.sums(given), days=words.count(at_work)
        )
        self.years.show_place(year, has_before=self.shown > self._first, has_after=self.shown < self._today.year)
        amounts = {day: sums.samples for day, sums in days.items()}
        self.year.show_year(self.shown, amounts, self._today, self._summary)
        if self.year.chosen is None:
            self.read_out.setText(self._summary)


class CollaborationsCard(Card):
    """One row for each, and the way to a file."""

    def __init__(self) -> None:
        super().__init__()
        self.model = collaborations_model()
        self.table = Table(
            self.model,
            self.tr("My history by collaboration"),
            spare=(2, 4, 3),
            most_rows=_MOST_ROWS_SHOWN,
            gap_px=_COLUMN_GAP_PX,
        )
        self.save = Button(self.tr("&Save as CSV"))
        heading = side_by_side(Text(self.tr("By collaboration"), bold=True, wraps=True), self.save)
        heading.setStretch(0, 1)
        self.rows.addLayout(heading)
        self.rows.addWidget(self.table)

    def show_history(self, history: History) -> None:
        self.model.show_rows(collaboration_rows(history))
        self.table.fit()
