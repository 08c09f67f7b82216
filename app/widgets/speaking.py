"""What a screen reader learns of things that this application paints itself, of which Qt knows only a rectangle.

Such a widget says by `ROLE` what it is. Its name and description are those of every widget; `say_value` adds what is
chosen in it. Readers on Linux speak a description that changes, those of Windows and macOS a value, so both say it.

Qt keeps each interface until its widget goes, and PySide6 the Python side of it until the program ends: it may not hold
on to the widget.
"""

import sys

from app.qt import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAccessibleInterface,
    QAccessibleValueChangeEvent,
    QAccessibleWidget,
    QObject,
    QWidget,
)

_VALUE = "said_value"
_HEARS_VALUES = sys.platform in {"win32", "darwin"}
"""On Linux Qt knows values that are numbers only, and complains of others."""


class Speaker(QAccessibleWidget):
    """Made by Qt's wish, once a screen reader asks for the widget."""

    def text(self, kind: QAccessible.Text) -> str:
        if kind != QAccessible.Text.Value:
            return super().text(kind)
        thing = self.object()
        return str(thing.property(_VALUE) or "") if thing is not None else ""


def speaker_of(kind: str, thing: QObject) -> QAccessibleInterface | None:
    """Qt asks for `thing` as each of its C++ classes in turn, `kind`; none leaves it to Qt."""
    if not isinstance(thing, QWidget):
        return None
    role = getattr(type(thing), "ROLE", None)
    if role is None and kind == "QFrame":
        # Qt calls these borders, which Linux readers take for windows.
        role = QAccessible.Role.Grouping
    return Speaker(thing, role) if role is not None else None


def install() -> None:
    """Once in a program, before its first window."""
    QAccessible.installFactory(speaker_of)


def say_value(widget: QWidget, value: str) -> None:
    """What is chosen in it."""
    if (widget.property(_VALUE) or "") != value:
        widget.setProperty(_VALUE, value)
        if _HEARS_VALUES:
            QAccessible.updateAccessibility(QAccessibleValueChangeEvent(widget, value))


def announce(widget: QWidget, text: str) -> None:
    """Said as soon as the reader has nothing else to say, wherever the keyboard is."""
    if text:
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, text))
