"""What is happening at this moment, why, and the way to stop it."""

import time

from app import installed_words, now_words, words
from app.icons import picture
from app.pace import Pace
from app.pages.pausing import PauseButtons
from app.qt import QFrame, QHideEvent, QLabel, QShowEvent, Qt, QTimer, Signal
from app.session import Session
from app.situation import Link, Situation
from app.tables import Table, peer_rows, peers_model
from app.traffic import Traffic
from app.widgets.bar import Bar
from app.widgets.button import Button
from app.widgets.card import Card, Figure, Page, side_by_side
from app.widgets.figure_grid import FigureGrid
from app.widgets.flow import Flow
from app.widgets.text import Text, name
from core.ipc.messages import Collaboration, Reason, Status

_ICON_PX = 40
_MOST_ROWS_SHOWN = 8
_TICK_MS = 1_000


class StateCard(Card):
    """Picture, headline, reason and what to do about it; a button where there is something to do."""

    wanted = Signal(object)
    """now_words.Way"""

    def __init__(self) -> None:
        super().__init__()
        self._icon = QLabel()
        self._icon.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._shown_icon = ""
        self._way: now_words.Way | None = None
        self.headline = Text(scale=1.35, bold=True, wraps=True)
        self.sentence = Text(wraps=True, selectable=True)
        self.until = Text(wraps=True)
        self.action = Text(tint="muted", wraps=True, selectable=True)
        self.progress = Bar()
        self.fetched = Text(tint="muted", wraps=True)
        self._pace = Pace()
        self.go = Button(" ", is_primary=True)
        top = side_by_side(self._icon, self.headline)
        top.setSpacing(12)
        top.setStretch(1, 1)
        self.rows.addLayout(top)
        for part in (self.sentence, self.until, self.action, self.progress, self.fetched):
            self.rows.addWidget(part)
        self.buttons = QFrame()
        line = Flow(self.go)
        line.setContentsMargins(0, 2, 0, 0)
        self.buttons.setLayout(line)
        self.rows.addWidget(self.buttons)
        name(self.progress, self.tr("Progress"))
        self.go.clicked.connect(lambda: self.wanted.emit(self._way))

    def show_situation(self, situation: Situation) -> None:
        mood = situation.mood.value
        if mood != self._shown_icon:
            self._icon.setPixmap(picture(mood, _ICON_PX, self.devicePixelRatioF()))
            self._shown_icon = mood
        self.headline.setText(words.headline(situation))
        self._show_text(self.sentence, words.sentence(situation))
        self._show_text(self.action, now_words.action(situation))
        self.show_countdown(situation.live)
        self._show_progress(situation.live)
        self._way = now_words.way(situation)
        self.buttons.setVisible(self._way is not None)
        if self._way is not None:
            self.go.setText(now_words.way_text(self._way, situation.live))

    def _show_progress(self, live: Status | None) -> None:
        fetched, fraction = "", live.progress if live is not None else None
        if live is not None and live.reason is Reason.INSTALLING:
            left_s = installed_words.left_s(live.runtime, self._pace, live.uptime_s)
            fetched = installed_words.time_left(left_s)
            fraction = installed_words.fraction(live.runtime) if fraction is None else fraction
        self.progress.setVisible(fraction is not None)
        if fraction is not None:
            self.progress.show_fraction(fraction)
        self._show_text(self.fetched, fetched)

    def show_countdown(self, status: Status | None) -> None:
        self._show_text(self.until, now_words.pause_left(status, time.time()))

    def _show_text(self, label: Text, text: str) -> None:
        label.setText(text)
        label.setVisible(bool(text))


class StepCard(Card):
    """The step under way, and who has done how much."""

    def __init__(self) -> None:
        super().__init__(" ")
        self.step = Text(bold=True)
        self.done = Text(wraps=True)
        self.done.setAlignment(Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter)
        self.bar = Bar()
        self.left = Text(tint="muted", wraps=True)
        self.my_speed = Figure(self.tr("My speed"))
        self.speed = Figure(self.tr("Everyone's speed"))
        self.my_samples = Figure(self.tr("My samples"))
        self.samples = Figure(self.tr("Everyone's samples"))
        line = side_by_side(self.step, self.done)
        line.setStretch(1, 1)
        self.rows.addLayout(line)
        self.rows.addWidget(self.bar)
        self.rows.addWidget(self.left)
        self.rows.addWidget(
            FigureGrid(self.my_speed, self.speed, self.my_samples, self.samples, most_columns=2),
        )

    def show_collaboration(self, collaboration: Collaboration, status: Status) -> None:
        self.title.setText(words.plain(collaboration.name, 200))
        self.step.setText(self.tr("Step {number}").format(number=words.count(collaboration.step + 1)))
        self.done.setText(words.step_progress(collaboration))
        self.bar.show_fraction(collaboration.step_samples / max(1, collaboration.target_batch))
        name(
            self.bar,
            self.tr("Step {number}: {done}").format(number=words.count(collaboration.step + 1), done=self.done.text()),
        )
        self.left.setText(now_words.step_left(collaboration, status.phase))
        self.left.setVisible(bool(self.left.text()))
        self.my_speed.show_value(words.speed(collaboration.my_samples_per_s))
        self.my_speed.setToolTip(words.said(collaboration.role_saying, collaboration.role_sentence))
        self.speed.show_value(words.speed(collaboration.samples_per_s))
        mine, everyones = collaboration.my_samples, collaboration.total_samples
        self.my_samples.show_value(words.count(mine), words.share(mine, everyones))
        self.samples.show_value(words.count(everyones))


