"""What is the matter with this computer's network, in words that a volunteer understands: from facts to one sentence.

One code at a time, the one that blocks most; what else is worth knowing is among the `findings`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from core.nat.facts import Behaviour, Greeted, NetworkFacts
from core.saying import NOTHING, Saying, say
from core.transport.api import PathKind
from core.transport.refusals import understood

CLOCK_TOLERANCE_S = 120.0
"""Others may take this peer's records for expired beyond it."""
CLOCK_REMARK_S = 10.0
PATIENCE_S = 120.0
"""For somebody to come who can tell whether others reach this peer; several rounds of asking those who are here."""
NOTHING_TO_DO = say("Nothing to do.")
_PLACES_NAMED = 3
_REASON_CHARACTERS = 200
_DEPENDENT = (Behaviour.ADDRESS_DEPENDENT, Behaviour.ADDRESS_AND_PORT_DEPENDENT)


class NetworkCode(StrEnum):
    """Everything that can be said of a network, what blocks most first; stable for scripts."""

    NO_NETWORK = "no_network"
    OUTDATED = "outdated"
    REFUSED = "refused"
    WRONG_PEER = "wrong_peer"
    NAMES_UNRESOLVED = "names_unresolved"
    NOTHING_PASSES = "nothing_passes"
    """Nobody answers, neither over UDP nor over TCP."""
    BOOTSTRAP_SILENT = "bootstrap_silent"
    CLOCK_WRONG = "clock_wrong"
    UDP_BLOCKED = "udp_blocked"
    """A tunnel takes its place."""
    CLIENT_MODE = "client_mode"
    DIRECT = "direct"
    RELAYED = "relayed"
    HARD_NAT = "hard_nat"
    """Several routers, or one that gives every connection another port; and no relay."""
    UNREACHABLE = "unreachable"
    FINDING_OUT = "finding_out"


class Severity(StrEnum):
    WELL = "well"
    LIMITED = "limited"
    """Takes part, and others cannot make full use of it."""
    BLOCKED = "blocked"
    """Cannot take part with others."""
    UNKNOWN = "unknown"


_SEVERITIES = {
    NetworkCode.CLOCK_WRONG: Severity.LIMITED,
    NetworkCode.UDP_BLOCKED: Severity.LIMITED,
    NetworkCode.HARD_NAT: Severity.LIMITED,
    NetworkCode.UNREACHABLE: Severity.LIMITED,
    NetworkCode.CLIENT_MODE: Severity.WELL,
    NetworkCode.DIRECT: Severity.WELL,
    NetworkCode.RELAYED: Severity.WELL,
    NetworkCode.FINDING_OUT: Severity.UNKNOWN,
}


@dataclass(frozen=True, slots=True)
class Diagnosis:
    code: NetworkCode
    sentence: Saying
    """What is the case."""
    action: Saying
    """The one thing to do about it; `NOTHING_TO_DO` where there is none."""

    @property
    def severity(self) -> Severity:
        return _SEVERITIES.get(self.code, Severity.BLOCKED)


def diagnose(facts: NetworkFacts) -> Diagnosis:
    """The one thing that matters most."""
    code = next((code for code, holds in _RULES if holds(facts)), NetworkCode.FINDING_OUT)
    return Diagnosis(code, _sentence(code, facts), _action(code, facts))


def findings(facts: NetworkFacts) -> tuple[Saying, ...]:
    """What else is worth knowing, one sentence each, without what `diagnose` says already."""
    code = diagnose(facts).code
    return tuple(sentence for sentence in (find(facts, code) for find in _FINDINGS) if sentence)


def place_words(place: str) -> str:
    """A place's text (`core.transport.api.Place`) as people read it: ids short, TCP said."""
    kind, _, rest = place.partition("/")
    if kind == "tls":
        return f"{rest} over TCP"
    relay, _, address = rest.partition("/")
    return f"{address} through relay {relay[:7]}" if kind == "via" and address else place


