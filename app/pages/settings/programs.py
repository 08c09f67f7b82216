"""Programs during which nothing is computed: a list, a line to add one, and removing."""

from typing import Any

from app import words
from app.pages.settings.row import Row
from app.qt import QHBoxLayout, QKeyEvent, QLineEdit, QListWidget, QListWidgetItem, Qt
from app.widgets.button import Button
from app.widgets.flow import Flow
from app.widgets.text import name
from app.words import translate

_LONGEST = 200
_MOST_SHOWN = 4


class _List(QListWidget):
    def __init__(self, row: "ProgramsRow") -> None:
        super().__init__()
        self._row = row
        name(self, translate("settings", "Programs during which nothing is computed"))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        if event.key() in {Qt.Key.Key_Delete, Qt.Key.Key_Backspace}:
            self._row.remove_chosen()
        else:
            super().keyPressEvent(event)

    def fit(self) -> None:
        shown = min(_MOST_SHOWN, max(1, self.count()))
        self.setFixedHeight(shown * (self.fontMetrics().height() + 6) + 2 * self.frameWidth())


class ProgramsRow(Row):
    def __init__(self, key: str, caption: str, *, facts: tuple[str, ...], hint: str) -> None:
        super().__init__((key,), caption, facts=facts, hint=hint)
        self._programs: tuple[str, ...] = ()
        self.list = _List(self)
        self.line = QLineEdit()
        self.line.setMaxLength(_LONGEST)
        self.line.setPlaceholderText(translate("settings", "Name, such as blender"))
        self.add = Button(translate("settings", "A&dd"))
        self.remove = Button(translate("settings", "Remo&ve"))
        typing = QHBoxLayout()
        typing.addWidget(self.line, 1)
        typing.addWidget(self.add)
        self.column.addLayout(typing)
        self.column.addWidget(self.list)
        self.column.addLayout(Flow(self.remove))
        self.name_control(self.line, translate("settings", "Name of a program to add"))
        self.name_control(self.add, translate("settings", "Add the program"))
        self.name_control(self.remove, translate("settings", "Remove the chosen program"))
        self.line.returnPressed.connect(self._add)
        self.line.textEdited.connect(lambda _: self._enable())
        self.add.clicked.connect(self._add)
        self.remove.clicked.connect(self.remove_chosen)
        self.list.currentRowChanged.connect(lambda _: self._enable())
        self.caption.clicked.connect(self.line.setFocus)
        self._enable()
        self.list.hide()

    def show_values(self, values: dict[str, Any]) -> None:
        programs = tuple(values[self.keys[0]])
        if programs == self._programs:
            return
        self._programs = programs
        place = self.list.currentRow()
        self.list.clear()
        for program in programs:
            QListWidgetItem(words.plain(program, 200), self.list)
        self.list.setCurrentRow(min(place, len(programs) - 1))
        self.list.setVisible(bool(programs))
        self.list.fit()
        self._enable()

    def remove_chosen(self) -> None:
        place = self.list.currentRow()
        if 0 <= place < len(self._programs):
            self.choose({self.keys[0]: self._programs[:place] + self._programs[place + 1 :]})

    def _add(self) -> None:
        program = self.line.text().strip()
        known = {one.casefold() for one in self._programs}
        if program and program.casefold() not in known:
            self.choose({self.keys[0]: (*self._programs, program)})
        self.line.clear()
        self._enable()

    def _enable(self) -> None:
        self.add.setEnabled(bool(self.line.text().strip()))
        self.remove.setEnabled(self.list.currentRow() >= 0)
        self.remove.setVisible(bool(self._programs))
