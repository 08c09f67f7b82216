"""Updates by real web servers and real processes: what runs goes on, whatever comes and whenever it is broken off."""

import asyncio
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import pytest
import zstandard

from core.data.web import Web
from core.ipc.lock import HomeLock
from core.release.disk import NoSpace
from core.release.feed import Backwards, Offer, Standing
from core.release.pointer import change_pointer, read_pointer
from core.release.seal import ReleaseFault, WrongSeal
from core.release.trial import Trial, Verdict
from core.release.updating import Updating
from core.release.versions import Versions
from core.release.web import NotFetched, release_web
from core.transport.budget import TokenBucket
from tests.mirror_server import Files, served
from tests.program_folders import (
    CRASHES,
    SILENT,
    STRANGER,
    Content,
    Published,
    origin_json,
    origin_of,
    program,
    published,
    read_program,
    write_program,
)

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="programs are shell scripts here")

LAUNCHER = """
import os, sys
from pathlib import Path
from core.release.launching import Launcher
home, executable, limit_s, *argv = sys.argv[1:]
status = Launcher(Path(home), Path(executable), "0.1.0", argv, os.environ, float(limit_s)).run()
if status is None:
    print("installed", *argv, flush=True)
sys.exit(status or 0)
"""
FETCHER = """
import asyncio, sys
from pathlib import Path
from core.release.feed import Standing
from core.release.updating import Updating
from core.release.versions import Versions
from core.release.web import release_web
from core.transport.budget import TokenBucket
from tests.program_folders import origin_of
home, installed, feed, rate = sys.argv[1:]
async def main():
    updating = Updating(Versions(Path(home) / "versions", "0.1.0"), origin_of(Path(installed), feed), Standing("0.1.0"))
    async with release_web(TokenBucket(int(rate) or None)) as web:
        offer = await updating.check(web)
        print("begun", flush=True)
        await updating.fetch(web, offer)
        print("done", flush=True)
asyncio.run(main())
"""
INSTALLED = """
import sys
from pathlib import Path
sys.frozen, sys._MEIPASS = True, sys.argv[1]
sys.argv[:2] = ["idlewild"]
from core.cli.main import main
sys.exit(main())
"""
"""A program as it is installed, as far as `idlewild run` without a collaboration goes."""
SAME = {"big": random.Random(1).randbytes(300_000), "same": b"as before"}


