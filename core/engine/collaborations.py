"""The collaborations that this home has joined: their list, their shares, and how one is left."""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol

from core.engine.leaving import belongings, manifest_words, remove
from core.engine.rota import Rota
from core.engine.session import Session
from core.errors import UsageError
from core.identity.ids import RunId
from core.identity.keys import Identity
from core.ipc.records import Membership
from core.paths import Home
from core.saying import say
from core.storage.database import Database
from core.storage.log_store import LogStore
from core.storage.runs import RunRecord, Runs, Stake


class Host(Protocol):
    """`core.engine.engine.Engine`, to the list of collaborations."""

    identity: Identity
    runs: Runs
    rota: Rota
    session: Session | None

    def go_on(self, first: Callable[[], object] | None = None) -> None:
        """Leaves what is under way, does `first` in a thread, and goes on with whatever is due then."""
        ...


class Collaborations:
    """Of one engine."""

    def __init__(self, host: Host, database: Database, home: Home) -> None:
        self._host, self._database, self._home = host, database, home

    def memberships(self) -> list[Membership]:
        """In the order of joining."""
        shares = {stake.run: stake for stake in self._host.runs.stakes()}
        return [self._membership(record, shares[record.run]) for record in self._host.runs.all()]

    def set_share(self, run: str, share: int) -> list[Membership]:
        """Raises `UsageError` where no collaboration, or more than one, is called that."""
        record, runs, rota = self.find(run), self._host.runs, self._host.rota
        if share:
            rota.admit(record.run)
        runs.set_share(record.run, share)
        active = runs.active()
        if active is None or (not share and active.run == record.run):
            self._host.go_on()
        return self.memberships()

    async def leave(self, run: str) -> list[Membership]:
        """As `set_share`. What was contributed stays in the history."""
        record, runs = self.find(run), self._host.runs
        is_active = self.is_under_way(record)
        runs.leave(record.run, int(time.time()))
        left, others = belongings([record], self._database), belongings(runs.all(), self._database)
        if is_active:
            self._host.go_on(lambda: remove(self._home, left, others))
        else:
            await asyncio.to_thread(remove, self._home, left, others)
        return self.memberships()

    async def tidy(self) -> None:
        """Removes what an engine that was ended in the middle of `leave` has not."""
        gone = self._host.runs.left()
        if gone:
            left, others = belongings(gone, self._database), belongings(self._host.runs.all(), self._database)
            await asyncio.to_thread(remove, self._home, left, others)

    def find(self, word: str) -> RunRecord:
        """By id, the beginning of one, or name. Raises `UsageError`."""
        records = self._host.runs.all()
        wanted = word.strip().casefold()
        names = {record.run: _name(record).casefold() for record in records}
        for matches in (
            [record for record in records if record.run.text == wanted],
            [record for record in records if names[record.run] == wanted],
            [record for record in records if wanted and record.run.text.startswith(wanted)],
        ):
            if len(matches) == 1:
                return matches[0]
            if matches:
                raise UsageError(
                    say("Several collaborations are called {word}: name one by its id.", word=repr(word[:60]))
                )
        raise UsageError(
            say("No collaboration here is called {word}: `idlewild collaborations` lists them.", word=repr(word[:60]))
        )

    def is_under_way(self, record: RunRecord) -> bool:
        session, active = self._host.session, self._host.runs.active()
        if session is not None and session.record is not None:
            return session.record.run == record.run
        return active is not None and active.run == record.run

    def _membership(self, record: RunRecord, stake: Stake) -> Membership:
        manifest = manifest_words(record)
        log = LogStore(self._database, record.run)
        head = log.head()
        return Membership(
            run=record.run.text,
            name=_name(record),
            description=manifest.description if manifest is not None else "",
            language=manifest.language if manifest is not None else "",
            licence=manifest.licence if manifest is not None else "",
            share=stake.share,
            is_active=self.is_under_way(record),
            is_host=record.is_host,
            joined_s=record.joined_s,
            my_samples=log.samples_of(self._host.identity.peer_id),
            total_samples=head.total_samples if head is not None else 0,
            step=head.step if head is not None else 0,
        )


def _name(record: RunRecord) -> str:
    return record.name or record.run.short


def situation_run(session: Session | None, runs: Runs) -> RunId | None:
    """Of the collaboration under way, or the one that failed last."""
    if session is not None and session.record is not None:
        return session.record.run
    active = runs.active()
    return active.run if active is not None else None