def nat_words(facts: NetworkFacts) -> str:
    """What the router does, as it is commonly called; empty while unknown."""
    if _is_behind_two_routers(facts):
        return "two routers, or one of the provider's (CGNAT)"
    if facts.mapping in _DEPENDENT:
        return "symmetric"
    if facts.mapping is Behaviour.NONE:
        return "none, with a firewall" if facts.filtering in _DEPENDENT else "none"
    if facts.mapping is Behaviour.UNKNOWN:
        return ""
    return {
        Behaviour.NONE: "full cone",
        Behaviour.ENDPOINT_INDEPENDENT: "full cone",
        Behaviour.ADDRESS_DEPENDENT: "address-restricted",
        Behaviour.ADDRESS_AND_PORT_DEPENDENT: "port-restricted",
    }.get(facts.filtering, "cone")


def reached_by(facts: NetworkFacts) -> str:
    """How others reach this peer: `direct`, `relayed`, `tunnelled` (a relay, over TCP), `none` or `unknown`."""
    if not facts.accepts_links:
        return "none"
    if facts.is_reachable:
        return "direct"
    kinds = {use.path.kind for use in facts.relays if use.is_reserved}
    if kinds:
        return "tunnelled" if kinds == {PathKind.TUNNELLED} else "relayed"
    return "none" if facts.is_reachable is False else "unknown"


# --- the rules


def _is_cut_off(outcome: Greeted) -> Callable[[NetworkFacts], bool]:
    return lambda facts: facts.greeted is outcome and not facts.links


def _has_no_network(facts: NetworkFacts) -> bool:
    return facts.is_offline


def _gets_nothing_through(facts: NetworkFacts) -> bool:
    """A single silent computer may be switched off; two of them, over UDP and TCP, speak against the network."""
    silent = [place.removeprefix("tls/").rpartition(":")[0] for place in facts.unreached if place.startswith("tls/")]
    return _is_cut_off(Greeted.SILENT)(facts) and len(set(silent)) > 1 and facts.udp_works is not True


def _has_wrong_clock(facts: NetworkFacts) -> bool:
    # Comparisons are written so that NaN is no skew.
    return facts.clock_skew_s is not None and abs(facts.clock_skew_s) > CLOCK_TOLERANCE_S


def _is_tunnelled(facts: NetworkFacts) -> bool:
    return facts.udp_works is False and bool(facts.links)


def _is_client(facts: NetworkFacts) -> bool:
    is_known = bool(facts.links) or facts.greeted is not Greeted.NOT_TRIED or facts.is_reachable is not None
    return not facts.accepts_links and (is_known or _has_nobody_to_ask(facts))


def _has_nobody_to_ask(facts: NetworkFacts) -> bool:
    return facts.is_reachable is None and facts.unknown_s >= PATIENCE_S


def _has_relay(facts: NetworkFacts) -> bool:
    return any(use.is_reserved for use in facts.relays)


def _is_behind_two_routers(facts: NetworkFacts) -> bool:
    """What this router says is its outer address is not the one that others see."""
    mapped, seen = facts.mapped_address, facts.public_address
    return mapped is not None and seen is not None and mapped.host != seen.host


def _is_hard(facts: NetworkFacts) -> bool:
    return facts.mapping in _DEPENDENT or _is_behind_two_routers(facts)


_RULES: tuple[tuple[NetworkCode, Callable[[NetworkFacts], bool]], ...] = (
    (NetworkCode.NO_NETWORK, _has_no_network),
    (NetworkCode.OUTDATED, _is_cut_off(Greeted.OUTDATED)),
    (NetworkCode.REFUSED, _is_cut_off(Greeted.REFUSED)),
    (NetworkCode.WRONG_PEER, _is_cut_off(Greeted.WRONG_PEER)),
    (NetworkCode.NAMES_UNRESOLVED, _is_cut_off(Greeted.UNRESOLVED)),
    (NetworkCode.NOTHING_PASSES, _gets_nothing_through),
    (NetworkCode.BOOTSTRAP_SILENT, _is_cut_off(Greeted.SILENT)),
    (NetworkCode.CLOCK_WRONG, _has_wrong_clock),
    (NetworkCode.UDP_BLOCKED, _is_tunnelled),
    (NetworkCode.CLIENT_MODE, _is_client),
    (NetworkCode.DIRECT, lambda facts: facts.is_reachable is True),
    (NetworkCode.RELAYED, _has_relay),
    (NetworkCode.HARD_NAT, lambda facts: facts.is_reachable is False and _is_hard(facts)),
    (NetworkCode.UNREACHABLE, lambda facts: facts.is_reachable is False),
)