@dataclass
class Place:
    """A home, an installed program, and a web server."""

    folder: Path
    web: Files
    port: int

    @property
    def home(self) -> Path:
        return self.folder / "home"

    @property
    def installed(self) -> Path:
        return self.folder / "installed"

    @property
    def versions(self) -> Versions:
        return Versions(self.home / "versions", "0.1.0")

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def asked(self) -> list[str]:
        return [request.path for request in self.web.asked]

    def publish(self, version: str, content: Content, **changes: Any) -> Published:
        there = published(version, content, f"{self.address}/files/", **changes)
        self.web.files.update(there.web())
        return there

    def updating(self, running: str = "0.1.0") -> Updating:
        versions = Versions(self.home / "versions", running)
        return Updating(versions, origin_of(self.installed, f"{self.address}/feed/"), Standing(running))

    def check(self) -> Offer | None:
        return self._with_web(self.updating().check)

    def update(self, updating: Updating | None = None) -> None:
        updating = updating or self.updating()

        async def main(web: Web) -> None:
            offer = await updating.check(web)
            assert offer is not None
            await updating.fetch(web, offer)

        self._with_web(main)

    def _with_web(self, work: Callable[[Web], Coroutine[Any, Any, Any]]) -> Any:
        async def main() -> Any:
            async with release_web(TokenBucket()) as web:
                return await work(web)

        return asyncio.run(asyncio.wait_for(main(), 60))

    def start(self, *argv: str, limit_s: float = 30, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.command(*argv, limit_s=limit_s),
            env=os.environ | environment,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    def command(self, *argv: str, limit_s: float = 30) -> list[str]:
        return [sys.executable, "-c", LAUNCHER, str(self.home), str(self.installed / "idlewild"), str(limit_s), *argv]

    def runs(self, *argv: str) -> str:
        """What is started, by what it says."""
        return self.start(*argv).stdout.split()[0]


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    web = Files({})
    with served(web.answer, is_plain=True) as port:
        made = Place(tmp_path, web, port)
        write_program(made.installed, program("0.1.0", **SAME))
        yield made


def test_an_update_is_fetched_tried_and_kept(place: Place) -> None:
    content = program("0.2.0", new=b"new" * 1000, link=b"-> new", copy=b"as before", **SAME)
    there = place.publish("0.2.0", content)
    place.update()
    folder = place.home / "versions" / "0.2.0"
    assert read_program(folder) == content
    assert os.access(folder / "idlewild", os.X_OK)
    assert not os.access(folder / "_internal" / "new", os.X_OK)
    fetched = [name for name in place.asked if name.startswith("/files/")]
    assert len(fetched) == 2, "the executable and what is new; the rest is here"
    assert place.versions.ready == "0.2.0"
    assert place.versions.pointer.trial == "0.2.0"

    first = place.start("run", "--headless", STATUS="7")
    assert first.stdout == "0.2.0 run --headless\n"
    assert first.returncode == 7
    pointer = place.versions.pointer
    assert (pointer.chosen, pointer.before, pointer.trial, pointer.bad) == ("0.2.0", "", "", {})
    assert place.start("status").stdout == "0.2.0 status\n"
    assert place.check() is not None, "for the installed version"
    assert there.release.sequence == pointer.sequence
    assert sorted(path.name for path in (place.home / "versions").iterdir() if path.name[0] != ".") == [
        "0.2.0",
        "chosen.json",
    ]


def test_who_only_asks_does_not_take_part_in_a_trial(place: Place) -> None:
    place.publish("0.2.0", program("0.2.0"))
    place.update()
    assert place.runs("status") == "installed"
    assert not place.versions.pointer.has_begun
    assert place.runs() == "0.2.0"
    assert place.runs("status") == "0.2.0"


def test_a_running_engine_is_no_time_for_a_trial(place: Place) -> None:
    place.publish("0.2.0", program("0.2.0"))
    place.update()
    with HomeLock(place.home / "engine.lock"):
        assert place.runs("run") == "installed"
    assert place.runs("run") == "0.2.0"


def test_a_version_that_crashes_is_taken_back(place: Place) -> None:
    place.publish("0.2.0", program("0.2.0"))
    place.update()
    assert place.runs("run") == "0.2.0"
    place.publish("0.3.0", program("0.3.0", CRASHES), sequence=2)
    place.update(place.updating("0.2.0"))
    assert place.start("run").stdout == "0.3.0 run\n0.2.0 run\n"
    versions = Versions(place.home / "versions", "0.2.0")
    assert versions.taken_back() == "0.3.0"
    assert "ended at its first start (exit status 3)" in str(versions.why_not("0.3.0"))
    assert place.start("run").stdout == "0.2.0 run\n"
    versions.tidy()
    assert not (place.home / "versions" / "0.3.0").exists()


def test_a_version_that_stays_silent_is_ended_with_its_children(place: Place, tmp_path: Path) -> None:
    place.publish("0.2.0", program("0.2.0", SILENT))
    place.update()
    children = tmp_path / "children"
    assert place.start("run", limit_s=0.5, CHILDREN=str(children)).stdout == "0.2.0 run\ninstalled run\n"
    assert "not up within a minute" in str(place.versions.why_not("0.2.0"))
    assert not is_alive(int(children.read_text()))


def test_what_the_system_cannot_start_is_taken_back(place: Place) -> None:
    content = program("0.2.0")
    content["idlewild"] = b"\x7fELF\xff no program"
    place.publish("0.2.0", content)
    place.update()
    assert place.runs("run") == "installed"
    assert "could not start" in str(place.versions.why_not("0.2.0"))


def test_a_chosen_version_that_is_gone_leaves_the_installed_one(place: Place) -> None:
    place.publish("0.2.0", program("0.2.0"))
    place.update()
    assert place.runs("run") == "0.2.0"
    (place.home / "versions" / "0.2.0" / "idlewild").unlink()
    assert place.runs("run") == "installed"


def test_signals_reach_a_version_on_trial(place: Place) -> None:
    place.publish("0.2.0", program("0.2.0", "trap 'kill $!; exit 5' TERM\nsleep 1000 &\n: > \"$IDLEWILD_TRIAL\"\nwait"))
    place.update()
    with running(place.command("run")) as launcher:
        assert launcher.stdout is not None
        assert launcher.stdout.readline() == "0.2.0 run\n"
        until(lambda: place.versions.pointer.chosen == "0.2.0")
        launcher.terminate()
        assert launcher.wait(20) == 5


def test_who_ends_it_by_hand_has_not_found_it_bad(place: Place) -> None:
    place.publish("0.2.0", program("0.2.0", "exec sleep 1000"))
    place.update()
    with running(place.command("run")) as launcher:
        assert launcher.stdout is not None
        launcher.stdout.readline()
        launcher.terminate()
        assert launcher.wait(20) == 128 + signal.SIGTERM
    pointer = place.versions.pointer
    assert (pointer.trial, pointer.has_begun, pointer.bad) == ("0.2.0", False, {})


def test_a_signal_that_comes_before_the_new_version_is_there_is_passed_on(tmp_path: Path) -> None:
    trial = Trial(["sleep", "1000"], os.environ, tmp_path / "up")
    before = signal.getsignal(signal.SIGTERM)
    with trial.signals_passed_on():
        signal.raise_signal(signal.SIGTERM)
        trial.start()
        assert trial.watch(lambda: None) == (Verdict.LEFT, 128 + signal.SIGTERM)
    assert signal.getsignal(signal.SIGTERM) is before


def test_a_running_engine_fetches_the_update_and_starts_anew(place: Place, tmp_path: Path) -> None:
    place.publish("0.2.0", program("0.2.0"))
    release = place.installed / "_internal" / "release"
    (release / "origin.json").write_text(origin_json(f"{place.address}/feed/"))
    launcher = tmp_path / "launcher"
    launcher.write_text('#!/bin/sh\necho "launched $* [$IDLEWILD_LAUNCHED$IDLEWILD_TRIAL]"\nexit 9\n')
    launcher.chmod(0o755)
    up_file = tmp_path / "up"
    words = ["run", "--headless", "--no-starter", "--listen", "127.0.0.1:0", "--home", str(place.home)]
    environment = os.environ | {"IDLEWILD_KEY_FILE": "1", "IDLEWILD_LAUNCHER": str(launcher)}
    environment |= {"IDLEWILD_LAUNCHED": "1", "IDLEWILD_TRIAL": str(up_file)}
    command = [sys.executable, "-c", INSTALLED, str(place.installed / "_internal"), *words]
    with running(command, env=environment) as engine:
        until(up_file.exists)
        checked = command_line(place, "update", "--check", "--json")
        assert json.loads(checked.stdout)["state"] == "available", checked
        done = command_line(place, "update")
        assert done.stdout == "Version 0.2.0 starts as soon as the step under way has ended.\n", done
        assert engine.stdout is not None
        assert engine.stdout.readlines()[-1] == f"launched {' '.join(words)} []\n"
        assert engine.wait(20) == 9
    assert place.versions.pointer.trial == "0.2.0"
    assert place.runs("run") == "0.2.0"


def command_line(place: Place, *words: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "core.cli", *words, "--home", str(place.home)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


# --- what must not be used


def tampered(name: str) -> Callable[[Published, Files], None]:
    def change(there: Published, web: Files) -> None:
        path = next(path for path in web.files if path.startswith(name))
        web.files[path] = web.files[path][:-9] + b"XXXXXXXXX"

    return change


def cut(there: Published, web: Files) -> None:
    for name in there.files:
        web.files[f"/files/{name}"] = web.files[f"/files/{name}"][:-1]


def bomb(there: Published, web: Files) -> None:
    for name, data in there.files.items():
        packed = zstandard.ZstdCompressor().compress(bytes(50_000_000))
        web.files[f"/files/{name}"] = (packed + bytes(len(data)))[: len(data)]


def gone(there: Published, web: Files) -> None:
    for name in there.files:
        del web.files[f"/files/{name}"]


@pytest.mark.parametrize(
    ("change", "fault", "words"),
    [
        (tampered("/feed/"), WrongSeal, "not signed by those who make Idlewild"),
        (tampered("/files/"), NotFetched, "another file than the one that was signed"),
        (cut, NotFetched, "was not taken"),
        (bomb, NotFetched, "another file than the one that was signed"),
        (gone, NotFetched, "does not have the file"),
    ],
)
def test_tampering_is_found_and_a_retry_goes_on(
    place: Place, change: Callable[[Published, Files], None], fault: type[ReleaseFault], words: str
) -> None:
    there = place.publish("0.2.0", program("0.2.0", new=bytes(range(256)) * 50))
    change(there, place.web)
    with pytest.raises(fault, match=words):
        place.update()
    assert place.runs("run") == "installed"
    assert place.versions.ready == ""
    place.web.files.update(there.web())
    place.update()
    assert place.runs("run") == "0.2.0"


@pytest.mark.parametrize(
    ("version", "changes", "fault", "words"),
    [
        ("0.2.0", {"signer": STRANGER}, WrongSeal, "not signed"),
        ("0.2.0", {"platform": "plan9-mips"}, ReleaseFault, "for plan9-mips instead of"),
        ("0.0.9", {"sequence": 9}, Backwards, "older than this one"),
        ("0.2.0", {"sequence": 9, "protocol": 1}, Backwards, "older than this one"),
    ],
)
def test_what_must_not_follow_is_refused(
    place: Place, version: str, changes: dict[str, Any], fault: type[ReleaseFault], words: str
) -> None:
    there = place.publish(version, program(version), **changes)
    place.web.files[f"/feed/{Standing('0').platform}"] = there.sealed
    with pytest.raises(fault, match=words):
        place.check()
    assert place.runs("run") == "installed"


def test_an_older_release_is_refused_after_a_restart_too(place: Place) -> None:
    old = place.publish("0.2.0", program("0.2.0"), sequence=4)
    place.publish("0.3.0", program("0.3.0"), sequence=5)
    assert place.check() is not None
    place.web.files.update(old.web())
    with pytest.raises(Backwards, match="a newer release has been seen"):
        place.check()


def test_an_offer_from_before_is_not_fetched_any_more(place: Place) -> None:
    old = place.publish("0.2.0", program("0.2.0"), sequence=4).offer
    place.versions.see(place.publish("0.3.0", program("0.3.0"), sequence=5).release)
    with pytest.raises(Backwards):
        place._with_web(lambda web: place.updating().fetch(web, old))


def test_no_space(place: Place) -> None:
    place.publish("0.2.0", program("0.2.0", new=bytes(range(256)) * 50))
    updating = place.updating()
    scarce = Updating(updating.versions, updating.origin, updating.running, free=lambda _: 1_000)
    with pytest.raises(NoSpace, match="must be free on the disk"):
        place.update(scarce)
    assert place.runs("run") == "installed"
    place.update()
    assert place.runs("run") == "0.2.0"


def test_a_feed_that_keeps_back_what_is_new_is_not_alone(place: Place) -> None:
    old = place.publish("0.2.0", program("0.2.0"), sequence=4)
    new = place.publish("0.3.0", program("0.3.0"), sequence=5)
    place.web.files[f"/stale/{old.release.platform}"] = old.sealed
    updating = place.updating()
    feeds = (f"{place.address}/stale/", "http://127.0.0.1:9/feed/", f"{place.address}/feed/")
    both = Updating(updating.versions, origin_of(place.installed, *feeds), updating.running)
    offer = place._with_web(both.check)
    assert offer.release == new.release


# --- power cuts

KILLS = 20


def test_killed_at_random_moments_of_fetching(place: Place) -> None:
    """Each attempt goes on from the one before."""
    draws = random.Random(7)
    content = program("0.2.0", **{f"part{number}": draws.randbytes(100_000) for number in range(40)})
    place.publish("0.2.0", content)
    for _ in range(KILLS):
        had = whole_files(place)
        place.web.asked.clear()
        with fetching(place, rate=1_500_000) as fetcher:
            time.sleep(draws.uniform(0.0, 0.12))
            fetcher.kill()
        assert not had & set(place.asked), "what was here is not fetched again"
        assert place.runs("run") == "installed"
    assert whole_files(place), "some of it has come"
    place.update()
    assert read_program(place.home / "versions" / "0.2.0") == content
    assert place.runs("run") == "0.2.0"


def test_killed_at_random_moments_of_a_whole_update(place: Place) -> None:
    """Each from the beginning: putting together and naming the folder are met too."""
    draws = random.Random(5)
    parts = {f"part{number}": draws.randbytes(2_000) for number in range(100)}
    content = program("0.2.0", **parts, **SAME)
    place.publish("0.2.0", content)
    with fetching(place) as fetcher:
        began_s = time.monotonic()
        fetcher.wait()
        whole_s = time.monotonic() - began_s
    for _ in range(KILLS):
        shutil.rmtree(place.home)
        with fetching(place) as fetcher:
            time.sleep(draws.uniform(0.0, whole_s))
            fetcher.kill()
        is_ready = place.versions.ready == "0.2.0"
        assert place.runs("run") == ("0.2.0" if is_ready else "installed")
        if not is_ready:
            place.update()
            assert place.runs("run") == "0.2.0"
        assert read_program(place.home / "versions" / "0.2.0") == content


@contextmanager
def fetching(place: Place, rate: int = 0) -> Iterator["subprocess.Popen[str]"]:
    words = [str(place.home), str(place.installed), f"{place.address}/feed/", str(rate)]
    with running([sys.executable, "-c", FETCHER, *words]) as fetcher:
        assert fetcher.stdout is not None
        assert fetcher.stdout.readline() == "begun\n"
        yield fetcher


def whole_files(place: Place) -> set[str]:
    """What need not be asked for, by its path on the web server."""
    offer = place.check()
    assert offer is not None
    plan = asyncio.run(place.updating().plan(offer))
    missing = {file.digest for file in plan.missing}
    return {
        f"/files/{file.digest.text}.zst" for file in offer.release.files if file.digest and file.digest not in missing
    }


def test_killed_at_random_moments_of_switching(place: Place) -> None:
    """After each the next start runs a good version: the new one once it has been up, until then the old one."""
    draws = random.Random(11)
    slow = 'sleep 0.15\n: > "$IDLEWILD_TRIAL"\nsleep 0.3'
    there = place.publish("0.2.0", program("0.2.0", slow))
    place.update()
    seen = set()
    for _ in range(KILLS):
        change_pointer(place.home / "versions", lambda now: type(now)(trial="0.2.0", sequence=1))
        (place.home / "versions" / ".up-0.2.0").unlink(missing_ok=True)
        with running(place.command("run")) as launcher:
            until(lambda: read_pointer(place.home / "versions").has_begun)
            time.sleep(draws.uniform(0.0, 0.3))
            launcher.kill()
        found = place.runs("run")
        pointer = place.versions.pointer
        seen.add((found, pointer.chosen, *pointer.bad))
        assert pointer.trial == ""
    assert seen == {("installed", "", "0.2.0"), ("0.2.0", "0.2.0")}
    assert there.release.version == "0.2.0"


@contextmanager
def running(command: list[str], env: dict[str, str] | None = None) -> Iterator["subprocess.Popen[str]"]:
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def is_alive(pid: int) -> bool:
    """A process that nobody has waited for is not."""
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def until(holds: Callable[[], bool]) -> None:
    give_up_s = time.monotonic() + 20
    while not holds():
        assert time.monotonic() < give_up_s
        time.sleep(0.005)
