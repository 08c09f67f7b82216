"""Radio buttons, check boxes and sliders whose outlines are seen in dark schemes too (WCAG: marks ≥ 3 : 1).

Fusion draws outlines in the window's colour, a little darker: on a dark window that is black on black. These widgets
therefore tell the style of a window that is as much lighter, which is painted nowhere.
"""

from app.colours import Group, Role, tints
from app.qt import (
    QAbstractButton,
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


class Radio(QRadioButton):
    """Its text goes on in a second line where one has no room, as that of the next does."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.setSizePolicy(_wrapping())
        _outline(self)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        return _least_size(self, super().sizeHint())

    def heightForWidth(self, width: int) -> int:  # noqa: N802
        return _height(self, super().sizeHint(), width)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        option = QStyleOptionButton()
        self.initStyleOption(option)
        _paint(self, option, super().sizeHint(), QStyle.ControlElement.CE_RadioButton)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            _outline(self)


class Check(QCheckBox):
    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.setSizePolicy(_wrapping())
        _outline(self)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        return _least_size(self, super().sizeHint())

    def heightForWidth(self, width: int) -> int:  # noqa: N802
        return _height(self, super().sizeHint(), width)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        option = QStyleOptionButton()
        self.initStyleOption(option)
        _paint(self, option, super().sizeHint(), QStyle.ControlElement.CE_CheckBox)

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


def _wrapping() -> QSizePolicy:
    policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
    policy.setHeightForWidth(True)
    return policy


def _around_px(button: QAbstractButton, on_one_line: QSize) -> int:
    """What the sign takes beside the text."""
    return on_one_line.width() - size_of(button.text(), button.fontMetrics()).width()


def _least_size(button: QAbstractButton, on_one_line: QSize) -> QSize:
    word_px = longest_word_px(button.text(), button.fontMetrics())
    return QSize(_around_px(button, on_one_line) + word_px, on_one_line.height())


def _in_lines(button: QAbstractButton, on_one_line: QSize, width: int) -> str:
    return wrapped(button.text(), button.fontMetrics(), width - _around_px(button, on_one_line))


def _height(button: QAbstractButton, on_one_line: QSize, width: int) -> int:
    more_lines = _in_lines(button, on_one_line, width).count("\n")
    return on_one_line.height() + more_lines * button.fontMetrics().lineSpacing()


def _paint(
    button: QAbstractButton, option: QStyleOptionButton, on_one_line: QSize, kind: QStyle.ControlElement
) -> None:
    option.text = _in_lines(button, on_one_line, button.width())
    painter = QPainter(button)
    button.style().drawControl(kind, option, painter, button)
    painter.end()
