import asyncio

from core.ipc.outbox import Outbox


async def drained(outbox: Outbox) -> list[bytes]:
    outbox.close()
    lines = []
    while (line := await outbox.take()) is not None:
        lines.append(line)
    return lines


def test_a_newer_status_takes_the_place_of_an_unread_one() -> None:
    async def scenario() -> None:
        outbox = Outbox()
        for line, kind in [(b"s1", "status"), (b"c1", None), (b"s2", "status"), (b"c2", None), (b"s3", "status")]:
            assert outbox.put(line, replaces=kind)
        assert await drained(outbox) == [b"c1", b"c2", b"s3"]

    asyncio.run(scenario())


def test_lines_that_nothing_replaces_are_bounded() -> None:
    async def scenario() -> None:
        outbox = Outbox(limit_lines=3)
        assert [outbox.put(b"c") for _ in range(5)] == [True, True, True, False, False]
        await outbox.take()
        assert outbox.put(b"d")

    asyncio.run(scenario())


def test_bytes_are_bounded_and_given_back() -> None:
    async def scenario() -> None:
        outbox = Outbox(limit_bytes=10)
        assert outbox.put(b"12345", replaces="status")
        assert all(outbox.put(b"1234567890", replaces="status") for _ in range(5))
        assert not outbox.put(b"1")
        assert await outbox.take() == b"1234567890"
        assert outbox.put(b"1234567890")

    asyncio.run(scenario())


def test_taking_waits_for_a_line_and_ends_when_closed() -> None:
    async def scenario() -> None:
        outbox = Outbox()
        taking = asyncio.create_task(outbox.take())
        await asyncio.sleep(0)
        assert not taking.done()
        outbox.put(b"x")
        assert await taking == b"x"
        taking = asyncio.create_task(outbox.take())
        await asyncio.sleep(0)
        outbox.close()
        assert await taking is None

    asyncio.run(scenario())


def test_who_asks_more_than_they_read_has_to_wait() -> None:
    async def scenario() -> None:
        outbox = Outbox(limit_lines=4)
        for _ in range(4):
            outbox.put(b"r")
        waiting = asyncio.create_task(outbox.wait_half_empty())
        await outbox.take()
        await asyncio.sleep(0)
        assert not waiting.done()
        await outbox.take()
        await waiting

    asyncio.run(scenario())
