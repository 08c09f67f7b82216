"""Task groups as this program uses them."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from types import TracebackType
from typing import Any, TypeVar

from core.errors import LocalFault, PeerFault, ProtocolViolation

T = TypeVar("T")


class bare_faults:  # noqa: N801  # used as a function is
    """Lets a fault out of a task group as it is: this machine's before another's, a violation before a mere loss.
    Bugs stay grouped.

    What leaves here holds on to no frame below: the task group's own refers to what it raises (before Python 3.13), and
    in such a cycle whatever those frames worked on, hundreds of MB in a step, would wait for the garbage collector.
    """

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, asyncio.CancelledError):
            error.__traceback__ = None
        if not isinstance(error, BaseExceptionGroup):
            return
        fault = leading(error, LocalFault, ProtocolViolation, PeerFault)
        if fault is error:
            return
        error.__traceback__ = None
        try:
            raise fault from None
        finally:
            fault.__context__ = None
            del error, fault, trace


def leading(group: BaseExceptionGroup[BaseException], *kinds: type[Exception]) -> BaseException:
    """The exception in `group` that counts, where all of them are of `kinds`, listed by weight; else `group` itself."""
    leaves = list(_leaves(group))
    if not all(isinstance(leaf, kinds) for leaf in leaves):
        return group
    return next(leaf for kind in kinds for leaf in leaves if isinstance(leaf, kind))


class SideTasks:
    """What callbacks of an object start, in the task group of its life. Before and after that nothing starts."""

    def __init__(self) -> None:
        self._group: asyncio.TaskGroup | None = None

    @asynccontextmanager
    async def group(self) -> AsyncIterator[asyncio.TaskGroup]:
        """As `asyncio.TaskGroup()`."""
        try:
            async with asyncio.TaskGroup() as self._group:
                yield self._group
        finally:
            self._group = None

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        if self._group is None:
            work.close()
            return
        try:
            self._group.create_task(work)
        except RuntimeError:  # they are being ended at this moment
            work.close()


async def run_apart(work: Coroutine[Any, Any, T]) -> T:
    """Awaits `work` in a task of its own, so that a cancellation of the caller is not lost: within one task it is where
    a `TaskGroup` is cancelled at the moment in which one of its tasks fails (before Python 3.13), and whoever handles
    that fault goes on as if nothing had been said. `work` may handle faults, but must end then."""
    task = asyncio.get_running_loop().create_task(work)
    try:
        await asyncio.wait([task])
    except asyncio.CancelledError:
        task.cancel()
        await asyncio.wait([task])
        if not task.cancelled():
            task.result()  # a bug comes first
        raise
    return task.result()


async def in_thread(work: Callable[[], T], stop: Callable[[], None] = lambda: None) -> T:
    """Does `work` in another thread, and to its end though the caller is cancelled: nobody else touches before what it
    works on. `stop` asks it to end early then."""
    working = asyncio.get_running_loop().run_in_executor(None, work)
    try:
        await asyncio.wait([working])
    except asyncio.CancelledError:
        stop()
        await asyncio.wait([working])
        working.exception()  # whoever is cancelled asks for no result
        raise
    return working.result()


def _leaves(group: BaseExceptionGroup[BaseException]) -> Iterator[BaseException]:
    for error in group.exceptions:
        if isinstance(error, BaseExceptionGroup):
            yield from _leaves(error)
        else:
            yield error
