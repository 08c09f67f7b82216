"""What stands beside charts: numbers, dates and sums. Pure functions, in the user's language and number format."""

from datetime import date

from app import words
from app.history import Sums, Unit
from app.losses import Losses
from app.milestones import Kind, Milestone
from app.qt import QDate, QLocale, QTime
from app.words import translate
from core.saying import Saying


def number(value: float, decimals: int) -> str:
    return QLocale().toString(value, "f", decimals)


def compact(whole: int) -> str:
    """Short enough to stand under an axis: '1,200', '412 M'."""
    for size, text in (
        (1_000_000_000, translate("chart", "{number} bn")),
        (1_000_000, translate("chart", "{number} M")),
    ):
        if abs(whole) >= size:
            part = whole / size
            return words.unbroken(text.format(number=number(part, 0 if part >= 100 or part == int(part) else 1)))
    return words.count(whole)


def clock_tick(seconds: float) -> str:
    """One unit where that is exact, else two."""
    whole = round(seconds)
    for size, text in (
        (86_400, translate("chart", "{number} d")),
        (3_600, translate("chart", "{number} h")),
        (60, translate("chart", "{number} min")),
    ):
        if whole >= size and whole % size == 0:
            return words.unbroken(text.format(number=words.count(whole // size)))
    return words.duration(seconds)


def percent(part: float) -> str:
    """Of a number from 0 to 1."""
    return words.unbroken(translate("chart", "{number} %").format(number=number(100 * part, 1 if part < 0.1 else 0)))


# --- the loss ------------------------------------------------------------------------------------------------------


def loss_point(losses: Losses, place: int) -> str:
    """One step, read out."""
    text = translate("chart", "Step {step}: loss {loss}, mean {mean}; {samples} samples, after {time}").format(
        step=words.count(int(losses.steps[place])),
        loss=words.loss(losses.raw[place]),
        mean=words.loss(losses.mean(place)),
        samples=words.count(int(losses.samples[place])),
        time=words.duration(losses.seconds[place]),
    )
    changes = [change for at, change in losses.amendments if at == place]
    return "\n".join((text, *map(words.said, changes)))


def amendment(losses: Losses, place: int, change: Saying) -> str:
    return translate("chart", "Step {step}: {change}").format(
        step=words.count(int(losses.steps[place])), change=words.said(change)
    )


# --- my contribution -------------------------------------------------------------------------------------------------


def long_day(day: date) -> str:
    """'Saturday, 21 November 2026', as the language has it."""
    return QLocale().toString(_qdate(day), QLocale.FormatType.LongFormat)


def short_day(day: date) -> str:
    """Day and month without the year."""
    return QLocale().toString(_qdate(day), translate("chart", "d MMM", "day and month, as QLocale formats dates"))


def dated(day: date) -> str:
    """Day, month and year, the month as a short word."""
    return QLocale().toString(_qdate(day), translate("chart", "d MMM yyyy", "a date, as QLocale formats dates"))


def span(first: str, last: str) -> str:
    return translate("chart", "{first} – {last}", "from one date to another").format(first=first, last=last)


def month(day: date) -> str:
    return QLocale().toString(_qdate(day), translate("chart", "MMMM yyyy", "month and year, as QLocale formats dates"))


def short_month(day: date) -> str:
    return QLocale().standaloneMonthName(day.month, QLocale.FormatType.ShortFormat)


def weekday(iso_weekday: int) -> str:
    """1 is Monday."""
    return QLocale().standaloneDayName(iso_weekday, QLocale.FormatType.ShortFormat)


def hour(of_day: int) -> str:
    return QLocale().toString(QTime(of_day, 0), QLocale.FormatType.ShortFormat)


def start(unit: Unit, text: str) -> str:
    """The hour, day or month that a row of the history begins with, for people; unreadable ones stay as they are."""
    try:
        day = date.fromisoformat(text[:10] if unit != "month" else f"{text[:7]}-01")
    except ValueError:
        return words.plain(text, 20)
    if unit == "month":
        return month(day)
    if unit == "day":
        return long_day(day)
    return translate("chart", "{day}, {hour}").format(day=short_day(day), hour=hour(int(text[11:13] or 0)))


def sums(of: Sums) -> str:
    """Everything that was given in some time, in one line."""
    if not of.samples and not of.training_s:
        return translate("chart", "nothing")
    if of.energy_wh <= 0:
        return translate("chart", "{samples} samples in {time}").format(
            samples=words.count(of.samples), time=words.duration(of.training_s)
        )
    return translate("chart", "{samples} samples in {time}, about {energy}").format(
        samples=words.count(of.samples), time=words.duration(of.training_s), energy=energy(of.energy_wh)
    )


def read_out(when: str, of: Sums) -> str:
    return translate("chart", "{when}: {what}").format(when=when, what=sums(of))


def energy(wh: float) -> str:
    """Watt-hours below one kilowatt-hour; a dash for none."""
    if wh <= 0:
        return "–"
    if wh < 1_000:
        return words.unbroken(translate("chart", "{number} Wh").format(number=number(wh, 1 if wh < 10 else 0)))
    return words.unbroken(translate("chart", "{number} kWh").format(number=number(wh / 1_000, 2 if wh < 10_000 else 1)))


def money(wh: float, price_per_kwh: float, currency: str) -> str:
    """A dash where there is no price."""
    if price_per_kwh <= 0 or wh <= 0:
        return "–"
    amount = number(wh / 1_000 * price_per_kwh, 2)
    if not currency:
        return amount
    text = translate("chart", "{amount} {currency}")
    return words.unbroken(text.format(amount=amount, currency=words.plain(currency, 8)))


def traffic(sent: int, received: int) -> str:
    up, down = (
        words.unbroken(QLocale().formattedDataSize(size, 1, QLocale.DataSizeFormat.DataSizeSIFormat))
        for size in (sent, received)
    )
    return translate("chart", "{sent} up, {received} down").format(sent=up, received=down)


# --- milestones ------------------------------------------------------------------------------------------------------


def milestone(of: Milestone) -> str:
    """What is to be reached, or has been."""
    if of.amount == 1:
        return {
            Kind.SAMPLES: translate("chart", "The first sample"),
            Kind.HOURS: translate("chart", "The first hour of training"),
            Kind.DAYS_IN_A_ROW: translate("chart", "The first day"),
        }[of.kind]
    return {
        Kind.SAMPLES: translate("chart", "{number} samples"),
        Kind.HOURS: translate("chart", "{number} hours of training"),
        Kind.DAYS_IN_A_ROW: translate("chart", "{number} days in a row"),
    }[of.kind].format(number=words.count(of.amount))


def reached(of: Milestone) -> str:
    return translate("chart", "{milestone}: {day}").format(
        milestone=milestone(of), day=dated(date.fromisoformat(of.day))
    )


def ahead(of: Milestone) -> str:
    """Rounded down: what is not reached is not 100 %."""
    text = translate("chart", "{milestone} ({number} %)").format(
        milestone=milestone(of), number=words.count(min(99, int(100 * of.progress)))
    )
    return words.kept_to_unit(text)


def year(number: int) -> str:
    """In the language's digits, and not grouped as an amount is."""
    return QLocale().toString(QDate(number, 1, 1), "yyyy")


def _qdate(day: date) -> QDate:
    return QDate(day.year, day.month, day.day)
