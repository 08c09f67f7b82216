"""What an engine may tell of its collaborations and of the network, in several states."""

from shot import BENGALI_NAME
from toy_engine import a_link, a_membership, a_network

from core.ipc.installed import EngineRuntime, RuntimeState, Update, UpdateState
from core.ipc.messages import Network, NetworkState
from core.ipc.records import Membership
from core.saying import say


def members() -> list[Membership]:
    return [
        a_membership(my_samples=4_212),
        a_membership(run="s" * 52, name=BENGALI_NAME, share=40, is_active=False, my_samples=120_455),
        a_membership(run="t" * 52, name="starter", share=0, is_active=False, is_host=True, my_samples=880),
    ]


def networks() -> dict[str, Network]:
    """States of the connection page."""
    unknown = {"reachable": None, "path": "unknown", "public_address": "", "nat": "", "relays": [], "lan_peers": 0}
    unknown |= {"upload_bytes_per_s": 0.0, "download_bytes_per_s": 0.0, "clock_skew_s": None, "findings": []}
    return {
        "finding-out": a_network(
            "finding_out",
            NetworkState.UNKNOWN,
            "Idlewild is still finding out how other computers can reach this one.",
            **unknown,
            links=[a_link("a7wq2ke", "direct")],
        ),
        "direct": a_network(
            "direct",
            NetworkState.WELL,
            "Other computers reach this one directly.",
            reachable=True,
            path="direct",
            public_address_v6="[2001:db8:85a3:8d3:1319:8a2e:370:7348]:47100",
            nat="full cone",
            port_mapping="upnp",
            relays=[],
            findings=["The router has opened a port for Idlewild (upnp).", "This computer relays for others."],
        ),
        "relayed": a_network(),
        "udp-blocked": a_network(
            "udp_blocked",
            NetworkState.LIMITED,
            "This network lets no UDP through, so everything takes a slower way over a relay.",
            action="Allow outgoing UDP in the firewall, if this network is yours.",
            path="tunnelled",
            links=[a_link("cc2yq5r", "tunnelled", 0.061, 210_000.0, 640_000.0, relay="cc2yq5r")],
        ),
        "clock": a_network(
            "clock_wrong",
            NetworkState.LIMITED,
            "This computer's clock is 11 minutes ahead of the other computers'.",
            action="Let this computer set its clock by itself, in the system's settings.",
            clock_skew_s=660.0,
        ),
        "blocked": a_network(
            "nothing_passes",
            NetworkState.BLOCKED,
            "Nobody answers (bootstrap.example.org:47100, 203.0.113.5:47100, bootstrap.example.org:443 over TCP),"
            " neither over UDP nor over TCP.",
            action="Allow Idlewild in the firewall of this computer or network.",
            **unknown,
            links=[],
        ),
    }


def a_runtime(
    state: RuntimeState = RuntimeState.FETCHING, device: str = "cpu", done: int = 84_000_000
) -> EngineRuntime:
    """As large as torch for a processor."""
    saying = {
        RuntimeState.FAILED: say("The download broke off ({reason}); connect, and try again.", reason="no route"),
        RuntimeState.FETCHING: say(
            "Fetching the parts of Idlewild that compute: {done_bytes} of {size_bytes}.",
            done_bytes=done,
            size_bytes=212_000_000,
        ),
    }
    return EngineRuntime(
        state=state,
        device=device,
        size_bytes=212_000_000,
        unpacked_bytes=1_310_000_000,
        done_bytes=0 if state in {RuntimeState.MISSING, RuntimeState.WAITS} else done,
        **({"saying": saying[state]} if state in saying else {}),
    )


def an_update(state: UpdateState = UpdateState.AVAILABLE) -> Update:
    saying = {UpdateState.FAILED: say("Version {version} did not come up and was taken back.", version="1.4.0")}
    return Update(
        state=state,
        newer="" if state in {UpdateState.NONE, UpdateState.CURRENT} else "1.4.0",
        size_bytes=14_000_000,
        done_bytes=5_000_000 if state is UpdateState.FETCHING else 0,
        notes="https://example.org/news",
        **({"saying": saying[state]} if state in saying else {}),
    )