# --- the words


def _sentence(code: NetworkCode, facts: NetworkFacts) -> Saying:
    where = _listed(facts.unreached)
    return {
        NetworkCode.NO_NETWORK: say("This computer has no way to the internet.")
        if facts.has_network
        else say("This computer is connected to no network."),
        NetworkCode.OUTDATED: say(
            "The Idlewild here and that of the other computers do not understand each other, "
            "because one of them is too old."
        ),
        NetworkCode.REFUSED: _refused(facts.refusal),
        NetworkCode.WRONG_PEER: say(
            "Where the collaboration's computers should be{where}, there is another one now.", where=where
        ),
        NetworkCode.NAMES_UNRESOLVED: say(
            "The names of the collaboration's computers{where} cannot be looked up.", where=where
        ),
        NetworkCode.NOTHING_PASSES: say("Nobody answers{where}, neither over UDP nor over TCP.", where=where),
        NetworkCode.BOOTSTRAP_SILENT: say("None of the computers that this one knows of answers{where}.", where=where),
        NetworkCode.CLOCK_WRONG: _skewed(facts.clock_skew_s or 0.0),
        NetworkCode.UDP_BLOCKED: say(
            "This network lets no UDP through, so everything takes a slower way over a relay."
        ),
        NetworkCode.CLIENT_MODE: say("This computer connects to others and accepts no connections, as you chose."),
        NetworkCode.DIRECT: say("Other computers reach this one directly."),
        NetworkCode.RELAYED: _relayed(facts),
        NetworkCode.HARD_NAT: say(
            "Other computers cannot reach this one, because {obstacle}, and there is no relay.",
            obstacle=_obstacle(facts),
        ),
        NetworkCode.UNREACHABLE: say(
            "Other computers cannot reach this one, because the router or firewall lets nobody in unasked, "
            "and there is no relay."
        ),
        NetworkCode.FINDING_OUT: say("Nobody has come yet who could tell whether other computers reach this one.")
        if _has_nobody_to_ask(facts)
        else say("Idlewild is still finding out how other computers can reach this one."),
    }[code]


def _action(code: NetworkCode, facts: NetworkFacts) -> Saying:
    return {
        NetworkCode.NO_NETWORK: say("Connect this computer to a network, by cable or Wi-Fi."),
        NetworkCode.OUTDATED: say("Install the newest Idlewild."),
        NetworkCode.REFUSED: say("Ask the collaboration's organiser to let you in."),
        NetworkCode.WRONG_PEER: say("Ask whoever invited you for a new invitation."),
        NetworkCode.NAMES_UNRESOLVED: say(
            "Check whether a web page opens on this computer; if none does, mend its internet connection."
        ),
        NetworkCode.NOTHING_PASSES: say("Allow Idlewild in the firewall of this computer or network."),
        NetworkCode.BOOTSTRAP_SILENT: say("Ask whoever invited you for a new invitation."),
        NetworkCode.CLOCK_WRONG: say("Let this computer set its clock by itself, in the system's settings."),
        NetworkCode.UDP_BLOCKED: say("Allow outgoing UDP in the firewall, if this network is yours."),
        NetworkCode.HARD_NAT: say("Ask your internet provider for a public IPv4 address or for IPv6."),
        NetworkCode.UNREACHABLE: _let_through(facts),
        NetworkCode.FINDING_OUT: say(
            "Invite somebody outside your own network; as soon as one has come, Idlewild finds it out by itself."
        )
        if _has_nobody_to_ask(facts)
        else NOTHING_TO_DO,
    }.get(code, NOTHING_TO_DO)


def _let_through(facts: NetworkFacts) -> Saying:
    if not facts.listen:
        return say(
            "Let Idlewild's UDP port through to this computer in the router's settings, or switch on UPnP there."
        )
    return say(
        "Let UDP port {port} through to this computer in the router's settings, or switch on UPnP there.",
        port=str(facts.listen[0].port),
    )


