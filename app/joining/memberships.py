"""What this computer has joined, each with its share of the computer's time, and the way out."""

from app import words
from app.control import ControlClient
from app.qt import QFrame, Qt, QTimer, QVBoxLayout, QWidget, Signal
from app.widgets.button import Button
from app.widgets.card import Card, side_by_side
from app.widgets.flow import Flow
from app.widgets.marks import Slide
from app.widgets.tab_order import tab_as_laid_out
from app.widgets.text import Text, name
from core.ipc.records import Membership

_SETTLED_MS = 300
"""A slider that was let alone for so long stands where it was meant to."""


class MembershipRow(QFrame):
    share_chosen = Signal(str, int)
    leave_wanted = Signal(str)

    def __init__(self, run: str) -> None:
        super().__init__()
        self._run = run
        self.name = Text(bold=True, wraps=True)
        self.facts = Text(tint="muted", wraps=True)
        self.slider = Slide()
        self.slider.setRange(0, 100)
        self.slider.setPageStep(10)
        self.share = Text()
        self.leave = Button(self.tr("Leave…"))
        self.question = Text(wraps=True)
        self.confirm = Button(self.tr("Leave"))
        self.keep = Button(self.tr("Stay"), is_primary=True)
        self._settled = QTimer(self)
        self._settled.setSingleShot(True)
        self._settled.setInterval(_SETTLED_MS)
        self._settled.timeout.connect(lambda: self.share_chosen.emit(self._run, self.slider.value()))
        self._lay_out()
        self.slider.valueChanged.connect(self._on_moved)
        self.leave.clicked.connect(lambda: self._ask(asks=True))
        self.keep.clicked.connect(lambda: self._ask(asks=False))
        self.confirm.clicked.connect(lambda: self.leave_wanted.emit(self._run))

    def _lay_out(self) -> None:
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 6, 0, 6)
        rows.setSpacing(6)
        rows.addWidget(self.name)
        rows.addWidget(self.facts)
        line = side_by_side(self.slider, self.share, self.leave)
        line.setStretch(0, 1)
        line.setAlignment(self.leave, Qt.AlignmentFlag.AlignLeading)
        rows.addLayout(line)
        self.asking = QWidget()
        asked = QVBoxLayout(self.asking)
        asked.setContentsMargins(0, 0, 0, 0)
        asked.addWidget(self.question)
        asked.addLayout(Flow(self.confirm, self.keep))
        self.asking.hide()
        rows.addWidget(self.asking)

    def show_membership(self, membership: Membership, whole: int, *, is_only: bool) -> None:
        """`whole`: sum of all shares. There is nothing to divide where this is the only one."""
        title = words.plain(membership.name, 120).replace("\n", " ")
        self.name.setText(title)
        if not (self.slider.isSliderDown() or self._settled.isActive()):
            self.slider.blockSignals(True)
            self.slider.setValue(membership.share)
            self.slider.blockSignals(False)
        self._show_share()
        question = self.tr("Leave “{name}”? What you gave to it stays in your history and in the model.")
        self.question.setText(question.format(name=title))
        part = round(100 * membership.share / whole) if whole else 0
        described = self.tr("{percent} of this computer's training time").format(percent=words.percent(part))
        share = self.tr("{percent} of the time").format(percent=words.percent(part))
        self.facts.setText(_facts(membership, "" if is_only else share))
        for control in (self.slider, self.share):
            control.setVisible(not is_only or membership.share == 0)
        self.slider.setToolTip(described)
        name(self.slider, self.tr("Share of {name}").format(name=title), described)
        name(self.leave, self.tr("Leave {name}").format(name=title))
        name(self.confirm, self.tr("Leave {name} now").format(name=title))
        name(self.keep, self.tr("Stay in {name}").format(name=title))

    def _on_moved(self) -> None:
        self._show_share()
        self._settled.start()

    def _show_share(self) -> None:
        value = self.slider.value()
        self.share.setText(words.count(value) if value else self.tr("set aside"))
        self.share.setMinimumWidth(self.share.fontMetrics().horizontalAdvance(self.tr("set aside")))

    def _ask(self, *, asks: bool) -> None:
        self.asking.setVisible(asks)
        self.leave.setEnabled(not asks)
        (self.keep if asks else self.leave).setFocus()


class MembershipsCard(Card):
    def __init__(self, control: ControlClient) -> None:
        super().__init__(self.tr("Joined collaborations"))
        self._control = control
        self.members: dict[str, MembershipRow] = {}
        self.memberships: list[Membership] = []
        hint = self.tr("Shares divide this computer's training time; a share of 0 sets a collaboration aside.")
        self.hint = Text(hint, wraps=True, tint="muted")
        self.verdict = Text(wraps=True, tint="failure")
        self.verdict.hide()
        self.rows.addWidget(self.hint)
        self.rows.addWidget(self.verdict)
        self.setVisible(False)

    def refresh(self) -> None:
        self._control.collaborations(self.show_memberships, lambda _: None)

    def show_memberships(self, memberships: list[Membership]) -> None:
        self.verdict.hide()
        self.memberships = memberships
        wanted = {one.run for one in memberships}
        for run in set(self.members) - wanted:
            row = self.members.pop(run)
            self.rows.removeWidget(row)
            row.deleteLater()
        whole, known = sum(one.share for one in memberships), set(self.members)
        for one in memberships:
            if one.run not in self.members:
                self._add(one.run)
            self.members[one.run].show_membership(one, whole, is_only=len(memberships) == 1)
        if known != wanted:
            tab_as_laid_out(self.parentWidget())
        self.hint.setVisible(len(memberships) > 1)
        self.setVisible(bool(memberships))

    def _add(self, run: str) -> None:
        row = MembershipRow(run)
        row.share_chosen.connect(
            lambda run, share: self._control.set_share(run, share, self.show_memberships, self._failed)
        )
        row.leave_wanted.connect(lambda run: self._control.leave(run, self.show_memberships, self._failed))
        self.members[run] = row
        self.rows.insertWidget(self.rows.indexOf(self.verdict), row)

    def _failed(self, sentence: str) -> None:
        self.verdict.setText(words.plain(sentence, 600))
        self.verdict.show()
        self.refresh_silently()

    def refresh_silently(self) -> None:
        """Sliders go back to what is true, and the complaint stays."""
        complaint = self.verdict.text()

        def take(memberships: list[Membership]) -> None:
            self.show_memberships(memberships)
            self.verdict.setText(complaint)
            self.verdict.show()

        self._control.collaborations(take, lambda _: None)


def _facts(membership: Membership, share: str) -> str:
    translate = words.translate
    facts = [
        translate("words", "under way now") if membership.is_active else "",
        share if membership.share else "",
        translate("words", "hosted by this computer") if membership.is_host else "",
        translate("words", "{number} samples by you").format(number=words.count(membership.my_samples)),
    ]
    return " · ".join(fact for fact in facts if fact)
