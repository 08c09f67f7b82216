"""What must hold after every step of a simulated run, whatever has happened before.

- Peers that are at the same header have the same state, to the bit, and it is the one that the header names.
- A branch of the log uses no sample twice, and its totals add up.
- At the coordinator each sample is in exactly one of used, given, held, leased, free.
- A state is the one before it moved by the mean of the gradients that its commit lists, computed anew from what the
  trainers say they have computed (`tests.sim.values`), and of what codes fell short of before (`tests.sim.ledger`).
- No honest peer accuses another of breaking the protocol, none ends by itself, no state differs.
"""

import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from core.averaging.codec import codec_named
from core.data.ranges import RangeSet
from core.errors import ProtocolViolation
from core.identity.ids import Digest
from core.swarm.records import Commit
from core.training.api import Vector
from tests.sim.ledger import Ledger
from tests.sim.values import NeverComputed, judge

if TYPE_CHECKING:
    from tests.sim.swarm import SimPeer, World

TOLERATED = ("step %d is fetched with the log: %s",)
"""Said where a head has moved on while its commit was asked for, which is nobody's fault."""


class Violated(AssertionError):
    """The run is corrupt."""


@dataclass
class Tally:
    """What was seen, so that a test can tell whether it has tested anything."""

    steps: int = 0
    """Different commits, those of branches that were given up included."""
    values: int = 0
    """States computed anew."""
    partial: int = 0
    """Of these, such where some part went without somebody."""
    tables: int = 0


@dataclass
class _Branch:
    """A log up to one header."""

    used: RangeSet
    total: int
    state: Vector | None = None
    commit: Commit | None = None
    faults: list[str] = field(default_factory=list)


class _Listener(logging.Handler):
    """Finds in the log what peers know and nobody else hears."""

    def __init__(self, watch: "Watch") -> None:
        super().__init__(logging.INFO)
        self._watch = watch

    def emit(self, record: logging.LogRecord) -> None:
        args = record.args if isinstance(record.args, tuple) else ()
        is_accusation = any(isinstance(arg, ProtocolViolation) for arg in args) and record.msg not in TOLERATED
        if record.levelno >= logging.ERROR or is_accusation:
            self._watch.complaints.append(record.getMessage())


