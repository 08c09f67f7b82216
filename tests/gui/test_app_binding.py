"""The Qt binding itself, where a release of it has been found broken."""

import sys

import pytest

from app.qt import QObject, QTimer, Signal
from app.widgets.text import Text


class Speaker(QObject):
    said = Signal()


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None and True are immortal")
def test_the_binding_keeps_the_references_to_none_and_true(qt):
    """PySide6 6.12.0 takes one away at each call, so that Python 3.11 aborts after some thousands of them."""
    speaker, timer, label = Speaker(), QTimer(), Text("x")
    speaker.said.connect(lambda: None)
    before = sys.getrefcount(None), sys.getrefcount(True)
    for _ in range(500):
        speaker.said.emit()
        timer.start(1_000)
        label.setText("y")
        label.repaint()
        timer.stop()
    after = sys.getrefcount(None), sys.getrefcount(True)
    assert after[0] - before[0] > -200
    assert after[1] - before[1] > -200
