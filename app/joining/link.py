"""The invitation that somebody has sent: pasted, typed, dragged here, or as a picture of its code."""

from app import words
from app.joining.reading import PICTURES, CodeReader, link_in_text, may_hold_link, picture_in
from app.qt import (
    QApplication,
    QDragEnterEvent,
    QDropEvent,
    QFileDialog,
    QImage,
    QLineEdit,
    QMimeData,
    Qt,
    Signal,
)
from app.situation import Situation
from app.widgets.button import Button
from app.widgets.card import Card
from app.widgets.flow import Flow
from app.widgets.text import Text, name


class LinkCard(Card):
    """A field for an invitation that says at once whether it can be one."""

    join_wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__(self.tr("Join with an invitation"))
        self.setAcceptDrops(True)
        hint = self.tr("Paste the link that you were sent, or drag it or a picture of its QR code here.")
        self.rows.addWidget(Text(hint, wraps=True))
        self.link = QLineEdit()
        self.link.setPlaceholderText(words.LINK_PREFIX + "…")
        self.link.setClearButtonEnabled(True)
        self.link.setMaxLength(4_096)
        self.link.setAcceptDrops(False)
        name(self.link, self.tr("Invitation link to join"))
        self.verdict = Text(wraps=True, tint="muted")
        self.leaving = Text(wraps=True, tint="muted")
        self.join = Button(self.tr("&Join"), is_primary=True)
        self.paste = Button(self.tr("Paste from the clip&board"))
        self.choose = Button(self.tr("Read a QR c&ode…"))
        self._is_joining = False
        self._reader = CodeReader(self)
        self._reader.done.connect(self._on_read)
        self.rows.addWidget(self.link)
        self.rows.addWidget(self.verdict)
        self.rows.addWidget(self.leaving)
        self.rows.addLayout(Flow(self.paste))
        self.rows.addLayout(Flow(self.join, self.choose))
        self.link.textChanged.connect(self._judge)
        self.link.returnPressed.connect(self._ask)
        self.join.clicked.connect(self._ask)
        self.paste.clicked.connect(self._paste)
        self.choose.clicked.connect(self._choose_file)
        self._judge()

    def offer(self, link: str) -> None:
        """Puts a link into the field; nothing is joined until the user says so."""
        self.link.setText(words.tidy_link(link)[:4_096])
        self.link.setCursorPosition(0)
        self.link.setFocus(Qt.FocusReason.OtherFocusReason)

    def look_at_clipboard(self) -> None:
        """A picture is offered too, without looking yet whether it shows a code."""
        board: QMimeData | None = QApplication.clipboard().mimeData()  # None where the platform has no clipboard
        holds_link = board is not None and (board.hasImage() or words.link_trouble(board.text()) is None)
        self.paste.setVisible(holds_link and not self.link.text())

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802
        if may_hold_link(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802
        event.acceptProposedAction()
        self._take(event.mimeData())

    def take_file(self, path: str) -> None:
        """Reads the code in a picture."""
        self._read(path)

    def show_situation(self, situation: Situation) -> None:
        collaboration = situation.collaboration
        self.leaving.setVisible(collaboration is not None)
        if collaboration is not None:
            text = self.tr("“{name}” stays joined too; shares say how this computer's time is divided.")
            self.leaving.setText(text.format(name=words.plain(collaboration.name, 120)))

    def joining(self) -> None:
        self._is_joining = True
        if self.window().focusWidget() is self.join:
            self.link.setFocus()
        self.join.setEnabled(False)
        self._say(self.tr("Asking for the collaboration behind this link…"), "muted")

    def joined(self) -> None:
        self._is_joining = False
        self.link.clear()

    def failed(self, sentence: str) -> None:
        self._is_joining = False
        self.join.setEnabled(True)
        self._say(words.plain(sentence, 600), "failure")

    def _judge(self) -> None:
        if self._is_joining:
            return
        trouble = words.link_trouble(self.link.text())
        self.join.setEnabled(trouble is None)
        if trouble is None:
            self._say(self.tr("This looks like an invitation."), "accent")
        else:
            self._say(trouble, "warning" if self.link.text() else "muted")
            self.verdict.setVisible(bool(self.link.text()))  # the hint above an empty field says it already
        self.look_at_clipboard()

    def _say(self, text: str, tint: str) -> None:
        self.verdict.tell(text, tint)
        name(self.link, self.tr("Invitation link to join"), text)

    def _ask(self) -> None:
        if self.join.isEnabled():
            self.join_wanted.emit(words.tidy_link(self.link.text()))

    def _paste(self) -> None:
        board: QMimeData | None = QApplication.clipboard().mimeData()
        if board is not None:
            self._take(board)

    def _choose_file(self) -> None:
        pictures = " ".join(f"*.{ending}" for ending in PICTURES)
        kinds = self.tr("Pictures ({patterns})").format(patterns=pictures)
        path, _ = QFileDialog.getOpenFileName(self, self.tr("Picture of an invitation's QR code"), "", kinds)
        if path:
            self.take_file(path)

    def _take(self, mime: QMimeData) -> None:
        """What was pasted or dropped; text that is no invitation is shown, with what is wrong with it."""
        link = link_in_text(mime)
        picture = None if link else picture_in(mime)
        if picture is not None:
            self._read(picture)
        elif link or mime.text():
            self.offer(link or mime.text())

    def _read(self, picture: str | QImage) -> None:
        self._say(self.tr("Reading the picture…"), "muted")
        self._reader.read(picture)

    def _on_read(self, link: str) -> None:
        if link:
            self.offer(link)
        else:
            self._say(self.tr("There is no QR code of an invitation in this picture; try a larger one."), "warning")
