"""Trainers that are paused or suspended while others go on: what they did counts, and what is wrong is said at once."""

import sys
import time
from pathlib import Path

import psutil
import pytest
from processes import START_S, Crew, Engine, until, write_manifest

from core.ipc.messages import Phase, Reason

TARGET = 512
"""Samples: one peer alone takes seconds for a step."""
TOLD_S = 1.0
"""Between two tellings of who has done what."""
SAID_S = 3.0
"""Within which the status says what is wrong: 2 s, and what a busy machine takes for an answer."""


def my_samples(engine: Engine) -> tuple[int, int]:
    """Last committed step, and what this peer has done of the next."""
    status = engine.status()
    assert status is not None
    assert status.collaboration is not None
    return status.collaboration.step, sum(peer.samples for peer in status.collaboration.peers if peer.is_me)


@pytest.mark.timeout(400)
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_what_a_paused_peer_has_done_counts_and_what_is_wrong_is_said(tmp_path: Path) -> None:
    with Crew(tmp_path) as crew:
        crew.organise(write_manifest(tmp_path / "manifest", target_batch=TARGET))
        peer, other = crew.volunteer("peer"), crew.volunteer("other")
        for engine in (peer, other):
            engine.until(lambda s: s.phase is Phase.TRAINING, "it trains", 2 * START_S)
        samples_of_a_paused_peer_count(peer, other)
        peer.resume()
        a_suspended_trainer_is_told_of(peer)
        a_killed_trainer_is_told_of(peer)


def samples_of_a_paused_peer_count(peer: Engine, other: Engine) -> None:
    other.pause()  # what is under way then waits for the peer alone, however fast this computer is

    def pause_in_a_step() -> tuple[int, int] | None:
        """Where it has some of the step under way, and that is not over at this moment."""
        until(lambda: my_samples(peer)[1] > TARGET // 16, "it has something of the step", START_S)
        peer.pause()
        time.sleep(TOLD_S)  # what it has done since the last telling is told in the next
        found = my_samples(peer)
        time.sleep(TOLD_S)
        if found == my_samples(peer) and found[0] == other.step() and found[1]:
            return found
        peer.resume()
        return None

    step, samples = until(pause_in_a_step, "it is paused in the middle of a step", START_S)
    other.resume()
    other.until_step(step + 2)
    first, second = other.entries_after(step)[:2]
    assert first.contributors[peer.peer] >= samples, "and what was on its way to the coordinator"
    assert peer.peer not in second.contributors
    status = peer.until_step(step + 2)
    assert (status.phase, status.reason) == (Phase.PAUSED, Reason.PAUSED_BY_USER), "it follows the others' steps"


def a_suspended_trainer_is_told_of(peer: Engine) -> None:
    peer.until(lambda s: s.phase is Phase.TRAINING, "it trains")
    trainer = peer.trainer()
    trainer.suspend()
    begun_s = time.monotonic()
    status = peer.until(lambda s: s.reason is Reason.TRAINER_STUCK, "it says that the trainer is suspended", SAID_S)
    print(f"suspended: said after {time.monotonic() - begun_s:.1f} s")
    assert "started anew after 1 min" in status.sentence
    trainer.resume()
    peer.until(lambda s: s.reason is not Reason.TRAINER_STUCK, "all is well again", SAID_S)
    peer.until_step(peer.step() + 2)
    assert peer.trainer() == trainer


def a_killed_trainer_is_told_of(peer: Engine) -> None:
    trainer: psutil.Process = peer.trainer()
    trainer.kill()
    begun_s = time.monotonic()
    peer.until(lambda s: s.reason is Reason.TRAINER_RESTARTING, "it says that the trainer is started", SAID_S)
    print(f"killed: said after {time.monotonic() - begun_s:.1f} s")
    peer.until_step(peer.step() + 2)
    assert peer.trainer() != trainer
