"""Virtual time: an event loop that, where it would wait, moves its clock instead.

    run(main())     # hours of `asyncio.sleep` in milliseconds, in the same order each time

Work given to threads (`asyncio.to_thread`, `run_in_executor`) is done at once and in place, so that nothing but the
program decides what happens when. Real sockets have no place here.
"""

import asyncio
import gc
import selectors
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class Deadlock(Exception):
    """Every task waits for another and no timer is set: in real time this would hang for ever."""


class LostException(Exception):
    """A task or callback failed and nobody was told."""


class _Selector(selectors.DefaultSelector):
    def __init__(self) -> None:
        super().__init__()
        self.now_s = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        events = super().select(0)
        if events or timeout == 0:
            return events
        if timeout is None:
            raise Deadlock("nothing is scheduled")
        self.now_s += timeout
        return []


class VirtualLoop(asyncio.SelectorEventLoop):
    """`time()` starts at 0 and is moved by waiting alone."""

    def __init__(self) -> None:
        self._clock = _Selector()
        super().__init__(self._clock)
        self.lost: list[dict[str, Any]] = []
        self.set_exception_handler(lambda _, context: self.lost.append(context))

    def time(self) -> float:
        return self._clock.now_s

    def run_in_executor(self, executor: object, func: Callable[..., T], *args: Any) -> asyncio.Future[T]:  # type: ignore[override]
        done: asyncio.Future[T] = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as error:  # noqa: BLE001  # as an executor does: it belongs to whoever awaits
            done.set_exception(error)
        return done


def run(main: Coroutine[Any, Any, T]) -> T:
    """As `asyncio.run`, in virtual time. Raises `Deadlock` (with what waits where) instead of hanging, and
    `LostException` if anything failed unnoticed on the way, tasks left over at the end included."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        loop = runner.get_loop()
        assert isinstance(loop, VirtualLoop)
        try:
            result = runner.run(main)
        except Deadlock as deadlock:
            raise Deadlock(_waiting(loop, deadlock)) from None
        left = [repr(task.get_coro()) for task in asyncio.all_tasks(loop)]
    gc.collect()
    if loop.lost or left:
        raise _lost(loop, left)
    return result


def _waiting(loop: VirtualLoop, deadlock: Deadlock) -> str:
    places = []
    for task in asyncio.all_tasks(loop):
        frames = task.get_stack(limit=1)
        where = f"{frames[0].f_code.co_filename}:{frames[0].f_lineno}" if frames else "nowhere"
        places.append(f"{task.get_name()} {getattr(task.get_coro(), '__qualname__', '')} at {where}")
    return f"{deadlock} at {loop.time():.3f} s; " + "; ".join(sorted(places))


def _lost(loop: VirtualLoop, left: list[str]) -> LostException:
    texts = [f"{context['message']}: {context.get('exception')!r}" for context in loop.lost]
    texts += [f"task left over: {text}" for text in left]
    lost = LostException("; ".join(texts))
    causes = [context["exception"] for context in loop.lost if "exception" in context]
    lost.__cause__ = causes[0] if causes else None
    return lost
