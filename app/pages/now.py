"""What is happening at this moment, why, and the way to stop it."""

from app import words
from app.icons import picture
from app.pause_menu import fill_pause_menu
from app.qt import QLabel, QMenu, QSizePolicy, Qt, QWidget, Signal
from app.session import Session
from app.situation import Link, Situation
from app.tables import Table, peer_rows, peers_model
from app.widgets.bar import Bar
from app.widgets.button import Button, make_big
from app.widgets.card import Card, Figure, Page, figures, side_by_side
from app.widgets.text import Text, name
from core.ipc.messages import Collaboration

_ICON_PX = 40
_MOST_ROWS_SHOWN = 8


class StateCard(Card):
    """Picture, headline, reason; a progress bar and a button where there is something to wait for or to do."""

    def __init__(self) -> None:
        super().__init__()
        self._icon = QLabel()
        self._icon.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._shown_icon = ""
        self.headline = Text(scale=1.35, bold=True, wraps=True)
        self.sentence = Text(wraps=True, selectable=True)
        self.until = Text(tint="muted")
        self.progress = Bar()
        self.retry = Button(self.tr("T&ry again"), is_primary=True)
        self.choose = Button(self.tr("&Choose what to train…"), is_primary=True)
        top = side_by_side(self._icon, self.headline, stretch_last=True)
        top.setSpacing(12)
        top.setStretch(1, 1)
        self.rows.addLayout(top)
        for part in (self.sentence, self.until, self.progress):
            self.rows.addWidget(part)
        self.rows.addLayout(side_by_side(self.retry, self.choose))
        name(self.progress, self.tr("Progress"))

    def show_situation(self, situation: Situation) -> None:
        mood = situation.mood.value
        if mood != self._shown_icon:
            self._icon.setPixmap(picture(mood, _ICON_PX, self.devicePixelRatioF()))
            self._shown_icon = mood
        self.headline.setText(words.headline(situation))
        self.sentence.setText(words.sentence(situation))
        self.sentence.setVisible(bool(self.sentence.text()))
        self.until.setText(words.pause_end(situation.live))
        self.until.setVisible(bool(self.until.text()))
        live = situation.live
        self.progress.setVisible(live is not None and live.progress is not None)
        if live is not None and live.progress is not None:
            self.progress.show_fraction(live.progress)
        self.retry.setVisible(situation.link in {Link.STOPPED, Link.FAILED} or situation.may_try_again)
        stopped = situation.link is Link.STOPPED
        self.retry.setText(self.tr("Sta&rt again") if stopped else self.tr("T&ry again"))
        self.choose.setVisible(situation.has_nothing)


class PauseButtons(QWidget):
    """Pause, and pause for a while; one button to resume while the user's pause lasts."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.pause = Button(self.tr("&Pause"))
        self.pause_for = Button(self.tr("Pause f&or"))
        self.resume = Button(self.tr("&Resume"), is_primary=True)
        menu = QMenu(self)
        fill_pause_menu(menu, session.pause)
        self.pause_for.setMenu(menu)
        for button in (self.pause, self.pause_for, self.resume):
            make_big(button)
        self.pause_for.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        row = side_by_side(self.pause, self.pause_for, self.resume, stretch_last=True)
        row.setContentsMargins(0, 0, 0, 0)
        self.setLayout(row)
        name(self.pause, self.tr("Pause training until I resume"))
        name(self.pause_for, self.tr("Pause training for a while"))
        name(self.resume, self.tr("Resume training"))
        self.pause.clicked.connect(lambda: session.pause(None))
        self.resume.clicked.connect(session.resume)

    def show_situation(self, situation: Situation) -> None:
        had_focus = any(button.hasFocus() for button in (self.pause, self.pause_for, self.resume))
        self.resume.setVisible(situation.paused_by_user)
        for button in (self.pause, self.pause_for):
            button.setVisible(not situation.paused_by_user)
            button.setEnabled(situation.may_pause)
        if had_focus:
            (self.resume if situation.paused_by_user else self.pause).setFocus()


class StepCard(Card):
    """The step under way, and who has done how much."""

    def __init__(self) -> None:
        super().__init__(" ")
        self.step = Text()
        self.done = Text(tint="muted")
        self.bar = Bar()
        self.my_speed = Figure(self.tr("My speed"))
        self.speed = Figure(self.tr("Everyone's speed"))
        self.my_samples = Figure(self.tr("My samples"))
        self.samples = Figure(self.tr("Everyone's samples"))
        line = side_by_side(self.step, self.done, stretch_last=True)
        line.setStretch(0, 1)
        self.rows.addLayout(line)
        self.rows.addWidget(self.bar)
        self.rows.addLayout(figures((self.my_speed, self.speed), (self.my_samples, self.samples)))

    def show_collaboration(self, collaboration: Collaboration) -> None:
        self.title.setText(words.plain(collaboration.name, 200))
        self.step.setText(self.tr("Step {number}").format(number=words.count(collaboration.step + 1)))
        self.done.setText(words.step_progress(collaboration))
        self.bar.show_fraction(collaboration.step_samples / max(1, collaboration.target_batch))
        name(self.bar, f"{self.step.text()}, {self.done.text()}")
        self.my_speed.show_value(words.speed(collaboration.my_samples_per_s))
        self.my_speed.setToolTip(words.plain(collaboration.role_sentence, 300))
        self.speed.show_value(words.speed(collaboration.samples_per_s))
        mine, everyones = collaboration.my_samples, collaboration.total_samples
        self.my_samples.show_value(words.count(mine), words.share(mine, everyones))
        self.samples.show_value(words.count(everyones))


class PeersCard(Card):
    def __init__(self) -> None:
        super().__init__(" ")
        self.model = peers_model()
        self.table = Table(self.model, self.tr("Peers now"), spare=(3, 2), most_rows=_MOST_ROWS_SHOWN)
        self.alone = Text(self.tr("Nobody else is here at the moment."), tint="muted", wraps=True)
        self.rows.addWidget(self.table)
        self.rows.addWidget(self.alone)

    def show_collaboration(self, collaboration: Collaboration) -> None:
        rows = peer_rows(collaboration.peers)
        others = [peer for peer in collaboration.peers if not peer.is_me]
        self.title.setText(self.tr("Peers now: {number}").format(number=words.count(len(rows))))
        self.model.show_rows(rows)
        self.table.setVisible(bool(rows))
        self.alone.setVisible(not others)
        self.table.fit()


class NowPage(Page):
    choose_wanted = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.state = StateCard()
        self.pause = PauseButtons(session)
        self.step = StepCard()
        self.peers = PeersCard()
        for part in (self.state, self.pause, self.step, self.peers):
            self.add(part)
        self.column.addStretch(1)
        self.state.retry.clicked.connect(session.retry)
        self.state.choose.clicked.connect(self.choose_wanted)

    def show_situation(self, situation: Situation) -> None:
        """What the engine said last stays in view, greyed, while it does not answer."""
        self.state.show_situation(situation)
        self.pause.show_situation(situation)
        collaboration = situation.collaboration
        self.pause.setVisible(collaboration is not None and not situation.may_try_again)
        for card in (self.step, self.peers):
            card.setVisible(collaboration is not None)
            card.setEnabled(situation.live is not None)
            if collaboration is not None:
                card.show_collaboration(collaboration)
