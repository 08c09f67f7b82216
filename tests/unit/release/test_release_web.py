"""One file from several web folders, by plain HTTP on this machine: resumed, checked, and asked for elsewhere."""

import asyncio
import errno
import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest

from core.identity.ids import Digest
from core.release.disk import NoSpace, ask_room, on_disk, put
from core.release.web import NotFetched, WebFile, fetch, read_document, release_web
from core.transport.budget import TokenBucket
from core.transport.meter import Meter
from tests.mirror_server import Answer, Files, Request, WebServer, answer

CONTENT = bytes(range(256)) * 20_000
NAME = "torch-2.13.0+cpu.whl"
PATH = "/wheels/torch-2.13.0%2Bcpu.whl"
WRONG = b"!" + CONTENT[1:]

Respond = Callable[[Request], Answer]


def good(**options: bool) -> Files:
    return Files({PATH: CONTENT}, **options)  # type: ignore[arg-type]


class Unpacked:
    """Takes what it is told for something packed."""

    def __init__(self) -> None:
        self._sha256 = hashlib.sha256(b"unpacked")

    def update(self, data: bytes) -> None:
        if data.startswith(b"!"):
            raise ValueError("cannot be unpacked")
        self._sha256.update(data)

    def digest(self) -> bytes:
        return self._sha256.digest()


def brought(
    folder: Path, *responds: Respond, meter: Meter | None = None, told: list[int] | None = None, **changes: object
) -> bytes:
    """What lies under the file's name then. Each of `responds` is a web folder of its own."""

    async def main() -> None:
        async with asyncio.TaskGroup() as group, release_web(TokenBucket(), meter) as web:
            servers = [WebServer(respond, is_plain=True) for respond in responds]
            places = []
            for server in servers:
                await server.__aenter__()
                places.append(f"http://127.0.0.1:{server.port}/wheels/")
            options = {"name": NAME, "size_bytes": len(CONTENT), "digest": Digest.of(CONTENT)} | changes
            file = WebFile(folders=tuple(places), **options)  # type: ignore[arg-type]
            try:
                await group.create_task(
                    fetch(web, file, folder / NAME, told.append if told is not None else lambda _: None)
                )
            finally:
                for server in servers:
                    await server.__aexit__(None, None, None)

    try:
        asyncio.run(asyncio.wait_for(main(), 30))
    except BaseExceptionGroup as group:
        raise group.exceptions[0] from None
    assert [path.name for path in folder.iterdir()] == [NAME]
    return (folder / NAME).read_bytes()


def part(folder: Path) -> Path:
    return folder / (NAME + ".part")


def test_a_file_comes_and_is_metered(tmp_path: Path) -> None:
    meter, told = Meter(), list[int]()
    assert brought(tmp_path, good().answer, meter=meter, told=told) == CONTENT
    assert meter.received_bytes >= len(CONTENT)
    assert told[0] == 0
    assert told[-1] == len(CONTENT)
    assert told == sorted(told)


def test_it_goes_on_where_it_was_broken_off(tmp_path: Path) -> None:
    part(tmp_path).write_bytes(CONTENT[:3_000_000])
    mirror = good()
    assert brought(tmp_path, mirror.answer) == CONTENT
    assert [request.range for request in mirror.asked] == [(3_000_000, len(CONTENT))]


def test_what_is_here_is_not_asked_for(tmp_path: Path) -> None:
    mirror = good()
    (tmp_path / NAME).write_bytes(CONTENT)
    assert brought(tmp_path, mirror.answer) == CONTENT
    part(tmp_path).write_bytes(CONTENT)
    (tmp_path / NAME).unlink()
    assert brought(tmp_path, mirror.answer) == CONTENT
    assert mirror.asked == []


def test_a_server_without_ranges_sends_all_of_it_again(tmp_path: Path) -> None:
    part(tmp_path).write_bytes(CONTENT[:3_000_000])
    assert brought(tmp_path, good(knows_ranges=False).answer) == CONTENT


def cut_after(count: int) -> Respond:
    """Each answer ends so many bytes after it began."""

    def respond(request: Request) -> Answer:
        start, stop = request.range or (0, len(CONTENT))
        head = f"Content-Range: bytes {start}-{stop - 1}/{len(CONTENT)}"
        return answer(206, CONTENT[start : min(start + count, stop)], head, length=stop - start)

    return respond


def test_a_server_that_breaks_off_is_asked_again_as_long_as_something_comes(tmp_path: Path) -> None:
    assert brought(tmp_path, cut_after(1_500_000)) == CONTENT
    (tmp_path / NAME).unlink()
    with pytest.raises(NotFetched, match=r"127.0.0.1:\d+ breaks off in the middle of a file. Try again later"):
        brought(tmp_path, cut_after(0))


@pytest.mark.parametrize(
    "bad",
    [
        Files({PATH: WRONG}).answer,
        Files({PATH: CONTENT + b"!"}).answer,
        Files({PATH: CONTENT[:-1]}).answer,
        Files({}).answer,
        lambda _: answer(200, b"<p>Log in to this network", "Content-Type: text/html"),
        lambda _: Answer(b"", is_cut=True),
    ],
)
def test_the_next_folder_is_asked_where_one_has_nothing_right(tmp_path: Path, bad: Respond) -> None:
    assert brought(tmp_path, bad, good().answer) == CONTENT


