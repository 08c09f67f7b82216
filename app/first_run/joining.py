"""The third screen: what to train."""

from app import words
from app.joining.ways import WaysIn
from app.qt import Signal
from app.session import Session
from app.situation import Situation
from app.widgets.card import Page
from app.widgets.text import Text
from core.ipc.messages import Phase


class FirstJoinPage(Page):
    joined = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.ways = WaysIn(session, self)
        self._has_searched = False
        self.waiting = Text(wraps=True, tint="muted")
        self.add(Text(self.tr("What shall this computer train?"), scale=1.5, bold=True, wraps=True))
        self.add(self.waiting)
        for part in (self.ways.link, self.ways.nearby, self.ways.starter):
            self.add(part)
        self.column.addStretch(1)
        self.ways.joined.connect(self.joined)

    @property
    def says_what_is_awaited(self) -> bool:
        return not self.waiting.isHidden()

    def show_situation(self, situation: Situation) -> None:
        self.ways.show_situation(situation)
        self.ways.link.look_at_clipboard()
        live = situation.live
        self.waiting.setText(words.sentence(situation))
        self.waiting.set_tint("failure" if live is not None and live.phase is Phase.FAILED else "muted")
        self.waiting.setVisible(live is None or live.phase is not Phase.IDLE)
        if situation.live is not None and not self._has_searched:
            self._has_searched = True
            self.ways.nearby.search()
