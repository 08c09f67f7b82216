"""What a step leaves behind: averages are large, and nothing may keep them but the bounded history."""

import gc
import weakref
from pathlib import Path

from core.averaging.part_book import PartBook
from tests.sim import clock
from tests.sim.swarm import World

STEPS = 12


def test_old_averages_go_without_the_garbage_collector(tmp_path: Path) -> None:
    async def main() -> None:
        world = World(tmp_path)
        try:
            for _ in range(3):
                await world.add()
            await world.until_step(2)
            gc.collect()
            gc.disable()
            seen: dict[int, weakref.ref[PartBook]] = {}
            for step in range(3, 3 + STEPS):
                await world.until_step(step)
                book = world.peers[1].node.replica.history.get(step)
                if book is not None:
                    seen[step] = weakref.ref(book)
                    world.peers[1].node.replica.history.remove(step)
                    del book
            alive = [step for step, book in seen.items() if book() is not None]
            assert len(seen) > STEPS // 2
            assert alive == [step for step in alive if step > max(seen) - 3], alive
        finally:
            gc.enable()
            await world.end()

    clock.run(main())
