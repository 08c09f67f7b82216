"""Which sealed step a new coordinator finishes that its predecessor left."""

from collections.abc import Callable, Collection, Iterable

from core.identity.ids import Digest, PeerId
from core.swarm.replica import Replica
from core.swarm.seal import SignedSeal, is_genuine, is_same

RECENT_STEPS = 16


def inherited(
    replica: Replica,
    offered: Iterable[tuple[PeerId, SignedSeal | None]],
    predecessors: Collection[PeerId],
    is_culprit: Callable[[PeerId], bool],
    hear: Callable[[SignedSeal], None],
) -> SignedSeal | None:
    """Of the seals that members bring, the one to be finished here: it follows the head and travels with its
    contributions; this peer's own copy comes before those that most members have. A stranger's seal is none, since
    anybody can sign one: sealed may have `predecessors` and who has committed of late. `hear` is told each such one."""
    head = (replica.head_step + 1, replica.head_digest)
    found: dict[Digest, list[SignedSeal]] = {}
    for peer, signed in offered:
        if signed is None or (signed.seal.step, signed.seal.previous, signed.seal.header.run) != (*head, replica.run):
            continue
        sealer = PeerId.of_key(signed.coordinator)
        has_conducted = sealer in predecessors or _has_committed(replica, signed.coordinator)
        is_trusted = has_conducted and not is_culprit(sealer)
        if (peer == replica.me or is_trusted) and is_genuine(signed):
            hear(signed)
            found.setdefault(signed.seal.header.digest, []).append(signed)
    ranked = sorted(
        found.values(), key=lambda same: (not is_same(replica.sealed, same[0]), -len(same), same[0].seal.header.digest)
    )
    return next((signed for same in ranked for signed in same if signed.seal.is_whole), None)


def _has_committed(replica: Replica, key: bytes) -> bool:
    recent = replica.log.commits(max(0, replica.head_step - RECENT_STEPS), RECENT_STEPS)
    return any(commit.coordinator == key for commit in recent)
