"""Parts of files from the web, by HTTPS.

Whoever wrote a manifest chooses what is asked for here, and whoever keeps a mirror what comes back. So only addresses
of the public internet are connected to, whatever names and redirects say; certificates are verified; no cookie is kept
and nobody told who asks (but the hub, where it wants to know: `WebPorts.token`); and an answer is read no further than
it was asked for. Where the program's makers chose the addresses (`core.release.web`), `WebPorts` lets more pass.
"""

import asyncio
import email.utils
import re
import ssl
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from types import TracebackType
from typing import Protocol, Self

import aiohttp
import certifi
from yarl import URL

from core.data.mirrors import HUB, Mirror, is_host_name
from core.data.public import NotPublic, PublicOnly, Resolve, is_public, resolve
from core.errors import PeerFault
from core.program import is_installed
from core.saying import NOTHING, Saying, quote, say
from core.transport.budget import TokenBucket
from core.transport.meter import Meter

REDIRECTS = 6
"""The hub needs two."""
CONNECT_S, ANSWER_S, SILENCE_S = 15.0, 40.0, 30.0
LONGEST_WAIT_S = 900.0
"""A mirror that asks for more patience is asked again all the same."""
_REDIRECTS = {301, 302, 303, 307, 308}
_CHUNK_BYTES = 64 << 10
_RANGE = re.compile(r"bytes (\d{1,18})-(\d{1,18})/(\d{1,18}|\*)", re.ASCII)
_URL = re.compile(r"[\x21-\x7e]{1,8000}")


_ORGANISER = say("tell the collaboration's organiser")


class WebFault(PeerFault):
    """A mirror gave nothing; its text goes on from the mirror's name."""

    def __init__(self, what: Saying, remedy: Saying = NOTHING, wait_s: float = 0.0) -> None:
        """`remedy`: what a person can do, if anything. `wait_s`: for so long it wants to be left alone."""
        super().__init__(what)
        self.what, self.remedy = what, remedy
        self.wait_s = wait_s


class WrongFile(WebFault):
    """It gave another file than the manifest speaks of. What is wrong of it is for the log."""


class Unreachable(WebFault):
    """There is no way to it, or none to the internet at all."""


class Part(Protocol):
    """Bytes of a file that are on their way here."""

    @property
    def start(self) -> int:
        """Where in the file they begin: as was asked, or at 0 from a server that knows no ranges."""
        ...

    @property
    def stop(self) -> int:
        """Where they end: as was asked, or at the file's end."""
        ...

    async def read(self, most_bytes: int) -> bytes:
        """Some of them, at least one. Only while there are any. Raises `WebFault`."""
        ...


class Opener(Protocol):
    """What a mirror's files are read with."""

    def open(self, mirror: Mirror, name: str, span: slice, size_bytes: int) -> AbstractAsyncContextManager[Part]:
        """`span` of the file `name` that has `size_bytes`. Raises `WebFault`."""
        ...


def hub_token() -> str | None:
    """The user's on Hugging Face, if there is one: HF_TOKEN, or what `hf auth login` has kept. Blocks."""
    from huggingface_hub import get_token

    return get_token()


def trusted() -> ssl.SSLContext:
    """Who the system trusts; and who Mozilla does on macOS, whose own list Python does not see, and in the installed
    program, whose OpenSSL looks for the list where the machine that built it has one. Blocks."""
    context = ssl.create_default_context()
    if sys.platform == "darwin" or is_installed():
        context.load_verify_locations(certifi.where())
    return context


@dataclass(frozen=True, slots=True)
class WebPorts:
    """What is between this program and the web; nothing of it comes from a manifest."""

    resolve: Resolve = resolve
    is_allowed: Callable[[str], bool] = is_public
    """Whether an address may be connected to."""
    is_host: Callable[[str], bool] = is_host_name
    """Whether a web address may name this host."""
    schemes: tuple[str, ...] = ("https",)
    tls: Callable[[], ssl.SSLContext] = trusted
    hub: str = HUB
    token: Callable[[], str | None] = hub_token
    """Told to the hub where it lets nobody in without, and to nobody else."""


