"""A runtime comes from a web server to the disk, whatever goes wrong, and until then the one before works."""

import asyncio
import contextlib
import json
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from core.identity.ids import Digest
from core.identity.wire import to_json
from core.ipc.installed import RuntimeState
from core.release.disk import NoSpace
from core.release.documents import Runtime
from core.release.installing import InstallPorts, install
from core.release.runtimes import CHOSEN, MARK, Chosen, Installed, Runtimes
from core.release.seal import ReleaseFault
from core.release.self_test import DoesNotWork
from core.release.unpacking import BadWheel
from core.release.web import NotFetched, release_web
from core.transport.budget import TokenBucket
from tests.integration.installing_process import BEGUN, prove, works
from tests.integration.release_server import ReleaseServer, serving
from tests.wheels import runtime_of, written_wheel

KILLS, KILLS_EACH = 20, 2
SLOW_BYTES_PER_S = 4e6
LOST_BYTES = 1 << 20
"""At most, by one kill: of three files a block, and what is on its way."""


def published(folder: Path, name: str, url: str, device: str = "cpu") -> Runtime:
    """Wheels in `folder` of a runtime that calls itself `name`: two that share a package, one of many files, a big
    one."""
    folder.mkdir(exist_ok=True)
    chance = random.Random(name)
    small = {f"many/m{at}.py": b"#" * at for at in range(300)}
    paths = [
        written_wheel(folder, "common_one", {"common/version.py": f"NAME = {name!r}\n".encode()}, version=name),
        written_wheel(folder, "common_two", {"common/two.py": b"TWO = 2\n"}, version=name),
        written_wheel(folder, "many", {"many/__init__.py": b"", **small}, version=name),
        written_wheel(folder, "big", {f"big/{at}.bin": chance.randbytes(1_000_000) for at in range(4)}, version=name),
    ]
    return runtime_of(paths, url, device)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ReleaseServer]:
    (tmp_path / "web").mkdir()
    with serving(tmp_path / "web") as running:
        yield running


@pytest.fixture
def store(tmp_path: Path) -> Runtimes:
    return Runtimes(tmp_path / "home/runtimes")


def brought(store: Runtimes, runtime: Runtime, **ports: object) -> Installed:
    settled = {"test": prove, **ports}
    return asyncio.run(
        asyncio.wait_for(
            install(runtime, InstallPorts(store, lambda: release_web(TokenBucket()), **settled)),  # type: ignore[arg-type]
            60,
        )
    )


def old_one(store: Runtimes, server: ReleaseServer) -> Installed:
    """It is here, and has trained."""
    old = brought(store, published(server.folder, "1", server.url))
    store.note_trained(old.id)
    assert works(old.folder) == "1"
    return old


def names(store: Runtimes) -> set[str]:
    return {path.name for path in store.folder.iterdir()}


def test_it_comes_is_tested_and_counts(store: Runtimes, server: ReleaseServer) -> None:
    old = old_one(store, server)
    runtime = published(server.folder, "2", server.url)
    told: list[tuple[RuntimeState, int]] = []
    server.served_bytes = 0
    new = brought(store, runtime, on_progress=lambda state, done: told.append((state, done)))
    assert works(new.folder) == "2"
    assert server.served_bytes == runtime.size_bytes
    assert store.chosen() == Chosen(new.id, old.id, False, {})
    assert names(store) == {old.id, new.id, CHOSEN}
    states = list(dict.fromkeys(state for state, _ in told))
    assert states == [RuntimeState.FETCHING, RuntimeState.UNPACKING, RuntimeState.TESTING]
    fetched = [done for state, done in told if state is RuntimeState.FETCHING]
    assert fetched == sorted(fetched)
    unpacked = [done for state, done in told if state is RuntimeState.UNPACKING]
    assert max(unpacked) == runtime.unpacked_bytes
    server.asked.clear()
    assert brought(store, runtime) == new
    assert server.asked == []


