"""Task groups as this program uses them."""

from collections.abc import Iterator
from contextlib import contextmanager

from core.errors import LocalFault, PeerFault, ProtocolViolation


@contextmanager
def bare_faults() -> Iterator[None]:
    """Lets a fault out of a task group as it is: this machine's before another's, a violation before a mere loss.
    Bugs stay grouped."""
    try:
        yield
    except BaseExceptionGroup as group:
        raise leading(group, LocalFault, ProtocolViolation, PeerFault) from None


def leading(group: BaseExceptionGroup[BaseException], *kinds: type[Exception]) -> BaseException:
    """The exception in `group` that counts, where all of them are of `kinds`, listed by weight; else `group` itself."""
    leaves = list(_leaves(group))
    if not all(isinstance(leaf, kinds) for leaf in leaves):
        return group
    return next(leaf for kind in kinds for leaf in leaves if isinstance(leaf, kind))


def _leaves(group: BaseExceptionGroup[BaseException]) -> Iterator[BaseException]:
    for error in group.exceptions:
        if isinstance(error, BaseExceptionGroup):
            yield from _leaves(error)
        else:
            yield error