class Web:
    """An `Opener`, from `async with` to its end."""

    def __init__(self, ports: WebPorts, download: TokenBucket, meter: Meter | None = None) -> None:
        """`download`: what the owner allows. `meter`: counts what comes."""
        self._ports = ports
        self._download = download
        self._meter = meter or Meter()
        self._hub = URL(ports.hub)
        self._token: str | None = None
        """Once the hub has asked for it."""
        self._stack = AsyncExitStack()
        self._session: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> Self:
        tls = await asyncio.to_thread(self._ports.tls)
        addresses = PublicOnly(self._ports.resolve, self._ports.is_allowed)
        session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(
                ssl=tls, resolver=addresses, socket_factory=addresses.socket, use_dns_cache=False, limit=8
            ),
            cookie_jar=aiohttp.DummyCookieJar(),
            timeout=aiohttp.ClientTimeout(total=None, sock_connect=CONNECT_S, sock_read=SILENCE_S),
            auto_decompress=False,
            trust_env=False,
            headers={"User-Agent": "Idlewild", "Accept": "*/*", "Accept-Encoding": "identity"},
        )
        self._session = await self._stack.enter_async_context(session)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._stack.aclose()

    @asynccontextmanager
    async def open(self, mirror: Mirror, name: str, span: slice, size_bytes: int) -> AsyncIterator[Part]:
        """See `Opener`."""
        async with self._answer(mirror, name, {"Range": f"bytes={span.start}-{span.stop - 1}"}) as response:
            yield _WebPart(response, _span(response, span, size_bytes), self._download, self._meter)

    async def read_whole(self, mirror: Mirror, name: str, most_bytes: int) -> bytes:
        """The small file `name`, whose size nobody has told. Raises `WebFault`, also where it is larger."""
        async with self._answer(mirror, name, {}) as response:
            _check_form(response)
            part = _WebPart(response, slice(0, most_bytes + 1), self._download, self._meter)
            data = bytearray()
            while got := await part.read_or_end():
                data += got
        if len(data) > most_bytes:
            raise WrongFile(quote(f"its file has more than {most_bytes:,} bytes"))
        return bytes(data)

    @asynccontextmanager
    async def _answer(
        self, mirror: Mirror, name: str, headers: dict[str, str]
    ) -> AsyncIterator[aiohttp.ClientResponse]:
        text = mirror.url(name, self._ports.hub)
        if text is None:
            raise WebFault(say("can have no file {name}", name=repr(name[:100])), _ORGANISER)
        response = await self._ask(mirror, URL(text, encoded=True), headers)
        try:
            yield response
        finally:
            response.close()  # what was not read of it is not wanted

    async def _ask(self, mirror: Mirror, url: URL, headers: dict[str, str]) -> aiohttp.ClientResponse:
        try:
            async with asyncio.timeout(ANSWER_S):
                return await self._follow(mirror, url, headers)
        except TimeoutError:
            raise WebFault(say("does not answer")) from None
        except (aiohttp.ClientError, OSError, ValueError) as error:
            raise _unreachable(error) from error

    async def _follow(self, mirror: Mirror, url: URL, headers: dict[str, str]) -> aiohttp.ClientResponse:
        assert self._session is not None
        for _ in range(REDIRECTS + 1):
            self._check(url)
            is_hub = mirror.is_on_hub and url.origin() == self._hub.origin()
            more = {"Authorization": f"Bearer {self._token}"} if is_hub and self._token else {}
            response = await self._session.get(url, headers=headers | more, allow_redirects=False)
            if response.status in (200, 206):
                return response
            response.close()
            if response.status in _REDIRECTS:
                url = url.join(URL(response.headers.get("Location", ""), encoded=True))
            elif not (is_hub and response.status in (401, 403) and await self._find_token()):
                raise _declined(mirror, response, is_hub, has_token=self._token is not None)
        raise WebFault(say("sends this computer from one address to the next"))

    def _check(self, url: URL) -> None:
        """Whether it may be asked for at all, which holds for each redirect too."""
        if url.scheme not in self._ports.schemes:
            raise WebFault(say("sends this computer to an address without encryption"), _ORGANISER)
        is_plain = url.user is None and url.password is None and _URL.fullmatch(str(url)) is not None
        if not is_plain or not self._ports.is_host(url.raw_host or "") or not url.port:
            raise WebFault(say("sends this computer to what is no host on the public internet"))

    async def _find_token(self) -> bool:
        """Whether there is one that the hub was not told yet."""
        if self._token is not None:
            return False
        self._token = await asyncio.to_thread(self._ports.token)
        return self._token is not None


class _WebPart:
    """See `Part`."""

    def __init__(self, response: aiohttp.ClientResponse, span: slice, download: TokenBucket, meter: Meter) -> None:
        self.start: int = span.start
        self.stop: int = span.stop
        self._response = response
        self._left = self.stop - self.start
        self._download = download
        self._meter = meter

    async def read(self, most_bytes: int) -> bytes:
        data = await self.read_or_end(most_bytes)
        if not data:
            raise WebFault(say("breaks off in the middle of a file"))
        return data

    async def read_or_end(self, most_bytes: int = _CHUNK_BYTES) -> bytes:
        """As `read`; nothing where the answer ends."""
        await self._wait_turn()
        try:
            data = await self._response.content.read(min(most_bytes, self._left, _CHUNK_BYTES))
        except TimeoutError:
            raise WebFault(say("was silent for {silence_s}", silence_s=SILENCE_S)) from None
        except (aiohttp.ClientError, OSError, ValueError) as error:
            raise WebFault(say("breaks off in the middle of a file")) from error
        self._left -= len(data)
        self._download.take(_now_s(), len(data))
        self._meter.note_stream(received_bytes=len(data))
        return data

    async def _wait_turn(self) -> None:
        while (ready_s := self._download.ready_at(_now_s())) is not None:  # noqa: ASYNC110  # time is the event
            await asyncio.sleep(max(ready_s - _now_s(), 0.001))