def test_a_mirror_helps_where_a_wheel_was_tampered_with(store: Runtimes, server: ReleaseServer, tmp_path: Path) -> None:
    old = old_one(store, server)
    runtime = published(server.folder, "2", server.url)
    shutil.copytree(server.folder, tmp_path / "mirror")
    big = server.folder / "big-2-py3-none-any.whl"
    content = bytearray(big.read_bytes())
    content[1_000_000] ^= 1
    big.write_bytes(content)
    with pytest.raises(NotFetched, match="has another file than the one that was signed"):
        brought(store, runtime)
    assert store.usable([old.id, runtime.id]) == old
    assert works(old.folder) == "1"
    with serving(tmp_path / "mirror") as mirror:
        server.asked.clear()
        brought(store, runtime, mirrors=(mirror.url,))
        assert {name for name, _ in server.asked} <= {big.name, "many-2-py3-none-any.whl"}
        assert [name for name, _ in mirror.asked] == [big.name]
    assert works(store.folder / runtime.id) == "2"


def test_wrong_sizes_and_broken_answers(store: Runtimes, server: ReleaseServer) -> None:
    runtime = published(server.folder, "2", server.url)
    big = server.folder / "big-2-py3-none-any.whl"
    whole = big.read_bytes()
    for content in (whole + b"!", whole[:-1]):
        big.write_bytes(content)
        with pytest.raises(NotFetched, match=r"big-2-py3-none-any\.whl was not taken"):
            brought(store, runtime)
    big.unlink()
    with pytest.raises(NotFetched, match="does not have the file"):
        brought(store, runtime)
    big.write_bytes(whole)
    server.breaks_after_bytes = 600_000
    server.asked.clear()
    brought(store, runtime)
    starts = [start for name, start in server.asked if name == big.name]
    assert len(starts) >= len(whole) // 600_000
    assert starts == sorted(set(starts)), "each answer brings some of it; what aiohttp still has at its end is lost"


def test_what_was_begun_of_another_stays(store: Runtimes, server: ReleaseServer) -> None:
    better = published(server.folder, "2", server.url)
    big = store.download(better.wheels[3])
    big.parent.mkdir(parents=True)
    big.with_name(big.name + ".part").write_bytes((server.folder / big.name).read_bytes()[:2_000_000])
    other = runtime_of([written_wheel(server.folder, "other", {"other.py": b""})], server.url)
    brought(store, other, test=lambda _: asyncio.sleep(0))
    store.note_trained(other.id)
    store.tidy([better, other])
    server.asked.clear()
    brought(store, better)
    assert (big.name, 2_000_000) in server.asked
    assert len(server.asked) == len(better.wheels)


def test_one_that_is_whole_and_not_tested_yet_stays(store: Runtimes, server: ReleaseServer) -> None:
    old = old_one(store, server)
    runtime = published(server.folder, "2", server.url)

    async def killed(_: Installed) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        brought(store, runtime, test=killed)
    store.tidy([runtime])
    server.asked.clear()
    assert works(brought(store, runtime).folder) == "2"
    assert server.asked == []
    assert store.chosen().before == old.id


def test_a_server_without_ranges(store: Runtimes, server: ReleaseServer) -> None:
    runtime = published(server.folder, "2", server.url)
    server.knows_ranges = False
    part = store.download(runtime.wheels[3])
    part.parent.mkdir(parents=True)
    part.with_name(part.name + ".part").write_bytes((server.folder / part.name).read_bytes()[:2_000_000])
    assert works(brought(store, runtime).folder) == "2"


def test_no_space_is_said_before_anything_comes(store: Runtimes, server: ReleaseServer) -> None:
    old = old_one(store, server)
    runtime = published(server.folder, "2", server.url)
    server.asked.clear()
    with pytest.raises(NoSpace, match=r"^113 MB must be free on the disk that holds .*/runtimes, and 5.0 MB are: free"):
        brought(store, runtime, free=lambda _: 5_000_000)
    assert server.asked == []
    assert store.usable([old.id, runtime.id]) == old
    brought(store, runtime)


