"""What a volunteer meets, from the package to the first contribution, in a Debian system that has nothing else.

    python -m tests.bench.installing dist/idlewild_0.1.0_amd64.deb --wheels build/wheels
    python -m tests.bench.installing dist/Idlewild-0.1.0-x86_64.AppImage --wheels build/wheels

As root on Debian, with debootstrap, Xvfb, xdotool and imagemagick. The package must have been built with
`--mirror http://127.0.0.1:8999/`; WHEELS holds those wheels that are on no index. A collaboration is hosted outside of
the system; inside, an ordinary user installs, starts by the desktop entry, goes through the first run by keyboard, and
is watched until the host has accepted a contribution. Then everything is removed, and what is left is compared with
what was there before.
"""

import argparse
import functools
import http.server
import json
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tests.bench.installing.roots import BASES, DATA, HOME, Root, is_image, make_base
from tests.integration.processes import free_address, write_manifest

MIRROR_PORT = 8999
DISPLAY = ":77"
PATIENCE_S, ASK_EVERY_S = 900.0, 0.5


class Stopwatch:
    """Says when what happened."""

    def __init__(self) -> None:
        self._start_s = time.monotonic()
        self.at_s: dict[str, float] = {}

    def note(self, what: str) -> None:
        if what not in self.at_s:
            self.at_s[what] = time.monotonic() - self._start_s
            print(f"{self.at_s[what]:8.2f} s  {what}", flush=True)


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None: ...

    def handle(self) -> None:
        with suppress(ConnectionError):
            super().handle()


@contextmanager
def served(folder: Path, port: int) -> Iterator[None]:
    handler = functools.partial(Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", port), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield
        server.shutdown()


@contextmanager
def hosted(folder: Path) -> Iterator[str]:
    """A collaboration of the sources, in a home of its own; its invitation."""
    command = [sys.executable, "-m", "core.cli", "host", str(write_manifest(folder)), "--listen", free_address()]
    environment = {"IDLEWILD_KEY_FILE": "1", "PATH": "/usr/bin:/bin", "HOME": str(folder)}
    words = [*command, "--home", str(folder / "home")]
    with subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, text=True) as host:
        try:
            assert host.stdout is not None
            yield host.stdout.readline().strip()
        finally:
            host.terminate()
            host.wait(30)


@contextmanager
def screen() -> Iterator[None]:
    with subprocess.Popen(
        ["Xvfb", DISPLAY, "-screen", "0", "1280x900x24", "-noreset"], stderr=subprocess.DEVNULL
    ) as server:
        time.sleep(1)
        yield
        server.terminate()


class Desk:
    """Who sits before it: what can be seen, and keys."""

    def __init__(self, pictures: Path) -> None:
        self._pictures = pictures

    def window(self) -> str:
        found = self._do("search", "--onlyvisible", "--name", "Idlewild").split()
        return found[0] if found else ""

    def press(self, key: str) -> None:
        self._do("windowfocus", "--sync", self.window())
        self._do("key", key)

    def press_until(self, key: str, is_done: Callable[[], Any], what: str) -> None:
        """Again and again: a button waits until the app has heard of the engine."""
        end_s = time.monotonic() + 60
        while not is_done():
            assert time.monotonic() < end_s, what
            self.press(key)
            time.sleep(0.5)

    def picture(self, name: str) -> None:
        self._pictures.mkdir(parents=True, exist_ok=True)
        words = ["import", "-display", DISPLAY, "-window", "root", str(self._pictures / f"{name}.png")]
        subprocess.run(words, check=False)

    def _do(self, *words: str) -> str:
        done = subprocess.run(
            ["xdotool", *words], env={"DISPLAY": DISPLAY, "PATH": "/usr/bin:/bin"}, capture_output=True, text=True,
            check=False, timeout=20,
        )  # fmt: skip
        return done.stdout


def until(answer: Callable[[], Any], what: str, patience_s: float = PATIENCE_S, every_s: float = 0.05) -> Any:
    end_s = time.monotonic() + patience_s
    while not (found := answer()):
        assert time.monotonic() < end_s, f"not within {patience_s:g} s: {what}"
        time.sleep(every_s)
    return found


