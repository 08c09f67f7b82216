"""Why nothing is computed, or that it is: the one reason and what to do, then everything that could be a reason."""

from app import fact_words, now_words, words
from app.pages.help.checklist import Checklist, lines
from app.qt import QFrame, Signal
from app.session import Session
from app.situation import Link, Situation
from app.widgets.button import Button
from app.widgets.card import READABLE_PX, Card, Page
from app.widgets.flow import Flow
from app.widgets.text import Text
from app.widgets.while_shown import WhileShown
from core.ipc.messages import Phase
from core.ipc.records import SensorReading

_WORKING = frozenset({Phase.TRAINING, Phase.AVERAGING, Phase.SERVING})


class WhyPart(Page):
    settings_wanted = Signal(str)
    """Key of the preference that is the reason."""

    def __init__(self, session: Session) -> None:
        super().__init__(READABLE_PX)
        self._session = session
        self._readings: list[SensorReading] = []
        self._key = ""
        self.headline = Text(scale=1.35, bold=True, wraps=True)
        self.sentence = Text(wraps=True, selectable=True)
        self.action = Text(wraps=True, selectable=True)
        self.retry = Button(" ", is_primary=True)
        self.rule = Button(self.tr("Open thi&s setting"), is_primary=True)
        reason = Card()
        for part in (self.headline, self.sentence, self.action):
            reason.rows.addWidget(part)
        self.buttons = QFrame()
        buttons = Flow(self.retry, self.rule)
        buttons.setContentsMargins(0, 0, 0, 0)
        self.buttons.setLayout(buttons)
        reason.rows.addWidget(self.buttons)
        self.checklist = Checklist()
        self.add(reason)
        self.add(self.checklist)
        self.column.addStretch(1)
        self._look = WhileShown(self, self._ask)
        self.retry.clicked.connect(session.retry)
        self.rule.clicked.connect(lambda: self.settings_wanted.emit(self._key))

    def show_situation(self, situation: Situation) -> None:
        status = situation.live
        self.headline.setText(words.headline(situation))
        self.sentence.setText(words.sentence(situation))
        action = now_words.action(situation)
        if status is not None and not action and status.phase in _WORKING:
            action = self.tr("Nothing to do: everything is as it should be.")
        self.action.setText(action)
        self.action.setVisible(bool(action))
        self._key = fact_words.RULES.get(status.reason, "") if status else ""
        self.rule.setVisible(bool(self._key))
        is_stopped = situation.link is Link.STOPPED
        self.retry.setText(now_words.way_text(now_words.Way.START_AGAIN if is_stopped else now_words.Way.TRY_AGAIN))
        self.retry.setVisible(situation.link in {Link.STOPPED, Link.FAILED} or situation.may_try_again)
        self.buttons.setVisible(not (self.rule.isHidden() and self.retry.isHidden()))
        self._show_lines()

    def _ask(self) -> None:
        if self._session.situation.live is not None:
            self._session.control.sensors(self._take, lambda _: None)

    def _take(self, readings: list[SensorReading]) -> None:
        self._readings = readings
        self._show_lines()

    def _show_lines(self) -> None:
        self.checklist.show_lines(lines(self._session.situation, self._readings))
