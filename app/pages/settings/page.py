"""All settings on one page that scrolls, and below it, always in view, what the engine would do right now by them."""

from app import words
from app.autostart.kinds import Autostart
from app.colours import tints
from app.pages.settings.desk import Changes, Desk, Outlook
from app.pages.settings.groups import Group, groups
from app.pages.settings.own import OwnRows
from app.pages.settings.program import ProgramCard
from app.pages.settings.row import Row
from app.pages.settings.rows import SwitchRow
from app.qt import (
    QColor,
    QEvent,
    QFrame,
    QHideEvent,
    QPainter,
    QPaintEvent,
    QPoint,
    QSettings,
    QShowEvent,
    QTimer,
    QToolButton,
    QVBoxLayout,
    QWidget,
    Signal,
)
from app.session import Session
from app.situation import Situation
from app.widgets.card import Card, Page, side_by_side
from app.widgets.text import Text, name
from app.widgets.while_shown import WhileShown
from core.ipc.preferences import Preferences
from core.ipc.records import Preview, SensorReading
from core.paths import Home


class GroupCard(Card):
    """A group's rows, and the way back to how they were at first."""

    defaults_wanted = Signal()

    def __init__(self, title: str, rows: tuple[Row, ...], *, has_defaults: bool = True) -> None:
        super().__init__()
        self.title.setText(title)
        self.defaults = QToolButton()
        self.defaults.setAutoRaise(True)
        self.defaults.setText(self.tr("Back to defaults"))
        name(self.defaults, self.tr("{group}: back to defaults").format(group=title))
        self.defaults.clicked.connect(self.defaults_wanted)
        head = side_by_side(self.title, self.defaults)
        head.setStretch(0, 1)
        self.rows.addLayout(head)
        self.defaults.setVisible(has_defaults)
        for row in rows:
            self.rows.addWidget(row)


class OutlookLine(QFrame):
    """'Right now this would …', and where preferences contradict each other; set apart by a line above it."""

    def __init__(self) -> None:
        super().__init__()
        self.sentence = Text(wraps=True)
        self.warnings = Text(tint="warning", wraps=True)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(14, 8, 14, 8)
        self._column.setSpacing(2)
        self._column.addWidget(self.sentence)
        self._column.addWidget(self.warnings)
        self.warnings.hide()
        name(self.sentence, self.tr("What would happen right now"))

    def stand_below(self, side_px: int) -> None:
        """A column with so much room at each side."""
        self._column.setContentsMargins(side_px, 8, side_px, 8)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        colours = tints(self.palette())
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(colours.surface))
        painter.setPen(QColor(colours.line))
        painter.drawLine(self.rect().topLeft(), self.rect().topRight())
        painter.end()

    def show_preview(self, preview: Preview | None) -> None:
        text = words.said(preview.saying, preview.sentence) if preview else ""
        self.sentence.setText(text)
        name(self.sentence, text or self.tr("What would happen right now"))
        warnings = "\n".join(words.said(warning) for warning in preview.warnings) if preview else ""
        self.warnings.setText(warnings)
        self.warnings.setVisible(bool(warnings))


