"""The simulated clock itself: it must not hide what real time would show."""

import asyncio

import pytest

from tests.sim.clock import Deadlock, LostException, run


def test_time_is_moved_by_waiting_alone() -> None:
    async def main() -> list[tuple[float, int]]:
        seen: list[tuple[float, int]] = []

        async def worker(number: int) -> None:
            for _ in range(100):
                await asyncio.sleep(1 + number)
                seen.append((asyncio.get_running_loop().time(), number))

        await asyncio.gather(*map(worker, range(20)))
        return seen

    seen = run(main())
    assert seen == run(main())
    assert seen == sorted(seen, key=lambda event: event[0])
    assert seen[-1] == (2000.0, 19)


def test_deadlock_is_found_and_told() -> None:
    async def stuck() -> None:
        await asyncio.Event().wait()

    with pytest.raises(Deadlock, match="stuck"):
        run(stuck())


def test_lost_exceptions_are_found() -> None:
    async def main() -> None:
        async def fail() -> None:
            raise KeyError("lost")

        task = asyncio.create_task(fail())
        await asyncio.sleep(1)
        del task

    with pytest.raises(LostException, match="lost"):
        run(main())


def test_tasks_left_over_are_found() -> None:
    tasks = []

    async def main() -> None:
        tasks.append(asyncio.create_task(asyncio.sleep(9)))
        await asyncio.sleep(1)

    with pytest.raises(LostException, match="left over"):
        run(main())


def test_errors_timeouts_and_threads_are_as_ever() -> None:
    async def main() -> str:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(5):
                await asyncio.Event().wait()
        with pytest.raises(ZeroDivisionError):
            await asyncio.to_thread(lambda: 1 / 0)
        return await asyncio.to_thread("{}".format, asyncio.get_running_loop().time())

    assert run(main()) == "5.0"
    with pytest.raises(RuntimeError, match="mine"):
        run(raises())


async def raises() -> None:
    raise RuntimeError("mine")
