"""Radio buttons, check boxes and sliders whose outlines are seen in dark schemes too (WCAG: marks ≥ 3 : 1).

Fusion draws outlines in the window's colour, a little darker: on a dark window that is black on black. These widgets
therefore tell the style of a window that is as much lighter, which is painted nowhere.
"""

from app.colours import Group, Role, tints
from app.qt import QApplication, QCheckBox, QColor, QEvent, QPalette, QRadioButton, QSlider, Qt, QWidget

_DARKER_PERCENT = 140
"""What Fusion's outline is made with."""


class Radio(QRadioButton):
    def __init__(self, text: str) -> None:
        super().__init__(text)
        _outline(self)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            _outline(self)


class Check(QCheckBox):
    def __init__(self, text: str) -> None:
        super().__init__(text)
        _outline(self)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            _outline(self)


class Slide(QSlider):
    """From left to right, or the other way where the language goes so."""

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        _outline(self)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            _outline(self)


def _outline(widget: QWidget) -> None:
    colours = tints(QApplication.palette())
    wanted = QColor(colours.disabled).lighter(_DARKER_PERCENT)
    if widget.palette().color(Group.Active, Role.Window) != wanted:
        changed = QPalette(widget.palette())
        for group in (Group.Active, Group.Inactive, Group.Disabled):
            changed.setColor(group, Role.Window, wanted)
        widget.setPalette(changed)
