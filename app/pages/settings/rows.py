"""The kinds of settings: yes or no, one of several, a part of a whole, a number, a word."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from app import words
from app.pages.settings.row import Row
from app.qt import (
    QBoxLayout,
    QHBoxLayout,
    QLineEdit,
    QResizeEvent,
    QSignalBlocker,
    QSizePolicy,
    QSlider,
    Qt,
)
from app.widgets.quiet import QuietBox, QuietNumber, QuietSlider
from app.widgets.switch import Switch
from app.widgets.text import Text

_MOST_OF_LINE = 0.4
"""That a number may take beside its caption."""


class SwitchRow(Row):
    def __init__(self, key: str, caption: str, *, facts: tuple[str, ...] = (), hint: str = "") -> None:
        super().__init__((key,), caption, facts=facts, hint=hint)
        self.switch = Switch()
        self.top.addWidget(self.switch, 0, Qt.AlignmentFlag.AlignTop)
        self.name_control(self.switch)
        self.switch.clicked.connect(lambda is_on: self.choose({key: bool(is_on)}))
        self.caption.clicked.connect(self.switch.click)

    def show_values(self, values: dict[str, Any]) -> None:
        self.switch.setChecked(values[self.keys[0]])


class ChoiceRow(Row):
    def __init__(
        self,
        key: str,
        caption: str,
        options: tuple[tuple[Any, str], ...],
        *,
        facts: tuple[str, ...] = (),
        hint: str = "",
    ) -> None:
        """`options`: value and its words."""
        super().__init__((key,), caption, facts=facts, hint=hint)
        self.box = QuietBox()
        for value, text in options:
            self.box.addItem(text, value)
        self.column.insertWidget(1, self.box, 0, Qt.AlignmentFlag.AlignLeading)
        self.name_control(self.box)
        self.box.activated.connect(lambda place: self.choose({key: self.box.itemData(place)}))
        self.box.highlighted.connect(lambda place: self.edited.emit({key: self.box.itemData(place)}))
        self.box.closed.connect(lambda: self.edited.emit({}))
        self.caption.clicked.connect(self.box.setFocus)

    def show_values(self, values: dict[str, Any]) -> None:
        with QSignalBlocker(self.box):  # which calls it highlighted
            self.box.setCurrentIndex(self.box.findData(values[self.keys[0]]))


class SliderRow(Row):
    """Per cent from 1 to 100."""

    def __init__(self, key: str, caption: str, *, facts: tuple[str, ...] = (), hint: str = "") -> None:
        super().__init__((key,), caption, facts=facts, hint=hint)
        self.value = Text(bold=True)
        self.value.setAlignment(Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignTop)
        self.slider = QuietSlider()
        self.slider.setRange(1, 100)
        self.slider.setSingleStep(1)
        self.slider.setPageStep(10)
        self.slider.setTickPosition(QSlider.TickPosition.NoTicks)
        self.top.addWidget(self.value)
        self.column.insertWidget(1, self.slider)
        self.name_control(self.slider)
        self.slider.valueChanged.connect(self._on_value)
        self.slider.sliderReleased.connect(self.settle)
        self.caption.clicked.connect(self.slider.setFocus)
        self.value.setMinimumWidth(self.value.fontMetrics().horizontalAdvance(words.percent(100)))

    def show_values(self, values: dict[str, Any]) -> None:
        with QSignalBlocker(self.slider):
            self.slider.setValue(values[self.keys[0]])
        self.value.setText(words.percent(self.slider.value()))

    def _on_value(self, value: int) -> None:
        self.value.setText(words.percent(value))
        self.think({self.keys[0]: value})


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """How a number is shown: `value / scale` with `decimals` and the unit behind it."""

    lowest: float
    highest: float
    unit: str = ""
    """Behind the number, such as ' W'."""
    scale: float = 1.0
    """Of the value in the unit that is shown."""
    decimals: int = 0
    step: float = 1.0
    special: str = ""
    """What the lowest value is called, where it is not a number: no limit."""
    kind: Callable[[float], Any] = round
    """What the engine takes."""


class NumberRow(Row):
    def __init__(
        self, key: str, caption: str, measure: Measure, *, facts: tuple[str, ...] = (), hint: str = ""
    ) -> None:
        super().__init__((key,), caption, facts=facts, hint=hint)
        self._measure = measure
        self.number = a_number(measure)
        self.top.addWidget(self.number, 0, Qt.AlignmentFlag.AlignTop)
        self.name_control(self.number)
        self.number.valueChanged.connect(lambda _: self.think(self._changes(self.number.value())))
        self.number.editingFinished.connect(self._on_finished)
        self.number.lineEdit().textEdited.connect(self._on_typed)
        self.caption.clicked.connect(self.number.setFocus)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Where the number leaves too little of the line, it stands below what it is for."""
        super().resizeEvent(event)
        is_narrow = self.number.sizeHint().width() > _MOST_OF_LINE * self.width()
        self.top.setDirection(QBoxLayout.Direction.TopToBottom if is_narrow else QBoxLayout.Direction.LeftToRight)

    def show_values(self, values: dict[str, Any]) -> None:
        if self.number.is_typing:
            return
        with QSignalBlocker(self.number):
            self.number.setValue(values[self.keys[0]] / self._measure.scale)

    def _on_finished(self) -> None:
        if self.is_being_edited:
            self.settle()
        else:
            self.edited.emit({})

    def _changes(self, shown: float) -> dict[str, Any]:
        return {self.keys[0]: self._measure.kind(shown * self._measure.scale)}

    def _on_typed(self, text: str) -> None:
        if self.number.hasAcceptableInput():
            self.edited.emit(self._changes(self.number.valueFromText(text)))


