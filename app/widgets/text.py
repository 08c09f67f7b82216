"""Labels. All of them show plain text: much of what this window says was written by other people."""

import re

from app.colours import Group, Role, tints
from app.qt import (
    QColor,
    QEvent,
    QFont,
    QLabel,
    QPainter,
    QPaintEvent,
    QPalette,
    QSize,
    QSizePolicy,
    Qt,
    QWidget,
)
from app.words import escaped

_LONG_WORD = re.compile(r"\S{20,}")
_SEPARATOR = re.compile(r"([/:.])(?=\w)")


class Text(QLabel):
    """A label whose size is relative to the system's font and whose colour follows the light or dark palette."""

    def __init__(
        self,
        text: str = "",
        *,
        scale: float = 1.0,
        bold: bool = False,
        tint: str = "",
        wraps: bool = False,
        selectable: bool = False,
    ) -> None:
        """`tint` names a field of `colours.Tints`; the palette's own text colour if empty."""
        super().__init__(text)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(wraps)
        self._tint = tint
        if wraps:
            policy = self.sizePolicy()
            policy.setHorizontalPolicy(QSizePolicy.Policy.Ignored)
            policy.setHeightForWidth(True)
            self.setSizePolicy(policy)
        if selectable:
            flags = Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
            self.setTextInteractionFlags(flags)
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * scale)
        font.setBold(bold)
        self.setFont(font)
        self._colour()

    def set_tint(self, tint: str) -> None:
        self._tint = tint
        self._colour()

    def tell(self, text: str, tint: str = "text") -> None:
        """Whatever was said here before, and whether or not it was in view."""
        self.setText(text)
        self.set_tint(tint)
        self.show()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._colour()

    def _colour(self) -> None:
        if not self._tint:
            return
        wanted = QColor(getattr(tints(self.palette()), self._tint))
        if self.palette().color(Group.Active, Role.WindowText) != wanted:
            changed = QPalette(self.palette())
            for group in (Group.Active, Group.Inactive):
                changed.setColor(group, Role.WindowText, wanted)
            self.setPalette(changed)


class ElidedText(Text):
    """One line that ends in '…' where there is no room, and shows itself whole as a tooltip then."""

    def __init__(self, text: str = "", *, tint: str = "") -> None:
        super().__init__(text, tint=tint)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def setText(self, text: str) -> None:  # noqa: N802
        super().setText(text)
        self.setToolTip(f"<span>{escaped(text)}</span>" if text else "")

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        shown = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())
        painter = QPainter(self)
        painter.setLayoutDirection(self.layoutDirection())
        painter.setPen(self.palette().color(Role.WindowText))
        painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading), shown)
        painter.end()


class Path(Text):
    """A path or address that may wrap after each separator; not selectable, because the break marks would be copied
    along."""

    def show_path(self, path: str) -> None:
        self.setText(re.sub(r"([/\\:])", "\\1\u200b", path))
        name(self, path)


def breakable(sentence: str) -> str:
    """Long addresses in it may wrap after each part, where a line is shorter than they are."""
    return _LONG_WORD.sub(lambda word: _SEPARATOR.sub("\\1\u200b", word.group()), sentence)


def name(widget: QWidget, accessible: str, description: str = "") -> None:
    """What a screen reader says about `widget`."""
    if widget.accessibleName() != accessible:
        widget.setAccessibleName(accessible)
    if widget.accessibleDescription() != description:
        widget.setAccessibleDescription(description)
