"""JSON-RPC 2.0, one message per line: the language of the control socket.

Pure and free of asyncio, so that the Qt client, the asynchronous server and the blocking client share it. What a
person can mend travels as its sentence, with the exit status as code; what is a bug travels as "internal error", and
its traceback stays in the engine's log.

The protocol is https://www.jsonrpc.org/specification without batches; parameters are by name only.
"""

from collections.abc import Mapping
from typing import Any, Literal, TypeVar

import msgspec

from core.errors import LocalFault, UsageError
from core.saying import NOTHING, Saying, say

LINE_BYTES = 8 << 20
"""Longest line in either direction, newline included."""

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603

CallId = int | str
T = TypeVar("T")


class MalformedLine(LocalFault):
    """What arrived is no message of this protocol. The connection it came on ends with this reason."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(
            say(
                "The control connection broke ({reason}); restart Idlewild so that all its parts are of one version.",
                reason=reason,
            )
        )
        self.code = code
        self.reason = reason


class EngineBug(LocalFault):
    """The engine failed in a way its authors did not foresee."""


class Request(msgspec.Struct, frozen=True, kw_only=True):
    method: str
    params: dict[str, Any] = {}
    id: CallId | None = None
    """None: the caller wants no answer."""
    jsonrpc: Literal["2.0"]


class ErrorBody(msgspec.Struct, frozen=True, kw_only=True):
    code: int
    """Positive: exit status of a fault that the user can mend. Negative: JSON-RPC's own."""
    message: str
    """One sentence, in English."""
    saying: Saying = msgspec.field(default=NOTHING, name="data")
    """The same for other languages."""

    def as_fault(self) -> LocalFault:
        """The exception to raise on the asking side; `str` of it is one sentence for the user."""
        words = self.saying or self.message
        if self.code == UsageError.exit_status or self.code in (INVALID_PARAMS, METHOD_NOT_FOUND):
            return UsageError(words)
        if self.code < 0:
            return EngineBug(words)
        return LocalFault(words)


class Result(msgspec.Struct, frozen=True, kw_only=True):
    id: CallId | None
    result: msgspec.Raw

    def read(self, kind: type[T]) -> T:
        """The result as `kind`; raises `MalformedLine`."""
        return _read(self.result, kind)


class Failure(msgspec.Struct, frozen=True, kw_only=True):
    id: CallId | None
    """None where the engine could not tell which request it answers: the connection ends."""
    error: ErrorBody


class Notification(msgspec.Struct, frozen=True, kw_only=True):
    method: str
    params: msgspec.Raw

    def read(self, kind: type[T]) -> T:
        """The content as `kind`; raises `MalformedLine`."""
        return _read(self.params, kind)


Reply = Result | Failure | Notification


class _Incoming(msgspec.Struct, frozen=True, kw_only=True):
    jsonrpc: Literal["2.0"]
    id: CallId | None = None
    method: str | None = None
    params: msgspec.Raw = msgspec.Raw()
    result: msgspec.Raw = msgspec.Raw()
    error: ErrorBody | None = None


class LineSplitter:
    """Turns a stream of bytes into lines. Holds at most `limit_bytes` plus what one `feed` brings."""

    def __init__(self, limit_bytes: int = LINE_BYTES) -> None:
        self._limit_bytes = limit_bytes
        self._pending = bytearray()

    def feed(self, data: bytes | bytearray | memoryview) -> list[bytes]:
        """Lines that `data` completes, without their newline, empty ones left out.

        Raises `MalformedLine` for a line beyond the limit, complete or not; nothing may be fed after that."""
        searched = len(self._pending)
        self._pending += data
        lines: list[bytes] = []
        start = 0
        while (end := self._pending.find(b"\n", max(start, searched))) >= 0:
            self._check(end + 1 - start)
            lines.append(bytes(self._pending[start:end]))
            start = end + 1
        del self._pending[:start]
        self._check(len(self._pending) + 1)
        return [line for line in lines if line.strip()]

    def _check(self, length: int) -> None:
        if length > self._limit_bytes:
            raise MalformedLine(INVALID_REQUEST, f"a line is longer than {self._limit_bytes} bytes")


def encode_request(call_id: CallId | None, method: str, params: Mapping[str, Any] | None = None) -> bytes:
    """A line, newline included, like those of all encoders here."""
    message: dict[str, Any] = {"jsonrpc": "2.0", "method": method}
    if params:
        message["params"] = dict(params)
    if call_id is not None:
        message["id"] = call_id
    return _line(message)


def encode_result(call_id: CallId | None, result: Any) -> bytes:
    """`result`: a struct of `core.ipc.messages`, a list of them, or None."""
    return _line({"jsonrpc": "2.0", "id": call_id, "result": result})


def encode_failure(call_id: CallId | None, code: int, saying: Saying) -> bytes:
    error = ErrorBody(code=code, message=str(saying), saying=saying)
    return _line({"jsonrpc": "2.0", "id": call_id, "error": error})


def encode_notification(name: str, content: msgspec.Struct) -> bytes:
    return _line({"jsonrpc": "2.0", "method": name, "params": content})


def decode_request(line: bytes) -> Request:
    """Raises `MalformedLine`."""
    return _decode(line, Request)


def decode_reply(line: bytes) -> Reply:
    """What an engine says. Raises `MalformedLine`."""
    message = _decode(line, _Incoming)
    if message.method is not None and bytes(message.params):
        return Notification(method=message.method, params=message.params)
    if message.error is not None:
        return Failure(id=message.id, error=message.error)
    if bytes(message.result):
        return Result(id=message.id, result=message.result)
    raise MalformedLine(INVALID_REQUEST, "a message is neither answer nor notification")


def _line(message: dict[str, Any]) -> bytes:
    return msgspec.json.encode(message) + b"\n"


def _decode(line: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(line, type=kind)
    except msgspec.ValidationError as fault:
        raise MalformedLine(INVALID_REQUEST, f"not JSON-RPC 2.0: {fault}") from fault
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise MalformedLine(PARSE_ERROR, f"not JSON: {fault}") from fault


def _read(raw: msgspec.Raw, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(raw, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise MalformedLine(INVALID_REQUEST, f"unexpected content: {fault}") from fault
