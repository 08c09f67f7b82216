"""The week that is painted: by mouse, by keyboard, and as a screen reader sees it."""

import pytest
from PySide6.QtTest import QTest
from toy_engine import wait_until

from app.qt import QAccessible, QApplication, QLocale, QPoint, Qt
from app.widgets.hour_grid import ALL_DAY, DAYS, HourGrid, WeekModel, has, with_cells

NOTHING = (0,) * DAYS
EVERYTHING = (ALL_DAY,) * DAYS
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def british():
    before = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom))
    yield
    QLocale.setDefault(before)


@pytest.fixture
def grid(qt, british, window) -> HourGrid:
    """In the window's settings, where it has a size."""
    window.tabs.setCurrentWidget(window.settings)
    row = window.settings.rows["hours"]
    row.setEnabled(True)
    window.settings.cards[0].setEnabled(True)
    window.settings.cards[0].show()
    grid = row.grid
    grid.model_.days = list(range(DAYS))
    grid.show_hours(NOTHING)
    window.activateWindow()
    wait_until(window.isActiveWindow)
    window.settings.page.ensureWidgetVisible(grid)
    grid.setFocus()
    return grid


@pytest.fixture
def chosen(grid) -> list:
    heard = []
    grid.chosen.connect(heard.append)
    return heard


def middle(grid: HourGrid, row: int, hour: int) -> QPoint:
    return grid.visualRect(grid.model_.index(row, hour)).center()


def press(grid: HourGrid, key: Qt.Key, *modifiers: Qt.KeyboardModifier) -> None:
    both = Qt.KeyboardModifier.NoModifier
    for modifier in modifiers:
        both |= modifier
    QTest.keyClick(grid, key, both)


SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


def test_cells_are_set_and_taken_out():
    hours = with_cells(NOTHING, [(0, 0), (0, 23), (6, 5)], is_on=True)
    assert hours == (1 | 1 << 23, 0, 0, 0, 0, 0, 1 << 5)
    assert has(hours, 6, 5)
    assert not has(hours, 6, 4)
    assert with_cells(hours, [(0, 0), (1, 1)], is_on=False) == (1 << 23, 0, 0, 0, 0, 0, 1 << 5)


def test_arrows_and_space_work_single_hours(grid, chosen):
    press(grid, Qt.Key.Key_Right)
    press(grid, Qt.Key.Key_Down)
    press(grid, Qt.Key.Key_Space)
    assert chosen == [(0, 2, 0, 0, 0, 0, 0)]
    press(grid, Qt.Key.Key_Space)
    assert chosen[-1] == NOTHING


def test_shift_and_arrows_choose_several(grid, chosen):
    press(grid, Qt.Key.Key_Right, SHIFT)
    press(grid, Qt.Key.Key_Down, SHIFT)
    press(grid, Qt.Key.Key_Space)
    assert chosen == [(3, 3, 0, 0, 0, 0, 0)]


def test_whole_days_and_whole_hours_by_keyboard(grid, chosen):
    press(grid, Qt.Key.Key_Space, SHIFT)
    assert chosen[-1] == (ALL_DAY, 0, 0, 0, 0, 0, 0)
    press(grid, Qt.Key.Key_Right)
    press(grid, Qt.Key.Key_Space, CONTROL)
    assert chosen[-1] == (ALL_DAY, 2, 2, 2, 2, 2, 2)
    press(grid, Qt.Key.Key_Space, CONTROL)
    assert chosen[-1] == (ALL_DAY & ~2, 0, 0, 0, 0, 0, 0)


def test_tab_leaves_the_grid(grid):
    QTest.keyClick(grid, Qt.Key.Key_Tab)
    assert not grid.hasFocus()


def test_the_mouse_paints_a_rectangle_and_says_so_at_the_end(grid, chosen):
    painted = []
    grid.edited.connect(painted.append)
    QTest.mousePress(grid.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, middle(grid, 1, 3))
    QTest.mouseMove(grid.viewport(), middle(grid, 3, 6))
    QTest.mouseMove(grid.viewport(), middle(grid, 2, 5))
    assert chosen == []
    QTest.mouseRelease(grid.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, middle(grid, 2, 5))
    wanted = (0, 0b111000, 0b111000, 0, 0, 0, 0)
    assert chosen == [wanted]
    assert painted[0] == (0, 0b1000, 0, 0, 0, 0, 0)
    assert painted[-1] == wanted


