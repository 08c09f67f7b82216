"""Has a port opened and tells of it, and of what arrives: `mapped_peer PROTOCOL|all PORT LIFETIME_S`."""

import asyncio
import contextlib
import sys

from core.nat import nat_pmp, pcp, port_mapping, upnp
from core.nat.port_mapping import Mapping, PortMapper, speak_all
from tests.integration.reach.telling import tell, words


class Receiver(asyncio.DatagramProtocol):
    def datagram_received(self, data: bytes, address: tuple[str, int]) -> None:
        tell(arrived=data.decode(), sender=address[0])


def on_mapped(mapping: Mapping | None) -> None:
    if mapping is None:
        tell(mapped=None)
    else:
        tell(mapped=str(mapping.external), protocol=mapping.protocol, public=mapping.is_public)


async def main(protocol: str, port: int) -> None:
    loop = asyncio.get_running_loop()
    transport, _ = await loop.create_datagram_endpoint(Receiver, local_addr=("0.0.0.0", port))
    mapper = PortMapper(
        on_mapped,
        speak=lambda route, port: [one for one in speak_all(route, port) if protocol in ("all", one.name)],
    )
    task = asyncio.create_task(mapper.run(port))
    async for word in words():
        assert word == "again"
        mapper.look_again()
    since_s = loop.time()
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task
    transport.close()
    tell(ended_in_s=loop.time() - since_s)


if __name__ == "__main__":
    nat_pmp.LIFETIME_S = pcp.LIFETIME_S = upnp.LIFETIME_S = int(sys.argv[3])
    port_mapping.CHECK_S = 0.5
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
