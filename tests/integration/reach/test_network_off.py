"""The cable is pulled while a volunteer trains: its status says so within two seconds, and when the cable is back it
goes on by itself."""

import time
from pathlib import Path

import pytest

from core.ipc.messages import Phase, Reason
from tests.integration.processes import Crew, Engine, until, write_manifest
from tests.integration.reach.namespaces import ip, need, networks, wire

pytestmark = pytest.mark.namespaces

HOST, GUEST = "pm-off-host", "pm-off-guest"
SAYS_S = 2.0
TRIES = 3
BACK_S = 20.0


@pytest.fixture
def cable():
    need()
    with networks(HOST, GUEST):
        wire((HOST, "eth0", "192.168.7.1/24"), (GUEST, "eth0", "192.168.7.2/24"))
        yield


@pytest.mark.timeout(300)
def test_the_cable_is_pulled(cable, tmp_path: Path) -> None:
    with Crew(tmp_path) as crew:
        guest = peers(crew)
        guest.until(lambda s: s.collaboration and s.collaboration.step >= 2, "takes part")
        said_s = []
        for _ in range(TRIES):
            ip("-n", GUEST, "link", "set", "eth0", "down")
            began_s = time.monotonic()
            status = guest.until(lambda s: s.network and s.network.code == "no_network", "says it", 10.0)
            said_s.append(time.monotonic() - began_s)
            assert (status.phase, status.reason) == (Phase.CONNECTING, Reason.NOBODY_REACHABLE)
            assert "connected to no network" in status.sentence
            time.sleep(4.0)
            step = guest.step()
            ip("-n", GUEST, "link", "set", "eth0", "up")
            guest.until_step(step + 2, BACK_S)
            assert guest.status() is not None
        assert max(said_s) < SAYS_S, said_s


def peers(crew: Crew) -> Engine:
    """One that hosts without training, and one that trains."""
    home = crew.root / "host"
    manifest = write_manifest(crew.root / "words")
    words = ["host", manifest, "--home", home, "--listen", "192.168.7.1:4433"]
    host = Engine("host", home, words, namespace=HOST)
    crew.add(host)
    host.start()
    link = until(lambda: host.stdout.partition("\n")[0] if "\n" in host.stdout else "", "the invitation", 60.0)
    home = crew.root / "guest"
    words = ["run", "--headless", "--no-throttle", "--home", home, "--listen", "0.0.0.0:4433", "--join", link]
    guest = Engine("guest", home, words, namespace=GUEST)
    crew.add(guest)
    return guest.start()
