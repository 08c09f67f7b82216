"""Open collaborations in the home network, as somebody who looks for one to join is shown them."""

from collections.abc import Sequence

from core.collaboration.invitation import LINK_CHARACTERS, Invitation
from core.errors import UsageError
from core.identity.ids import PeerId, RunId
from core.identity.manifest import Manifest
from core.ipc.records import Nearby
from core.nat.nearby import Found
from core.nat.offers import Offer, commonest

SHOWN = 50
_PLACES = 3
"""In an invitation: it has to fit a link, and one of them answers."""


def offer_of(run: RunId, manifest: Manifest, *, accepts_links: bool) -> Offer | None:
    """What this peer may tell everybody of its collaboration; None where it is not open to everybody, or this peer
    lets nobody in."""
    if manifest.access.policy != "open" or not accepts_links:
        return None
    return Offer(run, PeerId.of_key(manifest.organiser), manifest.name)


def nearby_of(found: Sequence[Found], me: PeerId) -> list[Nearby]:
    """By name; a collaboration of which several peers tell is one. What this peer tells itself is left out."""
    groups: dict[tuple[RunId, PeerId], list[Found]] = {}
    for one in sorted(found, key=lambda one: one.by.peer):
        if one.by.peer != me:
            groups.setdefault((one.offer.run, one.offer.organiser), []).append(one)
    shown = [nearby for group in groups.values() if (nearby := _as_one(group)) is not None]
    return sorted(shown, key=lambda nearby: (nearby.name, nearby.run))[:SHOWN]


def _as_one(group: Sequence[Found]) -> Nearby | None:
    offer = group[0].offer
    # First one address of each peer, since one that is gone takes all of its own with it.
    addresses = sorted(
        ((rank, place) for one in group for rank, place in enumerate(one.by.addresses)), key=lambda ranked: ranked[0]
    )
    places = tuple(dict.fromkeys(place for _, place in addresses))[:_PLACES]
    invitation = Invitation(offer.run, offer.organiser, places)
    if not is_readable(invitation):
        return None
    name = commonest([one.offer.name for one in group])
    return Nearby(run=offer.run.text, name=name, link=invitation.link, peer=group[0].by.peer.short)


def is_readable(invitation: Invitation) -> bool:
    """Whether its link says what it says: addresses are other people's words."""
    try:
        return len(invitation.link) <= LINK_CHARACTERS and Invitation.parse(invitation.link) == invitation
    except UsageError:
        return False
