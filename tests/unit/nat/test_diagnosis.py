"""Facts of a network, and what is said of them."""

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as some

from core.identity.ids import PeerId
from core.nat.diagnosis import (
    NOTHING_TO_DO,
    PATIENCE_S,
    Diagnosis,
    NetworkCode,
    Severity,
    diagnose,
    findings,
    nat_words,
    reached_by,
)
from core.nat.facts import Behaviour, Greeted, LinkFacts, NetworkFacts, RelayUse
from core.transport.api import Address, Path, PathKind, Relayed, Tunnelled

HERE, THERE = Address("198.51.100.7", 47100), Address("203.0.113.5", 7777)
PEER, RELAY = PeerId(bytes(32)), PeerId(bytes([1] * 32))
EI, ADP = Behaviour.ENDPOINT_INDEPENDENT, Behaviour.ADDRESS_AND_PORT_DEPENDENT


def a_link(kind: PathKind = PathKind.DIRECT) -> LinkFacts:
    relay = RELAY if kind in (PathKind.RELAYED, PathKind.TUNNELLED) else None
    return LinkFacts(PEER, Path(kind, THERE, relay), 0.04, 0.0, 0.0)


def a_relay(kind: PathKind = PathKind.DIRECT, *, is_reserved: bool = True) -> RelayUse:
    return RelayUse(RELAY, Path(kind, THERE), is_reserved)


LINKED = NetworkFacts(
    has_network=True, udp_works=True, listen=(HERE,), public_address=HERE, links=(a_link(),), greeted=Greeted.LINKED
)
CUT_OFF = NetworkFacts(has_network=True, listen=(HERE,), unreached=(str(THERE),))


def but(facts: NetworkFacts, **changes: object) -> NetworkFacts:
    return dataclasses.replace(facts, **changes)  # type: ignore[arg-type]


BEHIND = but(LINKED, is_reachable=False, relays=(a_relay(),))

CASES = [
    (NetworkFacts(), NetworkCode.FINDING_OUT),
    (NetworkFacts(has_network=True), NetworkCode.FINDING_OUT),
    (LINKED, NetworkCode.FINDING_OUT),
    (but(LINKED, relays=(a_relay(is_reserved=False),)), NetworkCode.FINDING_OUT),
    (NetworkFacts(has_network=False, greeted=Greeted.SILENT), NetworkCode.NO_NETWORK),
    (but(LINKED, has_network=False, is_reachable=True), NetworkCode.DIRECT),  # peers on this very computer
    (but(CUT_OFF, greeted=Greeted.OUTDATED), NetworkCode.OUTDATED),
    (but(CUT_OFF, greeted=Greeted.REFUSED, refusal="by invitation only"), NetworkCode.REFUSED),
    (but(CUT_OFF, greeted=Greeted.WRONG_PEER), NetworkCode.WRONG_PEER),
    (but(CUT_OFF, greeted=Greeted.UNRESOLVED), NetworkCode.NAMES_UNRESOLVED),
    (but(CUT_OFF, greeted=Greeted.SILENT), NetworkCode.BOOTSTRAP_SILENT),
    (but(CUT_OFF, greeted=Greeted.SILENT, udp_works=False), NetworkCode.BOOTSTRAP_SILENT),
    (but(CUT_OFF, greeted=Greeted.SILENT, unreached=(str(THERE), f"tls/{THERE}")), NetworkCode.BOOTSTRAP_SILENT),
    (
        but(CUT_OFF, greeted=Greeted.SILENT, unreached=("tls/a.example:1", "tls/a.example:443")),
        NetworkCode.BOOTSTRAP_SILENT,
    ),
    (but(CUT_OFF, greeted=Greeted.SILENT, unreached=("tls/[::1]:1", f"tls/{THERE}")), NetworkCode.NOTHING_PASSES),
    (
        but(CUT_OFF, greeted=Greeted.SILENT, unreached=("tls/[::1]:1", f"tls/{THERE}"), udp_works=True),
        NetworkCode.BOOTSTRAP_SILENT,
    ),
    (but(LINKED, greeted=Greeted.SILENT, is_reachable=True), NetworkCode.DIRECT),  # others let it in since
    (but(LINKED, is_reachable=True, clock_skew_s=-121.0), NetworkCode.CLOCK_WRONG),
    (but(LINKED, is_reachable=True, clock_skew_s=120.0), NetworkCode.DIRECT),
    (but(LINKED, udp_works=False, is_reachable=False), NetworkCode.UDP_BLOCKED),
    (but(LINKED, udp_works=None, links=(a_link(PathKind.TUNNELLED),)), NetworkCode.FINDING_OUT),  # the other's tunnel
    (but(LINKED, is_reachable=True, links=(a_link(), a_link(PathKind.TUNNELLED))), NetworkCode.DIRECT),
    (but(LINKED, accepts_links=False), NetworkCode.CLIENT_MODE),
    (but(LINKED, accepts_links=False, is_reachable=False, mapping=ADP), NetworkCode.CLIENT_MODE),
    (NetworkFacts(accepts_links=False), NetworkCode.FINDING_OUT),
    (NetworkFacts(accepts_links=False, unknown_s=PATIENCE_S), NetworkCode.CLIENT_MODE),
    (NetworkFacts(has_network=True, unknown_s=PATIENCE_S), NetworkCode.FINDING_OUT),
    (but(LINKED, relays=(a_relay(),), unknown_s=PATIENCE_S), NetworkCode.RELAYED),
    (but(LINKED, is_reachable=True, relays=(a_relay(),)), NetworkCode.DIRECT),
    (but(LINKED, is_reachable=False, relays=(a_relay(),), mapping=ADP), NetworkCode.RELAYED),
    (but(LINKED, relays=(a_relay(),)), NetworkCode.RELAYED),
    (but(LINKED, is_reachable=False, mapping=ADP), NetworkCode.HARD_NAT),
    (
        but(LINKED, is_reachable=False, mapping=EI, mapped_address=Address("100.64.3.2", 47100)),
        NetworkCode.HARD_NAT,
    ),
    (but(LINKED, is_reachable=False, mapping=EI, mapped_address=HERE), NetworkCode.UNREACHABLE),
    (but(LINKED, is_reachable=False), NetworkCode.UNREACHABLE),
]


