"""A peer whose process is killed without a word is noticed in time, and only its links end."""

import asyncio
import subprocess
import sys
from pathlib import Path

from loopback_peers import Answer, Ask, peer, run, until

from core.identity.ids import PeerId
from core.transport.api import Address

VICTIM = """
import asyncio, sys
sys.path.insert(0, {folder!r})
from loopback_peers import peer

async def live():
    async with peer() as it:
        print(it.endpoint.addresses[0].port, it.peer_id.text, flush=True)
        await asyncio.Event().wait()

asyncio.run(live())
"""


def test_a_killed_process_is_noticed_within_the_idle_timeout() -> None:
    code = VICTIM.format(folder=str(Path(__file__).parent))
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as victim:
        try:
            assert victim.stdout is not None
            port, name = victim.stdout.readline().split()

            async def test() -> None:
                async with peer(idle_timeout_s=2.0) as a, peer() as b:
                    link = await a.endpoint.dial(PeerId.parse(name), [Address("127.0.0.1", int(port))])
                    other = await a.endpoint.dial(b.peer_id, b.endpoint.addresses)
                    assert (await link.request(Ask(number=1), Answer)).number == 2
                    victim.kill()
                    began_s = asyncio.get_running_loop().time()
                    assert "silent" in await link.wait_closed()
                    assert asyncio.get_running_loop().time() - began_s <= 2.0
                    await until(lambda: len(a.lost) == 1)
                    assert (await other.request(Ask(number=1), Answer)).number == 2

            run(test())
        finally:
            victim.kill()
