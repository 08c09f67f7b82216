"""The last question before all of it goes."""

from app.qt import QDialog, QShowEvent, QVBoxLayout, QWidget, Signal
from app.widgets.button import Button
from app.widgets.card import Card
from app.widgets.flow import Flow
from app.widgets.marks import Check
from app.widgets.text import Text

_WIDTH_PX = 520


class RemovalDialog(QDialog):
    """What goes, what stays, and whether the history stays too."""

    agreed = Signal(bool)
    """Whether the history is kept."""

    def __init__(self, home: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Remove Idlewild"))
        self.setModal(True)
        self.keep = Check(self.tr("&Keep the record of what I have contributed"))
        self.go = Button(self.tr("&Remove"))
        self.stay = Button(self.tr("&Cancel"), is_primary=True)
        self._lay_out(home)
        self.stay.setDefault(True)
        self.go.setAutoDefault(False)
        self.stay.clicked.connect(self.reject)
        self.go.clicked.connect(self._on_go)

    def _lay_out(self, home: str) -> None:
        goes, stays = Card(self.tr("What goes")), Card(self.tr("What stays"))
        goes.rows.addWidget(Text(self._goes(home), wraps=True))
        stays.rows.addWidget(Text(self._stays(), wraps=True))
        column = QVBoxLayout(self)
        for part in (goes, stays, self.keep):
            column.addWidget(part)
        column.addLayout(Flow(self.go, self.stay))
        self.resize(_WIDTH_PX, column.heightForWidth(_WIDTH_PX))

    def _goes(self, home: str) -> str:
        text = self.tr(
            "Training ends, and Idlewild with it. Everything that it has stored in {folder} is deleted: models, data,"
            " settings, downloads, and this computer's key. It no longer starts when you log in, and no longer opens"
            " invitations. Who comes back later is somebody new to the others."
        )
        return text.format(folder=home)

    def _stays(self) -> str:
        return self.tr(
            "What you have given to a collaboration stays in its model and in its public log. Files that Idlewild did"
            " not make are left alone. The program itself is removed as it was installed: with the system's list of"
            " programs, or by deleting its file."
        )

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        super().showEvent(event)
        self.stay.setFocus()

    def _on_go(self) -> None:
        self.accept()
        self.agreed.emit(self.keep.isChecked())
