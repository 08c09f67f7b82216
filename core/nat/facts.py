"""What is known of this computer's place in the network: the input of a diagnosis."""

from dataclasses import dataclass
from enum import StrEnum

from core.identity.ids import PeerId
from core.transport.api import Address, Path


class Behaviour(StrEnum):
    """Of a NAT's mapping or filtering (RFC 4787, sections 4.1 and 5)."""

    UNKNOWN = "unknown"
    NONE = "none"
    """There is no NAT (mapping), or nothing is filtered."""
    ENDPOINT_INDEPENDENT = "endpoint_independent"
    ADDRESS_DEPENDENT = "address_dependent"
    ADDRESS_AND_PORT_DEPENDENT = "address_and_port_dependent"


class Greeted(StrEnum):
    """The most telling outcome of dialing the addresses that this peer knew when it started."""

    NOT_TRIED = "not_tried"
    LINKED = "linked"
    SILENT = "silent"
    REFUSED = "refused"
    UNRESOLVED = "unresolved"
    """Host names that the name service does not know, or no name service."""
    WRONG_PEER = "wrong_peer"
    OUTDATED = "outdated"
    """One side speaks a newer protocol."""


@dataclass(frozen=True, slots=True)
class RelayUse:
    relay: PeerId
    path: Path
    is_reserved: bool
    """Others can reach this peer through it."""


@dataclass(frozen=True, slots=True)
class LinkFacts:
    peer: PeerId
    path: Path
    round_trip_s: float
    upload_bytes_per_s: float
    """0.0 while unknown, as below."""
    download_bytes_per_s: float


@dataclass(frozen=True, slots=True, kw_only=True)
class NetworkFacts:
    """Everything here may be unknown: None, UNKNOWN or empty."""

    has_network: bool | None = None
    """Whether any interface besides loopback has an address."""
    has_way_out: bool | None = None
    """Whether packets to the internet would go anywhere."""
    udp_works: bool | None = None
    """Whether any peer outside this computer has answered over UDP; False where all that were dialed answer by TCP."""
    listen: tuple[Address, ...] = ()
    accepts_links: bool = True
    """False in client mode, by the user's choice."""
    is_reachable: bool | None = None
    """Whether a peer that had never heard of this one reached it from outside."""
    unknown_s: float = 0.0
    """For how long nobody has come who could tell that; 0.0 once it is known."""
    public_address: Address | None = None
    public_address_v6: Address | None = None
    mapping: Behaviour = Behaviour.UNKNOWN
    filtering: Behaviour = Behaviour.UNKNOWN
    port_mapping: str = ""
    """`upnp`, `nat-pmp` or `pcp` where the router has opened a port."""
    mapped_address: Address | None = None
    """Where the router says that port is, as seen from outside; another host than `public_address` means that there is
    one more router."""
    relays: tuple[RelayUse, ...] = ()
    relays_for_others: bool = False
    links: tuple[LinkFacts, ...] = ()
    """Those that a network of this computer leads along; others are not given up yet, and nothing comes by them."""
    lan_peers: int = 0
    upload_bytes_per_s: float = 0.0
    download_bytes_per_s: float = 0.0
    clock_skew_s: float | None = None
    """How far this clock is ahead of the others' (median)."""
    greeted: Greeted = Greeted.NOT_TRIED
    is_older: bool = False
    """Somebody who was dialed speaks a newer protocol than this peer."""
    refusal: str = ""
    """What the other side said, where `greeted` is REFUSED."""
    unreached: tuple[str, ...] = ()
    """Places dialed in vain, as they were written."""

    @property
    def is_offline(self) -> bool:
        """Whether this computer is cut off from everybody else, by what its own interfaces say."""
        return not self.links and (self.has_network is False or self.has_way_out is False)
