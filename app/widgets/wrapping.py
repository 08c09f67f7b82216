"""Texts of buttons on several lines where one has no room; Qt breaks only those of labels."""

from app.qt import QFontMetrics, QSize, Qt


def wrapped(text: str, metrics: QFontMetrics, width_px: int) -> str:
    """`text` with line breaks between words, so that it is no wider than `width_px` if its words allow it."""
    if size_of(text, metrics).width() <= width_px:  # nearly always
        return text
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and size_of(longer, metrics).width() <= width_px:
            lines[-1] = longer
        else:
            lines.append(word)
    return "\n".join(lines)


def size_of(text: str, metrics: QFontMetrics) -> QSize:
    """With the mark of its key left out."""
    return metrics.size(int(Qt.TextFlag.TextShowMnemonic), text)


def longest_word_px(text: str, metrics: QFontMetrics) -> int:
    return max((size_of(word, metrics).width() for word in text.split()), default=0)
