"""Collaborations that other computers of this home network take part in."""

from functools import partial

from app import words
from app.control import ControlClient
from app.qt import Signal
from app.widgets.button import Button
from app.widgets.card import Card
from app.widgets.flow import Flow
from app.widgets.tab_order import tab_as_laid_out
from app.widgets.text import Text, name
from core.ipc.records import Nearby

_MOST_SHOWN = 8


class NearbyCard(Card):
    """Looks when it is asked to; each result is one button."""

    join_wanted = Signal(str)
    """The link"""

    def __init__(self, control: ControlClient) -> None:
        super().__init__(self.tr("In this home network"))
        self._control = control
        self._is_looking = False
        self.verdict = Text(self.tr("Another computer here may take part in something already."), wraps=True)
        self.look = Button(self.tr("&Look in this network"))
        self.found: list[Button] = []
        self._choices = Flow()
        self.rows.addWidget(self.verdict)
        self.rows.addLayout(self._choices)
        self.rows.addLayout(Flow(self.look))
        self.look.clicked.connect(self.search)

    def search(self) -> None:
        if self._is_looking:
            return
        self._is_looking = True
        self.look.setEnabled(False)
        self.verdict.tell(self.tr("Looking for others in this network; this takes two seconds…"))
        self._control.nearby(self._show, self._failed)

    def set_joining(self, *, is_joining: bool) -> None:
        for button in self.found:
            button.setEnabled(not is_joining)

    def failed(self, sentence: str) -> None:
        """Of a join that began here."""
        self.set_joining(is_joining=False)
        self.verdict.tell(words.plain(sentence, 600), "failure")

    def _show(self, neighbours: list[Nearby]) -> None:
        self._done()
        for button in self.found:
            self._choices.removeWidget(button)
            button.deleteLater()
        self.found = [self._button(one) for one in neighbours[:_MOST_SHOWN]]
        for button in self.found:
            self._choices.addWidget(button)
        tab_as_laid_out(self.parentWidget())
        if neighbours:
            self.verdict.tell(self.tr("Found here; whoever is in this network may join:"))
        else:
            self.verdict.tell(self.tr("No other computer in this network tells of a collaboration."), "muted")

    def _button(self, neighbour: Nearby) -> Button:
        title = words.plain(neighbour.name, 60).replace("\n", " ")
        button = Button(self.tr("Join “{name}”").format(name=title.replace("&", "&&")))
        told = self.tr("Told of by {peer}").format(peer=words.plain(neighbour.peer, 20))
        name(button, self.tr("Join {name}").format(name=title), told)
        button.setToolTip(told)
        button.clicked.connect(partial(self._join, neighbour.link))
        return button

    def _join(self, link: str) -> None:
        self.set_joining(is_joining=True)
        self.verdict.tell(self.tr("Asking for this collaboration…"))
        self.join_wanted.emit(link)

    def _failed(self, sentence: str) -> None:
        self._done()
        self.verdict.tell(words.plain(sentence, 600), "failure")

    def _done(self) -> None:
        self._is_looking = False
        self.look.setEnabled(True)
        self.look.setText(self.tr("&Look again"))