@contextlib.contextmanager
def small_disk(folder: Path, size_bytes: int) -> Iterator[None]:
    folder.mkdir(parents=True)
    mounting = ["mount", "-t", "tmpfs", "-o", f"size={size_bytes}", "tmpfs", str(folder)]
    if sys.platform != "linux" or subprocess.run(mounting, capture_output=True, check=False).returncode:
        pytest.skip("needs leave to mount")
    try:
        yield
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def test_a_disk_that_fills_up_on_the_way(store: Runtimes, server: ReleaseServer) -> None:
    runtime = published(server.folder, "2", server.url)
    with small_disk(store.folder, 6_000_000):
        with pytest.raises(NoSpace, match=r"must be free on the disk that holds .*: free some space"):
            brought(store, runtime, free=lambda _: 1 << 40)
        there = {path.name for path in store.folder.rglob("*.whl*")}
        server.asked.clear()
        subprocess.run(["mount", "-o", "remount,size=30000000", str(store.folder)], check=True)
        assert works(brought(store, runtime, free=lambda _: 1 << 40).folder) == "2"
        assert there
        assert len(server.asked) < len(runtime.wheels), "what had come was not fetched again"


def test_one_that_does_not_work_does_not_count(store: Runtimes, server: ReleaseServer) -> None:
    old = old_one(store, server)
    wheel = written_wheel(server.folder, "common_one", {"common/version.py": b"import nowhere\n"}, version="3")
    runtime = runtime_of([wheel], server.url)
    with pytest.raises(DoesNotWork, match=r"do not work on this computer: .*No module named 'nowhere'"):
        brought(store, runtime)
    assert store.chosen().current == old.id
    assert works(old.folder) == "1"


def test_one_that_was_damaged_before_it_counted_comes_again(store: Runtimes, server: ReleaseServer) -> None:
    runtime = published(server.folder, "2", server.url)
    new = brought(store, runtime)
    (store.folder / CHOSEN).unlink()
    (new.folder / "common/version.py").write_bytes(b"")
    assert works(brought(store, runtime).folder) == "2"


def test_a_signed_wheel_that_is_none_is_said_and_not_kept(store: Runtimes, server: ReleaseServer) -> None:
    runtime = published(server.folder, "2", server.url)
    bad = server.folder / "big-2-py3-none-any.whl"
    bad.write_bytes(b"PK" + bytes(100))
    wheels = [wheel for wheel in runtime.wheels if wheel.file != bad.name]
    digest = Digest.of(bad.read_bytes())
    wrong = msgspec.structs.replace(runtime.wheels[-1], digest=digest, size_bytes=102)
    with pytest.raises(BadWheel, match=r"big-2-py3-none-any.whl cannot be unpacked"):
        brought(store, Runtime(device="cpu", wheels=(*wheels, wrong)))
    assert not list(store.folder.rglob("big*"))


# --- kills


class Installing:
    """The process that installs, and what it may ask the server for: nothing that was on the disk when it began."""

    def __init__(self, store: Runtimes, runtime: Runtime, server: ReleaseServer, folder: Path) -> None:
        self._store, self._runtime, self._server = store, runtime, server
        self._here = {wheel.file: self._there(wheel) for wheel in runtime.wheels}
        self._first = len(server.asked)
        (folder / "runtime.json").write_bytes(to_json(runtime))
        words = [str(store.folder), str(folder / "runtime.json")]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.integration.installing_process", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        assert self.process.stdout.readline().strip() == BEGUN

    def _there(self, wheel) -> int:
        path = self._store.download(wheel)
        unpacked = self._store.folder / f".part-{self._runtime.id}/done" / wheel.digest.text
        if (self._store.folder / self._runtime.id).exists() or unpacked.exists() or path.exists():
            return wheel.size_bytes
        part = path.with_name(path.name + ".part")
        return part.stat().st_size if part.exists() else 0

    def end(self) -> int:
        """The exit status, once it has ended by itself or by `kill`."""
        _, errors = self.process.communicate(timeout=60)
        assert self.process.returncode in (0, -9), errors
        for name, start in self._server.asked[self._first :]:
            assert start >= self._here[name], f"{name} was here up to {self._here[name]} and is asked for from {start}"
        return self.process.returncode