def _listed(places: Sequence[str]) -> str:
    """In brackets, a few of them; empty for none."""
    if not places:
        return ""
    more = len(places) - _PLACES_NAMED
    return f" ({', '.join(map(place_words, places[:_PLACES_NAMED]))}{f', +{more}' if more > 0 else ''})"


def _refused(reason: str) -> Saying:
    short = reason.strip().rstrip(".")[:_REASON_CHARACTERS]
    if not short:
        return say("The collaboration does not let this computer in.")
    return say("The collaboration does not let this computer in: {why}.", why=understood(short))


def _relayed(facts: NetworkFacts) -> Saying:
    if facts.is_reachable is False or _is_hard(facts):
        return say("Other computers reach this one through a relay, because {obstacle}.", obstacle=_obstacle(facts))
    return say("Other computers reach this one through a relay; whether they could do so directly is not known yet.")


def _obstacle(facts: NetworkFacts) -> Saying:
    """The router's fault, as the end of a sentence."""
    if _is_behind_two_routers(facts):
        return say("it is behind two routers, or behind one of the internet provider's")
    if facts.mapping in _DEPENDENT:
        return say("the router gives every connection another port (symmetric NAT)")
    if facts.mapping is Behaviour.NONE:
        return say("a firewall lets nobody in unasked")
    return say("the router lets nobody in unasked")


def _skewed(skew_s: float) -> Saying:
    if skew_s > 0:
        return say("This computer's clock is {off_s} ahead of the other computers'.", off_s=skew_s)
    return say("This computer's clock is {off_s} behind the other computers'.", off_s=-skew_s)


# --- what else there is


def _find_clock(facts: NetworkFacts, code: NetworkCode) -> Saying:
    is_off = facts.clock_skew_s is not None and abs(facts.clock_skew_s) > CLOCK_REMARK_S
    is_news = is_off and code is not NetworkCode.CLOCK_WRONG
    return _sentence(NetworkCode.CLOCK_WRONG, facts) if is_news else NOTHING


def _find_blocked_udp(facts: NetworkFacts, code: NetworkCode) -> Saying:
    is_news = facts.udp_works is False and code is not NetworkCode.UDP_BLOCKED
    return say("Nobody has answered over UDP.") if is_news else NOTHING


def _find_client_mode(facts: NetworkFacts, code: NetworkCode) -> Saying:
    is_news = not facts.accepts_links and code is not NetworkCode.CLIENT_MODE
    return _sentence(NetworkCode.CLIENT_MODE, facts) if is_news else NOTHING


def _find_silent(facts: NetworkFacts, code: NetworkCode) -> Saying:
    if not (facts.links and facts.unreached):
        return NOTHING
    return say("Some known places cannot be reached{where}.", where=_listed(facts.unreached))


def _find_nat(facts: NetworkFacts, code: NetworkCode) -> Saying:
    words = nat_words(facts)
    return say("The router's kind (NAT): {nat}.", nat=words) if words else NOTHING


def _find_mapping(facts: NetworkFacts, code: NetworkCode) -> Saying:
    if not facts.port_mapping:
        return NOTHING
    return say("The router has opened a port for Idlewild ({protocol}).", protocol=facts.port_mapping)


def _find_v6(facts: NetworkFacts, code: NetworkCode) -> Saying:
    address = facts.public_address_v6
    return say("IPv6 works, as {address}.", address=str(address)) if address is not None else NOTHING


def _find_relaying(facts: NetworkFacts, code: NetworkCode) -> Saying:
    return say("This computer relays for others.") if facts.relays_for_others else NOTHING


def _find_neighbours(facts: NetworkFacts, code: NetworkCode) -> Saying:
    if facts.lan_peers < 1:
        return NOTHING
    if facts.lan_peers == 1:
        return say("1 other peer is in the same home network.")
    return say("{peers} other peers are in the same home network.", peers=facts.lan_peers)


_FINDINGS = (
    _find_clock,
    _find_blocked_udp,
    _find_client_mode,
    _find_silent,
    _find_nat,
    _find_mapping,
    _find_v6,
    _find_relaying,
    _find_neighbours,
)
