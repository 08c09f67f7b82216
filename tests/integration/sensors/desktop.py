"""A display server, a message bus, and what looks at sensors from outside."""

import os
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from core.throttle.sensors import Sensors
from core.throttle.sensors.probe import Maker

START_S = 15.0


def until(is_true: Callable[[], Any], seconds: float = 10.0) -> Any:
    """Waits for it; its value. Fails the test where it does not come true."""
    end_s = time.monotonic() + seconds
    while not (value := is_true()):
        assert time.monotonic() < end_s, "did not come true in time"
        time.sleep(0.005)
    return value


class Display:
    """An X server of its own. `number`: a certain one, else a free one. `authority`: file with the secret that it
    wants from its clients."""

    def __init__(self, number: int | None = None, authority: Path | None = None) -> None:
        read, write = os.pipe()
        name = [] if number is None else [f":{number}"]
        command = ["Xvfb", *name, "-displayfd", str(write), "-screen", "0", "800x600x24", "-nolisten", "tcp"]
        command += [] if authority is None else ["-auth", str(authority)]
        self._process = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as answer:
            self.number = int(answer.readline())
        self.environment = {"DISPLAY": f":{self.number}"}

    def press(self, *keys: str) -> float:
        """`time.monotonic` right before."""
        before_s = time.monotonic()
        subprocess.run(["xdotool", "key", *keys], env={**os.environ, **self.environment}, check=True)
        return before_s

    def signal(self, number: int) -> None:
        self._process.send_signal(number)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()
        for path in (Path(f"/tmp/.X{self.number}-lock"), Path(f"/tmp/.X11-unix/X{self.number}")):
            path.unlink(missing_ok=True)


@contextmanager
def message_bus(folder: Path) -> Iterator[str]:
    """Address of one of its own."""
    config = folder / "bus.conf"
    config.write_text(
        '<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" '
        '"http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">'
        f"<busconfig><type>session</type><listen>unix:path={folder}/bus</listen><auth>EXTERNAL</auth>"
        '<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/>'
        '<allow own="*"/></policy></busconfig>'
    )
    daemon = subprocess.Popen(["dbus-daemon", f"--config-file={config}", "--nofork", "--nopidfile"])
    try:
        until((folder / "bus").exists, START_S)
        yield f"unix:path={folder}/bus"
    finally:
        daemon.kill()
        daemon.wait()
        (folder / "bus").unlink(missing_ok=True)


class Watched:
    """Sensors that run, and when they told of input."""

    def __init__(self, makers: Sequence[Maker] | None = None, environment: Mapping[str, str] | None = None) -> None:
        self.inputs: list[float] = []
        self._has_come = threading.Event()
        self.sensors = Sensors(lambda: (), self._note, lambda: False, makers=makers, environment=environment)
        self.sensors.start()

    def idle_s(self) -> float | None:
        return self.sensors.read().idle_s

    def next_input(self, seconds: float = 5.0) -> float:
        """When the next one is told; from before `forget` none counts."""
        assert self._has_come.wait(seconds), "nobody told of input"
        return self.inputs[-1]

    def forget(self) -> None:
        self.inputs.clear()
        self._has_come.clear()

    def _note(self) -> None:
        self.inputs.append(time.monotonic())
        self._has_come.set()


@contextmanager
def watched(makers: Sequence[Maker] | None = None, environment: Mapping[str, str] | None = None) -> Iterator[Watched]:
    one = Watched(makers, environment)
    try:
        yield one
    finally:
        one.sensors.close()
