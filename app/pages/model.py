"""How far the model has come, what it is for, and what it can do already."""

from app import chart_words, words
from app.log_feed import LogFeed
from app.losses import Across, Losses
from app.qt import QHideEvent, QSizePolicy, Qt
from app.session import Session
from app.situation import Situation
from app.widgets.card import Card, Figure, Page
from app.widgets.choice import Choice
from app.widgets.figure_grid import FigureGrid
from app.widgets.flow import Flow
from app.widgets.loss_curve import LossCurve
from app.widgets.marks import Check
from app.widgets.text import Text, name
from app.widgets.try_box import TryBox
from app.words import translate
from core.ipc.messages import Collaboration

_DIGEST_SHOWN = 10
_AMENDMENTS_SHOWN = 5


class AboutCard(Card):
    """What the run is for, and how much has been done."""

    def __init__(self) -> None:
        super().__init__(" ")
        self.description = Text(wraps=True, selectable=True)
        self.terms = Text(wraps=True, tint="muted")
        self.loss = Figure(self.tr("Loss of the last step"))
        self.step = Figure(self.tr("Steps done"))
        self.samples = Figure(self.tr("Samples"))
        self.contributors = Figure(self.tr("Contributors now"))
        self.digest = Text(tint="muted", wraps=True, selectable=True)
        self.rows.addWidget(self.description)
        self.rows.addWidget(self.terms)
        self.rows.addWidget(FigureGrid(self.loss, self.step, self.samples, self.contributors, most_columns=2))
        self.rows.addWidget(self.digest)

    def show_collaboration(self, collaboration: Collaboration) -> None:
        self.title.setText(words.plain(collaboration.name, 200))
        self.description.setText(words.plain(collaboration.description, 1_000))
        self.description.setVisible(bool(self.description.text()))
        self.terms.setText(_terms(collaboration))
        self.terms.setVisible(bool(self.terms.text()))
        self.loss.show_value(words.loss(collaboration.loss))
        self.step.show_value(words.count(collaboration.step))
        self.samples.show_value(words.count(collaboration.total_samples))
        at_work = sum(peer.samples_per_s > 0 or peer.samples > 0 for peer in collaboration.peers)
        self.contributors.show_value(words.count(at_work))
        digest = collaboration.state_digest
        self.digest.setText(self.tr("State of the model: {digest}").format(digest=digest[:_DIGEST_SHOWN]))
        self.digest.setVisible(bool(digest))
        self.digest.setToolTip(digest)


class CurveCard(Card):
    """The curve with its switches, what is under the pointer, and the organiser's changes."""

    def __init__(self) -> None:
        super().__init__(self.tr("Loss"))
        self._losses = Losses()
        self.across = Choice(
            self.tr("Drawn over"),
            (
                (Across.STEPS, self.tr("Steps")),
                (Across.SAMPLES, self.tr("Samples")),
                (Across.TIME, self.tr("Time")),
            ),
        )
        self.log = Check(self.tr("&Log scale"))
        name(self.log, self.tr("Draw the loss on a logarithmic scale"))
        self.curve = LossCurve()
        self.read_out = Text(wraps=True, tint="muted")
        self.read_out.setMinimumHeight(2 * self.read_out.fontMetrics().lineSpacing())
        self.read_out.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.amendments = Text(wraps=True, selectable=True)
        self.empty = Text(wraps=True, tint="muted")
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        meaning = self.tr("How far the model's guesses are from what is right: the lower, the better.")
        self.rows.addWidget(Text(meaning, wraps=True, tint="muted"))
        switches = Flow(self.across, self.log)
        self.rows.addLayout(switches)
        self.rows.addWidget(self.empty, 1)
        self.rows.addWidget(self.curve, 1)
        self.rows.addWidget(self.read_out)
        self.rows.addWidget(self.amendments)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.across.chosen.connect(self.curve.show_across)
        self.log.toggled.connect(self.curve.show_log)
        self.curve.read.connect(self._show_point)

    def show_losses(self, losses: Losses, empty: str) -> None:
        has_points, self._losses = bool(losses.steps), losses
        self.empty.setText(empty)
        self.empty.setVisible(not has_points)
        for part in (self.across, self.log, self.curve, self.read_out):
            part.setVisible(has_points)
        self.curve.show_losses(losses)
        if self.curve.chosen is None:
            self.read_out.setText(losses.in_words())
        newest = reversed(losses.amendments[-_AMENDMENTS_SHOWN:])
        self.amendments.setText("\n".join(chart_words.amendment(losses, place, text) for place, text in newest))
        self.amendments.setVisible(bool(self.amendments.text()))

    def _show_point(self, text: str) -> None:
        self.read_out.setText(text or self._losses.in_words())


class ModelPage(Page):
    """Fetches the log once it is shown, and from then on follows the commits."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.feed = LogFeed(session, self)
        self.about = AboutCard()
        self.chart = CurveCard()
        self.try_box = TryBox(session)
        self._empty = ""
        self.add(self.about)
        self.column.addWidget(self.chart, 1)
        self.add(self.try_box)
        self.feed.changed.connect(self._show_curve)

    def show_situation(self, situation: Situation) -> None:
        collaboration = situation.collaboration
        self.about.setVisible(collaboration is not None)
        self.feed.follow(collaboration.run if collaboration else "")
        if collaboration is None:
            self._empty = self.tr("The curve appears here as soon as something is trained.")
        else:
            self.about.show_collaboration(collaboration)
            self._empty = self._waiting_for(situation)
        self.try_box.show_situation(situation)
        if situation.live is not None and self.isVisible():
            self.feed.fetch()
        else:
            self.feed.rest()
        self._show_curve()

    def keeps(self) -> bool:
        return bool(self.try_box.text.text())

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802
        super().hideEvent(event)
        self.feed.rest()

    def _waiting_for(self, situation: Situation) -> str:
        if situation.live is None:
            return self.tr("The engine does not answer at the moment, so there is no curve to show.")
        if self.feed.is_complete or not situation.collaboration or situation.collaboration.step == 0:
            return self.tr("The curve begins with the first finished step.")
        return self.tr("Loading the curve…")

    def _show_curve(self) -> None:
        if self.isVisible():
            self.chart.show_losses(self.feed.losses, self._empty)


def _terms(collaboration: Collaboration) -> str:
    """Language and licence, as far as the organiser has named them."""
    language, licence = words.plain(collaboration.language, 100), words.plain(collaboration.licence, 100)
    if language and licence:
        return translate("model", "Language: {language}. Licence: {licence}.").format(
            language=language, licence=licence
        )
    if language:
        return translate("model", "Language: {language}.").format(language=language)
    return translate("model", "Licence: {licence}.").format(licence=licence) if licence else ""
