"""What is trained here, how to invite others to it, and how to join something else."""

from app import words
from app.joining.memberships import MembershipsCard
from app.joining.ways import WaysIn
from app.qt import QApplication, QHideEvent, QLineEdit, Qt, QTimer, Signal
from app.session import Session
from app.situation import Situation
from app.widgets.button import Button
from app.widgets.card import Card, Page
from app.widgets.flow import Flow
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
        self.rows.addLayout(Flow(self.copy, self.show_code))
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


class JoinPage(Page):
    joined = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.current = CurrentCard()
        self.invitation = InvitationCard()
        self.memberships = MembershipsCard(session.control)
        self.ways = WaysIn(session, self)
        self.link, self.nearby, self.starter = self.ways.link, self.ways.nearby, self.ways.starter
        self.waiting = Text(wraps=True, tint="muted")
        self.waiting_card = Card()
        self.waiting_card.rows.addWidget(self.waiting)
        self._listed = ""
        joined = (self.current, self.invitation, self.memberships)
        parts = (self.waiting_card, *joined, self.link, self.nearby, self.starter)
        for part in parts:
            self.add(part)
        self.column.addStretch(1)
        self.ways.joined.connect(self.joined)
        self.ways.joined.connect(self.memberships.refresh)

    def show_situation(self, situation: Situation) -> None:
        collaboration = situation.collaboration
        for card in (self.current, self.invitation):
            card.setVisible(collaboration is not None)
            if collaboration is not None:
                card.show_collaboration(collaboration)
        self.starter.setVisible(collaboration is None)
        self.ways.show_situation(situation)
        self.memberships.setEnabled(situation.live is not None)
        self.waiting.setText(words.sentence(situation) or words.headline(situation))
        self.waiting_card.setVisible(situation.live is None or (collaboration is None and not situation.has_nothing))
        self._list(situation)

    def keeps(self) -> bool:
        return bool(self.link.link.text())

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802
        super().hideEvent(event)
        self._listed = ""

    def _list(self, situation: Situation) -> None:
        """Asks for what is joined when the page is opened, and when another collaboration is under way."""
        now = situation.collaboration.run if situation.collaboration else "none"
        if situation.live is not None and now != self._listed:
            self._listed = now
            self.memberships.refresh()
