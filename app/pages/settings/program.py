"""The program itself: its version, what computes for it, newer versions, and its removal."""

from enum import Enum, auto
from typing import Protocol

from app import installed_words
from app.pages.settings.removal import RemovalDialog
from app.pages.settings.rows import SwitchRow
from app.qt import QDesktopServices, QFrame, QUrl, QVBoxLayout, Signal
from app.situation import Situation
from app.widgets.bar import Bar
from app.widgets.button import Button
from app.widgets.card import Card
from app.widgets.flow import Flow
from app.widgets.text import Text, name
from core.ipc.installed import EngineRuntime, RuntimeState, Update, UpdateState
from core.version import VERSION


class Installed(Protocol):
    """`app.session.Session`, to this card."""

    def install_runtime(self, *, metered: bool = False) -> None: ...

    def check_update(self) -> None: ...

    def fetch_update(self, *, metered: bool = False) -> None: ...

    def apply_update(self) -> None: ...


class Deed(Enum):
    """What the one button about newer versions does."""

    CHECK = auto()
    FETCH = auto()
    RESTART = auto()


_DEEDS = {
    UpdateState.CURRENT: Deed.CHECK,
    UpdateState.FAILED: Deed.CHECK,
    UpdateState.AVAILABLE: Deed.FETCH,
    UpdateState.READY: Deed.RESTART,
}


class ProgramCard(Card):
    remove_wanted = Signal(bool)
    """Whether the history is kept."""

    def __init__(self, installed: Installed, home: str) -> None:
        super().__init__(" ")
        self._installed, self._home = installed, home
        self._deed, self._runtime, self._update = Deed.CHECK, EngineRuntime(), Update()
        self._are_known = False
        self.title.setText(self.tr("This program"))
        self.version = Text(self.tr("Idlewild {version}").format(version=VERSION), wraps=True, selectable=True)
        self.engine = Text(wraps=True)
        self.install = Button(" ")
        self.update_text = Text(wraps=True)
        self.bar = Bar()
        self.act = Button(" ")
        self.news = Button(self.tr("What i&s new"))
        self.automatic = SwitchRow("automatic_updates", self.tr("Fetch and use newer versions by itself"))
        self.remove = Button(self.tr("&Remove Idlewild…"))
        self._lay_out()
        self.install.clicked.connect(self._install)
        self.act.clicked.connect(self._do)
        self.news.clicked.connect(lambda: QDesktopServices.openUrl(QUrl(self._update.notes)))
        self.remove.clicked.connect(self._ask)

    def show_known(self) -> None:
        """Preferences are known from now on."""
        self._are_known = True
        self._show_update(self._update)

    def show_situation(self, situation: Situation) -> None:
        live = situation.live
        self.update_box.setVisible(live is not None)
        self.engine.setVisible(live is not None)
        self.install_box.setVisible(live is not None and _may_install(live.runtime))
        if live is not None:
            self._show_runtime(live.runtime)
            self._show_update(live.update)

    def _show_runtime(self, runtime: EngineRuntime) -> None:
        self._runtime = runtime
        self.engine.setText(installed_words.runtime_line(runtime))
        self.install.setText(installed_words.install_text(runtime))

    def _show_update(self, update: Update) -> None:
        self._update = update
        self.automatic.setVisible(self._are_known and update.state is not UpdateState.NONE)
        self.news.setVisible(update.notes.startswith("https://") and bool(update.newer))
        self.update_text.setText(installed_words.update_line(update))
        self.bar.setVisible(update.state is UpdateState.FETCHING)
        self.bar.show_fraction(min(1.0, update.done_bytes / max(1, update.size_bytes)))
        deed = _DEEDS.get(update.state)
        self.act.setVisible(deed is not None)
        if deed is not None:
            self._deed = deed
            self.act.setText(self._deed_text(deed))

    def _deed_text(self, deed: Deed) -> str:
        return {
            Deed.CHECK: self.tr("Loo&k for a newer version"),
            Deed.FETCH: self.tr("Down&load it"),
            Deed.RESTART: self.tr("Restart n&ow"),
        }[deed]

    def _do(self) -> None:
        match self._deed:
            case Deed.CHECK:
                self._installed.check_update()
            case Deed.FETCH:
                self._installed.fetch_update(metered=True)
            case Deed.RESTART:
                self._installed.apply_update()

    def _install(self) -> None:
        """Whoever tries again has not said that the network may charge for it."""
        self._installed.install_runtime(metered=self._runtime.state is RuntimeState.WAITS)

    def _ask(self) -> None:
        dialog = RemovalDialog(self._home, self.window())
        dialog.agreed.connect(self.remove_wanted)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _lay_out(self) -> None:
        self.install_box, act_box, remove_box = _boxed(self.install), _boxed(self.act, self.news), _boxed(self.remove)
        self.update_box = QFrame()
        column = QVBoxLayout(self.update_box)
        column.setContentsMargins(0, 0, 0, 0)
        for part in (self.update_text, self.bar, act_box, self.automatic):
            column.addWidget(part)
        for part in (self.version, self.engine, self.install_box, self.update_box, remove_box):
            self.rows.addWidget(part)
        name(self.bar, self.tr("Download of the newer version"))


def _may_install(runtime: EngineRuntime) -> bool:
    return runtime.state in {RuntimeState.WAITS, RuntimeState.FAILED}


def _boxed(*buttons: Button) -> QFrame:
    """A layout of its own kind goes into no other; a frame does."""
    box = QFrame()
    line = Flow(*buttons)
    line.setContentsMargins(0, 2, 0, 0)
    box.setLayout(line)
    return box
