"""What an invitation names."""

from core.engine.reporting import invited_places
from core.identity.ids import PeerId
from core.transport.api import Address, Relayed, Tunnelled

OWN = [Address(f"192.0.2.{n}", 4433) for n in range(5)]
RELAYED = [Relayed(PeerId(bytes([n]) * 32), Address(f"198.51.100.{n}", 4433)) for n in range(3)]
PLACES = [*OWN, Tunnelled(OWN[0]), *RELAYED]


def test_the_organiser_can_be_asked_for_through_relays():
    assert invited_places(PLACES, is_organiser=True) == (*OWN[:3], *RELAYED[:2])


def test_another_peers_guest_is_let_in_by_its_relays():
    assert invited_places(PLACES, is_organiser=False) == (*OWN[:3], RELAYED[0].address, RELAYED[1].address)


def test_who_cannot_be_reached_at_all_invites_nobody():
    assert invited_places([], is_organiser=True) == ()
