"""The engine's status: the one source of what window, tray and command line say."""

from typing import Protocol

from core.engine.board import Board
from core.engine.governing import Governor
from core.engine.installing import Installing
from core.engine.ledger import Ledger
from core.engine.renewing import Renewing
from core.engine.reporting import collaboration_of, network_of, progress_of, situation_of
from core.engine.session import Session
from core.identity.keys import Identity
from core.ipc.messages import Reason, Status
from core.ipc.reasons import ACTIONS
from core.nat.facts import NetworkFacts
from core.paths import Home
from core.version import VERSION


class Told(Protocol):
    """`core.engine.engine.Engine`, to who asks for its status."""

    identity: Identity
    board: Board
    governor: Governor
    ledger: Ledger
    installing: Installing
    renewing: Renewing


def status_of(
    session: Session | None, told: Told, *, home: Home, uptime_s: float, facts: NetworkFacts | None
) -> Status:
    """At this moment."""
    board, decision = told.board, told.governor.decision
    situation = situation_of(session) if session is not None else None
    phase, reason, saying = situation or (board.phase, board.reason, board.saying)
    endpoint = session.endpoint if session is not None else None
    trainer = session.trainer if session is not None else None
    does_train = session is not None and session.is_assembled and session.roles.trains
    sent_bytes, received_bytes = told.ledger.traffic()
    return Status(
        version=VERSION,
        peer=told.identity.peer_id.short,
        peer_id=told.identity.peer_id.text,
        home=str(home.root),
        phase=phase,
        reason=reason,
        sentence=str(saying),
        action=str(ACTIONS[reason]),
        saying=saying,
        todo=ACTIONS[reason],
        power_w=told.ledger.power_w,
        sent_bytes=sent_bytes,
        received_bytes=received_bytes,
        has_consent=told.governor.has_consent,
        duty_percent=round(100 * decision.duty) if does_train else 0,
        cores=decision.cores if does_train else 0,
        progress=progress_of(session) if situation and session is not None else board.progress,
        paused_until_s=decision.until_s if reason is Reason.PAUSED_BY_USER else None,
        device=trainer.device if trainer is not None and trainer.has_run else "",
        uptime_s=uptime_s,
        listen=str(endpoint.addresses[0]) if endpoint is not None and endpoint.addresses else "",
        notices=[str(notice) for notice in board.notices],
        notice_sayings=board.notices,
        collaboration=collaboration_of(session) if session is not None else None,
        network=network_of(facts) if facts is not None else None,
        runtime=told.installing.runtime,
        update=told.renewing.told(),
    )
