"""The end of the engine's log, as it grows, and a file with all that somebody who helps needs to know."""

import pathlib

from app import words
from app.qt import (
    QApplication,
    QDesktopServices,
    QDir,
    QFileDialog,
    QFontDatabase,
    QPlainTextEdit,
    QResizeEvent,
    QUrl,
    Signal,
)
from app.session import Session
from app.situation import Situation
from app.widgets.button import Button
from app.widgets.card import Card, Page
from app.widgets.flow import Flow
from app.widgets.text import Path, Text, name
from app.widgets.while_shown import WhileShown
from core.ipc.records import Bundle

_LINES = 400
_LONGEST_LINE = 2_000
_LINES_SHOWN = 14


class LogText(QPlainTextEdit):
    """Follows the end, unless somebody has scrolled up to read or has marked something."""

    def __init__(self) -> None:
        super().__init__()
        self._lines: list[str] = []
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.setMinimumHeight(self.fontMetrics().lineSpacing() * _LINES_SHOWN)
        # Fusion does not show where the keyboard is on a text that cannot be changed.
        self.setStyleSheet(
            "QPlainTextEdit { border: 1px solid palette(mid); border-radius: 2px }"
            "QPlainTextEdit:focus { border-color: palette(highlight) }"
        )
        name(self, self.tr("End of the log"))

    def show_lines(self, lines: list[str]) -> None:
        if lines == self._lines or self.textCursor().hasSelection():
            return
        self._lines = lines
        bar, side = self.verticalScrollBar(), self.horizontalScrollBar()
        is_at_end, place, aside = self._is_at_end, bar.value(), side.value()
        self.setPlainText("\n".join(words.plain(line, _LONGEST_LINE) for line in lines))
        bar.setValue(bar.maximum() if is_at_end else place)
        side.setValue(aside)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        is_at_end = self._is_at_end
        super().resizeEvent(event)
        if is_at_end:
            self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())

    @property
    def _is_at_end(self) -> bool:
        return self.verticalScrollBar().value() >= self.verticalScrollBar().maximum() - 1


class LogPart(Page):
    said = Signal(str)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._written = ""
        self.text = LogText()
        self.empty = Text(wraps=True, tint="muted")
        self.copy = Button(self.tr("&Copy the log"))
        self.save = Button(self.tr("Save a file for hel&pers…"))
        self.folder = Button(self.tr("Open its fol&der"))
        self.result = Text(wraps=True)
        self.where = Path(tint="muted", wraps=True)
        log = Card(self.tr("Log"))
        log.rows.addWidget(self.empty)
        log.rows.addWidget(self.text, 1)
        log.rows.addLayout(Flow(self.copy))
        self.add(log)
        self.add(self._bundle_card())
        self.column.setStretch(0, 1)
        self._look = WhileShown(self, self._ask)
        self.copy.clicked.connect(self._copy)
        self.save.clicked.connect(self._choose_file)
        self.folder.clicked.connect(self._open_folder)

    def _bundle_card(self) -> Card:
        card = Card(self.tr("When you ask somebody for help"))
        what = self.tr(
            "A file with the settings, what the sensors read, the state of the network and the log."
            " Keys, tokens, names and addresses are taken out of it. Nothing is sent: you decide who gets it."
        )
        card.rows.addWidget(Text(what, wraps=True))
        card.rows.addLayout(Flow(self.save, self.folder))
        card.rows.addWidget(self.result)
        card.rows.addWidget(self.where)
        for part in (self.folder, self.result, self.where):
            part.hide()
        return card

    def show_situation(self, situation: Situation) -> None:
        is_live = situation.live is not None
        self.save.setEnabled(is_live)
        self.text.setEnabled(is_live)
        self.empty.setVisible(not is_live)
        self.empty.setText(words.sentence(situation))

    def _ask(self) -> None:
        if self._session.situation.live is not None:
            self._session.control.log_tail(_LINES, self.text.show_lines, lambda _: None)

    def _copy(self) -> None:
        QApplication.clipboard().setText(self.text.toPlainText())
        self.said.emit(self.tr("The log was copied."))

    def _choose_file(self) -> None:
        start = QDir.home().filePath("idlewild-help.zip")
        file, _ = QFileDialog.getSaveFileName(self, self.tr("Save a file for helpers"), start, "ZIP (*.zip)")
        if file:
            self.write_bundle(file)

    def write_bundle(self, file: str) -> None:
        self.save.setEnabled(False)
        self._session.control.diagnostics(file, self._on_written, self._on_refused)

    def _on_written(self, bundle: Bundle) -> None:
        self.save.setEnabled(True)
        self._written = bundle.file
        size = words.volume(bundle.bytes)
        if bundle.removed == 1:
            text = self.tr("Written: {size}. One secret was taken out.").format(size=size)
        else:
            text = self.tr("Written: {size}. {number} secrets were taken out.").format(
                size=size, number=words.count(bundle.removed)
            )
        self.result.tell(text, "accent")
        self.where.show_path(bundle.file)
        self.folder.show()
        self.where.show()

    def _on_refused(self, why: str) -> None:
        self.save.setEnabled(True)
        self.result.tell(words.plain(why, 400), "failure")
        self.folder.setVisible(bool(self._written))
        self.where.setVisible(False)

    def _open_folder(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(pathlib.Path(self._written).parent)))