def test_painting_over_a_filled_hour_empties(grid, chosen):
    grid.show_hours(EVERYTHING)
    QTest.mousePress(grid.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, middle(grid, 0, 0))
    QTest.mouseMove(grid.viewport(), middle(grid, 0, 1))
    QTest.mouseRelease(grid.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, middle(grid, 0, 1))
    assert chosen == [(ALL_DAY & ~3, *(ALL_DAY,) * 6)]


def test_news_does_not_disturb_the_hand_that_paints(grid, chosen):
    QTest.mousePress(grid.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, middle(grid, 0, 0))
    grid.show_hours(EVERYTHING)
    QTest.mouseRelease(grid.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, middle(grid, 0, 0))
    assert chosen == [(1, 0, 0, 0, 0, 0, 0)]


def test_after_the_release_the_mouse_paints_no_more_and_news_is_shown(grid, chosen):
    QTest.mouseClick(grid.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, middle(grid, 0, 0))
    QTest.mouseMove(grid.viewport(), middle(grid, 4, 9))
    assert grid.model_.hours == (1, 0, 0, 0, 0, 0, 0)
    grid.show_hours(EVERYTHING)
    assert grid.model_.hours == EVERYTHING
    assert len(chosen) == 1


@pytest.mark.parametrize("other", [Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton])
def test_other_buttons_paint_nothing(grid, chosen, other):
    QTest.mouseClick(grid.viewport(), other, Qt.KeyboardModifier.NoModifier, middle(grid, 0, 0))
    assert chosen == []


def test_headers_work_whole_days_and_hours(grid, chosen):
    grid.verticalHeader().sectionClicked.emit(6)
    assert chosen[-1] == (0, 0, 0, 0, 0, 0, ALL_DAY)
    grid.horizontalHeader().sectionClicked.emit(0)
    assert chosen[-1] == (1, 1, 1, 1, 1, 1, ALL_DAY)
    grid.horizontalHeader().sectionClicked.emit(0)
    assert chosen[-1] == (0, 0, 0, 0, 0, 0, ALL_DAY & ~1)


@pytest.mark.parametrize(
    ("country", "days"),
    [
        (QLocale.Country.UnitedKingdom, [0, 1, 2, 3, 4, 5, 6]),
        (QLocale.Country.UnitedStates, [6, 0, 1, 2, 3, 4, 5]),
    ],
)
def test_the_week_begins_where_it_does_there(qt, country, days):
    before = QLocale()
    try:
        QLocale.setDefault(QLocale(QLocale.Language.English, country))
        model = WeekModel()
        assert model.days == days
        model.show_hours(with_cells(NOTHING, [(6, 2)], is_on=True))
        assert model.index(days.index(6), 2).data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked
        assert model.headerData(days.index(6), Qt.Orientation.Vertical) == "Sun"
    finally:
        QLocale.setDefault(before)


def test_from_right_to_left_the_week_is_mirrored_and_so_are_the_arrows(grid, chosen):
    grid.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    QApplication.processEvents()
    assert middle(grid, 0, 0).x() > middle(grid, 0, 23).x()
    press(grid, Qt.Key.Key_Left)
    press(grid, Qt.Key.Key_Space)
    assert chosen == [(2, 0, 0, 0, 0, 0, 0)]
    grid.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def test_a_screen_reader_hears_day_hour_and_value(grid):
    index = grid.model_.index(0, 14)
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "Monday, 14:00 to 15:00: does not compute"
    grid.show_hours(EVERYTHING)
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "Monday, 14:00 to 15:00: may compute"
    assert "Space" in grid.accessibleDescription()
    assert grid.accessibleName() == "Hours of the week"


def test_the_grid_is_a_table_to_a_screen_reader(grid):
    table = QAccessible.queryAccessibleInterface(grid)
    assert table is not None
    assert table.role() == QAccessible.Role.Table
    texts = {table.child(place).text(QAccessible.Text.Name) for place in range(60) if table.child(place)}
    assert "Monday, 14:00 to 15:00: does not compute" in texts


@pytest.mark.parametrize("width", [260, 420, 900])
def test_all_hours_fit(grid, width):
    grid.resize(width, grid.height())
    assert sum(grid.columnWidth(hour) for hour in range(24)) <= max(grid.viewport().width(), 24 * 8)
