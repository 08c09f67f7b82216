"""What is trained here, how to invite others to it, and how to join something else."""

from app import words
from app.qt import QApplication, QLineEdit, Qt, QTimer, Signal
from app.session import Session
from app.situation import Situation
from app.widgets.button import Button
from app.widgets.card import Card, Page, side_by_side
from app.widgets.qr import QrCode
from app.widgets.text import Text, name
from core.ipc.messages import Collaboration

_COPIED_MS = 2_500


class CurrentCard(Card):
    """The collaboration of now, in its organiser's words."""

    def __init__(self) -> None:
        super().__init__(self.tr("You are taking part in"))
        self.name = Text(scale=1.2, bold=True, wraps=True, selectable=True)
        self.description = Text(wraps=True, selectable=True)
        self.facts = Text(tint="muted", wraps=True, selectable=True)
        for part in (self.name, self.description, self.facts):
            self.rows.addWidget(part)

    def show_collaboration(self, collaboration: Collaboration) -> None:
        self.name.setText(words.plain(collaboration.name, 200))
        self.description.setText(words.plain(collaboration.description))
        self.description.setVisible(bool(collaboration.description))
        facts = [
            self.tr("Language: {language}").format(language=collaboration.language) if collaboration.language else "",
            self.tr("Licence of the data: {licence}").format(licence=collaboration.licence)
            if collaboration.licence
            else "",
            self.tr("Hosted by this computer") if collaboration.is_host else "",
        ]
        self.facts.setText("\n".join(words.plain(fact, 200) for fact in facts if fact))
        self.facts.setVisible(bool(self.facts.text()))


class InvitationCard(Card):
    def __init__(self) -> None:
        super().__init__(self.tr("Invite others"))
        self.hint = Text(wraps=True, tint="muted")
        self.link = QLineEdit()
        self.link.setReadOnly(True)
        name(self.link, self.tr("Invitation link"))
        self.copy = Button(self.tr("&Copy invitation"))
        self.show_code = Button(self.tr("Show &QR code"))
        self.show_code.setCheckable(True)
        self.code = QrCode(self.tr("Invitation as a QR code"))
        self.code.hide()
        self._copied = QTimer(self)
        self._copied.setSingleShot(True)
        self._copied.timeout.connect(self._show_copy)
        self.rows.addWidget(self.hint)
        self.rows.addWidget(self.link)
        self.rows.addLayout(side_by_side(self.copy, self.show_code))
        self.rows.addWidget(self.code, 0, Qt.AlignmentFlag.AlignHCenter)
        self.copy.clicked.connect(self._copy)
        self.show_code.toggled.connect(self._show_code)

    def show_collaboration(self, collaboration: Collaboration) -> None:
        invitation = collaboration.invitation
        if invitation:
            self.hint.setText(
                self.tr("Whoever has this link can join. Send it in a message, or let them scan the code.")
            )
        else:
            self.hint.setText(self.tr("This computer has no address to invite to; ask the organiser for the link."))
        if self.link.text() != invitation:
            self.link.setText(invitation)
            self.link.setCursorPosition(0)
            if self.code.isVisible():
                self.code.show_text(invitation)
        for part in (self.link, self.copy, self.show_code):
            part.setVisible(bool(invitation))

    def _copy(self) -> None:
        QApplication.clipboard().setText(self.link.text())
        self.copy.setText(self.tr("Copied"))
        self._copied.start(_COPIED_MS)

    def _show_copy(self) -> None:
        self.copy.setText(self.tr("&Copy invitation"))

    def _show_code(self, wanted: bool) -> None:
        self.code.show_text(self.link.text() if wanted else "")
        self.code.setVisible(wanted)


