"""The engine's sentences, and sizes, in the user's number format."""

import pytest

from app import words
from app.language import readable
from app.qt import QLocale, QRect, QWidget
from app.widgets.button import Button
from app.widgets.flow import Flow
from core.ipc.saying import NOTHING, Saying, say


@pytest.fixture(autouse=True)
def british(qt):
    before = QLocale()
    QLocale.setDefault(readable(QLocale.c()))
    yield
    QLocale.setDefault(before)


def test_values_are_written_as_their_names_say():
    said = words.said(
        say(
            "{used_percent}, {size_bytes}, {rate_bytes_per_s}, {idle_s}, {cores}, {loss}, {name}",
            used_percent=71.4,
            size_bytes=1_200_000_000,
            rate_bytes_per_s=640_000,
            idle_s=134.0,
            cores=4_096,
            loss=2.5,
            name="Ada",
        )
    )
    assert said == "71 %, 1.2 GB, 640 kB/s, 2 min, 4,096, 2.5, Ada"


def test_without_a_template_the_english_stands_in():
    assert words.said(NOTHING, "As it was said.") == "As it was said."
    assert words.said(NOTHING) == ""


@pytest.mark.parametrize("template", ["{missing}", "{broken", "{0}"])
def test_a_template_that_its_values_do_not_fit_is_no_fault(template):
    assert words.said(Saying(template, {}), "In English.") == "In English."


def test_words_of_others_in_a_saying_are_plain():
    assert words.said(say("{name} runs.", name="\u202eexe")) == "exe runs."


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
    assert words.volume(size_bytes) == text


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
