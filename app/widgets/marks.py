"""Radio buttons, check boxes and sliders whose outlines are seen in dark schemes too (WCAG: marks ≥ 3 : 1).

Fusion draws outlines in the window's colour, a little darker: on a dark window that is black on black. These widgets
therefore tell the style of a window that is as much lighter, which is painted nowhere.
"""

from typing import TYPE_CHECKING, Any

from app.colours import Group, Role, tints
from app.qt import (
    QApplication,
    QCheckBox,
    QColor,
    QEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QRadioButton,
    QSize,
    QSizePolicy,
    QSlider,
    QStyle,
    QStyleOptionButton,
    Qt,
    QWidget,
)
from app.widgets.wrapping import longest_word_px, size_of, wrapped

_DARKER_PERCENT = 140
"""What Fusion's outline is made with."""

if TYPE_CHECKING:
    _Widget = QWidget
    _Button = QCheckBox
else:
    # Qt's classes cannot be inherited from twice, so what the widgets here share is none of its own.
    _Widget = object
    _Button = object


class _Outlined(_Widget):
    def __init__(self, *of_the_widget: Any) -> None:
        super().__init__(*of_the_widget)
        self._outline()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._outline()

    def _outline(self) -> None:
        colours = tints(QApplication.palette())
        wanted = QColor(colours.disabled).lighter(_DARKER_PERCENT)
        if self.palette().color(Group.Active, Role.Window) != wanted:
            changed = QPalette(self.palette())
            for group in (Group.Active, Group.Inactive, Group.Disabled):
                changed.setColor(group, Role.Window, wanted)
            self.setPalette(changed)


class _InLines(_Outlined, _Button):
    """A sign with a text, which goes on in a second line where one has no room, as that of the next does."""

    _SIGN: QStyle.ControlElement

    def __init__(self, text: str) -> None:
        super().__init__(text)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        width = self._around_px + longest_word_px(self.text(), self.fontMetrics())
        return QSize(width, self.sizeHint().height())

    def heightForWidth(self, width: int) -> int:  # noqa: N802
        more_lines = self._in_lines(width).count("\n")
        return self.sizeHint().height() + more_lines * self.fontMetrics().lineSpacing()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = self._in_lines(self.width())
        painter = QPainter(self)
        self.style().drawControl(self._SIGN, option, painter, self)
        painter.end()

    @property
    def _around_px(self) -> int:
        """What the sign takes beside the text."""
        return self.sizeHint().width() - size_of(self.text(), self.fontMetrics()).width()

    def _in_lines(self, width: int) -> str:
        return wrapped(self.text(), self.fontMetrics(), width - self._around_px)


class Radio(_InLines, QRadioButton):
    _SIGN = QStyle.ControlElement.CE_RadioButton


class Check(_InLines, QCheckBox):
    _SIGN = QStyle.ControlElement.CE_CheckBox


class Slide(_Outlined, QSlider):
    """From left to right, or the other way where the language goes so."""

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
