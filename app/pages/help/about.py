"""What this program is, where it keeps its things, and what its owner should know."""

import pathlib

from app import words
from app.icons import picture
from app.qt import QApplication, QDesktopServices, QGridLayout, QLabel, Qt, QUrl, Signal
from app.session import Session
from app.situation import Situation
from app.widgets.button import Button
from app.widgets.card import Card, Page, side_by_side
from app.widgets.flow import Flow
from app.widgets.text import Path, Text
from core.paths import Home
from core.version import VERSION

_ICON_PX = 48


class AboutPart(Page):
    quit_wanted = Signal()

    def __init__(self, session: Session, home: Home) -> None:
        super().__init__()
        self._home = home
        self._facts: dict[str, Path] = {}
        self._captions: dict[str, str] = {}
        self.notices = Card(self.tr("Good to know"))
        self.notice_text = Text(wraps=True, selectable=True)
        self.notices.rows.addWidget(self.notice_text)
        self.open_home = Button(self.tr("Open the fol&der"))
        self.open_log = Button(self.tr("Open the &log"))
        self.copy = Button(self.tr("&Copy all this"))
        self.finish = Button(self.tr("Pause after this &step"))
        self.quit = Button(self.tr("&Quit Idlewild"))
        self.add(self._program_card())
        self.add(self.notices)
        self.add(self._facts_card())
        self.add(Flow(self.finish, self.quit))
        self.column.addStretch(1)
        self.open_home.clicked.connect(lambda: self._open(self._home.root))
        self.open_log.clicked.connect(lambda: self._open(self._home.log_file))
        self.copy.clicked.connect(lambda: QApplication.clipboard().setText(self.facts()))
        self.finish.clicked.connect(session.finish_step)
        self.quit.clicked.connect(self.quit_wanted)

    def _program_card(self) -> Card:
        card = Card()
        icon = QLabel()
        icon.setPixmap(picture("idlewild", _ICON_PX, self.devicePixelRatioF()))
        title = Text(self.tr("Idlewild {version}").format(version=VERSION), scale=1.35, bold=True, wraps=True)
        heading = side_by_side(icon, title)
        heading.setStretch(1, 1)
        card.rows.addLayout(heading)
        what = self.tr(
            "Idlewild lets many computers train one neural network together while their owners do not need them."
            " It pauses when you say so, on battery, and when the computer is busy."
        )
        card.rows.addWidget(Text(what, wraps=True))
        card.rows.addWidget(Text(self.tr("Free software under the Apache License 2.0."), tint="muted", wraps=True))
        return card

    def _facts_card(self) -> Card:
        card = Card(self.tr("This computer"))
        grid = QGridLayout()
        grid.setHorizontalSpacing(14)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(1, 1)
        captions = {
            "home": self.tr("Folder"),
            "log": self.tr("Log"),
            "peer": self.tr("Peer"),
            "device": self.tr("Computes on"),
            "listen": self.tr("Listens on"),
            "engine": self.tr("Engine"),
        }
        self._captions = captions
        for row, (key, caption) in enumerate(captions.items()):
            label = Text(caption, tint="muted")
            value = Path(wraps=True)
            self._facts[key] = value
            grid.addWidget(label, row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(value, row, 1)
        card.rows.addLayout(grid)
        card.rows.addLayout(Flow(self.open_home, self.open_log, self.copy))
        self._show("home", str(self._home.root))
        self._show("log", str(self._home.log_file))
        return card

    def show_situation(self, situation: Situation) -> None:
        status = situation.live
        self.finish.setEnabled(situation.may_pause)
        self._show("peer", status.peer if status else "–")
        self._show("device", (status.device if status else "") or "–")
        self._show("listen", (status.listen if status else "") or "–")
        if status is None:
            engine = words.headline(situation)
        else:
            text = self.tr("version {version}, running for {time}")
            engine = text.format(version=status.version, time=words.duration(status.uptime_s))
        self._show("engine", engine)
        notices = words.notices(situation.status) if situation.status else []
        self.notice_text.setText("\n\n".join(notices))
        self.notices.setVisible(bool(notices))

    def facts(self) -> str:
        """All facts as lines of text, to be pasted into a question to others."""
        lines = [f"Idlewild {VERSION}"]
        lines += [f"{caption}: {self._facts[key].accessibleName()}" for key, caption in self._captions.items()]
        return "\n".join(lines)

    def _show(self, key: str, value: str) -> None:
        self._facts[key].show_path(value)

    def _open(self, path: pathlib.Path) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))
