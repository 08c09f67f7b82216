"""One setting: what it does in words, its control, what the sensor behind it reads, and what the engine objects."""

from functools import cached_property
from typing import Any

from app import fact_words, words
from app.pages.settings.desk import Changes
from app.qt import QEvent, QFrame, QHBoxLayout, QMouseEvent, QTimer, QVBoxLayout, QWidget, Signal
from app.widgets.text import Text, name
from core.ipc.preferences import Preferences
from core.ipc.records import SensorReading

SETTLES_MS = 350
"""After a slider has rested so long, its value is set."""


class Caption(Text):
    """A text that works its control when it is clicked, as the text of a check box does."""

    clicked = Signal()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        super().mouseReleaseEvent(event)
        if self.rect().contains(event.position().toPoint()):
            self.clicked.emit()


class Row(QFrame):
    """`keys` are those of `Preferences` that it sets; `facts` those sensors whose readings stand below it."""

    edited = Signal(object)
    """Changes that are being thought about; the engine is asked what they would do."""
    chosen = Signal(object)
    """Changes to set."""

    def __init__(self, keys: tuple[str, ...], caption: str, *, facts: tuple[str, ...] = (), hint: str = "") -> None:
        """`hint`: a sentence below the caption; also what a screen reader says after the name."""
        super().__init__()
        self.keys = keys
        self.facts = facts
        self.hint = hint
        self.caption = Caption(caption, wraps=True)
        self._waiting: Changes = {}
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(SETTLES_MS)
        self._rest.timeout.connect(self.settle)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 2, 0, 2)
        self.column.setSpacing(3)
        self.top = QHBoxLayout()
        self.top.setSpacing(12)
        self.top.addWidget(self.caption, 1)
        self.column.addLayout(self.top)
        if hint:
            self.column.addWidget(Text(hint, tint="muted", wraps=True))

    @cached_property
    def reading(self) -> Text:
        """Made when there is something to say: most rows never have."""
        label = Text(tint="muted", wraps=True)
        place = self.column.indexOf(self.trouble) if "trouble" in self.__dict__ else self.column.count()
        self.column.insertWidget(place, label)
        return label

    @cached_property
    def trouble(self) -> Text:
        label = Text(tint="failure", wraps=True)
        self.column.addWidget(label)
        return label

    @property
    def is_being_edited(self) -> bool:
        """A value waits to be set, so that older news of it must not take its place."""
        return bool(self._waiting)

    def show_preferences(self, preferences: Preferences) -> None:
        if not self.is_being_edited:
            self.show_values({key: getattr(preferences, key) for key in self.keys})

    def show_values(self, values: dict[str, Any]) -> None:
        """Without saying `edited` or `chosen`. For each kind of row to fill in."""
        raise NotImplementedError

    def show_readings(self, readings: list[SensorReading]) -> None:
        """Who says so stands in the tooltip, and in the list of the page Help."""
        if readings or "reading" in self.__dict__:
            self.reading.setText("\n".join(fact_words.seen(one) for one in readings))
            self.reading.setToolTip("\n".join(fact_words.reading(one) for one in readings))
            self.reading.setVisible(bool(readings))

    def show_trouble(self, sentence: str) -> None:
        """Until the next choice."""
        if sentence or "trouble" in self.__dict__:
            self.trouble.setText(words.plain(sentence, 400))
            self.trouble.setVisible(bool(sentence))

    def think(self, changes: Changes) -> None:
        """Set when it has rested."""
        self._waiting = changes
        self._rest.start()
        self.edited.emit(changes)

    def choose(self, changes: Changes) -> None:
        """Set at once."""
        self._waiting = changes
        self.edited.emit(changes)
        self.settle()

    def settle(self) -> None:
        """What waits is set now, because its control, its page or the window is left."""
        self._rest.stop()
        changes, self._waiting = self._waiting, {}
        if changes:
            self.show_trouble("")
            self.chosen.emit(changes)

    def drop(self) -> None:
        """What waits is not wanted any more."""
        self._rest.stop()
        self._waiting = {}

    def name_control(self, control: QWidget, accessible: str = "") -> None:
        """What a screen reader says: the caption unless told otherwise, and the hint."""
        name(control, accessible or self.caption.text(), self.hint)

    def lead_to(self) -> None:
        """Puts the keyboard on its control and the row in view."""
        for child in self.findChildren(QWidget):
            if child.focusPolicy() and child.isVisibleTo(self) and child.isEnabled():
                child.setFocus()
                return

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        super().changeEvent(event)
        if event.type() == QEvent.Type.EnabledChange and not self.isEnabled():
            self.drop()
