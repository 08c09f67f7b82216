"""The status of an engine and its session, as the window and the command line see it."""

from collections.abc import Sequence

from core.collaboration.invitation import Invitation
from core.engine.calling import lonely_sentence
from core.engine.labour import STUCK_LIMIT_S
from core.engine.session import Session
from core.identity.ids import PeerId
from core.ipc.messages import (
    Collaboration,
    LinkStatus,
    Network,
    NetworkState,
    PeerStatus,
    Phase,
    Reason,
    RelayStatus,
)
from core.ipc.saying import say
from core.nat.diagnosis import diagnose, findings, nat_words, reached_by
from core.nat.facts import NetworkFacts
from core.swarm.download import DownloadProgress
from core.swarm.node import Node
from core.training.process import TrainerProcess
from core.transport.api import Address, Place, Relayed

INVITED_ADDRESSES = 3
INVITED_RELAYS = 2

Situation = tuple[Phase, Reason, str]


def situation_of(session: Session) -> Situation | None:
    """What a session that has got so far is doing; None while it is getting ready."""
    node, governor, trainer = session.node, session.governor, session.trainer
    if node is None or governor is None or trainer is None:
        return None
    decision = governor.decision
    if not decision.may_run:
        return Phase.PAUSED, decision.reason, decision.sentence
    if (trouble := _trouble_of(trainer)) is not None:
        return trouble
    if session.coordinator is None:
        sentence = lonely_sentence(session.network_facts(), "Looking for the other peers of this collaboration.")
        return Phase.CONNECTING, Reason.NOBODY_REACHABLE, sentence
    if decision.reason is Reason.FINISHING_STEP:
        return Phase.TRAINING, decision.reason, decision.sentence
    return _work_of(session, node)


def _trouble_of(trainer: TrainerProcess) -> Situation | None:
    if not trainer.is_running:
        return Phase.STARTING, Reason.TRAINER_RESTARTING, "The training process is being started."
    if trainer.stuck_s:
        sentence = say(
            "The training process is suspended or does not answer; it is started anew after {limit_s}.",
            limit_s=STUCK_LIMIT_S,
        )
        return Phase.STARTING, Reason.TRAINER_STUCK, str(sentence)
    return None


def progress_of(session: Session) -> float | None:
    """How far the work is that training waits for."""
    if session.download is not None:
        return session.download.fraction
    return session.feeding.progress if session.feeding is not None else None


def _work_of(session: Session, node: Node) -> Situation:
    """The same, for a peer that has its place."""
    replica = node.replica
    if node.participation.is_averaging:
        return Phase.AVERAGING, Reason.NONE, "Averaging gradients with the other peers."
    if not (replica.is_in_step or replica.is_beyond_by_seal):
        return Phase.STARTING, Reason.CATCHING_UP, _catching_up(session.download)
    if not session.roles.choice.contributes:
        sentence = "Serving the collaboration; this computer does not train."
        return Phase.SERVING, Reason.NONE, session.roles.choice.sentence if session.roles.trains else sentence
    hungry = session.feeding.situation() if session.feeding is not None else None
    return hungry or (Phase.TRAINING, Reason.NONE, _company_of(session))


def _catching_up(download: DownloadProgress | None) -> str:
    if download is None:
        return "Catching up with the collaboration."
    peers = "one other peer" if download.donors == 1 else f"{download.donors} other peers"
    return f"Fetching the collaboration's state from {peers}, {download.bytes_per_s / 1e6:.1f} MB/s."


def _company_of(session: Session) -> str:
    others = session.standing.size - 1 if session.standing is not None else 0
    if others < 1:
        return "Training on this computer; nobody else is here at the moment."
    return "Training together with one other peer." if others == 1 else f"Training together with {others} other peers."


def invitation_of(session: Session) -> str:
    """The link that brings others in through this peer; empty if it has no address."""
    record, manifest, reach = session.record, session.manifest, session.reach
    if record is None or manifest is None or reach is None:
        return ""
    organiser = PeerId.of_key(manifest.organiser)
    places = invited_places(reach.places(), is_organiser=session.identity.peer_id == organiser)
    return Invitation(record.run, organiser, places, record.token).link if places else ""


