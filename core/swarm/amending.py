"""Amending steps: what the organiser changes takes effect by a step of the log without samples (design §6).

A step that appends data keeps the state. One that rolls back has an earlier step's state as its result; it follows the
steps whose work is given up, so that a log only ever grows, and people keep the credit for what they have given.
"""

import logging

import numpy as np

from core.identity.amendment import Amendment, AppendData, Joined, RollBack, SignedAmendment, open_amendment
from core.identity.ids import Digest, PeerId, RunId
from core.swarm.records import Commit, Header, contributions_digest
from core.swarm.replica import Replica
from core.swarm.state_files import SavedState, StateFiles
from core.training.api import Scalars, Vector
from core.training.state_digest import StateDigest, chunk_spans, state_bytes

log = logging.getLogger(__name__)

PETITIONS_LIMIT = 64
"""Amendments that may wait for their turn."""


def amendment_of(commit: Commit, run: RunId, organiser: PeerId) -> Amendment | None:
    """What a commit of the log carries, if it is an amending one."""
    return open_amendment(commit.amendment, run, organiser) if commit.amendment is not None else None


class Petitions:
    """What the organiser has asked for and the log does not have yet. Pure."""

    def __init__(self, run: RunId, organiser: PeerId) -> None:
        self._run, self._organiser = run, organiser
        self._waiting: dict[int, tuple[Amendment, SignedAmendment]] = {}

    def add(self, signed: SignedAmendment) -> None:
        """Raises `ValueError` if it is not the organiser's."""
        amendment = open_amendment(signed, self._run, self._organiser)
        if len(self._waiting) < PETITIONS_LIMIT:
            self._waiting.setdefault(amendment.number, (amendment, signed))

    def due(self, amendments: int, step: int) -> tuple[Amendment, SignedAmendment] | None:
        """The next one, if `step` may carry it and `amendments` have taken effect."""
        self._waiting = {number: waiting for number, waiting in self._waiting.items() if number > amendments}
        found = self._waiting.get(amendments + 1)
        return found if found is not None and found[0].from_step <= step else None

    def drop(self, amendment: Amendment) -> None:
        self._waiting.pop(amendment.number, None)


def amending_header(  # what such a step says, and nothing else
    replica: Replica, signed: SignedAmendment, state: Digest, *, scalars: Scalars, time_s: int, term: int, end: int
) -> Header:
    """Of the next step. `end`: one more than the highest sample that anybody was ever given."""
    before = replica.log.head()
    return Header(
        run=replica.run,
        step=replica.head_step + 1,
        previous=replica.head_digest,
        time_s=time_s,
        samples=0,
        total_samples=replica.total_samples,
        loss_sum=before.loss if before else 0.0,
        contributions=contributions_digest(()),
        average=Digest(bytes(32)),
        scalars=scalars,
        state=state,
        term=term,
        amendments=replica.amendments + 1,
        amendment=signed.digest,
        first_sample=end,
    )


async def amended_state(
    replica: Replica, amendment: Amendment, step: int, files: StateFiles | None
) -> StateDigest | None:
    """Brings the replica's state to what it is after the amending step `step`. None if it cannot be had here; then
    nothing has changed."""
    if isinstance(amendment.what, RollBack):
        return await _return_to(replica, amendment.what, step, files)
    return await replica.keep_state(step)


async def _return_to(replica: Replica, target: RollBack, step: int, files: StateFiles | None) -> StateDigest | None:
    """What was computed for the state that there was is cleared."""
    if (position := replica.position) is not None and (position.step, position.root) == (target.step, target.state):
        return await replica.keep_state(step)
    found = await replica.offload(lambda: _kept(files, target, replica.trainer.state.size)) if files else None
    if found is None:
        return None
    await replica.clear_gradient()
    return await replica.restore(step, found)


def _kept(files: StateFiles, target: RollBack, elements: int) -> Vector | None:
    """The state of an earlier step in new memory, if it is kept here whole and right."""
    saved = files.open(target.step, target.state)
    if saved is None:
        return None
    try:
        if saved.elements != elements or saved.rehash().root != target.state:
            return None
        return _read(saved)
    except OSError as error:
        log.warning("the state of step %d cannot be read: %s", target.step, error)
        return None
    finally:
        saved.close()


def _read(saved: SavedState) -> Vector:
    state = np.empty(saved.elements, np.float32)
    memory = state_bytes(state)
    for index, span in enumerate(chunk_spans(saved.elements)):
        memory[span] = saved.read(index)
    return state


def joined_data(replica: Replica) -> tuple[Joined, ...]:
    """The data that has joined the run, by this peer's log."""
    found = []
    for commit in replica.log.amending():
        amendment = amendment_of(commit, replica.run, replica.organiser)
        if amendment is not None and isinstance(amendment.what, AppendData):
            found.append(Joined(commit.header.first_sample, amendment.what))
    return tuple(found)
