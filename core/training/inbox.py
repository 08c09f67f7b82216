"""The trainer's end of the pipe: a thread listens, so that a waiting command is noticed in the middle of work."""

import os
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection

from core.training import messages as m

BEAT_S = 0.5


class Stopped(Exception):
    """The engine wants this process to end."""


class Channel:
    """Commands in, reports out. `take` and `wait` belong to the working thread; `report` to any."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self.beat: Callable[[], None] = lambda: None
        """Called twice a second, or oftener, by the listening thread, whatever the working one does."""
        self._sending = threading.Lock()
        self._changed = threading.Condition()
        self._commands: list[m.Command] = []
        self._woken = False
        self.freeze_waits = False
        """A `Freeze` has come and has not been taken."""
        self.stop_waits = False
        self.command_waits = False
        """Something to be obeyed at once has come and has not been taken."""

    def listen(self) -> None:
        threading.Thread(target=self._listen, daemon=True).start()

    def report(self, report: m.Report) -> None:
        try:
            with self._sending:
                self._pipe.send_bytes(m.encode(report))
        except OSError:  # the engine is gone
            os._exit(1)

    def take(self) -> list[m.Command]:
        """The commands that have come, in order; does not wait."""
        with self._changed:
            commands, self._commands = self._commands, []
            self.freeze_waits = self.command_waits = False
            return commands

    def wait(self) -> None:
        """Returns when a command or `Wake` has come since the last call; uses no processor meanwhile. What came
        before `take` is in its answer, so take first, then wait."""
        with self._changed:
            self._changed.wait_for(lambda: self._woken)
            self._woken = False

    def rest(self, seconds: float) -> None:
        """Returns after so long, or as soon as there is something to be obeyed at once."""
        with self._changed:
            self._changed.wait_for(lambda: self.command_waits, seconds)

    def _listen(self) -> None:
        try:
            while True:
                while not self._pipe.poll(BEAT_S):
                    self.beat()
                self.beat()
                self._put(m.decode_command(self._pipe.recv_bytes()))
        except (EOFError, OSError):  # the engine is gone
            os._exit(1)

    def _put(self, command: m.Command) -> None:
        with self._changed:
            self._woken = True
            if not isinstance(command, m.Wake):
                self._commands.append(command)
                self.freeze_waits |= isinstance(command, m.Freeze)
                self.stop_waits |= isinstance(command, m.Stop)
                self.command_waits |= not isinstance(command, m.Assign | m.Join | m.Heard)
            self._changed.notify_all()
