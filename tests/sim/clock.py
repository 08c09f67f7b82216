"""Virtual time: an event loop that, where it would wait, moves its clock instead.

    run(main())     # hours of `asyncio.sleep` in milliseconds, in the same order each time

Work given to threads (`asyncio.to_thread`, `run_in_executor`) is done at once and in place, so that nothing but the
program decides what happens when. Real sockets have no place here.

Nothing may depend on where objects happen to lie in memory: tasks hash by their number, so that sets of them (as
`asyncio.TaskGroup` keeps) have the same order each time. A whole process can be stopped, as by SIGSTOP: all that runs
in a context whose `owner` was frozen waits until it is thawed, timers included.
"""

import asyncio
import gc
import itertools
import math
import selectors
from collections import deque
from collections.abc import Callable, Coroutine
from contextvars import Context, ContextVar
from typing import Any, TypeVar

T = TypeVar("T")

owner: ContextVar[object] = ContextVar("owner", default=None)
"""Whose work runs in this context: what `VirtualLoop.freeze` is told."""
_POLL_EVERY = 512
"""Turns of the loop between two looks at real descriptors, of which there is only the loop's own pipe to itself."""


class Deadlock(Exception):
    """Every task waits for another and no timer is set: in real time this would hang for ever."""


class LostException(Exception):
    """A task or callback failed and nobody was told."""


class _Selector(selectors.DefaultSelector):
    def __init__(self) -> None:
        super().__init__()
        self.now_s = 0.0
        self._turns = 0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self._turns += 1
        if timeout is None or self._turns % _POLL_EVERY == 0:
            events = super().select(0)
            if events:
                return events
        if timeout is None:
            raise Deadlock("nothing is scheduled")
        if timeout > 0:
            # at least a little: a deadline missed by rounding would else be waited for for ever
            self.now_s = max(self.now_s + timeout, math.nextafter(self.now_s, math.inf))
        return []


class _Task(asyncio.Task[Any]):
    def __init__(self, number: int, work: Coroutine[Any, Any, Any], **how: Any) -> None:
        self.number = number  # first: asyncio puts the task into a set while it is made
        super().__init__(work, **how)

    def __hash__(self) -> int:
        return self.number


class _Ready(deque[asyncio.Handle]):
    """What the loop is about to run, without that of frozen owners."""

    def __init__(self, handles: "deque[asyncio.Handle]", frozen: set[object], parked: list[asyncio.Handle]) -> None:
        super().__init__(handles)  # all of them: the loop has counted what it runs in this turn
        self._frozen, self._parked = frozen, parked

    def append(self, handle: asyncio.Handle) -> None:
        context: Context = handle._context  # type: ignore[attr-defined]
        if context.get(owner) in self._frozen:
            self._parked.append(handle)
        else:
            super().append(handle)


class VirtualLoop(asyncio.SelectorEventLoop):
    """`time()` starts at 0 and is moved by waiting alone."""

    def __init__(self) -> None:
        self._clock = _Selector()
        super().__init__(self._clock)
        self.lost: list[dict[str, Any]] = []
        self._numbers = itertools.count(1)
        self._frozen: set[object] = set()
        self._parked: list[asyncio.Handle] = []
        self.set_exception_handler(lambda _, context: self.lost.append(context))
        self.set_task_factory(self._new_task)

    @staticmethod
    def _new_task(loop: "VirtualLoop", work: Coroutine[Any, Any, T], context: Context | None = None) -> "_Task":
        number = next(loop._numbers)
        return _Task(number, work, loop=loop, name=f"task {number}", context=context)

    def time(self) -> float:
        return self._clock.now_s

    def run_in_executor(self, executor: object, func: Callable[..., T], *args: Any) -> asyncio.Future[T]:  # type: ignore[override]
        done: asyncio.Future[T] = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as error:  # noqa: BLE001  # as an executor does: it belongs to whoever awaits
            done.set_exception(error)
        return done

    def freeze(self, whose: object) -> None:
        """Nothing runs any more in contexts that `whose` owns."""
        self._frozen.add(whose)
        self._ready = _Ready(self._ready, self._frozen, self._parked)

    def thaw(self, whose: object) -> None:
        """What was due meanwhile runs now, in the order in which it became due."""
        self._frozen.discard(whose)
        parked, self._parked = self._parked, []
        still: deque[asyncio.Handle] = deque(self._ready)
        still.extend(parked)
        self._ready = _Ready(still, self._frozen, self._parked) if self._frozen else still


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