@pytest.mark.parametrize(("facts", "code"), CASES)
def test_facts_have_their_code(facts: NetworkFacts, code: NetworkCode) -> None:
    assert diagnose(facts).code is code


def test_who_has_waited_long_enough_is_told_what_is_missing() -> None:
    early, late = diagnose(NetworkFacts(unknown_s=PATIENCE_S - 1.0)), diagnose(but(LINKED, unknown_s=PATIENCE_S))
    assert (str(early.sentence).split()[:4], early.action) == (["Idlewild", "is", "still", "finding"], NOTHING_TO_DO)
    assert str(late.sentence).startswith("Nobody has come yet who could tell")
    assert str(late.action).startswith("Invite somebody")
    assert late.severity is Severity.UNKNOWN


def test_every_code_can_be_had_and_there_are_fifteen_at_most() -> None:
    assert {code for _, code in CASES} == set(NetworkCode)
    assert len(NetworkCode) <= 15


def test_each_code_has_its_own_words() -> None:
    said = {code: diagnose(facts) for facts, code in reversed(CASES)}
    assert len({str(diagnosis.sentence) for diagnosis in said.values()}) == len(NetworkCode)
    assert all(said[code].action == NOTHING_TO_DO for code in said if said[code].severity is Severity.WELL)
    assert all(said[code].action != NOTHING_TO_DO for code in said if said[code].severity is Severity.BLOCKED)
    assert {diagnosis.severity for diagnosis in said.values()} == set(Severity)


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        (but(CUT_OFF, greeted=Greeted.REFUSED, refusal="by invitation only."), "in: by invitation only."),
        (but(CUT_OFF, greeted=Greeted.REFUSED), "does not let this computer in."),
        (but(CUT_OFF, greeted=Greeted.SILENT), "answers (203.0.113.5:7777)."),
        (but(CUT_OFF, greeted=Greeted.SILENT, unreached=tuple("abcde")), "answers (a, b, c, +2)."),
        (
            but(CUT_OFF, greeted=Greeted.SILENT, unreached=(str(Relayed(RELAY, THERE)), str(Tunnelled(THERE)))),
            f"({THERE} through relay {RELAY.short}, {THERE} over TCP)",
        ),
        (but(LINKED, clock_skew_s=300.0), "5 min ahead of"),
        (but(LINKED, clock_skew_s=-86_400.0), "1 d 0 h behind"),
        (but(LINKED, relays=(a_relay(),), mapping=ADP), "because the router gives every connection another port"),
        (but(BEHIND, mapping=Behaviour.NONE), "because a firewall"),
        (but(LINKED, relays=(a_relay(),), mapping=Behaviour.NONE), "directly is not known yet"),
        (but(LINKED, relays=(a_relay(),), mapped_address=THERE), "because it is behind two routers"),
        (but(BEHIND, mapping=EI), "because the router lets nobody in"),
    ],
)
def test_sentences_say_what_is_known(facts: NetworkFacts, words: str) -> None:
    assert words in str(diagnose(facts).sentence)


def test_the_port_to_open_is_named() -> None:
    assert "UDP port 47100" in str(diagnose(but(LINKED, is_reachable=False)).action)
    assert "Idlewild's UDP port" in str(diagnose(but(LINKED, is_reachable=False, listen=())).action)


