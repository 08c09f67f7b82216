"""What mirrors may answer, and what they may not: over real TLS, on this machine."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace

import pytest

from core.data import web as web_module
from core.data.mirrors import parse_mirror
from core.data.public import is_public
from core.data.web import REDIRECTS, Web, WebFault, WebPorts, WrongFile
from core.transport.budget import TokenBucket
from core.transport.meter import Meter
from tests.mirror_server import Answer, Files, Request, WebServer, answer, ports

CONTENT = bytes(range(256)) * 1000
SPAN = slice(1000, 200_000)
COMMIT = "0123456789abcdef0123456789abcdef01234567"
ON_HUB = parse_mirror(f"hf://datasets/me/mine@{COMMIT}/folder/")
HUB_PATH = f"/datasets/me/mine/resolve/{COMMIT}/folder/a%20b.txt"

Respond = Callable[[Request], Answer]
ChangePorts = Callable[[WebPorts], WebPorts]


def fetched(
    respond: Respond,
    mirror_text: str = "https://data.example.org:{port}/folder/",
    *,
    token: str | None = None,
    change: ChangePorts = lambda same: same,
    download: TokenBucket | None = None,
    meter: Meter | None = None,
) -> tuple[int, bytes]:
    """Where what came begins, and what it is, all that was announced."""

    async def main() -> tuple[int, bytes]:
        async with (
            WebServer(respond) as server,
            Web(change(ports(server.port, token)), download or TokenBucket(), meter) as web,
            web.open(parse_mirror(mirror_text.format(port=server.port)), "a b.txt", SPAN, len(CONTENT)) as part,
        ):
            found = b""
            while len(found) < part.stop - part.start:
                found += await part.read(1 << 20)
            return part.start, found

    return asyncio.run(asyncio.wait_for(main(), 30))


def files(path: str = "/folder/a%20b.txt", **options: bool) -> Files:
    return Files({path: CONTENT}, **options)  # type: ignore[arg-type]


# --- what is right


def test_a_range() -> None:
    mirror, meter = files(), Meter()
    assert fetched(mirror.answer, meter=meter) == (1000, CONTENT[SPAN])
    [request] = mirror.asked
    assert request.headers["range"] == "bytes=1000-199999"
    assert not {"cookie", "authorization", "referer"} & set(request.headers)
    assert request.headers["accept-encoding"] == "identity"
    assert len(CONTENT[SPAN]) < meter.received_bytes < 1.1 * len(CONTENT[SPAN])


def test_a_server_without_ranges() -> None:
    assert fetched(files(knows_ranges=False).answer) == (0, CONTENT)


def test_chunks() -> None:
    body = CONTENT[SPAN]
    chunks = b"".join(
        b"%x\r\n%b\r\n" % (len(body[at : at + 7000]), body[at : at + 7000]) for at in range(0, len(body), 7000)
    )

    def respond(request: Request) -> Answer:
        head = b"HTTP/1.1 206 Fine\r\nTransfer-Encoding: chunked\r\nContent-Range: bytes 1000-199999/256000\r\n\r\n"
        return Answer(head + chunks + b"0\r\n\r\n")

    assert fetched(respond) == (1000, body)


def test_cookies_are_not_kept() -> None:
    mirror = files("/3")

    def respond(request: Request) -> Answer:
        assert "cookie" not in request.headers
        number = {"/folder/a%20b.txt": 1, "/1": 2, "/2": 3}.get(request.path)
        return answer(302, b"", f"Location: /{number}", "Set-Cookie: me=you") if number else mirror.answer(request)

    assert fetched(respond) == (1000, CONTENT[SPAN])


def test_the_owners_limit_holds() -> None:
    began_s = time.monotonic()
    fetched(files().answer, download=TokenBucket(500e3))
    assert time.monotonic() - began_s >= 0.2  # 64 kB at a time, and 25 kB at once


# --- the hub


def test_the_hub_and_where_it_sends() -> None:
    mirror = files("/signed?Key=a%2Fb~c&x=%7E")

    def respond(request: Request) -> Answer:
        if request.host == "hub.example.org":
            assert request.path == HUB_PATH
            return answer(
                302,
                b"",
                f"Location: https://cdn.example.org:{request.headers['host'].partition(':')[2]}/signed?Key=a%2Fb~c&x=%7E",
            )
        return mirror.answer(request)

    assert fetched(respond, ON_HUB.text, token="hf_secret") == (1000, CONTENT[SPAN])
    [request] = mirror.asked
    assert request.host == "cdn.example.org"
    assert "authorization" not in request.headers


def closed(request: Request) -> Answer:
    """A data set for members only, the files of which lie elsewhere."""
    port = request.headers["host"].partition(":")[2]
    if request.host == "cdn.example.org":
        assert "authorization" not in request.headers
        return Files({"/there": CONTENT}).answer(request)
    if request.path == "/inside":
        assert request.headers["authorization"] == "Bearer hf_secret"
        return answer(302, b"", f"Location: https://cdn.example.org:{port}/there")
    if request.headers.get("authorization") != "Bearer hf_secret":
        return answer(401)
    return answer(307, b"", "Location: /inside")


def test_the_hub_is_told_who_asks_where_it_wants_to_know_and_nobody_else() -> None:
    assert fetched(closed, ON_HUB.text, token="hf_secret") == (1000, CONTENT[SPAN])


@pytest.mark.parametrize(("token", "what"), [(None, "wants to know who asks"), ("hf_wrong", "does not let you in")])
def test_a_closed_data_set(token: str | None, what: str) -> None:
    with pytest.raises(WebFault, match=what) as caught:
        fetched(closed, ON_HUB.text, token=token)
    assert "https://huggingface.co/datasets/me/mine" in str(caught.value.remedy)


def test_no_other_mirror_is_told() -> None:
    def respond(request: Request) -> Answer:
        assert "authorization" not in request.headers
        return answer(401)

    with pytest.raises(WebFault, match="does not let this computer in") as caught:
        fetched(respond, "https://hub.example.org:{port}/folder/", token="hf_secret")
    assert "organiser" in str(caught.value.remedy)


# --- what is wrong


def ranged(what: str, body: bytes = CONTENT[SPAN], *headers: str) -> Respond:
    return lambda request: answer(206, body, f"Content-Range: {what}", *headers)


@pytest.mark.parametrize(
    ("respond", "what", "lies"),
    [
        (lambda _: answer(404), "does not have the file", False),
        (lambda _: answer(416), "shorter", True),
        (lambda _: answer(200, b"<p>Back soon", "Content-Type: text/html; charset=utf-8"), "for people", False),
        (lambda _: answer(500), r"cannot \(500\)", False),
        (lambda _: answer(206, CONTENT[SPAN]), "which part", False),
        (ranged("bytes 0-198999/256000"), "another part", False),
        (ranged("bytes 1000-200000/256000", CONTENT[1000:200_001]), "another part", False),
        (ranged("bytes 1000-99999/256000", CONTENT[1000:100_000]), "another part", False),
        (ranged("bytes 1000-199999/256000", CONTENT[:5]), "another part", False),
        (ranged("bytes 1000-199999/256001"), "256,001 bytes instead of 256,000", True),
        (ranged("bytes 1000-199999/256000", CONTENT[SPAN], "Content-Encoding: gzip"), "packed", False),
        (ranged("pages 1-2/3"), "which part", False),
        (lambda _: answer(200, CONTENT + b"!"), "256,001 bytes", True),
        (lambda _: answer(200, b"<html>"), "6 bytes", True),
        (lambda _: answer(200, CONTENT[:1000], length=len(CONTENT)), "breaks off", False),
        (lambda _: Answer(b"HTTP/1.1 200 Fine\r\n\r\n" + CONTENT[:9000], is_cut=True), "breaks off", False),
        (lambda _: Answer(b"", is_cut=True), "cannot be reached", False),
        (lambda _: Answer(b"SSH-2.0-OpenSSH_9.2\r\n", is_cut=True), "as web servers do", False),
        (lambda _: Answer(b"HTTP/1.1 200 Fine\r\nA: " + b"a" * 20_000 + b"\r\n\r\n"), "as web servers do", False),
        (lambda _: Answer(b"HTTP/1.1 200 Fine\r\n" + b"A: b\r\n" * 100_000 + b"\r\n"), "as web servers do", False),
        (lambda _: answer(302, b"", "Location: http://data.example.org/"), "without encryption", False),
        (lambda _: answer(302, b"", "Location: ftp://data.example.org/"), "without encryption", False),
        (lambda _: answer(302, b"", "Location: https://127.0.0.1/"), "no host on the public", False),
        (lambda _: answer(302, b"", "Location: https://[::1]/"), "no host on the public", False),
        (lambda _: answer(302, b"", "Location: https://router/"), "no host on the public", False),
        (lambda _: answer(302, b"", "Location: https://me:you@data.example.org/"), "no host on the public", False),
        (lambda _: answer(302, b"", "Location: https://data.example.org:99999/"), "as web servers do", False),
        (lambda _: answer(302, b"", "Location: https://nowhere.example.org/"), "cannot be reached", False),
        (lambda _: answer(302, b"", "Location: /round"), "from one address to the next", False),
        (lambda _: answer(302), "from one address to the next", False),
    ],
)
def test_answers_that_are_no_part_of_the_file(respond: Respond, what: str, lies: bool) -> None:
    with pytest.raises(WebFault, match=what) as caught:
        fetched(respond)
    assert isinstance(caught.value, WrongFile) is lies


def test_more_than_was_announced_is_not_read() -> None:
    def respond(request: Request) -> Answer:
        return Answer(b"HTTP/1.1 200 Fine\r\n\r\n" + CONTENT + b"more" * 1000, is_cut=True)

    assert fetched(respond) == (0, CONTENT)


def test_redirects_are_counted() -> None:
    asked: list[str] = []

    def respond(request: Request) -> Answer:
        asked.append(request.path)
        return answer(301, b"", f"Location: /{len(asked)}")

    with pytest.raises(WebFault):
        fetched(respond)
    assert len(asked) == REDIRECTS + 1


@pytest.mark.parametrize(
    ("text", "wait_s"),
    [("7", 7.0), ("100000", 900.0), ("-1", 0.0), ("soon", 0.0), ("Fri, 31 Dec 2999 23:59:59 GMT", 900.0), ("", 0.0)],
)
def test_a_mirror_may_ask_for_patience(text: str, wait_s: float) -> None:
    with pytest.raises(WebFault, match="too much to do") as caught:
        fetched(lambda request: answer(503, b"", f"Retry-After: {text}"))
    assert caught.value.wait_s == wait_s


def test_a_silent_mirror(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_module, "SILENCE_S", 0.1)
    monkeypatch.setattr(web_module, "ANSWER_S", 0.1)
    with pytest.raises(WebFault, match="does not answer"):
        fetched(lambda request: Answer(b""))
    monkeypatch.setattr(web_module, "ANSWER_S", 30.0)
    with pytest.raises(WebFault, match="was silent"):
        fetched(lambda request: Answer(b"HTTP/1.1 200 Fine\r\n\r\n" + CONTENT[:9000]))


# --- addresses


def test_names_that_lead_into_a_home() -> None:
    """At the name, and again at the address: the second look sees what the first one did not."""
    mirror = files()

    async def private(host: str, port: int) -> list[str]:
        return ["192.168.1.1"]

    for change in (
        lambda ports: replace(ports, is_allowed=is_public),
        lambda ports: replace(ports, is_allowed=is_public, resolve=private),
    ):
        with pytest.raises(WebFault, match="not on the public internet") as caught:
            fetched(mirror.answer, change=change)
        assert "organiser" in str(caught.value.remedy)
    assert not mirror.asked


def test_the_address_that_was_looked_at_is_the_one_that_is_used() -> None:
    looks: list[str] = []

    def first_only(address: str) -> bool:
        looks.append(address)
        return len(looks) == 1

    mirror = files()
    with pytest.raises(WebFault, match="not on the public internet"):
        fetched(mirror.answer, change=lambda ports: replace(ports, is_allowed=first_only))
    assert looks == ["127.0.0.1", "127.0.0.1"]
    assert not mirror.asked


def test_a_redirect_into_a_home() -> None:
    async def resolve(host: str, port: int) -> list[str]:
        return ["127.0.0.1"] if host == "data.example.org" else ["10.0.0.1"]

    with pytest.raises(WebFault, match=r"leads to 10\.0\.0\.1"):
        fetched(
            lambda request: answer(302, b"", "Location: https://router.example.org/"),
            change=lambda ports: replace(ports, resolve=resolve),
        )


def test_certificates_are_verified() -> None:
    with pytest.raises(WebFault, match="certificate"):
        fetched(files().answer, change=lambda same: replace(same, tls=WebPorts().tls))


@pytest.mark.parametrize(
    ("address", "is_it"),
    [
        ("93.184.215.14", True),
        ("2606:2800:21f:cb07:6820:80da:af6b:8b2c", True),
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("172.16.0.1", False),
        ("192.168.0.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("255.255.255.255", False),
        ("::1", False),
        ("::", False),
        ("fe80::1", False),
        ("fe80::1%eth0", False),
        ("fc00::1", False),
        ("fec0::1", False),
        ("ff02::1", False),
        ("::ffff:127.0.0.1", False),
        ("::ffff:93.184.215.14", True),
        ("64:ff9b::7f00:1", False),
        ("64:ff9b::5db8:d70e", True),
        ("2002:7f00:1::", False),
        ("data.example.org", False),
    ],
)
def test_public_addresses(address: str, is_it: bool) -> None:
    assert is_public(address) is is_it
