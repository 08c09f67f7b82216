"""The status of an engine and its session, as the window and the command line see it."""

import time
from collections.abc import Sequence

from core.collaboration.invitation import Invitation
from core.engine.calling import lonely_sentence
from core.engine.labour import STUCK_LIMIT_S
from core.engine.ledger import Work
from core.engine.pace import PACE_STEPS, Committed, Pace, pace_of
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
from core.nat.diagnosis import diagnose, findings, nat_words, reached_by
from core.nat.facts import NetworkFacts
from core.saying import NOTHING, Saying, say
from core.swarm.download import DownloadProgress
from core.swarm.node import Node
from core.training.process import TrainerProcess
from core.transport.api import Address, Place, Relayed

INVITED_ADDRESSES = 3
INVITED_RELAYS = 2

Situation = tuple[Phase, Reason, Saying]


def situation_of(session: Session) -> Situation | None:
    """What a session that has got so far is doing; None while it is getting ready."""
    node, trainer, decision = session.node, session.trainer, session.governor.decision
    if node is None or trainer is None or not session.is_assembled:
        # What is fetched before the first step waits for a network that may be used. What computes has its own leave.
        return None if decision.bulk or not session.is_equipped else (Phase.PAUSED, decision.reason, decision.saying)
    if not decision.may_run:
        return Phase.PAUSED, decision.reason, decision.saying
    if (trouble := _trouble_of(trainer)) is not None:
        return trouble
    if session.coordinator is None or is_cut_off(session):
        looking = say("Looking for the other peers of this collaboration.")
        return Phase.CONNECTING, Reason.NOBODY_REACHABLE, lonely_sentence(session.network_facts(), looking)
    if decision.reason is Reason.FINISHING_STEP:
        return Phase.TRAINING, decision.reason, decision.saying
    return _work_of(session, node)


def is_cut_off(session: Session) -> bool:
    """Whether this computer is off the network, and another one conducts. Links are given up some seconds later."""
    facts = session.network_facts()
    return facts is not None and facts.is_offline and session.coordinator != session.identity.peer_id


def _trouble_of(trainer: TrainerProcess) -> Situation | None:
    if not trainer.is_running or trainer.is_doomed:
        reason = Reason.TRAINER_RESTARTING if trainer.has_run else Reason.PREPARING
        return Phase.STARTING, reason, say("The training process is being started.")
    if trainer.stuck_s:
        stuck = say(
            "The training process is suspended or does not answer; it is started anew after {limit_s}.",
            limit_s=STUCK_LIMIT_S,
        )
        return Phase.STARTING, Reason.TRAINER_STUCK, stuck
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
        return Phase.AVERAGING, Reason.NONE, say("Averaging gradients with the other peers.")
    if not (replica.is_in_step or replica.is_beyond_by_seal):
        return Phase.STARTING, Reason.CATCHING_UP, _catching_up(session.download)
    if not session.roles.choice.contributes:
        serving = say("Serving the collaboration; this computer does not train.")
        return Phase.SERVING, Reason.NONE, session.roles.choice.saying if session.roles.trains else serving
    hungry = session.feeding.situation() if session.feeding is not None else None
    return hungry or (Phase.TRAINING, Reason.NONE, _company_of(session))


def _catching_up(download: DownloadProgress | None) -> Saying:
    if download is None:
        return say("Catching up with the collaboration.")
    pace = download.bytes_per_s
    if download.donors == 1:
        return say("Fetching the collaboration's state from one other peer, {pace_bytes_per_s}.", pace_bytes_per_s=pace)
    return say(
        "Fetching the collaboration's state from {peers} other peers, {pace_bytes_per_s}.",
        peers=download.donors,
        pace_bytes_per_s=pace,
    )


def _company_of(session: Session) -> Saying:
    others = session.standing.size - 1 if session.standing is not None else 0
    if others < 1:
        return say("Training on this computer; nobody else is here at the moment.")
    if others == 1:
        return say("Training together with one other peer.")
    return say("Training together with {peers} other peers.", peers=others)


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
    pace = _pace_of(session)
    standing = session.standing
    rows = standing.members if standing is not None and session.coordinator is not None else ()
    me = session.identity.peer_id
    role = session.roles.choice.saying if session.node is not None else NOTHING
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
        samples_per_s=pace.all,
        my_samples_per_s=pace.mine,
        peers=peers,
        state_digest=head.state.text if head else "",
        head=head.digest.text if head else "",
        role=session.roles.choice.role if session.node is not None else "",
        role_sentence=str(role),
        role_saying=role,
    )


def _pace_of(session: Session) -> Pace:
    """What of everybody's work is used; before that can be told, what is computed while something is."""
    facts, log = session.network_facts(), session.log
    now_s = time.time() - ((facts.clock_skew_s or 0.0) if facts is not None else 0.0)
    steps = log.last(PACE_STEPS + 1) if log is not None else []
    pace = pace_of([Committed(header.time_s, header.samples, mine) for header, mine in steps], now_s)
    standing = session.standing
    if pace is not None or standing is None or session.coordinator is None:
        return pace or Pace(0.0, 0.0)
    mine = sum(row.samples_per_s for row in standing.members if row.peer == session.identity.peer_id)
    return Pace(standing.samples_per_s, mine)


def work_of(session: Session | None) -> Work | None:
    """For the ledger; None until it is known what for."""
    if session is None or session.record is None:
        return None
    trainer = session.trainer
    return Work(
        run=session.record.run,
        training_s=session.node.replica.training_s if session.node is not None else 0.0,
        pid=trainer.pid if trainer is not None else None,
        device=trainer.device if trainer is not None else "",
    )


def _path_to(session: Session, peer: PeerId) -> str:
    link = session.endpoint.link_to(peer) if session.endpoint is not None else None
    return link.path.kind.value if link is not None else ""


def network_of(facts: NetworkFacts) -> Network:
    """The diagnosis and what it stands on, as the control socket tells it."""
    diagnosis, more = diagnose(facts), findings(facts)
    return Network(
        code=diagnosis.code.value,
        state=NetworkState(diagnosis.severity.value),
        sentence=str(diagnosis.sentence),
        action=str(diagnosis.action),
        findings=[str(finding) for finding in more],
        saying=diagnosis.sentence,
        todo=diagnosis.action,
        more=list(more),
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