def invited_places(places: Sequence[Place], *, is_organiser: bool) -> tuple[Place, ...]:
    """Few enough for a QR code. Through relays only the organiser can be asked for, whose name is in the link; another
    peer's guest is let in by its relays themselves."""
    addresses = [place for place in places if isinstance(place, Address)][:INVITED_ADDRESSES]
    relayed = [place for place in places if isinstance(place, Relayed)][:INVITED_RELAYS]
    through: list[Place] = list(relayed) if is_organiser else [place.address for place in relayed]
    return tuple(dict.fromkeys([*addresses, *through]))


def collaboration_of(session: Session) -> Collaboration | None:
    record, manifest = session.record, session.manifest
    if record is None or manifest is None:
        return None
    head = session.log.head() if session.log is not None else None
    standing = session.standing
    rows = standing.members if standing is not None and session.coordinator is not None else ()
    me = session.identity.peer_id
    peers = [
        PeerStatus(
            peer=row.peer.short,
            role=row.role,
            samples_per_s=row.samples_per_s,
            samples=row.samples,
            is_me=row.peer == me,
            path=_path_to(session, row.peer),
        )
        for row in rows
    ]
    return Collaboration(
        run=record.run.text,
        name=manifest.name,
        description=manifest.description,
        language=manifest.language,
        licence=manifest.licence,
        invitation=invitation_of(session),
        is_host=record.is_host,
        step=head.step if head else 0,
        step_samples=standing.samples if standing is not None and rows else 0,
        target_batch=manifest.target_batch,
        loss=head.loss if head else None,
        total_samples=head.total_samples if head else 0,
        my_samples=session.log.samples_of(me) if session.log is not None else 0,
        samples_per_s=standing.samples_per_s if standing is not None and rows else 0.0,
        my_samples_per_s=sum(peer.samples_per_s for peer in peers if peer.is_me),
        peers=peers,
        state_digest=head.state.text if head else "",
        head=head.digest.text if head else "",
        role=session.roles.choice.role if session.node is not None else "",
        role_sentence=session.roles.choice.sentence if session.node is not None else "",
    )


def _path_to(session: Session, peer: PeerId) -> str:
    link = session.endpoint.link_to(peer) if session.endpoint is not None else None
    return link.path.kind.value if link is not None else ""


def network_of(facts: NetworkFacts) -> Network:
    """The diagnosis and what it stands on, as the control socket tells it."""
    diagnosis = diagnose(facts)
    return Network(
        code=diagnosis.code.value,
        state=NetworkState(diagnosis.severity.value),
        sentence=diagnosis.sentence,
        action=diagnosis.action,
        findings=list(findings(facts)),
        reachable=facts.is_reachable,
        path=reached_by(facts),
        public_address=str(facts.public_address or ""),
        public_address_v6=str(facts.public_address_v6 or ""),
        nat=nat_words(facts),
        mapping=facts.mapping.value,
        filtering=facts.filtering.value,
        port_mapping=facts.port_mapping,
        relays=[
            RelayStatus(
                peer=use.relay.short,
                address=str(use.path.address),
                path=use.path.kind.value,
                is_reserved=use.is_reserved,
            )
            for use in facts.relays
        ],
        relays_for_others=facts.relays_for_others,
        lan_peers=facts.lan_peers,
        upload_bytes_per_s=facts.upload_bytes_per_s,
        download_bytes_per_s=facts.download_bytes_per_s,
        clock_skew_s=facts.clock_skew_s,
        links=[
            LinkStatus(
                peer=link.peer.short,
                path=link.path.kind.value,
                address=str(link.path.address),
                relay=link.path.relay.short if link.path.relay is not None else "",
                round_trip_s=link.round_trip_s,
                upload_bytes_per_s=link.upload_bytes_per_s,
                download_bytes_per_s=link.download_bytes_per_s,
            )
            for link in facts.links
        ],
    )
