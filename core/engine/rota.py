"""Turns of the joined collaborations at this computer, as their shares say."""

import asyncio
import logging
import time
from collections.abc import Callable

from core.engine.sharing import SHUN_S, STUCK_S, WHOLE_SHARE, Claim, Turn, due, entry_level_s, faded
from core.identity.ids import RunId
from core.ipc.messages import Phase, Reason
from core.storage.runs import Runs

log = logging.getLogger(__name__)

LOOK_EVERY_S = 5.0
SAVE_EVERY_S = 60.0
_WORK = (Phase.TRAINING, Phase.AVERAGING)
_STUCK = (Reason.NOBODY_REACHABLE, Reason.NO_DATA, Reason.REFUSED)

Situation = tuple[RunId | None, Phase, Reason]
"""The collaboration under way, and what is done for it."""


class Rota:
    """Of one engine. Seconds that were given are in the home's database, but for those of the last minute."""

    def __init__(
        self,
        runs: Runs,
        look: Callable[[], Situation],
        on_due: Callable[[RunId], None],
        *,
        is_active: bool = True,
        unix_time: Callable[[], float] = time.time,
    ) -> None:
        """`on_due`: another collaboration is to have its turn. `is_active=False`: whose turn it is stays."""
        self._runs, self._look, self._on_due = runs, look, on_due
        self._is_active = is_active
        self._unix_time = unix_time
        self._run: RunId | None = None
        self._worked_s = self._stuck_s = 0.0
        self._unsaved_s = 0.0
        self._shunned_s: dict[RunId, float] = {}
        """Until when, by the Unix time."""

    async def run(self) -> None:
        """Until cancelled."""
        loop = asyncio.get_running_loop()
        since = loop.time()
        try:
            while True:
                await asyncio.sleep(LOOK_EVERY_S)
                now = loop.time()
                # After a sleep of the computer the time between was nobody's.
                self.note(min(now - since, 2 * LOOK_EVERY_S))
                since = now
        finally:
            self._save()

    def note(self, seconds: float) -> None:
        """So long it was as it is now."""
        run, phase, reason = self._look()
        self._begin(run)
        if phase in _WORK:
            self._worked_s += seconds
            self._unsaved_s += seconds
            self._stuck_s = 0.0
        elif phase is Phase.FAILED or reason in _STUCK:
            self._stuck_s += seconds
        elif phase is not Phase.PAUSED:
            self._stuck_s = 0.0
        if self._unsaved_s >= SAVE_EVERY_S:
            self._save()
        if self._stuck_s:
            self.consider()

    def consider(self) -> None:
        """At a commit, or where nothing can be done: whose turn is it?"""
        run = self._look()[0]
        self._begin(run)
        turn = Turn(run, self._worked_s, self._stuck_s) if run is not None else None
        found = self._due(turn)
        if not self._is_active or found is None or found == run:
            return
        if run is not None and self._stuck_s >= STUCK_S:
            self._shunned_s[run] = self._unix_time() + SHUN_S
        log.info("it is the turn of %s, after %s", found, run)
        self._begin(found)
        self._on_due(found)

    def next(self) -> RunId | None:
        """Whoever is due where nothing is under way; None where nobody has a share."""
        return self._due(None)

    def has_share(self, run: RunId) -> bool:
        return any(stake.run == run and stake.share for stake in self._runs.stakes())

    def claims(self) -> list[Claim]:
        now_s = self._unix_time()
        return [
            Claim(stake.run, stake.share, faded(stake.given_s, now_s - stake.given_at_s) + self._unsaved_of(stake.run))
            for stake in self._runs.stakes()
        ]

    def admit(self, run: RunId) -> None:
        """It is joined, or no longer set aside: it has a whole share if it had none, and no claim to the past."""
        claims = {claim.run: claim for claim in self.claims()}
        share = claims.pop(run).share
        (stake,) = (stake for stake in self._runs.stakes() if stake.run == run)
        if not share:
            self._runs.set_share(run, WHOLE_SHARE)
        if not share or not stake.given_at_s:
            given_s = (share or WHOLE_SHARE) * entry_level_s(list(claims.values()))
            self._runs.set_given(run, given_s, self._unix_time())

    def _due(self, turn: Turn | None) -> RunId | None:
        now_s = self._unix_time()
        self._shunned_s = {run: until for run, until in self._shunned_s.items() if now_s < until <= now_s + SHUN_S}
        return due(self.claims(), turn, self._shunned_s)

    def _begin(self, run: RunId | None) -> None:
        """Counts anew where it is another one's turn than before."""
        if run != self._run:
            self._save()
            self._run, self._worked_s, self._stuck_s = run, 0.0, 0.0

    def _unsaved_of(self, run: RunId) -> float:
        return self._unsaved_s if run == self._run else 0.0

    def _save(self) -> None:
        if self._run is not None and self._unsaved_s:
            for claim in self.claims():
                if claim.run == self._run:
                    self._runs.set_given(claim.run, claim.given_s, self._unix_time())
        self._unsaved_s = 0.0
