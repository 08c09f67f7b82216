"""The words that a model would put into a gap, likeliest first."""

from app import chart_words, words
from app.colours import tints
from app.qt import (
    QColor,
    QPainter,
    QPaintEvent,
    QPen,
    QPushButton,
    QRectF,
    QSize,
    QSizePolicy,
    Qt,
    QVBoxLayout,
    QWidget,
    Signal,
)
from app.widgets.text import name
from app.words import translate
from core.ipc.records import Candidate

_ROOM_PX = 8
_WORD_PART = 0.38
"""Of the width, as far as a long word needs it; the rest is the bar's."""
_LONG_WORD = 22
"""Characters."""


class CandidateButton(QPushButton):
    """A word, a bar and a number; puts the word into the gap."""

    def __init__(self) -> None:
        super().__init__()
        self.candidate = Candidate(text="", probability=0.0)
        self._greatest = 1.0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAutoDefault(True)

    def show_candidate(self, candidate: Candidate, greatest: float) -> None:
        """`greatest`: probability of the likeliest, whose bar is whole."""
        self.candidate, self._greatest = candidate, max(greatest, 1e-9)
        word, chance = self._shown()
        self.setToolTip(translate("try", "Put into the gap"))
        said = translate("try", "{word}, {chance}", "a word and how likely it is").format(word=word, chance=chance)
        name(self, said, translate("try", "Put into the gap"))
        self.update()

    def _shown(self) -> tuple[str, str]:
        return words.plain(self.candidate.text.strip(), 60), chart_words.percent(self.candidate.probability)

    def sizeHint(self) -> QSize:  # noqa: N802
        return QSize(220, self.fontMetrics().height() + 10)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        return QSize(140, self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        colours = tints(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setLayoutDirection(self.layoutDirection())
        face = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        is_lit = self.underMouse() or self.hasFocus()
        painter.setPen(QPen(QColor(colours.accent), 1) if is_lit else Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.sunken) if self.isDown() else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(face, 4, 4)
        self._draw_parts(painter, face.adjusted(_ROOM_PX, 0, -_ROOM_PX, 0), is_rtl=self.isRightToLeft())
        painter.end()

    def _draw_parts(self, painter: QPainter, room: QRectF, *, is_rtl: bool) -> None:
        colours, metrics = tints(self.palette()), self.fontMetrics()
        word, chance = self._shown()
        number_px = metrics.horizontalAdvance(chart_words.percent(0.999)) + 10.0
        word_px = min(room.width() * _WORD_PART, float(metrics.averageCharWidth() * _LONG_WORD))
        track = QRectF(room.left() + word_px, room.center().y() - 4, room.width() - word_px - number_px, 8)
        text = QRectF(room.left(), room.top(), word_px - 8, room.height())
        number = QRectF(room.right() - number_px, room.top(), number_px, room.height())
        bar = QRectF(track)
        bar.setWidth(max(3.0, track.width() * self.candidate.probability / self._greatest))
        if is_rtl:
            for part in (track, text, number, bar):
                part.moveLeft(room.left() + room.right() - part.right())
        painter.setPen(QColor(colours.text))
        vertical = Qt.AlignmentFlag.AlignVCenter
        shown = metrics.elidedText(word, Qt.TextElideMode.ElideRight, int(text.width()))
        # The painter itself takes left for right where the language is written so.
        painter.drawText(text, int(Qt.AlignmentFlag.AlignLeft | vertical), shown)
        painter.setPen(QColor(colours.muted))
        painter.drawText(number, int(Qt.AlignmentFlag.AlignRight | vertical), chance)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.sunken))
        painter.drawRoundedRect(track, 4, 4)
        painter.setBrush(QColor(colours.accent))
        painter.drawRoundedRect(bar, min(4.0, bar.width() / 2), 4)


class Candidates(QWidget):
    """Their buttons are kept from one answer to the next."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.buttons: list[CandidateButton] = []
        self._rows = QVBoxLayout(self)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(2)
        name(self, translate("try", "Words for the gap"))

    def show_candidates(self, candidates: list[Candidate]) -> None:
        while len(self.buttons) < len(candidates):
            button = CandidateButton()
            button.clicked.connect(lambda _=False, of=button: self.chosen.emit(of.candidate.text.strip()))
            self.buttons.append(button)
            self._rows.addWidget(button)
        greatest = max((candidate.probability for candidate in candidates), default=1.0)
        for number, button in enumerate(self.buttons):
            button.setVisible(number < len(candidates))
            if number < len(candidates):
                button.show_candidate(candidates[number], greatest)
        self.setVisible(bool(candidates))
