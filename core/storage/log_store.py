"""The log of one collaboration (design §6): a chain of commits, and what follows from it."""

from collections.abc import Iterable
from functools import lru_cache

import msgspec

from core.data.ranges import RangeSet, SampleRange
from core.identity.amendment import Amendment, RollBack, SignedAmendment
from core.identity.ids import Digest, PeerId, RunId
from core.identity.wire import from_json, pack, unpack
from core.ipc.messages import LogEntry
from core.saying import NOTHING, Saying, say
from core.storage.database import Database, Row
from core.storage.history import History
from core.swarm.records import Commit, Contribution, Header, fault_of_link


def _commit(row: Row) -> Commit:
    header, contributions, coordinator, signature, amendment = row
    return Commit(
        header=unpack(Header, header),
        contributions=unpack(tuple[Contribution, ...], contributions),
        coordinator=coordinator,
        signature=signature,
        amendment=unpack(SignedAmendment, amendment) if amendment is not None else None,
    )


def _values(commit: Commit) -> tuple[bytes, bytes, bytes, bytes, bytes | None]:
    amendment = pack(commit.amendment) if commit.amendment is not None else None
    return pack(commit.header), pack(commit.contributions), commit.coordinator, commit.signature, amendment


class LogStore:
    """Commits of `run` from step 1 to the head without a gap, and sums over them that change in the same transaction.

    Signatures are the caller's to check (`core.swarm.records.fault_of`); that the sums stay true is checked here.
    Methods raise `LocalFault` where the disk is the cause.
    """

    def __init__(self, database: Database, run: RunId) -> None:
        self._database = database
        self._history = History(database)
        self._run = run

    def head(self) -> Header | None:
        """Header of the newest commit; None before the first."""
        row = self._database.row(
            "SELECT header FROM commits WHERE run = ? ORDER BY step DESC LIMIT 1", (self._run.raw,)
        )
        return unpack(Header, row[0]) if row else None

    def header(self, step: int) -> Header | None:
        row = self._database.row("SELECT header FROM commits WHERE run = ? AND step = ?", (self._run.raw, step))
        return unpack(Header, row[0]) if row else None

    def commit(self, step: int) -> Commit | None:
        sql = "SELECT header, contributions, coordinator, signature, amendment FROM commits WHERE run = ? AND step = ?"
        row = self._database.row(sql, (self._run.raw, step))
        return _commit(row) if row else None

    def commits(self, after_step: int, limit: int) -> list[Commit]:
        """Up to `limit` commits that follow step `after_step`, in order."""
        return [_commit(row) for row in self._rows_after(after_step, limit)]

    def last(self, count: int) -> list[tuple[Header, int]]:
        """The newest `count` headers, oldest first, each with the samples in it that are this home's own."""
        rows = self._database.rows(
            """SELECT header, coalesce(credited.samples, 0) FROM commits
            LEFT JOIN credited ON credited.run = commits.run AND credited.step = commits.step
            WHERE commits.run = ? ORDER BY commits.step DESC LIMIT ?""",
            (self._run.raw, count),
        )
        return [(unpack(Header, header), mine) for header, mine in reversed(rows)]

    def amending(self) -> list[Commit]:
        """The commits that carry amendments, in order."""
        rows = self._database.rows(
            """SELECT header, contributions, coordinator, signature, amendment FROM commits
            WHERE run = ? AND amendment IS NOT NULL ORDER BY step""",
            (self._run.raw,),
        )
        return [_commit(row) for row in rows]

    def orphans(self, limit: int = 1000) -> list[Commit]:
        """Commits that `truncate` dropped, newest steps first."""
        rows = self._database.rows(
            """SELECT header, contributions, coordinator, signature, amendment FROM orphans
            WHERE run = ? ORDER BY step DESC LIMIT ?""",
            (self._run.raw, limit),
        )
        return [_commit(row) for row in rows]

    def used(self) -> RangeSet:
        """All samples in the log; the caller's to change."""
        sql = "SELECT start, stop FROM used WHERE run = ? ORDER BY start"
        return RangeSet(SampleRange(start, stop) for start, stop in self._database.rows(sql, (self._run.raw,)))

    def samples_of(self, peer: PeerId) -> int:
        """Accepted samples of `peer` in the whole log."""
        row = self._database.row("SELECT samples FROM totals WHERE run = ? AND peer = ?", (self._run.raw, peer.raw))
        return int(row[0]) if row else 0

    def volunteers(self) -> int:
        """Peers with accepted samples."""
        row = self._database.row("SELECT count(*) FROM totals WHERE run = ? AND samples > 0", (self._run.raw,))
        return int(row[0]) if row else 0

    def entries(self, after_step: int, limit: int, me: PeerId) -> list[LogEntry]:
        """As `commits`, in the words of the control socket."""
        entries: list[LogEntry] = []
        for packed, contributions, _, _, amendment in self._rows_after(after_step, limit):
            shares = msgspec.msgpack.decode(contributions, type=tuple[_Share, ...])
            samples = [(share.peer, sum(stop - start for start, stop in share.ranges)) for share in shares]
            signed = unpack(SignedAmendment, amendment) if amendment is not None else None
            entries.append(_entry(unpack(Header, packed), Digest.of(packed), samples, me, signed))
        return entries

    def fault_of(self, commit: Commit) -> str:
        """Why `commit` cannot be appended now; empty if it can. Signatures are not looked at."""
        header = commit.header
        reason = fault_of_link(commit, self.head(), self._run)
        if reason:
            return reason
        pieces = _pieces(commit)
        if sum(c.samples for c in commit.contributions) != header.samples:
            return "samples do not add up"
        if (header.samples < 1) != (commit.amendment is not None):
            return "samples do not add up"
        if pieces.samples != header.samples or any(self._is_used(piece) for piece in pieces):
            return "a sample is used twice"
        return ""

    def append(self, commit: Commit, me: PeerId) -> None:
        """Adds `commit` after the head. `me`: whose contribution goes to this home's history. Raises `ValueError` with
        the reason of `fault_of`."""
        with self._database.transaction():
            reason = self.fault_of(commit)
            if reason:
                raise ValueError(reason)
            self._database.run(
                "INSERT INTO commits VALUES (?, ?, ?, ?, ?, ?, ?)",
                (self._run.raw, commit.header.step, *_values(commit)),
            )
            self._database.run_many(
                "INSERT INTO totals VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET samples = samples + excluded.samples",
                [(self._run.raw, c.peer.raw, c.samples) for c in commit.contributions],
            )
            for piece in _pieces(commit):
                self._use(piece)
            mine = sum(c.samples for c in commit.contributions if c.peer == me)
            self._history.credit(self._run, commit.header.step, commit.header.time_s, mine)

    def truncate(self, after_step: int) -> None:
        """Drops all commits after step `after_step` with their credit, totals and samples; keeps them as orphans."""
        with self._database.transaction():
            dropped = [_commit(row) for row in self._rows_after(after_step, -1)]
            used = self.used()
            for commit in dropped:
                self._database.run(
                    "INSERT OR REPLACE INTO orphans VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    (self._run.raw, commit.header.step, commit.header.digest.raw, *_values(commit)),
                )
                self._database.run_many(
                    "UPDATE totals SET samples = samples - ? WHERE run = ? AND peer = ?",
                    [(c.samples, self._run.raw, c.peer.raw) for c in commit.contributions],
                )
                for piece in _pieces(commit):
                    used.remove(piece)
            self._database.run("DELETE FROM totals WHERE run = ? AND samples = 0", (self._run.raw,))
            self._database.run("DELETE FROM commits WHERE run = ? AND step > ?", (self._run.raw, after_step))
            self._history.uncredit(self._run, after_step)
            self._database.run("DELETE FROM used WHERE run = ?", (self._run.raw,))
            self._database.run_many(
                "INSERT INTO used VALUES (?, ?, ?)", [(self._run.raw, piece.start, piece.stop) for piece in used]
            )

    def proofs(self) -> list[bytes]:
        """What was given to `add_proof`, oldest first."""
        return [row[0] for row in self._database.rows("SELECT proof FROM proofs WHERE run = ?", (self._run.raw,))]

    def add_proof(self, culprit: PeerId, proof: bytes) -> None:
        """Keeps the first proof that `culprit` may not conduct this run."""
        self._database.run("INSERT OR IGNORE INTO proofs VALUES (?, ?, ?)", (self._run.raw, culprit.raw, proof))

    def _rows_after(self, after_step: int, limit: int) -> list[Row]:
        return self._database.rows(
            """SELECT header, contributions, coordinator, signature, amendment FROM commits
            WHERE run = ? AND step > ? ORDER BY step LIMIT ?""",
            (self._run.raw, after_step, limit),
        )

    def _is_used(self, piece: SampleRange) -> bool:
        sql = "SELECT stop FROM used WHERE run = ? AND start < ? ORDER BY start DESC LIMIT 1"
        row = self._database.row(sql, (self._run.raw, piece.stop))
        return row is not None and row[0] > piece.start

    def _use(self, piece: SampleRange) -> None:
        """Adds an unused range, merged with the one that ends and the one that starts where it does."""
        run, start, stop = self._run.raw, piece.start, piece.stop
        sql = "SELECT start, stop FROM used WHERE run = ? AND start <= ? ORDER BY start DESC LIMIT 2"
        for near_start, near_stop in self._database.rows(sql, (run, stop)):
            if near_stop >= start:
                start, stop = min(start, near_start), max(stop, near_stop)
        self._database.run("DELETE FROM used WHERE run = ? AND start BETWEEN ? AND ?", (run, start, stop))
        self._database.run("INSERT INTO used VALUES (?, ?, ?)", (run, start, stop))


