"""Sizes of data, and of rows of buttons."""

import pytest
from measures import kept

from app import words
from app.qt import QLocale, QRect, QWidget
from app.widgets.button import Button
from app.widgets.flow import Flow


@pytest.fixture(autouse=True)
def british():
    before = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom))
    yield
    QLocale.setDefault(before)


@pytest.mark.parametrize(
    ("size_bytes", "text"),
    [
        (0, "0 MB"),
        (1, "0.0 kB"),
        (999, "1.0 kB"),
        (48_210, "48 kB"),
        (999_499, "999 kB"),
        (999_600, "1.0 MB"),
        (2_000_000_000, "2.0 GB"),
        (1 << 50, "1,126 TB"),
    ],
)
def test_volumes(size_bytes, text):
    assert words.volume(size_bytes) == kept(text)


def test_buttons_go_on_in_the_next_line_where_one_is_full():
    buttons = [Button("x" * 10) for _ in range(3)]
    flow = Flow(*buttons)
    surface = QWidget()
    surface.setLayout(flow)
    surface.show()
    one, all_px = buttons[0].sizeHint(), flow.sizeHint().width()
    assert flow.heightForWidth(all_px) == one.height()
    assert flow.heightForWidth(all_px - 1) == 2 * one.height() + 8
    assert flow.heightForWidth(one.width()) == 3 * one.height() + 16
    assert flow.minimumSize().width() == one.width()
    flow.setGeometry(QRect(10, 20, all_px - 1, 100))
    assert [(button.x(), button.y()) for button in buttons] == [
        (10, 20),
        (10 + one.width() + 8, 20),
        (10, 20 + one.height() + 8),
    ]
    surface.hide()
