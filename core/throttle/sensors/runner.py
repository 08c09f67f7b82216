"""A probe's thread: makes the probe, looks, waits; abandoned and replaced where it hangs."""

import contextlib
import logging
import threading
import time

from core.throttle.sensors.board import Board
from core.throttle.sensors.probe import CannotTell, Maker, Probe
from core.throttle.sensors.waiting import Bell, wait_readable

logger = logging.getLogger(__name__)

HUNG_S = 10.0
"""A probe answers within a second or two; one that takes longer never will."""
THREADS_LOST = 3
"""A thread that hangs cannot be ended. While so many do, nobody asks any more."""
FIRST_RETRY_S = 0.5
LAST_RETRY_S = 60.0


class Turn:
    """One thread's life."""

    def __init__(self, maker: Maker, board: Board, *, is_close: bool) -> None:
        self._maker = maker
        self._board = board
        self._bell = Bell()
        self.is_close = is_close
        self.is_over = False
        self._why = ""
        self.busy_since_s: float | None = None
        """None while it waits."""
        self.thread = threading.Thread(target=self._run, name=f"sensor {maker.name}", daemon=True)

    def hurry(self, *, is_close: bool) -> None:
        self.is_close = is_close
        self._bell.ring()

    def end(self) -> None:
        """The thread ends as soon as it does not hang."""
        self.is_over = True
        self._bell.ring()

    def _run(self) -> None:
        retry_s = FIRST_RETRY_S
        with contextlib.closing(self._bell):
            while not self.is_over:
                was_told = self._ask()
                self.busy_since_s = None
                if not self.is_over:
                    self._board.withdraw(self._maker.name)
                    retry_s = FIRST_RETRY_S if was_told else min(retry_s * 2, LAST_RETRY_S)
                    wait_readable([self._bell.fileno()], retry_s)
                    self._bell.silence()

    def _ask(self) -> bool:
        """Until the probe cannot tell any more. Whether it could at all."""
        was_told = False
        self.busy_since_s = time.monotonic()
        try:
            with contextlib.closing(self._maker.make()) as probe:
                while not self.is_over:
                    self.busy_since_s = time.monotonic()
                    said = list(probe.look())
                    if self.is_over:  # abandoned meanwhile: another thread speaks for this probe
                        break
                    self._board.post(self._maker.name, said, probe.holds_s)
                    was_told = True
                    self.busy_since_s = None
                    self._wait(probe)
        except (CannotTell, OSError) as error:
            if str(error) != self._why:  # once, not every minute
                self._why = str(error)
                logger.debug("%s cannot tell: %s", self._maker.name, error)
        return was_told

    def _wait(self, probe: Probe) -> None:
        pause_s = probe.closely_every_s if self.is_close else probe.every_s
        wait_readable([self._bell.fileno(), *probe.files()], pause_s)
        self._bell.silence()


class Runner:
    """Keeps one probe asked. `start`, `check`, `hurry` and `close` are called from one thread at a time."""

    def __init__(self, maker: Maker, board: Board) -> None:
        self._maker = maker
        self._board = board
        self._turn: Turn | None = None
        self._hung: list[Turn] = []
        self._deaths = 0
        self._is_close = False

    def start(self) -> None:
        self._turn = Turn(self._maker, self._board, is_close=self._is_close)
        self._turn.thread.start()

    def hurry(self, is_close: bool) -> None:
        """From now on it looks as often as that needs; it begins with looking, or with being made."""
        was_close, self._is_close = self._is_close, is_close
        if self._turn is not None and was_close != is_close:
            self._turn.hurry(is_close=is_close)

    def check(self, now_s: float) -> None:
        """Abandons a thread that hangs or has died, and starts another."""
        self._hung = [turn for turn in self._hung if turn.thread.is_alive()]
        if self._turn is not None:
            self._give_up(self._turn, now_s)
        if self._turn is None and len(self._hung) + self._deaths < THREADS_LOST:
            self.start()

    def _give_up(self, turn: Turn, now_s: float) -> None:
        if not turn.thread.is_alive():
            self._deaths += 1
        elif turn.busy_since_s is not None and now_s - turn.busy_since_s > HUNG_S:
            self._hung.append(turn)
        else:
            return
        logger.warning("The sensor %s does not answer.", self._maker.name)
        turn.end()
        self._board.withdraw(self._maker.name)
        self._turn = None

    def close(self) -> None:
        if self._turn is not None:
            self._turn.end()

    def join(self, seconds: float) -> None:
        """Waits for the thread, but not for one that hangs."""
        if self._turn is not None:
            self._turn.thread.join(max(0.0, seconds))
            self._turn = None