def a_number(measure: Measure) -> QuietNumber:
    number = QuietNumber()
    number.setDecimals(measure.decimals)
    number.setRange(measure.lowest, measure.highest)
    number.setSingleStep(measure.step)
    number.setSuffix(measure.unit)
    number.setSpecialValueText(measure.special)
    return number


class WordRow(Row):
    """A short word that is typed."""

    def __init__(self, key: str, caption: str, longest: int, *, example: str = "") -> None:
        super().__init__((key,), caption)
        self.line = QLineEdit()
        self.line.setMaxLength(longest)
        self.line.setPlaceholderText(example)
        self.line.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.line.setMinimumWidth(self.line.fontMetrics().averageCharWidth() * (longest + 4))
        self.top.addWidget(self.line, 0, Qt.AlignmentFlag.AlignTop)
        self.name_control(self.line)
        self.line.textEdited.connect(lambda text: self.think({key: text.strip()}))
        self.line.editingFinished.connect(self.settle)
        self.caption.clicked.connect(self.line.setFocus)

    def show_values(self, values: dict[str, Any]) -> None:
        if self.line.text() != values[self.keys[0]]:
            self.line.setText(words.plain(values[self.keys[0]], 20))


_FIRST_GB = 20
"""What is offered to who wants a limit of their own."""


class DiskRow(Row):
    """How much of the disk the data may take: what Idlewild thinks right, so much, or without a limit."""

    OWN, SOME, ALL = range(3)

    def __init__(self, key: str, caption: str, measure: Measure, options: tuple[str, str, str]) -> None:
        """`options`: the words for the three."""
        super().__init__((key,), caption)
        self._measure = measure
        self.box = QuietBox()
        self.box.addItems(list(options))
        self.number = a_number(measure)
        self.number.setValue(_FIRST_GB)
        line = QHBoxLayout()
        line.addWidget(self.box)
        line.addWidget(self.number)
        line.addStretch(1)
        self.column.insertLayout(1, line)
        self.name_control(self.box)
        self.name_control(self.number)
        self.box.activated.connect(self._on_choice)
        self.number.valueChanged.connect(lambda _: self.think(self._changes()))
        self.number.editingFinished.connect(self.settle)
        self.caption.clicked.connect(self.box.setFocus)

    def show_values(self, values: dict[str, Any]) -> None:
        limit = values[self.keys[0]]
        with QSignalBlocker(self.box):
            self.box.setCurrentIndex(self.OWN if limit is None else self.SOME if limit else self.ALL)
        self.number.setVisible(bool(limit))
        if limit:
            with QSignalBlocker(self.number):
                self.number.setValue(limit / self._measure.scale)

    def _changes(self) -> dict[str, Any]:
        some = self._measure.kind(self.number.value() * self._measure.scale)
        return {self.keys[0]: (None, some, 0)[self.box.currentIndex()]}

    def _on_choice(self, place: int) -> None:
        self.number.setVisible(place == self.SOME)
        self.choose(self._changes())
