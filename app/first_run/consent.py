"""The first screen: what this is, and the question whether it may."""

from app import installed_words
from app.icons import picture
from app.qt import QLabel, QShowEvent, Qt, QWidget
from app.situation import Situation
from app.widgets.card import Card, Page, side_by_side
from app.widgets.text import Text

_ICON_PX = 48


class Head(QWidget):
    """The program's icon and a title."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self._icon = QLabel()
        self._icon.setAlignment(Qt.AlignmentFlag.AlignTop)
        row = side_by_side(self._icon, Text(title, scale=1.5, bold=True, wraps=True))
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(14)
        row.setStretch(1, 1)
        self.setLayout(row)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """Only now is it known how fine the screen is."""
        super().showEvent(event)
        self._icon.setPixmap(picture("idlewild", _ICON_PX, self.devicePixelRatioF()))


class ConsentPage(Page):
    """Everything that somebody has to know before agreeing, on one page."""

    def __init__(self) -> None:
        super().__init__()
        self.add(Head(self.tr("Train a neural network together")))
        what = self.tr(
            "With Idlewild, volunteers train one model on their own computers, in the time that those have to spare."
            " Nothing is computed and nothing is sent before you agree."
        )
        self.add(Text(what, wraps=True))
        first, *others = self._cards()
        for card in (first, self._installing_card(), *others):
            self.add(card)
        self.column.addStretch(1)

    def show_situation(self, situation: Situation) -> None:
        live = situation.live
        text = installed_words.still_to_come(live.runtime) if live is not None else ""
        self.installing_text.setText(text)
        self.installing.setVisible(bool(text))

    def _installing_card(self) -> Card:
        self.installing = Card(self.tr("What is downloaded"))
        self.installing_text = Text(wraps=True)
        self.installing.rows.addWidget(self.installing_text)
        self.installing.hide()
        return self.installing

    def _cards(self) -> list[Card]:
        return [
            _said(
                self.tr("What this computer does"),
                self.tr(
                    "It computes a part of the training on its processor or graphics card. That takes electricity"
                    " and gives off heat; you decide when, and how much."
                ),
            ),
            _said(
                self.tr("What leaves this computer"),
                self.tr(
                    "What was computed (gradients), and pieces of the model and of the training data that all share."
                    " Never your files, what you type, or what is on the screen."
                ),
            ),
            _said(
                self.tr("What others can see"),
                self.tr(
                    "This computer's id, which is made up and holds no name, and how much it has contributed: these"
                    " stay in the collaboration's public log. While it is connected, also its IP address."
                ),
            ),
            _said(
                self.tr("How to undo it"),
                self.tr(
                    "Pause or quit whenever you like, leave a collaboration, or take this back in the settings."
                    " From then on nothing is computed or sent; the public log stays as it is."
                ),
            ),
        ]


class DeclinedPage(Page):
    """Honest about an app that does nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.add(Head(self.tr("Idlewild does nothing")))
        text = self.tr(
            "You have not agreed, so nothing is computed, nothing is sent and nothing was changed on this computer."
            " You can read the question again at any time, quit, or remove Idlewild."
        )
        self.add(Text(text, wraps=True))
        self.column.addStretch(1)


def _said(title: str, text: str) -> Card:
    card = Card(title)
    card.rows.addWidget(Text(text, wraps=True))
    return card
