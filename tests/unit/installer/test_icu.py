"""Qt with a data library of ICU that has no data."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import icu
import PySide6
import pytest

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or shutil.which("cc") is None, reason="Qt for Linux, and a compiler"
)

LOOKS = """
from PySide6.QtCore import QCollator, QDateTime, QLocale, QStringConverter, QTimeZone
from PySide6.QtWidgets import QApplication, QFileDialog
program = QApplication([])
dialog = QFileDialog()
dialog.show()
program.processEvents()
print(QCollator().compare("a", "b"), QLocale("tr").toUpper("i"), QLocale("bn_BD").toString(12345))
print(QTimeZone(b"Asia/Dhaka").standardTimeOffset(QDateTime.currentDateTimeUtc()))
print("ISO-8859-15" in QStringConverter.availableCodecs())
"""


def looks(**environment: str) -> list[str]:
    words = [sys.executable, "-c", LOOKS]
    own = {"QT_QPA_PLATFORM": "offscreen", "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(words, env=os.environ | own | environment, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout.splitlines()


def test_qt_gets_on_without(tmp_path: Path) -> None:
    (whole,) = (Path(PySide6.__file__).parent / "Qt/lib").glob("libicudata.so.*")
    library = tmp_path / whole.name
    icu.empty(library)
    assert library.stat().st_size < 20_000 < whole.stat().st_size
    *with_data, has_codecs = looks()
    assert has_codecs == "True"
    assert looks(LD_PRELOAD=str(library)) == [*with_data, "False"], "it is that library, and nothing else is different"
