"""Which of several addresses wins, and what is told when none does."""

import asyncio
import socket

import pytest

from core.errors import LinkLost, PeerTimeout, Refused
from core.transport.api import Address
from core.transport.dialing import is_loopback, race, resolve


def test_the_first_to_succeed_wins_and_the_rest_are_cancelled() -> None:
    cancelled: list[str] = []

    async def attempt(name: str) -> str:
        if name == "good":
            return name
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            cancelled.append(name)
            raise
        raise AssertionError

    async def test() -> None:
        assert await race(["silent", "good", "never tried"], attempt, stagger_s=0.01) == "good"
        assert cancelled == ["silent"]

    asyncio.run(test())


def test_a_failure_starts_the_next_at_once() -> None:
    async def attempt(name: str) -> str:
        if name == "bad":
            raise LinkLost("bad")
        return name

    async def test() -> None:
        assert await race(["bad", "bad", "good"], attempt, stagger_s=3600) == "good"

    asyncio.run(test())


def test_the_most_telling_fault_is_told() -> None:
    faults = {"a": PeerTimeout("slow"), "b": Refused("no"), "c": LinkLost("gone")}

    async def attempt(name: str) -> str:
        raise faults[name]

    async def test() -> None:
        with pytest.raises(Refused, match="no"):
            await race(list("abc"), attempt)
        with pytest.raises(PeerTimeout):
            await race(list("ac"), attempt)
        with pytest.raises(LinkLost, match="no address"):
            await race([], attempt)

    asyncio.run(test())


def test_a_bug_is_not_taken_for_a_fault() -> None:
    async def attempt(name: str) -> str:
        raise KeyError(name)

    async def test() -> None:
        with pytest.raises(KeyError):
            await race(["a", "b"], attempt)

    asyncio.run(test())


def test_resolving() -> None:
    async def test() -> None:
        assert await resolve(Address("192.0.2.1", 5), socket.AF_INET) == [("192.0.2.1", 5)]
        assert (await resolve(Address("192.0.2.1", 5), socket.AF_INET6))[0][:2] == ("::ffff:192.0.2.1", 5)
        with pytest.raises(LinkLost, match="over IPv4"):
            await resolve(Address("::1", 5), socket.AF_INET)

    asyncio.run(test())


def test_loopback_is_told_from_the_rest() -> None:
    for host in ("127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"):
        assert is_loopback((host, 1))
    for host in ("192.0.2.1", "fe80::1%eth0", "::ffff:192.0.2.1"):
        assert not is_loopback((host, 1))
