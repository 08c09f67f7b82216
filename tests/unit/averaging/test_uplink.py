"""Streams of one round over one line, which gives each an equal share: in which order do their parts leave?"""

import asyncio
from collections.abc import Sequence

import pytest

from core.averaging.uplink import ACTIVE, HASTE, LEAD, SLOW, WINDOW_BYTES, WINDOWS_S, Uplink
from core.identity.ids import PeerId
from tests.sim import clock

PART_S = 0.01
"""A part by itself on the line."""
PART_BYTES = 1000


def peer(number: int) -> PeerId:
    return PeerId(bytes([number] * 32))


ME = peer(7)


class Line:
    """Parts under way share it."""

    def __init__(self, uplink: Uplink, spans: Sequence[int], first: int = 0, part_bytes: int = PART_BYTES) -> None:
        self.flows = [
            uplink.flow(peer(number), parts, parts * part_bytes) for number, parts in enumerate(spans, start=first)
        ]
        self.sending: set[int] = set()
        self.most = 0
        self.begun: list[int] = []
        self.ended_s: dict[int, float] = {}
        self.spread = 0.0

    async def send(self, number: int, parts: int, *, stops_after: int | None = None, part_s: float = PART_S) -> None:
        flow = self.flows[number]
        for sent in range(parts):
            async with flow.turn():
                if sent == stops_after:
                    await asyncio.sleep(60)
                self.begun.append(number)
                self.sending.add(number)
                self.most = max(self.most, len(self.sending))
                await asyncio.sleep(part_s * len(self.sending))
                self.sending.discard(number)
            shares = [other.share for other in self.flows]
            self.spread = max(self.spread, max(shares) - min(shares))
        flow.close()
        self.ended_s[number] = asyncio.get_running_loop().time()


def test_wide_and_narrow_spans_are_through_together() -> None:
    async def main() -> None:
        spans = [8, 50, 200, 30, 60]
        line = Line(Uplink(ME, sum(spans) * PART_S), spans)
        await asyncio.gather(*(line.send(number, parts) for number, parts in enumerate(spans)))
        total_s = sum(spans) * PART_S
        assert max(line.ended_s.values()) == pytest.approx(total_s, rel=0.1)
        assert min(line.ended_s.values()) > 0.75 * total_s
        assert line.spread <= 2 / min(spans)

    clock.run(main())


def test_few_send_at_a_time() -> None:
    async def main() -> None:
        line = Line(Uplink(ME, 20 * 10 * PART_S), [10] * 20)
        await asyncio.gather(*(line.send(number, 10) for number in range(20)))
        assert line.most <= ACTIVE + 1  # one may look slow for a moment
        assert max(line.ended_s.values()) == pytest.approx(20 * 10 * PART_S, rel=0.05)

    clock.run(main())


def test_more_send_at_a_time_where_the_line_is_fast() -> None:
    async def main() -> None:
        part_s = WINDOW_BYTES / (12 * WINDOW_BYTES / WINDOWS_S)
        line = Line(Uplink(ME, 40 * 20 * part_s), [20] * 40, part_bytes=WINDOW_BYTES)
        await asyncio.gather(*(line.send(number, 20, part_s=part_s) for number in range(40)))
        assert 12 <= line.most <= 13

    clock.run(main())


def test_peers_begin_with_the_next_in_the_ring() -> None:
    async def main() -> None:
        line = Line(Uplink(ME, 6 * 2 * PART_S), [2] * 6, first=4)  # 4, 5, 6 and 7, 8, 9: `ME` is 7
        await asyncio.gather(*(line.send(number, 2) for number in (0, 1, 2, 4, 5)))
        assert line.begun[:5] == [4, 5, 0, 1, 2]

    clock.run(main())


def test_without_a_prediction_nobody_waits() -> None:
    async def main() -> None:
        line = Line(Uplink(ME, 0.0), [50] * 8)
        await asyncio.gather(*(line.send(number, 50) for number in range(8)))
        assert line.most == 8

    clock.run(main())


def test_those_held_up_at_the_other_end_hold_up_nobody() -> None:
    async def main() -> None:
        stuck_ones = range(2 * ACTIVE)
        line = Line(Uplink(ME, 5.0), [100] * (2 * ACTIVE + 3))
        async with asyncio.TaskGroup() as tasks:
            stuck = [tasks.create_task(line.send(number, 100, stops_after=10)) for number in stuck_ones]
            others = [tasks.create_task(line.send(2 * ACTIVE + more, 100)) for more in range(3)]
            await asyncio.wait(others)
            for task in stuck:
                task.cancel()
        assert max(line.ended_s.values()) < 5.0 + 1.0

    clock.run(main())


def test_pace_is_kept_where_every_turn_is_slow() -> None:
    """Each receiver takes ten times as long for a part as the plan gives this peer: many must be under way."""

    async def main() -> None:
        spans = [10] * 20
        line = Line(Uplink(ME, 200 * PART_S), spans)
        flows = line.flows

        async def send(number: int) -> None:
            for _ in range(10):
                async with flows[number].turn():
                    await asyncio.sleep(10 * PART_S)
            flows[number].close()

        await asyncio.gather(*map(send, range(20)))
        assert asyncio.get_running_loop().time() < 1.2 * SLOW * 200 * PART_S

    clock.run(main())


def test_one_who_gives_up_its_turn_leaves_it_to_the_others() -> None:
    async def main() -> None:
        line = Line(Uplink(ME, 100.0), [40] * (ACTIVE + 1))
        async with asyncio.TaskGroup() as tasks:
            stuck = [tasks.create_task(line.send(number, 40, stops_after=0)) for number in range(ACTIVE)]
            await asyncio.sleep(0)
            last = tasks.create_task(line.send(ACTIVE, 40))
            await asyncio.sleep(0.1)
            assert line.flows[ACTIVE].turn_of is not None
            for number, task in enumerate(stuck):
                task.cancel()
                line.flows[number].close()
            await asyncio.sleep(PART_S / 2)
            assert line.flows[ACTIVE].sending_since_s is not None
            last.cancel()

    clock.run(main())


def test_who_has_little_to_send_is_not_through_long_before_the_plan() -> None:
    """Its receivers' lines are needed for what others wait for."""

    async def main() -> None:
        planned_s = 4 * 40 * PART_S
        line = Line(Uplink(ME, planned_s), [20, 20])
        await asyncio.gather(*(line.send(number, 20) for number in range(2)))
        took_s = max(line.ended_s.values())
        assert (1 - 2 * LEAD) * planned_s / HASTE < took_s < planned_s / HASTE + 2 * PART_S

    clock.run(main())


def test_gradients_go_a_little_before_averages() -> None:
    uplink = Uplink(ME, 1.0)
    gradients, averages = (
        uplink.flow(peer(1), 50, 50_000, done=10, passes_on=passes_on) for passes_on in (False, True)
    )
    assert averages.rank == pytest.approx(gradients.rank + LEAD)
