"""What Linux says of signals that wait."""

import os

import pytest

from core.training.doom import is_killed, tells_of_kill

STATUS = """Name:\tidlewild
State:\tR (running)
SigQ:\t1/31190
SigPnd:\t{own}
ShdPnd:\t{shared}
SigBlk:\t0000000000000100
SigIgn:\t0000000000000100
"""
NONE, KILL, TERM = f"{0:016x}", f"{0x100:016x}", f"{0x4000:016x}"


@pytest.mark.parametrize(
    ("own", "shared", "is_so"),
    [(NONE, NONE, False), (KILL, NONE, True), (NONE, KILL, True), (TERM, TERM, False), (NONE, f"{0x4100:016x}", True)],
)
def test_only_a_kill_that_waits_counts(own: str, shared: str, is_so: bool) -> None:
    assert tells_of_kill(STATUS.format(own=own, shared=shared)) is is_so


def test_who_lives_and_who_is_gone_are_not_killed() -> None:
    assert not is_killed(os.getpid())
    assert not is_killed(2**22 + 1)
    assert not tells_of_kill("")
