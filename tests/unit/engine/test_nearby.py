"""What somebody who looks for a collaboration at home is shown."""

import pytest

from core.collaboration.invitation import Invitation
from core.engine.nearby import SHOWN, is_readable, nearby_of, offer_of
from core.identity.ids import Digest, PeerId, RunId
from core.identity.keys import Identity
from core.identity.manifest import Access, AdamW, CausalLm, Manifest, Schedule
from core.nat.lan import Neighbour
from core.nat.nearby import Found
from core.nat.offers import Offer
from core.transport.api import Address

RUN, ORGANISER = RunId(b"r" * 32), PeerId(b"o" * 32)
ME, ONE, TWO = (PeerId(bytes([number]) * 32) for number in range(3))


def found(by: PeerId, *hosts: str, name: str = "sahajBERT", run: RunId = RUN) -> Found:
    return Found(Offer(run, ORGANISER, name), Neighbour(by, tuple(Address(host, 47100) for host in hosts)))


def test_the_invitation_leads_to_who_told() -> None:
    (nearby,) = nearby_of([found(ONE, "192.168.1.20", "fd00::5")], ME)
    assert (nearby.run, nearby.name, nearby.peer) == (RUN.text, "sahajBERT", ONE.short)
    assert Invitation.parse(nearby.link) == Invitation(
        RUN, ORGANISER, (Address("192.168.1.20", 47100), Address("fd00::5", 47100))
    )


def test_several_peers_of_one_run_are_one_entry_with_an_address_of_each() -> None:
    told = [
        found(TWO, "192.168.1.22", name="true"),
        found(ONE, "192.168.1.20", "192.168.1.21", "192.168.1.23", name="liar"),
        found(PeerId(b"3" * 32), "192.168.1.24", name="true"),
        found(ME, "192.168.1.2", name="true"),
    ]
    (nearby,) = nearby_of(told, ME)
    assert nearby.name == "true"
    hosts = [place.host for place in Invitation.parse(nearby.link).bootstrap if isinstance(place, Address)]
    assert hosts == ["192.168.1.20", "192.168.1.22", "192.168.1.24"]


def test_ones_own_is_left_out_and_few_are_shown() -> None:
    assert nearby_of([found(ME, "192.168.1.2")], ME) == []
    crowd = [found(ONE, "192.168.1.20", run=RunId(Digest.of(b"%d" % number).raw)) for number in range(200)]
    assert len(nearby_of(crowd, ME)) == SHOWN


def test_a_place_that_no_link_can_say_is_passed_over() -> None:
    assert nearby_of([found(ONE, "a,b&c=d")], ME) == []
    assert not is_readable(Invitation(RUN, ORGANISER, (Address("x" * 3_000, 1),)))


@pytest.mark.parametrize(
    ("access", "accepts_links", "is_told"),
    [
        (Access(), True, True),
        (Access(), False, False),
        (Access(policy="invite", token_digest=Digest(bytes(32))), True, False),
        (Access(policy="allow-list", peers=(ONE,)), True, False),
        (Access(policy="something newer"), True, False),
    ],
)
def test_what_is_not_open_to_everybody_is_not_told(access: Access, accepts_links: bool, is_told: bool) -> None:
    organiser = Identity.from_seed(bytes(32))
    manifest = Manifest(
        name="Fables",
        description="",
        language="en",
        licence="CC0",
        organiser=organiser.public_key,
        task=CausalLm(model={}, sequence_tokens=8),
        initial_weights=Digest(bytes(32)),
        elements=1,
        shards=(),
        seed=1,
        optimizer=AdamW(learning_rate=0.1),
        schedule=Schedule(kind="constant", warmup_steps=0, total_steps=1),
        target_batch=1,
        access=access,
    )
    offer = offer_of(RUN, manifest, accepts_links=accepts_links)
    assert offer == (Offer(RUN, organiser.peer_id, "Fables") if is_told else None)
