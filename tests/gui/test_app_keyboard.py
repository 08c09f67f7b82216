"""The whole window by keyboard alone, and in a language that is written from right to left."""

from collections.abc import Iterator
from itertools import pairwise

import pytest
from scenes import arranged, enter, scenes, settle
from toy_engine import wait_until
from walking import clipped, order_of_tab, overlapping, place_in, shown

from app.qt import QAbstractButton, QApplication, QImage, QLabel, QRect, Qt, QTabBar, QWidget
from app.window import MainWindow

PAGES = ["training", "curve and answer", "days", "several", "settings changed", "why", "log", "about"]
"""Scenes that show all of a page's controls."""


@pytest.fixture(autouse=True)
def no_slow_events() -> None:
    """Pictures are taken here, which no user's window does."""


@pytest.fixture
def full(window, engine, session) -> MainWindow:
    arranged(engine)
    session.start()
    wait_until(lambda: session.situation.live is not None)
    return window


@pytest.fixture
def right_to_left(qt: QApplication) -> Iterator[None]:
    before = qt.layoutDirection()
    qt.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    yield
    qt.setLayoutDirection(before)


def key(text: str) -> str:
    """The letter behind the mark; empty without one."""
    place = text.replace("&&", "").find("&")
    return text.replace("&&", "")[place + 1].lower() if place >= 0 else ""


def keys(root: QWidget) -> list[str]:
    texts = [w.text() for w in shown(root) if isinstance(w, QAbstractButton | QLabel)]
    texts += [w.tabText(number) for w in shown(root) if isinstance(w, QTabBar) for number in range(w.count())]
    return [key(text) for text in texts if key(text)]


def follows(one: QRect, two: QRect, *, is_mirrored: bool) -> bool:
    """Whether one reads `two` after `one`."""
    if two.bottom() <= one.top():
        return False
    is_beside = two.top() <= one.center().y() <= two.bottom()
    return not is_beside or (two.right() <= one.right() if is_mirrored else two.left() >= one.left())


def out_of_order(page: QWidget, *, is_mirrored: bool = False) -> list[str]:
    order = order_of_tab(page)
    places = [place_in(widget, page) for widget in order]
    return [
        f"{order[number]!r} at {one} before {order[number + 1]!r} at {two}"
        for number, (one, two) in enumerate(pairwise(places))
        if not follows(one, two, is_mirrored=is_mirrored)
    ]


def test_no_two_keys_are_the_same_on_any_page(full, engine, session):
    menus = [key(action.text()) for action in full.menuBar().actions()]
    for scene in scenes():
        enter(scene, full, session, engine)
        found = menus + keys(full)
        assert len(found) == len(set(found)), (scene.name, sorted(found))


def test_tab_goes_as_one_reads(full, engine, session):
    for scene in scenes():
        enter(scene, full, session, engine)
        assert out_of_order(full.tabs.currentWidget()) == [], scene.name


@pytest.mark.parametrize("width", [720, 440])
def test_from_right_to_left_nothing_overlaps_and_tab_goes_as_one_reads(right_to_left, full, engine, session, width):
    full.resize(width, 720)
    for scene in scenes():
        enter(scene, full, session, engine)
        assert overlapping(full) + clipped(full) == [], scene.name
        assert out_of_order(full.tabs.currentWidget(), is_mirrored=True) == [], scene.name


def picture(widget: QWidget) -> QImage:
    return widget.grab().toImage()


@pytest.mark.parametrize("name", PAGES)
def test_where_the_keyboard_is_can_be_seen(full, engine, session, name):
    full.activateWindow()
    wait_until(full.isActiveWindow)
    enter(next(scene for scene in scenes() if scene.name == name), full, session, engine)
    page = full.tabs.currentWidget()
    order = order_of_tab(page)
    assert len(order) > 1
    for widget in order:
        full.tabs.tabBar().setFocus()
        settle()
        before = picture(widget)
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        full.setAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange)  # as Qt does it when Tab is pressed
        settle()
        assert picture(widget) != before, widget


def ink_px(widget: QWidget) -> int:
    """Where the middle of what is drawn lies, from the left; the ground is what the corner is."""
    image = picture(widget)
    ground = image.pixelColor(0, 0)
    inked = [x for x in range(image.width()) for y in range(image.height()) if image.pixelColor(x, y) != ground]
    return sum(inked) // len(inked)


def test_what_is_painted_here_is_mirrored_too(full, engine, session):
    name, bar = full.tabs.column.buttons[1], full.now.step.bar
    header = full.settings.rows["hours"].grid.horizontalHeader().viewport()
    bar.show_fraction(0.2)
    for scene, widget in (("training", name), ("training", bar), ("settings", header)):
        enter(next(one for one in scenes() if one.name == scene), full, session, engine)
        before = ink_px(widget)
        full.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        settle()
        assert abs(ink_px(widget) - (widget.width() - before)) <= 0.1 * widget.width(), widget
        full.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        settle()


def test_charts_keep_time_from_left_to_right(full, engine, session):
    for name, charts in (
        ("curve and answer", [full.model.chart.curve]),
        ("days", [full.me.time.bars, full.me.calendar.year]),
    ):
        enter(next(scene for scene in scenes() if scene.name == name), full, session, engine)
        for chart in charts:
            before = picture(chart)
            chart.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
            settle()
            assert picture(chart) == before
