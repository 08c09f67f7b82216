"""What became of dialing, told by the faults that the transport really makes."""

import asyncio
import socket

import pytest

from core.errors import LinkLost, PeerFault, PeerTimeout, Refused
from core.identity.ids import PeerId, RunId
from core.identity.keys import Identity
from core.nat.calls import PLACES, Calls, outcome_of
from core.nat.facts import Greeted
from core.transport.api import Address, Link, Message, Stream
from core.transport.dialing import resolve
from core.transport.endpoint import Endpoint, EndpointConfig
from core.transport.framing import Codec
from core.transport.hello import judge
from core.version import PROTOCOL

A, B = Address("a.example", 1), Address("b.example", 2)


class Hello(Message, frozen=True):
    run: RunId


def fault_of_names() -> PeerFault:
    async def look_up() -> PeerFault:
        with pytest.raises(LinkLost) as caught:
            await resolve(Address("name.invalid", 1), socket.AF_INET)
        return caught.value

    return asyncio.run(look_up())


@pytest.mark.parametrize("version", [PROTOCOL - 1, PROTOCOL + 1])
def test_an_old_program_is_told_from_a_refusal(version: int) -> None:
    with pytest.raises(Refused) as caught:
        judge(version.to_bytes(2, "big"), Codec((Hello,)), PeerId(bytes(32)), lambda *_: "")
    assert outcome_of(caught.value) is Greeted.OUTDATED
    assert outcome_of(Refused("by invitation only")) is Greeted.REFUSED


@pytest.mark.parametrize("by", [-1, 1])
def test_it_is_known_whose_protocol_is_older(by: int) -> None:
    """Whoever refuses: this peer by its own judgement, or another one whose words say the same."""
    calls = Calls()
    with pytest.raises(Refused) as caught:
        judge((PROTOCOL + by).to_bytes(2, "big"), Codec((Hello,)), PeerId(bytes(32)), lambda *_: "")
    calls.note([A], caught.value)
    assert calls.is_older == (by > 0)
    older, newer = sorted((PROTOCOL, PROTOCOL + by))
    calls.note([A], Refused(f"protocol {older} of the refused peer is older than {newer}: update the program there"))
    assert calls.is_older == (by > 0)
    calls.note([A], None)
    assert not calls.is_older


def test_names_that_nobody_knows() -> None:
    assert outcome_of(fault_of_names()) is Greeted.UNRESOLVED


def test_silence() -> None:
    assert outcome_of(PeerTimeout("nobody answered within 4 s")) is Greeted.SILENT
    assert outcome_of(LinkLost("closed")) is Greeted.SILENT


async def an_endpoint() -> Endpoint:
    async def serve(link: Link, stream: Stream, first: Message) -> None: ...

    return await Endpoint.open(
        EndpointConfig(
            identity=Identity.generate(),
            messages=(Hello,),
            greeting=lambda: Hello(RunId(bytes(32))),
            admit=lambda *_: "",
            serve=serve,
            listen=Address("127.0.0.1", 0),
        )
    )


def test_another_peer_at_the_address() -> None:
    async def dial() -> PeerFault:
        here, there = await an_endpoint(), await an_endpoint()
        try:
            with pytest.raises(PeerFault) as caught:
                await here.dial(PeerId(bytes(32)), there.addresses)
            return caught.value
        finally:
            await here.close()
            await there.close()

    assert outcome_of(asyncio.run(dial())) is Greeted.WRONG_PEER


def test_the_most_telling_outcome_is_taken() -> None:
    calls = Calls()
    assert calls.greeted is Greeted.NOT_TRIED
    calls.note([A], LinkLost("a.example cannot be resolved"))
    assert calls.greeted is Greeted.UNRESOLVED
    calls.note([B], PeerTimeout("nobody"))
    assert (calls.greeted, calls.refusal) == (Greeted.SILENT, "")
    calls.note([A], Refused("not invited"))
    assert (calls.greeted, calls.refusal) == (Greeted.REFUSED, "not invited")
    assert calls.unreached == (str(B), str(A))
    calls.note([B], None)
    assert (calls.greeted, calls.unreached) == (Greeted.LINKED, (str(A),))
    calls.note([A, B], PeerTimeout("nobody"))  # what was so once is not so for ever
    assert calls.greeted is Greeted.SILENT


def test_old_places_are_forgotten() -> None:
    calls = Calls()
    for port in range(2 * PLACES):
        calls.note([Address("a.example", port)], None)
    assert len(calls.outcomes()) == PLACES
