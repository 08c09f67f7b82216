"""Frames: any bytes in, frames or a violation out, and never more memory than has arrived."""

import struct
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import ProtocolViolation
from core.identity.ids import Digest
from core.transport.api import MESSAGE_BYTES, Message, Refusal
from core.transport.framing import Assembler, Codec, Frame, Kind, frame_header

ANY = {Kind.MESSAGE: 1000, Kind.PAYLOAD: 5000}


class Named(Message, frozen=True):
    digest: Digest
    count: int = 0


class Other(Message, frozen=True):
    text: str


def frames_of(data: bytes, cuts: list[int]) -> list[Frame]:
    assembler, frames = Assembler(), []
    assembler.expect(ANY)
    edges = [0, *sorted(cut % (len(data) + 1) for cut in cuts), len(data)]
    for start, stop in pairwise(edges):
        piece = memoryview(data)[start:stop]
        while piece:
            piece = piece[assembler.take(piece) :]
            if assembler.is_complete:
                frames.append(assembler.pop())
    assert assembler.is_between_frames
    return frames


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from([Kind.MESSAGE, Kind.PAYLOAD]), st.binary(max_size=300)), min_size=1, max_size=8),
    st.lists(st.integers(0, 1 << 20), max_size=12),
)
def test_frames_are_the_same_however_they_are_cut(frames: list[tuple[Kind, bytes]], cuts: list[int]) -> None:
    data = b"".join(frame_header(kind, len(body)) + body for kind, body in frames)
    assert frames_of(data, cuts) == [Frame(kind, bytearray(body)) for kind, body in frames]


def test_an_empty_frame_is_complete_with_its_header() -> None:
    assembler = Assembler()
    assembler.expect(ANY)
    assert assembler.take(frame_header(Kind.PAYLOAD, 0) + b"more") == 5
    assert assembler.is_complete
    assert assembler.pop() == Frame(Kind.PAYLOAD, bytearray())


@pytest.mark.parametrize(
    ("header", "words"),
    [
        (frame_header(Kind.MESSAGE, 1001), "1001 bytes exceeds 1000"),
        (frame_header(Kind.PAYLOAD, (1 << 32) - 1), "exceeds 5000"),
        (frame_header(Kind.HELLO, 1), "hello came where none is allowed"),
        (struct.pack("!BI", 0, 0), "unknown kind 0"),
    ],
)
def test_a_bad_header_is_told_before_its_body_comes(header: bytes, words: str) -> None:
    assembler = Assembler()
    assembler.expect(ANY)
    assembler.take(header[:4])
    with pytest.raises(ProtocolViolation, match=words):
        assembler.take(header[4:])


def test_a_frame_that_has_begun_is_judged_by_new_limits_too() -> None:
    assembler = Assembler()
    assembler.expect(ANY)
    assembler.take(frame_header(Kind.PAYLOAD, 500) + bytes(10))
    assembler.expect({Kind.PAYLOAD: 500})
    with pytest.raises(ProtocolViolation, match="500 bytes exceeds 499"):
        assembler.expect({Kind.PAYLOAD: 499})


def test_messages_keep_their_ids() -> None:
    codec = Codec([Named, Other])
    for message in (Named(digest=Digest(bytes(32)), count=3), Other(text="x"), Refusal(reason="no")):
        assert codec.decode(codec.encode(message)) == message


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=200))
def test_garbage_is_a_violation_and_nothing_else(data: bytes) -> None:
    with pytest.raises(ProtocolViolation):
        Codec([Named, Other]).decode(data)


@pytest.mark.parametrize(
    "data",
    [
        b"\x82\xa4type\xa5Named\xa6digest\xc4\x02ab",
        b"\x81\xa4type\xa6Absent",
        b"\x91" * 100_000,
    ],
)
def test_almost_messages_are_violations(data: bytes) -> None:
    with pytest.raises(ProtocolViolation, match="malformed"):
        Codec([Named, Other]).decode(data)


def test_an_oversized_message_is_the_senders_bug() -> None:
    with pytest.raises(ValueError, match="too long"):
        Codec([Other]).encode(Other(text="x" * (MESSAGE_BYTES + 1)))
