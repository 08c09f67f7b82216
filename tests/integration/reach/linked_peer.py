"""A peer in a namespace of its own: `linked_peer SEED [PEER PLACE…]` listens on port 4433 and answers; with a peer it
dials that, and asks it for 200,000 bytes again and again; with `lan` instead it looks for peers in its own network.
Tells what happens, one JSON object a line."""

import asyncio
import hashlib
import json
import sys
import time
from typing import Any

from core.dht.records import PeerRecord
from core.errors import PeerFault
from core.identity.ids import PeerId, RunId
from core.identity.keys import Identity
from core.nat.household import HouseholdSettings
from core.nat.messages import MESSAGES
from core.nat.reach import Reach, ReachSettings
from core.transport.api import Address, Link, Message, Stream, parse_place
from core.transport.endpoint import Endpoint, EndpointConfig
from core.transport.link import QuicLink

PORT = 4433
ASKED_BYTES = 200_000


class Hello(Message, frozen=True):
    pass


class Ask(Message, frozen=True):
    count_bytes: int


def identity(seed: str) -> Identity:
    return Identity.from_seed(hashlib.sha256(seed.encode()).digest())


def tell(**facts: Any) -> None:
    print(json.dumps(facts), flush=True)


def nothing_known(link: Link) -> PeerRecord | None:
    return None


async def serve(reach: Reach, link: Link, stream: Stream, first: Message) -> None:
    if not await reach.serve(link, stream, first) and isinstance(first, Ask):
        await stream.send_payload(bytes(first.count_bytes))


async def open_peer(seed: str, *, seeks: bool) -> tuple[Endpoint, Reach]:
    lan_name = (identity(seed).peer_id, RunId(bytes(32))) if seeks else None
    settings = ReachSettings(household=HouseholdSettings(maps_port=False, lan_name=lan_name), tunnel_ports=())
    reach = Reach(settings, record_of_link=nothing_known)
    endpoint = await reach.open(
        EndpointConfig(
            identity=identity(seed),
            messages=[*MESSAGES, Hello, Ask],
            greeting=Hello,
            admit=lambda _, hello: "",
            serve=lambda link, stream, first: serve(reach, link, stream, first),
            listen=Address("::", PORT),
            on_link=lambda link: tell(met=str(link.path.address), path=str(link.path.kind)),
            on_link_lost=lambda _, reason: tell(lost=reason),
            on_path=lambda link: tell(path=str(link.path.kind), at=str(link.path.address)),
        )
    )
    return endpoint, reach


async def ask_on(link: Link) -> None:
    assert isinstance(link, QuicLink)
    number = 0
    while True:
        began_s = time.monotonic()
        try:
            async with asyncio.timeout(30):
                stream = await link.open(Ask(count_bytes=ASKED_BYTES))
                await stream.receive_payload(ASKED_BYTES)
        except (PeerFault, TimeoutError) as fault:
            tell(failed=str(fault) or "timeout")
            return
        number += 1
        seconds = round(time.monotonic() - began_s, 3)
        tell(answer=number, seconds=seconds, datagram_bytes=link._connection.quic.datagram_bytes)
        await asyncio.sleep(0.1)


async def main(seed: str, *target: str) -> None:
    endpoint, reach = await open_peer(seed, seeks=target == ("lan",))
    tasks = [asyncio.create_task(reach.run())]
    tell(ready=endpoint.peer_id.text)
    loop = asyncio.get_running_loop()
    stop = loop.run_in_executor(None, sys.stdin.readline)
    if target and target != ("lan",):
        began_s = loop.time()
        link = await endpoint.dial(PeerId.parse(target[0]), [parse_place(text) for text in target[1:]])
        tell(linked=str(link.path.kind), at=str(link.path.address), seconds=round(loop.time() - began_s, 3))
        tasks.append(asyncio.create_task(ask_on(link)))
    await stop
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await endpoint.close()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
