"""A run's log in memory, with the behaviour of `core.storage.log_store.LogStore`: a disk that costs nothing."""

from weakref import WeakValueDictionary

from core.data.ranges import RangeSet
from core.identity.ids import Digest, PeerId, RunId
from core.swarm.records import Commit, Header, fault_of_link

_used_until: WeakValueDictionary[Digest, RangeSet] = WeakValueDictionary()
"""By head; as long as any log stands there. These sets are not changed any more."""


class MemoryLog:
    """Fulfils `core.swarm.replica.LogStore`. Outlives its peer's process, as a disk does."""

    def __init__(self, run: RunId) -> None:
        self._run = run
        self._commits: list[Commit] = []
        self._used = RangeSet()
        self._proofs: dict[PeerId, bytes] = {}
        self.orphaned = 0

    def head(self) -> Header | None:
        return self._commits[-1].header if self._commits else None

    def header(self, step: int) -> Header | None:
        return self._commits[step - 1].header if 1 <= step <= len(self._commits) else None

    def commit(self, step: int) -> Commit | None:
        return self._commits[step - 1] if 1 <= step <= len(self._commits) else None

    def commits(self, after_step: int, limit: int) -> list[Commit]:
        return self._commits[after_step : after_step + limit]

    def amending(self) -> list[Commit]:
        return [commit for commit in self._commits if commit.amendment is not None]

    def used(self) -> RangeSet:
        return self._used.copy()

    def append(self, commit: Commit, me: PeerId) -> None:
        reason = fault_of_link(commit, self.head(), self._run)
        if reason:
            raise ValueError(reason)
        used = self._used_with(commit)
        self._commits.append(commit)
        self._used = used

    def _used_with(self, commit: Commit) -> RangeSet:
        """Raises `ValueError` if a sample is used twice. The head's digest says all that lies before it: who has the
        same head has used the same, and need not find that out anew."""
        head = commit.header.digest
        known = _used_until.get(head)
        if known is not None:
            return known
        pieces = [piece for entry in commit.contributions for piece in entry.ranges]
        if sum(map(len, pieces)) != commit.header.samples:
            raise ValueError("samples do not add up")
        used = self._used.copy()
        samples = used.samples + commit.header.samples
        for piece in pieces:
            used.add(piece)
        if used.samples != samples:
            raise ValueError("a sample is used twice")
        _used_until[head] = used
        return used

    def truncate(self, after_step: int) -> None:
        dropped, self._commits = self._commits[after_step:], self._commits[:after_step]
        self.orphaned += len(dropped)
        self._used = self._used.copy()
        for commit in dropped:
            for entry in commit.contributions:
                for piece in entry.ranges:
                    self._used.remove(piece)

    def proofs(self) -> list[bytes]:
        return list(self._proofs.values())

    def add_proof(self, culprit: PeerId, proof: bytes) -> None:
        self._proofs.setdefault(culprit, proof)
