"""Log records of a process that computes, on their way to whoever keeps the log that people read. No torch."""

import logging
from collections.abc import Callable

from core.training.messages import Logged


def forward_logs(report: Callable[[Logged], None]) -> None:
    """From now on every record of this process, and every warning, goes to `report`."""
    logging.basicConfig(level=logging.INFO, handlers=[_Forwarding(report)])
    logging.captureWarnings(capture=True)


class _Forwarding(logging.Handler):
    def __init__(self, report: Callable[[Logged], None]) -> None:
        super().__init__(logging.INFO)
        self.setFormatter(logging.Formatter("%(message)s"))  # level and name travel beside it
        self._report = report

    def emit(self, record: logging.LogRecord) -> None:
        self._report(Logged(record.levelno, record.name, self.format(record)))
