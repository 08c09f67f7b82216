"""Who comes to a table whose term is over."""

import asyncio
from types import SimpleNamespace
from typing import Any

from core.data.ranges import RangeSet
from core.identity.ids import Digest, PeerId
from core.swarm import messages as say
from core.swarm.table import Table

ME, LATE = (PeerId(letter * 32) for letter in (b"a", b"b"))


def test_who_is_weighed_until_the_term_is_over_is_sent_away() -> None:
    async def main() -> None:
        async def judge(*_: object) -> bool:
            await weighed.wait()
            return False

        async def send(message: object) -> None:
            said.append(message)

        weighed = asyncio.Event()
        replica: Any = SimpleNamespace(me=ME, run=None, log=SimpleNamespace(used=RangeSet))
        table = Table(replica, 8, ME, judge)
        stream: Any = SimpleNamespace(peer_id=LATE, send=send)
        attend: Any = SimpleNamespace(
            record=SimpleNamespace(peer=LATE), head_step=1, total_samples=5, head=Digest(bytes(32))
        )
        serving = asyncio.create_task(table.serve(stream, attend))
        await asyncio.sleep(0)
        await table.dismiss_all(None)
        weighed.set()
        await serving
        assert said == [say.Elsewhere(coordinator=None)]
        assert not table.members

    said: list[object] = []
    asyncio.run(main())