class DeviceCard(Card):
    """What computes here, how hard, and what goes over the network for it."""

    def __init__(self) -> None:
        super().__init__(self.tr("This computer"))
        self._traffic = Traffic()
        self.device = Text(wraps=True)
        self.duty = Figure(self.tr("Computing time"))
        self.cores = Figure(self.tr("Cores"))
        self.power = Figure(self.tr("Power, estimated"))
        self.up = Figure(self.tr("Sending"))
        self.down = Figure(self.tr("Receiving"))
        self.month = Figure(self.tr("Data this month"))
        self.rows.addWidget(self.device)
        self.rows.addWidget(
            FigureGrid(
                self.duty, self.cores, self.power, self.up, self.down, self.month, most_columns=3, column_characters=15
            )
        )

    def show_status(self, status: Status) -> None:
        self.device.setText(words.plain(status.device, 120) or self.tr("The device is chosen when training starts."))
        self.duty.show_value(now_words.duty(status))
        self.cores.show_value(now_words.cores(status))
        self.power.show_value(now_words.power(status))
        up, down = now_words.rates(self._traffic.take(status))
        self.up.show_value(up)
        self.down.show_value(down)
        self.month.show_value(now_words.month(status))
        self.month.setToolTip(now_words.month_in_full(status))


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
    connection_wanted = Signal()
    settings_wanted = Signal(str)
    """Key of a preference."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self.state = StateCard()
        self.pause = PauseButtons(session)
        self.step = StepCard()
        self.device = DeviceCard()
        self.peers = PeersCard()
        for part in (self.state, self.pause, self.step, self.device, self.peers):
            self.add(part)
        self.column.addStretch(1)
        self._tick = QTimer(self)
        self._tick.setInterval(_TICK_MS)
        self._tick.timeout.connect(self._on_tick)
        self.state.wanted.connect(self._go)

    def show_situation(self, situation: Situation) -> None:
        """What the engine said last stays in view, greyed, while it does not answer."""
        self.state.show_situation(situation)
        self.pause.show_situation(situation)
        collaboration, status = situation.collaboration, situation.status
        has_engine = situation.link is not Link.STOPPED
        self.pause.setVisible(collaboration is not None and has_engine and not situation.may_try_again)
        for card in (self.step, self.device, self.peers):
            card.setVisible(collaboration is not None)
            card.setEnabled(situation.live is not None)
        if collaboration is not None and status is not None:
            self.step.show_collaboration(collaboration, status)
            self.device.show_status(status)
            self.peers.show_collaboration(collaboration)
        self._count_down()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        super().showEvent(event)
        self._count_down()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802
        super().hideEvent(event)
        self._tick.stop()

    def _count_down(self) -> None:
        """Wakes the processor only while there is something to count."""
        live = self._session.situation.live
        counts = self.isVisible() and live is not None and live.paused_until_s is not None
        if counts != self._tick.isActive():
            self._tick.start() if counts else self._tick.stop()

    def _on_tick(self) -> None:
        self.state.show_countdown(self._session.situation.live)

    def _go(self, way: now_words.Way) -> None:
        match way:
            case now_words.Way.TRY_AGAIN | now_words.Way.START_AGAIN:
                self._session.retry()
            case now_words.Way.INSTALL_AGAIN | now_words.Way.INSTALL_HERE:
                self._session.install_runtime(metered=way is now_words.Way.INSTALL_HERE)
            case now_words.Way.UPDATE:
                self._session.apply_update()
            case now_words.Way.CHOOSE:
                self.choose_wanted.emit()
            case now_words.Way.CONNECTION:
                self.connection_wanted.emit()
            case now_words.Way.RULE:
                self.settings_wanted.emit(now_words.rule(self._session.situation))
