"""Which collaboration this engine takes part in: hosted from a manifest, joined by a link, or the one it was in."""

import asyncio
import contextlib
import logging
import os
import threading
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from pathlib import Path

from core.collaboration.hosting import build_collaboration, draft_digest
from core.collaboration.invitation import TOKEN_BYTES, Invitation
from core.collaboration.manifest_file import Draft, read_draft
from core.collaboration.shards import OnDoubt, OnProgress
from core.collaboration.starter import starter_draft
from core.data.objects import ObjectStore
from core.identity.ids import RunId
from core.identity.keys import Identity
from core.identity.manifest import SignedManifest
from core.paths import Home
from core.saying import Saying, say
from core.storage.runs import KNOWN_PEERS, RunRecord, Runs
from core.training.weights import make_initial_weights_in_child

log = logging.getLogger(__name__)


async def at_once() -> None:
    """From sources, where everything is there."""


@dataclass(frozen=True, slots=True)
class Chooser:
    """Makes run records, and remembers them."""

    identity: Identity
    home: Home
    objects: ObjectStore
    runs: Runs
    bootstrap: Callable[[], tuple[str, ...]]
    """Addresses at which this peer can be found."""
    on_chosen: Callable[[RunId], None] = lambda run: None
    """The user wants to take part in it: it is active from now on."""
    installed: Callable[[], Awaitable[None]] = at_once
    """Returns when what checks models and makes initial weights is there. Raises `LocalFault`."""

    async def host(self, manifest: Path, on_progress: OnProgress, on_doubt: OnDoubt = lambda _: None) -> RunRecord:
        """The collaboration that the organiser's file describes: the same one as before if it was hosted here.
        `on_doubt` is called with what they should know of their data though it can be used."""
        return await self._from_draft(lambda: read_draft(manifest), on_progress, on_doubt)

    async def host_starter(self, on_progress: OnProgress) -> RunRecord:
        on_progress(say("Collecting text that is on this computer."), 0.0)
        return await self._from_draft(lambda: starter_draft(self.home.root / "starter"), on_progress)

    async def _from_draft(
        self, read: Callable[[], Draft], on_progress: OnProgress, on_doubt: OnDoubt = lambda _: None
    ) -> RunRecord:
        await self.installed()
        draft = await asyncio.to_thread(read)
        digest = await asyncio.to_thread(draft_digest, draft)
        known = next((record for record in self.runs.all(also_left=True) if record.draft == digest), None)
        if known is not None:
            return self.remember(known)
        token = os.urandom(TOKEN_BYTES) if draft.policy == "invite" else None
        loop = asyncio.get_running_loop()

        def report(what: Saying, part: float) -> None:
            loop.call_soon_threadsafe(on_progress, what, part)

        def doubt(saying: Saying) -> None:
            log.warning("%s", saying)
            loop.call_soon_threadsafe(on_doubt, saying)

        signed = await _in_own_thread(
            lambda: build_collaboration(
                draft,
                identity=self.identity,
                objects=self.objects,
                prepared=self.home.prepared,
                make_weights=make_initial_weights_in_child,
                bootstrap=self.bootstrap(),
                token=token,
                on_progress=report,
                on_doubt=doubt,
            )
        )
        return self.remember(
            RunRecord(run=signed.run, signed=signed, is_host=True, token=token, draft=digest, joined_s=int(time.time()))
        )

    def joined(self, invitation: Invitation) -> RunRecord | None:
        """The run that `invitation` speaks of, if this home is in it already. What a newer invitation says of its door,
        and where that is, counts from now on: who asks for another one does so because the old one leads nowhere."""
        known = self.runs.get(invitation.run, also_left=True)
        if known is not None and known.is_host:
            return self.remember(known)  # also where it was left: nobody else can give back what is here of it
        known = self.runs.get(invitation.run)
        if known is None:
            return None
        peers = self.runs.known_peers(invitation.run, KNOWN_PEERS)
        before = next((peer.addresses for peer in peers if peer.peer == invitation.organiser), ())
        places = tuple(dict.fromkeys((*invitation.bootstrap, *before)))
        self.runs.remember_peer(invitation.run, invitation.organiser, places, int(time.time()))
        return self.remember(replace(known, token=invitation.token or known.token))

    def remember(self, record: RunRecord) -> RunRecord:
        self.runs.add(record)
        self.runs.set_active(record.run)
        self.on_chosen(record.run)
        return record


async def _in_own_thread(work: Callable[[], SignedManifest]) -> SignedManifest:
    """Runs `work` in a daemon thread, so that a quitting engine need not wait for it. What it has done stays."""
    loop = asyncio.get_running_loop()
    result: asyncio.Future[SignedManifest] = loop.create_future()

    def settle(outcome: SignedManifest | BaseException) -> None:
        if result.done():
            return
        if isinstance(outcome, BaseException):
            result.set_exception(outcome)
        else:
            result.set_result(outcome)

    def body() -> None:
        outcome: SignedManifest | BaseException
        try:
            outcome = work()
        except BaseException as fault:  # noqa: BLE001  # handed to whoever awaits
            outcome = fault
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(settle, outcome)

    threading.Thread(target=body, daemon=True, name="build collaboration").start()
    return await result
