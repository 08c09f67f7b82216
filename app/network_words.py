"""What the application says of the network. Pure functions from the engine's words and figures to text."""

from app.qt import QLocale
from app.words import count, duration, plain, rate, said, translate, unbroken
from core.ipc.messages import LinkStatus, Network, NetworkState


def standing(state: NetworkState) -> str:
    return {
        NetworkState.WELL: translate("words", "Well connected"),
        NetworkState.LIMITED: translate("words", "Connected with limits"),
        NetworkState.BLOCKED: translate("words", "Cut off from others"),
        NetworkState.UNKNOWN: translate("words", "Not known yet"),
    }[state]


def findings(network: Network) -> list[str]:
    """What else is worth knowing."""
    return [said(one) for one in network.more] or [plain(one, 300) for one in network.findings]


def way_in(path: str) -> str:
    """How others reach this computer."""
    known = {
        "direct": translate("words", "directly"),
        "relayed": translate("words", "through a relay"),
        "tunnelled": translate("words", "through a relay, over TCP"),
        "none": translate("words", "not at all; it reaches others"),
        "unknown": translate("words", "not known yet"),
    }
    return known.get(path) or plain(path, 40)


def nat(network: Network) -> str:
    known = {
        "none": translate("words", "none in between"),
        "none, with a firewall": translate("words", "none in between, but a firewall"),
        "full cone": translate("words", "lets everybody in (full cone)"),
        "cone": translate("words", "usual kind (cone)"),
        "address-restricted": translate("words", "lets known computers in (address-restricted)"),
        "port-restricted": translate("words", "usual kind (port-restricted)"),
        "symmetric": translate("words", "another port for each connection (symmetric)"),
        "two routers, or one of the provider's (CGNAT)": translate(
            "words", "two in a row, or one of the provider's (CGNAT)"
        ),
    }
    return known.get(network.nat) or plain(network.nat, 80)


def opened_port(protocol: str) -> str:
    if not protocol:
        return translate("words", "no")
    return translate("words", "yes, by the router ({protocol})").format(protocol=plain(protocol, 20))


def link_path(link: LinkStatus) -> str:
    """How the datagrams of a link travel."""
    known = {
        "direct": translate("words", "direct"),
        "punched": translate("words", "past the router"),
        "relayed": translate("words", "relay {relay}").format(relay=plain(link.relay, 60)).strip(),
        "tunnelled": translate("words", "relay over TCP"),
    }
    return known.get(link.path) or plain(link.path, 40)


def round_trip(seconds: float) -> str:
    if not seconds > 0:
        return "–"
    text = translate("words", "{number} ms").format(number=QLocale().toString(1000 * seconds, "f", 0))
    return unbroken(text)


def line_rates(upload_bytes_per_s: float, download_bytes_per_s: float) -> str:
    if not (upload_bytes_per_s > 0 or download_bytes_per_s > 0):
        return translate("words", "not measured yet")
    return translate("words", "{up} up, {down} down").format(
        up=rate(upload_bytes_per_s), down=rate(download_bytes_per_s)
    )


def clock_skew(ahead_s: float | None) -> str:
    if ahead_s is None:
        return translate("words", "not compared yet")
    off = duration(abs(ahead_s))
    if abs(ahead_s) < 2:
        return translate("words", "right")
    if ahead_s > 0:
        return translate("words", "{time} ahead of the others'").format(time=off)
    return translate("words", "{time} behind the others'").format(time=off)


def neighbours(number: int) -> str:
    if number < 1:
        return translate("words", "no other peer")
    if number == 1:
        return translate("words", "1 other peer")
    return translate("words", "{number} other peers").format(number=count(number))
