"""Mirrors on this machine: HTTPS under names of the public internet, with a certificate that only tests trust.

async with WebServer(files.answer) as server:
    web = Web(ports(server), TokenBucket())
"""

import asyncio
import contextlib
import datetime
import ssl
import tempfile
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Self

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from core.data.web import WebPorts

NAMES = ("data.example.org", "other.example.org", "hub.example.org", "cdn.example.org")


@dataclass(frozen=True)
class Request:
    host: str
    path: str
    headers: dict[str, str]
    """By names in lower case."""

    @property
    def range(self) -> tuple[int, int] | None:
        """First byte and the one after the last."""
        text = self.headers.get("range")
        if text is None:
            return None
        first, _, last = text.removeprefix("bytes=").partition("-")
        return int(first), int(last) + 1


@dataclass(frozen=True)
class Answer:
    raw: bytes
    is_cut: bool = False
    """The connection ends with it."""


def answer(status: int, body: bytes = b"", *headers: str, length: int | None = None) -> Answer:
    lines = [f"HTTP/1.1 {status} Whatever", f"Content-Length: {len(body) if length is None else length}", *headers]
    return Answer("\r\n".join([*lines, "", ""]).encode() + body, is_cut=length not in (None, len(body)))


@dataclass
class Files:
    """What a well-kept mirror does."""

    files: dict[str, bytes]
    """By path."""
    asked: list[Request] = field(default_factory=list)
    knows_ranges: bool = True

    def answer(self, request: Request) -> Answer:
        self.asked.append(request)
        content = self.files.get(request.path)
        if content is None:
            return answer(404)
        if request.range is None or not self.knows_ranges:
            return answer(200, content)
        start, stop = request.range
        part = content[start:stop]
        return answer(206, part, f"Content-Range: bytes {start}-{start + len(part) - 1}/{len(content)}")


class WebServer:
    """One address for all `NAMES`."""

    def __init__(self, respond: Callable[[Request], Answer], *, is_plain: bool = False) -> None:
        """`is_plain`: HTTP, as release hosts may speak it."""
        self._respond = respond
        self._is_plain = is_plain
        self._server: asyncio.Server | None = None
        self.port = 0

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(
            self._serve, "127.0.0.1", 0, ssl=None if self._is_plain else _server_tls()
        )
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._server is not None
        self._server.close()
        await self._server.wait_closed()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
                headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:])}
                reply = self._respond(Request(headers["host"].partition(":")[0], head[0].split()[1], headers))
                writer.write(reply.raw)
                await writer.drain()
                if reply.is_cut:
                    break
        writer.close()


@contextlib.contextmanager
def served(respond: Callable[[Request], Answer], *, is_plain: bool = False) -> Iterator[int]:
    """The port of a `WebServer` in a thread of its own."""
    loop = asyncio.new_event_loop()
    is_up, stop = threading.Event(), asyncio.Event()
    server = WebServer(respond, is_plain=is_plain)

    async def main() -> None:
        async with server:
            is_up.set()
            await stop.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(main(),))
    thread.start()
    is_up.wait()
    try:
        yield server.port
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join()
        loop.close()


# --- what a client needs


async def to_this_machine(host: str, port: int) -> list[str]:
    if host not in NAMES:
        raise OSError(f"there is no {host}")
    return ["127.0.0.1"]


def is_this_machine(address: str) -> bool:
    return address == "127.0.0.1"


def trusting() -> ssl.SSLContext:
    return ssl.create_default_context(cadata=_certificate()[0].decode())


def ports(server_port: int, token: str | None = None) -> WebPorts:
    return WebPorts(
        resolve=to_this_machine,
        is_allowed=is_this_machine,
        tls=trusting,
        hub=f"https://hub.example.org:{server_port}",
        token=lambda: token,
    )


def _server_tls() -> ssl.SSLContext:
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    with tempfile.TemporaryDirectory() as folder:
        tls.load_cert_chain(write_certificate(Path(folder)))
    return tls


def write_certificate(folder: Path) -> Path:
    """With its key."""
    path = folder / "certificate.pem"
    path.write_bytes(b"".join(_certificate()))
    return path


@cache
def _certificate() -> tuple[bytes, bytes]:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "tests of idlewild")])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(one) for one in NAMES]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    encoding = serialization.Encoding.PEM
    return certificate.public_bytes(encoding), key.private_bytes(
        encoding, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