class LinkCard(Card):
    """A field for an invitation that says at once whether it can be one."""

    join_wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__(self.tr("Join with a link"))
        self.link = QLineEdit()
        self.link.setPlaceholderText(words.LINK_PREFIX + "…")
        self.link.setClearButtonEnabled(True)
        self.link.setMaxLength(4_096)
        name(self.link, self.tr("Invitation link to join"))
        self.verdict = Text(wraps=True, tint="muted")
        self.leaving = Text(wraps=True, tint="muted")
        self.join = Button(self.tr("&Join"), is_primary=True)
        self.paste = Button(self.tr("Paste from the clip&board"))
        self._is_joining = False
        self.rows.addWidget(self.link)
        self.rows.addWidget(self.verdict)
        self.rows.addWidget(self.leaving)
        self.rows.addLayout(side_by_side(self.join, self.paste))
        self.link.textChanged.connect(self._judge)
        self.link.returnPressed.connect(self._ask)
        self.join.clicked.connect(self._ask)
        self.paste.clicked.connect(lambda: self.offer(QApplication.clipboard().text()))
        self._judge()

    def offer(self, link: str) -> None:
        """Puts a link into the field; nothing is joined until the user says so."""
        self.link.setText(words.tidy_link(link)[:4_096])
        self.link.setCursorPosition(0)
        self.link.setFocus(Qt.FocusReason.OtherFocusReason)

    def look_at_clipboard(self) -> None:
        self.paste.setVisible(words.link_trouble(QApplication.clipboard().text()) is None and not self.link.text())

    def show_situation(self, situation: Situation) -> None:
        collaboration = situation.collaboration
        self.leaving.setVisible(collaboration is not None)
        if collaboration is not None:
            text = self.tr("Joining something else ends your part in “{name}”. What you gave to it stays yours.")
            self.leaving.setText(text.format(name=words.plain(collaboration.name, 120)))

    def joining(self) -> None:
        self._is_joining = True
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
        self.look_at_clipboard()

    def _say(self, text: str, tint: str) -> None:
        self.verdict.setText(text)
        self.verdict.set_tint(tint)
        name(self.link, self.tr("Invitation link to join"), text)

    def _ask(self) -> None:
        if self.join.isEnabled():
            self.join_wanted.emit(words.tidy_link(self.link.text()))


class StarterCard(Card):
    def __init__(self) -> None:
        super().__init__(self.tr("Or start right here"))
        self.what = Text(
            self.tr(
                "“Starter” is a small language model that this computer trains by itself, on text that is already here."
                " Nothing is downloaded, and others can join later."
            ),
            wraps=True,
        )
        self.start = Button(self.tr("&Start with starter on this computer"))
        self.verdict = Text(wraps=True, tint="failure")
        self.verdict.hide()
        for part in (self.what, self.verdict):
            self.rows.addWidget(part)
        self.rows.addLayout(side_by_side(self.start))

    def failed(self, sentence: str) -> None:
        self.start.setEnabled(True)
        self.verdict.setText(words.plain(sentence, 600))
        self.verdict.show()


class WelcomeCard(Card):
    """What a person should know before the first step."""

    def __init__(self) -> None:
        super().__init__()
        self.rows.addWidget(Text(self.tr("What shall this computer train?"), scale=1.35, bold=True, wraps=True))
        consent = self.tr(
            "Training stays out of your way: it pauses on battery and when the computer is busy. Nothing starts before"
            " you choose."
        )
        self.rows.addWidget(Text(consent, wraps=True))


class JoinPage(Page):
    joined = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self.welcome = WelcomeCard()
        self.current = CurrentCard()
        self.invitation = InvitationCard()
        self.link = LinkCard()
        self.starter = StarterCard()
        self.waiting = Text(wraps=True, tint="muted")
        for part in (self.welcome, self.current, self.invitation, self.waiting, self.link, self.starter):
            self.add(part)
        self.column.addStretch(1)
        self.link.join_wanted.connect(self._join)
        self.starter.start.clicked.connect(self._start)

    def show_situation(self, situation: Situation) -> None:
        collaboration = situation.collaboration
        for card in (self.current, self.invitation):
            card.setVisible(collaboration is not None)
            if collaboration is not None:
                card.show_collaboration(collaboration)
        self.starter.setVisible(collaboration is None)
        self.welcome.setVisible(collaboration is None)
        self.link.show_situation(situation)
        self.link.setEnabled(situation.live is not None)
        self.starter.setEnabled(situation.live is not None)
        self.waiting.setText(f"{words.headline(situation)}. {words.sentence(situation)}")
        self.waiting.setVisible(situation.live is None or (collaboration is None and not situation.has_nothing))
        if collaboration is not None:
            self.starter.start.setEnabled(True)

    def _join(self, link: str) -> None:
        self.link.joining()
        self._session.join(link, self._on_joined, self.link.failed)

    def _on_joined(self) -> None:
        self.link.joined()
        self.joined.emit()

    def _start(self) -> None:
        self.starter.start.setEnabled(False)
        self.starter.verdict.hide()
        self._session.host_starter(self.joined.emit, self.starter.failed)
