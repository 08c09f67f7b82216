"""Watches the networks of its computer and tells what changes."""

import asyncio
import contextlib

from core.nat.gateway import find_route
from core.nat.interfaces import Change, Watcher
from tests.integration.reach.telling import tell, words


def on_change(change: Change) -> None:
    tell(
        gained=sorted(map(str, change.gained)),
        lost=sorted(map(str, change.lost)),
        source=str(change.now.source_v4),
        moved=change.has_moved,
        network=change.now.has_network,
    )


async def main() -> None:
    watcher = Watcher(on_change, every_s=0.1)
    tell(started=sorted(map(str, watcher.surroundings.addresses())))
    task = asyncio.create_task(watcher.run())
    async for word in words():
        assert word == "route"
        route = await find_route()
        tell(route=route and [route.gateway, route.source])
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task


if __name__ == "__main__":
    asyncio.run(main())
