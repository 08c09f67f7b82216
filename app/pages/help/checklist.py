"""Everything that could be the reason why nothing is computed, each with what the engine says of it."""

from dataclasses import dataclass
from enum import Enum, auto
from typing import ClassVar

from app import fact_words, network_words, words
from app.qt import QGridLayout, Qt, QVBoxLayout
from app.situation import Situation
from app.widgets.card import Card
from app.widgets.text import Text, name
from app.words import translate
from core.ipc.messages import NetworkState, Reason, Status
from core.ipc.records import SensorReading


class Verdict(Enum):
    """Of the engine, on one line of the list."""

    FINE = auto()
    STOPS = auto()
    UNKNOWN = auto()


@dataclass(frozen=True, slots=True)
class Line:
    what: str
    how: str
    verdict: Verdict


def verdict_words(verdict: Verdict) -> str:
    return {
        Verdict.FINE: translate("why", "fine"),
        Verdict.STOPS: translate("why", "this is the reason"),
        Verdict.UNKNOWN: translate("why", "cannot tell"),
    }[verdict]


def lines(situation: Situation, readings: list[SensorReading]) -> tuple[Line, ...]:
    """What has to be so for anything to be computed, from the outside in; what stops it comes first. The
    engine says what that is."""
    status = situation.live
    engine = Line(
        translate("why", "Engine"),
        words.sentence(situation) if status is None else translate("why", "It runs and answers."),
        Verdict.STOPS if status is None else Verdict.FINE,
    )
    if status is None:
        return (engine,)
    found = (engine, *_of_status(status), *(_of_reading(reading, status.reason) for reading in readings))
    return tuple(sorted(found, key=lambda line: line.verdict is not Verdict.STOPS))


def _of_status(status: Status) -> tuple[Line, ...]:
    network = status.network
    consent = translate("why", "Given.") if status.has_consent else translate("why", "Not given yet.")
    if status.collaboration is None:
        joined = translate("why", "None is joined.")
    else:
        joined = words.plain(status.collaboration.name, 120)
    paused = status.reason is Reason.PAUSED_BY_USER
    pause = words.pause_end(status) or translate("why", "Until you resume.")
    return (
        _line(translate("why", "Your consent"), consent, is_reason=status.reason is Reason.NEEDS_CONSENT),
        _line(
            translate("why", "Collaboration"),
            joined,
            is_reason=status.reason in {Reason.NO_COLLABORATION, Reason.REFUSED, Reason.NO_DATA},
        ),
        Line(
            translate("why", "Other computers"),
            network_words.standing(network.state if network else NetworkState.UNKNOWN),
            _network_verdict(status),
        ),
        _line(
            translate("why", "Data this month"),
            translate("why", "{volume} sent and received.").format(
                volume=words.volume(status.sent_bytes + status.received_bytes)
            ),
            is_reason=status.reason is Reason.DATA_BUDGET,
        ),
        _line(
            translate("why", "Pause"), pause if paused else translate("why", "You have not paused."), is_reason=paused
        ),
        _line(
            translate("why", "Device"),
            words.plain(status.device, 120) or translate("why", "Not chosen yet."),
            is_reason=status.reason
            in {Reason.NOT_ALLOWED, Reason.TRAINER_RESTARTING, Reason.TRAINER_STUCK, Reason.DISK_FULL},
        ),
        _line(
            translate("why", "Hours of the week"),
            translate("why", "Not in this hour, by your schedule.")
            if status.reason is Reason.OUT_OF_HOURS
            else translate("why", "Nothing against this hour."),
            is_reason=status.reason is Reason.OUT_OF_HOURS,
        ),
    )


def _line(what: str, how: str, *, is_reason: bool) -> Line:
    return Line(what, how, Verdict.STOPS if is_reason else Verdict.FINE)


def _network_verdict(status: Status) -> Verdict:
    if status.reason is Reason.NOBODY_REACHABLE:
        return Verdict.STOPS
    if status.network is None or status.network.state is NetworkState.UNKNOWN:
        return Verdict.UNKNOWN
    return Verdict.FINE


def _of_reading(reading: SensorReading, reason: Reason) -> Line:
    verdict = Verdict.UNKNOWN if reading.value is None else Verdict.FINE
    if reading.fact in fact_words.BEHIND.get(reason, ()):
        verdict = Verdict.STOPS
    return Line(fact_words.caption(reading.fact), fact_words.reading(reading), verdict)


class Mark(Text):
    """The verdict as a sign; a screen reader gets the words."""

    SIGNS: ClassVar = {Verdict.FINE: ("✓", "accent"), Verdict.STOPS: ("✕", "failure"), Verdict.UNKNOWN: ("?", "muted")}

    def show_verdict(self, verdict: Verdict) -> None:
        sign, tint = self.SIGNS[verdict]
        self.setText(sign)
        self.set_tint(tint)
        name(self, verdict_words(verdict))
        self.setToolTip(verdict_words(verdict))


class Checklist(Card):
    """Rows are made when there are more and reused afterwards, so that nothing flickers."""

    def __init__(self) -> None:
        super().__init__(translate("why", "Everything that it depends on"))
        self.shown: tuple[Line, ...] = ()
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(8)
        self._grid.setColumnStretch(1, 1)
        self._rows: list[tuple[Mark, Text, Text]] = []
        self.rows.addLayout(self._grid)

    def show_lines(self, lines: tuple[Line, ...]) -> None:
        if lines == self.shown:
            return
        self.shown = lines
        while len(self._rows) < len(lines):
            self._add_row()
        for place, (mark, what, how) in enumerate(self._rows):
            for part in (mark, what, how):
                part.setVisible(place < len(lines))
            if place < len(lines):
                line = lines[place]
                mark.show_verdict(line.verdict)
                what.setText(line.what)
                how.setText(line.how)
                is_reason = line.verdict is Verdict.STOPS
                how.set_tint("text" if is_reason else "muted")
                name(how, f"{line.what}: {line.how} {verdict_words(line.verdict)}")

    def _add_row(self) -> None:
        place = len(self._rows)
        parts = Mark(bold=True), Text(bold=True, wraps=True), Text(tint="muted", wraps=True)
        top = Qt.AlignmentFlag.AlignTop
        parts[0].setFixedWidth(parts[0].fontMetrics().horizontalAdvance("✕") + 6)
        self._grid.addWidget(parts[0], place, 0, top)
        both = QVBoxLayout()
        both.setSpacing(0)
        both.addWidget(parts[1])
        both.addWidget(parts[2])
        self._grid.addLayout(both, place, 1)
        self._rows.append(parts)
