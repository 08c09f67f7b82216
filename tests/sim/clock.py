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
import heapq
import itertools
import selectors
from collections import deque
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from contextvars import Context, ContextVar
from typing import Any, TypeVar

T = TypeVar("T")

owner: ContextVar[object] = ContextVar("owner", default=None)
"""Whose work runs in this context: what `VirtualLoop.freeze` is told."""
_CANCELLED_MOST = 1000
"""So many timers that were cancelled may wait for their time, and as many as half of all."""
_POLL_EVERY = 512
"""Turns of the loop between two looks at real descriptors, of which there is only the loop's own pipe to itself."""


class Deadlock(Exception):
    """Every task waits for another and no timer is set: in real time this would hang for ever."""


class LostException(Exception):
    """A task or callback failed and nobody was told."""


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


_Call = tuple[Callable[..., None], tuple[Any, ...]]


def _is_cancelled(timer: asyncio.TimerHandle | _Call) -> bool:
    return type(timer) is not tuple and timer._cancelled  # type: ignore[union-attr,no-any-return]


class VirtualLoop(asyncio.SelectorEventLoop):
    """`time()` starts at 0 and is moved by waiting alone.

    It keeps its timers itself, in order of time and then of setting: asyncio compares timers in Python."""

    _ready: "deque[asyncio.Handle]"
    _selector: selectors.BaseSelector
    _stopping: bool
    _timer_cancelled_count: int

    def __init__(self) -> None:
        super().__init__()
        self._now_s = 0.0
        self._turns = 0
        self._timers: list[tuple[float, int, asyncio.TimerHandle | _Call]] = []
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
        return self._now_s

    def call_soon(  # type: ignore[override]
        self, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        handle = asyncio.Handle(callback, args, self, context)
        self._ready.append(handle)
        return handle

    def call_at(  # type: ignore[override]
        self, when: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        timer = asyncio.TimerHandle(when, callback, args, self, context)
        timer._scheduled = True  # type: ignore[attr-defined]
        heapq.heappush(self._timers, (when, next(self._numbers), timer))
        return timer

    def at(self, when: float, call: Callable[..., None], *args: Any) -> None:
        """As `call_at`, for what is nobody's: it cannot be cancelled or frozen, has no context, and costs little."""
        heapq.heappush(self._timers, (when, next(self._numbers), (call, args)))

    def _run_once(self) -> None:
        """One turn, as asyncio's: what is ready now, and not what that makes ready."""
        self._turns += 1
        if self._turns % _POLL_EVERY == 0:
            self._poll()
            self._drop_cancelled()
        if not self._ready and not self._stopping:
            self._wait()
        timers = self._timers
        while timers and timers[0][0] <= self._now_s:
            timer = heapq.heappop(timers)[2]
            if type(timer) is tuple:
                self._do(*timer)
                continue
            timer._scheduled = False  # type: ignore[union-attr]
            if timer._cancelled:  # type: ignore[union-attr]
                self._timer_cancelled_count -= 1
            else:
                self._ready.append(timer)  # type: ignore[arg-type]
        for _ in range(len(self._ready)):
            handle = self._ready.popleft()
            if not handle._cancelled:  # type: ignore[attr-defined]
                handle._run()  # type: ignore[attr-defined]

    def _poll(self) -> None:
        self._process_events(self._selector.select(0))  # type: ignore[attr-defined]

    def _do(self, call: Callable[..., None], args: tuple[Any, ...]) -> None:
        try:
            call(*args)
        except Exception as error:  # noqa: BLE001  # as a handle does: it fails the run at its end
            self.call_exception_handler({"message": f"{call} failed", "exception": error})

    def _wait(self) -> None:
        """Moves the clock to the next timer."""
        timers = self._timers
        while timers and _is_cancelled(timers[0][2]):
            heapq.heappop(timers)[2]._scheduled = False  # type: ignore[union-attr]
            self._timer_cancelled_count -= 1
        if timers:
            self._now_s = max(self._now_s, timers[0][0])
            return
        self._poll()
        if not self._ready:
            raise Deadlock("nothing is scheduled")

    def _drop_cancelled(self) -> None:
        if self._timer_cancelled_count > max(_CANCELLED_MOST, len(self._timers) // 2):
            for _, _, timer in self._timers:
                if _is_cancelled(timer):
                    timer._scheduled = False  # type: ignore[union-attr]
            self._timers = [entry for entry in self._timers if not _is_cancelled(entry[2])]
            heapq.heapify(self._timers)
            self._timer_cancelled_count = 0

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
    with _rubbish_of_its_own(), asyncio.Runner(loop_factory=VirtualLoop) as runner:
        loop = runner.get_loop()
        assert isinstance(loop, VirtualLoop)
        try:
            result = runner.run(main)
        except Deadlock as deadlock:
            raise Deadlock(_waiting(loop, deadlock)) from None
        left = [repr(task.get_coro()) for task in asyncio.all_tasks(loop)]
    if loop.lost or left:
        raise _lost(loop, left)
    return result


@contextmanager
def _rubbish_of_its_own() -> Iterator[None]:
    """At its end whatever was made in it and is held by nobody is gone, failed tasks that nobody asked included. What
    was there before is left out of the search, which would take longer than most simulations: torch's modules alone are
    200,000 objects."""
    gc.freeze()
    try:
        yield
        gc.collect()
    finally:
        gc.unfreeze()


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