def _pieces(commit: Commit) -> RangeSet:
    return RangeSet(sorted(piece for c in commit.contributions for piece in c.ranges))


class _Share(msgspec.Struct, frozen=True, array_like=True):
    """A `Contribution` read for its sums alone, several times as fast."""

    peer: bytes
    ranges: tuple[tuple[int, int], ...]
    loss_sum: float


def log_entry(commit: Commit, me: PeerId) -> LogEntry:
    """One line of `idlewild log`; `me`: whose samples count as mine."""
    samples = [(c.peer.raw, c.samples) for c in commit.contributions]
    return _entry(commit.header, commit.header.digest, samples, me, commit.amendment)


def _saying_of(signed: SignedAmendment | None) -> Saying:
    """What a commit's amendment changes; it is genuine, or it would not be in the log."""
    if signed is None:
        return NOTHING
    what = from_json(Amendment, signed.content).what
    if isinstance(what, RollBack):
        return say("back to the model of step {step}", step=str(what.step))
    samples = sum(shard.samples for shard in what.shards)
    return say("{samples} samples in {shards} shards join the data", samples=samples, shards=len(what.shards))


def _entry(
    header: Header,
    head: Digest,
    samples: Iterable[tuple[bytes, int]],
    me: PeerId,
    amendment: SignedAmendment | None,
) -> LogEntry:
    contributors: dict[str, int] = {}
    for peer, count in samples:
        text = _text_of(peer)
        contributors[text] = contributors.get(text, 0) + count
    saying = _saying_of(amendment)
    return LogEntry(
        step=header.step,
        time_s=header.time_s,
        loss=header.loss,
        samples=header.samples,
        total_samples=header.total_samples,
        my_samples=contributors.get(me.text, 0),
        contributors=contributors,
        state_digest=header.state.text,
        head=head.text,
        amendment=str(saying),
        amendment_saying=saying,
    )


@lru_cache(maxsize=4096)
def _text_of(peer: bytes) -> str:
    return PeerId(peer).text
