"""Clocks that differ, on machines whose owners never look at them."""

import asyncio

from core.identity.ids import PeerId
from core.swarm import messages as say
from tests.sim import clock
from tests.sim.internet import Host
from tests.sim.links import Item
from tests.sim.signatures import remembered_signatures
from tests.sim.swarm import World


def test_plans_of_a_coordinator_whose_clock_was_ahead_do_not_stop_its_heir() -> None:
    async def main() -> None:
        world = World(None, watch=True)
        assert world.watch is not None
        with world.watch:
            await world.add(skew_s=300.0)
            for _ in range(3):
                await world.add(sample_s=0.1)
            planned = asyncio.Event()

            def watch(sender: Host, receiver: PeerId, item: Item | None) -> float:
                if isinstance(item, say.Conduct):
                    planned.set()
                return 0.0

            world.net.taps.append(watch)
            await planned.wait()
            await asyncio.sleep(0.03)  # the plan is under way to all
            await world.peers[0].kill()
            await world.until_step(4, 60)
            world.check()
            world.watch.check()
            await world.end()

    with remembered_signatures():
        clock.run(main())