def _span(response: aiohttp.ClientResponse, asked: slice, size_bytes: int) -> slice:
    """Which bytes of the file the answer brings."""
    _check_form(response)
    length = response.content_length
    if response.status == 200:
        if length is not None and length != size_bytes:
            raise WrongFile(_other_size(length, size_bytes))
        return slice(0, size_bytes)
    found = _RANGE.fullmatch(response.headers.get("Content-Range", "").strip())
    if found is None:
        raise WebFault(say("does not say which part of the file it sends"), _ORGANISER)
    start, stop = int(found[1]), int(found[2]) + 1
    if found[3] != "*" and int(found[3]) != size_bytes:
        raise WrongFile(_other_size(int(found[3]), size_bytes))
    if slice(start, stop) != asked or length not in (None, stop - start):
        raise WebFault(say("sends another part of the file than it was asked for"), _ORGANISER)
    return asked


def _check_form(response: aiohttp.ClientResponse) -> None:
    if response.headers.get("Content-Encoding", "identity").strip().lower() != "identity":
        raise WebFault(say("sends its files packed although it was asked not to"), _ORGANISER)
    if response.status == 200 and response.content_type == "text/html":
        raise WebFault(say("sends a page for people instead of the file"))  # that it is mended just now, for one


def _other_size(there: int, expected: int) -> Saying:
    return quote(f"its file has {there:,} bytes instead of {expected:,}")


def _declined(mirror: Mirror, response: aiohttp.ClientResponse, is_hub: bool, *, has_token: bool) -> WebFault:
    status = response.status
    if status in (401, 403) and is_hub:
        return _locked(mirror, status, has_token)
    match status:
        case 401 | 403:
            return WebFault(say("does not let this computer in ({status})", status=str(status)), _ORGANISER)
        case 404 | 410:
            return WebFault(say("does not have the file ({status})", status=str(status)), _ORGANISER)
        case 416:
            return WrongFile(quote("its file is shorter than it must be"))
    what = say("answers that it cannot ({status})", status=str(status))
    if status in (429, 503):
        what = say("has too much to do ({status})", status=str(status))
    return WebFault(what, wait_s=_wait_s(response.headers.get("Retry-After", "")))


def _locked(mirror: Mirror, status: int, has_token: bool) -> WebFault:
    if has_token:
        return WebFault(
            say("does not let you in ({status})", status=str(status)), say("ask for access at {page}", page=mirror.page)
        )
    remedy = say("ask for access at {page} and set HF_TOKEN, or log in by `hf auth login`", page=mirror.page)
    return WebFault(say("wants to know who asks ({status})", status=str(status)), remedy)


def _wait_s(text: str) -> float:
    """What a header `Retry-After` asks for: seconds, or a date; 0.0 where it is neither."""
    if text.isascii() and text.isdecimal() and len(text) < 10:
        return min(float(text), LONGEST_WAIT_S)
    try:
        until_s = email.utils.parsedate_to_datetime(text).timestamp()
    except (ValueError, OverflowError):
        return 0.0
    return min(max(until_s - time.time(), 0.0), LONGEST_WAIT_S)


def _unreachable(error: Exception) -> WebFault:
    cause: BaseException = error
    if isinstance(error, aiohttp.ClientConnectorCertificateError):
        what = str(getattr(error.certificate_error, "verify_message", "") or "it is not trusted")
        return WebFault(
            say("shows a certificate that does not hold ({what})", what=what), say("check this computer's clock")
        )
    if isinstance(error, aiohttp.ClientConnectorError):
        cause = error.os_error
    if isinstance(cause, NotPublic):
        return WebFault(say("is not on the public internet ({reason})", reason=str(cause)), _ORGANISER)
    if isinstance(error, aiohttp.ClientConnectionError | OSError):
        what = (cause.strerror if isinstance(cause, OSError) else None) or str(cause) or type(cause).__name__
        return Unreachable(say("cannot be reached ({reason})", reason=what[:200]))
    return WebFault(say("does not answer as web servers do"))


def _now_s() -> float:
    return asyncio.get_running_loop().time()