def test_one_that_is_broken_off_while_it_is_unpacked_goes_on(store: Runtimes, server: ReleaseServer) -> None:
    runtime = published(server.folder, "2", server.url)

    async def main() -> None:
        is_unpacking = asyncio.Event()
        loop = asyncio.get_running_loop()

        def on_progress(state: RuntimeState, done_bytes: int) -> None:
            if state is RuntimeState.UNPACKING and done_bytes > 1_000_000:
                loop.call_soon_threadsafe(is_unpacking.set)

        ports = InstallPorts(store, lambda: release_web(TokenBucket()), test=prove, on_progress=on_progress)
        working = asyncio.create_task(install(runtime, ports))
        await is_unpacking.wait()
        working.cancel()
        await asyncio.wait([working])
        assert working.cancelled()

    asyncio.run(main())
    assert store.find(runtime.id) is None
    server.asked.clear()
    assert works(brought(store, runtime).folder) == "2"
    assert server.asked == []


def test_kills_at_random_moments(server: ReleaseServer, tmp_path: Path) -> None:
    chance = random.Random(7)
    original = Runtimes(tmp_path / "original")
    old = old_one(original, server)
    runtime = published(server.folder, "2", server.url)
    server.bytes_per_s = SLOW_BYTES_PER_S
    lasts_s, killed = 0.0, 0
    for home in range(1 + KILLS):
        store = Runtimes(tmp_path / f"home{home}")
        shutil.copytree(original.folder, store.folder)
        server.served_bytes, kills, done_s = 0, 0, 0.0
        for moment_s in sorted(chance.uniform(0, lasts_s) for _ in range(KILLS_EACH if home else 0)):
            running = Installing(store, runtime, server, tmp_path)
            time.sleep(moment_s - done_s)  # each goes on from the one before
            running.process.kill()
            kills += running.end() != 0
            done_s = moment_s
            usable = store.usable([old.id, runtime.id])
            assert usable is not None
            assert works(usable.folder) == ("1" if usable.id == old.id else "2")
            assert works(store.folder / old.id) == "1"
        running = Installing(store, runtime, server, tmp_path)
        began_s = time.monotonic()
        assert running.end() == 0
        lasts_s = lasts_s or time.monotonic() - began_s
        killed += kills
        assert store.chosen() == Chosen(runtime.id, old.id, False, {})
        assert works(store.folder / runtime.id) == "2"
        assert names(store) == {old.id, runtime.id, CHOSEN}
        assert server.served_bytes <= runtime.size_bytes + kills * LOST_BYTES
        shutil.rmtree(store.folder)
        if killed >= KILLS:
            break
    assert killed >= KILLS, "most of them hit it at work"


def test_marks_say_what_is_there(store: Runtimes, server: ReleaseServer) -> None:
    new = brought(store, published(server.folder, "2", server.url))
    told = json.loads((new.folder / MARK).read_text())
    assert told["id"] == new.id
    assert sorted(told["wheels"]) == sorted(path.name for path in server.folder.iterdir())


def test_faults_are_sayings(store: Runtimes) -> None:
    runtime = Runtime(device="cpu", wheels=())
    (store.folder.parent).mkdir(parents=True)
    store.folder.write_text("a file where the folder should be")
    with pytest.raises(ReleaseFault, match="check the folder and its permissions"):
        brought(store, runtime)
