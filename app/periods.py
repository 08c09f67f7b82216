"""Pages of the bar chart: a day of hours, 30 days, 12 months, and how far back one is."""

from dataclasses import dataclass
from datetime import date, timedelta

from app import chart_words
from app.history import History, Unit
from app.widgets.bars import Bar

DAYS = 30
MONTHS = 12
HOURS = 24


@dataclass(frozen=True, slots=True)
class Period:
    """`back`: 0 is the page that today is on."""

    unit: Unit
    back: int
    today: date

    @property
    def starts(self) -> list[str]:
        """As the history writes them, oldest first."""
        if self.unit == "hour":
            return [f"{self.day.isoformat()}T{hour:02}" for hour in range(HOURS)]
        if self.unit == "day":
            return [(self.day - timedelta(days=before)).isoformat() for before in reversed(range(DAYS))]
        newest = self.today.year * 12 + self.today.month - 1 - self.back * MONTHS
        months = [divmod(newest - before, 12) for before in reversed(range(MONTHS))]
        return [f"{year:04}-{month + 1:02}" for year, month in months]

    @property
    def day(self) -> date:
        """The last one of a page of hours or days."""
        return self.today - timedelta(days=self.back * (1 if self.unit == "hour" else DAYS))

    def has_before(self, history: History) -> bool:
        """Whether there is anything on earlier pages."""
        known = history.starts("day")
        return bool(known) and known[0][: len(self.starts[0][:10])] < self.starts[0][:10]

    def title(self) -> str:
        starts = self.starts
        if self.unit == "hour":
            return chart_words.long_day(self.day)
        if self.unit == "month":
            first, last = (chart_words.start("month", start) for start in (starts[0], starts[-1]))
        else:
            first, last = (chart_words.short_day(date.fromisoformat(start)) for start in (starts[0], starts[-1]))
            last = chart_words.dated(self.day)
        return chart_words.span(first, last)


def bars(history: History, period: Period, now: str, run: str) -> list[Bar]:
    """`now`: the start that is under way."""
    found = []
    for start in period.starts:
        sums = history.sums(period.unit, start, run)
        text = chart_words.read_out(chart_words.start(period.unit, start), sums)
        found.append(Bar(sums.samples, label(period.unit, start), text, start == now))
    return found


def label(unit: Unit, start: str) -> str:
    if unit == "hour":
        return chart_words.hour(int(start[11:13])) if int(start[11:13]) % 6 == 0 else ""
    if unit == "month":
        return chart_words.short_month(date.fromisoformat(f"{start}-01"))
    day = date.fromisoformat(start)
    return chart_words.short_day(day) if day.weekday() == 0 else ""