class Watch:
    """Looks on at one world."""

    def __init__(self, world: "World") -> None:
        self.tally = Tally()
        self.complaints: list[str] = []
        self._world = world
        self._branches: dict[Digest, _Branch] = {Digest(world.terms.run.raw): _Branch(RangeSet(), 0)}
        self._listener = _Listener(self)
        self._fault: Violated | None = None
        self._ledger = Ledger(codec_named(world.terms.codec), world.terms.elements)
        self._unchecked: list[_Branch] = []
        """Whose values are not computed anew yet."""

    def __enter__(self) -> "Watch":
        self._level = logging.getLogger("core").level
        logging.getLogger("core").setLevel(logging.INFO)
        logging.getLogger("core").addHandler(self._listener)
        self._ledger.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._ledger.__exit__()
        logging.getLogger("core").removeHandler(self._listener)
        logging.getLogger("core").setLevel(self._level)

    def on_committed(self, peer: "SimPeer", commit: Commit) -> None:
        """`peer` has appended `commit`. What is found is raised by `check`: a callback must not break the peer."""
        try:
            self._take(commit)
            self._look_at_state(peer)
            if peer.node.participation.is_conducting:
                self._look_at_table(peer)
        except Violated as fault:
            self._fault = self._fault or fault

    def check(self) -> None:
        """Raises `Violated`."""
        if self._fault is not None:
            raise self._fault
        if self._world.net.violations:
            raise Violated(f"accusations: {self._world.net.violations}")
        if self.complaints:
            raise Violated(f"complaints: {self.complaints}")
        for peer in self._world.alive:
            if not peer.is_running:
                raise Violated(f"{peer.id} has ended by itself")
            self._look_at_log(peer)
            self._look_at_state(peer)
        self._check_values()

    # --- the log

    def _take(self, commit: Commit) -> None:
        header = commit.header
        known = self._branches.get(header.digest)
        if known is not None:
            if (
                known.commit != commit
                and known.commit is not None
                and known.commit.contributions != commit.contributions
            ):
                raise Violated(f"two lists of contributions for one header of step {header.step}")
            return
        before = self._branches.get(header.previous)
        if before is None:
            raise Violated(f"step {header.step} follows what nobody has committed")
        used = before.used.copy()
        for entry in commit.contributions:
            for piece in entry.ranges:
                if used.overlaps(piece):
                    raise Violated(f"{piece} is used twice, again in step {header.step}")
                used.add(piece)
        if not used.samples == header.total_samples == before.total + header.samples:
            raise Violated(f"step {header.step}: {used.samples} samples used, {header.total_samples} said")
        self._branches[header.digest] = _Branch(used, header.total_samples, commit=commit)
        self.tally.steps += 1

    def _look_at_log(self, peer: "SimPeer") -> None:
        log = peer.node.replica.log
        head = log.head()
        if head is None:
            return
        if head.digest not in self._branches:
            raise Violated(f"{peer.id} is at a head that was never committed")
        if log.used() != self._branches[head.digest].used:
            raise Violated(f"{peer.id} has other samples used than its log says")

    # --- states

    def _look_at_state(self, peer: "SimPeer") -> None:
        replica = peer.node.replica
        position, head = replica.position, replica.log.head()
        if position is None or position.step == 0 or head is None or position.step > head.step:
            return
        header = replica.log.header(position.step)
        if header is None:
            return
        if replica.is_in_step and header.state != position.root:
            raise Violated(f"{peer.id} has another state than step {position.step} names")
        branch = self._branches.get(header.digest)
        if branch is None or header.state != position.root or branch.state is not None:
            return
        branch.state = peer.trainer.state.copy()
        self._unchecked.append(branch)

    def _check_values(self) -> None:
        """Once all who gave to a step have applied it, if they live: not when the first of them has."""
        waiting, self._unchecked = self._unchecked, []
        for branch in waiting:
            assert branch.commit is not None
            assert branch.state is not None
            header = branch.commit.header
            before = np.zeros_like(branch.state) if header.step == 1 else self._branches[header.previous].state
            if before is None:
                continue
            if header.amendment is not None:
                if header.samples == 0 and not np.array_equal(before, branch.state):
                    raise Violated(f"step {header.step} appends data and has changed the state")
                continue
            try:
                verdict = judge(branch.commit, before, branch.state, self._world.gradients, self._ledger)
            except NeverComputed as fault:
                raise Violated(str(fault)) from fault
            if verdict is None:
                continue
            self.tally.values += 1
            self.tally.partial += verdict.is_partial
            if not verdict.is_right:
                raise Violated(f"step {header.step}: the state is no mean of what was contributed ({header.digest})")

    # --- the coordinator's tables

    def _look_at_table(self, peer: "SimPeer") -> None:
        """Each sample in at most one place, and all that is taken in one of them."""
        coordinator = peer.node.participation._coordinator
        if coordinator is None:
            return
        gathering = coordinator._table.gathering
        places = [("used", peer.node.replica.log.used())]
        for work in gathering._work.values():
            places += [("held", work.held.ranges), ("carried", work.carried.ranges), ("leased", work.leased)]
        for _, work in gathering._absent.values():
            places += [("kept", work.held.ranges), ("kept", work.carried.ranges)]
        places += [("given", RangeSet(given.contribution.ranges)) for given in gathering._given.values()]
        sealed = coordinator._table.sealed
        if sealed is not None and sealed.seal.step > peer.node.replica.head_step:
            places += [("sealed", RangeSet(c.ranges)) for c in sealed.seal.contributions]
        everywhere = RangeSet()
        for name, ranges in places:
            for piece in ranges:
                if everywhere.overlaps(piece):
                    raise Violated(f"{piece} is {name} and something else at {peer.id}")
                everywhere.add(piece)
        if everywhere != gathering._pool._taken:
            raise Violated(f"taken at {peer.id}: {gathering._pool._taken}; found: {everywhere}")
        self.tally.tables += 1
