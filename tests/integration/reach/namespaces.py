"""Little networks of this kernel's namespaces, and programs that run inside them and tell what happens as JSON."""

import contextlib
import functools
import json
import os
import queue
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pytest

ROOT = Path(__file__).resolve().parents[3]


def ip(*words: str) -> str:
    return subprocess.run(["ip", *words], check=True, capture_output=True, text=True).stdout


def inside(namespace: str, *words: str, text: str | None = None) -> str:
    command = ["ip", "netns", "exec", namespace, *words]
    return subprocess.run(command, check=True, capture_output=True, text=True, input=text).stdout


@functools.cache
def missing(*programs: str) -> str:
    """Why networks cannot be made here, or empty."""
    if sys.platform != "linux" or os.geteuid() != 0:
        return "network namespaces need Linux and root"
    path = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/sbin"])
    absent = [program for program in ("ip", *programs) if shutil.which(program, path=path) is None]
    if absent:
        return f"not installed: {', '.join(absent)}"
    try:
        with networks("pm-trial-1", "pm-trial-2"):
            wire(("pm-trial-1", "eth0", "192.0.2.1/24"), ("pm-trial-2", "eth0", "192.0.2.2/24"))
            if "nft" in programs:
                inside("pm-trial-1", "nft", "add", "table", "inet", "trial")
    except subprocess.CalledProcessError as fault:
        return f"network namespaces cannot be made here: {fault.stderr.strip()}"
    return ""


def need(*programs: str) -> None:
    """Skips the test where they are missing."""
    if why := missing(*programs):
        pytest.skip(why)


@contextlib.contextmanager
def networks(*names: str) -> Iterator[None]:
    _remove(names)
    try:
        for name in names:
            ip("netns", "add", name)
            ip("-n", name, "link", "set", "lo", "up")
        yield
    finally:
        _remove(names)


def _remove(names: tuple[str, ...]) -> None:
    for name in names:
        subprocess.run(["ip", "netns", "del", name], check=False, capture_output=True)


def wire(*ends: tuple[str, ...]) -> None:
    """A cable between two ends: (namespace, interface, address, ...)."""
    (one, one_name, *_), (other, other_name, *_) = ends
    ip("link", "add", one_name, "netns", one, "type", "veth", "peer", "name", other_name, "netns", other)
    for namespace, name, *addresses in ends:
        for address in addresses:
            # An IPv6 address is of use at once, not after a check whether another has it.
            ip("-n", namespace, "addr", "add", address, "dev", name, *["nodad"] * (":" in address))
        ip("-n", namespace, "link", "set", name, "up")


class Inside:
    """A program in a namespace: `tests.integration.reach.<module>`, which prints one JSON object a line and takes
    words, one a line. At the end it is told `stop` and has to end in order, with nothing on standard error."""

    def __init__(self, namespace: str, module: str, *arguments: str) -> None:
        command = ["ip", "netns", "exec", namespace, sys.executable, "-W", "error", "-m"]
        self.process = subprocess.Popen(
            [*command, f"tests.integration.reach.{module}", *arguments],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.told: list[dict[str, Any]] = []
        self.errors = ""
        self._lines: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self._readers = [threading.Thread(target=self._read), threading.Thread(target=self._read_errors)]
        for reader in self._readers:
            reader.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if self.process.poll() is None:
                self.say("stop")
                self.process.wait(10)
        finally:
            self.process.kill()
            self.process.wait()
            for reader in self._readers:
                reader.join()
            for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
                stream.close()
        if error is None:
            assert self.process.returncode == 0, self.errors
            assert not self.errors, self.errors

    def say(self, word: str) -> None:
        self.process.stdin.write(f"{word}\n")
        self.process.stdin.flush()

    def wait(self, fits: Callable[[dict[str, Any]], bool], within_s: float = 20.0) -> dict[str, Any]:
        """The next thing it tells that fits; what it tells before that is passed over."""
        until_s = time.monotonic() + within_s
        while (left_s := until_s - time.monotonic()) > 0:
            with contextlib.suppress(queue.Empty):
                event = self._lines.get(timeout=min(left_s, 0.2))
                self.told.append(event)
                if fits(event):
                    return event
            if self.process.poll() is not None and self._lines.empty():
                break
        raise AssertionError(f"not told in {within_s} s; told: {self.told}; errors: {self.errors}")

    def _read(self) -> None:
        for line in self.process.stdout:
            self._lines.put(json.loads(line))

    def _read_errors(self) -> None:
        for line in self.process.stderr:
            self.errors += line
