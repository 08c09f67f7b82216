"""What the application says. Pure functions from values to text in the user's language and number format.

Text that came from other people (names, descriptions, reasons) passes through `plain` before it is shown.
"""

import re
import unicodedata
from collections.abc import Callable

from app.link_words import link_action, link_headline, link_sentence
from app.qt import QCoreApplication, QDate, QDateTime, QLocale, Qt
from app.situation import Link, Situation
from core.ipc.messages import Collaboration, Phase, Reason, Status
from core.saying import Saying, Value, quote

translate = QCoreApplication.translate
look_up = translate
"""For what is written out elsewhere: nothing is gathered from its calls."""

LINK_PREFIX = "idlewild://join/"
_LONGEST_S = 1e10
_LONGEST_SAYING = 600
NO_BREAK_SPACE = "\u00a0"
_BEFORE_UNIT = re.compile(r"(?<=\d) (?=(?:°C|W|MB|GB|%)(?!\w))")
_SHORTEST_PAYLOAD = 40
"""A run id alone is longer than this; what is shorter was cut off."""


def plain(text: str, limit: int = 2_000) -> str:
    """Text of others without control and direction-changing characters, and no longer than `limit`."""
    kept = "".join(c for c in text if c == "\n" or unicodedata.category(c) not in {"Cc", "Cs", "Co"})
    kept = "".join(c for c in kept if c not in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
    return kept if len(kept) <= limit else kept[: limit - 1] + "…"


def escaped(text: str) -> str:
    """For where marked-up text is taken. Python's own would bring all named characters along: 0.3 MB for three."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


# --- what the engine says ------------------------------------------------------------------------------------------


def said(saying: Saying, otherwise: str = "") -> str:
    """A saying in the user's language, as `core.saying` writes it in English; `otherwise` where that is not
    possible. Values came from other people too, so all is made plain."""
    if not saying:
        return plain(otherwise, _LONGEST_SAYING)
    values = {name: _value(name, value) for name, value in saying.values.items()}
    for template in (look_up("engine", saying.template), saying.template):
        try:
            return plain(kept_to_unit(template.format_map(values)), _LONGEST_SAYING)
        except (LookupError, ValueError):  # a translation with another name in braces
            continue
    return plain(otherwise or saying.template, _LONGEST_SAYING)


def _value(name: str, value: Value) -> str:
    if isinstance(value, Saying):
        return said(value)
    if isinstance(value, str):
        return value
    for ending, written in _FORMS.items():
        if name.endswith(ending):
            return written(value)
    return count(value) if isinstance(value, int) else QLocale().toString(value, "g", 6)


def notices(status: Status) -> list[str]:
    """What the user should know, such as where the key is kept."""
    return [said(notice) for notice in status.notice_sayings or map(quote, status.notices)]


def kept_to_unit(text: str) -> str:
    """Numbers whose unit stands in the template."""
    return _BEFORE_UNIT.sub(NO_BREAK_SPACE, text)


# --- state ---------------------------------------------------------------------------------------------------------


def headline(situation: Situation) -> str:
    """The state in one to four words."""
    if situation.link is not Link.READY or situation.status is None:
        return link_headline(situation.link)
    status = situation.status
    return _reason_headlines().get(status.reason) or _phase_headlines()[status.phase]


def _reason_headlines() -> dict[Reason, str]:
    return {
        Reason.NEEDS_CONSENT: translate("words", "Waiting for your consent"),
        Reason.NO_COLLABORATION: translate("words", "Nothing to train yet"),
        Reason.PREPARING: translate("words", "Preparing"),
        Reason.FETCHING: translate("words", "Downloading"),
        Reason.INSTALLING: translate("words", "Downloading the engine"),
        Reason.METERED_INSTALL: translate("words", "Waiting for your leave"),
        Reason.CATCHING_UP: translate("words", "Catching up"),
        Reason.NOBODY_REACHABLE: translate("words", "Nobody reachable"),
        Reason.PAUSED_BY_USER: translate("words", "Paused"),
        Reason.IN_USE: translate("words", "Waiting until you are away"),
        Reason.FULL_SCREEN: translate("words", "Paused during full screen"),
        Reason.IN_CALL: translate("words", "Paused during a call"),
        Reason.PROGRAM_RUNS: translate("words", "Paused for another program"),
        Reason.ON_BATTERY: translate("words", "Paused on battery"),
        Reason.ENERGY_SAVER: translate("words", "Paused to save energy"),
        Reason.LID_CLOSED: translate("words", "Paused with the lid closed"),
        Reason.COMPUTER_BUSY: translate("words", "Paused while the computer is busy"),
        Reason.GPU_BUSY: translate("words", "Paused while the graphics card is busy"),
        Reason.LOW_MEMORY: translate("words", "Paused while memory is short"),
        Reason.TOO_HOT: translate("words", "Paused to cool down"),
        Reason.METERED: translate("words", "Paused on a metered network"),
        Reason.DATA_BUDGET: translate("words", "This month's data is used up"),
        Reason.OUT_OF_HOURS: translate("words", "Outside the hours you chose"),
        Reason.NOT_ALLOWED: translate("words", "Not allowed to compute"),
        Reason.FINISHING_STEP: translate("words", "Finishing this step"),
        Reason.TRAINER_RESTARTING: translate("words", "Restarting the trainer"),
        Reason.TRAINER_STUCK: translate("words", "The trainer does not answer"),
        Reason.DISK_FULL: translate("words", "The disk is full"),
        Reason.NO_DATA: translate("words", "Waiting for data"),
        Reason.REFUSED: translate("words", "Not let in"),
    }


def _phase_headlines() -> dict[Phase, str]:
    return {
        Phase.IDLE: translate("words", "Nothing to train yet"),
        Phase.STARTING: translate("words", "Preparing"),
        Phase.CONNECTING: translate("words", "Looking for peers"),
        Phase.TRAINING: translate("words", "Training"),
        Phase.AVERAGING: translate("words", "Averaging"),
        Phase.SERVING: translate("words", "Serving"),
        Phase.PAUSED: translate("words", "Paused"),
        Phase.FAILED: translate("words", "Needs your attention"),
    }


def sentence(situation: Situation) -> str:
    """The one reason, in words: the engine's own sentence while it is there to say one."""
    if situation.link is not Link.READY:
        return plain(link_sentence(situation), 600)
    return said(situation.status.saying, situation.status.sentence) if situation.status else ""


def action(situation: Situation) -> str:
    """The one thing to do about it, or that there is nothing to do; empty where all is well."""
    if situation.link is not Link.READY:
        return link_action(situation)
    return said(situation.status.todo, situation.status.action) if situation.status else ""


def pause_end(status: Status | None) -> str:
    """'Until 14:05', where the pause has an end."""
    if status is None or status.paused_until_s is None or status.reason is not Reason.PAUSED_BY_USER:
        return ""
    return translate("words", "Until {time}").format(time=clock(status.paused_until_s))


def line(situation: Situation) -> str:
    """The window's one line: the reason, which says the state too."""
    return plain((sentence(situation) or headline(situation)).replace("\n", " "), 300)


def tooltip(situation: Situation) -> str:
    """The tray's one line: state and reason, short enough for Windows (127 characters)."""
    text, why = headline(situation), sentence(situation)
    if why:
        text = translate("words", "{state} — {reason}").format(state=text, reason=why)
    return plain(text.replace("\n", " "), 120)


# --- numbers -------------------------------------------------------------------------------------------------------


def unbroken(measure: str) -> str:
    """A number with its unit, which no line's end parts."""
    return measure.replace(" ", NO_BREAK_SPACE)


def count(number: int) -> str:
    return QLocale().toString(number)


def bare_speed(samples_per_s: float) -> str:
    """Three significant digits at most; a dash for no speed."""
    if samples_per_s <= 0:
        return "–"
    decimals = 2 if samples_per_s < 1 else 1 if samples_per_s < 100 else 0
    return QLocale().toString(samples_per_s, "f", decimals)


def speed(samples_per_s: float) -> str:
    if samples_per_s <= 0:
        return "–"
    return unbroken(translate("words", "{number} samples/s").format(number=bare_speed(samples_per_s)))


def loss(value: float | None) -> str:
    return "–" if value is None else QLocale().toString(value, "f", 3)


def percent(number: float) -> str:
    return unbroken(translate("words", "{number} %").format(number=QLocale().toString(float(number), "f", 0)))


def step_progress(collaboration: Collaboration) -> str:
    return translate("words", "{done} of {all} samples").format(
        done=count(collaboration.step_samples), all=count(collaboration.target_batch)
    )


def share(mine: int, everyones: int) -> str:
    """My part of the samples of all, in per cent; empty where there is none yet."""
    if mine <= 0 or everyones <= 0:
        return ""
    per_cent = 100 * mine / everyones
    if per_cent < 0.1:
        return kept_to_unit(translate("words", "less than 0.1 %"))
    number = QLocale().toString(per_cent, "f", 1 if per_cent < 10 else 0)
    return unbroken(translate("words", "{number} %").format(number=number))


def rate(bytes_per_s: float) -> str:
    """'640 kB/s', '1.2 MB/s'; a dash while unknown."""
    if not bytes_per_s > 0:
        return "–"
    if bytes_per_s < 999_500:
        thousands = bytes_per_s / 1_000
        number = QLocale().toString(thousands, "f", 0 if thousands >= 9.95 else 1)
        return unbroken(translate("words", "{number} kB/s").format(number=number))
    millions = bytes_per_s / 1_000_000
    number = QLocale().toString(millions, "f", 0 if millions >= 99.5 else 1)
    return unbroken(translate("words", "{number} MB/s").format(number=number))


def volume(size_bytes: float) -> str:
    """'0 MB', '640 kB', '1.2 GB': decimal units, as networks and disks are sold by."""
    if size_bytes < 1:
        return unbroken(translate("words", "{number} MB").format(number=count(0)))
    amount, written = size_bytes / 1_000, translate("words", "{number} kB")
    for larger in (
        translate("words", "{number} MB"),
        translate("words", "{number} GB"),
        translate("words", "{number} TB"),
    ):
        if amount < 999.5:
            break
        amount, written = amount / 1_000, larger
    return unbroken(written.format(number=QLocale().toString(amount, "f", 0 if amount >= 9.95 else 1)))


def duration(seconds: float) -> str:
    """Two largest units: '45 s', '12 min', '3 h 05 min', '4 d 2 h'."""
    whole = int(min(max(0.0, seconds), _LONGEST_S))
    if whole < 60:
        return unbroken(translate("words", "{s} s").format(s=count(whole)))
    if whole < 3_600:
        return unbroken(translate("words", "{min} min").format(min=count(whole // 60)))
    if whole < 86_400:
        text, minutes = translate("words", "{h} h {min} min"), count(whole % 3_600 // 60)
        return unbroken(text.format(h=count(whole // 3_600), min=minutes.rjust(2, QLocale().zeroDigit())))
    text = translate("words", "{d} d {h} h")
    return unbroken(text.format(d=count(whole // 86_400), h=count(whole % 86_400 // 3_600)))


def clock(unix_s: float) -> str:
    """Local time of day, with the date where it is not today."""
    moment = QDateTime.fromSecsSinceEpoch(int(unix_s))
    short = QLocale.FormatType.ShortFormat
    if moment.date() == QDateTime.currentDateTime().date():
        return QLocale().toString(moment.time(), short)
    return QLocale().toString(moment, short)


def day(iso_day: str) -> str:
    """Local form of a day written YYYY-MM-DD; unreadable ones stay as they are."""
    date = QDate.fromString(iso_day, Qt.DateFormat.ISODate)
    return QLocale().toString(date, QLocale.FormatType.ShortFormat) if date.isValid() else plain(iso_day, 20)


_FORMS: dict[str, Callable[[float], str]] = {
    "_percent": percent,
    "_bytes_per_s": rate,
    "_bytes": volume,
    "_time": clock,
    "_s": duration,
}
"""How a saying's values are written, by the end of their names; the first that fits counts."""


# --- roles and links -----------------------------------------------------------------------------------------------


def role(name: str) -> str:
    known = {
        "coordinator": translate("words", "coordinator"),
        "contributor": translate("words", "contributor"),
        "auxiliary": translate("words", "auxiliary"),
        "client": translate("words", "behind a router"),
    }
    return known.get(name) or plain(name, 40)


def tidy_link(text: str) -> str:
    """A link as it was meant: chat programs wrap lines, mail programs add brackets, people add quotes."""
    return "".join(text.split()).strip("<>\"'“”„‘’«»().,;")


def link_trouble(text: str) -> str | None:
    """What is wrong with a pasted invitation as far as its form tells; `None` if it may be right."""
    link = tidy_link(text)
    if not link:
        return translate("words", "Paste the invitation that you were sent.")
    if not link.lower().startswith(LINK_PREFIX):
        if LINK_PREFIX.startswith(link.lower()):
            return translate("words", "The link is not complete yet.")
        return translate("words", "This is not an Idlewild invitation: those begin with {prefix}").format(
            prefix=LINK_PREFIX
        )
    if len(link) - len(LINK_PREFIX) < _SHORTEST_PAYLOAD:
        return translate("words", "The link seems to be cut off; copy the whole of it.")
    return None
