import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import LocalFault, UsageError
from core.ipc.codec import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    INVALID_REQUEST,
    PARSE_ERROR,
    EngineBug,
    Failure,
    LineSplitter,
    MalformedLine,
    Notification,
    Result,
    decode_reply,
    decode_request,
    encode_failure,
    encode_notification,
    encode_request,
    encode_result,
)
from core.ipc.messages import Phase, Reason, Status
from core.ipc.records import HistoryRow
from core.saying import say

STATUS = Status(version="1", peer="abc", home="/h", phase=Phase.IDLE, reason=Reason.NONE, sentence="Nothing\nto do.")
DAY = HistoryRow(start="2026-11-01", run="r", name="বাংলা", samples=3, steps=1, training_s=0.5)


def bare(line: bytes) -> bytes:
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    return line[:-1]


def test_a_request_arrives_as_it_was_asked() -> None:
    request = decode_request(bare(encode_request(7, "pause", {"seconds": 60.0})))
    assert (request.id, request.method, request.params) == (7, "pause", {"seconds": 60.0})
    assert json.loads(encode_request(7, "status")) == {"jsonrpc": "2.0", "id": 7, "method": "status"}
    assert decode_request(bare(encode_request(None, "quit"))).id is None


def test_results_and_notifications_arrive_typed() -> None:
    result = decode_reply(bare(encode_result(1, [DAY])))
    assert isinstance(result, Result)
    assert result.read(list[HistoryRow]) == [DAY]
    notification = decode_reply(bare(encode_notification("status", STATUS)))
    assert isinstance(notification, Notification)
    assert (notification.method, notification.read(Status)) == ("status", STATUS)
    nothing = decode_reply(bare(encode_result(2, None)))
    assert isinstance(nothing, Result)
    assert nothing.read(object) is None


def test_content_of_another_kind_is_malformed() -> None:
    reply = decode_reply(bare(encode_result(1, [DAY])))
    assert isinstance(reply, Result)
    with pytest.raises(MalformedLine, match="unexpected content"):
        reply.read(Status)


@pytest.mark.parametrize(
    ("code", "kind"),
    [(1, LocalFault), (2, UsageError), (INVALID_PARAMS, UsageError), (INTERNAL_ERROR, EngineBug), (77, LocalFault)],
)
def test_faults_keep_their_words_and_exit_status(code: int, kind: type[LocalFault]) -> None:
    reply = decode_reply(bare(encode_failure("a", code, say("No such {what}; ask again.", what="link"))))
    assert isinstance(reply, Failure)
    fault = reply.error.as_fault()
    assert type(fault) is kind
    assert str(fault) == "No such link; ask again."
    assert fault.saying == say("No such {what}; ask again.", what="link")
    assert fault.exit_status == kind.exit_status


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"GET / HTTP/1.1", PARSE_ERROR),
        (b"{", PARSE_ERROR),
        (b'{"jsonrpc": "2.0", "method": "\xff\xfe"}', PARSE_ERROR),
        (b'{"jsonrpc": "2.0", "method": "m", "params": {"a": ' + b"[" * 100_000, PARSE_ERROR),
        (b"[]", INVALID_REQUEST),
        (b"null", INVALID_REQUEST),
        (b'{"method": "status", "id": 1}', INVALID_REQUEST),
        (b'{"jsonrpc": "1.0", "method": "status", "id": 1}', INVALID_REQUEST),
        (b'{"jsonrpc": "2.0", "method": 4, "id": 1}', INVALID_REQUEST),
        (b'{"jsonrpc": "2.0", "method": "status", "params": [1], "id": 1}', INVALID_REQUEST),
        (b'{"jsonrpc": "2.0", "method": "status", "id": 1.5}', INVALID_REQUEST),
    ],
)
def test_what_is_no_request_is_refused_with_the_right_code(line: bytes, code: int) -> None:
    with pytest.raises(MalformedLine) as caught:
        decode_request(line)
    assert caught.value.code == code


@given(st.binary(max_size=200))
def test_no_bytes_raise_anything_but_malformed_line(line: bytes) -> None:
    for decode in (decode_request, decode_reply):
        with contextlib.suppress(MalformedLine):
            decode(line)


def test_a_reply_must_be_answer_or_notification() -> None:
    for line in (b'{"jsonrpc":"2.0","id":1}', b'{"jsonrpc":"2.0","method":"status"}'):
        with pytest.raises(MalformedLine):
            decode_reply(line)


def test_unknown_fields_of_a_newer_version_are_passed_over() -> None:
    line = b'{"jsonrpc":"2.0","id":1,"new":{},"result":' + encode_result(1, STATUS).split(b'"result":')[1][:-2]
    reply = decode_reply(line[:-1] + b',"newer":1}}')
    assert isinstance(reply, Result)
    assert reply.read(Status) == STATUS


@given(st.lists(st.binary(max_size=20).map(lambda line: line.replace(b"\n", b"."))), st.lists(st.integers(1, 7)))
def test_lines_do_not_depend_on_how_the_stream_is_cut(lines: list[bytes], cuts: list[int]) -> None:
    stream = b"".join(line + b"\n" for line in lines)
    splitter = LineSplitter()
    found: list[bytes] = []
    position = 0
    for length in [*cuts, len(stream)]:
        found += splitter.feed(stream[position : position + length])
        position += length
    assert found == [line for line in lines if line.strip()]


def test_a_line_at_the_limit_passes_and_one_byte_more_does_not() -> None:
    assert LineSplitter(10).feed(b"123456789\n") == [b"123456789"]
    for data in (b"1234567890\n", b"1234567890"):
        with pytest.raises(MalformedLine, match="longer than 10 bytes"):
            LineSplitter(10).feed(data)


def test_an_endless_line_is_refused_while_it_comes() -> None:
    splitter = LineSplitter(100)
    splitter.feed(b"x" * 60)
    with pytest.raises(MalformedLine):
        splitter.feed(b"x" * 60)


def test_a_long_line_comes_whole_out_of_small_pieces() -> None:
    splitter = LineSplitter()
    pieces = 4000
    for _ in range(pieces):
        assert splitter.feed(b"y" * 1000) == []
    assert splitter.feed(b"\n") == [b"y" * 1000 * pieces]
