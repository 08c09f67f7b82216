"""The network's part of `idlewild check`: what this computer has, and who of a collaboration answers."""

import asyncio
import contextlib
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path as FilePath

from core.collaboration.invitation import Invitation
from core.collaboration.signing import open_manifest
from core.errors import LocalFault, PeerFault
from core.identity.ids import PeerId, RunId
from core.identity.keys import Identity
from core.identity.keystore import load_identity, peer_id_of
from core.ipc.messages import Finding, Network, NetworkState
from core.nat.diagnosis import NOTHING_TO_DO, NetworkCode, place_words
from core.nat.facts import Greeted, NetworkFacts
from core.nat.interfaces import look_around
from core.paths import Home
from core.storage.database import Database
from core.storage.runs import RunRecord, Runs
from core.storage.settings import LISTEN_PORT, Settings
from core.transport.api import Address, Path, PathKind, Place, Relayed, parse_place

CALL_S = 4.5
LOOK_S = 4.0
"""After the calls: for what those who answered see of this computer."""
NAMES_S = 1.5
KEYRING_S = 5.0
KNOWN_PEERS = 8
CALLS = 24
"""Places that are called on, at most."""
SOME_NAME = "a.root-servers.net"
"""Looked up where the collaboration has no names: every name service knows it."""


@dataclass(frozen=True, slots=True)
class Goal:
    """Whom to call on: each place, and who should be there."""

    run: RunId
    token: bytes
    places: dict[Place, PeerId | None]
    is_host: bool
    port: int = 0
    """Where the engine listens when it runs."""


def goal_of(home: FilePath, link: str | None) -> Goal | None:
    """The invitation's, else that of the collaboration which the home is in. Raises `LocalFault`."""
    if link is not None:
        invitation = Invitation.parse(link)
        return Goal(invitation.run, invitation.token or b"", _asked(invitation.bootstrap, invitation.organiser), False)
    path = Home(home).database
    if not path.exists():
        return None
    with Database.open(path, read_only=True) as database:
        runs = Runs(database)
        record = runs.active()
        known = runs.known_peers(record.run, KNOWN_PEERS) if record is not None else []
        port = Settings(database).get(LISTEN_PORT)
    if record is None:
        return None
    # Who hosts is at the manifest's places itself.
    places = {} if record.is_host else _bootstrap(record)
    places |= {place: one.peer for one in known for place in one.addresses[:2]}
    return Goal(record.run, record.token or b"", dict(list(places.items())[:CALLS]), record.is_host, port)


def _bootstrap(record: RunRecord) -> dict[Place, PeerId | None]:
    try:
        manifest = open_manifest(record.signed, record.run)
    except PeerFault as fault:
        raise LocalFault(f"The collaboration's manifest cannot be used: {fault}; update Idlewild.") from fault
    return _asked([parse_place(text) for text in manifest.bootstrap], PeerId.of_key(manifest.organiser))


def _asked(places: Sequence[Place], organiser: PeerId) -> dict[Place, PeerId | None]:
    """Through a relay only the organiser can be asked for; elsewhere whoever answers is welcome."""
    return {place: organiser if isinstance(place, Relayed) else None for place in places}


def interface_findings() -> Iterator[Finding]:
    try:
        surroundings = look_around()
    except OSError as fault:
        yield Finding(kind="note", sentence=f"The network's interfaces cannot be read ({fault.strerror}).")
        return
    for name, family, loopback, own in (
        ("IPv4", socket.AF_INET, "127.0.0.1", surroundings.source_v4),
        ("IPv6", socket.AF_INET6, "::1", surroundings.source_v6),
    ):
        if not _can_bind(family, loopback):
            is_needed = family == socket.AF_INET
            sentence = f"{name} is switched off on this computer."
            yield Finding(kind="bad" if is_needed else "note", sentence=sentence)
        elif own is not None:
            yield Finding(kind="good", sentence=f"{name} works; this computer's address is {own}.")
        else:
            sentence = f"{name} reaches only this computer: there is no route to other networks."
            yield Finding(kind="note", sentence=sentence)


def _can_bind(family: socket.AddressFamily, address: str) -> bool:
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as one:
            one.bind((address, 0))
    except OSError:
        return False
    return True


def names_finding(goal: Goal | None) -> Finding:
    """Whether names can be looked up; those of the collaboration where it has any."""
    hosts = {_address_of(place).host for place in goal.places} if goal is not None else set()
    names = sorted(host for host in hosts if not _is_numeric(host)) or [SOME_NAME]
    unknown = _unknown(names)
    if not unknown:
        return Finding(kind="good", sentence="Names can be looked up.")
    sentence = f"The name service does not answer for {', '.join(unknown)}; only numeric addresses can be reached."
    return Finding(kind="note", sentence=sentence)


