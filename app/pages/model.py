"""How far the model has come."""

from typing import TYPE_CHECKING

from app import words
from app.losses import Losses
from app.qt import QSizePolicy, Qt
from app.session import Session
from app.situation import Situation
from app.widgets.card import Card, Figure, Page, figures
from app.widgets.text import Text
from core.ipc.messages import LogEntry

if TYPE_CHECKING:
    from app.widgets.loss_curve import LossCurve

_CHUNK_STEPS = 1_000
_DIGEST_SHOWN = 10


class ModelPage(Page):
    """Fetches the log once it is shown, and from then on follows the commits."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._run = ""
        self.losses = Losses()
        self._is_fetching = False
        self._is_complete = False
        self.curve: LossCurve | None = None
        self.loss = Figure(self.tr("Loss of the last step"))
        self.step = Figure(self.tr("Steps done"))
        self.digest = Text(tint="muted", wraps=True, selectable=True)
        self.empty = Text(wraps=True, tint="muted")
        self.summary = Card(" ")
        self.summary.rows.addLayout(figures((self.loss, self.step)))
        self.summary.rows.addWidget(self.digest)
        self.chart = Card(self.tr("Loss over all steps"))
        self.empty.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.chart.rows.addWidget(self.empty, 1)
        self.chart.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.add(self.summary)
        self.column.addWidget(self.chart, 1)
        session.committed.connect(self._on_commit)

    def show_situation(self, situation: Situation) -> None:
        collaboration = situation.collaboration
        self.summary.setVisible(collaboration is not None)
        if collaboration is None:
            self._forget("")
            self._show_curve(self.tr("The curve appears here as soon as something is trained."))
            return
        self._forget(collaboration.run)
        self.summary.title.setText(words.plain(collaboration.name, 200))
        self.loss.show_value(words.loss(collaboration.loss))
        self.step.show_value(words.count(collaboration.step))
        digest = collaboration.state_digest
        self.digest.setText(self.tr("State of the model: {digest}").format(digest=digest[:_DIGEST_SHOWN] or "–"))
        self.digest.setToolTip(digest)
        self._show_curve(self.tr("The curve begins with the first finished step."))
        if situation.live is not None and self.isVisible():
            self._fetch()

    def _forget(self, run: str) -> None:
        if run != self._run:
            self._run = run
            self.losses = Losses()
            self._is_complete = False

    def _fetch(self) -> None:
        if self._is_fetching or self._is_complete:
            return
        self._is_fetching = True
        run = self._run
        self._session.log(self.losses.last_step, _CHUNK_STEPS, lambda entries: self._take(run, entries), self._give_up)

    def _take(self, run: str, entries: list[LogEntry]) -> None:
        self._is_fetching = False
        if run != self._run:
            return
        self.losses.add(entries)
        self._is_complete = len(entries) < _CHUNK_STEPS
        if not self._is_complete and self.isVisible():
            self._fetch()
        else:
            self._show_curve()

    def _give_up(self, _sentence: str) -> None:
        self._is_fetching = False
        self._is_complete = False

    def _on_commit(self, entry: LogEntry) -> None:
        """A commit that does not follow on what is here means that some were missed: the log is asked again."""
        if entry.step == self.losses.last_step + 1 and self._is_complete:
            self.losses.add([entry])
        else:
            self._is_complete = False
        if self.isVisible():
            self._show_curve()

    def _show_curve(self, empty: str | None = None) -> None:
        has_points = bool(self.losses.steps)
        if empty is not None:
            self.empty.setText(empty)
        self.empty.setVisible(not has_points)
        if has_points and self.curve is None and self.isVisible():
            from app.widgets.loss_curve import LossCurve

            self.curve = LossCurve()
            self.chart.rows.addWidget(self.curve, 1)
        if self.curve is not None:
            self.curve.setVisible(has_points)
            self.curve.show_losses(self.losses)
