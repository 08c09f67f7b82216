"""All ways into a collaboration, the same at the first start and later: link, home network, starter."""

from app.joining.link import LinkCard
from app.joining.nearby import NearbyCard
from app.joining.starter import StarterCard
from app.qt import QObject, Signal
from app.session import Session
from app.situation import Mood, Situation


class WaysIn(QObject):
    """The three cards, to be put where they belong, and what follows from their buttons."""

    joined = Signal()

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self.link = LinkCard()
        self.nearby = NearbyCard(session.control)
        self.starter = StarterCard()
        self.link.join_wanted.connect(self._join)
        self.nearby.join_wanted.connect(self._join_neighbour)
        self.starter.start.clicked.connect(self._start)

    def show_situation(self, situation: Situation) -> None:
        self.link.show_situation(situation)
        for card in (self.link, self.nearby, self.starter):
            card.setEnabled(situation.live is not None)
        if situation.collaboration is not None or situation.mood is Mood.FAILED:
            self.starter.started()

    def _join(self, link: str) -> None:
        self.link.joining()
        self._session.join(link, self._on_joined, self.link.failed)

    def _join_neighbour(self, link: str) -> None:
        self._session.join(link, self._on_joined, self.nearby.failed)

    def _on_joined(self) -> None:
        self.link.joined()
        self.nearby.set_joining(is_joining=False)
        self.joined.emit()

    def _start(self) -> None:
        self.starter.starting()
        self._session.host_starter(self.joined.emit, self.starter.failed)
