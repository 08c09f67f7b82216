"""Log records of a process that computes, on their way to whoever keeps the log that people read. No torch."""

import logging
from collections.abc import Callable

from core.saying import Saying, say
from core.training.messages import Logged


def forward_logs(report: Callable[[Logged], None]) -> None:
    """From now on every record of this process, and every warning, goes to `report`."""
    logging.basicConfig(level=logging.INFO, handlers=[_Forwarding(report)])
    logging.captureWarnings(capture=True)


def failed_with(error: Exception) -> Saying:
    """Last words of a process that ends by a mistake of this program's, or for want of memory; half a sentence."""
    first = str(error).partition("\n")[0]
    return say("it failed with {kind}: {message}", kind=type(error).__name__, message=first)


class _Forwarding(logging.Handler):
    def __init__(self, report: Callable[[Logged], None]) -> None:
        super().__init__(logging.INFO)
        self.setFormatter(logging.Formatter("%(message)s"))  # level and name travel beside it
        self._report = report

    def emit(self, record: logging.LogRecord) -> None:
        self._report(Logged(record.levelno, record.name, self.format(record)))
