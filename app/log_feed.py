"""The collaboration's log, fetched in parts while somebody looks, and followed by its commits from then on."""

from app.losses import LogPoint, Losses
from app.qt import QObject, QTimer, Signal
from app.session import Session
from core.ipc.messages import LogEntry, Method

CHUNK_STEPS = 250
"""Small enough that an answer with the contributors of a large collaboration is read in a few milliseconds."""
_SHOW_EVERY_MS = 150
"""While parts of a long log arrive."""


class LogFeed(QObject):
    changed = Signal()
    """There is more to show; not for every part of a long log."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._run = ""
        self.losses = Losses()
        self.is_complete = False
        self._is_fetching = False
        self._is_wanted = False
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_SHOW_EVERY_MS)
        self._soon.timeout.connect(self.changed)
        session.committed.connect(self._on_commit)

    def follow(self, run: str) -> None:
        """Empty for none."""
        if run != self._run:
            self._run = run
            self.losses = Losses()
            self.is_complete = False
            self._is_fetching = False

    def fetch(self) -> None:
        """Whatever is missing, until `rest`."""
        self._is_wanted = True
        if self._is_fetching or self.is_complete or not self._run:
            return
        self._is_fetching = True
        run = self._run
        self._session.control.call(
            Method.LOG,
            {"after_step": self.losses.last_step, "limit": CHUNK_STEPS},
            list[LogPoint],
            lambda points: self._take(run, points),
            lambda _: self._give_up(run),
        )

    def rest(self) -> None:
        """Nobody looks: what is under way is the last part."""
        self._is_wanted = False

    def _take(self, run: str, points: list[LogPoint]) -> None:
        if run != self._run:
            return
        self._is_fetching = False
        self.losses.add(points)
        self.is_complete = len(points) < CHUNK_STEPS
        if self.is_complete:
            self._soon.stop()
            self.changed.emit()
        elif self._is_wanted:
            self.fetch()
            if not self._soon.isActive():
                self._soon.start()

    def _give_up(self, run: str) -> None:
        if run == self._run:
            self._is_fetching = False

    def _on_commit(self, entry: LogEntry) -> None:
        """A commit that does not follow on what is here means that some were missed: the log is asked again."""
        if not self._is_wanted and not self.losses.steps:
            return
        if entry.step == self.losses.last_step + 1 and self.is_complete:
            self.losses.add([entry])
            self.changed.emit()
        else:
            self.is_complete = False