class Program:
    """As installed in a root."""

    def __init__(self, root: Root, package: Path) -> None:
        self.root = root
        self._package = package
        self.is_image = is_image(package)

    @property
    def home(self) -> Path:
        """As this computer sees it."""
        return self.root.path / DATA.lstrip("/")

    def install(self) -> list[str]:
        """By one command. Returns the words that the desktop starts it with."""
        place = self.root.path / (f"{HOME}/{self._package.name}".lstrip("/") if self.is_image else self._package.name)
        place.write_bytes(self._package.read_bytes())
        if self.is_image:
            place.chmod(0o755)
            return [f"{HOME}/{self._package.name}", "%u"]
        self.root.as_root("apt-get", "update", "-qq")
        self.root.as_root("apt-get", "install", "--yes", "-qq", f"/{self._package.name}")
        entry = (self.root.path / "usr/share/applications/idlewild.desktop").read_text(encoding="utf-8")
        return re.findall(r"^Exec=(.*)$", entry, re.MULTILINE)[0].split()

    def verb(self, *words: str) -> str:
        program = f"{HOME}/{self._package.name}" if self.is_image else "idlewild"
        return self.root.as_user(program, *words, display=DISPLAY)

    def status(self) -> dict[str, Any]:
        """Empty while no engine answers."""
        with suppress(OSError, ValueError):
            return self.ask("status")
        return {}

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """The engine, at its socket: a verb would be one more program that wants the processor."""
        with socket.socket(socket.AF_UNIX) as wire:
            wire.settimeout(60)
            wire.connect(str(self.home / "control.sock"))
            request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
            wire.sendall(json.dumps(request).encode() + b"\n")
            with wire.makefile() as answers:
                return dict(json.loads(answers.readline())["result"])

    def uninstall(self) -> None:
        if self.is_image:
            (self.root.path / HOME.lstrip("/") / self._package.name).unlink()
        else:
            strictly = [f"APT::AutoRemove::{kind}Important=false" for kind in ("Recommends", "Suggests")]
            options = [word for option in strictly for word in ("-o", option)]
            self.root.as_root("apt-get", "purge", "--yes", "-qq", "--autoremove", *options, "idlewild")
            (self.root.path / self._package.name).unlink()


def first_run(program: Program, desk: Desk, link: str, watch: Stopwatch) -> None:
    words = [link if word == "%u" else word for word in program.install()]
    watch.note("installed")
    with subprocess.Popen(program.root.command(words, DISPLAY)) as app:
        until(desk.window, "a window")
        watch.note("window on the screen")
        until(lambda: program.status().get("reason") == "needs_consent", "the engine asks for consent")
        desk.picture("1-consent")
        desk.press_until("alt+a", lambda: program.status().get("has_consent"), "consent")
        watch.note("agreed")
        time.sleep(1)
        desk.picture("2-allow")
        desk.press("alt+t")
        time.sleep(1)
        desk.picture("3-join")
        desk.press_until("alt+j", lambda: program.status().get("reason") != "no_collaboration", "a collaboration")
        contributes(program, desk, watch)
        program.verb("--end")
        app.wait(60)


def contributes(program: Program, desk: Desk, watch: Stopwatch) -> None:
    states: set[str] = set()
    end_s = time.monotonic() + PATIENCE_S
    while True:
        status = program.status()
        assert time.monotonic() < end_s, status
        runtime = status.get("runtime") or {}
        if (state := runtime.get("state", "")) not in states:
            states.add(state)
            watch.note(f"runtime {state} ({runtime['size_bytes'] / 1e6:.0f} MB, {runtime['device']})")
            desk.picture(f"4-{state}")
            assert state != "failed", runtime
        if (status.get("collaboration") or {}).get("my_samples", 0) > 0:
            break
        time.sleep(ASK_EVERY_S)
    watch.note("first contribution accepted")
    time.sleep(2)
    desk.picture("5-training")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("package", type=Path)
    parser.add_argument("--wheels", type=Path, required=True)
    parser.add_argument("--bases", type=Path, default=BASES, help="kept for the next time")
    parser.add_argument("--pictures", type=Path, default=Path("/tmp/idlewild-pictures"))
    parser.add_argument("--keep-history", action="store_true")
    asked = parser.parse_args()
    base = make_base(asked.bases, asked.package)
    with (
        tempfile.TemporaryDirectory() as scratch,
        served(asked.wheels, MIRROR_PORT),
        screen(),
        hosted(Path(scratch)) as link,
        Root(base, Path(scratch) / "system") as root,
    ):
        before, program, watch = root.files(), Program(root, asked.package), Stopwatch()
        first_run(program, Desk(asked.pictures), link, watch)
        print(program.verb("remove", "--yes", *(["--keep-history"] if asked.keep_history else [])))
        program.uninstall()
        watch.note("removed")
        compare(before, root.files())


def compare(before: dict[str, tuple[int, int]], after: dict[str, tuple[int, int]]) -> None:
    changed = [path for path in sorted(before.keys() | after.keys()) if before.get(path) != after.get(path)]
    for path in changed:
        print("left:", path, before.get(path), after.get(path))
    print(f"{len(changed)} of {len(before):,} files differ from before")


if __name__ == "__main__":
    main()
