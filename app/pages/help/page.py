"""Help in four parts: why nothing happens, the connection, the log, and what this program is."""

from app.pages.help.about import AboutPart
from app.pages.help.connection import ConnectionPart
from app.pages.help.log import LogPart
from app.pages.help.why import WhyPart
from app.qt import QHBoxLayout, QStackedWidget, QTabBar, QToolButton, QVBoxLayout, QWidget, Signal
from app.session import Session
from app.situation import Situation
from app.widgets.text import name
from core.paths import Home


class HelpPage(QWidget):
    said = Signal(str)
    quit_wanted = Signal()
    settings_wanted = Signal(str)
    """Key of a preference."""

    def __init__(self, session: Session, home: Home) -> None:
        super().__init__()
        self._session = session
        self.why = WhyPart(session)
        self.connection = ConnectionPart(session)
        self.log = LogPart(session)
        self.about = AboutPart(session, home)
        self.bar = QTabBar()
        self.bar.setDocumentMode(True)
        self.bar.setDrawBase(False)
        self.bar.setExpanding(False)
        self.bar.setUsesScrollButtons(True)
        self.parts = QStackedWidget()
        for part, title in (
            (self.why, self.tr("Why nothing happens")),
            (self.connection, self.tr("Connection")),
            (self.log, self.tr("Log")),
            (self.about, self.tr("About")),
        ):
            self.bar.addTab(title)
            self.parts.addWidget(part)
        name(self.bar, self.tr("Parts of the help"))
        for button, what in zip(self.bar.findChildren(QToolButton), (self.tr("Back"), self.tr("On")), strict=False):
            name(button, what)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 6, 0, 0)
        column.setSpacing(0)
        line = QHBoxLayout()
        line.setContentsMargins(14, 0, 14, 0)
        line.addWidget(self.bar)
        column.addLayout(line)
        column.addWidget(self.parts, 1)
        self.bar.currentChanged.connect(self._turn)
        self.connection.said.connect(self.said)
        self.log.said.connect(self.said)
        self.why.settings_wanted.connect(self.settings_wanted)
        self.about.quit_wanted.connect(self.quit_wanted)

    def show_part(self, part: QWidget) -> None:
        self.bar.setCurrentIndex(self.parts.indexOf(part))

    def show_situation(self, situation: Situation) -> None:
        part = self.parts.currentWidget()
        if isinstance(part, WhyPart | ConnectionPart | LogPart | AboutPart):
            part.show_situation(situation)

    def _turn(self, place: int) -> None:
        self.parts.setCurrentIndex(place)
        self.show_situation(self._session.situation)