@pytest.mark.parametrize(
    ("mapping", "filtering", "words"),
    [
        (Behaviour.UNKNOWN, ADP, ""),
        (Behaviour.NONE, Behaviour.NONE, "none"),
        (Behaviour.NONE, EI, "none"),
        (Behaviour.NONE, ADP, "none, with a firewall"),
        (EI, EI, "full cone"),
        (EI, Behaviour.ADDRESS_DEPENDENT, "address-restricted"),
        (EI, ADP, "port-restricted"),
        (EI, Behaviour.UNKNOWN, "cone"),
        (Behaviour.ADDRESS_DEPENDENT, ADP, "symmetric"),
        (ADP, Behaviour.UNKNOWN, "symmetric"),
    ],
)
def test_kinds_of_router(mapping: Behaviour, filtering: Behaviour, words: str) -> None:
    assert nat_words(NetworkFacts(mapping=mapping, filtering=filtering)) == words


@pytest.mark.parametrize(
    ("facts", "way"),
    [
        (NetworkFacts(), "unknown"),
        (LINKED, "unknown"),
        (but(LINKED, is_reachable=True, relays=(a_relay(),)), "direct"),
        (but(LINKED, is_reachable=False, relays=(a_relay(),)), "relayed"),
        (but(LINKED, relays=(a_relay(PathKind.TUNNELLED),)), "tunnelled"),
        (but(LINKED, relays=(a_relay(PathKind.TUNNELLED), a_relay())), "relayed"),
        (but(LINKED, is_reachable=False, relays=(a_relay(is_reserved=False),)), "none"),
        (but(LINKED, accepts_links=False, is_reachable=True), "none"),
    ],
)
def test_how_others_get_here(facts: NetworkFacts, way: str) -> None:
    assert reached_by(facts) == way


def test_findings_add_what_the_diagnosis_leaves_out() -> None:
    facts = but(
        LINKED,
        is_reachable=True,
        clock_skew_s=30.0,
        mapping=EI,
        filtering=ADP,
        port_mapping="upnp",
        public_address_v6=Address("2001:db8::7", 47100),
        relays_for_others=True,
        lan_peers=1,
        unreached=("a:1",),
    )
    text = "\n".join(map(str, findings(facts)))
    for words in (
        "30 s ahead of",
        "port-restricted",
        "upnp",
        "[2001:db8::7]:47100",
        "relays",
        "1 other",
        "(a:1)",
    ):
        assert words in text
    assert findings(NetworkFacts()) == ()
    assert findings(but(LINKED, clock_skew_s=300.0)) == ()


addresses = some.none() | some.builds(Address, some.text(max_size=40), some.integers(0, 65535))
paths = some.builds(Path, some.sampled_from(PathKind), some.just(THERE), some.sampled_from([None, RELAY]))
facts_at_random = some.builds(
    NetworkFacts,
    has_network=some.sampled_from([None, True, False]),
    udp_works=some.sampled_from([None, True, False]),
    listen=some.sampled_from([(), (HERE,)]),
    accepts_links=some.booleans(),
    is_reachable=some.sampled_from([None, True, False]),
    unknown_s=some.floats(0.0, 2 * PATIENCE_S),
    public_address=addresses,
    public_address_v6=addresses,
    mapping=some.sampled_from(Behaviour),
    filtering=some.sampled_from(Behaviour),
    port_mapping=some.text(max_size=9),
    mapped_address=addresses,
    relays=some.lists(some.builds(RelayUse, some.just(RELAY), paths, some.booleans()), max_size=3).map(tuple),
    relays_for_others=some.booleans(),
    links=some.lists(paths.map(lambda path: LinkFacts(PEER, path, 0.0, 0.0, 0.0)), max_size=3).map(tuple),
    lan_peers=some.integers(0, 99),
    clock_skew_s=some.none() | some.floats(),
    greeted=some.sampled_from(Greeted),
    refusal=some.text(max_size=999),
    unreached=some.lists(some.text(max_size=60), max_size=9).map(tuple),
)


@given(facts_at_random)
def test_whatever_is_known_there_is_one_diagnosis_in_words(facts: NetworkFacts) -> None:
    diagnosis = diagnose(facts)
    assert isinstance(diagnosis, Diagnosis)
    assert diagnosis.code in NetworkCode
    assert str(diagnosis.sentence).endswith(".")
    assert str(diagnosis.action).endswith(".")
    assert len(str(diagnosis.sentence)) < 600
    assert diagnose(facts) == diagnosis
    assert diagnosis.sentence not in findings(facts)
    assert all(str(sentence).endswith(".") for sentence in findings(facts))
    assert diagnosis.severity in Severity
    assert reached_by(facts) in {"direct", "relayed", "tunnelled", "none", "unknown"}