def test_a_wrong_file_is_thrown_away_and_said(tmp_path: Path) -> None:
    mirror = Files({PATH: WRONG})
    with pytest.raises(NotFetched, match="has another file than the one that was signed"):
        brought(tmp_path, mirror.answer)
    assert len(mirror.asked) == 1
    assert not list(tmp_path.iterdir())


def test_a_good_folder_does_not_suffer_for_what_was_there_before(tmp_path: Path) -> None:
    part(tmp_path).write_bytes(WRONG[:3_000_000])
    mirror = good()
    assert brought(tmp_path, mirror.answer) == CONTENT
    assert [request.range for request in mirror.asked] == [(3_000_000, len(CONTENT)), (0, len(CONTENT))]


def test_two_folders_that_break_off_do_not_spoil_each_other_for_ever(tmp_path: Path) -> None:
    def lies_at_first(request: Request) -> Answer:
        start, stop = request.range or (0, len(CONTENT))
        head = f"Content-Range: bytes {start}-{stop - 1}/{len(CONTENT)}"
        return answer(206, WRONG[start : min(start + 2_000_000, stop)], head, length=stop - start)

    with pytest.raises(NotFetched):
        brought(tmp_path, lies_at_first, cut_after(2_000_000))


def test_a_packed_file_is_known_by_its_content(tmp_path: Path) -> None:
    digest = Digest.of(b"unpacked" + CONTENT)
    assert brought(tmp_path, good().answer, digest=digest, hasher=Unpacked) == CONTENT
    (tmp_path / NAME).unlink()
    with pytest.raises(NotFetched, match="another file than the one that was signed"):
        brought(tmp_path, Files({PATH: WRONG}).answer, digest=digest, hasher=Unpacked)


def test_nobody_at_home(tmp_path: Path) -> None:
    async def main() -> None:
        async with release_web(TokenBucket()) as web:
            file = WebFile(NAME, ("http://127.0.0.1:9/",), 5, Digest.of(b"12345"))
            await fetch(web, file, tmp_path / NAME)

    with pytest.raises(NotFetched, match="connection to the internet and try again: what has come already stays"):
        asyncio.run(main())


def test_a_cancelled_fetch_keeps_what_has_come_and_only_once(tmp_path: Path) -> None:
    mirror = good()

    async def main() -> None:
        async with WebServer(mirror.answer, is_plain=True) as server, release_web(TokenBucket()) as web:
            file = WebFile(NAME, (f"http://127.0.0.1:{server.port}/wheels/",), len(CONTENT), Digest.of(CONTENT))
            seen: list[int] = []

            def on_progress(count: int) -> None:
                seen.append(count)
                if count > 0:
                    working.cancel()

            working = asyncio.create_task(fetch(web, file, tmp_path / NAME, on_progress))
            await asyncio.wait([working])
            assert working.cancelled()
            await server.__aexit__(None, None, None)

    asyncio.run(main())
    there = part(tmp_path).read_bytes()
    assert 256 << 10 <= len(there) < len(CONTENT)
    assert CONTENT.startswith(there)


def test_documents_come_whole_or_not_at_all() -> None:
    def read(respond: Respond, most_bytes: int) -> bytes:
        async def main() -> bytes:
            async with WebServer(respond, is_plain=True) as server, release_web(TokenBucket()) as web:
                return await read_document(web, f"http://127.0.0.1:{server.port}/wheels/", NAME, most_bytes)

        return asyncio.run(main())

    assert read(good().answer, len(CONTENT)) == CONTENT
    with pytest.raises(NotFetched):
        read(good().answer, len(CONTENT) - 1)
    with pytest.raises(NotFetched, match="breaks off"):
        read(lambda _: answer(200, CONTENT[:50], length=60), 100)
    with pytest.raises(NotFetched, match="does not have the file"):
        read(Files({}).answer, 100)


# --- room


def test_room_is_asked_before_and_told_in_numbers(tmp_path: Path) -> None:
    ask_room(tmp_path / "later", 10_000_000, lambda _: 200 << 20)
    with pytest.raises(NoSpace, match=r"^305 MB must be free on the disk that holds .*/later, and 210 MB are"):
        ask_room(tmp_path / "later", 200_000_000, lambda _: 200 << 20)


def test_windows_is_asked_again_while_somebody_looks_at_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "new").write_bytes(b"1")
    replace, refusals, pauses = Path.replace, [2], list[float]()

    def refused(path: Path, target: Path) -> Path:
        refusals[0] -= 1
        if refusals[0] >= 0:
            raise PermissionError
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", refused)
    with pytest.raises(PermissionError):
        put(tmp_path / "new", tmp_path / "old")
    refusals[0] = 2
    monkeypatch.setattr("core.release.disk.os.name", "nt")
    monkeypatch.setattr("core.release.disk.time.sleep", pauses.append)
    put(tmp_path / "new", tmp_path / "old")
    monkeypatch.undo()
    assert (tmp_path / "old").read_bytes() == b"1"
    assert pauses == sorted(pauses)
    assert len(pauses) == 2


def test_a_disk_that_is_full_or_gone(tmp_path: Path) -> None:
    with pytest.raises(NoSpace, match=r"^205 MB must be free"), on_disk(tmp_path, lambda: 100_000_000):
        raise OSError(errno.ENOSPC, "No space left on device")
    with pytest.raises(Exception, match=r"cannot be used \(Read-only"), on_disk(tmp_path, lambda: 0):
        raise OSError(errno.EROFS, "Read-only file system")
