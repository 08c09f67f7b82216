"""What status says of the network, from facts."""

import msgspec
import pytest

from core.engine.calling import lonely_sentence
from core.engine.reporting import network_of
from core.identity.ids import PeerId
from core.ipc.messages import Network, NetworkState, RelayStatus
from core.nat.diagnosis import Severity
from core.nat.facts import Behaviour, Greeted, LinkFacts, NetworkFacts, RelayUse
from core.saying import say
from core.transport.api import Address, Path, PathKind

HERE, THERE = Address("198.51.100.7", 47100), Address("203.0.113.5", 7777)
PEER, RELAY = PeerId(bytes(32)), PeerId(bytes([1] * 32))


def test_every_fact_has_its_field() -> None:
    facts = NetworkFacts(
        has_network=True,
        udp_works=True,
        listen=(HERE,),
        is_reachable=False,
        public_address=HERE,
        public_address_v6=Address("2001:db8::7", 47100),
        mapping=Behaviour.ENDPOINT_INDEPENDENT,
        filtering=Behaviour.ADDRESS_AND_PORT_DEPENDENT,
        port_mapping="pcp",
        relays=(RelayUse(RELAY, Path(PathKind.DIRECT, THERE), True),),
        relays_for_others=True,
        links=(
            LinkFacts(PEER, Path(PathKind.RELAYED, THERE, RELAY), 0.05, 10.0, 20.0),
            LinkFacts(RELAY, Path(PathKind.DIRECT, THERE), 0.02, 0.0, 0.0),
        ),
        lan_peers=1,
        upload_bytes_per_s=1e6,
        download_bytes_per_s=2e6,
        clock_skew_s=-1.5,
    )
    network = network_of(facts)
    assert (network.code, network.state, network.path) == ("relayed", NetworkState.WELL, "relayed")
    assert network.sentence.endswith(".")
    assert network.action == "Nothing to do."
    assert network.reachable is False
    assert (network.public_address, network.public_address_v6) == ("198.51.100.7:47100", "[2001:db8::7]:47100")
    assert (network.nat, network.port_mapping, network.lan_peers) == ("port-restricted", "pcp", 1)
    assert (network.mapping, network.filtering) == ("endpoint_independent", "address_and_port_dependent")
    assert network.relays == [RelayStatus(peer=RELAY.short, address=str(THERE), path="direct", is_reserved=True)]
    assert network.relays_for_others
    assert (network.upload_bytes_per_s, network.download_bytes_per_s, network.clock_skew_s) == (1e6, 2e6, -1.5)
    relayed, direct = network.links
    assert (relayed.peer, relayed.path, relayed.relay) == (PEER.short, "relayed", RELAY.short)
    assert (relayed.round_trip_s, relayed.upload_bytes_per_s, relayed.download_bytes_per_s) == (0.05, 10.0, 20.0)
    assert (direct.path, direct.relay, direct.address) == ("direct", "", str(THERE))
    assert msgspec.json.decode(msgspec.json.encode(network), type=Network) == network


def test_nothing_known_is_a_document_too() -> None:
    network = network_of(NetworkFacts())
    assert (network.code, network.state, network.path) == ("finding_out", NetworkState.UNKNOWN, "unknown")
    assert (network.public_address, network.links, network.reachable) == ("", [], None)


def test_every_severity_is_a_state() -> None:
    assert [NetworkState(severity.value) for severity in Severity]


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        (None, "Looking."),
        (NetworkFacts(has_network=True), "Looking."),
        (
            NetworkFacts(has_network=False),
            "This computer is connected to no network. Connect this computer to a network, by cable or Wi-Fi.",
        ),
        (
            NetworkFacts(greeted=Greeted.REFUSED, refusal="not invited"),
            "The collaboration does not let this computer in: not invited. "
            "Ask the collaboration's organiser to let you in.",
        ),
    ],
)
def test_who_is_alone_is_told_why(facts: NetworkFacts | None, sentence: str) -> None:
    assert str(lonely_sentence(facts, say("Looking."))) == sentence
