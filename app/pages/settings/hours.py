"""When in the week computing is allowed."""

from functools import partial
from typing import Any

from app.pages.settings.row import Row
from app.qt import QLocale, QMenu, Qt
from app.widgets.button import Button
from app.widgets.hour_grid import ALL_DAY, DAYS, HourGrid, Hours
from app.widgets.text import Text
from app.words import translate

NIGHT = sum(1 << hour for hour in (*range(8), 22, 23))
"""From 22 to 8."""


def presets() -> tuple[tuple[str, Hours], ...]:
    """Name and hours. Which days are the weekend is the user's country's."""
    weekdays = {day.value - 1 for day in QLocale().weekdays()}
    return (
        (translate("settings", "&Always"), (ALL_DAY,) * DAYS),
        (translate("settings", "&Nights, from 22 to 8"), (NIGHT,) * DAYS),
        (
            translate("settings", "N&ights of weekdays, and whole weekends"),
            tuple(NIGHT if day in weekdays else ALL_DAY for day in range(DAYS)),
        ),
        (translate("settings", "&Weekends"), tuple(0 if day in weekdays else ALL_DAY for day in range(DAYS))),
    )


class HoursRow(Row):
    def __init__(self, key: str, caption: str) -> None:
        super().__init__((key,), caption)
        self.grid = HourGrid()
        self.presets = Button(translate("settings", "Presets"))
        menu = QMenu(self.presets)
        for text, hours in presets():
            menu.addAction(text, partial(self._choose, hours))
        self.presets.setMenu(menu)
        self.name_control(self.presets, translate("settings", "Presets of the hours"))
        self.legend = Text(translate("settings", "Filled hours may compute."), tint="muted", wraps=True)
        self.top.addWidget(self.presets, 0, Qt.AlignmentFlag.AlignTop)
        self.column.insertWidget(1, self.grid)
        self.column.insertWidget(2, self.legend)
        self.grid.edited.connect(lambda hours: self.edited.emit({key: hours}))
        self.grid.chosen.connect(lambda hours: self.think({key: hours}))
        self.caption.clicked.connect(self.grid.setFocus)

    def show_values(self, values: dict[str, Any]) -> None:
        self.grid.show_hours(tuple(values[self.keys[0]]))

    def _choose(self, hours: Hours) -> None:
        self.grid.show_hours(hours)
        self.choose({self.keys[0]: hours})
