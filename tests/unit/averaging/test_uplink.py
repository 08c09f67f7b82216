"""Streams of one round over one line, which gives each an equal share: in which order do their parts leave?"""

import asyncio
from collections.abc import Sequence

import pytest

from core.averaging.uplink import LEAD, LOOK_EVERY_S, STALLED_S, Uplink
from tests.sim import clock

PART_S = 0.01


class Line:
    """Parts under way share it."""

    def __init__(self, uplink: Uplink, spans: Sequence[int]) -> None:
        self.flows = [uplink.flow(parts) for parts in spans]
        self.sending = 0
        self.ended_s: dict[int, float] = {}
        self.widest = 0.0

    async def send(self, number: int, parts: int, *, stops_after: int | None = None, part_s: float = PART_S) -> None:
        flow = self.flows[number]
        for sent in range(parts):
            async with flow.turn():
                if sent == stops_after:
                    await asyncio.sleep(60)
                self.sending += 1
                await asyncio.sleep(part_s * self.sending)
                self.sending -= 1
            self.widest = max(self.widest, flow.share - min(other.share for other in self.flows))
        flow.close()
        self.ended_s[number] = asyncio.get_running_loop().time()


def test_wide_and_narrow_spans_are_through_together() -> None:
    async def main() -> None:
        spans = [8, 50, 200]
        line = Line(Uplink(sum(spans) * PART_S), spans)
        await asyncio.gather(*(line.send(number, parts) for number, parts in enumerate(spans)))
        total_s = sum(spans) * PART_S
        assert max(line.ended_s.values()) == pytest.approx(total_s, rel=0.15)
        assert min(line.ended_s.values()) > 0.8 * total_s
        assert line.widest <= LEAD + 1 / min(spans) + 0.01

    clock.run(main())


def test_without_a_prediction_nobody_waits() -> None:
    async def main() -> None:
        line = Line(Uplink(0.0), [8, 200])
        await asyncio.gather(line.send(0, 8), line.send(1, 200))
        assert line.ended_s[0] < 0.3 * line.ended_s[1]

    clock.run(main())


def test_one_flow_alone_waits_for_nobody() -> None:
    async def main() -> None:
        line = Line(Uplink(0.3), [30])
        await line.send(0, 30)
        assert line.ended_s[0] == pytest.approx(30 * PART_S)

    clock.run(main())


def test_nobody_waits_for_one_that_stands_still() -> None:
    async def main() -> None:
        line = Line(Uplink(3.0), [100, 100, 100])
        async with asyncio.TaskGroup() as tasks:
            stuck = tasks.create_task(line.send(0, 100, stops_after=10))
            others = [tasks.create_task(line.send(number, 100)) for number in (1, 2)]
            await asyncio.wait(others)
            stuck.cancel()
        assert max(line.ended_s.values()) < 3 * 100 * PART_S + STALLED_S + 2 * LOOK_EVERY_S

    clock.run(main())


def test_nobody_waits_for_one_far_behind() -> None:
    async def main() -> None:
        line = Line(Uplink(4.0), [100, 100, 100, 100])
        async with asyncio.TaskGroup() as tasks:
            late = tasks.create_task(line.send(0, 100, part_s=20 * PART_S))
            others = [tasks.create_task(line.send(number, 100)) for number in (1, 2, 3)]
            await asyncio.wait(others)
            assert line.flows[0].share < 0.6
            late.cancel()

    clock.run(main())


def test_a_flow_with_nothing_to_send_holds_nobody_up() -> None:
    async def main() -> None:
        uplink = Uplink(0.4)
        line = Line(uplink, [20, 20])
        idle = uplink.flow(20)
        await asyncio.gather(line.send(0, 20), line.send(1, 20))
        assert max(line.ended_s.values()) < 0.5
        assert not idle.is_busy

    clock.run(main())


def test_a_flow_that_ends_lets_the_others_go() -> None:
    async def main() -> None:
        uplink = Uplink(0.8)
        line = Line(uplink, [40, 40])
        async with asyncio.TaskGroup() as tasks:
            first = tasks.create_task(line.send(0, 40, stops_after=0))
            second = tasks.create_task(line.send(1, 40))
            await asyncio.sleep(0.1)
            assert line.flows[1].turn_of is not None
            first.cancel()
            line.flows[0].close()
            await second
        assert line.ended_s[1] < STALLED_S

    clock.run(main())
