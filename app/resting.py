"""What happens to a window that nobody has looked at for a while: a tray icon needs no pages."""

from collections.abc import Callable

from app.memory import give_back
from app.qt import QObject, QTimer

AFTER_S = 60.0
"""Whoever comes back sooner finds everything as it was."""
_TRY_AGAIN_S = 10.0
_NEXT_MS = 50
"""Between two pages, so that none of this holds anybody up."""


class Resting(QObject):
    """`drop_one` lets go of one page and says whether there was one; `may_rest`: nobody waits for an answer that a page
    would take."""

    def __init__(
        self,
        drop_one: Callable[[], bool],
        may_rest: Callable[[], bool],
        parent: QObject | None = None,
        after_s: float = AFTER_S,
    ) -> None:
        super().__init__(parent)
        self._drop_one, self._may_rest = drop_one, may_rest
        self._after_ms = round(after_s * 1_000)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.timeout.connect(self._go_on)

    def begin(self) -> None:
        """Nobody looks from now on."""
        self._later.start(self._after_ms)

    def end(self) -> None:
        self._later.stop()

    def _go_on(self) -> None:
        if not self._may_rest():
            self._later.start(round(_TRY_AGAIN_S * 1_000))
        elif self._drop_one():
            self._later.start(_NEXT_MS)
        else:
            give_back()
