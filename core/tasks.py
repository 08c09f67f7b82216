"""Task groups as this program uses them."""

from collections.abc import Iterator
from contextlib import contextmanager

from core.errors import PeerFault, ProtocolViolation


@contextmanager
def bare_faults() -> Iterator[None]:
    """Lets another peer's fault out of a task group as it is (a violation before a mere loss); bugs stay grouped."""
    try:
        yield
    except BaseExceptionGroup as group:
        faults, bugs = group.split(PeerFault)
        if faults is None or bugs is not None:
            raise
        leaves = list(_leaves(faults))
        raise next((fault for fault in leaves if isinstance(fault, ProtocolViolation)), leaves[0]) from None


def _leaves(group: BaseExceptionGroup[BaseException]) -> Iterator[BaseException]:
    for error in group.exceptions:
        if isinstance(error, BaseExceptionGroup):
            yield from _leaves(error)
        else:
            yield error
