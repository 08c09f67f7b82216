"""Faults come out of task groups bare, a cancellation is not lost in them, and neither keeps anything."""

import asyncio
import gc
import threading
import weakref

import pytest

from core.errors import LinkLost, LocalFault, PeerFault
from core.tasks import SideTasks, bare_faults, in_thread, run_apart


async def fail(fault: Exception) -> None:
    raise fault


def test_a_fault_comes_out_bare_by_its_weight() -> None:
    async def main() -> None:
        with bare_faults():
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(fail(LinkLost("gone")))
                tasks.create_task(fail(LocalFault("full")))

    with pytest.raises(LocalFault):
        asyncio.run(main())


def test_work_in_a_thread_ends_before_a_cancellation_does() -> None:
    begun, may_end, did = threading.Event(), threading.Event(), list[str]()

    def work() -> None:
        begun.set()
        may_end.wait(10)
        did.append("ended")
        raise LocalFault("nobody asks for it")

    async def main() -> None:
        working = asyncio.create_task(in_thread(work, may_end.set))
        await asyncio.to_thread(begun.wait)
        working.cancel()
        with pytest.raises(asyncio.CancelledError):
            await working
        did.append("cancelled")
        with pytest.raises(LocalFault):
            await in_thread(work)
        assert await in_thread(lambda: 5) == 5

    asyncio.run(main())
    assert did == ["ended", "cancelled", "ended"]


def test_a_cancellation_is_not_lost_where_a_task_fails_at_the_same_moment() -> None:
    async def turn() -> None:
        try:
            with bare_faults():
                async with asyncio.TaskGroup() as tasks:
                    tasks.create_task(fail_when_told())
        except PeerFault:
            turns.append("failed")

    async def fail_when_told() -> None:
        await told.wait()
        raise LinkLost("gone")

    async def work() -> None:
        while len(turns) < 5:
            await run_apart(turn())

    async def main() -> None:
        task = asyncio.create_task(work())
        for _ in range(4):
            await asyncio.sleep(0)
        told.set()
        task.cancel()
        await asyncio.wait([task], timeout=1)
        assert task.cancelled()
        assert turns == ["failed"]

    turns: list[str] = []
    told = asyncio.Event()
    asyncio.run(main())


class Load:
    """Something large that a task works on."""


@pytest.mark.parametrize("ends", ["cancelled", "failed", "failed inside"])
def test_what_was_worked_on_goes_without_the_garbage_collector(ends: str) -> None:
    async def work(load: Load) -> None:
        with bare_faults():
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(pass_on(load))
                if ends == "failed inside":
                    await asyncio.sleep(0)
                    raise LinkLost("gone")

    async def handle(load: Load) -> str:
        try:
            await work(load)
        except LinkLost as fault:
            return str(fault)
        return ""

    async def pass_on(load: Load) -> None:
        await told.wait()
        assert load
        raise LinkLost("gone")

    async def main() -> None:
        load = Load()
        seen = weakref.ref(load)
        task = asyncio.create_task(handle(load))
        del load
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        if ends == "cancelled":
            task.cancel()
        elif ends == "failed":
            told.set()
        await asyncio.wait([task])
        assert task.cancelled() if ends == "cancelled" else task.result() == "gone"
        del task
        await asyncio.sleep(0)
        assert seen() is None

    told = asyncio.Event()
    gc.collect()
    gc.disable()
    try:
        asyncio.run(main())
    finally:
        gc.enable()


def test_callbacks_start_work_only_while_there_is_a_group_for_it():
    side = SideTasks()
    done: list[str] = []

    async def note(what: str) -> None:
        done.append(what)

    async def live() -> None:
        async with side.group() as tasks:
            side.spawn(note("inside"))
            tasks.create_task(linger())
            await asyncio.sleep(0)
            tasks.create_task(fail(LinkLost("gone")))

    async def main() -> None:
        side.spawn(note("before"))
        with pytest.raises(ExceptionGroup):
            await live()
        side.spawn(note("after"))
        await asyncio.sleep(0)

    async def linger() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            side.spawn(note("ending"))

    asyncio.run(main())
    assert done == ["inside"]
