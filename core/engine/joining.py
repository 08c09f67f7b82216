"""What a peer needs before it can take part in a run, fetched from peers and checked: manifest, then objects."""

import logging
from collections.abc import Callable, Sequence

from core.collaboration.invitation import Invitation
from core.collaboration.shards import OnProgress
from core.collaboration.signing import ManifestFault, NewerManifest, open_manifest
from core.data.exchange import fetch_object
from core.data.objects import ObjectStore
from core.errors import LocalFault, PeerFault, Refused
from core.identity.ids import Digest, PeerId
from core.identity.manifest import Manifest, SignedManifest
from core.nat.calls import Calls
from core.nat.relay_client import tunnels_of
from core.saying import say
from core.storage.runs import RunRecord
from core.swarm.messages import FetchManifest, ManifestAnswer
from core.transport.api import Link, Place, Relayed, Transport
from core.transport.dialing import race
from core.transport.refusals import understood

log = logging.getLogger(__name__)

DIAL_TIMEOUT_S = 8.0
NEXT_PLACE_S = 0.5
"""How long one place of an invitation has before the next one is asked as well."""
TOKENIZER_BYTES = 64 << 20
WEIGHTS_HEADER_BYTES = 8 << 20


async def fetch_manifest(transport: Transport, invitation: Invitation, calls: Calls) -> SignedManifest:
    """The manifest that `invitation` speaks of, with hash and signature checked. `calls` is told who answered.

    Raises `LocalFault` with what to do, if nobody at the invitation's addresses gives it.
    """
    if not invitation.bootstrap:
        raise LocalFault(say("This invitation names no address to ask: get a new one from the organiser."))
    places = ", ".join(map(str, invitation.bootstrap))
    outcome = say(
        "The collaboration cannot be reached at {places}; check your network, or ask for a new invitation.",
        places=places,
    )

    async def ask(place: Place) -> SignedManifest:
        nonlocal outcome
        try:
            signed = await _ask_for_manifest(transport, place, invitation)
        except Refused as refusal:
            calls.note([place], refusal)
            outcome = say(
                "The collaboration does not let this computer in: {why}; ask its organiser.",
                why=understood(str(refusal)),
            )
            raise
        except NewerManifest as fault:
            raise LocalFault(fault.saying) from fault
        except ManifestFault as fault:
            log.warning("manifest from %s: %s", place, fault)
            outcome = say(
                "What was received is not what the invitation says; ask for a new invitation. {wrong}",
                wrong=fault.saying,
            )
            raise
        except PeerFault as fault:
            calls.note([place, *tunnels_of([place])], fault)
            log.info("no manifest from %s: %s", place, fault)
            raise
        calls.note([place], None)
        return signed

    try:
        return await race(invitation.bootstrap, ask, stagger_s=NEXT_PLACE_S)
    except PeerFault:
        raise LocalFault(outcome) from None


async def _ask_for_manifest(transport: Transport, address: Place, invitation: Invitation) -> SignedManifest:
    link = await _link_to(transport, address, invitation.organiser)
    answer = await link.request(FetchManifest(run=invitation.run), ManifestAnswer)
    signed = SignedManifest(content=answer.content, signature=answer.signature)
    _check_organiser(open_manifest(signed, invitation.run), invitation.organiser)
    return signed


async def _link_to(transport: Transport, place: Place, organiser: PeerId) -> Link:
    """Whoever answers at `place`; through a relay it can only be the organiser."""
    if isinstance(place, Relayed):
        return await transport.dial(organiser, [place], timeout_s=DIAL_TIMEOUT_S)
    return await transport.dial(None, [place, *tunnels_of([place])], timeout_s=DIAL_TIMEOUT_S)


def _check_organiser(manifest: Manifest, organiser: PeerId) -> None:
    if PeerId.of_key(manifest.organiser) != organiser:
        raise ManifestFault(say("The collaboration is another organiser's than the invitation says."))


def objects_of(manifest: Manifest) -> dict[Digest, int]:
    """What every peer needs before it can take part, with an upper bound of each size in bytes. Data comes later, shard
    by shard (`core.engine.feeding`)."""
    wanted = {manifest.tokenizer: TOKENIZER_BYTES} if manifest.tokenizer is not None else {}
    wanted[manifest.initial_weights] = 4 * manifest.elements + WEIGHTS_HEADER_BYTES
    return wanted


async def fetch_objects(
    wanted: dict[Digest, int], store: ObjectStore, sources: Callable[[], Sequence[Link]], on_progress: OnProgress
) -> None:
    """Brings all of `wanted` into `store`, from whichever linked peer gives it. Raises `PeerFault`, `LocalFault`."""
    missing = {digest: limit for digest, limit in wanted.items() if not store.has(digest)}
    total = max(1, sum(missing.values()))
    done = 0
    for digest, limit in missing.items():

        def report(here: int, size: int, done: int = done) -> None:
            on_progress(say("Fetching the collaboration's model."), min(1.0, (done + here) / total))

        await _fetch_one(digest, limit, store, sources, report)
        done += limit


async def _fetch_one(
    digest: Digest,
    limit: int,
    store: ObjectStore,
    sources: Callable[[], Sequence[Link]],
    report: Callable[[int, int], None],
) -> None:
    fault: PeerFault = PeerFault("no peer is linked")
    for link in sources():
        try:
            await fetch_object(link, digest, limit, store, report)
            return
        except PeerFault as caught:
            log.info("object %s from %s: %s", digest, link.peer_id, caught)
            fault = caught
    raise fault


def manifest_of(record: RunRecord) -> Manifest:
    """The manifest of a run that this home is in. Raises `LocalFault`."""
    try:
        return open_manifest(record.signed, record.run)
    except ManifestFault as fault:
        raise LocalFault(say("{wrong} Update Idlewild.", wrong=fault.saying)) from fault