class SettingsPage(QWidget):
    said = Signal(str)
    undo_changed = Signal()
    language_chosen = Signal(str)
    remove_wanted = Signal(bool)
    """Whether the history is kept."""

    def __init__(self, session: Session, settings: QSettings, home: Home, autostart: Autostart | None = None) -> None:
        super().__init__()
        engine = self._engine = session.control
        self.desk = Desk(engine, self)
        self.outlook = Outlook(engine, self)
        self.own = OwnRows(settings, autostart, self)
        self.groups = groups()
        self.start_paused = SwitchRow("start_paused", self.tr("Begin with a pause until I resume"))
        self.rows = {row.keys[0]: row for group in self.groups for row in group.rows}
        self.rows["start_paused"] = self.start_paused
        self.program = ProgramCard(session, str(home.root))
        self.rows["automatic_updates"] = self.program.automatic
        self.page = Page()
        self.absent = Text(wraps=True, tint="muted")
        self.cards = [self._group_card(group) for group in self.groups]
        self.line = OutlookLine()
        self._is_live = False
        self._held_px: int | None = None
        """Where in view the choice of language stays while rows come above it."""
        self._lay_out()
        self._connect()
        self._show_known()

    def _lay_out(self) -> None:
        absent = self.absent_card = Card()
        absent.rows.addWidget(self.absent)
        start = GroupCard(
            self.tr("Start and notices"),
            (self.own.at_login, self.start_paused, self.own.often, self.own.milestones),
            has_defaults=False,
        )
        language = GroupCard(self.tr("Language"), (self.own.language,), has_defaults=False)
        for card in (absent, *self.cards, start, language, self.program):
            self.page.add(card)
        self.page.column.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.page, 1)
        column.addWidget(self.line)

    def _group_card(self, group: Group) -> GroupCard:
        card = GroupCard(group.title, group.rows)
        card.defaults_wanted.connect(lambda: self._back_to_defaults(group))
        return card

    def _connect(self) -> None:
        for row in self.rows.values():
            row.edited.connect(self._on_edited)
            row.chosen.connect(lambda changes, row=row: self._on_chosen(row, changes))
        self.desk.shown.connect(self._show)
        self.desk.refused.connect(self._on_refused)
        self.desk.taken.connect(lambda what: self.said.emit(self.tr("Changed: {what}").format(what=what)))
        self.desk.undo_changed.connect(self.undo_changed)
        self.outlook.said.connect(self.line.show_preview)
        self.page.side_changed.connect(self.line.stand_below)
        self.own.language_chosen.connect(self.language_chosen)
        self.program.remove_wanted.connect(self.remove_wanted)
        self.page.verticalScrollBar().rangeChanged.connect(self._hold)
        self.page.verticalScrollBar().actionTriggered.connect(self._let_go)
        self._readings = WhileShown(self, self._look)

    # --- from the window ----------------------------------------------------------------------------------------------

    def show_situation(self, situation: Situation) -> None:
        """Greyed while the engine does not answer; what the app itself keeps can be changed all the same."""
        was_live, self._is_live = self._is_live, situation.live is not None
        self.absent_card.setVisible(not self._is_live)
        self.absent.setText(words.sentence(situation))
        for card in self.cards:
            card.setEnabled(self._is_live)
        self.start_paused.setEnabled(self._is_live)
        self.program.show_situation(situation)
        self._show_known()
        self.line.setEnabled(self._is_live)
        if self._is_live and not was_live and self.isVisible():
            self._arrive()
        if self.desk.current is not None:
            self._enable(self.desk.current)

    def keeps(self) -> bool:
        return bool(self.desk.last) or any(row.is_being_edited for row in self.rows.values())

    def lead_to(self, key: str) -> None:
        """Shows one setting, the keyboard on it."""
        if row := self.rows.get(key):
            self.page.ensureWidgetVisible(row, 0, 60)
            row.lead_to()

    @property
    def language_px(self) -> int:
        """From the top of what is in view to the choice of language."""
        return self.own.language.mapTo(self.page.viewport(), QPoint(0, 0)).y()

    def stay_at_language(self, px: int) -> None:
        """This page has come in the place of one in another language, on which somebody has just chosen this one."""
        self.own.language.lead_to()
        self._held_px = px
        self._hold()

    def undo(self) -> None:
        for row in self.rows.values():
            row.drop()
        self.said.emit(self.tr("Taken back: {what}").format(what=self.desk.last))
        self.desk.undo()

    def settle(self) -> None:
        """What still rests is set."""
        for row in self.rows.values():
            row.settle()

    # --- what happens -------------------------------------------------------------------------------------------------

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        super().showEvent(event)
        self.own.show_own()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802
        super().hideEvent(event)
        self.settle()
        self._let_go()
        self.outlook.forget()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and not self.isActiveWindow():
            self.settle()

    def _arrive(self) -> None:
        self.outlook.forget()
        self._look()

    def _look(self) -> None:
        """Readings change by themselves, and with them what would happen; somebody else may set something meanwhile."""
        if self._is_live:
            self.desk.load()
            self._engine.sensors(self._show_readings, lambda _: None)
            self.outlook.ask(self.outlook.changes)

    def _show_known(self) -> None:
        """Values that nobody has told yet are not shown: they would be wrong."""
        if self.desk.current is not None:
            self._reveal()
            return
        for part in self._told:
            part.hide()

    def _hold(self) -> None:
        """Until somebody scrolls or goes elsewhere."""
        focus = self.window().focusWidget()
        if focus is None or not self.own.language.isAncestorOf(focus):
            self._let_go()
        elif self._held_px is not None:
            bar = self.page.verticalScrollBar()
            bar.setValue(bar.value() + self.language_px - self._held_px)

    def _let_go(self) -> None:
        self._held_px = None

    @property
    def _told(self) -> tuple[QWidget, ...]:
        return *self.cards, self.start_paused, self.line

    def _reveal(self) -> None:
        """One part in each turn of the event loop: all at once would hold the window up."""
        hidden = next((part for part in self._told if part.isHidden()), None)
        if hidden is not None and self.desk.current is not None:
            hidden.show()
            QTimer.singleShot(0, self, self._reveal)

    def _show(self, preferences: Preferences) -> None:
        for row in self.rows.values():
            row.show_preferences(preferences)
        self._show_known()
        self.program.show_known()
        self._enable(preferences)
        if not any(row.is_being_edited for row in self.rows.values()):
            self.outlook.ask({})

    def _enable(self, preferences: Preferences) -> None:
        for group in self.groups:
            for key, master in group.needs.items():
                self.rows[key].setEnabled(self._is_live and bool(getattr(preferences, master)))

    def _show_readings(self, readings: list[SensorReading]) -> None:
        known = {reading.fact: reading for reading in readings}
        for row in self.rows.values():
            row.show_readings([known[fact] for fact in row.facts if fact in known])

    def _on_edited(self, changes: Changes) -> None:
        self.outlook.ask(changes)

    def _on_chosen(self, row: Row, changes: Changes) -> None:
        self.desk.change(changes, row.caption.text())

    def _on_refused(self, keys: frozenset[str], why: str) -> None:
        """Beside the control, if it is one's; a whole group's goes to the status line."""
        rows = [row for key, row in self.rows.items() if key in keys]
        if len(rows) == 1:
            rows[0].show_trouble(why)
        else:
            self.said.emit(why)
        self.outlook.ask({})

    def _back_to_defaults(self, group: Group) -> None:
        for row in group.rows:
            row.drop()
            row.show_trouble("")
        what = self.tr("{group}: back to defaults").format(group=group.title)
        self.desk.change(dict.fromkeys(group.keys), what)
