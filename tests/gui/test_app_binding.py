"""The Qt binding itself, where a release of it has been found broken."""

import builtins
import subprocess
import sys
from pathlib import Path

import pytest

from app.qt import QObject, QTimer, Signal
from app.widgets.text import Text

ROOT = Path(__file__).resolve().parents[2]


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


def test_modules_are_imported_without_their_source_being_read_and_kept(qt):
    """PySide6's hook in `import` does so, for a feature that is not used here, and takes 4 MB for it."""
    code = (
        "import linecache, app.application;"
        "print([path for path in linecache.cache if 'app' in path.replace('\\\\', '/').split('/')[-2:]])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == "[]"
    assert builtins.__import__.__name__ != "__feature_import__"
