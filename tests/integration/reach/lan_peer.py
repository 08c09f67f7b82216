"""Looks for peers in its network and tells of them: `lan_peer NUMBER RUN_LETTER PORT`."""

import asyncio
import sys

from core.identity.ids import PeerId, RunId
from core.nat.lan import LanDiscovery
from core.transport.api import Address
from tests.integration.reach.telling import tell, words


def on_found(peer: PeerId, addresses: tuple[Address, ...]) -> None:
    tell(found=peer.raw[0], addresses=sorted(map(str, addresses)))


def on_lost(peer: PeerId) -> None:
    tell(lost=peer.raw[0])


async def main(number: int, letter: str, port: int) -> None:
    loop = asyncio.get_running_loop()
    lan = LanDiscovery(PeerId(bytes([number]) * 32), RunId(letter.encode() * 32), port, on_found, on_lost)
    await lan.start()
    tell(fault=lan.fault)
    async for word in words():
        assert word == "changed"
        await lan.networks_changed()
        tell(fault=lan.fault)
    since_s = loop.time()
    await lan.stop()
    tell(ended_in_s=loop.time() - since_s)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
