"""The one window: six pages, a status line, a menu bar; before them, once, the first run."""

from collections.abc import Callable
from functools import partial
from typing import cast

from app import words
from app.first_run.flow import FirstRun
from app.icons import application_icon
from app.pages.help.page import HelpPage
from app.pages.join import JoinPage
from app.pages.me import MePage
from app.pages.model import ModelPage
from app.pages.now import NowPage
from app.pages.settings.page import SettingsPage
from app.pause_menu import fill_pause_menu
from app.qt import (
    QAction,
    QCloseEvent,
    QEvent,
    QHideEvent,
    QKeySequence,
    QMainWindow,
    QMenu,
    QSettings,
    QShowEvent,
    QStackedWidget,
    Qt,
    QToolButton,
    Signal,
)
from app.resting import Resting
from app.session import Session
from app.situation import Situation
from app.system import System
from app.widgets.pages import Pages
from app.widgets.status_line import StatusLine
from app.widgets.text import name
from core.paths import Home

WIDTH_PX, HEIGHT_PX = 720, 720
LEAST_WIDTH_PX, LEAST_HEIGHT_PX = 440, 360
_REMARK_MS = 8_000
_NOW, _MODEL, _ME, _JOIN, _SETTINGS, _HELP = range(6)


class MainWindow(QMainWindow):
    """Shows the session's situation while it is visible, and does nothing while it is not."""

    quit_wanted = Signal()
    closed_to_tray = Signal()
    language_chosen = Signal(str)
    """A key of `app.language.NAMES`, or empty for the system's."""
    minimised_without_tray = Signal()
    remove_wanted = Signal(bool)
    """Whether the history is kept."""

    def __init__(
        self,
        session: Session,
        home: Home,
        settings: QSettings,
        has_tray: Callable[[], bool],
        system: System | None = None,
    ) -> None:
        """`system`: None where the desktop is not to be told anything."""
        super().__init__()
        self._session = session
        self._settings = settings
        self._has_tray = has_tray
        self._has_offered = False
        self.setWindowTitle(self.tr("Idlewild"))
        self.setWindowIcon(application_icon())
        self.setMinimumSize(LEAST_WIDTH_PX, LEAST_HEIGHT_PX)
        self._home, self._system = home, system
        self.tabs = Pages()
        self._add_pages()
        self.first_run = self._new_first_run()
        self._resting = Resting(self._drop_one, lambda: not session.control.is_asking, self)
        self._stack = QStackedWidget()
        for whole in (self.tabs, self.first_run):
            self._stack.addWidget(whole)
        self.setCentralWidget(self._stack)
        self._undo_button = QToolButton()
        self._undo_button.setAutoRaise(True)
        self._undo_button.setText(self.tr("Undo"))
        name(self._undo_button, self.tr("Undo the last change of the settings"))
        line = StatusLine(self._undo_button)
        self._state_line = line.state
        self.setStatusBar(line)
        self._add_menus()
        self._connect()
        self._on_due()
        self._restore_size()
        self._on_seen()

    # --- pages, each made when it is first asked for ----------------------------------------------------------------

    @property
    def now(self) -> NowPage:
        return cast("NowPage", self.tabs.widget(_NOW))

    @property
    def model(self) -> ModelPage:
        return cast("ModelPage", self.tabs.widget(_MODEL))

    @property
    def me(self) -> MePage:
        return cast("MePage", self.tabs.widget(_ME))

    @property
    def join(self) -> JoinPage:
        return cast("JoinPage", self.tabs.widget(_JOIN))

    @property
    def settings(self) -> SettingsPage:
        return cast("SettingsPage", self.tabs.widget(_SETTINGS))

    @property
    def help(self) -> HelpPage:
        return cast("HelpPage", self.tabs.widget(_HELP))

    def _add_pages(self) -> None:
        self.tabs.add(self.tr("&Now"), self._new_now)
        self.tabs.add(self.tr("&Model"), lambda: ModelPage(self._session))
        self.tabs.add(self.tr("M&e"), self._new_me)
        self.tabs.add(self.tr("Collaborat&ions"), self._new_join)
        self.tabs.add(self.tr("Settin&gs"), self._new_settings)
        self.tabs.add(self.tr("&Help"), self._new_help)

    def _new_now(self) -> NowPage:
        page = NowPage(self._session)
        page.choose_wanted.connect(lambda: self.tabs.setCurrentIndex(_JOIN))
        page.connection_wanted.connect(self.open_connection)
        page.settings_wanted.connect(self.open_setting)
        return page

    def _new_me(self) -> MePage:
        page = MePage(self._session)
        page.said.connect(self.say)
        return page

    def _new_join(self) -> JoinPage:
        page = JoinPage(self._session)
        page.joined.connect(lambda: self.tabs.setCurrentIndex(_NOW))
        return page

    def _new_settings(self) -> SettingsPage:
        autostart = self._system.autostart if self._system else None
        page = SettingsPage(self._session, self._settings, self._home, autostart)
        page.undo_changed.connect(self._show_undo)
        page.language_chosen.connect(self.language_chosen)
        page.remove_wanted.connect(self.remove_wanted)
        page.said.connect(self.say)
        return page

    def _new_help(self) -> HelpPage:
        page = HelpPage(self._session, self._home)
        page.quit_wanted.connect(self.quit_wanted)
        page.settings_wanted.connect(self.open_setting)
        page.said.connect(self.say)
        return page

    def _new_first_run(self) -> FirstRun:
        made = FirstRun(self._session, self._settings, self._system)
        made.due_changed.connect(self._on_due)
        made.quit_wanted.connect(self.quit_wanted)
        return made

    # --- menus ------------------------------------------------------------------------------------------------------

    def _add_menus(self) -> None:
        file = self.menuBar().addMenu(self.tr("&File"))
        training = self.menuBar().addMenu(self.tr("&Training"))
        view = self.menuBar().addMenu(self.tr("Vie&w"))
        self._undo = self._action(
            file, self.tr("&Undo the last setting"), self._take_back, QKeySequence.StandardKey.Undo
        )
        file.addSeparator()
        self._later_menus = (training, view)
        self._action(file, self.tr("&Close window"), self.close, QKeySequence.StandardKey.Close)
        leave = self._action(file, self.tr("&Quit"), self.quit_wanted.emit, "Ctrl+Q")
        leave.setMenuRole(QAction.MenuRole.QuitRole)
        self._pause_menu = training.addMenu(self.tr("&Pause"))
        fill_pause_menu(self._pause_menu, self._session.pause)
        self._resume = self._action(training, self.tr("&Resume"), self._session.resume, "Ctrl+R")
        self._finish = self._action(training, self.tr("Pause after this &step"), self._session.finish_step)
        for number in range(self.tabs.count()):
            turn = partial(self.tabs.setCurrentIndex, number)
            self._action(view, self.tabs.tabText(number), turn, f"Ctrl+{number + 1}")

    def _action(
        self, menu: QMenu, text: str, act: Callable[[], object], key: QKeySequence.StandardKey | str | None = None
    ) -> QAction:
        action = menu.addAction(text)

        def on_triggered(_checked: bool) -> None:
            act()

        action.triggered.connect(on_triggered)
        if key is not None:
            action.setShortcut(QKeySequence(key))
        return action

    def _connect(self) -> None:
        self._session.changed.connect(self._on_changed)
        # After the pages, which have come later, have heard of it.
        self._session.committed.connect(self._on_commit, Qt.ConnectionType.QueuedConnection)
        self._session.complained.connect(self.say)
        self.tabs.currentChanged.connect(lambda _: self._on_page())
        self._undo_button.clicked.connect(self._take_back)

    # --- showing ----------------------------------------------------------------------------------------------------

    def offer_link(self, link: str) -> None:
        """Opens the join page with a link that came with the start of the program."""
        self._has_offered = True
        self.tabs.setCurrentIndex(_JOIN)
        self.join.link.offer(link)
        if not self.first_run.is_done:
            self.first_run.keep_link(link)

    def open_setting(self, key: str) -> None:
        """Shows one preference's control, the keyboard on it."""
        self.tabs.setCurrentIndex(_SETTINGS)
        self.settings.lead_to(key)

    def open_connection(self) -> None:
        self.tabs.setCurrentIndex(_HELP)
        self.help.show_part(self.help.connection)

    def open_settings(self) -> None:
        self.tabs.setCurrentIndex(_SETTINGS)
        self.raise_up()

    def open_help(self) -> None:
        self.tabs.setCurrentIndex(_HELP)
        self.help.show_part(self.help.why)
        self.raise_up()

    def raise_up(self) -> None:
        self.show()
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.raise_()
        self.activateWindow()

    def say(self, sentence: str) -> None:
        """A remark that passes, in the status line."""
        self.statusBar().showMessage(words.plain(sentence, 400), _REMARK_MS)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        super().showEvent(event)
        self._on_seen()
        self._on_page()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802
        super().hideEvent(event)
        self._on_seen()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        super().changeEvent(event)
        if event.type() == QEvent.Type.WindowStateChange:
            self._on_seen()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802
        """Closing is not quitting: training goes on, reachable by the tray or, without one, by the task bar."""
        self._settings.setValue("window/size", self.size())
        if self._has_tray():
            event.accept()
            self.closed_to_tray.emit()
            return
        event.ignore()
        self.showMinimized()
        self.minimised_without_tray.emit()
        self.say(self.tr("There is no tray here, so the window stays in the task bar. To end, use File, Quit."))

    def _on_changed(self, situation: Situation) -> None:
        if situation.has_nothing and not self._has_offered:
            self._has_offered = True
            self.tabs.setCurrentIndex(_JOIN)
        self._refresh()

    def _on_due(self) -> None:
        """Before its owner has agreed, this app shows the question and nothing else."""
        is_due = self.first_run.is_due
        self._stack.setCurrentWidget(self.first_run if is_due else self.tabs)
        self.statusBar().setVisible(not is_due)
        self._show_menus(are_there=not is_due)
        if not is_due and self._session.situation.collaboration is not None:
            if self.tabs.is_made(_JOIN):
                self.join.link.joined()
            self.tabs.setCurrentIndex(_NOW)
        self._refresh()

    def _show_menus(self, *, are_there: bool) -> None:
        """One that is merely hidden would keep its key from what has the same one on a page."""
        bar = self.menuBar()
        for menu in self._later_menus:
            bar.removeAction(menu.menuAction())
            if are_there:
                bar.addAction(menu.menuAction())
            for action in menu.actions():
                action.setEnabled(are_there)

    def _on_commit(self, _entry: object) -> None:
        self._refresh()

    def _on_seen(self) -> None:
        """Figures are wanted by whoever sees them. A window in the task bar keeps its pages: its picture may be shown
        there."""
        self._session.watch(is_seen=self.isVisible() and not self.isMinimized())
        if self.isVisible():
            self._resting.end()
        else:
            self._resting.begin()

    def _drop_one(self) -> bool:
        """The window itself goes last: its picture takes two megabytes and more. It comes back when it is shown."""
        if self.isVisible():
            return False
        first = self.first_run
        if first.is_built and first.is_done and not first.is_due:
            self.first_run = self._new_first_run()
            self._stack.addWidget(self.first_run)
            self._stack.removeWidget(first)
            first.deleteLater()
            return True
        if self.tabs.drop_one():
            return True
        self.destroy()
        return False

    def _on_page(self) -> None:
        page = self.tabs.currentWidget()
        if isinstance(page, MePage):
            page.refresh_when_shown()
        if isinstance(page, JoinPage):
            page.link.look_at_clipboard()
        self._refresh()

    def _refresh(self) -> None:
        if not self.isVisible() or self.first_run.is_due:
            self._state_line.setText("")
            return
        situation = self._session.situation
        page = self.tabs.currentWidget()
        self._state_line.setText("" if isinstance(page, NowPage) else words.line(situation))
        self._pause_menu.setEnabled(situation.may_pause)
        self._finish.setEnabled(situation.may_pause)
        self._resume.setEnabled(situation.paused_by_user)
        self._show_undo()
        if isinstance(page, NowPage | ModelPage | MePage | JoinPage | SettingsPage | HelpPage):
            page.show_situation(situation)

    def _take_back(self) -> None:
        self.settings.undo()

    def _show_undo(self) -> None:
        """The button only beside the settings: elsewhere nobody knows what it would take back."""
        last = self.settings.desk.last if self.tabs.is_made(_SETTINGS) else ""
        may_undo = bool(last) and self._session.situation.live is not None
        self._undo.setEnabled(may_undo)
        self._undo_button.setVisible(bool(last) and self.tabs.currentIndex() == _SETTINGS)
        self._undo_button.setEnabled(may_undo)
        self._undo_button.setToolTip(self.tr("Take back: {what}").format(what=last) if last else "")

    def _restore_size(self) -> None:
        size = self._settings.value("window/size")
        if hasattr(size, "width"):
            self.resize(size)
        else:
            self.resize(WIDTH_PX, HEIGHT_PX)
