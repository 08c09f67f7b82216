"""Names of the pages: at the side where there is room, else in a menu."""

from functools import partial

import pytest
from PySide6.QtTest import QTest
from toy_engine import wait_until

from app.qt import QApplication, QFont, QLabel, Qt
from app.widgets.pages import Pages


@pytest.fixture
def pages(qt):
    made = Pages()
    for title in ("&One", "&Two", "T&hree"):
        made.add(title, partial(QLabel, title))
    made.resize(900, 400)
    made.show()
    yield made
    made.hide()
    made.deleteLater()


def test_a_name_shows_its_page_once(pages):
    seen = []
    pages.currentChanged.connect(seen.append)
    pages.column.buttons[1].click()
    pages.column.buttons[1].click()
    pages.setCurrentIndex(1)
    assert seen == [1]
    assert pages.currentWidget().text() == "&Two"
    assert pages.column.buttons[1].isChecked()
    assert not pages.column.buttons[0].isChecked()


def test_the_menu_takes_over_where_there_is_no_room(pages):
    assert pages.tabBar() is pages.column
    pages.resize(440, 400)
    wait_until(pages.menu_button.isVisible)
    assert not pages.column.isVisible()
    assert pages.tabBar() is pages.menu_button
    pages.menu_button.menu().actions()[2].trigger()
    assert pages.currentIndex() == 2
    assert "Three" in pages.menu_button.text()
    assert pages.menu_button.accessibleName() == "Pages, now Three"
    pages.resize(900, 400)
    wait_until(pages.column.isVisible)
    assert pages.column.buttons[2].isChecked()


def test_large_letters_need_more_room(pages, qt):
    pages.resize(640, 400)
    QApplication.processEvents()
    assert pages.column.isVisible()
    font = QFont(pages.font())
    font.setPointSizeF(font.pointSizeF() * 2)
    pages.setFont(font)
    QApplication.processEvents()
    assert not pages.column.isVisible()


def test_tab_stops_once_and_arrows_turn_pages(joined, window):
    window.activateWindow()
    wait_until(window.isActiveWindow)
    window.tabs.tabBar().setFocus(Qt.FocusReason.TabFocusReason)
    assert QApplication.focusWidget() is window.tabs.column.buttons[0]
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Down)
    assert window.tabs.currentWidget() is window.model
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Up)
    assert window.tabs.currentWidget() is window.now
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is window.now.pause.pause


@pytest.mark.parametrize("number", range(6))
def test_control_and_a_number_turn_to_a_page(joined, window, number):
    window.activateWindow()
    wait_until(window.isActiveWindow)
    window.tabs.setCurrentIndex((number + 1) % 6)
    QTest.keyClick(window, Qt.Key(Qt.Key.Key_1 + number), Qt.KeyboardModifier.ControlModifier)
    assert window.tabs.currentIndex() == number


def test_a_turn_of_the_page_by_code_keeps_the_names_right(pages):
    pages.setCurrentWidget(pages.widget(2))
    assert pages.column.buttons[2].isChecked()
    assert pages.count() == 3


def test_all_pages_stand_in_one_column(joined, window):
    joined()
    window.resize(1_300, 700)
    sides = {}
    for page in (window.now, window.model, window.me, window.join, window.settings.page):
        window.tabs.setCurrentWidget(window.settings if page is window.settings.page else page)
        wait_until(lambda page=page: page.column.contentsMargins().left() > 100)
        sides[type(page).__name__] = page.column.contentsMargins().left() + page.verticalScrollBar().isVisible() * 8
    assert max(sides.values()) - min(sides.values()) <= 8, sides
    margins = window.settings.line.layout().contentsMargins()
    assert margins.left() == window.settings.page.column.contentsMargins().left()


def test_a_page_is_made_when_it_is_first_asked_for(pages):
    assert [pages.is_made(place) for place in range(3)] == [False] * 3
    pages.setCurrentIndex(2)
    assert [pages.is_made(place) for place in range(3)] == [False, False, True]
    page = pages.currentWidget()
    assert page.text() == "T&hree"
    assert pages.widget(2) is page
    assert pages.currentWidget() is page