def _address_of(place: Place) -> Address:
    return place if isinstance(place, Address) else place.address


def _is_numeric(host: str) -> bool:
    try:
        socket.getaddrinfo(host, None, flags=socket.AI_NUMERICHOST)
    except (OSError, UnicodeError):
        return False
    return True


def _unknown(names: Sequence[str]) -> list[str]:
    """In threads that are left behind where the system takes its time."""
    found: set[str] = set()

    def look_up(name: str) -> None:
        with contextlib.suppress(OSError, UnicodeError):
            socket.getaddrinfo(name, None)
            found.add(name)

    threads = [threading.Thread(target=look_up, args=(name,), daemon=True, name="look up") for name in names]
    for thread in threads:
        thread.start()
    give_up_s = time.monotonic() + NAMES_S
    for thread in threads:
        thread.join(max(0.0, give_up_s - time.monotonic()))
    return [name for name in names if name not in found]


def call_on(goal: Goal, home: FilePath, *, is_running: bool) -> tuple[list[Finding], Network]:
    """Dials the goal's places for real, for at most `CALL_S` and `LOOK_S`. Raises `LocalFault`."""
    # Not needed for anything else, and slow to load.
    from core.engine.probing import Call, ProbeTerms, probe
    from core.engine.reporting import network_of

    calls = [Call(place, peer) for place, peer in goal.places.items()]
    identity = _identity(Home(home), is_running=is_running)
    terms = ProbeTerms(call_s=CALL_S, look_s=LOOK_S, port=goal.port, expects_others=not goal.is_host)
    found = asyncio.run(probe(identity, Home(home), goal.run, goal.token, calls, terms))
    findings = []
    for answer in found.answers:
        where = place_words(str(answer.places[0]))
        if answer.path is not None:
            delay = f"{1000 * answer.round_trip_s:.0f} ms away"
            sentence = f"Peer {answer.peer} answers at {where} and lets this computer in: {_way(answer.path)}, {delay}."
            findings.append(Finding(kind="good", sentence=sentence))
        else:
            findings.append(Finding(kind="note", sentence=f"{_in_vain(where, answer.outcome)}."))
    return findings, network_of(found.facts)


def _way(path: Path) -> str:
    return {
        PathKind.DIRECT: "directly",
        PathKind.PUNCHED: "directly, through opened routers",
        PathKind.RELAYED: "through a relay",
        PathKind.TUNNELLED: "over TCP",
    }[path.kind]


def at_rest() -> Network:
    """What can be said where there is nobody to call on."""
    from core.engine.reporting import network_of

    try:
        return network_of(NetworkFacts(has_network=look_around().has_network))
    except OSError:
        return network_of(NetworkFacts())


def _in_vain(place: str, outcome: Greeted) -> str:
    return {
        Greeted.REFUSED: f"At {place} a peer answers and does not let this computer in",
        Greeted.OUTDATED: f"At {place} a peer answers with another version of Idlewild, which does not fit this one",
        Greeted.WRONG_PEER: f"At {place} another peer than the expected one answers",
        Greeted.UNRESOLVED: f"The address of {place} cannot be looked up, or is of a kind that this computer lacks",
    }.get(outcome, f"Nobody answers at {place}")


def _identity(home: Home, *, is_running: bool) -> Identity:
    """The home's own, so that a list of those allowed is asked about the right peer. Not while an engine uses it,
    whose links would be taken for old ones; and none is made for a mere check."""
    if is_running or peer_id_of(home) is None:
        return Identity.generate()
    return load_identity(home, timeout_s=KEYRING_S)[0]


def network_findings(network: Network, *, wants_others: bool, is_running: bool) -> Iterator[Finding]:
    """The diagnosis in words. `wants_others`: whether it takes others to take part."""
    if network.code == NetworkCode.FINDING_OUT and not is_running:
        if network.links:
            sentence = "Whether others can reach this computer from outside shows once an engine runs."
            yield Finding(kind="note", sentence=sentence)
        return
    is_blocked = network.state is NetworkState.BLOCKED
    kind = "good" if network.state is NetworkState.WELL else "bad" if is_blocked and wants_others else "note"
    action = "" if network.action == str(NOTHING_TO_DO) else f" {network.action}"
    yield Finding(kind=kind, sentence=f"{network.sentence}{action} [{network.code}]")
    for sentence in network.findings:
        yield Finding(kind="note" if network.state is not NetworkState.WELL else "good", sentence=sentence)
